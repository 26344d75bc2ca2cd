//! The board of the rater: candidates twice over, as the masks that its rules need.
//!
//! The sets of the rest of the crate are sets of cells. The rules of this scale use *places*: "the third cell of the
//! block", "by ascending place", and they break ties by that order. So the board stores, beside the digits of each cell,
//! the places of each digit in each house, nine bits each:
//!
//! ```text
//!   digits[cell]            bit d: digit d+1 is a candidate of the cell
//!   places[9 * house + d]   bit p: the cell at place p of the house has candidate d+1
//! ```
//!
//! Houses are numbered blocks 0-8, rows 9-17, columns 18-26, and a candidate is `9 * cell + d`: the orders of the scale.
//! The tables are those of [`geometry`], in this order. Everything is small and flat, because rating a hard puzzle copies
//! and searches such a board millions of times.

use core::ops::{BitAnd, BitOr};

use crate::bits::{BitRow, words_for};
pub(super) use crate::bits::{count_of_nine as count, ones as bits};
use crate::geometry;
use crate::{Candidate, Cell, CellSet, Digit, House, Pencilmarks};

/// A set of digits or of places in a house, nine bits.
pub(super) type Mask = u16;

/// The kinds of house, in the order that the chains use.
pub(super) const BLOCK: usize = 0;
pub(super) const ROW: usize = 1;
pub(super) const COLUMN: usize = 2;

/// The order of the kinds for singles and sets.
pub(super) const BLOCK_COLUMN_ROW: [usize; 3] = [BLOCK, COLUMN, ROW];

/// Where the houses of each kind begin in [`geometry`].
const FIRST_OF_KIND: [usize; 3] = [18, 0, 9];

/// The index in [`geometry`] of a house of this module.
const fn geometry_index(house: usize) -> usize {
    FIRST_OF_KIND[house / 9] + house % 9
}

/// The house of a number of this module.
pub(super) const fn house(number: usize) -> House {
    House::from_index(geometry_index(number))
}

/// The candidate of a number of this module.
pub(super) const fn candidate(number: usize) -> Candidate {
    Candidate::new(Cell::from_index(number / 9), Digit::from_index(number % 9))
}

/// The cells at some places of a house.
pub(super) fn cells_at(house: usize, places: Mask) -> CellSet {
    bits(places).map(|place| Cell::from_index(CELL_AT[house][place].into())).collect()
}

/// The cell at each place of each house.
pub(super) const CELL_AT: [[u8; 9]; 27] = {
    let mut table = [[0; 9]; 27];
    let mut i = 0;
    while i < 27 * 9 {
        table[i / 9][i % 9] = geometry::CELL_AT[geometry_index(i / 9)][i % 9].index() as u8;
        i += 1;
    }
    table
};

/// The house of each kind that contains the cell.
pub(super) const HOUSE: [[u8; 3]; 81] = {
    let mut table = [[0; 3]; 81];
    let mut i = 0;
    while i < 27 * 9 {
        table[CELL_AT[i / 9][i % 9] as usize][i / 81] = (i / 9) as u8;
        i += 1;
    }
    table
};

/// The cell's place in each of them.
pub(super) const PLACE: [[u8; 3]; 81] = {
    let mut table = [[0; 3]; 81];
    let mut i = 0;
    while i < 3 * 81 {
        table[i / 3][i % 3] = geometry::PLACE[i / 3][FIRST_OF_KIND[i % 3] / 9];
        i += 1;
    }
    table
};

/// Where a candidate is on a board: for each kind of house the slot of its digit, and its bit there.
#[derive(Clone, Copy)]
struct Slots {
    slot: [u8; 3],
    bit: [Mask; 3],
}

static SLOTS: [Slots; 729] = {
    let mut table = [Slots { slot: [0; 3], bit: [0; 3] }; 729];
    let mut i = 0;
    while i < 3 * 729 {
        let (candidate, kind) = (i / 3, i % 3);
        table[candidate].slot[kind] = 9 * HOUSE[candidate / 9][kind] + (candidate % 9) as u8;
        table[candidate].bit[kind] = 1 << PLACE[candidate / 9][kind];
        i += 1;
    }
    table
};

/// The cells of each house, as bits.
pub(super) const HOUSE_CELLS: [u128; 27] = {
    let mut table = [0; 27];
    let mut house = 0;
    while house < 27 {
        table[house] = geometry::HOUSE_CELLS[geometry_index(house)].to_bits();
        house += 1;
    }
    table
};

/// The 20 cells that a cell sees, as bits.
#[inline]
pub(super) const fn peers(cell: usize) -> u128 {
    geometry::PEERS[cell].to_bits()
}

/// Whether two different cells share a house.
#[inline]
pub(super) fn sees(a: usize, b: usize) -> bool {
    peers(a) >> b & 1 != 0
}

/// Whether exactly one bit is set.
#[inline]
pub(super) fn is_single(mask: Mask) -> bool {
    mask.is_power_of_two()
}

