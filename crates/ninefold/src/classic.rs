//! The classic exercise: a 9x9 board of characters, filled in place.
//!
//! A cell is `1` to `9`, or `.` if it is empty. [`solve_in_place`] replaces every `.` with the digit of the only
//! solution. On an error the board is unchanged, and the error contains the evidence.

use alloc::vec::Vec;
use core::fmt;

use crate::{Cell, CellSet, Conflict, Digit, Grid, NotAPuzzleError, Puzzle, Solution};

/// A board of characters that [`solve_in_place`] reads and writes: anything with rows of characters.
///
/// Implemented for arrays, slices and vectors of arrays, slices and vectors of `char`.
///
/// ```
/// use ninefold::Board;
///
/// assert_eq!([['.'; 9]; 9].rows(), 9);
/// assert_eq!(vec![vec!['.'; 9]; 9].row(0).len(), 9);
/// ```
pub trait Board {
    /// The number of rows.
    fn rows(&self) -> usize;
    /// The characters of a row; `row` is below [`Board::rows`].
    fn row(&self, row: usize) -> &[char];
    /// The characters of a row, mutable; `row` is below [`Board::rows`].
    fn row_mut(&mut self, row: usize) -> &mut [char];
}

impl<R: AsRef<[char]> + AsMut<[char]>> Board for [R] {
    fn rows(&self) -> usize {
        self.len()
    }
    fn row(&self, row: usize) -> &[char] {
        self[row].as_ref()
    }
    fn row_mut(&mut self, row: usize) -> &mut [char] {
        self[row].as_mut()
    }
}

impl<R: AsRef<[char]> + AsMut<[char]>, const N: usize> Board for [R; N] {
    fn rows(&self) -> usize {
        N
    }
    fn row(&self, row: usize) -> &[char] {
        self[row].as_ref()
    }
    fn row_mut(&mut self, row: usize) -> &mut [char] {
        self[row].as_mut()
    }
}

impl<R: AsRef<[char]> + AsMut<[char]>> Board for Vec<R> {
    fn rows(&self) -> usize {
        self.len()
    }
    fn row(&self, row: usize) -> &[char] {
        self[row].as_ref()
    }
    fn row_mut(&mut self, row: usize) -> &mut [char] {
        self[row].as_mut()
    }
}

/// Fills the empty cells of a 9x9 board of characters with the only solution.
///
/// ```
/// let mut board = [
///     ['5', '3', '.', '.', '7', '.', '.', '.', '.'],
///     ['6', '.', '.', '1', '9', '5', '.', '.', '.'],
///     ['.', '9', '8', '.', '.', '.', '.', '6', '.'],
///     ['8', '.', '.', '.', '6', '.', '.', '.', '3'],
///     ['4', '.', '.', '8', '.', '3', '.', '.', '1'],
///     ['7', '.', '.', '.', '2', '.', '.', '.', '6'],
///     ['.', '6', '.', '.', '.', '.', '2', '8', '.'],
///     ['.', '.', '.', '4', '1', '9', '.', '.', '5'],
///     ['.', '.', '.', '.', '8', '.', '.', '7', '9'],
/// ];
/// ninefold::solve_in_place(&mut board).unwrap();
/// assert_eq!(board[0], ['5', '3', '4', '6', '7', '8', '9', '1', '2']);
///
/// let mut empty = vec![vec!['.'; 9]; 9];
/// let error = ninefold::solve_in_place(&mut empty).unwrap_err();
/// assert!(error.to_string().starts_with("more than one solution"));
/// assert_eq!(empty, vec![vec!['.'; 9]; 9]);
/// ```
///
/// # Errors
/// One variant of [`BoardError`] for each reason. The board is then unchanged.
pub fn solve_in_place<B: Board + ?Sized>(board: &mut B) -> Result<(), BoardError> {
    let puzzle = Puzzle::new(read(board)?)?;
    for cell in Cell::all() {
        board.row_mut(cell.row().index())[cell.col().index()] = puzzle.solution()[cell].to_char();
    }
    Ok(())
}

fn read<B: Board + ?Sized>(board: &B) -> Result<Grid, BoardError> {
    if board.rows() != 9 {
        return Err(BoardError::Rows { found: board.rows() });
    }
    if let Some(row) = (0..9).find(|&row| board.row(row).len() != 9) {
        return Err(BoardError::RowLength { row, found: board.row(row).len() });
    }
    let mut grid = Grid::EMPTY;
    for cell in Cell::all() {
        let found = board.row(cell.row().index())[cell.col().index()];
        grid[cell] = match found {
            '.' => None,
            _ => Some(Digit::from_char(found).ok_or(BoardError::Character { cell, found })?),
        };
    }
    Ok(grid)
}

