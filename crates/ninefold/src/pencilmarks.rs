//! Pencilmarks: the placed digits and the remaining candidates.

use core::fmt;

use crate::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, Grid};

/// The placed digits and the remaining candidates, between the givens and the solution.
///
/// A filled cell has no candidates; every other cell has those not eliminated yet. Any subset of the 729 candidates is
/// allowed, with or without placed digits: a puzzle given as candidates only (sukaku) is a `Pencilmarks` with nothing
/// placed.
///
/// ```
/// use ninefold::{Digit, Grid, Pencilmarks};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let mut marks = Pencilmarks::from(&grid);
/// let cell = "r5c5".parse().unwrap();
/// assert_eq!(marks.digits_in(cell).to_string(), "5");
/// marks.place(cell, Digit::D5);
/// assert!(marks.digits_in(cell).is_empty());
/// assert!(marks.cells_with(Digit::D5).is_disjoint(cell.peers()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pencilmarks {
    placed: Grid,
    /// The candidates twice, by cell and by digit: both lookups are frequent.
    digits: [DigitSet; 81],
    cells: [CellSet; 9],
}

impl Pencilmarks {
    /// Nothing placed, all 729 candidates present.
    pub const FULL: Pencilmarks =
        Pencilmarks { placed: Grid::EMPTY, digits: [DigitSet::FULL; 81], cells: [CellSet::FULL; 9] };

    /// These placed digits and these candidates. No candidate is eliminated because a peer holds its digit. Candidates
    /// in filled cells are dropped.
    pub fn new(placed: Grid, candidates: CandidateSet) -> Pencilmarks {
        let empty = !placed.filled();
        let mut marks = Pencilmarks { placed, digits: [DigitSet::EMPTY; 81], cells: [CellSet::EMPTY; 9] };
        for digit in Digit::ALL {
            let cells = candidates.cells_with(digit) & empty;
            marks.cells[digit.index()] = cells;
            for cell in cells {
                marks.digits[cell.index()].insert(digit);
            }
        }
        marks
    }

    /// The placed digits.
    #[inline]
    pub const fn placed(&self) -> &Grid {
        &self.placed
    }

    /// The remaining candidates.
    pub fn candidates(&self) -> CandidateSet {
        Digit::ALL
            .into_iter()
            .map(|d| CandidateSet::of_digit(d, self.cells_with(d)))
            .fold(CandidateSet::EMPTY, |a, b| a | b)
    }

    /// The candidates of a cell; none if it is filled.
    #[inline]
    pub const fn digits_in(&self, cell: Cell) -> DigitSet {
        self.digits[cell.index()]
    }

    /// The cells where the digit is a candidate.
    #[inline]
    pub const fn cells_with(&self, digit: Digit) -> CellSet {
        self.cells[digit.index()]
    }

    /// Whether the candidate is present.
    #[inline]
    pub const fn contains(&self, candidate: Candidate) -> bool {
        self.digits_in(candidate.cell()).contains(candidate.digit())
    }

    /// The cells without a placed digit.
    pub fn empty_cells(&self) -> CellSet {
        !self.placed.filled()
    }

    /// Places a digit, and eliminates the cell's candidates and the digit from the cell's peers.
    ///
    /// A wrong placement is not prevented: it may be a player's.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        self.placed[cell] = Some(digit);
        for other in self.digits_in(cell) {
            self.cells[other.index()].remove(cell);
        }
        self.digits[cell.index()] = DigitSet::EMPTY;
        for peer in self.cells_with(digit) & cell.peers() {
            self.digits[peer.index()].remove(digit);
        }
        self.cells[digit.index()] -= cell.peers();
    }

    /// Removes a candidate. Returns whether it was present.
    ///
    /// ```
    /// use ninefold::Pencilmarks;
    ///
    /// let mut marks = Pencilmarks::FULL;
    /// let candidate = "5r4c7".parse().unwrap();
    /// assert!(marks.eliminate(candidate));
    /// assert!(!marks.eliminate(candidate));
    /// ```
    pub fn eliminate(&mut self, candidate: Candidate) -> bool {
        let was_present = self.contains(candidate);
        self.digits[candidate.cell().index()].remove(candidate.digit());
        self.cells[candidate.digit().index()].remove(candidate.cell());
        was_present
    }
}

impl From<&Grid> for Pencilmarks {
    /// The grid's digits placed in order, and every candidate that no placed digit excludes.
    fn from(grid: &Grid) -> Pencilmarks {
        let mut marks = Pencilmarks::FULL;
        for (cell, digit) in grid.placements() {
            marks.place(cell, digit);
        }
        marks
    }
}

impl From<Grid> for Pencilmarks {
    /// The same as from a reference.
    fn from(grid: Grid) -> Pencilmarks {
        Pencilmarks::from(&grid)
    }
}

impl From<CandidateSet> for Pencilmarks {
    /// These candidates, with nothing placed.
    fn from(candidates: CandidateSet) -> Pencilmarks {
        Pencilmarks::new(Grid::EMPTY, candidates)
    }
}

impl fmt::Display for Pencilmarks {
    /// A line of 729 characters, nine for each cell; with `{:#}` a drawing of the candidates.
    ///
    /// ```
    /// use ninefold::Pencilmarks;
    ///
    /// assert!(Pencilmarks::FULL.to_string().starts_with("123456789123456789"));
    /// assert!(format!("{:#}", Pencilmarks::FULL).contains("| 123456789 123456789 123456789 |"));
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = crate::Position::of_digits_and_candidates(self.placed, self.candidates());
        let format = if f.alternate() { crate::text::Format::Pencilmarks } else { crate::text::Format::Candidates };
        let text = crate::text::write(&position.into(), format);
        f.write_str(if f.alternate() { &text } else { text.trim_end() })
    }
}

impl fmt::Debug for Pencilmarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pencilmarks").field("placed", &self.placed).field("candidates", &self.candidates()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn candidates_of_a_grid_are_the_digits_no_peer_holds() {
        let grid: Grid = GRID.parse().unwrap();
        let marks = Pencilmarks::from(&grid);
        for cell in Cell::all() {
            let expected = if grid[cell].is_some() { DigitSet::EMPTY } else { !grid.digits_in(cell.peers()) };
            assert_eq!(marks.digits_in(cell), expected);
        }
        assert_eq!(Pencilmarks::new(grid, marks.candidates()), marks);
    }

    #[test]
    fn both_views_of_the_candidates_agree() {
        let mut marks = Pencilmarks::from(&GRID.parse::<Grid>().unwrap());
        for (step, candidate) in Candidate::all().enumerate().filter(|(step, _)| step % 5 == 0) {
            let was_present = marks.contains(candidate);
            assert_eq!(marks.eliminate(candidate), was_present);
            assert!(!marks.contains(candidate));
            if step % 25 == 0 && marks.placed()[candidate.cell()].is_none() {
                marks.place(candidate.cell(), candidate.digit());
            }
            for candidate in Candidate::all() {
                let by_digit = marks.cells_with(candidate.digit()).contains(candidate.cell());
                assert_eq!(by_digit, marks.contains(candidate));
            }
        }
    }
}
