//! Many puzzles from a stream of bytes.
//!
//! ```text
//! bytes --decode--> text --detect--> format --lines or pieces--> the format's parser --> items
//! ```
//!
//! [`Reader::feed`] only decodes. Parsing happens when the next item is requested. Memory therefore holds the bytes fed
//! since the reader last returned `None` and one line or element, whose length is limited.
//!
//! The result does not depend on how the bytes are cut into pieces: a parser gets whole lines, or one byte after another.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;

use super::csv::Csv;
use super::decode::Decoder;
use super::detect::{Detector, MAX_LOOK};
use super::drawing::Blocks;
use super::error::{Fault, ParseError, Place};
use super::json::Json;
use super::opensudoku::OpenSudoku;
use super::record::Record;
use super::sdk::Sdk;
use super::{Format, MAX_LINE, grid, hodoku, line, pencilmarks, sdm, ss};
use crate::Position;

/// The queue to which parsers add their items.
pub(super) type Items = VecDeque<Result<Record, ParseError>>;

/// A format that reads line by line.
pub(super) trait LineParser {
    /// Parses the next line, without its line end.
    fn line(&mut self, line: &[u8], place: Place, items: &mut Items);

    /// Handles a line longer than the limit, which begins here.
    fn overlong(&mut self, place: Place, items: &mut Items) {
        items.push_back(Err(line::too_long(MAX_LINE).in_text(&[], place)));
    }

    /// Handles the end of the input.
    fn end(&mut self, _place: Place, _items: &mut Items) {}
}

/// A format whose elements may span lines.
pub(super) trait PieceParser {
    /// Parses the next piece of text, of any size.
    fn piece(&mut self, text: &[u8], items: &mut Items);

    /// Handles the end of the input.
    fn end(&mut self, items: &mut Items);
}

/// The number of bytes given to a [`PieceParser`] at a time: few, to keep the queue of items short.
const PIECE: usize = 1 << 12;

/// A format with one puzzle per line.
struct OnePerLine(fn(&[u8]) -> Option<Result<Record, Fault>>);

impl LineParser for OnePerLine {
    fn line(&mut self, line: &[u8], place: Place, items: &mut Items) {
        let item = (self.0)(line).map(|read| read.map_err(|fault| fault.in_text(line, place)));
        items.extend(item.map(|read| read.map(|record| Record { place, ..record })));
    }
}

/// How a format is read.
enum Parser {
    /// Lines of 81 characters, which have a faster parser of their own.
    Line,
    Lines(Box<dyn LineParser + Send + Sync>),
    Pieces(Box<dyn PieceParser + Send + Sync>),
}

impl Parser {
    fn new(format: Format) -> Parser {
        match format {
            Format::Line => Parser::Line,
            Format::Sdm => Parser::Lines(Box::new(OnePerLine(sdm::read))),
            // A file may contain lines of both kinds.
            Format::Candidates => Parser::Lines(Box::new(OnePerLine(line::read))),
            Format::Hodoku => Parser::Lines(Box::new(OnePerLine(hodoku::read))),
            Format::Grid => Parser::Lines(Box::new(Blocks::new(grid::read))),
            Format::Ss => Parser::Lines(Box::new(Blocks::new(ss::read))),
            Format::Pencilmarks => Parser::Lines(Box::new(Blocks::new(pencilmarks::read))),
            Format::Sdk => Parser::Lines(Box::new(Sdk::new())),
            Format::Csv => Parser::Pieces(Box::new(Csv::new())),
            Format::Json => Parser::Pieces(Box::new(Json::new())),
            Format::OpenSudoku => Parser::Pieces(Box::new(OpenSudoku::new())),
        }
    }
}

