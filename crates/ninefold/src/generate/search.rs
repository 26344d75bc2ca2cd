//! Puzzles that do not come by themselves: with few or many givens, or as hard as somebody wants them.
//!
//! Minimal puzzles dug from random grids have 24 or 25 givens mostly; 34 in a million have 20. To get to what is asked
//! for, a puzzle is changed a little again and again: some givens of its solution are put back, and digging in another
//! order leaves a neighbour, a minimal puzzle too. The neighbour takes the puzzle's place unless it is further off. A walk
//! that has not come nearer for a while begins anew with another grid.
//!
//! Where redundant givens are welcome, a puzzle with too few just gets some of its own digits back.

use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::Range;

use super::dig::{Dig, dig_all};
use super::{GaveUp, Generator};
use crate::{CellSet, Grid, Puzzle, Random};

/// One puzzle asked for.
struct Item {
    number: u64,
    random: Random,
    /// The nearest puzzle of the walk, and how far off it is.
    best: Option<(Puzzle, Distance)>,
    /// Neighbours left until the walk begins anew.
    patience: u32,
    /// The nearest puzzle of all walks.
    nearest: Option<(Puzzle, Distance)>,
}

/// Givens too many or too few, then how far off the target.
type Distance = (usize, u32);

/// Neighbours without coming nearer after which a walk begins anew, as long as the number of givens is wrong ...
const PATIENCE: u32 = 1000;
/// ... and when it is right: judging takes longer than digging then, and neighbours have less in common.
const PATIENCE_ON_TARGET: u32 = 40;

/// Makes the puzzles with these numbers.
pub(super) fn search(
    generator: &Generator,
    seed: u64,
    numbers: Range<u64>,
    stop: &mut dyn FnMut() -> bool,
    mut done: impl FnMut(u64, Result<Puzzle, GaveUp>),
) {
    let mut numbers = numbers.map(|number| Item::new(seed, number));
    let stop = RefCell::new(stop);
    dig_all(
        &generator.backend,
        || {
            let mut item = numbers.next()?;
            let dig = item.anew(generator);
            Some((item, dig))
        },
        |item: &mut Item, puzzle| {
            let mut stop = stop.borrow_mut();
            match item.take(generator, puzzle, *stop) {
                Next::Dig(_) if stop() => {
                    done(item.number, Err(GaveUp { nearest: item.nearest.map(|(puzzle, _)| puzzle) }));
                    None
                }
                Next::Dig(dig) => Some(dig),
                Next::Done(puzzle) => {
                    done(item.number, Ok(puzzle));
                    None
                }
            }
        },
    );
}

enum Next {
    Dig(Dig),
    Done(Puzzle),
}

impl Item {
    fn new(seed: u64, number: u64) -> Item {
        Item { number, random: Random::stream(seed, number), best: None, patience: 0, nearest: None }
    }

    /// Begins with a new grid.
    fn anew(&mut self, generator: &Generator) -> Dig {
        self.best = None;
        self.patience = PATIENCE;
        let solution = generator.grids.draw(&mut self.random);
        let mut order = generator.orbits.clone();
        self.random.shuffle(&mut order);
        Dig::new(solution, CellSet::FULL, order)
    }

    /// Looks at what was dug.
    fn take(&mut self, generator: &Generator, puzzle: Puzzle, stop: &mut dyn FnMut() -> bool) -> Next {
        let puzzle = if generator.recipe.redundant { self.filled_up(generator, puzzle) } else { puzzle };
        let off = distance(generator, &puzzle, stop);
        if off == (0, 0) {
            return Next::Done(puzzle);
        }
        if self.nearest.is_none_or(|(_, nearest)| off < nearest) {
            self.nearest = Some((puzzle, off));
        }
        match self.best {
            Some((_, best)) if best < off => self.patience -= 1,
            Some((_, best)) if best == off => {
                self.patience -= 1;
                self.best = Some((puzzle, off));
            }
            _ => {
                self.patience = if off.0 == 0 { PATIENCE_ON_TARGET } else { PATIENCE };
                self.best = Some((puzzle, off));
            }
        }
        match self.best {
            Some((best, _)) if self.patience > 0 => Next::Dig(self.neighbour(generator, &best)),
            _ => Next::Dig(self.anew(generator)),
        }
    }

    /// Puts some givens back and digs in another order: those that were put back last, so that others go.
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

    /// The puzzle with more givens of its solution, as many as are asked for at least, where orbits add up to that.
    fn filled_up(&mut self, generator: &Generator, puzzle: Puzzle) -> Puzzle {
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

fn distance(generator: &Generator, puzzle: &Puzzle, stop: &mut dyn FnMut() -> bool) -> Distance {
    let (wanted, givens) = (&generator.recipe.givens, puzzle.givens().filled().len());
    match wanted.start().saturating_sub(givens) + givens.saturating_sub(*wanted.end()) {
        0 => (0, generator.judge.distance(puzzle, stop)),
        off => (off, 0),
    }
}
