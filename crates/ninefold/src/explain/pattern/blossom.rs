//! A cell and, for each of its candidates, an almost locked set that is locked if the candidate is true.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::{AlmostLockedSet, Shape};
use crate::explain::notation::cell_groups;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, Cell, CellSet, Digit, DigitSet, HouseSet, Pencilmarks};

/// A stem and its petals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blossom {
    /// The cell.
    pub stem: Cell,
    /// One for each candidate of the stem.
    pub petals: Vec<Petal>,
}

/// An almost locked set that lacks a digit if the stem holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Petal {
    /// The stem's candidate.
    pub digit: Digit,
    /// The set, all of whose candidates of that digit see the stem.
    pub set: AlmostLockedSet,
}

impl Shape for Blossom {
    fn describe(&self) -> (&'static str, Arguments) {
        let petal = |petal: &Petal| {
            format!("{}: {} ({})", petal.digit, cell_groups(petal.set.cells).join(","), petal.set.digits)
        };
        let petals = self.petals.iter().map(petal).collect::<Vec<_>>().join("; ");
        ("blossom", vec![Argument::cell(self.stem), Argument::text("petals", petals)])
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        view.add_cells(self.stem.into(), Role::Pattern);
        for &Petal { digit, set } in &self.petals {
            view.add_cells(set.cells, Role::AlmostLockedSet);
            view.add_candidates(CandidateSet::of_cell(self.stem, digit.into()), Role::On);
            view.add_candidates(CandidateSet::of_digit(digit, set.cells & marks.cells_with(digit)), Role::Off);
        }
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        let petals = self.petals.iter().fold(CellSet::EMPTY, |cells, petal| cells | petal.set.cells);
        (HouseSet::EMPTY, petals.with(self.stem))
    }

    fn digits(&self) -> DigitSet {
        self.petals.iter().map(|petal| petal.digit).collect()
    }
}
