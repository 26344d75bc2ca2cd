//! x86-64 with AVX2: sixteen lanes in a register.

use core::arch::x86_64::*;

use crate::Solution;
use crate::solve::search::{self, Pending, Stats};
use crate::solve::vector::{Band, Places, Vector};

/// Proof that the CPU has AVX2: there is no other way to make one.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// `None` where the CPU cannot.
    #[inline(always)]
    pub(super) fn new() -> Option<Avx2> {
        #[cfg(feature = "std")]
        let able = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("popcnt");
        #[cfg(not(feature = "std"))]
        let able = cfg!(all(
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "popcnt"
        ));
        able.then_some(Avx2(()))
    }

    #[inline]
    pub(super) fn next_solution(self, pending: &mut Pending, stats: &mut Stats) -> Option<Solution> {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn with_avx2(pending: &mut Pending, stats: &mut Stats) -> Option<Solution> {
            search::next_solution::<Lanes>(pending, stats)
        }
        // SAFETY: `self` exists, so the CPU has these features.
        unsafe { with_avx2(pending, stats) }
    }
}

/// Sixteen lanes. Values of this type are only made inside functions that an [`Avx2`] was needed to call, which is why
/// the intrinsics below are sound.
#[derive(Clone, Copy)]
pub(super) struct Lanes(__m256i);

impl Vector for Lanes {
    #[inline(always)]
    fn splat(digits: u16) -> Lanes {
        // Only the nine lanes of a band: the padding stays empty.
        let row = u64::from(digits) * 0x0000_0001_0001_0001;
        // SAFETY: AVX2 is there, see `Lanes`.
        Lanes(unsafe { _mm256_set_epi64x(0, row as i64, row as i64, row as i64) })
    }
    #[inline(always)]
    fn and(self, other: Lanes) -> Lanes {
        // SAFETY: AVX2 is there, see `Lanes`.
        Lanes(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Lanes) -> Lanes {
        // SAFETY: AVX2 is there, see `Lanes`.
        Lanes(unsafe { _mm256_or_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn minus(self, other: Lanes) -> Lanes {
        // SAFETY: AVX2 is there, see `Lanes`.
        Lanes(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }
    #[inline(always)]
    fn without_least(self) -> Lanes {
        // SAFETY: AVX2 is there, see `Lanes`.
        Lanes(unsafe { _mm256_and_si256(self.0, _mm256_add_epi16(self.0, _mm256_set1_epi16(-1))) })
    }
    #[inline(always)]
    fn where_empty(self) -> Lanes {
        // SAFETY: AVX2 is there, see `Lanes`.
        Lanes(unsafe { _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256()) })
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: AVX2 is there, see `Lanes`.
        unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
    }
}

impl Lanes {
    /// Rearranges the four lanes of each row: lane `i` takes what was in lane `from[i]`.
    #[inline(always)]
    fn within_rows<const FROM0: i8, const FROM1: i8, const FROM2: i8>(self) -> Lanes {
        let (a, b, c) = (2 * FROM0, 2 * FROM1, 2 * FROM2);
        // SAFETY: AVX2 is there, see `Lanes`. The indices stay inside each half, as the instruction wants them.
        Lanes(unsafe {
            let indices =
                _mm_set_epi8(15, 14, c + 9, c + 8, b + 9, b + 8, a + 9, a + 8, 7, 6, c + 1, c, b + 1, b, a + 1, a);
            _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(indices))
        })
    }
}

impl Band for Lanes {
    #[inline(always)]
    fn load(lanes: &[u16; 16]) -> Lanes {
        // SAFETY: AVX2 is there, see `Lanes`; 32 bytes can be read from the array.
        Lanes(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, lanes: &mut [u16; 16]) {
        // SAFETY: AVX2 is there, see `Lanes`; 32 bytes can be written to the array.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn next_in_row(self) -> Lanes {
        self.within_rows::<1, 2, 0>()
    }
    #[inline(always)]
    fn previous_in_row(self) -> Lanes {
        self.within_rows::<2, 0, 1>()
    }
    #[inline(always)]
    fn next_in_block(self) -> Lanes {
        // SAFETY: AVX2 is there, see `Lanes`.
        Lanes(unsafe { _mm256_permute4x64_epi64::<0b11_00_10_01>(self.0) })
    }
    #[inline(always)]
    fn previous_in_block(self) -> Lanes {
        // SAFETY: AVX2 is there, see `Lanes`.
        Lanes(unsafe { _mm256_permute4x64_epi64::<0b11_01_00_10>(self.0) })
    }
    #[inline(always)]
    fn places(x: &[Lanes; 9]) -> [Places; 16] {
        // SAFETY: AVX2 is there, see `Lanes`.
        unsafe {
            let low = _mm256_set1_epi16(0xFF);
            let zero = _mm256_setzero_si256();
            let mut bytes = [zero; 5];
            let mut ninth = [zero; 5];
            for p in 0..5 {
                let (a, b) = (x[2 * p].0, if p < 4 { x[2 * p + 1].0 } else { zero });
                bytes[p] = _mm256_packus_epi16(_mm256_and_si256(a, low), _mm256_and_si256(b, low));
                ninth[p] = _mm256_packs_epi16(_mm256_slli_epi16::<7>(a), _mm256_slli_epi16::<7>(b));
            }
            let mut out = [[0; 3]; 16];
            let gather = |v: [__m256i; 5]| {
                let m = v.map(|v| u64::from(_mm256_movemask_epi8(v) as u32));
                [m[0] | m[1] << 32, m[2] | m[3] << 32, m[4]]
            };
            out[8] = gather(ninth);
            for d in (0..8).rev() {
                out[d] = gather(bytes);
                bytes = bytes.map(|v| _mm256_add_epi8(v, v));
            }
            out
        }
    }
    #[inline(always)]
    fn bivalue(x: &[Lanes; 9]) -> Places {
        // SAFETY: AVX2 is there, see `Lanes`.
        unsafe {
            let two = x.map(|x| {
                let rest = x.without_least();
                rest.without_least().where_empty().minus(rest.where_empty()).0
            });
            let zero = _mm256_setzero_si256();
            let m: [u64; 5] = core::array::from_fn(|p| {
                let b = if p < 4 { two[2 * p + 1] } else { zero };
                u64::from(_mm256_movemask_epi8(_mm256_packs_epi16(two[2 * p], b)) as u32)
            });
            [m[0] | m[1] << 32, m[2] | m[3] << 32, m[4]]
        }
    }
}
