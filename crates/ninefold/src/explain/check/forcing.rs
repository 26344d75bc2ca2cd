//! Proof of forcing chains and nets: every branch is followed inference by inference.
//!
//! A lemma is proved in the same way, in the position without the candidates that the lemma is given as false. Each of
//! these must be known to be false in the branch at that point.

use alloc::vec::Vec;

use super::chain::almost_locked;
use super::{ProofError, Proved, basic, demand, fish, ruled_out};
use crate::explain::{Because, Branch, Cases, Forcing, Impossible, Inference, Lemma, Node, Statement};
use crate::{Candidate, CandidateSet, Cell, CellSet, Digit, House, Pencilmarks};

/// What is known in a branch.
pub(super) struct Known<'a> {
    marks: &'a Pencilmarks,
    true_nodes: Vec<Node>,
    placed: CandidateSet,
    removed: CandidateSet,
}

pub(super) fn forcing(forcing: &Forcing, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    demand(covers(forcing, marks), "the branches are not all the cases")?;
    let mut proved = Proved { placements: CandidateSet::FULL, eliminations: CandidateSet::FULL };
    for branch in &forcing.branches {
        let known = follow(branch, marks)?;
        if let Some(impossible) = branch.impossible {
            demand(known.shows(impossible), "a branch is not impossible")?;
            continue;
        }
        proved.placements &= known.placed;
        proved.eliminations &= known.removed;
    }
    let all_impossible = forcing.branches.iter().all(|branch| branch.impossible.is_some());
    if forcing.cases == Cases::Refuted {
        let [branch] = &forcing.branches[..] else { return Err(ProofError::Pattern("one case is refuted at a time")) };
        demand(all_impossible, "the case is not refuted")?;
        let node = branch.supposed.node;
        return Ok(if branch.supposed.holds {
            Proved::eliminations(node.candidates())
        } else {
            let placements = if node.cells.len() == 1 { node.candidates() } else { CandidateSet::EMPTY };
            Proved { placements, eliminations: ruled_out(&node, marks) }
        });
    }
    demand(!all_impossible, "every case is impossible")?;
    for candidate in proved.placements {
        let node = Node { digit: candidate.digit(), cells: candidate.cell().into() };
        proved.eliminations |= ruled_out(&node, marks);
    }
    Ok(proved)
}

/// The position without these candidates.
fn without(marks: &Pencilmarks, removed: CandidateSet) -> Pencilmarks {
    Pencilmarks::new(*marks.placed(), marks.candidates() - removed)
}

/// Demands that a statement is among what was proved.
fn says(proved: &Proved, statement: Statement) -> Result<(), ProofError> {
    let candidates = statement.node.candidates();
    let one = !statement.holds || candidates.len() == 1;
    let among = if statement.holds { proved.placements } else { proved.eliminations };
    demand(one && candidates.is_subset(among), "a statement does not follow from its reason")
}

/// Whether the branches assume all the cases, one of which must hold.
fn covers(forcing: &Forcing, marks: &Pencilmarks) -> bool {
    let supposed: Vec<_> = forcing.branches.iter().map(|branch| branch.supposed).collect();
    let cases = match forcing.cases {
        Cases::Refuted => return supposed.len() == 1,
        Cases::Either(candidate) => {
            let node = Node { digit: candidate.digit(), cells: candidate.cell().into() };
            let both = [true, false].map(|holds| supposed.iter().any(|s| s.node == node && s.holds == holds));
            return both == [true, true];
        }
        Cases::Cell(cell) => CandidateSet::of_cell(cell, marks.digits_in(cell)),
        Cases::House(house, digit) => CandidateSet::of_digit(digit, house.cells() & marks.cells_with(digit)),
    };
    let stated = supposed.iter().filter(|statement| statement.holds);
    !cases.is_empty() && stated.fold(CandidateSet::EMPTY, |all, statement| all | statement.node.candidates()) == cases
}

/// Follows a branch, inference by inference.
pub(super) fn follow<'a>(branch: &Branch, marks: &'a Pencilmarks) -> Result<Known<'a>, ProofError> {
    let (placed, removed) = (CandidateSet::EMPTY, CandidateSet::EMPTY);
    let mut known = Known { marks, true_nodes: Vec::new(), placed, removed };
    known.add(branch.supposed.node, branch.supposed.holds)?;
    for inference in &branch.inferences {
        known.infer(inference, &branch.lemmas)?;
    }
    Ok(known)
}

