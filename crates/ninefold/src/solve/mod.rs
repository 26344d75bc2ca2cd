//! The questions one can ask about a grid: is there a solution, is it the only one, how many are there, which?
//!
//! Four solvers answer them. [`naive`] is for people who want to read the reason in one screen of code, and for tests
//! that need an oracle; [`propagation`] for those who want to watch what thinking before trying brings. The one-puzzle
//! solver (`search.rs`) stands behind [`Grid::solve`], the lanes engine (`lanes.rs`) behind [`solve_batch`], and it helps
//! with single puzzles that turn out hard. Both walk the same tree, so that their answers are the same, down to the two
//! solutions they show where there are more.

mod arch;
mod batch;
mod branch;
mod lanes;
pub mod naive;
#[cfg(target_arch = "x86_64")]
mod pair;
pub mod propagation;
mod search;
mod swap;
mod vector;

use crate::{Answer, Grid, NotAPuzzle, Pencilmarks, Puzzle};
pub use arch::{Cpu, CpuError};
pub(crate) use batch::Questions;
pub use batch::{Answers, SolveAll, count_batch, fill_batch, solve_batch, solve_bytes};
pub use search::{Solutions, Stats};

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

    /// All solutions, one after the other, found when they are asked for.
    ///
    /// A grid with few givens has more of them than anyone can wait for: take as many as you need.
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
    pub fn count(&self, limit: usize) -> usize {
        self.solutions().take(limit).count()
    }

    /// All solutions that only use these candidates, found when they are asked for.
    pub fn solutions(&self) -> Solutions {
        Solutions::of_pencilmarks(Cpu::best(), self)
    }
}

impl Puzzle {
    /// Proves that the grid has exactly one solution.
    ///
    /// # Errors
    /// The house that holds a digit twice, or that there is no solution, or two solutions.
    pub fn new(grid: Grid) -> Result<Puzzle, NotAPuzzle> {
        match grid.solve() {
            Answer::Unique(solution) => Ok(Puzzle::proved(grid, solution)),
            Answer::Multiple(first, second) => Err(NotAPuzzle::MultipleSolutions { first, second }),
            Answer::NoSolution => Err(grid.conflicts().next().map_or(NotAPuzzle::NoSolution, NotAPuzzle::Conflict)),
        }
    }
}

impl TryFrom<Grid> for Puzzle {
    type Error = NotAPuzzle;

    fn try_from(grid: Grid) -> Result<Puzzle, NotAPuzzle> {
        Puzzle::new(grid)
    }
}
