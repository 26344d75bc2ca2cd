//! A set of houses: the base or cover houses of a fish, the houses that two cells share.

use crate::set::{display_spaced, set_traits};
use crate::{Cell, CellSet, House};

/// A set of houses, 27 bits wide. Prints as its houses with blanks between: `r1 r5 c7`.
///
/// ```
/// use ninefold::{Cell, CellSet, HouseSet};
///
/// let pair: CellSet = ["r1c1", "r1c3"].map(|name| name.parse::<Cell>().unwrap()).into_iter().collect();
/// assert_eq!(pair.common_houses().to_string(), "r1 b1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct HouseSet(u32);

set_traits!(HouseSet of House by HouseSetIter);
display_spaced!(HouseSet);

impl HouseSet {
    /// No house.
    pub const EMPTY: HouseSet = HouseSet(0);
    /// All 27 houses.
    pub const FULL: HouseSet = HouseSet((1 << 27) - 1);
    /// The nine rows.
    pub const ROWS: HouseSet = HouseSet(0x1FF);
    /// The nine columns.
    pub const COLS: HouseSet = HouseSet(0x1FF << 9);
    /// The nine blocks.
    pub const BLOCKS: HouseSet = HouseSet(0x1FF << 18);

    /// The set with these bits: rows, then columns, then blocks. Bits above the 27th are dropped.
    #[inline]
    pub const fn from_bits(bits: u32) -> HouseSet {
        HouseSet(bits & HouseSet::FULL.0)
    }

    /// The 27 bits: rows, then columns, then blocks.
    #[inline]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The row, the column and the block of a cell.
    #[inline]
    pub const fn of_cell(cell: Cell) -> HouseSet {
        HouseSet(1 << cell.row().index() | 1 << (9 + cell.col().index()) | 1 << (18 + cell.block().index()))
    }

    /// The number of houses.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the house is in the set.
    #[inline]
    pub const fn contains(self, house: House) -> bool {
        self.0 >> house.index() & 1 != 0
    }

    /// The set with one house more.
    #[inline]
    pub const fn with(self, house: House) -> HouseSet {
        HouseSet(self.0 | 1 << house.index())
    }

    /// The set with one house fewer.
    #[inline]
    pub const fn without(self, house: House) -> HouseSet {
        HouseSet(self.0 & !(1 << house.index()))
    }

    /// Houses in either.
    #[inline]
    pub const fn union(self, other: HouseSet) -> HouseSet {
        HouseSet(self.0 | other.0)
    }

    /// Houses in both.
    #[inline]
    pub const fn intersection(self, other: HouseSet) -> HouseSet {
        HouseSet(self.0 & other.0)
    }

    /// Houses here and not in `other`.
    #[inline]
    pub const fn difference(self, other: HouseSet) -> HouseSet {
        HouseSet(self.0 & !other.0)
    }

    /// The other houses.
    #[inline]
    pub const fn complement(self) -> HouseSet {
        HouseSet(!self.0 & HouseSet::FULL.0)
    }

    /// The houses: rows, then columns, then blocks.
    #[inline]
    pub const fn iter(self) -> HouseSetIter {
        HouseSetIter(self.0)
    }

    /// Every cell of the houses.
    pub fn cells(self) -> CellSet {
        self.iter().fold(CellSet::EMPTY, |cells, house| cells | house.cells())
    }
}

impl CellSet {
    /// The houses that contain every cell of the set; for the empty set, all 27.
    pub fn common_houses(self) -> HouseSet {
        self.iter().fold(HouseSet::FULL, |houses, cell| houses & HouseSet::of_cell(cell))
    }

    /// The houses that contain some cell of the set.
    pub fn houses(self) -> HouseSet {
        self.iter().fold(HouseSet::EMPTY, |houses, cell| houses | HouseSet::of_cell(cell))
    }
}

/// An iterator over the houses of a [`HouseSet`]: rows, then columns, then blocks.
#[derive(Clone, Debug)]
pub struct HouseSetIter(u32);

impl Iterator for HouseSetIter {
    type Item = House;

    #[inline]
    fn next(&mut self) -> Option<House> {
        if self.0 == 0 {
            return None;
        }
        let house = House::from_index(self.0.trailing_zeros() as usize);
        self.0 &= self.0 - 1;
        Some(house)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for HouseSetIter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_houses_of_a_cell_are_its_row_column_and_block() {
        for cell in Cell::all() {
            assert_eq!(HouseSet::of_cell(cell), cell.houses().into_iter().collect());
        }
        assert_eq!(HouseSet::FULL.iter().collect::<HouseSet>(), HouseSet::FULL);
        assert_eq!(HouseSet::ROWS | HouseSet::COLS | HouseSet::BLOCKS, HouseSet::FULL);
        assert_eq!(HouseSet::ROWS.cells(), CellSet::FULL);
    }

    #[test]
    fn common_houses_contain_the_whole_set() {
        for a in Cell::all() {
            for b in Cell::all() {
                let pair = CellSet::from(a).with(b);
                let expected: HouseSet = House::all().filter(|house| pair.is_subset(house.cells())).collect();
                assert_eq!(pair.common_houses(), expected);
                assert_eq!(pair.houses(), HouseSet::of_cell(a) | HouseSet::of_cell(b));
            }
        }
        assert_eq!(CellSet::EMPTY.common_houses(), HouseSet::FULL);
    }
}
