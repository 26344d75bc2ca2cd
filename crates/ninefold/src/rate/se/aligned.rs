//! Aligned pair and triplet exclusion: try every combination of candidates of two or three cells.
//!
//! A combination is impossible when two of the cells see each other and take the same digit, or when it uses every
//! candidate of some further cell that all of them see (an *excluder*). Candidates that occur in no possible combination
//! are eliminated.

use alloc::vec::Vec;

use super::board::{Board, Mask, RatedGrid, bits, count, is_single, peers, sees};
use super::hint::{Eliminations, Hint, Reason};
use crate::Cell;

/// The board of the last search that found nothing. Combinations of unchanged cells with unchanged excluders are not
/// tried again.
pub(super) struct Tried {
    digits: [Mask; 81],
    base: u128,
}

/// Exclusion by `size` cells, two or three.
pub(super) fn aligned(grid: &RatedGrid, size: usize, tried: &mut Option<Tried>) -> Option<Hint> {
    let board = &grid.board;
    let (mut singles, mut small): (u128, u128) = (0, 0);
    for cell in 0..81 {
        let digits = count(board.digits(cell));
        singles |= u128::from(digits == 1) << cell;
        small |= u128::from((2..=size).contains(&digits)) << cell;
    }
    let base: Vec<(usize, u128)> = (0..81)
        .filter(|&cell| count(board.digits(cell)) >= 2 && peers(cell) & singles == 0)
        .map(|cell| (cell, peers(cell) & small))
        .filter(|&(_, excluders)| excluders != 0)
        .collect();
    let mut excluders_of = [0; 81];
    for &(cell, excluders) in &base {
        excluders_of[cell] = excluders;
    }
    let base_cells = base.iter().fold(0, |set, &(cell, _)| set | 1 << cell);
    let changed: u128 = tried.as_ref().map_or(!0, |tried| {
        let other = (0..81).filter(|&cell| tried.digits[cell] != board.digits(cell));
        other.fold(base_cells & !tried.base, |set, cell| set | 1 << cell)
    });
    let several = |set: u128| set & set.wrapping_sub(1) != 0;
    let one = |cell: usize| 1u128 << cell;

    for j in 1..base.len() {
        for i in 0..j {
            let ((c0, e0), (c1, e1)) = (base[i], base[j]);
            let common = e0 & e1;
            if !several(common) {
                continue;
            }
            if size == 2 {
                if (one(c0) | one(c1) | common) & changed != 0
                    && let Some(hint) = exclude(board, &[c0, c1], common)
                {
                    return Some(hint);
                }
                continue;
            }
            // The excluders of the first cell, then the further ones of the second.
            let third = |set: u128| bits(set & base_cells & !(one(c0) | one(c1)));
            for c2 in third(e0).chain(third(e1 & !e0)) {
                let common = common & excluders_of[c2];
                if several(common)
                    && (one(c0) | one(c1) | one(c2) | common) & changed != 0
                    && let Some(hint) = exclude(board, &[c0, c1, c2], common)
                {
                    return Some(hint);
                }
            }
        }
    }
    *tried = Some(Tried { digits: *board.cells(), base: base_cells });
    None
}

/// Tests one pair or triplet of cells.
fn exclude(board: &Board, cells: &[usize], excluders: u128) -> Option<Hint> {
    let (mut masks, mut excluding) = ([0 as Mask; 20], 0);
    for cell in bits(excluders) {
        masks[excluding] = board.digits(cell);
        excluding += 1;
    }
    let masks = &masks[..excluding];
    // What the last cell may still take beside the digits chosen for the others.
    let (&last, others) = cells.split_last()?;
    let allowed = |chosen: Mask, clashing: Mask| {
        let mut allowed = board.digits(last) & !clashing;
        for mask in masks {
            let rest = mask & !chosen;
            if rest == 0 {
                return 0;
            }
            if is_single(rest) {
                allowed &= !rest;
            }
        }
        allowed
    };

    let mut possible = [0 as Mask; 3];
    match *others {
        [c0] => {
            for d0 in bits(board.digits(c0)) {
                let clashing = if sees(c0, last) { 1 << d0 } else { 0 };
                let allowed = allowed(1 << d0, clashing);
                if allowed != 0 {
                    possible[0] |= 1 << d0;
                    possible[1] |= allowed;
                }
            }
        }
        [c0, c1] => {
            let see = sees(c0, c1);
            let (see0, see1) = (Mask::from(sees(c0, last)), Mask::from(sees(c1, last)));
            for d0 in bits(board.digits(c0)) {
                for d1 in bits(board.digits(c1)) {
                    if see && d0 == d1 {
                        continue;
                    }
                    let allowed = allowed(1 << d0 | 1 << d1, see0 << d0 | see1 << d1);
                    if allowed != 0 {
                        possible[0] |= 1 << d0;
                        possible[1] |= 1 << d1;
                        possible[2] |= allowed;
                    }
                }
                if possible[0] == board.digits(c0)
                    && possible[1] == board.digits(c1)
                    && possible[2] == board.digits(last)
                {
                    return None;
                }
            }
        }
        _ => return None,
    }
    let mut eliminations = Eliminations::default();
    for (i, &cell) in cells.iter().enumerate() {
        eliminations.add(cell, board.digits(cell) & !possible[i]);
    }
    let rating = if cells.len() == 2 { 6.2 } else { 7.5 };
    Hint::eliminating(rating, eliminations, || Reason::Aligned {
        cells: cells.iter().map(|&cell| Cell::from_index(cell)).collect(),
    })
}