/// Why a board was not filled.
///
/// ```
/// let mut board = vec![vec!['.'; 9]; 8];
/// let error = ninefold::solve_in_place(&mut board).unwrap_err();
/// assert_eq!(error.to_string(), "expected 9 rows, found 8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// The board does not have nine rows.
    Rows {
        /// The number of rows.
        found: usize,
    },
    /// A row does not have nine characters.
    RowLength {
        /// The first such row, counted from zero.
        row: usize,
        /// The number of characters.
        found: usize,
    },
    /// A character is neither a digit from `1` to `9` nor `.`.
    Character {
        /// The cell of the character.
        cell: Cell,
        /// The character.
        found: char,
    },
    /// A house holds a digit twice.
    Conflict(Conflict),
    /// The board has no solution.
    NoSolution,
    /// The board has more than one solution.
    MultipleSolutions {
        /// The first solution.
        first: Solution,
        /// A different solution.
        second: Solution,
        /// The cells in which the two differ.
        differences: CellSet,
    },
}

impl From<NotAPuzzleError> for BoardError {
    fn from(reason: NotAPuzzleError) -> BoardError {
        match reason {
            NotAPuzzleError::Conflict(conflict) => BoardError::Conflict(conflict),
            NotAPuzzleError::NoSolution | NotAPuzzleError::Mistake(_) => BoardError::NoSolution,
            NotAPuzzleError::MultipleSolutions { first, second } => {
                BoardError::MultipleSolutions { first, second, differences: first.differences(&second) }
            }
        }
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Rows { found } => write!(f, "expected 9 rows, found {found}"),
            BoardError::RowLength { row, found } => {
                write!(f, "expected 9 characters in row {}, found {found}", row + 1)
            }
            BoardError::Character { cell, found } => {
                write!(f, "expected a digit from 1 to 9 or '.' in {cell}, found {found:?}")
            }
            BoardError::Conflict(conflict) => conflict.fmt(f),
            BoardError::NoSolution => NotAPuzzleError::NoSolution.fmt(f),
            BoardError::MultipleSolutions { first, second, .. } => {
                NotAPuzzleError::MultipleSolutions { first: *first, second: *second }.fmt(f)
            }
        }
    }
}

// No `source()`: the message already contains the conflict.
impl core::error::Error for BoardError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::House;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn board(line: &str) -> Vec<Vec<char>> {
        let characters: Vec<char> = line.chars().collect();
        characters.chunks(9).map(<[char]>::to_vec).collect()
    }

    /// The error for this board, after a check that the board is unchanged.
    fn refused(mut board: Vec<Vec<char>>) -> BoardError {
        let before = board.clone();
        let error = solve_in_place(&mut board).unwrap_err();
        assert_eq!(board, before, "a refused board is unchanged");
        error
    }

    #[test]
    fn every_kind_of_board_is_filled_with_the_same_solution() {
        let mut vectors = board(PUZZLE);
        let mut array = [['.'; 9]; 9];
        for (row, line) in vectors.iter().enumerate() {
            array[row].copy_from_slice(line);
        }
        solve_in_place(&mut vectors).unwrap();
        solve_in_place(&mut array).unwrap();
        assert_eq!(vectors, array);
        let grid = Grid::from_fn(|cell| Digit::from_char(array[cell.row().index()][cell.col().index()]));
        assert_eq!(Some(&Solution::new(grid).unwrap()), PUZZLE.parse::<Grid>().unwrap().solve().unique());
        // A solved board is its own solution.
        solve_in_place(&mut array[..]).unwrap();
        assert_eq!(vectors, array);
    }

    #[test]
    fn each_reason_to_refuse_has_a_variant() {
        assert_eq!(refused(Vec::new()), BoardError::Rows { found: 0 });
        assert_eq!(refused(vec![vec!['.'; 9]; 10]), BoardError::Rows { found: 10 });
        let mut ragged = board(PUZZLE);
        ragged[4].pop();
        assert_eq!(refused(ragged), BoardError::RowLength { row: 4, found: 8 });

        for found in ['0', 'x', ' ', '５', '\0'] {
            let mut strange = board(PUZZLE);
            strange[2][7] = found;
            assert_eq!(refused(strange), BoardError::Character { cell: "r3c8".parse().unwrap(), found });
        }

        let mut twice = board(PUZZLE);
        twice[0][8] = '5';
        let BoardError::Conflict(conflict) = refused(twice) else { panic!("two 5s in row 1") };
        assert_eq!((conflict.house, conflict.digit), (House::from_index(0), Digit::D5));
        assert_eq!(conflict.cells, CellSet::from_iter([Cell::from_index(0), Cell::from_index(8)]));

        let mut hopeless = board(PUZZLE);
        hopeless[0][2] = '2';
        assert_eq!(refused(hopeless), BoardError::NoSolution);

        let mut loose = board(PUZZLE);
        for row in &mut loose[..3] {
            row.fill('.');
        }
        let BoardError::MultipleSolutions { first, second, differences } = refused(loose) else {
            panic!("a band without givens can be filled in two ways")
        };
        assert_eq!(differences, first.differences(&second));
        assert!(!differences.is_empty());
    }
}
