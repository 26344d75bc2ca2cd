//! Sets of sets of values, as bits: which sets of values can the first i cells of a cage hold?
//!
//! For at most ten values a set of values is a number below 1024, and a set of such sets is 1024 bits. To give one more cell
//! the value v is a shift: the sets without v move 2^v places up. One sweep over the cells finds what the first cells can
//! hold, one sweep back what the last cells need, and a value of a cell survives exactly when the two meet:
//!
//! ```text
//!   cells   {1,2}        {1,3}             {2,3}         sum 6, all different
//!   before  {} -> {1} {2} -> {13} {12} {23} -> {123}      forward
//!   needed  {} <- {1}     <- {13} {12}     <- {123}       backward: 2 is not possible in the first cell, ...
//! ```
//!
//! This is exact: it is the complete filter of an all-different cage with any condition on its set of values.

use super::space::{is_single, values};

/// The most values that this works for.
pub(crate) const MAX_VALUES: usize = 10;

/// Words for the sets of up to six, up to nine, and ten values.
pub(crate) type Family<const W: usize> = [u64; W];

/// Sets within one word that have the element `i`, for `i` below six.
const HAS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The sets of the family that lack an element, each with the element added, joined to `into`.
#[inline(always)]
pub(crate) fn add<const W: usize>(family: &Family<W>, element: u32, into: &mut Family<W>) {
    if element < 6 {
        let (has, shift) = (HAS[element as usize], 1 << element);
        for (to, from) in into.iter_mut().zip(family) {
            *to |= (from & !has) << shift;
        }
    } else {
        let stride = 1 << (element - 6);
        for place in 0..W {
            if place & stride == 0 && place + stride < W {
                into[place + stride] |= family[place];
            }
        }
    }
}

/// The sets of the family that have an element, each without it.
#[inline(always)]
pub(crate) fn remove<const W: usize>(family: &Family<W>, element: u32) -> Family<W> {
    let mut without = [0; W];
    if element < 6 {
        let (has, shift) = (HAS[element as usize], 1 << element);
        for (to, from) in without.iter_mut().zip(family) {
            *to = (from & has) >> shift;
        }
    } else {
        let stride = 1 << (element - 6);
        for place in 0..W {
            if place & stride == 0 && place + stride < W {
                without[place] = family[place + stride];
            }
        }
    }
    without
}

#[inline(always)]
pub(crate) fn meets<const W: usize>(a: &Family<W>, b: &Family<W>) -> bool {
    let mut any = 0;
    for (x, y) in a.iter().zip(b) {
        any |= x & y;
    }
    any != 0
}

#[inline(always)]
pub(crate) fn is_empty<const W: usize>(family: &Family<W>) -> bool {
    family.iter().all(|&word| word == 0)
}

/// The values, as elements, that all sets of the family have.
pub(crate) fn common<const W: usize>(family: &Family<W>, elements: u32) -> u32 {
    let mut all = 0;
    for element in values(elements) {
        let lacks = if element < 6 {
            family.iter().any(|word| word & !HAS[element as usize] != 0)
        } else {
            let stride = 1 << (element - 6);
            family.iter().enumerate().any(|(place, &word)| place & stride == 0 && word != 0)
        };
        if !lacks {
            all |= 1 << element;
        }
    }
    all
}

/// What the first cells of a group can hold, after each of them.
pub(crate) struct Sweep<const W: usize> {
    layers: [Family<W>; MAX_VALUES + 1],
    /// The group's open cells: their place in the group.
    open: [u8; MAX_VALUES],
    count: usize,
    /// The values of the others.
    held: u32,
}

impl<const W: usize> Sweep<W> {
    pub(crate) fn new() -> Sweep<W> {
        Sweep { layers: [[0; W]; MAX_VALUES + 1], open: [0; MAX_VALUES], count: 0, held: 0 }
    }

