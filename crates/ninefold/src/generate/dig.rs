//! Digging: removes givens from a full grid while the solution is unique.
//!
//! The orbits of the grid (single cells without a symmetry) are removed in a random order. An orbit stays if there
//! would be a second solution without it. The result is minimal: an orbit that was needed with more givens is also
//! needed with fewer. The result depends only on the grid and the order.
//!
//! For each cell of an orbit there are three tests; the solver is the last.
//!
//! 1. **It is not needed** if its digit is a single: the only digit for its cell, or the cell is the only one for the
//!    digit in a house (`given_masks.rs`).
//! 2. **The orbit stays** if digits can be exchanged without changing another given (`unavoidable.rs`).
//! 3. **The solver** searches for a solution with another digit in the cell. The orbit stays if there is one.
//!
//! A cell that is not needed counts as a given for the other cells of its orbit. Of 81 orbits about 28 are left for the
//! solver. Many puzzles are dug at the same time to fill the lanes of the batch engine.

use alloc::vec::Vec;

use super::given_masks::{ALL, GivenMasks};
use super::unavoidable::DigitPlaces;
use crate::solve::{Backend, Questions};
use crate::{Cell, CellSet, Grid, Puzzle, Solution};

/// A puzzle that is being dug.
pub(super) struct Dig {
    solution: Solution,
    places: DigitPlaces,
    /// The orbits in the order of the tests, and the number of those begun.
    order: Vec<CellSet>,
    begun: usize,
    /// The cells of the current orbit whose digits are not known to follow from the other givens.
    unknown: CellSet,
    /// The remaining givens.
    givens: CellSet,
    /// The same without the unknown cells, as masks.
    masks: GivenMasks,
    /// The same, as the candidates of each cell: its digit if it is given, otherwise all digits.
    candidates: [u16; 81],
}

impl Dig {
    /// Starts with these givens, whose only solution this is. The orbits in the order are disjoint and given; other
    /// givens stay.
    pub(super) fn new(solution: Solution, givens: CellSet, order: Vec<CellSet>) -> Dig {
        let mut candidates = [0; 81];
        for (candidates, digit) in candidates.iter_mut().zip(solution.as_array()) {
            *candidates = 1 << digit.index();
        }
        let places = DigitPlaces::new(&solution);
        let (unknown, masks) = (CellSet::EMPTY, GivenMasks::FULL);
        let mut dig = Dig { solution, places, order, begun: 0, unknown, givens, masks, candidates };
        for cell in !givens {
            dig.toggle(cell);
        }
        dig
    }

    /// Continues until the solver is needed. Returns the cell of the question: is there a solution with another digit in
    /// it?
    fn question(&mut self) -> Option<Cell> {
        loop {
            let Some(cell) = self.unknown.first() else {
                self.unknown = *self.order.get(self.begun)?;
                self.begun += 1;
                for cell in self.unknown {
                    self.toggle(cell);
                }
                continue;
            };
            if self.masks.is_single(cell, self.solution[cell].index()) {
                self.determine(cell);
            } else if self.is_needed() {
                self.keep();
            } else {
                return Some(cell);
            }
        }
    }

    /// Receives the answer for this cell: whether there is a solution with another digit.
    fn answer(&mut self, cell: Cell, is_other: bool) {
        if is_other { self.keep() } else { self.determine(cell) }
    }

    /// Removes the given of a cell from the masks and candidates, or adds it again.
    fn toggle(&mut self, cell: Cell) {
        let digit = self.solution[cell].index();
        self.masks.toggle(cell, digit);
        self.candidates[cell.index()] ^= ALL ^ 1 << digit;
    }

    /// Continues after it is known that the digit of this cell follows from the other givens: with the other cells of the
    /// orbit, or without the orbit.
    fn determine(&mut self, cell: Cell) {
        self.unknown.remove(cell);
        if !self.unknown.is_empty() {
            self.toggle(cell);
            return;
        }
        let orbit = self.order[self.begun - 1];
        for other in orbit.without(cell) {
            self.toggle(other);
        }
        self.givens -= orbit;
    }

    /// Keeps the current orbit.
    fn keep(&mut self) {
        for cell in core::mem::take(&mut self.unknown) {
            self.toggle(cell);
        }
    }

    /// Whether an unavoidable set proves that the current orbit is needed.
    fn is_needed(&self) -> bool {
        self.unknown.iter().any(|cell| self.places.is_exchangeable(&self.solution, &self.masks, cell))
    }

    /// The dug puzzle.
    fn puzzle(&self) -> Puzzle {
        Puzzle::proved(Grid::from(self.solution).restricted_to(self.givens), self.solution)
    }
}

