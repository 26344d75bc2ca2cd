//! Pointing and claiming: all places of a digit in one house lie in a second house.
//!
//! ```text
//!   block | row               Pointing: the 5s of the block are all in one row,
//!   5 5 . | . x . | x . .     so the rest of that row (x) has none.
//!   . . . |                   Claiming is the same from the line to the block.
//!   . . . |
//! ```
//!
//! The direct form also requires that the eliminations leave the digit one place in a third house. It places that digit
//! and eliminates nothing.

use core::ops::ControlFlow;

use super::board::{
    BLOCK, Board, CELL_AT, COLUMN, HOUSE_CELLS, Mask, ROW, RatedGrid, bits, candidate, cells_at, count, house,
    is_single,
};
use super::hint::{Eliminations, Hint, Reason};
use crate::Digit;

/// Base and cover, in the order of the search.
const KINDS: [(usize, usize); 4] = [(BLOCK, COLUMN), (BLOCK, ROW), (COLUMN, BLOCK), (ROW, BLOCK)];

/// The pattern: at least two places of the digit in `base`, all of them in `cover`.
pub(super) struct Locked {
    pub(super) digit: usize,
    pub(super) base: usize,
    pub(super) cover: usize,
    /// The places of `cover` that lie in `base` too.
    pub(super) shared: Mask,
}

impl Locked {
    pub(super) fn eliminations(&self, board: &Board) -> Eliminations {
        let mut eliminations = Eliminations::default();
        for place in bits(board.places(self.cover, self.digit) & !self.shared) {
            eliminations.add(CELL_AT[self.cover][place].into(), 1 << self.digit);
        }
        eliminations
    }

    fn reason(&self, board: &Board, direct: bool) -> Reason {
        Reason::Locked {
            direct,
            cells: cells_at(self.cover, board.places(self.cover, self.digit) & self.shared),
            digit: Digit::from_index(self.digit),
            base: house(self.base),
            cover: house(self.cover),
        }
    }
}

/// Which third of a nine-bit mask holds two bits or more and nothing outside: by threes, or every third.
const fn third(every_third: bool) -> [u8; 512] {
    let mut table = [3; 512];
    let mut mask = 0usize;
    while mask < 512 {
        let mut k = 0;
        while k < 3 {
            let part = if every_third { 0b001_001_001 << k } else { 0b111 << (3 * k) };
            if mask & !part == 0 && mask & mask.wrapping_sub(1) != 0 {
                table[mask] = k as u8;
            }
            k += 1;
        }
        mask += 1;
    }
    table
}
const BY_THREES: [u8; 512] = third(false);
const EVERY_THIRD: [u8; 512] = third(true);

/// Finds the pattern in every base house and for every digit that `wanted` accepts, whether or not it eliminates
/// anything.
pub(super) fn locked(
    board: &Board,
    wanted: impl Fn(usize, usize) -> bool,
    mut found: impl FnMut(Locked) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (base_kind, cover_kind) in KINDS {
        let table = if cover_kind == COLUMN { &EVERY_THIRD } else { &BY_THREES };
        for digit in 0..9 {
            for index in 0..9 {
                let base = 9 * base_kind + index;
                let k = usize::from(table[usize::from(board.places(base, digit) & 511)]);
                if k == 3 || !wanted(base, digit) {
                    continue;
                }
                let (cover, shared) = match (base_kind, cover_kind) {
                    (BLOCK, COLUMN) => (18 + 3 * (index % 3) + k, 0b111 << (3 * (index / 3))),
                    (BLOCK, _) => (9 + 3 * (index / 3) + k, 0b111 << (3 * (index % 3))),
                    (COLUMN, _) => (3 * k + index / 3, 0b001_001_001 << (index % 3)),
                    _ => (3 * (index / 3) + k, 0b111 << (3 * (index % 3))),
                };
                found(Locked { digit, base, cover, shared })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The first pattern that gives a hint.
fn first(board: &Board, hint: impl Fn(Locked) -> Option<Hint>) -> Option<Hint> {
    let mut first = None;
    let _ = locked(
        board,
        |_, _| true,
        |pattern| {
            first = hint(pattern);
            if first.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    first
}

/// Pointing and claiming that eliminate something.
pub(super) fn locking(grid: &RatedGrid) -> Option<Hint> {
    let board = &grid.board;
    first(board, |pattern| {
        let rating = if pattern.base < 9 { 2.6 } else { 2.8 };
        Hint::eliminating(rating, pattern.eliminations(board), || pattern.reason(board, false))
    })
}

/// Pointing and claiming that leave a digit one place in a third house.
pub(super) fn direct_locking(grid: &RatedGrid) -> Option<Hint> {
    let board = &grid.board;
    first(board, |pattern| {
        let kind = pattern.base / 9;
        for third in 9 * kind..9 * kind + 9 {
            if third == pattern.base || HOUSE_CELLS[third] & HOUSE_CELLS[pattern.cover] == 0 {
                continue;
            }
            let places = board.places(third, pattern.digit);
            let outside = bits(places)
                .filter(|&p| HOUSE_CELLS[pattern.cover] >> CELL_AT[third][p] & 1 == 0)
                .fold(0, |set: Mask, p| set | 1 << p);
            if count(places) >= 2 && is_single(outside) {
                let cell = usize::from(CELL_AT[third][outside.trailing_zeros() as usize]);
                let rating = if kind == BLOCK { 1.7 } else { 1.9 };
                let placed = candidate(9 * cell + pattern.digit);
                return Some(Hint::placing(rating, pattern.reason(board, true), placed));
            }
        }
        None
    })
}
