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
use crate::{Candidate, CandidateSet, Cell, Digit, Position};

/// How many characters a puzzle has.
pub(super) const LENGTH: usize = 729;

/// Whether a line has so many cells that it is nearer to a candidate string than to 81 cells.
pub(super) fn is_nearer(text: &[u8]) -> bool {
    const MIDDLE: usize = (LENGTH + 81) / 2;
    text.len() > MIDDLE
        && text.iter().skip_while(|byte| is_blank(**byte)).take_while(|byte| line::is_cell(**byte)).count() > MIDDLE
}

pub(super) fn parse(text: &[u8]) -> Result<Record, Fault> {
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

/// The 729 characters of a position.
pub(super) fn push(position: &Position, out: &mut String) {
    for digits in position.shown_digits() {
        out.extend(Digit::ALL.map(|digit| if digits.contains(digit) { digit.to_char() } else { '.' }));
    }
}

/// Writes the candidates; a placed cell shows its digit alone.
pub(super) fn write(record: &Record, out: &mut String) {
    push(&record.position, out);
    let comment = record.comment.trim_ascii();
    if !comment.is_empty() {
        out.push(' ');
        line::push_in_one_line(comment, out);
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;
    use crate::text::Format;
    use crate::text::samples::{items, puzzle, recognised, shown};

    fn written(record: &Record) -> String {
        let mut out = String::new();
        write(record, &mut out);
        out
    }

    #[test]
    fn nine_places_a_cell() {
        let text = written(&Record { comment: "sukaku".to_string(), ..Record::new(puzzle()) });
        assert!(text.starts_with("....5......3......12.4....."));
        assert!(text.ends_with(" sukaku\n"));
        let record = items(&text, Format::Candidates).remove(0).unwrap();
        assert_eq!(record.comment, "sukaku");
        assert_eq!(record.position.digit("r1c1".parse().unwrap()), Some(Digit::D5));
        assert_eq!(record.position.candidates().unwrap().digits_in("r1c3".parse().unwrap()).to_string(), "124");
        assert_eq!(written(&record), text);
        assert_eq!(recognised(&text), Format::Candidates);
        assert_eq!(shown(text.replace('.', "0"), Format::Candidates), [record.position.digits().to_string()]);
    }

    #[test]
    fn a_digit_out_of_its_place_is_an_error() {
        let text = written(&Record::new(puzzle()));
        let wrong = format!("# first\n.{}", &text[1..]).replacen("....5", "...5.", 1);
        let found = "line 2, column 4: found '5', expected '4' or an empty place";
        assert_eq!(shown(wrong, Format::Candidates), [found]);
        let found = "line 1, column 730: found '.', expected the end of the puzzle after 729 places";
        assert_eq!(shown(text.replace('\n', "."), Format::Candidates), [found]);
        let found = "line 1, column 701: found the end of the line, expected '8' or an empty place";
        assert_eq!(shown(&text[..700], Format::Candidates), [found]);
        assert_eq!(recognised(&text[..700]), Format::Candidates);
    }
}
