//! A puzzle in a text that is in no format: in a sentence, or in a link to another page.
//!
//! ```text
//! Can you solve 53..7....6..195... ?                            81 cells between other words
//! https://www.sudokuwiki.org/Sudoku?bd=530070000600195...       81 cells in a link
//! https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5g...     a compressed puzzle
//! https://sudokupad.app/fpuzzlesN4IgzglgXgpiBcBOANCA5g...       the same
//! 53--7---- 6--195---                                           `-` for an empty cell
//! ```
//!
//! A compressed puzzle is JSON in the compression of lz-string: its givens are read, its other rules are not.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Reader, Record};
use crate::{Cell, Digit, Grid, lz_string};

/// No more bytes of a text are searched.
const MAX_SEARCHED: usize = 1 << 18;

/// Fewer digits in a row of 81 cells are not taken for a puzzle: a line of dots is a ruler.
const FEWEST_DIGITS: usize = 8;

/// The puzzles in a text that [`Reader`] finds none in.
///
/// ```
/// use ninefold::text::find;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let found = find(&format!("Try {puzzle}, it is easy."));
/// assert_eq!(found[0].position.givens().to_string(), puzzle);
/// assert!(find("no puzzle at all").is_empty());
/// ```
pub fn find(text: &str) -> Vec<Record> {
    let text = match text.char_indices().nth(MAX_SEARCHED) {
        Some((end, _)) => &text[..end],
        None => text,
    };
    let found = compressed(text);
    if !found.is_empty() {
        return found;
    }
    let found = runs(text.as_bytes());
    if found.is_empty() { with_dashes(text) } else { found }
}

/// Runs of exactly 81 cells. All empty cells of a run are written alike: letters beside it are then not part of it.
fn runs(text: &[u8]) -> Vec<Record> {
    let mut found: Vec<(usize, Grid)> = Vec::new();
    for empty in *b".0-*_?xX" {
        let meaning = |byte: u8| match Digit::from_ascii(byte) {
            Some(digit) => Some(Some(digit)),
            None if byte == empty => Some(None),
            None => None,
        };
        let mut at = 0;
        while at < text.len() {
            let length = text[at..].iter().take_while(|byte| meaning(**byte).is_some()).count();
            // The full stop of a sentence may look like one more empty cell.
            let stop = length == 82 && text[at + 81] == b'.';
            if length == 81 || stop {
                let mut grid = Grid::EMPTY;
                for (index, &byte) in text[at..at + 81].iter().enumerate() {
                    grid[Cell::from_index(index)] = meaning(byte).flatten();
                }
                if grid.filled().len() >= FEWEST_DIGITS {
                    found.push((at, grid));
                }
            }
            at += length.max(1);
        }
    }
    found.sort_by_key(|(at, _)| *at);
    // A full grid has no empty cells, and is found with each kind of them.
    found.dedup();
    found.into_iter().map(|(_, grid)| Record::new(grid)).collect()
}

/// The text with `-` for empty cells. Drawings have borders of `-`, so this is the last attempt.
fn with_dashes(text: &str) -> Vec<Record> {
    if !text.contains('-') {
        return Vec::new();
    }
    let mut reader = Reader::new();
    reader.feed(text.replace('-', ".").as_bytes());
    reader.finish();
    let read: Result<Vec<Record>, _> = reader.collect();
    let mut read = read.unwrap_or_default();
    read.retain(|record| record.position.digits().filled().len() >= FEWEST_DIGITS);
    read
}

/// Puzzles behind the markers of links that are followed by compressed JSON.
fn compressed(text: &str) -> Vec<Record> {
    ["load=", "/fpuzzles", "puzzleid=fpuzzles", "?fpuzzles"]
        .iter()
        .flat_map(|marker| text.match_indices(marker).map(|(at, marker)| &text[at + marker.len()..]))
        .filter_map(|payload| {
            let end = payload
                .find(|character: char| character.is_whitespace() || matches!(character, '&' | '#' | '"' | '<' | '>'));
            let json = lz_string::decompress(&unescaped(&payload[..end.unwrap_or(payload.len())]))?;
            given_digits(json.as_bytes())
        })
        .map(Record::new)
        .collect()
}

/// The text with the escapes of links resolved, as far as the alphabet of base64 needs them.
fn unescaped(text: &str) -> String {
    [("%2B", "+"), ("%2b", "+"), ("%2F", "/"), ("%2f", "/"), ("%3D", "="), ("%3d", "=")]
        .iter()
        .fold(text.into(), |text: String, (escape, character)| text.replace(escape, character))
}

