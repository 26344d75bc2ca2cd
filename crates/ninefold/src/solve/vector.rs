//! Vectors of 16-bit lanes: what the engines need from a CPU, and nothing more.
//!
//! A lane holds a set of digits, nine bits wide. Everything the engines do is set algebra on lanes, so that one
//! implementation, generic over these traits, serves every CPU; a folder of `arch/` only says how a CPU does it.
//! All methods are `#[inline(always)]` where they are implemented: they must disappear into the function of `arch/`
//! that switches the CPU's features on.

/// Set algebra on lanes.
pub(crate) trait Vector: Copy {
    /// Every lane holds these digits.
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
    /// Whether every lane is empty.
    fn is_empty(self) -> bool;
}

/// One band of a puzzle, seen through one of the three cells of each of its triads: nine lanes, a triad each.
///
/// ```text
///                 block 1      block 2      block 3
///        row 1  [ lane 0 ]   [ lane 1 ]   [ lane 2 ]      lane 4 r + s; lanes 3, 7, 11 and 12 to 15
///        row 2  [ lane 4 ]   [ lane 5 ]   [ lane 6 ]      are always empty
///        row 3  [ lane 8 ]   [ lane 9 ]   [ lane 10]
/// ```
pub(crate) trait Band: Vector {
    /// Reads sixteen lanes.
    fn load(lanes: &[u16; 16]) -> Self;
    /// Writes sixteen lanes.
    fn store(self, lanes: &mut [u16; 16]);
    /// Each triad sees the next one in its row, going round.
    fn next_in_row(self) -> Self;
    /// Each triad sees the one before it in its row, going round.
    fn previous_in_row(self) -> Self;
    /// Each triad sees the one below it in its block, going round.
    fn next_in_block(self) -> Self;
    /// Each triad sees the one above it in its block, going round.
    fn previous_in_block(self) -> Self;
    /// places of each digit
    fn places(x: &[Self; 9]) -> [Places; 16];
    /// cells with exactly two
    fn bivalue(x: &[Self; 9]) -> Places;
}

/// A set of cells, one bit each, in the order that pack instructions leave them in.
pub(crate) type Places = [u64; 3];
