//! Puzzles with a number of givens that does not come by itself.
//!
//! Minimal puzzles dug from random grids have 24 or 25 givens mostly; one in a hundred thousand has 20. To get to a number
//! that is asked for, a puzzle is changed a little again and again: some givens of its solution are put back, and digging
//! in another order leaves a neighbour, a minimal puzzle too. The neighbour takes the puzzle's place unless its number of
//! givens is further off. A walk that has not arrived after a while begins anew with another grid.
//!
//! Where redundant givens are welcome, a puzzle with too few just gets some of its own digits back.

use alloc::vec::Vec;
use core::ops::Range;

use super::Generator;
use super::dig::{Dig, dig_all};
use crate::{CellSet, Grid, Puzzle, Random};

/// One puzzle asked for.
pub(super) struct Item {
    number: u64,
    random: Random,
    /// The best puzzle of the walk.
    best: Option<Puzzle>,
    /// Neighbours left until the walk begins anew.
    patience: u32,
}

/// The neighbours that a walk looks at.
const PATIENCE: u32 = 1000;

/// Makes the puzzles with these numbers.
pub(super) fn search(
    generator: &Generator,
    seed: u64,
    numbers: Range<u64>,
    stop: &mut dyn FnMut() -> bool,
    mut done: impl FnMut(u64, Option<Puzzle>),
) {
    let mut numbers = numbers.map(|number| Item::new(seed, number));
    // Beginning and going on both ask, one after the other.
    let stop = core::cell::RefCell::new(stop);
    dig_all(
        || {
            let mut item = numbers.next()?;
            let dig = item.anew(generator);
            Some((item, dig))
        },
        |item: &mut Item, puzzle| {
            let stopped = item.best.is_some() && (stop.borrow_mut())();
            let next = if stopped { Next::GiveUp } else { item.take(generator, puzzle) };
            match next {
                Next::Dig(dig) => return Some(dig),
                Next::Done(puzzle) => done(item.number, Some(puzzle)),
                Next::GiveUp => done(item.number, None),
            }
            None
        },
    );
}

enum Next {
    Dig(Dig),
    Done(Puzzle),
    GiveUp,
}

impl Item {
    fn new(seed: u64, number: u64) -> Item {
        Item { number, random: Random::stream(seed, number), best: None, patience: 0 }
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
    fn take(&mut self, generator: &Generator, puzzle: Puzzle) -> Next {
        let distance = |puzzle: &Puzzle| self::distance(generator, puzzle);
        let off = distance(&puzzle);
        if off == 0 {
            return Next::Done(puzzle);
        }
        let recipe = &generator.recipe;
        if recipe.redundant
            && puzzle.givens().filled().len() < *recipe.givens.start()
            && let Some(puzzle) = self.filled_up(generator, &puzzle)
        {
            return Next::Done(puzzle);
        }
        let best = match &self.best {
            Some(best) if distance(best) < off => *best,
            _ => puzzle,
        };
        self.best = Some(best);
        self.patience = self.patience.saturating_sub(1);
        if self.patience == 0 { Next::Dig(self.anew(generator)) } else { Next::Dig(self.neighbour(generator, &best)) }
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

    /// The puzzle with more givens of its solution, as many as are asked for at least; `None` where orbits do not add up.
    fn filled_up(&mut self, generator: &Generator, puzzle: &Puzzle) -> Option<Puzzle> {
        let wanted = &generator.recipe.givens;
        let mut givens = puzzle.givens().filled();
        let mut out: Vec<CellSet> =
            generator.orbits.iter().copied().filter(|orbit| orbit.is_disjoint(givens)).collect();
        self.random.shuffle(&mut out);
        for orbit in out {
            if givens.len() + orbit.len() <= *wanted.end() && givens.len() < *wanted.start() {
                givens |= orbit;
            }
        }
        let grid = Grid::from(*puzzle.solution()).restricted_to(givens);
        wanted.contains(&givens.len()).then(|| Puzzle::proved(grid, *puzzle.solution()))
    }
}

/// How many givens too many or too few.
fn distance(generator: &Generator, puzzle: &Puzzle) -> usize {
    let (wanted, givens) = (&generator.recipe.givens, puzzle.givens().filled().len());
    wanted.start().saturating_sub(givens) + givens.saturating_sub(*wanted.end())
}
