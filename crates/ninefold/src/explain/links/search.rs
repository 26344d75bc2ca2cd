//! The breadth-first search from one statement, with parents.
//!
//! A statement says that a node is true or that it is false. The search follows links in rounds: what the true nodes make
//! false, then what these false nodes make true. Each statement remembers the one that it was first reached from, so a
//! shortest chain to any statement can be read back.
//!
//! # Chains that use a group
//! A shortest chain with a group or an almost locked set on it need not be a shortest chain. To find one, the search runs
//! on two copies of the graph. A chain begins in the first copy and moves to the second at its first group.

use alloc::vec;
use alloc::vec::Vec;

use super::{Graph, LinkKinds, StrongReason, weak_link};
use crate::bits::{BitMatrix, BitRow, ones};
use crate::explain::{Branch, Chain, Impossible, Inference, Link, Node, Statement};

/// A chain as numbers of nodes: false, true, false, true ... and the reasons of the strong links between each two.
#[derive(Clone, Debug)]
pub(in crate::explain) struct NumberedChain {
    pub(in crate::explain) nodes: Vec<usize>,
    pub(super) reasons: Vec<StrongReason>,
}

/// A node in one of the copies of the graph.
#[derive(Clone, Copy, Debug)]
struct Visit {
    node: u16,
    copy: u8,
}

impl Visit {
    const NONE: Visit = Visit { node: u16::MAX, copy: 0 };

    fn is_none(self) -> bool {
        self.node == u16::MAX
    }
}

/// Where a search ends, even if more follows.
#[derive(Clone, Copy, Debug)]
enum SearchEnd<'a> {
    None,
    /// At this statement; on two copies of the graph, in the second.
    At(usize, bool),
    /// Where all nodes of this row are false, or after so many inferences in a row.
    AllFalse(&'a [u64], usize),
}

/// What follows from a statement, one premise at a time, and the inferences that lead there.
#[derive(Debug)]
pub(in crate::explain) struct Consequences<'g> {
    graph: &'g Graph,
    kinds: LinkKinds,
    start: (usize, bool),
    /// One copy of the graph, or two. Rows and lists below are for one copy after the other.
    copies: usize,
    on: BitMatrix,
    off: BitMatrix,
    /// For each node that became true the false node before it and the reason; for each that became false the true node.
    true_by: Vec<(Visit, StrongReason)>,
    false_by: Vec<Visit>,
    /// The statements in the order in which they were reached, without the start.
    order: Vec<(u16, bool)>,
}