/// The number of puzzles dug at the same time: more than the lanes of any CPU, so a question is always ready.
const SIDE_BY_SIDE: usize = 48;

/// Digs many puzzles side by side. `begin` returns the next one to dig with its owner. `done` receives the result and
/// may return another one to dig for the same owner.
pub(super) fn dig_all<T>(
    backend: &Backend,
    begin: impl FnMut() -> Option<(T, Dig)>,
    done: impl FnMut(&mut T, Puzzle) -> Option<Dig>,
) {
    let mut digs = DigBatch { digs: Vec::with_capacity(SIDE_BY_SIDE), waiting: Vec::new(), begin, done };
    for place in 0..SIDE_BY_SIDE {
        digs.begin(place);
    }
    // A question may become ready after the engine has found none and is about to end.
    while !digs.waiting.is_empty() {
        backend.ask(&mut digs, 1);
    }
}

struct DigBatch<T, B, D> {
    /// The puzzles being dug, each with its owner and the cell of its question.
    digs: Vec<(T, Dig, Cell)>,
    /// The indices of those whose question has not been passed to the solver yet.
    waiting: Vec<usize>,
    begin: B,
    done: D,
}

impl<T, B: FnMut() -> Option<(T, Dig)>, D: FnMut(&mut T, Puzzle) -> Option<Dig>> DigBatch<T, B, D> {
    /// Starts the next puzzle in this place, if there is one.
    fn begin(&mut self, place: usize) {
        while let Some((mut owner, dig)) = (self.begin)() {
            if let Some((dig, question)) = self.dig(&mut owner, dig) {
                let entry = (owner, dig, question);
                match self.digs.get_mut(place) {
                    Some(slot) => *slot = entry,
                    None => self.digs.push(entry),
                }
                self.waiting.push(place);
                return;
            }
        }
    }

    /// Continues until there is a question, or the owner is finished.
    fn dig(&mut self, owner: &mut T, mut dig: Dig) -> Option<(Dig, Cell)> {
        loop {
            match dig.question() {
                Some(question) => return Some((dig, question)),
                None => dig = (self.done)(owner, dig.puzzle())?,
            }
        }
    }
}

impl<T, B: FnMut() -> Option<(T, Dig)>, D: FnMut(&mut T, Puzzle) -> Option<Dig>> Questions for DigBatch<T, B, D> {
    fn next(&mut self, mut set: impl FnMut(usize, u16)) -> Option<usize> {
        let place = self.waiting.pop()?;
        let (_, dig, asked) = &self.digs[place];
        for (cell, &digits) in dig.candidates.iter().enumerate() {
            set(cell, digits);
        }
        set(asked.index(), ALL & !(1 << dig.solution[*asked].index()));
        Some(place)
    }

    fn answer(&mut self, place: usize, count: usize) {
        let (owner, dig, asked) = &mut self.digs[place];
        dig.answer(*asked, count > 0);
        loop {
            if let Some(next) = dig.question() {
                *asked = next;
                self.waiting.push(place);
                return;
            }
            match (self.done)(owner, dig.puzzle()) {
                Some(another) => *dig = another,
                None => return self.begin(place),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::generate::{FullGrids, Symmetry};

    /// Removes one orbit after the other, with the solver for each.
    fn one_by_one(solution: &Solution, givens: CellSet, order: &[CellSet]) -> CellSet {
        let unique = |givens: CellSet| Grid::from(*solution).restricted_to(givens).solve().is_unique();
        order.iter().fold(givens, |givens, &orbit| if unique(givens - orbit) { givens - orbit } else { givens })
    }

    #[test]
    fn digging_side_by_side_equals_removing_orbits_one_by_one() {
        let grids = FullGrids::new();
        let mut random = Random::new(3);
        let mut begun = Vec::new();
        for symmetry in Symmetry::ALL.into_iter().cycle().take(200) {
            let solution = grids.draw(&mut random);
            let mut order = symmetry.orbits();
            random.shuffle(&mut order);
            // Some givens are not in the order and stay.
            let fixed = begun.len() % 4;
            order.drain(..fixed);
            begun.push((solution, order));
        }
        let mut items = begun.iter().enumerate();
        let mut seen = 0;
        dig_all(
            &Backend::cpu(),
            || {
                let (number, (solution, order)) = items.next()?;
                Some((number, Dig::new(*solution, CellSet::FULL, order.clone())))
            },
            |number, puzzle| {
                let (solution, order) = &begun[*number];
                assert_eq!(puzzle.givens().filled(), one_by_one(solution, CellSet::FULL, order));
                assert_eq!(puzzle.solution(), solution);
                seen += 1;
                None
            },
        );
        assert_eq!(seen, begun.len());
    }
}
