//! Almost locked sets: cells of a house with one candidate more than cells lack one of their digits at most.
//!
//! ```text
//!   A = { 13, 135 }   B = { 15, 157, ... }    A digit x of both is *restricted common* where every x of A sees every x
//!       z x   x z           x                 of B: one of the sets lacks it, and so holds all its other digits.
//! ```
//!
//! - *XZ-rule*: two sets with a restricted common digit x. One of them lacks x and holds z, whichever it is: a z that
//!   sees all z of both is false. With two restricted common digits each set lacks exactly one of them: every other
//!   digit is locked in its set.
//! - *XY-wing* and *chain*: the same along a chain of sets. Where neighbours share restricted common digits, and no set
//!   uses the same digit on both sides, one end of the chain holds its z.
//! - *Death blossom*: a stem cell, and for each of its candidates a petal, a set that lacks that digit if the stem takes
//!   it. Some petal holds its z, so a z that sees all z of all petals is false.
//!
//! The first two are chains whose strong links are almost locked sets, and are told as such.
//!
//! Sets may overlap: the argument only asks that restricted common digits see each other.
//!
//! Order: by the sets, smaller first. Each conclusion is told once, by the shortest chain.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::links::weak_link;
use crate::explain::sets::{AlmostLockedSets, Part};
use crate::explain::{Blossom, Chain, Facts, Link, Node, Pattern, Petal, Reason, Strength, Technique};
use crate::{Candidate, CandidateSet, CellSet, Digit, DigitSet};

/// How many sets a chain may have.
const LONGEST_CHAIN: usize = 7;

/// Two sets with a restricted common digit, or two of them.
pub(in crate::explain) fn xz_rule(search: &mut StepSearch<'_>) -> Flow {
    let Some(refuted) = refuted(search.facts) else { return GO_ON };
    let sets = search.facts.almost_locked_sets();
    let mut neighbours = Neighbours::new(search.facts);
    let ends = ends(sets, refuted);
    let mut told = BTreeSet::new();
    for a in 0..sets.len() {
        neighbours.visit(sets, a);
        let mut common: Vec<(usize, DigitSet)> = Vec::new();
        for &(b, digit) in
            neighbours.of(a).iter().filter(|(b, _)| usize::from(*b) > a && (ends[a] || ends[usize::from(*b)]))
        {
            match common.iter_mut().find(|(known, _)| *known == usize::from(b)) {
                Some((_, digits)) => digits.insert(digit),
                None => common.push((b.into(), digit.into())),
            }
        }
        for (b, common) in common {
            let mut commons = common.iter();
            let (first, second) = (commons.next(), commons.next());
            let (eliminations, pattern) = match (first, second) {
                (Some(x), Some(y)) => {
                    let eliminations = doubly_linked(search.facts, sets, [a, b], x, y);
                    (eliminations, Vec::from([looped(sets, [a, b], x, y)]))
                }
                (Some(x), None) => {
                    let digits = sets.set(a).digits & sets.set(b).digits;
                    let eliminations = both_see(sets, [a, b], digits.without(x));
                    let ends = eliminations_digits(eliminations);
                    (eliminations, ends.iter().map(|z| chain(sets, &[a, b], &[x], z)).collect())
                }
                _ => continue,
            };
            if !eliminations.is_empty() && told.insert(eliminations) {
                let technique = Technique::AlmostLockedSetXz;
                search.push(technique, CandidateSet::EMPTY, eliminations, || Pattern::Chains(pattern))?;
            }
        }
    }
    GO_ON
}

/// The candidates that chains of almost locked sets can eliminate, if there are any.
fn refuted(facts: &Facts) -> Option<CandidateSet> {
    // Fewer links, fewer conclusions: where all of them lead nowhere, so do some.
    let links = facts.set_links();
    let refuted = if links.closure().refuted().is_empty() { return None } else { links.set_closure().refuted() };
    Some(refuted).filter(|refuted| !refuted.is_empty())
}

