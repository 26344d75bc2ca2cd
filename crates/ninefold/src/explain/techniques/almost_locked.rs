//! Almost locked sets: cells of a house with one candidate more than cells lack at most one of their digits.
//!
//! ```text
//!   A = { 13, 135 }   B = { 15, 157, ... }    A digit x of both is *restricted common* if every x of A sees every x
//!       z x   x z           x                 of B: one of the sets lacks it, and so holds all its other digits.
//! ```
//!
//! - *XZ-rule*: two sets with a restricted common digit x. One of them lacks x and so holds z: a z that sees all z of both
//!   is false. With two restricted common digits each set lacks exactly one of them: every other digit is locked in its
//!   set.
//! - *XY-wing* and *chain*: the same along a chain of sets. If neighbours share restricted common digits, and no set uses
//!   the same digit on both sides, one end of the chain holds its z.
//! - *Death blossom*: a stem cell, and for each of its candidates a petal, a set that lacks that digit if the stem holds
//!   it. Some petal holds its z, so a z that sees all z of all petals is false.
//!
//! The first two are reported as chains whose strong links are almost locked sets.
//!
//! Sets may overlap: the argument only needs that restricted common digits see each other.
//!
//! Order: by the sets, smaller first. Each conclusion is reported once, with the shortest chain.

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
    let mut reported = BTreeSet::new();
    for a in 0..sets.len() {
        let work = neighbours.visit(sets, a);
        search.spend(1000 + work + neighbours.of(a).len() as u64)?;
        let mut common: Vec<(usize, DigitSet)> = Vec::new();
        for &(b, digit) in
            neighbours.of(a).iter().filter(|(b, _)| usize::from(*b) > a && (ends[a] || ends[usize::from(*b)]))
        {
            // Neighbours are sorted by set.
            match common.last_mut() {
                Some((known, digits)) if *known == usize::from(b) => digits.insert(digit),
                _ => common.push((b.into(), digit.into())),
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
            if !eliminations.is_empty() && reported.insert(eliminations) {
                let technique = Technique::AlmostLockedSetXz;
                search.push(technique, CandidateSet::EMPTY, eliminations, || Pattern::Chains(pattern))?;
            }
        }
    }
    GO_ON
}

/// The candidates that chains of almost locked sets can eliminate, if there are any.
fn refuted(facts: &Facts) -> Option<CandidateSet> {
    // Not by all links: those along sets are fewer, and often they suffice.
    let refuted = facts.set_links().set_closure().refuted();
    Some(refuted).filter(|refuted| !refuted.is_empty())
}

/// For each set whether a candidate that can be eliminated sees it. Only such a set can be the end of a chain.
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

