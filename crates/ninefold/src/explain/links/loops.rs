//! Continuous loops over a weak link: all that differ in what they eliminate.
//!
//! Two nodes that cannot both be true, and a chain by which one is true if the other is false: the loop closes. Chains of
//! the same length may use different links and so eliminate different candidates. They are extended together, one length
//! after the other. Two partial loops that have reached the same node with the same eliminations are one from there on.

use alloc::vec;
use alloc::vec::Vec;

use super::{Graph, LinkKinds, NumberedChain, StrongLink, StrongReason};
use crate::bits::{BitMatrix, BitRow};
use crate::explain::Node;
use crate::{CandidateSet, CellSet, Digit};

/// How the length of a chain is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum Measure {
    /// By its strong links.
    Links,
    /// As players count: a link in an almost locked set is one step, any other two.
    Strides,
}

impl Measure {
    fn of(self, link: &StrongLink) -> usize {
        match (self, link.reason) {
            (Measure::Links, _) | (Measure::Strides, StrongReason::Set(_)) => 1,
            (Measure::Strides, _) => 2,
        }
    }
}

/// Which loops to find.
#[derive(Clone, Copy, Debug)]
pub(in crate::explain) struct LoopQuery {
    /// The ends of the weak link that closes the loop.
    pub(in crate::explain) start: usize,
    pub(in crate::explain) end: usize,
    /// The rest of the loop is a shortest chain by this measure.
    pub(in crate::explain) measure: Measure,
    /// Only loops that use a group or an almost locked set.
    pub(in crate::explain) grouped: bool,
    /// With more different partial loops than this at some length, the search gives up.
    pub(in crate::explain) most: usize,
}

/// The beginning of a loop: its latest true node and how it was reached, and what it eliminates.
#[derive(Clone, Copy)]
struct PartialLoop {
    /// The latest true node, the false node before it and the reason; nothing at the start.
    latest: Option<(usize, usize, StrongReason)>,
    /// Length and number of the partial loop before.
    before: (usize, usize),
    grouped: bool,
    /// The cells of the loop.
    cells: CellSet,
    /// What its links within a cell eliminate, and what the others do.
    within: CandidateSet,
    seen: CandidateSet,
}

impl PartialLoop {
    fn rule_out(&mut self, a: Node, b: Node, both: CandidateSet) {
        *(if a.cells == b.cells { &mut self.within } else { &mut self.seen }) |= both;
    }

    /// A cell of the loop loses only what its own links eliminate. The rest follows from these eliminations.
    fn eliminations(&self) -> CandidateSet {
        Digit::ALL.into_iter().fold(self.within, |set, digit| {
            set | CandidateSet::of_digit(digit, self.seen.cells_with(digit) - self.cells)
        })
    }

    /// Whether every extension of the other is one of this, with the same eliminations.
    fn replaces(&self, other: &PartialLoop) -> bool {
        self.latest.map(|(to, ..)| to) == other.latest.map(|(to, ..)| to)
            && (self.grouped, self.cells) == (other.grouped, other.cells)
            && (self.within, self.seen) == (other.within, other.seen)
    }
}

impl Graph {
    /// The sets of candidates that the loops of a query eliminate: each set once, with one loop.
    pub(in crate::explain) fn loops(&self, query: &LoopQuery) -> Vec<(CandidateSet, NumberedChain)> {
        let layers = self.layers(query);
        let length = layers.rows() - 1;
        if !layers.row(length).has(query.end) {
            return Vec::new();
        }
        let on_the_way = self.on_the_way(query, &layers);
        let Some(partial) = self.partial_loops(query, &on_the_way) else { return Vec::new() };
        let closing = self.ruled_out_by_both(query.start, query.end);
        let mut found: Vec<(CandidateSet, NumberedChain)> = Vec::new();
        for &last in &partial[length] {
            let mut closed = last;
            closed.rule_out(self.nodes[query.end], self.nodes[query.start], closing);
            let eliminations = closed.eliminations();
            let wanted = !eliminations.is_empty() && (closed.grouped || !query.grouped);
            if wanted && !found.iter().any(|(known, _)| *known == eliminations) {
                found.push((eliminations, chain_of(&last, &partial)));
            }
        }
        found
    }

    /// The nodes that `start` being false makes true, by the length of the shortest chain: row `i` for length `i`. The last
    /// row is the one that contains `end`, if any does.
    fn layers(&self, query: &LoopQuery) -> BitMatrix {
        let count = self.len();
        let [mut on, mut off] = [(); 2].map(|()| vec![0; self.weak.words()]);
        off.put(query.start);
        let mut layers = BitMatrix::new(1, count);
        // False nodes by the length of the chain to them. A strong link leads to one of the next two lengths.
        let mut fronts = BitMatrix::new(1, count);
        fronts.row_mut(0).put(query.start);
        for length in 1.. {
            let fresh = layers.push_blank();
            for back in 1..=length.min(2) {
                let leads_here = |link: &StrongLink| query.measure.of(link) == back;
                let front = fronts.row(length - back);
                self.make_true(front, &mut on, leads_here, |_, link| fresh.put(link.to.into()));
            }
            let front = fronts.push_blank();
            self.make_false(LinkKinds::All, layers.row(length).ones(), &mut off, front);
            let is_over = front.is_blank() && fronts.row(length - 1).is_blank();
            if is_over || on.has(query.end) {
                break;
            }
        }
        layers
    }

