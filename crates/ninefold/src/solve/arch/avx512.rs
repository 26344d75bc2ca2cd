//! x86-64 with AVX-512 (BW, VL and BITALG: Ice Lake, Zen 4 and later): 32 lanes in a register, one instruction for any
//! boolean function of three operands, one to count the digits of each lane.

use core::arch::x86_64::*;

use super::avx2::{Avx2, Sixteen};
use super::{Cpu, Kind};
use crate::solve::branch::{CellBits, CellMasks, MaskQueries};
use crate::solve::lanes::{self, Batch};
use crate::solve::pair;
use crate::solve::search::{self, BandMasks, PuzzleSearch, Stats};
use crate::solve::vector::{Lanes, Pair, Triads, Vector};
use crate::{Answer, Solution};

/// Proof that the CPU has AVX-512 with the extensions used here: only [`Avx512::new`] constructs it.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    /// `None` if the CPU does not have the features.
    #[inline(always)]
    pub(super) fn new() -> Option<Avx512> {
        #[cfg(feature = "std")]
        let able = std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512vl")
            && std::is_x86_feature_detected!("avx512bitalg");
        #[cfg(not(feature = "std"))]
        let able = cfg!(all(
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "avx512vl",
            target_feature = "avx512bitalg"
        ));
        // The one-puzzle solver uses the vectors of AVX2.
        Avx2::new().filter(|_| able).map(|_| Avx512(()))
    }

    /// See [`search::next_solution`].
    #[inline]
    pub(super) fn next_solution(self, search: &mut PuzzleSearch, dead_end_limit: u64) -> Option<Solution> {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512bitalg")]
        fn with_avx512(search: &mut PuzzleSearch, dead_end_limit: u64) -> Option<Solution> {
            search::next_solution::<Sixteen>(search, dead_end_limit)
        }
        // SAFETY: `self` exists, so the CPU has these features.
        unsafe { with_avx512(search, dead_end_limit) }
    }

    /// See [`search::settle`].
    #[inline]
    pub(super) fn settle(self, state: &mut BandMasks) -> bool {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512bitalg")]
        fn with_avx512(state: &mut BandMasks) -> bool {
            search::settle::<Sixteen>(state)
        }
        // SAFETY: `self` exists, so the CPU has these features.
        unsafe { with_avx512(state) }
    }

    /// See [`pair::answer`].
    #[inline]
    pub(super) fn answer(self, search: &mut PuzzleSearch) -> Answer {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512bitalg")]
        fn with_avx512(cpu: Cpu, search: &mut PuzzleSearch) -> Answer {
            pair::answer::<Sixteen, ThirtyTwo>(cpu, search)
        }
        // SAFETY: `self` exists, so the CPU has these features.
        unsafe { with_avx512(Cpu(Kind::Avx512(self)), search) }
    }

    /// See [`lanes::solve_batch`].
    pub(super) fn solve_batch<B: Batch>(self, batch: &mut B, limit: usize) -> Stats {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512bitalg")]
        fn with_avx512<B: Batch>(batch: &mut B, limit: usize) -> Stats {
            lanes::solve_batch::<ThirtyTwo, B, 32>(batch, limit)
        }
        // SAFETY: `self` exists, so the CPU has these features.
        unsafe { with_avx512(batch, limit) }
    }
}

/// 32 lanes. Values of this type are only constructed inside functions that require an [`Avx512`]. The intrinsics below
/// are therefore sound.
#[derive(Clone, Copy)]
pub(super) struct ThirtyTwo(__m512i);

impl Vector for ThirtyTwo {
    const HAS_32_REGISTERS: bool = true;
    #[inline(always)]
    fn splat(digits: u16) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_set1_epi16(digits as i16) })
    }
    #[inline(always)]
    fn and(self, other: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_and_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_or_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn minus(self, other: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }
    #[inline(always)]
    fn without_least(self) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_and_si512(self.0, _mm512_add_epi16(self.0, _mm512_set1_epi16(-1))) })
    }
    #[inline(always)]
    fn where_empty(self) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_movm_epi16(_mm512_testn_epi16_mask(self.0, self.0)) })
    }
    #[inline(always)]
    fn singles(self) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe {
            let less_one = _mm512_add_epi16(self.0, _mm512_set1_epi16(-1));
            _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(self.0, less_one), self.0)
        })
    }
    #[inline(always)]
    fn where_two(self) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe {
            _mm512_movm_epi16(_mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(self.0), _mm512_set1_epi16(2)))
        })
    }
    #[inline(always)]
    fn in_all(a: ThirtyTwo, b: ThirtyTwo, c: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_ternarylogic_epi32::<0b1000_0000>(a.0, b.0, c.0) })
    }
    #[inline(always)]
    fn in_any(a: ThirtyTwo, b: ThirtyTwo, c: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_ternarylogic_epi32::<0b1111_1110>(a.0, b.0, c.0) })
    }
    #[inline(always)]
    fn in_two(a: ThirtyTwo, b: ThirtyTwo, c: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_ternarylogic_epi32::<0b1110_1000>(a.0, b.0, c.0) })
    }
    #[inline(always)]
    fn among(self, some: ThirtyTwo, many: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe {
            let chosen = _mm512_mask_mov_epi16(many.0, _mm512_test_epi16_mask(self.0, some.0), some.0);
            _mm512_and_si512(self.0, chosen)
        })
    }
    #[inline(always)]
    fn or_if_fewer_than_three(self, other: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe {
            let three = _mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(self.0), _mm512_set1_epi16(2));
            _mm512_mask_mov_epi16(other.0, three, self.0)
        })
    }
}

