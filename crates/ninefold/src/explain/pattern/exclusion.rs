//! A few cells, and the cells that forbid them some combinations.

use alloc::vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, CellSet, DigitSet, HouseSet, Pencilmarks};

/// Cells whose combinations of digits are tried out, against cells that would be left with nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exclusion {
    /// The cells that are filled in every way.
    pub cells: CellSet,
    /// The cells that rule ways out: each sees all of the former.
    pub witnesses: CellSet,
    /// The digits that are left out of some cell.
    pub digits: DigitSet,
}

impl Shape for Exclusion {
    fn describe(&self) -> (&'static str, Arguments) {
        let arguments = vec![
            Argument::cells("cells", self.cells),
            Argument::cells("witnesses", self.witnesses),
            Argument::digits("digits", self.digits),
        ];
        ("exclusion", arguments)
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        for (cells, role) in [(self.cells, Role::Pivot), (self.witnesses, Role::Pincer)] {
            view.add_cells(cells, role);
            for digit in DigitSet::FULL {
                view.add_candidates(CandidateSet::of_digit(digit, cells & marks.cells_with(digit)), role);
            }
        }
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (HouseSet::EMPTY, self.cells)
    }

    fn digits(&self) -> DigitSet {
        self.digits
    }
}
