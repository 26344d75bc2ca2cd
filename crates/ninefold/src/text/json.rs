//! JSON: an object for each puzzle, alone, in an array, or one a line.
//!
//! ```json
//! {"puzzle": "53..7....6..195...", "givens": "...", "candidates": ["5", "3", "124", "..."], "solution": "5346...", "comment": "easy"}
//! ```
//!
//! `puzzle` holds every digit; `givens` is there only when some of them are not givens; `candidates` has a string for
//! each cell. Further members are the fields of the record: strings as they are, numbers and truth values as their
//! text; nested values are not kept. A plain string of 81 cells is a puzzle too, and so is an object that has
//! `candidates` alone.
//!
//! The text is checked byte by byte as it comes, so that a fault is known where it happens: the element it is in
//! becomes one error. In an array reading goes on after the element's closing bracket. Outside of one each line is
//! a new chance.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::MAX_ELEMENT;
use super::error::{Expected, Fault, Found, ParseError, Place};
use super::line::{self, text_of};
use super::reader::{Items, PieceMachine};
use super::record::Record;
use crate::{CandidateSet, Cell, Digit, DigitSet, Grid};

/// How deep arrays and objects may nest in an element.
const MAX_DEPTH: usize = 64;

/// What may come next inside an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Value,
    ValueOrClose,
    Name,
    NameOrClose,
    Colon,
    CommaOrClose,
}

