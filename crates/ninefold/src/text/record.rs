//! One puzzle of a file, with everything the file has beside it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::Value;
use crate::symmetry::{Transform, Transformable};
use crate::text::Place;
use crate::{CandidateSet, Grid, Position};

/// A puzzle as read or to be written. No format carries all of it; each carries what it can.
///
/// ```
/// use ninefold::text::{self, Format};
///
/// let record = text::parse(
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79  # easy, SE 1.2",
/// )?;
/// assert_eq!(record.position.given_cells().len(), 30);
/// assert_eq!(record.comment, "# easy, SE 1.2");
/// assert!(text::write(&record, Format::Json).contains("\"comment\": \"# easy, SE 1.2\""));
/// # Ok::<(), ninefold::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where it begins in the text.
    pub place: Place,
    /// The givens, the digits placed since, and the candidates.
    pub position: Position,
    /// The solution beside the puzzle, as written, unchecked.
    pub solution: Option<Grid>,
    /// The text after the puzzle, or a comment that belongs to it.
    pub comment: String,
    /// Everything else beside it, by name: columns, members, headers, attributes, in their order. A format without types
    /// has strings only.
    pub fields: Vec<(String, Value)>,
}

impl Record {
    /// A record of this grid alone, each digit a given.
    pub fn new(grid: Grid) -> Record {
        Record::of_position(Position::of_givens(grid))
    }

    /// A record of this position alone.
    #[inline]
    pub fn of_position(position: Position) -> Record {
        Record { place: Place::START, position, solution: None, comment: String::new(), fields: Vec::new() }
    }

    /// A record of pencilmarks.
    pub(super) fn of_candidates(candidates: CandidateSet) -> Record {
        Record::of_position(Position::of_candidates(candidates))
    }

    /// The value of a field.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The text of a field that is a string.
    pub(super) fn text_field(&self, name: &str) -> Option<&str> {
        self.field(name).and_then(Value::as_str)
    }

    /// Adds a field whose value is a string.
    pub(super) fn push_text(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.fields.push((name.into(), Value::String(text.into())));
    }
}

impl Transformable for Record {
    /// The position and the solution are transformed, and whatever else is beside them stays.
    fn transformed(&self, transform: &Transform) -> Record {
        Record {
            position: self.position.transformed(transform),
            solution: self.solution.transformed(transform),
            ..self.clone()
        }
    }
}

impl From<Grid> for Record {
    fn from(grid: Grid) -> Record {
        Record::new(grid)
    }
}

impl From<Position> for Record {
    fn from(position: Position) -> Record {
        Record::of_position(position)
    }
}
