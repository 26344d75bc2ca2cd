//! From a rough quadrilateral to the lattice of the grid.
//!
//! The photograph is rectified by the current estimate, and each of the 180 *segments* (ten lines in each direction,
//! nine cells long) is looked for near its expected place:
//!
//! ```text
//!     expected | | found          dark along the whole segment, lighter on both sides
//!              | |
//!              |-|  offset
//! ```
//!
//! A homography is fitted to what was found, and the search is repeated with a smaller range. Paper bends: what the
//! homography cannot explain is fitted by a polynomial of low degree, which follows a curled page but not a digit that
//! was taken for a line.

use crate::geometry::{Homography, LeastSquares, Point};
use crate::gray::{Gray, Pyramid};

/// Pixels of the rectified image a cell.
const STEP: usize = 24;
/// Cells around the grid in the rectified image.
const MARGIN: f32 = 1.0;
/// The side of the rectified image.
const SIDE: usize = STEP * 11;
/// How far beside a pixel of a thin and of a thick line the paper is, in pixels of the rectified image.
const NEAR: usize = 3;
const REACH: usize = 5;
/// The share of visible segments below which a candidate is dropped before its bending is fitted.
const HOPELESS: f32 = 0.3;
/// The terms of the bending polynomial: all products of degree 3 or less.
const TERMS: usize = 10;

/// Where the points of the lattice lie in the photograph.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    plane: Homography,
    /// What is added to x and y before the homography, as polynomials of the lattice coordinates.
    bend: [[f64; TERMS]; 2],
    /// Quarter turns clockwise from the corner that the lattice starts with to the top left corner of the puzzle.
    turn: usize,
}

impl Lattice {
    /// A flat lattice.
    pub(crate) fn flat(plane: Homography) -> Lattice {
        Lattice { plane, bend: [[0.0; TERMS]; 2], turn: 0 }
    }

    /// Where a point of the lattice lies in the photograph.
    #[inline]
    pub(crate) fn locate(&self, x: f32, y: f32) -> Point {
        let (x, y) = match self.turn {
            0 => (x, y),
            1 => (9.0 - y, x),
            2 => (9.0 - x, 9.0 - y),
            _ => (y, 9.0 - x),
        };
        let terms = terms(x, y);
        let value = |bend: &[f64; TERMS]| -> f32 { bend.iter().zip(&terms).map(|(b, t)| b * t).sum::<f64>() as f32 };
        self.plane.apply(x + value(&self.bend[0]), y + value(&self.bend[1]))
    }

    /// The corners in the photograph, clockwise from the top left.
    pub(crate) fn corners(&self) -> [Point; 4] {
        [self.locate(0.0, 0.0), self.locate(9.0, 0.0), self.locate(9.0, 9.0), self.locate(0.0, 9.0)]
    }

    /// The lattice that starts with the corner so many quarter turns clockwise from the first.
    pub(crate) fn turned(&self, turn: usize) -> Lattice {
        Lattice { turn: (self.turn + turn) % 4, ..self.clone() }
    }

    /// The mean distance between lines, in pixels.
    pub(crate) fn mean_step(&self) -> f32 {
        let [a, b, c, d] = self.corners();
        (a.distance(b) + b.distance(c) + c.distance(d) + d.distance(a)) / 36.0
    }
}

/// The terms of the polynomial at a point, in coordinates from -1 to 1.
#[inline]
fn terms(x: f32, y: f32) -> [f64; TERMS] {
    let u = (f64::from(x).clamp(-1.0, 10.0) - 4.5) / 4.5;
    let v = (f64::from(y).clamp(-1.0, 10.0) - 4.5) / 4.5;
    [1.0, u, v, u * u, u * v, v * v, u * u * u, u * u * v, u * v * v, v * v * v]
}

/// A lattice and how much of it is visible.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    pub(crate) lattice: Lattice,
    /// The share of the segments that were found where they are expected, 0 to 1.
    pub(crate) visible: f32,
}

/// A found segment.
#[derive(Clone, Copy, Debug, Default)]
struct Segment {
    /// How far from the expected place, in cells.
    offset: f32,
    /// How dark beside the light on both sides, from 0 to 1 on the scale of the image.
    strength: f32,
}

/// The photograph seen through a lattice, and its dark ridges in both directions.
struct View {
    /// Ridges that run down: dark beside the pixels left and right.
    down: Vec<f32>,
    /// Ridges that run across.
    across: Vec<f32>,
    scale: f32,
}

