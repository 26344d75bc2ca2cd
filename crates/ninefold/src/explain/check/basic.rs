//! Proofs of singles, intersections and subsets.

use super::{ProofError, Proved, demand};
use crate::explain::{Intersection, Single, Subset};
use crate::{Candidate, CandidateSet, Digit, Pencilmarks};

pub(super) fn single(single: &Single, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let candidate = Candidate::new(single.cell, single.digit);
    if single.houses.is_empty() {
        demand(marks.digits_in(single.cell) == single.digit.into(), "the cell has other candidates")?;
    }
    for house in single.houses {
        demand(house.cells().contains(single.cell), "the cell is not in the house")?;
        let placed = house.cells().iter().any(|cell| marks.placed()[cell] == Some(single.digit));
        demand(!placed, "the house has the digit already")?;
        let rivals = (house.cells() & marks.cells_with(single.digit)).without(single.cell);
        // The pencilmarks of a full house may contain more digits, but no other cell may have this one.
        demand(rivals.is_empty(), "the house has another place for the digit")?;
    }
    Ok(Proved::placement(candidate))
}

pub(super) fn intersection(intersection: &Intersection, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let &Intersection { digit, base, cover, cells } = intersection;
    let in_base = base.cells() & marks.cells_with(digit);
    demand(base != cover, "base and cover are the same house")?;
    demand(!in_base.is_empty() && in_base == cells, "the cells are not the digit's places in the base house")?;
    demand(in_base.is_subset(cover.cells()), "the base house has the digit outside the cover house")?;
    let eliminations = (cover.cells() - base.cells()) & marks.cells_with(digit);
    Ok(Proved::eliminations(CandidateSet::of_digit(digit, eliminations)))
}

pub(super) fn subset(subset: &Subset, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let &Subset { digits, cells, houses, hidden } = subset;
    demand(digits.len() == cells.len() && !cells.is_empty(), "not as many digits as cells")?;
    demand(!houses.is_empty(), "no house")?;
    demand(cells.iter().all(|cell| marks.placed()[cell].is_none()), "a cell is placed already")?;
    let mut eliminations = CandidateSet::EMPTY;
    for house in houses {
        demand(cells.is_subset(house.cells()), "a cell lies outside the house")?;
        if hidden {
            // The digits fill the cells, so nothing else fits there.
            let places = |digit: Digit| house.cells() & marks.cells_with(digit);
            demand(digits.iter().all(|digit| !places(digit).is_empty()), "a digit has no place in the house")?;
            demand(digits.iter().all(|digit| places(digit).is_subset(cells)), "a digit has a place elsewhere")?;
            for digit in !digits {
                eliminations |= CandidateSet::of_digit(digit, cells & marks.cells_with(digit));
            }
        } else {
            // The cells hold all the digits, so none is left for the rest of the house.
            demand(cells.iter().all(|cell| marks.digits_in(cell).is_subset(digits)), "a cell has another candidate")?;
            for digit in digits {
                eliminations |= CandidateSet::of_digit(digit, (house.cells() - cells) & marks.cells_with(digit));
            }
        }
    }
    Ok(Proved::eliminations(eliminations))
}
