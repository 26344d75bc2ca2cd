//! A position: everything an input can state about a puzzle and the progress in it.
//!
//! ```text
//!                      Position                                          can be explained and rated
//!   givens     ----->  printed at the start ---\
//!   digits     ----->  placed since         ----+--> Position::prove ---> ProvedPosition
//!   candidates ----->  still possible       ---/                    `---> NotAPuzzleError with its evidence
//! ```
//!
//! Which part of the position is the puzzle?
//!
//! - **Givens only**: the givens.
//! - **Candidates that belong to the puzzle** (a pencilmark grid, 729 characters): the candidates. A cell with one
//!   candidate holds that digit. If the candidates exclude nothing more than the digits do, the digits are the puzzle.
//!   Otherwise the puzzle is given as candidates only, a *sukaku*.
//! - **A player's position** (givens marked as such, digits placed since, possibly notes): the givens. The player's
//!   digits and notes may be wrong; a wrong one is a [`Mistake`] and does not change the puzzle.
//!
//! Every operation uses this decision. Two operations therefore never disagree about the same input.

use crate::{
    Answer, CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, Mistake, NotAPuzzleError, Pencilmarks, ProvedPosition,
};

/// Givens, placed digits and candidates; possibly contradictory.
///
/// ```
/// use ninefold::{Grid, Position};
///
/// let givens: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut digits = givens;
/// digits["r1c3".parse()?] = "4".parse().ok();
/// let position = Position::of_player(givens, digits, None);
/// assert_eq!(position.placed_cells().to_string(), "r1c3");
/// assert!(position.solve().is_unique());
/// assert!(position.prove()?.marks().is_ok());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Every digit, givens included.
    digits: Grid,
    givens: CellSet,
    candidates: Stated,
}

/// Where the candidates come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stated {
    /// None are stated.
    Nothing,
    /// They belong to the puzzle.
    Puzzle(CandidateSet),
    /// They are a player's notes; a cell without any has no notes yet.
    Player(CandidateSet),
}

/// The puzzle of a position: the part that is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clues {
    /// A grid of givens.
    Givens(Grid),
    /// Candidates only; a digit is the only candidate of its cell.
    Candidates(CandidateSet),
}

impl Clues {
    /// The candidates of a cell at the start, before any elimination.
    #[inline]
    pub(crate) fn digits_in(&self, cell: Cell) -> DigitSet {
        match self {
            Clues::Givens(grid) => grid[cell].map_or(DigitSet::FULL, DigitSet::from),
            Clues::Candidates(candidates) => candidates.digits_in(cell),
        }
    }
}

impl Position {
    /// The start of a puzzle: each digit is a given.
    pub fn of_givens(givens: Grid) -> Position {
        Position { digits: givens, givens: givens.filled(), candidates: Stated::Nothing }
    }

    /// The same, for a reader that already has the filled cells.
    #[inline]
    pub(crate) fn of_filled(digits: Grid, filled: CellSet) -> Position {
        Position { digits, givens: filled, candidates: Stated::Nothing }
    }

    /// A puzzle given as candidates. **A cell with a single candidate holds that digit**: programs print a placed digit
    /// and a lone candidate alike, and the solutions are the same.
    pub fn of_candidates(candidates: CandidateSet) -> Position {
        let digits = Grid::from_fn(|cell| candidates.digits_in(cell).single());
        Position::of_digits_and_candidates(digits, candidates)
    }

    /// A puzzle given as digits and as candidates of the other cells. The candidates are part of the puzzle.
    pub fn of_digits_and_candidates(digits: Grid, candidates: CandidateSet) -> Position {
        Position { digits, givens: digits.filled(), candidates: Stated::Puzzle(candidates) }
    }

    /// A player's position: the givens, every digit on the board, and the player's notes if there are any.
    ///
    /// Where `digits` and `givens` differ, the digit counts as placed by the player.
    pub fn of_player(givens: Grid, digits: Grid, notes: Option<CandidateSet>) -> Position {
        let given = givens.filled();
        let digits = Grid::from_fn(|cell| if given.contains(cell) { givens[cell] } else { digits[cell] });
        Position { digits, givens: given, candidates: notes.map_or(Stated::Nothing, Stated::Player) }
    }

    /// Every digit: givens and those placed since.
    #[inline]
    pub const fn digits(&self) -> &Grid {
        &self.digits
    }

