//! Cutting inputs into chunks: the piece of work that a thread takes at a time.
//!
//! A chunk is either a run of raw lines, not looked at yet, or a list of puzzles read by the library's reader. Raw lines
//! are for inputs in the line format, which is that of all large collections: there every line stands for itself, so the
//! lines can be cut here at the speed of a search for line ends, and read by the workers. All other formats are read
//! here, one puzzle after the other.
//!
//! ```text
//!   bytes ---- the reader says "lines" ----> | raw lines | raw lines | ...
//!         \--- any other format -----------> | puzzles | puzzles | ...
//! ```
//!
//! **Where the cuts are depends on the input alone**, not on timing: an interrupted run can be resumed by cutting again
//! and leaving out the chunks that are done. (Only when nothing is to be resumed may a slow producer be answered early.)
//! The first chunks are small, so that a short file of hard puzzles still occupies all cores.
//!
//! **A chunk bounds what becomes of it**, and so the memory of the whole run: it has so many bytes and so many lines at
//! most, fewer of them where the answers are long ([`Grain`]). A line of two bytes can be answered by a long complaint.
//!
//! **Both roads give the same items**: a raw line that is not a plain puzzle goes to the library's reader after all, and
//! the tests compare the two.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ninefold::text::{Expected, Format, Found, MAX_LINE, ParseError, Place, Reader, Record};

use crate::complain;
use crate::input::{Input, Opened};

/// A puzzle as read, or why it could not be read.
pub(crate) type Item = Result<Record, ParseError>;

/// A piece of work. Its buffers are used again and again.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    /// Its number, from 0.
    pub(crate) index: u64,
    /// The name of the input it comes from.
    pub(crate) input: Arc<str>,
    /// How many bytes of all inputs end with it, about.
    pub(crate) position: u64,
    pub(crate) content: Content,
    /// Something up to here could not be read. If it can be read another time, the cuts are elsewhere then.
    pub(crate) doubtful: bool,
    bytes: Vec<u8>,
    items: Vec<Item>,
}

/// What a chunk holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Content {
    /// Puzzles that have been read.
    #[default]
    Items,
    /// Raw lines; the first one has this number.
    Lines(u64),
}

impl Chunk {
    /// The raw lines.
    pub(crate) fn lines(&self) -> &[u8] {
        &self.bytes
    }

    /// The puzzles: those that have been read, or those of the raw lines.
    pub(crate) fn items(&mut self) -> &[Item] {
        if let Content::Lines(first_line) = self.content {
            self.items.clear();
            self.items.extend(read_lines(&self.bytes, first_line));
            self.content = Content::Items;
        }
        &self.items
    }
}

/// Reads lines that stand somewhere in a file in the line format.
pub(crate) fn read_lines(lines: &[u8], first_line: u64) -> impl Iterator<Item = Item> {
    let mut reader = Reader::with_format(Format::Line);
    // At the beginning of its input a reader looks for a byte-order mark. Elsewhere there is none, and empty lines say so.
    let padding: u64 = if first_line == 1 { 0 } else { 4 };
    reader.feed(&b"\n\n\n\n"[..padding as usize]);
    reader.feed(lines);
    reader.finish();
    let moved = move |place: Place| Place { line: place.line + first_line - 1 - padding, ..place };
    reader.map(move |item| match item {
        Ok(record) => Ok(Record { place: moved(record.place), ..record }),
        Err(error) => Err(ParseError { place: moved(error.place), ..error }),
    })
}

/// How many lines end in these bytes.
pub(crate) fn line_ends(bytes: &[u8]) -> u64 {
    let feeds = memchr::memchr_iter(b'\n', bytes).count();
    let lone_returns = memchr::memchr_iter(b'\r', bytes).filter(|&at| bytes.get(at + 1) != Some(&b'\n')).count();
    (feeds + lone_returns) as u64
}

/// The first chunks have about this many bytes ...
const FIRST_BYTES: usize = 1 << 13;
/// ... eight at a time they double, up to this many. The engine's lanes run dry at the end of every chunk, so that they
/// must not be small, and chunks that are being worked on should stay in the CPU's memory: twice as many are no faster.
const MOST_BYTES: usize = 1 << 18;
/// What a record takes beside its text, about; it bounds the number of records in a chunk.
const RECORD_BYTES: usize = 100;
/// Records are much larger than their text, so chunks of them are smaller.
const MOST_RECORD_BYTES: usize = 1 << 17;
/// How much is read at a time.
const READ_BYTES: usize = 1 << 16;

