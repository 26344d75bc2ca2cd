//! Skyscrapers: how many cells of a line exceed all cells before them.
//!
//! The cells of the line differ, so the highest value so far is the largest member of the set of values so far. For each
//! number of visible cells a set of sets of values, as bits, says what the first cells can hold (see
//! [`subsets`](crate::solve::subsets)). A value v is visible after the sets whose members are all less than v. These are
//! the numbers below 2^v, the lowest 2^v bits:
//!
//! ```text
//!   cells     {2,3}     {1,2,3}           {1,2,3}       two visible
//!   1 seen    {2} {3} -> {12} {13} {23} -> {123}         2 1, 3 1, 3 2
//!   2 seen               {23}           -> {123}         2 3; then 2 1 3 and 2 3 1
//! ```
//!
//! One sweep forward and one back keep exactly the values that some assignment of different values uses.

use super::Scratch;
use crate::solve::space::{Space, values};
use crate::solve::subsets::{Family, MAX_VALUES, add, is_empty, remove};

/// The cells differ, and so many of them exceed all cells before them.
#[derive(Clone, Debug)]
pub(crate) struct Skyline {
    pub(crate) cells: Box<[u16]>,
    pub(crate) visible: usize,
    /// All values of the board.
    pub(crate) all: u32,
}

/// The sets of a family whose members are all below an element, if `low`, or the others.
#[inline(always)]
fn part<const W: usize>(family: &Family<W>, element: u32, low: bool) -> Family<W> {
    let mut out = [0; W];
    for (place, (to, from)) in out.iter_mut().zip(family).enumerate() {
        // How many bits of this word are below 2^element.
        let bits = (1u64 << element).saturating_sub(64 * place as u64);
        let below = if bits >= 64 { !0 } else { (1 << bits) - 1 };
        *to = from & if low { below } else { !below };
    }
    out
}

impl Skyline {
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        match self.all.count_ones() {
            0..=6 => self.sweep::<1>(space),
            7..=9 => self.sweep::<8>(space),
            _ => self.sweep::<16>(space),
        }
    }

    fn sweep<const W: usize>(&self, space: &mut Space<'_>) -> bool {
        let (first, count) = (self.all.trailing_zeros(), self.cells.len());
        let mut layers = [[[0u64; W]; MAX_VALUES + 1]; MAX_VALUES + 1];
        layers[0][0][0] = 1;
        for (place, &cell) in self.cells.iter().enumerate() {
            let (before, after) = layers.split_at_mut(place + 1);
            let (before, after) = (&before[place], &mut after[0]);
            for element in values(space.get(cell) >> first) {
                // A zero is never seen.
                let building = element + first > 0;
                for seen in 0..=self.visible.min(place) {
                    let family = &before[seen];
                    if is_empty(family) {
                        continue;
                    }
                    if !building {
                        add(family, element, &mut after[seen]);
                        continue;
                    }
                    add(&part(family, element, false), element, &mut after[seen]);
                    if seen < self.visible {
                        add(&part(family, element, true), element, &mut after[seen + 1]);
                    }
                }
            }
        }
        let mut needed = [[0u64; W]; MAX_VALUES + 1];
        needed[self.visible] = layers[count][self.visible];
        for (place, &cell) in self.cells.iter().enumerate().rev() {
            let mut before = [[0u64; W]; MAX_VALUES + 1];
            let mut supported = 0;
            for element in values(space.get(cell) >> first) {
                let building = element + first > 0;
                let mut any = 0;
                for seen in 0..=self.visible.min(place) {
                    let same = remove(&needed[seen], element);
                    let hidden = if building { part(&same, element, false) } else { same };
                    let next = if building && seen < self.visible {
                        part(&remove(&needed[seen + 1], element), element, true)
                    } else {
                        [0; W]
                    };
                    let family = &layers[place][seen];
                    for (word, to) in before[seen].iter_mut().enumerate() {
                        let both = (hidden[word] | next[word]) & family[word];
                        *to |= both;
                        any |= both;
                    }
                }
                if any != 0 {
                    supported |= 1 << element;
                }
            }
            if !space.keep(cell, supported << first) {
                return false;
            }
            needed = before;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::is_exact;
    use super::*;

    #[test]
    fn skylines_keep_exactly_the_values_of_their_assignments() {
        let mut random = ninefold::Random::new(11);
        let mut possible = 0;
        for case in 0..3000 {
            let all = [0x3e, 0x1f, 0x3fe, 0x3ff][case % 4];
            let count = 2 + random.below(3) as usize;
            let masks: Vec<u32> = (0..count)
                .map(|_| {
                    loop {
                        let mask = all & random.below(1 << 10);
                        if mask != 0 {
                            break mask;
                        }
                    }
                })
                .collect();
            let visible = 1 + random.below(3) as usize;
            let line = Skyline { cells: (0..count as u16).collect(), visible, all };
            possible += usize::from(is_exact(&line.into(), &masks, |values| {
                let differ = (1..values.len()).all(|place| !values[..place].contains(&values[place]));
                let highest_before = |place: usize| values[..place].iter().copied().max().unwrap_or(0);
                let seen = (0..values.len()).filter(|&place| values[place] > highest_before(place));
                differ && seen.count() == visible
            }));
        }
        assert!(possible > 1000, "{possible}");
    }
}
