//! A cell with one digit left, or a digit with one cell left.
//!
//! ```text
//!   . . . | 1 . . | . . .    In box 1, 1 can only go in r3c3: the 1 in r1c4 excludes row 1, the 1 in r2c7 excludes
//!   . . . | . . . | 1 . .    row 2, the 1 in r4c1 excludes r3c1, the 1 in r5c2 excludes r3c2.
//!   . . * | . . . | . . .
//!   1 . . | . . . | . . .
//!   . 1 . | . . . | . . .
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseSet, Pencilmarks};

/// A cell with one digit left, or a digit with one cell left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Single {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// The houses in which no other cell can hold the digit; none if the cell can hold no other digit.
    pub houses: HouseSet,
    /// What is excluded: the other digits in the cell, or the digit in the other empty cells of the house. Empty where
    /// the argument names none: for a full house and a last digit.
    pub alternatives: CandidateSet,
    /// Placed digits that exclude alternatives. The pencilmarks leave out the others.
    pub excluders: CandidateSet,
}

impl Single {
    /// A single that needs no reason beyond its cell, digit and houses.
    pub const fn new(cell: Cell, digit: Digit, houses: HouseSet) -> Single {
        Single { cell, digit, houses, alternatives: CandidateSet::EMPTY, excluders: CandidateSet::EMPTY }
    }

    /// The only place of a digit in a house, with the placed digits that exclude it from the other empty cells.
    pub(crate) fn hidden(marks: &Pencilmarks, cell: Cell, digit: Digit, house: House) -> Single {
        let others = (house.cells() & marks.empty_cells()).without(cell);
        let alternatives = CandidateSet::of_digit(digit, others);
        let excluders = cell_excluders(marks, digit, others);
        Single { alternatives, excluders, ..Single::new(cell, digit, house.into()) }
    }

    /// The only digit of a cell, with the placed digits that exclude the others.
    pub(crate) fn naked(marks: &Pencilmarks, cell: Cell, digit: Digit) -> Single {
        let others = DigitSet::FULL.without(digit);
        let alternatives = CandidateSet::of_cell(cell, others);
        let excluders = digit_excluders(marks, cell, others);
        Single { alternatives, excluders, ..Single::new(cell, digit, HouseSet::EMPTY) }
    }

    /// The cells that hold a digit of `excluders`.
    fn excluding_cells(&self) -> CellSet {
        self.excluders.iter().map(Candidate::cell).collect()
    }

    /// The cells of the house that each excluder sees and no earlier one does; and the cells that none of them sees.
    fn excluded_cells(&self) -> (Vec<(Cell, CellSet)>, CellSet) {
        let mut rest = self.alternatives.cells_with(self.digit);
        let excluded = |cell: Cell| {
            let cells = rest & cell.peers();
            rest -= cells;
            (cell, cells)
        };
        let excluded = self.excluding_cells().iter().map(excluded).filter(|(_, cells)| !cells.is_empty()).collect();
        (excluded, rest)
    }

    /// Why the cell can hold no other digit: a clause for each house with digits that exclude some.
    fn no_other_digit(&self) -> Vec<(&'static str, Arguments)> {
        let mut clauses = Vec::new();
        let mut rest = self.excluders;
        while !rest.is_empty() {
            let here = |house: &House| rest.iter().filter(|it| house.cells().contains(it.cell())).count();
            let Some(house) = self.cell.houses().into_iter().rev().max_by_key(here) else { break };
            let named: CandidateSet = rest.iter().filter(|it| house.cells().contains(it.cell())).collect();
            if named.is_empty() {
                break;
            }
            rest -= named;
            let cells = named.iter().map(Candidate::cell).collect();
            let digits = named.iter().map(Candidate::digit).collect();
            let arguments = vec![
                Argument::houses("houses", house.into()),
                Argument::digits("digits", digits),
                Argument::cells("cells", cells),
            ];
            clauses.push(("house-has", arguments));
        }
        let excluded: DigitSet = self.excluders.iter().map(Candidate::digit).collect();
        let left_out = self.alternatives.digits_in(self.cell) - excluded;
        if !left_out.is_empty() {
            clauses.push(("digits-left-out", vec![Argument::digits("digits", left_out)]));
        }
        clauses
    }

