//! Continuous loops over a weak link: all that differ in what they eliminate.
//!
//! Two nodes that cannot both be true, and a chain by which one is true if the other is false: the loop closes. Chains of
//! the same length may pass through different links and so rule out different candidates. They are followed forward
//! together, and two that have come to the same node with the same eliminations are one from there on.

use alloc::vec;
use alloc::vec::Vec;

use super::{FREE, Graph, NumberedChain, StrongReason, bits, has, set};
use crate::explain::Node;
use crate::{CandidateSet, CellSet, Digit};

/// A loop on its way: how it came to its latest true node, and what it would eliminate.
#[derive(Clone, Copy)]
struct PartialLoop {
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

impl PartialLoop {
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
    fn is_as_good(&self, other: &PartialLoop) -> bool {
        (self.to, self.grouped, self.cells) == (other.to, other.grouped, other.cells)
            && (self.within, self.seen) == (other.within, other.seen)
    }
}

/// How long a way is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum Measure {
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

impl Graph {
    /// The nodes that `start` being false makes true, by the length of the shortest way: row `i` for length `i`. Ends
    /// with the row that has `end`.
    pub(in crate::explain) fn rounds(&self, measure: Measure, start: usize, end: usize) -> Vec<Vec<u64>> {
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

    /// All sets of candidates that continuous loops eliminate which close over the weak link of `start` and `end` and
    /// are otherwise a shortest way between these: each set once, with one loop.
    ///
    /// `rounds` are those of `start` and `end`. With `grouped`, only loops that use a group or an almost locked set.
    /// Gives up on a pair with more than `most` different loops at some length.
    pub(in crate::explain) fn loops(
        &self,
        (start, end): (usize, usize),
        measure: Measure,
        rounds: &[Vec<u64>],
        grouped: bool,
        most: usize,
    ) -> Vec<(CandidateSet, NumberedChain)> {
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
        let mut states: Vec<Vec<PartialLoop>> = Vec::new();
        states.resize_with(length + 1, Vec::new);
        let (node, none) = (self.nodes[start], CandidateSet::EMPTY);
        let begin = PartialLoop {
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
                        let mut next = PartialLoop { to: link.to, from: from as u16, reason: link.reason, ..*state };
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
        let mut found: Vec<(CandidateSet, NumberedChain)> = Vec::new();
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
            let mut trace = NumberedChain { nodes: Vec::new(), reasons: Vec::new() };
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
}
