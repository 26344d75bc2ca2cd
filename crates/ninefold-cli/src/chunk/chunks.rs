//! Cuts inputs into chunks, one input after another.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ninefold::text::{self, Expected, Format, Found, MAX_LINE, ParseError, Place, Reader, Record, Splitter};

use super::stream::{READ_BYTES, Stream, end_of_line, line_ends};
use super::{Chunk, ChunkSize, Content, Item, LINE_BYTES};
use crate::complain;
use crate::input::{Input, Opened};
use crate::pipeline::Source;

/// The approximate size of a record without its text. It bounds the number of records in a chunk.
const RECORD_BYTES: usize = 100;
/// Records are much larger than their text, so chunks of records have fewer bytes.
const MAX_RECORD_BYTES: usize = 1 << 17;
/// The number of chunks that are searched for the first readable puzzle.
const MAX_AHEAD: usize = 64;

/// Cuts the inputs, one after another.
pub(crate) struct Chunks {
    inputs: VecDeque<Input>,
    from: Option<Format>,
    /// Whether the cuts must not depend on timing.
    steady: bool,
    size: ChunkSize,
    current: Option<OpenInput>,
    index: u64,
    /// Chunks that were examined in advance and are still to be returned.
    ahead: VecDeque<Chunk>,
    /// The number of bytes read from the inputs.
    read: Arc<AtomicU64>,
    /// Whether some input could not be read to its end.
    failed: bool,
}

/// The current input.
struct OpenInput {
    input: Input,
    name: Arc<str>,
    unpacked: bool,
    stream: Stream,
    reading: Reading,
}

/// The way an input is read.
enum Reading {
    /// As lines: the bytes read ahead, the number of their first line, and the format.
    Lines { ahead: Vec<u8>, line: u64, format: Format },
    /// As pieces of rows or elements: the bytes read ahead, the number of their first line, the format, and the place.
    Pieces { ahead: Vec<u8>, line: u64, format: Format, splitter: Splitter },
    /// By the library's reader, which may already have read a first puzzle.
    Reader { reader: Box<Reader>, early: Option<Item> },
}

impl Chunks {
    /// `steady`: whether the cuts must not depend on timing.
    pub(crate) fn new(inputs: Vec<Input>, from: Option<Format>, size: ChunkSize, steady: bool) -> Chunks {
        Chunks {
            inputs: inputs.into(),
            from,
            steady,
            size,
            current: None,
            index: 0,
            ahead: VecDeque::new(),
            read: Arc::default(),
            failed: false,
        }
    }

    /// The size of the chunks.
    pub(crate) fn size(&self) -> ChunkSize {
        self.size
    }

    fn cut(&mut self, chunk: &mut Chunk) -> bool {
        loop {
            let mut open = match self.current.take() {
                Some(open) => open,
                None => {
                    let Some(input) = self.inputs.pop_front() else { return false };
                    match OpenInput::new(input, self.from, self.steady, &self.read) {
                        Ok(open) => open,
                        Err(error) => {
                            self.fail(&format!("{error:#}"));
                            continue;
                        }
                    }
                }
            };
            if open.fill(chunk, self.size.bytes(self.index)) {
                chunk.index = self.index;
                chunk.is_doubtful = self.failed || open.stream.failure.is_some();
                chunk.position = self.read.load(Ordering::Relaxed).saturating_sub(open.ahead());
                self.current = Some(open);
                self.index += 1;
                return true;
            }
            if let Some(error) = open.stream.failure {
                self.fail(&format!("{}: {error}", open.input.cannot_read()));
            }
        }
    }

    fn fail(&mut self, message: &str) {
        self.failed = true;
        complain(message);
    }

    /// The only puzzle, if there is exactly one. If there are more, none of them is consumed.
    pub(crate) fn single(&mut self) -> Option<(Arc<str>, Item)> {
        let mut found = Vec::new();
        let ended = self.look_ahead(|chunk| {
            let name = Arc::clone(&chunk.input);
            found.extend(chunk.items().iter().take(2).map(|item| (Arc::clone(&name), item.clone())));
            found.len() < 2
        });
        let single = (ended && found.len() == 1).then(|| found.pop()).flatten();
        if single.is_some() {
            self.ahead.clear();
        }
        single
    }

    /// The first readable puzzle, its format and the number of its chunk. No puzzle is consumed.
    pub(crate) fn first(&mut self) -> Option<(Record, Option<Format>, u64)> {
        let mut found = None;
        self.look_ahead(|chunk| {
            let (format, index) = (chunk.format, chunk.index);
            found = chunk.items().iter().flatten().next().map(|record| (record.clone(), format, index));
            found.is_none()
        });
        found
    }

    /// Cuts chunks and keeps them while the function returns true. Returns `true` at the end of the inputs.
    fn look_ahead(&mut self, mut wants_more: impl FnMut(&mut Chunk) -> bool) -> bool {
        while self.ahead.len() < MAX_AHEAD {
            let mut chunk = Chunk::default();
            if !self.cut(&mut chunk) {
                return true;
            }
            if chunk.items().is_empty() {
                // A chunk of comments alone is not kept: there may be any number of them.
                self.index -= 1;
                continue;
            }
            let more = wants_more(&mut chunk);
            self.ahead.push_back(chunk);
            if !more {
                break;
            }
        }
        false
    }
}

impl Source for Chunks {
    type Chunk = Chunk;

    fn next_into(&mut self, chunk: &mut Chunk) -> bool {
        match self.ahead.pop_front() {
            Some(ahead) => {
                *chunk = ahead;
                true
            }
            None => self.cut(chunk),
        }
    }

    fn has_failed(&self) -> bool {
        self.failed
    }
}

