//! Grids from their lines: what remains when the frame is broken and shadows or tints cut the cells.
//!
//! Dark ridges vote for straight lines (a Hough transform). Parallel lines on paper meet in one vanishing point of the
//! photograph; the two points that most lines agree with give the plane of the page. In that plane the lines of a grid
//! are two combs of ten equidistant lines.

use crate::geometry::Homography;
use crate::gray::Gray;

/// The longer side of the image in which lines are looked for.
const WORKING_SIDE: usize = 560;
/// Directions of the vote, over half a turn.
const ANGLES: usize = 180;
/// The most lines that are kept.
const MOST_LINES: usize = 90;

/// A straight line, the points with `a x + b y + c = 0` where `a² + b² = 1`, and how many votes it has.
#[derive(Clone, Copy, Debug)]
struct Line {
    a: f64,
    b: f64,
    c: f64,
    votes: f64,
}

/// The planes of grids, as maps from lattice coordinates to pixels of the image; the most probable first.
pub(crate) fn planes(image: &Gray) -> Vec<Homography> {
    let longer = image.width().max(image.height());
    let scale = (WORKING_SIDE as f64 / longer as f64).min(1.0);
    let size = |side: usize| ((side as f64 * scale).round() as usize).max(8);
    let small = image.shrunk(size(image.width()), size(image.height()));
    let lines = straight_lines(&small);
    let centre = (small.width() as f64 / 2.0, small.height() as f64 / 2.0);
    let mut planes = Vec::new();
    for plane in pages(&lines, centre) {
        let across = combs(&lines, &plane, true);
        let down = combs(&lines, &plane, false);
        let mut pairs: Vec<(f64, Comb, Comb)> =
            across.iter().flat_map(|a| down.iter().map(move |d| (a.score + d.score, *a, *d))).collect();
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, x, y) in pairs.into_iter().take(MOST_PAIRS) {
            let comb = Homography::from_solution([x.step, 0.0, x.start, 0.0, y.step, y.start, 0.0, 0.0]);
            let enlarge = Homography::from_solution([1.0 / scale, 0.0, 0.0, 0.0, 1.0 / scale, 0.0, 0.0, 0.0]);
            if let (Some(comb), Some(enlarge)) = (comb, enlarge) {
                planes.push(enlarge.after(&plane).after(&comb));
            }
        }
    }
    planes
}

/// The most pairs of combs of one page.
const MOST_PAIRS: usize = 10;

/// The lines with most votes.
fn straight_lines(image: &Gray) -> Vec<Line> {
    let (width, height) = (image.width(), image.height());
    let radius = ((width * width + height * height) as f64).sqrt() as usize + 2;
    let directions: Vec<(f32, f32)> = (0..ANGLES)
        .map(|i| {
            let angle = i as f32 * std::f32::consts::PI / ANGLES as f32;
            (angle.cos(), angle.sin())
        })
        .collect();
    // Votes by direction of the normal and distance from the image's centre, two cells of distance a pixel.
    let mut votes = vec![0.0f32; ANGLES * radius];
    let (cx, cy) = (width as f32 / 2.0, height as f32 / 2.0);
    for ridge in ridges(image) {
        let turn = ridge.angle / std::f32::consts::PI * ANGLES as f32;
        for offset in -2i32..=2 {
            let angle = (turn.round() as i32 + offset).rem_euclid(ANGLES as i32) as usize;
            let (a, b) = directions[angle];
            let distance = (ridge.x - cx) * a + (ridge.y - cy) * b;
            let bin = (distance + radius as f32 / 2.0).round();
            if bin >= 1.0 && (bin as usize) < radius - 1 {
                votes[angle * radius + bin as usize] += ridge.strength * (1.0 - 0.2 * offset.abs() as f32);
            }
        }
    }
    let mut peaks: Vec<(f32, usize, usize)> = Vec::new();
    let at = |angle: usize, bin: usize| {
        let row = &votes[angle * radius..][..radius];
        row[bin] + 0.5 * (row[bin - 1] + row[bin + 1])
    };
    for angle in 0..ANGLES {
        for bin in 1..radius - 1 {
            let value = at(angle, bin);
            if value > 6.0 {
                peaks.push((value, angle, bin));
            }
        }
    }
    peaks.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut lines: Vec<(Line, usize, usize)> = Vec::new();
    for (value, angle, bin) in peaks.into_iter().take(20_000) {
        if lines.len() == MOST_LINES {
            break;
        }
        // The same line in a neighbouring cell; across half a turn the distance changes its sign.
        let known = lines.iter().any(|&(_, other, other_bin)| {
            let turn = angle.abs_diff(other);
            let (turn, bin) = if turn > ANGLES / 2 { (ANGLES - turn, radius - 1 - bin) } else { (turn, bin) };
            turn <= 4 && bin.abs_diff(other_bin) <= 3
        });
        if !known {
            let (a, b) = directions[angle];
            let distance = bin as f32 - radius as f32 / 2.0;
            let c = -(a * cx + b * cy + distance);
            lines.push((Line { a: a.into(), b: b.into(), c: c.into(), votes: value.into() }, angle, bin));
        }
    }
    lines.into_iter().map(|(line, _, _)| line).collect()
}

