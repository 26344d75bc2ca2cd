//! JSON: an object for each puzzle, alone, in an array, or one per line.
//!
//! ```json
//! {"puzzle": "53..7....6..195...", "givens": "...", "candidates": ["5", "3", "124", "..."], "solution": "5346...", "comment": "easy"}
//! ```
//!
//! `puzzle` has every digit. `givens` marks a player's position: the player placed the digits that are not givens, and
//! the candidates are the player's notes. `candidates` has a string for each cell. Further members are the fields of the
//! record, with their types. An object with `candidates` alone is a puzzle, too, and so are a string of 81 cells and
//! arrays of numbers, flat or nine by nine.
//!
//! The text is checked byte by byte, so a fault is found where it occurs: its element becomes one error. In an array,
//! reading continues after the element's closing bracket, elsewhere with the next line.

use alloc::vec::Vec;

use super::MAX_ELEMENT;
use super::error::{Expected, Fault, Found, ParseError, Place};
use super::json_element::{self, Element};
use super::line;
use super::reader::{Items, PieceParser};
use super::record::Record;
use crate::{Cell, Digit, Grid};

/// The maximum nesting of arrays and objects in an element.
const MAX_DEPTH: usize = 64;

/// The token expected next inside an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Value,
    ValueOrClose,
    Name,
    NameOrClose,
    Colon,
    CommaOrClose,
}

/// The token of the last byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    None,
    /// In a string, with the characters that an escape still needs: the letter, or hexadecimal digits.
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
    /// In an element with an error, which is skipped: the depth, and whether in a string.
    Skip { depth: u64, string: bool, escaped: bool },
}

/// Cuts the text into elements, and checks and reads them.
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
    /// A fault whose character is not yet complete: what was expected, at which byte of the element.
    faulty: Option<(Expected, usize)>,
    /// The beginning of the array around the elements, until its first element begins. `element` holds its text so far.
    array_start: Option<Place>,
    /// Whether the element is an array that is read as an array of cells.
    promoted: bool,
    /// The rows of a puzzle whose rows are elements, and the place of the first.
    rows: Vec<[Option<Digit>; 9]>,
    rows_start: Place,
}

impl Json {
    pub(super) fn new() -> Json {
        Json::continuing(false, 1)
    }

