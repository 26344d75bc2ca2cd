//! From a full grid to a minimal puzzle: take givens out while the solution stays the only one.
//!
//! The orbits of the grid (single cells where no symmetry is asked for) are put in a random order and removed one after
//! the other; an orbit stays if without it there would be a second solution. What is left is minimal: an orbit that had to
//! stay when there were more givens has to stay now. The outcome is told by the grid and the order alone, whoever finds it
//! out and how.
//!
//! Each orbit is a question, and a solver the last who is asked.
//!
//! 1. **It stays** if some unavoidable set (see `unavoidable.rs`) meets no other given. Those that can be read off the grid
//!    are sorted by the last orbit in the order that they meet, the only one for which they can speak.
//! 2. **It goes** if each of its digits, one after the other, is the only one for its cell, or its cell the only one for
//!    it in a house: then the digits were told by the others all along.
//! 3. **The solver** is asked for a solution that has another digit there. One that is found, or that there is none,
//!    settles it: nobody needs to count.
//!
//! Of 81 questions about 25 are left for the solver. Each is put while many other puzzles are being asked about, so that
//! the lanes of the batch engine are full.

use alloc::vec;
use alloc::vec::Vec;

use super::unavoidable;
use crate::geometry::PEERS;
use crate::solve::{Backend, Outcome, Questions};
use crate::{Cell, CellSet, Grid, House, Puzzle, Solution};

/// A puzzle in the making.
pub(super) struct Dig {
    solution: Solution,
    /// The cells of each digit.
    cells: [CellSet; 9],
    /// What is removed or stays as a whole, in the order in which it is tried.
    order: Vec<CellSet>,
    /// Unavoidable sets, each with the next one that speaks for the same place in the order.
    sets: Vec<(CellSet, u16)>,
    /// The first set that speaks for each place.
    first_set: Vec<u16>,
    /// What is given still.
    givens: CellSet,
    /// The place of the orbit in question.
    place: usize,
    /// The cells of that orbit that are known to be told by the other givens.
    told: CellSet,
}

const NO_SET: u16 = u16::MAX;

impl Dig {
    /// Removes from these givens, in this order. What stands in the order is given, and nothing stands there twice; givens
    /// that do not stand there stay. The givens have this solution alone.
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
            // A set that meets no place has givens that stay, if any.
            if let Some(place) = usize::from(place).checked_sub(1) {
                sets.push((set, first_set[place]));
                first_set[place] = (sets.len() - 1) as u16;
            }
        };
        unavoidable::of_two_digits(&solution, &places, &mut add);
        unavoidable::of_two_lines(&solution, &places, &mut add);
        Dig { solution, cells, order, sets, first_set, givens, place: 0, told: CellSet::EMPTY }
    }

    /// Goes on as far as it gets without a solver. Gives the next question: the cell, and the other givens that are
    /// there when one asks for a solution with another digit in that cell.
    fn question(&mut self) -> Option<(Cell, CellSet)> {
        while let Some(&orbit) = self.order.get(self.place) {
            let others = self.givens - orbit;
            if self.told.is_empty() && self.is_needed(others) {
                self.place += 1;
                continue;
            }
            // Cell by cell, as if the orbit's cells were removed from the last to the first.
            while let Some(cell) = (orbit - self.told).first() {
                if !self.is_told(cell, others | self.told) {
                    return Some((cell, others | self.told));
                }
                self.told.insert(cell);
            }
            self.settle(others);
        }
        None
    }

    /// Takes the answer to the question about this cell: whether there is a solution with another digit there.
    fn answer(&mut self, cell: Cell, is_other: bool) {
        if is_other { self.settle(self.givens) } else { self.told.insert(cell) }
    }

    /// Goes on to the next orbit with these givens.
    fn settle(&mut self, givens: CellSet) {
        self.givens = givens;
        self.told = CellSet::EMPTY;
        self.place += 1;
    }

    /// Whether a known unavoidable set needs the orbit in question.
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
    fn is_told(&self, cell: Cell, others: CellSet) -> bool {
        let digit = self.solution[cell].index();
        let seen = (self.cells[digit] & others).iter().fold(others, |seen, other| seen | PEERS[other.index()]);
        let alone = |house: House| (house.cells() - seen).len() == 1;
        if cell.houses().into_iter().any(alone) {
            return true;
        }
        let givens = cell.peers() & others;
        (0..9).all(|other| other == digit || !self.cells[other].is_disjoint(givens))
    }

    /// What stays in the end.
    fn puzzle(&self) -> Puzzle {
        Puzzle::proved(Grid::from(self.solution).restricted_to(self.givens), self.solution)
    }
}

/// How many puzzles are in the making at a time: more than the lanes of any CPU, so that there is always a question.
const SIDE_BY_SIDE: usize = 48;

/// Digs many puzzles side by side. `begin` gives the next one to dig, and what it belongs to; `done` takes what came of
/// it, and may have something else dug for the same owner.
pub(super) fn dig_all<T>(
    backend: &Backend,
    begin: impl FnMut() -> Option<(T, Dig)>,
    done: impl FnMut(&mut T, Puzzle) -> Option<Dig>,
) {
    let mut digs = Digs { digs: Vec::with_capacity(SIDE_BY_SIDE), waiting: Vec::new(), begin, done };
    for place in 0..SIDE_BY_SIDE {
        digs.begin(place);
    }
    // A question may come up when the engine has found none ready and is about to end.
    while !digs.waiting.is_empty() {
        backend.ask(&mut digs, 1);
    }
}

struct Digs<T, B, D> {
    /// Puzzles in the making by their place, each with its owner and question.
    digs: Vec<(T, Dig, Question)>,
    /// The places of those whose question was not put yet.
    waiting: Vec<usize>,
    begin: B,
    done: D,
}

/// A cell, and the other givens.
type Question = (Cell, CellSet);

impl<T, B: FnMut() -> Option<(T, Dig)>, D: FnMut(&mut T, Puzzle) -> Option<Dig>> Digs<T, B, D> {
    /// Begins a puzzle in this place, if there is another one.
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

    /// Goes on until there is a question, or the owner has got what it wants.
    fn dig(&mut self, owner: &mut T, mut dig: Dig) -> Option<(Dig, Question)> {
        loop {
            match dig.question() {
                Some(question) => return Some((dig, question)),
                None => dig = (self.done)(owner, dig.puzzle())?,
            }
        }
    }
}

impl<T, B: FnMut() -> Option<(T, Dig)>, D: FnMut(&mut T, Puzzle) -> Option<Dig>> Questions for Digs<T, B, D> {
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

    /// One after the other, each asked of the solver.
    fn plainly(solution: &Solution, givens: CellSet, order: &[CellSet]) -> CellSet {
        let unique = |givens: CellSet| Grid::from(*solution).restricted_to(givens).solve().is_unique();
        order.iter().fold(givens, |givens, &orbit| if unique(givens - orbit) { givens - orbit } else { givens })
    }

    #[test]
    fn what_stays_is_what_removing_one_after_the_other_leaves() {
        let grids = FullGrids::new();
        let mut random = Random::new(3);
        let mut begun = Vec::new();
        for symmetry in Symmetry::ALL.into_iter().cycle().take(200) {
            let solution = grids.draw(&mut random);
            let mut order = symmetry.orbits();
            random.shuffle(&mut order);
            // Some givens stay whatever happens.
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
                assert_eq!(puzzle.givens().filled(), plainly(solution, CellSet::FULL, order));
                assert_eq!(puzzle.solution(), solution);
                seen += 1;
                None
            },
        );
        assert_eq!(seen, begun.len());
    }
}
