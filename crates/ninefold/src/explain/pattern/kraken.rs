//! A fish that is not complete, and chains from the candidates that it lacks.

use alloc::vec;
use alloc::vec::Vec;

use super::{Branch, Fish, Shape};
use crate::explain::View;
use crate::explain::words::{Argument, Arguments};
use crate::{CellSet, DigitSet, House, HouseSet, Pencilmarks};

/// A fish that concludes nothing alone, and what follows from each of its uncovered candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kraken {
    /// The fish.
    pub fish: Fish,
    /// A cover house that the argument does not use: then one of its fish candidates or a fin must be true (type 2).
    /// Otherwise a fin is true or the fish is complete (type 1).
    pub spared: Option<House>,
    /// What follows from each fin and from each fish candidate in the spared house.
    pub branches: Vec<Branch>,
}

impl Shape for Kraken {
    fn describe(&self) -> (&'static str, Arguments) {
        let branches = self.branches.iter().map(Branch::text).collect::<Vec<_>>().join("; ");
        let mut arguments = vec![
            Argument::digit(self.fish.digit),
            Argument::houses("base", self.fish.base),
            Argument::houses("cover", self.fish.cover),
            Argument::text("branches", branches),
        ];
        match self.spared {
            None => {
                arguments.push(Argument::cells("fins", self.fish.fins));
                ("kraken-fins", arguments)
            }
            Some(house) => {
                arguments.push(Argument::houses("houses", house.into()));
                ("kraken-cover", arguments)
            }
        }
    }

    fn highlight(&self, marks: &Pencilmarks, view: &mut View) {
        self.fish.highlight(marks, view);
        for branch in &self.branches {
            branch.highlight(view);
        }
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (self.fish.base, CellSet::EMPTY)
    }

    fn digits(&self) -> DigitSet {
        self.fish.digit.into()
    }
}