/// The token the last byte was part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    None,
    /// In a string; how many characters of an escape are still to come: the letter, or hexadecimal digits.
    String {
        escape: Escape,
        name: bool,
    },
    /// A number or a word, from this byte of the element on.
    Word {
        start: usize,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Escape {
    None,
    Letter,
    Hex(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Before the next element.
    Between,
    /// In an element.
    Element,
    /// In an element that is given up: how deep, and whether in a string.
    Skip { depth: u64, string: bool, escaped: bool },
}

/// Cuts the text into elements, checks and reads them.
pub(super) struct Json {
    mode: Mode,
    /// In the array around the elements.
    in_array: bool,
    element: Vec<u8>,
    start: Place,
    place: Place,
    /// The open brackets of the element: a bit each, 1 for an object.
    open: u64,
    depth: usize,
    next: Next,
    token: Token,
    /// A fault whose character is not complete yet: what was expected at which byte of the element.
    faulty: Option<(Expected, usize)>,
}

impl Json {
    pub(super) fn new() -> Json {
        Json {
            mode: Mode::Between,
            in_array: false,
            element: Vec::new(),
            start: Place::START,
            place: Place::START,
            open: 0,
            depth: 0,
            next: Next::Value,
            token: Token::None,
            faulty: None,
        }
    }

    fn byte(&mut self, byte: u8, items: &mut Items) {
        if let Some((expected, offset)) = self.faulty {
            if byte & 0xC0 == 0x80 && self.element.len() < offset + 4 {
                self.element.push(byte);
                return;
            }
            self.faulty = None;
            self.give_up(Fault::at(&self.element, offset, expected), items);
        }
        match self.mode {
            Mode::Between => self.between(byte, items),
            Mode::Element => self.element(byte, items),
            Mode::Skip { depth, string, escaped } => self.skip(byte, depth, string, escaped),
        }
        self.place.advance(&[byte]);
    }

    fn between(&mut self, byte: u8, items: &mut Items) {
        match byte {
            b'{' | b'"' => {
                self.mode = Mode::Element;
                self.start = self.place;
                self.element.clear();
                self.depth = 0;
                self.next = Next::Value;
                self.token = Token::None;
                self.element(byte, items);
            }
            b'[' if !self.in_array => self.in_array = true,
            b']' if self.in_array => self.in_array = false,
            b',' => {}
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                self.element.clear();
                self.element.push(byte);
                self.start = self.place;
                self.token = Token::None;
                self.depth = 0;
                self.fail(Expected::JsonPuzzle, 0, items);
            }
        }
    }

    /// The element is faulty at this byte of it. Where a character of several bytes begins there the rest of it is
    /// waited for, so that the error can name it.
    fn fail(&mut self, expected: Expected, offset: usize, items: &mut Items) {
        match self.element.last() {
            Some(0xC0..) => self.faulty = Some((expected, offset)),
            _ => self.give_up(Fault::at(&self.element, offset, expected), items),
        }
    }

    /// Says what is wrong with the element, and skips the rest of it, its last byte included.
    fn give_up(&mut self, fault: Fault, items: &mut Items) {
        items.push_back(Err(fault.in_text(&self.element, self.start)));
        let (string, escaped) = match self.token {
            Token::String { escape, .. } => (true, escape == Escape::Letter),
            _ => (false, false),
        };
        let last = self.element.last().copied().unwrap_or(b' ');
        self.skip(last, self.depth as u64, string, escaped);
        self.element.clear();
        self.token = Token::None;
        self.depth = 0;
    }

    fn skip(&mut self, byte: u8, depth: u64, string: bool, escaped: bool) {
        let (mut depth, mut string, mut after) = (depth, string, false);
        match byte {
            b'\n' => {
                string = false;
                // Between brackets lines mean nothing; outside a new line is a new beginning.
                if !self.in_array || depth == 0 {
                    self.mode = Mode::Between;
                    return;
                }
            }
            _ if escaped => {}
            b'\\' => after = string,
            b'"' => string = !string,
            _ if string => {}
            b'{' | b'[' => depth = depth.saturating_add(1),
            b'}' | b']' => {
                if depth == 0 && byte == b']' {
                    self.in_array = false;
                }
                if depth <= 1 {
                    self.mode = Mode::Between;
                    return;
                }
                depth -= 1;
            }
            b',' if depth == 0 => {
                self.mode = Mode::Between;
                return;
            }
            _ => {}
        }
        self.mode = Mode::Skip { depth, string, escaped: after };
    }

    fn element(&mut self, byte: u8, items: &mut Items) {
        let at = self.element.len();
        self.element.push(byte);
        if at == MAX_ELEMENT {
            return self.give_up(line::too_long(MAX_ELEMENT), items);
        }
        match self.token {
            Token::String { escape, name } => return self.string(byte, at, escape, name, items),
            Token::Word { .. } if byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.') => return,
            Token::Word { start } => {
                self.token = Token::None;
                if !is_scalar(&self.element[start..at]) {
                    return self.fail(Expected::JsonValue, start, items);
                }
                self.value_done();
            }
            Token::None => {}
        }
        let in_object = self.depth > 0 && self.open & 1 == 1;
        match (byte, self.next) {
            (b' ' | b'\t' | b'\n', _) => {}
            (b'"', Next::Name | Next::NameOrClose) => self.token = Token::String { escape: Escape::None, name: true },
            (b'"', Next::Value | Next::ValueOrClose) => {
                self.token = Token::String { escape: Escape::None, name: false };
            }
            (b':', Next::Colon) => self.next = Next::Value,
            (b',', Next::CommaOrClose) => self.next = if in_object { Next::Name } else { Next::Value },
            // Nobody begins the value of a member like that; but one object a line, and one of them cut off, looks so.
            (b'{', Next::Value) if in_object && !self.in_array && self.place.column == 1 => {
                self.unexpected(byte, at, items);
            }
            (b'{' | b'[', Next::Value | Next::ValueOrClose) => {
                if self.depth == MAX_DEPTH {
                    let fault = Fault {
                        expected: Expected::Depth(MAX_DEPTH),
                        ..Fault::at(&self.element, at, Expected::JsonValue)
                    };
                    return self.give_up(fault, items);
                }
                self.depth += 1;
                self.open = self.open << 1 | u64::from(byte == b'{');
                self.next = if byte == b'{' { Next::NameOrClose } else { Next::ValueOrClose };
            }
            (b'}', Next::NameOrClose | Next::CommaOrClose) if in_object => self.close(items),
            (b']', Next::ValueOrClose | Next::CommaOrClose) if !in_object => self.close(items),
            (b'-' | b'0'..=b'9' | b'a'..=b'z', Next::Value | Next::ValueOrClose) => {
                self.token = Token::Word { start: at }
            }
            _ => self.unexpected(byte, at, items),
        }
    }

    fn unexpected(&mut self, byte: u8, at: usize, items: &mut Items) {
        let expected = match self.next {
            Next::Value | Next::ValueOrClose => Expected::JsonValue,
            Next::Name | Next::NameOrClose => Expected::JsonName,
            Next::Colon => Expected::JsonColon,
            Next::CommaOrClose => Expected::JsonComma,
        };
        self.fail(expected, at, items);
        // A brace where none may be: the element before was cut off, and this is the next one.
        if byte == b'{' {
            self.mode = Mode::Between;
            self.between(byte, items);
        }
    }

    fn string(&mut self, byte: u8, at: usize, escape: Escape, name: bool, items: &mut Items) {
        let escape = match (escape, byte) {
            (Escape::None, b'"') => {
                self.token = Token::None;
                match name {
                    true => self.next = Next::Colon,
                    false => self.value_done(),
                }
                if self.depth == 0 {
                    self.done(items);
                }
                return;
            }
            (Escape::None, b'\n') => return self.fail(Expected::ClosingQuote, at, items),
            (Escape::None, b'\\') => Escape::Letter,
            (Escape::None, _) => Escape::None,
            (Escape::Letter, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Escape::None,
            (Escape::Letter, b'u') => Escape::Hex(4),
            (Escape::Hex(left), _) if byte.is_ascii_hexdigit() => {
                if left > 1 {
                    Escape::Hex(left - 1)
                } else {
                    Escape::None
                }
            }
            _ => return self.fail(Expected::JsonEscape, at, items),
        };
        self.token = Token::String { escape, name };
    }

    fn value_done(&mut self) {
        self.next = Next::CommaOrClose;
    }

    fn close(&mut self, items: &mut Items) {
        self.depth -= 1;
        self.open >>= 1;
        self.value_done();
        if self.depth == 0 {
            self.done(items);
        }
    }

    /// The element is complete and well-formed.
    fn done(&mut self, items: &mut Items) {
        let read = read_element(&self.element);
        let place = self.start;
        items.push_back(
            read.map(|record| Record { place, ..record }).map_err(|fault| fault.in_text(&self.element, place)),
        );
        self.mode = Mode::Between;
        self.element.clear();
    }
}

impl PieceMachine for Json {
    fn piece(&mut self, text: &[u8], items: &mut Items) {
        text.iter().for_each(|byte| self.byte(*byte, items));
    }

    fn end(&mut self, items: &mut Items) {
        if let Some((expected, offset)) = self.faulty.take() {
            self.give_up(Fault::at(&self.element, offset, expected), items);
        }
        let expected = match self.mode {
            Mode::Element => match self.token {
                Token::String { .. } => Expected::ClosingQuote,
                _ => Expected::JsonComma,
            },
            Mode::Between if self.in_array => Expected::JsonComma,
            _ => return,
        };
        items.push_back(Err(ParseError { place: self.place, found: Found::EndOfInput, expected }));
    }
}

/// Whether a word is a number, `true`, `false` or `null`.
fn is_scalar(word: &[u8]) -> bool {
    if matches!(word, b"true" | b"false" | b"null") {
        return true;
    }
    let word = word.strip_prefix(b"-").unwrap_or(word);
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits(word);
    if whole == 0 || (whole > 1 && word[0] == b'0') {
        return false;
    }
    let mut rest = &word[whole..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        rest = &fraction[length..];
    }
    if let Some(exponent) = rest.strip_prefix(b"e").or(rest.strip_prefix(b"E")) {
        let exponent = exponent.strip_prefix(b"+").or(exponent.strip_prefix(b"-")).unwrap_or(exponent);
        let length = digits(exponent);
        return length > 0 && length == exponent.len();
    }
    rest.is_empty()
}

/// Walks over an element that is known to be well-formed.
struct Walk<'a> {
    text: &'a [u8],
    at: usize,
}

/// A value met on the way.
enum Value {
    String {
        offset: usize,
        text: String,
    },
    Word(String),
    /// An array or an object, which begins here.
    Nested(usize),
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
            b'"' => {
                let offset = self.at + 1;
                Value::String { offset, text: self.string() }
            }
            b'{' | b'[' => {
                let start = self.at;
                self.skip_nested();
                Value::Nested(start)
            }
            _ => {
                let start = self.at;
                while self
                    .text
                    .get(self.at)
                    .is_some_and(|byte| !matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\n'))
                {
                    self.at += 1;
                }
                Value::Word(text_of(&self.text[start..self.at]))
            }
        }
    }

    /// From the opening bracket to behind its closing one.
    fn skip_nested(&mut self) {
        let mut depth = 0;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'"' => {
                    self.string();
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
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

fn read_element(element: &[u8]) -> Result<Record, Fault> {
    let mut walk = Walk { text: element, at: 0 };
    if walk.peek() == b'"' {
        let Value::String { offset, text } = walk.value() else { return Err(no_puzzle(element)) };
        return cells(element, offset, &text).map(Record::new);
    }
    walk.take(b'{');
    let (mut grid, mut givens, mut candidates) = (None, None, None);
    let mut record = Record::new(Grid::EMPTY);
    while walk.peek() == b'"' {
        let name = walk.string();
        walk.take(b':');
        let value = walk.value();
        walk.take(b',');
        match (name.as_str(), value) {
            ("puzzle", Value::String { offset, text }) => grid = Some(cells(element, offset, &text)?),
            ("puzzle", _) => return Err(Fault { expected: Expected::PuzzleMember, ..no_puzzle(element) }),
            ("givens", Value::String { offset, text }) => givens = Some(cells(element, offset, &text)?.filled()),
            ("candidates", Value::Nested(start)) => candidates = Some(candidate_strings(element, start)?),
            ("comment", Value::String { text, .. }) => record.comment = text,
            ("solution", Value::String { text, .. }) => match line::parse_field(text.as_bytes()) {
                Ok(solution) => record.solution = Some(solution),
                Err(_) => record.fields.push((name, text)),
            },
            (_, Value::String { text, .. }) => record.fields.push((name, text)),
            (_, Value::Word(word)) if word != "null" => record.fields.push((name, word)),
            _ => {}
        }
    }
    let grid = match (grid, candidates) {
        (Some(grid), _) => grid,
        (None, Some(candidates)) => Record::of_candidates(candidates).grid,
        (None, None) => return Err(no_puzzle(element)),
    };
    let filled = grid.filled();
    let givens = givens.map_or(filled, |givens| givens & filled);
    Ok(Record { grid, givens, candidates, ..record })
}

fn no_puzzle(element: &[u8]) -> Fault {
    Fault::at(element, 0, Expected::PuzzleMember)
}

fn cells(element: &[u8], offset: usize, text: &str) -> Result<Grid, Fault> {
    line::parse_field(text.as_bytes()).map_err(|fault| {
        // Escapes only make the text of the element longer, so the place is in it.
        let found = if fault.found == Found::EndOfLine { Found::Char('"') } else { fault.found };
        Fault { offset: (offset + fault.offset).min(element.len()), found, ..fault }
    })
}

/// The strings of the array that begins here.
fn candidate_strings(element: &[u8], start: usize) -> Result<CandidateSet, Fault> {
    let mut walk = Walk { text: element, at: start + 1 };
    let mut candidates = CandidateSet::EMPTY;
    let fault = |offset| Fault::at(element, offset, Expected::CandidateStrings);
    for cell in Cell::all() {
        walk.peek();
        let at = walk.at;
        let Value::String { offset, text } = walk.value() else { return Err(fault(at)) };
        walk.take(b',');
        let mut digits = DigitSet::EMPTY;
        for (index, character) in text.char_indices() {
            let digit = Digit::from_char(character).filter(|digit| !digits.contains(*digit));
            digits.insert(digit.ok_or(Fault {
                offset: (offset + index).min(element.len()),
                found: Found::Char(character),
                expected: Expected::Candidates,
            })?);
        }
        candidates |= CandidateSet::of_cell(cell, digits);
    }
    if walk.take(b']') { Ok(candidates) } else { Err(fault(walk.at)) }
}

/// Writes the object, in one line.
pub(super) fn write(record: &Record, out: &mut String) {
    out.push_str("{\"puzzle\": ");
    push_string(&record.grid.to_string(), out);
    if record.givens != record.grid.filled() {
        push_member("givens", &record.given_grid().to_string(), out);
    }
    if let Some(candidates) = record.candidates {
        out.push_str(", \"candidates\": [");
        for cell in Cell::all() {
            out.push_str(if cell.index() == 0 { "" } else { ", " });
            push_string(&candidates.digits_in(cell).to_string(), out);
        }
        out.push(']');
    }
    if let Some(solution) = record.solution {
        push_member("solution", &solution.to_string(), out);
    }
    if !record.comment.is_empty() {
        push_member("comment", &record.comment, out);
    }
    let ours = ["puzzle", "givens", "candidates", "comment"];
    for (name, value) in record.fields.iter().filter(|(name, _)| !ours.contains(&name.as_str())) {
        if name != "solution" || record.solution.is_none() {
            push_member(name, value, out);
        }
    }
    out.push('}');
}

fn push_member(name: &str, value: &str, out: &mut String) {
    out.push_str(", ");
    push_string(name, out);
    out.push_str(": ");
    push_string(value, out);
}

fn push_string(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Writing to a string cannot fail.
            control if control.is_control() => write!(out, "\\u{:04x}", u32::from(control)).unwrap_or_default(),
            other => out.push(other),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;
    use crate::Pencilmarks;
    use crate::text::samples::{PUZZLE, SOLVED, items, puzzle, recognised, shown};
    use crate::text::{Format, Writer};

    #[test]
    fn objects_strings_arrays_and_lines_all_read() {
        let object = format!("{{\"puzzle\": \"{PUZZLE}\"}}");
        for (text, count) in [
            (object.clone(), 1),
            (format!("[{object}]"), 1),
            (format!("[{object},{object},\n \"{PUZZLE}\"]\n"), 3),
            (format!("{object}\n{object}\n\n{object}"), 3),
            (format!("\"{PUZZLE}\"\n\"{PUZZLE}\""), 2),
            (format!("{{\n  \"id\": 7,\n  \"puzzle\"\n: \"{PUZZLE}\" }}"), 1),
        ] {
            assert_eq!(shown(&text, Format::Json), alloc::vec![PUZZLE; count], "{text}");
            assert_eq!(recognised(&text), Format::Json, "{text}");
        }
        assert!(items("[]", Format::Json).is_empty());
    }

    #[test]
    fn a_whole_record_goes_round() {
        let mut record = Record::new(puzzle());
        record.givens.remove("r1c1".parse().unwrap());
        record.candidates = Some(Pencilmarks::from(&puzzle()).candidates());
        record.solution = Some(SOLVED.parse().unwrap());
        record.comment = "\"quoted\" \\ \u{1}\n\t漢𝄞".to_string();
        record.fields.push(("rating é".to_string(), "7.2".to_string()));
        let (mut writer, mut out) = (Writer::new(Format::Json), String::new());
        writer.write(&record, &mut out);
        writer.write(&record, &mut out);
        writer.finish(&mut out);
        let items = items(&out, Format::Json);
        assert_eq!(items.len(), 2);
        for item in items {
            let place = item.clone().unwrap().place;
            assert_eq!(item, Ok(Record { place, ..record.clone() }));
        }
    }

    #[test]
    fn escapes_and_other_values() {
        let cells = PUZZLE.replacen("53", "\\u0035\\u0033", 1);
        let text = format!(
            "{{\"puzzle\":\"{cells}\",\"a\":\"\\ud834\\udd1e\\ud834\\/\",\"n\":-1.5e+3,\"t\":true,\"z\":null,\"x\":[1,{{\"y\":[]}}]}}"
        );
        let record = items(&text, Format::Json).remove(0).unwrap();
        assert_eq!(record.grid, puzzle());
        assert_eq!(record.field("a"), Some("𝄞\u{FFFD}/"));
        assert_eq!((record.field("n"), record.field("t")), (Some("-1.5e+3"), Some("true")));
        assert_eq!(record.fields.len(), 3);
    }

    #[test]
    fn candidates_alone_are_a_puzzle() {
        let lists = alloc::vec!["\"123\""; 80].join(",");
        let record = items(format!("{{\"candidates\": [\"5\",{lists}]}}"), Format::Json).remove(0).unwrap();
        assert_eq!(record.grid["r1c1".parse().unwrap()], Some(Digit::D5));
        assert_eq!(record.candidates.unwrap().len(), 241);
        assert!(items(format!("{{\"candidates\": [{lists}]}}"), Format::Json)[0].is_err());
        assert!(items(format!("{{\"candidates\": [{lists},\"12\",\"1\"]}}"), Format::Json)[0].is_err());
    }

    #[test]
    fn faults_are_named_where_they_are_and_leave_the_next_alone() {
        let good = format!("{{\"puzzle\": \"{PUZZLE}\"}}");
        for (bad, found) in [
            ("{\"puzzle\": \"53z\"}", "column 16: found 'z', expected a digit or an empty cell"),
            ("{\"puzzle\": \"53\"}", "column 16: found '\"', expected a digit or an empty cell"),
            ("{\"puzzle\" \"53\"}", "column 12: found '\"', expected ':'"),
            ("{\"puzzle\": 53}", "column 2: found '{', expected a member \"puzzle\" with a string"),
            ("{\"other\": \"53\"}", "column 2: found '{', expected a member \"puzzle\" with a string"),
            ("{\"a\": 1 2}", "column 10: found '2', expected ',' or a closing bracket"),
            ("{\"a\": 01}", "column 8: found '0', expected a JSON value"),
            ("{\"a\": é}", "column 8: found 'é', expected a JSON value"),
            ("{\"a\": \"\\q\"}", "column 10: found 'q', expected an escape such as \\n or \\u00e9"),
            ("{a: 1}", "column 3: found 'a', expected a member name in quotes"),
            ("[[1], [2]]", "column 2: found '[', expected an object or a string with a puzzle"),
            ("17", "column 2: found '1', expected an object or a string with a puzzle"),
            ("漢", "column 2: found '漢', expected an object or a string with a puzzle"),
        ] {
            let found = format!("line 1, {found}");
            assert_eq!(shown(format!("[{bad},{good}]"), Format::Json), [found.as_str(), PUZZLE]);
        }
    }

    #[test]
    fn an_object_cut_off_costs_itself_only() {
        let good = format!("{{\"puzzle\": \"{PUZZLE}\"}}");
        for cut in [1, 5, 9, 10, 12, 30, 93] {
            let text = format!("{good}\n{}\n{good}\n{good}\n", &good[..cut]);
            let shown = shown(&text, Format::Json);
            assert_eq!(shown.iter().filter(|line| line.as_str() == PUZZLE).count(), 3, "{cut} {shown:?}");
            assert_eq!(shown.len(), 4, "{cut} {shown:?}");
        }
        let text = format!("[{},{good}]", &good[..good.len() - 1]);
        assert_eq!(shown(&text, Format::Json)[1..], [PUZZLE]);
        let found = "line 1, column 2: found the end of the input, expected ',' or a closing bracket";
        assert_eq!(shown("[", Format::Json), [found]);
    }

    #[test]
    fn deep_or_long_values_are_one_error_each() {
        let good = format!("{{\"puzzle\": \"{PUZZLE}\"}}");
        let deep = format!("[{{\"a\": {}{}}},{good}]", "[".repeat(100_000), "]".repeat(100_000));
        let items_of = |text: &str| items(text, Format::Json);
        assert_eq!(items_of(&deep).len(), 2);
        assert_eq!(items_of(&deep)[0].clone().unwrap_err().expected, Expected::Depth(MAX_DEPTH));
        assert!(items_of(&deep)[1].is_ok());
        let long = format!("[{{\"a\": \"{}\"}},{good}]", "\\\"x".repeat(MAX_ELEMENT / 2));
        assert_eq!(items_of(&long)[0].clone().unwrap_err().found, Found::TooLong);
        assert!(items_of(&long)[1].is_ok());
        assert_eq!(items_of(&"[".repeat(1 << 20)).len(), 1);
    }
}
