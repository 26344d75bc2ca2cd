//! Local search for puzzles whose givens are exactly the cells of a pattern.
//!
//! The cells are fixed; only the digits change. The search starts with the digits of random solutions in these cells
//! and selects the grid with the fewest solutions. Each round generates neighbours, in which one or two givens have
//! another digit, and moves to the one with the fewest solutions if these are not more than before. It ends when there
//! is exactly one solution. A walk without improvement restarts.
//!
//! The solutions of all neighbours of a round are counted in one batch.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Generator, SearchStoppedError};
use crate::solve::Backend;
use crate::{Cell, CellSet, Control, Grid, Puzzle, Random};

/// The number of grids in a round.
const ROUND_SIZE: usize = 32;
/// The limit for counting solutions.
const MAX_COUNT: usize = 1000;
/// Rounds without improvement before a restart.
const MAX_ROUNDS: u32 = 60;

/// Generates the puzzles with these numbers.
pub(super) fn search(
    generator: &Generator,
    mask: CellSet,
    seed: u64,
    numbers: Range<u64>,
    control: &mut Control<'_>,
    mut done: impl FnMut(u64, Result<Puzzle, SearchStoppedError>),
) {
    let (first, end) = (numbers.start, numbers.end);
    for number in numbers {
        let walk = MaskWalk { generator, mask, random: Random::stream(seed, number), nearest: None };
        done(number, walk.puzzle(control));
        control.progress(number - first + 1, Some(end - first));
    }
}

/// The search for one puzzle.
struct MaskWalk<'a> {
    generator: &'a Generator,
    mask: CellSet,
    random: Random,
    /// The puzzle nearest to the target, and its distance.
    nearest: Option<(Puzzle, u32)>,
}

impl MaskWalk<'_> {
    fn puzzle(mut self, control: &mut Control<'_>) -> Result<Puzzle, SearchStoppedError> {
        let cells: Vec<Cell> = self.mask.iter().collect();
        loop {
            let begin = |_| Grid::from(self.generator.grids.draw(&mut self.random)).restricted_to(self.mask);
            let round: Vec<Grid> = (0..ROUND_SIZE).map(begin).collect();
            // Always some: a part of a solution has a solution.
            let Some((mut solutions, mut grid)) = fewest(&self.generator.backend, &round, MAX_COUNT) else { continue };
            let mut best = None;
            let mut rounds_left = MAX_ROUNDS;
            while rounds_left > 0 {
                if solutions == 1
                    && let Ok(puzzle) = Puzzle::new(grid)
                {
                    let off = self.generator.judge.distance(&puzzle, control);
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
                if control.should_stop() {
                    return Err(SearchStoppedError { nearest: self.nearest.map(|(puzzle, _)| puzzle) });
                }
                let round: Vec<Grid> = (0..ROUND_SIZE).map(|_| neighbour(&grid, &cells, &mut self.random)).collect();
                // Grids with more solutions than now are not used: the count may stop there.
                match fewest(&self.generator.backend, &round, solutions + 1) {
                    Some((fewer, better)) if fewer <= solutions => {
                        rounds_left = if fewer < solutions { MAX_ROUNDS } else { rounds_left - 1 };
                        (solutions, grid) = (fewer, better);
                    }
                    _ => rounds_left -= 1,
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

/// The grid with another digit in one or two of its givens, without a conflict.
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
