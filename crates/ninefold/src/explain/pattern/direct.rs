//! A pattern that leaves a digit one place in a house: seen together, without writing the eliminations.

use alloc::boxed::Box;

use super::{Pattern, Shape, Single};
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{Candidate, CellSet, DigitSet, HouseSet, Pencilmarks};

/// An intersection or a hidden subset, and the single that it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direct {
    /// The pattern that rules the other places out.
    pub first: Box<Pattern>,
    /// The single.
    pub single: Single,
}

impl Shape for Direct {
    fn describe(&self) -> (&'static str, Arguments) {
        let (key, mut arguments) = self.first.shape().describe();
        arguments.push(("single-houses", Argument::Houses(self.single.houses)));
        arguments.push(Argument::digits("single-digit", self.single.digit.into()));
        arguments.push(("single-cell", Argument::Cells(self.single.cell.into())));
        (if key == "hidden-subset" { "direct-subset" } else { "direct-intersection" }, arguments)
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        self.first.shape().highlight(marks, view);
        view.add_houses(self.single.houses, Role::Cover);
        view.add_candidates(Candidate::new(self.single.cell, self.single.digit).into(), Role::On);
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        let (houses, cells) = self.first.shape().focus();
        (houses | self.single.houses, cells)
    }

    fn digits(&self) -> DigitSet {
        self.single.digit.into()
    }
}
