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
//!
//! A single names the placed digits that exclude its alternatives, as few as possible: the reason that its sentence gives.

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::{Pattern, Single, Technique};
use crate::{Block, Candidate, Col, Digit, House, HouseSet, Row};

/// Houses in order: the last empty cell, if its digit is a candidate there.
pub(in crate::explain) fn full_house(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    for house in House::all() {
        let Some(cell) = (house.cells() & facts.empty_cells()).single() else { continue };
        // A player's pencilmarks may contain more than the missing digit.
        let missing = !facts.marks().placed().digits_in(house.cells());
        let Some(digit) = missing.single().filter(|&digit| facts.digits_in(cell).contains(digit)) else { continue };
        search.push_placement(Technique::FullHouse, Candidate::new(cell, digit), || {
            Pattern::Single(Single::new(cell, digit, house.into()))
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
            Pattern::Single(Single::new(cell, digit, HouseSet::of_cell(cell)))
        })?;
    }
    GO_ON
}

/// The only place of a digit in a block, then the only place on a line: people see those in a block first. In each part
/// digits in order, then houses in order.
pub(in crate::explain) fn hidden_single(search: &mut StepSearch<'_>) -> Flow {
    let blocks = || Block::all().map(House::Block);
    let lines = || Row::all().map(House::Row).chain(Col::all().map(House::Col));
    for digit in Digit::ALL {
        blocks().try_for_each(|house| hidden_in(search, digit, house))?;
    }
    for digit in Digit::ALL {
        lines().try_for_each(|house| hidden_in(search, digit, house))?;
    }
    GO_ON
}

fn hidden_in(search: &mut StepSearch<'_>, digit: Digit, house: House) -> Flow {
    let facts = search.facts;
    // The table of places would be computed at every position, and most positions need nothing else from it.
    let places = house.cells() & facts.cells_with(digit);
    // Counting bits takes longer, and this is asked 243 times at most positions of a path.
    if !places.to_bits().is_power_of_two() {
        return GO_ON;
    }
    let Some(cell) = places.first() else { return GO_ON };
    search.push_placement(Technique::HiddenSingle, Candidate::new(cell, digit), || {
        Pattern::Single(Single::hidden(facts.marks(), cell, digit, house))
    })
}

/// Cells in order: the only candidate.
pub(in crate::explain) fn naked_single(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    for cell in facts.empty_cells() {
        let Some(digit) = facts.digits_in(cell).single() else { continue };
        search.push_placement(Technique::NakedSingle, Candidate::new(cell, digit), || {
            Pattern::Single(Single::naked(facts.marks(), cell, digit))
        })?;
    }
    GO_ON
}
