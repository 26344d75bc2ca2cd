//! Candidate strings: 729 characters, nine for each cell.
//!
//! ```text
//! 1.3......|.2.4.6...|   r1c1 may be 1 or 3, r1c2 may be 2, 4 or 6, and so on (the bars are not written)
//! ```
//!
//! The first of a cell's nine characters is `1` or empty, the second `2` or empty, to the ninth. Puzzles told in
//! candidates alone ("sukaku") travel like this. As in pencilmark grids a cell's only candidate is read as placed. What
//! follows the 729th character is a comment.

use alloc::string::String;

use super::error::{Expected, Fault};
use super::line::{self, is_blank, text_of};
use super::record::Record;
use crate::{Candidate, CandidateSet, Cell, Digit};

/// How many characters a puzzle has.
pub(super) const LENGTH: usize = 729;

/// Reads a line; a blank line or a comment line is none.
pub(super) fn read(text: &[u8]) -> Option<Result<Record, Fault>> {
    (!line::is_blank_or_comment(text)).then(|| parse(text))
}

fn parse(text: &[u8]) -> Result<Record, Fault> {
    let start = text.iter().position(|byte| !is_blank(*byte)).unwrap_or(text.len());
    let mut candidates = CandidateSet::EMPTY;
    for index in 0..LENGTH {
        let (cell, digit) = (Cell::from_index(index / 9), Digit::from_index(index % 9));
        match text.get(start + index).copied().and_then(line::cell) {
            Some(None) => {}
            Some(Some(shown)) if shown == digit => candidates.insert(Candidate::new(cell, digit)),
            _ => return Err(Fault::at(text, start + index, Expected::DigitOrEmpty(digit))),
        }
    }
    let rest = &text[start + LENGTH..];
    if rest.first().is_some_and(|byte| line::cell(*byte).is_some()) {
        return Err(Fault::at(text, start + LENGTH, Expected::EndOfCandidates));
    }
    Ok(Record { comment: text_of(rest.trim_ascii()), ..Record::of_candidates(candidates) })
}

/// Writes the candidates; a placed cell shows its digit alone.
pub(super) fn write(record: &Record, out: &mut String) {
    for digits in record.shown_digits() {
        out.extend(Digit::ALL.map(|digit| if digits.contains(digit) { digit.to_char() } else { '.' }));
    }
    let comment = record.comment.trim_ascii();
    if !comment.is_empty() {
        out.push(' ');
        line::push_in_one_line(comment, out);
    }
    out.push('\n');
}
