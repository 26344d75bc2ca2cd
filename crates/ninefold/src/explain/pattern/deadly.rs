//! Cells that could be filled in two ways, if nothing prevented it.

use alloc::vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, CellSet, Digit, DigitSet, HouseSet, Pencilmarks};

/// A rectangle or a loop of cells, two in each house it meets, none of them given. If all of them held one of two digits,
/// the digits could be exchanged, and the puzzle would have two solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadly {
    /// The cells of the rectangle or loop.
    pub cells: CellSet,
    /// The two digits.
    pub digits: DigitSet,
    /// Other cells that the argument needs: the rest of a subset.
    pub helpers: CellSet,
    /// The digit, one of the two, that some houses have in these cells only; none where the argument needs no such.
    pub linked: Option<Digit>,
    /// Those houses.
    pub links: HouseSet,
}

impl Shape for Deadly {
    fn describe(&self) -> (&'static str, Arguments) {
        let arguments = vec![
            Argument::cells("cells", self.cells),
            Argument::digits("digits", self.digits),
            Argument::cells("helpers", self.helpers),
            Argument::digits("linked", self.linked.into_iter().collect()),
            Argument::houses("houses", self.links),
        ];
        let key = match (self.linked, self.helpers.is_empty()) {
            (Some(_), _) => "deadly-linked",
            (None, true) => "deadly",
            (None, false) => "deadly-helped",
        };
        (key, arguments)
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        view.add_houses(self.links, Role::Base);
        view.add_cells(self.cells, Role::Deadly);
        view.add_cells(self.helpers, Role::Pattern);
        for digit in self.digits {
            view.add_candidates(CandidateSet::of_digit(digit, self.cells & marks.cells_with(digit)), Role::Deadly);
        }
        for digit in !self.digits {
            view.add_candidates(CandidateSet::of_digit(digit, self.cells & marks.cells_with(digit)), Role::Pattern);
        }
        for digit in DigitSet::FULL {
            view.add_candidates(CandidateSet::of_digit(digit, self.helpers & marks.cells_with(digit)), Role::Pattern);
        }
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (HouseSet::EMPTY, self.cells)
    }

    fn digits(&self) -> DigitSet {
        self.digits
    }
}
