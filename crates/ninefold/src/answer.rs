//! The answer for a grid: no solution, exactly one, or more than one.

use crate::Solution;

/// The result of solving a grid.
///
/// ```
/// use ninefold::{Answer, Grid};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let Answer::Unique(solution) = grid.solve() else { panic!("a published puzzle") };
/// assert!(solution.to_string().starts_with("534678912"));
/// assert!(matches!(Grid::EMPTY.solve(), Answer::Multiple(..)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// There is no solution.
    NoSolution,
    /// There is exactly one solution.
    Unique(Solution),
    /// There is more than one solution; these are two.
    Multiple(Solution, Solution),
}

impl Answer {
    /// The solution, if there is exactly one.
    pub const fn unique(&self) -> Option<&Solution> {
        match self {
            Answer::Unique(solution) => Some(solution),
            _ => None,
        }
    }

    /// Whether there is exactly one solution.
    pub const fn is_unique(&self) -> bool {
        matches!(self, Answer::Unique(_))
    }

    /// `none`, `unique` or `multiple`: the name in JSON, CSV and Python.
    pub const fn name(&self) -> &'static str {
        match self {
            Answer::NoSolution => "none",
            Answer::Unique(_) => "unique",
            Answer::Multiple(..) => "multiple",
        }
    }

    /// The first solution, if there is one.
    ///
    /// ```
    /// use ninefold::{Answer, Grid};
    ///
    /// assert!(Grid::EMPTY.solve().first().is_some());
    /// assert!(Answer::NoSolution.first().is_none());
    /// ```
    pub const fn first(&self) -> Option<&Solution> {
        match self {
            Answer::NoSolution => None,
            Answer::Unique(solution) | Answer::Multiple(solution, _) => Some(solution),
        }
    }
}
