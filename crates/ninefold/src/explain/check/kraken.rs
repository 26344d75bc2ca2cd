//! Proof of a Kraken fish.
//!
//! Count for each of the digit's candidates the base houses and the cover houses that contain it, without the spared one.
//! Assume that no candidate with more bases than covers is true. Then the true candidates of the base houses have at least
//! as many covers as bases. With a spared cover there are too few, so one of those candidates is true. With none spared,
//! one of them is true or all covers are used, and then a candidate with more covers than bases is false. What each of
//! them implies is followed branch by branch.

use super::forcing::follow;
use super::{ProofError, Proved, demand};
use crate::explain::Kraken;
use crate::{CandidateSet, Cell, CellSet, HouseSet, Pencilmarks};

pub(super) fn kraken(kraken: &Kraken, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let fish = &kraken.fish;
    let candidates = marks.cells_with(fish.digit);
    demand(!fish.base.is_empty() && fish.base.len() == fish.cover.len(), "not as many cover houses as base houses")?;
    demand(fish.base.is_disjoint(fish.cover), "a house is base and cover")?;
    for house in fish.base {
        demand(!house.cells().is_disjoint(candidates), "a base house has no place for the digit")?;
    }
    if let Some(house) = kraken.spared {
        demand(fish.cover.contains(house), "the spared house is no cover house")?;
    }
    let covers = kraken.spared.map_or(fish.cover, |house| fish.cover.without(house));
    let count = |cell: Cell, houses: HouseSet| (HouseSet::of_cell(cell) & houses).len();
    let open: CellSet = candidates.iter().filter(|&cell| count(cell, fish.base) > count(cell, covers)).collect();
    let mut followed = CandidateSet::EMPTY;
    let mut removed = CandidateSet::FULL;
    for branch in &kraken.branches {
        demand(branch.supposed.holds, "a branch assumes that something is false")?;
        followed |= branch.supposed.node.candidates();
        removed &= follow(branch, marks)?.removed();
    }
    let all = CandidateSet::of_digit(fish.digit, open);
    demand(
        all.is_subset(followed) && !kraken.branches.is_empty(),
        "a candidate that the fish leaves open has no branch",
    )?;
    if kraken.spared.is_none() {
        let covered = candidates.iter().filter(|&cell| count(cell, fish.cover) > count(cell, fish.base)).collect();
        removed &= CandidateSet::of_digit(fish.digit, covered);
    }
    Ok(Proved::eliminations(removed))
}
