//! Base houses whose places for a digit lie in as many cover houses.

use alloc::vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, CellSet, Digit, DigitSet, HouseSet, Pencilmarks};

/// Base houses whose candidates of a digit lie in as many cover houses, except for the fins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fish {
    /// The digit.
    pub digit: Digit,
    /// The houses whose places are covered.
    pub base: HouseSet,
    /// As many houses, from which the digit is eliminated elsewhere.
    pub cover: HouseSet,
    /// The digit's places in the base houses that no cover house contains.
    pub fins: CellSet,
    /// The digit's places that lie in two base houses.
    pub endo_fins: CellSet,
}

impl Fish {
    /// The digit's places in the base houses, fins included.
    pub fn cells(&self, marks: &Pencilmarks) -> CellSet {
        self.base.cells() & marks.cells_with(self.digit)
    }
}

impl Shape for Fish {
    fn describe(&self) -> (&'static str, Arguments) {
        let arguments = vec![
            Argument::digit(self.digit),
            Argument::houses("base", self.base),
            Argument::houses("cover", self.cover),
            Argument::cells("fins", self.fins | self.endo_fins),
        ];
        (if (self.fins | self.endo_fins).is_empty() { "fish" } else { "finned-fish" }, arguments)
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        view.add_houses(self.base, Role::Base);
        view.add_houses(self.cover, Role::Cover);
        let body = self.cells(marks) - self.fins - self.endo_fins;
        for (cells, role) in [(body, Role::Pattern), (self.fins, Role::Fin), (self.endo_fins, Role::EndoFin)] {
            view.add_cells(cells, role);
            view.add_candidates(CandidateSet::of_digit(self.digit, cells), role);
        }
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (self.base, CellSet::EMPTY)
    }

    fn digits(&self) -> DigitSet {
        self.digit.into()
    }
}

impl Shape for [Fish; 2] {
    fn describe(&self) -> (&'static str, Arguments) {
        let [first, second] = self;
        let arguments = vec![
            Argument::digit(first.digit),
            Argument::houses("base", first.base),
            Argument::houses("cover", first.cover),
            Argument::cells("fins", first.fins | first.endo_fins),
            Argument::houses("other", second.cover),
            Argument::cells("other-fins", second.fins | second.endo_fins),
        ];
        ("siamese-fish", arguments)
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        let [first, second] = self;
        view.add_houses(first.base, Role::Base);
        view.add_houses(first.cover | second.cover, Role::Cover);
        let fins = first.fins | second.fins;
        let endo_fins = (first.endo_fins | second.endo_fins) - fins;
        let body = first.cells(marks) - fins - endo_fins;
        for (cells, role) in [(body, Role::Pattern), (fins, Role::Fin), (endo_fins, Role::EndoFin)] {
            view.add_cells(cells, role);
            view.add_candidates(CandidateSet::of_digit(first.digit, cells), role);
        }
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        self[0].focus()
    }

    fn digits(&self) -> DigitSet {
        Shape::digits(&self[0])
    }
}
