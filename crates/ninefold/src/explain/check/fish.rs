//! Proof of a fish, by counting.
//!
//! Count for each of the digit's candidates how many base houses and how many cover houses it lies in. There are as many
//! base houses as cover houses. Suppose that no fin, no candidate with more bases than covers, is true. Each base house
//! has one true candidate, so the true candidates have as many bases as there are base houses; they have at least as many
//! covers; and there are no more cover houses than that. So a candidate with more covers than bases cannot be true too.
//! If a fin is true after all, whatever it sees is false. So: more covers than bases, and seen by every fin.

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

/// Each fish proves what it proves.
pub(super) fn siamese(twins: &[Fish; 2], marks: &Pencilmarks) -> Result<Proved, ProofError> {
    demand(twins[0].digit == twins[1].digit && twins[0].base == twins[1].base, "two fish with different bases")?;
    let (first, second) = (fish(&twins[0], marks)?, fish(&twins[1], marks)?);
    Ok(Proved::eliminations(first.eliminations | second.eliminations))
}