/// For each set whether a candidate that can be eliminated sees it: only such a set can be the end of a chain.
fn ends(sets: &AlmostLockedSets, refuted: CandidateSet) -> Vec<bool> {
    let sees = |part: &Part| !part.seen_by.is_disjoint(refuted.cells_with(part.digit));
    (0..sets.len()).map(|index| sets.parts(index).iter().any(sees)).collect()
}

/// Three sets in a row.
pub(in crate::explain) fn xy_wing(search: &mut StepSearch<'_>) -> Flow {
    chains(search, Technique::AlmostLockedSetXyWing, 3..=3)
}

/// More sets in a row.
pub(in crate::explain) fn set_chain(search: &mut StepSearch<'_>) -> Flow {
    chains(search, Technique::AlmostLockedSetChain, 4..=LONGEST_CHAIN)
}

/// The candidates of these digits that see all of the digit in both sets.
fn both_see(sets: &AlmostLockedSets, [a, b]: [usize; 2], digits: DigitSet) -> CandidateSet {
    let mut eliminations = CandidateSet::EMPTY;
    for digit in digits {
        if let (Some(in_a), Some(in_b)) = (sets.part(a, digit), sets.part(b, digit)) {
            let cells = in_a.seen_by & in_b.seen_by;
            if !cells.is_empty() {
                eliminations |= CandidateSet::of_digit(digit, cells);
            }
        }
    }
    eliminations
}

fn eliminations_digits(eliminations: CandidateSet) -> DigitSet {
    Digit::ALL.into_iter().filter(|&digit| !eliminations.cells_with(digit).is_empty()).collect()
}

/// What two sets with two restricted common digits rule out: these leave whatever sees them in both sets, all other
/// digits are locked in their set.
fn doubly_linked(facts: &Facts, sets: &AlmostLockedSets, pair: [usize; 2], x: Digit, y: Digit) -> CandidateSet {
    let linked = DigitSet::from(x).with(y);
    let mut eliminations = both_see(sets, pair, linked);
    for index in pair {
        for part in sets.parts(index).iter().filter(|part| !linked.contains(part.digit)) {
            eliminations |= CandidateSet::of_digit(part.digit, part.seen_by & facts.cells_with(part.digit));
        }
    }
    // Within the sets, what one rules out in the other is left to a closer look at that cell.
    let inside = sets.set(pair[0]).cells | sets.set(pair[1]).cells;
    eliminations_digits(eliminations).iter().fold(CandidateSet::EMPTY, |outside, digit| {
        outside | CandidateSet::of_digit(digit, eliminations.cells_with(digit) - inside)
    })
}

fn node(sets: &AlmostLockedSets, index: usize, digit: Digit) -> Node {
    Node { digit, cells: sets.part(index, digit).map_or(CellSet::EMPTY, |part| part.cells) }
}

fn within(sets: &AlmostLockedSets, index: usize) -> Link {
    Link { strength: Strength::Strong, reason: Reason::AlmostLockedSet(sets.set(index)) }
}

/// From z in the first set to z in the last, over the restricted common digits between neighbours.
fn chain(sets: &AlmostLockedSets, row: &[usize], commons: &[Digit], z: Digit) -> Chain {
    let (mut nodes, mut links) = (Vec::new(), Vec::new());
    for (place, &index) in row.iter().enumerate() {
        let before = if place == 0 { z } else { commons[place - 1] };
        let after = commons.get(place).copied().unwrap_or(z);
        nodes.extend([node(sets, index, before), node(sets, index, after)]);
        links.push(within(sets, index));
    }
    alternate(nodes, links, false)
}

/// Two sets, there by one digit and back by another.
fn looped(sets: &AlmostLockedSets, [a, b]: [usize; 2], x: Digit, y: Digit) -> Chain {
    let nodes = Vec::from([node(sets, a, x), node(sets, a, y), node(sets, b, y), node(sets, b, x)]);
    alternate(nodes, Vec::from([within(sets, a), within(sets, b)]), true)
}

