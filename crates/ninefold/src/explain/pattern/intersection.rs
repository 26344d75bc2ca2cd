//! A digit whose places in one house all lie in another.

use alloc::vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, CellSet, Digit, DigitSet, House, HouseSet, Pencilmarks};

/// All candidates of a digit in one house lie in another house too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intersection {
    /// The digit.
    pub digit: Digit,
    /// The house whose places are examined.
    pub base: House,
    /// The house that contains all of them.
    pub cover: House,
    /// The digit's places in the base house: all of them in the cover house.
    pub cells: CellSet,
}

impl Shape for Intersection {
    fn describe(&self) -> (&'static str, Arguments) {
        let arguments = vec![
            Argument::digit(self.digit),
            Argument::houses("base", self.base.into()),
            Argument::houses("cover", self.cover.into()),
            Argument::cells("cells", self.cells),
        ];
        ("intersection", arguments)
    }

    fn highlight(&self, _marks: &Pencilmarks, view: &mut View) {
        view.add_houses(self.base.into(), Role::Base);
        view.add_houses(self.cover.into(), Role::Cover);
        view.add_cells(self.cells, Role::Pattern);
        view.add_candidates(CandidateSet::of_digit(self.digit, self.cells), Role::Pattern);
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (self.base.into(), CellSet::EMPTY)
    }

    fn digits(&self) -> DigitSet {
        self.digit.into()
    }
}
