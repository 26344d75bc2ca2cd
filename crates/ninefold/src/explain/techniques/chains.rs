//! Chains and loops: from one link to the next, false makes true and true makes false.
//!
//! ```text
//!   5r1c1 = 5r1c7 - 5r3c8 = 2r3c8     if r1c1 is not 5 then r1c7 is; so r3c8 is not 5 and must be 2:
//!                                     r1c1 is 5 or r3c8 is 2, and what both rule out is false
//! ```
//!
//! One search finds all of them. It walks the link graph from every node at once, shortest chains first, and examines
//! each node `end` that `start` being false makes true:
//!
//! - What both rule out is false: an *alternating inference chain*. With one digit throughout it is an *X-chain*, from
//!   cell to cell with two candidates each an *XY-chain*.
//! - For any single candidate that both rule out, the chain closes into a *discontinuous nice loop*: if it were true, it
//!   would be false. If start and end are the same node, it is true: if it were false, it would be true.
//! - If start and end cannot both be true, the chain closes into a *continuous nice loop*, and each of its weak links
//!   rules out what both its ends rule out. Different loops over the same closing link rule out different candidates, so
//!   all shortest ones are examined.
//!
//! The *grouped* kinds use groups of candidates in a triad, or almost locked sets, in addition to candidates.
//!
//! Order: by length, then by start and end (digit, then cell). Each conclusion is reported once, with a shortest chain.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::links::{Graph, LinkKinds, LoopQuery, Measure, Meeting, NumberedChain, weak_link};
use crate::explain::{Chain, Node, Pattern, Technique};
use crate::{CandidateSet, CellSet};

/// One digit throughout.
pub(in crate::explain) fn x_chain(search: &mut StepSearch<'_>) -> Flow {
    open_chains(search, Technique::XChain, LinkKinds::OneDigit)
}

/// From cell to cell with two candidates each.
pub(in crate::explain) fn xy_chain(search: &mut StepSearch<'_>) -> Flow {
    open_chains(search, Technique::XyChain, LinkKinds::Cells)
}

fn open_chains(search: &mut StepSearch<'_>, technique: Technique, kinds: LinkKinds) -> Flow {
    let graph = search.facts.links();
    let refuted = graph.closure().refuted();
    if refuted.is_empty() {
        return GO_ON;
    }
    // Only a node that sees a candidate which can be eliminated is a useful start.
    let starts = (0..graph.candidates()).filter(|&number| {
        let node = graph.node(number);
        !refuted.cells_with(node.digit).is_disjoint(node.cells.common_peers())
    });
    let mut reported = BTreeSet::new();
    graph.walk(kinds, starts, &mut |Meeting { length, start, end }| {
        // One strong link is not a chain, and the reversed chain is the same one.
        if length < 2 || start >= end || graph.node(start).digit != graph.node(end).digit {
            return GO_ON;
        }
        if !graph.rule_out_something(start, end) {
            return GO_ON;
        }
        let eliminations = graph.ruled_out_by_both(start, end);
        match graph.chain(kinds, start, end, false) {
            Some(chain) if reported.insert(eliminations) => {
                search.push(technique, CandidateSet::EMPTY, eliminations, || open(graph, &chain))
            }
            _ => GO_ON,
        }
    })
}

/// The techniques of one search for nice loops: plain, grouped, or with almost locked sets.
struct LoopTechniques {
    continuous: Technique,
    discontinuous: Technique,
    chain: Technique,
}

/// Nice loops and alternating inference chains between candidates.
pub(in crate::explain) fn nice_loops(search: &mut StepSearch<'_>) -> Flow {
    let techniques = LoopTechniques {
        continuous: Technique::ContinuousNiceLoop,
        discontinuous: Technique::DiscontinuousNiceLoop,
        chain: Technique::AlternatingInferenceChain,
    };
    let graph = search.facts.links();
    NiceLoops { techniques, grouped: false, reported: Reported::default() }.search(search, graph)
}

/// The same with groups; with almost locked sets too if the limits of the search say so.
pub(in crate::explain) fn grouped_nice_loops(search: &mut StepSearch<'_>) -> Flow {
    let techniques = LoopTechniques {
        continuous: Technique::GroupedContinuousNiceLoop,
        discontinuous: Technique::GroupedDiscontinuousNiceLoop,
        chain: Technique::GroupedAlternatingInferenceChain,
    };
    let mut loops = NiceLoops { techniques, grouped: true, reported: Reported::default() };
    let facts = search.facts;
    loops.search(search, facts.group_links())?;
    if search.limits.sets_in_grouped_chains {
        loops.search(search, facts.set_links())?;
    }
    GO_ON
}

/// The same with almost locked sets.
pub(in crate::explain) fn set_nice_loops(search: &mut StepSearch<'_>) -> Flow {
    let techniques = LoopTechniques {
        continuous: Technique::AlmostLockedSetContinuousNiceLoop,
        discontinuous: Technique::AlmostLockedSetDiscontinuousNiceLoop,
        chain: Technique::AlmostLockedSetAlternatingInferenceChain,
    };
    let graph = search.facts.set_links();
    NiceLoops { techniques, grouped: true, reported: Reported::default() }.search(search, graph)
}

/// Loops over one closing link differ in what they eliminate. A link with more different partial loops than this is
/// skipped.
const MOST_LOOPS: usize = 1024;

/// Conclusions already reported.
#[derive(Default)]
struct Reported {
    chains: BTreeSet<CandidateSet>,
    loops: BTreeSet<CandidateSet>,
    /// By discontinuous loops: single candidates, and sets of several.
    single: CandidateSet,
    others: BTreeSet<CandidateSet>,
}