/// Puts the weak links between the strong ones. A set of one cell is a cell with two candidates.
fn alternate(nodes: Vec<Node>, strong: Vec<Link>, closed: bool) -> Chain {
    let mut links = Vec::with_capacity(nodes.len());
    for (index, mut link) in strong.into_iter().enumerate() {
        let [from, to] = [nodes[2 * index], nodes[2 * index + 1]];
        if let Reason::AlmostLockedSet(set) = link.reason
            && set.cells.len() == 1
        {
            link.reason = Reason::Cell;
        }
        debug_assert!(from.digit != to.digit);
        links.push(link);
        if let Some(&next) = nodes.get(2 * index + 2) {
            links.push(weak_link(to, next));
        } else if closed {
            links.push(weak_link(to, nodes[0]));
        }
    }
    Chain { nodes, links }
}

/// For each set, the sets that share a restricted common digit with it. Worked out for a set when it is first visited.
struct Neighbours {
    /// The digits of sets by their first cell: only there can all of a digit be seen by another set.
    by_cell: Vec<Vec<(u16, CellSet)>>,
    lists: Vec<Option<Vec<(u16, Digit)>>>,
}

impl Neighbours {
    fn new(facts: &Facts) -> Neighbours {
        let sets = facts.almost_locked_sets();
        let mut by_cell: Vec<Vec<(u16, CellSet)>> = vec![Vec::new(); 729];
        for index in 0..sets.len().min(usize::from(u16::MAX)) {
            for part in sets.parts(index) {
                if let Some(first) = part.cells.first() {
                    by_cell[Candidate::new(first, part.digit).index()].push((index as u16, part.cells));
                }
            }
        }
        Neighbours { by_cell, lists: vec![None; sets.len()] }
    }

    /// Works out the neighbours of a set.
    fn visit(&mut self, sets: &AlmostLockedSets, index: usize) {
        if self.lists[index].is_some() {
            return;
        }
        let mut list = Vec::new();
        for part in sets.parts(index) {
            for cell in part.seen_by {
                for &(other, cells) in &self.by_cell[Candidate::new(cell, part.digit).index()] {
                    if cells.is_subset(part.seen_by) {
                        list.push((other, part.digit));
                    }
                }
            }
        }
        list.sort_unstable();
        self.lists[index] = Some(list);
    }

    /// The neighbours of a set that was visited, with the digit.
    fn of(&self, index: usize) -> &[(u16, Digit)] {
        self.lists[index].as_deref().unwrap_or_default()
    }
}

/// From each set, breadth first: a state is a set and the digit by which it was entered. Shorter chains first.
fn chains(search: &mut StepSearch<'_>, technique: Technique, lengths: core::ops::RangeInclusive<usize>) -> Flow {
    let Some(refuted) = refuted(search.facts) else { return GO_ON };
    let sets = search.facts.almost_locked_sets();
    let mut neighbours = Neighbours::new(search.facts);
    let ends = ends(sets, refuted);
    let mut told = BTreeSet::new();
    // The stamp of the walk that reached a set by a digit; for each such state the first digit used too, since the
    // end of the chain must not be that digit.
    let mut reached: Vec<u32> = vec![0; sets.len() * 81];
    let mut stamp = 0;
    let mut states: Vec<SetVisit> = Vec::new();
    for length in lengths {
        for start in (0..sets.len()).filter(|&start| ends[start]) {
            stamp += 1;
            states.clear();
            states.push(SetVisit { set: start as u16, entered: None, first: None, before: 0, length: 1 });
            let mut next = 0;
            while next < states.len() {
                let state = states[next];
                let at = next;
                next += 1;
                if usize::from(state.length) == length {
                    continue;
                }
                neighbours.visit(sets, state.set.into());
                for &(to, digit) in neighbours.of(state.set.into()) {
                    let first = state.first.unwrap_or(digit);
                    let key = usize::from(to) * 81 + digit.index() * 9 + first.index();
                    if state.entered == Some(digit) || usize::from(to) == start || reached[key] == stamp {
                        continue;
                    }
                    reached[key] = stamp;
                    let length_now = state.length + 1;
                    states.push(SetVisit {
                        set: to,
                        entered: Some(digit),
                        first: Some(first),
                        before: at as u32,
                        length: length_now,
                    });
                    // The way back is the same chain, but for one that meets its end on the way: so both ways count.
                    if usize::from(length_now) != length || !ends[usize::from(to)] {
                        continue;
                    }
                    let digits = (sets.set(start).digits & sets.set(to.into()).digits).without(first).without(digit);
                    let eliminations = both_see(sets, [start, to.into()], digits);
                    if eliminations.is_empty() || !told.insert(eliminations) {
                        continue;
                    }
                    let (row, commons) = way(&states, states.len() - 1);
                    search.push(technique, CandidateSet::EMPTY, eliminations, || {
                        let ends = eliminations_digits(eliminations);
                        Pattern::Chains(ends.iter().map(|z| chain(sets, &row, &commons, z)).collect())
                    })?;
                }
            }
        }
    }
    GO_ON
}

