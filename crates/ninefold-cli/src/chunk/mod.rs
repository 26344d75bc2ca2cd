//! Chunks: the pieces of an input that threads process.
//!
//! A chunk is raw text, which the worker parses, or a list of puzzles that the library's reader has already read. In the
//! line format, the format of most large collections, every line is independent, and cutting is as fast as a search for
//! line ends. CSV and JSON are cut between rows and elements by the library's [`Splitter`](ninefold::text::Splitter). Other
//! formats, and the rest of an input that has no plain structure, are read one puzzle after another.
//!
//! ```text
//!   bytes ---- the line format ------> | raw lines | raw lines | ...
//!         |--- CSV, JSON ------------> | rows | rows | ...
//!         \--- any other format -----> | puzzles | puzzles | ...
//! ```
//!
//! **The cuts depend only on the input**, not on timing: an interrupted run is resumed by cutting again and skipping the
//! finished chunks. (If the run cannot be resumed, a slow producer gets its answers early, and the cuts depend on timing.)
//! The first chunks are small: a short file of hard puzzles still uses all cores.
//!
//! **The size of a chunk bounds its results**, and with them the memory of the whole run: it has a maximum number of bytes
//! and of lines, which is smaller if the answers are long ([`ChunkSize`]). The answer to a line of two bytes can be a long
//! error message.
//!
//! **Every way gives the same items**: a raw line that is not a plain puzzle is read by the library's reader. Tests compare
//! them with one reader of the whole input.

mod chunks;
mod groups;
mod stream;

use std::sync::Arc;

use ninefold::text::{Format, ParseError, Place, Reader, Record};

pub(crate) use chunks::Chunks;
pub(crate) use groups::{LineGroup, line_groups};

use crate::pipeline::Numbered;

/// A puzzle, or the error of reading it.
pub(crate) type Item = Result<Record, ParseError>;

/// A piece of work. Its buffers are reused.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    /// The number of the chunk, from 0.
    pub(crate) index: u64,
    /// The name of its input.
    pub(crate) input: Arc<str>,
    /// The approximate number of bytes of all inputs up to the end of this chunk.
    position: u64,
    pub(crate) content: Content,
    /// Whether some input before the end of this chunk could not be read. If a later run can read it, the cuts differ.
    is_doubtful: bool,
    /// The format in which the puzzles are read.
    pub(crate) format: Option<Format>,
    bytes: Vec<u8>,
    /// The reader of the bytes, if they are rows or elements that are not read yet.
    reader: Option<Box<Reader>>,
    items: Vec<Item>,
}

/// The content of a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Content {
    /// Puzzles, as [`Chunk::items`] returns them.
    #[default]
    Items,
    /// Raw lines, with the number of the first.
    Lines(u64),
}

impl Chunk {
    /// The raw lines.
    pub(crate) fn lines(&self) -> &[u8] {
        &self.bytes
    }

    /// The puzzles: already read, or parsed now from the raw text.
    pub(crate) fn items(&mut self) -> &mut Vec<Item> {
        if let Some(mut reader) = self.reader.take() {
            reader.feed(&self.bytes);
            self.items.extend(reader);
        }
        if let Content::Lines(first_line) = self.content {
            self.items.clear();
            self.items.extend(read_lines(&self.bytes, first_line));
            self.content = Content::Items;
        }
        &mut self.items
    }
}

impl Numbered for Chunk {
    fn index(&self) -> u64 {
        self.index
    }

    fn position(&self) -> u64 {
        self.position
    }

    fn is_doubtful(&self) -> bool {
        self.is_doubtful
    }
}

/// Reads lines from any part of a file in the line format.
pub(crate) fn read_lines(lines: &[u8], first_line: u64) -> impl Iterator<Item = Item> {
    let mut reader = Reader::with_format(Format::Line);
    // A reader expects a byte-order mark at the beginning of its input. In the middle of a file, empty lines prevent this.
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

/// The size of chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ChunkSize {
    /// For answers that are fast to compute and no longer than the puzzles, on hardware that solves a hundred thousand puzzles
    /// at once.
    Huge,
    /// For answers that are fast to compute and no longer than the puzzles.
    #[default]
    Large,
    /// For answers that are several times as long as the puzzles, or need more memory.
    Medium,
    /// For puzzles that take long, or whose answer is a page. All cores get work, and results appear soon.
    Small,
    /// For answers of any length: one puzzle at a time.
    Single,
}

/// The first chunks have about this many bytes ...
const FIRST_BYTES: usize = 1 << 13;
/// ... and double after every eight, up to this many. The engine's lanes run empty at the end of every chunk, so chunks
/// must not be small. Chunks in progress should fit in the CPU's caches: twice as many bytes are no faster.
const LARGE_BYTES: usize = 1 << 18;
/// A hundred thousand puzzles.
const HUGE_BYTES: usize = 1 << 23;
const MEDIUM_BYTES: usize = 1 << 16;
/// One puzzle at a time, later about a dozen.
const SMALL_BYTES: [usize; 2] = [1 << 7, 1 << 10];
/// The number of chunks of the first of these sizes.
const SMALL_FIRST: u64 = 256;
/// The number of lines in a chunk is at most its bytes divided by this: a little less than the length of a puzzle.
const LINE_BYTES: usize = 64;

