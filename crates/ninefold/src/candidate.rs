//! A candidate: a digit in a cell, still possible.

use core::fmt;
use core::str::FromStr;

use crate::{Cell, Digit};

/// A digit in a cell; prints `5r4c7`. Candidates sort by digit, then by cell.
///
/// ```
/// use ninefold::{Candidate, Digit};
///
/// let candidate: Candidate = "5r4c7".parse().unwrap();
/// assert_eq!(candidate.digit(), Digit::D5);
/// assert_eq!(candidate.cell().to_string(), "r4c7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate(u16);

impl Candidate {
    /// This digit in this cell.
    #[inline]
    pub const fn new(cell: Cell, digit: Digit) -> Candidate {
        Candidate((digit.index() * 81 + cell.index()) as u16)
    }

    /// The candidate with this index, 0 to 728.
    ///
    /// # Panics
    /// When `index` is 729 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Candidate {
        assert!(index < 729, "a candidate's index is below 729");
        Candidate(index as u16)
    }

    /// All 729 candidates, by digit, then by cell.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Candidate> + ExactSizeIterator + Clone {
        (0..729).map(|index: u16| Candidate(index))
    }

    /// The index, 0 to 728: 81 times the digit's index plus the cell's.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::from_index(self.index() % 81)
    }

    /// The digit.
    #[inline]
    pub const fn digit(self) -> Digit {
        Digit::from_index(self.index() / 81)
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, col) = (self.cell().row().index() as u8, self.cell().col().index() as u8);
        let name = [self.digit().to_ascii(), b'r', b'1' + row, b'c', b'1' + col];
        f.pad(core::str::from_utf8(&name).expect("names are ASCII"))
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a candidate such as `5r4c7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseCandidateError;

impl fmt::Display for ParseCandidateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a candidate such as 5r4c7")
    }
}

impl core::error::Error for ParseCandidateError {}

impl FromStr for Candidate {
    type Err = ParseCandidateError;

    fn from_str(text: &str) -> Result<Candidate, ParseCandidateError> {
        let mut characters = text.chars();
        let digit = characters.next().and_then(Digit::from_char).ok_or(ParseCandidateError)?;
        let cell = characters.as_str().parse().map_err(|_| ParseCandidateError)?;
        Ok(Candidate::new(cell, digit))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn displayed_candidates_parse_back_and_indices_convert_both_ways() {
        for (index, candidate) in Candidate::all().enumerate() {
            assert_eq!(candidate.index(), index);
            assert_eq!(Candidate::new(candidate.cell(), candidate.digit()), candidate);
            assert_eq!(candidate.to_string().parse(), Ok(candidate));
            let (digit, cell) = (candidate.digit(), candidate.cell());
            assert_eq!(alloc::format!("{candidate:<7}"), alloc::format!("{digit}{cell}  "));
        }
        for wrong in ["", "0r1c1", "5", "r1c1", "5r1c1 ", "五r1c1"] {
            assert_eq!(wrong.parse::<Candidate>(), Err(ParseCandidateError), "{wrong}");
        }
    }
}