/// Reads puzzles from bytes, fed in pieces of any size.
///
/// The iterator returns `None` when it needs more bytes, and continues after the next [`feed`](Reader::feed):
///
/// ```
/// use ninefold::text::{Format, Reader};
///
/// let mut reader = Reader::new();
/// reader.feed(b"puzzle,level\n53..7....6..195....98....6.8...6...3");
/// assert!(reader.next().is_none());
/// reader.feed(b"4..8.3..17...2...6.6....28....419..5....8..79,easy\nbroken,easy\n");
/// reader.finish();
/// let record = reader.next().unwrap()?;
/// assert_eq!(record.fields, [("level".to_string(), "easy".into())]);
/// let error = reader.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "line 3, column 1: found 'b', expected a digit or an empty cell");
/// assert!(reader.next().is_none());
/// assert_eq!(reader.format(), Some(Format::Csv));
/// # Ok::<(), ninefold::text::ParseError>(())
/// ```
pub struct Reader {
    decoder: Decoder,
    text: Vec<u8>,
    /// The first byte of the text that is not yet read, and the end of the part already searched for a line end.
    at: usize,
    scanned: usize,
    /// The number of the line at `at`, for formats that read lines.
    line: u64,
    /// Whether the reader is in the rest of a line that is too long.
    skipping: bool,
    detector: Detector,
    /// The first line that the detector has not yet seen.
    looked: usize,
    format: Option<Format>,
    parser: Option<Parser>,
    items: Items,
    finished: bool,
    ended: bool,
}

impl Reader {
    /// A reader that recognises the format by content.
    pub fn new() -> Reader {
        Reader {
            decoder: Decoder::default(),
            text: Vec::new(),
            at: 0,
            scanned: 0,
            line: 1,
            skipping: false,
            detector: Detector::default(),
            looked: 0,
            format: None,
            parser: None,
            items: Items::new(),
            finished: false,
            ended: false,
        }
    }

    /// A reader for this format.
    pub fn with_format(format: Format) -> Reader {
        Reader { format: Some(format), parser: Some(Parser::new(format)), ..Reader::new() }
    }

    /// A reader for text that begins between two puzzles of an input.
    pub(super) fn continuing(format: Format, parser: impl PieceParser + Send + Sync + 'static) -> Reader {
        let parser = Some(Parser::Pieces(Box::new(parser)));
        Reader { decoder: Decoder::utf8(), format: Some(format), parser, ..Reader::new() }
    }

    /// A reader for lines that begin with this one.
    pub(super) fn continuing_lines(format: Format, line: u64) -> Reader {
        Reader { decoder: Decoder::utf8(), line, ..Reader::with_format(format) }
    }

    /// Adds the next bytes of the input. Take all items before feeding more: items that are not taken stay in memory.
    pub fn feed(&mut self, bytes: &[u8]) {
        // Text that was read is removed only when it is the larger part. This keeps small pieces cheap.
        if self.at > self.text.len() / 2 {
            self.text.drain(..self.at);
            self.scanned -= self.at.min(self.scanned);
            self.at = 0;
        }
        self.decoder.feed(bytes, &mut self.text);
    }

    /// Marks the end of the input.
    pub fn finish(&mut self) {
        if !self.finished {
            self.decoder.finish(&mut self.text);
            self.finished = true;
        }
    }

    /// The format given at construction, or the one recognised. `None` until it is recognised.
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// Examines whole lines until the format is known. Returns whether it is.
    fn recognise(&mut self) -> bool {
        loop {
            let from = self.looked;
            let end = self.text[self.scanned..].iter().position(|byte| *byte == b'\n');
            let format = match end.map(|end| self.scanned + end) {
                Some(end) if end <= MAX_LOOK => {
                    self.looked = end + 1;
                    self.scanned = end + 1;
                    self.detector.line(&self.text[from..end])
                }
                // The same part of the line is examined, however much of it has been fed.
                _ if self.text.len() > MAX_LOOK => {
                    let part = &self.text[from.min(MAX_LOOK)..MAX_LOOK];
                    Some(self.detector.line(part).unwrap_or_else(|| self.detector.end()))
                }
                _ if self.finished => {
                    let known = self.detector.line(&self.text[from..]);
                    Some(known.unwrap_or_else(|| self.detector.end()))
                }
                _ => {
                    self.scanned = self.text.len();
                    return false;
                }
            };
            if let Some(format) = format {
                self.format = Some(format);
                self.parser = Some(Parser::new(format));
                self.scanned = 0;
                return true;
            }
        }
    }

