//! Pencilmark grids: nine rows of nine candidate lists, as HoDoKu, SudokuWiki and Simple Sudoku print them.
//!
//! ```text
//! .---------------.----------------.---------------.
//! | 5   3   124   | 26   7   2468  | 14  1249 248  |
//! | 6   247 247   | 1    9   5     | 347 234  2478 |
//! :---------------+----------------+---------------:
//! ```
//!
//! Borders may be any that [`drawing`](super::drawing) knows, or missing. A list is the digits of the candidates
//! without anything between them; braces around it are ignored. An empty character such as `.` is a cell with nothing
//! in it, not even a candidate.
//!
//! **A single digit is read as placed**, and as the cell's one candidate: the programs print both alike. Candidates of
//! other cells stay as they are printed, even where the placed digit rules them out.

use alloc::string::String;

use super::drawing::{self, Row, characters, is_vertical};
use super::error::{Expected, Fault, Found, ParseError};
use super::record::Record;
use crate::{CandidateSet, Cell, Digit, DigitSet};

/// Whether a character stands between lists.
fn is_gap(character: char) -> bool {
    is_vertical(character) || matches!(character, ' ' | '\t' | '{' | '}' | '[' | ']' | '(' | ')')
}

/// How many lists a row has, and the most characters one of them has.
pub(super) fn shape(row: &[u8]) -> (usize, usize) {
    let (mut lists, mut longest, mut current) = (0, 0, 0);
    for (_, character) in characters(row) {
        current = if is_gap(character) { 0 } else { current + 1 };
        lists += usize::from(current == 1);
        longest = longest.max(current);
    }
    (lists, longest)
}

fn read_row(row: &[u8]) -> Result<[DigitSet; 9], Fault> {
    let mut lists = [DigitSet::EMPTY; 9];
    let mut count = 0;
    // The list the last character belongs to: none, one of digits, or an empty character that is complete.
    let (mut in_list, mut is_empty) = (false, false);
    let mut tenth = None;
    for (offset, character) in characters(row) {
        if is_gap(character) {
            in_list = false;
            continue;
        }
        let begins = !in_list;
        in_list = true;
        count += usize::from(begins);
        let Some(list) = lists.get_mut(count - 1) else {
            tenth.get_or_insert(offset);
            continue;
        };
        match super::grid::cell(character) {
            Some(None) if begins => is_empty = true,
            Some(Some(digit)) if begins || (!is_empty && !list.contains(digit)) => {
                is_empty = false;
                list.insert(digit);
            }
            _ => return Err(Fault::at(row, offset, Expected::Candidates)),
        }
    }
    if count == 9 {
        return Ok(lists);
    }
    Err(Fault { offset: tenth.unwrap_or(row.len()), found: Found::Cells(count), expected: Expected::NineCells })
}

/// Reads nine rows of candidate lists.
pub(super) fn read(rows: &[Row; 9]) -> Result<Record, ParseError> {
    let mut candidates = CandidateSet::EMPTY;
    for (index, row) in rows.iter().enumerate() {
        let lists = read_row(&row.text).map_err(|fault| fault.in_text(&row.text, row.place))?;
        for (col, digits) in lists.into_iter().enumerate() {
            candidates |= CandidateSet::of_cell(Cell::from_index(index * 9 + col), digits);
        }
    }
    Ok(Record::of_candidates(candidates))
}

/// Writes the placed digits and the candidates of the other cells, each column as wide as its longest list.
pub(super) fn write(record: &Record, out: &mut String) {
    drawing::write_comment(&record.comment, out);
    let shown = record.shown_digits();
    let width = |col: usize| (0..9).map(|row| shown[row * 9 + col].len().max(1)).max().unwrap_or(1);
    let widths: [usize; 9] = core::array::from_fn(width);
    for row in 0..9 {
        match row {
            0 => border(".", ".", ".", &widths, out),
            3 | 6 => border(":", "+", ":", &widths, out),
            _ => {}
        }
        for col in 0..9 {
            out.push_str(if col % 3 == 0 { "| " } else { "" });
            let digits = shown[row * 9 + col];
            match digits.is_empty() {
                true => out.push('.'),
                false => out.extend(digits.iter().map(Digit::to_char)),
            }
            out.extend(core::iter::repeat_n(' ', widths[col] + 1 - digits.len().max(1)));
        }
        out.push_str("|\n");
    }
    border("'", "'", "'", &widths, out);
}

fn border(left: &str, middle: &str, right: &str, widths: &[usize; 9], out: &mut String) {
    for (block, columns) in widths.chunks(3).enumerate() {
        out.push_str(if block == 0 { left } else { middle });
        // A blank before the first list and one after each.
        out.extend(core::iter::repeat_n('-', columns.iter().sum::<usize>() + 4));
    }
    out.push_str(right);
    out.push('\n');
}
