//! A whole position that could be filled in two ways if one candidate were false.

use alloc::vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{Cell, CellSet, Digit, DigitSet, House, HouseSet, Pencilmarks};

/// Without this candidate, every cell would have two candidates and every house two places for each digit it lacks. Such
/// a position has no solution or more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grave {
    /// The only cell with three candidates.
    pub cell: Cell,
    /// The candidate that must be true.
    pub digit: Digit,
}

impl Shape for Grave {
    fn describe(&self) -> (&'static str, Arguments) {
        ("grave", vec![Argument::cell(self.cell), Argument::digit(self.digit)])
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        view.add_cells(marks.empty_cells().without(self.cell), Role::Deadly);
        view.add_cells(self.cell.into(), Role::Pattern);
        view.add_candidates(crate::Candidate::new(self.cell, self.digit).into(), Role::On);
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (House::Block(self.cell.block()).into(), CellSet::EMPTY)
    }

    fn digits(&self) -> DigitSet {
        self.digit.into()
    }
}
