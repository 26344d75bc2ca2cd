//! Proof of locked sectors, by counting.
//!
//! Each cell holds one digit, in a sector that covers it. Each sector has its digit once. There are as many sectors as
//! cells, so each sector is used by exactly one of the cells, and each cell uses exactly one sector. So the sectors have
//! their digits nowhere else in their houses, and a candidate that two sectors cover is false.

use super::{ProofError, Proved, demand};
use crate::explain::LockedSectors;
use crate::{CandidateSet, CellSet, Digit, Pencilmarks};

pub(super) fn sectors(pattern: &LockedSectors, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let LockedSectors { cells, sectors } = pattern;
    let count: usize = sectors.iter().map(|(_, digits)| digits.len()).sum();
    demand(!cells.is_empty() && count == cells.len(), "not as many sectors as cells")?;
    demand(cells.iter().all(|cell| marks.placed()[cell].is_none()), "a cell is placed already")?;
    let mut eliminations = CandidateSet::EMPTY;
    for digit in Digit::ALL {
        let (mut once, mut twice, mut outside) = (CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
        for (house, _) in sectors.iter().filter(|(_, digits)| digits.contains(digit)) {
            twice |= once & house.cells();
            once |= house.cells();
            outside |= house.cells() - *cells;
        }
        let all = marks.cells_with(digit);
        demand((all & *cells).is_subset(once), "a candidate lies in no sector")?;
        eliminations |= CandidateSet::of_digit(digit, all & (outside | (twice & *cells)));
    }
    for (index, (house, digits)) in sectors.iter().enumerate() {
        let same = |(other, others): &(crate::House, crate::DigitSet)| other == house && !digits.is_disjoint(*others);
        demand(!sectors[..index].iter().any(same), "a sector counts twice")?;
    }
    Ok(Proved::eliminations(eliminations))
}