impl View {
    fn new(photo: &Pyramid, lattice: &Lattice) -> View {
        let (level, scale) = photo.level_for(lattice.mean_step() / STEP as f32);
        let pixels = rectified(level, scale, lattice);
        let mut down = vec![0.0f32; SIDE * SIDE];
        let mut across = vec![0.0f32; SIDE * SIDE];
        // Plain loops over slices of equal length, which the compiler turns into vector instructions.
        const INSIDE: usize = SIDE - 2 * REACH;
        for row in REACH..SIDE - REACH {
            let start = row * SIDE + REACH;
            let at = |offset: isize| &pixels[start.wrapping_add_signed(offset)..][..INSIDE];
            for (map, stride) in [(&mut down, 1), (&mut across, SIDE as isize)] {
                let (here, near, far) = (at(0), NEAR as isize * stride, REACH as isize * stride);
                let (near_before, near_after, far_before, far_after) = (at(-near), at(near), at(-far), at(far));
                let ridges = &mut map[start..][..INSIDE];
                for i in 0..INSIDE {
                    let near = contrast(near_before[i], here[i], near_after[i]);
                    let far = contrast(far_before[i], here[i], far_after[i]);
                    ridges[i] = near.max(far).max(0.0);
                }
            }
        }
        // The scale of what counts as a line: most of the ridge pixels are lines and strokes of digits.
        let mut values: Vec<f32> = down.iter().chain(&across).step_by(3).copied().collect();
        let rank = values.len() * 96 / 100;
        let (_, &mut scale, _) = values.select_nth_unstable_by(rank, f32::total_cmp);
        View { down, across, scale: scale.max(0.02) }
    }

    /// Looks for a segment: line `line` of the lines that run down (or across), beside cell `place`.
    fn segment(&self, down: bool, line: usize, place: usize, range: f32) -> Segment {
        let map = if down { &self.down } else { &self.across };
        let (step, along) = if down { (1, SIDE) } else { (SIDE, 1) };
        let margin = (MARGIN * STEP as f32) as usize;
        let centre = margin + line * STEP;
        let reach = (range * STEP as f32) as usize;
        let start = margin + place * STEP;
        // A window of a cell around the expected place.
        const HALF: usize = STEP / 2;
        let mut values = [0.0f32; STEP + 1];
        for (k, value) in values.iter_mut().enumerate() {
            // A line lies between two pixels: both sides count.
            let base = (centre + k - HALF) * step;
            let mut sum = 0.0;
            for position in start + 1..start + STEP - 1 {
                let at = base + position * along;
                sum += map[at].max(map[at - step]).min(self.scale);
            }
            *value = sum / ((STEP - 2) as f32 * self.scale);
        }
        // Noise and digits are dark everywhere in the window, a line only in one place.
        let mut sorted = values;
        sorted.sort_unstable_by(f32::total_cmp);
        let background = sorted[HALF];
        values.iter_mut().for_each(|value| *value = (*value - background).max(0.0));
        let values = &values[HALF - reach..=HALF + reach];
        let count = values.len();
        // Near the expected place a line is more likely than far from it.
        let weight = |k: usize| 1.0 - 0.3 * (k as f32 - reach as f32).abs() / (reach as f32 + 1.0);
        let best =
            (0..count).max_by(|&a, &b| (values[a] * weight(a)).total_cmp(&(values[b] * weight(b)))).unwrap_or(reach);
        let strength = values[best];
        if strength < 0.05 {
            return Segment::default();
        }
        // The middle of the ridge, to a fraction of a pixel.
        let (mut sum, mut total) = (0.0, 0.0);
        for (k, value) in values.iter().enumerate().take(best + 3).skip(best.saturating_sub(2)) {
            let value = (value - 0.5 * strength).max(0.0);
            sum += value * k as f32;
            total += value;
        }
        let offset = (sum / total - reach as f32) / STEP as f32;
        Segment { offset, strength }
    }
}

/// How much darker a pixel is than the darker one of those before and after it. Not positive when one of them is black.
#[inline]
fn contrast(before: f32, here: f32, after: f32) -> f32 {
    (before.min(after) - here) / (before.max(after) + 8.0)
}

