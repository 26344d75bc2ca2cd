//! Walks along links: from all starts at once, and back from an end to its start.

use alloc::vec;
use alloc::vec::Vec;

use super::{FREE, Graph, LinkKinds, StrongLink, StrongReason, bits, has, set, weak_link};
use crate::explain::finder::{Flow, GO_ON};
use crate::explain::{Link, Node, Reason, Strength};

/// A chain as numbers of nodes: false, true, false, true... and the reasons of the strong links between each two.
#[derive(Clone, Debug)]
pub(in crate::explain) struct NumberedChain {
    pub(in crate::explain) nodes: Vec<usize>,
    pub(super) reasons: Vec<StrongReason>,
}

impl Graph {
    /// Walks from all starts at once, a strong link deeper in each round. `reached` hears of each node that `start` being
    /// false makes true, with the number of strong links on the shortest way.
    pub(in crate::explain) fn walk(
        &self,
        walk: LinkKinds,
        starts: impl Iterator<Item = usize>,
        reached: &mut dyn FnMut(usize, usize, usize) -> Flow,
    ) -> Flow {
        let words = self.words;
        let mut alive: Vec<u16> = starts.filter(|&start| has(&self.linked, start)).map(|s| s as u16).collect();
        // Three rows for each start: true nodes, false nodes, and those that have become false in this round.
        let mut state = vec![0_u64; alive.len() * 3 * words];
        let mut slots: Vec<u16> = (0..alive.len() as u16).collect();
        for (slot, &start) in alive.iter().enumerate() {
            let rows = &mut state[slot * 3 * words..][..3 * words];
            set(&mut rows[words..], start.into());
            set(&mut rows[2 * words..], start.into());
        }
        let mut fresh = Vec::with_capacity(256);
        for depth in 1.. {
            let mut kept = 0;
            for index in 0..alive.len() {
                let (start, slot) = (usize::from(alive[index]), slots[index]);
                let rows = &mut state[usize::from(slot) * 3 * words..][..3 * words];
                let (on, rest) = rows.split_at_mut(words);
                let (off, front) = rest.split_at_mut(words);
                fresh.clear();
                for from in bits(front) {
                    for link in self.strong(from) {
                        let to = usize::from(link.to);
                        if !has(on, to) && walk.allows(link.reason) {
                            set(on, to);
                            fresh.push(link.to);
                        }
                    }
                }
                front.fill(0);
                for &to in &fresh {
                    let to = usize::from(to);
                    reached(depth, start, to)?;
                    let row = self.weak(to);
                    if walk == LinkKinds::All {
                        front.iter_mut().zip(row).for_each(|(front, row)| *front |= row);
                        continue;
                    }
                    let digit = self.nodes[to].digit;
                    for word in 0..words {
                        let fresh = [row[word] & self.linked[word] & !off[word]];
                        let kept = bits(&fresh).filter(|bit| self.nodes[word * 64 + bit].digit == digit);
                        front[word] |= kept.fold(0, |kept, bit| kept | 1 << bit);
                    }
                }
                let mut any = 0;
                for word in 0..words {
                    front[word] &= self.linked[word] & !off[word];
                    off[word] |= front[word];
                    any |= front[word];
                }
                if any != 0 {
                    (alive[kept], slots[kept]) = (start as u16, slot);
                    kept += 1;
                }
            }
            alive.truncate(kept);
            slots.truncate(kept);
            if kept == 0 {
                break;
            }
        }
        GO_ON
    }

    fn walk_from(&self, walk: LinkKinds, start: usize, reached: &mut dyn FnMut(usize, usize) -> Flow) -> Flow {
        let words = self.words;
        let (mut on, mut off, mut front) = (vec![0; words], vec![0; words], vec![0; words]);
        set(&mut off, start);
        set(&mut front, start);
        let mut fresh: Vec<u16> = Vec::new();
        for depth in 1.. {
            fresh.clear();
            for from in bits(&front) {
                for link in self.strong(from) {
                    if !has(&on, link.to.into()) && walk.allows(link.reason) {
                        set(&mut on, link.to.into());
                        fresh.push(link.to);
                    }
                }
            }
            if fresh.is_empty() {
                break;
            }
            front.fill(0);
            for &to in &fresh {
                reached(depth, to.into())?;
                let digit = self.nodes[usize::from(to)].digit;
                for number in bits(self.weak(to.into())) {
                    if walk == LinkKinds::All || self.nodes[number].digit == digit {
                        set(&mut front, number);
                    }
                }
            }
            for word in 0..words {
                front[word] &= self.linked[word] & !off[word];
                off[word] |= front[word];
            }
        }
        GO_ON
    }

