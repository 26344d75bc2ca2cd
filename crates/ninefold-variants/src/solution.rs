//! A value for every cell, proved to satisfy all rules; and the answer to "what is the solution?".

use core::fmt;

use crate::{Board, Cell, symbol};

/// A complete filling that satisfies every house and every rule of its puzzle.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution {
    values: Box<[u8]>,
    grid_cells: usize,
}

impl Solution {
    pub(crate) fn proved(board: &Board, values: Vec<u8>) -> Solution {
        Solution { values: values.into(), grid_cells: board.grid_cells() }
    }

    /// The value of a cell.
    ///
    /// # Panics
    /// When the cell is not on the board of the puzzle.
    pub fn value(&self, cell: Cell) -> u8 {
        self.values[cell.index()]
    }

    /// The values of all cells: the grid in reading order, then the extra cells.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The values of the grid in reading order.
    pub fn grid(&self) -> &[u8] {
        &self.values[..self.grid_cells]
    }
}

/// The grid in reading order, one character a cell, letters above 9.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.grid().iter().map(|&value| symbol(value)).collect();
        f.pad(&text)
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solution({self})")
    }
}

/// What solving a variant found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// There is no way to fill the grid.
    NoSolution,
    /// Exactly one way.
    Unique(Solution),
    /// More than one way; two that differ.
    Multiple(Solution, Solution),
}

impl Answer {
    /// The solution, if there is exactly one.
    pub fn unique(&self) -> Option<&Solution> {
        match self {
            Answer::Unique(solution) => Some(solution),
            _ => None,
        }
    }

    /// Whether there is exactly one solution.
    pub fn is_unique(&self) -> bool {
        matches!(self, Answer::Unique(_))
    }

    /// A solution, if there is any.
    pub fn first(&self) -> Option<&Solution> {
        match self {
            Answer::NoSolution => None,
            Answer::Unique(solution) | Answer::Multiple(solution, _) => Some(solution),
        }
    }
}