/// The photograph seen through the lattice, `STEP` pixels a cell. Outside the photograph it is black: a ridge is dark
/// between lighter pixels, so there is none at the edge.
///
/// Between points a quarter of a cell apart the map is nearly linear, and only those points are mapped exactly.
fn rectified(level: &Gray, scale: f32, lattice: &Lattice) -> Vec<f32> {
    const KNOT: usize = STEP / 4;
    const KNOTS: usize = SIDE / KNOT + 1;
    let knots: Vec<Point> = (0..KNOTS * KNOTS)
        .map(|i| {
            let at = |k: usize| (k * KNOT) as f32 / STEP as f32 - MARGIN;
            let p = lattice.locate(at(i % KNOTS), at(i / KNOTS));
            Point::new(p.x * scale, p.y * scale)
        })
        .collect();
    let (width, height) = (level.width() as f32, level.height() as f32);
    let mut pixels = vec![0.0f32; SIDE * SIDE];
    for (row, line) in pixels.chunks_exact_mut(SIDE).enumerate() {
        let (above, fy) = (row / KNOT * KNOTS, ((row % KNOT) as f32 + 0.5) / KNOT as f32);
        for (k, piece) in line.chunks_exact_mut(KNOT).enumerate() {
            let mix = |k: usize| {
                let (a, b) = (knots[above + k], knots[above + KNOTS + k]);
                Point::new(a.x + (b.x - a.x) * fy, a.y + (b.y - a.y) * fy)
            };
            let (left, right) = (mix(k), mix(k + 1));
            for (i, pixel) in piece.iter_mut().enumerate() {
                let fx = (i as f32 + 0.5) / KNOT as f32;
                let (x, y) = (left.x + (right.x - left.x) * fx, left.y + (right.y - left.y) * fx);
                let inside = x >= 0.0 && y >= 0.0 && x <= width && y <= height;
                *pixel = if inside { level.sample(x, y) } else { 0.0 };
            }
        }
    }
    pixels
}

/// All segments: those that run down, then those that run across; line by line.
type Segments = [[[Segment; 9]; 10]; 2];

fn segments(view: &View, range: f32) -> Segments {
    std::array::from_fn(|direction| {
        std::array::from_fn(|line| std::array::from_fn(|place| view.segment(direction == 0, line, place, range)))
    })
}

/// Fits the lattice to the photograph, from a rough estimate.
pub(crate) fn fit(photo: &Pyramid, plane: Homography) -> Option<Fit> {
    let mut lattice = Lattice::flat(plane);
    for range in [0.4, 0.3, 0.2] {
        let view = View::new(photo, &lattice);
        let found = segments(&view, range);
        if range < 0.3 && share_visible(&found) < HOPELESS {
            return None;
        }
        let correction = flat_correction(&found)?;
        lattice.plane = lattice.plane.after(&correction);
    }
    for range in [0.2, 0.15] {
        let view = View::new(photo, &lattice);
        let found = segments(&view, range);
        bend(&mut lattice, &found);
    }
    let visible = share_visible(&segments(&View::new(photo, &lattice), 0.1));
    Some(Fit { lattice, visible })
}

/// The share of the segments that are visible near their expected places, without a fit.
pub(crate) fn visible(photo: &Pyramid, plane: &Homography) -> f32 {
    share_visible(&segments(&View::new(photo, &Lattice::flat(*plane)), 0.2))
}

fn share_visible(found: &Segments) -> f32 {
    let share = |lines: &[usize]| {
        let seen = found.iter().flat_map(|direction| lines.iter().flat_map(|&line| &direction[line]));
        let sum: f32 = seen.map(|segment| (segment.strength * 2.5).min(1.0)).sum();
        sum / (18 * lines.len()) as f32
    };
    // Some grids have no lines inside the blocks, or lines too thin for the photograph.
    share(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).max(0.85 * share(&[0, 3, 6, 9]))
}

/// Another lattice in the same plane, if its lines fit better: the rough estimate may be a box around the grid, a part
/// of it, or a cell off.
///
/// Ridges are summed along the lines, and the offset and distance of ten equidistant lines are looked for:
///
/// ```text
/// sums     ._|_._|_._|_._|_._|_._|_._|_._|_._|_.____|_
/// estimate |    |    |    |    |    |    |    |    |
/// found      |   |   |   |   |   |   |   |   |   |
/// ```
pub(crate) fn other_in_plane(photo: &Pyramid, plane: &Homography) -> Option<Homography> {
    let view = View::new(photo, &Lattice::flat(*plane));
    let (inner, margin) = (9 * STEP, STEP);
    let sums = |map: &[f32], step: usize, along: usize| -> Vec<f32> {
        let sum = |at: usize| (margin..margin + inner).map(|k| map[at * step + k * along].min(view.scale)).sum::<f32>();
        (0..SIDE).map(|at| sum(at) / (inner as f32 * view.scale)).collect()
    };
    let (x, x_gain) = best_comb(&sums(&view.down, 1, SIDE));
    let (y, y_gain) = best_comb(&sums(&view.across, SIDE, 1));
    if x_gain.max(y_gain) < 0.05 {
        return None;
    }
    // Lattice coordinate i of the other is at (start + i * step) / STEP - MARGIN of this one.
    let scale = |step: f32| f64::from(step / STEP as f32);
    let shift = |start: f32| f64::from(start / STEP as f32 - MARGIN);
    let inside = Homography::from_solution([scale(x.1), 0.0, shift(x.0), 0.0, scale(y.1), shift(y.0), 0.0, 0.0])?;
    Some(plane.after(&inside))
}