/// Where answers are long, or are packed.
const MEDIUM_BYTES: usize = 1 << 16;
/// Where each puzzle takes long: a puzzle at a time, later about a dozen.
const SLOW_BYTES: [usize; 2] = [1 << 7, 1 << 10];
/// How many chunks of the first of these sizes there are.
const SLOW_FIRST: u64 = 256;
/// A chunk has no more lines than if each of them had this many bytes: a little fewer than a puzzle has.
const LINE_BYTES: usize = 64;

/// How much is worked on at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Grain {
    /// Answers are quick, and no longer than the puzzles.
    #[default]
    Coarse,
    /// Answers are several times as long as the puzzles, or take memory of their own.
    Medium,
    /// A puzzle takes long or its answer is a page. All cores get some, and what is done is seen soon.
    Fine,
    /// An answer is a book: one puzzle at a time.
    Single,
}

impl Grain {
    /// About how many bytes the chunk with this number has.
    fn bytes(self, index: u64) -> usize {
        let growing = FIRST_BYTES << (index / 8).min(16);
        match self {
            Grain::Coarse => growing.min(MOST_BYTES),
            Grain::Medium => growing.min(MEDIUM_BYTES),
            Grain::Fine => SLOW_BYTES[usize::from(index >= SLOW_FIRST)],
            Grain::Single => SLOW_BYTES[0],
        }
    }
}

/// Cuts the inputs, one after the other.
pub(crate) struct Chunks {
    inputs: VecDeque<Input>,
    from: Option<Format>,
    /// Cut in the same places whatever the timing.
    steady: bool,
    grain: Grain,
    current: Option<Open>,
    index: u64,
    /// Chunks that were cut to look at and put back.
    ahead: VecDeque<Chunk>,
    /// Bytes read from the inputs.
    read: Arc<AtomicU64>,
    /// Some input could not be read to its end.
    pub(crate) trouble: bool,
}

/// The input being cut.
struct Open {
    input: Input,
    name: Arc<str>,
    unpacked: bool,
    stream: Stream,
    road: Road,
}

enum Road {
    /// Bytes read ahead, and the number of the line they begin with.
    Lines { ahead: Vec<u8>, line: u64 },
    /// The library's reader, and what it read before the road was chosen.
    Reader { reader: Box<Reader>, early: Option<Item> },
}

impl Chunks {
    /// `steady`: cut in the same places whatever the timing.
    pub(crate) fn new(inputs: Vec<Input>, from: Option<Format>, steady: bool) -> Chunks {
        Chunks {
            inputs: inputs.into(),
            from,
            steady,
            grain: Grain::default(),
            current: None,
            index: 0,
            ahead: VecDeque::new(),
            read: Arc::default(),
            trouble: false,
        }
    }

    /// Cuts at least as fine.
    pub(crate) fn grain(self, grain: Grain) -> Chunks {
        Chunks { grain: self.grain.max(grain), ..self }
    }

