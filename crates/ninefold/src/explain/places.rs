//! Places: some of the nine cells of a house, by number.

use crate::bits::ones;
use crate::geometry::{CELL_AT, PLACE};
use crate::{Cell, CellSet, Digit, House, Pencilmarks};

/// Some of the nine cells of a house, by their place in it: the cells of a house in reading order have the places 0 to 8.
///
/// The nine bits of a house are cheaper to count and to combine than the 81 of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Places(u16);

impl Places {
    /// None.
    pub const EMPTY: Places = Places(0);

    /// The places with these bits, bit 0 for the first cell of the house. Bits above the ninth are dropped.
    #[inline]
    pub const fn from_bits(bits: u16) -> Places {
        Places(bits & 0x1FF)
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Places in either.
    #[inline]
    pub const fn union(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// The nine bits, bit 0 for the first cell of the house.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The cells at these places of the house.
    pub fn cells(self, house: House) -> CellSet {
        ones(self.0).map(|place| cell_at(house, place)).collect()
    }

    /// The first cell at these places of the house.
    pub fn first(self, house: House) -> Option<Cell> {
        (self.0 != 0).then(|| cell_at(house, self.0.trailing_zeros() as usize))
    }
}

/// The cell at a place of a house, 0 to 8 in reading order.
#[inline]
pub(super) const fn cell_at(house: House, place: usize) -> Cell {
    CELL_AT[house.index()][place]
}

/// The place of a cell in one of its houses.
#[inline]
pub(super) const fn place_in(house: House, cell: Cell) -> usize {
    PLACE[cell.index()][house.index() / 9] as usize
}

/// The places of every digit in every house.
pub(super) fn all_places(marks: &Pencilmarks) -> [[Places; 9]; 27] {
    let mut table = [[Places::EMPTY; 9]; 27];
    for digit in Digit::ALL {
        for cell in marks.cells_with(digit) {
            let houses = [cell.row().index(), 9 + cell.col().index(), 18 + cell.block().index()];
            for (house, place) in houses.into_iter().zip(PLACE[cell.index()]) {
                table[house][digit.index()].0 |= 1 << place;
            }
        }
    }
    table
}
