//! Nested nets: an assumption inside an assumption, to any depth.
//!
//! ```text
//!   suppose 5r1c1:  ... then 7r4c4 would leave no place for 2 in box 5 (lemma A), so 7r4c4 is false
//!                   ... then 3r8c2 would leave r8c9 without a candidate (lemma B), so 3r8c2 is false
//!                   ... which leaves r9c2 without a candidate:  5r1c1 is false
//! ```
//!
//! A lemma is a net of its own, in the position that the assumption leads to. At depth 1 lemmas are plain nets. At depth
//! 2 they may have lemmas themselves, and so on. Every puzzle with one solution is solved at some depth, because an
//! assumption for each cell is a search of all cases. Nearly all need depth 1 at most, and depth 3 is not known to be
//! needed.
//!
//! # How it is searched
//! Whether an assumption fails at some depth is found first, by propagation without reasons on whole bands at once. That
//! takes less than a microsecond an assumption. Proofs are then made for those that fail, see
//! [`smallest`](crate::explain::smallest), and the smallest is reported. Assumptions that a single lemma refutes come
//! first. After [`PROOFS`] nets the smallest so far is reported, so it need not be the smallest of all.
//!
//! The solution is used to choose assumptions, because no true one fails. It is no part of a proof. A position with several
//! solutions is searched at depth 1 only.

use alloc::vec::Vec;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::smallest::{Refutation, SmallestProofs};
use crate::explain::{Facts, Forcing, Pattern, Technique};
use crate::solve::Propagated;
use crate::{Answer, Candidate, CandidateSet};

/// About how many nets are made for the proofs of one step.
const PROOFS: usize = 1500;

/// No proof is larger.
const UNLIMITED: usize = 20_000;

/// Nets inside nets.
pub(in crate::explain) fn nested_nets(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let mut base = Propagated::new(facts.marks());
    if facts.empty_cells().is_empty() || !base.settle() {
        return GO_ON;
    }
    let answer = facts.marks().solve();
    let nested = Nested { facts, base };
    for depth in 1.. {
        search.poll()?;
        let worth = nested.worth_trying(&answer);
        let found = match depth {
            1 => nested.at_depth_one(search, &worth)?,
            _ => nested.deeper(search, &worth, depth)?,
        };
        if let Some(refutation) = found {
            return push(search, refutation);
        }
        if !answer.is_unique() {
            break;
        }
    }
    GO_ON
}

fn push(search: &mut StepSearch<'_>, refutation: Refutation) -> Flow {
    let supposed = refutation.branch.supposed;
    let conclusion = supposed.node.candidates();
    let (placements, eliminations) =
        if supposed.holds { (CandidateSet::EMPTY, conclusion) } else { (conclusion, CandidateSet::EMPTY) };
    search.push(Technique::NestedForcingNet, placements, eliminations, || {
        Pattern::Forcing(Forcing::refuted(refutation.branch))
    })
}

struct Nested<'a> {
    facts: &'a Facts,
    base: Propagated,
}

/// An assumption that fails at depth 1.
struct Failing {
    candidate: Candidate,
    holds: bool,
    /// What a net refutes under the assumption: one of these is enough, or all together are.
    lemmas: Vec<Candidate>,
    alone: bool,
}

