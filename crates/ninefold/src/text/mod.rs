//! Every text format, in and out.
//!
//! # One puzzle
//!
//! [`parse`] recognises the format by content, [`write()`] writes any of them:
//!
//! ```
//! use ninefold::text::{self, Format};
//!
//! let record = text::parse(
//!     "
//!     +-------+-------+-------+
//!     | 5 3 . | . 7 . | . . . |
//!     | 6 . . | 1 9 5 | . . . |
//!     | . 9 8 | . . . | . 6 . |
//!     +-------+-------+-------+
//!     | 8 . . | . 6 . | . . 3 |
//!     | 4 . . | 8 . 3 | . . 1 |
//!     | 7 . . | . 2 . | . . 6 |
//!     +-------+-------+-------+
//!     | . 6 . | . . . | 2 8 . |
//!     | . . . | 4 1 9 | . . 5 |
//!     | . . . | . 8 . | . 7 9 |
//!     +-------+-------+-------+
//!     ",
//! )?;
//! assert_eq!(
//!     text::write(&record, Format::Line),
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
//! );
//! # Ok::<(), ninefold::text::ParseError>(())
//! ```
//!
//! # Many puzzles
//!
//! A [`Reader`] takes bytes in pieces of any size. Files larger than memory can be read, and the crate performs no input or
//! output itself. A [`Writer`] adds the header and the footer of the format.
//!
//! ```
//! use ninefold::text::{Format, Reader, Writer};
//!
//! let mut reader = Reader::new();
//! let mut writer = Writer::new(Format::Csv);
//! let mut out = String::new();
//! for chunk in [&b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....41"[..], b"9..5....8..79\n", b"oops\n"] {
//!     reader.feed(chunk);
//!     while let Some(Ok(record)) = reader.next() {
//!         writer.write(&record, &mut out);
//!     }
//! }
//! reader.finish();
//! for item in reader.by_ref() {
//!     match item {
//!         Ok(record) => writer.write(&record, &mut out),
//!         Err(error) => assert_eq!(error.place.line, 2),
//!     }
//! }
//! writer.finish(&mut out);
//! assert!(out.starts_with("puzzle,solution\n53..7"));
//! ```
//!
//! # Bad input
//!
//! Puzzle number i of the input is item number i of the reader, valid or not: a bad puzzle never stops the others.
//! Memory is bounded for every input: a line may have [`MAX_LINE`] bytes; a JSON value, XML tag or CSV row may have
//! [`MAX_ELEMENT`]. Anything longer becomes one error ([`Found::TooLong`]), and reading continues after it. UTF-8 and
//! UTF-16 are read with and without a byte-order mark, and all three kinds of line end are accepted.

mod blanks;
mod candidates;
mod csv;
mod decode;
mod detect;
mod drawing;
mod error;
mod find;
mod grid;
mod hodoku;
mod json;
mod json_element;
mod json_split;
mod layout;
mod line;
mod mask;
mod opensudoku;
mod pencilmarks;
mod reader;
mod record;
#[cfg(test)]
pub(crate) mod samples;
mod sdk;
mod sdm;
mod split;
mod ss;
mod writer;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

pub use csv::puzzle_column;
pub use decode::is_utf16;
pub use error::{Expected, Found, ParseError, Place};
pub use find::find;
pub(crate) use json_element::{position_members, push_position, unquoted};
pub use layout::Layout;
pub(crate) use line::push_grid;
pub use line::{is_cell, plain_line};
pub use mask::{parse_mask, write_mask};
pub use reader::Reader;
pub use record::Record;
pub use split::Splitter;
pub use writer::Writer;

use crate::Grid;
use decode::Decoder;

/// The maximum length of a line in bytes, without its line end.
pub const MAX_LINE: usize = 1 << 16;

/// The maximum length of a JSON value, an XML tag or a CSV row in bytes.
pub const MAX_ELEMENT: usize = 1 << 20;

