//! The turns and mirrors that map a pattern of cells to itself.
//!
//! A square has eight symmetries: the identity, three turns and four mirrors. The two quarter turns are inverse to each
//! other, so a pattern has both or neither. Six symmetries are left:
//!
//! ```text
//!   half turn      quarter turn   left-right     top-bottom     diagonal \     diagonal /
//!   A . . . .      A . . . A      A . . . A      A . B . .      . A . . .      . . . . A
//!   . . . . .      . . . . .      . . . . .      . . . . .      A . . . .      . . . B .
//!   . . B . .      . . B . .      B . . . B      . . . . .      . . . . .      . . . . .
//!   . . . . .      . . . . .      . . . . .      . . . . .      . . . . .      . B . . .
//!   . . . . A      A . . . A      . . . . .      A . B . .      . . . . .      A . . . .
//! ```
//!
//! Most puzzles in newspapers have the half turn.

use core::fmt;
use core::str::FromStr;

use crate::{Cell, CellSet, Col, Row};

/// A turn or mirror of the square that a pattern of cells may have.
///
/// ```
/// use ninefold::{Grid, symmetry::PatternSymmetry};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let found: Vec<_> = PatternSymmetry::of(grid.filled()).collect();
/// assert_eq!(found, [PatternSymmetry::HalfTurn]);
/// assert_eq!(found[0].to_string(), "half-turn");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PatternSymmetry {
    /// Turned by 180 degrees.
    HalfTurn,
    /// Turned by 90 degrees; implies the half turn.
    QuarterTurn,
    /// Left and right swapped: the axis is column 5.
    LeftRight,
    /// Top and bottom swapped: the axis is row 5.
    TopBottom,
    /// Rows and columns swapped: the axis runs from the top left to the bottom right.
    Diagonal,
    /// The axis runs from the top right to the bottom left.
    AntiDiagonal,
}

impl PatternSymmetry {
    /// All six symmetries, turns first.
    pub const ALL: [PatternSymmetry; 6] = [
        PatternSymmetry::HalfTurn,
        PatternSymmetry::QuarterTurn,
        PatternSymmetry::LeftRight,
        PatternSymmetry::TopBottom,
        PatternSymmetry::Diagonal,
        PatternSymmetry::AntiDiagonal,
    ];

    /// The name, such as `half-turn`; the same as in [`Symmetry`](crate::generate::Symmetry).
    pub const fn name(self) -> &'static str {
        match self {
            PatternSymmetry::HalfTurn => "half-turn",
            PatternSymmetry::QuarterTurn => "quarter-turn",
            PatternSymmetry::LeftRight => "left-right",
            PatternSymmetry::TopBottom => "top-bottom",
            PatternSymmetry::Diagonal => "diagonal",
            PatternSymmetry::AntiDiagonal => "anti-diagonal",
        }
    }

    /// The symmetries of this pattern.
    pub fn of(pattern: CellSet) -> impl Iterator<Item = PatternSymmetry> {
        Self::ALL.into_iter().filter(move |symmetry| symmetry.holds(pattern))
    }

    /// Whether the pattern has this symmetry.
    pub fn holds(self, pattern: CellSet) -> bool {
        // The map is injective: an image inside the pattern is the whole pattern.
        pattern.iter().all(|cell| pattern.contains(self.image(cell)))
    }

    /// The image of a cell.
    pub fn image(self, cell: Cell) -> Cell {
        let (row, col) = (cell.row().index(), cell.col().index());
        let (row, col) = match self {
            PatternSymmetry::HalfTurn => (8 - row, 8 - col),
            PatternSymmetry::QuarterTurn => (col, 8 - row),
            PatternSymmetry::LeftRight => (row, 8 - col),
            PatternSymmetry::TopBottom => (8 - row, col),
            PatternSymmetry::Diagonal => (col, row),
            PatternSymmetry::AntiDiagonal => (8 - col, 8 - row),
        };
        Cell::at(Row::from_index(row), Col::from_index(col))
    }
}

impl fmt::Display for PatternSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Text that is not the name of a symmetry such as `half-turn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePatternSymmetryError;

impl fmt::Display for ParsePatternSymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a symmetry such as half-turn")
    }
}

impl core::error::Error for ParsePatternSymmetryError {}

impl FromStr for PatternSymmetry {
    type Err = ParsePatternSymmetryError;

    fn from_str(name: &str) -> Result<PatternSymmetry, ParsePatternSymmetryError> {
        PatternSymmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name).ok_or(ParsePatternSymmetryError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orbit(symmetry: PatternSymmetry, cell: Cell) -> CellSet {
        let mut orbit = CellSet::from(cell);
        let mut at = symmetry.image(cell);
        while at != cell {
            orbit.insert(at);
            at = symmetry.image(at);
        }
        orbit
    }

    #[test]
    fn each_symmetry_is_a_bijection_of_the_cells() {
        for symmetry in PatternSymmetry::ALL {
            let images: CellSet = Cell::all().map(|cell| symmetry.image(cell)).collect();
            assert_eq!(images, CellSet::FULL);
            assert_eq!(symmetry.name().parse(), Ok(symmetry));
            let order = if symmetry == PatternSymmetry::QuarterTurn { 4 } else { 2 };
            assert_eq!(Cell::all().map(|cell| orbit(symmetry, cell).len()).max(), Some(order));
        }
    }

    #[test]
    fn an_orbit_has_the_symmetry_and_loses_it_with_one_cell() {
        for symmetry in PatternSymmetry::ALL {
            for cell in Cell::all() {
                let pattern = orbit(symmetry, cell);
                assert!(symmetry.holds(pattern));
                assert!(PatternSymmetry::of(pattern).any(|found| found == symmetry));
                if pattern.len() > 1 {
                    assert!(!symmetry.holds(pattern.without(cell)));
                }
            }
        }
    }

    #[test]
    fn a_quarter_turn_implies_the_half_turn() {
        for cell in Cell::all() {
            assert!(PatternSymmetry::HalfTurn.holds(orbit(PatternSymmetry::QuarterTurn, cell)));
        }
        assert_eq!(PatternSymmetry::of(CellSet::FULL).count(), 6);
        assert_eq!(PatternSymmetry::of(CellSet::EMPTY).count(), 6);
    }
}
