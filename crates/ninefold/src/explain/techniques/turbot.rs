//! One digit and two houses that have two places for it: short chains with names of their own.
//!
//! ```text
//!        c2        c7            skyscraper: rows 2 and 6 have two places for 5 each, and column 2 has one of each.
//!   r2   5 ======= 5 ·           Not both rows can use column 2, so one uses its other end: what sees both other
//!        |                       ends (·) is not 5.
//!   r6   5 ======= · 5  (c8)
//! ```
//!
//! Each house with two places is a strong link. A weak link connects one end of each. What sees the other two ends is
//! false.
//! - *Skyscraper*: two rows connected in a column, or two columns connected in a row.
//! - *Two-string kite*: a row and a column connected in a block.
//! - *Turbot fish*: any other two houses.
//! - *Empty rectangle*: instead of one house with two places, a block whose places lie on a row and a column that cross
//!   in it. If the digit is not on one of these lines, it is on the other.
//!
//! Two kites with the same two cells in the block form a *dual* kite, two empty rectangles in the same block a dual empty
//! rectangle, if each eliminates something that the other does not.

use alloc::vec;
use alloc::vec::Vec;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::{Chain, Facts, Link, Node, Pattern, Reason, Strength, Technique};
use crate::{Block, Cell, CellSet, Col, Digit, House, HouseSet, Row};

/// Two rows connected in a column, or two columns in a row.
pub(in crate::explain) fn skyscraper(search: &mut StepSearch<'_>) -> Flow {
    two_links(search, Technique::Skyscraper)
}

/// A row and a column connected in a block, and two such kites with the same cells in the block.
pub(in crate::explain) fn kite(search: &mut StepSearch<'_>) -> Flow {
    if search.wants(Technique::TwoStringKite) {
        two_links(search, Technique::TwoStringKite)?;
    }
    if search.wants(Technique::DualTwoStringKite) {
        dual_kite(search)?;
    }
    GO_ON
}

/// Two strong links connected in any other way.
pub(in crate::explain) fn turbot_fish(search: &mut StepSearch<'_>) -> Flow {
    two_links(search, Technique::TurbotFish)
}

/// Two cells that are the only places of a digit in a house, or in more than one.
#[derive(Clone, Copy)]
struct Pair {
    near: Cell,
    far: Cell,
    houses: HouseSet,
}

/// The pairs of a digit, in both directions.
fn pairs(facts: &Facts, digit: Digit) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for house in House::all() {
        let places = facts.places(house, digit);
        if places.len() != 2 {
            continue;
        }
        let cells = places.cells(house);
        let (Some(near), Some(far)) = (cells.first(), cells.iter().nth(1)) else { continue };
        match pairs.iter_mut().find(|pair| (pair.near, pair.far) == (near, far)) {
            Some(pair) => pair.houses.insert(house),
            None => pairs.push(Pair { near, far, houses: house.into() }),
        }
    }
    let turned: Vec<Pair> = pairs.iter().map(|&pair| Pair { near: pair.far, far: pair.near, ..pair }).collect();
    pairs.extend(turned);
    pairs
}

/// Digits in order, then the far end of the first link.
fn two_links(search: &mut StepSearch<'_>, technique: Technique) -> Flow {
    let facts = search.facts;
    for digit in Digit::ALL {
        if facts.impossible(digit).is_empty() {
            continue;
        }
        let pairs = pairs(facts, digit);
        for first in &pairs {
            // Each chain once: from the end that comes first.
            for second in pairs.iter().filter(|second| first.far < second.far) {
                let Some((found, reasons)) = classify(first, second) else { continue };
                if found != technique {
                    continue;
                }
                let seen = first.far.peers() & second.far.peers();
                let eliminations = facts.cells_with(digit) & seen;
                search.push_eliminations(technique, digit, eliminations, || {
                    let ends = [first.far, first.near, second.near, second.far].map(CellSet::from);
                    Pattern::Chains(vec![chain(digit, ends, reasons)])
                })?;
            }
        }
    }
    GO_ON
}

/// The technique of two pairs whose near ends see each other, and the houses of the three links.
fn classify(first: &Pair, second: &Pair) -> Option<(Technique, [House; 3])> {
    let distinct = first.near != second.near && first.near != second.far && first.far != second.near;
    let joined = HouseSet::of_cell(first.near) & HouseSet::of_cell(second.near);
    if !distinct || first.far == second.far || joined.is_empty() {
        return None;
    }
    let pick =
        |first: HouseSet, joined: HouseSet, second: HouseSet| Some([first.first()?, joined.first()?, second.first()?]);
    for (lines, crossing) in [(HouseSet::ROWS, HouseSet::COLS), (HouseSet::COLS, HouseSet::ROWS)] {
        if let Some(houses) = pick(first.houses & lines, joined & crossing, second.houses & lines) {
            return Some((Technique::Skyscraper, houses));
        }
        if let Some(houses) = pick(first.houses & lines, joined & HouseSet::BLOCKS, second.houses & crossing) {
            return Some((Technique::TwoStringKite, houses));
        }
    }
    Some((Technique::TurbotFish, pick(first.houses, joined, second.houses)?))
}