    /// The cells of the givens. Where an input does not distinguish givens from placed digits, all digits are givens.
    #[inline]
    pub const fn given_cells(&self) -> CellSet {
        self.givens
    }

    /// The cells of the digits that are not givens.
    pub fn placed_cells(&self) -> CellSet {
        self.digits.filled() - self.givens
    }

    /// The givens alone.
    pub fn givens(&self) -> Grid {
        self.digits.restricted_to(self.givens)
    }

    /// The candidates, if the input states any. A filled cell may have its digit as its only candidate.
    #[inline]
    pub const fn candidates(&self) -> Option<CandidateSet> {
        match self.candidates {
            Stated::Nothing => None,
            Stated::Puzzle(candidates) | Stated::Player(candidates) => Some(candidates),
        }
    }

    /// Whether the input distinguishes givens from a player's placed digits or notes.
    pub fn is_players(&self) -> bool {
        matches!(self.candidates, Stated::Player(_)) || self.givens != self.digits.filled()
    }

    /// Whether the puzzle is given as candidates only: they exclude more than the digits do and are not a player's
    /// notes.
    ///
    /// ```
    /// use ninefold::{CandidateSet, Grid, Pencilmarks, Position};
    ///
    /// assert!(Position::of_candidates(CandidateSet::EMPTY).is_sukaku());
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let all = Pencilmarks::from(&grid).candidates();
    /// assert!(!Position::of_digits_and_candidates(grid, all).is_sukaku(), "they exclude nothing more");
    /// # Ok::<(), ninefold::text::ParseError>(())
    /// ```
    pub fn is_sukaku(&self) -> bool {
        matches!(self.clues(), Clues::Candidates(_))
    }

    /// The puzzle of the position.
    pub(crate) fn clues(&self) -> Clues {
        match self.candidates {
            Stated::Puzzle(candidates) if self.givens == self.digits.filled() => {
                if Pencilmarks::from(&self.digits).candidates().is_subset(candidates) {
                    return Clues::Givens(self.digits);
                }
                let empty = !self.digits.filled();
                let digits = self.digits.placements().map(|(cell, digit)| crate::Candidate::new(cell, digit));
                Clues::Candidates(candidates.in_cells(empty) | digits.collect::<CandidateSet>())
            }
            _ => Clues::Givens(self.givens()),
        }
    }

    /// The pencilmarks at the start of the puzzle, which the rating uses. A sukaku starts with nothing placed.
    pub fn start(&self) -> Pencilmarks {
        match self.clues() {
            Clues::Givens(grid) => Pencilmarks::from(&grid),
            Clues::Candidates(candidates) => Pencilmarks::from(candidates),
        }
    }

    /// The digits and the candidates of the other cells: those stated, or else all that no digit excludes.
    pub fn pencilmarks(&self) -> Pencilmarks {
        match self.candidates() {
            Some(candidates) => Pencilmarks::new(self.digits, candidates),
            None => Pencilmarks::from(&self.digits),
        }
    }

    /// The contents of each cell of a pencilmark grid: the digit, or the candidates.
    pub(crate) fn shown_digits(&self) -> [DigitSet; 81] {
        let marks = self.pencilmarks();
        core::array::from_fn(|index| {
            let cell = Cell::from_index(index);
            self.digits[cell].map_or(marks.digits_in(cell), DigitSet::from)
        })
    }

    /// Proves that the puzzle has exactly one solution. The result can be explained and rated.
    ///
    /// # Errors
    /// Why it is not a puzzle: a house that holds a digit twice, two solutions, a missing candidate that contradicts
    /// the only solution of the digits, or no solution.
    ///
    /// ```
    /// use ninefold::{Grid, NotAPuzzleError, Position};
    ///
    /// let two_fives: Grid =
    ///     "55...............................................................................".parse()?;
    /// let error = Position::of_givens(two_fives).prove().unwrap_err();
    /// assert!(matches!(error, NotAPuzzleError::Conflict(_)));
    /// # Ok::<(), ninefold::text::ParseError>(())
    /// ```
    pub fn prove(&self) -> Result<ProvedPosition, NotAPuzzleError> {
        self.prove_with(self.solve())
    }