/// What two sets with two restricted common digits rule out: these digits where they are seen in both sets, and all other
/// digits, which are locked in their set.
fn doubly_linked(facts: &Facts, sets: &AlmostLockedSets, pair: [usize; 2], x: Digit, y: Digit) -> CandidateSet {
    let linked = DigitSet::from(x).with(y);
    let mut eliminations = both_see(sets, pair, linked);
    for index in pair {
        for part in sets.parts(index).iter().filter(|part| !linked.contains(part.digit)) {
            eliminations |= CandidateSet::of_digit(part.digit, part.seen_by & facts.cells_with(part.digit));
        }
    }
    // Eliminations inside the sets follow from those outside.
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

/// Adds the weak links between the strong ones. A set of one cell is a cell with two candidates.
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

/// For each set, the sets that share a restricted common digit with it. Computed for a set when it is first visited.
struct Neighbours {
    /// The digits of sets by the candidate in their first cell: a set sees all of a digit only if it sees this one.
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

    /// Computes the neighbours of a set, and returns how many sets it has looked at.
    fn visit(&mut self, sets: &AlmostLockedSets, index: usize) -> u64 {
        if self.lists[index].is_some() {
            return 0;
        }
        let (mut list, mut work) = (Vec::new(), 0);
        for part in sets.parts(index) {
            for cell in part.seen_by {
                let others = &self.by_cell[Candidate::new(cell, part.digit).index()];
                work += others.len() as u64;
                for &(other, cells) in others {
                    if cells.is_subset(part.seen_by) {
                        list.push((other, part.digit));
                    }
                }
            }
        }
        list.sort_unstable();
        self.lists[index] = Some(list);
        work
    }

    /// The neighbours of a set that has been visited, with the digit.
    fn of(&self, index: usize) -> &[(u16, Digit)] {
        self.lists[index].as_deref().unwrap_or_default()
    }
}

/// Chains of sets from each set, breadth first; shorter chains first.
fn chains(search: &mut StepSearch<'_>, technique: Technique, lengths: core::ops::RangeInclusive<usize>) -> Flow {
    let Some(refuted) = refuted(search.facts) else { return GO_ON };
    let sets = search.facts.almost_locked_sets();
    let mut chains = SetChains {
        sets,
        neighbours: Neighbours::new(search.facts),
        ends: ends(sets, refuted),
        reached: vec![0; sets.len() * 81],
        starts: 0,
        visits: Vec::new(),
    };
    let mut reported = BTreeSet::new();
    for length in lengths {
        for start in 0..sets.len() {
            if !chains.ends[start] {
                continue;
            }
            search.poll()?;
            chains.from(start, length, &mut |event| {
                let (eliminations, row, commons) = match event {
                    ChainEvent::Work(work) => return search.spend(work),
                    ChainEvent::Found(eliminations, row, commons) => (eliminations, row, commons),
                };
                if !reported.insert(eliminations) {
                    return GO_ON;
                }
                search.push(technique, CandidateSet::EMPTY, eliminations, || {
                    let ends = eliminations_digits(eliminations);
                    Pattern::Chains(ends.iter().map(|z| chain(sets, row, commons, z)).collect())
                })
            })?;
        }
    }
    GO_ON
}

/// A set on a chain: the digit by which it was entered, and the first digit of the chain.
#[derive(Clone, Copy)]
struct SetVisit {
    set: u16,
    entered: Option<Digit>,
    first: Option<Digit>,
    /// The visit before.
    before: u32,
    length: u8,
}

/// A breadth-first search for chains of almost locked sets.
struct SetChains<'a> {
    sets: &'a AlmostLockedSets,
    neighbours: Neighbours,
    ends: Vec<bool>,
    /// The number of the latest start from which a set was reached by a digit, for each first digit of the chain: the end
    /// of the chain must not be that digit.
    reached: Vec<u32>,
    starts: u32,
    visits: Vec<SetVisit>,
}

/// What a search for chains reports.
enum ChainEvent<'e> {
    /// So many sets and links were visited.
    Work(u64),
    /// What a chain eliminates, its sets and the restricted common digits between them.
    Found(CandidateSet, &'e [usize], &'e [Digit]),
}

/// Receives chains, and decides whether the search continues.
type ChainReceiver<'f> = dyn FnMut(ChainEvent<'_>) -> Flow + 'f;

/// Work is reported in portions of about this size.
const PORTION: u64 = 10_000;
/// Computing what a chain eliminates takes as long as so many visits.
const END: u64 = 12;

