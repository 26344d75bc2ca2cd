//! Patterns of givens: those with a symmetry, and those without a puzzle.
//!
//! With a half turn, `r1c1` is given exactly if `r9c9` is. The images of a cell under a symmetry are its *orbit*. A
//! pattern has the symmetry if it is a union of orbits. The generator removes and keeps orbits instead of cells;
//! nothing else depends on the symmetry.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::symmetry::PatternSymmetry::{self, AntiDiagonal, Diagonal, HalfTurn, LeftRight, QuarterTurn, TopBottom};
use crate::{Cell, CellSet, Col, Row};

/// The symmetry of a pattern of givens: a group of turns and mirrors.
///
/// ```
/// use ninefold::generate::Symmetry;
///
/// let symmetry: Symmetry = "half-turn".parse().unwrap();
/// assert_eq!(symmetry.orbits().len(), 41);
/// assert_eq!(symmetry.orbits()[0].to_string(), "r1c1 r9c9");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// No symmetry required.
    #[default]
    None,
    /// Turned by 180 degrees, usual in newspapers.
    HalfTurn,
    /// Turned by 90 degrees.
    QuarterTurn,
    /// Mirrored in the diagonal from the top left.
    Diagonal,
    /// Mirrored in the diagonal from the top right.
    AntiDiagonal,
    /// Left and right swapped.
    LeftRight,
    /// Top and bottom swapped.
    TopBottom,
    /// Left-right and top-bottom, which imply the half turn.
    BothMirrors,
    /// Both diagonals, which imply the half turn.
    BothDiagonals,
    /// Every turn and mirror of the square.
    Full,
}

impl Symmetry {
    /// All ten symmetries, in the order of the help pages.
    pub const ALL: [Symmetry; 10] = [
        Symmetry::None,
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::Diagonal,
        Symmetry::AntiDiagonal,
        Symmetry::LeftRight,
        Symmetry::TopBottom,
        Symmetry::BothMirrors,
        Symmetry::BothDiagonals,
        Symmetry::Full,
    ];

    /// The name, such as `half-turn`.
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::HalfTurn => "half-turn",
            Symmetry::QuarterTurn => "quarter-turn",
            Symmetry::Diagonal => "diagonal",
            Symmetry::AntiDiagonal => "anti-diagonal",
            Symmetry::LeftRight => "left-right",
            Symmetry::TopBottom => "top-bottom",
            Symmetry::BothMirrors => "both-mirrors",
            Symmetry::BothDiagonals => "both-diagonals",
            Symmetry::Full => "full",
        }
    }

    /// Turns and mirrors that generate the group.
    pub const fn generators(self) -> &'static [PatternSymmetry] {
        match self {
            Symmetry::None => &[],
            Symmetry::HalfTurn => &[HalfTurn],
            Symmetry::QuarterTurn => &[QuarterTurn],
            Symmetry::Diagonal => &[Diagonal],
            Symmetry::AntiDiagonal => &[AntiDiagonal],
            Symmetry::LeftRight => &[LeftRight],
            Symmetry::TopBottom => &[TopBottom],
            Symmetry::BothMirrors => &[LeftRight, TopBottom],
            Symmetry::BothDiagonals => &[Diagonal, AntiDiagonal],
            Symmetry::Full => &[QuarterTurn, Diagonal],
        }
    }

    /// Whether the pattern has this symmetry.
    pub fn holds(self, pattern: CellSet) -> bool {
        self.generators().iter().all(|symmetry| symmetry.holds(pattern))
    }

    /// The images of a cell, the cell included.
    pub fn orbit(self, cell: Cell) -> CellSet {
        let mut orbit = CellSet::from(cell);
        loop {
            let images = self.generators().iter().flat_map(|symmetry| orbit.iter().map(|cell| symmetry.image(cell)));
            let grown = images.fold(orbit, CellSet::with);
            if grown == orbit {
                return orbit;
            }
            orbit = grown;
        }
    }

    /// All orbits, ordered by their first cells.
    pub fn orbits(self) -> Vec<CellSet> {
        let orbit = |cell| Some(self.orbit(cell)).filter(|orbit| orbit.first() == Some(cell));
        Cell::all().filter_map(orbit).collect()
    }

    /// Whether a pattern with this symmetry can have this number of cells.
    ///
    /// ```
    /// use ninefold::generate::Symmetry;
    ///
    /// assert!(Symmetry::QuarterTurn.allows(24));
    /// assert!(!Symmetry::QuarterTurn.allows(22));
    /// ```
    pub fn allows(self, cells: usize) -> bool {
        // The possible sums of orbit sizes, a bit each.
        let reached = self.orbits().iter().fold(1_u128, |reached, orbit| reached | reached << orbit.len());
        cells <= 81 && reached >> cells & 1 == 1
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Text that is not the name of a symmetry such as `half-turn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSymmetryError;

impl fmt::Display for ParseSymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a symmetry such as half-turn")
    }
}

impl core::error::Error for ParseSymmetryError {}

impl FromStr for Symmetry {
    type Err = ParseSymmetryError;

    fn from_str(name: &str) -> Result<Symmetry, ParseSymmetryError> {
        Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name).ok_or(ParseSymmetryError)
    }
}

/// The fewest givens that any puzzle has. Proved by exhaustive search (McGuire, Tugemann, Civario 2012).
pub const FEWEST_GIVENS: usize = 17;

/// Refuses patterns of givens without a puzzle, as far as that is easy to detect. A pattern that passes may still have
/// none.
///
/// ```
/// use ninefold::generate::{PatternError, check_pattern};
/// use ninefold::{CellSet, Row};
///
/// assert_eq!(check_pattern(CellSet::FULL), Ok(()));
/// assert_eq!(check_pattern(Row::from_index(0).cells()), Err(PatternError::TooFew(9)));
/// ```
///
/// # Errors
/// Too few cells, or two empty lines of a band or stack.
pub fn check_pattern(pattern: CellSet) -> Result<(), PatternError> {
    if pattern.len() < FEWEST_GIVENS {
        return Err(PatternError::TooFew(pattern.len()));
    }
    for band in 0..3 {
        let rows = (3 * band..3 * band + 3).map(Row::from_index).filter(|row| row.cells().is_disjoint(pattern));
        if let Some([a, b]) = first_two(rows) {
            return Err(PatternError::EmptyRows(a, b));
        }
        let cols = (3 * band..3 * band + 3).map(Col::from_index).filter(|col| col.cells().is_disjoint(pattern));
        if let Some([a, b]) = first_two(cols) {
            return Err(PatternError::EmptyCols(a, b));
        }
    }
    Ok(())
}

fn first_two<T>(mut items: impl Iterator<Item = T>) -> Option<[T; 2]> {
    Some([items.next()?, items.next()?])
}

/// Why no puzzle has its givens in these cells.
///
/// ```
/// use ninefold::{CellSet, Row, generate::check_pattern};
///
/// let two_rows = Row::from_index(3).cells() | Row::from_index(5).cells();
/// let error = check_pattern(CellSet::FULL - two_rows).unwrap_err();
/// assert_eq!(error.to_string(), "rows 4 and 6 are both empty, and exchanging them gives a second solution");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// This number of cells is below [`FEWEST_GIVENS`].
    TooFew(usize),
    /// Two rows of a band are empty: exchanging them gives a second solution.
    EmptyRows(Row, Row),
    /// Two columns of a stack are empty: exchanging them gives a second solution.
    EmptyCols(Col, Col),
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::TooFew(cells) => {
                write!(f, "{cells} givens are too few: every puzzle has at least {FEWEST_GIVENS}")
            }
            PatternError::EmptyRows(a, b) => {
                let (a, b) = (a.index() + 1, b.index() + 1);
                write!(f, "rows {a} and {b} are both empty, and exchanging them gives a second solution")
            }
            PatternError::EmptyCols(a, b) => {
                let (a, b) = (a.index() + 1, b.index() + 1);
                write!(f, "columns {a} and {b} are both empty, and exchanging them gives a second solution")
            }
        }
    }
}

