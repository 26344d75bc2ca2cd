//! One puzzle as a file holds it, with everything that stood beside it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::text::Place;
use crate::{CandidateSet, Cell, CellSet, DigitSet, Grid, Pencilmarks};

/// A puzzle as read or to be written. No format carries all of it; each carries what it can.
///
/// ```
/// use ninefold::text::{self, Format};
///
/// let record = text::parse(
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79  # easy, SE 1.2",
/// )?;
/// assert_eq!(record.givens.len(), 30);
/// assert_eq!(record.comment, "# easy, SE 1.2");
/// assert!(text::write(&record, Format::Json).contains("\"comment\": \"# easy, SE 1.2\""));
/// # Ok::<(), ninefold::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where it begins in the text.
    pub place: Place,
    /// Every digit: givens and those placed later.
    pub grid: Grid,
    /// The cells of the givens. Where a format does not tell givens from placed digits, all are givens.
    pub givens: CellSet,
    /// The candidates, where the format has them. A placed cell may have its digit as its only candidate.
    pub candidates: Option<CandidateSet>,
    /// The solution that stood beside the puzzle, as written, unchecked.
    pub solution: Option<Grid>,
    /// What followed the puzzle, or a comment that belongs to it.
    pub comment: String,
    /// What else stood beside it, by name: columns, members, headers, attributes, in their order.
    pub fields: Vec<(String, String)>,
}

impl Record {
    /// A record of this grid alone, each digit a given.
    pub fn new(grid: Grid) -> Record {
        Record::of_cells(grid, grid.filled())
    }

    /// The same, for a reader that knows the filled cells already.
    #[inline]
    pub(super) fn of_cells(grid: Grid, givens: CellSet) -> Record {
        Record {
            place: Place::START,
            grid,
            givens,
            candidates: None,
            solution: None,
            comment: String::new(),
            fields: Vec::new(),
        }
    }

    /// A record of pencilmarks. **A cell with a single candidate counts as placed**: programs print a placed digit and
    /// a lone candidate alike, and for the solutions it makes no difference. The candidate is kept as well.
    pub(super) fn of_candidates(candidates: CandidateSet) -> Record {
        let grid = Grid::from_fn(|cell| candidates.digits_in(cell).single());
        Record { candidates: Some(candidates), ..Record::new(grid) }
    }

    /// What is placed and which candidates stand: those of the record, or else all that no placed digit rules out.
    pub fn pencilmarks(&self) -> Pencilmarks {
        match self.candidates {
            Some(candidates) => Pencilmarks::new(self.grid, candidates),
            None => Pencilmarks::from(&self.grid),
        }
    }

    /// The givens alone.
    pub fn given_grid(&self) -> Grid {
        self.grid.restricted_to(self.givens)
    }

    /// What a pencilmark grid shows in each cell: the placed digit, or the candidates.
    pub(super) fn shown_digits(&self) -> [DigitSet; 81] {
        let marks = self.pencilmarks();
        core::array::from_fn(|index| {
            let cell = Cell::from_index(index);
            self.grid[cell].map_or(marks.digits_in(cell), DigitSet::from)
        })
    }

    /// The value of a field.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

impl From<Grid> for Record {
    fn from(grid: Grid) -> Record {
        Record::new(grid)
    }
}
