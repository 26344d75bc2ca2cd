//! Houses: the rows, columns and blocks. Each holds every digit exactly once in a solution.

use core::fmt;
use core::str::FromStr;

use crate::CellSet;
use crate::geometry::HOUSE_CELLS;

macro_rules! ninefold_index {
    ($(#[$doc:meta])* $name:ident, $letter:literal, $offset:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u8);

        impl $name {
            /// The one with this index, or `None` if it is 9 or more.
            #[inline]
            pub const fn new(index: usize) -> Option<$name> {
                if index < 9 { Some($name(index as u8)) } else { None }
            }

            /// The one with this index, 0 to 8.
            ///
            /// # Panics
            /// When `index` is 9 or more.
            #[inline]
            pub const fn from_index(index: usize) -> $name {
                assert!(index < 9, "the index of a row, column or block is below 9");
                $name(index as u8)
            }

            /// All nine, in order.
            #[inline]
            pub fn all() -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator + Clone {
                (0..9).map(|index: u8| $name(index))
            }

            /// The index, 0 to 8.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The nine cells.
            #[inline]
            pub const fn cells(self) -> CellSet {
                HOUSE_CELLS[$offset + self.index()]
            }
        }

        impl From<$name> for House {
            fn from(part: $name) -> House {
                House::$name(part)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0 + 1)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl FromStr for $name {
            type Err = ParseHouseError;

            fn from_str(text: &str) -> Result<$name, ParseHouseError> {
                match text.parse()? {
                    House::$name(part) => Ok(part),
                    _ => Err(ParseHouseError),
                }
            }
        }
    };
}

ninefold_index! {
    /// A row, counted from the top; prints `r1` to `r9`.
    ///
    /// ```
    /// use ninefold::Row;
    ///
    /// let row: Row = "r4".parse().unwrap();
    /// assert_eq!((row.index(), row.cells().len()), (3, 9));
    /// ```
    Row, "r", 0
}
ninefold_index! {
    /// A column, counted from the left; prints `c1` to `c9`.
    ///
    /// ```
    /// use ninefold::Col;
    ///
    /// assert_eq!(Col::all().map(|col| col.to_string()).last().as_deref(), Some("c9"));
    /// ```
    Col, "c", 9
}
ninefold_index! {
    /// A 3x3 block (often called a box), counted left to right, then down; prints `b1` to `b9`.
    ///
    /// ```
    /// use ninefold::{Block, Cell};
    ///
    /// let cell: Cell = "r4c7".parse().unwrap();
    /// assert_eq!(cell.block(), Block::from_index(5));
    /// assert_eq!(cell.block().to_string(), "b6");
    /// ```
    Block, "b", 18
}

/// A row, a column or a block.
///
/// ```
/// use ninefold::{Block, House};
///
/// let house = House::from(Block::from_index(4));
/// assert_eq!(house.to_string(), "b5");
/// assert_eq!(house.cells().to_string(), "r4c4 r4c5 r4c6 r5c4 r5c5 r5c6 r6c4 r6c5 r6c6");
/// assert_eq!(House::all().count(), 27);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum House {
    /// A row.
    Row(Row),
    /// A column.
    Col(Col),
    /// A 3x3 block.
    Block(Block),
}

impl House {
    /// The house with this index: rows are 0 to 8, columns 9 to 17, blocks 18 to 26.
    ///
    /// # Panics
    /// When `index` is 27 or more.
    #[inline]
    pub const fn from_index(index: usize) -> House {
        match index / 9 {
            0 => House::Row(Row::from_index(index)),
            1 => House::Col(Col::from_index(index - 9)),
            2 => House::Block(Block::from_index(index - 18)),
            _ => panic!("a house's index is below 27"),
        }
    }

    /// All 27 houses: rows, then columns, then blocks.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = House> + ExactSizeIterator + Clone {
        (0..27).map(|index: u8| House::from_index(usize::from(index)))
    }

    /// The index, 0 to 26: rows, then columns, then blocks.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            House::Row(row) => row.index(),
            House::Col(col) => 9 + col.index(),
            House::Block(block) => 18 + block.index(),
        }
    }

    /// The nine cells.
    #[inline]
    pub const fn cells(self) -> CellSet {
        HOUSE_CELLS[self.index()]
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            House::Row(row) => row.fmt(f),
            House::Col(col) => col.fmt(f),
            House::Block(block) => block.fmt(f),
        }
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a house such as `r4`, `c7` or `b6`, or not of the expected kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseHouseError;

impl fmt::Display for ParseHouseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a house such as r4, c7 or b6")
    }
}

impl core::error::Error for ParseHouseError {}

impl FromStr for House {
    type Err = ParseHouseError;

    fn from_str(text: &str) -> Result<House, ParseHouseError> {
        let &[kind, number @ b'1'..=b'9'] = text.as_bytes() else { return Err(ParseHouseError) };
        let index = usize::from(number - b'1');
        match kind {
            b'r' | b'R' => Ok(House::Row(Row::from_index(index))),
            b'c' | b'C' => Ok(House::Col(Col::from_index(index))),
            b'b' | b'B' => Ok(House::Block(Block::from_index(index))),
            _ => Err(ParseHouseError),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn displayed_houses_parse_back() {
        for house in House::all() {
            assert_eq!(house.to_string().parse(), Ok(house));
        }
        assert_eq!("b6".parse(), Ok(Block::from_index(5)));
        assert_eq!("b6".parse::<Row>(), Err(ParseHouseError));
        for wrong in ["", "r", "r0", "d1", "r10", "1r"] {
            assert_eq!(wrong.parse::<House>(), Err(ParseHouseError), "{wrong}");
        }
    }

    #[test]
    fn indices_convert_both_ways() {
        for (index, house) in House::all().enumerate() {
            assert_eq!(house.index(), index);
            assert_eq!(House::from_index(index), house);
            assert_eq!(house.cells().len(), 9);
        }
    }
}