/// Whether exactly two bits are set.
#[inline]
pub(super) fn is_pair(mask: Mask) -> bool {
    (mask & mask.wrapping_sub(1)).is_power_of_two()
}

/// All masks of `size` ones among the lowest `items` bits, in increasing numeric value: the order of combinations in the
/// reference. There is one (empty) combination of no items out of some, and none out of nothing.
pub(super) fn combinations(items: usize, size: usize) -> impl Iterator<Item = u32> {
    let possible = items > 0 && size <= items;
    let mut next = possible.then(|| (1u32 << size) - 1);
    core::iter::from_fn(move || {
        let mask = next?;
        next = if mask == 0 {
            None
        } else {
            // The next larger number with as many ones.
            let low = mask & mask.wrapping_neg();
            let ripple = mask + low;
            let following = ripple | (((mask ^ ripple) >> 2) / low);
            (following >> items == 0).then_some(following)
        };
        Some(mask)
    })
}

/// The candidates, by cell and by house.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Board {
    digits: [Mask; 81],
    /// 243 are in use. With 256 any byte is an index, and the compiler knows that it needs no check.
    places: [Mask; 256],
}

/// Where a digit's places in a house are stored.
#[inline]
fn slot(house: usize, digit: usize) -> usize {
    usize::from((9 * house + digit) as u8)
}

impl Board {
    pub(super) const EMPTY: Board = Board { digits: [0; 81], places: [0; 256] };

    /// The candidates of a cell.
    #[inline]
    pub(super) fn digits(&self, cell: usize) -> Mask {
        self.digits[cell]
    }

    /// The places of a digit in a house.
    #[inline]
    pub(super) fn places(&self, house: usize, digit: usize) -> Mask {
        self.places[slot(house, digit)]
    }

    /// The digits of all cells. Two boards are equal if these are.
    #[inline]
    pub(super) fn cells(&self) -> &[Mask; 81] {
        &self.digits
    }

    /// Whether the candidate is on the board.
    #[inline]
    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.digits[cell] >> digit & 1 != 0
    }

    /// Adds a candidate.
    pub(super) fn insert(&mut self, cell: usize, digit: usize) {
        self.digits[cell] |= 1 << digit;
        for kind in 0..3 {
            let house = usize::from(HOUSE[cell][kind]);
            self.places[slot(house, digit)] |= 1 << PLACE[cell][kind];
        }
    }

    /// Removes a candidate.
    #[inline]
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.digits[cell] &= !(1 << digit);
        let Slots { slot, bit } = SLOTS[9 * cell + digit];
        for kind in 0..3 {
            self.places[usize::from(slot[kind])] &= !bit[kind];
        }
    }

    /// The other places of a candidate's digit in its house of each kind.
    #[inline]
    pub(super) fn other_places(&self, candidate: usize) -> [Mask; 3] {
        let Slots { slot, bit } = SLOTS[candidate];
        core::array::from_fn(|kind| self.places[usize::from(slot[kind])] & !bit[kind])
    }

    /// The cells that have a digit, as bits.
    pub(super) fn cells_with(&self, digit: usize) -> u128 {
        (0..9).fold(0, |set, row| set | u128::from(self.places(9 + row, digit)) << (9 * row))
    }
}

/// Counts of the grid being rated. Assumptions inside chains do not change them.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Counts {
    /// Cells without a value in each house.
    pub(super) empty: [u8; 27],
    /// Cells that have each digit as their value.
    pub(super) placed: [u8; 9],
}

/// The grid being rated: candidates, values and counts.
#[derive(Clone)]
pub(super) struct RatedGrid {
    pub(super) board: Board,
    pub(super) counts: Counts,
    value: [u8; 81],
    empty: u8,
}

impl RatedGrid {
    fn empty() -> RatedGrid {
        let counts = Counts { empty: [9; 27], placed: [0; 9] };
        RatedGrid { board: Board::EMPTY, counts, value: [0; 81], empty: 81 }
    }

    /// Gives a cell its value and clears its candidates. Its peers keep theirs.
    pub(super) fn fill(&mut self, cell: usize, digit: usize) {
        for other in bits(self.board.digits(cell)) {
            self.board.remove(cell, other);
        }
        if self.value[cell] == 0 {
            self.empty -= 1;
            self.counts.placed[digit] += 1;
            for house in HOUSE[cell] {
                self.counts.empty[usize::from(house)] -= 1;
            }
        }
        self.value[cell] = digit as u8 + 1;
    }

    /// Gives a cell its value and removes the digit from its peers.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        self.fill(cell, digit);
        for peer in bits(peers(cell)) {
            self.board.remove(peer, digit);
        }
    }

    /// Removes a candidate.
    pub(super) fn remove(&mut self, candidate: Candidate) {
        self.board.remove(candidate.cell().index(), candidate.digit().index());
    }

    /// Whether every cell has a value.
    pub(super) fn is_complete(&self) -> bool {
        self.empty == 0
    }

    /// Whether the cell has a value.
    pub(super) fn is_filled(&self, cell: usize) -> bool {
        self.value[cell] != 0
    }
}

