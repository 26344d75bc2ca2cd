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
//! takes less than a microsecond an assumption. At depth 1 it is done for all pairs of candidates: the lemmas of an
//! assumption are the candidates that cannot be true together with it. Proofs are then made for the assumptions that
//! fail, see [`smallest`](crate::explain::smallest), and the smallest is reported. Assumptions that a single lemma refutes
//! come first. After [`NETS`] nets the smallest so far is reported, so it need not be the smallest of all.
//!
//! A proof takes lemmas in rounds: all lemmas that can be proved are offered with their sizes, the smallest proof of what
//! follows is continued, and then what it shows is available to further lemmas. With a lower limit to its size the large
//! lemmas are left out, so a proof that was found is tried again with a lower limit.
//!
//! The solution is used to choose assumptions, because no true one fails. It is no part of a proof. A position with several
//! solutions is searched at depth 1 only, and only for what fails with the lemmas of the first round.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::smallest::{Refutation, SmallestProofs};
use crate::explain::{Facts, Forcing, Pattern, Technique};
use crate::solve::Propagated;
use crate::{Answer, Candidate, CandidateSet, DigitSet};

/// About how many nets are made for the proofs of one step. With 150, paths of the hardest puzzles have a tenth more
/// implications; with 3000, a hundredth fewer in three times the time.
const NETS: usize = 600;

/// No proof is larger.
const UNLIMITED: usize = 20_000;

/// The smallest refutation found, or a request to stop.
type Found = ControlFlow<(), Option<Refutation>>;

/// Nets inside nets.
pub(in crate::explain) fn nested_nets(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let base = Propagated::new(facts.marks());
    let mut settled = base;
    if facts.empty_cells().is_empty() || !settled.settle() {
        return GO_ON;
    }
    let nested = Nested { facts, base, answer: facts.marks().solve() };
    let mut found = nested.with_pairs(search)?;
    let mut depth = 1;
    // An assumption for each cell is deep enough.
    while found.is_none() && nested.answer.is_unique() && depth <= facts.empty_cells().len() {
        found = nested.deeper(search, depth)?;
        depth += 1;
    }
    found.map_or(GO_ON, |refutation| push(search, refutation))
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
    answer: Answer,
}

/// An assumption that fails at depth 1.
struct Failing {
    candidate: Candidate,
    /// What a net refutes under the assumption.
    lemmas: Vec<Candidate>,
    /// Whether each of these is enough; otherwise all together are.
    alone: bool,
}

