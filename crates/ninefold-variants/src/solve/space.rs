//! The candidates of all cells while propagators work on them, and the queue of what is left to do.
//!
//! Propagators are numbered from cheap to expensive, and the queue is a set of numbers: the lowest runs first. A change of
//! a cell puts all propagators that watch the cell into the queue.
//!
//! Cells that got their value are in a list of their own: their peers lose the value before anything else happens.

/// Candidates and queue. Masks have bit `v` for the value `v`.
pub(crate) struct Space<'a> {
    pub(crate) masks: &'a mut [u32],
    /// The queue: bit `p` for propagator `p`.
    pub(crate) queue: &'a mut [u64],
    /// For each cell the set of propagators that watch it, as many words as the queue.
    pub(crate) watch: &'a [u64],
    /// Cells that got their value and whose peers have not lost it yet.
    pub(crate) fixed: &'a mut Vec<u16>,
    /// The cell that lost its last candidate.
    pub(crate) failed: u16,
    /// The house of a 9x9 board that lacks a value.
    pub(crate) failed_house: u16,
}

/// No cell is to blame.
pub(crate) const NO_CELL: u16 = u16::MAX;

impl Space<'_> {
    /// The candidates of a cell.
    #[inline(always)]
    pub(crate) fn get(&self, cell: u16) -> u32 {
        self.masks[usize::from(cell)]
    }

    /// Leaves a cell these of its candidates; whether any is left.
    #[inline(always)]
    #[must_use]
    pub(crate) fn keep(&mut self, cell: u16, mask: u32) -> bool {
        let old = self.masks[usize::from(cell)];
        let new = old & mask;
        if new != old {
            return self.change(cell, new);
        }
        true
    }

    /// Takes candidates from a cell; whether any is left.
    #[inline(always)]
    #[must_use]
    pub(crate) fn remove(&mut self, cell: u16, mask: u32) -> bool {
        self.keep(cell, !mask)
    }

    #[inline]
    fn change(&mut self, cell: u16, new: u32) -> bool {
        let index = usize::from(cell);
        self.masks[index] = new;
        if new & new.wrapping_sub(1) == 0 {
            if new == 0 {
                self.failed = cell;
                return false;
            }
            self.fixed.push(cell);
        }
        let words = self.queue.len();
        for (queued, watching) in self.queue.iter_mut().zip(&self.watch[index * words..(index + 1) * words]) {
            *queued |= watching;
        }
        true
    }
}

/// Whether a mask has exactly one value. The empty mask has none.
#[inline(always)]
pub(crate) fn is_single(mask: u32) -> bool {
    mask.is_power_of_two()
}

/// The smallest value of a mask that is not empty.
#[inline(always)]
pub(crate) fn low(mask: u32) -> u32 {
    mask.trailing_zeros()
}

/// The largest value of a mask that is not empty.
#[inline(always)]
pub(crate) fn high(mask: u32) -> u32 {
    31 - mask.leading_zeros()
}

/// The values of a mask.
#[inline(always)]
pub(crate) fn values(mut mask: u32) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let value = mask.trailing_zeros();
        mask &= mask - 1;
        Some(value)
    })
}

/// The set of values below a value.
#[inline(always)]
pub(crate) fn below(value: u32) -> u32 {
    if value >= 32 { !0 } else { (1 << value) - 1 }
}

/// The set of values above a value.
#[inline(always)]
pub(crate) fn above(value: u32) -> u32 {
    if value >= 31 { 0 } else { !0 << (value + 1) }
}

/// The sum of the values of a set.
#[inline(always)]
pub(crate) fn sum_of(set: u32) -> u32 {
    if (set as usize) < SUMS.len() { u32::from(SUMS[set as usize]) } else { values(set).sum() }
}

/// The sums of all sets of the values up to 10.
const SUMS: [u8; 2048] = {
    let mut sums = [0; 2048];
    let mut set = 1;
    while set < 2048 {
        let low = (set as u32).trailing_zeros();
        sums[set] = sums[set & (set - 1)] + low as u8;
        set += 1;
    }
    sums
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_sets_are_sums_of_their_values() {
        for set in (0..2048).chain([1 << 25 | 1 << 3, 0x3ff_ffff]) {
            assert_eq!(sum_of(set), values(set).sum::<u32>());
        }
    }
}