/// The givens of a puzzle as f-puzzles writes it: nine rows of nine objects in the member `grid`, with `value` and
/// `given`.
fn given_digits(json: &[u8]) -> Option<Grid> {
    const NAME: &[u8] = b"\"grid\":[";
    let start = json.windows(NAME.len()).position(|window| window == NAME)? + NAME.len();
    let mut grid = Grid::EMPTY;
    let (mut rows, mut columns) = (0, 0);
    let (mut arrays, mut objects) = (1, 0);
    let mut at = start;
    while arrays > 0 {
        match *json.get(at)? {
            b'[' => arrays += 1,
            b']' => {
                arrays -= 1;
                if arrays == 1 && objects == 0 {
                    if columns != 9 {
                        return None;
                    }
                    (rows, columns) = (rows + 1, 0);
                }
            }
            b'{' => {
                if arrays == 2 && objects == 0 {
                    if rows > 8 || columns > 8 {
                        return None;
                    }
                    let end = at + json[at..].iter().position(|&byte| byte == b'}')?;
                    let object = &json[at..end];
                    let has = |part: &[u8]| object.windows(part.len()).any(|window| window == part);
                    if has(b"\"given\":true") {
                        grid[Cell::from_index(rows * 9 + columns)] = Digit::ALL
                            .into_iter()
                            .find(|digit| has(&[b"\"value\":", &[b'1' + digit.index() as u8][..]].concat()));
                    }
                    columns += 1;
                }
                objects += 1;
            }
            b'}' => objects -= 1,
            _ => {}
        }
        at += 1;
    }
    (rows == 9 && !grid.filled().is_empty()).then_some(grid)
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;
    use crate::text::samples::PUZZLE;

    fn only(text: &str) -> String {
        let found = find(text);
        assert_eq!(found.len(), 1, "{text}");
        found[0].position.givens().to_string()
    }

    #[test]
    fn a_puzzle_in_a_sentence_or_a_link_is_found() {
        let zeros = PUZZLE.replace('.', "0");
        for text in [
            format!("Can you solve {PUZZLE}?"),
            format!("This is {PUZZLE}."),
            format!("puzzle:{zeros}, from the newspaper"),
            format!("https://www.sudokuwiki.org/Sudoku?bd={zeros}"),
            format!("https://sudoku.coach/en/play/{zeros}"),
            format!("https://sudoku.coach/en/play/{PUZZLE}?utm=1"),
            format!("https://sudokupad.app/?puzzleid={zeros}&x=1"),
            format!("<a href=\"x?p={PUZZLE}\">{}</a>", "text"),
            PUZZLE.replace('.', "-"),
            format!("dashes {} in a sentence", PUZZLE.replace('.', "-")),
            format!("x{}x", PUZZLE.replace('.', "-")),
        ] {
            assert_eq!(only(&text), PUZZLE, "{text}");
        }
    }

    #[test]
    fn rows_with_dashes_for_empty_cells_are_a_grid() {
        let rows: Vec<String> =
            PUZZLE.replace('.', "-").as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into()).collect();
        assert_eq!(only(&rows.join("\n")), PUZZLE);
    }

    #[test]
    fn what_is_no_puzzle_is_not_found() {
        for text in [
            "",
            "hello",
            &".".repeat(81),
            &"-".repeat(81),
            &"1".repeat(200),
            "load=",
            "load=%%%%",
            "/fpuzzlesN4Ig",
            &"é".repeat(500_000),
        ] {
            assert!(find(text).is_empty(), "{text:.20}");
        }
        assert!(find(&format!("{PUZZLE}12 is longer")).is_empty());
    }

    /// The puzzle as f-puzzles writes it, compressed by lz-string 1.5.0.
    const COMPRESSED: &str = "N4IgzglgXgpiBcBOANCALhNAbO8QEMACAbQ2xgF0RUBzAJwgBMFjjQA3fLAV1wFZaEdjAB2CNHV4BfZBy68EAZkHCx\
        8CdNkzg2kJx64A7CtHjJMbZa1aKyNnvm4AbCbUaL1nbIcGEARlczTTlfJED1c119BXgBEBohUwjgqx1bNijHBBR4xL\
        dI72jcAA5w91SKwqz4F1zVII80uxCY0rqk8s9UnxjahPrkxsqW3GV2/Ol0kYQAFjKCr0WekvmUqtCx/o6F7qL/VYsp\
        5YRjcYbhzNCAJgOL9d7bqcuHs8G7pb34G9fO6fg2rYTIZPLr3XBzH4LY7wAKQ4LQnKA86gv5xJFvEGLXbVAF5ZFYsE\
        nW6EsJww4UKRAA==";

    #[test]
    fn a_compressed_puzzle_is_read_from_its_link() {
        assert_eq!(only(&format!("https://www.f-puzzles.com/?load={}", COMPRESSED.replace('+', "%2B"))), PUZZLE);
        assert_eq!(only(&format!("see https://sudokupad.app/fpuzzles{COMPRESSED} today")), PUZZLE);
        assert!(find(&format!("/fpuzzles{}", &COMPRESSED[..200])).is_empty());
    }
}
