//! Naked and hidden sets: as many digits as cells, in one house.
//!
//! *Naked*: `size` cells whose candidates are `size` digits together; the other cells lose these digits. *Hidden*: `size`
//! digits whose places are `size` cells together; those cells lose their other candidates. A digit with one place, or a
//! cell with one candidate, is never part of a set. The direct form of a hidden set only places a digit: a further digit
//! that has one place left outside the set.

use core::ops::ControlFlow;

use super::board::{
    BLOCK_COLUMN_ROW, Board, CELL_AT, Counts, Mask, RatedGrid, bits, candidate, cells_at, combinations, count, house,
    is_single,
};
use super::hint::{Eliminations, Hint, Reason};
use crate::DigitSet;

/// A set: as many digits as places.
pub(super) struct Set {
    pub(super) house: usize,
    pub(super) digits: Mask,
    pub(super) places: Mask,
}

impl Set {
    pub(super) fn cells(&self) -> impl Iterator<Item = u8> {
        bits(self.places).map(|place| CELL_AT[self.house][place])
    }

    pub(super) fn hidden_eliminations(&self, board: &Board) -> Eliminations {
        let mut eliminations = Eliminations::default();
        for cell in self.cells().map(usize::from) {
            eliminations.add(cell, board.digits(cell) & !self.digits);
        }
        eliminations
    }

    pub(super) fn naked_eliminations(&self, board: &Board) -> Eliminations {
        let mut eliminations = Eliminations::default();
        for place in bits(511 & !self.places) {
            let cell = usize::from(CELL_AT[self.house][place]);
            eliminations.add(cell, board.digits(cell) & self.digits);
        }
        eliminations
    }

    fn hidden_reason(&self, direct: bool) -> Reason {
        let (cells, digits) = (cells_at(self.house, self.places), DigitSet::from_bits(self.digits));
        Reason::HiddenSet { direct, cells, digits, house: house(self.house) }
    }
}

/// Finds the choices of `size` of nine masks, each of two bits or more, whose union has `size` bits.
///
/// Only masks of 2 to `size` bits can take part, so the others are left out first. This does not change the order.
#[inline]
fn tuples(masks: [Mask; 9], size: usize, mut found: impl FnMut(Mask, Mask) -> ControlFlow<()>) -> ControlFlow<()> {
    let (mut items, mut fitting) = ([0; 9], 0);
    for (item, &mask) in masks.iter().enumerate() {
        if (2..=size).contains(&count(mask)) {
            items[fitting] = item;
            fitting += 1;
        }
    }
    if fitting < size {
        return ControlFlow::Continue(());
    }
    if size == 2 {
        // Two masks of two bits each with two bits together are equal.
        for j in 1..fitting {
            for i in 0..j {
                if masks[items[i]] == masks[items[j]] {
                    found(1 << items[i] | 1 << items[j], masks[items[i]])?;
                }
            }
        }
        return ControlFlow::Continue(());
    }
    for chosen in combinations(fitting, size) {
        let (mut set, mut union) = (0, 0);
        for i in bits(chosen as Mask) {
            set |= 1 << items[i];
            union |= masks[items[i]];
        }
        if count(union) == size {
            found(set, union)?;
        }
    }
    ControlFlow::Continue(())
}

fn houses() -> impl Iterator<Item = usize> {
    BLOCK_COLUMN_ROW.into_iter().flat_map(|kind| 9 * kind..9 * kind + 9)
}

/// Hidden sets in houses with more than `emptier_than` empty cells.
pub(super) fn hidden_sets(
    board: &Board,
    counts: &Counts,
    size: usize,
    emptier_than: usize,
    mut found: impl FnMut(Set) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for house in houses() {
        if usize::from(counts.empty[house]) > emptier_than {
            let masks = core::array::from_fn(|digit| board.places(house, digit));
            tuples(masks, size, |digits, places| found(Set { house, digits, places }))?;
        }
    }
    ControlFlow::Continue(())
}

/// Naked sets in houses with at least twice as many empty cells.
pub(super) fn naked_sets(
    board: &Board,
    counts: &Counts,
    size: usize,
    mut found: impl FnMut(Set) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for house in houses() {
        if usize::from(counts.empty[house]) >= 2 * size {
            let masks = CELL_AT[house].map(|cell| board.digits(cell.into()));
            tuples(masks, size, |places, digits| found(Set { house, digits, places }))?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn hidden_set(grid: &RatedGrid, size: usize) -> Option<Hint> {
    let mut hint = None;
    let _ = hidden_sets(&grid.board, &grid.counts, size, 2 * size, |set| {
        let rating = [3.4, 4.0, 5.4][size - 2];
        hint = Hint::eliminating(rating, set.hidden_eliminations(&grid.board), || set.hidden_reason(false));
        if hint.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    hint
}

pub(super) fn direct_hidden_set(grid: &RatedGrid, size: usize) -> Option<Hint> {
    let mut hint = None;
    let board = &grid.board;
    let _ = hidden_sets(board, &grid.counts, size, size, |set| {
        for digit in bits(511 & !set.digits) {
            let places = board.places(set.house, digit);
            let outside = places & !set.places;
            if count(places) >= 2 && is_single(outside) {
                let cell = usize::from(CELL_AT[set.house][outside.trailing_zeros() as usize]);
                let placed = candidate(9 * cell + digit);
                hint = Some(Hint::placing([2.0, 2.5][size - 2], set.hidden_reason(true), placed));
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    hint
}

pub(super) fn naked_set(grid: &RatedGrid, size: usize) -> Option<Hint> {
    let mut hint = None;
    let _ = naked_sets(&grid.board, &grid.counts, size, |set| {
        let reason = || Reason::NakedSet {
            cells: cells_at(set.house, set.places),
            digits: DigitSet::from_bits(set.digits),
            house: house(set.house),
        };
        hint = Hint::eliminating([3.0, 3.6, 5.0][size - 2], set.naked_eliminations(&grid.board), reason);
        if hint.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    hint
}