    /// Why no other cell of the house can hold the digit: a clause for each placed digit that excludes some.
    fn no_other_cell(&self) -> Vec<(&'static str, Arguments)> {
        let excludes = |(cell, cells)| {
            let arguments = vec![Argument::cell(cell), Argument::digit(self.digit), Argument::cells("cells", cells)];
            ("digit-excludes", arguments)
        };
        let (excluded, left_out) = self.excluded_cells();
        let mut clauses: Vec<_> = excluded.into_iter().map(excludes).collect();
        if !left_out.is_empty() {
            clauses.push(("cells-left-out", vec![Argument::cells("cells", left_out)]));
        }
        if clauses.is_empty() {
            clauses.push(("others-filled", vec![]));
        }
        clauses
    }
}

impl Shape for Single {
    fn describe(&self) -> (&'static str, Arguments) {
        let reasons = if self.houses.is_empty() { self.no_other_digit() } else { self.no_other_cell() };
        let arguments = vec![
            Argument::cell(self.cell),
            Argument::digit(self.digit),
            Argument::houses("houses", self.houses),
            Argument::clauses("reasons", reasons),
        ];
        ("single", arguments)
    }

    fn highlight(&self, _marks: &Pencilmarks, view: &mut View) {
        view.add_houses(self.houses, Role::Base);
        if !self.houses.is_empty() {
            // The line or block along which each placed digit excludes cells of the house.
            for (cell, cells) in self.excluded_cells().0 {
                let along = cell.houses().into_iter().filter(|house| !house.cells().is_disjoint(cells));
                let covers: HouseSet = along.collect();
                view.add_houses(covers - view.houses.iter().map(|shown| shown.item).collect(), Role::Cover);
            }
        }
        view.add_cells(self.excluding_cells(), Role::Excluder);
        view.add_cells(self.cell.into(), Role::Pattern);
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        let house = self.houses.first().unwrap_or(House::Block(self.cell.block()));
        (house.into(), CellSet::EMPTY)
    }

    fn digits(&self) -> DigitSet {
        self.digit.into()
    }
}

/// Placed digits that exclude this digit from these cells: repeatedly the one that excludes it from most of the rest.
fn cell_excluders(marks: &Pencilmarks, digit: Digit, cells: CellSet) -> CandidateSet {
    let placed = marks.placed().cells_with(digit);
    let (mut excluders, mut rest) = (CellSet::EMPTY, cells);
    let excluded = |rest: CellSet, cell: &Cell| (rest & cell.peers()).len();
    while let Some(best) = placed.iter().max_by_key(|cell| (excluded(rest, cell), Reverse(*cell))) {
        if excluded(rest, &best) == 0 {
            break;
        }
        excluders.insert(best);
        rest -= best.peers();
    }
    CandidateSet::of_digit(digit, excluders)
}

/// Placed digits that exclude these digits from the cell: repeatedly those of the house with most of the rest.
fn digit_excluders(marks: &Pencilmarks, cell: Cell, digits: DigitSet) -> CandidateSet {
    let placed = marks.placed();
    let (mut excluders, mut rest) = (CandidateSet::EMPTY, digits);
    let excluded = |rest: DigitSet, house: &House| (rest & placed.digits_in(house.cells())).len();
    while let Some(best) = cell.houses().into_iter().rev().max_by_key(|house| excluded(rest, house)) {
        if excluded(rest, &best) == 0 {
            break;
        }
        for other in best.cells() {
            if let Some(digit) = placed[other].filter(|&digit| rest.contains(digit)) {
                excluders.insert(Candidate::new(other, digit));
            }
        }
        rest -= placed.digits_in(best.cells());
    }
    excluders
}
