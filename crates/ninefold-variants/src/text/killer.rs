//! Two old forms of killer Sudoku on a 9 x 9 board.
//!
//! The short form has 81 characters. A cell of a cage either has the sum of the cage (`0` to `9`, `A` for 10 to `Z` for 35,
//! `a` for 36 to `j` for 45; 0 for no sum) or points to the next cell of the cage towards that one:
//!
//! ```text
//!   <  >  ^  v      left, right, up, down
//!   `  '  ,  .      up left, up right, down left, down right
//! ```
//!
//! The long form is `3x3::k:` (with both diagonals `3x3:d:k:`) and 81 numbers with colons between them, each 256 times the sum
//! plus the number of the cage; cells without a sum are in no cage.

use super::error::{Fault, ReadError};
use crate::rule::{Cage, Diagonal, Region};
use crate::{Board, Cell, Variant};

/// Whether a text without white space has the short form.
pub(crate) fn is_short(text: &str) -> bool {
    text.chars().count() == 81
        && text.chars().any(|character| "<v>^`',".contains(character))
        && text.chars().all(|character| sum_of(character).is_some() || step_of(character).is_some())
}

fn sum_of(character: char) -> Option<u32> {
    match character {
        '0'..='9' => character.to_digit(10),
        'A'..='Z' => Some(character as u32 - 'A' as u32 + 10),
        'a'..='j' => Some(character as u32 - 'a' as u32 + 36),
        _ => None,
    }
}

fn step_of(character: char) -> Option<(isize, isize)> {
    Some(match character {
        '<' => (0, -1),
        '>' => (0, 1),
        '^' => (-1, 0),
        'v' => (1, 0),
        '`' => (-1, -1),
        '\'' => (-1, 1),
        ',' => (1, -1),
        '.' => (1, 1),
        _ => return None,
    })
}

fn empty(text: &str) -> Result<Variant, ReadError> {
    Board::square(9).map(Variant::new).map_err(|error| Fault::Board(error).at(text, 0))
}

/// The characters of a text that count, with their places.
fn visible(text: &str) -> Vec<(usize, char)> {
    text.char_indices().filter(|(_, character)| !character.is_whitespace()).collect()
}

/// Reads the short form.
pub(crate) fn read_short(text: &str) -> Result<Variant, ReadError> {
    let characters = visible(text);
    let mut variant = empty(text)?;
    let board = variant.board().clone();
    let mut cages: Vec<Vec<Cell>> = vec![Vec::new(); characters.len()];
    for (cell, &(offset, character)) in characters.iter().enumerate() {
        let mut at = Cell::new(cell);
        // A path to the sum has no more steps than there are cells.
        for _ in 0..=characters.len() {
            let Some((down, right)) = step_of(characters[at.index()].1) else { break };
            at = board.step(at, down, right).ok_or_else(|| {
                Fault::unexpected(&character.to_string(), "an arrow to a cell of the board").at(text, offset)
            })?;
        }
        if sum_of(characters[at.index()].1).is_none() {
            return Err(Fault::unexpected(&character.to_string(), "an arrow that leads to a sum").at(text, offset));
        }
        cages[at.index()].push(Cell::new(cell));
    }
    for (place, cells) in cages.into_iter().enumerate().filter(|(_, cells)| !cells.is_empty()) {
        let (offset, character) = characters[place];
        let sum = sum_of(character).filter(|&sum| sum != 0);
        variant.add(Cage::Killer { sum, cells }).map_err(|error| Fault::Rule(error).at(text, offset))?;
    }
    Ok(variant)
}

/// Whether a text without white space has the long form.
pub(crate) fn is_long(text: &str) -> bool {
    text.strip_prefix("3x3:").and_then(|rest| rest.split_once(':')).is_some_and(|(_, rest)| rest.starts_with("k:"))
}

/// Reads the long form.
pub(crate) fn read_long(text: &str) -> Result<Variant, ReadError> {
    let mut fields = Vec::new();
    let mut start = 0;
    for field in text.split(':') {
        fields.push((start, field.trim()));
        start += field.len() + 1;
    }
    let mut variant = empty(text)?;
    match fields[1] {
        (_, "d") => {
            for diagonal in [Diagonal::Rising, Diagonal::Falling] {
                variant.add(Region::Diagonal(diagonal)).map_err(|error| Fault::Rule(error).at(text, 0))?;
            }
        }
        (_, "") => {}
        (offset, other) => return Err(Fault::unexpected(other, "d or nothing").at(text, offset)),
    }
    let numbers = &fields[3..];
    let numbers = match numbers {
        [numbers @ .., (_, "")] => numbers,
        numbers => numbers,
    };
    if numbers.len() != 81 {
        let found = format!("{} numbers", numbers.len());
        return Err(Fault::unexpected(&found, "81 numbers").at(text, fields[3].0));
    }
    let mut cages: std::collections::BTreeMap<u32, (u32, usize, Vec<Cell>)> = Default::default();
    for (cell, &(offset, field)) in numbers.iter().enumerate() {
        let number: u32 =
            field.parse().map_err(|_| Fault::unexpected(field, "a number of a cage and its sum").at(text, offset))?;
        let (sum, id) = (number / 256, number % 256);
        if sum == 0 {
            continue;
        }
        let cage = cages.entry(id).or_insert((sum, offset, Vec::new()));
        if cage.0 != sum {
            return Err(Fault::unexpected(field, "the sum that the cage has elsewhere").at(text, offset));
        }
        cage.2.push(Cell::new(cell));
    }
    for (_, (sum, offset, cells)) in cages {
        variant.add(Cage::Killer { sum: Some(sum), cells }).map_err(|error| Fault::Rule(error).at(text, offset))?;
    }
    Ok(variant)
}
