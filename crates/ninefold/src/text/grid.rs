//! Drawn grids: nine rows, with or without borders.
//!
//! ```text
//! +-------+-------+-------+     ┌───────┬───────┬───────┐     53..7....     53. .7. ...
//! | 5 3 . | . 7 . | . . . |     │ 5 3   │   7   │       │     6..195...     6.. 195 ...
//! | 6 . . | 1 9 5 | . . . |     │ 6     │ 1 9 5 │       │     .98....6.     .98 ... .6.
//! ```
//!
//! A row that shows nine cells is read as they stand, whatever is between them. Where empty cells are blank the width of
//! the cells has to come from the drawing: see `blanks`.

use alloc::string::String;
use alloc::vec::Vec;

use super::blanks;
use super::drawing::{self, Row, characters, is_vertical};
use super::error::{Expected, Fault, Found, ParseError};
use super::line;
use super::record::Record;
use crate::{Cell, Digit, Grid};

/// What a character of a row means as a cell.
pub(super) fn cell(character: char) -> Option<Option<Digit>> {
    match u8::try_from(character) {
        Ok(b'\xB7') => Some(None), // the middle dot
        Ok(byte) => line::cell(byte),
        Err(_) => None,
    }
}

/// The cells a row shows, with their byte offsets.
pub(super) fn shown_cells(row: &[u8]) -> Result<Vec<(usize, Option<Digit>)>, Fault> {
    let is_gap = |character| is_vertical(character) || matches!(character, ' ' | '\t');
    characters(row)
        .filter(|(_, character)| !is_gap(*character))
        .map(|(offset, character)| match cell(character) {
            Some(digit) => Ok((offset, digit)),
            None => Err(Fault::at(row, offset, Expected::Cell)),
        })
        .collect()
}

/// The nine cells of a row in which every empty cell is marked.
pub(super) fn marked_row(row: &[u8]) -> Result<[Option<Digit>; 9], Fault> {
    let cells = shown_cells(row)?;
    if cells.len() != 9 {
        let offset = cells.get(9).map_or(row.len(), |(offset, _)| *offset);
        return Err(Fault { offset, found: Found::Cells(cells.len()), expected: Expected::NineCells });
    }
    Ok(core::array::from_fn(|col| cells[col].1))
}

/// Nine rows in which every empty cell is marked.
pub(super) fn read_marked(rows: &[Row; 9]) -> Result<Grid, ParseError> {
    let mut grid = Grid::EMPTY;
    for (index, row) in rows.iter().enumerate() {
        let cells = marked_row(&row.text).map_err(|fault| fault.in_text(&row.text, row.place))?;
        for (col, digit) in cells.into_iter().enumerate() {
            grid[Cell::from_index(index * 9 + col)] = digit;
        }
    }
    Ok(grid)
}

/// Nine rows, empty cells marked or blank.
pub(super) fn read(rows: &[Row; 9]) -> Result<Record, ParseError> {
    let read = read_marked(rows).or_else(|error| match error.found {
        Found::Cells(..9) => blanks::read(rows, error),
        _ => Err(error),
    });
    read.map(Record::new)
}

/// Writes the grid with borders, blanks between the cells.
pub(super) fn write(record: &Record, out: &mut String) {
    const BORDER: &str = "+-------+-------+-------+\n";
    drawing::write_comment(&record.comment, out);
    for (index, row) in record.grid.as_array().chunks(9).enumerate() {
        if index % 3 == 0 {
            out.push_str(BORDER);
        }
        for block in row.chunks(3) {
            out.push('|');
            for digit in block {
                out.push(' ');
                out.push(digit.map_or('.', Digit::to_char));
            }
            out.push(' ');
        }
        out.push_str("|\n");
    }
    out.push_str(BORDER);
}
