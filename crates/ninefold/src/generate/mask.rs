//! Puzzles whose givens stand in a pattern that somebody has drawn.
//!
//! There is nothing to dig here: every cell of the pattern is given and no other. What can be changed is the digits. The
//! search begins with the digits that random solutions have in these cells, and takes the ones with the fewest
//! solutions. Then it looks at neighbours, in which one or two givens have another digit, and goes to the one with the
//! fewest solutions, but not with more than before, until there is one. A walk that does not get any better begins anew.
//!
//! All neighbours of a round are counted together, a lane each.

use alloc::vec::Vec;
use core::ops::Range;

use super::FullGrids;
use crate::solve::Cpu;
use crate::{Cell, CellSet, Grid, Puzzle, Random};

/// Grids that are looked at together.
const ROUND: usize = 32;
/// Nobody counts further.
const MANY: usize = 1000;
/// Rounds without getting better after which a walk begins anew.
const PATIENCE: u32 = 60;

/// Makes the puzzles with these numbers.
pub(super) fn search(
    grids: &FullGrids,
    mask: CellSet,
    seed: u64,
    numbers: Range<u64>,
    stop: &mut dyn FnMut() -> bool,
    mut done: impl FnMut(u64, Option<Puzzle>),
) {
    let cells: Vec<Cell> = mask.iter().collect();
    for number in numbers {
        let mut random = Random::stream(seed, number);
        done(number, puzzle(grids, &cells, &mut random, stop));
    }
}

fn puzzle(grids: &FullGrids, cells: &[Cell], random: &mut Random, stop: &mut dyn FnMut() -> bool) -> Option<Puzzle> {
    let mask: CellSet = cells.iter().copied().collect();
    loop {
        let round: Vec<Grid> = (0..ROUND).map(|_| Grid::from(grids.draw(random)).restricted_to(mask)).collect();
        let (mut solutions, mut grid) = fewest(&round, MANY)?;
        let mut patience = PATIENCE;
        while patience > 0 {
            if solutions == 1 {
                return Puzzle::new(grid).ok();
            }
            if stop() {
                return None;
            }
            let round: Vec<Grid> = (0..ROUND).map(|_| neighbour(&grid, cells, random)).collect();
            // One more than there are now is too many.
            match fewest(&round, solutions + 1) {
                Some((fewer, better)) if fewer <= solutions => {
                    patience = if fewer < solutions { PATIENCE } else { patience - 1 };
                    (solutions, grid) = (fewer, better);
                }
                _ => patience -= 1,
            }
        }
    }
}

/// The first of the grids with the fewest solutions, counted up to a limit, among those that have any.
fn fewest(grids: &[Grid], limit: usize) -> Option<(usize, Grid)> {
    let counts = Cpu::best().count_batch(grids, limit);
    counts.into_iter().zip(grids.iter().copied()).filter(|(count, _)| *count > 0).min_by_key(|(count, _)| *count)
}

/// The grid with another digit in one or two of its givens, such that no digit stands twice in a house.
fn neighbour(grid: &Grid, cells: &[Cell], random: &mut Random) -> Grid {
    let mut changed = *grid;
    for _ in 0..1 + random.below(2) {
        let cell = cells[random.below(cells.len() as u32) as usize];
        let free = !changed.digits_in(cell.peers());
        let digits: Vec<_> = free.iter().filter(|&digit| Some(digit) != changed[cell]).collect();
        if !digits.is_empty() {
            changed[cell] = Some(digits[random.below(digits.len() as u32) as usize]);
        }
    }
    changed
}