    /// Goes forward over the masks of a group, whose elements are values minus the board's first value. False when two
    /// cells are fixed to the same value or the group cannot be filled.
    pub(crate) fn forward(&mut self, masks: &[u32]) -> bool {
        let mut held = 0u32;
        self.count = 0;
        for (place, &mask) in masks.iter().enumerate() {
            if is_single(mask) {
                if held & mask != 0 {
                    return false;
                }
                held |= mask;
            } else {
                self.open[self.count] = place as u8;
                self.count += 1;
            }
        }
        self.held = held;
        if self.count == 0 {
            self.layers[0] = [0; W];
            self.layers[0][held as usize / 64] = 1 << (held % 64);
            return true;
        }
        // Before the first open cell there is one set: no need to move whole families.
        let mut next = [0; W];
        for element in values(masks[usize::from(self.open[0])] & !held) {
            let set = held | 1 << element;
            next[set as usize / 64] |= 1 << (set % 64);
        }
        if is_empty(&next) {
            return false;
        }
        self.layers[1] = next;
        for step in 1..self.count {
            let mut next = [0; W];
            for element in values(masks[usize::from(self.open[step])]) {
                add(&self.layers[step], element, &mut next);
            }
            if is_empty(&next) {
                return false;
            }
            self.layers[step + 1] = next;
        }
        true
    }

    /// The sets the whole group can hold.
    pub(crate) fn sets(&self) -> &Family<W> {
        &self.layers[self.count]
    }

    /// Goes backward from the sets of the group that are allowed, and leaves each mask the values that are used. False
    /// when no allowed set can be held.
    pub(crate) fn backward(&self, allowed: &Family<W>, masks: &mut [u32]) -> bool {
        let mut needed = *allowed;
        for step in (1..self.count).rev() {
            let place = usize::from(self.open[step]);
            let mut before = [0; W];
            let mut supported = 0;
            for element in values(masks[place]) {
                let without = remove(&needed, element);
                if meets(&without, &self.layers[step]) {
                    supported |= 1 << element;
                    for (to, from) in before.iter_mut().zip(&without) {
                        *to |= from;
                    }
                }
            }
            if supported == 0 {
                return false;
            }
            masks[place] = supported;
            needed = before;
        }
        if self.count == 0 {
            return meets(&needed, &self.layers[0]);
        }
        let first = &mut masks[usize::from(self.open[0])];
        let mut supported = 0;
        for element in values(*first & !self.held) {
            let set = self.held | 1 << element;
            supported |= ((needed[set as usize / 64] >> (set % 64)) as u32 & 1) << element;
        }
        *first = supported;
        supported != 0
    }
}

/// Results of earlier sweeps. A search meets the same candidates of a group again and again.
///
/// One entry for each place of the table; a new result takes the place of an older one.
pub(crate) struct Memory {
    entries: Vec<Entry>,
}

/// What a sweep of a group depends on, and its result.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// The masks of the group.
    masks: u64,
    /// What the group may hold.
    question: u64,
    result: Filtered,
}

/// The result of a sweep: the masks that are left, packed, and what all sets of the group have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filtered {
    /// Zero when the group cannot be filled.
    pub(crate) masks: u64,
    pub(crate) required: u32,
}

/// The number of entries: 256 KB, half of the second cache of a usual processor.
const ENTRIES: usize = 1 << 13;

/// The bits of a packed mask, and the most cells of a group that is packed.
pub(crate) const PACKED: u32 = 10;
const MAX_PACKED: usize = 6;

