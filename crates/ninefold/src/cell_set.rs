//! A set of cells: a house, a pattern of givens, the cells where a digit is possible.

use crate::Cell;
use crate::set::{display_spaced, set_traits};

/// A set of cells, 81 bits wide. Prints as its cells with blanks between: `r1c1 r4c7`.
///
/// ```
/// use ninefold::{Block, Cell, CellSet, Row};
///
/// let row = Row::from_index(0).cells();
/// let block = Block::from_index(1).cells();
/// assert_eq!((row & block).to_string(), "r1c4 r1c5 r1c6");
/// assert_eq!((row | block).len(), 15);
/// let corner: Cell = "r1c1".parse().unwrap();
/// assert!((row - block).contains(corner));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet(u128);

set_traits!(CellSet of Cell by CellSetIter);
display_spaced!(CellSet);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet(0);
    /// All 81 cells.
    pub const FULL: CellSet = CellSet((1 << 81) - 1);

    /// The set with these bits, bit 0 for `r1c1`, row by row. Bits above the 81st are dropped.
    #[inline]
    pub const fn from_bits(bits: u128) -> CellSet {
        CellSet(bits & CellSet::FULL.0)
    }

    /// The 81 bits, bit 0 for `r1c1`, row by row.
    #[inline]
    pub const fn to_bits(self) -> u128 {
        self.0
    }

    /// The number of cells.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the cell is in the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 != 0
    }

    /// The set with one cell more.
    #[inline]
    pub const fn with(self, cell: Cell) -> CellSet {
        CellSet(self.0 | 1 << cell.index())
    }

    /// The set with one cell fewer.
    #[inline]
    pub const fn without(self, cell: Cell) -> CellSet {
        CellSet(self.0 & !(1 << cell.index()))
    }

    /// Cells in either.
    #[inline]
    pub const fn union(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }

    /// Cells in both.
    #[inline]
    pub const fn intersection(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }

    /// Cells here and not in `other`.
    #[inline]
    pub const fn difference(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }

    /// The other cells.
    #[inline]
    pub const fn complement(self) -> CellSet {
        CellSet(!self.0 & CellSet::FULL.0)
    }

    /// The cells, row by row.
    #[inline]
    pub const fn iter(self) -> CellSetIter {
        CellSetIter(self.0)
    }

    /// The cells that see every cell of this set. A digit that must be in one of these cells cannot be in any of those.
    ///
    /// For the empty set that is all 81 cells.
    ///
    /// ```
    /// use ninefold::{Cell, CellSet};
    ///
    /// let pair: CellSet = ["r1c1", "r5c5"].map(|name| name.parse::<Cell>().unwrap()).into();
    /// assert_eq!(pair.common_peers().to_string(), "r1c5 r5c1");
    /// ```
    pub fn common_peers(self) -> CellSet {
        self.iter().fold(CellSet::FULL, |common, cell| common & cell.peers())
    }
}

/// An iterator over the cells of a [`CellSet`], row by row.
#[derive(Clone, Debug)]
pub struct CellSetIter(u128);

impl Iterator for CellSetIter {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = Cell::new(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(cell)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for CellSetIter {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::House;

    #[test]
    fn a_set_collected_from_its_own_iterator_is_equal() {
        for house in House::all() {
            let set = house.cells();
            assert_eq!(set.iter().collect::<CellSet>(), set);
            assert_eq!(set.iter().len(), 9);
            assert_eq!((!set).len(), 72);
            assert!(set.is_disjoint(!set));
        }
        assert_eq!(CellSet::FULL.iter().count(), 81);
        assert_eq!(CellSet::EMPTY.first(), None);
    }

    #[test]
    fn common_peers_see_every_cell_of_the_set() {
        let set: CellSet = ["r1c1", "r5c5"].map(|name| name.parse::<Cell>().unwrap()).into_iter().collect();
        assert_eq!(set.common_peers().to_string(), "r1c5 r5c1");
        assert_eq!(CellSet::EMPTY.common_peers(), CellSet::FULL);
    }
}