    /// Fills the next chunk; `false` when there is none.
    pub(crate) fn next_into(&mut self, chunk: &mut Chunk) -> bool {
        if let Some(ahead) = self.ahead.pop_front() {
            *chunk = ahead;
            return true;
        }
        loop {
            let mut open = match self.current.take() {
                Some(open) => open,
                None => {
                    let Some(input) = self.inputs.pop_front() else { return false };
                    match Open::new(input, self.from, self.steady, &self.read) {
                        Ok(open) => open,
                        Err(error) => {
                            self.fail(&format!("{error:#}"));
                            continue;
                        }
                    }
                }
            };
            if open.fill(chunk, self.grain.bytes(self.index)) {
                chunk.index = self.index;
                chunk.doubtful = self.trouble || open.stream.failure.is_some();
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
        self.trouble = true;
        complain(message);
    }

    /// The only puzzle, if there is exactly one; otherwise nothing is lost.
    pub(crate) fn single(&mut self) -> Option<(Arc<str>, Item)> {
        let mut found = Vec::new();
        let mut seen = VecDeque::new();
        loop {
            let mut chunk = Chunk::default();
            if !self.next_into(&mut chunk) {
                break;
            }
            if chunk.items().is_empty() {
                // Comments alone: nothing to keep, however many there are.
                self.index -= 1;
                continue;
            }
            let name = Arc::clone(&chunk.input);
            found.extend(chunk.items().iter().take(2).map(|item| (Arc::clone(&name), item.clone())));
            seen.push_back(chunk);
            if found.len() > 1 {
                break;
            }
        }
        if found.len() == 1 {
            return found.pop();
        }
        self.ahead = seen;
        None
    }
}

impl Open {
    fn new(input: Input, from: Option<Format>, steady: bool, read: &Arc<AtomicU64>) -> anyhow::Result<Open> {
        // A file has no pauses.
        let prompt = !steady && input.size().is_none();
        let (inner, unpacked, count) = match input.open(read)? {
            Opened::Plain(inner) => (inner, false, Arc::clone(read)),
            Opened::Unpacked(inner) => (inner, true, Arc::default()),
        };
        let mut stream = Stream { inner, count, prompt, ended: false, failure: None };
        let road = Road::choose(&mut stream, from);
        Ok(Open { name: input.name().into(), input, unpacked, stream, road })
    }

    /// Bytes that were read and are in no chunk yet. Of an archive nobody knows, and it does not matter much.
    fn ahead(&self) -> u64 {
        match &self.road {
            Road::Lines { ahead, .. } if !self.unpacked => ahead.len() as u64,
            _ => 0,
        }
    }

    /// Fills a chunk of about so many bytes; `false` at the end of the input.
    fn fill(&mut self, chunk: &mut Chunk, size: usize) -> bool {
        chunk.input = Arc::clone(&self.name);
        chunk.bytes.clear();
        chunk.items.clear();
        match &mut self.road {
            Road::Lines { ahead, line } => {
                chunk.content = Content::Lines(*line);
                if cut_lines(&mut self.stream, ahead, &mut chunk.bytes, size) {
                    let most = (size / LINE_BYTES) as u64;
                    let mut lines = line_ends(&chunk.bytes);
                    if lines > most {
                        let end = end_of_line(&chunk.bytes, most as usize);
                        ahead.splice(..0, chunk.bytes.drain(end..));
                        lines = most;
                    }
                    *line += lines;
                    return !chunk.bytes.is_empty();
                }
                chunk.content = Content::Items;
                let place = Place { line: *line, column: 1 };
                *line += 1;
                chunk.items.push(Err(ParseError {
                    place,
                    found: Found::TooLong,
                    expected: Expected::AtMost(MAX_LINE),
                }));
                true
            }
            Road::Reader { reader, early } => {
                chunk.content = Content::Items;
                fill_from_reader(&mut self.stream, reader, early, &mut chunk.items, size.min(MOST_RECORD_BYTES));
                !chunk.items.is_empty()
            }
        }
    }
}

impl Road {
    /// Reads until it is known which road the input takes.
    fn choose(stream: &mut Stream, from: Option<Format>) -> Road {
        let mut head = Vec::new();
        let mut reader = Box::new(from.map_or_else(Reader::new, Reader::with_format));
        let mut early = None;
        // A reader knows the format after a bounded number of bytes, or at the end.
        while early.is_none() && !stream.ended && (reader.format().is_none() || head.len() < ENCODING_BYTES) {
            let from = head.len();
            stream.read(&mut head, READ_BYTES);
            reader.feed(&head[from..]);
            if stream.complete() {
                reader.finish();
            }
            early = reader.next();
        }
        let lines = matches!(reader.format(), Some(Format::Line | Format::Sdm));
        if lines && !may_be_utf16(&head) {
            Road::Lines { ahead: head, line: 1 }
        } else {
            Road::Reader { reader, early }
        }
    }
}

/// So many bytes tell UTF-16, whose line ends are no single bytes, from what can be cut at bytes.
const ENCODING_BYTES: usize = 4;

fn may_be_utf16(head: &[u8]) -> bool {
    let head = &head[..head.len().min(ENCODING_BYTES)];
    head.contains(&0) || head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF])
}

/// An input's bytes. When reading fails they have ended, and the failure is told after what was read before it.
struct Stream {
    inner: Box<dyn Read + Send>,
    /// Grows with the bytes read.
    count: Arc<AtomicU64>,
    /// Hand on what is there when the producer pauses.
    prompt: bool,
    ended: bool,
    failure: Option<io::Error>,
}