/// A dark pixel that is lighter on two sides.
struct Ridge {
    x: f32,
    y: f32,
    /// The direction across the ridge, from 0 to half a turn.
    angle: f32,
    /// From 0 to 1.
    strength: f32,
}

/// The ridges of an image, from the second derivatives of its brightness.
fn ridges(image: &Gray) -> Vec<Ridge> {
    let (width, height) = (image.width(), image.height());
    let soft = softened(image);
    let mut found = Vec::new();
    for reach in [2usize, 4] {
        let border = reach + 1;
        if width <= 2 * border || height <= 2 * border {
            continue;
        }
        for y in border..height - border {
            for x in border..width - border {
                let at = |dx: isize, dy: isize| {
                    let (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                    soft[y * width + x]
                };
                let r = reach as isize;
                let here = at(0, 0);
                let (left, right, above, below) = (at(-r, 0), at(r, 0), at(0, -r), at(0, r));
                let xx = left + right - 2.0 * here;
                let yy = above + below - 2.0 * here;
                if xx.max(yy) <= 0.0 {
                    continue;
                }
                let xy = (at(r, r) + at(-r, -r) - at(r, -r) - at(-r, r)) / 4.0;
                // The eigenvalues of the matrix of second derivatives: curvature across and along the ridge.
                let (mean, half) = ((xx + yy) / 2.0, (xx - yy) / 2.0);
                let spread = (half * half + xy * xy).sqrt();
                let (most, least) = (mean + spread, mean - spread);
                let paper = left.max(right).max(above).max(below) + 8.0;
                let contrast = most / paper;
                if contrast < 0.04 || least.abs() > 0.5 * most {
                    continue;
                }
                let angle = 0.5 * xy.atan2(half);
                // The darkest pixel across.
                let (nx, ny) = (angle.cos().round() as isize, angle.sin().round() as isize);
                if here > at(nx, ny) || here > at(-nx, -ny) {
                    continue;
                }
                let angle = angle.rem_euclid(std::f32::consts::PI);
                let strength = (contrast * 8.0).min(1.0) / reach as f32 * 2.0;
                found.push(Ridge { x: x as f32 + 0.5, y: y as f32 + 0.5, angle, strength });
            }
        }
    }
    found
}

/// The image smoothed by a three by three binomial.
fn softened(image: &Gray) -> Vec<f32> {
    let (width, height) = (image.width(), image.height());
    let mut rows = vec![0.0f32; width * height];
    for y in 0..height {
        let row = image.row(y);
        for x in 0..width {
            let (left, right) = (row[x.saturating_sub(1)], row[(x + 1).min(width - 1)]);
            rows[y * width + x] = (f32::from(left) + 2.0 * f32::from(row[x]) + f32::from(right)) / 4.0;
        }
    }
    let mut soft = vec![0.0f32; width * height];
    for y in 0..height {
        let (above, below) = (y.saturating_sub(1), (y + 1).min(height - 1));
        for x in 0..width {
            soft[y * width + x] = (rows[above * width + x] + 2.0 * rows[y * width + x] + rows[below * width + x]) / 4.0;
        }
    }
    soft
}

/// A point of the projective plane; w is 0 for a direction.
type Vanishing = [f64; 3];

/// The planes in which most lines run across or down: maps whose axes point to the two vanishing points.
fn pages(lines: &[Line], centre: (f64, f64)) -> Vec<Homography> {
    let mut planes = Vec::new();
    let Some((first, _)) = best_vanishing(lines, centre, &|_| true) else { return planes };
    let direction = |v: &Vanishing| {
        let (x, y) = (v[0] - v[2] * centre.0, v[1] - v[2] * centre.1);
        let length = (x * x + y * y).sqrt();
        (x / length, y / length)
    };
    let along = direction(&first);
    // Lines of the other family run at an angle to the first, more than about 40 degrees.
    let other =
        |line: &Line| (line.b * along.0 - line.a * along.1).abs() < 0.77 && agreement(line, &first, centre) == 0.0;
    if let Some((second, _)) = best_vanishing(lines, centre, &other) {
        let column = |v: &Vanishing| {
            let (x, y) = (v[0] - v[2] * centre.0, v[1] - v[2] * centre.1);
            let length = (x * x + y * y).sqrt();
            [v[0] / length, v[1] / length, v[2] / length]
        };
        let (mut u, mut v) = (column(&first), column(&second));
        // A right-handed pair of axes.
        let (du, dv) = (direction(&first), direction(&second));
        if du.0 * dv.1 - du.1 * dv.0 < 0.0 {
            std::mem::swap(&mut u, &mut v);
        }
        if let Some(plane) = Homography::from_solution([u[0], v[0], centre.0, u[1], v[1], centre.1, u[2], v[2]]) {
            planes.push(plane);
        }
    }
    planes
}

/// How well a line passes through a vanishing point, seen from the image: its votes, or 0 when it does not.
fn agreement(line: &Line, point: &Vanishing, centre: (f64, f64)) -> f64 {
    // The direction from the foot of the line to the point, against the direction of the line.
    let distance = line.a * centre.0 + line.b * centre.1 + line.c;
    let foot = (centre.0 - distance * line.a, centre.1 - distance * line.b);
    let (x, y) = (point[0] - point[2] * foot.0, point[1] - point[2] * foot.1);
    let sine = (x * line.a + y * line.b).abs() / (x * x + y * y).sqrt().max(1e-9);
    if sine < 0.025 { line.votes * (1.0 - sine / 0.05) } else { 0.0 }
}

/// The vanishing point that most lines pass through.
fn best_vanishing(lines: &[Line], centre: (f64, f64), allowed: &dyn Fn(&Line) -> bool) -> Option<(Vanishing, f64)> {
    let chosen: Vec<&Line> = lines.iter().filter(|line| allowed(line)).take(50).collect();
    let mut best: Option<(Vanishing, f64)> = None;
    for (i, first) in chosen.iter().enumerate() {
        for second in &chosen[..i] {
            let point = [
                first.b * second.c - first.c * second.b,
                first.c * second.a - first.a * second.c,
                first.a * second.b - first.b * second.a,
            ];
            // Nearly parallel lines meet far away; lines that cross in the image are of two families.
            let (x, y) = (point[0] - point[2] * centre.0, point[1] - point[2] * centre.1);
            if (x * x + y * y).sqrt() < 2.2 * centre.0.max(centre.1) * point[2].abs() || x * x + y * y < 1e-12 {
                continue;
            }
            let score: f64 = chosen.iter().map(|line| agreement(line, &point, centre)).sum();
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((point, score));
            }
        }
    }
    best
}

