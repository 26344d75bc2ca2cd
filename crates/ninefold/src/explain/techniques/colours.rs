//! Colours: where houses have two places for a digit, one is true and the other false, and so on along the houses.
//!
//! ```text
//!   A --- B       Give the ends of each such house two colours. All of one colour are true, all of the other false.
//!         |       Trap: a candidate that sees both colours is false.
//!         A --- B     Wrap: a colour with two cells that see each other is false.
//! ```
//!
//! Two networks of the same digit can be combined. If a colour of one sees a colour of the other, not both are true, so
//! one of the two opposite colours is true: a candidate that sees both is false (*multi colours 1*). If it sees both
//! colours of the other, it is false (*multi colours 2*).

use alloc::vec;
use alloc::vec::Vec;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::{Colouring, Facts, Pattern, Technique};
use crate::{CellSet, Digit, House};

/// Digits in order, networks by their first cell.
pub(in crate::explain) fn simple(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    for digit in Digit::ALL {
        let candidates = facts.cells_with(digit);
        if facts.impossible(digit).is_empty() {
            continue;
        }
        for network in networks(facts, digit) {
            let pattern = || Pattern::Colouring(Colouring { digit, networks: vec![network] });
            let [first, second] = network.map(seen_by);
            let trapped = (candidates - network[0] - network[1]) & first & second;
            search.push_eliminations(Technique::SimpleColorsTrap, digit, trapped, pattern)?;
            for colour in network {
                if !colour.is_disjoint(seen_by(colour)) {
                    search.push_eliminations(Technique::SimpleColorsWrap, digit, colour, pattern)?;
                }
            }
        }
    }
    GO_ON
}

/// Digits in order, pairs of networks by their first cells.
pub(in crate::explain) fn multi(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    for digit in Digit::ALL {
        let candidates = facts.cells_with(digit);
        if facts.impossible(digit).is_empty() {
            continue;
        }
        let networks = networks(facts, digit);
        for (index, &first) in networks.iter().enumerate() {
            for (other, &second) in networks.iter().enumerate() {
                let pattern = || Pattern::Colouring(Colouring { digit, networks: vec![first, second] });
                if index < other {
                    // The two may see each other in more than one way. The conclusions form one step.
                    let trapped = [(0, 0), (0, 1), (1, 0), (1, 1)]
                        .into_iter()
                        .filter(|&(i, j)| !seen_by(first[i]).is_disjoint(second[j]))
                        .map(|(i, j)| candidates & seen_by(first[1 - i]) & seen_by(second[1 - j]))
                        .fold(CellSet::EMPTY, |cells, trapped| cells | trapped);
                    search.push_eliminations(Technique::MultiColors1, digit, trapped, pattern)?;
                }
                for colour in first.into_iter().filter(|_| index != other) {
                    let seen = seen_by(colour);
                    if second.iter().all(|&there| !seen.is_disjoint(there)) {
                        search.push_eliminations(Technique::MultiColors2, digit, colour, pattern)?;
                    }
                }
            }
        }
    }
    GO_ON
}

/// The cells that some cell of the set sees.
fn seen_by(cells: CellSet) -> CellSet {
    cells.iter().fold(CellSet::EMPTY, |seen, cell| seen | cell.peers())
}

/// The networks of houses with two places for the digit, each in its two colours; the first cell has the first colour.
fn networks(facts: &Facts, digit: Digit) -> Vec<[CellSet; 2]> {
    let pairs: Vec<CellSet> = House::all()
        .filter(|&house| facts.places(house, digit).len() == 2)
        .map(|house| facts.places(house, digit).cells(house))
        .collect();
    let mut left = pairs.iter().fold(CellSet::EMPTY, |cells, &pair| cells | pair);
    let mut networks = Vec::new();
    while let Some(start) = left.first() {
        let mut colours = [CellSet::from(start), CellSet::EMPTY];
        loop {
            let before = colours;
            for &pair in &pairs {
                for (from, to) in [(0, 1), (1, 0)] {
                    if !pair.is_disjoint(before[from]) {
                        colours[to] |= pair - before[from];
                    }
                }
            }
            if colours == before {
                break;
            }
        }
        left -= colours[0] | colours[1];
        // A ring of odd length cannot be coloured: the position has no solution.
        if colours[0].is_disjoint(colours[1]) {
            networks.push(colours);
        }
    }
    networks
}
