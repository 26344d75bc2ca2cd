//! The candidates of all cells while propagators work on them, and the queue of what is left to do.
//!
//! Propagators are numbered from cheap to expensive, and the queue is a set of numbers: the lowest runs first. A change of
//! a cell puts all propagators that watch the cell into the queue.
//!
//! Cells that got their value are in a list of their own: their peers lose the value before anything else happens.

/// A set of propagators that have something to do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    /// Bit `p` for propagator `p`.
    words: Vec<u64>,
    /// Which words may not be zero: bit `w >> shift` for word `w`.
    summary: u64,
    shift: u32,
}

impl Queue {
    /// An empty queue for so many propagators.
    pub(crate) fn new(propagators: usize) -> Queue {
        let words = propagators.div_ceil(64);
        let shift = (0..).find(|shift| words >> shift < 64).unwrap_or(0);
        Queue { words: vec![0; words], summary: 0, shift }
    }

    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
        self.summary = 0;
    }

    #[inline(always)]
    fn add(&mut self, word: u32, set: u64) {
        self.words[word as usize] |= set;
        self.summary |= 1 << (word >> self.shift);
    }

    /// Adds a propagator.
    pub(crate) fn push(&mut self, number: usize) {
        self.add((number / 64) as u32, 1 << (number % 64));
    }

    /// Takes a propagator out.
    #[inline(always)]
    pub(crate) fn remove(&mut self, number: usize) {
        self.words[number / 64] &= !(1 << (number % 64));
    }

    /// Takes the propagator of the lowest number out.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        while self.summary != 0 {
            let part = self.summary.trailing_zeros() as usize;
            let start = part << self.shift;
            let end = (start + (1 << self.shift)).min(self.words.len());
            for word in start..end {
                let set = self.words[word];
                if set != 0 {
                    self.words[word] = set & (set - 1);
                    return Some(word * 64 + set.trailing_zeros() as usize);
                }
            }
            self.summary &= self.summary - 1;
        }
        None
    }
}

/// Propagators of one word of the queue that run after a cell lost one of some values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) word: u32,
    /// The values, and [`GOT_VALUE`].
    pub(crate) events: u32,
    pub(crate) set: u64,
}

/// The event that a cell got its value. No board has a value that needs this bit.
pub(crate) const GOT_VALUE: u32 = 1 << 31;

/// Candidates and queue. Masks have bit `v` for the value `v`.
pub(crate) struct Space<'a> {
    pub(crate) masks: &'a mut [u32],
    pub(crate) queue: &'a mut Queue,
    /// For each cell the propagators that watch it; empty where nothing is queued.
    pub(crate) watch: &'a [Box<[Watch]>],
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

    /// Every other function calls this one, so it calls none itself but as the last thing: it saves no registers.
    #[inline(never)]
    fn change(&mut self, cell: u16, new: u32) -> bool {
        let index = usize::from(cell);
        let mut events = self.masks[index] & !new;
        self.masks[index] = new;
        let few = new & new.wrapping_sub(1) == 0;
        events |= if few { GOT_VALUE } else { 0 };
        if let Some(watching) = self.watch.get(index) {
            for watch in watching {
                if watch.events & events != 0 {
                    self.queue.add(watch.word, watch.set);
                }
            }
        }
        if few { self.fill(cell, new) } else { true }
    }

    /// Notes a cell that has one candidate left, or none.
    #[inline(never)]
    fn fill(&mut self, cell: u16, new: u32) -> bool {
        if new == 0 {
            self.failed = cell;
            return false;
        }
        self.fixed.push(cell);
        true
    }

    /// Takes a value from the cells of a list; whether all have candidates left.
    #[inline(always)]
    #[must_use]
    pub(crate) fn remove_from(&mut self, cells: &[u16], value: u32) -> bool {
        // About one cell in four has the value, in no order that a processor could predict. They are found without a branch.
        for part in cells.chunks(64) {
            let mut having = 0u64;
            for (place, &cell) in part.iter().enumerate() {
                having |= u64::from(self.get(cell) & value != 0) << place;
            }
            while having != 0 {
                let cell = part[having.trailing_zeros() as usize];
                having &= having - 1;
                if !self.change(cell, self.get(cell) & !value) {
                    return false;
                }
            }
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
