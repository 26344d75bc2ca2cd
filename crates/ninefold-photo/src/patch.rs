//! Cells as small pictures, the way the network sees them.
//!
//! A patch shows a cell and a tenth of a cell around it, in amounts of ink: 0 is the paper of this cell, 1 is the ink
//! of this photograph. Shadows, tinted cells and pale print then look alike.

use crate::gray::Pyramid;
use crate::lattice::Lattice;

/// Pixels along the side of a patch.
pub(crate) const SIDE: usize = 32;
/// How much of the neighbouring cells is visible, in cells.
const MARGIN: f32 = 0.1;

/// The picture of one cell: ink from -0.5 (0) to 1.5 (255).
pub(crate) type Patch = [u8; SIDE * SIDE];

/// The patches of the 81 cells, row by row as the lattice counts.
pub(crate) fn patches(photo: &Pyramid, lattice: &Lattice) -> Vec<Patch> {
    let step = lattice.mean_step() * (1.0 + 2.0 * MARGIN) / SIDE as f32;
    // Each pixel is the mean of four samples half a pixel apart.
    let (level, scale) = photo.level_for(step * 0.75);
    let mut inks: Vec<[f32; SIDE * SIDE]> = Vec::with_capacity(81);
    let mut contrasts: Vec<f32> = Vec::with_capacity(81);
    for cell in 0..81 {
        let (x, y) = ((cell % 9) as f32, (cell / 9) as f32);
        let corner = |dx: f32, dy: f32| {
            let p = lattice.locate(x + dx, y + dy);
            (p.x * scale, p.y * scale)
        };
        let (low, high) = (-MARGIN, 1.0 + MARGIN);
        let [a, b, c, d] = [corner(low, low), corner(high, low), corner(low, high), corner(high, high)];
        let mut patch = [0.0f32; SIDE * SIDE];
        for (i, pixel) in patch.iter_mut().enumerate() {
            let (column, row) = ((i % SIDE) as f32, (i / SIDE) as f32);
            let mut sum = 0.0;
            for (sx, sy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                let (u, v) = ((column + sx) / SIDE as f32, (row + sy) / SIDE as f32);
                let mix = |a: f32, b: f32, c: f32, d: f32| {
                    let (top, bottom) = (a + (b - a) * u, c + (d - c) * u);
                    top + (bottom - top) * v
                };
                sum += level.sample(mix(a.0, b.0, c.0, d.0), mix(a.1, b.1, c.1, d.1));
            }
            *pixel = sum / 4.0;
        }
        let paper = rank(&patch, 4, 0.75);
        for pixel in &mut patch {
            *pixel = (paper - *pixel) / (paper + 8.0);
        }
        contrasts.push(rank(&patch, 7, 0.9));
        inks.push(patch);
    }
    // Digits fill at least a fifth of the cells of a puzzle, and a tenth of the middle of their cell.
    contrasts.sort_by(f32::total_cmp);
    let ink = contrasts[69].max(0.05);
    inks.iter().map(|patch| patch.map(|value| (((value / ink) + 0.5) * 127.5).clamp(0.0, 255.0) as u8)).collect()
}

/// The value at this rank (0 lowest, 1 highest) of the pixels at least `border` pixels inside.
fn rank(patch: &[f32; SIDE * SIDE], border: usize, rank: f32) -> f32 {
    let mut values: Vec<f32> = patch
        .chunks_exact(SIDE)
        .skip(border)
        .take(SIDE - 2 * border)
        .flat_map(|row| &row[border..SIDE - border])
        .copied()
        .collect();
    let at = ((values.len() - 1) as f32 * rank) as usize;
    *values.select_nth_unstable_by(at, f32::total_cmp).1
}

/// The patch turned by so many quarter turns, clockwise.
pub(crate) fn turned(patch: &Patch, quarters: usize) -> Patch {
    std::array::from_fn(|i| {
        let (x, y) = (i % SIDE, i / SIDE);
        let (x, y) = match quarters % 4 {
            0 => (x, y),
            1 => (y, SIDE - 1 - x),
            2 => (SIDE - 1 - x, SIDE - 1 - y),
            _ => (SIDE - 1 - y, x),
        };
        patch[y * SIDE + x]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_quarter_turns_are_none() {
        let patch: Patch = std::array::from_fn(|i| (i * 31 % 251) as u8);
        let once = turned(&patch, 1);
        // Clockwise: the top left pixel moves to the top right.
        assert_eq!(once[SIDE - 1], patch[0]);
        assert_eq!(turned(&once, 3), patch);
        assert_eq!(turned(&turned(&patch, 2), 2), patch);
    }
}
