//! All that follows from every candidate being true, one premise at a time.
//!
//! The statements "this node is true" and "this node is false" are the vertices of a graph of implications: a true node
//! makes its weakly linked nodes false, a false one its strongly linked nodes true. What follows from a statement is
//! what can be reached from it. Statements that imply each other share what follows, so the strongly connected
//! components are found first (Tarjan's algorithm, which hands them over in the order in which each has all that follows
//! from it done already); then each needs one union of rows for every implication, whatever the length of the chains.
//!
//! A candidate from which its own opposite follows is false. No chain, loop or chain of almost locked sets in the graph
//! can eliminate anything else, so where there is none, nobody has to look for chains.

use alloc::vec;
use alloc::vec::Vec;

use super::links::{Graph, Walk, bits};
use crate::CandidateSet;

/// What follows from each candidate, by the candidates' numbers in the graph.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    candidates: usize,
    /// Words for the true candidates in a row, and as many for the false ones.
    words: usize,
    /// The row of each candidate.
    row_of: Vec<u32>,
    rows: Vec<u64>,
    refuted: CandidateSet,
}

/// A vertex on Tarjan's path: the statement, and how far its implications have been followed.
struct Frame {
    statement: u32,
    word: u32,
    rest: u64,
}

const UNSEEN: u32 = u32::MAX;

impl Closure {
    pub(super) fn new(graph: &Graph, walk: Walk) -> Closure {
        let (candidates, count) = (graph.candidates(), 2 * graph.len());
        let words = candidates.div_ceil(64);
        let mut seen = vec![UNSEEN; count];
        let mut low = vec![0_u32; count];
        let mut component = vec![UNSEEN; count];
        let mut rows: Vec<u64> = Vec::with_capacity(4 * candidates * words);
        let (mut stack, mut path): (Vec<u32>, Vec<Frame>) = (Vec::new(), Vec::new());
        let mut clock = 0;
        for root in (0..candidates as u32).map(|number| 2 * number + 1) {
            if seen[root as usize] != UNSEEN {
                continue;
            }
            path.push(Frame { statement: root, word: 0, rest: 0 });
            while let Some(frame) = path.last_mut() {
                let vertex = frame.statement as usize;
                if seen[vertex] == UNSEEN {
                    (seen[vertex], low[vertex]) = (clock, clock);
                    clock += 1;
                    stack.push(frame.statement);
                    if vertex % 2 == 1 {
                        frame.rest = graph.weak(vertex / 2)[0] & graph.linked()[0];
                    }
                }
                let next = next(graph, walk, frame);
                match next {
                    Some(next) if seen[next] == UNSEEN => {
                        path.push(Frame { statement: next as u32, word: 0, rest: 0 });
                    }
                    Some(next) => {
                        if component[next] == UNSEEN {
                            low[vertex] = low[vertex].min(seen[next]);
                        }
                    }
                    None => {
                        if low[vertex] == seen[vertex] {
                            let number = (rows.len() / (2 * words)) as u32;
                            let members = stack.iter().rposition(|&member| member as usize == vertex).unwrap_or(0);
                            for &member in &stack[members..] {
                                component[member as usize] = number;
                            }
                            add_row(graph, walk, &stack[members..], &component, number, words, &mut rows);
                            stack.truncate(members);
                        }
                        path.pop();
                        if let Some(before) = path.last() {
                            let before = before.statement as usize;
                            low[before] = low[before].min(low[vertex]);
                        }
                    }
                }
            }
        }
        let row_of = (0..candidates).map(|number| component[2 * number + 1]).collect();
        let mut closure = Closure { candidates, words, row_of, rows, refuted: CandidateSet::EMPTY };
        closure.refuted = (0..candidates)
            .filter(|&number| closure.row(number)[words + number / 64] >> (number % 64) & 1 != 0)
            .filter_map(|number| graph.candidate(number))
            .collect();
        closure
    }

    fn row(&self, number: usize) -> &[u64] {
        let row = self.row_of[number] as usize;
        &self.rows[row * 2 * self.words..][..2 * self.words]
    }

    /// What follows from each of these candidates: numbers, and whether true or false.
    pub(super) fn common(&self, members: &[usize]) -> impl Iterator<Item = (usize, bool)> {
        let mut common = vec![u64::MAX; 2 * self.words];
        for &member in members {
            common.iter_mut().zip(self.row(member)).for_each(|(bits, more)| *bits &= more);
        }
        let (words, candidates) = (self.words, self.candidates);
        (0..2 * words)
            .flat_map(move |word| {
                let mut rest = common[word];
                core::iter::from_fn(move || {
                    let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                    rest &= rest - 1;
                    Some((word % words * 64 + bit, word < words))
                })
            })
            .filter(move |(number, _)| *number < candidates)
    }

    /// The candidates that would make themselves false.
    pub(super) fn refuted(&self) -> CandidateSet {
        self.refuted
    }
}

/// The next implication of the statement on the path.
fn next(graph: &Graph, walk: Walk, frame: &mut Frame) -> Option<usize> {
    let node = frame.statement as usize / 2;
    if frame.statement % 2 == 0 {
        let links = &graph.strong(node)[frame.word as usize..];
        let (skipped, link) = links.iter().enumerate().find(|(_, link)| walk.allows(link.reason))?;
        frame.word += skipped as u32 + 1;
        return Some(2 * usize::from(link.to) + 1);
    }
    let (row, linked) = (graph.weak(node), graph.linked());
    loop {
        while frame.rest == 0 {
            frame.word += 1;
            let word = frame.word as usize;
            if word >= row.len() {
                return None;
            }
            frame.rest = row[word] & linked[word];
        }
        let number = frame.word as usize * 64 + frame.rest.trailing_zeros() as usize;
        frame.rest &= frame.rest - 1;
        if walk.keeps(graph.node(node).digit, graph.node(number).digit) {
            return Some(2 * number);
        }
    }
}

/// What follows from a component: itself, and what follows from all its members imply.
fn add_row(
    graph: &Graph,
    walk: Walk,
    members: &[u32],
    component: &[u32],
    number: u32,
    words: usize,
    rows: &mut Vec<u64>,
) {
    let start = rows.len();
    rows.resize(start + 2 * words, 0);
    let (done, row) = rows.split_at_mut(start);
    let candidates = graph.candidates();
    let add = |row: &mut [u64], other: usize| {
        let other = component[other];
        if other != number {
            let other = &done[other as usize * 2 * words..][..2 * words];
            row.iter_mut().zip(other).for_each(|(bits, more)| *bits |= more);
        }
    };
    for &member in members {
        let (node, holds) = (member as usize / 2, member % 2 == 1);
        if node < candidates {
            row[node / 64 + if holds { 0 } else { words }] |= 1 << (node % 64);
        }
        if !holds {
            for link in graph.strong(node).iter().filter(|link| walk.allows(link.reason)) {
                add(row, 2 * usize::from(link.to) + 1);
            }
            continue;
        }
        let weak = graph.weak(node);
        for other in bits(&weak[..words]).take_while(|&other| other < candidates) {
            if walk.keeps(graph.node(node).digit, graph.node(other).digit) {
                row[other / 64 + words] |= 1 << (other % 64);
            }
        }
        for word in 0..weak.len() {
            for bit in bits(&[weak[word] & graph.linked()[word]]) {
                let other = word * 64 + bit;
                if walk.keeps(graph.node(node).digit, graph.node(other).digit) {
                    add(row, 2 * other);
                }
            }
        }
    }
}
