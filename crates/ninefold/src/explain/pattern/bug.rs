//! A whole position that could be filled in two ways if some candidates were false.

use alloc::vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, CellSet, Digit, DigitSet, HouseSet, Pencilmarks};

/// Without the extra candidates, every cell would have two candidates and every house two places for each digit it lacks.
/// Such a position has no solution or more than one, so one of the extra candidates is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bug {
    /// The extra candidates.
    pub extras: CandidateSet,
    /// Other cells that the argument needs: the rest of a subset.
    pub helpers: CellSet,
    /// The digit that some houses have in the cells of the extra candidates only, if the argument needs one.
    pub linked: Option<Digit>,
    /// Those houses.
    pub links: HouseSet,
}

impl Shape for Bug {
    fn describe(&self) -> (&'static str, Arguments) {
        let arguments = vec![
            Argument::candidates("candidates", self.extras),
            Argument::cells("cells", self.extras.cells()),
            Argument::cells("helpers", self.helpers),
            Argument::digits("linked", self.linked.into_iter().collect()),
            Argument::houses("houses", self.links),
        ];
        let key = match (self.linked, self.helpers.is_empty()) {
            (Some(_), _) => "bug-linked",
            (None, true) => "bug",
            (None, false) => "bug-helped",
        };
        (key, arguments)
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        let cells = self.extras.cells();
        view.add_houses(self.links, Role::Base);
        view.add_cells(marks.empty_cells() - cells - self.helpers, Role::Deadly);
        view.add_cells(cells | self.helpers, Role::Pattern);
        view.add_candidates(self.extras, Role::On);
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (HouseSet::EMPTY, self.extras.cells())
    }

    fn digits(&self) -> DigitSet {
        Digit::ALL.into_iter().filter(|&digit| !self.extras.cells_with(digit).is_empty()).collect()
    }
}
