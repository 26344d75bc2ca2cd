//! Strong links: two candidates that cannot both be off, on a board that does not change.

use alloc::vec::Vec;

use super::super::board::{Board, CELL_AT, HOUSE, PLACE, bits, is_pair};
use super::super::hint::Links;
use super::propagation::Cause;

/// The strong links of a board: for each candidate those that must be on if it is off, and the cause.
pub(super) struct Strong {
    links: Vec<[(u16, Cause); 4]>,
    /// How many links by houses each candidate has, and whether one by its cell (which comes first).
    by_house: [u8; 729],
    by_cell: [bool; 729],
}

impl Strong {
    pub(super) fn new(board: &Board) -> Strong {
        let mut links = Vec::new();
        links.resize(729, [(0, Cause::Cell); 4]);
        let mut strong = Strong { links, by_house: [0; 729], by_cell: [false; 729] };
        for cell in 0..81 {
            let digits = board.digits(cell);
            for digit in bits(digits) {
                let candidate = 9 * cell + digit;
                let links = &mut strong.links[candidate];
                if is_pair(digits) {
                    strong.by_cell[candidate] = true;
                    links[0].0 = (9 * cell) as u16 + (digits & !(1 << digit)).trailing_zeros() as u16;
                }
                for (kind, cause) in Cause::HOUSES.into_iter().enumerate() {
                    let house = usize::from(HOUSE[cell][kind]);
                    let places = board.places(house, digit);
                    if is_pair(places) {
                        let place = (places & !(1 << PLACE[cell][kind])).trailing_zeros() as usize;
                        let other = (9 * usize::from(CELL_AT[house][place]) + digit) as u16;
                        let known = usize::from(strong.by_house[candidate]);
                        if !links[1..=known].iter().any(|&(candidate, _)| candidate == other) {
                            links[1 + known] = (other, cause);
                            strong.by_house[candidate] += 1;
                        }
                    }
                }
            }
        }
        strong
    }

    /// The links that a pass may use.
    pub(super) fn of(&self, links: Links, candidate: usize) -> &[(u16, Cause)] {
        let cell = usize::from(self.by_cell[candidate]);
        let houses = usize::from(self.by_house[candidate]);
        let (from, to) = match links {
            Links::X => (1, 1 + houses),
            Links::Y => (1 - cell, 1),
            Links::XY => (1 - cell, 1 + houses),
        };
        &self.links[candidate][from..to]
    }

    /// The candidates with strong links that a pass may use.
    pub(super) fn linked(&self, board: &Board, links: Links) -> Board {
        let mut linked = Board::EMPTY;
        for cell in 0..81 {
            for digit in bits(board.digits(cell)).filter(|digit| !self.of(links, 9 * cell + digit).is_empty()) {
                linked.insert(cell, digit);
            }
        }
        linked
    }
}