/// A text format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// 81 characters per line.
    Line,
    /// A drawn grid of nine rows, with or without borders.
    Grid,
    /// A drawn grid of candidate lists, as HoDoKu, SudokuWiki and Simple Sudoku print it.
    Pencilmarks,
    /// 729 characters per line, nine for each cell.
    Candidates,
    /// HoDoKu library lines.
    Hodoku,
    /// `.sdk` files: headers, `[Puzzle]` and `[State]` sections.
    Sdk,
    /// `.sdm` collections: 81 digits per line, 0 for empty.
    Sdm,
    /// `.ss` files of Simple Sudoku.
    Ss,
    /// XML of the app OpenSudoku.
    OpenSudoku,
    /// Comma separated values with a header.
    Csv,
    /// JSON: an object, an array of objects, or one object per line.
    Json,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 11] = [
        Format::Line,
        Format::Grid,
        Format::Pencilmarks,
        Format::Candidates,
        Format::Hodoku,
        Format::Sdk,
        Format::Sdm,
        Format::Ss,
        Format::OpenSudoku,
        Format::Csv,
        Format::Json,
    ];

    /// The name of the format, as [`FromStr`] reads it.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Line => "line",
            Format::Grid => "grid",
            Format::Pencilmarks => "pencilmarks",
            Format::Candidates => "candidates",
            Format::Hodoku => "hodoku",
            Format::Sdk => "sdk",
            Format::Sdm => "sdm",
            Format::Ss => "ss",
            Format::OpenSudoku => "opensudoku",
            Format::Csv => "csv",
            Format::Json => "json",
        }
    }

    /// A short description of the format.
    pub const fn description(self) -> &'static str {
        match self {
            Format::Line => "81 characters per line, '.' for an empty cell, the rest of the line is a comment",
            Format::Grid => "a drawn grid of nine rows, with or without borders",
            Format::Pencilmarks => "a drawn grid with the candidates of each cell",
            Format::Candidates => "729 characters per line, nine for the candidates of each cell",
            Format::Hodoku => "HoDoKu library lines, :0000:x:53..7...:::",
            Format::Sdk => "SadMan Sudoku files, [Puzzle] and [State] sections",
            Format::Sdm => "collections of 81 digits per line, 0 for empty",
            Format::Ss => "Simple Sudoku files, rows like 53.|.7.|...",
            Format::OpenSudoku => "XML of the app OpenSudoku",
            Format::Csv => "comma separated values with a header: puzzle,solution",
            Format::Json => "JSON: an object, an array of objects, or one object per line",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that is not the name of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseFormatError;

impl fmt::Display for ParseFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a format:")?;
        Format::ALL.iter().try_for_each(|format| write!(f, " {format}"))
    }
}

impl core::error::Error for ParseFormatError {}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(name: &str) -> Result<Format, ParseFormatError> {
        Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name)).ok_or(ParseFormatError)
    }
}

/// Reads exactly one puzzle in any format.
///
/// # Errors
/// The text that could not be read, and its place. No puzzle or a second one is an error, too.
pub fn parse(text: &str) -> Result<Record, ParseError> {
    parse_with(Reader::new(), text)
}

/// Reads exactly one puzzle in this format.
///
/// # Errors
/// The text that could not be read, and its place. No puzzle or a second one is an error, too.
pub fn parse_as(text: &str, format: Format) -> Result<Record, ParseError> {
    parse_with(Reader::with_format(format), text)
}

fn parse_with(mut reader: Reader, text: &str) -> Result<Record, ParseError> {
    reader.feed(text.as_bytes());
    reader.finish();
    let Some(first) = reader.next() else {
        let mut decoded = Vec::new();
        let mut decoder = Decoder::default();
        decoder.feed(text.as_bytes(), &mut decoded);
        decoder.finish(&mut decoded);
        let place = Place::START.after(&decoded);
        return Err(ParseError { place, found: Found::EndOfInput, expected: Expected::Puzzle });
    };
    let record = first?;
    match reader.next() {
        None => Ok(record),
        Some(second) => {
            let place = second.map_or_else(|error| error.place, |record| record.place);
            Err(ParseError { place, found: Found::AnotherPuzzle, expected: Expected::EndOfInput })
        }
    }
}

/// Writes one puzzle with the header and footer of the format. In JSON this is one object, not an array.
pub fn write(record: &Record, format: Format) -> String {
    let mut out = String::new();
    if format == Format::Json {
        Layout::json_lines().push(record, &mut out);
        return out;
    }
    let mut writer = Writer::new(format);
    writer.write(record, &mut out);
    writer.finish(&mut out);
    out
}

/// Reads the puzzle at the beginning of a line. This is the fast way for callers that split lines themselves.
///
/// Returns the grid and the number of bytes read. The rest of the line is left to the caller.
///
/// ```
/// use ninefold::text::parse_line;
///
/// let line = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 SE 1.2";
/// let (grid, used) = parse_line(line)?;
/// assert_eq!(grid.filled().len(), 30);
/// assert_eq!(&line[used..], b" SE 1.2");
/// # Ok::<(), ninefold::text::ParseError>(())
/// ```
///
/// # Errors
/// The first character that is not a cell, or an 82nd cell.
pub fn parse_line(line: &[u8]) -> Result<(Grid, usize), ParseError> {
    line::parse(line).map_err(|fault| fault.in_text(line, Place::START))
}

impl FromStr for Record {
    type Err = ParseError;

    /// Reads exactly one puzzle in any format.
    fn from_str(text: &str) -> Result<Record, ParseError> {
        parse(text)
    }
}

impl FromStr for Grid {
    type Err = ParseError;

    /// Reads the digits of exactly one puzzle in any format.
    fn from_str(text: &str) -> Result<Grid, ParseError> {
        match text.as_bytes().try_into().ok().and_then(line::parse_81) {
            Some((grid, _)) => Ok(grid),
            None => parse(text).map(|record| *record.position.digits()),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn names_read_back() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!("pdf".parse::<Format>(), Err(ParseFormatError));
    }

    #[test]
    fn no_puzzle_or_a_second_one_is_an_error() {
        let error = parse("").unwrap_err();
        assert_eq!(error.to_string(), "line 1, column 1: found the end of the input, expected a puzzle");
        let two = [".".repeat(81), ".".repeat(81)].join("\n");
        let error = parse(&two).unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 1: found another puzzle, expected the end of the input");
    }
}
