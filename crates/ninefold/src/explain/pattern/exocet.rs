//! Two base cells whose digits must be those of two target cells.

use alloc::vec;
use alloc::vec::Vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseSet, Pencilmarks};

/// A junior exocet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exocet {
    /// Two cells of a block on a line.
    pub base: [Cell; 2],
    /// One cell in each of the two other blocks of the chute, on other lines than the base.
    pub targets: [Cell; 2],
    /// Three lines across the chute: one beside the base in its block, and one with each target.
    pub cross: [House; 3],
    /// For each candidate of the base two houses that contain all its places on the cross lines outside the chute.
    pub covers: Vec<(Digit, [House; 2])>,
}

impl Shape for Exocet {
    fn describe(&self) -> (&'static str, Arguments) {
        let arguments = vec![
            Argument::digits("digits", self.digits()),
            Argument::cells("base", self.base.into_iter().collect()),
            Argument::cells("cells", self.targets.into_iter().collect()),
            Argument::houses("houses", self.cross.into_iter().collect()),
        ];
        ("exocet", arguments)
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        view.add_houses(self.cross.into_iter().collect(), Role::Base);
        view.add_cells(self.base.into_iter().collect(), Role::Pattern);
        view.add_cells(self.targets.into_iter().collect(), Role::Cover);
        for &(digit, houses) in &self.covers {
            let base: CellSet = self.base.into_iter().collect();
            view.add_candidates(CandidateSet::of_digit(digit, base & marks.cells_with(digit)), Role::Pattern);
            let cross: HouseSet = self.cross.into_iter().collect();
            let covered: HouseSet = houses.into_iter().collect();
            let cells = cross.cells() & covered.cells() & marks.cells_with(digit);
            view.add_candidates(CandidateSet::of_digit(digit, cells), Role::Off);
        }
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (HouseSet::EMPTY, self.base.into_iter().chain(self.targets).collect())
    }

    fn digits(&self) -> DigitSet {
        self.covers.iter().map(|(digit, _)| *digit).collect()
    }
}
