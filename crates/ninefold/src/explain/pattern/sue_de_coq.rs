//! Cells where a line and a block cross, and further cells of the line and of the block, with as many digits as cells.

use alloc::vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, CellSet, DigitSet, House, HouseSet, Pencilmarks};

/// As many cells as digits, on a line and in a block that cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SueDeCoq {
    /// The line.
    pub line: House,
    /// The block.
    pub block: House,
    /// Cells of both.
    pub crossing: CellSet,
    /// Cells of the line outside the block.
    pub in_line: CellSet,
    /// Cells of the block outside the line.
    pub in_block: CellSet,
    /// All candidates of the cells.
    pub digits: DigitSet,
}

impl Shape for SueDeCoq {
    fn describe(&self) -> (&'static str, Arguments) {
        let arguments = vec![
            Argument::cells("crossing", self.crossing),
            Argument::cells("line-cells", self.in_line),
            Argument::cells("block-cells", self.in_block),
            Argument::houses("line", self.line.into()),
            Argument::houses("block", self.block.into()),
            Argument::digits("digits", self.digits),
        ];
        ("sue-de-coq-pattern", arguments)
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        view.add_houses(self.line.into(), Role::Base);
        view.add_houses(self.block.into(), Role::Cover);
        for (cells, role) in
            [(self.crossing, Role::Pattern), (self.in_line, Role::ColourA), (self.in_block, Role::ColourB)]
        {
            view.add_cells(cells, role);
            for digit in self.digits {
                view.add_candidates(CandidateSet::of_digit(digit, cells & marks.cells_with(digit)), role);
            }
        }
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (HouseSet::from(self.line).with(self.block), CellSet::EMPTY)
    }

    fn digits(&self) -> DigitSet {
        self.digits
    }
}
