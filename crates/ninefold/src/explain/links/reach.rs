//! What follows from one supposition, with the inferences that lead there.

use alloc::vec;
use alloc::vec::Vec;

use super::{FREE, Graph, NumberedChain, StrongReason, bits, has, set, weak_link};
use crate::explain::{Because, Branch, Impossible, Inference, Link, Node, Statement};

/// What follows from a supposition, one premise at a time.
pub(in crate::explain) struct Consequences<'a> {
    graph: &'a Graph,
    start: (usize, bool),
    on: Vec<u64>,
    off: Vec<u64>,
    /// For each node that became true the false node and the reason, for each that became false the true node.
    true_by: Vec<(u16, StrongReason)>,
    false_by: Vec<u16>,
    order: Vec<(u16, bool)>,
}

impl Consequences<'_> {
    /// Whether the statement follows.
    pub(in crate::explain) fn says(&self, number: usize, holds: bool) -> bool {
        has(if holds { &self.on } else { &self.off }, number)
    }

    /// The inferences that lead to the targets.
    pub(in crate::explain) fn branch(&self, targets: &[(usize, bool)], impossible: Option<Impossible>) -> Branch {
        let mut needed = [vec![0_u64; self.graph.words], vec![0_u64; self.graph.words]];
        let mut open: Vec<(usize, bool)> = targets.into();
        while let Some((number, holds)) = open.pop() {
            let needed = &mut needed[usize::from(holds)];
            if (number, holds) == self.start || has(needed, number) {
                continue;
            }
            set(needed, number);
            let by = if holds { self.true_by[number].0 } else { self.false_by[number] };
            open.push((by.into(), !holds));
        }
        let statement = |number: usize, holds: bool| Statement { node: self.graph.nodes[number], holds };
        let mut inferences = Vec::new();
        for &(number, holds) in &self.order {
            let number = usize::from(number);
            if !has(&needed[usize::from(holds)], number) {
                continue;
            }
            let because = if holds {
                let (from, reason) = self.true_by[number];
                match reason {
                    StrongReason::Cell => Because::Cell,
                    StrongReason::House(house) => Because::House(house),
                    StrongReason::Set(set) => {
                        let lacks = self.graph.nodes[usize::from(from)].digit;
                        Because::AlmostLockedSet(self.graph.sets[usize::from(set)], lacks)
                    }
                }
            } else {
                Because::Excluded(self.graph.nodes[usize::from(self.false_by[number])])
            };
            inferences.push(Inference { statement: statement(number, holds), because });
        }
        Branch { supposed: statement(self.start.0, self.start.1), inferences, impossible }
    }
}

impl Graph {
    /// All that follows from a node being true, or being false, by inferences with one premise each. With `traced`, the
    /// inferences can be told.
    pub(in crate::explain) fn reach(&self, start: usize, holds: bool, traced: bool) -> Consequences<'_> {
        let (words, count) = (self.words, if traced { self.nodes.len() } else { 0 });
        let mut reached = Consequences {
            graph: self,
            start: (start, holds),
            on: vec![0; words],
            off: vec![0; words],
            true_by: vec![(FREE, StrongReason::Cell); count],
            false_by: vec![FREE; count],
            order: Vec::new(),
        };
        let mut front = vec![0; words];
        let mut fresh: Vec<u16> = Vec::new();
        if holds {
            set(&mut reached.on, start);
            fresh.push(start as u16);
        } else {
            set(&mut reached.off, start);
            set(&mut front, start);
        }
        loop {
            for &to in &fresh {
                let row = self.weak(to.into());
                for word in 0..words {
                    let new = row[word] & !reached.off[word];
                    reached.off[word] |= new;
                    front[word] |= new & self.linked[word];
                    if traced {
                        for bit in bits(&[new]) {
                            reached.false_by[word * 64 + bit] = to;
                            reached.order.push(((word * 64 + bit) as u16, false));
                        }
                    }
                }
            }
            fresh.clear();
            for from in bits(&front) {
                for link in self.strong(from) {
                    if !has(&reached.on, link.to.into()) {
                        set(&mut reached.on, link.to.into());
                        fresh.push(link.to);
                        if traced {
                            reached.true_by[usize::from(link.to)] = (from as u16, link.reason);
                            reached.order.push((link.to, true));
                        }
                    }
                }
            }
            front.fill(0);
            if fresh.is_empty() {
                return reached;
            }
        }
    }

    /// The shortest closed chain that leads from a candidate to its opposite, if there is one; with `grouped`, the
    /// shortest of those that use a group or an almost locked set.
    pub(in crate::explain) fn refutation(&self, candidate: usize, grouped: bool) -> Option<(Vec<Node>, Vec<Link>)> {
        // Two copies of the graph, the second for chains that have used a group already.
        let (words, count) = (self.words, self.nodes.len());
        let wide = |number: usize| usize::from(self.is_group(number));
        let mut on = [vec![0_u64; words], vec![0_u64; words]];
        let mut off = [vec![0_u64; words], vec![0_u64; words]];
        // What a node became true by, and what it became false by: the node and its copy.
        let mut true_by = vec![[(FREE, 0_u8, StrongReason::Cell); 2]; count];
        let mut false_by = vec![[(FREE, 0_u8); 2]; count];
        let mut fresh: Vec<(u16, u8)> = Vec::from([(candidate as u16, 0)]);
        let last = usize::from(grouped);
        while !fresh.is_empty() && !has(&off[last], candidate) {
            let mut front: Vec<(u16, u8)> = Vec::new();
            for &(from, copy) in &fresh {
                for number in bits(self.weak(from.into())) {
                    let next = usize::from(copy) | (wide(number) & last);
                    if !has(&off[next], number) {
                        set(&mut off[next], number);
                        false_by[number][next] = (from, copy);
                        front.push((number as u16, next as u8));
                    }
                }
            }
            fresh.clear();
            for &(from, copy) in &front {
                for link in self.strong(from.into()) {
                    let to = usize::from(link.to);
                    let uses = usize::from(matches!(link.reason, StrongReason::Set(_))) | wide(to);
                    let next = usize::from(copy) | (uses & last);
                    if to != candidate && !has(&on[next], to) {
                        set(&mut on[next], to);
                        true_by[to][next] = (from, copy, link.reason);
                        fresh.push((link.to, next as u8));
                    }
                }
            }
        }
        if !has(&off[last], candidate) {
            return None;
        }
        // Back from the opposite to the candidate: true and false nodes in turn.
        let mut trace = NumberedChain { nodes: Vec::new(), reasons: Vec::new() };
        let (mut true_node, mut copy) = false_by[candidate][last];
        while usize::from(true_node) != candidate {
            let (false_node, false_copy, reason) = true_by[usize::from(true_node)][usize::from(copy)];
            trace.nodes.extend([usize::from(true_node), usize::from(false_node)]);
            trace.reasons.push(reason);
            (true_node, copy) = false_by[usize::from(false_node)][usize::from(false_copy)];
        }
        trace.nodes.reverse();
        trace.reasons.reverse();
        let (mut nodes, mut links) = self.links(&trace);
        let node = self.nodes[candidate];
        links.insert(0, weak_link(node, nodes[0]));
        links.push(weak_link(nodes[nodes.len() - 1], node));
        nodes.insert(0, node);
        Some((nodes, links))
    }
}
