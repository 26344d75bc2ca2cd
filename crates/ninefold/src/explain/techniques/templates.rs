//! Templates: all ways to place a digit in the whole grid.
//!
//! A cell in all of them holds the digit, and a candidate in none of them is false. A template with a cell that is in all
//! templates of another digit is impossible, and so on until nothing changes. People do not solve like this; the result
//! shows what reasoning about each digit alone can achieve. `rookery.rs` finds the templates.

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::{Facts, Pattern, Technique, Templates, rookery};
use crate::{CandidateSet, CellSet, Digit};

/// The cells in every template, of each digit in order.
pub(in crate::explain) fn template_set(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let Some(possible) = possible(facts) else { return GO_ON };
    for digit in Digit::ALL {
        let cells = rookery::in_every_template(possible[digit.index()]) & facts.cells_with(digit);
        let placements = CandidateSet::of_digit(digit, cells);
        search.push(Technique::TemplateSet, placements, CandidateSet::EMPTY, || {
            Pattern::Templates(Templates { digit })
        })?;
    }
    GO_ON
}

/// The candidates in no template, of each digit in order.
pub(in crate::explain) fn template_delete(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let Some(possible) = possible(facts) else { return GO_ON };
    for digit in Digit::ALL {
        let removed = facts.cells_with(digit) - possible[digit.index()];
        search
            .push_eliminations(Technique::TemplateDelete, digit, removed, || Pattern::Templates(Templates { digit }))?;
    }
    GO_ON
}

/// The cells of the templates of each digit that need no cell which another digit needs. Nothing if a digit has no
/// template: then the position has no solution, and conclusions are useless.
fn possible(facts: &Facts) -> Option<[CellSet; 9]> {
    let mut possible = Digit::ALL.map(|digit| facts.possible(digit));
    loop {
        let needed = possible.map(rookery::in_every_template);
        let before = possible;
        for (index, cells) in possible.iter_mut().enumerate() {
            let others = needed.iter().enumerate().filter(|&(other, _)| other != index);
            let taken = others.fold(CellSet::EMPTY, |taken, (_, &cells)| taken | cells);
            if !cells.is_disjoint(taken) {
                *cells = rookery::in_some_template(*cells - taken);
            }
        }
        if possible.iter().any(|cells| cells.is_empty()) {
            return None;
        }
        if possible == before {
            return Some(possible);
        }
    }
}
