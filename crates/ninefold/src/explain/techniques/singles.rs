//! Singles: a cell with one digit left, or a digit with one cell left.
//!
//! ```text
//!   . 2 3 | 4 5 6 | 7 8 9    the last empty cell of the row: a full house
//!
//!   . . . | 1 . . | . . .    1 in the first block: rows 1 and 2 and columns 1 and 2 have one already,
//!   . . . | . . . | 1 . .    so it can only go in r3c3: a hidden single
//!   . . * | . . . | . . .
//!   1 . . | . . . | . . .
//!   . 1 . | . . . | . . .
//! ```
//!
//! A naked single is the converse: one digit left for the cell.

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::{Pattern, Single, Technique};
use crate::{Candidate, Digit, House, HouseSet};

/// Houses in order: the last empty cell, if its digit is a candidate there.
pub(in crate::explain) fn full_house(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    for house in House::all() {
        let Some(cell) = (house.cells() & facts.empty_cells()).single() else { continue };
        // A player's pencilmarks may contain more than the missing digit.
        let missing = !facts.marks().placed().digits_in(house.cells());
        let Some(digit) = missing.single().filter(|&digit| facts.digits_in(cell).contains(digit)) else { continue };
        search.push_placement(Technique::FullHouse, Candidate::new(cell, digit), || {
            Pattern::Single(Single { cell, digit, houses: house.into() })
        })?;
    }
    GO_ON
}

/// Cells in order: the only candidate.
pub(in crate::explain) fn naked_single(search: &mut StepSearch<'_>) -> Flow {
    for cell in search.facts.empty_cells() {
        let Some(digit) = search.facts.digits_in(cell).single() else { continue };
        search.push_placement(Technique::NakedSingle, Candidate::new(cell, digit), || {
            Pattern::Single(Single { cell, digit, houses: HouseSet::EMPTY })
        })?;
    }
    GO_ON
}

/// Digits in order: the only place of a digit that is placed eight times.
pub(in crate::explain) fn last_digit(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    for digit in Digit::ALL {
        let Some(cell) = facts.cells_with(digit).single() else { continue };
        if facts.marks().placed().cells_with(digit).len() != 8 {
            continue;
        }
        search.push_placement(Technique::LastDigit, Candidate::new(cell, digit), || {
            Pattern::Single(Single { cell, digit, houses: HouseSet::of_cell(cell) })
        })?;
    }
    GO_ON
}

/// Digits in order, houses in order: the only place in the house.
pub(in crate::explain) fn hidden_single(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    for digit in Digit::ALL {
        for house in House::all() {
            let places = facts.places(house, digit);
            if places.len() != 1 {
                continue;
            }
            let Some(cell) = places.first(house) else { continue };
            search.push_placement(Technique::HiddenSingle, Candidate::new(cell, digit), || {
                Pattern::Single(Single { cell, digit, houses: house.into() })
            })?;
        }
    }
    GO_ON
}