impl core::error::Error for PatternError {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn orbits_partition_the_grid_and_unions_of_them_have_the_symmetry() {
        let orders = [1, 2, 4, 2, 2, 2, 2, 4, 4, 8];
        for (symmetry, order) in Symmetry::ALL.into_iter().zip(orders) {
            let orbits = symmetry.orbits();
            assert_eq!(orbits.iter().map(|orbit| orbit.len()).sum::<usize>(), 81);
            assert_eq!(orbits.iter().fold(CellSet::EMPTY, |all, &orbit| all | orbit), CellSet::FULL);
            assert_eq!(orbits.iter().map(|orbit| orbit.len()).max(), Some(order), "{symmetry}");
            for pair in orbits.windows(2) {
                assert!(symmetry.holds(pair[0] | pair[1]));
            }
            assert_eq!(symmetry.name().parse(), Ok(symmetry));
        }
        assert_eq!("sideways".parse::<Symmetry>(), Err(ParseSymmetryError));
    }

    #[test]
    fn a_symmetry_allows_exactly_the_sizes_of_unions_of_orbits() {
        assert!((0..=81).all(|cells| Symmetry::HalfTurn.allows(cells)));
        // Orbits of four, and the centre.
        assert!((0..=81).all(|cells| Symmetry::QuarterTurn.allows(cells) == (cells % 4 < 2)));
        assert!(!Symmetry::None.allows(82));
    }

    #[test]
    fn patterns_with_too_few_cells_or_two_empty_lines_are_refused() {
        let full = CellSet::FULL;
        assert_eq!(check_pattern(full), Ok(()));
        assert_eq!(check_pattern(Row::from_index(0).cells()), Err(PatternError::TooFew(9)));
        let without = full - Row::from_index(3).cells() - Row::from_index(5).cells();
        let text = "rows 4 and 6 are both empty, and exchanging them gives a second solution";
        assert_eq!(check_pattern(without).unwrap_err().to_string(), text);
        let without = full - Col::from_index(0).cells() - Col::from_index(1).cells();
        assert!(matches!(check_pattern(without), Err(PatternError::EmptyCols(..))));
        let without = full - Row::from_index(2).cells() - Row::from_index(3).cells();
        assert_eq!(check_pattern(without), Ok(()), "rows of different bands cannot be exchanged");
    }
}
