//! Random numbers that are the same everywhere.
//!
//! A seed names a shuffle or a puzzle, so the numbers behind it may not change with the machine, the number of threads
//! or a dependency's version. This is xoshiro256++ (Blackman and Vigna), its state filled from the seed by SplitMix64,
//! as its authors advise. [`Random::stream`] gives item `n` of a job a generator of its own: whoever works on the item,
//! and when, it sees the same numbers.
//!
//! Fair enough for puzzles, and far too predictable for secrets.

/// A generator of random numbers, told by its seed alone.
///
/// ```
/// use ninefold::Random;
///
/// let mut dice = Random::new(42);
/// let throws: Vec<_> = (0..5).map(|_| 1 + dice.below(6)).collect();
/// let mut again = Random::new(42);
/// assert!(throws.iter().all(|&throw| throw == 1 + again.below(6)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// The generator of this seed.
    pub fn new(seed: u64) -> Random {
        let mut split = seed;
        Random { state: core::array::from_fn(|_| split_mix(&mut split)) }
    }

    /// The generator of one item of the job with this seed, far from those of the other items.
    pub fn stream(seed: u64, item: u64) -> Random {
        // Two rounds apart: seed and item do not change places, and neighbours have nothing in common.
        let mut seed = seed;
        let mut mixed = split_mix(&mut seed) ^ item;
        Random::new(split_mix(&mut mixed))
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A number from 0 up to, not including, `end`, each as likely as the others; 0 where `end` is 0.
    #[inline]
    pub fn below(&mut self, end: u32) -> u32 {
        // Lemire's multiplication: the high half is the number; the few low halves that would favour some are redrawn.
        let mut product = (self.next_u64() >> 32) * u64::from(end);
        if (product as u32) < end {
            let redraw = end.wrapping_neg() % end;
            while (product as u32) < redraw {
                product = (self.next_u64() >> 32) * u64::from(end);
            }
        }
        (product >> 32) as u32
    }

    /// Puts the items in a random order, each order as likely as the others.
    ///
    /// ```
    /// # use ninefold::Random;
    /// let mut cards = [1, 2, 3, 4, 5, 6, 7, 8];
    /// Random::new(1).shuffle(&mut cards);
    /// assert_ne!(cards, [1, 2, 3, 4, 5, 6, 7, 8]);
    /// cards.sort();
    /// assert_eq!(cards, [1, 2, 3, 4, 5, 6, 7, 8]);
    /// ```
    ///
    /// # Panics
    /// With more than `u32::MAX` items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (2..=u32::try_from(items.len()).expect("fewer than 2^32 items")).rev() {
            items.swap(end as usize - 1, self.below(end) as usize);
        }
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_are_the_published_ones() {
        // SplitMix64 from 1234567, as its author prints them; xoshiro256++ from the state 1 2 3 4, as `rand` tests it.
        let mut state = 1234567;
        assert_eq!(split_mix(&mut state), 6457827717110365317);
        assert_eq!(split_mix(&mut state), 3203168211198807973);
        let mut random = Random { state: [1, 2, 3, 4] };
        assert_eq!([random.next_u64(), random.next_u64(), random.next_u64()], [41943041, 58720359, 3588806011781223]);
    }

    #[test]
    fn numbers_below_an_end_stay_below_it_and_come_equally_often() {
        let mut random = Random::new(7);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[random.below(7) as usize] += 1;
        }
        // The deviation of each is about 93.
        assert!(seen.iter().all(|&count| count.abs_diff(10_000) < 600), "{seen:?}");
        assert_eq!(random.below(1), 0);
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn every_order_of_four_items_comes_equally_often() {
        let mut random = Random::new(8);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            random.shuffle(&mut items);
            *seen.entry(items).or_insert(0u32) += 1;
        }
        assert_eq!(seen.len(), 24);
        assert!(seen.values().all(|&count| count.abs_diff(1000) < 200), "{seen:?}");
    }

    #[test]
    fn streams_differ_from_each_other_and_from_other_seeds() {
        let first = |seed, item| Random::stream(seed, item).next_u64();
        let mut seen: Vec<_> = (0..100).flat_map(|seed| (0..100).map(move |item| first(seed, item))).collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 10_000);
        assert_eq!(first(3, 9), first(3, 9));
    }
}
