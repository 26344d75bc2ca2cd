//! Plain characters, one a cell, for sizes without rules: `53..7....6..195...`
//!
//! A text of n x n characters is a board of n rows. Values up to 9 are digits, those above are letters: `A` is 10. A text
//! of letters alone, on a board of more than nine values, counts from `A` as 1. `. 0 * _ ? x X` and `-` are empty
//! cells. Larger texts hold more for each cell:
//!
//! ```text
//!   n x n       givens; or, with n different characters n times each, the regions of a jigsaw
//!   2 x n x n   givens, then the regions of a jigsaw
//!   n x n x n   candidates: for each cell its n values in order, or an empty character for those it has not
//! ```

use super::error::{Fault, ReadError};
use crate::{Board, Cell, MAX_SIDE, ValueSet, Variant};

/// Whether a character is an empty cell on any board.
fn is_empty(character: char) -> bool {
    matches!(character, '.' | '0' | '*' | '_' | '?' | '-')
}

/// The side of a square board of so many cells.
fn side_of(cells: usize) -> Option<usize> {
    (2..=MAX_SIDE).find(|side| side * side == cells)
}

/// Whether the characters are a jigsaw layout of this side: each of n characters n times.
fn is_layout(characters: &[(usize, char)], side: usize) -> bool {
    let mut counts: std::collections::BTreeMap<char, usize> = Default::default();
    characters.iter().for_each(|&(_, character)| *counts.entry(character).or_insert(0) += 1);
    counts.len() == side && counts.values().all(|&count| count == side)
}

/// Whether a text without white space may be plain characters: its length fits, and it has no other punctuation.
pub(crate) fn is_plain(text: &str) -> bool {
    let count = text.chars().count();
    let plain = text.chars().all(|character| character.is_ascii_alphanumeric() || is_empty(character));
    plain
        && (side_of(count).is_some()
            || (count.is_multiple_of(2) && side_of(count / 2).is_some())
            || cube_side(count).is_some())
}

fn cube_side(count: usize) -> Option<usize> {
    (2..=MAX_SIDE).find(|side| side * side * side == count)
}

/// Whether each character is empty or the value of its place, and more cells have candidates than are single.
fn is_candidates(characters: &[(usize, char)], side: usize) -> bool {
    let fits = |(place, &(_, character)): (usize, &(usize, char))| {
        is_empty(character) || character.to_digit(36) == Some((place % side) as u32 + 1)
    };
    characters.iter().enumerate().all(fits) && characters.iter().any(|&(_, character)| !is_empty(character))
}

/// Reads plain characters. `force_givens` takes a text that could be a layout as givens.
pub(crate) fn read(text: &str, force_givens: bool) -> Result<Variant, ReadError> {
    let characters: Vec<(usize, char)> =
        text.char_indices().filter(|(_, character)| !character.is_whitespace()).collect();
    let count = characters.len();
    if let Some(side) = side_of(count / 2).filter(|_| count.is_multiple_of(2))
        && is_layout(&characters[count / 2..], side)
    {
        let mut variant = jigsaw(text, &characters[count / 2..], side)?;
        givens(text, &characters[..count / 2], &mut variant)?;
        return Ok(variant);
    }
    // A cube that is also a square (64, 729) is candidates when each character is empty or the value of its place.
    if let Some(side) = cube_side(count)
        && (side_of(count).is_none() || is_candidates(&characters, side))
    {
        return candidates(text, &characters, side);
    }
    if let Some(side) = side_of(count) {
        if !force_givens && is_layout(&characters, side) {
            return jigsaw(text, &characters, side);
        }
        let zero = side > 9 && starts_at_zero(&characters, side);
        let board =
            Board::new(side, side, side, usize::from(!zero)).map_err(|error| Fault::Board(error).at(text, 0))?;
        let mut variant = Variant::new(board);
        givens(text, &characters, &mut variant)?;
        return Ok(variant);
    }
    let found = format!("{count} cells");
    Err(Fault::unexpected(&found, "n x n cells of a board with n rows").at(text, 0))
}

/// Writes the givens, one character a cell.
pub(crate) fn write(variant: &Variant) -> Result<String, super::WriteError> {
    let board = variant.board();
    let plain = Board::square(board.rows()).is_ok_and(|plain| plain == *board);
    if !plain {
        return Err(super::WriteError::Board("a square board with the usual blocks and values from 1"));
    }
    if let Some(rule) = variant.rules().first() {
        return Err(super::WriteError::Rule(rule.kind()));
    }
    if variant.givens().iter().any(|given| given.single().is_none() && *given != board.values()) {
        return Err(super::WriteError::Board("givens of one value"));
    }
    Ok(variant.givens().iter().map(|given| given.single().map_or('.', crate::symbol)).collect())
}

/// Whether a text for more than nine values uses 0 as a value: another character is empty, and the largest value is free.
fn starts_at_zero(characters: &[(usize, char)], side: usize) -> bool {
    let has = |wanted: char| characters.iter().any(|&(_, character)| character == wanted);
    let empty = characters.iter().any(|&(_, character)| character != '0' && is_empty(character));
    let largest =
        char::from_digit(side as u32, 36).is_some_and(|letter| !has(letter) && !has(letter.to_ascii_uppercase()));
    has('0') && empty && largest
}

