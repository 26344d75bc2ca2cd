//! The link graph: which statement makes which other true or false, and walks along it.
//!
//! A node is the statement "this digit is in one of these cells": a candidate, a group of candidates in a triad, or all
//! places of a digit in an almost locked set. Two relations join nodes:
//!
//! ```text
//!   weak     at most one is true     the same digit, all cells see each other; or two digits of one cell
//!   strong   at least one is true    the only two places (groups) of a digit in a house; the only two candidates of a
//!                                    cell; two digits of an almost locked set, which lacks one digit at most
//! ```
//!
//! A chain alternates: `s` false makes `t` true (strong), `t` true makes `u` false (weak), and so on. A walk starts at
//! every node at once and goes one strong link deeper in each round, so that short chains are met before long ones
//! whatever their start. What a node rules out is a row of bits, so that one round from one start is a handful of
//! word operations for each node that has become true.

use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;

use super::closure::Closure;
use super::finder::{Flow, GO_ON};
use super::{
    AlmostLockedSet, Because, Branch, Impossible, Inference, Link, Node, Position, Reason, Statement, Strength,
};
use crate::geometry::HOUSE_CELLS;
use crate::{Candidate, CandidateSet, Cell, CellSet, Digit, House};

/// Nodes and their links. The candidates come first, by digit, then by cell; groups and parts of almost locked sets
/// follow.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    candidates: usize,
    /// How many nodes are candidates or groups.
    groups: usize,
    /// Words in a row of bits, one bit for each node.
    words: usize,
    /// For each node the row of nodes that are false if it is true.
    weak: Vec<u64>,
    /// The strong links of node `i` are `strong[first[i]..first[i + 1]]`.
    first: Vec<u32>,
    strong: Vec<StrongLink>,
    /// The nodes that have strong links.
    linked: Vec<u64>,
    sets: Vec<AlmostLockedSet>,
    /// What follows from each candidate, by all links and from set to set.
    closure: OnceCell<Closure>,
    set_closure: OnceCell<Closure>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct StrongLink {
    pub(super) to: u16,
    pub(super) reason: StrongReason,
}

/// Why a strong link holds; an almost locked set by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StrongReason {
    Cell,
    House(House),
    Set(u16),
}

/// Which links a walk may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// One digit throughout.
    Digit,
    /// From cell to cell, each with two candidates.
    Cells,
    /// From almost locked set to almost locked set; a cell with two candidates is one.
    Sets,
    /// All links.
    All,
}

impl Walk {
    /// Whether it may use a strong link.
    pub(super) fn allows(self, reason: StrongReason) -> bool {
        match self {
            Walk::Digit => matches!(reason, StrongReason::House(_)),
            Walk::Cells => reason == StrongReason::Cell,
            Walk::Sets => !matches!(reason, StrongReason::House(_)),
            Walk::All => true,
        }
    }

    /// Whether it may use a weak link between nodes of these digits.
    pub(super) fn keeps(self, a: Digit, b: Digit) -> bool {
        self == Walk::All || a == b
    }
}

/// The set bits of a row.
pub(super) fn bits(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(word, &bits)| {
        let mut rest = bits;
        core::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(word * 64 + bit)
        })
    })
}

#[inline]
fn has(row: &[u64], bit: usize) -> bool {
    row[bit / 64] >> (bit % 64) & 1 != 0
}

#[inline]
fn set(row: &mut [u64], bit: usize) {
    row[bit / 64] |= 1 << (bit % 64);
}

/// Collects nodes and strong links before they are laid out.
struct Builder {
    nodes: Vec<Node>,
    /// The number of each candidate.
    numbers: [[u16; 81]; 9],
    cells: [CellSet; 9],
    candidates: usize,
    links: Vec<(u16, StrongLink)>,
    /// Open addressing from a node of several cells to its number.
    table: Vec<u16>,
}

const FREE: u16 = u16::MAX;

