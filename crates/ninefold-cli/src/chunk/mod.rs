//! Chunks: the pieces of an input that threads work on.
//!
//! A chunk is either a run of raw lines, which the worker reads, or a list of puzzles that the library's reader has read
//! already. Raw lines are for inputs in the line format, which is that of all large collections: every line there is
//! independent, so the lines are cut at the speed of a search for line ends. Other formats are read here, one puzzle
//! after the other.
//!
//! ```text
//!   bytes ---- the reader says "lines" ----> | raw lines | raw lines | ...
//!         \--- any other format -----------> | puzzles | puzzles | ...
//! ```
//!
//! **Where the cuts are depends on the input alone**, not on timing: an interrupted run can be resumed by cutting again
//! and skipping the chunks that are done. (Only if nothing is to be resumed may a slow producer be answered early.) The
//! first chunks are small, so that a short file of hard puzzles still occupies all cores.
//!
//! **A chunk bounds its results**, and so the memory of the whole run: it has a maximal number of bytes and of lines, which
//! is smaller if the answers are long ([`ChunkSize`]). A line of two bytes can be answered by a long error message.
//!
//! **Both ways give the same items**: a raw line that is not a plain puzzle goes to the library's reader after all, and
//! the tests compare the two.

mod chunks;
mod stream;

use std::sync::Arc;

use ninefold::text::{Format, ParseError, Place, Reader, Record};

pub(crate) use chunks::Chunks;
pub(crate) use stream::line_ends;

use crate::pipeline::Numbered;

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
    position: u64,
    pub(crate) content: Content,
    /// Something up to here could not be read. If it can be read another time, the cuts are elsewhere then.
    is_doubtful: bool,
    /// The format the puzzles are read in.
    pub(crate) format: Option<Format>,
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
    pub(crate) fn items(&mut self) -> &mut Vec<Item> {
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

/// Reads lines from somewhere in a file in the line format.
pub(crate) fn read_lines(lines: &[u8], first_line: u64) -> impl Iterator<Item = Item> {
    let mut reader = Reader::with_format(Format::Line);
    // At the beginning of its input a reader looks for a byte-order mark. Elsewhere there is none; empty lines hide it.
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

/// How much is worked on at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ChunkSize {
    /// Answers are quick, and no longer than the puzzles. The hardware solves a hundred thousand puzzles at once.
    Huge,
    /// Answers are quick, and no longer than the puzzles.
    #[default]
    Large,
    /// Answers are several times as long as the puzzles, or take memory of their own.
    Medium,
    /// A puzzle takes long or its answer is a page. All cores get some, and what is done is seen soon.
    Small,
    /// An answer may have any length: one puzzle at a time.
    Single,
}

/// The first chunks have about this many bytes ...
const FIRST_BYTES: usize = 1 << 13;
/// ... and double after every eight, up to this many. The engine's lanes run empty at the end of every chunk, so chunks must
/// not be small, and chunks that are being worked on should stay in the CPU's caches: twice as many bytes are no faster.
const LARGE_BYTES: usize = 1 << 18;
/// A hundred thousand puzzles.
const HUGE_BYTES: usize = 1 << 23;
const MEDIUM_BYTES: usize = 1 << 16;
/// A puzzle at a time, later about a dozen.
const SMALL_BYTES: [usize; 2] = [1 << 7, 1 << 10];
/// How many chunks of the first of these sizes there are.
const SMALL_FIRST: u64 = 256;
/// A chunk has no more lines than if each of them had this many bytes: a little fewer than a puzzle has.
const LINE_BYTES: usize = 64;

impl ChunkSize {
    /// About how many bytes the chunk with this number has.
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

    use super::*;
    use crate::input::Input;
    use crate::pipeline::Source;

    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Numbers that look random and are always the same.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) as usize % limit
        }
    }

    /// Texts in the line format with everything that can be wrong in it.
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
            // The format is that of the first line; mostly it is to be the line format.
            if round % 10 != 0 {
                text.extend_from_slice(EASY.as_bytes());
                text.extend_from_slice(ends[numbers.below(ends.len())].as_bytes());
            }
            // Now and then a text of several chunks; only few with the lines of many kilobytes.
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

    /// Chunks of a text that lies in a file.
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

    #[test]
    fn a_chunk_has_a_bounded_number_of_lines_of_any_length() {
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("{EASY}{end}{}", format!("1{end}").repeat(300_000));
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
