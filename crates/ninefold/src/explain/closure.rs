//! All that follows from every candidate being true, one premise at a time.
//!
//! The statements "this node is true" and "this node is false" are the vertices of a graph of implications: a true node
//! makes its weakly linked nodes false, a false one its strongly linked nodes true. What follows from a statement is
//! what can be reached from it. Statements that imply each other have the same consequences, so the strongly connected
//! components are found first (Tarjan's algorithm, which completes a component after everything that follows from it).
//! Then each component needs one union of rows for every implication, independent of the length of the chains.
//!
//! A candidate from which its own opposite follows is false. No chain, loop or chain of almost locked sets in the graph
//! can eliminate anything else, so where there is none, no search for chains is needed.

use alloc::vec;
use alloc::vec::Vec;

use super::links::{Graph, LinkKinds};
use crate::CandidateSet;
use crate::bits::{BitMatrix, BitRow, ones, words_for};

/// What follows from each candidate, by the candidates' numbers in the graph.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    layout: Layout,
    /// The row of each candidate.
    row_of: Vec<u32>,
    rows: BitMatrix,
    refuted: CandidateSet,
}

/// A row of consequences: words for the true candidates, then as many for the false ones.
#[derive(Clone, Copy, Debug)]
struct Layout {
    candidates: usize,
    words: usize,
}

impl Layout {
    /// The bit of a statement about a candidate.
    fn bit(self, candidate: usize, holds: bool) -> usize {
        if holds { candidate } else { 64 * self.words + candidate }
    }

    /// The number of bits of a row.
    fn columns(self) -> usize {
        2 * 64 * self.words
    }
}

impl Closure {
    pub(super) fn new(graph: &Graph, kinds: LinkKinds) -> Closure {
        let mut search = ComponentSearch::new(graph, kinds);
        for candidate in 0..graph.candidates() {
            search.run(Statement::new(candidate, true));
        }
        let ComponentSearch { layout, component, rows, .. } = search;
        let row_of: Vec<u32> =
            (0..layout.candidates).map(|number| component[Statement::new(number, true).index()]).collect();
        let refuted = (0..layout.candidates)
            .filter(|&number| rows.row(row_of[number] as usize).has(layout.bit(number, false)))
            .filter_map(|number| graph.candidate(number))
            .collect();
        Closure { layout, row_of, rows, refuted }
    }

    /// What follows from each of these candidates: numbers, and whether true or false.
    pub(super) fn common(&self, members: &[usize]) -> impl Iterator<Item = (usize, bool)> + use<> {
        let mut common = vec![u64::MAX; self.rows.words()];
        for &member in members {
            common.intersect(self.rows.row(self.row_of[member] as usize));
        }
        let Layout { candidates, words } = self.layout;
        let statements = (0..2 * words)
            .flat_map(move |word| ones(common[word]).map(move |bit| (64 * (word % words) + bit, word < words)));
        statements.filter(move |(number, _)| *number < candidates)
    }

    /// The candidates whose own opposite follows from them.
    pub(super) fn refuted(&self) -> CandidateSet {
        self.refuted
    }
}

/// A vertex of the graph of implications: twice the number of the node, plus one if it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Statement(u32);

impl Statement {
    fn new(node: usize, holds: bool) -> Statement {
        Statement(2 * node as u32 + u32::from(holds))
    }

    fn node(self) -> usize {
        self.0 as usize / 2
    }

