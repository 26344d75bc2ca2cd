//! Proof of a bivalue universal grave with any number of extra candidates.
//!
//! Without the extra candidates every cell has two candidates and every house two places for each digit. If such a
//! position has a solution, the candidates that the solution does not use are another. So one of the extra candidates is
//! true in the only solution. The rest is done by trying all fillings of their cells.

use super::filling::every_filling;
use super::{ProofError, Proved, demand};
use crate::explain::Bug;
use crate::{Candidate, Cell, Digit, House, Pencilmarks};

pub(super) fn bug(bug: &Bug, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let &Bug { extras, helpers, linked, links } = bug;
    demand(extras.is_subset(marks.candidates()), "not a candidate")?;
    let without = Pencilmarks::new(*marks.placed(), marks.candidates() - extras);
    let two = |cell: Cell| without.digits_in(cell).len() == 2;
    demand(without.empty_cells().iter().all(two), "a cell without two candidates")?;
    for house in House::all() {
        for digit in Digit::ALL {
            let placed = house.cells().iter().any(|cell| without.placed()[cell] == Some(digit));
            let places = (house.cells() & without.cells_with(digit)).len();
            demand(places == if placed { 0 } else { 2 }, "a house without two places for a digit")?;
        }
    }
    if let Some(digit) = linked {
        let places = |house: House| house.cells() & marks.cells_with(digit);
        let confined = |house: House| !places(house).is_empty() && places(house).is_subset(extras.cells());
        demand(links.iter().all(confined), "a house has the linked digit elsewhere")?;
    }
    every_filling(extras.cells() | helpers, marks, &|filling: &[(Cell, Digit)]| {
        let some = filling.iter().any(|&(cell, digit)| extras.contains(Candidate::new(cell, digit)));
        let holds = |house: House| filling.iter().any(|&(cell, d)| Some(d) == linked && house.cells().contains(cell));
        some && links.iter().all(holds)
    })
}