    /// A parser for elements that begin in this line, in an array or not.
    pub(super) fn continuing(in_array: bool, line: u64) -> Json {
        Json {
            mode: Mode::Between,
            in_array,
            element: Vec::new(),
            start: Place::START,
            place: Place { line, column: 1 },
            open: 0,
            depth: 0,
            next: Next::Value,
            token: Token::None,
            faulty: None,
            array_start: None,
            promoted: false,
            rows: Vec::new(),
            rows_start: Place::START,
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
        self.here(byte, items);
        self.place.advance(&[byte]);
    }

    /// Reads a byte without advancing the place.
    fn here(&mut self, byte: u8, items: &mut Items) {
        match self.mode {
            Mode::Between => self.between(byte, items),
            Mode::Element => self.element(byte, items),
            Mode::Skip { depth, string, escaped } => self.skip(byte, depth, string, escaped),
        }
    }

    fn between(&mut self, byte: u8, items: &mut Items) {
        match byte {
            b'{' | b'"' => {
                self.begin();
                self.element(byte, items);
            }
            b'[' if !self.in_array => {
                self.in_array = true;
                self.array_start = Some(self.place);
                self.element.clear();
                self.element.push(byte);
            }
            b'[' => {
                self.begin();
                self.element(byte, items);
            }
            b']' if self.in_array => {
                self.in_array = false;
                self.array_start = None;
                self.end_rows(items);
            }
            _ if byte == b',' || byte.is_ascii_whitespace() => {
                if self.array_start.is_some() && self.element.len() < MAX_ELEMENT {
                    self.element.push(byte);
                }
            }
            _ => {
                if let Some(start) = self.array_start
                    && (byte.is_ascii_digit() || byte == b'n')
                {
                    return self.promote(start, byte, items);
                }
                self.array_start = None;
                self.element.clear();
                self.element.push(byte);
                self.start = self.place;
                self.token = Token::None;
                self.depth = 0;
                self.fail(Expected::JsonPuzzle, 0, items);
            }
        }
    }

    /// Makes the array the element: it begins with a number or `null`, so it is an array of cells, not of puzzles.
    fn promote(&mut self, start: Place, byte: u8, items: &mut Items) {
        let text = core::mem::take(&mut self.element);
        self.in_array = false;
        self.begin();
        self.start = start;
        self.promoted = true;
        // A comma before the first cell is an error, after which the rest of the array is skipped.
        for byte in text.into_iter().chain([byte]) {
            self.here(byte, items);
        }
    }

    /// Reads the elements of the array one by one: it is not an array of cells.
    fn demote(&mut self, items: &mut Items) {
        let text = core::mem::take(&mut self.element);
        self.mode = Mode::Between;
        self.in_array = true;
        self.place = self.start;
        // The last bracket is the current byte.
        let (Some((b'[', rest)), true) = (text.split_first(), text.len() > 1) else { return };
        self.place.advance(b"[");
        for &byte in &rest[..rest.len() - 1] {
            self.byte(byte, items);
        }
        self.between(b']', items);
    }

    /// Begins an element at this place.
    fn begin(&mut self) {
        self.mode = Mode::Element;
        self.start = self.place;
        self.array_start = None;
        self.promoted = false;
        self.element.clear();
        self.depth = 0;
        self.next = Next::Value;
        self.token = Token::None;
    }

    /// Ends the rows of a puzzle: nine rows are a puzzle, fewer are an error.
    fn end_rows(&mut self, items: &mut Items) {
        let rows = core::mem::take(&mut self.rows);
        if rows.is_empty() {
            return;
        }
        let place = self.rows_start;
        items.push_back(if rows.len() == 9 {
            let grid = Grid::from_fn(|cell: Cell| rows[cell.row().index()][cell.col().index()]);
            Ok(Record { place, ..Record::new(grid) })
        } else {
            Err(ParseError { place, found: Found::Rows(rows.len() as u64), expected: Expected::NineRows })
        });
    }

    /// Reports a fault at this byte of the element. If a character of several bytes begins there, the error waits until the
    /// character is complete, because it names the character.
    fn fail(&mut self, expected: Expected, offset: usize, items: &mut Items) {
        match self.element.last() {
            Some(0xC0..) => self.faulty = Some((expected, offset)),
            _ => self.give_up(Fault::at(&self.element, offset, expected), items),
        }
    }

    /// Reports the fault of the element and skips the element, including its last byte.
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
                // A line end inside the brackets of an array is a blank. Elsewhere it ends the skipped element.
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
            // A member's value rarely begins like this. It occurs where one of several lines with objects is cut off.
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
        // A brace is not allowed here: the element was cut off, and this brace begins the next one.
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

    /// Reads the element, which is complete and well-formed.
    fn done(&mut self, items: &mut Items) {
        let place = self.start;
        match json_element::read(&self.element) {
            Ok(Element::Row(row)) => {
                if self.rows.is_empty() {
                    self.rows_start = place;
                }
                self.rows.push(row);
                if self.rows.len() == 9 {
                    self.end_rows(items);
                }
            }
            Ok(Element::Puzzle(record)) => {
                self.end_rows(items);
                items.push_back(Ok(Record { place, ..record }));
            }
            Err(_) if self.promoted => return self.demote(items),
            Err(fault) => {
                self.end_rows(items);
                items.push_back(Err(fault.in_text(&self.element, place)));
            }
        }
        self.mode = Mode::Between;
        self.element.clear();
    }
}

impl PieceParser for Json {
    fn piece(&mut self, text: &[u8], items: &mut Items) {
        let mut rest = text;
        while let Some((&first, after)) = rest.split_first() {
            // Most of a puzzle is in strings, which are copied up to the next quote, escape or line end.
            if let (Mode::Element, Token::String { escape: Escape::None, .. }, None) =
                (self.mode, self.token, self.faulty)
            {
                let special = |byte: &u8| matches!(byte, b'"' | b'\\' | b'\n');
                let run = rest.iter().position(special).unwrap_or(rest.len());
                let run = &rest[..run.min(MAX_ELEMENT - self.element.len())];
                if !run.is_empty() {
                    self.element.extend_from_slice(run);
                    self.place.column += run.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u64;
                    rest = &rest[run.len()..];
                    continue;
                }
            }
            self.byte(first, items);
            rest = after;
        }
    }

