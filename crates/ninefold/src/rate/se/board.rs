//! The board of the rater: candidates twice over, as the masks its rules ask for.
//!
//! The words of the rest of the crate speak of sets of cells. The rules of this scale speak of *positions*: "the third
//! cell of the block", "by ascending position", and they decide ties by that order. So the board here keeps, beside the
//! digits of each cell, the positions of each digit in each house, nine bits each:
//!
//! ```text
//!   digits[cell]            bit d: digit d+1 is a candidate of the cell
//!   places[9 * house + d]   bit p: the cell at position p of the house has candidate d+1
//! ```
//!
//! Houses are numbered blocks 0-8, rows 9-17, columns 18-26, and a candidate is `9 * cell + d`: the orders of the scale.
//! Everything is small and flat, because a hard puzzle copies and searches such a board millions of times.

use core::ops::{BitAnd, BitOr};

/// A set of digits or of positions in a house, nine bits.
pub(super) type Mask = u16;

/// The kinds of house, in the order that the chains use.
pub(super) const BLOCK: usize = 0;
pub(super) const ROW: usize = 1;
pub(super) const COLUMN: usize = 2;

/// The order of the kinds for singles and sets.
pub(super) const BLOCK_COLUMN_ROW: [usize; 3] = [BLOCK, COLUMN, ROW];

/// The house of each kind that holds the cell.
pub(super) const HOUSE: [[u8; 3]; 81] = {
    let mut table = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let block = 3 * (row / 3) + column / 3;
        table[cell] = [block as u8, 9 + row as u8, 18 + column as u8];
        cell += 1;
    }
    table
};

/// The cell's position in each of them.
pub(super) const POSITION: [[u8; 3]; 81] = {
    let mut table = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        table[cell] = [(3 * (row % 3) + column % 3) as u8, column as u8, row as u8];
        cell += 1;
    }
    table
};

/// The cell at each position of each house.
pub(super) const CELL_AT: [[u8; 9]; 27] = {
    let mut table = [[0; 9]; 27];
    let mut i = 0;
    while i < 3 * 81 {
        let (cell, kind) = (i / 3, i % 3);
        table[HOUSE[cell][kind] as usize][POSITION[cell][kind] as usize] = cell as u8;
        i += 1;
    }
    table
};

/// The cells of each house, as bits.
pub(super) const HOUSE_CELLS: [u128; 27] = {
    let mut table = [0; 27];
    let mut i = 0;
    while i < 3 * 81 {
        table[HOUSE[i / 3][i % 3] as usize] |= 1 << (i / 3);
        i += 1;
    }
    table
};

/// The 20 cells that each cell sees, as bits.
pub(super) const PEERS: [u128; 81] = {
    let mut table = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [block, row, column] = HOUSE[cell];
        let houses = HOUSE_CELLS[block as usize] | HOUSE_CELLS[row as usize] | HOUSE_CELLS[column as usize];
        table[cell] = houses & !(1 << cell);
        cell += 1;
    }
    table
};

/// Whether two different cells share a house.
#[inline]
pub(super) fn sees(a: usize, b: usize) -> bool {
    PEERS[a] >> b & 1 != 0
}

/// The indices of the bits, ascending.
#[inline]
pub(super) fn bits<T>(set: T) -> Bits<T> {
    Bits(set)
}

/// Iterator over the bits of a mask or of a set of cells.
#[derive(Clone)]
pub(super) struct Bits<T>(T);

macro_rules! bits_iterator {
    ($($t:ty)*) => {$(
        impl Iterator for Bits<$t> {
            type Item = usize;
            #[inline]
            fn next(&mut self) -> Option<usize> {
                if self.0 == 0 {
                    return None;
                }
                let index = self.0.trailing_zeros() as usize;
                self.0 &= self.0 - 1;
                Some(index)
            }
        }
    )*};
}
bits_iterator!(u16 u64 u128);

/// How many bits a mask has. A table: the portable instruction set has no population count.
#[inline]
pub(super) fn count(mask: Mask) -> usize {
    usize::from(COUNT[usize::from(mask & 511)])
}

const COUNT: [u8; 512] = {
    let mut table = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        table[mask] = (mask as u16).count_ones() as u8;
        mask += 1;
    }
    table
};

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

