//! The check of a puzzle: conflicts, uniqueness, minimality, symmetry and mistakes in one report.

use alloc::vec::Vec;

use crate::position::Clues;
use crate::symmetry::PatternSymmetry;
use crate::text::Record;
use crate::{Answer, CellSet, Conflict, Grid, Mistake, Position, Puzzle};

/// The result of [`Position::check`].
///
/// ```
/// use ninefold::{Grid, Position};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let report = Position::of_givens(grid).check(1000);
/// assert_eq!((report.count, report.conflicts.len()), (1, 0));
/// assert!(report.redundant.is_some_and(|redundant| redundant.len() == 22));
/// # Ok::<(), ninefold::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The cells of the givens.
    pub givens: CellSet,
    /// Every house in which two givens are equal.
    pub conflicts: Vec<Conflict>,
    /// No solution, the only one, or two of several.
    pub answer: Answer,
    /// The number of solutions, at most `limit`.
    pub count: usize,
    /// The limit of the count.
    pub limit: usize,
    /// The givens that are not needed: without any one of them the solution is still unique. `None` if there is not
    /// exactly one solution, or if the puzzle is given as candidates only.
    pub redundant: Option<CellSet>,
    /// The player's mistakes, or the candidates of a sukaku that contradict the only solution of its digits.
    pub mistakes: Vec<Mistake>,
    /// The symmetries of the pattern of givens.
    pub symmetries: Vec<PatternSymmetry>,
    /// Whether the solution stated with the puzzle is correct. `None` if none is stated, or if there is not exactly one
    /// solution.
    pub solution_is_correct: Option<bool>,
}

impl Report {
    /// Whether every given is needed. `None` if [`Report::redundant`] is.
    pub fn is_minimal(&self) -> Option<bool> {
        self.redundant.map(CellSet::is_empty)
    }
}

impl Position {
    /// Checks the puzzle and the player's progress. Solutions are counted up to `limit`.
    ///
    /// ```
    /// use ninefold::{Grid, Position};
    ///
    /// let report = Position::of_givens(Grid::EMPTY).check(10);
    /// assert_eq!((report.count, report.is_minimal()), (10, None));
    /// ```
    pub fn check(&self, limit: usize) -> Report {
        self.check_with(self.solve(), limit)
    }

    /// As [`check`](Position::check), for a caller that already has the answer.
    pub fn check_with(&self, answer: Answer, limit: usize) -> Report {
        let count = match answer {
            Answer::NoSolution => 0,
            Answer::Unique(_) => 1,
            Answer::Multiple(..) => self.count(limit),
        };
        let (redundant, mistakes) = match self.prove_with(answer) {
            Ok(proved) => (proved.puzzle().as_ref().map(Puzzle::redundant_givens), proved.mistakes().collect()),
            Err(crate::NotAPuzzleError::Mistake(_)) => (None, self.missing_candidates()),
            Err(_) => (None, Vec::new()),
        };
        Report {
            givens: self.given_cells(),
            conflicts: self.givens().conflicts().collect(),
            answer,
            count: count.min(limit),
            limit,
            redundant,
            mistakes,
            symmetries: PatternSymmetry::of(self.given_cells()).collect(),
            solution_is_correct: None,
        }
    }

    /// The missing candidates of a sukaku that contradict the only solution of its digits.
    pub(crate) fn missing_candidates(&self) -> Vec<Mistake> {
        let (Clues::Candidates(candidates), Answer::Unique(solution)) = (self.clues(), self.digits().solve()) else {
            return Vec::new();
        };
        let missing = crate::Cell::all().filter(|&cell| !candidates.digits_in(cell).contains(solution[cell]));
        missing.map(|cell| Mistake::Elimination { cell, digit: solution[cell] }).collect()
    }
}

impl Record {
    /// Checks the position, and whether the solution stated with it is correct.
    pub fn check(&self, limit: usize) -> Report {
        self.check_with(self.position.solve(), limit)
    }

    /// As [`check`](Record::check), for a caller that already has the answer.
    pub fn check_with(&self, answer: Answer, limit: usize) -> Report {
        let mut report = self.position.check_with(answer, limit);
        if let (Some(stated), Some(solution)) = (self.solution, report.answer.unique()) {
            report.solution_is_correct = Some(stated == Grid::from(*solution));
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Digit, Pencilmarks, Solution};

    const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_stated_solution_is_compared_with_the_only_one() {
        let grid: Grid = GRID.parse().unwrap();
        let solution: Solution = *grid.solve().unique().unwrap();
        let mut record = Record::new(grid);
        assert_eq!(record.check(10).solution_is_correct, None);
        record.solution = Some(Grid::from(solution));
        assert_eq!(record.check(10).solution_is_correct, Some(true));
        let mut wrong = Grid::from(solution);
        wrong["r1c3".parse().unwrap()] = Some(Digit::D1);
        record.solution = Some(wrong);
        assert_eq!(record.check(10).solution_is_correct, Some(false));
    }

    #[test]
    fn counts_stop_at_the_limit() {
        let report = Position::of_givens(Grid::EMPTY).check(7);
        assert_eq!((report.count, report.limit, report.redundant), (7, 7, None));
    }

    #[test]
    fn every_mistake_is_listed() {
        let grid: Grid = GRID.parse().unwrap();
        let mut digits = grid;
        digits["r1c3".parse().unwrap()] = Some(Digit::D1);
        let mut notes = Pencilmarks::from(&grid).candidates();
        notes.remove("6r1c4".parse().unwrap());
        notes.remove("1r3c1".parse().unwrap());
        let report = Position::of_player(grid, digits, Some(notes)).check(10);
        assert!(report.answer.is_unique());
        let shown: Vec<_> = report.mistakes.iter().map(alloc::string::ToString::to_string).collect();
        assert_eq!(
            shown,
            ["r1c3 is not 1", "the candidates of r1c4 leave out 6", "the candidates of r3c1 leave out 1"]
        );
        let sukaku = Position::of_digits_and_candidates(grid, notes).check(10);
        assert_eq!(sukaku.mistakes.len(), 2);
    }
}
