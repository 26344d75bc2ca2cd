//! XML of the app OpenSudoku.
//!
//! ```xml
//! <?xml version="1.0" encoding="UTF-8"?>
//! <opensudoku>
//!   <name>Easy</name>
//!   <game created="1262304000000" state="1" time="0" note="" data="530070000600195..." />
//! </opensudoku>
//! ```
//!
//! Only the `game` tags matter. `data` is 81 digits, or what the app saves of a game that has begun: `version: 2`, a line
//! end, and for each cell `value|notes|editable|`. The notes are a sum of 1, 2, 4, ... 256 for the digits 1 to 9 (in
//! version 1 a list `1,5,`; in version 4 two numbers), and `editable` is 0 for a given. Where some cell has notes the
//! record has candidates: the notes, and in cells without notes all that no placed digit rules out.
//!
//! The attribute `note` is the record's comment, all others except `data` are its fields.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::MAX_ELEMENT;
use super::error::{Expected, Fault, Found, ParseError, Place};
use super::line::{self, text_of};
use super::reader::{Items, PieceMachine};
use super::record::Record;
use crate::json::Value;
use crate::{CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, Pencilmarks, Position};

/// What stands before the games.
pub(super) const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n";
/// What stands after them.
pub(super) const TAIL: &str = "</opensudoku>\n";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Outside of tags.
    Text,
    /// In a tag, and perhaps in a quoted value.
    Tag { quote: Option<u8> },
    /// In a comment; how many of the last bytes were `-`.
    Comment { dashes: u8 },
}

/// Finds the tags and reads the games.
pub(super) struct OpenSudoku {
    state: State,
    tag: Vec<u8>,
    start: Place,
    place: Place,
}

impl OpenSudoku {
    pub(super) fn new() -> OpenSudoku {
        OpenSudoku { state: State::Text, tag: Vec::new(), start: Place::START, place: Place::START }
    }

    fn byte(&mut self, byte: u8, items: &mut Items) {
        match (self.state, byte) {
            (State::Comment { dashes: 2.. }, b'>') => self.state = State::Text,
            (State::Comment { dashes }, b'-') => self.state = State::Comment { dashes: dashes.saturating_add(1) },
            (State::Comment { .. }, _) => self.state = State::Comment { dashes: 0 },
            (State::Text, b'<') => self.open(),
            (State::Text, _) => {}
            // No `<` may stand in a tag, not even in a quoted value: the tag before it was never closed.
            (State::Tag { .. }, b'<') => {
                let expected = self.missing();
                self.fail(self.place, Found::Char('<'), expected, items);
                self.open();
            }
            (State::Tag { quote: None }, b'>') => {
                self.state = State::Text;
                self.tag.push(byte);
                self.close(items);
            }
            (State::Tag { quote }, _) => {
                self.tag.push(byte);
                self.state = match quote {
                    None if self.tag == b"<!--" => State::Comment { dashes: 0 },
                    None => State::Tag { quote: matches!(byte, b'"' | b'\'').then_some(byte) },
                    Some(open) => State::Tag { quote: (byte != open).then_some(open) },
                };
                if self.tag.len() > MAX_ELEMENT {
                    self.fail(self.start, Found::TooLong, Expected::AtMost(MAX_ELEMENT), items);
                    self.state = State::Text;
                }
            }
        }
    }

    fn open(&mut self) {
        self.state = State::Tag { quote: None };
        self.start = self.place;
        self.tag.clear();
        self.tag.push(b'<');
    }

    fn missing(&self) -> Expected {
        match self.state {
            State::Tag { quote: Some(_) } => Expected::ClosingQuote,
            _ => Expected::XmlClose,
        }
    }

    /// The tag is faulty at this place; that matters if it is a game.
    fn fail(&mut self, place: Place, found: Found, expected: Expected, items: &mut Items) {
        if is_game(&self.tag) {
            items.push_back(Err(ParseError { place, found, expected }));
        }
        self.tag.clear();
    }

    fn close(&mut self, items: &mut Items) {
        if is_game(&self.tag) {
            let place = self.start;
            let read = read_game(&self.tag).map(|record| Record { place, ..record });
            items.push_back(read.map_err(|fault| fault.in_text(&self.tag, place)));
        }
        self.tag.clear();
    }
}