fn jigsaw(text: &str, layout: &[(usize, char)], side: usize) -> Result<Variant, ReadError> {
    let mut pieces: std::collections::BTreeMap<char, Vec<Cell>> = Default::default();
    for (cell, &(_, character)) in layout.iter().enumerate() {
        pieces.entry(character).or_default().push(Cell::new(cell));
    }
    let board =
        Board::square(side).and_then(|board| board.without_blocks().with_pieces(pieces.into_values().collect()));
    board.map(Variant::new).map_err(|error| Fault::Board(error).at(text, layout[0].0))
}

fn givens(text: &str, characters: &[(usize, char)], variant: &mut Variant) -> Result<(), ReadError> {
    let board = variant.board().clone();
    let letters_only = board.value_count() > 9
        && characters.iter().filter(|(_, character)| character.is_ascii_alphabetic()).count() > 1
        && !characters.iter().any(|&(_, character)| matches!(character, '1'..='9'))
        && board.first_value() == 1;
    for (cell, &(offset, character)) in characters.iter().enumerate() {
        let value = character.to_digit(36).map(|value| value as u8);
        let value = if letters_only { value.and_then(|value| value.checked_sub(9)) } else { value };
        if is_empty(character) && !(character == '0' && board.first_value() == 0) {
            continue;
        }
        match value {
            Some(value) if board.values().contains(value) => variant.give(Cell::new(cell), value),
            _ if matches!(character, 'x' | 'X') => {}
            _ => {
                let found = character.to_string();
                return Err(Fault::unexpected(&found, "a value of the board or an empty cell").at(text, offset));
            }
        }
    }
    Ok(())
}

fn candidates(text: &str, characters: &[(usize, char)], side: usize) -> Result<Variant, ReadError> {
    let board = Board::square(side).map_err(|error| Fault::Board(error).at(text, 0))?;
    let mut variant = Variant::new(board);
    for (cell, characters) in characters.chunks(side).enumerate() {
        let mut values = ValueSet::EMPTY;
        for (&(offset, character), value) in characters.iter().zip(1..) {
            if character.to_digit(36) == Some(value) {
                values.insert(value as u8);
            } else if !is_empty(character) {
                let found = character.to_string();
                return Err(Fault::unexpected(&found, "the value of this place or an empty character").at(text, offset));
            }
        }
        variant.restrict(Cell::new(cell), values);
    }
    Ok(variant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_alphabets_are_recognised() {
        let four = read("1...\n..2.\n....\n...4", false).unwrap();
        assert_eq!((four.board().rows(), four.given(Cell::new(6)), four.given(Cell::new(15))), (4, Some(2), Some(4)));
        let mut cells = vec!['.'; 256];
        (cells[0], cells[1]) = ('G', '1');
        let digits = read(&cells.iter().collect::<String>(), false).unwrap();
        assert_eq!((digits.given(Cell::new(0)), digits.given(Cell::new(1))), (Some(16), Some(1)));
        (cells[0], cells[1]) = ('P', 'A');
        let letters = read(&cells.iter().collect::<String>(), false).unwrap();
        assert_eq!((letters.given(Cell::new(0)), letters.given(Cell::new(1))), (Some(16), Some(1)));
        (cells[0], cells[1], cells[2]) = ('0', '9', 'F');
        let hexadecimal = read(&cells.iter().collect::<String>(), false).unwrap();
        assert_eq!(hexadecimal.board().first_value(), 0);
        assert_eq!((hexadecimal.given(Cell::new(0)), hexadecimal.given(Cell::new(2))), (Some(0), Some(15)));
        let large = read(&format!("P{}", ".".repeat(624)), false).unwrap();
        assert_eq!((large.board().rows(), large.given(Cell::new(0))), (25, Some(25)));
    }

    #[test]
    fn layouts_are_jigsaws() {
        let layout = "1122112233443344";
        let jigsaw = read(layout, false).unwrap();
        assert_eq!((jigsaw.board().pieces().len(), jigsaw.board().blocks()), (4, None));
        let both = read(&format!("3...............{layout}"), false).unwrap();
        assert_eq!((both.board().pieces().len(), both.given(Cell::new(0))), (4, Some(3)));
        assert_eq!(read("1234341221434321", true).unwrap().given(Cell::new(15)), Some(1));
    }

    #[test]
    fn candidates_are_read_cell_by_cell() {
        let text = "1.3.".to_owned() + &"1234".repeat(14) + "...4";
        let variant = read(&text, false).unwrap();
        assert_eq!(variant.givens()[0].to_string(), "13");
        assert_eq!(variant.givens()[1].len(), 4);
    }

    #[test]
    fn wrong_characters_are_shown_with_their_place() {
        let error = read("1...\n..2.\n..7.\n...4", false).unwrap_err();
        assert_eq!(error.to_string(), "line 3, column 3: found \"7\", expected a value of the board or an empty cell");
    }
}
