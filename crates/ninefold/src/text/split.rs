//! Cutting an input between puzzles, so that several threads can read the pieces.
//!
//! Lines, rows of CSV and elements of JSON do not depend on each other once a little is known about the input: the header of
//! the CSV, or whether the elements of JSON are in an array. A [`Splitter`] knows that. It finds the last place in a piece of
//! text at which a reader is between two puzzles, at the beginning of a line. It is much faster than the reader.
//!
//! **Both ways give the same items.** A splitter only vouches for text whose structure is plain. If it finds anything else,
//! such as a quote that stays open or a bracket too many, it cuts before that, and a reader has to read on from there.

use alloc::sync::Arc;

use super::csv::{self, Csv};
use super::json::Json;
use super::json_split;
use super::reader::Reader;
use super::{Format, MAX_ELEMENT};

/// The shortest piece.
const FEWEST_BYTES: usize = 4;

/// What is known about an input at a place between two puzzles.
///
/// ```
/// use ninefold::text::{Format, Reader, Splitter};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let text = format!("id,puzzle\n1,{puzzle}\n2,{puzzle}\n3,{}", &puzzle[..40]);
/// let mut splitter = Splitter::new(Format::Csv).expect("rows can be cut");
/// let end = splitter.split(text.as_bytes());
/// assert_eq!(&text[end..], format!("3,{}", &puzzle[..40]));
/// // Another reader continues in line 4.
/// let mut reader = splitter.reader(4);
/// reader.feed(format!("3,{puzzle}\n").as_bytes());
/// assert_eq!(reader.next().unwrap()?.place.line, 4);
/// # Ok::<(), ninefold::text::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Splitter(Kind);

#[derive(Clone, Debug)]
enum Kind {
    /// Every line is independent.
    Lines(Format),
    /// The header, once it is known.
    Csv(Option<Arc<csv::Header>>),
    /// Whether the elements are in an array.
    Json { in_array: bool },
}

impl Splitter {
    /// At the beginning of an input. `None` if the format can only be read from beginning to end.
    pub fn new(format: Format) -> Option<Splitter> {
        match format {
            Format::Line | Format::Sdm | Format::Candidates | Format::Hodoku => Some(Splitter(Kind::Lines(format))),
            Format::Csv => Some(Splitter(Kind::Csv(None))),
            Format::Json => Some(Splitter(Kind::Json { in_array: false })),
            Format::Grid | Format::Pencilmarks | Format::Sdk | Format::Ss | Format::OpenSudoku => None,
        }
    }

    /// Moves to the last place in the text that is between two puzzles and at the beginning of a line. Returns how many bytes
    /// are before it; 0 if there is none. The text has to begin where the splitter is.
    pub fn split(&mut self, text: &[u8]) -> usize {
        if text.contains(&b'\r') && has_lone_return(text) {
            return 0;
        }
        let mut after = self.clone();
        let end = match &mut after.0 {
            Kind::Lines(_) => text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1),
            Kind::Csv(header) => csv::split(text, header),
            Kind::Json { in_array } => json_split::split(text, in_array, MAX_ELEMENT),
        };
        // A reader needs a few bytes to recognise the encoding.
        if end < FEWEST_BYTES {
            return 0;
        }
        *self = after;
        end
    }

    /// A reader for text that begins where the splitter is, in this line.
    pub fn reader(&self, line: u64) -> Reader {
        match &self.0 {
            Kind::Lines(format) => Reader::continuing_lines(*format, line),
            Kind::Csv(header) => Reader::continuing(Format::Csv, Csv::continuing(header.clone(), line)),
            Kind::Json { in_array } => Reader::continuing(Format::Json, Json::continuing(*in_array, line)),
        }
    }

    /// Whether the input may not end here: an array is not closed.
    pub fn is_open(&self) -> bool {
        matches!(self.0, Kind::Json { in_array: true })
    }
}

