//! Where givens may stand: patterns with symmetry, and patterns that no puzzle can have.
//!
//! A symmetry ties cells together: with a half turn, `r1c1` is given exactly when `r9c9` is. The cells that are tied
//! together are an *orbit*, and a pattern has the symmetry when it is made of whole orbits. The generator removes and
//! keeps orbits instead of cells, and nothing else about it changes.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::symmetry::PatternSymmetry::{self, AntiDiagonal, Diagonal, HalfTurn, LeftRight, QuarterTurn, TopBottom};
use crate::{Cell, CellSet, Col, Row};

/// The symmetry that a pattern of givens shall have: some turns and mirrors together, with all that follow from them.
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
    /// None asked for.
    #[default]
    None,
    /// Turned by 180 degrees, as newspapers print it.
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
    /// Both mirrors that swap sides, and so the half turn.
    BothMirrors,
    /// Both diagonals, and so the half turn.
    BothDiagonals,
    /// Every turn and mirror of the square.
    Full,
}

impl Symmetry {
    /// All ten, in the order of the help pages.
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

    /// Its name: `half-turn`.
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

    /// The turns and mirrors from which the others follow.
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

    /// Whether the pattern has it.
    pub fn holds(self, pattern: CellSet) -> bool {
        self.generators().iter().all(|symmetry| symmetry.holds(pattern))
    }

    /// The cells that are tied to this one, itself included.
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

    /// All orbits, by their first cells.
    pub fn orbits(self) -> Vec<CellSet> {
        let orbit = |cell| Some(self.orbit(cell)).filter(|orbit| orbit.first() == Some(cell));
        Cell::all().filter_map(orbit).collect()
    }

    /// Whether some pattern with this symmetry has so many cells.
    pub fn allows(self, cells: usize) -> bool {
        // The numbers that sums of orbits reach, a bit each.
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

/// Why no puzzle has its givens in exactly these cells, where that is plain to see.
///
/// Everything else has to be tried: that nothing is plain does not mean that there is a puzzle.
pub fn obstacle(pattern: CellSet) -> Option<Obstacle> {
    if pattern.len() < FEWEST_GIVENS {
        return Some(Obstacle::TooFew(pattern.len()));
    }
    let mut lines = Vec::new();
    for band in 0..3 {
        let rows = (3 * band..3 * band + 3).map(Row::from_index).filter(|row| row.cells().is_disjoint(pattern));
        lines.extend(two(rows).map(|[a, b]| Obstacle::EmptyRows(a, b)));
        let cols = (3 * band..3 * band + 3).map(Col::from_index).filter(|col| col.cells().is_disjoint(pattern));
        lines.extend(two(cols).map(|[a, b]| Obstacle::EmptyCols(a, b)));
    }
    lines.into_iter().next()
}

fn two<T>(mut items: impl Iterator<Item = T>) -> Option<[T; 2]> {
    Some([items.next()?, items.next()?])
}

/// Why no puzzle has its givens in these cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// So many cells are fewer than [`FEWEST_GIVENS`].
    TooFew(usize),
    /// Two empty rows of a band could be exchanged in any solution.
    EmptyRows(Row, Row),
    /// Two empty columns of a stack could be exchanged in any solution.
    EmptyCols(Col, Col),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::TooFew(cells) => {
                write!(f, "{cells} givens are too few: every puzzle has at least {FEWEST_GIVENS}")
            }
            Obstacle::EmptyRows(a, b) => {
                let (a, b) = (a.index() + 1, b.index() + 1);
                write!(f, "rows {a} and {b} are both empty, so every solution has a twin with the two exchanged")
            }
            Obstacle::EmptyCols(a, b) => {
                let (a, b) = (a.index() + 1, b.index() + 1);
                write!(f, "columns {a} and {b} are both empty, so every solution has a twin with the two exchanged")
            }
        }
    }
}

impl core::error::Error for Obstacle {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn orbits_part_the_grid_and_unions_of_them_have_the_symmetry() {
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
    fn numbers_of_givens_that_no_union_of_orbits_has_are_known() {
        assert!((0..=81).all(|cells| Symmetry::HalfTurn.allows(cells)));
        // Orbits of four, and the centre.
        assert!((0..=81).all(|cells| Symmetry::QuarterTurn.allows(cells) == (cells % 4 < 2)));
        assert!(!Symmetry::None.allows(82));
    }

    #[test]
    fn plain_obstacles_are_seen() {
        let full = CellSet::FULL;
        assert_eq!(obstacle(full), None);
        assert_eq!(obstacle(Row::from_index(0).cells()), Some(Obstacle::TooFew(9)));
        let without = full - Row::from_index(3).cells() - Row::from_index(5).cells();
        let text = "rows 4 and 6 are both empty, so every solution has a twin with the two exchanged";
        assert_eq!(obstacle(without).map(|obstacle| obstacle.to_string()).as_deref(), Some(text));
        let without = full - Col::from_index(0).cells() - Col::from_index(1).cells();
        assert!(matches!(obstacle(without), Some(Obstacle::EmptyCols(..))));
        let without = full - Row::from_index(2).cells() - Row::from_index(3).cells();
        assert_eq!(obstacle(without), None, "rows of different bands cannot be exchanged");
    }
}