/// Digits in order, blocks in order: two cells of the block, each with a pair in its row and in its column.
fn dual_kite(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    for digit in Digit::ALL {
        let candidates = facts.cells_with(digit);
        if facts.impossible(digit).is_empty() {
            continue;
        }
        let partner = |house: House, cell: Cell| {
            let places = facts.places(house, digit);
            (places.len() == 2).then(|| places.cells(house).without(cell).single())?
        };
        for block in Block::all() {
            for near in block.cells() & candidates {
                for other in (block.cells() & candidates).iter().filter(|&other| near < other) {
                    if near.row() == other.row() || near.col() == other.col() {
                        continue;
                    }
                    let kite = |in_row: Cell, in_col: Cell| {
                        let (row, col) = (House::from(in_row.row()), House::from(in_col.col()));
                        let (row_end, col_end) = (partner(row, in_row)?, partner(col, in_col)?);
                        let eliminations = candidates & row_end.peers() & col_end.peers();
                        let ends = [row_end, in_row, in_col, col_end].map(CellSet::from);
                        Some((eliminations, chain(digit, ends, [row, block.into(), col])))
                    };
                    if let (Some(first), Some(second)) = (kite(near, other), kite(other, near)) {
                        push_dual(search, Technique::DualTwoStringKite, digit, first, second)?;
                    }
                }
            }
        }
    }
    GO_ON
}

/// Pushes two chains as one step, if each eliminates something that the other does not.
fn push_dual(
    search: &mut StepSearch<'_>,
    technique: Technique,
    digit: Digit,
    (first, first_chain): (CellSet, Chain),
    (second, second_chain): (CellSet, Chain),
) -> Flow {
    if first.is_subset(second) || second.is_subset(first) {
        return GO_ON;
    }
    search.push_eliminations(technique, digit, first | second, || Pattern::Chains(vec![first_chain, second_chain]))
}

/// A block whose places lie on two crossing lines, and a line with two places; and two of them in the same block.
pub(in crate::explain) fn empty_rectangle(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    for digit in Digit::ALL {
        if facts.impossible(digit).is_empty() {
            continue;
        }
        for block in Block::all() {
            let found = empty_rectangles(facts, digit, block);
            for (cell, chain) in &found {
                search.push_eliminations(Technique::EmptyRectangle, digit, (*cell).into(), || {
                    Pattern::Chains(vec![chain.clone()])
                })?;
            }
            if !search.wants(Technique::DualEmptyRectangle) {
                continue;
            }
            for (index, first) in found.iter().enumerate() {
                for second in &found[index + 1..] {
                    let pair = [first, second].map(|(cell, chain)| (CellSet::from(*cell), chain.clone()));
                    let [first, second] = pair;
                    push_dual(search, Technique::DualEmptyRectangle, digit, first, second)?;
                }
            }
        }
    }
    GO_ON
}

/// What the empty rectangles of a block eliminate, with the chain.
fn empty_rectangles(facts: &Facts, digit: Digit, block: Block) -> Vec<(Cell, Chain)> {
    let candidates = facts.cells_with(digit);
    let places = block.cells() & candidates;
    let mut found = Vec::new();
    let houses = places.houses();
    for row in Row::all().filter(|&row| houses.contains(row.into())) {
        for col in Col::all().filter(|&col| houses.contains(col.into())) {
            let (on_row, on_col) = (places & row.cells(), places & col.cells());
            // If all places are on one of the lines, this is a pointing block.
            if (on_row | on_col) != places || on_row.is_subset(on_col) || on_col.is_subset(on_row) {
                continue;
            }
            // Along one line to a cell of a line that crosses it, and along that to its other place, which sees the
            // target on the other line.
            for (along, on_along, other, on_other) in
                [(House::from(row), on_row, House::from(col), on_col), (col.into(), on_col, row.into(), on_row)]
            {
                for near in (along.cells() & candidates) - block.cells() {
                    let crossing = match along {
                        House::Row(_) => House::from(near.col()),
                        _ => House::from(near.row()),
                    };
                    let pair = facts.places(crossing, digit);
                    let far = pair.cells(crossing).without(near).single().filter(|_| pair.len() == 2);
                    let Some(far) = far else { continue };
                    let target = (other.cells() & far.peers() & candidates) - block.cells();
                    let line = far.row().cells() | far.col().cells();
                    if let Some(cell) = (target & line).single() {
                        let ends = [on_other, on_along - on_other, near.into(), far.into()];
                        found.push((cell, chain(digit, ends, [block.into(), along, crossing])));
                    }
                }
            }
        }
    }
    found
}

/// Four nodes of one digit with a strong, a weak and a strong link, in these houses.
fn chain(digit: Digit, ends: [CellSet; 4], houses: [House; 3]) -> Chain {
    let strengths = [Strength::Strong, Strength::Weak, Strength::Strong];
    let link = |(strength, house)| Link { strength, reason: Reason::House(house) };
    Chain {
        nodes: ends.into_iter().map(|cells| Node { digit, cells }).collect(),
        links: strengths.into_iter().zip(houses).map(link).collect(),
    }
}
