//! `.sdm` collections: 81 digits a line, 0 for empty.
//!
//! ```text
//! 530070000600195000098000060800060003400803001700020006060000280000419005000080079
//! ```
//!
//! A close relative of [`line`](super::line), and read as generously; written as strictly as the programs that know
//! nothing else expect it: digits alone, no comments.

use alloc::string::String;

use super::line::push_grid;
pub(super) use super::line::read;
use super::record::Record;

/// Writes the 81 digits.
pub(super) fn write(record: &Record, out: &mut String) {
    push_grid(record.position.digits(), '0', out);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Format;
    use crate::text::samples::{PUZZLE, puzzle, recognised, shown};

    #[test]
    fn digits_alone_are_written_and_lines_are_read() {
        let mut out = String::new();
        write(&Record { comment: "not here".into(), ..Record::new(puzzle()) }, &mut out);
        assert_eq!(out, PUZZLE.replace('.', "0") + "\n");
        assert_eq!(shown(&out, Format::Sdm), [PUZZLE]);
        assert_eq!(recognised(&out), Format::Line);
        let found = "line 1, column 2: found 'a', expected a digit or an empty cell";
        assert_eq!(shown("0a0", Format::Sdm), [found]);
    }
}