impl SetChains<'_> {
    /// The chains of so many sets from this one.
    fn from(&mut self, start: usize, length: usize, found: &mut ChainReceiver<'_>) -> Flow {
        self.starts += 1;
        self.visits.clear();
        self.visits.push(SetVisit { set: start as u16, entered: None, first: None, before: 0, length: 1 });
        let (mut next, mut work) = (0, 0);
        while next < self.visits.len() {
            let visit = self.visits[next];
            let before = next as u32;
            next += 1;
            if usize::from(visit.length) == length {
                continue;
            }
            work += self.neighbours.visit(self.sets, visit.set.into());
            work += self.neighbours.of(visit.set.into()).len() as u64;
            if work >= PORTION {
                found(ChainEvent::Work(core::mem::take(&mut work)))?;
            }
            for index in 0..self.neighbours.of(visit.set.into()).len() {
                let (to, digit) = self.neighbours.of(visit.set.into())[index];
                let first = visit.first.unwrap_or(digit);
                let reached = &mut self.reached[usize::from(to) * 81 + digit.index() * 9 + first.index()];
                if visit.entered == Some(digit) || usize::from(to) == start || *reached == self.starts {
                    continue;
                }
                *reached = self.starts;
                let (entered, first) = (Some(digit), Some(first));
                self.visits.push(SetVisit { set: to, entered, first, before, length: visit.length + 1 });
                // The reversed chain may contain its end twice, so both directions are searched.
                if usize::from(visit.length) + 1 == length && self.ends[usize::from(to)] {
                    work += END;
                    self.end(start, found)?;
                }
            }
        }
        found(ChainEvent::Work(work))
    }

    /// Reports the chain of the latest visit, if it eliminates anything.
    fn end(&self, start: usize, found: &mut ChainReceiver<'_>) -> Flow {
        let Some(&SetVisit { set, entered: Some(last), first: Some(first), .. }) = self.visits.last() else {
            return GO_ON;
        };
        let end = usize::from(set);
        let digits = (self.sets.set(start).digits & self.sets.set(end).digits).without(first).without(last);
        let eliminations = both_see(self.sets, [start, end], digits);
        if eliminations.is_empty() {
            return GO_ON;
        }
        let (row, commons) = self.sets_of_latest();
        found(ChainEvent::Found(eliminations, &row, &commons))
    }

    /// The sets of the chain of the latest visit, and the digits between them.
    fn sets_of_latest(&self) -> (Vec<usize>, Vec<Digit>) {
        let (mut row, mut commons) = (Vec::new(), Vec::new());
        let mut visit = self.visits.last();
        while let Some(&SetVisit { set, entered, before, .. }) = visit {
            row.push(usize::from(set));
            commons.extend(entered);
            visit = entered.map(|_| &self.visits[before as usize]);
        }
        row.reverse();
        commons.reverse();
        (row, commons)
    }
}

/// Stems in order; for each, the choices of petals that eliminate something, candidate by candidate of the stem.
pub(in crate::explain) fn death_blossom(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let sets = facts.almost_locked_sets();
    let mut reported = BTreeSet::new();
    for stem in facts.empty_cells() {
        search.poll()?;
        let digits = facts.digits_in(stem);
        // Choices of petals for the digits so far, one for each set of eliminations.
        let mut choices: Vec<(CandidateSet, Vec<(Digit, usize)>)> = Vec::from([(CandidateSet::FULL, Vec::new())]);
        if digits.len() < 2 {
            continue;
        }
        for digit in digits {
            search.spend(1000 + sets.len() as u64)?;
            let mut petals: Vec<(usize, CandidateSet)> = Vec::new();
            let mut outs = BTreeSet::new();
            for index in 0..sets.len() {
                let Some(part) = sets.part(index, digit) else { continue };
                if !part.seen_by.contains(stem) || sets.set(index).cells.contains(stem) {
                    continue;
                }
                // If the stem holds the digit, the petal holds all its others.
                let mut out = CandidateSet::EMPTY;
                for other in sets.parts(index).iter().filter(|other| other.digit != digit) {
                    out |= CandidateSet::of_digit(other.digit, other.seen_by.without(stem));
                }
                if !out.is_empty() && outs.insert(out) {
                    petals.push((index, out));
                }
            }
            let mut next: Vec<(CandidateSet, Vec<(Digit, usize)>)> = Vec::new();
            let mut known = BTreeSet::new();
            for (left, chosen) in &choices {
                // A comparison of two sets of candidates takes longer than a visit.
                search.spend(1000 + 8 * petals.len() as u64)?;
                for &(petal, out) in &petals {
                    let left = *left & out;
                    if !left.is_empty() && known.insert(left) {
                        let mut chosen = chosen.clone();
                        chosen.push((digit, petal));
                        next.push((left, chosen));
                    }
                }
            }
            choices = next;
        }
        for (eliminations, chosen) in choices {
            if reported.insert(eliminations) {
                search.push(Technique::DeathBlossom, CandidateSet::EMPTY, eliminations, || {
                    let petals = chosen.iter().map(|&(digit, petal)| Petal { digit, set: sets.set(petal) }).collect();
                    Pattern::Blossom(Blossom { stem, petals })
                })?;
            }
        }
    }
    GO_ON
}
