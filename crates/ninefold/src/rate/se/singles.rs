//! Singles: a digit with one place left in a house, a cell with one digit left.

use super::board::{BLOCK, BLOCK_COLUMN_ROW, CELL_AT, Position, is_single};
use super::hint::{Hint, Reason};

/// A digit with one place left. Houses with one empty cell come first.
pub(super) fn hidden_single(position: &Position) -> Option<Hint> {
    hidden_single_in(position, true).or_else(|| hidden_single_in(position, false))
}

fn hidden_single_in(position: &Position, last_cell: bool) -> Option<Hint> {
    for kind in BLOCK_COLUMN_ROW {
        for (house, cells) in CELL_AT.iter().enumerate().skip(9 * kind).take(9) {
            if (position.counts.empty[house] == 1) != last_cell {
                continue;
            }
            for digit in 0..9 {
                let places = position.board.places(house, digit);
                if is_single(places) {
                    let cell = usize::from(cells[places.trailing_zeros() as usize]);
                    let rating = match kind {
                        _ if last_cell => 1.0,
                        BLOCK => 1.2,
                        _ => 1.5,
                    };
                    return Some(Hint::placing(rating, Reason::HiddenSingle { cell, digit, kind }, cell, digit));
                }
            }
        }
    }
    None
}

/// A cell with one candidate left.
pub(super) fn naked_single(position: &Position) -> Option<Hint> {
    let cell = position.board.cells().iter().position(|&digits| is_single(digits))?;
    let digit = position.board.digits(cell).trailing_zeros() as usize;
    Some(Hint::placing(2.3, Reason::NakedSingle { cell, digit }, cell, digit))
}
