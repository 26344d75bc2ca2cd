//! Points, quadrilaterals and homographies: how a flat grid appears in a photograph.
//!
//! A camera maps a plane to its sensor by a homography, eight numbers. *Lattice coordinates* number the lines of the
//! grid: (0, 0) is the outer top left corner, (9, 9) the outer bottom right one, and cell r4c7 covers x from 6 to 7
//! and y from 3 to 4.

/// A place in the photograph, in pixels from its top left corner, x to the right and y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: f32,
    /// Pixels from the top edge.
    pub y: f32,
}

impl Point {
    /// A point from its coordinates.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    pub(crate) fn distance(self, other: Point) -> f32 {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        (dx * dx + dy * dy).sqrt()
    }
}

/// Twice the signed area of a triangle; positive when c lies clockwise (on a screen) of the line from a to b.
pub(crate) fn cross(a: Point, b: Point, c: Point) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// The area of a polygon.
pub(crate) fn area(polygon: &[Point]) -> f32 {
    let twice: f32 = (0..polygon.len()).map(|i| cross(polygon[0], polygon[i], polygon[(i + 1) % polygon.len()])).sum();
    twice.abs() / 2.0
}

/// The convex hull, clockwise on a screen.
pub(crate) fn convex_hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut hull: Vec<Point> = Vec::new();
    for backwards in [false, true] {
        let start = hull.len();
        let mut add = |p: Point| {
            while hull.len() >= start + 2 && cross(hull[hull.len() - 2], hull[hull.len() - 1], p) <= 0.0 {
                hull.pop();
            }
            hull.push(p);
        };
        if backwards {
            points.iter().rev().for_each(|&p| add(p));
        } else {
            points.iter().for_each(|&p| add(p));
        }
        hull.pop();
    }
    hull
}

/// The quadrilateral that covers a convex polygon with little to spare: the edges that cost least area when their
/// neighbours are prolonged to meet are dropped until four remain.
pub(crate) fn covering_quad(hull: &[Point]) -> Option<[Point; 4]> {
    let mut polygon = hull.to_vec();
    while polygon.len() > 4 {
        let n = polygon.len();
        // Dropping edge i..i+1 prolongs the edges before and after it.
        let (index, corner) = (0..n)
            .filter_map(|i| {
                let (before, from, to, after) =
                    (polygon[(i + n - 1) % n], polygon[i], polygon[(i + 1) % n], polygon[(i + 2) % n]);
                let corner = intersection(before, from, after, to)?;
                // The prolonged edges must meet outside, beyond the dropped edge.
                if cross(from, to, corner) >= 0.0 {
                    return None;
                }
                Some((i, corner, cross(from, corner, to).abs()))
            })
            .min_by(|a, b| a.2.total_cmp(&b.2))
            .map(|(i, corner, _)| (i, corner))?;
        let next = (index + 1) % n;
        polygon[index] = corner;
        polygon.remove(next);
    }
    polygon.try_into().ok()
}

/// Where the line through a and b meets the line through c and d.
pub(crate) fn intersection(a: Point, b: Point, c: Point, d: Point) -> Option<Point> {
    let (ux, uy, vx, vy) = (b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y);
    let denominator = ux * vy - uy * vx;
    if denominator.abs() < 1e-6 {
        return None;
    }
    let t = ((c.x - a.x) * vy - (c.y - a.y) * vx) / denominator;
    Some(Point::new(a.x + t * ux, a.y + t * uy))
}

/// Whether the corners go around clockwise on a screen, turn at every corner, and enclose an area.
pub(crate) fn is_convex(quad: &[Point; 4]) -> bool {
    (0..4).all(|i| cross(quad[i], quad[(i + 1) % 4], quad[(i + 2) % 4]) > 0.0)
}

/// A projective map of the plane, `p -> (m0 x + m1 y + m2, m3 x + m4 y + m5) / (m6 x + m7 y + m8)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Homography([f64; 9]);

impl Homography {
    /// The map from lattice coordinates to the photograph, given where the corners (0, 0), (9, 0), (9, 9), (0, 9) lie.
    /// `None` when three of them lie on a line.
    pub(crate) fn from_corners(corners: &[Point; 4]) -> Option<Homography> {
        let lattice = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)];
        let mut equations = [[0.0; 9]; 8];
        for (i, (&(u, v), p)) in lattice.iter().zip(corners).enumerate() {
            let (x, y) = (f64::from(p.x), f64::from(p.y));
            equations[2 * i] = [u, v, 1.0, 0.0, 0.0, 0.0, -u * x, -v * x, x];
            equations[2 * i + 1] = [0.0, 0.0, 0.0, u, v, 1.0, -u * y, -v * y, y];
        }
        Homography::from_solution(solve_linear(equations)?)
    }

    pub(crate) fn from_solution(m: [f64; 8]) -> Option<Homography> {
        let map = Homography([m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], 1.0]);
        map.0.iter().all(|value| value.is_finite()).then_some(map)
    }

    /// The image of a point.
    #[inline]
    pub(crate) fn apply(&self, x: f32, y: f32) -> Point {
        let m = &self.0;
        let (x, y) = (f64::from(x), f64::from(y));
        let w = m[6] * x + m[7] * y + m[8];
        Point::new(((m[0] * x + m[1] * y + m[2]) / w) as f32, ((m[3] * x + m[4] * y + m[5]) / w) as f32)
    }

    /// First `inner`, then `self`.
    pub(crate) fn after(&self, inner: &Homography) -> Homography {
        let (a, b) = (&self.0, &inner.0);
        Homography(std::array::from_fn(|i| {
            let (row, col) = (i / 3, i % 3);
            (0..3).map(|k| a[3 * row + k] * b[3 * k + col]).sum()
        }))
    }

    /// The line in the source whose image is this line, both as coefficients of `a x + b y + c = 0`.
    pub(crate) fn pull_back(&self, line: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|col| (0..3).map(|row| self.0[3 * row + col] * line[row]).sum())
    }

    /// The way back.
    pub(crate) fn inverse(&self) -> Option<Homography> {
        let m = &self.0;
        let minor = |a: usize, b: usize, c: usize, d: usize| m[a] * m[d] - m[b] * m[c];
        let adjugate = [
            minor(4, 5, 7, 8),
            minor(2, 1, 8, 7),
            minor(1, 2, 4, 5),
            minor(5, 3, 8, 6),
            minor(0, 2, 6, 8),
            minor(2, 0, 5, 3),
            minor(3, 4, 6, 7),
            minor(1, 0, 7, 6),
            minor(0, 1, 3, 4),
        ];
        let determinant = m[0] * adjugate[0] + m[1] * adjugate[3] + m[2] * adjugate[6];
        if determinant.abs() < 1e-12 {
            return None;
        }
        let scaled = adjugate.map(|value| value / determinant);
        scaled.iter().all(|value| value.is_finite()).then_some(Homography(scaled))
    }

    /// The images of the four outer corners, clockwise from the top left.
    pub(crate) fn corners(&self) -> [Point; 4] {
        [self.apply(0.0, 0.0), self.apply(9.0, 0.0), self.apply(9.0, 9.0), self.apply(0.0, 9.0)]
    }
}

