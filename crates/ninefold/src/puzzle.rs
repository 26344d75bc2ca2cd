//! A puzzle: a grid that has been proved to have exactly one solution.
//!
//! A [`Grid`] may be invalid, a `Puzzle` cannot. It needs no further check: it stores its solution, and reasoning that
//! relies on uniqueness is sound.

use core::fmt;
use core::str::FromStr;

use crate::solve::{Backend, Questions};
use crate::text::ParseError;
use crate::{Answer, Cell, CellSet, CellSetIter, Conflict, Digit, Grid, Mistake, Solution};

/// A grid with exactly one solution, and that solution. Prints as its givens.
///
/// ```
/// use ninefold::{Grid, NotAPuzzleError, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let puzzle = Puzzle::new(grid).unwrap();
/// assert_eq!(puzzle.givens().filled().len(), 30);
/// assert!(puzzle.solution().to_string().starts_with("534678912"));
///
/// let Err(NotAPuzzleError::MultipleSolutions { first, second }) = Puzzle::new(Grid::EMPTY) else { unreachable!() };
/// assert_ne!(first, second);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Puzzle {
    givens: Grid,
    solution: Solution,
}

impl Puzzle {
    /// For the solver, which has already proved that the solution is the only one.
    pub(crate) fn proved(givens: Grid, solution: Solution) -> Puzzle {
        debug_assert!(Cell::all().all(|cell| givens[cell].is_none_or(|digit| digit == solution[cell])));
        Puzzle { givens, solution }
    }

    /// The digits printed at the start.
    #[inline]
    pub const fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The only solution.
    #[inline]
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The givens that are not needed: without any one of them the solution is still unique.
    ///
    /// ```
    /// use ninefold::Puzzle;
    ///
    /// let minimal: Puzzle =
    ///     "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse()?;
    /// assert!(minimal.redundant_givens().is_empty());
    ///
    /// let mut more = *minimal.givens();
    /// let cell = "r1c2".parse()?;
    /// more[cell] = Some(minimal.solution()[cell]);
    /// assert!(Puzzle::new(more)?.redundant_givens().contains(cell));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn redundant_givens(&self) -> CellSet {
        let filled = self.givens.filled();
        let mut test = RedundancyTest { puzzle: self, rest: filled.iter(), needed: CellSet::EMPTY };
        Backend::cpu().ask(&mut test, 1);
        filled - test.needed
    }

    /// Whether every given is needed: without any one of them there is a second solution.
    ///
    /// ```
    /// use ninefold::Puzzle;
    ///
    /// let puzzle: Puzzle =
    ///     "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse()?;
    /// assert!(puzzle.is_minimal());
    /// # Ok::<(), ninefold::ParsePuzzleError>(())
    /// ```
    pub fn is_minimal(&self) -> bool {
        self.redundant_givens().is_empty()
    }
}

/// Tests for each given whether there is a solution with another digit in its cell. If so, the given is needed.
struct RedundancyTest<'a> {
    puzzle: &'a Puzzle,
    /// The givens that are not tested yet.
    rest: CellSetIter,
    needed: CellSet,
}

impl Questions for RedundancyTest<'_> {
    fn next(&mut self, mut set: impl FnMut(usize, u16)) -> Option<usize> {
        let tested = self.rest.next()?;
        let bit = |digit: Digit| 1 << digit.index();
        for (cell, given) in self.puzzle.givens.as_array().iter().enumerate() {
            set(cell, given.map_or(0x1FF, bit));
        }
        set(tested.index(), 0x1FF & !bit(self.puzzle.solution[tested]));
        Some(tested.index())
    }

    fn answer(&mut self, question: usize, count: usize) {
        if count > 0 {
            self.needed.insert(Cell::from_index(question));
        }
    }
}

impl FromStr for Puzzle {
    type Err = ParsePuzzleError;

    /// Parses exactly one puzzle in any text format and proves that it has exactly one solution.
    ///
    /// ```
    /// use ninefold::{ParsePuzzleError, Puzzle};
    ///
    /// let empty = ".".repeat(81).parse::<Puzzle>();
    /// assert!(matches!(empty, Err(ParsePuzzleError::NotAPuzzle(_))));
    /// ```
    fn from_str(text: &str) -> Result<Puzzle, ParsePuzzleError> {
        let grid: Grid = text.parse().map_err(ParsePuzzleError::Text)?;
        Puzzle::new(grid).map_err(ParsePuzzleError::NotAPuzzle)
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

/// Why a grid or position is not a puzzle, with the evidence.
///
/// ```
/// use ninefold::{Grid, NotAPuzzleError, Puzzle};
///
/// match Puzzle::new(Grid::EMPTY).unwrap_err() {
///     NotAPuzzleError::MultipleSolutions { first, second } => assert_ne!(first, second),
///     error => panic!("{error}"),
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAPuzzleError {
    /// A house holds a digit twice.
    Conflict(Conflict),
    /// No solution, because the candidates contradict the only solution that the digits have.
    Mistake(Mistake),
    /// No solution, although no house holds a digit twice.
    NoSolution,
    /// More than one solution; these are two.
    MultipleSolutions {
        /// The first solution.
        first: Solution,
        /// A different solution.
        second: Solution,
    },
}

impl NotAPuzzleError {
    /// The answer that the grid has instead: no solution, or two of several.
    pub const fn answer(&self) -> Answer {
        match self {
            NotAPuzzleError::MultipleSolutions { first, second } => Answer::Multiple(*first, *second),
            _ => Answer::NoSolution,
        }
    }
}

impl fmt::Display for NotAPuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAPuzzleError::Conflict(conflict) => conflict.fmt(f),
            NotAPuzzleError::Mistake(mistake) => write!(f, "no solution: {mistake}"),
            NotAPuzzleError::NoSolution => f.write_str("no solution"),
            NotAPuzzleError::MultipleSolutions { first, second } => {
                write!(f, "more than one solution; two of them differ in {}", first.differences(second))
            }
        }
    }
}

// No `source()`: the message already contains the conflict or mistake.
impl core::error::Error for NotAPuzzleError {}

/// Text that is not a puzzle. The [source](core::error::Error::source) is the error of the text or grid.
///
/// ```
/// use std::error::Error;
///
/// let error = "55..7".parse::<ninefold::Puzzle>().unwrap_err();
/// assert_eq!(error.to_string(), "the text is not a grid");
/// assert!(error.source().is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePuzzleError {
    /// The text is not a grid.
    Text(ParseError),
    /// The grid does not have exactly one solution.
    NotAPuzzle(NotAPuzzleError),
}

impl fmt::Display for ParsePuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePuzzleError::Text(_) => f.write_str("the text is not a grid"),
            ParsePuzzleError::NotAPuzzle(_) => f.write_str("the grid is not a puzzle"),
        }
    }
}

impl core::error::Error for ParsePuzzleError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ParsePuzzleError::Text(error) => Some(error),
            ParsePuzzleError::NotAPuzzle(error) => Some(error),
        }
    }
}
