//! `.sdk` files of SadMan Sudoku and its relatives: headers, then sections.
//!
//! ```text
//! #AJane Doe               author; #D description, #B date, #S source, #L level, #U address, #C comment
//! #LMedium
//! [Puzzle]
//! 53..7....
//! ...                      nine rows
//! [State]                  the same with what has been placed since, where there is any
//! 534.7....
//! ```
//!
//! Without any section the rows may also follow the headers directly. Headers become the fields of the record, `#C` its
//! comment. A second `[Puzzle]`, or headers after a puzzle, begin another record.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::drawing::{Kind, Rows, kind};
use super::error::{Expected, Fault, ParseError, Place};
use super::line::{self, text_of};
use super::reader::{Items, LineMachine};
use super::record::Record;
use super::{MAX_LINE, grid};
use crate::json::Value;
use crate::{Digit, Position};

/// The headers and the names of their fields.
const HEADERS: [(char, &str); 6] =
    [('A', "author"), ('D', "description"), ('B', "date"), ('S', "source"), ('L', "level"), ('U', "url")];

/// Whether a comment line is a header: a letter directly after `#`.
pub(super) fn is_header(line: &[u8]) -> bool {
    matches!(line.trim_ascii(), [b'#', b'A'..=b'Z', ..])
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    /// Before any section: rows are the puzzle.
    Unnamed,
    Puzzle,
    State,
    Other,
}

/// Gathers headers and sections into records.
pub(super) struct Sdk {
    section: Section,
    puzzle: Rows,
    state: Rows,
    fields: Vec<(String, Value)>,
    comment: String,
    /// Bytes in the headers: what is more than a line may hold is not kept.
    held: usize,
}

impl Sdk {
    pub(super) fn new() -> Sdk {
        Sdk {
            section: Section::Unnamed,
            puzzle: Rows::default(),
            state: Rows::default(),
            fields: Vec::new(),
            comment: String::new(),
            held: 0,
        }
    }

    fn header(&mut self, letter: char, value: &[u8]) {
        let value = text_of(value.trim_ascii());
        self.held += value.len() + 1;
        if self.held > MAX_LINE {
            return;
        }
        if letter == 'C' {
            if !self.comment.is_empty() {
                self.comment.push('\n');
            }
            self.comment.push_str(&value);
            return;
        }
        let known = HEADERS.iter().find(|(header, _)| *header == letter);
        let name = known.map_or_else(|| letter.to_string(), |(_, name)| (*name).to_string());
        self.fields.push((name, Value::String(value)));
    }

    /// Hands over what was gathered, if there is a row of it.
    fn close(&mut self, items: &mut Items) {
        if self.puzzle.is_empty() && self.state.is_empty() {
            self.section = Section::Unnamed;
            return;
        }
        let done = core::mem::replace(self, Sdk::new());
        items.push_back(done.record());
    }

    fn record(self) -> Result<Record, ParseError> {
        // A state without a puzzle is all there is to know.
        let rows = if self.puzzle.is_empty() { &self.state } else { &self.puzzle };
        let nine = rows.nine()?;
        let givens = grid::read_marked(nine)?;
        let mut all = givens;
        if !self.state.is_empty() {
            let state = grid::read_marked(self.state.nine()?)?;
            all = crate::Grid::from_fn(|cell| givens[cell].or(state[cell]));
        }
        let mut record = Record::of_position(Position::of_player(givens, all, None));
        record.place = nine[0].place;
        record.comment = self.comment;
        record.fields = self.fields;
        Ok(record)
    }
}

impl LineMachine for Sdk {
    fn line(&mut self, line: &[u8], place: Place, items: &mut Items) {
        let text = line.trim_ascii();
        match *text {
            // Without sections a blank line ends a puzzle.
            [] if self.section == Section::Unnamed && self.puzzle.is_complete() => self.close(items),
            [] => {}
            [b'#', letter @ b'A'..=b'Z', ref value @ ..] => {
                if !self.puzzle.is_empty() || !self.state.is_empty() {
                    self.close(items);
                }
                self.header(letter.into(), value);
            }
            [b'#', ..] => {}
            [b'[', ref name @ ..] => {
                let name = name.strip_suffix(b"]").unwrap_or(name).trim_ascii();
                if name.eq_ignore_ascii_case(b"puzzle") {
                    if !self.puzzle.is_empty() || !self.state.is_empty() {
                        self.close(items);
                    }
                    self.section = Section::Puzzle;
                } else if name.eq_ignore_ascii_case(b"state") {
                    self.section = Section::State;
                } else {
                    self.section = Section::Other;
                }
            }
            _ => match (self.section, kind(line)) {
                (Section::Other, _) | (_, Kind::Border) => {}
                (_, Kind::Title) => {
                    // No row at all: whatever it is, it is no part of a puzzle.
                    self.close(items);
                    let offset = line.len() - line.trim_ascii_start().len();
                    items.push_back(Err(Fault::at(line, offset, Expected::Section).in_text(line, place)));
                }
                (Section::Unnamed | Section::Puzzle, _) => self.puzzle.push(line, place),
                (Section::State, _) => self.state.push(line, place),
            },
        }
    }