    /// Takes the next line if it is a plain line of 81 characters.
    #[inline]
    fn plain_line(&mut self) -> Option<Record> {
        let (cells, end) = self.text[self.at..].first_chunk::<82>()?.split_first_chunk::<81>()?;
        if end != b"\n" || self.skipping {
            return None;
        }
        let (grid, filled) = line::parse_81(cells)?;
        let position = Position::of_filled(grid, filled);
        let record = Record { place: Place { line: self.line, column: 1 }, ..Record::of_position(position) };
        self.at += 82;
        self.line += 1;
        Some(record)
    }

    /// Takes the next whole line. `None` if it is not yet complete.
    fn take_line(&mut self) -> Option<Taken> {
        let from = self.scanned.max(self.at);
        let end = self.text[from..].iter().position(|byte| *byte == b'\n').map(|end| from + end);
        let length = end.unwrap_or(self.text.len()) - self.at;
        let place = Place { line: self.line, column: 1 };
        if length > MAX_LINE || self.skipping {
            let begins = !core::mem::replace(&mut self.skipping, end.is_none());
            self.at = end.map_or(self.text.len(), |end| end + 1);
            self.scanned = self.at;
            self.line += u64::from(end.is_some());
            return match (begins, end) {
                (true, _) => Some(Taken::Overlong(place)),
                (false, Some(_)) => Some(Taken::Nothing),
                (false, None) => None,
            };
        }
        match end {
            None if !self.finished || length == 0 => {
                self.scanned = self.text.len();
                None
            }
            _ => {
                let line = self.at..self.at + length;
                self.at = end.map_or(self.text.len(), |end| end + 1);
                self.scanned = self.at;
                self.line += u64::from(end.is_some());
                Some(Taken::Line(line, place))
            }
        }
    }
}

/// A line, or the remains of one that is too long.
enum Taken {
    Line(core::ops::Range<usize>, Place),
    Overlong(Place),
    /// The rest of a line that was too long.
    Nothing,
}

impl Iterator for Reader {
    type Item = Result<Record, ParseError>;

    fn next(&mut self) -> Option<Result<Record, ParseError>> {
        loop {
            if let Some(item) = self.items.pop_front() {
                return Some(item);
            }
            if self.parser.is_none() && !self.recognise() {
                return None;
            }
            if let Some(Parser::Line) = self.parser
                && let Some(record) = self.plain_line()
            {
                return Some(Ok(record));
            }
            let taken = match self.parser {
                Some(Parser::Line | Parser::Lines(_)) => self.take_line(),
                _ => None,
            };
            let mut plain = OnePerLine(line::read);
            let parser: &mut dyn LineParser = match self.parser.as_mut()? {
                Parser::Line => &mut plain,
                Parser::Lines(parser) => parser.as_mut(),
                Parser::Pieces(parser) => {
                    let piece = self.at..self.text.len().min(self.at + PIECE);
                    if !piece.is_empty() {
                        self.at = piece.end;
                        parser.piece(&self.text[piece], &mut self.items);
                    } else if self.finished && !self.ended {
                        self.ended = true;
                        parser.end(&mut self.items);
                    } else {
                        return None;
                    }
                    continue;
                }
            };
            match taken {
                Some(Taken::Line(range, place)) => parser.line(&self.text[range], place, &mut self.items),
                Some(Taken::Overlong(place)) => parser.overlong(place, &mut self.items),
                Some(Taken::Nothing) => {}
                None if self.finished && !self.ended => {
                    self.ended = true;
                    parser.end(Place { line: self.line, column: 1 }, &mut self.items);
                }
                None => return None,
            }
        }
    }
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("format", &self.format)
            .field("line", &self.line)
            .field("finished", &self.finished)
            .finish_non_exhaustive()
    }
}