impl<'g> Consequences<'g> {
    /// Searches until nothing is left or the end is met.
    fn new(
        graph: &'g Graph,
        kinds: LinkKinds,
        copies: usize,
        start: (usize, bool),
        end: SearchEnd<'_>,
    ) -> Consequences<'g> {
        let count = graph.len();
        let mut search = Consequences {
            graph,
            kinds,
            start,
            copies,
            on: BitMatrix::new(copies, count),
            off: BitMatrix::new(copies, count),
            true_by: vec![(Visit::NONE, StrongReason::Cell); copies * count],
            false_by: vec![Visit::NONE; copies * count],
            order: Vec::new(),
        };
        let mut front = BitMatrix::new(copies, count);
        let mut fresh: Vec<Visit> = Vec::new();
        let (node, holds) = start;
        let copy = search.copy_of(0, node);
        if holds {
            // A chain never returns to a start that is true.
            (0..copies).for_each(|copy| search.on.row_mut(copy).put(node));
            fresh.push(Visit { node: node as u16, copy: 0 });
        } else {
            search.off.row_mut(copy).put(node);
            front.row_mut(copy).put(node);
        }
        let mut inferences = 0;
        let mut met = |search: &Consequences<'_>, holds: bool| {
            // A start that is false makes nothing false.
            inferences += usize::from(inferences > 0 || holds != search.start.1);
            match end {
                SearchEnd::None => false,
                SearchEnd::At(node, end_holds) => end_holds == holds && search.row(holds, copies - 1).has(node),
                SearchEnd::AllFalse(nodes, most) => {
                    let mut left = nodes.iter().zip(search.row(false, copies - 1));
                    inferences >= most || (!holds && left.all(|(nodes, off)| nodes & !off == 0))
                }
            }
        };
        loop {
            fresh.iter().for_each(|&visit| search.make_false(visit, &mut front));
            if met(&search, false) {
                return search;
            }
            fresh.clear();
            for copy in 0..copies {
                search.make_true(copy, &mut front, &mut fresh);
            }
            if fresh.is_empty() || met(&search, true) {
                return search;
            }
        }
    }

    fn row(&self, holds: bool, copy: usize) -> &[u64] {
        if holds { self.on.row(copy) } else { self.off.row(copy) }
    }

    /// The copy in which a chain from this copy continues at this node.
    fn copy_of(&self, copy: usize, node: usize) -> usize {
        if self.graph.is_group(node) { self.copies - 1 } else { copy }
    }

    /// Adds what a true node makes false.
    fn make_false(&mut self, by: Visit, front: &mut BitMatrix) {
        let node = usize::from(by.node);
        let (weak, same_digit) = (self.graph.weak(node), self.graph.same_digit(node));
        for (word, &weak) in weak.iter().enumerate() {
            let excluded = if self.kinds == LinkKinds::All { weak } else { weak & same_digit[word] };
            // Groups in the second copy, the others where the chain is.
            let first_group = self.graph.candidates.saturating_sub(64 * word).min(64);
            let groups = u64::MAX.checked_shl(first_group as u32).unwrap_or(0);
            let parts = [(usize::from(by.copy), excluded & !groups), (self.copies - 1, excluded & groups)];
            for (copy, part) in parts {
                let off = &mut self.off.row_mut(copy)[word];
                let new = part & !*off;
                *off |= new;
                front.row_mut(copy)[word] |= new & self.graph.linked[word];
                for bit in ones(new) {
                    self.false_by[copy * self.graph.len() + 64 * word + bit] = by;
                    self.order.push(((64 * word + bit) as u16, false));
                }
            }
        }
    }

    /// Adds what the false nodes of `front` in one copy make true, and empties the front.
    fn make_true(&mut self, copy: usize, front: &mut BitMatrix, fresh: &mut Vec<Visit>) {
        for from in front.row(copy).ones() {
            for link in self.graph.strong(from).iter().filter(|link| self.kinds.allows(link.reason)) {
                let to = usize::from(link.to);
                let next = match link.reason {
                    StrongReason::Set(_) => self.copies - 1,
                    StrongReason::Cell | StrongReason::House(_) => self.copy_of(copy, to),
                };
                if !self.on.row(next).has(to) {
                    self.on.row_mut(next).put(to);
                    let by = Visit { node: from as u16, copy: copy as u8 };
                    self.true_by[next * self.graph.len() + to] = (by, link.reason);
                    self.order.push((link.to, true));
                    fresh.push(Visit { node: link.to, copy: next as u8 });
                }
            }
        }
        front.row_mut(copy).fill(0);
    }

    /// Whether the statement follows.
    pub(in crate::explain) fn says(&self, number: usize, holds: bool) -> bool {
        self.row(holds, self.copies - 1).has(number)
    }

    /// The shortest chain to a node that is true, from the start or from a node that the start makes false.
    fn chain_to(&self, end: Visit) -> NumberedChain {
        let mut chain = NumberedChain { nodes: Vec::new(), reasons: Vec::new() };
        let index = |visit: Visit| usize::from(visit.copy) * self.graph.len() + usize::from(visit.node);
        let mut true_node = end;
        // Ends at a true node without a parent, which is the start, or at a false one.
        while !true_node.is_none() {
            let (false_node, reason) = self.true_by[index(true_node)];
            if false_node.is_none() {
                break;
            }
            chain.nodes.extend([usize::from(true_node.node), usize::from(false_node.node)]);
            chain.reasons.push(reason);
            true_node = self.false_by[index(false_node)];
        }
        chain.nodes.reverse();
        chain.reasons.reverse();
        chain
    }

    /// The inferences that lead to the targets. Only for a search on one copy of the graph.
    pub(in crate::explain) fn branch(&self, targets: &[(usize, bool)], impossible: Option<Impossible>) -> Branch {
        debug_assert_eq!(self.copies, 1);
        // False statements, then true ones.
        let mut needed = BitMatrix::new(2, self.graph.len());
        let mut open: Vec<(usize, bool)> = targets.into();
        while let Some((number, holds)) = open.pop() {
            let needed = needed.row_mut(holds.into());
            if (number, holds) == self.start || needed.has(number) {
                continue;
            }
            needed.put(number);
            let by = if holds { self.true_by[number].0 } else { self.false_by[number] };
            open.push((by.node.into(), !holds));
        }
        let statement = |number: usize, holds: bool| Statement { node: self.graph.nodes[number], holds };
        let reached = self.order.iter().map(|&(number, holds)| (usize::from(number), holds));
        let inferences =
            reached.filter(|&(number, holds)| needed.row(holds.into()).has(number)).map(|(number, holds)| {
                let because = if holds {
                    let (by, reason) = self.true_by[number];
                    self.graph.because(reason, self.graph.nodes[usize::from(by.node)].digit)
                } else {
                    crate::explain::Because::Excluded(self.graph.nodes[usize::from(self.false_by[number].node)])
                };
                Inference { statement: statement(number, holds), because }
            });
        Branch {
            supposed: statement(self.start.0, self.start.1),
            inferences: inferences.collect(),
            lemmas: Vec::new(),
            impossible,
        }
    }
}

