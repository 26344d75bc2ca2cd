//! The questions one can ask about a grid: is there a solution, is it the only one, how many are there, which?
//!
//! [`search`] answers them for real use, [`naive`] for people who want to read the answer's reason in one screen of
//! code, and for tests that need an oracle.

mod arch;
mod branch;
pub mod lanes;
pub mod naive;
pub mod search;
mod vector;

use crate::{Answer, Grid, NotAPuzzle, Pencilmarks, Puzzle};
pub use search::{Solutions, Stats};

impl Grid {
    /// Solves the grid: no solution, the only one, or two of several.
    pub fn solve(&self) -> Answer {
        self.solutions().answer()
    }

    /// Counts the solutions, and stops at `limit`.
    pub fn count(&self, limit: usize) -> usize {
        self.solutions().take(limit).count()
    }

    /// All solutions, one after the other, found when they are asked for.
    ///
    /// A grid with few givens has more of them than anyone can wait for: take as many as you need.
    pub fn solutions(&self) -> Solutions {
        Solutions::of_grid(self)
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
        self.solutions().answer()
    }

    /// Counts the solutions that only use these candidates, and stops at `limit`.
    pub fn count(&self, limit: usize) -> usize {
        self.solutions().take(limit).count()
    }

    /// All solutions that only use these candidates, found when they are asked for.
    pub fn solutions(&self) -> Solutions {
        Solutions::of_pencilmarks(self)
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
