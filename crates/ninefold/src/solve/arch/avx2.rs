//! x86-64 with AVX2: sixteen lanes in a register.

use core::arch::x86_64::*;

use super::{Cpu, Kind};
use crate::solve::branch::{CellBits, CellMasks, MaskQueries};
use crate::solve::lanes::{self, Batch};
use crate::solve::search::{self, BandMasks, PuzzleSearch, Stats};
use crate::solve::vector::{Band, Lanes, Triads, Vector};
use crate::{Answer, Solution};

/// Proof that the CPU has AVX2: only [`Avx2::new`] constructs it.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// `None` if the CPU does not have the features.
    #[inline(always)]
    pub(super) fn new() -> Option<Avx2> {
        #[cfg(feature = "std")]
        let able = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        #[cfg(not(feature = "std"))]
        let able = cfg!(all(
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt"
        ));
        able.then_some(Avx2(()))
    }

    /// See [`search::next_solution`].
    #[inline]
    pub(super) fn next_solution(self, search: &mut PuzzleSearch, dead_end_limit: u64) -> Option<Solution> {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2(search: &mut PuzzleSearch, dead_end_limit: u64) -> Option<Solution> {
            search::next_solution::<Sixteen>(search, dead_end_limit)
        }
        // SAFETY: `self` exists, so the CPU has these features.
        unsafe { with_avx2(search, dead_end_limit) }
    }

    /// See [`search::settle`].
    #[inline]
    pub(super) fn settle(self, state: &mut BandMasks) -> bool {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2(state: &mut BandMasks) -> bool {
            search::settle::<Sixteen>(state)
        }
        // SAFETY: `self` exists, so the CPU has these features.
        unsafe { with_avx2(state) }
    }

    /// See [`search::answer`].
    #[inline]
    pub(super) fn answer(self, search: &mut PuzzleSearch) -> Answer {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2(cpu: Cpu, search: &mut PuzzleSearch) -> Answer {
            search::answer::<Sixteen>(cpu, search)
        }
        // SAFETY: `self` exists, so the CPU has these features.
        unsafe { with_avx2(Cpu(Kind::Avx2(self)), search) }
    }

    /// See [`lanes::solve_batch`].
    pub(super) fn solve_batch<B: Batch>(self, batch: &mut B, limit: usize) -> Stats {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2<B: Batch>(batch: &mut B, limit: usize) -> Stats {
            lanes::solve_batch::<Sixteen, B, 16>(batch, limit)
        }
        // SAFETY: `self` exists, so the CPU has these features.
        unsafe { with_avx2(batch, limit) }
    }
}

/// Sixteen lanes. Values of this type are only constructed inside functions that require an [`Avx2`]. The intrinsics
/// below are therefore sound.
#[derive(Clone, Copy)]
pub(super) struct Sixteen(__m256i);

