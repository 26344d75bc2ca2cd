//! Which turns and mirrors leave a pattern of cells as it is.
//!
//! A sheet of paper with a square on it can be laid down in eight ways. One of them changes nothing; the other seven are
//! three turns and four mirrors. The two quarter turns undo each other, so a pattern has both or neither, and six
//! questions are left:
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
//! Newspapers mostly print puzzles whose givens have the half turn.

use core::fmt;

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
    /// Turned by 90 degrees; a pattern that has it has the half turn too.
    QuarterTurn,
    /// Left and right swapped: the mirror stands in column 5.
    LeftRight,
    /// Top and bottom swapped: the mirror lies in row 5.
    TopBottom,
    /// Rows and columns swapped: the mirror runs from the top left to the bottom right.
    Diagonal,
    /// The mirror runs from the top right to the bottom left.
    AntiDiagonal,
}

impl PatternSymmetry {
    /// All six, turns first.
    pub const ALL: [PatternSymmetry; 6] = [
        PatternSymmetry::HalfTurn,
        PatternSymmetry::QuarterTurn,
        PatternSymmetry::LeftRight,
        PatternSymmetry::TopBottom,
        PatternSymmetry::Diagonal,
        PatternSymmetry::AntiDiagonal,
    ];

    /// Its name: `half-turn`, as [`Symmetry`](crate::generate::Symmetry) has it.
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

    /// Those that leave this pattern as it is.
    pub fn of(pattern: CellSet) -> impl Iterator<Item = PatternSymmetry> {
        Self::ALL.into_iter().filter(move |symmetry| symmetry.holds(pattern))
    }

    /// Whether it leaves this pattern as it is.
    pub fn holds(self, pattern: CellSet) -> bool {
        // It moves no two cells to the same place, so an image inside the pattern is the whole pattern.
        pattern.iter().all(|cell| pattern.contains(self.image(cell)))
    }

    /// Where it takes a cell.
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
    fn each_symmetry_moves_every_cell_to_a_place_of_its_own() {
        for symmetry in PatternSymmetry::ALL {
            let images: CellSet = Cell::all().map(|cell| symmetry.image(cell)).collect();
            assert_eq!(images, CellSet::FULL);
            let order = if symmetry == PatternSymmetry::QuarterTurn { 4 } else { 2 };
            assert_eq!(Cell::all().map(|cell| orbit(symmetry, cell).len()).max(), Some(order));
        }
    }

    #[test]
    fn a_pattern_grown_by_a_symmetry_has_it_and_loses_it_with_one_cell() {
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
    fn a_quarter_turn_brings_the_half_turn_with_it() {
        for cell in Cell::all() {
            assert!(PatternSymmetry::HalfTurn.holds(orbit(PatternSymmetry::QuarterTurn, cell)));
        }
        assert_eq!(PatternSymmetry::of(CellSet::FULL).count(), 6);
        assert_eq!(PatternSymmetry::of(CellSet::EMPTY).count(), 6);
    }
}
