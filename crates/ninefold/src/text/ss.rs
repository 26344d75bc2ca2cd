//! `.ss` files of Simple Sudoku: rows parted by bars, bands by dashes.
//!
//! ```text
//! 53.|.7.|...
//! 6..|195|...
//! .98|...|.6.
//! -----------
//! ```
//!
//! Read as any drawn grid is, so that the variant with a frame (`*-----------*`) is understood too.

use alloc::string::String;

pub(super) use super::grid::read;
use super::line;
use super::record::Record;
use crate::Digit;

/// Whether a row is drawn as these files draw it.
pub(super) fn is_row(row: &[u8]) -> bool {
    let row = row.trim_ascii();
    let row = row.strip_prefix(b"|").and_then(|row| row.strip_suffix(b"|")).unwrap_or(row);
    row.len() == 11
        && row.iter().enumerate().all(|(index, byte)| match index {
            3 | 7 => *byte == b'|',
            _ => line::cell(*byte).is_some(),
        })
}

/// Writes the eleven lines.
pub(super) fn write(record: &Record, out: &mut String) {
    for (index, row) in record.grid.as_array().chunks(9).enumerate() {
        if index == 3 || index == 6 {
            out.push_str("-----------\n");
        }
        for (part, digits) in row.chunks(3).enumerate() {
            if part > 0 {
                out.push('|');
            }
            out.extend(digits.iter().map(|digit| digit.map_or('.', Digit::to_char)));
        }
        out.push('\n');
    }
}