impl Vector for Sixteen {
    #[inline(always)]
    fn splat(digits: u16) -> Sixteen {
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        Sixteen(unsafe { _mm256_set1_epi16(digits as i16) })
    }
    #[inline(always)]
    fn and(self, other: Sixteen) -> Sixteen {
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        Sixteen(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Sixteen) -> Sixteen {
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        Sixteen(unsafe { _mm256_or_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn minus(self, other: Sixteen) -> Sixteen {
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        Sixteen(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }
    #[inline(always)]
    fn without_least(self) -> Sixteen {
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        Sixteen(unsafe { _mm256_and_si256(self.0, _mm256_add_epi16(self.0, _mm256_set1_epi16(-1))) })
    }
    #[inline(always)]
    fn where_empty(self) -> Sixteen {
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        Sixteen(unsafe { _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256()) })
    }
    #[inline(always)]
    fn among(self, some: Sixteen, many: Sixteen) -> Sixteen {
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        Sixteen(unsafe {
            // The result is zero where the sign is zero, and unchanged where it is positive. No mask has the top bit.
            let others = _mm256_sign_epi16(_mm256_xor_si256(many.0, some.0), _mm256_and_si256(self.0, some.0));
            _mm256_and_si256(self.0, _mm256_xor_si256(many.0, others))
        })
    }
}

impl Sixteen {
    /// Permutes the lanes of each row of a band: lane `i` gets lane `FROMi`.
    #[inline(always)]
    fn within_rows<const FROM0: i8, const FROM1: i8, const FROM2: i8>(self) -> Sixteen {
        let (a, b, c) = (2 * FROM0, 2 * FROM1, 2 * FROM2);
        // SAFETY: the CPU has AVX2, see `Sixteen`. The indices stay inside each half, as the instruction requires.
        Sixteen(unsafe {
            let indices =
                _mm_set_epi8(15, 14, c + 9, c + 8, b + 9, b + 8, a + 9, a + 8, 7, 6, c + 1, c, b + 1, b, a + 1, a);
            _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(indices))
        })
    }
}

impl Triads for Sixteen {
    const ALL: u32 = 1;
    #[inline(always)]
    fn repeat(lanes: &[u16; 16]) -> Sixteen {
        // SAFETY: the CPU has AVX2, see `Sixteen`; 32 bytes can be read from the array.
        Sixteen(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn empty_in(self) -> u32 {
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        unsafe { _mm256_testz_si256(self.0, self.0) as u32 }
    }
    #[inline(always)]
    fn next_in_row(self) -> Sixteen {
        self.within_rows::<1, 2, 0>()
    }
    #[inline(always)]
    fn previous_in_row(self) -> Sixteen {
        self.within_rows::<2, 0, 1>()
    }
    #[inline(always)]
    fn next_in_block(self) -> Sixteen {
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        Sixteen(unsafe { _mm256_permute4x64_epi64::<0b11_00_10_01>(self.0) })
    }
    #[inline(always)]
    fn previous_in_block(self) -> Sixteen {
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        Sixteen(unsafe { _mm256_permute4x64_epi64::<0b11_01_00_10>(self.0) })
    }
}

impl Band for Sixteen {
    #[inline(always)]
    fn store(self, lanes: &mut [u16; 16]) {
        // SAFETY: the CPU has AVX2, see `Sixteen`; 32 bytes can be written to the array.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn first_lane(self) -> Option<usize> {
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        let filled = !unsafe { _mm256_movemask_epi8(self.where_empty().0) } as u32;
        (filled != 0).then(|| filled.trailing_zeros() as usize / 2)
    }
    #[inline(always)]
    fn store_rows([left, middle, right]: [Sixteen; 3], rows: &mut [[u16; 9]; 3]) {
        // The sources of the first eight cells of a row: bytes of the left, middle and right cells of its triads.
        // SAFETY: the CPU has AVX2, see `Sixteen`; 16 bytes can be written to each row.
        unsafe {
            let from_left = _mm_setr_epi8(0, 1, -1, -1, -1, -1, 2, 3, -1, -1, -1, -1, 4, 5, -1, -1);
            let from_middle = _mm_setr_epi8(-1, -1, 0, 1, -1, -1, -1, -1, 2, 3, -1, -1, -1, -1, 4, 5);
            let from_right = _mm_setr_epi8(-1, -1, -1, -1, 0, 1, -1, -1, -1, -1, 2, 3, -1, -1, -1, -1);
            let mut first_and_last = _mm256_setzero_si256();
            let mut second = _mm_setzero_si128();
            for (cells, from) in [(left, from_left), (middle, from_middle), (right, from_right)] {
                let picked = _mm256_shuffle_epi8(cells.0, _mm256_broadcastsi128_si256(from));
                first_and_last = _mm256_or_si256(first_and_last, picked);
                // The second row lies eight bytes after the first.
                let cells = _mm_srli_si128::<8>(_mm256_castsi256_si128(cells.0));
                second = _mm_or_si128(second, _mm_shuffle_epi8(cells, from));
            }
            _mm_storeu_si128(rows[0].as_mut_ptr().cast(), _mm256_castsi256_si128(first_and_last));
            _mm_storeu_si128(rows[1].as_mut_ptr().cast(), second);
            _mm_storeu_si128(rows[2].as_mut_ptr().cast(), _mm256_extracti128_si256::<1>(first_and_last));
            rows[0][8] = _mm256_extract_epi16::<2>(right.0) as u16;
            rows[1][8] = _mm256_extract_epi16::<6>(right.0) as u16;
            rows[2][8] = _mm256_extract_epi16::<10>(right.0) as u16;
        }
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
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        Sixteen(unsafe { _mm256_add_epi16(self.0, other.0) })
    }
    #[inline(always)]
    fn min(self, other: Sixteen) -> Sixteen {
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        Sixteen(unsafe { _mm256_min_epu16(self.0, other.0) })
    }
    #[inline(always)]
    fn equal_lanes(self, other: Sixteen) -> u32 {
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        unsafe {
            let equal = _mm256_cmpeq_epi16(self.0, other.0);
            // The 256-bit pack would interleave the halves; the 128-bit one keeps the lanes in order.
            let bytes = _mm_packs_epi16(_mm256_castsi256_si128(equal), _mm256_extracti128_si256::<1>(equal));
            _mm_movemask_epi8(bytes) as u32
        }
    }
}

impl MaskQueries for Sixteen {
    #[inline(always)]
    fn bivalue_cells(state: &CellMasks) -> CellBits {
        let mut bits = [0; 3];
        for (bits, [a, b]) in bits.iter_mut().zip(halves(state)) {
            // SAFETY: the CPU has AVX2, see `Sixteen`.
            *bits = top_bits(Sixteen(unsafe { _mm256_packs_epi16(a.where_two().0, b.where_two().0) }));
        }
        [bits[0] | bits[1] << 32, bits[2]]
    }
    #[inline(always)]
    fn cells_with_any(state: &CellMasks, digits: u16) -> CellBits {
        let digits = Sixteen::splat(digits);
        let mut bits = [0; 3];
        for (bits, [a, b]) in bits.iter_mut().zip(halves(state)) {
            let (a, b) = (a.and(digits).where_empty(), b.and(digits).where_empty());
            // SAFETY: the CPU has AVX2, see `Sixteen`.
            *bits = !top_bits(Sixteen(unsafe { _mm256_packs_epi16(a.0, b.0) })) & 0xFFFF_FFFF;
        }
        [bits[0] | bits[1] << 32, bits[2]]
    }
    #[inline(always)]
    fn cells_by_digit(state: &CellMasks) -> [CellBits; 16] {
        let mut bits = [[0; 3]; 9];
        for (part, [a, b]) in halves(state).into_iter().enumerate() {
            // SAFETY: the CPU has AVX2, see `Sixteen`.
            unsafe {
                let ninth = _mm256_packs_epi16(_mm256_slli_epi16::<7>(a.0), _mm256_slli_epi16::<7>(b.0));
                bits[8][part] = top_bits(Sixteen(ninth));
                let low = _mm256_set1_epi16(0xFF);
                let mut bytes = _mm256_packus_epi16(_mm256_and_si256(a.0, low), _mm256_and_si256(b.0, low));
                for digit in (0..8).rev() {
                    bits[digit][part] = top_bits(Sixteen(bytes));
                    bytes = _mm256_add_epi8(bytes, bytes);
                }
            }
        }
        let mut places = [[0; 2]; 16];
        for (place, bits) in places.iter_mut().zip(bits) {
            *place = [bits[0] | bits[1] << 32, bits[2]];
        }
        places
    }
}

/// The 96 cells of a state, 32 in each pair of vectors, arranged for a pack instruction: it packs the first halves of
/// both arguments, then the second halves.
#[inline(always)]
fn halves(state: &CellMasks) -> [[Sixteen; 2]; 3] {
    let (vectors, _) = state.0.as_chunks::<16>();
    let mut pairs = [[Sixteen::splat(0); 2]; 3];
    for (pair, vectors) in pairs.iter_mut().zip(vectors.chunks_exact(2)) {
        let (a, b): (Sixteen, Sixteen) = (Band::load(&vectors[0]), Band::load(&vectors[1]));
        // SAFETY: the CPU has AVX2, see `Sixteen`.
        *pair = unsafe {
            [Sixteen(_mm256_permute2x128_si256::<0x20>(a.0, b.0)), Sixteen(_mm256_permute2x128_si256::<0x31>(a.0, b.0))]
        };
    }
    pairs
}

/// The top bit of each of the 32 bytes.
#[inline(always)]
fn top_bits(bytes: Sixteen) -> u64 {
    // SAFETY: the CPU has AVX2, see `Sixteen`.
    u64::from(unsafe { _mm256_movemask_epi8(bytes.0) } as u32)
}
