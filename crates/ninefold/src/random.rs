//! Reproducible random numbers.
//!
//! A seed identifies a shuffle or a puzzle. The numbers must therefore not change with the machine, the number of
//! threads or the version of a dependency. This is xoshiro256++ (Blackman and Vigna), its state initialised from the
//! seed by SplitMix64, as its authors recommend. [`Random::stream`] is a separate generator for item `n` of a job: the
//! item gets the same numbers on any thread and in any order.
//!
//! Good enough for puzzles, not for cryptography.

/// A random number generator, determined by its seed.
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
    /// The generator with this seed.
    pub fn new(seed: u64) -> Random {
        let mut split = seed;
        Random { state: core::array::from_fn(|_| split_mix(&mut split)) }
    }

    /// The generator for one item of the job with this seed, independent of the other items' generators.
    ///
    /// ```
    /// use ninefold::Random;
    ///
    /// assert_eq!(Random::stream(42, 7), Random::stream(42, 7));
    /// assert_ne!(Random::stream(42, 7), Random::stream(7, 42));
    /// ```
    pub fn stream(seed: u64, item: u64) -> Random {
        // Two rounds: seed and item are not interchangeable, and the streams of neighbouring items are unrelated.
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

    /// A uniformly distributed number in `0..end`; 0 if `end` is 0.
    #[inline]
    pub fn below(&mut self, end: u32) -> u32 {
        // Lemire's multiplication: the high half is the number. The few low halves that would cause a bias are redrawn.
        let mut product = (self.next_u64() >> 32) * u64::from(end);
        if (product as u32) < end {
            let redraw = end.wrapping_neg() % end;
            while (product as u32) < redraw {
                product = (self.next_u64() >> 32) * u64::from(end);
            }
        }
        (product >> 32) as u32
    }

    /// Shuffles the items; every order is equally likely.
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
        // SplitMix64 from 1234567, as published by its author; xoshiro256++ from the state 1 2 3 4, as tested by
        // `rand`.
        let mut state = 1234567;
        assert_eq!(split_mix(&mut state), 6457827717110365317);
        assert_eq!(split_mix(&mut state), 3203168211198807973);
        let mut random = Random { state: [1, 2, 3, 4] };
        assert_eq!([random.next_u64(), random.next_u64(), random.next_u64()], [41943041, 58720359, 3588806011781223]);
    }

    #[test]
    fn numbers_below_an_end_are_uniformly_distributed() {
        let mut random = Random::new(7);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[random.below(7) as usize] += 1;
        }
        // The standard deviation of each count is about 93.
        assert!(seen.iter().all(|&count| count.abs_diff(10_000) < 600), "{seen:?}");
        assert_eq!(random.below(1), 0);
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn every_order_of_four_items_is_equally_likely() {
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
