//! ARM (aarch64) with NEON: eight lanes in a register, 32 registers.
//!
//! Every aarch64 target with floating point has NEON, so there is no detection at run time, and the compiler enables the
//! instructions in every function. One instruction selects bits of two operands by a mask: a digit is in at least two of
//! three sets `a`, `b` and `c` if the bit of `a ^ b` selects `c`, or otherwise `a`.

use core::arch::aarch64::*;

use super::{Cpu, Kind};
use crate::solve::branch::{CellBits, CellMasks, MaskQueries};
use crate::solve::lanes::{self, Batch};
use crate::solve::search::{self, BandMasks, PuzzleSearch, Stats};
use crate::solve::vector::{Band, Lanes, Triads, Vector};
use crate::{Answer, Solution};

/// The instruction set, which is available whenever this file is compiled.
#[derive(Clone, Copy)]
pub(super) struct Neon;

impl Neon {
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
        search::answer::<Sixteen>(Cpu(Kind::Neon(self)), search)
    }

    /// See [`lanes::solve_batch`].
    pub(super) fn solve_batch<B: Batch>(self, batch: &mut B, limit: usize) -> Stats {
        lanes::solve_batch::<Eight, B, 8>(batch, limit)
    }
}

/// Eight lanes. Sixteen lanes in two registers would need as many instructions for each puzzle, and half of the registers
/// for each.
#[derive(Clone, Copy)]
pub(super) struct Eight(uint16x8_t);

impl Eight {
    /// All bits where the two have a common digit.
    #[inline(always)]
    fn where_common(self, other: Eight) -> Eight {
        // SAFETY: the target has NEON.
        Eight(unsafe { vtstq_u16(self.0, other.0) })
    }

    /// Bits of `some` where a bit of `self` is set, bits of `others` elsewhere.
    #[inline(always)]
    fn select(self, some: Eight, others: Eight) -> Eight {
        // SAFETY: the target has NEON.
        Eight(unsafe { vbslq_u16(self.0, some.0, others.0) })
    }

    /// Each lane minus one as a number: all bits if it was empty.
    #[inline(always)]
    fn less_one(self) -> Eight {
        self.plus(Eight::splat(u16::MAX))
    }

    #[inline(always)]
    fn read(lanes: &[u16; 8]) -> Eight {
        // SAFETY: the target has NEON; 16 bytes can be read from the array.
        Eight(unsafe { vld1q_u16(lanes.as_ptr()) })
    }

    #[inline(always)]
    fn write(self, lanes: &mut [u16; 8]) {
        // SAFETY: the target has NEON; 16 bytes can be written to the array.
        unsafe { vst1q_u16(lanes.as_mut_ptr(), self.0) }
    }
}

