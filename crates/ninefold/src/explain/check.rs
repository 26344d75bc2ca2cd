//! Proof of a step, without the finders.
//!
//! A finder may be wrong in two ways: it may report a pattern that is not there, or a conclusion that does not follow.
//! This module takes a deduction as a claim and proves it from the pencilmarks, in three stages:
//! 1. There is a conclusion, and every conclusion is about a candidate of the position.
//! 2. The pattern is in the pencilmarks, its argument is valid, and it implies every conclusion.
//! 3. If the solution is known, no conclusion contradicts it.
//!
//! # What it shares with the finders
//! No code that searches or infers. A test on the imports of this module guards that. Shared are:
//! - the types of the crate's root: cells, digits, houses, their sets and pencilmarks. Their tables of houses and peers are
//!   tested against the rules of Sudoku.
//! - the patterns, which are data. Their methods only return parts of it: the candidates of a node, the node after
//!   another in a chain.
//!
//! Where possible the proof uses another argument than the finder's search: it tries all fillings of a few cells, or
//! counts houses.

mod basic;
mod blossom;
mod bug;
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

use super::{Deduction, Node, Path, Pattern, Technique};
use crate::{Candidate, CandidateSet, CellSet, Pencilmarks, Solution};

/// What is wrong with a deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofError {
    /// It concludes nothing.
    Empty,
    /// A conclusion is about something that is not a candidate.
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
            ProofError::Absent(candidate) => write!(f, "{candidate} appears in a conclusion but is not a candidate"),
            ProofError::Pattern(what) => write!(f, "the pattern is not there: {what}"),
            ProofError::DoesNotFollow(candidate) => write!(f, "the conclusion about {candidate} does not follow"),
            ProofError::Contradiction(candidate) => {
                write!(f, "the solution contradicts the conclusion about {candidate}")
            }
        }
    }
}

impl core::error::Error for ProofError {}

/// A step of a path that cannot be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathProofError {
    /// Its number in the path, from zero.
    pub step: usize,
    /// Its technique.
    pub technique: Technique,
    /// What is wrong with it.
    pub error: ProofError,
}

impl fmt::Display for PathProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} ({}): {}", self.step + 1, self.technique, self.error)
    }
}

impl core::error::Error for PathProofError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Proves every step of a path, each in the position in which it was found.
///
/// ```
/// use ninefold::explain::{Explainer, check};
/// use ninefold::{Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let puzzle = Puzzle::new(grid)?;
/// check::check_path(&Explainer::default().path(&puzzle), puzzle.solution())?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
/// The first step that cannot be proved.
pub fn check_path(path: &Path, solution: &Solution) -> Result<(), PathProofError> {
    for (step, (marks, deduction)) in path.positions().enumerate() {
        check(deduction, &Claim { marks: &marks, givens: path.givens(), solution: Some(solution) })
            .map_err(|error| PathProofError { step, technique: deduction.technique, error })?;
    }
    Ok(())
}

