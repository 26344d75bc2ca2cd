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

use super::{GaveUp, Generator};
use crate::solve::Backend;
use crate::{Cell, CellSet, Grid, Puzzle, Random};

/// Grids that are looked at together.
const ROUND: usize = 32;
/// Nobody counts further.
const MANY: usize = 1000;
/// Rounds without getting better after which a walk begins anew.
const PATIENCE: u32 = 60;

/// Makes the puzzles with these numbers.
pub(super) fn search(
    generator: &Generator,
    mask: CellSet,
    seed: u64,
    numbers: Range<u64>,
    stop: &mut dyn FnMut() -> bool,
    mut done: impl FnMut(u64, Result<Puzzle, GaveUp>),
) {
    for number in numbers {
        let walk = Walk { generator, mask, random: Random::stream(seed, number), nearest: None };
        done(number, walk.puzzle(stop));
    }
}

/// The search for one puzzle.
struct Walk<'a> {
    generator: &'a Generator,
    mask: CellSet,
    random: Random,
    /// The puzzle nearest to the target, and how far off it is.
    nearest: Option<(Puzzle, u32)>,
}

impl Walk<'_> {
    fn puzzle(mut self, stop: &mut dyn FnMut() -> bool) -> Result<Puzzle, GaveUp> {
        let cells: Vec<Cell> = self.mask.iter().collect();
        loop {
            let begin = |_| Grid::from(self.generator.grids.draw(&mut self.random)).restricted_to(self.mask);
            let round: Vec<Grid> = (0..ROUND).map(begin).collect();
            // A part of a solution has a solution.
            let Some((mut solutions, mut grid)) = fewest(&self.generator.backend, &round, MANY) else { continue };
            let mut best = None;
            let mut patience = PATIENCE;
            while patience > 0 {
                if solutions == 1
                    && let Ok(puzzle) = Puzzle::new(grid)
                {
                    let off = self.generator.judge.distance(&puzzle, stop);
                    if off == 0 {
                        return Ok(puzzle);
                    }
                    if self.nearest.is_none_or(|(_, nearest)| off < nearest) {
                        self.nearest = Some((puzzle, off));
                    }
                    match best {
                        Some((nearer, other)) if nearer < off => grid = other,
                        _ => best = Some((off, grid)),
                    }
                }
                if stop() {
                    return Err(GaveUp { nearest: self.nearest.map(|(puzzle, _)| puzzle) });
                }
                let round: Vec<Grid> = (0..ROUND).map(|_| neighbour(&grid, &cells, &mut self.random)).collect();
                // One more than there are now is too many.
                match fewest(&self.generator.backend, &round, solutions + 1) {
                    Some((fewer, better)) if fewer <= solutions => {
                        patience = if fewer < solutions { PATIENCE } else { patience - 1 };
                        (solutions, grid) = (fewer, better);
                    }
                    _ => patience -= 1,
                }
            }
        }
    }
}

/// The first of the grids with the fewest solutions, counted up to a limit, among those that have any.
fn fewest(backend: &Backend, grids: &[Grid], limit: usize) -> Option<(usize, Grid)> {
    let counts = backend.count_batch(grids, limit);
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
