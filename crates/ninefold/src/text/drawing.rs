//! The common part of drawn grids: rows between borders, collected nine at a time.
//!
//! ```text
//! .---------.---------.---------.     a border
//! | 5  3  . | .  7  . | .  .  . |     a row
//! :---------+---------+---------:     a border between bands
//! Grid 02                             a title: it ends a grid, and belongs to the next one
//! ```
//!
//! A grid ends at a blank line, a title, a comment line, two borders in a row, or the end of the input. Blank lines may
//! also separate the bands of a grid: three times three rows are one grid. There is no other guessing: ten rows are a
//! grid of ten rows, which is an error.

use alloc::string::String;
use alloc::vec::Vec;

use super::MAX_LINE;
use super::error::{Expected, Found, ParseError, Place};
use super::line::{self, is_blank, text_of};
use super::reader::{Items, LineParser};
use super::record::Record;

/// The kinds of lines in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Blank,
    Comment,
    Border,
    Title,
    Row,
}

/// The characters of a line with their byte offsets. Bytes that are not UTF-8 become replacement characters.
pub(super) fn characters(line: &[u8]) -> impl Iterator<Item = (usize, char)> + Clone {
    let mut start = 0;
    line.utf8_chunks().flat_map(move |chunk| {
        let begin = start;
        let invalid = begin + chunk.valid().len();
        start = invalid + chunk.invalid().len();
        let broken = (!chunk.invalid().is_empty()).then_some((invalid, char::REPLACEMENT_CHARACTER));
        chunk.valid().char_indices().map(move |(offset, character)| (begin + offset, character)).chain(broken)
    })
}

/// Whether the character is a vertical line between cells.
pub(super) fn is_vertical(character: char) -> bool {
    matches!(character, '|' | '¦' | '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋')
}

/// Whether the character is a horizontal line between cells, or a corner of such lines that is not ASCII.
fn is_horizontal(character: char) -> bool {
    matches!(character, '-' | '=' | '–' | '—')
        || ('\u{2500}'..='\u{257F}').contains(&character) && !is_vertical(character)
}

fn is_border(character: char) -> bool {
    is_horizontal(character) || is_vertical(character) || matches!(character, '+' | '.' | ':' | '\'' | '`' | ',' | '*')
}

/// The kind of a line. A title has at least three letters that cannot be cells. With fewer letters it is a faulty row.
pub(super) fn kind(line: &[u8]) -> Kind {
    match line.iter().find(|byte| !is_blank(**byte)) {
        None => return Kind::Blank,
        Some(b'#') => return Kind::Comment,
        Some(_) => {}
    }
    let (mut border, mut horizontal, mut letters) = (true, false, 0);
    for (_, character) in characters(line) {
        border &= is_border(character) || matches!(character, ' ' | '\t');
        horizontal |= is_horizontal(character);
        letters += u32::from(character.is_alphabetic() && !matches!(character, 'x' | 'X'));
        if letters == 3 {
            return Kind::Title;
        }
    }
    if border && horizontal { Kind::Border } else { Kind::Row }
}

/// A row of a drawing, kept until its grid is complete.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) text: Vec<u8>,
    pub(super) place: Place,
}

/// The first nine rows that belong together, and the number of all of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    rows: Vec<Row>,
    count: u64,
    tenth: Option<Place>,
}

impl Rows {
    pub(super) fn push(&mut self, text: &[u8], place: Place) {
        if self.rows.len() < 9 {
            self.rows.push(Row { text: text.to_vec(), place });
        } else {
            self.tenth.get_or_insert(place);
        }
        self.count += 1;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether there are nine or more.
    pub(super) fn is_complete(&self) -> bool {
        self.count >= 9
    }

    fn append(&mut self, other: Rows) {
        self.count += other.count;
        self.rows.extend(other.rows);
    }

    /// The nine rows, or a fault with their number.
    pub(super) fn nine(&self) -> Result<&[Row; 9], ParseError> {
        if let (Ok(rows), None) = (<&[Row; 9]>::try_from(self.rows.as_slice()), self.tenth) {
            return Ok(rows);
        }
        let end = self.rows.last().map_or(Place::START, |row| row.place.after(&row.text));
        Err(ParseError {
            place: self.tenth.unwrap_or(end),
            found: Found::Rows(self.count),
            expected: Expected::NineRows,
        })
    }
}

/// The function with which a format reads its nine rows.
pub(super) type ReadRows = fn(&[Row; 9]) -> Result<Record, ParseError>;

/// Collects rows into grids.
pub(super) struct Blocks {
    read: ReadRows,
    /// The rows of the current block.
    rows: Rows,
    /// Three or six rows of earlier blocks that ended at blank lines: possibly bands.
    bands: Rows,
    /// The number of borders since the last row, and of blank lines since the last block.
    borders: u32,
    blanks: u32,
    comment: String,
}

impl Blocks {
    pub(super) fn new(read: ReadRows) -> Blocks {
        Blocks { read, rows: Rows::default(), bands: Rows::default(), borders: 0, blanks: 0, comment: String::new() }
    }

