//! Chains and loops: from one link to the next, false makes true and true makes false.
//!
//! ```text
//!   5r1c1 = 5r1c7 - 5r3c8 = 2r3c8     if r1c1 is not 5 then r1c7 is; so r3c8 is not 5 and must be 2:
//!                                     r1c1 is 5 or r3c8 is 2, and what both rule out is false
//! ```
//!
//! One search finds all of them. It walks the link graph from every node at once, shortest chains first, and looks at
//! each node `end` that `start` being false makes true:
//!
//! - Whatever both rule out is false: an *alternating inference chain*. With one digit throughout it is an *X-chain*,
//!   from cell to cell with two candidates each an *XY-chain*.
//! - For any single candidate that both rule out, the chain closes into a *discontinuous nice loop*: true, the
//!   candidate would make itself false. If start and end are the same, false would make itself true.
//! - If start and end cannot both be true, the chain closes into a *continuous nice loop*, and each of its weak links
//!   rules out what both ends rule out. Different loops over the same closing link rule out different things, so all
//!   shortest ones are looked at.
//!
//! The *grouped* kinds use groups of candidates in a triad, or almost locked sets, where the others use candidates.
//!
//! Order: by length, then by start and end (digit, then cell). Each conclusion is told once, by a shortest chain.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::links::{Graph, LinkKinds, Measure, NumberedChain, weak_link};
use crate::explain::{Chain, Pattern, Technique};
use crate::{CandidateSet, CellSet};

/// One digit throughout.
pub(in crate::explain) fn x_chain(search: &mut StepSearch<'_>) -> Flow {
    open_chains(search, Technique::XChain, LinkKinds::Digit)
}

/// From cell to cell with two candidates each.
pub(in crate::explain) fn xy_chain(search: &mut StepSearch<'_>) -> Flow {
    open_chains(search, Technique::XyChain, LinkKinds::Cells)
}

fn open_chains(search: &mut StepSearch<'_>, technique: Technique, walk: LinkKinds) -> Flow {
    let graph = search.facts.links();
    let refuted = graph.closure().refuted();
    if refuted.is_empty() {
        return GO_ON;
    }
    // A chain must start where something that can be eliminated sees it.
    let starts = (0..graph.candidates()).filter(|&number| {
        let node = graph.node(number);
        !refuted.cells_with(node.digit).is_disjoint(node.cells.common_peers())
    });
    let mut told = BTreeSet::new();
    graph.walk(walk, starts, &mut |depth, start, end| {
        // One strong link is no chain yet, and the way back is the same chain.
        if depth < 2 || start >= end || graph.node(start).digit != graph.node(end).digit {
            return GO_ON;
        }
        if !graph.rule_out_something(start, end) {
            return GO_ON;
        }
        let eliminations = graph.ruled_out_by_both(start, end);
        match graph.trace(walk, start, end, false) {
            Some(trace) if told.insert(eliminations) => {
                search.push(technique, CandidateSet::EMPTY, eliminations, || open(graph, &trace))
            }
            _ => GO_ON,
        }
    })
}

/// What the nice loop search finds, plain or grouped.
struct LoopTechniques {
    continuous: Technique,
    discontinuous: Technique,
    chain: Technique,
}

/// Nice loops and alternating inference chains between candidates.
pub(in crate::explain) fn nice_loops(search: &mut StepSearch<'_>) -> Flow {
    let kinds = LoopTechniques {
        continuous: Technique::ContinuousNiceLoop,
        discontinuous: Technique::DiscontinuousNiceLoop,
        chain: Technique::AlternatingInferenceChain,
    };
    Reported::default().search(search, &kinds, search.facts.links(), false)
}

/// The same with groups. A caller may ask for chains with almost locked sets among them.
pub(in crate::explain) fn grouped_nice_loops(search: &mut StepSearch<'_>) -> Flow {
    let kinds = LoopTechniques {
        continuous: Technique::GroupedContinuousNiceLoop,
        discontinuous: Technique::GroupedDiscontinuousNiceLoop,
        chain: Technique::GroupedAlternatingInferenceChain,
    };
    let mut told = Reported::default();
    told.search(search, &kinds, search.facts.group_links(), true)?;
    if search.limits.sets_in_grouped_chains {
        told.search(search, &kinds, search.facts.set_links(), true)?;
    }
    GO_ON
}

/// The same with almost locked sets.
pub(in crate::explain) fn set_nice_loops(search: &mut StepSearch<'_>) -> Flow {
    let kinds = LoopTechniques {
        continuous: Technique::AlmostLockedSetContinuousNiceLoop,
        discontinuous: Technique::AlmostLockedSetDiscontinuousNiceLoop,
        chain: Technique::AlmostLockedSetAlternatingInferenceChain,
    };
    Reported::default().search(search, &kinds, search.facts.set_links(), true)
}

/// Loops over one closing link differ in what they eliminate; a link with more different ones than this is left alone.
const MOST_LOOPS: usize = 1024;

/// Conclusions already told.
#[derive(Default)]
struct Reported {
    chains: BTreeSet<CandidateSet>,
    loops: BTreeSet<CandidateSet>,
    /// By discontinuous loops: one candidate, and several.
    single: CandidateSet,
    others: BTreeSet<CandidateSet>,
}

