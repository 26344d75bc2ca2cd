//! A cell with one digit left, or a digit with one cell left.

use alloc::vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{Cell, CellSet, Digit, DigitSet, House, HouseSet, Pencilmarks};

/// A cell with one digit left, or a digit with one cell left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Single {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// The houses in which no other cell can hold the digit; none if the cell can hold no other digit.
    pub houses: HouseSet,
}

impl Shape for Single {
    fn describe(&self) -> (&'static str, Arguments) {
        let arguments =
            vec![Argument::cell(self.cell), Argument::digit(self.digit), Argument::houses("houses", self.houses)];
        ("single", arguments)
    }

    fn highlight(&self, _marks: &Pencilmarks, view: &mut View) {
        view.add_houses(self.houses, Role::Base);
        view.add_cells(self.cell.into(), Role::Pattern);
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        let house = self.houses.first().unwrap_or(House::Block(self.cell.block()));
        (house.into(), CellSet::EMPTY)
    }

    fn digits(&self) -> DigitSet {
        self.digit.into()
    }
}