/// The first place and the distance of ten equidistant lines, and how much better than the expected ones they fit.
fn best_comb(sums: &[f32]) -> ((f32, f32), f32) {
    let at = |place: f32| {
        let i = place as usize;
        (i.max(1) - 1..(i + 2).min(sums.len())).map(|k| sums[k]).fold(0.0, f32::max)
    };
    // A line is dark and the middle between two lines is not.
    let fit = |start: f32, step: f32| {
        let lines: f32 = (0..10).map(|i| at(start + i as f32 * step)).sum();
        let between: f32 = (0..9).map(|i| at(start + (i as f32 + 0.5) * step)).sum();
        // Thick lines around the blocks break the tie between neighbouring combs.
        let thick: f32 = [0, 3, 6, 9].iter().map(|&i| at(start + i as f32 * step)).sum();
        (lines - between) / 10.0 + 0.05 * thick
    };
    let expected = (STEP as f32 * MARGIN, STEP as f32);
    let (mut best, mut most) = (expected, fit(expected.0, expected.1));
    let before = most;
    let least_step = 0.6 * STEP as f32;
    let mut step = least_step;
    while step < 1.2 * STEP as f32 {
        let mut start = 2.0;
        while start + 9.0 * step < SIDE as f32 - 2.0 {
            let value = fit(start, step);
            if value > most {
                (best, most) = ((start, step), value);
            }
            start += 1.0;
        }
        step += 0.15;
    }
    (best, most - before)
}

/// The homography that moves the expected lines to the found ones, outliers excluded.
fn flat_correction(found: &Segments) -> Option<Homography> {
    // Unknowns: the homography G from the found places to the lattice, m8 = 1. For a line that runs down, the x of
    // G(place) is the number of the line: m0 x + m1 y + m2 - line (m6 x + m7 y) = line.
    let identity = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    let mut solution = identity;
    for round in 0..4 {
        let mut fit = LeastSquares::<8, 9>::new();
        for (direction, lines) in found.iter().enumerate() {
            for (line, places) in lines.iter().enumerate() {
                for (place, segment) in places.iter().enumerate() {
                    if segment.strength == 0.0 {
                        continue;
                    }
                    let target = line as f64;
                    let moved = target + f64::from(segment.offset);
                    let along = place as f64 + 0.5;
                    let (x, y) = if direction == 0 { (moved, along) } else { (along, moved) };
                    let coefficients = if direction == 0 {
                        [x, y, 1.0, 0.0, 0.0, 0.0, -target * x, -target * y]
                    } else {
                        [0.0, 0.0, 0.0, x, y, 1.0, -target * x, -target * y]
                    };
                    let residual = target - coefficients.iter().zip(&solution).map(|(c, s)| c * s).sum::<f64>();
                    let width = if round == 0 { 0.3 } else { 0.08 };
                    let weight = f64::from(segment.strength) / (1.0 + (residual / width).powi(2));
                    fit.add(&coefficients, target, weight);
                }
            }
        }
        solution = fit.solve(&identity, 1e-3)?;
    }
    Homography::from_solution(solution)?.inverse()
}

/// Adds to the bending polynomial what the found segments ask for, outliers excluded.
fn bend(lattice: &mut Lattice, found: &Segments) {
    for (direction, lines) in found.iter().enumerate() {
        let prior = [0.0; TERMS];
        let mut solution = prior;
        for _ in 0..4 {
            let mut fit = LeastSquares::<TERMS, { TERMS + 1 }>::new();
            for (line, places) in lines.iter().enumerate() {
                for (place, segment) in places.iter().enumerate() {
                    if segment.strength == 0.0 {
                        continue;
                    }
                    let (across, along) = (line as f32, place as f32 + 0.5);
                    let terms = if direction == 0 { terms(across, along) } else { terms(along, across) };
                    let offset = f64::from(segment.offset);
                    let residual = offset - terms.iter().zip(&solution).map(|(t, s)| t * s).sum::<f64>();
                    let weight = f64::from(segment.strength) / (1.0 + (residual / 0.06).powi(2));
                    fit.add(&terms, offset, weight);
                }
            }
            let Some(next) = fit.solve(&prior, 0.5) else { return };
            solution = next;
        }
        for (total, more) in lattice.bend[direction].iter_mut().zip(solution) {
            *total += more;
        }
    }
}