    /// The nodes of each layer that lie on a shortest chain to the end.
    fn on_the_way(&self, query: &LoopQuery, layers: &BitMatrix) -> BitMatrix {
        let length = layers.rows() - 1;
        let mut needed = BitMatrix::new(length + 1, self.len());
        needed.row_mut(length).put(query.end);
        for at in (1..=length).rev() {
            let (mut before, own) = needed.split_at_row(at);
            for to in own.ones() {
                for link in self.strong(to) {
                    let Some(back) = at.checked_sub(query.measure.of(link)) else { continue };
                    let rows = self.weak(link.to.into()).iter().zip(layers.row(back));
                    before.row_mut(back).iter_mut().zip(rows).for_each(|(row, (weak, layer))| *row |= weak & layer);
                }
            }
        }
        needed
    }

    /// The partial loops of each length up to the end; nothing if there are too many.
    fn partial_loops(&self, query: &LoopQuery, on_the_way: &BitMatrix) -> Option<Vec<Vec<PartialLoop>>> {
        let length = on_the_way.rows() - 1;
        let mut partial: Vec<Vec<PartialLoop>> = vec![Vec::new(); length + 1];
        partial[0].push(PartialLoop {
            latest: None,
            before: (0, 0),
            grouped: self.is_group(query.start),
            cells: self.nodes[query.start].cells,
            within: CandidateSet::EMPTY,
            seen: CandidateSet::EMPTY,
        });
        for at in 0..length {
            let (done, open) = partial.split_at_mut(at + 1);
            for (number, begun) in done[at].iter().enumerate() {
                // From the start, or from all that the latest true node makes false.
                let excluded = begun.latest.map(|(true_node, ..)| self.weak(true_node));
                let start = excluded.is_none().then_some(query.start);
                let false_nodes = excluded.into_iter().flat_map(|row| row.ones()).chain(start);
                for from in false_nodes.filter(|&from| self.linked.has(from)) {
                    for link in self.strong(from) {
                        let ahead = query.measure.of(link);
                        if at + ahead > length || !on_the_way.row(at + ahead).has(link.to.into()) {
                            continue;
                        }
                        let next = PartialLoop { before: (at, number), ..self.extended(begun, from, link) };
                        let same_length = &mut open[ahead - 1];
                        if !same_length.iter().any(|known| known.replaces(&next)) {
                            same_length.push(next);
                            if same_length.len() > query.most {
                                return None;
                            }
                        }
                    }
                }
            }
        }
        Some(partial)
    }

    /// A partial loop with a weak link to `from` and a strong link more.
    fn extended(&self, begun: &PartialLoop, from: usize, link: &StrongLink) -> PartialLoop {
        let to = usize::from(link.to);
        let mut next = PartialLoop { latest: Some((to, from, link.reason)), ..*begun };
        if let Some((true_node, ..)) = begun.latest {
            let both = self.ruled_out_by_both(true_node, from);
            next.rule_out(self.nodes[true_node], self.nodes[from], both);
        }
        next.grouped |= self.is_group(from) || self.is_group(to);
        next.cells |= self.nodes[from].cells | self.nodes[to].cells;
        if let StrongReason::Set(number) = link.reason {
            next.seen |= self.locked_out(number, from, to);
            next.grouped = true;
        }
        next
    }

    /// What an almost locked set eliminates that lacks one of two digits: all its other digits are in it.
    fn locked_out(&self, number: u16, from: usize, to: usize) -> CandidateSet {
        let set = self.sets[usize::from(number)];
        let rest = set.digits.without(self.nodes[from].digit).without(self.nodes[to].digit);
        let mut out = CandidateSet::EMPTY;
        for digit in rest {
            let all = self.cells_with(digit);
            out |= CandidateSet::of_digit(digit, (all & set.cells).common_peers() & all);
        }
        out
    }

    /// The cells with a candidate. The candidates of a digit are consecutive nodes.
    fn cells_with(&self, digit: Digit) -> CellSet {
        let nodes = &self.nodes[..self.candidates];
        let begin = nodes.partition_point(|node| node.digit < digit);
        let end = nodes.partition_point(|node| node.digit <= digit);
        nodes[begin..end].iter().fold(CellSet::EMPTY, |cells, node| cells | node.cells)
    }
}

/// The chain of a partial loop, from its start.
fn chain_of(last: &PartialLoop, partial: &[Vec<PartialLoop>]) -> NumberedChain {
    let mut chain = NumberedChain { nodes: Vec::new(), reasons: Vec::new() };
    let mut at = last;
    while let Some((to, from, reason)) = at.latest {
        chain.nodes.extend([to, from]);
        chain.reasons.push(reason);
        at = &partial[at.before.0][at.before.1];
    }
    chain.nodes.reverse();
    chain.reasons.reverse();
    chain
}
