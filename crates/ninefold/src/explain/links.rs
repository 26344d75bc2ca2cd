//! The link graph: which statement makes which other true or false.
//!
//! A node is the statement "this digit is in one of these cells": a candidate, a group of candidates in a triad, or all
//! places of a digit in an almost locked set. Two relations link nodes:
//!
//! ```text
//!   weak     at most one is true     the same digit, all cells see each other; or two digits of one cell
//!   strong   at least one is true    the only two places (groups) of a digit in a house; the only two candidates of a
//!                                    cell; two digits of an almost locked set, which lacks one digit at most
//! ```
//!
//! A chain alternates: `s` false makes `t` true (strong), `t` true makes `u` false (weak), and so on. The weak links are a
//! matrix of bits, so all that a true node makes false is one row; the strong links, which are few, are lists.
//!
//! | file | what |
//! |---|---|
//! | `build.rs` | the graph of a position |
//! | `walk.rs` | one round of a walk for many starts: what false nodes make true, what these make false |
//! | `search.rs` | the breadth-first search from one statement, with parents: chains, branches |
//! | `loops.rs` | continuous loops |

mod build;
mod loops;
mod search;
mod walk;

pub(super) use loops::{LoopQuery, Measure};
pub(super) use search::NumberedChain;
pub(super) use walk::Meeting;

use alloc::vec::Vec;
use core::cell::OnceCell;

use super::closure::Closure;
use super::{AlmostLockedSet, Because, Link, Node, Reason, Strength};
use crate::bits::{BitMatrix, BitRow, ones};
use crate::{Candidate, CandidateSet, Digit, House};

/// Nodes and their links. The candidates come first, by digit, then by cell; then the groups, then the other digits of
/// almost locked sets.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    candidates: usize,
    /// How many nodes are candidates or groups.
    groups: usize,
    /// For each node the row of nodes that are false if it is true.
    weak: BitMatrix,
    /// For each digit the row of its nodes.
    of_digit: BitMatrix,
    /// The strong links of node `i` are `strong[first[i]..first[i + 1]]`.
    first: Vec<u32>,
    strong: Vec<StrongLink>,
    /// The row of nodes that have strong links.
    linked: Vec<u64>,
    sets: Vec<AlmostLockedSet>,
    /// What follows from each candidate, by all links and along almost locked sets.
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

/// Which links a chain may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkKinds {
    /// One digit throughout.
    OneDigit,
    /// Strong links within cells with two candidates.
    Cells,
    /// Strong links within almost locked sets; a cell with two candidates is one.
    Sets,
    /// All links.
    All,
}

impl LinkKinds {
    /// Whether a strong link may be used.
    #[inline]
    pub(super) fn allows(self, reason: StrongReason) -> bool {
        match self {
            LinkKinds::OneDigit => matches!(reason, StrongReason::House(_)),
            LinkKinds::Cells => reason == StrongReason::Cell,
            LinkKinds::Sets => !matches!(reason, StrongReason::House(_)),
            LinkKinds::All => true,
        }
    }
}

impl Graph {
    /// How many candidates there are.
    pub(super) fn candidates(&self) -> usize {
        self.candidates
    }

    /// How many nodes are candidates or groups. They come before the other digits of almost locked sets.
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

    /// The number of a candidate of the position.
    pub(super) fn number(&self, candidate: Candidate) -> Option<usize> {
        let key = |node: &Node| node.cells.first().map(|cell| Candidate::new(cell, node.digit));
        self.nodes[..self.candidates].binary_search_by_key(&Some(candidate), key).ok()
    }

    /// The candidate that a node is, if it is one.
    pub(super) fn candidate(&self, number: usize) -> Option<Candidate> {
        let node = self.nodes[..self.candidates].get(number)?;
        node.cells.first().map(|cell| Candidate::new(cell, node.digit))
    }

    /// The row of nodes that are false if this one is true.
    #[inline]
    pub(super) fn weak(&self, number: usize) -> &[u64] {
        self.weak.row(number)
    }

    /// The row of nodes of the same digit.
    #[inline]
    pub(super) fn same_digit(&self, number: usize) -> &[u64] {
        self.of_digit.row(self.nodes[number].digit.index())
    }

    /// Its strong links.
    #[inline]
    pub(super) fn strong(&self, number: usize) -> &[StrongLink] {
        &self.strong[self.first[number] as usize..self.first[number + 1] as usize]
    }

    /// Whether both cannot be true.
    pub(super) fn are_weakly_linked(&self, a: usize, b: usize) -> bool {
        self.weak(a).has(b)
    }

    /// Whether the node is more than a candidate.
    fn is_group(&self, number: usize) -> bool {
        number >= self.candidates
    }

    /// The candidates that a node rules out.
    pub(super) fn ruled_out(&self, number: usize) -> CandidateSet {
        self.ruled_out_by_both(number, number)
    }

    /// The candidates that both nodes rule out.
    pub(super) fn ruled_out_by_both(&self, a: usize, b: usize) -> CandidateSet {
        let (a, b) = (self.weak(a), self.weak(b));
        let mut out = CandidateSet::EMPTY;
        for word in 0..self.candidates.div_ceil(64) {
            for bit in ones(a[word] & b[word]) {
                if let Some(candidate) = self.candidate(64 * word + bit) {
                    out.insert(candidate);
                }
            }
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

    /// The strong link of a pattern.
    fn strong_link(&self, reason: StrongReason) -> Link {
        let reason = match reason {
            StrongReason::Cell => Reason::Cell,
            StrongReason::House(house) => Reason::House(house),
            StrongReason::Set(number) => Reason::AlmostLockedSet(self.sets[usize::from(number)]),
        };
        Link { strength: Strength::Strong, reason }
    }

    /// Why a node is true when another, of this digit, is false.
    fn because(&self, reason: StrongReason, false_digit: Digit) -> Because {
        match reason {
            StrongReason::Cell => Because::Cell,
            StrongReason::House(house) => Because::House(house),
            StrongReason::Set(number) => Because::AlmostLockedSet(self.sets[usize::from(number)], false_digit),
        }
    }
}

/// The weak link of a pattern, between two nodes that cannot both be true.
pub(super) fn weak_link(a: Node, b: Node) -> Link {
    let house = (a.cells | b.cells).common_houses().first().filter(|_| a.digit == b.digit);
    Link { strength: Strength::Weak, reason: house.map_or(Reason::Cell, Reason::House) }
}
