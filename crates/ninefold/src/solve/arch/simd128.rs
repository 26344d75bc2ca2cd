//! WebAssembly with simd128: sixteen lanes in two registers.
//!
//! An engine without these instructions refuses the whole module, so there is no detection at run time: this file is
//! compiled if the target has them (`-C target-feature=+simd128`). For the same reason the intrinsics are safe to call.

use core::arch::wasm32::*;

use super::{Cpu, Kind};
use crate::solve::branch::{CellBits, CellMasks, MaskQueries};
use crate::solve::lanes::{self, Batch};
use crate::solve::search::{self, BandMasks, PuzzleSearch, Stats};
use crate::solve::vector::{Band, Lanes, Triads, Vector};
use crate::{Answer, Solution};

/// The instruction set, which is available whenever this file is compiled.
#[derive(Clone, Copy)]
pub(super) struct Simd128;

impl Simd128 {
    /// See [`search::next_solution`].
    #[inline]
    pub(super) fn next_solution(self, search: &mut PuzzleSearch, dead_end_limit: u64) -> Option<Solution> {
        search::next_solution::<Sixteen>(search, dead_end_limit)
    }

    /// See [`search::settle`].
    #[inline]
    pub(super) fn settle(self, state: &mut BandMasks) -> bool {
        search::settle::<Sixteen>(state)
    }

    /// See [`search::answer`].
    #[inline]
    pub(super) fn answer(self, search: &mut PuzzleSearch) -> Answer {
        search::answer::<Sixteen>(Cpu(Kind::Simd128(self)), search)
    }

    /// See [`lanes::solve_batch`].
    pub(super) fn solve_batch<B: Batch>(self, batch: &mut B, limit: usize) -> Stats {
        lanes::solve_batch::<Sixteen, B, 16>(batch, limit)
    }
}

/// Sixteen lanes: the first eight, the other eight.
#[derive(Clone, Copy)]
pub(super) struct Sixteen(v128, v128);

impl Sixteen {
    #[inline(always)]
    fn zip(self, other: Sixteen, f: impl Fn(v128, v128) -> v128) -> Sixteen {
        Sixteen(f(self.0, other.0), f(self.1, other.1))
    }
}

impl Vector for Sixteen {
    #[inline(always)]
    fn splat(digits: u16) -> Sixteen {
        Sixteen(u16x8_splat(digits), u16x8_splat(digits))
    }
    #[inline(always)]
    fn and(self, other: Sixteen) -> Sixteen {
        self.zip(other, |a, b| v128_and(a, b))
    }
    #[inline(always)]
    fn or(self, other: Sixteen) -> Sixteen {
        self.zip(other, |a, b| v128_or(a, b))
    }
    #[inline(always)]
    fn minus(self, other: Sixteen) -> Sixteen {
        self.zip(other, |a, b| v128_andnot(a, b))
    }
    #[inline(always)]
    fn without_least(self) -> Sixteen {
        self.and(self.plus(Sixteen::splat(u16::MAX)))
    }
    #[inline(always)]
    fn where_empty(self) -> Sixteen {
        self.zip(Sixteen::splat(0), |a, b| u16x8_eq(a, b))
    }
}

impl Triads for Sixteen {
    const ALL: u32 = 1;
    #[inline(always)]
    fn repeat(lanes: &[u16; 16]) -> Sixteen {
        let lanes = lanes.as_ptr().cast::<v128>();
        // SAFETY: 32 bytes can be read from the array, and the instruction reads from any address.
        unsafe { Sixteen(v128_load(lanes), v128_load(lanes.add(1))) }
    }
    #[inline(always)]
    fn empty_in(self) -> u32 {
        u32::from(!v128_any_true(v128_or(self.0, self.1)))
    }
    #[inline(always)]
    fn next_in_row(self) -> Sixteen {
        self.zip(self, |x, _| u16x8_shuffle::<1, 2, 0, 3, 5, 6, 4, 7>(x, x))
    }
    #[inline(always)]
    fn previous_in_row(self) -> Sixteen {
        self.zip(self, |x, _| u16x8_shuffle::<2, 0, 1, 3, 6, 4, 5, 7>(x, x))
    }
    // A row is half a register: rows 1 and 2 are the halves 0 and 1 of the first register, row 3 and an empty row those
    // of the other.
    #[inline(always)]
    fn next_in_block(self) -> Sixteen {
        Sixteen(u64x2_shuffle::<1, 2>(self.0, self.1), u64x2_shuffle::<0, 3>(self.0, self.1))
    }
    #[inline(always)]
    fn previous_in_block(self) -> Sixteen {
        Sixteen(u64x2_shuffle::<2, 0>(self.0, self.1), u64x2_shuffle::<1, 3>(self.0, self.1))
    }
}

