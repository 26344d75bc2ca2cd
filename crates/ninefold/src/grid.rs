//! A grid: 81 cells as given, possibly invalid.
//!
//! A `Grid` guarantees nothing but its shape. [`Grid::conflicts`] lists the houses that hold a digit twice.
//! [`Grid::solve`] and [`Grid::count`] report how many solutions it has.

use core::fmt;
use core::ops::{Index, IndexMut};

use crate::{Cell, CellSet, Digit, DigitSet, House};

/// 81 cells, each a digit or empty. Prints as a line of 81 characters, `.` for empty.
///
/// ```
/// use ninefold::{Cell, Digit, Grid};
///
/// let mut grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let cell: Cell = "r1c3".parse().unwrap();
/// assert_eq!(grid[cell], None);
/// grid[cell] = Some(Digit::D5);
/// let conflict = grid.conflicts().next().unwrap();
/// assert_eq!(conflict.to_string(), "two 5s in row 1: r1c1 r1c3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid([Option<Digit>; 81]);

impl Grid {
    /// The empty grid.
    pub const EMPTY: Grid = Grid([None; 81]);

    /// The grid with the digit that the function returns for each cell.
    ///
    /// ```
    /// use ninefold::{Digit, Grid};
    ///
    /// let grid = Grid::from_fn(|cell| (cell.index() == 0).then_some(Digit::D5));
    /// assert!(grid.to_string().starts_with("5."));
    /// ```
    pub fn from_fn(digit_at: impl FnMut(Cell) -> Option<Digit>) -> Grid {
        let mut digit_at = digit_at;
        let mut grid = Grid::EMPTY;
        for cell in Cell::all() {
            grid[cell] = digit_at(cell);
        }
        grid
    }

    /// The cells that hold a digit.
    pub fn filled(&self) -> CellSet {
        Cell::all().filter(|&cell| self[cell].is_some()).collect()
    }

    /// The filled cells with their digits, row by row.
    ///
    /// ```
    /// use ninefold::{Digit, Grid};
    ///
    /// let grid: Grid =
    ///     ".................................7............................4..................".parse().unwrap();
    /// let placed: Vec<_> = grid.placements().collect();
    /// assert_eq!(placed, [("r4c7".parse().unwrap(), Digit::D7), ("r7c9".parse().unwrap(), Digit::D4)]);
    /// ```
    pub fn placements(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        Cell::all().filter_map(|cell| Some((cell, self[cell]?)))
    }

    /// The cells that hold this digit.
    pub fn cells_with(&self, digit: Digit) -> CellSet {
        Cell::all().filter(|&cell| self[cell] == Some(digit)).collect()
    }

    /// The digits in these cells.
    pub fn digits_in(&self, cells: CellSet) -> DigitSet {
        cells.iter().filter_map(|cell| self[cell]).collect()
    }

    /// The grid with only these cells kept, the others empty.
    ///
    /// ```
    /// use ninefold::{Grid, Row};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    /// assert_eq!(grid.restricted_to(Row::from_index(0).cells()).placements().count(), 3);
    /// ```
    pub fn restricted_to(&self, cells: CellSet) -> Grid {
        Grid::from_fn(|cell| self[cell].filter(|_| cells.contains(cell)))
    }

    /// Whether every cell is filled and no house holds a digit twice.
    ///
    /// ```
    /// use ninefold::Grid;
    ///
    /// let grid: Grid =
    ///     "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
    /// assert!(grid.is_solved());
    /// assert!(!Grid::EMPTY.is_solved());
    /// # Ok::<(), ninefold::text::ParseError>(())
    /// ```
    pub fn is_solved(&self) -> bool {
        crate::Solution::new(*self).is_ok()
    }

    /// Every digit that a house holds more than once, with its cells: rows first, then columns, then blocks.
    pub fn conflicts(&self) -> impl Iterator<Item = Conflict> + '_ {
        House::all().flat_map(move |house| {
            Digit::ALL.into_iter().filter_map(move |digit| {
                let cells: CellSet = house.cells().iter().filter(|&cell| self[cell] == Some(digit)).collect();
                (cells.len() > 1).then_some(Conflict { house, digit, cells })
            })
        })
    }

    /// The 81 characters of the grid, `.` for empty.
    #[inline]
    pub fn to_bytes(&self) -> [u8; 81] {
        self.0.map(|digit| digit.map_or(b'.', Digit::to_ascii))
    }

    /// The 81 cells as an array, row by row.
    #[inline]
    pub const fn as_array(&self) -> &[Option<Digit>; 81] {
        &self.0
    }
}

impl From<[Option<Digit>; 81]> for Grid {
    fn from(cells: [Option<Digit>; 81]) -> Grid {
        Grid(cells)
    }
}

impl TryFrom<[u8; 81]> for Grid {
    type Error = CellValueError;

