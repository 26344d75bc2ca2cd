//! Vectors of 16-bit lanes: the operations that the engines need from a CPU.
//!
//! A lane holds a set of digits, nine bits wide. The engines only need set algebra on lanes. One implementation,
//! generic over these traits, serves every CPU; each file of `arch/` implements the operations for one. All
//! implementations are `#[inline(always)]`: they must be inlined into the function of `arch/` that enables the CPU's
//! features. For the same reason generic code on vectors uses plain loops: a closure passed to `array::map` or
//! `array::from_fn` is compiled without those features if it is not inlined, and every operation in it becomes a call.

use super::branch::MaskQueries;

/// Set algebra on lanes.
pub(crate) trait Vector: Copy {
    /// Whether the CPU has 32 vector registers instead of 16.
    const HAS_32_REGISTERS: bool = false;
    /// Every lane that is in use holds these digits.
    fn splat(digits: u16) -> Self;
    /// Digits in both.
    fn and(self, other: Self) -> Self;
    /// Digits in either.
    fn or(self, other: Self) -> Self;
    /// Digits here and not in `other`.
    fn minus(self, other: Self) -> Self;
    /// Each lane without its least digit: empty if there was only one.
    fn without_least(self) -> Self;
    /// All sixteen bits in every lane that is empty, none in the others.
    fn where_empty(self) -> Self;

    /// The lanes with at most one digit, the others emptied.
    #[inline(always)]
    fn singles(self) -> Self {
        self.and(self.without_least().where_empty())
    }

    /// The digits that are in `some`; in lanes with none of those, the digits that are in `many`, a superset of `some`.
    #[inline(always)]
    fn among(self, some: Self, many: Self) -> Self {
        let few = self.and(some);
        few.or(self.and(many).and(few.where_empty()))
    }

    /// `other` in lanes with fewer than three digits, `self` in the others; `self` is a subset of `other`.
    #[inline(always)]
    fn or_if_fewer_than_three(self, other: Self) -> Self {
        self.or(other.and(self.without_least().without_least().where_empty()))
    }

    /// All sixteen bits in every lane that holds exactly two digits.
    #[inline(always)]
    fn where_two(self) -> Self {
        let rest = self.without_least();
        rest.without_least().where_empty().minus(rest.where_empty())
    }

    /// Digits in all three.
    #[inline(always)]
    fn in_all(a: Self, b: Self, c: Self) -> Self {
        a.and(b).and(c)
    }

    /// Digits in any of the three.
    #[inline(always)]
    fn in_any(a: Self, b: Self, c: Self) -> Self {
        a.or(b).or(c)
    }

    /// Digits in at least two of the three.
    #[inline(always)]
    fn in_two(a: Self, b: Self, c: Self) -> Self {
        a.and(b).or(a.or(b).and(c))
    }
}

/// One cell of each of the nine triads of a band: nine lanes, a triad each. Or the same for two puzzles, one after the
/// other.
///
/// ```text
///                 block 1      block 2      block 3
///        row 1  [ lane 0 ]   [ lane 1 ]   [ lane 2 ]      lane 4 r + s; lanes 3, 7, 11 and 12 to 15
///        row 2  [ lane 4 ]   [ lane 5 ]   [ lane 6 ]      are always empty
///        row 3  [ lane 8 ]   [ lane 9 ]   [ lane 10]
/// ```
pub(crate) trait Triads: Vector {
    /// A bit for each puzzle.
    const ALL: u32;
    /// The same sixteen lanes for each puzzle.
    fn repeat(lanes: &[u16; 16]) -> Self;
    /// The puzzles whose lanes are all empty, a bit each.
    fn empty_in(self) -> u32;
    /// Each lane gets the next triad in its row, cyclically.
    fn next_in_row(self) -> Self;
    /// Each lane gets the previous triad in its row, cyclically.
    fn previous_in_row(self) -> Self;
    /// Each lane gets the triad below it in its block, cyclically.
    fn next_in_block(self) -> Self;
    /// Each lane gets the triad above it in its block, cyclically.
    fn previous_in_block(self) -> Self;
}

/// A band of one puzzle.
pub(crate) trait Band: Triads + MaskQueries {
    /// Writes sixteen lanes.
    fn store(self, lanes: &mut [u16; 16]);
    /// The first lane that is not empty.
    fn first_lane(self) -> Option<usize>;
    /// Reads sixteen lanes.
    #[inline(always)]
    fn load(lanes: &[u16; 16]) -> Self {
        Self::repeat(lanes)
    }
    /// Writes the three rows of a band in order, from the left, middle and right cells of its triads.
    #[inline(always)]
    fn store_rows(cells: [Self; 3], rows: &mut [[u16; 9]; 3]) {
        for (i, cells) in cells.into_iter().enumerate() {
            let mut lanes = [0; 16];
            cells.store(&mut lanes);
            for (r, row) in rows.iter_mut().enumerate() {
                for s in 0..3 {
                    row[3 * s + i] = lanes[4 * r + s];
                }
            }
        }
    }
}

/// A band of two puzzles.
#[cfg(target_arch = "x86_64")]
pub(crate) trait Pair: Triads {
    /// Reads sixteen lanes of each.
    fn load(lanes: &[[u16; 16]; 2]) -> Self;
    /// Writes sixteen lanes of each.
    fn store(self, lanes: &mut [[u16; 16]; 2]);
}

/// One cell of `W` puzzles, a lane each.
pub(crate) trait Lanes<const W: usize>: Vector + MaskQueries {
    /// Reads all lanes.
    fn load(lanes: &[u16; W]) -> Self;
    /// Writes all lanes.
    fn store(self, lanes: &mut [u16; W]);
    /// The sum of each lane as a number; the caller ensures that none overflows.
    fn plus(self, other: Self) -> Self;
    /// The lesser number in each lane.
    fn min(self, other: Self) -> Self;
    /// One bit for each lane in which the two are equal.
    fn equal_lanes(self, other: Self) -> u32;
}
