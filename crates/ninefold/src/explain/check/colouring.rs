//! Proof of a colouring, by trying every choice of true colours.

use super::{ProofError, Proved, demand};
use crate::explain::Colouring;
use crate::{CandidateSet, CellSet, Digit, House, Pencilmarks};

pub(super) fn colouring(colouring: &Colouring, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let Colouring { digit, networks } = colouring;
    demand((1..=2).contains(&networks.len()), "neither one network nor two")?;
    for network in networks {
        prove_network(*network, *digit, marks)?;
    }
    let candidates = marks.cells_with(*digit);
    let mut proved: Option<CellSet> = None;
    for choice in 0..1 << networks.len() {
        let pick = |which: usize| {
            networks.iter().enumerate().fold(CellSet::EMPTY, |cells, (i, n)| cells | n[(choice >> i & 1) ^ which])
        };
        let (right, wrong) = (pick(0), pick(1));
        let seen = right.iter().fold(CellSet::EMPTY, |seen, cell| seen | cell.peers());
        if right.is_disjoint(seen) {
            let out = (seen | wrong) & candidates;
            proved = Some(proved.map_or(out, |so_far| so_far & out));
        }
    }
    let eliminations = proved.ok_or(ProofError::Pattern("no colour can be true"))?;
    Ok(Proved::eliminations(CandidateSet::of_digit(*digit, eliminations)))
}

/// Proves that every cell can be reached from the first by houses with two places, and has the colour that follows.
fn prove_network([first, second]: [CellSet; 2], digit: Digit, marks: &Pencilmarks) -> Result<(), ProofError> {
    demand(first.is_disjoint(second), "a cell of both colours")?;
    let Some(start) = first.first() else { return Err(ProofError::Pattern("a colour without cells")) };
    let mut reached = [CellSet::from(start), CellSet::EMPTY];
    loop {
        let before = reached;
        for house in House::all() {
            let places = house.cells() & marks.cells_with(digit);
            for cell in places.iter().filter(|_| places.len() == 2) {
                let other = places.without(cell);
                if reached[0].contains(cell) {
                    reached[1] |= other;
                } else if reached[1].contains(cell) {
                    reached[0] |= other;
                }
            }
        }
        if reached == before {
            break;
        }
    }
    demand(first.is_subset(reached[0]) && second.is_subset(reached[1]), "a cell has the wrong colour")
}
