//! A cell: one of the 81 places of a grid.
//!
//! Cells are numbered row by row from the top left, 0 to 80. They print in the usual notation: `r4c7` is row 4,
//! column 7, both counted from one.

use core::fmt;
use core::str::FromStr;

use crate::geometry::PEERS;
use crate::{Block, CellSet, Col, House, Row};

/// One of the 81 cells; always in range.
///
/// ```
/// use ninefold::Cell;
///
/// let cell: Cell = "r4c7".parse().unwrap();
/// assert_eq!(cell.index(), 3 * 9 + 6);
/// assert_eq!(cell.row().to_string(), "r4");
/// assert_eq!(cell.col().to_string(), "c7");
/// assert_eq!(cell.block().to_string(), "b6");
/// assert_eq!(cell.peers().len(), 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this index, or `None` if it is 81 or more.
    #[inline]
    pub const fn new(index: usize) -> Option<Cell> {
        if index < 81 { Some(Cell(index as u8)) } else { None }
    }

    /// The cell with this index.
    ///
    /// # Panics
    /// When `index` is 81 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Cell {
        assert!(index < 81, "a cell's index is below 81");
        Cell(index as u8)
    }

    /// The cell where a row and a column cross.
    ///
    /// ```
    /// use ninefold::{Cell, Col, Row};
    ///
    /// assert_eq!(Cell::at(Row::from_index(3), Col::from_index(6)).to_string(), "r4c7");
    /// ```
    #[inline]
    pub const fn at(row: Row, col: Col) -> Cell {
        Cell((row.index() * 9 + col.index()) as u8)
    }

    /// All 81 cells, row by row.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        (0..81).map(|index: u8| Cell(index))
    }

    /// The index, 0 to 80, row by row.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row of the cell.
    #[inline]
    pub const fn row(self) -> Row {
        Row::from_index(self.index() / 9)
    }

    /// The column of the cell.
    #[inline]
    pub const fn col(self) -> Col {
        Col::from_index(self.index() % 9)
    }

    /// The block of the cell.
    #[inline]
    pub const fn block(self) -> Block {
        Block::from_index(self.index() / 27 * 3 + self.index() % 9 / 3)
    }

    /// The row, column and block of the cell.
    #[inline]
    pub const fn houses(self) -> [House; 3] {
        [House::Row(self.row()), House::Col(self.col()), House::Block(self.block())]
    }

    /// The 20 other cells that share a house with this one.
    #[inline]
    pub const fn peers(self) -> CellSet {
        PEERS[self.index()]
    }

    /// Whether the two are different cells with a common house. If so, they cannot hold the same digit.
    ///
    /// ```
    /// use ninefold::Cell;
    ///
    /// let [a, b, c] = ["r1c1", "r3c3", "r4c4"].map(|name| name.parse::<Cell>().unwrap());
    /// assert!(a.sees(b));
    /// assert!(!a.sees(c));
    /// ```
    #[inline]
    pub const fn sees(self, other: Cell) -> bool {
        self.peers().contains(other)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // In one piece: `pad` applies the width of the format string to the whole name.
        let name = [b'r', b'1' + self.0 / 9, b'c', b'1' + self.0 % 9];
        f.pad(core::str::from_utf8(&name).expect("names are ASCII"))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a cell such as `r4c7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseCellError;

impl fmt::Display for ParseCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a cell such as r4c7")
    }
}

impl core::error::Error for ParseCellError {}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Cell, ParseCellError> {
        let &[b'r' | b'R', row, b'c' | b'C', col] = text.as_bytes() else { return Err(ParseCellError) };
        let index = |byte: u8| (b'1'..=b'9').contains(&byte).then(|| usize::from(byte - b'1'));
        let (Some(row), Some(col)) = (index(row), index(col)) else { return Err(ParseCellError) };
        Ok(Cell::at(Row::from_index(row), Col::from_index(col)))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn displayed_cells_parse_back() {
        for cell in Cell::all() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(Cell::at(cell.row(), cell.col()), cell);
            assert_eq!(alloc::format!("{cell:>6}"), alloc::format!("  {}{}", cell.row(), cell.col()));
        }
        for wrong in ["", "r0c1", "r1c0", "r1c", "r1c11", "c1r1", "r1 c1", "5r1c1"] {
            assert_eq!(wrong.parse::<Cell>(), Err(ParseCellError), "{wrong}");
        }
    }

    #[test]
    fn a_block_is_numbered_by_its_band_and_stack() {
        for cell in Cell::all() {
            let (row, col) = (cell.row().index(), cell.col().index());
            assert_eq!(cell.block().index(), (row / 3) * 3 + col / 3);
        }
    }
}
