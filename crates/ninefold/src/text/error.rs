//! What a parse error says: where, what stood there, what should have.
//!
//! The formats find faults at a byte of the piece of text they look at (a line, a JSON value, an XML tag). The
//! [`Fault`] of a format becomes a [`ParseError`] where the place of that piece in the whole input is known.

use core::fmt;

use crate::Digit;

/// A place in a text, both numbers counted from 1. Columns count characters, not bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line. Windows (`\r\n`), Unix (`\n`) and old Macintosh (`\r`) line ends all count as one.
    pub line: u64,
    /// The character in the line.
    pub column: u64,
}

impl Place {
    /// The first character of a text.
    pub const START: Place = Place { line: 1, column: 1 };

    /// The place after this piece of text, which begins here.
    pub(super) fn after(mut self, text: &[u8]) -> Place {
        self.advance(text);
        self
    }

    /// Moves past this piece of text. Bytes inside a UTF-8 character do not count.
    pub(super) fn advance(&mut self, text: &[u8]) {
        for &byte in text {
            if byte == b'\n' {
                self.line += 1;
                self.column = 1;
            } else if byte & 0xC0 != 0x80 {
                self.column += 1;
            }
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Text that could not be read as a puzzle.
///
/// ```
/// use ninefold::text;
///
/// let error = text::parse("53..7....6..195....98....6.8...z...34..8.3..17...2...6.6....28....419..5....8..79").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 32: found 'z', expected a digit or an empty cell");
/// assert_eq!(error.place.column, 32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Where the trouble is.
    pub place: Place,
    /// What stands there.
    pub found: Found,
    /// What should.
    pub expected: Expected,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: found {}, expected {}", self.place, self.found, self.expected)
    }
}

impl core::error::Error for ParseError {}

/// What stood in the text where something else was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// A character.
    Char(char),
    /// A byte that is not part of any UTF-8 character.
    Byte(u8),
    /// The end of a line.
    EndOfLine,
    /// The end of the input.
    EndOfInput,
    /// More text than any puzzle needs: one of the limits in [`text`](crate::text).
    TooLong,
    /// A grid with this many rows.
    Rows(u64),
    /// A row with this many cells.
    Cells(usize),
    /// A mask with this many cells.
    MaskCells(usize),
    /// Another puzzle where only one may be.
    AnotherPuzzle,
    /// A row whose blanks may stand for empty cells in more than one way, or in none.
    UnclearBlanks,
}

impl Found {
    /// What stands at this byte of a text.
    pub(super) fn at(text: &[u8], offset: usize) -> Found {
        let Some(rest) = text.get(offset..).filter(|rest| !rest.is_empty()) else { return Found::EndOfLine };
        match rest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next()) {
            Some('\n') => Found::EndOfLine,
            Some(character) => Found::Char(character),
            None => Found::Byte(rest[0]),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Char(character) => write!(f, "{character:?}"),
            Found::Byte(byte) => write!(f, "the byte {byte:#04x} (not UTF-8)"),
            Found::EndOfLine => f.write_str("the end of the line"),
            Found::EndOfInput => f.write_str("the end of the input"),
            Found::TooLong => f.write_str("too much text"),
            Found::Rows(1) => f.write_str("a grid of one row"),
            Found::Rows(rows) => write!(f, "a grid of {rows} rows"),
            Found::Cells(1) => f.write_str("a row of one cell"),
            Found::Cells(cells) => write!(f, "a row of {cells} cells"),
            Found::MaskCells(1) => f.write_str("a mask of one cell"),
            Found::MaskCells(cells) => write!(f, "a mask of {cells} cells"),
            Found::AnotherPuzzle => f.write_str("another puzzle"),
            Found::UnclearBlanks => f.write_str("blanks that could be empty cells in several ways or in none"),
        }
    }
}