impl Vector for Eight {
    const HAS_32_REGISTERS: bool = true;
    #[inline(always)]
    fn splat(digits: u16) -> Eight {
        // SAFETY: the target has NEON.
        Eight(unsafe { vdupq_n_u16(digits) })
    }
    #[inline(always)]
    fn and(self, other: Eight) -> Eight {
        // SAFETY: the target has NEON.
        Eight(unsafe { vandq_u16(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Eight) -> Eight {
        // SAFETY: the target has NEON.
        Eight(unsafe { vorrq_u16(self.0, other.0) })
    }
    #[inline(always)]
    fn minus(self, other: Eight) -> Eight {
        // SAFETY: the target has NEON.
        Eight(unsafe { vbicq_u16(self.0, other.0) })
    }
    #[inline(always)]
    fn without_least(self) -> Eight {
        self.and(self.less_one())
    }
    #[inline(always)]
    fn where_empty(self) -> Eight {
        // SAFETY: the target has NEON.
        Eight(unsafe { vceqzq_u16(self.0) })
    }
    #[inline(always)]
    fn singles(self) -> Eight {
        self.minus(self.where_common(self.less_one()))
    }
    #[inline(always)]
    fn among(self, some: Eight, many: Eight) -> Eight {
        self.and(self.where_common(some).select(some, many))
    }
    #[inline(always)]
    fn or_if_fewer_than_three(self, other: Eight) -> Eight {
        let rest = self.without_least();
        rest.where_common(rest.less_one()).select(self, other)
    }
    #[inline(always)]
    fn where_two(self) -> Eight {
        let rest = self.without_least();
        rest.where_common(rest).minus(rest.where_common(rest.less_one()))
    }
    #[inline(always)]
    fn in_two(a: Eight, b: Eight, c: Eight) -> Eight {
        // SAFETY: the target has NEON.
        Eight(unsafe { veorq_u16(a.0, b.0) }).select(c, a)
    }
}

impl Lanes<8> for Eight {
    #[inline(always)]
    fn load(lanes: &[u16; 8]) -> Eight {
        Eight::read(lanes)
    }
    #[inline(always)]
    fn store(self, lanes: &mut [u16; 8]) {
        self.write(lanes);
    }
    #[inline(always)]
    fn plus(self, other: Eight) -> Eight {
        // SAFETY: the target has NEON.
        Eight(unsafe { vaddq_u16(self.0, other.0) })
    }
    #[inline(always)]
    fn min(self, other: Eight) -> Eight {
        // SAFETY: the target has NEON.
        Eight(unsafe { vminq_u16(self.0, other.0) })
    }
    #[inline(always)]
    fn equal_lanes(self, other: Eight) -> u32 {
        let weights = Eight::read(&[1, 2, 4, 8, 16, 32, 64, 128]);
        // SAFETY: the target has NEON.
        u32::from(unsafe { vaddvq_u16(vandq_u16(vceqq_u16(self.0, other.0), weights.0)) })
    }
}

/// Sixteen lanes, for a band of one puzzle: the first eight, the other eight.
#[derive(Clone, Copy)]
pub(super) struct Sixteen(Eight, Eight);

impl Vector for Sixteen {
    #[inline(always)]
    fn splat(digits: u16) -> Sixteen {
        Sixteen(Eight::splat(digits), Eight::splat(digits))
    }
    #[inline(always)]
    fn and(self, other: Sixteen) -> Sixteen {
        Sixteen(self.0.and(other.0), self.1.and(other.1))
    }
    #[inline(always)]
    fn or(self, other: Sixteen) -> Sixteen {
        Sixteen(self.0.or(other.0), self.1.or(other.1))
    }
    #[inline(always)]
    fn minus(self, other: Sixteen) -> Sixteen {
        Sixteen(self.0.minus(other.0), self.1.minus(other.1))
    }
    #[inline(always)]
    fn without_least(self) -> Sixteen {
        Sixteen(self.0.without_least(), self.1.without_least())
    }
    #[inline(always)]
    fn where_empty(self) -> Sixteen {
        Sixteen(self.0.where_empty(), self.1.where_empty())
    }
    #[inline(always)]
    fn singles(self) -> Sixteen {
        Sixteen(self.0.singles(), self.1.singles())
    }
    #[inline(always)]
    fn among(self, some: Sixteen, many: Sixteen) -> Sixteen {
        Sixteen(self.0.among(some.0, many.0), self.1.among(some.1, many.1))
    }
    #[inline(always)]
    fn or_if_fewer_than_three(self, other: Sixteen) -> Sixteen {
        Sixteen(self.0.or_if_fewer_than_three(other.0), self.1.or_if_fewer_than_three(other.1))
    }
    #[inline(always)]
    fn where_two(self) -> Sixteen {
        Sixteen(self.0.where_two(), self.1.where_two())
    }
    #[inline(always)]
    fn in_two(a: Sixteen, b: Sixteen, c: Sixteen) -> Sixteen {
        Sixteen(Eight::in_two(a.0, b.0, c.0), Eight::in_two(a.1, b.1, c.1))
    }
}

impl Sixteen {
    /// Permutes the bytes of each half.
    #[inline(always)]
    fn permuted(self, from: &[u8; 16]) -> Sixteen {
        // SAFETY: the target has NEON; 16 bytes can be read from the array.
        unsafe {
            let from = vld1q_u8(from.as_ptr());
            let permute = |half: Eight| Eight(vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(half.0), from)));
            Sixteen(permute(self.0), permute(self.1))
        }
    }

    /// The rows of a band: a row is half a register. The last one is empty.
    #[inline(always)]
    fn rows(self) -> [uint64x2_t; 2] {
        // SAFETY: the target has NEON.
        unsafe { [vreinterpretq_u64_u16(self.0.0), vreinterpretq_u64_u16(self.1.0)] }
    }

    #[inline(always)]
    fn of_rows([first, last]: [uint64x2_t; 2]) -> Sixteen {
        // SAFETY: the target has NEON.
        unsafe { Sixteen(Eight(vreinterpretq_u16_u64(first)), Eight(vreinterpretq_u16_u64(last))) }
    }
}

impl Triads for Sixteen {
    const ALL: u32 = 1;
    #[inline(always)]
    fn repeat(lanes: &[u16; 16]) -> Sixteen {
        let ([first, last], _) = lanes.as_chunks::<8>() else { unreachable!("sixteen lanes are two registers") };
        Sixteen(Eight::read(first), Eight::read(last))
    }
    #[inline(always)]
    fn empty_in(self) -> u32 {
        // SAFETY: the target has NEON.
        u32::from(unsafe { vmaxvq_u16(self.0.or(self.1).0) } == 0)
    }
    #[inline(always)]
    fn next_in_row(self) -> Sixteen {
        self.permuted(&[2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15])
    }
    #[inline(always)]
    fn previous_in_row(self) -> Sixteen {
        self.permuted(&[4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15])
    }
    #[inline(always)]
    fn next_in_block(self) -> Sixteen {
        let [first, last] = self.rows();
        // SAFETY: the target has NEON.
        Sixteen::of_rows(unsafe { [vextq_u64::<1>(first, last), vcopyq_laneq_u64::<0, 0>(last, first)] })
    }
    #[inline(always)]
    fn previous_in_block(self) -> Sixteen {
        let [first, last] = self.rows();
        // SAFETY: the target has NEON.
        Sixteen::of_rows(unsafe { [vzip1q_u64(last, first), vzip2q_u64(first, last)] })
    }
}

impl Band for Sixteen {
    #[inline(always)]
    fn store(self, lanes: &mut [u16; 16]) {
        let ([first, last], _) = lanes.as_chunks_mut::<8>() else { unreachable!("sixteen lanes are two registers") };
        self.0.write(first);
        self.1.write(last);
    }
    #[inline(always)]
    fn first_lane(self) -> Option<usize> {
        let empty = self.0.equal_lanes(Eight::splat(0)) | self.1.equal_lanes(Eight::splat(0)) << 8;
        let lane = empty.trailing_ones() as usize;
        (lane < 16).then_some(lane)
    }
}

impl MaskQueries for Eight {
    #[inline(always)]
    fn bivalue_cells(state: &CellMasks) -> CellBits {
        let mut cells = cells_of(state);
        for eight in &mut cells {
            *eight = eight.where_two();
        }
        marked(low_bytes(&cells))
    }
    #[inline(always)]
    fn cells_with_any(state: &CellMasks, digits: u16) -> CellBits {
        let mut cells = cells_of(state);
        for eight in &mut cells {
            *eight = eight.where_common(Eight::splat(digits));
        }
        marked(low_bytes(&cells))
    }
    #[inline(always)]
    fn cells_by_digit(state: &CellMasks) -> [CellBits; 16] {
        let cells = cells_of(state);
        let low = low_bytes(&cells);
        let mut places = [[0; 2]; 16];
        for (digit, place) in places.iter_mut().enumerate().take(8) {
            *place = marked(with_bit(low, 1 << digit));
        }
        places[8] = marked(with_bit(high_bytes(&cells), 1));
        places
    }
}

impl MaskQueries for Sixteen {
    #[inline(always)]
    fn bivalue_cells(state: &CellMasks) -> CellBits {
        Eight::bivalue_cells(state)
    }
    #[inline(always)]
    fn cells_with_any(state: &CellMasks, digits: u16) -> CellBits {
        Eight::cells_with_any(state, digits)
    }
    #[inline(always)]
    fn cells_by_digit(state: &CellMasks) -> [CellBits; 16] {
        Eight::cells_by_digit(state)
    }
}

/// The 96 cells of a state.
#[inline(always)]
fn cells_of(state: &CellMasks) -> [Eight; 12] {
    let mut cells = [Eight::splat(0); 12];
    let (vectors, _) = state.0.as_chunks::<8>();
    for (eight, lanes) in cells.iter_mut().zip(vectors) {
        *eight = Eight::read(lanes);
    }
    cells
}

/// The low byte of each cell.
#[inline(always)]
fn low_bytes(cells: &[Eight; 12]) -> [uint8x16_t; 6] {
    // SAFETY: the target has NEON.
    let mut bytes = [unsafe { vdupq_n_u8(0) }; 6];
    for (bytes, pair) in bytes.iter_mut().zip(cells.chunks_exact(2)) {
        // SAFETY: the target has NEON.
        *bytes = unsafe { vuzp1q_u8(vreinterpretq_u8_u16(pair[0].0), vreinterpretq_u8_u16(pair[1].0)) };
    }
    bytes
}

/// The high byte of each cell.
#[inline(always)]
fn high_bytes(cells: &[Eight; 12]) -> [uint8x16_t; 6] {
    // SAFETY: the target has NEON.
    let mut bytes = [unsafe { vdupq_n_u8(0) }; 6];
    for (bytes, pair) in bytes.iter_mut().zip(cells.chunks_exact(2)) {
        // SAFETY: the target has NEON.
        *bytes = unsafe { vuzp2q_u8(vreinterpretq_u8_u16(pair[0].0), vreinterpretq_u8_u16(pair[1].0)) };
    }
    bytes
}

/// All bits in each byte that has this bit, none in the others.
#[inline(always)]
fn with_bit(mut bytes: [uint8x16_t; 6], bit: u8) -> [uint8x16_t; 6] {
    for bytes in &mut bytes {
        // SAFETY: the target has NEON.
        *bytes = unsafe { vtstq_u8(*bytes, vdupq_n_u8(bit)) };
    }
    bytes
}

/// The cells whose byte has all bits; the others have none.
#[inline(always)]
fn marked(mut bytes: [uint8x16_t; 6]) -> CellBits {
    const WEIGHTS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    // SAFETY: the target has NEON; 16 bytes can be read from the array.
    unsafe {
        let weights = vld1q_u8(WEIGHTS.as_ptr());
        for bytes in &mut bytes {
            *bytes = vandq_u8(*bytes, weights);
        }
        // Three sums of neighbouring bytes turn eight bytes, a different bit of each, into one.
        let [a, b, c, d, e, f] = bytes;
        let first = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
        let last = vpaddq_u8(vpaddq_u8(e, f), vdupq_n_u8(0));
        let all = vreinterpretq_u64_u8(vpaddq_u8(first, last));
        [vgetq_lane_u64::<0>(all), vgetq_lane_u64::<1>(all)]
    }
}
