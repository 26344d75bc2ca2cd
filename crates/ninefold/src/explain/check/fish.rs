//! Proof of a fish, by counting.
//!
//! Count for each of the digit's candidates the base houses and the cover houses that contain it. There are as many base
//! houses as cover houses. Assume that no fin is true, that is no candidate with more bases than covers. Each base house
//! has one true candidate, so the bases of the true candidates add up to the number of base houses. Their covers add up
//! to at least as many, and there are no more cover houses than that. So a candidate with more covers than bases cannot be
//! true in addition. If a fin is true, what it sees is false. Therefore a candidate is false if it has more covers than
//! bases and sees every fin.

use super::{ProofError, Proved, demand};
use crate::explain::Fish;
use crate::{CandidateSet, Cell, CellSet, HouseSet, Pencilmarks};

pub(super) fn fish(fish: &Fish, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let &Fish { digit, base, cover, fins, endo_fins } = fish;
    let candidates = marks.cells_with(digit);
    demand(!base.is_empty() && base.len() == cover.len(), "not as many cover houses as base houses")?;
    demand(base.is_disjoint(cover), "a house is base and cover")?;
    for house in base {
        demand(!house.cells().is_disjoint(candidates), "a base house has no place for the digit")?;
    }
    let count = |cell: Cell, houses: HouseSet| (HouseSet::of_cell(cell) & houses).len();
    let uncovered: CellSet = candidates.iter().filter(|&cell| count(cell, base) > count(cell, cover)).collect();
    demand(uncovered.is_subset(fins | endo_fins), "a base candidate is neither covered nor a fin")?;
    let eliminations: CellSet = candidates
        .iter()
        .filter(|&cell| count(cell, cover) > count(cell, base) && (fins | endo_fins).is_subset(cell.peers()))
        .collect();
    Ok(Proved::eliminations(CandidateSet::of_digit(digit, eliminations)))
}

/// What the two fish prove together.
pub(super) fn siamese(twins: &[Fish; 2], marks: &Pencilmarks) -> Result<Proved, ProofError> {
    demand(twins[0].digit == twins[1].digit && twins[0].base == twins[1].base, "two fish with different bases")?;
    let (first, second) = (fish(&twins[0], marks)?, fish(&twins[1], marks)?);
    Ok(Proved::eliminations(first.eliminations | second.eliminations))
}