/// Whether some `\r` is a line end of its own.
fn has_lone_return(text: &[u8]) -> bool {
    text.iter().enumerate().any(|(at, byte)| *byte == b'\r' && text.get(at + 1) != Some(&b'\n'))
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;
    use crate::Random;
    use crate::text::ParseError;
    use crate::text::Record;
    use crate::text::samples::{PUZZLE, SOLVED};

    /// Reads a text in pieces of about this size, each by a reader of its own, and the rest from beginning to end.
    fn in_pieces(text: &[u8], format: Format, size: usize) -> (Vec<Result<Record, ParseError>>, usize) {
        let mut splitter = Splitter::new(format).unwrap();
        let (mut items, mut rest, mut line, mut pieces) = (Vec::new(), text, 1, 0);
        loop {
            let before = splitter.clone();
            let end = splitter.split(&rest[..rest.len().min(size)]);
            let mut reader = if line == 1 { Reader::with_format(format) } else { before.reader(line) };
            if end == 0 {
                reader.feed(rest);
                reader.finish();
                items.extend(reader);
                return (items, pieces);
            }
            let (piece, after) = rest.split_at(end);
            reader.feed(piece);
            items.extend(reader.by_ref());
            line += piece.iter().filter(|byte| **byte == b'\n').count() as u64;
            rest = after;
            pieces += 1;
        }
    }

    fn whole(text: &[u8], format: Format) -> Vec<Result<Record, ParseError>> {
        let mut reader = Reader::with_format(format);
        reader.feed(text);
        reader.finish();
        reader.collect()
    }

    /// Whatever the text is, pieces give the items that the whole gives. Most texts here can be cut.
    fn check(format: Format, mut text: impl FnMut(&mut Random) -> String) {
        let mut random = Random::new(7);
        let mut pieces = 0;
        for round in 0..400 {
            let text = text(&mut random);
            let expected = whole(text.as_bytes(), format);
            for size in [100, 300, 1000, 100_000] {
                let (items, cut) = in_pieces(text.as_bytes(), format, size);
                assert_eq!(items, expected, "round {round}, size {size}: {text}");
                pieces += cut;
            }
        }
        assert!(pieces > 400, "{pieces}");
    }

    fn pick<'a>(random: &mut Random, texts: &[&'a str]) -> &'a str {
        texts[random.below(texts.len() as u32) as usize]
    }

    #[test]
    fn rows_in_pieces_are_those_of_the_whole() {
        check(Format::Csv, |random| {
            let separator = pick(random, &[",", ",", ",", ";", "\t"]);
            let mut text = String::from(pick(random, &["", "# a \"comment\"\n\n", "\u{feff}", ""]));
            text += &format!("id{separator}puzzle{separator}\"a, name\"{separator}solution\n");
            if random.below(5) == 0 {
                text.clear();
            }
            let nasty = random.below(3) == 0;
            for number in 0..random.below(20) {
                let puzzle = if random.below(9) == 0 { "53z" } else { PUZZLE };
                let usual = ["easy", "", "\"a, b\"", "\"a \"\"b\"\"\"", "\"two\nlines\"", "a\"b"];
                let rare = ["\"open", "\"", "x\"y\"z", "\"a\"b\"", "\u{e9}"];
                let name = if nasty { pick(random, &rare) } else { pick(random, &usual) };
                text += &format!("{number}{separator}{puzzle}{separator}{name}{separator}{SOLVED}");
                text += pick(random, &["\n", "\n", "\n", "\r\n", "\n\n"]);
            }
            text
        });
    }

    #[test]
    fn elements_in_pieces_are_those_of_the_whole() {
        check(Format::Json, |random| {
            let array = random.below(2) == 0;
            let nasty = random.below(3) == 0;
            let mut text = String::from(if array { pick(random, &["[", "[\n", " [\n  "]) } else { "" });
            for number in 0..random.below(20) {
                if number > 0 {
                    let between = if array { [",\n", ",\n  ", ", ", " ,\n\n"] } else { ["\n", "\n", "\n\n", "\r\n"] };
                    text += pick(random, &between);
                }
                let usual = [
                    "\"id\": 7",
                    "\"name\": \"a \\\"b\\\" {[\"",
                    "\"list\": [1, {\"a\": [{}, {\"b\": []}]}, \"x\"]",
                    "\"\\\\\": null",
                ];
                let rare = [
                    "\"a\": tru",
                    "\"a\" {\"b\": 1}",
                    "\"a\": \"\\q\"",
                    "\"a\": \"\\u12\"",
                    "\"a\": 1]",
                    "\"a\": [1}",
                    "a: 1",
                    "\"a\": \"open",
                    "{",
                    "}",
                    "]",
                    "\"a\": \u{e9}",
                    "\"x\"\n:\n1",
                    "\"x\":\n{\"y\": 1}",
                ];
                let member = if nasty && random.below(3) == 0 { pick(random, &rare) } else { pick(random, &usual) };
                let element = format!("{{\"puzzle\": \"{PUZZLE}\", {member}}}");
                let others = ["\"53\"", "[[1]]", "17", "x", "{}", ""];
                text += if nasty && random.below(6) == 0 { pick(random, &others) } else { &element };
            }
            text +=
                if array && random.below(4) > 0 { pick(random, &["]", "\n]\n"]) } else { pick(random, &["", "\n"]) };
            text
        });
    }

    #[test]
    fn lines_in_pieces_are_those_of_the_whole() {
        check(Format::Line, |random| {
            (0..random.below(20))
                .map(|_| {
                    format!("{}{}", pick(random, &[PUZZLE, "", "# x", "53"]), pick(random, &["\n", "\r\n", " a\n"]))
                })
                .collect()
        });
    }
}
