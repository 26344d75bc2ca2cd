//! x86-64 with AVX-512 (BW, VL and BITALG: Ice Lake, Zen 4 and later): 32 lanes in a register, any function of three
//! operands in one instruction, digits of a lane counted in one.

use core::arch::x86_64::*;

use super::avx2::{Avx2, Sixteen};
use crate::Solution;
use crate::solve::branch::{Boards, State};
use crate::solve::lanes::{self, Batch};
use crate::solve::search::{self, Pending, Stats};
use crate::solve::vector::{Lanes, Vector};

/// Proof that the CPU has AVX-512 with what is needed here: there is no other way to make one.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Avx512(());

impl Avx512 {
    /// `None` where the CPU cannot.
    #[inline(always)]
    pub(in crate::solve) fn new() -> Option<Avx512> {
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
        // The vectors of one puzzle are those of AVX2.
        Avx2::new().filter(|_| able).map(|_| Avx512(()))
    }

    /// See [`search::next_solution`].
    #[inline]
    pub(in crate::solve) fn next_solution(self, pending: &mut Pending, stats: &mut Stats) -> Option<Solution> {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512bitalg")]
        fn with_avx512(pending: &mut Pending, stats: &mut Stats) -> Option<Solution> {
            search::next_solution::<Sixteen>(pending, stats)
        }
        // SAFETY: `self` exists, so the CPU has these features.
        unsafe { with_avx512(pending, stats) }
    }

    /// See [`lanes::solve_batch`].
    pub(in crate::solve) fn solve_batch<B: Batch>(self, batch: &mut B, limit: usize) -> Stats {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512bitalg")]
        fn with_avx512<B: Batch>(batch: &mut B, limit: usize) -> Stats {
            lanes::solve_batch::<ThirtyTwo, B, 32>(batch, limit)
        }
        // SAFETY: `self` exists, so the CPU has these features.
        unsafe { with_avx512(batch, limit) }
    }
}

/// 32 lanes. Values of this type are only made inside functions that an [`Avx512`] was needed to call, which is why
/// the intrinsics below are sound.
#[derive(Clone, Copy)]
pub(super) struct ThirtyTwo(__m512i);

impl Vector for ThirtyTwo {
    #[inline(always)]
    fn splat(digits: u16) -> ThirtyTwo {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_set1_epi16(digits as i16) })
    }
    #[inline(always)]
    fn and(self, other: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_and_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_or_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn minus(self, other: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }
    #[inline(always)]
    fn without_least(self) -> ThirtyTwo {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_and_si512(self.0, _mm512_add_epi16(self.0, _mm512_set1_epi16(-1))) })
    }
    #[inline(always)]
    fn where_empty(self) -> ThirtyTwo {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_movm_epi16(_mm512_testn_epi16_mask(self.0, self.0)) })
    }
    #[inline(always)]
    fn singles(self) -> ThirtyTwo {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`.
        ThirtyTwo(unsafe {
            let less_one = _mm512_add_epi16(self.0, _mm512_set1_epi16(-1));
            _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(self.0, less_one), self.0)
        })
    }
    #[inline(always)]
    fn or_if_empty(self, other: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_mask_mov_epi16(other.0, _mm512_test_epi16_mask(self.0, self.0), self.0) })
    }
    #[inline(always)]
    fn or_if_fewer_than_three(self, other: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`.
        ThirtyTwo(unsafe {
            let three = _mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(self.0), _mm512_set1_epi16(2));
            _mm512_mask_mov_epi16(other.0, three, self.0)
        })
    }
}

impl Lanes<32> for ThirtyTwo {
    #[inline(always)]
    fn load(lanes: &[u16; 32]) -> ThirtyTwo {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`; 64 bytes can be read from the array.
        ThirtyTwo(unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, lanes: &mut [u16; 32]) {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`; 64 bytes can be written to the array.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn plus(self, other: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_add_epi16(self.0, other.0) })
    }
    #[inline(always)]
    fn min(self, other: ThirtyTwo) -> ThirtyTwo {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`.
        ThirtyTwo(unsafe { _mm512_min_epu16(self.0, other.0) })
    }
    #[inline(always)]
    fn equal_lanes(self, other: ThirtyTwo) -> u32 {
        // SAFETY: AVX-512 is there, see `ThirtyTwo`.
        unsafe { _mm512_cmpeq_epi16_mask(self.0, other.0) }
    }
    #[inline(always)]
    fn boards(state: &State) -> Boards<2> {
        let mut boards = Boards { digits: [[0; 2]; 9], bivalue: [0; 2] };
        let (vectors, _) = state.0.as_chunks::<32>();
        for (i, lanes) in vectors.iter().enumerate() {
            let (word, shift) = (i / 2, i % 2 * 32);
            let cells: ThirtyTwo = Lanes::load(lanes);
            // SAFETY: AVX-512 is there, see `ThirtyTwo`.
            unsafe {
                let two = _mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(cells.0), _mm512_set1_epi16(2));
                boards.bivalue[word] |= u64::from(two) << shift;
                for digit in 0..9 {
                    let with = _mm512_test_epi16_mask(cells.0, _mm512_set1_epi16(1 << digit));
                    boards.digits[digit][word] |= u64::from(with) << shift;
                }
            }
        }
        boards
    }
}
