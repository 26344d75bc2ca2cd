//! Proof of a chain: each link, then what the ends imply.

use super::{ProofError, Proved, demand, ruled_out};
use crate::explain::{AlmostLockedSet, Chain, Link, Node, Reason, Strength};
use crate::{CandidateSet, CellSet, Pencilmarks};

/// All that the chains prove together.
pub(super) fn chains(chains: &[Chain], marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let mut proved = Proved::default();
    for chain in chains {
        let more = one(chain, marks)?;
        proved.placements |= more.placements;
        proved.eliminations |= more.eliminations;
    }
    Ok(proved)
}

fn one(chain: &Chain, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let closed = chain.is_closed();
    demand(chain.nodes.len() >= 2, "a chain of fewer than two nodes")?;
    demand(closed || chain.links.len() + 1 == chain.nodes.len(), "a chain whose links do not fit its nodes")?;
    for node in &chain.nodes {
        demand(
            !node.cells.is_empty() && node.cells.is_subset(marks.cells_with(node.digit)),
            "a node is not made of candidates",
        )?;
    }
    for (index, &link) in chain.links.iter().enumerate() {
        prove_link(chain.nodes[index], chain.after(index), link, marks)?;
    }
    demand(chain.links.windows(2).all(|pair| pair[0].strength != pair[1].strength), "links do not alternate")?;
    let [first, .., last] = &chain.nodes[..] else {
        return Err(ProofError::Pattern("a chain of fewer than two nodes"));
    };
    if !closed {
        let strong = |link: Option<&Link>| link.is_some_and(|link| link.strength == Strength::Strong);
        demand(strong(chain.links.first()) && strong(chain.links.last()), "an open chain must begin and end strong")?;
        // One of the two ends is true.
        return Ok(Proved::eliminations(ruled_out(first, marks) & ruled_out(last, marks)));
    }
    if chain.links.len().is_multiple_of(2) {
        return Ok(continuous(chain, marks));
    }
    match chain.links[0].strength {
        // If the first node were false, it would be true.
        Strength::Strong => {
            let placements = if first.cells.len() == 1 { first.candidates() } else { CandidateSet::EMPTY };
            Ok(Proved { placements, eliminations: ruled_out(first, marks) })
        }
        // If it were true, it would be false.
        Strength::Weak => Ok(Proved::eliminations(first.candidates())),
    }
}

/// In a loop whose links alternate, exactly one end of every link is true.
fn continuous(chain: &Chain, marks: &Pencilmarks) -> Proved {
    let mut eliminations = CandidateSet::EMPTY;
    for (index, link) in chain.links.iter().enumerate() {
        let (from, to) = (chain.nodes[index], chain.after(index));
        eliminations |= ruled_out(&from, marks) & ruled_out(&to, marks);
        if let Reason::AlmostLockedSet(set) = link.reason {
            // It lacks one of the two linked digits, so it holds all others.
            for digit in set.digits.without(from.digit).without(to.digit) {
                let cells = set.cells & marks.cells_with(digit);
                eliminations |= CandidateSet::of_digit(digit, cells.common_peers() & marks.cells_with(digit));
            }
        }
    }
    Proved::eliminations(eliminations)
}

fn prove_link(from: Node, to: Node, link: Link, marks: &Pencilmarks) -> Result<(), ProofError> {
    let strong = link.strength == Strength::Strong;
    match link.reason {
        Reason::Cell => {
            let cell = from.cells.single().filter(|_| from.cells == to.cells);
            let Some(cell) = cell else { return Err(ProofError::Pattern("a link within a cell links two cells")) };
            demand(from.digit != to.digit, "a link from a candidate to itself")?;
            demand(!strong || marks.digits_in(cell).len() == 2, "a strong link in a cell with other candidates")
        }
        Reason::House(house) => {
            demand(from.digit == to.digit, "a link in a house between two digits")?;
            demand(from.cells.is_disjoint(to.cells), "the ends of a link overlap")?;
            let ends = from.cells | to.cells;
            demand(ends.is_subset(house.cells()), "an end of a link lies outside its house")?;
            let places = house.cells() & marks.cells_with(from.digit);
            demand(!strong || places == ends, "a strong link in a house with other places")
        }
        Reason::AlmostLockedSet(set) => {
            demand(strong, "a weak link in an almost locked set")?;
            almost_locked(&set, marks)?;
            let whole = |node: Node| -> bool {
                let cells: CellSet = set.cells & marks.cells_with(node.digit);
                set.digits.contains(node.digit) && node.cells == cells
            };
            demand(from.digit != to.digit && whole(from) && whole(to), "an end is not a digit of the almost locked set")
        }
    }
}

/// Proves that the set is almost locked: cells of one house, and their candidates, one more than there are cells.
pub(super) fn almost_locked(set: &AlmostLockedSet, marks: &Pencilmarks) -> Result<(), ProofError> {
    let digits = set.cells.iter().map(|cell| marks.digits_in(cell)).fold(crate::DigitSet::EMPTY, |a, b| a | b);
    demand(digits == set.digits, "an almost locked set has other candidates")?;
    demand(set.cells.iter().all(|cell| !marks.digits_in(cell).is_empty()), "an almost locked set has a placed cell")?;
    demand(digits.len() == set.cells.len() + 1, "an almost locked set of the wrong size")?;
    demand(!set.cells.common_houses().is_empty(), "an almost locked set outside any house")
}
