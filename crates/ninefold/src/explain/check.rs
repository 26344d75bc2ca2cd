//! Proof of a step, without the finders.
//!
//! A finder may be wrong in two ways: it may see a pattern that is not there, or draw a conclusion that does not follow.
//! This module takes a deduction as a claim by somebody else and proves it from the pencilmarks: the pattern is there,
//! its argument is valid, and each conclusion follows from it. It shares no code with the finders (it imports none of
//! them), and where it can it argues in another way than they search.
//!
//! Three questions, in order:
//! 1. Are the conclusions about candidates that stand, and is there at least one?
//! 2. Does the pattern hold in the pencilmarks, and does it imply every conclusion?
//! 3. If the solution is known: does no conclusion contradict it?

mod basic;
mod blossom;
mod chain;
mod colouring;
mod deadly;
mod exocet;
mod filling;
mod fish;
mod forcing;
mod kraken;
mod sectors;
mod templates;

use core::fmt;

use super::{Deduction, Path, Pattern, Technique};
use crate::{Candidate, CandidateSet, CellSet, Pencilmarks, Solution};

/// What is wrong with a deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofError {
    /// It concludes nothing.
    Empty,
    /// It speaks of a candidate that does not stand.
    Absent(Candidate),
    /// The pattern is not there; the text says what is missing.
    Pattern(&'static str),
    /// The pattern does not imply this conclusion.
    DoesNotFollow(Candidate),
    /// The solution contradicts this conclusion.
    Contradiction(Candidate),
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::Empty => f.write_str("the step concludes nothing"),
            ProofError::Absent(candidate) => write!(f, "{candidate} is concluded upon but does not stand"),
            ProofError::Pattern(what) => write!(f, "the pattern is not there: {what}"),
            ProofError::DoesNotFollow(candidate) => write!(f, "the conclusion about {candidate} does not follow"),
            ProofError::Contradiction(candidate) => {
                write!(f, "the solution contradicts the conclusion about {candidate}")
            }
        }
    }
}

impl core::error::Error for ProofError {}

/// A flaw and the step of the path, counted from zero, that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathProofError {
    /// Which step.
    pub step: usize,
    /// Its technique.
    pub technique: Technique,
    /// What is wrong.
    pub flaw: ProofError,
}

impl fmt::Display for PathProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} ({}): {}", self.step + 1, self.technique, self.flaw)
    }
}

impl core::error::Error for PathProofError {}

/// Proves every step of a path, each in the position it was found in.
///
/// # Errors
/// The first step that cannot be proved.
pub fn check_path(path: &Path, solution: &Solution) -> Result<(), PathProofError> {
    for (step, (marks, deduction)) in path.positions().enumerate() {
        check(deduction, &Claim { marks: &marks, givens: path.givens(), solution: Some(solution) })
            .map_err(|flaw| PathProofError { step, technique: deduction.technique, flaw })?;
    }
    Ok(())
}

/// What a deduction claims to be about.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The position before the step.
    pub marks: &'a Pencilmarks,
    /// The cells whose digit was given.
    pub givens: CellSet,
    /// The solution, where it is known.
    pub solution: Option<&'a Solution>,
}

/// Proves a deduction.
///
/// # Errors
/// The first flaw found.
pub fn check(deduction: &Deduction, claim: &Claim<'_>) -> Result<(), ProofError> {
    let marks = claim.marks;
    if deduction.placements.is_empty() && deduction.eliminations.is_empty() {
        return Err(ProofError::Empty);
    }
    let absent = |candidates: CandidateSet| candidates.iter().find(|&candidate| !marks.contains(candidate));
    if let Some(candidate) = absent(deduction.placements).or(absent(deduction.eliminations)) {
        return Err(ProofError::Absent(candidate));
    }
    let proved = match &deduction.pattern {
        Pattern::Single(single) => basic::single(single, marks),
        Pattern::Intersection(intersection) => basic::intersection(intersection, marks),
        Pattern::Subset(subset) => basic::subset(subset, marks),
        Pattern::Fish(fish) => fish::fish(fish, marks),
        Pattern::SiameseFish(twins) => fish::siamese(twins, marks),
        Pattern::Wing(wing) => filling::every_filling(wing.pivots | wing.pincers, marks, &|_| true),
        Pattern::Colouring(colouring) => colouring::colouring(colouring, marks),
        Pattern::Deadly(deadly) => deadly::deadly(deadly, claim),
        Pattern::Grave(grave) => deadly::grave(grave, marks),
        Pattern::SueDeCoq(sue) => filling::every_filling(sue.crossing | sue.in_line | sue.in_block, marks, &|_| true),
        Pattern::Templates(templates) => templates::templates(templates, marks),
        Pattern::Exclusion(exclusion) => {
            filling::every_filling(exclusion.cells | exclusion.witnesses, marks, &|_| true)
        }
        Pattern::Chains(chains) => chain::chains(chains, marks),
        Pattern::Blossom(blossom) => blossom::blossom(blossom, marks),
        Pattern::Forcing(forcing) => forcing::forcing(forcing, marks),
        Pattern::Kraken(kraken) => kraken::kraken(kraken, marks),
        Pattern::LockedSectors(pattern) => sectors::sectors(pattern, marks),
        Pattern::Exocet(exocet) => exocet::exocet(exocet, marks),
    }?;
    if let Some(candidate) = (deduction.placements - proved.placements).first() {
        return Err(ProofError::DoesNotFollow(candidate));
    }
    if let Some(candidate) = (deduction.eliminations - proved.eliminations).first() {
        return Err(ProofError::DoesNotFollow(candidate));
    }
    match claim.solution.and_then(|solution| deduction.contradiction(solution)) {
        Some(candidate) => Err(ProofError::Contradiction(candidate)),
        None => Ok(()),
    }
}

/// All that a pattern implies, whether the deduction claims it or not.
#[derive(Clone, Copy, Default)]
struct Proved {
    placements: CandidateSet,
    eliminations: CandidateSet,
}

impl Proved {
    fn placement(candidate: Candidate) -> Proved {
        Proved { placements: candidate.into(), ..Proved::default() }
    }

    fn eliminations(eliminations: CandidateSet) -> Proved {
        Proved { eliminations, ..Proved::default() }
    }
}

fn demand(holds: bool, what: &'static str) -> Result<(), ProofError> {
    if holds { Ok(()) } else { Err(ProofError::Pattern(what)) }
}
