//! Which format is it? Told by the first lines that say something.
//!
//! | a line that | means |
//! |---|---|
//! | begins with `<` | OpenSudoku |
//! | begins with `{`, `[` or `"` and no section name or digit after it | JSON |
//! | begins with `[` and a letter | `.sdk` |
//! | begins with `:` and is no border | HoDoKu library |
//! | names a column of puzzles, or holds a puzzle and its solution | CSV |
//! | holds ten cells or more without a gap | a line of 81, or of 729 |
//! | is a row of nine lists, one of them longer than a digit | pencilmarks |
//! | is another kind of row | a drawn grid, as soon as nine rows agree |
//!
//! Blank lines, comments, titles and borders say nothing. When nothing was said at all the text is taken for lines, and
//! the reader of lines will name what it stumbles over. `.sdm` files are lines; nothing tells them apart.

use super::drawing::{Kind, kind};
use super::{Format, candidates, csv, line, pencilmarks, sdk, ss};

/// After this many bytes that say nothing the text is taken for lines.
pub(super) const MAX_LOOK: usize = 1 << 16;

/// Looks at lines until it knows.
#[derive(Clone, Debug, Default)]
pub(super) struct Detector {
    headers: bool,
    /// A line said no more than "puzzle": the header of a single column, or a title.
    one_word: bool,
    rows: u32,
    simple_sudoku_rows: u32,
}

impl Detector {
    /// The next line; the format, if it is known now.
    pub(super) fn line(&mut self, text: &[u8]) -> Option<Format> {
        let trimmed = text.trim_ascii();
        let (&first, rest) = trimmed.split_first()?;
        let next = rest.trim_ascii_start().first().copied();
        match first {
            b'#' => {
                self.headers |= sdk::is_header(text);
                return None;
            }
            b'<' => return Some(Format::OpenSudoku),
            b'{' if matches!(next, None | Some(b'"' | b'}')) => return Some(Format::Json),
            b'[' if next.is_some_and(|byte| byte.is_ascii_alphabetic()) => return Some(Format::Sdk),
            b'[' => return Some(Format::Json),
            b':' if next.is_some_and(|byte| byte != b'-') => return Some(Format::Hodoku),
            _ => {}
        }
        match csv::header_columns(text) {
            Some(1) => {
                self.one_word = true;
                return None;
            }
            Some(_) => return Some(Format::Csv),
            None if csv::is_pair(text) => return Some(Format::Csv),
            None => {}
        }
        if first == b'"' {
            return Some(Format::Json);
        }
        let run = trimmed.iter().take_while(|byte| line::cell(**byte).is_some()).count();
        if run > 9 || line::parse(text).is_ok() {
            if self.one_word {
                return Some(Format::Csv);
            }
            return Some(if candidates::is_nearer(text) { Format::Candidates } else { Format::Line });
        }
        match kind(text) {
            Kind::Row => self.row(text),
            Kind::Title if self.rows > 0 => Some(self.drawn()),
            _ => None,
        }
    }

    fn row(&mut self, text: &[u8]) -> Option<Format> {
        let (lists, longest) = pencilmarks::shape(text);
        if lists == 9 && longest > 1 {
            return Some(Format::Pencilmarks);
        }
        self.rows += 1;
        self.simple_sudoku_rows += u32::from(ss::is_row(text));
        (self.rows == 9).then(|| self.drawn())
    }

    /// The kind of drawing the rows so far are.
    fn drawn(&self) -> Format {
        match () {
            () if self.simple_sudoku_rows == self.rows => Format::Ss,
            () if self.headers => Format::Sdk,
            () => Format::Grid,
        }
    }

    /// There is no more to look at.
    pub(super) fn end(&self) -> Format {
        if self.rows > 1 { self.drawn() } else { Format::Line }
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;
    use crate::text::samples::{PUZZLE, recognised};

    #[test]
    fn what_says_nothing_is_passed_over() {
        for preamble in ["", "\n\n", "# comment\n", "Some title of it\n\n", "\u{feff}\n", "-------\n", "Puzzle\n\n"] {
            let rows: alloc::string::String =
                PUZZLE.as_bytes().chunks(9).map(|row| super::line::text_of(row) + "\n").collect();
            assert_eq!(recognised(&format!("{preamble}{rows}")), Format::Grid, "{preamble:?}");
            if preamble != "Puzzle\n\n" {
                assert_eq!(recognised(&format!("{preamble}{PUZZLE}")), Format::Line, "{preamble:?}");
            }
        }
    }

    #[test]
    fn text_that_is_nothing_is_taken_for_lines() {
        for text in [
            "",
            "hello",
            "hello\nworld",
            "\0\0\0\0",
            "12345",
            &"# only comments\n".repeat(10_000),
            &"a".repeat(100_000),
        ] {
            assert_eq!(recognised(text), Format::Line);
        }
    }
}