    fn holds(self) -> bool {
        self.0 % 2 == 1
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A vertex on the path of the search, and how far its implications have been followed.
#[derive(Clone, Copy)]
struct Frame {
    statement: Statement,
    /// Of a true node the word of its row of weak links, and what is left of it; of a false one the next strong link.
    word: u32,
    rest: u64,
}

const UNSEEN: u32 = u32::MAX;

/// Tarjan's search for strongly connected components, without recursion.
struct ComponentSearch<'g> {
    graph: &'g Graph,
    kinds: LinkKinds,
    layout: Layout,
    /// For each statement when it was first seen, the earliest statement known to be reachable from it on the stack, and
    /// its component.
    seen: Vec<u32>,
    low: Vec<u32>,
    component: Vec<u32>,
    clock: u32,
    /// What follows from each component that is complete.
    rows: BitMatrix,
    stack: Vec<Statement>,
    /// The path from the root to the current statement, and for each statement on it the row of what is known to follow.
    path: Vec<Frame>,
    follows: BitMatrix,
}

impl<'g> ComponentSearch<'g> {
    fn new(graph: &'g Graph, kinds: LinkKinds) -> ComponentSearch<'g> {
        let (candidates, count) = (graph.candidates(), 2 * graph.len());
        let layout = Layout { candidates, words: words_for(candidates) };
        ComponentSearch {
            graph,
            kinds,
            layout,
            seen: vec![UNSEEN; count],
            low: vec![0; count],
            component: vec![UNSEEN; count],
            clock: 0,
            rows: BitMatrix::with_capacity(2 * candidates, layout.columns()),
            stack: Vec::with_capacity(256),
            path: Vec::with_capacity(256),
            follows: BitMatrix::with_capacity(256, layout.columns()),
        }
    }

    /// Completes the components of a statement and of all that follows from it.
    fn run(&mut self, root: Statement) {
        if self.seen[root.index()] != UNSEEN {
            return;
        }
        self.enter(root);
        while let Some(frame) = self.path.last_mut() {
            let statement = frame.statement;
            match next(self.graph, self.kinds, frame) {
                Some(next) => self.follow(statement, next),
                None => self.leave(statement),
            }
        }
    }

    fn enter(&mut self, statement: Statement) {
        (self.seen[statement.index()], self.low[statement.index()]) = (self.clock, self.clock);
        self.clock += 1;
        self.stack.push(statement);
        let row = self.follows.push_blank();
        let (node, holds) = (statement.node(), statement.holds());
        if node < self.layout.candidates {
            row.put(self.layout.bit(node, holds));
        }
        let rest = if holds { self.graph.weak(node)[0] & self.graph.linked()[0] } else { 0 };
        self.path.push(Frame { statement, word: 0, rest });
    }

    /// Follows one implication of the statement at the end of the path.
    #[inline]
    fn follow(&mut self, from: Statement, next: Statement) {
        if self.seen[next.index()] == UNSEEN {
            self.enter(next);
        } else if self.component[next.index()] == UNSEEN {
            self.low[from.index()] = self.low[from.index()].min(self.seen[next.index()]);
        } else {
            let last = self.path.len() - 1;
            let follows = self.follows.row_mut(last);
            // A bit in the row says that all that follows from its statement is in the row too.
            let known = next.node() < self.layout.candidates && follows.has(self.layout.bit(next.node(), next.holds()));
            if !known {
                follows.unite(self.rows.row(self.component[next.index()] as usize));
            }
        }
    }

    /// All implications of the statement at the end of the path are followed.
    fn leave(&mut self, statement: Statement) {
        let last = self.path.len() - 1;
        if statement.holds() {
            self.exclude(statement.node(), last);
        }
        if self.low[statement.index()] == self.seen[statement.index()] {
            let number = self.rows.rows() as u32;
            self.rows.push(self.follows.row(last));
            while let Some(member) = self.stack.pop() {
                self.component[member.index()] = number;
                if member == statement {
                    break;
                }
            }
        }
        self.path.pop();
        // What follows from it follows from the statement before it.
        if let Some(before) = self.path.last() {
            let before = before.statement.index();
            self.low[before] = self.low[before].min(self.low[statement.index()]);
            let (mut rows, row) = self.follows.split_at_row(last);
            rows.row_mut(last - 1).unite(row);
        }
        self.follows.pop();
    }

    /// Adds what a true node makes false at once. Only after all its implications are followed: until then a bit in the
    /// row says that all that follows from its statement is in the row too.
    fn exclude(&mut self, node: usize, last: usize) {
        let Layout { candidates, words } = self.layout;
        let row = &mut self.follows.row_mut(last)[words..];
        let weak = &self.graph.weak(node)[..words];
        if self.kinds == LinkKinds::All {
            row.unite(weak);
        } else {
            let rows = weak.iter().zip(self.graph.same_digit(node));
            row.iter_mut().zip(rows).for_each(|(bits, (weak, same))| *bits |= weak & same);
        }
        if !candidates.is_multiple_of(64) {
            row[words - 1] &= (1 << (candidates % 64)) - 1;
        }
    }
}

/// The next implication of the statement at the end of the path.
#[inline]
fn next(graph: &Graph, kinds: LinkKinds, frame: &mut Frame) -> Option<Statement> {
    let node = frame.statement.node();
    if !frame.statement.holds() {
        let links = &graph.strong(node)[frame.word as usize..];
        let (skipped, link) = links.iter().enumerate().find(|(_, link)| kinds.allows(link.reason))?;
        frame.word += skipped as u32 + 1;
        return Some(Statement::new(link.to.into(), true));
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
        let number = 64 * frame.word as usize + frame.rest.trailing_zeros() as usize;
        frame.rest &= frame.rest - 1;
        if kinds == LinkKinds::All || graph.same_digit(node).has(number) {
            return Some(Statement::new(number, false));
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use crate::explain::Facts;
    use crate::{Grid, Puzzle};

    #[test]
    fn what_follows_is_what_a_search_from_the_candidate_reaches() {
        for line in [
            "9.85..7411578943264.6.17.8.3...41..7...6..13.6.1...2..2194.5.73.6.....1.8.31....2",
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
        ] {
            let facts = Facts::from(&Puzzle::new(line.parse::<Grid>().unwrap()).unwrap());
            for graph in [facts.links(), facts.group_links(), facts.set_links()] {
                let closure = graph.closure();
                for number in 0..graph.candidates() {
                    let reached = graph.consequences(number, true);
                    let follows: BTreeSet<(usize, bool)> = closure.common(&[number]).collect();
                    for other in 0..graph.candidates() {
                        for holds in [false, true] {
                            assert_eq!(follows.contains(&(other, holds)), reached.says(other, holds));
                        }
                    }
                    let refuted = graph.candidate(number).is_some_and(|it| closure.refuted().contains(it));
                    assert_eq!(refuted, reached.says(number, false));
                }
            }
        }
    }
}