    /// A shortest chain from `start` false to `end` true; with `grouped`, a shortest of those that use a group or an
    /// almost locked set.
    pub(in crate::explain) fn trace(
        &self,
        walk: LinkKinds,
        start: usize,
        end: usize,
        grouped: bool,
    ) -> Option<NumberedChain> {
        if !grouped {
            return self.trace_any(walk, start, end);
        }
        // The same walk on two copies of the graph, the second for chains that have used a group already.
        let count = self.nodes.len();
        let wide = |number: usize| usize::from(self.is_group(number));
        let mut on: [Vec<u32>; 2] = [vec![0; count], vec![0; count]];
        // Where a node became true: the false node before it and the true node (or the start) before that, with copies.
        let mut parents: Vec<[(StrongLink, u16, u16, u8); 2]> =
            vec![[(StrongLink { to: 0, reason: StrongReason::Cell }, 0, 0, 0); 2]; count];
        let mut off = [vec![0_u64; self.words], vec![0_u64; self.words]];
        // False nodes of this round: node, copy, the true node before it and that one's copy.
        let mut front: Vec<(u16, u8, u16, u8)> = Vec::from([(start as u16, wide(start) as u8, FREE, 0)]);
        set(&mut off[wide(start)], start);
        for depth in 1_u32.. {
            let mut fresh: Vec<(u16, u8)> = Vec::new();
            for &(from, copy, before, before_copy) in &front {
                for link in self.strong(from.into()).iter().filter(|link| walk.allows(link.reason)) {
                    let to = usize::from(link.to);
                    let uses = matches!(link.reason, StrongReason::Set(_)) || self.is_group(to);
                    let next = usize::from(copy) | usize::from(uses);
                    if on[next][to] == 0 {
                        on[next][to] = depth;
                        parents[to][next] = (StrongLink { to: from, reason: link.reason }, before, from, before_copy);
                        fresh.push((link.to, next as u8));
                    }
                }
            }
            if fresh.is_empty() || on[1][end] != 0 {
                break;
            }
            front.clear();
            for &(to, copy) in &fresh {
                let digit = self.nodes[usize::from(to)].digit;
                for number in bits(self.weak(to.into())) {
                    if !has(&self.linked, number) || (walk != LinkKinds::All && self.nodes[number].digit != digit) {
                        continue;
                    }
                    let next = usize::from(copy) | wide(number);
                    if !has(&off[next], number) {
                        set(&mut off[next], number);
                        front.push((number as u16, next as u8, to, copy));
                    }
                }
            }
        }
        if on[1][end] == 0 {
            return None;
        }
        let mut trace = NumberedChain { nodes: Vec::new(), reasons: Vec::new() };
        let (mut to, mut copy) = (end, 1);
        loop {
            let (link, before, from, before_copy) = parents[to][copy];
            trace.nodes.push(to);
            trace.reasons.push(link.reason);
            trace.nodes.push(from.into());
            if before == FREE {
                break;
            }
            (to, copy) = (before.into(), before_copy.into());
        }
        trace.nodes.reverse();
        trace.reasons.reverse();
        Some(trace)
    }

    fn trace_any(&self, walk: LinkKinds, start: usize, end: usize) -> Option<NumberedChain> {
        let mut rounds: Vec<Vec<u64>> = Vec::new();
        let found = self.walk_from(walk, start, &mut |depth, to| {
            if depth > rounds.len() {
                rounds.push(vec![0; self.words]);
            }
            set(&mut rounds[depth - 1], to);
            if to == end { Flow::Break(()) } else { GO_ON }
        });
        if found == GO_ON {
            return None;
        }
        let mut trace = NumberedChain { nodes: Vec::new(), reasons: Vec::new() };
        let mut to = end;
        for depth in (0..rounds.len()).rev() {
            // Some false node before it, and a true node of the round before that made it false.
            let step = self.strong(to).iter().filter(|link| walk.allows(link.reason)).find_map(|link| {
                let from = usize::from(link.to);
                if depth == 0 {
                    return (from == start).then_some((link, from, start));
                }
                let digit = self.nodes[from].digit;
                let mut before = bits(self.weak(from)).filter(|&number| has(&rounds[depth - 1], number));
                let before = before.find(|&number| walk == LinkKinds::All || self.nodes[number].digit == digit)?;
                Some((link, from, before))
            });
            let (link, from, before) = step?;
            trace.nodes.extend([to, from]);
            trace.reasons.push(link.reason);
            to = before;
        }
        trace.nodes.reverse();
        trace.reasons.reverse();
        Some(trace)
    }

    /// The links along a trace, strong first.
    pub(in crate::explain) fn links(&self, trace: &NumberedChain) -> (Vec<Node>, Vec<Link>) {
        let nodes: Vec<Node> = trace.nodes.iter().map(|&number| self.nodes[number]).collect();
        let mut links = Vec::with_capacity(nodes.len());
        for index in 0..nodes.len() - 1 {
            links.push(if index % 2 == 0 {
                let reason = match trace.reasons[index / 2] {
                    StrongReason::Cell => Reason::Cell,
                    StrongReason::House(house) => Reason::House(house),
                    StrongReason::Set(number) => Reason::AlmostLockedSet(self.sets[usize::from(number)]),
                };
                Link { strength: Strength::Strong, reason }
            } else {
                weak_link(nodes[index], nodes[index + 1])
            });
        }
        (nodes, links)
    }
}
