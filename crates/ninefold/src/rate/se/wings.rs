//! XY-Wing and XYZ-Wing: a pivot and two cells of two candidates that it sees.
//!
//! ```text
//!   pivot {x y}  or {x y z}      Whatever the pivot holds, one of the wings or the pivot is z:
//!   wings {x z} and {y z}        cells that see all that may hold it lose z.
//! ```

use super::board::{RatedGrid, bits, count, is_pair, peers};
use super::hint::{Eliminations, Hint, Reason};
use crate::{Cell, Digit};

/// Wings whose pivot has two (XY) or three (XYZ) candidates.
pub(super) fn wing(grid: &RatedGrid, pivot_size: usize) -> Option<Hint> {
    let board = &grid.board;
    let pairs: u128 = (0..81).filter(|&cell| is_pair(board.digits(cell))).fold(0, |set, cell| set | 1 << cell);
    for pivot in (0..81).filter(|&cell| count(board.digits(cell)) == pivot_size) {
        let pivot_digits = board.digits(pivot);
        for first in bits(peers(pivot) & pairs) {
            let first_digits = board.digits(first);
            if count(pivot_digits & !first_digits) != 1 {
                continue;
            }
            for second in bits(peers(pivot) & pairs) {
                let second_digits = board.digits(second);
                let union = pivot_digits | first_digits | second_digits;
                let common = pivot_digits & first_digits & second_digits;
                if count(union) != 3 || count(common) != pivot_size - 2 {
                    continue;
                }
                let digit = (first_digits & second_digits).trailing_zeros() as usize;
                let mut seeing = peers(first) & peers(second) & !(1 << pivot | 1 << first | 1 << second);
                if pivot_size == 3 {
                    seeing &= peers(pivot);
                }
                let mut eliminations = Eliminations::default();
                for cell in bits(seeing) {
                    eliminations.add(cell, board.digits(cell) & 1 << digit);
                }
                let rating = if pivot_size == 2 { 4.2 } else { 4.4 };
                let hint = Hint::eliminating(rating, eliminations, || Reason::Wing {
                    pivot: Cell::from_index(pivot),
                    wings: [first, second].map(Cell::from_index),
                    pivot_size,
                    digit: Digit::from_index(digit),
                });
                if hint.is_some() {
                    return hint;
                }
            }
        }
    }
    None
}
