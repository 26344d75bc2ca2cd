//! A set of digits: the candidates of a cell, the digits missing from a house.

use core::fmt;

use crate::Digit;
use crate::bits::count_of_nine;
use crate::set::set_traits;

/// A set of digits, nine bits wide: bit 0 is the digit 1. Prints as its digits without separators: `147`.
///
/// ```
/// use ninefold::{Digit, DigitSet};
///
/// let low: DigitSet = [Digit::D1, Digit::D2, Digit::D3].into_iter().collect();
/// let odd: DigitSet = Digit::ALL.into_iter().filter(|d| d.get() % 2 == 1).collect();
/// assert_eq!((low & odd).to_string(), "13");
/// assert_eq!((odd - low).len(), 3);
/// assert_eq!((!(low | odd)).to_string(), "468");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DigitSet(u16);

set_traits!(DigitSet of Digit by DigitSetIter);

impl DigitSet {
    /// No digit.
    pub const EMPTY: DigitSet = DigitSet(0);
    /// All nine digits.
    pub const FULL: DigitSet = DigitSet(0x1FF);

    /// The set with these bits, bit 0 for the digit 1. Bits above the ninth are dropped.
    #[inline]
    pub const fn from_bits(bits: u16) -> DigitSet {
        DigitSet(bits & DigitSet::FULL.0)
    }

    /// The nine bits, bit 0 for the digit 1.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The number of digits.
    #[inline]
    pub const fn len(self) -> usize {
        count_of_nine(self.0)
    }

    /// Whether the digit is in the set.
    #[inline]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 != 0
    }

    /// The set with one digit more.
    #[inline]
    pub const fn with(self, digit: Digit) -> DigitSet {
        DigitSet(self.0 | 1 << digit.index())
    }

    /// The set with one digit fewer.
    #[inline]
    pub const fn without(self, digit: Digit) -> DigitSet {
        DigitSet(self.0 & !(1 << digit.index()))
    }

    /// Digits in either.
    #[inline]
    pub const fn union(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 | other.0)
    }

    /// Digits in both.
    #[inline]
    pub const fn intersection(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 & other.0)
    }

    /// Digits here and not in `other`.
    #[inline]
    pub const fn difference(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 & !other.0)
    }

    /// The other digits.
    #[inline]
    pub const fn complement(self) -> DigitSet {
        DigitSet(!self.0 & DigitSet::FULL.0)
    }

    /// The digits, ascending.
    #[inline]
    pub const fn iter(self) -> DigitSetIter {
        DigitSetIter(self.0)
    }
}

impl fmt::Display for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

/// An iterator over the digits of a [`DigitSet`], ascending.
#[derive(Clone, Debug)]
pub struct DigitSetIter(u16);

impl Iterator for DigitSetIter {
    type Item = Digit;

    #[inline]
    fn next(&mut self) -> Option<Digit> {
        // Only bits 0 to 8 are ever set, so an empty set (16 trailing zeros) finds no digit.
        let digit = Digit::new(self.0.trailing_zeros() as u8 + 1)?;
        self.0 &= self.0 - 1;
        Some(digit)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for DigitSetIter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_obey_the_laws_of_sets() {
        for a in 0..512 {
            let set = DigitSet::from_bits(a);
            assert_eq!(set.iter().collect::<DigitSet>(), set);
            assert_eq!(set.iter().len(), set.len());
            assert_eq!(set | !set, DigitSet::FULL);
            assert!(set.is_disjoint(!set));
            assert_eq!(set.first(), Digit::ALL.into_iter().find(|&d| set.contains(d)));
            assert_eq!(set.single().is_some(), set.len() == 1);
            for b in (0..512).step_by(7) {
                let other = DigitSet::from_bits(b);
                assert_eq!(set - other, set & !other);
                assert_eq!(set ^ other, (set - other) | (other - set));
                assert_eq!(set.is_subset(other), (set | other) == other);
            }
        }
    }
}