/// The position that a deduction is about.
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
/// ```
/// use ninefold::explain::check::{Claim, ProofError, check};
/// use ninefold::explain::{Explainer, Facts};
/// use ninefold::{Candidate, Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let puzzle = Puzzle::new(grid)?;
/// let facts = Facts::from(&puzzle);
/// let mut step = Explainer::default().first_step(&facts).expect("a naked single");
/// let claim = Claim { marks: facts.marks(), givens: facts.givens(), solution: Some(puzzle.solution()) };
/// assert_eq!(check(&step, &claim), Ok(()));
///
/// // A conclusion that does not follow from the pattern.
/// let other: Candidate = "1r1c3".parse()?;
/// step.eliminations.insert(other);
/// assert_eq!(check(&step, &claim), Err(ProofError::DoesNotFollow(other)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
/// The first thing that is wrong.
pub fn check(deduction: &Deduction, claim: &Claim<'_>) -> Result<(), ProofError> {
    let marks = claim.marks;
    if deduction.placements.is_empty() && deduction.eliminations.is_empty() {
        return Err(ProofError::Empty);
    }
    let absent = |candidates: CandidateSet| candidates.iter().find(|&candidate| !marks.contains(candidate));
    if let Some(candidate) = absent(deduction.placements).or(absent(deduction.eliminations)) {
        return Err(ProofError::Absent(candidate));
    }
    let proved = prove(&deduction.pattern, claim)?;
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

/// What a pattern implies.
fn prove(pattern: &Pattern, claim: &Claim<'_>) -> Result<Proved, ProofError> {
    let marks = claim.marks;
    match pattern {
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
        Pattern::Direct(direct) => {
            let first = prove(&direct.first, claim)?;
            let left = Pencilmarks::new(*marks.placed(), marks.candidates() - first.eliminations);
            basic::single(&direct.single, &left)
        }
        Pattern::Bug(bug) => bug::bug(bug, marks),
    }
}

/// All that a pattern implies, whether or not the deduction claims it.
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

/// The candidates that cannot be true if the node is: its digit where every cell of the node sees it, and the other
/// digits of its cell if it is a single one.
fn ruled_out(node: &Node, marks: &Pencilmarks) -> CandidateSet {
    let seen = marks.cells_with(node.digit) & node.cells.common_peers();
    let seen = CandidateSet::of_digit(node.digit, seen);
    match node.cells.single() {
        Some(cell) => seen | CandidateSet::of_cell(cell, marks.digits_in(cell).without(node.digit)),
        None => seen,
    }
}

fn demand(holds: bool, what: &'static str) -> Result<(), ProofError> {
    if holds { Ok(()) } else { Err(ProofError::Pattern(what)) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::{borrow::ToOwned, fs, vec::Vec};

    /// What the checker may use of `explain`: the patterns, and the types of its own interface.
    #[rustfmt::skip]
    const SHARED: [&str; 34] = [
        "AlmostLockedSet", "Because", "Blossom", "Branch", "Bug", "Cases", "Chain", "Colouring", "Deadly", "Deduction",
        "Exclusion", "Exocet", "Fish", "Forcing", "Grave", "Impossible", "Inference", "Intersection", "Kraken", "Lemma",
        "Link", "LockedSectors", "Node", "Path", "Pattern", "Petal", "Reason", "Single", "Statement", "Strength",
        "Subset", "Technique",
        "Templates", "check",
    ];

    /// The names that follow a path in a source: `{A, B}` or a single one.
    fn names_after<'a>(source: &'a str, path: &str) -> Vec<&'a str> {
        let words =
            |text: &'a str| text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        let mut names = Vec::new();
        for (at, _) in source.match_indices(path) {
            let rest = &source[at + path.len()..];
            match rest.strip_prefix('{') {
                Some(list) => names.extend(words(list.split('}').next().unwrap_or(list))),
                None => names.extend(words(rest).next()),
            }
        }
        names
    }

    #[test]
    fn the_checker_imports_nothing_that_searches() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/explain");
        let mut files: Vec<_> = fs::read_dir(folder.join("check")).unwrap().map(|file| file.unwrap().path()).collect();
        assert!(files.len() > 10, "{files:?}");
        files.push(folder.join("check.rs"));
        let mut used = BTreeSet::new();
        for file in &files {
            let source = fs::read_to_string(file).unwrap();
            let code = source.split("#[cfg(test)]").next().unwrap();
            let own = file.ends_with("check.rs");
            // In the module's own file `super` is `explain`; in its parts it is the module.
            let mut names = names_after(code, "crate::explain::");
            names.extend(names_after(code, if own { " super::" } else { "super::super::" }));
            for name in names {
                assert!(SHARED.contains(&name), "{} uses explain::{name}", file.display());
                used.insert(name.to_owned());
            }
            for root in ["crate::bits", "crate::rate", "crate::solve", "crate::generate"] {
                assert!(!code.contains(root), "{} uses {root}", file.display());
            }
        }
        assert!(used.contains("Chain") && used.contains("Deduction"), "the test finds no imports: {used:?}");
    }
}
