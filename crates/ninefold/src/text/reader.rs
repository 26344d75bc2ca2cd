//! Many puzzles from a stream of bytes.
//!
//! ```text
//! bytes --decode--> text --detect--> format --lines or pieces--> the format's machine --> items
//! ```
//!
//! Nothing happens in [`Reader::feed`] but decoding; the formats work when the next item is asked for. So the memory in
//! use is what was fed since the reader last said `None`, and one line or element, which the limits bound.
//!
//! How the bytes were cut into pieces changes nothing: formats see whole lines, or take one byte after the other.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::decode::Decoder;
use super::error::{Fault, ParseError, Place};
use super::record::Record;
use super::{Format, MAX_LINE, line};

/// What machines hand over.
pub(super) type Items = VecDeque<Result<Record, ParseError>>;

/// A format that reads line by line.
pub(super) trait LineMachine {
    /// The next line, without its end.
    fn line(&mut self, line: &[u8], place: Place, items: &mut Items);

    /// A line longer than the limit stood here.
    fn overlong(&mut self, place: Place, items: &mut Items) {
        items.push_back(Err(line::too_long(MAX_LINE).in_text(&[], place)));
    }

    /// The input has ended here.
    fn end(&mut self, _place: Place, _items: &mut Items) {}
}

/// Reads puzzles from bytes, fed in pieces of any size.
#[derive(Debug, Default)]
pub struct Reader {
    decoder: Decoder,
    text: Vec<u8>,
    at: usize,
    place_line: u64,
    format: Option<Format>,
    finished: bool,
}

impl Reader {
    /// A reader that recognises the format by content.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// A reader for this format.
    pub fn with_format(format: Format) -> Reader {
        Reader { format: Some(format), ..Reader::default() }
    }

    /// The next bytes of the input.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.text.drain(..self.at);
        self.at = 0;
        self.decoder.feed(bytes, &mut self.text);
    }

    /// The input has ended.
    pub fn finish(&mut self) {
        self.decoder.finish(&mut self.text);
        self.finished = true;
    }

    /// The format, once it is known.
    pub fn format(&self) -> Option<Format> {
        self.format
    }
}

impl Iterator for Reader {
    type Item = Result<Record, ParseError>;

    fn next(&mut self) -> Option<Result<Record, ParseError>> {
        loop {
            let rest = &self.text[self.at..];
            let end = match rest.iter().position(|b| *b == b'\n') {
                Some(end) => end,
                None if self.finished && !rest.is_empty() => rest.len(),
                None => return None,
            };
            let text = &rest[..end];
            self.place_line += 1;
            self.at = (self.at + end + 1).min(self.text.len());
            let place = Place { line: self.place_line, column: 1 };
            if let Some(item) = line::read(text) {
                return Some(item.map(|r| Record { place, ..r }).map_err(|f: Fault| f.in_text(text, place)));
            }
        }
    }
}
