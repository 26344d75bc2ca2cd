//! Lattices of light blobs: the cells of a grid whose frame is broken, hidden or tied to something else.
//!
//! Lines enclose cells. Where blobs of similar size lie side by side, a lattice is grown from blob to blob, each step
//! predicted from the last one, as a page may bend. Digits do not matter: a digit is a hole in its cell.

use std::collections::{HashSet, VecDeque};

use crate::binary::{Component, Components};
use crate::geometry::{Homography, LeastSquares, Point};

/// A light component that may be a cell.
#[derive(Clone, Copy, Debug)]
struct Blob {
    centre: Point,
    size: f32,
}

/// The most blobs looked at: text and noise make thousands of small ones.
const MOST_BLOBS: usize = 3000;
/// How many times larger than its neighbour a cell may look.
const SIMILAR: f32 = 1.35;
/// Blobs enough for any page.
const MOST_MEMBERS: usize = 400;
/// The fewest blobs that make a lattice worth fitting.
const FEWEST_CELLS: usize = 16;
/// The fewest blobs that make a lattice of blocks: where thin lines are broken, cells run together and blocks remain.
const FEWEST_BLOCKS: usize = 6;

/// The planes of all lattices in an image, as maps from lattice coordinates.
pub(crate) fn lattices(light: &Components, width: usize, height: usize) -> Vec<Homography> {
    let shorter = width.min(height);
    let may_be_cell = |c: &&Component| {
        let (w, h) = (c.width(), c.height());
        w.min(h) >= 8
            && w.max(h) * 5 < shorter * 2
            && w.max(h) < 3 * w.min(h)
            && c.area * 10 >= w * h * 3
            && c.left > 0
            && c.top > 0
            && c.right < width
            && c.bottom < height
    };
    let mut blobs: Vec<Blob> = light
        .all
        .iter()
        .filter(may_be_cell)
        .map(|c| Blob {
            centre: Point::new((c.left + c.right) as f32 / 2.0, (c.top + c.bottom) as f32 / 2.0),
            size: ((c.width() * c.height()) as f32).sqrt(),
        })
        .collect();
    blobs.sort_by(|a, b| b.size.total_cmp(&a.size));
    blobs.truncate(MOST_BLOBS);
    let field = Field::new(&blobs, width, height);
    let mut free = vec![true; blobs.len()];
    // A blob whose neighbourhood was grown in vain does not start another lattice.
    let mut seeds = vec![true; blobs.len()];
    let mut planes = Vec::new();
    for seed in 0..blobs.len() {
        if !free[seed] || !seeds[seed] {
            continue;
        }
        let Some(basis) = field.basis(&free, seed) else { continue };
        let members = field.grow(&mut free, seed, basis);
        let extent = |f: fn(&Member) -> i32| {
            members.iter().map(f).max().unwrap_or(0) - members.iter().map(f).min().unwrap_or(0) + 1
        };
        let blocks = extent(|m| m.1).max(extent(|m| m.2)) == 3 && members.len() >= FEWEST_BLOCKS;
        if blocks || members.len() >= FEWEST_CELLS {
            planes.extend(windows(&blobs, &members, if blocks { 3 } else { 9 }));
        } else {
            for &(blob, _, _) in &members {
                free[blob] = true;
                seeds[blob] = false;
            }
        }
        if planes.len() >= 8 {
            break;
        }
    }
    planes
}

type Vector = (f32, f32);

/// A blob and its place in a lattice.
type Member = (usize, i32, i32);

/// Blobs by where they are.
struct Field<'a> {
    blobs: &'a [Blob],
    columns: usize,
    rows: usize,
    buckets: Vec<Vec<usize>>,
}