impl Stream {
    /// Appends so many bytes, or what one read gives if a prompt answer is wanted.
    fn read(&mut self, buffer: &mut Vec<u8>, count: usize) {
        let from = buffer.len();
        let read = if self.prompt {
            buffer.resize(from + count, 0);
            let read = retry(|| self.inner.read(&mut buffer[from..]));
            buffer.truncate(from + *read.as_ref().unwrap_or(&0));
            read.map(|read| read == 0)
        } else {
            self.inner.by_ref().take(count as u64).read_to_end(buffer).map(|read| read < count)
        };
        self.count.fetch_add((buffer.len() - from) as u64, Ordering::Relaxed);
        match read {
            Ok(ended) => self.ended = ended,
            Err(error) => {
                self.ended = true;
                self.failure = Some(error);
            }
        }
    }

    /// All of it has been read.
    fn complete(&self) -> bool {
        self.ended && self.failure.is_none()
    }
}

fn retry(mut read: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match read() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
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
        if stream.complete() {
            reader.finish();
        }
    }
}

/// The text a record carries beside its cells.
fn text_bytes(record: &Record) -> usize {
    let fields: usize = record.fields.iter().map(|(name, value)| name.len() + value.len() + 48).sum();
    record.comment.len() + fields
}

/// Moves the next whole lines into the buffer, about so many bytes, and keeps the rest ahead. The last line of the input
/// may have no end. Leaves the buffer empty at the end of the input; `false` instead means that a line longer than any
/// puzzle's was passed over.
fn cut_lines(stream: &mut Stream, ahead: &mut Vec<u8>, buffer: &mut Vec<u8>, size: usize) -> bool {
    std::mem::swap(ahead, buffer);
    let mut size = size;
    // What a buffer once has it keeps, so it gets no more than it needs.
    buffer.reserve_exact(size.saturating_sub(buffer.len()));
    loop {
        while buffer.len() < size && !stream.ended && !(stream.prompt && end_of_lines(buffer).is_some()) {
            stream.read(buffer, size - buffer.len());
        }
        if stream.ended && buffer.len() <= size {
            if stream.failure.is_some() {
                buffer.truncate(end_of_lines(buffer).unwrap_or(0));
            }
            return true;
        }
        if let Some(end) = end_of_lines(&buffer[..buffer.len().min(size)]) {
            ahead.extend_from_slice(&buffer[end..]);
            buffer.truncate(end);
            return true;
        }
        if size > MAX_LINE + 1 {
            break;
        }
        size = MAX_LINE + 2;
    }
    pass_over_line(stream, buffer, ahead);
    false
}

/// Where the line with this number, from 1, ends. There are more.
fn end_of_line(bytes: &[u8], number: usize) -> usize {
    let is_end = |at: &usize| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n');
    let mut ends = memchr::memchr2_iter(b'\n', b'\r', bytes).filter(is_end);
    ends.nth(number - 1).map_or(bytes.len(), |at| at + 1)
}

/// Where the last whole line ends. A return at the very end may be half of a line end and does not count.
fn end_of_lines(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(1)?;
    memchr::memrchr(b'\n', bytes).or_else(|| memchr::memrchr(b'\r', &bytes[..last])).map(|at| at + 1)
}

