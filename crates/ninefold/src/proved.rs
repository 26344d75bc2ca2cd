//! A position whose puzzle has been proved to have exactly one solution.

use crate::position::Clues;
use crate::{Answer, CandidateSet, Cell, CellSet, Digit, DigitSet, Mistake, Pencilmarks, Position, Puzzle, Solution};

/// A position whose puzzle has exactly one solution, with that solution. It can be explained and rated.
///
/// ```
/// use ninefold::{Grid, Position, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let proved = Position::of_givens(grid).prove()?;
/// assert_eq!(proved.puzzle(), Some(Puzzle::new(grid)?));
/// assert_eq!(proved.marks()?.placed(), &grid);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvedPosition {
    position: Position,
    solution: Solution,
}

impl ProvedPosition {
    /// For the solver, which has already proved that the solution is the only one.
    pub(crate) fn new(position: Position, solution: Solution) -> ProvedPosition {
        ProvedPosition { position, solution }
    }

    /// The position.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The only solution of its puzzle.
    #[inline]
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The puzzle, if its givens alone determine the solution; `None` for a sukaku.
    pub fn puzzle(&self) -> Option<Puzzle> {
        match self.position.clues() {
            Clues::Givens(givens) => Some(Puzzle::proved(givens, self.solution)),
            Clues::Candidates(_) => None,
        }
    }

    /// The pencilmarks at the start of the puzzle, which the rating uses.
    pub fn start(&self) -> Pencilmarks {
        self.position.start()
    }

    /// Whether reasoning may use that the solution is unique: the digits alone determine it.
    ///
    /// The candidates of a sukaku may have been removed for any reason. A second way to fill a rectangle is therefore
    /// not always a second solution of the puzzle.
    pub fn allows_uniqueness(&self) -> bool {
        match self.position.clues() {
            Clues::Givens(_) => true,
            Clues::Candidates(_) => matches!(self.position.digits().solve(), Answer::Unique(_)),
        }
    }

    /// Every mistake in the position: wrong digits first, then cells whose notes do not include their digit.
    pub fn mistakes(&self) -> impl Iterator<Item = Mistake> + '_ {
        let digits = self.position.digits();
        let wrong = digits.placements().filter(|&(cell, digit)| digit != self.solution[cell]);
        let placements = wrong.map(|(cell, placed)| Mistake::Placement { cell, placed });
        let notes = self.position.candidates().unwrap_or(CandidateSet::FULL);
        let eliminations = Cell::all().filter_map(move |cell| {
            let (noted, digit) = (notes.digits_in(cell), self.solution[cell]);
            let incomplete = digits[cell].is_none() && !noted.is_empty() && !noted.contains(digit);
            incomplete.then_some(Mistake::Elimination { cell, digit })
        });
        placements.chain(eliminations)
    }

    /// The pencilmarks of the position, completed for deduction.
    ///
    /// An empty cell without notes gets every candidate that no placed digit excludes. Notes that a placed digit
    /// excludes are dropped.
    ///
    /// # Errors
    /// The first mistake: a deduction from wrong pencilmarks is not sound.
    pub fn marks(&self) -> Result<Pencilmarks, Mistake> {
        match self.mistakes().next() {
            Some(mistake) => Err(mistake),
            None => Ok(complete(&self.position.pencilmarks())),
        }
    }

    /// The cells of the givens.
    pub fn given_cells(&self) -> CellSet {
        self.position.given_cells()
    }
}

impl From<Puzzle> for ProvedPosition {
    /// The start of the puzzle.
    fn from(puzzle: Puzzle) -> ProvedPosition {
        ProvedPosition::new(Position::of_givens(*puzzle.givens()), *puzzle.solution())
    }
}

/// Adds all candidates to empty cells without notes and drops candidates that a placed digit excludes.
fn complete(marks: &Pencilmarks) -> Pencilmarks {
    let placed = *marks.placed();
    let mut candidates = marks.candidates();
    for cell in marks.empty_cells().iter().filter(|&cell| marks.digits_in(cell).is_empty()) {
        candidates |= CandidateSet::of_cell(cell, DigitSet::FULL);
    }
    for digit in Digit::ALL {
        for cell in placed.cells_with(digit) {
            candidates -= CandidateSet::of_digit(digit, cell.peers());
        }
    }
    Pencilmarks::new(placed, candidates)
}
