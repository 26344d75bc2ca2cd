//! A Python sequence of puzzles, each of any kind that a single puzzle can have.

use std::ops::Range;

use ninefold::{Cell, Digit, Grid, Position};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyInt, PyList, PySequence, PyString, PyTuple};

use super::{Chunk, Other, Source, read_text};
use crate::error::{RowError, kind_error};
use crate::objects::{PyGrid, PyPuzzle};
use crate::run::Signals;

/// The items of a sequence. Strings are not copied.
pub(super) struct Items(Vec<Item>);

/// Most items are texts, so what is larger is boxed.
enum Item {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
    Grid(Box<Grid>),
    Bad(Box<RowError>),
    Missing,
}

const EXPECTED: &str = "a string, bytes, a Grid, a Puzzle, or nine rows of nine cells";

impl Items {
    pub(super) fn new(items: &Bound<'_, PyAny>) -> PyResult<Items> {
        let mut read = Vec::with_capacity(items.len().unwrap_or(0));
        let mut signals = Signals::new(items.py());
        let mut push = |item: Bound<'_, PyAny>| {
            signals.row()?;
            read.push(Item::new(&item)?);
            Ok::<_, PyErr>(())
        };
        match items.cast::<PyList>() {
            Ok(list) => list.iter().try_for_each(push)?,
            Err(_) => items.try_iter()?.try_for_each(|item| push(item?))?,
        }
        Ok(Items(read))
    }

    /// Whether all items are strings.
    pub(super) fn are_text(&self) -> bool {
        self.0.iter().all(|item| matches!(item, Item::Text(_)))
    }
}

impl Item {
    fn new(item: &Bound<'_, PyAny>) -> PyResult<Item> {
        if let Ok(text) = item.cast::<PyString>() {
            return Ok(match PyBackedStr::try_from(text.clone()) {
                Ok(text) => Item::Text(text),
                // A lone surrogate has no UTF-8: as for other texts, the error says where it is.
                Err(_) => match read_text(text.to_string_lossy().as_bytes()) {
                    Other::Bad(error) => Item::Bad(Box::new(error)),
                    Other::Position(_) | Other::Missing => Item::Missing,
                },
            });
        }
        if let Ok(bytes) = item.cast::<PyBytes>() {
            return Ok(Item::Bytes(bytes.clone().into()));
        }
        if item.is_none() {
            return Ok(Item::Missing);
        }
        if let Ok(grid) = item.cast::<PyGrid>() {
            return Ok(Item::Grid(Box::new(grid.get().0)));
        }
        if let Ok(puzzle) = item.cast::<PyPuzzle>() {
            return Ok(Item::Grid(Box::new(*puzzle.get().0.givens())));
        }
        match cells_of_board(item)? {
            Some(Ok(grid)) => Ok(Item::Grid(Box::new(grid))),
            Some(Err(error)) => Ok(Item::Bad(Box::new(error))),
            None => Err(kind_error(item, EXPECTED)),
        }
    }
}

impl Source for Items {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn read<'a>(&'a self, range: Range<usize>, _: &'a mut Vec<[u8; 81]>, chunk: &mut Chunk<'a>) {
        for (row, item) in self.0[range].iter().enumerate() {
            match item {
                Item::Text(text) => chunk.push_text(row, text.as_bytes()),
                Item::Bytes(bytes) => chunk.push_text(row, bytes),
                Item::Grid(grid) => chunk.push_other(row, || Other::Position(Box::new(Position::of_givens(**grid)))),
                Item::Bad(error) => chunk.push_other(row, || Other::Bad(RowError::clone(error))),
                Item::Missing => chunk.push_other(row, || Other::Missing),
            }
        }
    }
}

/// The position of one puzzle of any kind.
pub(crate) fn position_of(item: &Bound<'_, PyAny>) -> PyResult<Position> {
    let bad = |error: RowError| error.to_python(item.py(), None);
    let position = match Item::new(item)? {
        Item::Text(text) => read_text(text.as_bytes()),
        Item::Bytes(bytes) => read_text(&bytes),
        Item::Grid(grid) => return Ok(Position::of_givens(*grid)),
        Item::Bad(error) => return Err(bad(*error)),
        Item::Missing => return Err(kind_error(item, EXPECTED)),
    };
    match position {
        Other::Position(position) => Ok(*position),
        Other::Bad(error) => Err(bad(error)),
        Other::Missing => Err(kind_error(item, EXPECTED)),
    }
}

/// The grid of nested sequences: nine rows of nine cells, or 81 cells. `None` if it is no sequence.
///
/// A cell is a number from 0 to 9, `None`, or a character such as `"5"`, `"."` or `""`.
fn cells_of_board(board: &Bound<'_, PyAny>) -> PyResult<Option<Result<Grid, RowError>>> {
    let is_sequence = |item: &Bound<'_, PyAny>| item.is_instance_of::<PyList>() || item.is_instance_of::<PyTuple>();
    if !is_sequence(board) {
        return Ok(None);
    }
    let rows = board.cast::<PySequence>()?;
    let shape = |found: String| Ok(Some(Err(RowError::Shape(found))));
    let mut values = Vec::with_capacity(81);
    match rows.len()? {
        81 => {
            for value in rows.try_iter()? {
                values.push(value?);
            }
        }
        9 => {
            for (number, row) in rows.try_iter()?.enumerate() {
                let row = row?;
                // Nine strings of nine characters are a board, too.
                if !is_sequence(&row) && !row.is_instance_of::<PyString>() {
                    return shape(format!("{} as row {}", row.get_type().name()?, number + 1));
                }
                let row = row.cast::<PySequence>()?;
                let count = row.len()?;
                if count != 9 {
                    return shape(format!("{count} cells in row {}", number + 1));
                }
                for value in row.try_iter()? {
                    values.push(value?);
                }
            }
        }
        rows => return shape(format!("{rows} rows")),
    }
    if values.len() != 81 {
        return shape(format!("{} cells", values.len()));
    }
    let mut grid = Grid::EMPTY;
    for (cell, value) in Cell::all().zip(&values) {
        match cell_value(value)? {
            Some(digit) => grid[cell] = digit,
            None => return Ok(Some(Err(RowError::Cell { cell, found: value.repr()?.to_string() }))),
        }
    }
    Ok(Some(Ok(grid)))
}

/// What a value means as a cell: `None` nothing, `Some(None)` an empty cell.
fn cell_value(value: &Bound<'_, PyAny>) -> PyResult<Option<Option<Digit>>> {
    if value.is_none() {
        return Ok(Some(None));
    }
    if let Ok(text) = value.cast::<PyString>() {
        let Ok(text) = text.to_str() else { return Ok(None) };
        return Ok(match text.as_bytes() {
            [] | b" " => Some(None),
            [byte] if ninefold::text::is_cell(*byte) => Some(Digit::from_ascii(*byte)),
            _ => None,
        });
    }
    // Numbers of NumPy are no `int` but can be used as one.
    if !value.is_instance_of::<PyInt>() && !value.hasattr(pyo3::intern!(value.py(), "__index__"))? {
        return Ok(None);
    }
    Ok(match value.extract::<u8>() {
        Ok(0) => Some(None),
        Ok(number) => Digit::new(number).map(Some),
        Err(_) => None,
    })
}
