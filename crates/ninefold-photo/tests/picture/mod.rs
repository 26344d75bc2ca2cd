//! Photographs drawn in code: a grid with digits on paper, seen by a camera.
//!
//! Brightness is a function of lattice coordinates, in which cell r4c7 covers x from 6 to 7 and y from 3 to 4. Each
//! pixel of the photograph is the mean of nine such values, found by the inverse of the camera's homography.

#![allow(dead_code, reason = "each test file uses a part")]

/// A puzzle with one solution.
pub(crate) const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

pub(crate) type Corners = [(f64, f64); 4];

/// What is drawn and how it is lit.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) givens: String,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The corners of the grid in the photograph, clockwise from the top left one of the puzzle.
    pub(crate) corners: Corners,
    /// The brightness of paper and ink, from 0 to 1.
    pub(crate) paper: f64,
    pub(crate) ink: f64,
    /// The brightness of the blocks in the corners and the middle, as a share of the paper.
    pub(crate) tint: f64,
    /// The brightness at the right edge, as a share of that at the left edge.
    pub(crate) shadow: f64,
    /// The share of each side of the frame that is missing.
    pub(crate) gap: f64,
    /// Half the thickness of the strokes of digits, in cells.
    pub(crate) stroke: f64,
    /// Pixels over which the picture is blurred in each direction.
    pub(crate) blur: usize,
    /// The most that a pixel is brighter or darker by chance.
    pub(crate) noise: f64,
}

impl Scene {
    /// The grid upright in the middle of white paper, 480 by 480 pixels.
    pub(crate) fn new(givens: &str) -> Scene {
        Scene {
            givens: givens.to_owned(),
            width: 480,
            height: 480,
            corners: [(42.0, 42.0), (438.0, 42.0), (438.0, 438.0), (42.0, 438.0)],
            paper: 0.95,
            ink: 0.1,
            tint: 1.0,
            shadow: 1.0,
            gap: 0.0,
            stroke: 0.05,
            blur: 0,
            noise: 0.0,
        }
    }

    /// The grey pixels, row by row.
    pub(crate) fn pixels(&self) -> Vec<u8> {
        let camera = invert(&camera(&self.corners));
        let givens: Vec<usize> =
            self.givens.bytes().map(|c| if c == b'.' { 0 } else { usize::from(c - b'0') }).collect();
        let strokes: Vec<Vec<Vec<(f64, f64)>>> = (0..10).map(strokes).collect();
        let mut values = Vec::with_capacity(self.width * self.height);
        for y in 0..self.height {
            for x in 0..self.width {
                let mut sum = 0.0;
                for (dx, dy) in (0..9).map(|i| (f64::from(i % 3) / 3.0 + 1.0 / 6.0, f64::from(i / 3) / 3.0 + 1.0 / 6.0))
                {
                    let (u, v) = apply(&camera, x as f64 + dx, y as f64 + dy);
                    sum += self.page(u, v, &givens, &strokes) / 9.0;
                }
                let light = 1.0 + (self.shadow - 1.0) * x as f64 / self.width as f64;
                values.push(sum * light);
            }
        }
        for _ in 0..self.blur {
            values = softened(&values, self.width, self.height);
        }
        let mut random = 12345u64;
        let pixel = |value: f64| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let chance = (random >> 40) as f64 / f64::from(1 << 23) - 1.0;
            ((value + self.noise * chance) * 255.0).clamp(0.0, 255.0) as u8
        };
        values.into_iter().map(pixel).collect()
    }

    /// The pixels as red, green, blue, alpha.
    pub(crate) fn rgba(&self) -> Vec<u8> {
        self.pixels().into_iter().flat_map(|p| [p, p, p, 255]).collect()
    }

    /// The brightness of the page at a place.
    fn page(&self, u: f64, v: f64, givens: &[usize], strokes: &[Vec<Vec<(f64, f64)>>]) -> f64 {
        let near = |t: f64| {
            let line = t.round();
            let half = if line % 3.0 == 0.0 { 0.045 } else { 0.018 };
            (t - line).abs() < half
        };
        let range = -0.045..9.045;
        if !range.contains(&u) || !range.contains(&v) {
            return self.paper;
        }
        let side = |t: f64, along: f64| !(0.1..8.9).contains(&t) && (along - 4.5).abs() < 4.5 * self.gap;
        if (near(u) && !side(u, v)) || (near(v) && !side(v, u)) {
            return self.ink;
        }
        let (column, row) = (u.clamp(0.0, 8.999).floor(), v.clamp(0.0, 8.999).floor());
        let tinted = (column as usize / 3 + row as usize / 3).is_multiple_of(2);
        let paper = if tinted { self.paper * self.tint } else { self.paper };
        // A digit is 0.6 of a cell high and in the middle.
        let place = ((u - column - 0.5) / 0.6 + 0.3, (v - row - 0.5) / 0.6 + 0.5);
        let distance = strokes[givens[row as usize * 9 + column as usize]]
            .iter()
            .flat_map(|line| line.windows(2).map(|ends| distance(place, ends[0], ends[1])))
            .fold(f64::INFINITY, f64::min);
        if distance * 0.6 < self.stroke { self.ink } else { paper }
    }
}