impl Reported {
    fn search(&mut self, search: &mut StepSearch<'_>, kinds: &LoopTechniques, graph: &Graph, grouped: bool) -> Flow {
        let wants = [kinds.continuous, kinds.discontinuous, kinds.chain].map(|kind| search.wants(kind));
        let [continuous, discontinuous, chain] = wants;
        // Whatever a chain or loop eliminates would make itself false.
        let refuted = graph.closure().refuted();
        if refuted.is_empty() {
            return GO_ON;
        }
        // Chains between two almost locked sets are techniques of their own, so a chain starts at least at a group.
        let measures: &[Measure] =
            if graph.has_sets() { &[Measure::Links, Measure::Strides] } else { &[Measure::Links] };
        graph.walk(LinkKinds::All, 0..graph.groups(), &mut |depth, start, end| {
            if depth < 2 || start > end {
                return GO_ON;
            }
            if start == end {
                return if discontinuous { self.true_start(search, kinds, graph, start, grouped) } else { GO_ON };
            }
            if continuous && graph.are_weakly_linked(start, end) {
                for &measure in measures {
                    let rounds = graph.rounds(measure, start, end);
                    for (eliminations, trace) in graph.loops((start, end), measure, &rounds, grouped, MOST_LOOPS) {
                        if self.loops.insert(eliminations) {
                            search
                                .push(kinds.continuous, CandidateSet::EMPTY, eliminations, || closed(graph, &trace))?;
                        }
                    }
                }
            }
            if !(chain || discontinuous) || !graph.rule_out_something(start, end) {
                return GO_ON;
            }
            let eliminations = graph.ruled_out_by_both(start, end);
            let new_chain = chain && eliminations.len() > 1 && !self.chains.contains(&eliminations);
            let singles = eliminations - self.single;
            if !new_chain && (!discontinuous || singles.is_empty()) {
                return GO_ON;
            }
            let Some(trace) = graph.trace(LinkKinds::All, start, end, grouped) else { return GO_ON };
            if new_chain {
                self.chains.insert(eliminations);
                search.push(kinds.chain, CandidateSet::EMPTY, eliminations, || open(graph, &trace))?;
            }
            if discontinuous {
                self.single |= singles;
                for candidate in singles {
                    let false_node = crate::explain::Node { digit: candidate.digit(), cells: candidate.cell().into() };
                    search.push(kinds.discontinuous, CandidateSet::EMPTY, candidate.into(), || {
                        let (mut nodes, mut links) = graph.links(&trace);
                        links.insert(0, weak_link(false_node, nodes[0]));
                        links.push(weak_link(nodes[nodes.len() - 1], false_node));
                        nodes.insert(0, false_node);
                        Pattern::Chains(Vec::from([Chain { nodes, links }]))
                    })?;
                }
            }
            GO_ON
        })?;
        // What is left runs from almost locked set to almost locked set.
        for candidate in refuted - self.single {
            let trace = graph.number(candidate).filter(|_| discontinuous).and_then(|n| graph.refutation(n, grouped));
            if let Some((nodes, links)) = trace {
                self.single.insert(candidate);
                let pattern = || Pattern::Chains(Vec::from([Chain { nodes, links }]));
                search.push(kinds.discontinuous, CandidateSet::EMPTY, candidate.into(), pattern)?;
            }
        }
        GO_ON
    }

    /// False, the start would make itself true. In a cell, its other candidates go; the rest follows from that.
    fn true_start(
        &mut self,
        search: &mut StepSearch<'_>,
        kinds: &LoopTechniques,
        graph: &Graph,
        start: usize,
        grouped: bool,
    ) -> Flow {
        let node = graph.node(start);
        let mut eliminations = node.rules_out(search.facts.marks());
        if node.cells.len() == 1 {
            eliminations -= CandidateSet::of_digit(node.digit, CellSet::FULL);
        }
        let told = |told: &Reported| match eliminations.single() {
            Some(candidate) => told.single.contains(candidate),
            None => told.others.contains(&eliminations),
        };
        if eliminations.is_empty() || told(self) {
            return GO_ON;
        }
        let Some(trace) = graph.trace(LinkKinds::All, start, start, grouped) else { return GO_ON };
        match eliminations.single() {
            Some(candidate) => self.single.insert(candidate),
            None => _ = self.others.insert(eliminations),
        }
        search.push(kinds.discontinuous, CandidateSet::EMPTY, eliminations, || {
            let (mut nodes, links) = graph.links(&trace);
            nodes.pop();
            Pattern::Chains(Vec::from([Chain { nodes, links }]))
        })
    }
}

fn open(graph: &Graph, trace: &NumberedChain) -> Pattern {
    let (nodes, links) = graph.links(trace);
    Pattern::Chains(Vec::from([Chain { nodes, links }]))
}

fn closed(graph: &Graph, trace: &NumberedChain) -> Pattern {
    let (nodes, mut links) = graph.links(trace);
    links.push(weak_link(nodes[nodes.len() - 1], nodes[0]));
    Pattern::Chains(Vec::from([Chain { nodes, links }]))
}