    /// The numbers of the cells row by row: 1 to 9, and 0 for an empty cell.
    ///
    /// ```
    /// use ninefold::Grid;
    ///
    /// let mut cells = [0; 81];
    /// cells[0] = 5;
    /// assert_eq!(Grid::try_from(cells)?.placements().count(), 1);
    /// cells[80] = 10;
    /// let error = Grid::try_from(cells).unwrap_err();
    /// assert_eq!(error.to_string(), "found 10 in r9c9, expected a number from 0 to 9");
    /// # Ok::<(), ninefold::CellValueError>(())
    /// ```
    fn try_from(cells: [u8; 81]) -> Result<Grid, CellValueError> {
        let mut grid = Grid::EMPTY;
        for (cell, found) in Cell::all().zip(cells) {
            grid[cell] = match found {
                0 => None,
                _ => Some(Digit::new(found).ok_or(CellValueError { cell, found })?),
            };
        }
        Ok(grid)
    }
}

impl TryFrom<[[u8; 9]; 9]> for Grid {
    type Error = CellValueError;

    /// The numbers of the cells, nine rows of nine: 1 to 9, and 0 for an empty cell.
    ///
    /// ```
    /// use ninefold::Grid;
    ///
    /// assert_eq!(Grid::try_from([[0; 9]; 9]), Ok(Grid::EMPTY));
    /// ```
    fn try_from(rows: [[u8; 9]; 9]) -> Result<Grid, CellValueError> {
        let mut cells = [0; 81];
        cells.as_chunks_mut::<9>().0.copy_from_slice(&rows);
        Grid::try_from(cells)
    }
}

/// A number in a cell that is neither 0 nor a digit.
///
/// ```
/// let error = ninefold::Grid::try_from([10; 81]).unwrap_err();
/// assert_eq!((error.cell.index(), error.found), (0, 10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellValueError {
    /// The cell.
    pub cell: Cell,
    /// Its number.
    pub found: u8,
}

impl fmt::Display for CellValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {} in {}, expected a number from 0 to 9", self.found, self.cell)
    }
}

impl core::error::Error for CellValueError {}

impl Default for Grid {
    fn default() -> Grid {
        Grid::EMPTY
    }
}

impl Index<Cell> for Grid {
    type Output = Option<Digit>;

    #[inline]
    fn index(&self, cell: Cell) -> &Option<Digit> {
        &self.0[cell.index()]
    }
}

impl IndexMut<Cell> for Grid {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut Option<Digit> {
        &mut self.0[cell.index()]
    }
}

impl fmt::Display for Grid {
    /// A line of 81 characters; with `{:#}` a drawing of nine rows.
    ///
    /// ```
    /// let drawing = format!("{:#}", ninefold::Grid::EMPTY);
    /// assert_eq!(drawing.lines().nth(1), Some("| . . . | . . . | . . . |"));
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&crate::text::write(&(*self).into(), crate::text::Format::Grid));
        }
        f.pad(core::str::from_utf8(&self.to_bytes()).expect("digits and dots are ASCII"))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

/// A house that holds a digit more than once.
///
/// ```
/// use ninefold::Grid;
///
/// let grid: Grid =
///     "55...............................................................................".parse().unwrap();
/// let conflict = grid.conflicts().next().unwrap();
/// assert_eq!(conflict.to_string(), "two 5s in row 1: r1c1 r1c2");
/// assert_eq!(conflict.cells.len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conflict {
    /// The house.
    pub house: House,
    /// The digit.
    pub digit: Digit,
    /// The cells of the house that hold the digit: two or more.
    pub cells: CellSet,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, index) = match self.house {
            House::Row(row) => ("row", row.index()),
            House::Col(col) => ("column", col.index()),
            House::Block(block) => ("box", block.index()),
        };
        let number = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
        let count = self.cells.len().checked_sub(2).and_then(|i| number.get(i)).copied().unwrap_or("several");
        write!(f, "{count} {}s in {kind} {}: {}", self.digit, index + 1, self.cells)
    }
}

impl core::error::Error for Conflict {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_are_found_in_every_house_and_nowhere_else() {
        assert_eq!(Grid::EMPTY.conflicts().count(), 0);
        for a in Cell::all() {
            for b in Cell::all().filter(|&b| b > a) {
                let mut grid = Grid::EMPTY;
                grid[a] = Some(Digit::D7);
                grid[b] = Some(Digit::D7);
                let houses = a.houses().into_iter().filter(|h| h.cells().contains(b)).count();
                assert_eq!(grid.conflicts().count(), houses);
                for conflict in grid.conflicts() {
                    assert_eq!(conflict.cells, CellSet::from(a) | CellSet::from(b));
                    assert!(conflict.cells.is_subset(conflict.house.cells()));
                }
                grid[b] = Some(Digit::D8);
                assert_eq!(grid.conflicts().count(), 0);
            }
        }
    }
}
