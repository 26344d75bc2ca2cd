//! Comma separated values: a header, then a puzzle a row.
//!
//! ```text
//! id,puzzle,solution,rating
//! 1,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,5346...,"1,2"
//! ```
//!
//! Fields may be quoted as RFC 4180 says. The columns may stand in any order and may be parted by commas, semicolons or
//! tabulators; the header tells. Without a header the first puzzle of the first row is the puzzle, a second one the
//! solution. All other columns are the fields of the record, and a writer gives them back.
//!
//! A quote that is never closed would swallow the rest of the file: after [`MAX_ELEMENT`] bytes, or at the end, its line
//! is given up as one error, and reading goes on with the next line.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use alloc::{format, vec};

use super::error::{Expected, Fault, Found, Place};
use super::line::{parse_field, text_of};
use super::reader::{Items, PieceMachine};
use super::record::Record;
use super::{MAX_ELEMENT, line};

const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// Names of the columns we know, the best first.
const PUZZLE: [&str; 10] =
    ["puzzle", "puzzles", "quiz", "quizzes", "sudoku", "sudokus", "question", "problem", "grid", "board"];
const SOLUTION: [&str; 6] = ["solution", "solutions", "answer", "answers", "solved", "solve"];
const COMMENT: [&str; 2] = ["comment", "comments"];

/// What the header says.
#[derive(Clone, Debug)]
pub(super) struct Header {
    separator: u8,
    puzzle: usize,
    solution: Option<usize>,
    comment: Option<usize>,
    names: Vec<String>,
}

impl Header {
    /// Reads a header row, if it names a column of puzzles.
    fn read(row: &[u8]) -> Option<Header> {
        SEPARATORS.into_iter().find_map(|separator| {
            let names: Vec<String> =
                fields(row, separator).iter().map(|field| text_of(field.text.trim_ascii())).collect();
            let find = |known: &[&str]| {
                known.iter().find_map(|word| names.iter().position(|name| name.eq_ignore_ascii_case(word)))
            };
            let puzzle = find(&PUZZLE)?;
            let (solution, comment) = (find(&SOLUTION), find(&COMMENT));
            Some(Header { separator, puzzle, solution, comment, names })
        })
    }

    /// For a row that is no header: its first puzzle is the puzzle, its second the solution.
    fn guess(row: &[u8]) -> Option<Header> {
        SEPARATORS.into_iter().find_map(|separator| {
            let fields = fields(row, separator);
            let mut grids = (0..fields.len()).filter(|&index| parse_field(&fields[index].text).is_ok());
            let puzzle = grids.next()?;
            let solution = grids.next();
            let names = (1..=fields.len()).map(|number| format!("column {number}")).collect();
            Some(Header { separator, puzzle, solution, comment: None, names })
        })
    }

    /// The header that this first row is or implies.
    fn of_first_row(row: &[u8]) -> FirstRow {
        if row.trim_ascii().is_empty() || row.trim_ascii_start().starts_with(b"#") {
            return FirstRow::Nothing;
        }
        match Header::read(row) {
            Some(header) => FirstRow::Header(header),
            None => Header::guess(row).map_or(FirstRow::Unknown, FirstRow::Puzzle),
        }
    }

    /// For a file whose header says nothing: puzzle and solution come first.
    fn unknown() -> Header {
        let names = vec![PUZZLE[0].to_string(), SOLUTION[0].to_string()];
        Header { separator: b',', puzzle: 0, solution: Some(1), comment: None, names }
    }
}

/// What a row before the header is known can be.
enum FirstRow {
    /// Blank, or a comment.
    Nothing,
    Header(Header),
    /// A puzzle, and the header that it implies.
    Puzzle(Header),
    Unknown,
}

/// The number of columns, if a line can be the header of a file with puzzles.
pub(super) fn header_columns(line: &[u8]) -> Option<usize> {
    Header::read(line).map(|header| header.names.len())
}

/// Whether a line is a row of puzzle and solution.
pub(super) fn is_pair(line: &[u8]) -> bool {
    Header::guess(line).is_some_and(|header| header.solution.is_some())
}

/// A field with the byte where its text begins.
struct Field<'a> {
    offset: usize,
    text: Cow<'a, [u8]>,
}