/// The strokes of a digit as lines through points, in a box 0.6 wide and 1 high.
fn strokes(digit: usize) -> Vec<Vec<(f64, f64)>> {
    let arc = |cx: f64, cy: f64, rx: f64, ry: f64, from: f64, to: f64| -> Vec<(f64, f64)> {
        let point = |i: i32| {
            let angle = (from + (to - from) * f64::from(i) / 24.0).to_radians();
            (cx + rx * angle.cos(), cy + ry * angle.sin())
        };
        (0..=24).map(point).collect()
    };
    let six = || {
        let stem = vec![(0.02, 0.66), (0.06, 0.4), (0.18, 0.17), (0.34, 0.04), (0.5, 0.01)];
        vec![arc(0.3, 0.68, 0.28, 0.32, 0.0, 360.0), stem]
    };
    match digit {
        0 => Vec::new(),
        1 => vec![vec![(0.1, 0.22), (0.36, 0.0), (0.36, 1.0)]],
        2 => vec![[arc(0.3, 0.27, 0.27, 0.27, 190.0, 390.0), vec![(0.02, 1.0), (0.6, 1.0)]].concat()],
        3 => vec![arc(0.28, 0.25, 0.25, 0.25, 200.0, 450.0), arc(0.28, 0.73, 0.29, 0.27, 270.0, 510.0)],
        4 => vec![vec![(0.44, 1.0), (0.44, 0.0), (0.0, 0.7), (0.6, 0.7)]],
        5 => vec![[vec![(0.54, 0.0), (0.12, 0.0), (0.06, 0.46)], arc(0.29, 0.67, 0.3, 0.33, 220.0, 505.0)].concat()],
        6 => six(),
        7 => vec![vec![(0.0, 0.0), (0.58, 0.0), (0.2, 1.0)]],
        8 => vec![arc(0.3, 0.25, 0.23, 0.25, 0.0, 360.0), arc(0.3, 0.74, 0.29, 0.26, 0.0, 360.0)],
        _ => six().into_iter().map(|line| line.into_iter().map(|(x, y)| (0.6 - x, 1.0 - y)).collect()).collect(),
    }
}

/// The distance of a point from a line between two ends.
fn distance(p: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let t = if length > 0.0 { (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    (p.0 - a.0 - t * dx).hypot(p.1 - a.1 - t * dy)
}

/// The mean over three by three pixels.
fn softened(values: &[f64], width: usize, height: usize) -> Vec<f64> {
    (0..width * height)
        .map(|i| {
            let (x, y) = (i % width, i / width);
            let columns = x.saturating_sub(1)..=(x + 1).min(width - 1);
            let rows = y.saturating_sub(1)..=(y + 1).min(height - 1);
            let count = (columns.clone().count() * rows.clone().count()) as f64;
            rows.flat_map(|row| columns.clone().map(move |column| values[row * width + column])).sum::<f64>() / count
        })
        .collect()
}

type Matrix = [[f64; 3]; 3];

/// The homography from lattice coordinates to the photograph.
fn camera([a, b, c, d]: &Corners) -> Matrix {
    let (sx, sy) = (a.0 - b.0 + c.0 - d.0, a.1 - b.1 + c.1 - d.1);
    let (dx1, dy1, dx2, dy2) = (b.0 - c.0, b.1 - c.1, d.0 - c.0, d.1 - c.1);
    let determinant = dx1 * dy2 - dx2 * dy1;
    let g = (sx * dy2 - dx2 * sy) / determinant;
    let h = (dx1 * sy - sx * dy1) / determinant;
    let unit =
        [[b.0 - a.0 + g * b.0, d.0 - a.0 + h * d.0, a.0], [b.1 - a.1 + g * b.1, d.1 - a.1 + h * d.1, a.1], [g, h, 1.0]];
    unit.map(|[x, y, w]| [x / 9.0, y / 9.0, w])
}

fn invert(m: &Matrix) -> Matrix {
    let minor = |r: usize, c: usize| {
        let (r1, r2, c1, c2) = ((r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3);
        m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
    };
    // Up to a factor, which a homography does not have.
    std::array::from_fn(|row| std::array::from_fn(|column| minor(column, row)))
}

fn apply(m: &Matrix, x: f64, y: f64) -> (f64, f64) {
    let [u, v, w] = m.map(|row| row[0] * x + row[1] * y + row[2]);
    (u / w, v / w)
}
