//! Places of a digit in two colours, of which one is true and the other false.

use alloc::vec;
use alloc::vec::Vec;

use super::Shape;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, CellSet, Digit, DigitSet, HouseSet, Pencilmarks};

/// Networks of houses with two places for a digit. Along each network the colours alternate: all cells of one colour
/// hold the digit, and none of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colouring {
    /// The digit.
    pub digit: Digit,
    /// The two colours of each network.
    pub networks: Vec<[CellSet; 2]>,
}

impl Shape for Colouring {
    fn describe(&self) -> (&'static str, Arguments) {
        let colour = |network: usize, colour: usize| self.networks.get(network).map_or(CellSet::EMPTY, |n| n[colour]);
        let arguments = vec![
            Argument::digit(self.digit),
            Argument::cells("first", colour(0, 0)),
            Argument::cells("second", colour(0, 1)),
            Argument::cells("third", colour(1, 0)),
            Argument::cells("fourth", colour(1, 1)),
        ];
        (if self.networks.len() > 1 { "two-colourings" } else { "colouring" }, arguments)
    }

    fn highlight(&self, _marks: &Pencilmarks, view: &mut View) {
        let roles = [[Role::ColourA, Role::ColourB], [Role::ColourC, Role::ColourD]];
        for (network, roles) in self.networks.iter().zip(roles) {
            for (&cells, role) in network.iter().zip(roles) {
                view.add_cells(cells, role);
                view.add_candidates(CandidateSet::of_digit(self.digit, cells), role);
            }
        }
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        (HouseSet::EMPTY, self.networks.iter().flatten().fold(CellSet::EMPTY, |cells, &colour| cells | colour))
    }

    fn digits(&self) -> DigitSet {
        self.digit.into()
    }
}
