//! One JSON element as a puzzle, and back.
//!
//! The cells of a puzzle are a string of 81 cells, an array of 81 numbers or strings, or an array of nine such arrays of
//! nine: `0`, `null`, `""` and the empty characters of the line format are empty cells.

use alloc::string::String;
use alloc::vec::Vec;

use super::candidates;
use super::error::{Expected, Fault, Found};
use super::line::{self, text_of};
use super::record::Record;
use crate::json::{Value, push_quoted};
use crate::{CandidateSet, Cell, Digit, DigitSet, Grid, Position};

/// What a whole element is.
pub(super) enum Element {
    Puzzle(Record),
    /// A row of nine cells; nine such elements in a row are a puzzle.
    Row([Option<Digit>; 9]),
}

/// Reads an element that is known to be well-formed.
pub(super) fn read(element: &[u8]) -> Result<Element, Fault> {
    let mut walk = Walk { text: element, at: 0 };
    match walk.peek() {
        b'"' => {
            let start = walk.at;
            let value = walk.value();
            match stated_candidates(element, start, &value)? {
                Some(candidates) => Ok(Element::Puzzle(Record::of_position(Position::of_candidates(candidates)))),
                None => cells(element, start, &value).map(|grid| Element::Puzzle(Record::new(grid))),
            }
        }
        b'[' => {
            let value = walk.value();
            if let Some(row) = row(&value) {
                return Ok(Element::Row(row));
            }
            let grid = cells(element, 0, &value)?;
            Ok(Element::Puzzle(Record::new(grid)))
        }
        _ => read_object(element).map(Element::Puzzle),
    }
}

fn read_object(element: &[u8]) -> Result<Record, Fault> {
    let mut walk = Walk { text: element, at: 0 };
    walk.take(b'{');
    let (mut grid, mut givens, mut candidates) = (None, None, None);
    let mut record = Record::new(Grid::EMPTY);
    while walk.peek() == b'"' {
        let name = walk.string();
        walk.take(b':');
        walk.peek();
        let start = walk.at;
        let value = walk.value();
        walk.take(b',');
        match (name.as_str(), value) {
            ("puzzle", value) => match stated_candidates(element, start, &value)? {
                Some(stated) => candidates = Some(stated),
                None => grid = Some(cells(element, start, &value)?),
            },
            ("givens", value @ (Value::String(_) | Value::Array(_))) => {
                givens = Some(cells(element, start, &value)?.filled());
            }
            ("candidates", Value::Array(_)) => candidates = Some(candidate_strings(element, start)?),
            ("comment", Value::String(text)) => record.comment = text,
            ("solution", Value::String(text)) if line::parse_field(text.as_bytes()).is_ok() => {
                record.solution = line::parse_field(text.as_bytes()).ok();
            }
            (_, value) => record.fields.push((name, value)),
        }
    }
    record.position = match (grid, candidates, givens) {
        (None, None, _) => return Err(no_puzzle(element)),
        (None, Some(candidates), _) => Position::of_candidates(candidates),
        (Some(grid), candidates, Some(givens)) => Position::of_player(grid.restricted_to(givens), grid, candidates),
        (Some(grid), Some(candidates), None) => Position::of_digits_and_candidates(grid, candidates),
        (Some(grid), None, None) => Position::of_givens(grid),
    };
    Ok(record)
}

fn no_puzzle(element: &[u8]) -> Fault {
    Fault::at(element, 0, Expected::PuzzleMember)
}

/// The candidates of a string of 729 characters that begins at this byte.
fn stated_candidates(element: &[u8], start: usize, value: &Value) -> Result<Option<CandidateSet>, Fault> {
    match value {
        Value::String(text) if candidates::is_nearer(text.as_bytes()) => {
            let position = line::parse_position(text.as_bytes()).map_err(|fault| in_string(element, start, fault))?;
            Ok(position.candidates())
        }
        _ => Ok(None),
    }
}

/// A fault in the text of a string that begins at this byte.
fn in_string(element: &[u8], start: usize, fault: Fault) -> Fault {
    // Escapes only make the text of the element longer, so the place is in it.
    let found = if fault.found == Found::EndOfLine { Found::Char('"') } else { fault.found };
    Fault { offset: (start + 1 + fault.offset).min(element.len()), found, ..fault }
}

/// The cells of a value that begins at this byte.
fn cells(element: &[u8], start: usize, value: &Value) -> Result<Grid, Fault> {
    match value {
        Value::String(text) => line::parse_field(text.as_bytes()).map_err(|fault| in_string(element, start, fault)),
        Value::Array(values) => {
            let flat: Option<Vec<Option<Digit>>> = match values.len() {
                9 => values.iter().map(row).collect::<Option<Vec<_>>>().map(|rows| rows.concat()),
                _ => values.iter().map(cell).collect(),
            };
            let digits: Option<[Option<Digit>; 81]> = flat.and_then(|flat| flat.try_into().ok());
            digits.map(Grid::from).ok_or_else(|| Fault::at(element, start, Expected::NumberArray))
        }
        _ => Err(no_puzzle(element)),
    }
}

/// An array of nine cells.
fn row(value: &Value) -> Option<[Option<Digit>; 9]> {
    let Value::Array(values) = value else { return None };
    let cells: Vec<Option<Digit>> = values.iter().map(cell).collect::<Option<_>>()?;
    cells.try_into().ok()
}