/// A search for nice loops and alternating inference chains.
struct NiceLoops {
    techniques: LoopTechniques,
    /// Only chains that use a group or an almost locked set.
    grouped: bool,
    reported: Reported,
}

impl NiceLoops {
    fn search(&mut self, search: &mut StepSearch<'_>, graph: &Graph) -> Flow {
        // Whatever a chain or loop eliminates implies its own opposite.
        let refuted = graph.closure().refuted();
        if refuted.is_empty() {
            return GO_ON;
        }
        // Chains between two almost locked sets are separate techniques, so a chain starts at a candidate or a group.
        let mut polled = 0;
        graph.walk(LinkKinds::All, 0..graph.groups(), &mut |Meeting { length, start, end }| {
            if length != polled {
                polled = length;
                search.poll()?;
            }
            if length < 2 || start > end {
                return GO_ON;
            }
            if start == end {
                return self.true_start(search, graph, start);
            }
            if graph.are_weakly_linked(start, end) {
                self.continuous_loops(search, graph, start, end)?;
            }
            self.chain(search, graph, start, end)
        })?;
        // The refutations left run from almost locked set to almost locked set.
        if !search.wants(self.techniques.discontinuous) {
            return GO_ON;
        }
        for candidate in refuted - self.reported.single {
            if let Some(chain) = graph.number(candidate).and_then(|number| graph.refutation(number, self.grouped)) {
                self.reported.single.insert(candidate);
                let pattern = || Pattern::Chains(Vec::from([chain]));
                search.push(self.techniques.discontinuous, CandidateSet::EMPTY, candidate.into(), pattern)?;
            }
        }
        GO_ON
    }

    /// The loops that close over the weak link between start and end.
    fn continuous_loops(&mut self, search: &mut StepSearch<'_>, graph: &Graph, start: usize, end: usize) -> Flow {
        if !search.wants(self.techniques.continuous) {
            return GO_ON;
        }
        let measures: &[Measure] =
            if graph.has_sets() { &[Measure::Links, Measure::Strides] } else { &[Measure::Links] };
        for &measure in measures {
            let query = LoopQuery { start, end, measure, grouped: self.grouped, most: MOST_LOOPS };
            for (eliminations, chain) in graph.loops(&query) {
                if self.reported.loops.insert(eliminations) {
                    let pattern = || closed(graph, &chain);
                    search.push(self.techniques.continuous, CandidateSet::EMPTY, eliminations, pattern)?;
                }
            }
        }
        GO_ON
    }

    /// One of start and end is true: what both rule out, together and one by one.
    fn chain(&mut self, search: &mut StepSearch<'_>, graph: &Graph, start: usize, end: usize) -> Flow {
        let LoopTechniques { discontinuous, chain: technique, .. } = self.techniques;
        let (wants_loop, wants_chain) = (search.wants(discontinuous), search.wants(technique));
        if !(wants_chain || wants_loop) || !graph.rule_out_something(start, end) {
            return GO_ON;
        }
        let eliminations = graph.ruled_out_by_both(start, end);
        let new_chain = wants_chain && eliminations.len() > 1 && !self.reported.chains.contains(&eliminations);
        let singles = eliminations - self.reported.single;
        if !new_chain && (!wants_loop || singles.is_empty()) {
            return GO_ON;
        }
        let Some(chain) = graph.chain(LinkKinds::All, start, end, self.grouped) else { return GO_ON };
        if new_chain {
            self.reported.chains.insert(eliminations);
            search.push(technique, CandidateSet::EMPTY, eliminations, || open(graph, &chain))?;
        }
        if wants_loop {
            self.reported.single |= singles;
            for candidate in singles {
                let false_node = Node { digit: candidate.digit(), cells: candidate.cell().into() };
                search.push(discontinuous, CandidateSet::EMPTY, candidate.into(), || {
                    Pattern::Chains(Vec::from([graph.closed_at(false_node, &chain)]))
                })?;
            }
        }
        GO_ON
    }

    /// The start is true, since otherwise it would be true. In a cell, its other candidates are eliminated; the rest
    /// follows from that.
    fn true_start(&mut self, search: &mut StepSearch<'_>, graph: &Graph, start: usize) -> Flow {
        if !search.wants(self.techniques.discontinuous) {
            return GO_ON;
        }
        let node = graph.node(start);
        let mut eliminations = graph.ruled_out(start);
        if node.cells.len() == 1 {
            eliminations -= CandidateSet::of_digit(node.digit, CellSet::FULL);
        }
        let known = match eliminations.single() {
            Some(candidate) => self.reported.single.contains(candidate),
            None => self.reported.others.contains(&eliminations),
        };
        if eliminations.is_empty() || known {
            return GO_ON;
        }
        let Some(chain) = graph.chain(LinkKinds::All, start, start, self.grouped) else { return GO_ON };
        match eliminations.single() {
            Some(candidate) => self.reported.single.insert(candidate),
            None => _ = self.reported.others.insert(eliminations),
        }
        search.push(self.techniques.discontinuous, CandidateSet::EMPTY, eliminations, || {
            let (mut nodes, links) = graph.pattern(&chain);
            nodes.pop();
            Pattern::Chains(Vec::from([Chain { nodes, links }]))
        })
    }
}

fn open(graph: &Graph, chain: &NumberedChain) -> Pattern {
    let (nodes, links) = graph.pattern(chain);
    Pattern::Chains(Vec::from([Chain { nodes, links }]))
}

fn closed(graph: &Graph, chain: &NumberedChain) -> Pattern {
    let (nodes, mut links) = graph.pattern(chain);
    links.push(weak_link(nodes[nodes.len() - 1], nodes[0]));
    Pattern::Chains(Vec::from([Chain { nodes, links }]))
}