impl Graph {
    /// All that follows from a node being true, or being false.
    pub(in crate::explain) fn consequences(&self, number: usize, holds: bool) -> Consequences<'_> {
        Consequences::new(self, LinkKinds::All, 1, (number, holds), SearchEnd::None)
    }

    /// What follows from a node being true, or being false, until these nodes are false or for at most so many inferences
    /// in a row.
    pub(in crate::explain) fn consequences_until(
        &self,
        number: usize,
        holds: bool,
        nodes: impl Iterator<Item = usize>,
        most: usize,
    ) -> Consequences<'_> {
        let mut row = vec![0; self.weak.words()];
        nodes.for_each(|node| row.put(node));
        Consequences::new(self, LinkKinds::All, 1, (number, holds), SearchEnd::AllFalse(&row, most))
    }

    /// A shortest chain from `start` false to `end` true; with `grouped`, a shortest of those that use a group or an
    /// almost locked set.
    pub(in crate::explain) fn chain(
        &self,
        kinds: LinkKinds,
        start: usize,
        end: usize,
        grouped: bool,
    ) -> Option<NumberedChain> {
        let copies = 1 + usize::from(grouped);
        let search = Consequences::new(self, kinds, copies, (start, false), SearchEnd::At(end, true));
        search.says(end, true).then(|| search.chain_to(Visit { node: end as u16, copy: copies as u8 - 1 }))
    }

    /// The shortest closed chain that leads from a candidate to its opposite, if there is one; with `grouped`, the
    /// shortest of those that use a group or an almost locked set.
    pub(in crate::explain) fn refutation(&self, candidate: usize, grouped: bool) -> Option<Chain> {
        let copies = 1 + usize::from(grouped);
        let search =
            Consequences::new(self, LinkKinds::All, copies, (candidate, true), SearchEnd::At(candidate, false));
        if !search.says(candidate, false) {
            return None;
        }
        let last = search.false_by[(copies - 1) * self.len() + candidate];
        Some(self.closed_at(self.nodes[candidate], &search.chain_to(last)))
    }

    /// The nodes and links of a chain, strong links first.
    pub(in crate::explain) fn pattern(&self, chain: &NumberedChain) -> (Vec<Node>, Vec<Link>) {
        let nodes: Vec<Node> = chain.nodes.iter().map(|&number| self.nodes[number]).collect();
        let links = (1..nodes.len()).map(|index| match index % 2 {
            1 => self.strong_link(chain.reasons[index / 2]),
            _ => weak_link(nodes[index - 1], nodes[index]),
        });
        let links = links.collect();
        (nodes, links)
    }

    /// The closed chain from a node by a weak link to the beginning of this chain, and by another from its end back.
    pub(in crate::explain) fn closed_at(&self, node: Node, chain: &NumberedChain) -> Chain {
        let (mut nodes, mut links) = self.pattern(chain);
        links.insert(0, weak_link(node, nodes[0]));
        links.push(weak_link(nodes[nodes.len() - 1], node));
        nodes.insert(0, node);
        Chain { nodes, links }
    }
}
