//! Lines with a clue: automata, sandwiches, X-sums.

use std::sync::Arc;

use super::Scratch;
use crate::solve::layered::Layered;
use crate::solve::space::{Space, above, below, high, is_single, low, values};

/// The values along the cells are a path of the graph.
#[derive(Clone, Debug)]
pub(crate) struct LayeredLine {
    pub(crate) cells: Box<[u16]>,
    pub(crate) graph: Arc<Layered>,
}

impl LayeredLine {
    pub(crate) fn run(&self, space: &mut Space<'_>, scratch: &mut Scratch) -> bool {
        let needed = self.graph.scratch();
        if scratch.words.len() < needed {
            scratch.words.resize(needed, 0);
        }
        scratch.masks.clear();
        scratch.masks.extend(self.cells.iter().map(|&cell| space.get(cell)));
        if !self.graph.sweep(&mut scratch.masks, &mut scratch.words) {
            return false;
        }
        self.cells.iter().zip(&scratch.masks).all(|(&cell, &mask)| space.keep(cell, mask))
    }
}

/// Sets of so many values with a sum, for the fillings of sandwiches.
#[derive(Clone, Debug)]
pub(crate) struct Fillings {
    /// By the number of values.
    by_count: Box<[Box<[u32]>]>,
}

impl Fillings {
    /// All sets of at most `most` of the values, none of them zero, with this sum, if there are not too many.
    fn new(all: u32, sum: u32, most: usize) -> Option<Fillings> {
        fn search(left: u32, count: usize, choice: u32, set: u32, found: &mut [Vec<u32>], budget: &mut usize) -> bool {
            if left == 0 {
                found[count].push(set);
                return true;
            }
            if count + 1 == found.len() {
                return true;
            }
            let mut rest = choice;
            while rest != 0 && low(rest) <= left {
                let value = low(rest);
                rest &= rest - 1;
                *budget = budget.saturating_sub(1);
                if *budget == 0 || !search(left - value, count + 1, rest, set | 1 << value, found, budget) {
                    return false;
                }
            }
            true
        }
        let mut found = vec![Vec::new(); most + 1];
        let mut budget = 200_000;
        search(sum, 0, all, 0, &mut found, &mut budget)
            .then(|| Fillings { by_count: found.into_iter().map(Into::into).collect() })
    }
}

/// The cells differ, and those between the smallest and the largest have the sum.
#[derive(Clone, Debug)]
pub(crate) struct Lunchbox {
    pub(crate) cells: Box<[u16]>,
    sum: u32,
    /// `None` where there are too many: then only bounds are used.
    fillings: Option<Fillings>,
}

impl Lunchbox {
    pub(crate) fn new(cells: Vec<u16>, sum: u32, all: u32) -> Lunchbox {
        // The extremes of the cells are never part of the filling, so neither are those of the board.
        let inner = all & !(1 << low(all)) & !(1 << high(all));
        let fillings = Fillings::new(inner, sum, cells.len() - 2);
        Lunchbox { cells: cells.into(), sum, fillings }
    }

    pub(crate) fn run(&self, space: &mut Space<'_>, scratch: &mut Scratch) -> bool {
        let count = self.cells.len();
        scratch.masks.clear();
        scratch.masks.extend(self.cells.iter().map(|&cell| space.get(cell)));
        let masks = &scratch.masks;
        let mut keep = [0u32; 32];
        let keep = &mut keep[..count];
        // The value every cell has at least or at most decides which cells can be the crusts.
        let highest_low = masks.iter().map(|&mask| low(mask)).max().unwrap_or(0);
        let lowest_high = masks.iter().map(|&mask| high(mask)).min().unwrap_or(0);
        for from in 0..count {
            let mut inside = 0;
            for to in from + 1..count {
                if to > from + 1 {
                    inside |= masks[to - 1];
                }
                let least: u32 = masks[from + 1..to].iter().map(|&mask| low(mask)).sum();
                if least > self.sum {
                    break;
                }
                let most: u32 = masks[from + 1..to].iter().map(|&mask| high(mask)).sum();
                if most < self.sum {
                    continue;
                }
                let outside = masks[..from].iter().chain(&masks[to + 1..]).fold(0, |all, &mask| all | mask);
                for (small, large) in [(from, to), (to, from)] {
                    // The smallest value is at most every cell's largest, and the other way round.
                    let smalls = masks[small] & below(lowest_high + 1);
                    let larges = masks[large] & !below(highest_low);
                    if smalls == 0 || larges == 0 {
                        continue;
                    }
                    self.try_crusts(masks, keep, [from, to], [small, large], [smalls, larges], inside, outside);
                }
            }
        }
        self.cells.iter().zip(keep).all(|(&cell, &mut mask)| space.keep(cell, mask))
    }