/// The fields of a row. A quote in a field that does not begin with one is a character like others.
fn fields(row: &[u8], separator: u8) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    let mut at = 0;
    loop {
        let rest = row.get(at..).unwrap_or_default();
        let (quote, text, length) = match rest.strip_prefix(b"\"") {
            Some(rest) => {
                let (text, length) = quoted(rest, separator);
                (1, Cow::Owned(text), length)
            }
            None => {
                let length = rest.iter().position(|byte| *byte == separator).unwrap_or(rest.len());
                (0, Cow::Borrowed(&rest[..length]), length)
            }
        };
        fields.push(Field { offset: at + quote, text });
        at += quote + length;
        if at >= row.len() {
            return fields;
        }
        at += 1;
    }
}

/// The text of a field after its opening quote, and how many bytes it takes to the separator.
fn quoted(rest: &[u8], separator: u8) -> (Vec<u8>, usize) {
    let mut text = Vec::new();
    let mut at = 0;
    while let Some(&byte) = rest.get(at) {
        at += 1;
        if byte == b'"' {
            if rest.get(at) != Some(&b'"') {
                break;
            }
            at += 1;
        }
        text.push(byte);
    }
    let plain = rest[at..].iter().position(|byte| *byte == separator).unwrap_or(rest.len() - at);
    text.extend_from_slice(&rest[at..at + plain]);
    (text, at + plain)
}

/// Where in a row the last byte was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// At the beginning of a field.
    Begin,
    Plain,
    Quoted,
    /// After a quote in a quoted field: the end of it, or the first half of a quote.
    Quote,
    /// In a line too long to be kept.
    Skip,
}

/// Cuts the text into rows and reads them.
pub(super) struct Csv {
    header: Option<Arc<Header>>,
    state: State,
    row: Vec<u8>,
    /// Where the row begins.
    start: Place,
}

impl State {
    /// The state after another byte of the row.
    #[inline]
    fn after(self, byte: u8, separates: bool) -> State {
        match (self, byte) {
            (State::Begin | State::Quote, b'"') => State::Quoted,
            (State::Quoted, b'"') => State::Quote,
            (State::Quoted, _) => State::Quoted,
            _ if separates => State::Begin,
            _ => State::Plain,
        }
    }
}

fn separates(header: Option<&Header>, byte: u8) -> bool {
    match header {
        Some(header) => byte == header.separator,
        None => SEPARATORS.contains(&byte),
    }
}

/// The length of the whole rows that the text begins with. The header becomes known with the first of them. Text whose
/// header cannot be found has no rows.
pub(super) fn split(text: &[u8], header: &mut Option<Arc<Header>>) -> usize {
    if header.is_some() && !text.contains(&b'"') {
        return text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    }
    let (mut state, mut end) = (State::Begin, 0);
    for (at, &byte) in text.iter().enumerate() {
        if byte == b'\n' && state != State::Quoted {
            if header.is_none() {
                let row = text[end..at].strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text[end..at]);
                match Header::of_first_row(row) {
                    FirstRow::Nothing => {}
                    FirstRow::Header(found) | FirstRow::Puzzle(found) => *header = Some(Arc::new(found)),
                    FirstRow::Unknown => return 0,
                }
            }
            state = State::Begin;
            end = at + 1;
        } else {
            state = state.after(byte, separates(header.as_deref(), byte));
        }
    }
    end
}

impl Csv {
    pub(super) fn new() -> Csv {
        Csv::continuing(None, 1)
    }

    /// For rows that begin in this line, after a header.
    pub(super) fn continuing(header: Option<Arc<Header>>, line: u64) -> Csv {
        Csv { header, state: State::Begin, row: Vec::new(), start: Place { line, column: 1 } }
    }

    fn byte(&mut self, byte: u8, items: &mut Items) {
        if byte == b'\n' && self.state != State::Quoted {
            if self.state == State::Skip {
                self.start = Place { line: self.start.line + 1, column: 1 };
            } else {
                self.end_of_row(items);
            }
            self.row.clear();
            self.state = State::Begin;
            return;
        }
        if self.state == State::Skip {
            return;
        }
        self.row.push(byte);
        self.state = self.state.after(byte, separates(self.header.as_deref(), byte));
        if self.row.len() > MAX_ELEMENT {
            self.give_up(line::too_long(MAX_ELEMENT), items);
        }
    }

