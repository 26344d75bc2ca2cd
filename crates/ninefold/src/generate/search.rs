//! Local search for rare puzzles: with few or many givens, or of a given difficulty.
//!
//! Minimal puzzles dug from random grids mostly have 24 or 25 givens; 34 in a million have 20. The search changes a
//! puzzle in small steps: it adds some givens of the solution, and digging in another order results in a neighbour,
//! which is also minimal. The neighbour replaces the puzzle unless it is further from the recipe. A walk without
//! improvement for some time restarts with another grid.
//!
//! If the recipe allows redundant givens, a puzzle with too few givens gets more digits of its solution.

use alloc::vec::Vec;
use core::ops::Range;

use super::dig::{Dig, dig_all};
use super::{Generator, SearchStoppedError};
use crate::{CellSet, Control, Grid, Puzzle, Random};

/// The search for one puzzle.
struct PuzzleWalk {
    number: u64,
    random: Random,
    /// The nearest puzzle since the last restart, and its distance.
    best: Option<(Puzzle, Distance)>,
    /// Neighbours left until the next restart.
    attempts_left: u32,
    /// The nearest puzzle of all, and its distance.
    nearest: Option<(Puzzle, Distance)>,
}

/// The distance of the number of givens, then the distance from the target.
type Distance = (usize, u32);

/// Neighbours without improvement before a restart, while the number of givens is wrong ...
const ATTEMPTS: u32 = 1000;
/// ... and when it is right: measuring then takes longer than digging, and neighbours have less in common.
const ATTEMPTS_ON_TARGET: u32 = 40;

/// Generates the puzzles with these numbers.
pub(super) fn search(
    generator: &Generator,
    seed: u64,
    numbers: Range<u64>,
    control: &mut Control<'_>,
    mut done: impl FnMut(u64, Result<Puzzle, SearchStoppedError>),
) {
    let total = numbers.end.saturating_sub(numbers.start);
    let mut numbers = numbers.map(|number| PuzzleWalk::new(seed, number));
    let mut finished = 0;
    dig_all(
        &generator.backend,
        || {
            let mut walk = numbers.next()?;
            let dig = walk.restart(generator);
            Some((walk, dig))
        },
        |walk: &mut PuzzleWalk, puzzle| {
            let next = walk.examine(generator, puzzle, control);
            finished += u64::from(matches!(next, WalkStep::Done(_)));
            control.progress(finished, Some(total));
            match next {
                WalkStep::Dig(_) if control.should_stop() => {
                    done(walk.number, Err(SearchStoppedError { nearest: walk.nearest.map(|(puzzle, _)| puzzle) }));
                    None
                }
                WalkStep::Dig(dig) => Some(dig),
                WalkStep::Done(puzzle) => {
                    done(walk.number, Ok(puzzle));
                    None
                }
            }
        },
    );
}

/// The next step of a walk.
enum WalkStep {
    /// Dig another puzzle.
    Dig(Dig),
    /// This puzzle fits the recipe.
    Done(Puzzle),
}

impl PuzzleWalk {
    fn new(seed: u64, number: u64) -> PuzzleWalk {
        PuzzleWalk { number, random: Random::stream(seed, number), best: None, attempts_left: 0, nearest: None }
    }

    /// Starts with a new grid.
    fn restart(&mut self, generator: &Generator) -> Dig {
        self.best = None;
        self.attempts_left = ATTEMPTS;
        let solution = generator.grids.draw(&mut self.random);
        let mut order = generator.orbits.clone();
        self.random.shuffle(&mut order);
        Dig::new(solution, CellSet::FULL, order)
    }

    /// Compares a dug puzzle with the recipe.
    fn examine(&mut self, generator: &Generator, puzzle: Puzzle, control: &mut Control<'_>) -> WalkStep {
        let puzzle = if generator.recipe.redundant { self.with_more_givens(generator, puzzle) } else { puzzle };
        let off = distance(generator, &puzzle, control);
        if off == (0, 0) {
            return WalkStep::Done(puzzle);
        }
        if self.nearest.is_none_or(|(_, nearest)| off < nearest) {
            self.nearest = Some((puzzle, off));
        }
        match self.best {
            Some((_, best)) if best < off => self.attempts_left -= 1,
            Some((_, best)) if best == off => {
                self.attempts_left -= 1;
                self.best = Some((puzzle, off));
            }
            _ => {
                self.attempts_left = if off.0 == 0 { ATTEMPTS_ON_TARGET } else { ATTEMPTS };
                self.best = Some((puzzle, off));
            }
        }
        match self.best {
            Some((best, _)) if self.attempts_left > 0 => WalkStep::Dig(self.neighbour(generator, &best)),
            _ => WalkStep::Dig(self.restart(generator)),
        }
    }

    /// Adds some givens and digs in another order. The added givens are last in the order: others are removed first.
    fn neighbour(&mut self, generator: &Generator, puzzle: &Puzzle) -> Dig {
        let givens = puzzle.givens().filled();
        let (mut order, mut out): (Vec<CellSet>, Vec<CellSet>) =
            generator.orbits.iter().partition(|orbit| orbit.is_subset(givens));
        self.random.shuffle(&mut order);
        self.random.shuffle(&mut out);
        out.truncate(1 + self.random.below(4) as usize);
        let all = out.iter().fold(givens, |all, &orbit| all | orbit);
        order.extend(out);
        Dig::new(*puzzle.solution(), all, order)
    }

    /// The puzzle with more givens of its solution, up to the number in the recipe if the orbits allow it.
    fn with_more_givens(&mut self, generator: &Generator, puzzle: Puzzle) -> Puzzle {
        let wanted = &generator.recipe.givens;
        let mut givens = puzzle.givens().filled();
        let mut out: Vec<CellSet> =
            generator.orbits.iter().copied().filter(|orbit| orbit.is_disjoint(givens)).collect();
        self.random.shuffle(&mut out);
        for orbit in out {
            if givens.len() < *wanted.start() && givens.len() + orbit.len() <= *wanted.end() {
                givens |= orbit;
            }
        }
        Puzzle::proved(Grid::from(*puzzle.solution()).restricted_to(givens), *puzzle.solution())
    }
}

fn distance(generator: &Generator, puzzle: &Puzzle, control: &mut Control<'_>) -> Distance {
    let (wanted, givens) = (&generator.recipe.givens, puzzle.givens().filled().len());
    match wanted.start().saturating_sub(givens) + givens.saturating_sub(*wanted.end()) {
        0 => (0, generator.judge.distance(puzzle, control)),
        off => (off, 0),
    }
}
