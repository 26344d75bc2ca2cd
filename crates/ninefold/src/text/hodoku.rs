//! HoDoKu library lines: a puzzle in the middle of its solution, and what a technique finds there.
//!
//! ```text
//! :0210:46:...+8.+164+7..8..72.9.7...:768:122 322 333 522 533::
//!  |    |  |                         |   |                   | |
//!  |    |  cells                     |   eliminations        | extra
//!  |    digits concerned             candidates deleted      placements
//!  technique (with -1, -2 ... for variants)
//! ```
//!
//! `+8` is an 8 that was placed, `8` a given. Candidates are value, row and column. The candidates of the record are
//! those that no placed digit rules out, less the deleted ones; the other parts are its fields.

use alloc::string::String;

use super::error::{Expected, Fault};
use super::line::{self, is_blank_or_comment, text_of};
use super::record::Record;
use crate::{Candidate, CandidateSet, Cell, CellSet, Col, Digit, Grid, Pencilmarks, Position, Row};

/// The names of the fields, by their place in the line.
const TECHNIQUE: &str = "technique";
const DIGITS: &str = "digits";
const AFTER: [&str; 3] = ["eliminations", "placements", "extra"];

/// Reads a line; a blank line or a comment line is none.
pub(super) fn read(text: &[u8]) -> Option<Result<Record, Fault>> {
    (!is_blank_or_comment(text)).then(|| parse(text))
}

fn parse(text: &[u8]) -> Result<Record, Fault> {
    let mut parts = Parts { text, at: 0 };
    if !parts.next()?.1.trim_ascii().is_empty() {
        return Err(Fault::at(text, 0, Expected::Colon));
    }
    let technique = parts.next()?.1;
    let digits = parts.next()?.1;
    let (at, cells) = parts.next()?;
    let (grid, givens) = parse_cells(text, at, cells.len())?;
    let (at, deleted) = parts.next()?;
    let deleted = parse_candidates(text, at, deleted.len())?;
    let candidates = Pencilmarks::from(&grid).candidates() - deleted;
    let mut record = Record::of_position(match givens == grid.filled() {
        true => Position::of_digits_and_candidates(grid, candidates),
        false => Position::of_player(grid.restricted_to(givens), grid, Some(candidates)),
    });
    record.push_text(TECHNIQUE, text_of(technique));
    record.push_text(DIGITS, text_of(digits));
    for (index, name) in AFTER.into_iter().enumerate() {
        // The last part is often left out; what stands after it is not ours.
        let Ok((at, value)) = parts.next() else { break };
        if index < 2 {
            parse_candidates(text, at, value.len())?;
        }
        record.push_text(name, text_of(value.trim_ascii()));
    }
    Ok(record)
}

/// The parts of a line between its colons.
struct Parts<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Parts<'a> {
    fn next(&mut self) -> Result<(usize, &'a [u8]), Fault> {
        let start = self.at;
        let Some(rest) = self.text.get(start..) else {
            return Err(Fault::at(self.text, self.text.len(), Expected::Colon));
        };
        let part = rest.split(|byte| *byte == b':').next().unwrap_or(rest);
        self.at = start + part.len() + 1;
        Ok((start, part))
    }
}

/// Cells with `+` before placed digits.
fn parse_cells(text: &[u8], start: usize, length: usize) -> Result<(Grid, CellSet), Fault> {
    let (mut grid, mut givens) = (Grid::EMPTY, CellSet::EMPTY);
    let mut offset = start;
    let part = &text[..start + length];
    for cell in Cell::all() {
        let placed = part.get(offset) == Some(&b'+');
        offset += usize::from(placed);
        let digit = match part.get(offset).copied().and_then(line::cell) {
            Some(None) if placed => None,
            other => other,
        };
        grid[cell] = digit.ok_or_else(|| Fault::at(text, offset, Expected::Cell))?;
        if grid[cell].is_some() && !placed {
            givens.insert(cell);
        }
        offset += 1;
    }
    if offset < part.len() {
        return Err(Fault::at(text, offset, Expected::EndOfCells));
    }
    Ok((grid, givens))
}

/// Candidates as value, row, column with blanks between.
fn parse_candidates(text: &[u8], start: usize, length: usize) -> Result<CandidateSet, Fault> {
    let mut candidates = CandidateSet::EMPTY;
    let mut offset = start;
    let end = start + length;
    while offset < end {
        if line::is_blank(text[offset]) {
            offset += 1;
            continue;
        }
        let mut three = [Digit::D1; 3];
        for digit in &mut three {
            let shown = text[offset..end].first().copied().and_then(Digit::from_ascii);
            *digit = shown.ok_or_else(|| Fault::at(text, offset, Expected::HodokuCandidate))?;
            offset += 1;
        }
        if offset < end && !line::is_blank(text[offset]) {
            return Err(Fault::at(text, offset, Expected::HodokuCandidate));
        }
        let [value, row, col] = three;
        let cell = Cell::at(Row::from_index(row.index()), Col::from_index(col.index()));
        candidates.insert(Candidate::new(cell, value));
    }
    Ok(candidates)
}

