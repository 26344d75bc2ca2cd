//! Junior exocet: the digits of two base cells reappear in two target cells.
//!
//! ```text
//!        c1 c2 c3 | c4 c5 c6 | c7 c8 c9
//!   r1    B  B  . |  .  .  . |  .  .  .     base B, on row 1; targets T in the two other blocks of the band, not on row 1,
//!   r2    .  .  . |  T  .  . |  .  .  x     each with a companion x on its column that has no digit of the base
//!   r3    .  .  . |  x  .  . |  .  .  T     cross lines c3, c4 and c9
//! ```
//!
//! Take a digit of the base. If a base cell holds it, then column 3 has it outside the band, and so have columns 4 and 9
//! unless a target holds it. If all its places on these three columns outside the band lie in two houses, three are one
//! too many, so a target holds it. So both targets hold digits of the base and nothing else.
//!
//! Order: bands, then stacks; blocks, lines, targets in order.

use alloc::vec::Vec;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::side::Side;
use crate::explain::{Exocet, Facts, Pattern, Technique};
use crate::{CandidateSet, Cell, CellSet, Digit, DigitSet, House};

/// Every base and every pair of targets.
pub(in crate::explain) fn junior_exocet(search: &mut StepSearch<'_>) -> Flow {
    for side in Side::BOTH {
        for line in 0..9 {
            for block in 0..3 {
                for beside in 0..3 {
                    base(search, side, line, block, beside)?;
                }
            }
        }
    }
    GO_ON
}

fn base(search: &mut StepSearch<'_>, side: Side, line: usize, block: usize, beside: usize) -> Flow {
    let facts = search.facts;
    let places: Vec<usize> = (0..3).filter(|&place| place != beside).map(|place| block * 3 + place).collect();
    let base = [side.cell(line, places[0]), side.cell(line, places[1])];
    let digits = facts.digits_in(base[0]) | facts.digits_in(base[1]);
    if base.iter().any(|&cell| facts.digits_in(cell).len() < 2) || !(3..=4).contains(&digits.len()) {
        return GO_ON;
    }
    let others: Vec<usize> = (0..3).filter(|&other| other != block).collect();
    let lines: Vec<usize> = (0..3).map(|offset| line / 3 * 3 + offset).filter(|&other| other != line).collect();
    let targets = |block: usize| -> Vec<(Cell, usize)> {
        let mut targets = Vec::new();
        for place in block * 3..block * 3 + 3 {
            for index in 0..2 {
                let (target, companion) = (side.cell(lines[index], place), side.cell(lines[1 - index], place));
                let has = |cell: Cell| facts.digits_in(cell) | facts.marks().placed()[cell].into_iter().collect();
                let there: DigitSet = facts.digits_in(target) & digits;
                if there.len() >= 2 && has(companion).is_disjoint(digits) {
                    targets.push((target, place));
                }
            }
        }
        targets
    };
    for &(first, first_place) in &targets(others[0]) {
        for &(second, second_place) in &targets(others[1]) {
            let cross = [block * 3 + beside, first_place, second_place].map(|place| side.cross(place));
            let outside = cross.iter().fold(CellSet::EMPTY, |cells, house| cells | house.cells());
            let chute = (line / 3 * 3..line / 3 * 3 + 3).fold(CellSet::EMPTY, |cells, line| {
                (0..9).fold(cells, |cells, place| cells.with(side.cell(line, place)))
            });
            let covers: Option<Vec<(Digit, [House; 2])>> = digits
                .iter()
                .map(|digit| Some((digit, two_houses(facts, side, digit, outside - chute, cross)?)))
                .collect();
            let Some(covers) = covers else { continue };
            let in_targets = facts.digits_in(first) | facts.digits_in(second);
            let mut eliminations = CandidateSet::EMPTY;
            for target in [first, second] {
                eliminations |= CandidateSet::of_cell(target, facts.digits_in(target) - digits);
            }
            for cell in base {
                eliminations |= CandidateSet::of_cell(cell, facts.digits_in(cell) - in_targets);
            }
            search.push(Technique::JuniorExocet, CandidateSet::EMPTY, eliminations, || {
                Pattern::Exocet(Exocet { base, targets: [first, second], cross, covers })
            })?;
        }
    }
    GO_ON
}

/// Two houses, lines along or cross lines, that contain all places of the digit among these cells.
fn two_houses(facts: &Facts, side: Side, digit: Digit, cells: CellSet, cross: [House; 3]) -> Option<[House; 2]> {
    let places = (facts.cells_with(digit) | facts.marks().placed().cells_with(digit)) & cells;
    let houses: Vec<House> = side.along().iter().chain(cross).collect();
    for (index, &a) in houses.iter().enumerate() {
        let rest = places - a.cells();
        if let Some(&b) = houses[index + 1..].iter().find(|b| rest.is_subset(b.cells())) {
            return Some([a, b]);
        }
    }
    None
}
