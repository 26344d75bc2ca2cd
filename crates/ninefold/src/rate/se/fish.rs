//! Fish: the places of a digit in `size` parallel lines lie in `size` lines across.
//!
//! ```text
//!        c4      c8          X-Wing: in columns 4 and 8 (base) the digit has places in rows 3 and 6 (cover) only.
//!   r3    9       9   x      It is in those rows in those columns, so not elsewhere in the rows (x).
//!   r6    9       9
//! ```

use core::ops::ControlFlow;

use super::board::{
    Board, CELL_AT, COLUMN, Counts, HOUSE_CELLS, Mask, ROW, RatedGrid, bits, combinations, count, house,
};
use super::hint::{Eliminations, Hint, Reason};
use crate::{Cell, CellSet, Digit, HouseSet};

/// Base lines and cover lines, as masks of line indices, and the kind of the base.
pub(super) struct Fish {
    pub(super) digit: usize,
    pub(super) base_kind: usize,
    pub(super) base: Mask,
    pub(super) cover: Mask,
}

impl Fish {
    /// The pattern that explanations use.
    pub(super) fn pattern(&self) -> crate::explain::Fish {
        let lines = |kind: usize, lines: Mask| bits(lines).map(|line| house(9 * kind + line)).collect();
        crate::explain::Fish {
            digit: Digit::from_index(self.digit),
            base: lines(self.base_kind, self.base),
            cover: lines(self.cover_kind(), self.cover),
            fins: CellSet::EMPTY,
            endo_fins: CellSet::EMPTY,
        }
    }

    fn cover_kind(&self) -> usize {
        ROW + COLUMN - self.base_kind
    }

    /// The cells with the digit in the cover lines, by cover line, then by place; and whether a base line contains them.
    fn covered<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = (usize, bool)> + 'a {
        bits(self.cover).flat_map(move |index| {
            let cover = 9 * self.cover_kind() + index;
            // A cell's place in a cover line is the index of the base line that crosses there.
            bits(board.places(cover, self.digit))
                .map(move |place| (usize::from(CELL_AT[cover][place]), self.base >> place & 1 != 0))
        })
    }

    pub(super) fn eliminations(&self, board: &Board) -> Eliminations {
        let mut eliminations = Eliminations::default();
        for (cell, _) in self.covered(board).filter(|&(_, in_base)| !in_base) {
            eliminations.add(cell, 1 << self.digit);
        }
        eliminations
    }

    /// The cells of the cover lines.
    pub(super) fn cover_cells(&self) -> u128 {
        bits(self.cover).fold(0, |set, index| set | HOUSE_CELLS[9 * self.cover_kind() + index])
    }
}

/// Finds fish of one size. A digit is skipped when fewer than `2 * size` lines lack it.
pub(super) fn fishes(
    board: &Board,
    counts: &Counts,
    size: usize,
    mut found: impl FnMut(Fish) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for base_kind in [COLUMN, ROW] {
        // The lines of each digit that can take part: two places or more, and not too many.
        let mut lines = [0 as Mask; 9];
        let mut any = false;
        for (digit, lines) in lines.iter_mut().enumerate() {
            if usize::from(counts.placed[digit]) + 2 * size > 9 {
                continue;
            }
            for index in 0..9 {
                let places = count(board.places(9 * base_kind + index, digit));
                *lines |= Mask::from((2..=size).contains(&places)) << index;
            }
            any |= count(*lines) >= size;
        }
        if !any {
            continue;
        }
        for base in combinations(9, size).map(|mask| mask as Mask) {
            for (digit, &lines) in lines.iter().enumerate() {
                if lines & base != base {
                    continue;
                }
                let cover = bits(base).fold(0, |union, index| union | board.places(9 * base_kind + index, digit));
                if count(cover) == size {
                    found(Fish { digit, base_kind, base, cover })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The lines of a kind with these indices.
fn lines(kind: usize, indices: Mask) -> HouseSet {
    bits(indices).map(|index| house(9 * kind + index)).collect()
}

pub(super) fn fish(grid: &RatedGrid, size: usize) -> Option<Hint> {
    let mut hint = None;
    let board = &grid.board;
    let _ = fishes(board, &grid.counts, size, |fish| {
        let reason = || Reason::Fish {
            cells: fish
                .covered(board)
                .filter(|&(_, in_base)| in_base)
                .map(|(cell, _)| Cell::from_index(cell))
                .collect(),
            digit: Digit::from_index(fish.digit),
            base: lines(fish.base_kind, fish.base),
            cover: lines(fish.cover_kind(), fish.cover),
        };
        hint = Hint::eliminating([3.2, 3.8, 5.2][size - 2], fish.eliminations(board), reason);
        if hint.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    hint
}