impl Known<'_> {
    /// The candidates known to be false.
    pub(super) fn removed(&self) -> CandidateSet {
        self.removed
    }

    fn add(&mut self, node: Node, holds: bool) -> Result<(), ProofError> {
        let present = node.cells.is_subset(self.marks.cells_with(node.digit));
        demand(present && !node.cells.is_empty(), "a statement about something that is not a candidate")?;
        if holds {
            self.true_nodes.push(node);
            if node.cells.len() == 1 {
                self.placed |= node.candidates();
            }
        } else {
            self.removed |= node.candidates();
        }
        Ok(())
    }

    /// The position without what is known to be false.
    fn left(&self) -> Pencilmarks {
        without(self.marks, self.removed)
    }

    fn infer(&mut self, inference: &Inference, lemmas: &[Lemma]) -> Result<(), ProofError> {
        let Inference { statement, because } = *inference;
        let node = statement.node;
        match because {
            Because::Excluded(by) => {
                demand(!statement.holds, "an excluded statement is said to be true")?;
                demand(self.true_nodes.contains(&by), "a statement is excluded by one that is not known")?;
                demand(node.candidates().is_subset(ruled_out(&by, self.marks)), "a statement is not excluded")?;
            }
            Because::Cell => {
                let Some(cell) = node.cells.single() else {
                    return Err(ProofError::Pattern("a cell of several cells"));
                };
                let others = CandidateSet::of_cell(cell, self.marks.digits_in(cell).without(node.digit));
                demand(statement.holds && others.is_subset(self.removed), "a cell has another candidate")?;
            }
            Because::House(house) => {
                demand(node.cells.is_subset(house.cells()), "a place lies outside the house")?;
                let others = self.places(house, node.digit) - node.cells;
                let gone = others.is_subset(self.removed.cells_with(node.digit));
                demand(statement.holds && gone, "a house has another place")?;
            }
            Because::AlmostLockedSet(set, lacks) => {
                almost_locked(&set, self.marks)?;
                let lacking = set.cells & self.marks.cells_with(lacks);
                demand(set.digits.contains(lacks) && lacks != node.digit, "the set has no such digit")?;
                demand(lacking.is_subset(self.removed.cells_with(lacks)), "the set may have the digit")?;
                let whole = set.cells & self.marks.cells_with(node.digit);
                demand(statement.holds && node.cells == whole, "not all places of the digit in the set")?;
            }
            Because::Locked(house) => {
                let left = self.places(house, node.digit) - self.removed.cells_with(node.digit);
                let seen = !left.is_empty() && node.cells.is_subset(left.common_peers());
                demand(!statement.holds && seen, "a house has a place that does not see the candidate")?;
            }
            Because::Subset(subset) => says(&basic::subset(&subset, &self.left())?, statement)?,
            Because::Fish(fish) => says(&fish::fish(&fish, &self.left())?, statement)?,
            Because::Lemma(number) => {
                let Some(lemma) = lemmas.get(usize::from(number)) else {
                    return Err(ProofError::Pattern("a lemma that is not there"));
                };
                let given = lemma.given & self.marks.candidates();
                demand(given.is_subset(self.removed), "a lemma relies on something that is not known")?;
                says(&forcing(&lemma.proof, &without(self.marks, lemma.given))?, statement)?;
            }
        }
        self.add(node, statement.holds)
    }

    fn places(&self, house: House, digit: Digit) -> CellSet {
        house.cells() & self.marks.cells_with(digit)
    }

    fn shows(&self, impossible: Impossible) -> bool {
        let removed = |candidate: Candidate| self.removed.contains(candidate);
        match impossible {
            Impossible::Cell(cell) => {
                let all =
                    |cell: Cell| self.marks.digits_in(cell).iter().all(|digit| removed(Candidate::new(cell, digit)));
                self.marks.placed()[cell].is_none() && all(cell)
            }
            Impossible::House(house, digit) => {
                let placed = house.cells().iter().any(|cell| self.marks.placed()[cell] == Some(digit));
                !placed && self.places(house, digit).is_subset(self.removed.cells_with(digit))
            }
            Impossible::Both(node) => self.true_nodes.contains(&node) && node.candidates().is_subset(self.removed),
        }
    }
}
