//! Solving: finding, counting and listing the solutions of a grid.
//!
//! There are four solvers. [`naive`] is one screen of backtracking, for readers and as the oracle of the tests.
//! [`propagation`] adds constraint propagation and can be observed step by step. The one-puzzle solver (`search.rs`) is
//! behind [`Grid::solve`]. The lanes engine (`lanes.rs`) is behind every [`Backend`] that is a CPU, and takes over hard
//! single puzzles. The last two walk the same search tree. Their answers are therefore equal, including the two
//! solutions of a grid that has several.

mod any_batch;
mod arch;
mod backend;
mod batch;
mod branch;
mod lane_pass;
mod lanes;
mod many;
pub mod naive;
mod outcome;
#[cfg(target_arch = "x86_64")]
mod pair;
mod possible;
pub mod propagation;
mod search;
mod swap;
#[cfg(feature = "threads")]
mod threads;
mod vector;

use crate::position::Clues;
use crate::{Answer, Grid, NotAPuzzleError, Pencilmarks, Position, Puzzle};
pub use arch::{Cpu, CpuError};
pub use backend::{Backend, Device};
pub(crate) use batch::Questions;
pub use many::{Answers, SolveAll, count_batch, fill_batch, solve_batch, solve_bytes};
pub use outcome::Outcome;
pub(crate) use search::Propagated;
pub use search::{Solutions, Solved, Stats};
#[cfg(feature = "threads")]
pub use threads::Threads;

impl Grid {
    /// Solves the grid: no solution, the only one, or two of several.
    ///
    /// ```
    /// use ninefold::{Answer, Grid};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    /// let Answer::Unique(solution) = grid.solve() else { unreachable!() };
    /// assert!(solution.to_string().starts_with("534678912"));
    /// ```
    pub fn solve(&self) -> Answer {
        search::answer_grid(Cpu::best(), self)
    }

    /// Counts the solutions, and stops at `limit`.
    ///
    /// ```
    /// use ninefold::Grid;
    ///
    /// assert_eq!(Grid::EMPTY.count(1000), 1000);
    /// ```
    pub fn count(&self, limit: usize) -> usize {
        self.solutions().take(limit).count()
    }

    /// An iterator over all solutions. Each is searched for when the iterator advances.
    ///
    /// A grid with few givens has too many solutions to list: use `take`.
    ///
    /// ```
    /// use ninefold::Grid;
    ///
    /// let three: Vec<_> = Grid::EMPTY.solutions().take(3).collect();
    /// assert_ne!(three[0], three[1]);
    /// ```
    pub fn solutions(&self) -> Solutions {
        Solutions::of_grid(Cpu::best(), self)
    }
}

impl Pencilmarks {
    /// Solves from these candidates: no solution, the only one, or two of several.
    ///
    /// ```
    /// use ninefold::{Answer, Pencilmarks, CandidateSet};
    ///
    /// assert_eq!(Pencilmarks::from(CandidateSet::EMPTY).solve(), Answer::NoSolution);
    /// ```
    pub fn solve(&self) -> Answer {
        search::answer_pencilmarks(Cpu::best(), self)
    }

    /// Counts the solutions that only use these candidates, and stops at `limit`.
    ///
    /// ```
    /// use ninefold::Pencilmarks;
    ///
    /// assert_eq!(Pencilmarks::FULL.count(100), 100);
    /// ```
    pub fn count(&self, limit: usize) -> usize {
        self.solutions().take(limit).count()
    }

    /// An iterator over all solutions that only use these candidates.
    pub fn solutions(&self) -> Solutions {
        Solutions::of_pencilmarks(Cpu::best(), self)
    }
}

impl Position {
    /// Solves the puzzle of the position: no solution, the only one, or two of several.
    ///
    /// A player's digits and notes are not part of the puzzle.
    ///
    /// ```
    /// use ninefold::{Digit, Grid, Position};
    ///
    /// let givens: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    /// let mut digits = givens;
    /// digits["r1c3".parse().unwrap()] = Some(Digit::D1);
    /// assert!(!digits.solve().is_unique(), "1 is wrong in r1c3");
    /// assert!(Position::of_player(givens, digits, None).solve().is_unique());
    /// ```
    pub fn solve(&self) -> Answer {
        match self.clues() {
            Clues::Givens(grid) => grid.solve(),
            Clues::Candidates(candidates) => Pencilmarks::from(candidates).solve(),
        }
    }

    /// The answer and the work of its search.
    ///
    /// The statistics depend only on the puzzle: they are those of [`Backend::solve_with_stats`].
    ///
    /// ```
    /// use ninefold::{Grid, Position};
    ///
    /// let easy: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let solved = Position::of_givens(easy).solve_with_stats();
    /// assert!(solved.answer.is_unique());
    /// assert_eq!(solved.stats.guesses, 0);
    /// # Ok::<(), ninefold::text::ParseError>(())
    /// ```
    pub fn solve_with_stats(&self) -> Solved {
        let only = Backend::cpu().solve_with_stats(core::slice::from_ref(self)).pop();
        only.expect("one position has one answer")
    }

    /// Counts the solutions of the puzzle, and stops at `limit`.
    pub fn count(&self, limit: usize) -> usize {
        self.solutions().take(limit).count()
    }

    /// An iterator over all solutions of the puzzle.
    pub fn solutions(&self) -> Solutions {
        match self.clues() {
            Clues::Givens(grid) => grid.solutions(),
            Clues::Candidates(candidates) => Pencilmarks::from(candidates).solutions(),
        }
    }
}

impl Puzzle {
    /// Proves that the grid has exactly one solution.
    ///
    /// # Errors
    /// The house that holds a digit twice, no solution, or two solutions.
    pub fn new(grid: Grid) -> Result<Puzzle, NotAPuzzleError> {
        match grid.solve() {
            Answer::Unique(solution) => Ok(Puzzle::proved(grid, solution)),
            Answer::Multiple(first, second) => Err(NotAPuzzleError::MultipleSolutions { first, second }),
            Answer::NoSolution => {
                Err(grid.conflicts().next().map_or(NotAPuzzleError::NoSolution, NotAPuzzleError::Conflict))
            }
        }
    }
}

impl TryFrom<Grid> for Puzzle {
    type Error = NotAPuzzleError;

    fn try_from(grid: Grid) -> Result<Puzzle, NotAPuzzleError> {
        Puzzle::new(grid)
    }
}
