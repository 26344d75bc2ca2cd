//! A set of candidates: those of a pattern, those that a step eliminates.

use crate::set::{display_spaced, set_traits};
use crate::{Candidate, Cell, CellSet, CellSetIter, Digit, DigitSet};

/// A set of candidates, one [`CellSet`] for each digit. Prints with blanks between: `5r1c1 5r4c7`.
///
/// ```
/// use ninefold::{Candidate, CandidateSet, Digit, Row};
///
/// let fives = CandidateSet::of_digit(Digit::D5, Row::from_index(3).cells());
/// let one: Candidate = "5r4c7".parse().unwrap();
/// assert!(fives.contains(one));
/// assert_eq!((fives - one.into()).len(), 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CandidateSet([CellSet; 9]);

set_traits!(CandidateSet of Candidate by CandidateSetIter);
display_spaced!(CandidateSet);

impl CandidateSet {
    /// No candidate.
    pub const EMPTY: CandidateSet = CandidateSet([CellSet::EMPTY; 9]);
    /// All 729 candidates.
    pub const FULL: CandidateSet = CandidateSet([CellSet::FULL; 9]);

    /// One digit in each of these cells.
    #[inline]
    pub const fn of_digit(digit: Digit, cells: CellSet) -> CandidateSet {
        let mut set = CandidateSet::EMPTY;
        set.0[digit.index()] = cells;
        set
    }

    /// Each of these digits in one cell.
    pub const fn of_cell(cell: Cell, digits: DigitSet) -> CandidateSet {
        let mut set = CandidateSet::EMPTY;
        let mut index = 0;
        while index < 9 {
            if digits.contains(Digit::from_index(index)) {
                set.0[index] = CellSet::EMPTY.with(cell);
            }
            index += 1;
        }
        set
    }

    /// The cells for which this digit is in the set.
    #[inline]
    pub const fn cells_with(self, digit: Digit) -> CellSet {
        self.0[digit.index()]
    }

    /// The digits that are in the set for this cell.
    pub const fn digits_in(self, cell: Cell) -> DigitSet {
        let mut digits = DigitSet::EMPTY;
        let mut index = 0;
        while index < 9 {
            if self.0[index].contains(cell) {
                digits = digits.with(Digit::from_index(index));
            }
            index += 1;
        }
        digits
    }

    /// The cells that have a candidate in the set.
    pub const fn cells(self) -> CellSet {
        let mut cells = CellSet::EMPTY;
        let mut index = 0;
        while index < 9 {
            cells = cells.union(self.0[index]);
            index += 1;
        }
        cells
    }

    /// The candidates of these cells.
    ///
    /// ```
    /// use ninefold::{Candidate, CandidateSet};
    ///
    /// let candidate: Candidate = "5r4c7".parse()?;
    /// assert_eq!(CandidateSet::FULL.in_cells(candidate.cell().into()).len(), 9);
    /// # Ok::<(), ninefold::ParseCandidateError>(())
    /// ```
    pub const fn in_cells(mut self, cells: CellSet) -> CandidateSet {
        let mut index = 0;
        while index < 9 {
            self.0[index] = self.0[index].intersection(cells);
            index += 1;
        }
        self
    }

    /// The number of candidates.
    pub const fn len(self) -> usize {
        let mut len = 0;
        let mut index = 0;
        while index < 9 {
            len += self.0[index].len();
            index += 1;
        }
        len
    }

    /// Whether the candidate is in the set.
    #[inline]
    pub const fn contains(self, candidate: Candidate) -> bool {
        self.0[candidate.digit().index()].contains(candidate.cell())
    }

    /// The set with one candidate more.
    #[inline]
    pub const fn with(mut self, candidate: Candidate) -> CandidateSet {
        self.0[candidate.digit().index()].insert(candidate.cell());
        self
    }

    /// The set with one candidate fewer.
    #[inline]
    pub const fn without(mut self, candidate: Candidate) -> CandidateSet {
        self.0[candidate.digit().index()].remove(candidate.cell());
        self
    }

    /// Candidates in either.
    pub const fn union(mut self, other: CandidateSet) -> CandidateSet {
        let mut index = 0;
        while index < 9 {
            self.0[index] = self.0[index].union(other.0[index]);
            index += 1;
        }
        self
    }

    /// Candidates in both.
    pub const fn intersection(mut self, other: CandidateSet) -> CandidateSet {
        let mut index = 0;
        while index < 9 {
            self.0[index] = self.0[index].intersection(other.0[index]);
            index += 1;
        }
        self
    }

    /// Candidates here and not in `other`.
    pub const fn difference(mut self, other: CandidateSet) -> CandidateSet {
        let mut index = 0;
        while index < 9 {
            self.0[index] = self.0[index].difference(other.0[index]);
            index += 1;
        }
        self
    }

    /// The other candidates.
    pub const fn complement(self) -> CandidateSet {
        CandidateSet::FULL.difference(self)
    }

    /// The candidates, by digit, then by cell.
    pub const fn iter(self) -> CandidateSetIter {
        CandidateSetIter { cells: self.0[0].iter(), set: self, digit: 0 }
    }
}

/// An iterator over the candidates of a [`CandidateSet`], by digit, then by cell.
#[derive(Clone, Debug)]
pub struct CandidateSetIter {
    set: CandidateSet,
    digit: usize,
    cells: CellSetIter,
}

impl Iterator for CandidateSetIter {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        loop {
            if let Some(cell) = self.cells.next() {
                return Some(Candidate::new(cell, Digit::from_index(self.digit)));
            }
            if self.digit == 8 {
                return None;
            }
            self.digit += 1;
            self.cells = self.set.0[self.digit].iter();
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let later: usize = self.set.0[self.digit + 1..].iter().map(|cells| cells.len()).sum();
        let len = self.cells.len() + later;
        (len, Some(len))
    }
}

impl ExactSizeIterator for CandidateSetIter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lookups_by_candidate_by_digit_and_by_cell_agree() {
        let set: CandidateSet = Candidate::all().filter(|c| c.index() % 7 == 0).collect();
        assert_eq!(set.iter().count(), set.len());
        let mut iter = set.iter();
        for left in (0..set.len()).rev() {
            iter.next();
            assert_eq!(iter.len(), left);
        }
        assert_eq!([iter.next(), iter.next()], [None, None]);
        assert_eq!(set.iter().collect::<CandidateSet>(), set);
        for candidate in Candidate::all() {
            let (cell, digit) = (candidate.cell(), candidate.digit());
            assert_eq!(set.contains(candidate), candidate.index() % 7 == 0);
            assert_eq!(set.contains(candidate), set.cells_with(digit).contains(cell));
            assert_eq!(set.contains(candidate), set.digits_in(cell).contains(digit));
        }
        for cell in Cell::all() {
            assert_eq!(CandidateSet::of_cell(cell, set.digits_in(cell)).digits_in(cell), set.digits_in(cell));
            assert_eq!(set.cells().contains(cell), !set.digits_in(cell).is_empty());
        }
        assert_eq!(set | !set, CandidateSet::FULL);
    }
}
