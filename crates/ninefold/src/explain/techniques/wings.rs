//! Wings: one of a few cells with few candidates must hold a certain digit.
//!
//! ```text
//!   12 . . | . 23 .        XY-wing: the pivot r1c1 is 1 or 2. If it is 1, r4c1 is 3; if it is 2, r1c5 is 3. One of the
//!   .  . . | . .  .        pincers is 3, so r4c5, which sees both, is not.
//!   -------+-------
//!   13 . . | . -3 .
//! ```
//!
//! - *XYZ-wing*: the pivot may be 3 itself; what sees all three cells is not 3.
//! - *WXYZ-wing*: four cells of a line and a block with four digits, where all cells of each digit but one see each
//!   other. Each of those digits can be used once, so the remaining one is used.
//! - *W-wing*: two cells with the same two candidates, and a house whose two places for one of them see one cell each.
//!   Not both cells can be that digit, so one is the other.

use alloc::vec;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::{Chain, Link, Node, Pattern, Reason, Strength, Technique, Wing};
use crate::{Block, Cell, CellSet, Digit, DigitSet, House, HouseSet};

/// A pivot with two candidates, pincers with one of them and a common third. Pivots in order, then pincers.
pub(in crate::explain) fn xy_wing(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let bivalue = facts.bivalue_cells();
    for pivot in bivalue {
        let digits = facts.digits_in(pivot);
        for first in bivalue & pivot.peers() {
            let shared = facts.digits_in(first) & digits;
            let Some(third) = (facts.digits_in(first) - digits).single().filter(|_| shared.len() == 1) else {
                continue;
            };
            let wanted = (digits - shared).with(third);
            for second in (bivalue & pivot.peers()).iter().filter(|&second| first < second) {
                if facts.digits_in(second) == wanted {
                    push_wing(search, Technique::XyWing, pivot, first, second, third)?;
                }
            }
        }
    }
    GO_ON
}

/// A pivot with three candidates, pincers with two of them each. Pivots in order, then pincers.
pub(in crate::explain) fn xyz_wing(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let bivalue = facts.bivalue_cells();
    for pivot in facts.empty_cells() {
        let digits = facts.digits_in(pivot);
        if digits.len() != 3 {
            continue;
        }
        let pincers = bivalue & pivot.peers();
        for first in pincers.iter().filter(|&cell| facts.digits_in(cell).is_subset(digits)) {
            for second in pincers.iter().filter(|&second| first < second) {
                let pair = facts.digits_in(second);
                let common = (facts.digits_in(first) & pair).single().filter(|_| pair.is_subset(digits));
                if let Some(common) = common {
                    push_wing(search, Technique::XyzWing, pivot, first, second, common)?;
                }
            }
        }
    }
    GO_ON
}

fn push_wing(
    search: &mut StepSearch<'_>,
    technique: Technique,
    pivot: Cell,
    first: Cell,
    second: Cell,
    digit: Digit,
) -> Flow {
    let facts = search.facts;
    let pincers = CellSet::from(first).with(second);
    let holders = pincers.with(pivot) & facts.cells_with(digit);
    let eliminations = holders.common_peers() & facts.cells_with(digit);
    search.push_eliminations(technique, digit, eliminations, || {
        let digits = facts.digits_among(pincers.with(pivot));
        Pattern::Wing(Wing { pivots: pivot.into(), pincers, digit, digits })
    })
}