    /// Gives up the first line of a row that does not end, and reads the rest of it again.
    ///
    /// That happens at most once for each byte: no quote in the rest can stay open, or it would have closed the first.
    fn give_up(&mut self, fault: Fault, items: &mut Items) {
        items.push_back(Err(fault.in_text(&self.row, self.start)));
        let row = core::mem::take(&mut self.row);
        match row.iter().position(|byte| *byte == b'\n') {
            Some(end) => {
                self.start = Place { line: self.start.line + 1, column: 1 };
                self.state = State::Begin;
                for &byte in &row[end + 1..] {
                    self.byte(byte, items);
                }
            }
            None => self.state = State::Skip,
        }
    }

    fn end_of_row(&mut self, items: &mut Items) {
        let row = core::mem::take(&mut self.row);
        let start = self.start;
        self.start = start.after(&row);
        self.start = Place { line: self.start.line + 1, column: 1 };
        if row.trim_ascii().is_empty() {
            return;
        }
        let header = match &self.header {
            Some(header) => header,
            None => match Header::of_first_row(&row) {
                FirstRow::Nothing => return,
                FirstRow::Header(header) => {
                    self.header = Some(Arc::new(header));
                    return;
                }
                FirstRow::Puzzle(header) => self.header.insert(Arc::new(header)),
                FirstRow::Unknown => {
                    self.header = Some(Arc::new(Header::unknown()));
                    items.push_back(Err(Fault::at(&row, 0, Expected::PuzzleColumn).in_text(&row, start)));
                    return;
                }
            },
        };
        let read = read_row(header, &row);
        items.push_back(
            read.map(|record| Record { place: start, ..record }).map_err(|fault| fault.in_text(&row, start)),
        );
    }
}

fn read_row(header: &Header, row: &[u8]) -> Result<Record, Fault> {
    let fields = fields(row, header.separator);
    let field = fields.get(header.puzzle).ok_or_else(|| Fault::at(row, row.len(), Expected::PuzzleField))?;
    let position = line::parse_position(&field.text).map_err(|fault| Fault {
        // In a field with doubled quotes the place is near; such a field holds no puzzle anyway.
        offset: (field.offset + fault.offset).min(row.len()),
        ..fault
    })?;
    let mut record = Record::of_position(position);
    for (index, field) in fields.into_iter().enumerate() {
        let is = |column: Option<usize>| column == Some(index);
        if index == header.puzzle {
            continue;
        }
        if is(header.solution) {
            if field.text.trim_ascii().is_empty() {
                continue;
            }
            if let Ok(solution) = parse_field(&field.text) {
                record.solution = Some(solution);
                continue;
            }
        }
        let text = text_of(&field.text);
        if is(header.comment) {
            record.comment = text;
            continue;
        }
        let name = header.names.get(index).cloned().unwrap_or_else(|| format!("column {}", index + 1));
        record.push_text(name, text);
    }
    Ok(record)
}

impl PieceMachine for Csv {
    fn piece(&mut self, text: &[u8], items: &mut Items) {
        let mut rest = text;
        while let Some(&first) = rest.first() {
            // Up to the next quote or line end there is nothing to decide, and most rows have no quotes.
            if matches!(self.state, State::Begin | State::Plain) {
                let run = rest.iter().position(|byte| matches!(byte, b'"' | b'\n')).unwrap_or(rest.len());
                let run = &rest[..run.min(MAX_ELEMENT - self.row.len())];
                if let Some(&last) = run.last() {
                    self.row.extend_from_slice(run);
                    self.state = if separates(self.header.as_deref(), last) { State::Begin } else { State::Plain };
                    rest = &rest[run.len()..];
                    continue;
                }
            }
            self.byte(first, items);
            rest = &rest[1..];
        }
    }

