//! `.ss` files of Simple Sudoku: rows parted by bars, bands by dashes.
//!
//! ```text
//! 53.|.7.|...
//! 6..|195|...
//! .98|...|.6.
//! -----------
//! ```
//!
//! Read as any drawn grid is, so that the variant with a frame (`*-----------*`) is understood too.

use alloc::string::String;

pub(super) use super::grid::read;
use super::line;
use super::record::Record;
use crate::Digit;

/// Whether a row is drawn as these files draw it.
pub(super) fn is_row(row: &[u8]) -> bool {
    let row = row.trim_ascii();
    let row = row.strip_prefix(b"|").and_then(|row| row.strip_suffix(b"|")).unwrap_or(row);
    row.len() == 11
        && row.iter().enumerate().all(|(index, byte)| match index {
            3 | 7 => *byte == b'|',
            _ => line::cell(*byte).is_some(),
        })
}

/// Writes the eleven lines.
pub(super) fn write(record: &Record, out: &mut String) {
    for (index, row) in record.position.digits().as_array().chunks(9).enumerate() {
        if index == 3 || index == 6 {
            out.push_str("-----------\n");
        }
        for (part, digits) in row.chunks(3).enumerate() {
            if part > 0 {
                out.push('|');
            }
            out.extend(digits.iter().map(|digit| digit.map_or('.', Digit::to_char)));
        }
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Format;
    use crate::text::samples::{PUZZLE, puzzle, recognised, shown};

    #[test]
    fn both_variants_read_alike() {
        let mut plain = String::new();
        write(&Record::new(puzzle()), &mut plain);
        assert!(plain.starts_with("53.|.7.|...\n6..|195|...\n.98|...|.6.\n-----------\n8.."), "{plain}");
        let framed: String = plain.lines().map(|row| alloc::format!(" |{row}|\n")).collect();
        let framed =
            alloc::format!(" *-----------*\n{}", framed.replace("|-----------|", "|---+---+---|")) + " *-----------*\n";
        for text in [plain, framed] {
            assert_eq!(shown(&text, Format::Ss), [PUZZLE], "{text}");
            assert_eq!(recognised(&text), Format::Ss, "{text}");
        }
    }

    #[test]
    fn a_bad_character_has_its_place() {
        let mut text = String::new();
        write(&Record::new(puzzle()), &mut text);
        let found = "line 5, column 5: found '%', expected a digit or an empty cell";
        assert_eq!(shown(text.replacen("8..|.6.", "8..|%6.", 1), Format::Ss), [found]);
    }
}