    /// As [`prove`](Position::prove), for a caller that already has the answer.
    ///
    /// # Errors
    /// As for [`prove`](Position::prove).
    pub fn prove_with(&self, answer: Answer) -> Result<ProvedPosition, NotAPuzzleError> {
        match answer {
            Answer::Unique(solution) => Ok(ProvedPosition::new(*self, solution)),
            Answer::Multiple(first, second) => Err(NotAPuzzleError::MultipleSolutions { first, second }),
            Answer::NoSolution => Err(self.contradiction()),
        }
    }

    /// Why there is no solution.
    fn contradiction(&self) -> NotAPuzzleError {
        if let Some(conflict) = self.givens().conflicts().next() {
            return NotAPuzzleError::Conflict(conflict);
        }
        // If the digits of a pencilmark grid are a puzzle by themselves, the candidates contradict its solution.
        if let (Clues::Candidates(candidates), Answer::Unique(solution)) = (self.clues(), self.digits.solve()) {
            let missing = |cell: &Cell| !candidates.digits_in(*cell).contains(solution[*cell]);
            if let Some(cell) = Cell::all().find(missing) {
                return NotAPuzzleError::Mistake(Mistake::Elimination { cell, digit: solution[cell] });
            }
        }
        NotAPuzzleError::NoSolution
    }

    /// The position with each of its parts replaced, such as by a transform.
    pub(crate) fn mapped(
        &self,
        digits: impl Fn(&Grid) -> Grid,
        cells: impl Fn(&CellSet) -> CellSet,
        candidates: impl Fn(&CandidateSet) -> CandidateSet,
    ) -> Position {
        Position {
            digits: digits(&self.digits),
            givens: cells(&self.givens),
            candidates: match &self.candidates {
                Stated::Nothing => Stated::Nothing,
                Stated::Puzzle(set) => Stated::Puzzle(candidates(set)),
                Stated::Player(set) => Stated::Player(candidates(set)),
            },
        }
    }

    /// The digit of a cell, if there is one.
    #[inline]
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        self.digits[cell]
    }
}

impl From<Grid> for Position {
    /// Each digit a given.
    fn from(givens: Grid) -> Position {
        Position::of_givens(givens)
    }
}

impl From<CandidateSet> for Position {
    /// A puzzle given as candidates.
    fn from(candidates: CandidateSet) -> Position {
        Position::of_candidates(candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Candidate;

    const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn grid() -> Grid {
        GRID.parse().unwrap()
    }

    fn candidate(text: &str) -> Candidate {
        text.parse().unwrap()
    }

    #[test]
    fn if_candidates_exclude_nothing_more_the_digits_are_the_puzzle() {
        let all = Pencilmarks::from(&grid()).candidates();
        let position = Position::of_digits_and_candidates(grid(), all);
        assert_eq!(position.clues(), Clues::Givens(grid()));
        assert_eq!(position.start(), Pencilmarks::from(&grid()));
        let mut fewer = all;
        fewer.remove(candidate("1r1c3"));
        let sukaku = Position::of_digits_and_candidates(grid(), fewer);
        assert!(sukaku.is_sukaku());
        assert!(sukaku.start().placed().filled().is_empty(), "a sukaku starts with nothing placed");
        assert_eq!(sukaku.solve(), grid().solve());
    }

    #[test]
    fn a_players_digits_and_notes_do_not_change_the_puzzle() {
        let mut digits = grid();
        digits["r1c3".parse().unwrap()] = Some(Digit::D1);
        let mut notes = Pencilmarks::from(&grid()).candidates();
        notes.remove(candidate("6r1c4"));
        let position = Position::of_player(grid(), digits, Some(notes));
        assert!(position.is_players());
        assert_eq!(position.clues(), Clues::Givens(grid()));
        assert_eq!(position.solve(), grid().solve());
        let mistake = Mistake::Placement { cell: "r1c3".parse().unwrap(), placed: Digit::D1 };
        assert_eq!(position.prove().unwrap().marks(), Err(mistake));
    }

    #[test]
    fn a_candidate_missing_from_the_only_solution_is_the_evidence() {
        let mut candidates = Pencilmarks::from(&grid()).candidates();
        candidates.remove(candidate("4r1c3"));
        let position = Position::of_digits_and_candidates(grid(), candidates);
        assert_eq!(position.solve(), Answer::NoSolution);
        let mistake = Mistake::Elimination { cell: "r1c3".parse().unwrap(), digit: Digit::D4 };
        assert_eq!(position.prove(), Err(NotAPuzzleError::Mistake(mistake)));
    }
}
