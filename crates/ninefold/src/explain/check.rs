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

use core::fmt;

use super::{Deduction, Intersection, Path, Pattern, Single, Subset, Technique};
use crate::{Candidate, CandidateSet, CellSet, Digit, Pencilmarks, Solution};

/// What is wrong with a deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
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

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Empty => f.write_str("the step concludes nothing"),
            Flaw::Absent(candidate) => write!(f, "{candidate} is concluded upon but does not stand"),
            Flaw::Pattern(what) => write!(f, "the pattern is not there: {what}"),
            Flaw::DoesNotFollow(candidate) => write!(f, "the conclusion about {candidate} does not follow"),
            Flaw::Contradiction(candidate) => write!(f, "the solution contradicts the conclusion about {candidate}"),
        }
    }
}

impl core::error::Error for Flaw {}

/// A flaw and the step of the path, counted from zero, that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlawedStep {
    /// Which step.
    pub step: usize,
    /// Its technique.
    pub technique: Technique,
    /// What is wrong.
    pub flaw: Flaw,
}

impl fmt::Display for FlawedStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} ({}): {}", self.step + 1, self.technique, self.flaw)
    }
}

impl core::error::Error for FlawedStep {}

/// Proves every step of a path, each in the position it was found in.
///
/// # Errors
/// The first step that cannot be proved.
pub fn check_path(path: &Path, solution: &Solution) -> Result<(), FlawedStep> {
    for (step, (marks, deduction)) in path.positions().enumerate() {
        check(deduction, &Claim { marks: &marks, givens: path.givens(), solution: Some(solution) })
            .map_err(|flaw| FlawedStep { step, technique: deduction.technique, flaw })?;
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
pub fn check(deduction: &Deduction, claim: &Claim<'_>) -> Result<(), Flaw> {
    let marks = claim.marks;
    if deduction.placements.is_empty() && deduction.eliminations.is_empty() {
        return Err(Flaw::Empty);
    }
    let absent = |candidates: CandidateSet| candidates.iter().find(|&candidate| !marks.contains(candidate));
    if let Some(candidate) = absent(deduction.placements).or(absent(deduction.eliminations)) {
        return Err(Flaw::Absent(candidate));
    }
    let proved = match &deduction.pattern {
        Pattern::Single(single) => prove_single(single, marks),
        Pattern::Intersection(intersection) => prove_intersection(intersection, marks),
        Pattern::Subset(subset) => prove_subset(subset, marks),
    }?;
    if let Some(candidate) = (deduction.placements - proved.placements).first() {
        return Err(Flaw::DoesNotFollow(candidate));
    }
    if let Some(candidate) = (deduction.eliminations - proved.eliminations).first() {
        return Err(Flaw::DoesNotFollow(candidate));
    }
    match claim.solution.and_then(|solution| deduction.contradiction(solution)) {
        Some(candidate) => Err(Flaw::Contradiction(candidate)),
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

fn demand(holds: bool, what: &'static str) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(Flaw::Pattern(what)) }
}

fn prove_single(single: &Single, marks: &Pencilmarks) -> Result<Proved, Flaw> {
    let candidate = Candidate::new(single.cell, single.digit);
    if single.houses.is_empty() {
        demand(marks.digits_in(single.cell) == single.digit.into(), "the cell has other candidates")?;
    }
    for house in single.houses {
        demand(house.cells().contains(single.cell), "the cell is not in the house")?;
        let placed = house.cells().iter().any(|cell| marks.placed()[cell] == Some(single.digit));
        demand(!placed, "the house has the digit already")?;
        let rivals = (house.cells() & marks.cells_with(single.digit)).without(single.cell);
        // A full house may be told before its pencilmarks are tidy, but never with a rival cell.
        demand(rivals.is_empty(), "the house has another place for the digit")?;
    }
    Ok(Proved::placement(candidate))
}

fn prove_intersection(intersection: &Intersection, marks: &Pencilmarks) -> Result<Proved, Flaw> {
    let &Intersection { digit, base, cover, cells } = intersection;
    let in_base = base.cells() & marks.cells_with(digit);
    demand(base != cover, "base and cover are the same house")?;
    demand(!in_base.is_empty() && in_base == cells, "the cells are not the digit's places in the base house")?;
    demand(in_base.is_subset(cover.cells()), "the base house has the digit outside the cover house")?;
    let eliminations = (cover.cells() - base.cells()) & marks.cells_with(digit);
    Ok(Proved::eliminations(CandidateSet::of_digit(digit, eliminations)))
}

fn prove_subset(subset: &Subset, marks: &Pencilmarks) -> Result<Proved, Flaw> {
    let &Subset { digits, cells, houses, hidden } = subset;
    demand(digits.len() == cells.len() && !cells.is_empty(), "not as many digits as cells")?;
    demand(!houses.is_empty(), "no house")?;
    demand(cells.iter().all(|cell| marks.placed()[cell].is_none()), "a cell is placed already")?;
    let mut eliminations = CandidateSet::EMPTY;
    for house in houses {
        demand(cells.is_subset(house.cells()), "a cell lies outside the house")?;
        if hidden {
            // The digits fill the cells: nothing else fits there.
            let places = |digit: Digit| house.cells() & marks.cells_with(digit);
            demand(digits.iter().all(|digit| !places(digit).is_empty()), "a digit has no place in the house")?;
            demand(digits.iter().all(|digit| places(digit).is_subset(cells)), "a digit has a place elsewhere")?;
            for digit in !digits {
                eliminations |= CandidateSet::of_digit(digit, cells & marks.cells_with(digit));
            }
        } else {
            // The cells use up the digits: none is left for the rest of the house.
            demand(cells.iter().all(|cell| marks.digits_in(cell).is_subset(digits)), "a cell has another candidate")?;
            for digit in digits {
                eliminations |= CandidateSet::of_digit(digit, (house.cells() - cells) & marks.cells_with(digit));
            }
        }
    }
    Ok(Proved::eliminations(eliminations))
}