impl Builder {
    fn new(position: &Position, table: usize) -> Builder {
        let mut nodes = Vec::with_capacity(if table == 0 { 320 } else { 1024 });
        let (mut numbers, mut cells) = ([[FREE; 81]; 9], [CellSet::EMPTY; 9]);
        for digit in Digit::ALL {
            cells[digit.index()] = position.cells_with(digit);
            for cell in position.cells_with(digit) {
                numbers[digit.index()][cell.index()] = nodes.len() as u16;
                nodes.push(Node { digit, cells: cell.into() });
            }
        }
        let candidates = nodes.len();
        Builder { nodes, numbers, cells, candidates, links: Vec::with_capacity(512), table: vec![FREE; table] }
    }

    /// The number of a candidate that stands.
    fn candidate(&self, digit: Digit, cell: Cell) -> usize {
        self.numbers[digit.index()][cell.index()].into()
    }

    /// The number of a node, which is added if it is new; `None` when the graph is full.
    fn node(&mut self, digit: Digit, cells: CellSet) -> Option<usize> {
        if let Some(cell) = cells.single() {
            return Some(self.candidate(digit, cell));
        }
        let bits = cells.to_bits();
        let mut hash = (bits as u64 ^ (bits >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ digit.index() as u64).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mask = self.table.len() - 1;
        let mut slot = (hash >> 40) as usize & mask;
        loop {
            match self.table[slot] {
                FREE => break,
                number if self.nodes[usize::from(number)] == (Node { digit, cells }) => return Some(number.into()),
                _ => slot = (slot + 1) & mask,
            }
        }
        // Half full is full: the table must keep free slots, and a graph of that size is of no use to anybody.
        if self.nodes.len() - self.candidates >= self.table.len() / 2 {
            return None;
        }
        self.table[slot] = self.nodes.len() as u16;
        self.nodes.push(Node { digit, cells });
        Some(self.nodes.len() - 1)
    }

    fn link(&mut self, a: usize, b: usize, reason: StrongReason) {
        self.links.push((a as u16, StrongLink { to: b as u16, reason }));
        self.links.push((b as u16, StrongLink { to: a as u16, reason }));
    }

    fn finish(self, groups: usize, sets: Vec<AlmostLockedSet>) -> Graph {
        let Builder { nodes, numbers, cells, candidates, links, .. } = self;
        let words = nodes.len().div_ceil(64);
        let mut weak = vec![0; nodes.len() * words];
        for (number, node) in nodes.iter().enumerate() {
            let numbers_of_digit = &numbers[node.digit.index()];
            let seen = node.cells.common_peers() & cells[node.digit.index()];
            if number < candidates {
                let row = &mut weak[number * words..][..words];
                for cell in seen {
                    set(row, numbers_of_digit[cell.index()].into());
                }
                let cell = node.cells.first().map_or(0, Cell::index);
                for other in numbers.iter().map(|of_digit| usize::from(of_digit[cell])) {
                    if other < candidates && other != number {
                        set(row, other);
                    }
                }
            } else {
                for cell in seen {
                    set(&mut weak[usize::from(numbers_of_digit[cell.index()]) * words..], number);
                }
            }
        }
        // What several cells rule out is what each of them rules out.
        for number in candidates..nodes.len() {
            let node = nodes[number];
            let (rows, rest) = weak.split_at_mut(number * words);
            let row = &mut rest[..words];
            for (index, cell) in node.cells.iter().enumerate() {
                let source = &rows[usize::from(numbers[node.digit.index()][cell.index()]) * words..][..words];
                if index == 0 {
                    row.copy_from_slice(source);
                } else {
                    row.iter_mut().zip(source).for_each(|(bits, more)| *bits &= more);
                }
            }
        }
        let mut first = vec![0; nodes.len() + 1];
        let mut linked = vec![0; words];
        for &(from, _) in &links {
            first[usize::from(from) + 1] += 1;
            set(&mut linked, from.into());
        }
        for number in 0..nodes.len() {
            first[number + 1] += first[number];
        }
        let mut next = first.clone();
        let mut strong = vec![StrongLink { to: 0, reason: StrongReason::Cell }; links.len()];
        for (from, link) in links {
            let slot = &mut next[usize::from(from)];
            strong[*slot as usize] = link;
            *slot += 1;
        }
        Graph {
            nodes,
            candidates,
            groups,
            words,
            weak,
            first,
            strong,
            linked,
            sets,
            closure: OnceCell::new(),
            set_closure: OnceCell::new(),
        }
    }
}

/// What each house shares with the lines or blocks that cross it in three cells: three triads, or six for a block.
const TRIADS: [([CellSet; 6], usize); 27] = {
    let mut table = [([CellSet::EMPTY; 6], 0); 27];
    let mut house = 0;
    while house < 27 {
        let mut other = 0;
        while other < 27 {
            let shared = HOUSE_CELLS[house].intersection(HOUSE_CELLS[other]);
            if shared.len() == 3 {
                let (triads, count) = &mut table[house];
                triads[*count] = shared;
                *count += 1;
            }
            other += 1;
        }
        house += 1;
    }
    table
};

impl Graph {
    /// Candidates only.
    pub(super) fn plain(position: &Position) -> Graph {
        let mut builder = Builder::new(position, 0);
        simple_links(position, &mut builder);
        let groups = builder.nodes.len();
        builder.finish(groups, Vec::new())
    }