/// Solves N linear equations, each its coefficients and then its right side; Gaussian elimination with pivoting.
pub(crate) fn solve_linear<const N: usize, const M: usize>(mut rows: [[f64; M]; N]) -> Option<[f64; N]> {
    const { assert!(M == N + 1, "the right side is the last column") };
    for column in 0..N {
        let pivot = (column..N).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        if rows[pivot][column].abs() < 1e-10 {
            return None;
        }
        rows.swap(column, pivot);
        let (above, below) = rows.split_at_mut(column + 1);
        let pivot = &above[column];
        for row in below {
            let factor = row[column] / pivot[column];
            for (value, &p) in row.iter_mut().zip(pivot).skip(column) {
                *value -= factor * p;
            }
        }
    }
    let mut solution = [0.0; N];
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|k| rows[row][k] * solution[k]).sum();
        solution[row] = (rows[row][N] - known) / rows[row][row];
    }
    Some(solution)
}

/// A weighted least-squares fit of N unknowns, accumulated one equation at a time.
#[derive(Clone, Debug)]
pub(crate) struct LeastSquares<const N: usize, const M: usize> {
    normal: [[f64; M]; N],
}

impl<const N: usize, const M: usize> LeastSquares<N, M> {
    pub(crate) fn new() -> LeastSquares<N, M> {
        const { assert!(M == N + 1, "the right side is the last column") };
        LeastSquares { normal: [[0.0; M]; N] }
    }

    /// Adds the equation `coefficients * unknowns = right`.
    pub(crate) fn add(&mut self, coefficients: &[f64; N], right: f64, weight: f64) {
        for (row, &a) in self.normal.iter_mut().zip(coefficients) {
            for (value, &b) in row.iter_mut().zip(coefficients.iter().chain([&right])) {
                *value += weight * a * b;
            }
        }
    }

    /// The unknowns, held near `prior` with this strength.
    pub(crate) fn solve(mut self, prior: &[f64; N], strength: f64) -> Option<[f64; N]> {
        for (i, (row, &p)) in self.normal.iter_mut().zip(prior).enumerate() {
            row[i] += strength;
            row[N] += strength * p;
        }
        solve_linear(self.normal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUAD: [Point; 4] =
        [Point::new(10.0, 12.0), Point::new(90.0, 5.0), Point::new(100.0, 110.0), Point::new(3.0, 95.0)];

    #[test]
    fn homography_maps_corners_and_back() {
        let plane = Homography::from_corners(&QUAD).expect("a convex quadrilateral");
        for (found, expected) in plane.corners().iter().zip(&QUAD) {
            assert!(found.distance(*expected) < 1e-3, "{found:?} {expected:?}");
        }
        let back = plane.inverse().expect("an invertible map");
        let place = plane.apply(2.5, 7.25);
        assert!(back.apply(place.x, place.y).distance(Point::new(2.5, 7.25)) < 1e-3);
    }

    #[test]
    fn corners_on_a_line_are_no_plane() {
        let line = [0.0, 1.0, 2.0, 3.0].map(|t| Point::new(t, 2.0 * t));
        assert!(Homography::from_corners(&line).is_none());
        assert!(!is_convex(&line));
    }

    /// A quadrilateral whose corners are cut off is restored.
    #[test]
    fn covering_quad_prolongs_the_long_edges() {
        let mut cut = Vec::new();
        for i in 0..4 {
            let (before, at, after) = (QUAD[(i + 3) % 4], QUAD[i], QUAD[(i + 1) % 4]);
            let toward = |other: Point| Point::new(at.x + (other.x - at.x) * 0.1, at.y + (other.y - at.y) * 0.1);
            cut.extend([toward(before), toward(after)]);
        }
        let quad = covering_quad(&convex_hull(cut)).expect("four edges remain");
        for corner in QUAD {
            assert!(quad.iter().any(|found| found.distance(corner) < 0.5), "{corner:?} in {quad:?}");
        }
    }
}