impl RatedGrid {
    /// The pencilmarks that a rating starts from: the same, with the cells filled that count as filled.
    pub(super) fn started(marks: &Pencilmarks) -> Pencilmarks {
        let grid = RatedGrid::from(marks);
        let mut started = *marks;
        for cell in marks.empty_cells().iter().filter(|cell| grid.is_filled(cell.index())) {
            if let Some(digit) = marks.digits_in(cell).single() {
                started.place(cell, digit);
            }
        }
        started
    }
}

impl From<&Pencilmarks> for RatedGrid {
    /// In a puzzle given as candidates only (nothing is placed), a cell with one candidate that none of its peers has
    /// counts as filled from the start.
    fn from(marks: &Pencilmarks) -> RatedGrid {
        let mut grid = RatedGrid::empty();
        for (cell, digit) in marks.placed().placements() {
            grid.fill(cell.index(), digit.index());
        }
        for candidate in marks.candidates() {
            grid.board.insert(candidate.cell().index(), candidate.digit().index());
        }
        if grid.empty == 81 {
            for cell in 0..81 {
                let digits = grid.board.digits(cell);
                let digit = digits.trailing_zeros() as usize;
                if is_single(digits) && bits(peers(cell)).all(|peer| !grid.board.has(peer, digit)) {
                    grid.fill(cell, digit);
                }
            }
        }
        grid
    }
}

/// A set of candidates, by candidate number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct CandidateBits([u64; words_for(729)]);

impl CandidateBits {
    pub(super) const EMPTY: CandidateBits = CandidateBits([0; words_for(729)]);

    #[inline]
    pub(super) fn contains(&self, candidate: usize) -> bool {
        self.0.has(candidate)
    }

    /// With some digits of a cell.
    #[inline]
    pub(super) const fn with_digits(mut self, cell: usize, digits: Mask) -> CandidateBits {
        let (word, bit) = (9 * cell / 64, 9 * cell % 64);
        self.0[word] |= (digits as u64) << bit;
        if bit > 55 {
            self.0[word + 1] |= digits as u64 >> (64 - bit);
        }
        self
    }

    /// Every candidate replaced by the one with a number higher by up to eight.
    #[inline]
    pub(super) fn moved_up(&self, by: usize) -> CandidateBits {
        // The carry is shifted twice, because a shift by 64 bits is undefined.
        let carry = |i: usize| if i == 0 { 0 } else { self.0[i - 1] >> 1 >> (63 - by) };
        CandidateBits(core::array::from_fn(|i| self.0[i] << by | carry(i)))
    }

    #[inline]
    pub(super) fn insert(&mut self, candidate: usize) {
        self.0.put(candidate);
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_blank()
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.ones()
    }
}

impl BitAnd for CandidateBits {
    type Output = CandidateBits;
    #[inline]
    fn bitand(self, other: CandidateBits) -> CandidateBits {
        CandidateBits(core::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for CandidateBits {
    type Output = CandidateBits;
    #[inline]
    fn bitor(self, other: CandidateBits) -> CandidateBits {
        CandidateBits(core::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn combinations_come_by_increasing_value() {
        let pairs: Vec<u32> = combinations(4, 2).collect();
        assert_eq!(pairs, [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]);
        assert_eq!(combinations(9, 4).count(), 126);
        assert_eq!(combinations(3, 0).collect::<Vec<_>>(), [0]);
        assert_eq!(combinations(3, 3).collect::<Vec<_>>(), [7]);
        assert_eq!(combinations(0, 0).count() + combinations(2, 3).count(), 0);
    }

    #[test]
    fn both_views_of_the_candidates_agree() {
        let mut board = Board::EMPTY;
        for candidate in (0..729).filter(|c| c % 3 != 1) {
            board.insert(candidate / 9, candidate % 9);
        }
        for candidate in (0..729).step_by(7) {
            board.remove(candidate / 9, candidate % 9);
        }
        for (cell, digit) in (0..81).flat_map(|c| (0..9).map(move |d| (c, d))) {
            let present = board.has(cell, digit);
            assert_eq!(board.cells_with(digit) >> cell & 1 != 0, present);
            for kind in 0..3 {
                let (house, place) = (usize::from(HOUSE[cell][kind]), PLACE[cell][kind]);
                assert_eq!(usize::from(CELL_AT[house][usize::from(place)]), cell);
                assert_eq!(board.places(house, digit) >> place & 1 != 0, present);
            }
        }
    }

    #[test]
    fn pairs_and_singles_have_two_bits_and_one() {
        for mask in 0..512 {
            assert_eq!(is_single(mask), mask.count_ones() == 1);
            assert_eq!(is_pair(mask), mask.count_ones() == 2);
            assert_eq!(count(mask), mask.count_ones() as usize);
        }
    }
}
