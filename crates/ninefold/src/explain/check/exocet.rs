//! Proof of an exocet, digit by digit.
//!
//! Assume that a base cell holds a digit and neither target does. Each of the three cross lines must hold the digit at a
//! place that the base cell does not see. But all those places lie in two houses, which hold the digit at most twice. So
//! the digit of either base cell is in a target. There are two of each, so the targets hold nothing else.

use super::{ProofError, Proved, demand};
use crate::explain::Exocet;
use crate::{CandidateSet, CellSet, DigitSet, House, Pencilmarks};

pub(super) fn exocet(exocet: &Exocet, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let Exocet { base, targets, cross, covers } = exocet;
    demand(base[0].sees(base[1]), "the base cells could hold the same digit")?;
    demand(targets[0] != targets[1], "the targets are one cell")?;
    let targets_set: CellSet = targets.iter().copied().collect();
    demand(base.iter().all(|&cell| !targets_set.contains(cell)), "a base cell is a target")?;
    for cell in base.iter().chain(targets) {
        demand(marks.placed()[*cell].is_none(), "a cell is placed already")?;
    }
    let disjoint = |a: House, b: House| a.cells().is_disjoint(b.cells());
    let [first, second, third] = *cross;
    demand(disjoint(first, second) && disjoint(first, third) && disjoint(second, third), "cross lines share a cell")?;
    let digits = marks.digits_in(base[0]) | marks.digits_in(base[1]);
    let covered: DigitSet = covers.iter().map(|(digit, _)| *digit).collect();
    demand(digits.is_subset(covered), "a candidate of the base has no cover")?;
    for &(digit, houses) in covers {
        let places = marks.cells_with(digit) | marks.placed().cells_with(digit);
        let cover = houses[0].cells() | houses[1].cells();
        for cell in base.iter().filter(|cell| marks.digits_in(**cell).contains(digit)) {
            for line in cross {
                let left = (line.cells() & places) - cell.peers() - targets_set;
                let left = left.without(*cell);
                demand(left.is_subset(cover), "a place on a cross line is not covered")?;
            }
            demand(!cross.iter().any(|line| line.cells().contains(*cell)), "a base cell lies on a cross line")?;
        }
    }
    let in_targets = marks.digits_in(targets[0]) | marks.digits_in(targets[1]);
    let mut eliminations = CandidateSet::EMPTY;
    for &target in targets {
        eliminations |= CandidateSet::of_cell(target, marks.digits_in(target) - digits);
    }
    for &cell in base {
        eliminations |= CandidateSet::of_cell(cell, marks.digits_in(cell) - in_targets);
    }
    Ok(Proved::eliminations(eliminations))
}