/// A number or a string as a cell.
fn cell(value: &Value) -> Option<Option<Digit>> {
    match value {
        Value::Null => Some(None),
        Value::String(text) if text.trim_ascii().is_empty() => Some(None),
        Value::Number(text) | Value::String(text) => match text.as_bytes() {
            [byte] => line::cell(*byte),
            _ => None,
        },
        _ => None,
    }
}

/// The strings of the array that begins here.
fn candidate_strings(element: &[u8], start: usize) -> Result<CandidateSet, Fault> {
    let mut walk = Walk { text: element, at: start + 1 };
    let mut candidates = CandidateSet::EMPTY;
    let fault = |offset| Fault::at(element, offset, Expected::CandidateStrings);
    for cell in Cell::all() {
        walk.peek();
        let at = walk.at;
        let Value::String(text) = walk.value() else { return Err(fault(at)) };
        walk.take(b',');
        let mut digits = DigitSet::EMPTY;
        for (index, character) in text.char_indices() {
            let digit = Digit::from_char(character).filter(|digit| !digits.contains(*digit));
            digits.insert(digit.ok_or(Fault {
                offset: (at + 1 + index).min(element.len()),
                found: Found::Char(character),
                expected: Expected::Candidates,
            })?);
        }
        candidates |= CandidateSet::of_cell(cell, digits);
    }
    if walk.take(b']') { Ok(candidates) } else { Err(fault(walk.at)) }
}

/// Walks over an element that is known to be well-formed and not nested too deeply.
struct Walk<'a> {
    text: &'a [u8],
    at: usize,
}

impl Walk<'_> {
    fn peek(&mut self) -> u8 {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied().unwrap_or(0)
    }

    /// Takes the next byte that is not blank, if it is this one.
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    fn value(&mut self) -> Value {
        match self.peek() {
            b'"' => Value::String(self.string()),
            b'{' => {
                self.at += 1;
                let mut members = Vec::new();
                while self.peek() == b'"' {
                    let name = self.string();
                    self.take(b':');
                    members.push((name, self.value()));
                    self.take(b',');
                }
                self.take(b'}');
                Value::Object(members)
            }
            b'[' => {
                self.at += 1;
                let mut values = Vec::new();
                while !matches!(self.peek(), b']' | 0) {
                    values.push(self.value());
                    self.take(b',');
                }
                self.take(b']');
                Value::Array(values)
            }
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Value {
        let start = self.at;
        let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\n');
        while self.text.get(self.at).is_some_and(|byte| !ends(byte)) {
            self.at += 1;
        }
        match &self.text[start..self.at] {
            b"null" => Value::Null,
            b"true" => Value::Bool(true),
            b"false" => Value::Bool(false),
            number => Value::Number(text_of(number)),
        }
    }

    /// From the opening quote to behind the closing one.
    fn string(&mut self) -> String {
        let mut bytes = Vec::new();
        self.at += 1;
        while let Some(&byte) = self.text.get(self.at) {
            self.at += 1;
            match byte {
                b'"' => break,
                b'\\' => {
                    let character = self.escape();
                    bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                _ => bytes.push(byte),
            }
        }
        text_of(&bytes)
    }

    fn escape(&mut self) -> char {
        let letter = self.text.get(self.at).copied().unwrap_or(b'"');
        self.at += 1;
        match letter {
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex();
                if (0xD800..0xDC00).contains(&first) && self.text[self.at..].starts_with(b"\\u") {
                    let before = self.at;
                    self.at += 2;
                    let pair = [first, self.hex()];
                    if let Some(Ok(character)) = char::decode_utf16(pair).next() {
                        return character;
                    }
                    self.at = before;
                }
                char::from_u32(first.into()).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            other => other.into(),
        }
    }

    fn hex(&mut self) -> u16 {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or(b"fffd");
        self.at += 4;
        digits.iter().fold(0, |value, byte| value << 4 | char::from(*byte).to_digit(16).unwrap_or(0) as u16)
    }
}

/// The text of a JSON string, from its quotes on.
pub(crate) fn unquoted(json: &str) -> String {
    Walk { text: json.as_bytes(), at: 0 }.string()
}

/// The names of the members that [`push_position`] writes.
pub(crate) fn position_members(record: &Record) -> impl Iterator<Item = &'static str> {
    let position = &record.position;
    let members =
        [("puzzle", true), ("givens", position.is_players()), ("candidates", position.candidates().is_some())];
    members.into_iter().filter_map(|(name, written)| written.then_some(name))
}

/// The members that state the position: `puzzle`, and where they say more `givens` and `candidates`.
pub(crate) fn push_position(record: &Record, out: &mut String) {
    let position = &record.position;
    out.push_str("\"puzzle\": \"");
    line::push_grid(position.digits(), '.', out);
    out.push('"');
    if position.is_players() {
        out.push_str(", \"givens\": \"");
        line::push_grid(&position.givens(), '.', out);
        out.push('"');
    }
    if let Some(candidates) = position.candidates() {
        out.push_str(", \"candidates\": [");
        for cell in Cell::all() {
            out.push_str(if cell.index() == 0 { "" } else { ", " });
            let mut digits = String::new();
            digits.extend(candidates.digits_in(cell).iter().map(Digit::to_char));
            push_quoted(&digits, out);
        }
        out.push(']');
    }
}