impl Field<'_> {
    const BUCKET: f32 = 32.0;

    fn new(blobs: &[Blob], width: usize, height: usize) -> Field<'_> {
        let (columns, rows) = (width / Field::BUCKET as usize + 1, height / Field::BUCKET as usize + 1);
        let mut buckets = vec![Vec::new(); columns * rows];
        for (i, blob) in blobs.iter().enumerate() {
            let (x, y) = ((blob.centre.x / Field::BUCKET) as usize, (blob.centre.y / Field::BUCKET) as usize);
            buckets[y * columns + x].push(i);
        }
        Field { blobs, columns, rows, buckets }
    }

    /// The free blobs near a place that have about this size, with their distances.
    fn near(&self, free: &[bool], place: Point, radius: f32, size: f32) -> Vec<(f32, usize)> {
        let range = |at: f32, count: usize| {
            let bucket = |at: f32| ((at / Field::BUCKET).max(0.0) as usize).min(count - 1);
            bucket(at - radius)..=bucket(at + radius)
        };
        let mut found = Vec::new();
        for row in range(place.y, self.rows) {
            for column in range(place.x, self.columns) {
                for &i in &self.buckets[row * self.columns + column] {
                    let blob = self.blobs[i];
                    let distance = blob.centre.distance(place);
                    if free[i] && distance < radius && blob.size < size * SIMILAR && size < blob.size * SIMILAR {
                        found.push((distance, i));
                    }
                }
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found
    }

    /// The steps from a blob to two neighbours at about a right angle.
    fn basis(&self, free: &[bool], seed: usize) -> Option<(Vector, Vector)> {
        let Blob { centre, size } = self.blobs[seed];
        let near = self.near(free, centre, 1.7 * size, size);
        let mut steps = near.into_iter().filter(|&(_, i)| i != seed).map(|(length, i)| {
            let to = self.blobs[i].centre;
            ((to.x - centre.x, to.y - centre.y), length)
        });
        let (first, first_length) = steps.next()?;
        let (second, _) = steps.find(|&(v, length)| {
            let cosine = (v.0 * first.0 + v.1 * first.1) / (length * first_length);
            cosine.abs() < 0.45 && length < 1.6 * first_length
        })?;
        Some((first, second))
    }

    /// The blobs reached from the seed, with their lattice places. They are no longer free.
    fn grow(&self, free: &mut [bool], seed: usize, basis: (Vector, Vector)) -> Vec<Member> {
        let mut members = vec![(seed, 0, 0)];
        let mut places = HashSet::from([(0, 0)]);
        let mut queue = VecDeque::from([(seed, 0i32, 0i32, basis.0, basis.1)]);
        free[seed] = false;
        while let Some((at, i, j, across, down)) = queue.pop_front() {
            if members.len() > MOST_MEMBERS {
                break;
            }
            for (di, dj) in [(1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0), (0, 2), (0, -2)] {
                let place = (i + di, j + dj);
                if places.contains(&place) {
                    continue;
                }
                let (a, d) = (di as f32, dj as f32);
                let step = (across.0 * a + down.0 * d, across.1 * a + down.1 * d);
                let length = (step.0 * step.0 + step.1 * step.1).sqrt();
                let Blob { centre, size } = self.blobs[at];
                let target = Point::new(centre.x + step.0, centre.y + step.1);
                let radius = 0.22 * length / (a + d).abs().sqrt();
                let Some(&(_, found)) = self.near(free, target, radius, size).first() else { continue };
                free[found] = false;
                members.push((found, place.0, place.1));
                places.insert(place);
                // The next prediction is between the last one and the step that was taken.
                let taken = self.blobs[found].centre;
                let blend = |old: Vector| {
                    (0.5 * (old.0 + (taken.x - centre.x) / (a + d)), 0.5 * (old.1 + (taken.y - centre.y) / (a + d)))
                };
                let (across, down) = if di != 0 { (blend(across), down) } else { (across, blend(down)) };
                queue.push_back((found, place.0, place.1, across, down));
            }
        }
        members
    }
}

/// The planes of the nine by nine windows that hold most of the members.
fn windows(blobs: &[Blob], members: &[Member], side: i32) -> Vec<Homography> {
    let Some(plane) = plane(blobs, members) else { return Vec::new() };
    let count = |i0: i32, j0: i32| {
        members.iter().filter(|&&(_, i, j)| (i0..i0 + side).contains(&i) && (j0..j0 + side).contains(&j)).count()
    };
    let low = |f: fn(&Member) -> i32| members.iter().map(f).min().unwrap_or(0);
    let high = |f: fn(&Member) -> i32| members.iter().map(f).max().unwrap_or(0);
    let range = |low: i32, high: i32| (high - side + 1).min(low)..=low.max(high - side + 1);
    let mut starts: Vec<(usize, i32, i32)> = Vec::new();
    for i0 in range(low(|m| m.1), high(|m| m.1)) {
        for j0 in range(low(|m| m.2), high(|m| m.2)) {
            starts.push((count(i0, j0), i0, j0));
        }
    }
    starts.sort_by(|a, b| b.cmp(a));
    let most = starts.first().map_or(0, |s| s.0);
    starts
        .into_iter()
        .take_while(|s| s.0 * 10 >= most * 9)
        .take(4)
        .filter_map(|(_, i0, j0)| {
            let at = |x: f32, y: f32| plane.apply(x + i0 as f32, y + j0 as f32);
            let far = side as f32;
            let mut corners = [at(0.0, 0.0), at(far, 0.0), at(far, far), at(0.0, far)];
            if crate::geometry::cross(corners[0], corners[1], corners[2]) < 0.0 {
                corners.reverse();
            }
            crate::geometry::is_convex(&corners).then(|| Homography::from_corners(&corners))?
        })
        .collect()
}

/// The map from lattice places to the image, outliers excluded.
fn plane(blobs: &[Blob], members: &[Member]) -> Option<Homography> {
    let count = members.len() as f32;
    let mx = members.iter().map(|m| blobs[m.0].centre.x).sum::<f32>() / count;
    let my = members.iter().map(|m| blobs[m.0].centre.y).sum::<f32>() / count;
    let scale = f64::from(members.iter().map(|m| blobs[m.0].centre.distance(Point::new(mx, my))).sum::<f32>() / count);
    let prior = [0.0; 8];
    let mut solution: Option<[f64; 8]> = None;
    for _ in 0..4 {
        let mut fit = LeastSquares::<8, 9>::new();
        for &(blob, i, j) in members {
            let (u, v) = ((f64::from(i) + 0.5) / 9.0, (f64::from(j) + 0.5) / 9.0);
            let x = f64::from(blobs[blob].centre.x - mx) / scale;
            let y = f64::from(blobs[blob].centre.y - my) / scale;
            let rows = [[u, v, 1.0, 0.0, 0.0, 0.0, -u * x, -v * x], [0.0, 0.0, 0.0, u, v, 1.0, -u * y, -v * y]];
            let residual = solution.map_or(0.0, |s| {
                let dot = |row: &[f64; 8]| row.iter().zip(&s).map(|(a, b)| a * b).sum::<f64>();
                ((dot(&rows[0]) - x).powi(2) + (dot(&rows[1]) - y).powi(2)).sqrt()
            });
            let weight = 1.0 / (1.0 + (residual / 0.04).powi(2));
            fit.add(&rows[0], x, weight);
            fit.add(&rows[1], y, weight);
        }
        solution = Some(fit.solve(&prior, 1e-6)?);
    }
    let normalised = Homography::from_solution(solution?)?;
    let grow = Homography::from_solution([scale, 0.0, f64::from(mx), 0.0, scale, f64::from(my), 0.0, 0.0])?;
    let shrink = Homography::from_solution([1.0 / 9.0, 0.0, 0.0, 0.0, 1.0 / 9.0, 0.0, 0.0, 0.0])?;
    Some(grow.after(&normalised).after(&shrink))
}