    fn end(&mut self, items: &mut Items) {
        while self.state == State::Quoted {
            let fault = Fault { offset: self.row.len(), found: Found::EndOfInput, expected: Expected::ClosingQuote };
            self.give_up(fault, items);
        }
        if self.state != State::Skip {
            self.end_of_row(items);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::samples::{PUZZLE, SOLVED, items, recognised, shown};
    use crate::text::{Format, Writer};

    fn pairs(record: &Record) -> Vec<(&str, &str)> {
        record.fields.iter().map(|(name, value)| (name.as_str(), value.as_str().unwrap())).collect()
    }

    #[test]
    fn columns_are_found_by_their_names_in_any_order() {
        for text in [
            format!("puzzle,solution\n{PUZZLE},{SOLVED}\n"),
            format!("quizzes,solutions\r\n{PUZZLE},{SOLVED}\r\n"),
            format!("\u{feff}Solution;Puzzle\n{SOLVED};{PUZZLE}"),
            format!("# a comment\n\"puzzle\"\t\"answer\"\n\"{PUZZLE}\"\t\"{SOLVED}\"\n\n"),
            format!("{PUZZLE},{SOLVED}\n"),
        ] {
            let record = items(&text, Format::Csv).remove(0).unwrap();
            assert_eq!(record.position.digits().to_string(), PUZZLE);
            assert_eq!(record.solution.unwrap().to_string(), SOLVED);
            assert_eq!(recognised(&text), Format::Csv, "{text}");
            assert!(record.fields.is_empty());
        }
        assert_eq!(recognised(&format!("puzzle\n{PUZZLE}\n")), Format::Csv);
    }

    #[test]
    fn other_columns_are_kept_and_written_back() {
        let text = format!("id,quizzes,rating,\"a \"\"name\"\"\"\n7,{PUZZLE},\"1,2\",\"two\nlines\"\n8,{PUZZLE},,\n");
        let items = items(&text, Format::Csv);
        let records: Vec<Record> = items.into_iter().map(Result::unwrap).collect();
        assert_eq!(pairs(&records[0]), [("id", "7"), ("rating", "1,2"), ("a \"name\"", "two\nlines")]);
        assert_eq!(records[1].place, Place { line: 4, column: 1 });
        let (mut writer, mut out) = (Writer::new(Format::Csv), String::new());
        records.iter().for_each(|record| writer.write(record, &mut out));
        writer.finish(&mut out);
        assert_eq!(
            out,
            format!(
                "puzzle,solution,id,rating,\"a \"\"name\"\"\"\n{PUZZLE},,7,\"1,2\",\"two\nlines\"\n{PUZZLE},,8,,\n"
            )
        );
    }

    #[test]
    fn faults_are_named_where_they_are() {
        let text = format!("id,puzzle\n1,53z\n2\n3,\"{PUZZLE}.\"\n4,{PUZZLE}");
        assert_eq!(
            shown(&text, Format::Csv),
            [
                "line 2, column 5: found 'z', expected a digit or an empty cell",
                "line 3, column 2: found the end of the line, expected a field with the puzzle",
                "line 4, column 85: found '.', expected the end of the puzzle after 81 cells",
                PUZZLE,
            ]
        );
        let found = "line 1, column 1: found 'n', expected a column named puzzle";
        assert_eq!(shown(format!("nothing,known\n{PUZZLE},\n"), Format::Csv), [found, PUZZLE]);
    }

    #[test]
    fn an_open_quote_costs_its_own_line_only() {
        let text = format!("puzzle,note\n{PUZZLE},\"never closed\n{PUZZLE},a\n{PUZZLE},b\n");
        let found = "line 5, column 1: found the end of the input, expected a closing quote";
        assert_eq!(shown(&text, Format::Csv), [found, PUZZLE, PUZZLE]);
        let long = format!("puzzle,note\n{PUZZLE},\"never closed\n{}", format!("{PUZZLE},a\n").repeat(20_000));
        let items = items(&long, Format::Csv);
        assert_eq!(items.len(), 20_001);
        assert_eq!(items[0].clone().unwrap_err().found, Found::TooLong);
        assert!(items[1..].iter().all(Result::is_ok));
        assert_eq!(items[20_000].clone().unwrap().place.line, 20_002);
    }

    #[test]
    fn a_solution_that_is_none_is_kept_as_text() {
        let record = items(format!("puzzle,solution\n{PUZZLE},unknown\n"), Format::Csv).remove(0).unwrap();
        assert_eq!((record.solution, pairs(&record).as_slice()), (None, [("solution", "unknown")].as_slice()));
        assert!(crate::text::write(&record, Format::Csv).ends_with(",unknown\n"));
    }
}
