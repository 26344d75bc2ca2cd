//! Locked candidates: a digit that must be in the cells that two houses share is nowhere else in either.
//!
//! ```text
//!   5 5 5 | - - - | - - -    5 in block 1 can only be in row 1 (pointing): so it is in none of the other
//!   . . . |       |          cells of row 1.
//!   . . . |       |
//!
//!   5 5 . | . . . | . . .    5 in row 1 can only be in block 1 (claiming): so it is in none of the other
//!   - - - |       |          cells of block 1.
//!   - - - |       |
//! ```

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::{Intersection, Pattern, Technique};
use crate::{Digit, HouseSet};

/// All places of the digit in a block lie on a line.
pub(in crate::explain) fn pointing(search: &mut StepSearch<'_>) -> Flow {
    confined(search, Technique::Pointing, HouseSet::BLOCKS)
}

/// All places of the digit on a line lie in a block.
pub(in crate::explain) fn claiming(search: &mut StepSearch<'_>) -> Flow {
    confined(search, Technique::Claiming, HouseSet::ROWS | HouseSet::COLS)
}

/// Digits in order, base houses in order.
fn confined(search: &mut StepSearch<'_>, technique: Technique, bases: HouseSet) -> Flow {
    let facts = search.facts;
    for digit in Digit::ALL {
        for base in bases {
            // A block and a line share three cells, so more places cannot all lie in both.
            let places = facts.places(base, digit);
            if !(2..=3).contains(&places.len()) {
                continue;
            }
            let cells = places.cells(base);
            for cover in cells.common_houses().without(base) {
                let eliminations = (facts.cells_with(digit) & cover.cells()) - cells;
                search.push_eliminations(technique, digit, eliminations, || {
                    Pattern::Intersection(Intersection { digit, base, cover, cells })
                })?;
            }
        }
    }
    GO_ON
}