/// Reads to the end of the line whose beginning is in the buffer, and keeps what follows ahead.
fn pass_over_line(stream: &mut Stream, buffer: &mut Vec<u8>, ahead: &mut Vec<u8>) {
    loop {
        if let Some(at) = memchr::memchr2(b'\n', b'\r', buffer) {
            let is_return = buffer[at] == b'\r';
            while is_return && buffer.len() == at + 1 && !stream.ended {
                stream.read(buffer, 1);
            }
            let rest = &buffer[at + 1..];
            let rest = if is_return { rest.strip_prefix(b"\n").unwrap_or(rest) } else { rest };
            ahead.extend_from_slice(rest);
            return;
        }
        if stream.ended {
            return;
        }
        buffer.clear();
        stream.read(buffer, READ_BYTES);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Numbers that look random and are always the same.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) as usize % limit
        }
    }

    /// Texts in the line format with everything that may go wrong in it.
    pub(crate) fn nasty_texts() -> impl Iterator<Item = Vec<u8>> {
        let lines: Vec<Vec<u8>> = [
            EASY,
            &EASY.replace('.', "0"),
            &EASY.replace('.', "x"),
            &EASY.replace('.', " "),
            &format!("  {EASY}"),
            &format!("{EASY} SE 7.1"),
            &format!("{EASY},7.1,\"é\""),
            &format!("{EASY}4"),
            &format!("{EASY}# comment"),
            &EASY[..80],
            &EASY.replace('6', "z"),
            &format!("\u{feff}{EASY}"),
            "",
            " ",
            "# comment",
            "oops",
            "[Puzzle]",
            &".".repeat(81),
            &format!("{EASY}{}", " comment".repeat(300)),
            &format!("{EASY} {}", "c".repeat(MAX_LINE - 82)),
            &format!("{EASY} {}", "c".repeat(MAX_LINE - 81)),
            &"7".repeat(MAX_LINE + 1),
            &"y".repeat(3 * MAX_LINE),
        ]
        .into_iter()
        .map(|line| line.as_bytes().to_vec())
        .chain([b"\xFF\xFE\x00\x00".to_vec(), b"\0\0".to_vec(), [EASY.as_bytes(), b" \xC3"].concat()])
        .collect();
        let ends = ["\n", "\n", "\n", "\r\n", "\r\n", "\r", "\n\n", "\r\r\n"];
        let mut numbers = Numbers(1);
        (0..400).map(move |round| {
            let mut text = Vec::new();
            // The format is that of the first line; mostly it is to be the line format.
            if round % 10 != 0 {
                text.extend_from_slice(EASY.as_bytes());
                text.extend_from_slice(ends[numbers.below(ends.len())].as_bytes());
            }
            // Now and then a text of several chunks; only few with the lines of many kilobytes.
            let count = if round % 50 == 0 { 3000 } else { numbers.below(40) };
            let kinds = if round % 8 == 1 { lines.len() } else { 19 };
            let end = numbers.below(ends.len());
            for _ in 0..count {
                text.extend_from_slice(&lines[numbers.below(kinds)]);
                let end = if round % 3 == 0 { end } else { numbers.below(ends.len()) };
                text.extend_from_slice(ends[end].as_bytes());
            }
            if round % 2 == 0 {
                text.pop();
            }
            text
        })
    }

    fn by_reader(text: &[u8]) -> Vec<Item> {
        let mut reader = Reader::new();
        reader.feed(text);
        reader.finish();
        reader.collect()
    }

    /// Chunks of a text that lies in a file.
    pub(crate) fn chunks_of(text: &[u8], steady: bool) -> (tempfile::NamedTempFile, Chunks) {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let chunks = Chunks::new(vec![Input::File(file.path().to_owned())], None, steady);
        (file, chunks)
    }

    #[test]
    fn cutting_lines_gives_the_items_that_the_reader_gives() {
        for (round, text) in nasty_texts().enumerate() {
            let (_file, mut chunks) = chunks_of(&text, round % 2 == 0);
            let mut items = Vec::new();
            let mut chunk = Chunk::default();
            while chunks.next_into(&mut chunk) {
                items.extend_from_slice(chunk.items());
            }
            let expected = by_reader(&text);
            assert_eq!(items.len(), expected.len(), "round {round}");
            for (item, expected) in items.iter().zip(&expected) {
                assert_eq!(item, expected, "round {round}");
            }
        }
    }

    #[test]
    fn a_chunk_has_a_bounded_number_of_lines_of_any_length() {
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("{EASY}{end}{}", format!("1{end}").repeat(300_000));
            for grain in [Grain::Coarse, Grain::Medium, Grain::Fine, Grain::Single] {
                let (_file, chunks) = chunks_of(text.as_bytes(), true);
                let mut chunks = chunks.grain(grain);
                let mut chunk = Chunk::default();
                let mut next_line = 1;
                while chunks.next_into(&mut chunk) {
                    assert_eq!(chunk.content, Content::Lines(next_line));
                    let lines = line_ends(chunk.lines());
                    assert!(lines as usize <= grain.bytes(chunk.index) / 64, "{lines} lines in chunk {}", chunk.index);
                    next_line += lines;
                }
                assert_eq!(next_line, 300_002);
            }
        }
    }

    #[test]
    fn the_only_puzzle_is_found_and_nothing_is_lost_when_there_are_more() {
        for (text, count) in [("", 0), (EASY, 1), (&format!("# one\n\n{EASY}\n"), 1), (&format!("{EASY}\n{EASY}"), 2)] {
            let (_file, mut chunks) = chunks_of(text.as_bytes(), false);
            let single = chunks.single();
            assert_eq!(single.is_some(), count == 1);
            let mut left = 0;
            let mut chunk = Chunk::default();
            while chunks.next_into(&mut chunk) {
                left += chunk.items().len();
            }
            assert_eq!(left + usize::from(single.is_some()), count);
        }
    }
}
