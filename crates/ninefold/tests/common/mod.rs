//! Cases in the format of HoDoKu's regression library, and their images under transforms.
//!
//! `:<code>:<digits>:<grid>:<deleted candidates>:<eliminations>:<placements>:`. The grid has `.` for an empty cell and
//! `+` before a digit that is not a given. A candidate is `<digit><row><column>`.

use std::collections::BTreeSet;

use ninefold::explain::check::{Claim, ProofError, check};
use ninefold::explain::{Deduction, Explainer, Facts, Technique};
use ninefold::symmetry::Transform;
use ninefold::{Candidate, CandidateSet, Cell, CellSet, Col, Digit, Grid, Pencilmarks, Random, Row};

/// A line of the library, or of `cases.txt`, which has a technique's slug in place of the code.
pub(crate) struct Case {
    /// The code as written, with its variant: `0710-3`.
    pub(crate) code: String,
    pub(crate) explainer: Option<Explainer>,
    /// Whether the technique must find nothing here.
    nothing: bool,
    marks: Pencilmarks,
    givens: CellSet,
    eliminations: CandidateSet,
    placements: CandidateSet,
}

impl Case {
    pub(crate) fn parse(line: &str) -> Option<Case> {
        let fields: Vec<&str> = line.strip_prefix(':')?.split(':').collect();
        let &[code, _candidates, grid, deleted, eliminations, placements, ..] = &fields[..] else { return None };
        let (grid, givens) = parse_grid(grid)?;
        let mut marks = Pencilmarks::from(&grid);
        for candidate in parse_candidates(deleted)? {
            marks.eliminate(candidate);
        }
        Some(Case {
            code: code.to_owned(),
            explainer: Explainer::named(code).ok(),
            nothing: code.ends_with("-x"),
            marks,
            givens,
            eliminations: parse_candidates(eliminations)?,
            placements: parse_candidates(placements)?,
        })
    }

    /// A case for a technique at a position of a path.
    #[allow(dead_code, reason = "the library's cases are lines, not positions of paths")]
    pub(crate) fn at(marks: Pencilmarks, givens: CellSet, technique: Technique) -> Case {
        Case {
            code: technique.slug().to_owned(),
            explainer: Some(Explainer::with_order([technique])),
            nothing: false,
            marks,
            givens,
            eliminations: CandidateSet::EMPTY,
            placements: CandidateSet::EMPTY,
        }
    }

    /// All instances of the technique in this position, in order.
    pub(crate) fn steps(&self, explainer: &Explainer) -> Vec<Deduction> {
        explainer.all_steps(&Facts::new(self.marks, self.givens))
    }

    /// The image of the case under a transform.
    pub(crate) fn transformed(&self, transform: &Transform) -> Case {
        Case {
            code: self.code.clone(),
            explainer: self.explainer.clone(),
            nothing: self.nothing,
            marks: transform.apply(&self.marks),
            givens: transform.apply(&self.givens),
            eliminations: transform.apply(&self.eliminations),
            placements: transform.apply(&self.placements),
        }
    }

    /// The first step that the checker rejects in this position, and the reason.
    fn flaw<'a>(&self, steps: &'a [Deduction]) -> Option<(&'a Deduction, ProofError)> {
        let answer = self.marks.solve();
        let claim = Claim { marks: &self.marks, givens: self.givens, solution: answer.unique() };
        steps.iter().find_map(|step| Some((step, check(step, &claim).err()?)))
    }

    /// The reason why the case fails, if it does.
    pub(crate) fn failure(&self, explainer: &Explainer) -> Option<String> {
        let steps = self.steps(explainer);
        if let Some((step, flaw)) = self.flaw(&steps) {
            return Some(format!("{}: {flaw}", step.notation()));
        }
        let exact = |placements: CandidateSet, eliminations: CandidateSet| {
            placements == self.placements && eliminations == self.eliminations
        };
        let union = |part: fn(&Deduction) -> CandidateSet| {
            steps.iter().map(part).fold(CandidateSet::EMPTY, |all, set| all | set)
        };
        let passes = if self.nothing {
            steps.is_empty()
        } else {
            steps.iter().any(|step| exact(step.placements, step.eliminations))
                || exact(union(|step| step.placements), union(|step| step.eliminations))
        };
        let found = || steps.iter().map(Deduction::notation).collect::<Vec<_>>().join(" | ");
        (!passes).then(|| format!("expected +({}) -({}), found {}", self.placements, self.eliminations, found()))
    }
}

/// The distinct conclusions of the steps, in an order that does not depend on the transform.
fn conclusions(steps: &[Deduction]) -> BTreeSet<(CandidateSet, CandidateSet)> {
    steps.iter().map(|step| (step.placements, step.eliminations)).collect()
}

/// 81 cells: `.` is empty, a digit is a given, a digit after `+` is placed.
fn parse_grid(text: &str) -> Option<(Grid, CellSet)> {
    let (mut grid, mut givens) = (Grid::EMPTY, CellSet::EMPTY);
    let mut characters = text.chars();
    for cell in Cell::all() {
        match characters.next()? {
            '.' => {}
            '+' => grid[cell] = Some(Digit::from_char(characters.next()?)?),
            given => {
                grid[cell] = Some(Digit::from_char(given)?);
                givens.insert(cell);
            }
        }
    }
    characters.next().is_none().then_some((grid, givens))
}

/// `<digit><row><column>`, blanks between.
fn parse_candidates(text: &str) -> Option<CandidateSet> {
    text.split_whitespace()
        .map(|candidate| {
            let &[digit, row, col] = candidate.as_bytes() else { return None };
            let index = |byte| Digit::from_ascii(byte).map(Digit::index);
            let cell = Cell::at(Row::new(index(row)?)?, Col::new(index(col)?)?);
            Some(Candidate::new(cell, Digit::from_ascii(digit)?))
        })
        .collect()
}

/// Compares the steps of a case with those of its image under random transforms.
pub(crate) fn assert_symmetric(line: &str, case: &Case, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        if let Some(asymmetry) = asymmetry(case, seed) {
            panic!("{line}\n    {asymmetry}");
        }
    }
}

/// How the image of a case differs from the case, if it does: the conclusions must be the images of the original ones,
/// and the checker must accept the images of the steps.
pub(crate) fn asymmetry(case: &Case, seed: u64) -> Option<String> {
    let explainer = case.explainer.as_ref()?;
    let steps = case.steps(explainer);
    let transform = Transform::random(&mut Random::new(seed));
    let image = case.transformed(&transform);
    let images = transform.apply(&steps);
    let (found, expected) = (conclusions(&image.steps(explainer)), conclusions(&images));
    if found != expected {
        return Some(format!("only in the image {:?}, only in the case {:?}", &found - &expected, &expected - &found));
    }
    let (step, flaw) = image.flaw(&images)?;
    Some(format!("the checker rejects the image of a step: {}: {flaw}", step.notation()))
}
