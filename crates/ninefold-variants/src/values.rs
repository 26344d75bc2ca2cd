//! Sets of values: bit `v` means the value `v` as it is printed.
//!
//! A board uses at most 25 values that start at 0 or 1, which leaves the largest value at 25: 26 bits.

use core::fmt;

/// A set of values from 0 to 31.
///
/// ```
/// use ninefold_variants::ValueSet;
///
/// let low = ValueSet::range(1, 3);
/// let odd: ValueSet = [1, 3, 5].into_iter().collect();
/// assert_eq!((low & odd).to_string(), "13");
/// assert_eq!((low - odd).single(), Some(2));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueSet(u32);

impl ValueSet {
    /// No value.
    pub const EMPTY: ValueSet = ValueSet(0);

    /// The set of these bits: bit `v` is the value `v`.
    pub const fn from_bits(bits: u32) -> ValueSet {
        ValueSet(bits)
    }

    /// Bit `v` for each value `v`.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// One value. Values above 31 are in no set: the result is empty.
    pub const fn of(value: u8) -> ValueSet {
        if value < 32 { ValueSet(1 << value) } else { ValueSet(0) }
    }

    /// The values from `low` to `high`, both included; empty where `high` is less.
    pub fn range(low: u8, high: u8) -> ValueSet {
        (low..=high).collect()
    }

    /// Whether the set has this value.
    pub const fn contains(self, value: u8) -> bool {
        self.0 & ValueSet::of(value).0 != 0
    }

    /// Adds a value.
    pub fn insert(&mut self, value: u8) {
        self.0 |= ValueSet::of(value).0;
    }

    /// Removes a value.
    pub fn remove(&mut self, value: u8) {
        self.0 &= !ValueSet::of(value).0;
    }

    /// How many values.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no value.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all values of this set are in the other.
    pub const fn is_subset(self, other: ValueSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The smallest value.
    pub const fn min(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as u8) }
    }

    /// The largest value.
    pub const fn max(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(31 - self.0.leading_zeros() as u8) }
    }

    /// The value, if there is exactly one.
    pub const fn single(self) -> Option<u8> {
        if self.0.is_power_of_two() { self.min() } else { None }
    }

    /// The values, smallest first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u8> + Clone {
        (0..32).filter(move |&value| self.contains(value))
    }
}

impl FromIterator<u8> for ValueSet {
    fn from_iter<I: IntoIterator<Item = u8>>(values: I) -> ValueSet {
        values.into_iter().fold(ValueSet::EMPTY, |set, value| set | ValueSet::of(value))
    }
}

impl core::ops::BitAnd for ValueSet {
    type Output = ValueSet;
    fn bitand(self, other: ValueSet) -> ValueSet {
        ValueSet(self.0 & other.0)
    }
}

impl core::ops::BitOr for ValueSet {
    type Output = ValueSet;
    fn bitor(self, other: ValueSet) -> ValueSet {
        ValueSet(self.0 | other.0)
    }
}

impl core::ops::Sub for ValueSet {
    type Output = ValueSet;
    fn sub(self, other: ValueSet) -> ValueSet {
        ValueSet(self.0 & !other.0)
    }
}

impl core::ops::BitAndAssign for ValueSet {
    fn bitand_assign(&mut self, other: ValueSet) {
        self.0 &= other.0;
    }
}

impl core::ops::BitOrAssign for ValueSet {
    fn bitor_assign(&mut self, other: ValueSet) {
        self.0 |= other.0;
    }
}

impl core::ops::SubAssign for ValueSet {
    fn sub_assign(&mut self, other: ValueSet) {
        self.0 &= !other.0;
    }
}

/// The values without separators, letters above 9: `139B`.
impl fmt::Display for ValueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|value| write!(f, "{}", symbol(value)))
    }
}

impl fmt::Debug for ValueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The character of a value: `0` to `9`, then `A` for 10 up to `P` for 25.
///
/// ```
/// use ninefold_variants::symbol;
///
/// assert_eq!([symbol(0), symbol(9), symbol(10), symbol(25)], ['0', '9', 'A', 'P']);
/// ```
pub fn symbol(value: u8) -> char {
    char::from_digit(u32::from(value), 36).unwrap_or('?').to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_agree_with_lists_of_values() {
        let set = ValueSet::range(3, 6) | ValueSet::of(25);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 4, 5, 6, 25]);
        assert_eq!((set.min(), set.max(), set.len()), (Some(3), Some(25), 5));
        assert_eq!(set.to_string(), "3456P");
        assert_eq!(ValueSet::range(5, 4), ValueSet::EMPTY);
        assert_eq!((ValueSet::EMPTY.min(), ValueSet::EMPTY.max(), ValueSet::EMPTY.single()), (None, None, None));
        assert!(ValueSet::of(32).is_empty() && !set.contains(200));
    }
}