impl PieceMachine for OpenSudoku {
    fn piece(&mut self, text: &[u8], items: &mut Items) {
        for &byte in text {
            self.byte(byte, items);
            self.place.advance(&[byte]);
        }
    }

    fn end(&mut self, items: &mut Items) {
        if let State::Tag { .. } = self.state {
            let expected = self.missing();
            self.fail(self.place, Found::EndOfInput, expected, items);
        }
    }
}

/// Whether a tag is a game's.
fn is_game(tag: &[u8]) -> bool {
    tag.strip_prefix(b"<game").is_some_and(|rest| rest.first().is_none_or(|byte| !is_name(*byte)))
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':') || !byte.is_ascii()
}

fn read_game(tag: &[u8]) -> Result<Record, Fault> {
    let mut at = "<game".len();
    let mut record = None;
    let mut comment = String::new();
    let mut fields = Vec::new();
    loop {
        at += tag[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if matches!(tag[at..], [b'>'] | [b'/', b'>']) {
            break;
        }
        let name = tag[at..].iter().take_while(|byte| is_name(**byte)).count();
        let name = &tag[at..at + name];
        at += name.len();
        let is_attribute = !name.is_empty() && skip(tag, &mut at, b'=');
        at += tag[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let quote = tag[at];
        if !is_attribute || !matches!(quote, b'"' | b'\'') {
            return Err(Fault::at(tag, at, Expected::XmlAttribute));
        }
        at += 1;
        let raw = tag[at..].split(|byte| *byte == quote).next().unwrap_or_default();
        let value = unescape(raw);
        match name {
            b"data" => record = Some(read_data(tag, at, &value)?),
            b"note" => comment = value,
            _ => fields.push((text_of(name), Value::String(value))),
        }
        at += raw.len() + 1;
    }
    let record = record.ok_or_else(|| Fault::at(tag, at, Expected::XmlData))?;
    Ok(Record { comment, fields, ..record })
}

/// Skips blanks and this byte; says whether it was there.
fn skip(tag: &[u8], at: &mut usize, byte: u8) -> bool {
    *at += tag[*at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let there = tag.get(*at) == Some(&byte);
    *at += usize::from(there);
    there
}

/// An attribute's text, entities resolved. Unknown entities stay as they are.
fn unescape(raw: &[u8]) -> String {
    let raw = text_of(raw);
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw.as_str();
    while let Some(start) = rest.find('&') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        // No entity we know is longer than ten characters: &#1114111;
        let end = rest.bytes().take(10).position(|byte| byte == b';');
        match end.and_then(|end| Some((entity(&rest[1..end])?, end))) {
            Some((character, end)) => {
                out.push(character);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    })
}

/// Reads `data`, whose value begins at this byte of the tag. Entities make the place approximate.
fn read_data(tag: &[u8], start: usize, data: &str) -> Result<Record, Fault> {
    let place = |offset: usize| (start + offset).min(tag.len());
    let leading = data.len() - data.trim_ascii_start().len();
    let Some(saved) = data.trim_ascii_start().strip_prefix("version:") else {
        let grid = line::parse_field(data.as_bytes()).map_err(|fault| Fault {
            offset: place(fault.offset),
            // The value ends at its quote, not at the end of a line.
            found: if fault.found == Found::EndOfLine { Found::at(tag, place(fault.offset)) } else { fault.found },
            ..fault
        })?;
        return Ok(Record::new(grid));
    };
    let offset_of = |rest: &str| leading + "version:".len() + saved.len() - rest.len();
    let bad = |rest: &str| Fault::at(tag, place(offset_of(rest)), Expected::XmlCell);
    let saved_trimmed = saved.trim_ascii_start();
    let version: u32 = saved_trimmed.bytes().next().and_then(|byte| char::from(byte).to_digit(10)).unwrap_or(0);
    if !(1..=4).contains(&version) {
        return Err(bad(saved_trimmed));
    }
    let mut rest = &saved_trimmed[1..];
    // Empty parts do not count: version 2 has one too many in some files.
    let mut part = || {
        rest = rest.trim_start_matches(|character: char| character == '|' || character.is_ascii_whitespace());
        let (part, after) = rest.split_at_checked(rest.find('|').unwrap_or(rest.len())).unwrap_or((rest, ""));
        let found = (part.trim_ascii(), rest);
        rest = after;
        found
    };
    let (mut grid, mut givens, mut noted) = (Grid::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
    let mut notes = CandidateSet::EMPTY;
    for cell in Cell::all() {
        let (value, at) = part();
        grid[cell] = match value.parse::<u8>() {
            Ok(0) => None,
            Ok(value) => Some(Digit::new(value).ok_or_else(|| bad(at))?),
            Err(_) => return Err(bad(at)),
        };
        let mut digits = DigitSet::EMPTY;
        for _ in 0..if version == 4 { 2 } else { 1 } {
            let (value, at) = part();
            digits |= read_notes(value, version).ok_or_else(|| bad(at))?;
        }
        let (editable, at) = part();
        match editable {
            "0" if grid[cell].is_some() => givens.insert(cell),
            "0" | "1" => {}
            _ => return Err(bad(at)),
        }
        if grid[cell].is_none() && !digits.is_empty() {
            noted.insert(cell);
            notes |= CandidateSet::of_cell(cell, digits);
        }
    }
    let (extra, at) = part();
    if !extra.is_empty() {
        return Err(Fault { expected: Expected::EndOfCells, ..bad(at) });
    }
    let all = Pencilmarks::from(&grid).candidates().in_cells(!noted) | notes;
    let notes = (!noted.is_empty()).then_some(all);
    Ok(Record::of_position(Position::of_player(grid.restricted_to(givens), grid, notes)))
}

fn read_notes(text: &str, version: u32) -> Option<DigitSet> {
    if version > 1 {
        return text.parse().ok().filter(|bits| *bits < 512).map(DigitSet::from_bits);
    }
    let list = text.split(',').map(str::trim_ascii).filter(|digit| !matches!(*digit, "" | "-"));
    list.map(|digit| digit.parse().ok().and_then(Digit::new)).collect()
}

/// Writes the game: plain digits where that says everything, or else the form of a saved game.
pub(super) fn write(record: &Record, out: &mut String) {
    out.push_str("  <game data=\"");
    let position = &record.position;
    if position.candidates().is_none() && position.placed_cells().is_empty() {
        line::push_grid(position.digits(), '0', out);
    } else {
        let marks = position.pencilmarks();
        out.push_str("version: 2&#10;");
        for cell in Cell::all() {
            let value = position.digit(cell).map_or(0, Digit::get);
            let notes = if position.candidates().is_some() { marks.digits_in(cell) } else { DigitSet::EMPTY };
            let editable = u8::from(!position.given_cells().contains(cell));
            // Writing to a string cannot fail.
            write!(out, "{value}|{}|{editable}|", notes.to_bits()).unwrap_or_default();
        }
    }
    out.push('"');
    if !record.comment.is_empty() {
        push_attribute("note", &record.comment, out);
    }
    for (name, value) in &record.fields {
        let first = name.bytes().next();
        let is_xml = first.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_') && name.bytes().all(is_name);
        if is_xml && !matches!(name.as_str(), "data" | "note") {
            push_attribute(name, &value.to_plain(), out);
        }
    }
    out.push_str(" />\n");
}

fn push_attribute(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    for character in value.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => write!(out, "&#{};", u32::from(character)).unwrap_or_default(),
            // No other control character may stand in XML.
            control if control.is_control() => {}
            other => out.push(other),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;
    use crate::text::samples::{PUZZLE, items, puzzle, recognised, shown};
    use crate::text::{Format, write};

    fn file(games: &str) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<opensudoku>\n  <name>It's > easy</name>\n  \
             <!-- <game data=\"commented out\"> -->\n{games}</opensudoku>\n"
        )
    }

    fn zeros() -> String {
        PUZZLE.replace('.', "0")
    }

    #[test]
    fn games_read_with_their_attributes() {
        let text = file(&format!(
            "  <game created=\"1262304000000\" state='1' note=\"a &amp; b&#10;&lt;c&gt; &x;\" data=\"{}\" time=\"0\"/>\n  <game\n data = '{}'></game>\n",
            zeros(),
            zeros()
        ));
        let items = items(&text, Format::OpenSudoku);
        assert_eq!(items.len(), 2);
        let record = items[0].clone().unwrap();
        assert_eq!(record.position.digits(), &puzzle());
        assert_eq!(record.comment, "a & b\n<c> &x;");
        assert_eq!(record.text_field("created"), Some("1262304000000"));
        assert_eq!(record.fields.len(), 3);
        assert_eq!(record.place, Place { line: 5, column: 3 });
        assert_eq!(recognised(&text), Format::OpenSudoku);
    }

    /// Every cell as the app saves it: here with the candidates as notes, in the notation of a version.
    fn saved(version: u32) -> String {
        let marks = Pencilmarks::from(&puzzle());
        let cells = Cell::all().map(|cell| {
            let digits = marks.digits_in(cell);
            let value = puzzle()[cell].map_or(0, Digit::get);
            let notes = match version {
                1 if digits.is_empty() => "-".to_string(),
                1 => digits.iter().map(|digit| format!("{digit},")).collect(),
                4 => format!("{}|{}", digits.to_bits() & 7, digits.to_bits() & !7),
                2 => format!("{}|", digits.to_bits()),
                _ => digits.to_bits().to_string(),
            };
            format!("{value}|{notes}|{}|", u8::from(value == 0))
        });
        format!("version: {version}&#10;{}", cells.collect::<String>())
    }

    #[test]
    fn saved_games_of_every_version_read_alike() {
        for version in 1..=4 {
            let text = file(&format!("<game data=\"{}\"/>", saved(version)));
            let record = items(&text, Format::OpenSudoku).remove(0).unwrap();
            assert_eq!(record.position.digits(), &puzzle(), "{version}");
            assert_eq!(record.position.given_cells(), puzzle().filled());
            assert_eq!(record.position.candidates(), Some(Pencilmarks::from(&puzzle()).candidates()));
        }
    }

    #[test]
    fn placed_digits_and_notes_go_round() {
        let mut record = Record::new(puzzle());
        let mut givens = puzzle();
        givens["r1c1".parse().unwrap()] = None;
        record.comment = "<\"a\" & 'b'>\n".to_string();
        record.push_text("state", "2");
        for candidates in [None, Some(Pencilmarks::from(&puzzle()).candidates())] {
            record.position = Position::of_player(givens, puzzle(), candidates);
            let read = items(write(&record, Format::OpenSudoku), Format::OpenSudoku).remove(0).unwrap();
            assert_eq!(read, Record { place: read.place, ..record.clone() });
        }
    }

    #[test]
    fn faults_are_named_where_they_are_and_leave_the_next_alone() {
        let good = format!("<game data=\"{}\"/>", zeros());
        for (bad, found) in [
            ("<game data=\"53a\"/>", "column 15: found 'a', expected a digit or an empty cell"),
            ("<game data=\"53\"/>", "column 15: found '\"', expected a digit or an empty cell"),
            ("<game time=\"1\"/>", "column 15: found '/', expected an attribute data=\"...\" with the cells"),
            ("<game data/>", "column 11: found '/', expected an attribute such as data=\"...\""),
            ("<game ?>", "column 7: found '?', expected an attribute such as data=\"...\""),
            ("<game data=\"53", "column 15: found '<', expected a closing quote"),
            ("<game ", "column 7: found '<', expected '>'"),
            ("<game data=\"version: 9\"/>", "column 22: found '9', expected a field of the cell list"),
            ("<game data=\"version: 2 1|x|0|\"/>", "column 26: found 'x', expected a field of the cell list"),
        ] {
            let found = format!("line 1, {found}");
            assert_eq!(shown(format!("{bad}{good}"), Format::OpenSudoku), [found.as_str(), PUZZLE]);
        }
        let found = "line 1, column 7: found the end of the input, expected '>'";
        assert_eq!(shown("<game ", Format::OpenSudoku), [found]);
    }

    #[test]
    fn a_flood_of_brackets_or_an_endless_tag_is_no_trouble() {
        assert!(shown("<".repeat(1 << 20), Format::OpenSudoku).is_empty());
        let endless = format!("<game note=\"{}\"/><game data=\"{}\"/>", "x".repeat(MAX_ELEMENT), zeros());
        let items = items(&endless, Format::OpenSudoku);
        assert_eq!(items[0].clone().unwrap_err().found, Found::TooLong);
        assert!(items[1].is_ok());
    }
}
