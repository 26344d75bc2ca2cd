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

use super::links::{Graph, LinkKinds, bits};
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
#[derive(Clone, Copy)]
struct Frame {
    statement: u32,
    word: u32,
    rest: u64,
}

const UNSEEN: u32 = u32::MAX;

impl Closure {
    pub(super) fn new(graph: &Graph, walk: LinkKinds) -> Closure {
        let (candidates, count) = (graph.candidates(), 2 * graph.len());
        let words = candidates.div_ceil(64);
        let wide = 2 * words;
        let mut seen = vec![UNSEEN; count];
        let mut low = vec![0_u32; count];
        let mut component = vec![UNSEEN; count];
        let mut rows: Vec<u64> = Vec::with_capacity(2 * candidates * wide);
        let mut stack: Vec<u32> = Vec::with_capacity(256);
        // The path and, for each vertex on it, the row of what is known to follow so far.
        let mut path: Vec<Frame> = Vec::with_capacity(256);
        let mut follows: Vec<u64> = Vec::with_capacity(256 * wide);
        let mut clock = 0;
        let enter = |statement: u32, path: &mut Vec<Frame>, follows: &mut Vec<u64>| {
            let (node, holds) = (statement as usize / 2, statement % 2 == 1);
            let start = follows.len();
            follows.resize(start + wide, 0);
            let row = &mut follows[start..];
            let mut rest = 0;
            if holds {
                rest = graph.weak(node)[0] & graph.linked()[0];
            }
            if node < candidates {
                row[node / 64 + if holds { 0 } else { words }] |= 1 << (node % 64);
            }
            path.push(Frame { statement, word: 0, rest });
        };
        // What a true node makes false at once. Only when all its implications are followed: until then a bit in the row
        // says that all that follows from it is in the row too.
        let exclude = |node: usize, row: &mut [u64]| {
            let weak = &graph.weak(node)[..words];
            if walk == LinkKinds::All {
                row[words..].iter_mut().zip(weak).for_each(|(bits, more)| *bits |= more);
                if !candidates.is_multiple_of(64) {
                    row[wide - 1] &= (1 << (candidates % 64)) - 1;
                }
                return;
            }
            for other in bits(weak).take_while(|&other| other < candidates) {
                if graph.node(node).digit == graph.node(other).digit {
                    row[other / 64 + words] |= 1 << (other % 64);
                }
            }
        };
        for root in (0..candidates as u32).map(|number| 2 * number + 1) {
            if seen[root as usize] != UNSEEN {
                continue;
            }
            enter(root, &mut path, &mut follows);
            (seen[root as usize], low[root as usize]) = (clock, clock);
            clock += 1;
            stack.push(root);
            while let Some(frame) = path.last_mut() {
                let vertex = frame.statement as usize;
                let at = follows.len() - wide;
                if let Some(next) = next(graph, walk, frame) {
                    if seen[next] == UNSEEN {
                        enter(next as u32, &mut path, &mut follows);
                        (seen[next], low[next]) = (clock, clock);
                        clock += 1;
                        stack.push(next as u32);
                    } else if component[next] == UNSEEN {
                        low[vertex] = low[vertex].min(seen[next]);
                    } else {
                        let follows = &mut follows[at..];
                        let node = next / 2;
                        let word = node / 64 + if next % 2 == 1 { 0 } else { words };
                        if node >= candidates || follows[word] >> (node % 64) & 1 == 0 {
                            let row = &rows[component[next] as usize * wide..][..wide];
                            follows.iter_mut().zip(row).for_each(|(bits, more)| *bits |= more);
                        }
                    }
                    continue;
                }
                if vertex % 2 == 1 {
                    exclude(vertex / 2, &mut follows[at..]);
                }
                // All its implications are followed. What follows from it follows from the vertex before it.
                if low[vertex] == seen[vertex] {
                    let number = (rows.len() / wide) as u32;
                    rows.extend_from_slice(&follows[at..]);
                    while let Some(member) = stack.pop() {
                        component[member as usize] = number;
                        if member as usize == vertex {
                            break;
                        }
                    }
                }
                path.pop();
                if let Some(before) = path.last() {
                    let before = before.statement as usize;
                    low[before] = low[before].min(low[vertex]);
                    let (rest, row) = follows.split_at_mut(at);
                    rest[at - wide..].iter_mut().zip(row).for_each(|(bits, more)| *bits |= *more);
                }
                follows.truncate(at);
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
    pub(super) fn common(&self, members: &[usize]) -> impl Iterator<Item = (usize, bool)> + use<> {
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
fn next(graph: &Graph, walk: LinkKinds, frame: &mut Frame) -> Option<usize> {
    let node = frame.statement as usize / 2;
    if frame.statement.is_multiple_of(2) {
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

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use crate::explain::Facts;
    use crate::{Grid, Puzzle};

    #[test]
    fn what_follows_is_what_a_walk_from_the_candidate_reaches() {
        for line in [
            "9.85..7411578943264.6.17.8.3...41..7...6..13.6.1...2..2194.5.73.6.....1.8.31....2",
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
        ] {
            let facts = Facts::from(&Puzzle::new(line.parse::<Grid>().unwrap()).unwrap());
            for graph in [facts.links(), facts.group_links(), facts.set_links()] {
                let closure = graph.closure();
                for number in 0..graph.candidates() {
                    let reached = graph.reach(number, true, false);
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
