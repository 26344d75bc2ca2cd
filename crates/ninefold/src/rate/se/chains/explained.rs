//! The proofs of chains: what the chain of a hint says, as cases and branches.
//!
//! An engine keeps of a chain inside a chain only what its rating needs. So for the one hint that the main loop uses, the
//! engines inside are run again on the boards that they were run on. The order of nodes decides nothing here: each
//! inference is listed after those it follows from.

use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;

use super::super::board::{Board, HOUSE, candidate, house};
use super::nested::List;
use super::propagation::{Cause, Propagation};
use super::scan::{Distinct, FoundChain, Propagations, Source, branches};
use super::{Chains, Engine, forcing, patterns};
use crate::explain::{Because, Branch, Cases, Forcing, Impossible, Inference, Lemma, Node, Statement};
use crate::{Candidate, CandidateSet, Cell, Digit};

/// The node of a candidate.
pub(super) fn node(candidate: Candidate) -> Node {
    Node { digit: candidate.digit(), cells: candidate.cell().into() }
}

/// Why a node that is on follows: its cell or one of its houses has no other candidate left.
pub(super) fn because_on(number: u16, cause: Cause) -> Because {
    match cause {
        Cause::Block | Cause::Row | Cause::Column => {
            Because::House(house(HOUSE[usize::from(number / 9)][cause as usize].into()))
        }
        Cause::Cell | Cause::Assumption | Cause::Rule => Because::Cell,
    }
}

impl Chains<'_, '_> {
    /// The proof of a hint of a scan.
    pub(super) fn proof(&mut self, engine: Engine, board: &Board, all: &Propagations, found: &FoundChain) -> Forcing {
        let targets = branches(board, all, found);
        let cases = match found.source {
            Source::Contradiction { .. } => {
                let [(propagation, first), (_, second)] = targets[..] else { return nothing() };
                let clash = node(candidate(propagation.node(first).candidate.into()));
                let impossible = Some(Impossible::Both(clash));
                let branch = self.branch(engine, board, propagation, &[first, second], impossible);
                return Forcing { cases: Cases::Refuted, branches: vec![branch] };
            }
            Source::Double { candidate: number } => Cases::Either(candidate(number.into())),
            Source::Cell { cell } => Cases::Cell(Cell::from_index(cell.into())),
            Source::House { house: number, digit } => {
                Cases::House(house(number.into()), Digit::from_index(digit.into()))
            }
        };
        let branches = targets
            .into_iter()
            .map(|(propagation, number)| self.branch(engine, board, propagation, &[number], None))
            .collect();
        Forcing { cases, branches }
    }

    /// The nodes of a propagation that lead to some of them.
    fn branch(
        &mut self,
        engine: Engine,
        start: &Board,
        propagation: &Propagation,
        targets: &[usize],
        impossible: Option<Impossible>,
    ) -> Branch {
        let mut numbers = Vec::new();
        for &target in targets {
            let mut chain = Vec::new();
            propagation.chain(start, engine.is_dynamic(), target, &mut chain);
            numbers.extend(chain);
        }
        // A node follows from nodes with lower numbers.
        numbers.sort_unstable();
        numbers.dedup();
        let statement = |number: u16, on: bool| Statement { node: node(candidate(number.into())), holds: on };
        let assumed = propagation.node(0);
        let mut lemmas = Lemmas::default();
        let mut inferences = Vec::new();
        for number in numbers {
            let this = propagation.node(number.into());
            let because = match this.cause {
                Cause::Assumption => continue,
                Cause::Rule => self.because_of_rule(engine, start, propagation, number.into(), &mut lemmas),
                cause if this.on => because_on(this.candidate, cause),
                _ => {
                    let parent = propagation.node(this.parent.into()).candidate;
                    Because::Excluded(node(candidate(parent.into())))
                }
            };
            inferences.push(Inference { statement: statement(this.candidate, this.on), because });
        }
        Branch { supposed: statement(assumed.candidate, assumed.on), inferences, lemmas: lemmas.proofs, impossible }
    }

    /// The pattern or the lemma that turned a node off.
    fn because_of_rule(
        &mut self,
        engine: Engine,
        start: &Board,
        propagation: &Propagation,
        number: usize,
        lemmas: &mut Lemmas,
    ) -> Because {
        let this = propagation.node(number);
        let now = propagation.board_at_rule(start, this);
        let Some((list, index)) = propagation.nested(this) else {
            return patterns::because(start, &now, &self.counts, this.candidate.into()).unwrap_or(Because::Cell);
        };
        let mut parents = Vec::new();
        list.parents(index, start, &now, &mut parents);
        let given: CandidateSet = parents.into_iter().map(candidate).collect();
        let proof = self.lemma(engine, &now, list, index, this.candidate.into());
        lemmas.number(Lemma { given, proof })
    }

    /// The proof of a hint of an engine inside, for one candidate that it eliminates.
    fn lemma(&mut self, outer: Engine, board: &Board, list: &Rc<List>, index: usize, target: usize) -> Forcing {
        for &engine in outer.inner() {
            let again = self.list(engine, board, None);
            let same = again.len() == list.len() && again.entry(index).fingerprint == list.entry(index).fingerprint;
            if !same {
                continue;
            }
            if engine == Engine::Forcing {
                let reach = self.reach(board);
                return forcing::lemma(board, &reach, index, target);
            }
            let mut all = Propagations::new();
            let mut distinct = Distinct::new(board);
            self.scan(engine, board, &mut all, &mut distinct);
            if let Some(found) = distinct.into_sorted().get(index) {
                return self.proof(engine, board, &all, found);
            }
        }
        nothing()
    }
}

/// No proof. The checker refuses it.
pub(super) fn nothing() -> Forcing {
    Forcing { cases: Cases::Refuted, branches: Vec::new() }
}

/// The lemmas of a branch, each once.
#[derive(Default)]
struct Lemmas {
    proofs: Vec<Lemma>,
}

impl Lemmas {
    fn number(&mut self, lemma: Lemma) -> Because {
        let number = self.proofs.iter().position(|known| *known == lemma).unwrap_or(self.proofs.len());
        if number == self.proofs.len() {
            self.proofs.push(lemma);
        }
        Because::Lemma(number as u16)
    }
}