#[derive(Clone, Copy)]
struct SetVisit {
    set: u16,
    entered: Option<Digit>,
    first: Option<Digit>,
    before: u32,
    length: u8,
}

fn way(states: &[SetVisit], last: usize) -> (Vec<usize>, Vec<Digit>) {
    let (mut row, mut commons) = (Vec::new(), Vec::new());
    let mut state = &states[last];
    loop {
        row.push(usize::from(state.set));
        let Some(digit) = state.entered else { break };
        commons.push(digit);
        state = &states[state.before as usize];
    }
    row.reverse();
    commons.reverse();
    (row, commons)
}

/// Stems in order; for each, the petals that leave something to eliminate, candidate after candidate of the stem.
pub(in crate::explain) fn death_blossom(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let sets = facts.almost_locked_sets();
    let mut told = BTreeSet::new();
    for stem in facts.empty_cells() {
        let digits = facts.digits_in(stem);
        // Ways to choose petals for the digits so far, told apart by what they leave to eliminate.
        let mut ways: Vec<(CandidateSet, Vec<(Digit, usize)>)> = Vec::from([(CandidateSet::FULL, Vec::new())]);
        if digits.len() < 2 {
            continue;
        }
        for digit in digits {
            let mut petals: Vec<(usize, CandidateSet)> = Vec::new();
            for index in 0..sets.len() {
                let Some(part) = sets.part(index, digit) else { continue };
                if !part.seen_by.contains(stem) || sets.set(index).cells.contains(stem) {
                    continue;
                }
                // Should the stem take the digit, the petal holds all its others.
                let mut out = CandidateSet::EMPTY;
                for other in sets.parts(index).iter().filter(|other| other.digit != digit) {
                    out |= CandidateSet::of_digit(other.digit, other.seen_by.without(stem));
                }
                if !out.is_empty() && !petals.iter().any(|(_, known)| *known == out) {
                    petals.push((index, out));
                }
            }
            let mut next: Vec<(CandidateSet, Vec<(Digit, usize)>)> = Vec::new();
            let mut known = BTreeSet::new();
            for (left, chosen) in &ways {
                for &(petal, out) in &petals {
                    let left = *left & out;
                    if !left.is_empty() && known.insert(left) {
                        let mut chosen = chosen.clone();
                        chosen.push((digit, petal));
                        next.push((left, chosen));
                    }
                }
            }
            ways = next;
        }
        for (eliminations, chosen) in ways {
            if told.insert(eliminations) {
                search.push(Technique::DeathBlossom, CandidateSet::EMPTY, eliminations, || {
                    let petals = chosen.iter().map(|&(digit, petal)| Petal { digit, set: sets.set(petal) }).collect();
                    Pattern::Blossom(Blossom { stem, petals })
                })?;
            }
        }
    }
    GO_ON
}