impl OpenInput {
    fn new(input: Input, from: Option<Format>, steady: bool, read: &Arc<AtomicU64>) -> anyhow::Result<OpenInput> {
        // Reading a file never pauses.
        let prompt = !steady && input.size().is_none();
        let (inner, unpacked, count) = match input.open(read)? {
            Opened::Plain(inner) => (inner, false, Arc::clone(read)),
            Opened::Unpacked(inner) => (inner, true, Arc::default()),
        };
        let mut stream = Stream { inner, count, prompt, ended: false, failure: None };
        let reading = Reading::choose(&mut stream, from);
        Ok(OpenInput { name: input.name().into(), input, unpacked, stream, reading })
    }

    /// The number of bytes that were read and are not yet in a chunk. Not known for a compressed input, where 0 is close
    /// enough.
    fn ahead(&self) -> u64 {
        match &self.reading {
            Reading::Lines { ahead, .. } | Reading::Pieces { ahead, .. } if !self.unpacked => ahead.len() as u64,
            _ => 0,
        }
    }

    /// Fills a chunk with about this many bytes. Returns `false` at the end of the input.
    fn fill(&mut self, chunk: &mut Chunk, size: usize) -> bool {
        chunk.input = Arc::clone(&self.name);
        chunk.bytes.clear();
        chunk.items.clear();
        chunk.content = Content::Items;
        chunk.reader = None;
        if let Reading::Pieces { ahead, line, format, splitter } = &mut self.reading {
            let size = size.min(MAX_RECORD_BYTES);
            let reader = if *line == 1 { Reader::with_format(*format) } else { splitter.reader(*line) };
            if self.stream.cut_piece(ahead, &mut chunk.bytes, size, splitter) {
                *line += line_ends(&chunk.bytes);
                chunk.format = Some(*format);
                chunk.reader = Some(Box::new(reader));
                return true;
            }
            self.reading = Reading::from_here(reader, &chunk.bytes, &self.stream);
        }
        match &mut self.reading {
            Reading::Pieces { .. } => unreachable!("replaced above"),
            Reading::Lines { ahead, line, format } => {
                chunk.format = Some(*format);
                if !self.stream.cut_lines(ahead, &mut chunk.bytes, size) {
                    let place = Place { line: *line, column: 1 };
                    *line += 1;
                    let expected = Expected::AtMost(MAX_LINE);
                    chunk.items.push(Err(ParseError { place, found: Found::TooLong, expected }));
                    return true;
                }
                chunk.content = Content::Lines(*line);
                let most = (size / LINE_BYTES) as u64;
                let mut lines = line_ends(&chunk.bytes);
                if lines > most {
                    let end = end_of_line(&chunk.bytes, most as usize);
                    ahead.splice(..0, chunk.bytes.drain(end..));
                    lines = most;
                }
                *line += lines;
                !chunk.bytes.is_empty()
            }
            Reading::Reader { reader, early } => {
                fill_from_reader(&mut self.stream, reader, early, &mut chunk.items, size.min(MAX_RECORD_BYTES));
                chunk.format = reader.format();
                !chunk.items.is_empty()
            }
        }
    }
}

/// The number of bytes needed to recognise UTF-16, whose line ends are not single bytes.
const ENCODING_BYTES: usize = 4;

impl Reading {
    /// Reads until the format is known.
    fn choose(stream: &mut Stream, from: Option<Format>) -> Reading {
        let mut head = Vec::new();
        let mut reader = Box::new(from.map_or_else(Reader::new, Reader::with_format));
        let mut early = None;
        // A reader recognises the format after a bounded number of bytes, or at the end.
        while early.is_none() && !stream.ended && (reader.format().is_none() || head.len() < ENCODING_BYTES) {
            let from = head.len();
            stream.read(&mut head, READ_BYTES);
            reader.feed(&head[from..]);
            if stream.is_complete() {
                reader.finish();
            }
            early = reader.next();
        }
        match reader.format() {
            Some(format @ (Format::Line | Format::Sdm | Format::Candidates)) if !text::is_utf16(&head) => {
                Reading::Lines { ahead: head, line: 1, format }
            }
            Some(format @ (Format::Csv | Format::Json)) if !text::is_utf16(&head) => match Splitter::new(format) {
                Some(splitter) => Reading::Pieces { ahead: head, line: 1, format, splitter },
                None => Reading::Reader { reader, early },
            },
            _ => Reading::Reader { reader, early },
        }
    }

    /// The rest of an input that cannot be cut further: one reader reads it, beginning with these bytes.
    fn from_here(mut reader: Reader, bytes: &[u8], stream: &Stream) -> Reading {
        reader.feed(bytes);
        if stream.is_complete() {
            reader.finish();
        }
        Reading::Reader { reader: Box::new(reader), early: None }
    }
}

fn fill_from_reader(
    stream: &mut Stream,
    reader: &mut Reader,
    early: &mut Option<Item>,
    items: &mut Vec<Item>,
    size: usize,
) {
    let mut taken = 0;
    let mut buffer = Vec::new();
    loop {
        for item in early.take().into_iter().chain(reader.by_ref()) {
            taken += RECORD_BYTES + item.as_ref().map_or(0, text_bytes);
            items.push(item);
            if taken >= size {
                return;
            }
        }
        if stream.ended || (stream.prompt && !items.is_empty()) {
            return;
        }
        buffer.clear();
        stream.read(&mut buffer, READ_BYTES);
        reader.feed(&buffer);
        if stream.is_complete() {
            reader.finish();
        }
    }
}

/// The length of the text in a record other than its cells.
fn text_bytes(record: &Record) -> usize {
    let fields: usize = record.fields.iter().map(|(name, value)| name.len() + value.size() + 48).sum();
    record.comment.len() + fields
}
