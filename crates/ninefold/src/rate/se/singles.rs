//! Singles: a digit with one place left in a house, a cell with one digit left.

use super::board::{BLOCK, BLOCK_COLUMN_ROW, CELL_AT, RatedGrid, candidate, house, is_single};
use super::hint::{Hint, Reason};

/// A digit with one place left. Houses with one empty cell come first.
pub(super) fn hidden_single(grid: &RatedGrid) -> Option<Hint> {
    hidden_single_in(grid, true).or_else(|| hidden_single_in(grid, false))
}

fn hidden_single_in(grid: &RatedGrid, last_cell: bool) -> Option<Hint> {
    for kind in BLOCK_COLUMN_ROW {
        for (number, cells) in CELL_AT.iter().enumerate().skip(9 * kind).take(9) {
            if (grid.counts.empty[number] == 1) != last_cell {
                continue;
            }
            for digit in 0..9 {
                let places = grid.board.places(number, digit);
                if is_single(places) {
                    let cell = usize::from(cells[places.trailing_zeros() as usize]);
                    let rating = match kind {
                        _ if last_cell => 1.0,
                        BLOCK => 1.2,
                        _ => 1.5,
                    };
                    let placed = candidate(9 * cell + digit);
                    return Some(Hint::placing(rating, Reason::HiddenSingle { placed, house: house(number) }, placed));
                }
            }
        }
    }
    None
}

/// A cell with one candidate left.
pub(super) fn naked_single(grid: &RatedGrid) -> Option<Hint> {
    let cell = grid.board.cells().iter().position(|&digits| is_single(digits))?;
    let placed = candidate(9 * cell + grid.board.digits(cell).trailing_zeros() as usize);
    Some(Hint::placing(2.3, Reason::NakedSingle { placed }, placed))
}
