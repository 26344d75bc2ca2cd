//! A few cells, one of which must hold a digit: pivots in the middle, pincers at the ends.

use alloc::vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, CellSet, Digit, DigitSet, HouseSet, Pencilmarks};

/// Cells that cannot be filled without a certain digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wing {
    /// The cells in the middle, which see all others.
    pub pivots: CellSet,
    /// The cells at the ends.
    pub pincers: CellSet,
    /// The digit that one of the cells must hold.
    pub digit: Digit,
    /// All candidates of the cells.
    pub digits: DigitSet,
}

impl Shape for Wing {
    fn describe(&self) -> (&'static str, Arguments) {
        let arguments = vec![
            Argument::cells("pivots", self.pivots),
            Argument::cells("pincers", self.pincers),
            Argument::digit(self.digit),
            Argument::digits("digits", self.digits),
        ];
        ("wing", arguments)
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        for (cells, role) in [(self.pivots, Role::Pivot), (self.pincers, Role::Pincer)] {
            view.add_cells(cells, role);
            view.add_candidates(CandidateSet::of_digit(self.digit, cells & marks.cells_with(self.digit)), Role::On);
            for digit in self.digits.without(self.digit) {
                view.add_candidates(CandidateSet::of_digit(digit, cells & marks.cells_with(digit)), role);
            }
        }
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (HouseSet::EMPTY, self.pivots | self.pincers)
    }

    fn digits(&self) -> DigitSet {
        self.digits
    }
}