    /// Candidates and groups.
    pub(super) fn grouped(position: &Position) -> Graph {
        let mut builder = Builder::new(position, 2048);
        simple_links(position, &mut builder);
        group_links(position, &mut builder);
        let groups = builder.nodes.len();
        builder.finish(groups, Vec::new())
    }

    /// Candidates, groups and almost locked sets.
    pub(super) fn with_sets(position: &Position) -> Graph {
        let mut builder = Builder::new(position, 8192);
        simple_links(position, &mut builder);
        group_links(position, &mut builder);
        let groups = builder.nodes.len();
        let sets = set_links(position, &mut builder);
        builder.finish(groups, sets)
    }

    /// How many candidates there are.
    pub(super) fn candidates(&self) -> usize {
        self.candidates
    }

    /// How many nodes are candidates or groups: they come before the parts of almost locked sets.
    pub(super) fn groups(&self) -> usize {
        self.groups
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The row of nodes that have strong links.
    pub(super) fn linked(&self) -> &[u64] {
        &self.linked
    }

    /// All that follows from each candidate.
    pub(super) fn closure(&self) -> &Closure {
        self.closure.get_or_init(|| Closure::new(self, Walk::All))
    }

    /// All that follows from each candidate along almost locked sets alone.
    pub(super) fn set_closure(&self) -> &Closure {
        self.set_closure.get_or_init(|| Closure::new(self, Walk::Sets))
    }

    /// Whether it has almost locked sets.
    pub(super) fn has_sets(&self) -> bool {
        !self.sets.is_empty()
    }

    /// A node.
    pub(super) fn node(&self, number: usize) -> Node {
        self.nodes[number]
    }

    /// The number of a candidate that stands.
    pub(super) fn number(&self, candidate: Candidate) -> Option<usize> {
        let key = |node: &Node| node.cells.first().map(|cell| Candidate::new(cell, node.digit));
        self.nodes[..self.candidates].binary_search_by_key(&Some(candidate), key).ok()
    }

    /// The row of nodes that are false if this one is true.
    #[inline]
    pub(super) fn weak(&self, number: usize) -> &[u64] {
        &self.weak[number * self.words..][..self.words]
    }

    /// Its strong links.
    #[inline]
    pub(super) fn strong(&self, number: usize) -> &[StrongLink] {
        &self.strong[self.first[number] as usize..self.first[number + 1] as usize]
    }

    /// Whether both are false if either is true.
    pub(super) fn are_weakly_linked(&self, a: usize, b: usize) -> bool {
        has(self.weak(a), b)
    }

    /// Whether the node is more than a candidate.
    fn is_group(&self, number: usize) -> bool {
        number >= self.candidates
    }

    /// The candidates that both nodes rule out.
    pub(super) fn ruled_out_by_both(&self, a: usize, b: usize) -> CandidateSet {
        let (a, b) = (self.weak(a), self.weak(b));
        let mut out = CandidateSet::EMPTY;
        for word in 0..self.candidates.div_ceil(64) {
            self.collect(word, a[word] & b[word], &mut out);
        }
        out
    }

    /// Whether some candidate is ruled out by both nodes.
    #[inline]
    pub(super) fn rule_out_something(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.weak(a), self.weak(b));
        let words = self.candidates / 64;
        (0..words).any(|word| a[word] & b[word] != 0)
            || (self.candidates % 64 != 0 && a[words] & b[words] & ((1 << (self.candidates % 64)) - 1) != 0)
    }