    fn end(&mut self, items: &mut Items) {
        if let Some((expected, offset)) = self.faulty.take() {
            self.give_up(Fault::at(&self.element, offset, expected), items);
        }
        self.end_rows(items);
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

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::{String, ToString};

    use super::*;
    use crate::json::Value;
    use crate::text::samples::{PUZZLE, SOLVED, items, puzzle, recognised, shown};
    use crate::text::{Format, Writer};
    use crate::{Pencilmarks, Position};

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
    fn an_array_begins_and_ends_where_its_brackets_are() {
        let shown = |text: &str| -> Vec<String> {
            items(text, Format::Json).into_iter().map(|item| item.unwrap_err().to_string()).collect()
        };
        // A word after an array is not part of it.
        for text in ["[]\\\n\n0|1|", "[] x\n\n0|1|", "[ x\n]\n0|1|"] {
            assert!(shown(text).last().unwrap().starts_with("line 3, column 1"), "{text:?}: {:?}", shown(text));
        }
        assert_eq!(shown("[ , 5,3,4]").len(), 1);
        assert!(shown("[ , 5,3,4]")[0].starts_with("line 1, column 3"), "{:?}", shown("[ , 5,3,4]"));
    }

    #[test]
    fn a_record_with_all_parts_reads_back() {
        let mut givens = puzzle();
        givens["r1c1".parse().unwrap()] = None;
        let notes = Pencilmarks::from(&puzzle()).candidates();
        let mut record = Record::of_position(Position::of_player(givens, puzzle(), Some(notes)));
        record.solution = Some(SOLVED.parse().unwrap());
        record.comment = "\"quoted\" \\ \u{1}\n\t漢𝄞".to_string();
        record.push_text("rating é", "7.2");
        record.fields.push(("er".to_string(), Value::Number("7.20".to_string())));
        record.fields.push(("nothing".to_string(), Value::Null));
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
    fn escapes_and_values_of_every_type() {
        let cells = PUZZLE.replacen("53", "\\u0035\\u0033", 1);
        let text = format!(
            "{{\"puzzle\":\"{cells}\",\"a\":\"\\ud834\\udd1e\\ud834\\/\",\"n\":-1.5e+3,\"t\":true,\"z\":null,\"x\":[1,{{\"y\":[]}}]}}"
        );
        let record = items(&text, Format::Json).remove(0).unwrap();
        assert_eq!(record.position.digits(), &puzzle());
        assert_eq!(record.field("a"), Some(&Value::from("𝄞\u{FFFD}/")));
        assert_eq!(record.field("n"), Some(&Value::Number("-1.5e+3".to_string())));
        assert_eq!(record.field("t"), Some(&Value::Bool(true)));
        assert_eq!(record.field("z"), Some(&Value::Null));
        assert_eq!(record.field("x").unwrap().to_string(), "[1, {\"y\": []}]");
    }

    #[test]
    fn candidates_alone_are_a_puzzle() {
        let lists = alloc::vec!["\"123\""; 80].join(",");
        let record = items(format!("{{\"candidates\": [\"5\",{lists}]}}"), Format::Json).remove(0).unwrap();
        assert_eq!(record.position.digit("r1c1".parse().unwrap()), Some(Digit::D5));
        assert_eq!(record.position.candidates().unwrap().len(), 241);
        assert!(items(format!("{{\"candidates\": [{lists}]}}"), Format::Json)[0].is_err());
        assert!(items(format!("{{\"candidates\": [{lists},\"12\",\"1\"]}}"), Format::Json)[0].is_err());
    }

    #[test]
    fn arrays_of_numbers_are_puzzles_flat_and_in_rows_alone_and_in_arrays() {
        let rows = |cell: fn(char) -> String| {
            let cells: alloc::vec::Vec<String> = PUZZLE.chars().map(cell).collect();
            let rows: alloc::vec::Vec<String> = cells.chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
            (format!("[{}]", cells.join(", ")), format!("[{}]", rows.join(",\n ")))
        };
        let number = |cell: char| if cell == '.' { "0".to_string() } else { cell.to_string() };
        let null = |cell: char| if cell == '.' { "null".to_string() } else { cell.to_string() };
        for (flat, square) in [rows(number), rows(null), rows(|cell| format!("\"{cell}\""))] {
            for (text, count) in [
                (format!("{{\"puzzle\": {flat}}}"), 1),
                (format!("{{\"puzzle\": {square}}}"), 1),
                (square.clone(), 1),
                (format!("[{square}, {square}]"), 2),
                (format!("[{flat}, {flat}, {flat}]"), 3),
                (format!("{}\n{}\n", square.replace('\n', ""), square.replace('\n', "")), 2),
            ] {
                assert_eq!(shown(&text, Format::Json), alloc::vec![PUZZLE; count], "{text}");
                assert_eq!(recognised(&text), Format::Json, "{text}");
            }
        }
        let (flat, square) = rows(number);
        assert_eq!(shown(&flat, Format::Json), [PUZZLE]);
        let eight = square.rsplit_once(",\n").unwrap().0.to_string() + "]";
        assert_eq!(shown(&eight, Format::Json), ["line 1, column 2: found a grid of 8 rows, expected nine rows"]);
        let found = "line 1, column 12: found '[', expected 81 numbers, or nine arrays of nine";
        assert_eq!(shown("{\"puzzle\": [1, 2]}", Format::Json), [found]);
    }

    #[test]
    fn errors_name_their_place_and_do_not_affect_the_next_element() {
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
            ("[[1], [2]]", "column 2: found '[', expected 81 numbers, or nine arrays of nine"),
            ("17", "column 2: found '1', expected an object or a string with a puzzle"),
            ("漢", "column 2: found '漢', expected an object or a string with a puzzle"),
        ] {
            let found = format!("line 1, {found}");
            assert_eq!(shown(format!("[{bad},{good}]"), Format::Json), [found.as_str(), PUZZLE]);
        }
    }

    #[test]
    fn an_object_that_is_cut_off_does_not_affect_the_others() {
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