impl Nested<'_> {
    /// Whether a candidate is part of the only solution.
    fn is_true(&self, candidate: Candidate) -> bool {
        matches!(&self.answer, Answer::Unique(solution) if solution[candidate.cell()] == candidate.digit())
    }

    /// The candidates of the cells with more than one.
    fn open(&self, state: &Propagated) -> impl Iterator<Item = Candidate> + use<> {
        let state = *state;
        self.facts.empty_cells().iter().flat_map(move |cell| {
            let digits = state.digits_in(cell);
            let open = if digits.len() > 1 { digits } else { DigitSet::EMPTY };
            open.iter().map(move |digit| Candidate::new(cell, digit))
        })
    }

    /// The smallest proof among the assumptions that fail with the lemmas of one round.
    fn with_pairs(&self, search: &mut StepSearch<'_>) -> Found {
        let mut failing = self.failing(search)?;
        failing.sort_by_key(|failing| (!failing.alone, failing.lemmas.len(), failing.candidate));
        let mut proofs = SmallestProofs::new(self.facts);
        let mut best: Option<Refutation> = None;
        let mut nets = 0;
        for Failing { candidate, lemmas, .. } in &failing {
            search.poll()?;
            if best.is_some() && nets > NETS {
                break;
            }
            let mut limit = best.as_ref().map_or(UNLIMITED, |best| best.size as usize + 1);
            // A lower limit leaves out large lemmas. What small ones show makes others smaller.
            while let Some(found) = proofs.refute(*candidate, true, limit, &mut |proofs, limit| {
                nets += 1 + lemmas.len();
                add_nets(proofs, lemmas.iter().copied(), limit)
            }) {
                limit = found.size as usize * 3 / 4;
                if best.as_ref().is_none_or(|best| is_smaller(&found, best)) {
                    best = Some(found);
                }
            }
        }
        ControlFlow::Continue(best)
    }

    /// The assumptions that fail with the lemmas of one round.
    fn failing(&self, search: &mut StepSearch<'_>) -> ControlFlow<(), Vec<Failing>> {
        let open: Vec<Candidate> = self.open(&self.base).collect();
        let states: Vec<Option<Propagated>> = open
            .iter()
            .map(|&candidate| {
                let mut state = self.base;
                state.assume(candidate, true);
                state.settle().then_some(state)
            })
            .collect();
        let mut lemmas: Vec<Vec<Candidate>> = Vec::new();
        lemmas.resize(open.len(), Vec::new());
        for (i, first) in states.iter().enumerate() {
            search.poll()?;
            let Some(first) = first else { continue };
            for (j, second) in states.iter().enumerate().skip(i + 1) {
                let Some(second) = second else { continue };
                // A pair of true candidates does not fail. One that the other decides is no lemma.
                if (self.is_true(open[i]) && self.is_true(open[j])) || !is_open(first, open[j]) {
                    continue;
                }
                if !first.meet(second).settle() {
                    lemmas[i].push(open[j]);
                    lemmas[j].push(open[i]);
                }
            }
        }
        let mut failing = Vec::new();
        for ((candidate, state), lemmas) in open.into_iter().zip(&states).zip(lemmas) {
            if self.is_true(candidate) {
                continue;
            }
            let Some(state) = state else {
                failing.push(Failing { candidate, lemmas: Vec::new(), alone: true });
                continue;
            };
            let mut all = *state;
            lemmas.iter().for_each(|&lemma| all.assume(lemma, false));
            if lemmas.is_empty() || all.settle() {
                continue;
            }
            let is_enough = |&lemma: &Candidate| {
                let mut without = *state;
                without.assume(lemma, false);
                !without.settle()
            };
            let enough: Vec<Candidate> = lemmas.iter().copied().filter(is_enough).collect();
            let alone = !enough.is_empty();
            failing.push(Failing { candidate, lemmas: if alone { enough } else { lemmas }, alone });
        }
        ControlFlow::Continue(failing)
    }

    /// Tries assumptions until one fails at this depth. The most restrictive come first.
    fn deeper(&self, search: &mut StepSearch<'_>, depth: usize) -> Found {
        let mut states: Vec<(usize, Candidate, Propagated)> = Vec::new();
        for candidate in self.open(&self.base).filter(|&candidate| !self.is_true(candidate)) {
            let mut state = self.base;
            state.assume(candidate, true);
            let open = if state.settle() { self.open(&state).count() } else { 0 };
            states.push((open, candidate, state));
        }
        states.sort_by_key(|&(open, candidate, _)| (open, candidate));
        let mut proofs = SmallestProofs::new(self.facts);
        for (_, candidate, mut state) in states {
            search.poll()?;
            if state.settle() && !self.fails(&mut state, depth) {
                continue;
            }
            let mut lemmas = |proofs: &mut SmallestProofs<'_>, limit: usize| self.add_lemmas(proofs, limit, depth);
            let found = proofs.refute(candidate, true, UNLIMITED, &mut lemmas);
            if found.is_some() {
                return ControlFlow::Continue(found);
            }
        }
        ControlFlow::Continue(None)
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
        let fails_at_once = |&other: &Candidate| {
            let mut with = state;
            with.assume(other, true);
            !with.settle()
        };
        if add_nets(proofs, self.open(&state).filter(fails_at_once), limit) {
            return true;
        }
        for level in 1..depth {
            for other in self.open(&state) {
                let mut with = state;
                with.assume(other, true);
                if proofs.is_false(other) || (with.settle() && !self.fails(&mut with, level)) {
                    continue;
                }
                let mut inner = |proofs: &mut SmallestProofs<'_>, limit: usize| self.add_lemmas(proofs, limit, level);
                if let Some(refutation) = proofs.refute(other, true, limit, &mut inner)
                    && proofs.add_lemma(refutation, limit)
                {
                    return true;
                }
            }
        }
        false
    }
}

/// Adds those of these lemmas that are plain nets. Returns whether there are any.
fn add_nets(proofs: &mut SmallestProofs<'_>, lemmas: impl Iterator<Item = Candidate>, limit: usize) -> bool {
    // All of them are made before any is added: what is queued is lost when another assumption is made.
    let made: Vec<Refutation> = lemmas
        .filter_map(|lemma| match proofs.is_false(lemma) {
            true => None,
            false => proofs.refute(lemma, true, limit, &mut |_, _| false),
        })
        .collect();
    let mut any = false;
    for refutation in made {
        any |= proofs.add_lemma(refutation, limit);
    }
    any
}

/// Whether a state leaves the candidate open: neither false nor the last of its cell.
fn is_open(state: &Propagated, candidate: Candidate) -> bool {
    let digits = state.digits_in(candidate.cell());
    digits.contains(candidate.digit()) && digits.len() > 1
}

/// Fewer inferences, then fewer cells.
fn is_smaller(one: &Refutation, other: &Refutation) -> bool {
    let key = |refutation: &Refutation| (refutation.size, refutation.branch.cells().len());
    key(one) < key(other)
}

#[cfg(test)]
mod tests {
    use crate::explain::Explainer;
    use crate::{Grid, Puzzle};

    #[test]
    fn a_path_is_no_larger_than_that_of_the_rating_because_lemmas_use_each_other() {
        let line = "..34..7...5...9.3.6..3.....2.....8...4..9..5.7.....6.......1..8.1.9...4...2..5...";
        let path = Explainer::default().path(&Puzzle::new(line.parse::<Grid>().unwrap()).unwrap());
        assert!(path.is_solved());
        // The path in the order of the Sudoku Explainer rating has 494. With one lemma at a time this one has 4,790.
        assert!(path.implications() <= 494, "{}", path.implications());
    }
}