impl ThirtyTwo {
    /// Permutes the lanes of each row of a band: lane `i` gets lane `FROMi`.
    #[inline(always)]
    fn within_rows<const FROM0: i8, const FROM1: i8, const FROM2: i8>(self) -> ThirtyTwo {
        let (a, b, c) = (2 * FROM0, 2 * FROM1, 2 * FROM2);
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`. The indices stay inside each quarter, as the instruction
        // requires.
        ThirtyTwo(unsafe {
            let indices =
                _mm_set_epi8(15, 14, c + 9, c + 8, b + 9, b + 8, a + 9, a + 8, 7, 6, c + 1, c, b + 1, b, a + 1, a);
            _mm512_shuffle_epi8(self.0, _mm512_broadcast_i32x4(indices))
        })
    }
}

impl Triads for ThirtyTwo {
    const ALL: u32 = 3;
    #[inline(always)]
    fn repeat(lanes: &[u16; 16]) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`; 32 bytes can be read from the array.
        ThirtyTwo(unsafe { _mm512_broadcast_i64x4(_mm256_loadu_si256(lanes.as_ptr().cast())) })
    }
    #[inline(always)]
    fn empty_in(self) -> u32 {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        let filled = u32::from(unsafe { _mm512_test_epi64_mask(self.0, self.0) });
        u32::from(filled & 0x0F == 0) | u32::from(filled & 0xF0 == 0) << 1
    }
    #[inline(always)]
    fn next_in_row(self) -> ThirtyTwo {
        self.within_rows::<1, 2, 0>()
    }
    #[inline(always)]
    fn previous_in_row(self) -> ThirtyTwo {
        self.within_rows::<2, 0, 1>()
    }
    #[inline(always)]
    fn next_in_block(self) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_permutex_epi64::<0b11_00_10_01>(self.0) })
    }
    #[inline(always)]
    fn previous_in_block(self) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_permutex_epi64::<0b11_01_00_10>(self.0) })
    }
}

impl Pair for ThirtyTwo {
    #[inline(always)]
    fn load(lanes: &[[u16; 16]; 2]) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`; 64 bytes can be read from the array.
        ThirtyTwo(unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, lanes: &mut [[u16; 16]; 2]) {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`; 64 bytes can be written to the array.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), self.0) }
    }
}

impl Lanes<32> for ThirtyTwo {
    #[inline(always)]
    fn load(lanes: &[u16; 32]) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`; 64 bytes can be read from the array.
        ThirtyTwo(unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, lanes: &mut [u16; 32]) {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`; 64 bytes can be written to the array.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn plus(self, other: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_add_epi16(self.0, other.0) })
    }
    #[inline(always)]
    fn min(self, other: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_min_epu16(self.0, other.0) })
    }
    #[inline(always)]
    fn equal_lanes(self, other: ThirtyTwo) -> u32 {
        // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
        unsafe { _mm512_cmpeq_epi16_mask(self.0, other.0) }
    }
}

impl MaskQueries for ThirtyTwo {
    #[inline(always)]
    fn bivalue_cells(state: &CellMasks) -> CellBits {
        let mut bits = [0; 3];
        for (bits, lanes) in bits.iter_mut().zip(state.0.as_chunks::<32>().0) {
            let cells: ThirtyTwo = Lanes::load(lanes);
            // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
            *bits = u64::from(unsafe { _mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(cells.0), _mm512_set1_epi16(2)) });
        }
        [bits[0] | bits[1] << 32, bits[2]]
    }
    #[inline(always)]
    fn cells_with_any(state: &CellMasks, digits: u16) -> CellBits {
        let mut bits = [0; 3];
        for (bits, lanes) in bits.iter_mut().zip(state.0.as_chunks::<32>().0) {
            let cells: ThirtyTwo = Lanes::load(lanes);
            // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
            *bits = u64::from(unsafe { _mm512_test_epi16_mask(cells.0, _mm512_set1_epi16(digits as i16)) });
        }
        [bits[0] | bits[1] << 32, bits[2]]
    }
    #[inline(always)]
    fn cells_by_digit(state: &CellMasks) -> [CellBits; 16] {
        let mut vectors = [ThirtyTwo::splat(0); 3];
        for (vector, lanes) in vectors.iter_mut().zip(state.0.as_chunks::<32>().0) {
            *vector = Lanes::load(lanes);
        }
        let mut places = [[0; 2]; 16];
        for (digit, place) in places.iter_mut().enumerate().take(9) {
            // SAFETY: the CPU has AVX-512, see `ThirtyTwo`.
            unsafe {
                let digit = _mm512_set1_epi16(1 << digit);
                let low = _mm512_test_epi16_mask(vectors[0].0, digit);
                let high = _mm512_test_epi16_mask(vectors[1].0, digit);
                let last = _mm512_test_epi16_mask(vectors[2].0, digit);
                *place = [u64::from(low) | u64::from(high) << 32, u64::from(last)];
            }
        }
        places
    }
}
