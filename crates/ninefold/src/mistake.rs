//! A player's mistake: a wrong digit or a missing candidate.

use core::fmt;

use crate::{Cell, Digit};

/// Something in a position that contradicts the solution.
///
/// ```
/// use ninefold::{Digit, Mistake};
///
/// let mistake = Mistake::Placement { cell: "r1c3".parse()?, placed: Digit::D1 };
/// assert_eq!(mistake.to_string(), "r1c3 is not 1");
/// # Ok::<(), ninefold::ParseCellError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mistake {
    /// A placed digit differs from the solution.
    Placement {
        /// The cell of the digit.
        cell: Cell,
        /// The wrong digit.
        placed: Digit,
    },
    /// The candidates of a cell do not include the digit of the solution.
    Elimination {
        /// The cell with the missing candidate.
        cell: Cell,
        /// The missing digit.
        digit: Digit,
    },
}

impl Mistake {
    /// The cell of the mistake.
    pub const fn cell(&self) -> Cell {
        match self {
            Mistake::Placement { cell, .. } | Mistake::Elimination { cell, .. } => *cell,
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Placement { cell, placed } => write!(f, "{cell} is not {placed}"),
            Mistake::Elimination { cell, digit } => write!(f, "the candidates of {cell} leave out {digit}"),
        }
    }
}

impl core::error::Error for Mistake {}