/// Blocks in order, lines that cross them in order, cells in order.
pub(in crate::explain) fn wxyz_wing(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let small: CellSet =
        facts.empty_cells().iter().filter(|&cell| (2..=4).contains(&facts.digits_in(cell).len())).collect();
    for block in Block::all() {
        for line in block.cells().houses() & (HouseSet::ROWS | HouseSet::COLS) {
            let crossing = block.cells() & line.cells();
            // A wing has pivots where the houses cross, and pincers in both.
            if crossing.is_disjoint(small) {
                continue;
            }
            let cells = (block.cells() | line.cells()) & small;
            bent_quads(search, cells, CellSet::EMPTY, DigitSet::EMPTY, &mut |search, four, digits| {
                let (pivots, pincers) = (four & crossing, four - crossing);
                let bent = |part: CellSet| !pincers.is_disjoint(part - crossing);
                if pivots.is_empty() || !bent(block.cells()) || !bent(line.cells()) {
                    return GO_ON;
                }
                let holders = |digit: Digit| four & facts.cells_with(digit);
                let restricted =
                    |digit: &Digit| holders(*digit).iter().all(|c| holders(*digit).without(c).is_subset(c.peers()));
                let free: DigitSet = digits.iter().filter(|digit| !restricted(digit)).collect();
                let Some(digit) = free.single() else { return GO_ON };
                let eliminations = holders(digit).common_peers() & facts.cells_with(digit);
                search.push_eliminations(Technique::WxyzWing, digit, eliminations, || {
                    Pattern::Wing(Wing { pivots, pincers, digit, digits })
                })
            })?;
        }
    }
    GO_ON
}

type FoundQuad<'f> = dyn FnMut(&mut StepSearch<'_>, CellSet, DigitSet) -> Flow + 'f;

/// Every choice of four of the cells that have four candidates among them.
fn bent_quads(
    search: &mut StepSearch<'_>,
    mut from: CellSet,
    chosen: CellSet,
    digits: DigitSet,
    found: &mut FoundQuad<'_>,
) -> Flow {
    if chosen.len() == 4 {
        return if digits.len() == 4 { found(search, chosen, digits) } else { GO_ON };
    }
    while let Some(cell) = from.first() {
        from.remove(cell);
        let union = digits | search.facts.digits_in(cell);
        if union.len() <= 4 {
            bent_quads(search, from, chosen.with(cell), union, found)?;
        }
    }
    GO_ON
}

/// Pairs of cells in order, the linking digit, houses in order.
pub(in crate::explain) fn w_wing(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let bivalue = facts.bivalue_cells();
    for first in bivalue {
        let digits = facts.digits_in(first);
        for second in bivalue - first.peers() {
            if second <= first || facts.digits_in(second) != digits {
                continue;
            }
            for linked in digits {
                let Some(other) = digits.without(linked).first() else { continue };
                let seen = first.peers() & second.peers() & facts.cells_with(other);
                if seen.is_empty() {
                    continue;
                }
                for house in House::all() {
                    let places = facts.places(house, linked);
                    if places.len() != 2 {
                        continue;
                    }
                    let ends = places.cells(house);
                    if ends.contains(first) || ends.contains(second) {
                        continue;
                    }
                    let near = ends
                        .iter()
                        .find(|&end| first.sees(end) && ends.without(end).single().is_some_and(|far| second.sees(far)));
                    let Some(near) = near else { continue };
                    let Some(far) = ends.without(near).single() else { continue };
                    search.push_eliminations(Technique::WWing, other, seen, || {
                        Pattern::Chains(vec![w_chain([first, near, far, second], linked, other, house)])
                    })?;
                }
            }
        }
    }
    GO_ON
}

/// `other` in the first cell, `linked` in it, its two places, `linked` in the second cell, `other` in it.
fn w_chain([first, near, far, second]: [Cell; 4], linked: Digit, other: Digit, house: House) -> Chain {
    let node = |digit, cell: Cell| Node { digit, cells: cell.into() };
    let strong = |reason| Link { strength: Strength::Strong, reason };
    // They see each other, so they have a house in common.
    let weak = |a: Cell, b: Cell| {
        let house = (HouseSet::of_cell(a) & HouseSet::of_cell(b)).first().unwrap_or(a.row().into());
        Link { strength: Strength::Weak, reason: Reason::House(house) }
    };
    Chain {
        nodes: vec![
            node(other, first),
            node(linked, first),
            node(linked, near),
            node(linked, far),
            node(linked, second),
            node(other, second),
        ],
        links: vec![
            strong(Reason::Cell),
            weak(first, near),
            strong(Reason::House(house)),
            weak(far, second),
            strong(Reason::Cell),
        ],
    }
}