    fn collect(&self, word: usize, bits: u64, out: &mut CandidateSet) {
        let mut rest = bits;
        while rest != 0 {
            let number = word * 64 + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if number < self.candidates {
                *out |= self.nodes[number].candidates();
            }
        }
    }

    /// Walks from every start below `starts` at once, a strong link deeper in each round. `reached` hears of each node
    /// that `start` being false makes true, with the number of strong links on the shortest way.
    pub(super) fn walk(&self, walk: Walk, starts: usize, reached: &mut dyn FnMut(usize, usize, usize) -> Flow) -> Flow {
        let words = self.words;
        let mut alive: Vec<u16> = (0..starts).filter(|&start| has(&self.linked, start)).map(|s| s as u16).collect();
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
                    if walk == Walk::All {
                        front.iter_mut().zip(row).for_each(|(front, row)| *front |= row);
                    } else {
                        let digit = self.nodes[to].digit;
                        bits(row).filter(|&n| walk.keeps(digit, self.nodes[n].digit)).for_each(|n| set(front, n));
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

    /// The nodes that `start` being false makes true, by the length of the shortest way: row `i` for length `i`. Ends
    /// with the row that has `end`.
    pub(super) fn rounds(&self, measure: Measure, start: usize, end: usize) -> Vec<Vec<u64>> {
        let words = self.words;
        let (mut on, mut off) = (vec![0; words], vec![0; words]);
        set(&mut off, start);
        let mut rounds: Vec<Vec<u64>> = Vec::from([vec![0; words]]);
        // False nodes by the length of the way to them; a strong link leads one or two rounds on.
        let mut fronts: Vec<Vec<u64>> = Vec::from([vec![0; words]]);
        set(&mut fronts[0], start);
        for length in 1.. {
            let mut fresh = vec![0; words];
            for back in 1..=length.min(2) {
                for from in bits(&fronts[length - back]) {
                    for link in self.strong(from) {
                        if !has(&on, link.to.into()) && measure.of(link.reason) == back {
                            set(&mut fresh, link.to.into());
                        }
                    }
                }
            }
            let mut front = vec![0; words];
            for to in bits(&fresh) {
                front.iter_mut().zip(self.weak(to)).for_each(|(front, row)| *front |= row);
            }
            for word in 0..words {
                on[word] |= fresh[word];
                front[word] &= self.linked[word] & !off[word];
                off[word] |= front[word];
            }
            let over = front.iter().chain(&fronts[length - 1]).all(|&word| word == 0);
            fronts.push(front);
            rounds.push(fresh);
            if over || has(&on, end) {
                break;
            }
        }
        rounds
    }

    fn walk_from(&self, walk: Walk, start: usize, reached: &mut dyn FnMut(usize, usize) -> Flow) -> Flow {
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
                    if walk == Walk::All || self.nodes[number].digit == digit {
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

    /// The candidate that a node is, if it is one.
    pub(super) fn candidate(&self, number: usize) -> Option<Candidate> {
        let node = self.nodes[..self.candidates].get(number)?;
        node.cells.first().map(|cell| Candidate::new(cell, node.digit))
    }

    /// All that follows from a node being true, or being false, by inferences with one premise each. With `traced`, the
    /// inferences can be told.
    pub(super) fn reach(&self, start: usize, holds: bool, traced: bool) -> Reached<'_> {
        let (words, count) = (self.words, if traced { self.nodes.len() } else { 0 });
        let mut reached = Reached {
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

    /// The shortest closed chain that leads from a candidate to its opposite, if there is one; with `grouped`, only if it
    /// uses a group or an almost locked set.
    pub(super) fn refutation(&self, candidate: usize, grouped: bool) -> Option<(Vec<Node>, Vec<Link>)> {
        let reached = self.reach(candidate, true, true);
        if !reached.says(candidate, false) {
            return None;
        }
        // Back from the opposite to the candidate: true and false nodes in turn.
        let mut trace = Trace { nodes: Vec::new(), reasons: Vec::new() };
        let mut uses = false;
        let mut true_node = usize::from(reached.false_by[candidate]);
        while true_node != candidate {
            let (false_node, reason) = reached.true_by[true_node];
            trace.nodes.extend([true_node, false_node.into()]);
            trace.reasons.push(reason);
            uses |= self.is_group(true_node) || self.is_group(false_node.into());
            uses |= matches!(reason, StrongReason::Set(_));
            true_node = usize::from(reached.false_by[usize::from(false_node)]);
        }
        if grouped && !uses {
            return None;
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

    /// A shortest chain from `start` false to `end` true; with `grouped`, a shortest of those that use a group or an
    /// almost locked set.
    pub(super) fn trace(&self, walk: Walk, start: usize, end: usize, grouped: bool) -> Option<Trace> {
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
                    if !has(&self.linked, number) || (walk != Walk::All && self.nodes[number].digit != digit) {
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
        let mut trace = Trace { nodes: Vec::new(), reasons: Vec::new() };
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

    fn trace_any(&self, walk: Walk, start: usize, end: usize) -> Option<Trace> {
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
        let mut trace = Trace { nodes: Vec::new(), reasons: Vec::new() };
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
                let before = before.find(|&number| walk == Walk::All || self.nodes[number].digit == digit)?;
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

    /// All sets of candidates that continuous loops eliminate which close over the weak link of `start` and `end` and
    /// are otherwise a shortest way between these: each set once, with one loop.
    ///
    /// `rounds` are those of `start` and `end`. With `grouped`, only loops that use a group or an almost locked set.
    /// Gives up on a pair with more than `most` different loops at some length.
    pub(super) fn loops(
        &self,
        (start, end): (usize, usize),
        measure: Measure,
        rounds: &[Vec<u64>],
        grouped: bool,
        most: usize,
    ) -> Vec<(CandidateSet, Trace)> {
        // Which true nodes lie on shortest ways to the end.
        let length = rounds.len() - 1;
        if !has(&rounds[length], end) {
            return Vec::new();
        }
        let mut needed = vec![vec![0_u64; self.words]; length + 1];
        set(&mut needed[length], end);
        for round in (1..=length).rev() {
            let (before, after) = needed.split_at_mut(round);
            for to in bits(&after[0]) {
                for link in self.strong(to) {
                    let Some(back) = round.checked_sub(measure.of(link.reason)) else { continue };
                    let row = self.weak(link.to.into());
                    for word in 0..self.words {
                        before[back][word] |= row[word] & rounds[back][word];
                    }
                }
            }
        }
        let mut states: Vec<Vec<State>> = Vec::new();
        states.resize_with(length + 1, Vec::new);
        let (node, none) = (self.nodes[start], CandidateSet::EMPTY);
        let begin = State {
            to: FREE,
            from: FREE,
            reason: StrongReason::Cell,
            before: (0, 0),
            grouped: self.is_group(start),
            cells: node.cells,
            within: none,
            seen: none,
        };
        states[0].push(begin);
        for round in 0..length {
            let (done, open) = states.split_at_mut(round + 1);
            for (index, state) in done[round].iter().enumerate() {
                let true_node = (state.to != FREE).then_some(usize::from(state.to));
                let row = true_node.map(|number| self.weak(number));
                let only = row.is_none().then_some(start);
                for from in row.map(bits).into_iter().flatten().chain(only).filter(|&from| has(&self.linked, from)) {
                    for link in self.strong(from) {
                        let (ahead, to) = (measure.of(link.reason), usize::from(link.to));
                        if round + ahead > length || !has(&needed[round + ahead], to) {
                            continue;
                        }
                        let mut next = State { to: link.to, from: from as u16, reason: link.reason, ..*state };
                        next.before = (round as u16, index as u32);
                        if let Some(true_node) = true_node {
                            next.rule_out(
                                self.nodes[true_node],
                                self.nodes[from],
                                self.ruled_out_by_both(true_node, from),
                            );
                        }
                        next.grouped |= self.is_group(from) || self.is_group(to);
                        next.cells |= self.nodes[from].cells | self.nodes[to].cells;
                        if let StrongReason::Set(number) = link.reason {
                            next.seen |= self.locked_out(number, from, to);
                            next.grouped = true;
                        }
                        let level = &mut open[ahead - 1];
                        if !level.iter().any(|known| known.is_as_good(&next)) {
                            level.push(next);
                            if level.len() > most {
                                return Vec::new();
                            }
                        }
                    }
                }
            }
        }
        let closing = self.ruled_out_by_both(start, end);
        let mut found: Vec<(CandidateSet, Trace)> = Vec::new();
        for last in &states[length] {
            let mut last = *last;
            last.rule_out(self.nodes[end], self.nodes[start], closing);
            let eliminations = last.eliminations();
            if eliminations.is_empty()
                || (grouped && !last.grouped)
                || found.iter().any(|(known, _)| *known == eliminations)
            {
                continue;
            }
            let mut trace = Trace { nodes: Vec::new(), reasons: Vec::new() };
            let mut state = &last;
            while state.to != FREE {
                trace.nodes.extend([usize::from(state.to), usize::from(state.from)]);
                trace.reasons.push(state.reason);
                state = &states[usize::from(state.before.0)][state.before.1 as usize];
            }
            trace.nodes.reverse();
            trace.reasons.reverse();
            found.push((eliminations, trace));
        }
        found
    }

    /// What an almost locked set rules out that must lack one of two digits: its other digits stay in it.
    fn locked_out(&self, number: u16, from: usize, to: usize) -> CandidateSet {
        let set = self.sets[usize::from(number)];
        let rest = set.digits.without(self.nodes[from].digit).without(self.nodes[to].digit);
        let mut out = CandidateSet::EMPTY;
        for digit in rest {
            // The digit's candidates are consecutive nodes.
            let all = self.cells_with(digit);
            out |= CandidateSet::of_digit(digit, (all & set.cells).common_peers() & all);
        }
        out
    }

    fn cells_with(&self, digit: Digit) -> CellSet {
        let nodes = &self.nodes[..self.candidates];
        let begin = nodes.partition_point(|node| node.digit < digit);
        let end = nodes.partition_point(|node| node.digit <= digit);
        nodes[begin..end].iter().fold(CellSet::EMPTY, |cells, node| cells | node.cells)
    }

    /// The links along a trace, strong first.
    pub(super) fn links(&self, trace: &Trace) -> (Vec<Node>, Vec<Link>) {
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

/// What follows from a supposition, one premise at a time.
pub(super) struct Reached<'a> {
    graph: &'a Graph,
    start: (usize, bool),
    on: Vec<u64>,
    off: Vec<u64>,
    /// For each node that became true the false node and the reason, for each that became false the true node.
    true_by: Vec<(u16, StrongReason)>,
    false_by: Vec<u16>,
    order: Vec<(u16, bool)>,
}

impl Reached<'_> {
    /// Whether the statement follows.
    pub(super) fn says(&self, number: usize, holds: bool) -> bool {
        has(if holds { &self.on } else { &self.off }, number)
    }

    /// The inferences that lead to the targets.
    pub(super) fn branch(&self, targets: &[(usize, bool)], impossible: Option<Impossible>) -> Branch {
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

/// A loop on its way: how it came to its latest true node, and what it would eliminate.
#[derive(Clone, Copy)]
struct State {
    to: u16,
    from: u16,
    reason: StrongReason,
    /// Round and number of the state before.
    before: (u16, u32),
    grouped: bool,
    /// The cells of the loop.
    cells: CellSet,
    /// What its links within a cell eliminate, and what the others do.
    within: CandidateSet,
    seen: CandidateSet,
}

impl State {
    fn rule_out(&mut self, a: Node, b: Node, both: CandidateSet) {
        *(if a.cells == b.cells { &mut self.within } else { &mut self.seen }) |= both;
    }

    /// A cell of the loop loses what its own links rule out; the rest is left to whoever looks at that cell.
    fn eliminations(&self) -> CandidateSet {
        Digit::ALL.into_iter().fold(self.within, |set, digit| {
            set | CandidateSet::of_digit(digit, self.seen.cells_with(digit) - self.cells)
        })
    }

    /// Whether whatever the other leads to, this does.
    fn is_as_good(&self, other: &State) -> bool {
        (self.to, self.grouped, self.cells) == (other.to, other.grouped, other.cells)
            && (self.within, self.seen) == (other.within, other.seen)
    }
}

/// How long a way is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// By its strong links.
    Links,
    /// By its steps as players count them, who take an almost locked set in one stride: half of any other link.
    Strides,
}

impl Measure {
    fn of(self, reason: StrongReason) -> usize {
        match (self, reason) {
            (Measure::Links, _) | (Measure::Strides, StrongReason::Set(_)) => 1,
            (Measure::Strides, _) => 2,
        }
    }
}

/// A weak link between two nodes that cannot both be true.
pub(super) fn weak_link(a: Node, b: Node) -> Link {
    let house = (a.cells | b.cells).common_houses().first().filter(|_| a.digit == b.digit);
    Link { strength: Strength::Weak, reason: house.map_or(Reason::Cell, Reason::House) }
}

/// A chain as numbers of nodes: false, true, false, true... and the reasons of the strong links between each two.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    pub(super) nodes: Vec<usize>,
    reasons: Vec<StrongReason>,
}

/// Cells with two candidates, houses with two places.
fn simple_links(position: &Position, builder: &mut Builder) {
    for cell in position.bivalue_cells() {
        let digits = position.digits_in(cell);
        let mut digits = digits.iter();
        if let (Some(a), Some(b)) = (digits.next(), digits.next()) {
            let (a, b) = (builder.candidate(a, cell), builder.candidate(b, cell));
            builder.link(a, b, StrongReason::Cell);
        }
    }
    for digit in Digit::ALL {
        for house in House::all() {
            let places = position.places(house, digit);
            if places.len() == 2 {
                let cells = places.cells(house);
                let (Some(a), Some(b)) = (cells.first(), cells.iter().nth(1)) else { continue };
                let (a, b) = (builder.candidate(digit, a), builder.candidate(digit, b));
                builder.link(a, b, StrongReason::House(house));
            }
        }
    }
}

/// Houses whose places for a digit fall into two nodes, one of them a group at least.
fn group_links(position: &Position, builder: &mut Builder) {
    for house in House::all() {
        let (triads, count) = &TRIADS[house.index()];
        let triads = &triads[..*count];
        for digit in Digit::ALL {
            let places = position.places(house, digit);
            if !(3..=6).contains(&places.len()) {
                continue;
            }
            let all = places.cells(house);
            let fits = |cells: CellSet| cells.len() == 1 || triads.iter().any(|&triad| cells.is_subset(triad));
            let mut seen: Vec<CellSet> = Vec::new();
            for &triad in triads {
                let mut part = (all & triad).to_bits();
                let whole = part;
                // Every part of the triad, against the rest of the house.
                while part != 0 {
                    let (cells, rest) = (CellSet::from_bits(part), all - CellSet::from_bits(part));
                    part = (part - 1) & whole;
                    if rest.is_empty() || seen.contains(&cells) || seen.contains(&rest) || !fits(rest) {
                        continue;
                    }
                    seen.push(cells);
                    let (Some(a), Some(b)) = (builder.node(digit, cells), builder.node(digit, rest)) else { return };
                    builder.link(a, b, StrongReason::House(house));
                }
            }
        }
    }
}

/// Each two digits of every almost locked set of more than one cell.
fn set_links(position: &Position, builder: &mut Builder) -> Vec<AlmostLockedSet> {
    let mut sets = Vec::new();
    for set in position.almost_locked_sets().iter().copied().filter(|set| set.cells.len() > 1) {
        let number = sets.len() as u16;
        let mut nodes = [(0, CellSet::EMPTY); 9];
        let mut count = 0;
        for digit in set.digits {
            let cells = set.cells & position.cells_with(digit);
            // A digit that no candidate outside sees can neither be cleared from the set nor rule anything out.
            if (cells.common_peers() & position.cells_with(digit)).is_empty() && cells.len() > 1 {
                continue;
            }
            let Some(node) = builder.node(digit, cells) else { return sets };
            nodes[count] = (node, cells);
            count += 1;
        }
        sets.push(set);
        for a in 0..count {
            for b in a + 1..count {
                builder.link(nodes[a].0, nodes[b].0, StrongReason::Set(number));
            }
        }
    }
    sets
}