    /// Adds the values that are possible with these cells as the smallest and the largest.
    #[allow(clippy::too_many_arguments)]
    fn try_crusts(
        &self,
        masks: &[u32],
        keep: &mut [u32],
        [from, to]: [usize; 2],
        [small, large]: [usize; 2],
        [smalls, larges]: [u32; 2],
        inside: u32,
        outside: u32,
    ) {
        let size = to - from - 1;
        let outer = masks.len() - size - 2;
        let widest = above(low(smalls)) & below(high(larges));
        let Some(fillings) = &self.fillings else {
            // Too many sets to list: all values strictly between some crusts stay.
            if (0..masks.len()).all(|place| place == small || place == large || masks[place] & widest != 0) {
                keep[small] |= smalls;
                keep[large] |= larges;
                (0..masks.len()).filter(|&place| place != small && place != large).for_each(|place| {
                    keep[place] |= masks[place] & widest;
                });
            }
            return;
        };
        let Some(sets) = fillings.by_count.get(size) else { return };
        let (mut in_some, mut out_some) = (0, 0);
        let (mut keep_small, mut keep_large) = (0, 0);
        for &set in sets.iter() {
            if set & !(inside & widest) != 0 || !masks[from + 1..to].iter().all(|&mask| mask & set != 0) {
                continue;
            }
            // The crusts lie outside the filling.
            let (smalls, larges) =
                if set == 0 { (smalls, larges) } else { (smalls & below(low(set)), larges & above(high(set))) };
            if smalls == 0 || larges == 0 {
                continue;
            }
            let range = above(low(smalls)) & below(high(larges)) & !set;
            let rest = outside & range;
            let fits = (rest.count_ones() as usize) >= outer
                && masks[..from].iter().chain(&masks[to + 1..]).all(|&mask| mask & range != 0);
            if !fits {
                continue;
            }
            in_some |= set;
            out_some |= range;
            keep_small |= smalls;
            keep_large |= larges;
        }
        if keep_small == 0 || keep_large == 0 {
            return;
        }
        // Two crusts that must be the same value, or in the wrong order, are no crusts.
        if is_single(keep_small) && is_single(keep_large) && low(keep_small) >= low(keep_large) {
            return;
        }
        keep[small] |= keep_small & below(high(keep_large));
        keep[large] |= keep_large & above(low(keep_small));
        for place in from + 1..to {
            keep[place] |= masks[place] & in_some;
        }
        for place in (0..from).chain(to + 1..masks.len()) {
            keep[place] |= masks[place] & out_some;
        }
    }
}

/// The first x cells have the sum, where x is the first of them.
#[derive(Clone, Debug)]
pub(crate) struct XSum {
    pub(crate) cells: Box<[u16]>,
    pub(crate) sum: u32,
    /// Whether the cells differ.
    pub(crate) distinct: bool,
}

impl XSum {
    pub(crate) fn run(&self, space: &mut Space<'_>, scratch: &mut Scratch) -> bool {
        let first = self.cells[0];
        scratch.masks.clear();
        scratch.masks.extend(self.cells.iter().map(|&cell| space.get(cell)));
        let masks = &scratch.masks;
        let mut keep = [0u32; 32];
        let mut counts = 0;
        let mut shortest = usize::MAX;
        for count in values(masks[0]) {
            let Some(left) = self.sum.checked_sub(count) else { break };
            let own = if self.distinct { 1u32 << count } else { 0 };
            let mut supported = [0u32; 32];
            let inner = count as usize - 1;
            if !linear(&masks[1..=inner], own, left, self.distinct, &mut supported) {
                continue;
            }
            counts |= 1 << count;
            shortest = shortest.min(inner);
            for (place, keep) in keep.iter_mut().enumerate().take(self.cells.len()).skip(1) {
                *keep |= if place <= inner { supported[place - 1] } else { masks[place] & !own };
            }
        }
        if !space.keep(first, counts) {
            return false;
        }
        (1..self.cells.len()).all(|place| space.keep(self.cells[place], keep[place]))
    }
}

/// The values of cells with this sum, none of them in `taken`; false when there are none. Different cells are taken into
/// account by their smallest and largest sets, and exactly when each has one value.
fn linear(masks: &[u32], taken: u32, sum: u32, distinct: bool, supported: &mut [u32]) -> bool {
    if distinct {
        let (mut least, mut most, mut held) = (0u32, 0u32, 0u32);
        for &mask in masks {
            let mask = mask & !taken;
            if mask == 0 || (is_single(mask) && held & mask != 0) {
                return false;
            }
            held |= if is_single(mask) { mask } else { 0 };
            let free = !least & !below(low(mask));
            least |= free & free.wrapping_neg();
            let free = !most & !above(high(mask));
            if free == 0 {
                return false;
            }
            most |= 1 << high(free);
        }
        let total = |set: u32| values(set).sum::<u32>();
        if total(least) > sum || total(most) < sum {
            return false;
        }
    }
    if sum > 127 {
        // Sums that no 128 bits hold: bounds alone.
        let least: u32 = masks.iter().map(|&mask| low(mask)).sum();
        let most: u32 = masks.iter().map(|&mask| high(mask)).sum();
        masks.iter().zip(supported).for_each(|(&mask, to)| *to = mask & !taken);
        return least <= sum && sum <= most;
    }
    let mut layers = [0u128; 32];
    layers[0] = 1;
    for (place, &mask) in masks.iter().enumerate() {
        layers[place + 1] = values(mask & !taken).fold(0, |all, value| all | layers[place] << value);
    }
    let mut needed = 1u128 << sum;
    if layers[masks.len()] & needed == 0 {
        return false;
    }
    for place in (0..masks.len()).rev() {
        let mut before = 0;
        for value in values(masks[place] & !taken) {
            let without = needed >> value & layers[place];
            if without != 0 {
                supported[place] |= 1 << value;
                before |= without;
            }
        }
        needed = before;
    }
    needed != 0
}
