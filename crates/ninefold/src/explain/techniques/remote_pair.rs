//! Remote pair: a row of cells with the same two candidates.
//!
//! ```text
//!   57 ----- 57            Each cell is 5 or 7, and each sees the next, so they alternate. The first and the fourth
//!             |            differ: a cell that sees both is neither 5 nor 7.
//!   57 ----- 57
//! ```
//!
//! Two cells would be a naked pair; a remote pair has at least four.

use alloc::vec::Vec;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::{Chain, Link, Node, Pattern, Reason, Strength, Technique};
use crate::{CandidateSet, Cell, CellSet, Digit, DigitSet, HouseSet};

/// First cells in order, last cells in order, by the shortest path between them; then all paths of a network together.
pub(in crate::explain) fn remote_pair(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let mut left = facts.bivalue_cells();
    while let Some(start) = left.first() {
        let digits = facts.digits_in(start);
        let alike: CellSet = facts.bivalue_cells().iter().filter(|&cell| facts.digits_in(cell) == digits).collect();
        left -= alike;
        if alike.len() < 4 {
            continue;
        }
        let mut all = CandidateSet::EMPTY;
        let mut paths = Vec::new();
        for first in alike {
            for path in paths_from(first, alike) {
                let (Some(&first), Some(&last)) = (path.first(), path.last()) else { continue };
                let removed = digits.iter().fold(CandidateSet::EMPTY, |set, digit| {
                    let seen = first.peers() & last.peers() & facts.cells_with(digit);
                    set | CandidateSet::of_digit(digit, seen)
                });
                if removed.is_empty() {
                    continue;
                }
                search.push(Technique::RemotePair, CandidateSet::EMPTY, removed, || pattern(&[&path], digits))?;
                if !removed.is_subset(all) {
                    all |= removed;
                    paths.push(path);
                }
            }
        }
        if paths.len() > 1 {
            let paths: Vec<&[Cell]> = paths.iter().map(Vec::as_slice).collect();
            search.push(Technique::RemotePair, CandidateSet::EMPTY, all, || pattern(&paths, digits))?;
        }
    }
    GO_ON
}

/// The shortest paths from a cell to later ones with the other digit, of four cells or more.
fn paths_from(first: Cell, alike: CellSet) -> Vec<Vec<Cell>> {
    let mut paths = Vec::new();
    let mut layers = Vec::from([CellSet::from(first)]);
    let mut reached = CellSet::from(first);
    while let Some(&layer) = layers.last() {
        let next = layer.iter().fold(CellSet::EMPTY, |cells, cell| cells | (alike & cell.peers())) - reached;
        if next.is_empty() {
            break;
        }
        reached |= next;
        layers.push(next);
        let distance = layers.len() - 1;
        if distance >= 3 && distance % 2 == 1 {
            paths.extend(next.iter().filter(|&last| first < last).map(|last| path_back(last, &layers)));
        }
    }
    paths
}

/// The path from the last cell back to the first, in order from the first.
fn path_back(last: Cell, layers: &[CellSet]) -> Vec<Cell> {
    let mut path = Vec::from([last]);
    for layer in layers.iter().rev().skip(1) {
        let before = path.last().and_then(|cell| (cell.peers() & *layer).first());
        path.extend(before);
    }
    path.reverse();
    path
}

/// A chain for each path and digit.
fn pattern(paths: &[&[Cell]], digits: DigitSet) -> Pattern {
    let chains = paths
        .iter()
        .flat_map(|path| digits.iter().filter_map(|digit| Some(chain(path, digit, digits.without(digit).single()?))));
    Pattern::Chains(chains.collect())
}

/// The chain that begins and ends with a digit: in each cell from one digit to the other, then to the next cell.
fn chain(path: &[Cell], first: Digit, second: Digit) -> Chain {
    let (mut nodes, mut links) = (Vec::new(), Vec::new());
    for (index, &cell) in path.iter().enumerate() {
        let (enter, leave) = if index % 2 == 0 { (first, second) } else { (second, first) };
        nodes.extend([enter, leave].map(|digit| Node { digit, cells: cell.into() }));
        links.push(Link { strength: Strength::Strong, reason: Reason::Cell });
        let house = path.get(index + 1).and_then(|&next| (HouseSet::of_cell(cell) & HouseSet::of_cell(next)).first());
        links.extend(house.map(|house| Link { strength: Strength::Weak, reason: Reason::House(house) }));
    }
    Chain { nodes, links }
}