impl Nested<'_> {
    /// The assumptions that may fail: that a candidate outside the solution is true, or one of the solution false.
    fn worth_trying(&self, answer: &Answer) -> Vec<(Candidate, bool)> {
        let candidates = self.facts.marks().candidates().iter();
        let open = candidates.filter(|candidate| self.facts.digits_in(candidate.cell()).len() > 1);
        match answer {
            Answer::Unique(solution) => {
                open.map(|candidate| (candidate, solution[candidate.cell()] != candidate.digit())).collect()
            }
            _ => open.flat_map(|candidate| [(candidate, true), (candidate, false)]).collect(),
        }
    }

    /// The candidates of the cells with more than one.
    fn open(&self, state: &Propagated) -> impl Iterator<Item = Candidate> + use<> {
        let state = *state;
        self.facts.empty_cells().iter().flat_map(move |cell| {
            let digits = state.digits_in(cell);
            let open = if digits.len() > 1 { digits } else { crate::DigitSet::EMPTY };
            open.iter().map(move |digit| Candidate::new(cell, digit))
        })
    }

    fn at_depth_one(&self, search: &mut StepSearch<'_>, worth: &[(Candidate, bool)]) -> Flow2 {
        let mut failing = Vec::new();
        for &(candidate, holds) in worth {
            search.poll()?;
            failing.extend(self.failing(candidate, holds));
        }
        failing.sort_by_key(|failing| (!failing.alone, failing.lemmas.len()));
        let mut proofs = SmallestProofs::new(self.facts);
        let mut best: Option<Refutation> = None;
        let mut nets = 0;
        for failing in &failing {
            search.poll()?;
            if best.is_some() && nets > PROOFS {
                break;
            }
            let limit = best.as_ref().map_or(UNLIMITED, |best| best.size as usize);
            let mut done = false;
            let found = proofs.refute(failing.candidate, failing.holds, limit, &mut |proofs, limit| {
                nets += 1 + failing.lemmas.len();
                if core::mem::replace(&mut done, true) {
                    // Further rounds, in case the limits of the first left something out.
                    return best.is_none() && self.add_lemmas(proofs, limit, 1);
                }
                let mut any = false;
                for &lemma in &failing.lemmas {
                    if !proofs.is_false(lemma)
                        && let Some(refutation) = proofs.refute(lemma, true, limit, &mut |_, _| false)
                    {
                        any |= proofs.add_lemma(refutation, limit);
                    }
                }
                any
            });
            if let Some(found) = found
                && best.as_ref().is_none_or(|best| is_smaller(&found, best))
            {
                best = Some(found);
            }
        }
        core::ops::ControlFlow::Continue(best)
    }

    /// What fails under an assumption, if that makes the assumption fail.
    fn failing(&self, candidate: Candidate, holds: bool) -> Option<Failing> {
        let mut state = self.base;
        state.assume(candidate, holds);
        if !state.settle() {
            return Some(Failing { candidate, holds, lemmas: Vec::new(), alone: true });
        }
        let mut lemmas: Vec<Candidate> = Vec::new();
        let mut all = state;
        loop {
            let before = lemmas.len();
            for other in self.open(&all) {
                let mut with = all;
                with.assume(other, true);
                if !with.settle() {
                    lemmas.push(other);
                }
            }
            if lemmas.len() == before {
                return None;
            }
            lemmas[before..].iter().for_each(|&other| all.assume(other, false));
            if !all.settle() {
                break;
            }
        }
        let alone = lemmas.iter().copied().filter(|&other| {
            let mut without = state;
            without.assume(other, false);
            let mut with = state;
            with.assume(other, true);
            !without.settle() && !with.settle()
        });
        let alone: Vec<Candidate> = alone.collect();
        let enough = !alone.is_empty();
        Some(Failing { candidate, holds, lemmas: if enough { alone } else { lemmas }, alone: enough })
    }

    /// Tries assumptions until one fails at this depth. The most restrictive come first.
    fn deeper(&self, search: &mut StepSearch<'_>, worth: &[(Candidate, bool)], depth: usize) -> Flow2 {
        let mut states: Vec<(usize, Candidate, bool, Propagated)> = Vec::new();
        for &(candidate, holds) in worth {
            let mut state = self.base;
            state.assume(candidate, holds);
            state.settle();
            states.push((self.open(&state).count(), candidate, holds, state));
        }
        states.sort_by_key(|&(open, candidate, ..)| (open, candidate));
        let mut proofs = SmallestProofs::new(self.facts);
        for (_, candidate, holds, mut state) in states {
            search.poll()?;
            if !self.fails(&mut state, depth) {
                continue;
            }
            let mut lemmas = |proofs: &mut SmallestProofs<'_>, limit: usize| self.add_lemmas(proofs, limit, depth);
            let found = proofs.refute(candidate, holds, UNLIMITED, &mut lemmas);
            if found.is_some() {
                return core::ops::ControlFlow::Continue(found);
            }
        }
        core::ops::ControlFlow::Continue(None)
    }

    /// Whether a settled state fails when assumptions are nested so deeply.
    fn fails(&self, state: &mut Propagated, depth: usize) -> bool {
        let mut level = 0;
        while level < depth {
            let mut any = false;
            for other in self.open(state) {
                let mut with = *state;
                with.assume(other, true);
                if !with.settle() || self.fails(&mut with, level) {
                    state.assume(other, false);
                    if !state.settle() {
                        return true;
                    }
                    any = true;
                }
            }
            level = if any { 0 } else { level + 1 };
        }
        false
    }

    /// Adds lemmas of less than this depth to a proof, as shallow as possible. Returns whether there are any.
    fn add_lemmas(&self, proofs: &mut SmallestProofs<'_>, limit: usize, depth: usize) -> bool {
        let mut state = self.base;
        for candidate in self.facts.marks().candidates().iter().filter(|&candidate| proofs.is_false(candidate)) {
            state.assume(candidate, false);
        }
        if !state.settle() {
            return false;
        }
        for level in 0..depth {
            let mut any = false;
            for other in self.open(&state) {
                let mut with = state;
                with.assume(other, true);
                if proofs.is_false(other) || (with.settle() && !self.fails(&mut with, level)) {
                    continue;
                }
                let mut inner =
                    |proofs: &mut SmallestProofs<'_>, limit: usize| level > 0 && self.add_lemmas(proofs, limit, level);
                if let Some(refutation) = proofs.refute(other, true, limit, &mut inner)
                    && proofs.add_lemma(refutation, limit)
                {
                    any = true;
                    if level > 0 {
                        break;
                    }
                }
            }
            if any {
                return true;
            }
        }
        false
    }
}

type Flow2 = core::ops::ControlFlow<(), Option<Refutation>>;

/// Fewer inferences, then fewer cells.
fn is_smaller(one: &Refutation, other: &Refutation) -> bool {
    let key = |refutation: &Refutation| (refutation.size, refutation.branch.cells().len());
    key(one) < key(other)
}
