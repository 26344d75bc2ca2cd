//! Masks: a drawing of the cells that hold a given, for puzzles generated to a pattern.
//!
//! ```text
//! . x x . . . x x .        x..|1.#|..*
//! x . . x . x . . x        ...|...|...
//! x . . . x . . . x        ------+----
//! ```
//!
//! A digit from 1 to 9, a letter, `#` or `*` is a given. `.`, `0`, `_` and `·` are empty cells. Blanks and the lines of a
//! drawing do not count.

use alloc::string::String;

use super::error::{Expected, Found, ParseError, Place};
use crate::{Cell, CellSet};

/// Reads a mask: the cells in which the drawing has something.
///
/// ```
/// use ninefold::text;
///
/// let mask = text::parse_mask(&"x..|.x.|..x\n".repeat(9))?;
/// assert_eq!(mask.len(), 27);
/// assert_eq!(text::write_mask(mask).len(), 81);
/// let error = text::parse_mask("x.?").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 3: found '?', expected a cell of a mask, such as 'x' or '.'");
/// # Ok::<(), ninefold::text::ParseError>(())
/// ```
///
/// # Errors
/// The first character that has no meaning, or that there are not exactly 81 cells.
pub fn parse_mask(text: &str) -> Result<CellSet, ParseError> {
    let mut cells = Cell::all();
    let mut mask = CellSet::EMPTY;
    let mut place = Place::START;
    for character in text.chars() {
        let error = |expected| Err(ParseError { place, found: Found::Char(character), expected });
        let given = match character {
            '1'..='9' | 'a'..='z' | 'A'..='Z' | '#' | '*' => Some(true),
            '.' | '0' | '_' | '·' => Some(false),
            '|' | '+' | '-' | '\u{2500}'..='\u{257f}' => None,
            blank if blank.is_whitespace() => None,
            _ => return error(Expected::MaskCell),
        };
        if let Some(given) = given {
            match cells.next() {
                Some(cell) if given => mask.insert(cell),
                Some(_) => {}
                None => return error(Expected::EndOfCells),
            }
        }
        place.advance(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
    match cells.next() {
        None => Ok(mask),
        Some(missing) => {
            Err(ParseError { place, found: Found::MaskCells(missing.index()), expected: Expected::MaskCells })
        }
    }
}

/// The mask as 81 characters: `x` for a given, `.` for an empty cell.
pub fn write_mask(mask: CellSet) -> String {
    Cell::all().map(|cell| if mask.contains(cell) { 'x' } else { '.' }).collect()
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn drawings_with_borders_are_read_and_written_as_81_characters() {
        let row = "x..|1.#|..*\n";
        let drawing = format!("{}------+-------\n{}{}", row.repeat(3), row.repeat(3), row.repeat(3));
        let mask = parse_mask(&drawing).unwrap();
        assert_eq!(mask.len(), 36);
        assert_eq!(mask.first().map(|cell| cell.to_string()).as_deref(), Some("r1c1"));
        assert_eq!(parse_mask(&write_mask(mask)), Ok(mask));
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| parse_mask(text).unwrap_err().to_string();
        assert_eq!(error("x.\n?"), "line 2, column 1: found '?', expected a cell of a mask, such as 'x' or '.'");
        assert_eq!(error(&"x".repeat(80)), "line 1, column 81: found a mask of 80 cells, expected 81 cells");
        let long = error(&"x".repeat(82));
        assert_eq!(long, "line 1, column 82: found 'x', expected the end of the puzzle after 81 cells");
    }
}
