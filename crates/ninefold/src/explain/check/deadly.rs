//! Proofs that need the solution to be unique.
//!
//! Take cells that are not given, two in each house they belong to, and assume that the solution has one of two digits in
//! each. Then each of those houses has both digits there. After exchanging the two digits it still has both, so this is
//! another solution. Therefore in the only solution some cell holds another digit. The rest is done by trying all
//! fillings.

use super::filling::every_filling;
use super::{Claim, ProofError, Proved, demand};
use crate::explain::{Deadly, Grave};
use crate::{CandidateSet, Cell, Digit, House, Pencilmarks};

pub(super) fn deadly(deadly: &Deadly, claim: &Claim<'_>) -> Result<Proved, ProofError> {
    let &Deadly { cells, digits, helpers, linked, links } = deadly;
    let marks = claim.marks;
    demand(digits.len() == 2, "not two digits")?;
    demand(cells.len() >= 4 && cells.is_disjoint(helpers), "no rectangle or loop")?;
    demand(cells.is_disjoint(claim.givens), "a cell is given")?;
    demand(cells.houses().iter().all(|house| (house.cells() & cells).len() == 2), "a house without two of the cells")?;
    if let Some(digit) = linked {
        demand(digits.contains(digit), "the linked digit is neither of the two")?;
        let places = |house: House| house.cells() & marks.cells_with(digit);
        let confined = |house: House| !places(house).is_empty() && places(house).is_subset(cells);
        demand(links.iter().all(confined), "a house has the linked digit elsewhere")?;
    }
    every_filling(cells | helpers, marks, &|filling: &[(Cell, Digit)]| {
        let dead = filling.iter().all(|&(cell, digit)| !cells.contains(cell) || digits.contains(digit));
        let holds = |house: House| filling.iter().any(|&(cell, d)| Some(d) == linked && house.cells().contains(cell));
        !dead && links.iter().all(holds)
    })
}

/// Without the candidate, every cell has two candidates and every house two places for each digit. If such a position has
/// a solution, the candidates that the solution does not use are another solution.
pub(super) fn grave(grave: &Grave, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let &Grave { cell, digit } = grave;
    demand(marks.digits_in(cell).contains(digit), "not a candidate")?;
    let mut without = *marks;
    without.eliminate(crate::Candidate::new(cell, digit));
    demand(
        without.empty_cells().iter().all(|cell| without.digits_in(cell).len() == 2),
        "a cell without two candidates",
    )?;
    for house in House::all() {
        for digit in Digit::ALL {
            let placed = house.cells().iter().any(|cell| without.placed()[cell] == Some(digit));
            let places = (house.cells() & without.cells_with(digit)).len();
            demand(places == if placed { 0 } else { 2 }, "a house without two places for a digit")?;
        }
    }
    let others = marks.digits_in(cell).without(digit);
    let placements = CandidateSet::of_cell(cell, digit.into());
    let seen = CandidateSet::of_digit(digit, cell.peers() & marks.cells_with(digit));
    Ok(Proved { placements, eliminations: CandidateSet::of_cell(cell, others) | seen })
}