/// What should have stood in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A puzzle, in any format.
    Puzzle,
    /// A digit or one of `. 0 * _ ? x X`.
    Cell,
    /// The puzzle to end after its 81 cells.
    EndOfCells,
    /// Nine rows.
    NineRows,
    /// Nine cells in the row.
    NineCells,
    /// Nine cells whose width is clear, each empty one marked.
    MarkedCells,
    /// This digit or an empty character, at its place in a candidate string.
    DigitOrEmpty(Digit),
    /// The end after 729 characters.
    EndOfCandidates,
    /// The candidates of a cell: different digits, or one empty character.
    Candidates,
    /// A colon between the fields of a HoDoKu line.
    Colon,
    /// A candidate as HoDoKu writes it: value, row, column.
    HodokuCandidate,
    /// A section such as `[Puzzle]`.
    Section,
    /// The quote that closes a quoted field, string or attribute.
    ClosingQuote,
    /// A column of puzzles in the header.
    PuzzleColumn,
    /// A CSV row that reaches the column of puzzles.
    PuzzleField,
    /// A JSON object or string that holds a puzzle.
    JsonPuzzle,
    /// A JSON value.
    JsonValue,
    /// The name of a JSON member, in quotes.
    JsonName,
    /// `:` after the name of a JSON member.
    JsonColon,
    /// `,` or the closing bracket.
    JsonComma,
    /// A valid escape such as `\n` or `\u00e9`.
    JsonEscape,
    /// A member `puzzle` with 81 cells.
    PuzzleMember,
    /// 81 numbers, or nine arrays of nine.
    NumberArray,
    /// 81 strings of candidates.
    CandidateStrings,
    /// An XML attribute, `name="value"`, or the end of the tag.
    XmlAttribute,
    /// `>`.
    XmlClose,
    /// An attribute `data` with the cells.
    XmlData,
    /// A field of OpenSudoku's cell list.
    XmlCell,
    /// A character of a mask: a given, an empty cell or a border.
    MaskCell,
    /// 81 cells in a mask.
    MaskCells,
    /// Nesting of at most this depth.
    Depth(usize),
    /// At most this many bytes for one line or one element.
    AtMost(usize),
    /// The end of the input.
    EndOfInput,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Puzzle => "a puzzle",
            Expected::Cell => "a digit or an empty cell",
            Expected::EndOfCells => "the end of the puzzle after 81 cells",
            Expected::NineRows => "nine rows",
            Expected::NineCells => "nine cells",
            Expected::MarkedCells => "nine cells, with '.' for each empty one",
            Expected::DigitOrEmpty(digit) => return write!(f, "'{digit}' or an empty place"),
            Expected::EndOfCandidates => "the end of the puzzle after 729 places",
            Expected::Candidates => "the different digits of a cell's candidates",
            Expected::Colon => "':' and the next field",
            Expected::HodokuCandidate => "a candidate as value, row and column, such as 547",
            Expected::Section => "a section such as [Puzzle]",
            Expected::ClosingQuote => "a closing quote",
            Expected::PuzzleColumn => "a column named puzzle",
            Expected::PuzzleField => "a field with the puzzle",
            Expected::JsonPuzzle => "an object or a string with a puzzle",
            Expected::JsonValue => "a JSON value",
            Expected::JsonName => "a member name in quotes",
            Expected::JsonColon => "':'",
            Expected::JsonComma => "',' or a closing bracket",
            Expected::JsonEscape => "an escape such as \\n or \\u00e9",
            Expected::NumberArray => "81 numbers, or nine arrays of nine",
            Expected::PuzzleMember => "a member \"puzzle\" with a string",
            Expected::CandidateStrings => "an array of 81 strings of candidates",
            Expected::XmlAttribute => "an attribute such as data=\"...\"",
            Expected::XmlClose => "'>'",
            Expected::XmlData => "an attribute data=\"...\" with the cells",
            Expected::XmlCell => "a field of the cell list",
            Expected::MaskCell => "a cell of a mask, such as 'x' or '.'",
            Expected::MaskCells => "81 cells",
            Expected::Depth(depth) => return write!(f, "nesting no deeper than {depth}"),
            Expected::AtMost(limit) => return write!(f, "at most {limit} bytes for one line or element"),
            Expected::EndOfInput => "the end of the input",
        })
    }
}

/// A fault at a byte of some piece of text whose place in the input is known to someone else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) offset: usize,
    pub(super) found: Found,
    pub(super) expected: Expected,
}

impl Fault {
    /// What stands at this byte of the piece is not what was expected.
    pub(super) fn at(text: &[u8], offset: usize, expected: Expected) -> Fault {
        Fault { offset, found: Found::at(text, offset), expected }
    }

    /// The error, for a piece of text that begins at this place.
    pub(super) fn in_text(self, text: &[u8], start: Place) -> ParseError {
        let place = start.after(&text[..self.offset.min(text.len())]);
        ParseError { place, found: self.found, expected: self.expected }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn columns_count_characters_and_lines_count_line_feeds() {
        let text = "añb\n漢字x".as_bytes();
        assert_eq!(Place::START.after(&text[..4]), Place { line: 1, column: 4 });
        assert_eq!(Place::START.after(text), Place { line: 2, column: 4 });
    }

    #[test]
    fn errors_read_as_sentences() {
        let fault = Fault::at(b"12z", 2, Expected::Cell);
        assert_eq!(
            fault.in_text(b"12z", Place { line: 7, column: 1 }).to_string(),
            "line 7, column 3: found 'z', expected a digit or an empty cell"
        );
        assert_eq!(Found::at(b"\xff", 0).to_string(), "the byte 0xff (not UTF-8)");
        assert_eq!(Found::at(b"\x00", 0).to_string(), "'\\0'");
        assert_eq!(Found::at(b"", 0), Found::EndOfLine);
        assert_eq!(Found::at("é".as_bytes(), 0), Found::Char('é'));
    }
}
