//! A puzzle: a grid that has been proved to have exactly one solution.
//!
//! A [`Grid`] may be nonsense, a `Puzzle` cannot. Whoever holds one needs no further check: the solution is there, and
//! reasoning that relies on its being unique is sound.

use core::fmt;

use crate::{Cell, CellSet, Conflict, Grid, Solution};

/// A grid with exactly one solution, and that solution. Prints as its givens.
///
/// ```
/// use ninefold::{Grid, NotAPuzzle, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let puzzle = Puzzle::new(grid).unwrap();
/// assert_eq!(puzzle.givens().filled().len(), 30);
/// assert!(puzzle.solution().to_string().starts_with("534678912"));
///
/// let Err(NotAPuzzle::MultipleSolutions { first, second }) = Puzzle::new(Grid::EMPTY) else { unreachable!() };
/// assert_ne!(first, second);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Puzzle {
    givens: Grid,
    solution: Solution,
}

impl Puzzle {
    /// For the solver, which has just proved it.
    pub(crate) fn proved(givens: Grid, solution: Solution) -> Puzzle {
        debug_assert!(Cell::all().all(|cell| givens[cell].is_none_or(|digit| digit == solution[cell])));
        Puzzle { givens, solution }
    }

    /// The digits printed at the start.
    #[inline]
    pub const fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The only way to fill it.
    #[inline]
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The givens that could be left out, each by itself, and the solution would still be unique.
    ///
    /// When there are none, the puzzle is minimal.
    ///
    /// ```
    /// use ninefold::{Grid, Puzzle};
    ///
    /// let minimal: Grid =
    ///     "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
    /// let puzzle = Puzzle::new(minimal).unwrap();
    /// assert!(puzzle.redundant_givens().is_empty());
    ///
    /// let mut more = minimal;
    /// let cell = "r1c2".parse().unwrap();
    /// more[cell] = Some(puzzle.solution()[cell]);
    /// assert!(Puzzle::new(more).unwrap().redundant_givens().contains(cell));
    /// ```
    pub fn redundant_givens(&self) -> CellSet {
        let redundant = |&cell: &Cell| {
            let mut without = self.givens;
            without[cell] = None;
            without.solve().is_unique()
        };
        self.givens.filled().iter().filter(redundant).collect()
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.givens.fmt(f)
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({self})")
    }
}

/// Why a grid is not a puzzle, with the evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAPuzzle {
    /// Two equal digits in a house.
    Conflict(Conflict),
    /// No way to fill it, though no house holds a digit twice.
    NoSolution,
    /// More than one way to fill it; these are two.
    MultipleSolutions {
        /// One solution.
        first: Solution,
        /// Another.
        second: Solution,
    },
}

impl fmt::Display for NotAPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAPuzzle::Conflict(conflict) => conflict.fmt(f),
            NotAPuzzle::NoSolution => f.write_str("no solution"),
            NotAPuzzle::MultipleSolutions { first, second } => {
                write!(f, "more than one solution; two of them differ in {}", first.differences(second))
            }
        }
    }
}

impl core::error::Error for NotAPuzzle {}
