//! Aligned exclusion: some fillings of two or three cells leave another cell without candidates.
//!
//! ```text
//!   12  36        The cells 36 and 27 cannot be 3 and 2, if a cell 23 sees both of them, nor 6 and 7, if a cell 67 does.
//!   27  23  67    A candidate that is in none of the remaining fillings is false.
//! ```
//!
//! A filling is impossible if two cells that see each other hold the same digit, or if a *witness*, a cell that sees all
//! of the cells, has no candidate left.

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::{Exclusion, Facts, Pattern, Technique};
use crate::{CandidateSet, Cell, CellSet, Digit, DigitSet};

/// Pairs of cells in order.
pub(in crate::explain) fn aligned_pair(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    for first in facts.empty_cells() {
        for second in facts.empty_cells().iter().filter(|&second| first < second) {
            let seen = first.peers() & second.peers();
            aligned(search, Technique::AlignedPairExclusion, &[first, second], seen & facts.bivalue_cells())?;
        }
    }
    GO_ON
}

/// Triples of cells in order.
pub(in crate::explain) fn aligned_triple(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let small: CellSet =
        facts.empty_cells().iter().filter(|&cell| (2..=3).contains(&facts.digits_in(cell).len())).collect();
    for first in facts.empty_cells() {
        search.poll()?;
        for second in facts.empty_cells().iter().filter(|&second| first < second) {
            let seen = first.peers() & second.peers();
            // At least two witnesses: with one alone it is a subset.
            if (seen & small).len() < 2 {
                continue;
            }
            for third in facts.empty_cells().iter().filter(|&third| second < third) {
                let witnesses = seen & third.peers() & small;
                aligned(search, Technique::AlignedTripleExclusion, &[first, second, third], witnesses)?;
            }
        }
    }
    GO_ON
}

fn aligned(search: &mut StepSearch<'_>, technique: Technique, cells: &[Cell], witnesses: CellSet) -> Flow {
    let facts = search.facts;
    let witnesses = witnesses - cells.iter().copied().collect();
    if witnesses.len() < 2 {
        return GO_ON;
    }
    let mut fillings = Fillings { facts, cells, witnesses, possible: [DigitSet::EMPTY; 3] };
    fillings.fill(0, DigitSet::EMPTY, &mut [Digit::D1; 3]);
    let mut removed = CandidateSet::EMPTY;
    for (&cell, &possible) in cells.iter().zip(&fillings.possible) {
        // If no filling is possible, the position has no solution.
        if possible.is_empty() {
            return GO_ON;
        }
        removed |= CandidateSet::of_cell(cell, facts.digits_in(cell) - possible);
    }
    search.push(technique, CandidateSet::EMPTY, removed, || {
        let cells: CellSet = cells.iter().copied().collect();
        let digits = removed.iter().map(|candidate| candidate.digit()).collect();
        Pattern::Exclusion(Exclusion { cells, witnesses, digits })
    })
}

/// The fillings of the cells, and the digits of each cell that occur in one.
struct Fillings<'a> {
    facts: &'a Facts,
    cells: &'a [Cell],
    witnesses: CellSet,
    possible: [DigitSet; 3],
}

impl Fillings<'_> {
    fn fill(&mut self, index: usize, used: DigitSet, filling: &mut [Digit; 3]) {
        let Some(&cell) = self.cells.get(index) else {
            let starved = |witness: Cell| self.facts.digits_in(witness).is_subset(used);
            if !self.witnesses.iter().any(starved) {
                for (possible, digit) in self.possible.iter_mut().zip(*filling).take(self.cells.len()) {
                    possible.insert(digit);
                }
            }
            return;
        };
        for digit in self.facts.digits_in(cell) {
            let clash = (0..index).any(|other| filling[other] == digit && self.cells[other].sees(cell));
            if !clash {
                filling[index] = digit;
                self.fill(index + 1, used.with(digit), filling);
            }
        }
    }
}
