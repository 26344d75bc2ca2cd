//! As many cells as digits, in one house.

use alloc::vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, CellSet, DigitSet, HouseSet, Pencilmarks};

/// Some cells of a house and as many digits, which fill them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subset {
    /// The digits.
    pub digits: DigitSet,
    /// As many cells.
    pub cells: CellSet,
    /// The houses in which the argument is made: all cells lie in each of them. A locked subset has two.
    pub houses: HouseSet,
    /// Whether the digits have no other place (hidden) or the cells have no other candidate (naked).
    pub hidden: bool,
}

impl Shape for Subset {
    fn describe(&self) -> (&'static str, Arguments) {
        let arguments = vec![
            Argument::digits("digits", self.digits),
            Argument::cells("cells", self.cells),
            Argument::houses("houses", self.houses),
        ];
        (if self.hidden { "hidden-subset" } else { "naked-subset" }, arguments)
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        view.add_houses(self.houses, Role::Base);
        view.add_cells(self.cells, Role::Pattern);
        for digit in self.digits {
            view.add_candidates(CandidateSet::of_digit(digit, self.cells & marks.cells_with(digit)), Role::Pattern);
        }
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (self.houses.first().into_iter().collect(), CellSet::EMPTY)
    }

    fn digits(&self) -> DigitSet {
        self.digits
    }
}