impl Band for Sixteen {
    #[inline(always)]
    fn store(self, lanes: &mut [u16; 16]) {
        let lanes = lanes.as_mut_ptr().cast::<v128>();
        // SAFETY: 32 bytes can be written to the array, and the instruction writes to any address.
        unsafe {
            v128_store(lanes, self.0);
            v128_store(lanes.add(1), self.1);
        }
    }
    #[inline(always)]
    fn first_lane(self) -> Option<usize> {
        let empty = self.equal_lanes(Sixteen::splat(0));
        let lane = empty.trailing_ones() as usize;
        (lane < 16).then_some(lane)
    }
}

impl Lanes<16> for Sixteen {
    #[inline(always)]
    fn load(lanes: &[u16; 16]) -> Sixteen {
        Band::load(lanes)
    }
    #[inline(always)]
    fn store(self, lanes: &mut [u16; 16]) {
        Band::store(self, lanes);
    }
    #[inline(always)]
    fn plus(self, other: Sixteen) -> Sixteen {
        self.zip(other, |a, b| u16x8_add(a, b))
    }
    #[inline(always)]
    fn min(self, other: Sixteen) -> Sixteen {
        self.zip(other, |a, b| u16x8_min(a, b))
    }
    #[inline(always)]
    fn equal_lanes(self, other: Sixteen) -> u32 {
        let equal = self.zip(other, |a, b| u16x8_eq(a, b));
        u32::from(i8x16_bitmask(i8x16_narrow_i16x8(equal.0, equal.1)))
    }
}

impl MaskQueries for Sixteen {
    #[inline(always)]
    fn bivalue_cells(state: &CellMasks) -> CellBits {
        let mut bits = [0; 2];
        let (vectors, _) = state.0.as_chunks::<16>();
        for (part, lanes) in vectors.iter().enumerate() {
            let x: Sixteen = Band::load(lanes);
            let others = x.where_two().equal_lanes(Sixteen::splat(0));
            bits[part / 4] |= u64::from(!others & 0xFFFF) << (part % 4 * 16);
        }
        bits
    }
    #[inline(always)]
    fn cells_with_any(state: &CellMasks, digits: u16) -> CellBits {
        let mut bits = [0; 2];
        let (vectors, _) = state.0.as_chunks::<16>();
        for (part, lanes) in vectors.iter().enumerate() {
            let x: Sixteen = Band::load(lanes);
            let others = x.and(Sixteen::splat(digits)).equal_lanes(Sixteen::splat(0));
            bits[part / 4] |= u64::from(!others & 0xFFFF) << (part % 4 * 16);
        }
        bits
    }
    #[inline(always)]
    fn cells_by_digit(state: &CellMasks) -> [CellBits; 16] {
        let mut places = [[0; 2]; 16];
        let (vectors, _) = state.0.as_chunks::<16>();
        for (part, lanes) in vectors.iter().enumerate() {
            let x: Sixteen = Band::load(lanes);
            let (word, shift) = (part / 4, part % 4 * 16);
            let ninth = x.zip(x, |x, _| i16x8_shl(x, 7));
            let ninth = i8x16_narrow_i16x8(ninth.0, ninth.1);
            places[8][word] |= u64::from(i8x16_bitmask(ninth)) << shift;
            let low = x.and(Sixteen::splat(0xFF));
            let mut bytes = u8x16_narrow_i16x8(low.0, low.1);
            for digit in (0..8).rev() {
                places[digit][word] |= u64::from(i8x16_bitmask(bytes)) << shift;
                bytes = i8x16_add(bytes, bytes);
            }
        }
        places
    }
}
