//! As many cells as sectors that can fill them.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, CellSet, DigitSet, House, HouseSet, Pencilmarks};

/// Cells whose candidates all lie in as many sectors as there are cells. A sector is a digit in a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedSectors {
    /// The cells.
    pub cells: CellSet,
    /// Houses, each with the digits that it must place in the cells: as many digits in all as there are cells.
    pub sectors: Vec<(House, DigitSet)>,
}

impl Shape for LockedSectors {
    fn describe(&self) -> (&'static str, Arguments) {
        let sector = |(house, digits): &(House, DigitSet)| format!("{digits}{house}");
        let sectors = self.sectors.iter().map(sector).collect::<Vec<_>>().join(", ");
        let count = format!("{}", self.cells.len());
        let arguments = vec![
            Argument::cells("cells", self.cells),
            Argument::text("sectors", sectors),
            Argument::text("count", count),
        ];
        ("locked-sectors", arguments)
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        view.add_houses(self.sectors.iter().map(|(house, _)| *house).collect(), Role::Cover);
        view.add_cells(self.cells, Role::Pattern);
        for &(house, digits) in &self.sectors {
            for digit in digits {
                let cells = self.cells & house.cells() & marks.cells_with(digit);
                view.add_candidates(CandidateSet::of_digit(digit, cells), Role::Pattern);
            }
        }
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (self.sectors.iter().map(|(house, _)| *house).collect(), CellSet::EMPTY)
    }

    fn digits(&self) -> DigitSet {
        self.sectors.iter().fold(DigitSet::EMPTY, |all, (_, digits)| all | *digits)
    }
}
