//! Patterns: the cells, houses and links that make a technique work here, each with its role.
//!
//! A pattern is data, and complete data: the words, the pictures and the independent proof are made from it alone, by
//! code that has never seen a finder. So each pattern names everything its argument speaks of, and nothing more.

use crate::{Cell, CellSet, Digit, DigitSet, House, HouseSet};

/// What a deduction rests on: one variant for each shape of argument. Several techniques share a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pattern {
    /// A cell with one digit left, or a digit with one cell left.
    Single(Single),
    /// A digit that one house confines to another.
    Intersection(Intersection),
    /// As many cells as digits, in one house.
    Subset(Subset),
}

/// A cell and a digit that have only each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Single {
    /// Where.
    pub cell: Cell,
    /// What.
    pub digit: Digit,
    /// The houses in which no other cell can take the digit; none when it is the cell that can take no other digit.
    pub houses: HouseSet,
}

/// All candidates of a digit in one house lie in another house too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intersection {
    /// The digit.
    pub digit: Digit,
    /// The house that needs the digit.
    pub base: House,
    /// The house that thereby gets it.
    pub cover: House,
    /// The digit's places in the base house: all of them in the cover house.
    pub cells: CellSet,
}

/// Some cells of a house and as many digits that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subset {
    /// The digits.
    pub digits: DigitSet,
    /// As many cells.
    pub cells: CellSet,
    /// The houses in which the argument is made: all cells lie in each of them. A locked subset has two.
    pub houses: HouseSet,
    /// Whether it is the digits that have no other place (hidden) or the cells that have no other candidate (naked).
    pub hidden: bool,
}
