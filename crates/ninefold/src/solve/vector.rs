//! Vectors of 16-bit lanes: what the engines need from a CPU, and nothing more.
//!
//! A lane holds a set of digits, nine bits wide. Everything the engines do is set algebra on lanes, so that one
//! implementation, generic over these traits, serves every CPU; a file of `arch/` only says how a CPU does it.
//! All methods are `#[inline(always)]` where they are implemented: they must disappear into the function of `arch/`
//! that switches the CPU's features on. For the same reason generic code on vectors uses plain loops: a closure handed
//! to `array::map` or `array::from_fn` is compiled without those features when it is not inlined, and every operation
//! in it becomes a call.

use super::branch::Look;

/// Set algebra on lanes.
pub(crate) trait Vector: Copy {
    /// Every lane that is in use holds these digits.
    fn splat(digits: u16) -> Self;
    /// Digits in both.
    fn and(self, other: Self) -> Self;
    /// Digits in either.
    fn or(self, other: Self) -> Self;
    /// Digits here and not in `other`.
    fn minus(self, other: Self) -> Self;
    /// Each lane without its least digit: empty where there was only one.
    fn without_least(self) -> Self;
    /// All sixteen bits in every lane that is empty, none in the others.
    fn where_empty(self) -> Self;

    /// The lanes with at most one digit, the others emptied.
    #[inline(always)]
    fn singles(self) -> Self {
        self.and(self.without_least().where_empty())
    }

    /// Where a lane is empty, the other's.
    #[inline(always)]
    fn or_if_empty(self, other: Self) -> Self {
        self.or(other.and(self.where_empty()))
    }

    /// Where a lane has fewer than three digits, the other's; `self` is a subset of `other`.
    #[inline(always)]
    fn or_if_fewer_than_three(self, other: Self) -> Self {
        self.or(other.and(self.without_least().without_least().where_empty()))
    }

    /// Digits in at least two of the three.
    #[inline(always)]
    fn in_two(a: Self, b: Self, c: Self) -> Self {
        a.and(b).or(a.or(b).and(c))
    }
}

/// One band of a puzzle, seen through one of the three cells of each of its triads: nine lanes, a triad each.
///
/// ```text
///                 block 1      block 2      block 3
///        row 1  [ lane 0 ]   [ lane 1 ]   [ lane 2 ]      lane 4 r + s; lanes 3, 7, 11 and 12 to 15
///        row 2  [ lane 4 ]   [ lane 5 ]   [ lane 6 ]      are always empty
///        row 3  [ lane 8 ]   [ lane 9 ]   [ lane 10]
/// ```
pub(crate) trait Band: Vector + Look {
    /// Reads sixteen lanes.
    fn load(lanes: &[u16; 16]) -> Self;
    /// Writes sixteen lanes.
    fn store(self, lanes: &mut [u16; 16]);
    /// Whether every lane is empty.
    fn is_empty(self) -> bool;
    /// Each triad sees the next one in its row, going round.
    fn next_in_row(self) -> Self;
    /// Each triad sees the one before it in its row, going round.
    fn previous_in_row(self) -> Self;
    /// Each triad sees the one below it in its block, going round.
    fn next_in_block(self) -> Self;
    /// Each triad sees the one above it in its block, going round.
    fn previous_in_block(self) -> Self;
}

/// `W` puzzles side by side: one cell of each, a lane each.
pub(crate) trait Lanes<const W: usize>: Vector + Look {
    /// Reads all lanes.
    fn load(lanes: &[u16; W]) -> Self;
    /// Writes all lanes.
    fn store(self, lanes: &mut [u16; W]);
    /// Sum of each lane as a number; the caller sees to it that none overflows.
    fn plus(self, other: Self) -> Self;
    /// The lesser number in each lane.
    fn min(self, other: Self) -> Self;
    /// One bit for each lane in which the two are equal.
    fn equal_lanes(self, other: Self) -> u32;
}