/// Ten equidistant lines of one direction: where the first is, how far apart they are, and their votes.
#[derive(Clone, Copy, Debug)]
struct Comb {
    start: f64,
    step: f64,
    score: f64,
}

/// The best combs among the lines that run down (x constant) or across (y constant) in a plane.
fn combs(lines: &[Line], plane: &Homography, down: bool) -> Vec<Comb> {
    // Lines map by the transpose: l' = P^T l.
    let mut places: Vec<(f64, f64)> = lines
        .iter()
        .filter_map(|line| {
            let [a, b, c] = plane.pull_back([line.a, line.b, line.c]);
            let (across, along) = if down { (a, b) } else { (b, a) };
            // Almost parallel to the axis, near the origin of the plane.
            (along.abs() < 0.04 * across.abs()).then(|| (-c / across, line.votes))
        })
        .collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    // A few lines with many votes do not outweigh ten.
    let mut votes: Vec<f64> = places.iter().map(|place| place.1).collect();
    votes.sort_by(f64::total_cmp);
    let cap = votes.get(votes.len() / 2).copied().unwrap_or(1.0) * 1.5;
    let mut combs: Vec<Comb> = Vec::new();
    for (i, first) in places.iter().enumerate() {
        for second in &places[i + 1..] {
            for apart in 1..10 {
                let step = (second.0 - first.0) / f64::from(apart);
                if step < 7.0 {
                    break;
                }
                for index in 0..10 - apart {
                    let start = first.0 - f64::from(index) * step;
                    let score = comb_score(&places, start, step, cap);
                    if combs.len() < MOST_COMBS || score > combs[MOST_COMBS - 1].score {
                        keep(&mut combs, Comb { start, step, score });
                    }
                }
            }
        }
    }
    combs
}

/// The most combs of one direction.
const MOST_COMBS: usize = 5;

/// Adds a comb to the best ones, unless one of them is nearly the same.
fn keep(combs: &mut Vec<Comb>, comb: Comb) {
    let same = |other: &Comb| {
        let end = |c: &Comb| c.start + 9.0 * c.step;
        (other.start - comb.start).abs() < 0.3 * comb.step && (end(other) - end(&comb)).abs() < 0.3 * comb.step
    };
    if let Some(other) = combs.iter_mut().find(|other| same(other)) {
        if comb.score > other.score {
            *other = comb;
        }
    } else {
        combs.push(comb);
    }
    combs.sort_by(|a, b| b.score.total_cmp(&a.score));
    combs.truncate(MOST_COMBS);
}

/// The votes of the lines near the teeth of a comb; a missing tooth costs.
fn comb_score(places: &[(f64, f64)], start: f64, step: f64, cap: f64) -> f64 {
    let tolerance = 0.12 * step;
    let mut score = 0.0;
    for tooth in 0..10 {
        let at = start + f64::from(tooth) * step;
        let from = places.partition_point(|place| place.0 < at - tolerance);
        let near = places[from..].iter().take_while(|place| place.0 < at + tolerance);
        let votes = near.map(|place| place.1.min(cap) * (1.0 - (place.0 - at).abs() / tolerance)).fold(0.0, f64::max);
        score += votes - 0.3 * cap * f64::from(u8::from(votes == 0.0));
    }
    score / cap
}