impl ChunkSize {
    /// The approximate number of bytes of the chunk with this number.
    fn bytes(self, index: u64) -> usize {
        let growing = FIRST_BYTES << (index / 8).min(16);
        match self {
            ChunkSize::Huge => growing.min(HUGE_BYTES),
            ChunkSize::Large => growing.min(LARGE_BYTES),
            ChunkSize::Medium => growing.min(MEDIUM_BYTES),
            ChunkSize::Small => SMALL_BYTES[usize::from(index >= SMALL_FIRST)],
            ChunkSize::Single => SMALL_BYTES[0],
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use ninefold::text::MAX_LINE;

    use super::stream::line_ends;
    use super::*;
    use crate::input::Input;
    use crate::pipeline::Source;

    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// A reproducible random generator.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) as usize % limit
        }
    }

    /// Texts in the line format with all kinds of errors.
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
            &"123456789".repeat(81),
            &format!("{} sukaku", "1.3......".repeat(81)),
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
            // The first line determines the format. In most texts this is the line format.
            if round % 10 != 0 {
                text.extend_from_slice(EASY.as_bytes());
                text.extend_from_slice(ends[numbers.below(ends.len())].as_bytes());
            }
            // Some texts have several chunks. Only a few have the lines of many kilobytes.
            let count = if round % 50 == 0 { 3000 } else { numbers.below(40) };
            let kinds = if round % 8 == 1 { lines.len() } else { 21 };
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

    /// The chunks of a text in a file.
    pub(crate) fn chunks_of(text: &[u8], steady: bool) -> (tempfile::NamedTempFile, Chunks) {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let chunks = chunks_of_size(&file, ChunkSize::Large, steady);
        (file, chunks)
    }

    fn chunks_of_size(file: &tempfile::NamedTempFile, size: ChunkSize, steady: bool) -> Chunks {
        Chunks::new(vec![Input::File(file.path().to_owned())], None, size, steady)
    }

    #[test]
    fn cutting_lines_gives_the_items_that_the_reader_gives() {
        for (round, text) in nasty_texts().enumerate() {
            let (_file, mut chunks) = chunks_of(&text, round % 2 == 0);
            let mut items = Vec::new();
            let mut chunk = Chunk::default();
            while chunks.next_into(&mut chunk) {
                items.append(chunk.items());
            }
            let expected = by_reader(&text);
            assert_eq!(items.len(), expected.len(), "round {round}");
            for (item, expected) in items.iter().zip(&expected) {
                assert_eq!(item, expected, "round {round}");
            }
        }
    }

    /// Texts in CSV and JSON: plain ones, which can be cut anywhere, and some with an error in the middle.
    fn rows_and_elements() -> impl Iterator<Item = Vec<u8>> {
        let mut numbers = Numbers(2);
        (0..120).map(move |round| {
            let count = [3, 40, 2000, 6000][numbers.below(4)];
            let odd = numbers.below(2 * count);
            let mut text = ["id,puzzle,name\n", "[\n", ""][round % 3].to_owned();
            for number in 0..count {
                let puzzle = if numbers.below(50) == 0 { "53z" } else { EASY };
                text += &match (round % 3, number == odd) {
                    (0, false) => format!("{number},{puzzle},\"a\nb\"\n"),
                    (0, true) => format!("{number},{puzzle},\"a\n\r{number},\"x\"y\n"),
                    (_, true) => format!("{{\"puzzle\": \"{puzzle}\"}}]]\r"),
                    (1, false) => format!("{{\"id\": {number},\n\"puzzle\": \"{puzzle}\"}},\n"),
                    (_, false) => format!("{{\"id\": {number}, \"puzzle\": \"{puzzle}\"}}\n"),
                };
            }
            if round % 3 == 1 {
                text += "{}]";
            }
            text.into_bytes()
        })
    }

    #[test]
    fn cutting_rows_and_elements_gives_the_items_that_the_reader_gives() {
        let mut pieces = 0;
        for (round, text) in rows_and_elements().enumerate() {
            let (_file, mut chunks) = chunks_of(&text, round % 2 == 0);
            let mut items = Vec::new();
            let mut chunk = Chunk::default();
            while chunks.next_into(&mut chunk) {
                pieces += usize::from(chunk.reader.is_some());
                items.append(chunk.items());
            }
            let expected = by_reader(&text);
            assert_eq!(items.len(), expected.len(), "round {round}");
            for (item, expected) in items.iter().zip(&expected) {
                assert_eq!(item, expected, "round {round}");
            }
        }
        assert!(pieces > 500, "only {pieces} chunks are read by workers");
    }

    #[test]
    fn a_chunk_has_a_bounded_number_of_lines_of_any_length() {
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("{EASY}{end}{}", format!("1{end}").repeat(60_000));
            for size in [ChunkSize::Huge, ChunkSize::Large, ChunkSize::Medium, ChunkSize::Small, ChunkSize::Single] {
                let (file, _) = chunks_of(text.as_bytes(), true);
                let mut chunks = chunks_of_size(&file, size, true);
                let mut chunk = Chunk::default();
                let mut next_line = 1;
                while chunks.next_into(&mut chunk) {
                    assert_eq!(chunk.content, Content::Lines(next_line));
                    let lines = line_ends(chunk.lines());
                    assert!(lines as usize <= size.bytes(chunk.index) / 64, "{lines} lines in chunk {}", chunk.index);
                    next_line += lines;
                }
                assert_eq!(next_line, 60_002);
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