/// All masks of `size` ones among the lowest `items` bits, in increasing numeric value: the order in which the scale
/// goes through combinations. One (empty) combination of no items out of some, none out of nothing.
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

/// Which candidates stand, by cell and by house.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Board {
    digits: [Mask; 81],
    /// 243 are in use. With 256 any byte is an index, and the compiler knows that it needs no check.
    places: [Mask; 256],
}

/// Where a digit's positions in a house are.
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

    /// The positions of a digit in a house.
    #[inline]
    pub(super) fn places(&self, house: usize, digit: usize) -> Mask {
        self.places[slot(house, digit)]
    }

    /// The digits of all cells: what tells one board from another.
    #[inline]
    pub(super) fn cells(&self) -> &[Mask; 81] {
        &self.digits
    }

    /// Whether the candidate stands.
    #[inline]
    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.digits[cell] >> digit & 1 != 0
    }

    /// Adds a candidate.
    pub(super) fn insert(&mut self, cell: usize, digit: usize) {
        self.digits[cell] |= 1 << digit;
        for kind in 0..3 {
            let house = usize::from(HOUSE[cell][kind]);
            self.places[slot(house, digit)] |= 1 << POSITION[cell][kind];
        }
    }

    /// Takes a candidate away.
    #[inline]
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.digits[cell] &= !(1 << digit);
        let [block, row, column] = HOUSE[cell];
        let [in_block, in_row, in_column] = POSITION[cell];
        self.places[slot(block.into(), digit)] &= !(1 << in_block);
        self.places[slot(row.into(), digit)] &= !(1 << in_row);
        self.places[slot(column.into(), digit)] &= !(1 << in_column);
    }

    /// The cells that have a digit, as bits.
    pub(super) fn cells_with(&self, digit: usize) -> u128 {
        (0..9).fold(0, |set, row| set | u128::from(self.places(9 + row, digit)) << (9 * row))
    }
}

/// What is counted on the real board, whatever is assumed meanwhile.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Counts {
    /// Cells without a value in each house.
    pub(super) empty: [u8; 27],
    /// Cells that have each digit as their value.
    pub(super) placed: [u8; 9],
}

/// The board of the main loop: candidates, values, and what is counted.
#[derive(Clone)]
pub(super) struct Position {
    pub(super) board: Board,
    pub(super) counts: Counts,
    value: [u8; 81],
    empty: u8,
}

impl Position {
    /// An empty grid with no candidates, to be filled.
    pub(super) fn new() -> Position {
        let counts = Counts { empty: [9; 27], placed: [0; 9] };
        Position { board: Board::EMPTY, counts, value: [0; 81], empty: 81 }
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

    /// Gives a cell its value and takes the digit from its peers.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        self.fill(cell, digit);
        for peer in bits(PEERS[cell]) {
            self.board.remove(peer, digit);
        }
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

/// A set of candidates, by candidate number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct CandidateBits([u64; 12]);

impl CandidateBits {
    pub(super) const EMPTY: CandidateBits = CandidateBits([0; 12]);

    #[inline]
    pub(super) fn contains(&self, candidate: usize) -> bool {
        self.0[candidate / 64] >> (candidate % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn insert(&mut self, candidate: usize) {
        self.0[candidate / 64] |= 1 << (candidate % 64);
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, word)| bits(word).map(move |bit| 64 * i + bit))
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
            let stands = board.has(cell, digit);
            assert_eq!(board.cells_with(digit) >> cell & 1 != 0, stands);
            for kind in 0..3 {
                let (house, position) = (usize::from(HOUSE[cell][kind]), POSITION[cell][kind]);
                assert_eq!(usize::from(CELL_AT[house][usize::from(position)]), cell);
                assert_eq!(board.places(house, digit) >> position & 1 != 0, stands);
            }
        }
    }

    #[test]
    fn pairs_and_singles_are_told_by_their_bits() {
        for mask in 0..512 {
            assert_eq!(is_single(mask), mask.count_ones() == 1);
            assert_eq!(is_pair(mask), mask.count_ones() == 2);
            assert_eq!(count(mask), mask.count_ones() as usize);
        }
    }
}