/// The masks of a group in one number, if there are few.
#[inline(always)]
pub(crate) fn pack(masks: &[u32]) -> Option<u64> {
    (masks.len() <= MAX_PACKED).then(|| masks.iter().rev().fold(0, |all, &mask| all << PACKED | u64::from(mask)))
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory { entries: Vec::new() }
    }

    /// The result for these masks, from memory or from `sweep`.
    #[inline(always)]
    pub(crate) fn get(&mut self, masks: u64, question: u64, sweep: impl FnOnce() -> Filtered) -> Filtered {
        if self.entries.is_empty() {
            self.entries.resize(ENTRIES, Entry::default());
        }
        let mixed = (masks ^ question.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let entry = &mut self.entries[(mixed >> (64 - ENTRIES.trailing_zeros())) as usize];
        if entry.masks != masks || entry.question != question {
            *entry = Entry { masks, question, result: sweep() };
        }
        entry.result
    }
}

/// Which sets have which sum, for values from `first` on.
#[derive(Clone, Debug)]
pub(crate) struct SumTable<const W: usize> {
    pub(crate) by_sum: Vec<Family<W>>,
}

impl<const W: usize> SumTable<W> {
    pub(crate) fn new(count: usize, first: u32) -> SumTable<W> {
        let sum = |set: u32| values(set).map(|element| (element + first) as usize).sum::<usize>();
        let all = (1u32 << count) - 1;
        let mut by_sum = vec![[0; W]; sum(all) + 1];
        for set in 0..=all {
            by_sum[sum(set)][set as usize / 64] |= 1 << (set % 64);
        }
        SumTable { by_sum }
    }

    #[cfg(test)]
    /// The sets of this sum; none for sums that no set has.
    #[inline(always)]
    pub(crate) fn sets(&self, sum: i64) -> Family<W> {
        usize::try_from(sum).ok().and_then(|sum| self.by_sum.get(sum)).copied().unwrap_or([0; W])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values that occur in assignments of different values with this sum.
    fn brute(masks: &[u32], first: u32, sum: u32) -> Option<Vec<u32>> {
        fn go(masks: &[u32], place: usize, used: u32, left: i64, first: u32, now: &mut Vec<u32>, out: &mut [u32]) {
            if place == masks.len() {
                if left == 0 {
                    now.iter().zip(out).for_each(|(&value, set)| *set |= 1 << value);
                }
                return;
            }
            for value in values(masks[place] & !used) {
                now.push(value);
                go(masks, place + 1, used | 1 << value, left - i64::from(value + first), first, now, out);
                now.pop();
            }
        }
        let mut out = vec![0; masks.len()];
        go(masks, 0, 0, sum.into(), first, &mut Vec::new(), &mut out);
        out.iter().all(|&set| set != 0).then_some(out)
    }

    fn check<const W: usize>(count: usize, first: u32, seed: u64) {
        let table = SumTable::<W>::new(count, first);
        let mut random = ninefold::Random::new(seed);
        for _ in 0..2000 {
            let cells = 1 + random.below(count.min(5) as u32) as usize;
            let masks: Vec<u32> = (0..cells).map(|_| 1 + random.below((1 << count) - 1)).collect();
            let sum = random.below(30);
            let mut found = masks.clone();
            let mut sweep = Sweep::<W>::new();
            let possible = sweep.forward(&masks) && sweep.backward(&table.sets(sum.into()), &mut found);
            assert_eq!(possible.then_some(found), brute(&masks, first, sum), "{masks:?} {sum}");
        }
    }

    #[test]
    fn cages_keep_exactly_the_values_of_their_assignments() {
        check::<1>(4, 1, 1);
        check::<1>(6, 0, 2);
        check::<8>(9, 1, 3);
        check::<8>(7, 0, 4);
        check::<16>(10, 0, 5);
    }

    #[test]
    fn common_elements_are_those_of_all_sets() {
        let table = SumTable::<8>::new(9, 1);
        let mut sweep = Sweep::<8>::new();
        assert!(sweep.forward(&[511, 511]));
        // Two different digits of sum 17 are 8 and 9.
        let both = table.sets(17);
        let mut sets = *sweep.sets();
        sets.iter_mut().zip(&both).for_each(|(a, b)| *a &= b);
        assert_eq!(common(&sets, 511), 0b1_1000_0000);
    }
}
