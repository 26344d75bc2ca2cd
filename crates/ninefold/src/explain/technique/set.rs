//! A set of techniques: those an explainer may use, those a path has used.

use super::Technique;
use crate::bits::words_for;
use crate::set::{display_spaced, set_traits};

const WORDS: usize = words_for(Technique::COUNT);

/// A set of techniques, in the order of the table.
///
/// ```
/// use ninefold::explain::{Technique, TechniqueSet};
///
/// let wings = TechniqueSet::from([Technique::XyWing, Technique::WWing]);
/// assert_eq!(wings.len(), 2);
/// assert!((TechniqueSet::FULL - wings).contains(Technique::XyzWing));
/// assert_eq!(wings.first(), Some(Technique::WWing));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TechniqueSet([u64; WORDS]);

set_traits!(TechniqueSet of Technique by TechniqueSetIter);
display_spaced!(TechniqueSet);

/// Applies an operation to each word.
macro_rules! each_word {
    ($a:expr, $b:expr, $operation:expr) => {{
        let (mut words, mut i) = ([0; WORDS], 0);
        while i < WORDS {
            let (a, b): (u64, u64) = ($a[i], $b[i]);
            words[i] = $operation(a, b);
            i += 1;
        }
        TechniqueSet(words)
    }};
}

impl TechniqueSet {
    /// No technique.
    pub const EMPTY: TechniqueSet = TechniqueSet([0; WORDS]);
    /// All techniques of the table.
    pub const FULL: TechniqueSet = {
        let (mut set, mut i) = (TechniqueSet::EMPTY, 0);
        while i < Technique::COUNT {
            set = set.with(Technique::ALL[i]);
            i += 1;
        }
        set
    };

    /// How many there are.
    pub const fn len(self) -> usize {
        let (mut len, mut i) = (0, 0);
        while i < WORDS {
            len += self.0[i].count_ones() as usize;
            i += 1;
        }
        len
    }

    /// Whether the technique is in it.
    #[inline]
    pub const fn contains(self, technique: Technique) -> bool {
        self.0[technique.index() / 64] >> (technique.index() % 64) & 1 != 0
    }

    /// The set with one technique more.
    #[inline]
    pub const fn with(mut self, technique: Technique) -> TechniqueSet {
        self.0[technique.index() / 64] |= 1 << (technique.index() % 64);
        self
    }

    /// The set with one technique fewer.
    #[inline]
    pub const fn without(mut self, technique: Technique) -> TechniqueSet {
        self.0[technique.index() / 64] &= !(1 << (technique.index() % 64));
        self
    }

    /// Techniques in either.
    pub const fn union(self, other: TechniqueSet) -> TechniqueSet {
        each_word!(self.0, other.0, or)
    }

    /// Techniques in both.
    pub const fn intersection(self, other: TechniqueSet) -> TechniqueSet {
        each_word!(self.0, other.0, and)
    }

    /// Techniques here and not in `other`.
    pub const fn difference(self, other: TechniqueSet) -> TechniqueSet {
        each_word!(self.0, other.0, and_not)
    }

    /// The other techniques.
    pub const fn complement(self) -> TechniqueSet {
        TechniqueSet::FULL.difference(self)
    }

    /// The techniques, in the order of the table.
    pub const fn iter(self) -> TechniqueSetIter {
        TechniqueSetIter(self)
    }
}

const fn or(a: u64, b: u64) -> u64 {
    a | b
}

const fn and(a: u64, b: u64) -> u64 {
    a & b
}

const fn and_not(a: u64, b: u64) -> u64 {
    a & !b
}

/// The techniques of a set, in the order of the table.
#[derive(Clone, Debug)]
pub struct TechniqueSetIter(TechniqueSet);

impl Iterator for TechniqueSetIter {
    type Item = Technique;

    fn next(&mut self) -> Option<Technique> {
        let word = self.0.0.iter().position(|&bits| bits != 0)?;
        let technique = Technique::ALL[64 * word + self.0.0[word].trailing_zeros() as usize];
        self.0.remove(technique);
        Some(technique)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len();
        (len, Some(len))
    }
}

impl ExactSizeIterator for TechniqueSetIter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_every_technique_of_the_table() {
        assert_eq!(TechniqueSet::FULL.len(), Technique::COUNT);
        assert_eq!(TechniqueSet::FULL.iter().collect::<alloc::vec::Vec<_>>(), Technique::ALL);
        let mut set = TechniqueSet::FULL;
        for technique in Technique::ALL {
            let others = set.without(technique);
            assert!(set.contains(technique) && !others.contains(technique));
            assert_eq!(set - others, technique.into());
            assert_eq!(set & !others, technique.into());
            set = others;
        }
        assert!(set.is_empty());
    }
}
