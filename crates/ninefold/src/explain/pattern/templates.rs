//! All ways to place a digit in the whole grid.

use alloc::vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, CellSet, Digit, DigitSet, House, HouseSet, Pencilmarks};

/// Every choice of nine places for a digit, one in each house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Templates {
    /// The digit.
    pub digit: Digit,
}

impl Shape for Templates {
    fn describe(&self) -> (&'static str, Arguments) {
        ("templates", vec![Argument::digit(self.digit)])
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        view.add_candidates(CandidateSet::of_digit(self.digit, marks.cells_with(self.digit)), Role::Pattern);
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (House::all().take(9).collect(), CellSet::EMPTY)
    }

    fn digits(&self) -> DigitSet {
        self.digit.into()
    }
}
