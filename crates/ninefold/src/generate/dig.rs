//! Digging: removes givens from a full grid while the solution is unique.
//!
//! The orbits of the grid (single cells without a symmetry) are removed in a random order. An orbit stays if there
//! would be a second solution without it. The result is minimal: an orbit that was needed with more givens is also
//! needed with fewer. The result depends only on the grid and the order.
//!
//! For each orbit there are three tests; the solver is the last.
//!
//! 1. **It stays** if an unavoidable set (see `unavoidable.rs`) contains no other given. The sets that can be read off
//!    the grid are sorted by the last of their orbits in the order, the only orbit that they can prove to be needed.
//! 2. **It is removed** if its digits follow from the other givens one after the other: each is the only digit for its
//!    cell, or its cell is the only one for the digit in a house.
//! 3. **The solver** searches for a solution with another digit in one of the cells. The orbit stays if there is one.
//!
//! Of 81 orbits about 25 are left for the solver. Many puzzles are dug at the same time to fill the lanes of the batch
//! engine.

use alloc::vec;
use alloc::vec::Vec;

use super::unavoidable;
use crate::geometry::PEERS;
use crate::solve::{Backend, Outcome, Questions};
use crate::{Cell, CellSet, Grid, House, Puzzle, Solution};

/// A puzzle that is being dug.
pub(super) struct Dig {
    solution: Solution,
    /// The cells of each digit.
    cells: [CellSet; 9],
    /// The orbits in the order of the tests.
    order: Vec<CellSet>,
    /// Unavoidable sets, each with the index of the next one for the same place in the order.
    sets: Vec<(CellSet, u16)>,
    /// The index of the first set for each place.
    first_set: Vec<u16>,
    /// The remaining givens.
    givens: CellSet,
    /// The place of the current orbit.
    place: usize,
    /// The cells of the current orbit that are known to follow from the other givens.
    determined: CellSet,
}

const NO_SET: u16 = u16::MAX;

impl Dig {
    /// Starts with these givens, whose only solution this is. The orbits in the order are disjoint and given; other
    /// givens stay.
    pub(super) fn new(solution: Solution, givens: CellSet, order: Vec<CellSet>) -> Dig {
        let mut places = [0; 81];
        for (place, orbit) in order.iter().enumerate() {
            for cell in orbit.iter() {
                places[cell.index()] = place as u8 + 1;
            }
        }
        let mut cells = [CellSet::EMPTY; 9];
        for cell in Cell::all() {
            cells[solution[cell].index()].insert(cell);
        }
        let mut sets = Vec::with_capacity(256);
        let mut first_set = vec![NO_SET; order.len()];
        let mut add = |set: CellSet, place: u8| {
            // A set without a place contains only givens that stay, if any.
            if let Some(place) = usize::from(place).checked_sub(1) {
                sets.push((set, first_set[place]));
                first_set[place] = (sets.len() - 1) as u16;
            }
        };
        unavoidable::of_two_digits(&solution, &places, &mut add);
        unavoidable::of_two_lines(&solution, &places, &mut add);
        Dig { solution, cells, order, sets, first_set, givens, place: 0, determined: CellSet::EMPTY }
    }

    /// Continues until the solver is needed. Returns the question: is there a solution with another digit in the cell
    /// and these other givens?
    fn question(&mut self) -> Option<(Cell, CellSet)> {
        while let Some(&orbit) = self.order.get(self.place) {
            let others = self.givens - orbit;
            if self.determined.is_empty() && self.is_needed(others) {
                self.place += 1;
                continue;
            }
            // Cell by cell: cells known to be determined count as givens.
            while let Some(cell) = (orbit - self.determined).first() {
                if !self.is_determined(cell, others | self.determined) {
                    return Some((cell, others | self.determined));
                }
                self.determined.insert(cell);
            }
            self.advance(others);
        }
        None
    }

    /// Receives the answer for this cell: whether there is a solution with another digit.
    fn answer(&mut self, cell: Cell, is_other: bool) {
        if is_other { self.advance(self.givens) } else { self.determined.insert(cell) }
    }

    /// Continues with the next orbit and these givens.
    fn advance(&mut self, givens: CellSet) {
        self.givens = givens;
        self.determined = CellSet::EMPTY;
        self.place += 1;
    }

    /// Whether a known unavoidable set proves that the current orbit is needed.
    fn is_needed(&self, others: CellSet) -> bool {
        let mut next = self.first_set[self.place];
        while let Some((set, after)) = self.sets.get(usize::from(next)) {
            if set.is_disjoint(others) {
                return true;
            }
            next = *after;
        }
        false
    }

    /// Whether the other givens leave one digit for the cell, or one place for its digit in a house.
    fn is_determined(&self, cell: Cell, others: CellSet) -> bool {
        let digit = self.solution[cell].index();
        let seen = (self.cells[digit] & others).iter().fold(others, |seen, other| seen | PEERS[other.index()]);
        let alone = |house: House| (house.cells() - seen).len() == 1;
        if cell.houses().into_iter().any(alone) {
            return true;
        }
        let givens = cell.peers() & others;
        (0..9).all(|other| other == digit || !self.cells[other].is_disjoint(givens))
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
    /// The puzzles being dug, each with its owner and question.
    digs: Vec<(T, Dig, Question)>,
    /// The indices of those whose question has not been passed to the solver yet.
    waiting: Vec<usize>,
    begin: B,
    done: D,
}

/// A cell, and the other givens.
type Question = (Cell, CellSet);

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
    fn dig(&mut self, owner: &mut T, mut dig: Dig) -> Option<(Dig, Question)> {
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
        let (_, dig, (asked, givens)) = &self.digs[place];
        let givens = givens.to_bits();
        for (cell, digit) in dig.solution.as_array().iter().enumerate() {
            set(cell, if givens >> cell & 1 == 1 { 1 << digit.index() } else { 0x1FF });
        }
        set(asked.index(), 0x1FF & !(1 << dig.solution[*asked].index()));
        Some(place)
    }

    fn answer(&mut self, place: usize, outcome: &Outcome) {
        let (owner, dig, question) = &mut self.digs[place];
        dig.answer(question.0, outcome.count() > 0);
        loop {
            if let Some(next) = dig.question() {
                *question = next;
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
