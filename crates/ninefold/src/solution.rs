//! A solution: every cell filled, every house holding each digit once.

use core::fmt;
use core::ops::Index;

use crate::{Cell, CellSet, Conflict, Digit, Grid};

/// A complete grid that obeys the rule. Prints as 81 digits.
///
/// ```
/// use ninefold::{Grid, Solution};
///
/// let grid: Grid =
///     "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse().unwrap();
/// let solution = Solution::new(grid).unwrap();
/// assert_eq!(Grid::from(solution), grid);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution([Digit; 81]);

impl Solution {
    /// Checks that the grid is complete and obeys the rule.
    ///
    /// ```
    /// use ninefold::{Grid, NotASolutionError, Solution};
    ///
    /// assert!(matches!(Solution::new(Grid::EMPTY), Err(NotASolutionError::Empty(_))));
    /// ```
    ///
    /// # Errors
    /// The first empty cell, or the first house that holds a digit twice.
    pub fn new(grid: Grid) -> Result<Solution, NotASolutionError> {
        let mut digits = [Digit::D1; 81];
        for cell in Cell::all() {
            digits[cell.index()] = grid[cell].ok_or(NotASolutionError::Empty(cell))?;
        }
        // Checking that each house has all nine digits is many times as fast as searching for a conflict.
        let mut seen = [0u16; 27];
        for (index, digit) in digits.iter().enumerate() {
            let (row, col) = (index / 9, index % 9);
            for house in [row, 9 + col, 18 + row / 3 * 3 + col / 3] {
                seen[house] |= 1 << digit.index();
            }
        }
        let conflict = if seen == [0x1FF; 27] { None } else { grid.conflicts().next() };
        conflict.map_or(Ok(Solution(digits)), |conflict| Err(NotASolutionError::Conflict(conflict)))
    }

    /// For solvers, whose search guarantees the rule.
    pub(crate) fn from_solver(digits: [Digit; 81]) -> Solution {
        debug_assert!(Solution::new(Grid::from(digits.map(Some))).is_ok(), "a solver's solution obeys the rule");
        Solution(digits)
    }

    /// The cells in which the two solutions hold different digits.
    ///
    /// ```
    /// use ninefold::{Answer, Grid};
    ///
    /// let Answer::Multiple(first, second) = Grid::EMPTY.solve() else { unreachable!() };
    /// assert!(first.differences(&second).len() >= 4);
    /// ```
    pub fn differences(&self, other: &Solution) -> CellSet {
        Cell::all().filter(|&cell| self[cell] != other[cell]).collect()
    }

    /// The cells that hold this digit: nine, one in each house.
    pub fn cells_with(&self, digit: Digit) -> CellSet {
        Cell::all().filter(|&cell| self[cell] == digit).collect()
    }

    /// The 81 characters of the solution.
    #[inline]
    pub fn to_bytes(&self) -> [u8; 81] {
        self.0.map(Digit::to_ascii)
    }

    /// The 81 digits as an array, row by row.
    #[inline]
    pub const fn as_array(&self) -> &[Digit; 81] {
        &self.0
    }
}

impl Index<Cell> for Solution {
    type Output = Digit;

    #[inline]
    fn index(&self, cell: Cell) -> &Digit {
        &self.0[cell.index()]
    }
}

impl From<Solution> for Grid {
    fn from(solution: Solution) -> Grid {
        Grid::from(solution.0.map(Some))
    }
}

impl TryFrom<Grid> for Solution {
    type Error = NotASolutionError;

    fn try_from(grid: Grid) -> Result<Solution, NotASolutionError> {
        Solution::new(grid)
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Grid::from(*self), f)
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solution({self})")
    }
}

/// Why a grid is not a solution.
///
/// ```
/// let error = ninefold::Solution::new(ninefold::Grid::EMPTY).unwrap_err();
/// assert_eq!(error.to_string(), "r1c1 is empty");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotASolutionError {
    /// This cell is empty.
    Empty(Cell),
    /// This house holds a digit twice.
    Conflict(Conflict),
}

impl fmt::Display for NotASolutionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotASolutionError::Empty(cell) => write!(f, "{cell} is empty"),
            NotASolutionError::Conflict(conflict) => conflict.fmt(f),
        }
    }
}

// No `source()`: the message already contains the conflict.
impl core::error::Error for NotASolutionError {}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn only_complete_grids_without_conflict_are_solutions() {
        let grid: Grid = SOLVED.parse().unwrap();
        let solution = Solution::new(grid).unwrap();
        for cell in Cell::all() {
            let mut hole = grid;
            hole[cell] = None;
            assert_eq!(Solution::new(hole), Err(NotASolutionError::Empty(cell)));
            for digit in Digit::ALL.into_iter().filter(|&d| d != solution[cell]) {
                let mut wrong = grid;
                wrong[cell] = Some(digit);
                assert!(matches!(Solution::new(wrong), Err(NotASolutionError::Conflict(_))));
            }
        }
    }
}
