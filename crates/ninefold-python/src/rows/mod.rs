//! Rows: the puzzles of a call, wherever they come from.
//!
//! ```text
//!   list of strings, grids, boards  -> items.rs  \
//!   NumPy array, any buffer         -> cells.rs   >  Rows::read  ->  Chunk: plain lines, and whatever is not plain
//!   Arrow array or stream           -> arrow.rs  /
//! ```
//!
//! Workers read a range of rows at a time, without the GIL.

mod arrow;
mod cells;
mod items;

use std::ops::Range;

use ninefold::{Digit, Grid, Position, text};
use pyo3::prelude::*;

use crate::error::RowError;
use crate::run::Stop;

pub(crate) use arrow::{Texts, column_index};
pub(crate) use cells::buffer_mut;
pub(crate) use items::position_of;

/// A source of puzzles.
pub(crate) trait Source: Send + Sync {
    /// How many there are.
    fn len(&self) -> usize;

    /// Adds some of them to an empty chunk. `scratch` is empty; a source that cannot lend its memory copies its cells
    /// there.
    fn read<'a>(&'a self, range: Range<usize>, scratch: &'a mut Vec<[u8; 81]>, chunk: &mut Chunk<'a>);
}

/// Some rows. Each is in exactly one of the lists.
pub(crate) struct Chunk<'a> {
    stop: &'a Stop,
    /// Givens as 81 characters: `1` to `9`, everything else is an empty cell.
    pub(crate) plain: Vec<&'a [u8; 81]>,
    /// The row of each of them, counted from the start of the chunk.
    pub(crate) rows: Vec<u32>,
    /// All other rows, in order.
    pub(crate) others: Vec<(u32, Other)>,
}

/// A row that is not a plain line of givens.
pub(crate) enum Other {
    /// Something with candidates or a player's digits, or a drawing.
    Position(Box<Position>),
    /// Not a puzzle at all.
    Bad(RowError),
    /// A null.
    Missing,
}

impl<'a> Chunk<'a> {
    /// Without rows. After a stop, rows that take time to read are not read: they are missing.
    fn new(stop: &'a Stop, len: usize) -> Chunk<'a> {
        Chunk { stop, plain: Vec::with_capacity(len), rows: Vec::with_capacity(len), others: Vec::new() }
    }

    /// Adds a row of text. `row` counts from the start of the chunk.
    #[inline]
    fn push_text(&mut self, row: usize, bytes: &'a [u8]) {
        match <&[u8; 81]>::try_from(bytes).ok().and_then(|cells| text::plain_line(cells)) {
            Some(cells) => {
                self.plain.push(cells);
                self.rows.push(row as u32);
            }
            None => self.push_other(row, || read_text(bytes)),
        }
    }

    #[cold]
    fn push_other(&mut self, row: usize, read: impl FnOnce() -> Other) {
        self.others.push((row as u32, if self.stop.is_set() { Other::Missing } else { read() }));
    }

    /// Each row in order as a position, if it is one.
    pub(crate) fn into_positions(self) -> Vec<Result<Position, Option<RowError>>> {
        let mut positions = vec![Err(None); self.plain.len() + self.others.len()];
        for (cells, row) in self.plain.iter().zip(&self.rows) {
            positions[*row as usize] = Ok(Position::of_givens(grid_of(cells)));
        }
        for (row, other) in self.others {
            positions[row as usize] = match other {
                Other::Position(position) => Ok(*position),
                Other::Bad(error) => Err(Some(error)),
                Other::Missing => Err(None),
            };
        }
        positions
    }
}

/// The grid of a plain line.
pub(crate) fn grid_of(cells: &[u8; 81]) -> Grid {
    Grid::from(cells.map(Digit::from_ascii))
}

/// Reads a text that is no plain line: any format that holds exactly one puzzle.
fn read_text(bytes: &[u8]) -> Other {
    let parsed = match str::from_utf8(bytes) {
        Ok(text) => text::parse(text),
        // What is no UTF-8 becomes a replacement character, which no format knows: the error points at it.
        Err(_) => text::parse(&String::from_utf8_lossy(bytes)),
    };
    match parsed {
        Ok(record) => Other::Position(Box::new(record.position)),
        Err(error) => Other::Bad(RowError::Text(error)),
    }
}

/// The puzzles of a call.
#[pyclass(frozen, module = "ninefold._ninefold")]
pub(crate) struct Rows {
    pub(crate) source: Box<dyn Source>,
    /// The lengths of the arrays that an Arrow stream consists of.
    pub(crate) lengths: Vec<usize>,
    /// In which type texts are returned.
    pub(crate) texts: Texts,
    /// Whether each row is a Python string.
    is_text: bool,
}

#[pymethods]
impl Rows {
    /// Of a list: strings, bytes, grids, puzzles, boards of nine rows.
    #[staticmethod]
    fn of_items(items: &Bound<'_, PyAny>) -> PyResult<Rows> {
        let items = items::Items::new(items)?;
        let is_text = items.are_text();
        Ok(Rows { is_text, ..Rows::of(items) })
    }

    /// Of a buffer of bytes with the shape (n, 81) or (n, 9, 9): characters, or the numbers 0 to 9.
    #[staticmethod]
    fn of_buffer(buffer: &Bound<'_, PyAny>, text: bool) -> PyResult<Rows> {
        Ok(Rows::of(cells::Cells::new(buffer, text)?))
    }

    /// Of an Arrow array or stream. A table is read from the column of this name, or else from its column of puzzles.
    #[staticmethod]
    #[pyo3(signature = (array, column=None))]
    fn of_arrow(array: &Bound<'_, PyAny>, column: Option<&str>) -> PyResult<Rows> {
        let strings = arrow::Strings::import(array, column)?;
        let (lengths, texts) = (strings.lengths(), strings.texts());
        Ok(Rows { lengths, texts, ..Rows::of(strings) })
    }

    /// Whether each row is a Python string.
    #[getter]
    fn is_text(&self) -> bool {
        self.is_text
    }

    fn __len__(&self) -> usize {
        self.source.len()
    }
}

impl Rows {
    /// Reads some rows. `scratch` is empty.
    pub(crate) fn read<'a>(&'a self, range: Range<usize>, scratch: &'a mut Vec<[u8; 81]>, stop: &'a Stop) -> Chunk<'a> {
        let mut chunk = Chunk::new(stop, range.len());
        self.source.read(range, scratch, &mut chunk);
        chunk
    }

    fn of(source: impl Source + 'static) -> Rows {
        let lengths = vec![source.len()];
        Rows { source: Box::new(source), lengths, texts: Texts::Utf8, is_text: false }
    }
}