/// Writes the line; a record that knows no technique gets `0000` and `x`, as HoDoKu itself does it.
pub(super) fn write(record: &Record, out: &mut String) {
    let part = |name: &str, otherwise: &str, out: &mut String| {
        out.push(':');
        let value = record.text_field(name).unwrap_or(otherwise);
        out.extend(value.chars().filter(|character| !matches!(character, ':' | '\n' | '\r')));
    };
    part(TECHNIQUE, "0000", out);
    part(DIGITS, "x", out);
    out.push(':');
    let position = &record.position;
    for cell in Cell::all() {
        match position.digit(cell) {
            None => out.push('.'),
            Some(digit) => {
                out.push_str(if position.given_cells().contains(cell) { "" } else { "+" });
                out.push(digit.to_char());
            }
        }
    }
    out.push(':');
    let deleted = Pencilmarks::from(position.digits()).candidates() - position.pencilmarks().candidates();
    // Cell by cell, as the library lists them.
    let mut first = true;
    for cell in deleted.cells() {
        for digit in deleted.digits_in(cell) {
            if !core::mem::take(&mut first) {
                out.push(' ');
            }
            out.push(digit.to_char());
            out.extend([cell.row().index(), cell.col().index()].map(|index| Digit::from_index(index).to_char()));
        }
    }
    for (index, name) in AFTER.into_iter().enumerate() {
        // A field of that name may come from elsewhere; only candidates may stand where candidates are read.
        let value = record.text_field(name).unwrap_or("");
        match index < 2 && parse_candidates(value.as_bytes(), 0, value.len()).is_err() {
            true => out.push(':'),
            false => part(name, "", out),
        }
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::text::Format;
    use crate::text::samples::{PUZZLE, items, puzzle, recognised, shown};

    /// A hidden pair, as the library of HoDoKu has it.
    const LINE: &str = ":0210:46:...+8.+164+7..8..72.9.7.2...+8+1+7.+91+2+486.6..3+89..2.82..5+9.+4....+12.9.4.79..1...91......:768:122 322 333 522 533::\n";

    #[test]
    fn a_library_line_reads_in_all_its_parts_and_writes_back() {
        let record = items(LINE, Format::Hodoku).remove(0).unwrap();
        assert_eq!(recognised(LINE), Format::Hodoku);
        assert_eq!(record.position.digit("r1c4".parse().unwrap()), Some(Digit::D8));
        assert!(record.position.placed_cells().contains("r1c4".parse().unwrap()));
        assert!(record.position.given_cells().contains("r2c3".parse().unwrap()));
        let marks = record.position.pencilmarks();
        assert!(!marks.contains("7r6c8".parse().unwrap()), "deleted");
        let fields: Vec<(&str, &str)> = record.fields.iter().map(|(k, v)| (k.as_str(), v.as_str().unwrap())).collect();
        let expected = [
            ("technique", "0210"),
            ("digits", "46"),
            ("eliminations", "122 322 333 522 533"),
            ("placements", ""),
            ("extra", ""),
        ];
        assert_eq!(fields, expected);
        let mut out = String::new();
        write(&record, &mut out);
        assert_eq!(out, LINE);
    }

    #[test]
    fn a_puzzle_without_a_technique_gets_the_codes_of_none() {
        let mut out = String::new();
        write(&Record::new(puzzle()), &mut out);
        assert_eq!(out, alloc::format!(":0000:x:{PUZZLE}::::\n"));
        assert_eq!(shown(&out, Format::Hodoku), [PUZZLE]);
        let short = alloc::format!(":0000:x:{PUZZLE}::::").replace("::::", ":");
        assert_eq!(shown(short, Format::Hodoku), [PUZZLE]);
    }

    #[test]
    fn faults_are_named_where_they_are() {
        for (text, found) in [
            (":0000:x", "line 1, column 8: found the end of the line, expected ':' and the next field"),
            ("0000:x:", "line 1, column 1: found '0', expected ':' and the next field"),
            (":0000:x:12+.4:::", "line 1, column 12: found '.', expected a digit or an empty cell"),
            (":0000:x:12:::", "line 1, column 11: found ':', expected a digit or an empty cell"),
        ] {
            assert_eq!(shown(text, Format::Hodoku), [found]);
        }
        let found = "line 1, column 94: found '4', expected a candidate as value, row and column, such as 547";
        assert_eq!(shown(alloc::format!(":0000:x:{PUZZLE}:1234:::"), Format::Hodoku), [found]);
        let found = "line 1, column 90: found '.', expected the end of the puzzle after 81 cells";
        assert_eq!(shown(alloc::format!(":0000:x:{PUZZLE}.::::"), Format::Hodoku), [found]);
    }
}
