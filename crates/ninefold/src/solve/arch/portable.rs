//! Any CPU: four lanes in each 64-bit word for one puzzle, plain arrays for many.
//!
//! A digit set uses nine of a lane's sixteen bits. The seven above catch carries: words can be added without carries
//! into the next lane. Compilers turn the arrays into the vectors of the target.

use crate::solve::branch::{CellBits, CellMasks, MaskQueries};
use crate::solve::vector::{Band, Lanes, Triads, Vector};

/// A band in three words, one for each row; the fourth lane of each is empty.
#[derive(Clone, Copy)]
pub(super) struct Words([u64; 3]);

/// The lowest bit of each of the three lanes.
const ONE: u64 = 0x0000_0001_0001_0001;
/// The highest bit of each of the three lanes.
const TOP: u64 = ONE << 15;
/// All bits of the three lanes.
const LANES: u64 = 0x0000_FFFF_FFFF_FFFF;

impl Words {
    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Words {
        Words(self.0.map(f))
    }

    #[inline(always)]
    fn zip(self, other: Words, f: impl Fn(u64, u64) -> u64) -> Words {
        Words([f(self.0[0], other.0[0]), f(self.0[1], other.0[1]), f(self.0[2], other.0[2])])
    }
}

impl Vector for Words {
    #[inline(always)]
    fn splat(digits: u16) -> Words {
        Words([u64::from(digits) * ONE; 3])
    }
    #[inline(always)]
    fn and(self, other: Words) -> Words {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Words) -> Words {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn minus(self, other: Words) -> Words {
        self.zip(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn without_least(self) -> Words {
        // The top bit supplies the borrow of an empty lane, which would otherwise come from the next lane.
        self.map(|x| x & ((x | TOP) - ONE))
    }
    #[inline(always)]
    fn where_empty(self) -> Words {
        // Adding 0x7FFF sets the top bit unless the lane is empty; the inverted bit is then spread over its lane.
        self.map(|x| {
            let empty = !(x + (TOP - ONE)) & TOP;
            (empty << 1).wrapping_sub(empty >> 15) & LANES
        })
    }
}

impl Triads for Words {
    const ALL: u32 = 1;
    #[inline(always)]
    fn repeat(lanes: &[u16; 16]) -> Words {
        let row = |r: usize| (0..3).map(|s| u64::from(lanes[4 * r + s]) << (16 * s)).sum();
        Words([row(0), row(1), row(2)])
    }
    #[inline(always)]
    fn empty_in(self) -> u32 {
        u32::from(self.0[0] | self.0[1] | self.0[2] == 0)
    }
    #[inline(always)]
    fn next_in_row(self) -> Words {
        self.map(|x| (x >> 16 | x << 32) & LANES)
    }
    #[inline(always)]
    fn previous_in_row(self) -> Words {
        self.map(|x| (x << 16 | x >> 32) & LANES)
    }
    #[inline(always)]
    fn next_in_block(self) -> Words {
        Words([self.0[1], self.0[2], self.0[0]])
    }
    #[inline(always)]
    fn previous_in_block(self) -> Words {
        Words([self.0[2], self.0[0], self.0[1]])
    }
}

impl Band for Words {
    #[inline(always)]
    fn store(self, lanes: &mut [u16; 16]) {
        for (row, word) in lanes.chunks_exact_mut(4).zip(self.0) {
            row.copy_from_slice(&[word as u16, (word >> 16) as u16, (word >> 32) as u16, 0]);
        }
    }
    #[inline(always)]
    fn first_lane(self) -> Option<usize> {
        let row = self.0.iter().position(|&word| word != 0)?;
        Some(4 * row + self.0[row].trailing_zeros() as usize / 16)
    }
}

/// Sixteen puzzles in a plain array.
#[derive(Clone, Copy)]
pub(super) struct Array([u16; 16]);

impl Array {
    #[inline(always)]
    fn map(self, f: impl Fn(u16) -> u16) -> Array {
        Array(self.0.map(f))
    }

    #[inline(always)]
    fn zip(self, other: Array, f: impl Fn(u16, u16) -> u16) -> Array {
        Array(core::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }
}

impl Vector for Array {
    #[inline(always)]
    fn splat(digits: u16) -> Array {
        Array([digits; 16])
    }
    #[inline(always)]
    fn and(self, other: Array) -> Array {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Array) -> Array {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn minus(self, other: Array) -> Array {
        self.zip(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn without_least(self) -> Array {
        self.map(|x| x & x.wrapping_sub(1))
    }
    #[inline(always)]
    fn where_empty(self) -> Array {
        self.map(|x| if x == 0 { u16::MAX } else { 0 })
    }
}

impl Lanes<16> for Array {
    #[inline(always)]
    fn load(lanes: &[u16; 16]) -> Array {
        Array(*lanes)
    }
    #[inline(always)]
    fn store(self, lanes: &mut [u16; 16]) {
        *lanes = self.0;
    }
    #[inline(always)]
    fn plus(self, other: Array) -> Array {
        self.zip(other, u16::wrapping_add)
    }
    #[inline(always)]
    fn min(self, other: Array) -> Array {
        self.zip(other, u16::min)
    }
    #[inline(always)]
    fn equal_lanes(self, other: Array) -> u32 {
        (0..16).map(|lane| u32::from(self.0[lane] == other.0[lane]) << lane).sum()
    }
}

impl MaskQueries for Words {
    #[inline(always)]
    fn bivalue_cells(state: &CellMasks) -> CellBits {
        Array::bivalue_cells(state)
    }
    #[inline(always)]
    fn cells_with_any(state: &CellMasks, digits: u16) -> CellBits {
        Array::cells_with_any(state, digits)
    }
    #[inline(always)]
    fn cells_by_digit(state: &CellMasks) -> [CellBits; 16] {
        Array::cells_by_digit(state)
    }
}

impl MaskQueries for Array {
    #[inline(always)]
    fn bivalue_cells(state: &CellMasks) -> CellBits {
        let mut bits = [0; 2];
        for (cell, digits) in state.0.iter().enumerate() {
            bits[cell / 64] |= u64::from(digits.count_ones() == 2) << (cell % 64);
        }
        bits
    }
    #[inline(always)]
    fn cells_with_any(state: &CellMasks, digits: u16) -> CellBits {
        let mut bits = [0; 2];
        for (cell, candidates) in state.0.iter().enumerate() {
            bits[cell / 64] |= u64::from(candidates & digits != 0) << (cell % 64);
        }
        bits
    }
    #[inline(always)]
    fn cells_by_digit(state: &CellMasks) -> [CellBits; 16] {
        let mut places = [[0; 2]; 16];
        for (group, cells) in state.0.chunks_exact(8).enumerate() {
            let (word, shift) = (group / 8, group % 8 * 8);
            // Eight cells by eight digits, transposed: each byte then holds a digit's cells.
            let mut square = 0;
            for (i, &cell) in cells.iter().enumerate() {
                square |= u64::from(cell & 0xFF) << (8 * i);
                places[8][word] |= u64::from(cell >> 8 & 1) << (shift + i);
            }
            let square = transposed(square);
            for (digit, place) in places.iter_mut().enumerate().take(8) {
                place[word] |= (square >> (8 * digit) & 0xFF) << shift;
            }
        }
        places
    }
}

/// An 8x8 square of bits, one byte for each row, transposed.
#[inline(always)]
fn transposed(square: u64) -> u64 {
    // Swap single bits, then 2x2 squares, then 4x4 squares across the diagonal.
    let swap = |x: u64, mask: u64, shift: u32| {
        let moved = (x ^ x >> shift) & mask;
        x ^ moved ^ moved << shift
    };
    let x = swap(square, 0x00AA_00AA_00AA_00AA, 7);
    let x = swap(x, 0x0000_CCCC_0000_CCCC, 14);
    swap(x, 0x0000_0000_F0F0_F0F0, 28)
}
