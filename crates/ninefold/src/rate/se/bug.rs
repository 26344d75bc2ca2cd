//! The bivalue universal grave (BUG).
//!
//! If every cell has two candidates and every digit two places in every house, a grid has no solution or more than one.
//! So where removing a few candidates (the *bug digits* of the *bug cells*) would lead to that state, one of them is true.

use alloc::vec::Vec;

use super::board::{
    Board, CELL_AT, HOUSE, HOUSE_CELLS, Mask, RatedGrid, bits, combinations, count, is_pair, is_single, peers,
};
use super::hint::{Eliminations, Hint, Reason};
use crate::{CandidateSet, Cell, CellSet, DigitSet};

/// The candidates without which the board would be a BUG.
struct Grave {
    /// The bug cells and their bug digits, in the order of discovery.
    cells: Vec<(usize, Mask)>,
    /// All bug digits.
    digits: Mask,
    /// The cells that see every bug cell.
    seeing: u128,
}

pub(super) fn grave(grid: &RatedGrid) -> Option<Hint> {
    let board = &grid.board;
    let grave = Grave::find(grid)?;
    match grave.cells[..] {
        [] => None,
        [(cell, _)] => {
            let mut eliminations = Eliminations::default();
            eliminations.add(cell, board.digits(cell) & !grave.digits);
            Hint::eliminating(5.6, eliminations, || grave.reason(1, 0, CellSet::EMPTY))
        }
        [..] if is_single(grave.digits) => {
            let digit = grave.digits.trailing_zeros() as usize;
            if grave.seeing & board.cells_with(digit) == 0 {
                return grave.type_4(board);
            }
            let mut eliminations = Eliminations::default();
            for cell in bits(grave.seeing) {
                eliminations.add(cell, board.digits(cell) & grave.digits);
            }
            Hint::eliminating(5.7, eliminations, || grave.reason(2, grave.digits, CellSet::EMPTY))
        }
        [..] if grave.seeing != 0 => grave.type_4(board).or_else(|| grave.type_3(board)),
        [..] => None,
    }
}

impl Grave {
    fn find(grid: &RatedGrid) -> Option<Grave> {
        let board = &grid.board;
        let mut rest = board.clone();
        let mut grave = Grave { cells: Vec::new(), digits: 0, seeing: !0 };
        for (house, cells) in CELL_AT.iter().enumerate() {
            for digit in 0..9 {
                let places = board.places(house, digit);
                if places == 0 || is_pair(places) {
                    continue;
                }
                let mut large =
                    bits(places).map(|place| usize::from(cells[place])).filter(|&cell| count(board.digits(cell)) >= 3);
                let cell = large.next()?;
                if large.next().is_some() {
                    continue;
                }
                match grave.cells.iter_mut().find(|entry| entry.0 == cell) {
                    Some(entry) => entry.1 |= 1 << digit,
                    None => grave.cells.push((cell, 1 << digit)),
                }
                grave.digits |= 1 << digit;
                rest.remove(cell, digit);
                grave.seeing &= peers(cell);
                for &(cell, _) in &grave.cells {
                    grave.seeing &= !(1 << cell);
                }
                if grave.cells.len() > 1 && !is_single(grave.digits) && grave.seeing == 0 {
                    return None;
                }
            }
        }
        let cells_done = (0..81).all(|cell| grid.is_filled(cell) || is_pair(rest.digits(cell)));
        let houses_done = (0..27)
            .all(|house| (0..9).map(|digit| rest.places(house, digit)).all(|places| places == 0 || is_pair(places)));
        (cells_done && houses_done).then_some(grave)
    }

    fn reason(&self, kind: u8, digits: Mask, helpers: CellSet) -> Reason {
        let cells = self.cells.iter().map(|&(cell, _)| Cell::from_index(cell)).collect();
        let of_cell = |&(cell, bugs)| CandidateSet::of_cell(Cell::from_index(cell), DigitSet::from_bits(bugs));
        let extras = self.cells.iter().map(of_cell).fold(CandidateSet::EMPTY, |all, some| all | some);
        Reason::Bug { kind, cells, digits: DigitSet::from_bits(digits), extras, helpers }
    }

    /// Two bug cells that share a house and one further digit: that digit is in one of them.
    fn type_4(&self, board: &Board) -> Option<Hint> {
        let [(first, first_bugs), (second, second_bugs)] = self.cells[..] else { return None };
        let common = board.digits(first) & board.digits(second) & !self.digits;
        if !is_single(common) || !(0..3).any(|kind| HOUSE[first][kind] == HOUSE[second][kind]) {
            return None;
        }
        let mut eliminations = Eliminations::default();
        eliminations.add(first, board.digits(first) & !(first_bugs | common));
        eliminations.add(second, board.digits(second) & !(second_bugs | common));
        Hint::eliminating(5.7, eliminations, || self.reason(4, common, CellSet::EMPTY))
    }

    /// The bug cells act as one cell with the bug digits, in a naked set of a house they share.
    fn type_3(&self, board: &Board) -> Option<Hint> {
        for house in HOUSE[self.cells[0].0].map(usize::from) {
            if self.cells.iter().any(|&(cell, _)| HOUSE_CELLS[house] >> cell & 1 == 0) {
                continue;
            }
            let free: Vec<usize> = bits(self.seeing & HOUSE_CELLS[house]).collect();
            for size in (2..=6).filter(|&size| free.len() >= size) {
                for chosen in combinations(free.len(), size - 1).map(|mask| mask as Mask) {
                    let partners = bits(chosen).map(|i| board.digits(free[i]));
                    let union = partners.clone().fold(0, |union, digits| union | digits);
                    let set = union | self.digits;
                    let fits = count(union) == size
                        && count(set) == size
                        && count(self.digits) >= 2
                        && partners.clone().all(|digits| count(digits) >= 2);
                    if !fits {
                        continue;
                    }
                    let mut eliminations = Eliminations::default();
                    for (i, &cell) in free.iter().enumerate() {
                        if chosen >> i & 1 == 0 {
                            eliminations.add(cell, board.digits(cell) & set);
                        }
                    }
                    let rating = 5.7 + (size - 1) as f64 * 0.1;
                    let helpers = bits(chosen).map(|i| Cell::from_index(free[i])).collect();
                    let hint = Hint::eliminating(rating, eliminations, || self.reason(3, set, helpers));
                    if hint.is_some() {
                        return hint;
                    }
                }
            }
        }
        None
    }
}