    fn overlong(&mut self, place: Place, items: &mut Items) {
        self.close(items);
        items.push_back(Err(line::too_long(MAX_LINE).in_text(&[], place)));
    }

    fn end(&mut self, _place: Place, items: &mut Items) {
        self.close(items);
    }
}

/// Writes headers, the givens, and the state when there is more than givens.
pub(super) fn write(record: &Record, out: &mut String) {
    for (name, value) in &record.fields {
        let known = HEADERS.iter().find(|(_, known)| known == name).map(|(letter, _)| *letter);
        let mut characters = name.chars();
        let letter = match (characters.next(), characters.next()) {
            (Some(letter @ 'A'..='Z'), None) if letter != 'C' => Some(letter),
            _ => None,
        };
        if let Some(letter) = known.or(letter) {
            header(letter, &value.to_plain(), out);
        }
    }
    record.comment.lines().for_each(|line| header('C', line, out));
    section("[Puzzle]\n", &record.position.givens(), out);
    if !record.position.placed_cells().is_empty() {
        section("[State]\n", record.position.digits(), out);
    }
}

fn header(letter: char, value: &str, out: &mut String) {
    out.extend(['#', letter]);
    line::push_in_one_line(value.trim_ascii(), out);
    out.push('\n');
}

fn section(name: &str, grid: &crate::Grid, out: &mut String) {
    out.push_str(name);
    for row in grid.as_array().chunks(9) {
        out.extend(row.iter().map(|digit| digit.map_or('.', Digit::to_char)));
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;
    use crate::text::Format;
    use crate::text::samples::{PUZZLE, items, puzzle, recognised, shown};

    const FILE: &str = "\
#AJane Doe
#DA first puzzle
#CTwo lines
#Cof comment
#B03-08-2006
#SNinefold
#LEasy
#Uhttps://example.org
[Puzzle]
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
[State]
534.7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
";

    fn rows(grid: &str) -> String {
        grid.as_bytes().chunks(9).map(|row| text_of(row) + "\n").collect()
    }

    #[test]
    fn headers_puzzle_and_state_read_and_write_back() {
        let record = items(FILE, Format::Sdk).remove(0).unwrap();
        assert_eq!(recognised(FILE), Format::Sdk);
        assert_eq!(record.position.givens(), puzzle());
        assert_eq!(record.position.digit("r1c3".parse().unwrap()), Some(Digit::D4));
        assert_eq!(record.comment, "Two lines\nof comment");
        assert_eq!(record.text_field("author"), Some("Jane Doe"));
        assert_eq!(record.fields.len(), 6);
        assert_eq!(record.place.line, 10);
        let mut out = String::new();
        write(&record, &mut out);
        assert_eq!(items(&out, Format::Sdk).remove(0).unwrap(), Record { place: record.place, ..record });
    }

    #[test]
    fn rows_may_follow_the_headers_directly() {
        let text = format!("#A Jane Doe\n#LEasy\n{}", rows(PUZZLE));
        assert_eq!(recognised(&text), Format::Sdk);
        assert_eq!(shown(&text, Format::Sdk), [PUZZLE]);
        assert_eq!(shown(format!("{text}\n{text}"), Format::Sdk), [PUZZLE, PUZZLE]);
        assert_eq!(shown(format!("{text}\n{}", rows(PUZZLE)), Format::Sdk), [PUZZLE, PUZZLE]);
    }

    #[test]
    fn a_bad_puzzle_leaves_the_next_alone() {
        let text =
            format!("[Puzzle]\n53z\n[Puzzle]\n{}.........\n[Other]\nnothing\n[Puzzle]\n{}", rows(PUZZLE), rows(PUZZLE));
        let short = "line 2, column 4: found a grid of one row, expected nine rows";
        let long = "line 13, column 1: found a grid of 10 rows, expected nine rows";
        assert_eq!(shown(text, Format::Sdk), [short, long, PUZZLE]);
        let found = "line 1, column 2: found 'n', expected a section such as [Puzzle]";
        assert_eq!(shown(" not a puzzle", Format::Sdk), [found]);
    }
}
