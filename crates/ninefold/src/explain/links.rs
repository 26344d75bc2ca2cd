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

mod build;
mod loops;
mod reach;
mod walk;

pub(super) use loops::Measure;
pub(super) use walk::NumberedChain;

use alloc::vec::Vec;
use core::cell::OnceCell;

use super::closure::Closure;
use super::{AlmostLockedSet, Link, Node, Reason, Strength};
use crate::{Candidate, CandidateSet, Digit, House};

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
pub(super) enum LinkKinds {
    /// One digit throughout.
    Digit,
    /// From cell to cell, each with two candidates.
    Cells,
    /// From almost locked set to almost locked set; a cell with two candidates is one.
    Sets,
    /// All links.
    All,
}

impl LinkKinds {
    /// Whether it may use a strong link.
    pub(super) fn allows(self, reason: StrongReason) -> bool {
        match self {
            LinkKinds::Digit => matches!(reason, StrongReason::House(_)),
            LinkKinds::Cells => reason == StrongReason::Cell,
            LinkKinds::Sets => !matches!(reason, StrongReason::House(_)),
            LinkKinds::All => true,
        }
    }

    /// Whether it may use a weak link between nodes of these digits.
    pub(super) fn keeps(self, a: Digit, b: Digit) -> bool {
        self == LinkKinds::All || a == b
    }
}

/// No node.
const FREE: u16 = u16::MAX;

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

impl Graph {
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
        self.closure.get_or_init(|| Closure::new(self, LinkKinds::All))
    }

    /// All that follows from each candidate along almost locked sets alone.
    pub(super) fn set_closure(&self) -> &Closure {
        self.set_closure.get_or_init(|| Closure::new(self, LinkKinds::Sets))
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
            || (!self.candidates.is_multiple_of(64) && a[words] & b[words] & ((1 << (self.candidates % 64)) - 1) != 0)
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

    /// The candidate that a node is, if it is one.
    pub(super) fn candidate(&self, number: usize) -> Option<Candidate> {
        let node = self.nodes[..self.candidates].get(number)?;
        node.cells.first().map(|cell| Candidate::new(cell, node.digit))
    }
}

/// A weak link between two nodes that cannot both be true.
pub(super) fn weak_link(a: Node, b: Node) -> Link {
    let house = (a.cells | b.cells).common_houses().first().filter(|_| a.digit == b.digit);
    Link { strength: Strength::Weak, reason: house.map_or(Reason::Cell, Reason::House) }
}
