//! Templates: all ways to place a digit in the whole grid.
//!
//! A cell that all of them have holds the digit, and a candidate that none of them has is false. A way that needs a cell
//! which another digit has in all its ways is no way, and so on until nothing changes. People cannot see this; it is
//! about what nine digits can tell, each by itself. How the templates are found is told in `rookery.rs`.

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::{Facts, Pattern, Technique, Templates, rookery};
use crate::{CandidateSet, CellSet, Digit};

/// The cells that every template has, of each digit in order.
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

/// The candidates that no template has, of each digit in order.
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

/// The cells of the templates of each digit, without those that need what another digit needs. Nothing where a digit has
/// no template: then the position is wrong, and nothing said about it would be of use.
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