    /// Ends a block, at a blank line or at any other end of a grid.
    fn close(&mut self, items: &mut Items) {
        self.borders = 0;
        if self.rows.is_empty() {
            return;
        }
        let rows = core::mem::take(&mut self.rows);
        if rows.count == 3 {
            self.bands.append(rows);
            if self.bands.count == 9 {
                self.close_bands(items);
            }
        } else {
            self.close_bands(items);
            self.emit(&rows, items);
        }
    }

    fn close_bands(&mut self, items: &mut Items) {
        let bands = core::mem::take(&mut self.bands);
        if !bands.is_empty() {
            self.emit(&bands, items);
        }
    }

    fn close_all(&mut self, items: &mut Items) {
        self.close(items);
        self.close_bands(items);
    }

    fn emit(&mut self, rows: &Rows, items: &mut Items) {
        let comment = core::mem::take(&mut self.comment);
        let read = rows.nine().and_then(|nine| {
            let place = nine[0].place;
            (self.read)(nine).map(|record| Record { place, comment, ..record })
        });
        items.push_back(read);
    }

    /// Keeps comments and titles for the next grid, up to the maximum length of a line.
    fn remember(&mut self, text: &[u8]) {
        let text = text.trim_ascii();
        if text.is_empty() || self.comment.len() + text.len() > MAX_LINE {
            return;
        }
        if !self.comment.is_empty() {
            self.comment.push('\n');
        }
        self.comment.push_str(&text_of(text));
    }
}

impl LineParser for Blocks {
    fn line(&mut self, line: &[u8], place: Place, items: &mut Items) {
        let kind = kind(line);
        match kind {
            Kind::Blank => {
                self.close(items);
                self.blanks += 1;
                if self.blanks > 1 {
                    self.close_bands(items);
                }
            }
            Kind::Comment | Kind::Title => {
                self.close_all(items);
                let text = line.trim_ascii();
                self.remember(text.strip_prefix(b"#").unwrap_or(text));
            }
            Kind::Border => self.borders += 1,
            Kind::Row => {
                if self.borders > 1 {
                    self.close(items);
                }
                self.borders = 0;
                self.rows.push(line, place);
            }
        }
        if kind != Kind::Blank {
            self.blanks = 0;
        }
    }

    fn overlong(&mut self, place: Place, items: &mut Items) {
        self.close_all(items);
        items.push_back(Err(line::too_long(MAX_LINE).in_text(&[], place)));
    }

    fn end(&mut self, _place: Place, items: &mut Items) {
        self.close_all(items);
    }
}

/// Writes the comment of a grid as comment lines before it.
pub(super) fn write_comment(comment: &str, out: &mut String) {
    for text in comment.lines().map(str::trim_ascii).filter(|text| !text.is_empty()) {
        out.push_str("# ");
        line::push_in_one_line(text, out);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_each_line_is_recognised() {
        for border in [
            "+---+---+",
            ".---.---.",
            ":---+---:",
            "'---'---'",
            " *-----*",
            "------",
            "╔═══╦═══╗",
            "├─┼─┤",
            "|---+---|",
        ] {
            assert_eq!(kind(border.as_bytes()), Kind::Border, "{border}");
        }
        for row in [".........", "| . . . |", "5 3 . | . 7 .", "│5│3│ │", "53z.7....", "xxxxxxxxx", "***", "\u{FFFD}"]
        {
            assert_eq!(kind(row.as_bytes()), Kind::Row, "{row}");
        }
        assert_eq!(kind(b"Grid 01"), Kind::Title);
        assert_eq!(kind(" \t".as_bytes()), Kind::Blank);
        assert_eq!(kind(b" # easy"), Kind::Comment);
    }

    #[test]
    fn offsets_of_characters_are_those_of_their_bytes() {
        let line = b"a\xFFb\xC3\xA9\xE2\x82c";
        let expected = [(0, 'a'), (1, '\u{FFFD}'), (2, 'b'), (3, 'é'), (5, '\u{FFFD}'), (7, 'c')];
        assert_eq!(characters(line).collect::<Vec<_>>(), expected);
    }
}
