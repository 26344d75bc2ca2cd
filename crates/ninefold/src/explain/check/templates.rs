//! Proof by listing all templates.

use super::{ProofError, Proved};
use crate::explain::Templates;
use crate::{CandidateSet, CellSet, Digit, Pencilmarks, Row};

/// Lists the templates of each digit. A cell in all templates of one digit is in none of another. Repeats until nothing
/// changes.
pub(super) fn templates(templates: &Templates, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let placed = |digit: Digit| marks.placed().cells_with(digit);
    let mut open = Digit::ALL.map(|digit| placed(digit) | marks.cells_with(digit));
    loop {
        let before = open;
        for digit in Digit::ALL {
            let all = All::of(open[digit.index()]);
            if all.union.is_empty() {
                return Err(ProofError::Pattern("a digit has no template"));
            }
            for other in Digit::ALL {
                let keep = if other == digit { all.union } else { !all.common };
                open[other.index()] &= keep;
            }
        }
        if open == before {
            break;
        }
    }
    let digit = templates.digit;
    let All { union, common, .. } = All::of(open[digit.index()]);
    Ok(Proved {
        placements: CandidateSet::of_digit(digit, common - placed(digit)),
        eliminations: CandidateSet::of_digit(digit, marks.cells_with(digit) - union),
    })
}

struct All {
    open: CellSet,
    union: CellSet,
    common: CellSet,
}

impl All {
    fn of(open: CellSet) -> All {
        let mut all = All { open, union: CellSet::EMPTY, common: CellSet::FULL };
        all.choose(0, CellSet::EMPTY);
        all
    }

    /// One cell in each row, none of which sees another.
    fn choose(&mut self, row: usize, chosen: CellSet) {
        let Some(line) = Row::new(row) else {
            self.union |= chosen;
            self.common &= chosen;
            return;
        };
        for cell in line.cells() & self.open {
            if cell.peers().is_disjoint(chosen) {
                self.choose(row + 1, chosen.with(cell));
            }
        }
    }
}
