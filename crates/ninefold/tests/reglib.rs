//! HoDoKu's regression library: positions with the conclusions that a technique must draw, and positions where it must
//! find nothing.
//!
//! A case passes when one instance, or all instances taken together, conclude exactly what the library says. Every
//! instance found on the way is proved by the checker.
//!
//! The library is not part of the repository: set `NINEFOLD_SHARED` to the folder that has it. `NINEFOLD_CODE=0300`
//! runs one code only (`03` all codes that begin so), and names the cases that fail:
//!
//! ```text
//! NINEFOLD_SHARED=../shared NINEFOLD_CODE=0300 cargo test -p ninefold --test reglib -- --nocapture
//! ```

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;

use ninefold::explain::check::{Claim, check};
use ninefold::explain::{Deduction, Explainer, Position, Technique};
use ninefold::{Candidate, CandidateSet, Cell, CellSet, Col, Digit, Grid, Pencilmarks, Row};

/// A line of the library.
struct Case {
    /// The code as written, with its variant: `0710-3`.
    code: String,
    technique: Option<Technique>,
    /// Whether the technique must find nothing here.
    nothing: bool,
    marks: Pencilmarks,
    givens: CellSet,
    eliminations: CandidateSet,
    placements: CandidateSet,
}

impl Case {
    fn parse(line: &str) -> Option<Case> {
        let fields: Vec<&str> = line.strip_prefix(':')?.split(':').collect();
        let &[code, _candidates, grid, deleted, eliminations, placements, ..] = &fields[..] else { return None };
        let (number, variant) = code.split_once('-').unwrap_or((code, ""));
        let (grid, givens) = parse_grid(grid)?;
        let mut marks = Pencilmarks::from(&grid);
        for candidate in parse_candidates(deleted)? {
            marks.eliminate(candidate);
        }
        Some(Case {
            code: code.to_owned(),
            technique: Technique::from_code(number.get(..4)?),
            nothing: variant == "x",
            marks,
            givens,
            eliminations: parse_candidates(eliminations)?,
            placements: parse_candidates(placements)?,
        })
    }

    /// Why the case fails, if it does.
    fn failure(&self, technique: Technique) -> Option<String> {
        let steps = Explainer::with_order([technique]).all_steps(&Position::new(self.marks, self.givens));
        let answer = self.marks.solve();
        let claim = Claim { marks: &self.marks, givens: self.givens, solution: answer.unique() };
        if let Some((step, flaw)) = steps.iter().find_map(|step| Some((step, check(step, &claim).err()?))) {
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

/// 81 cells: `.` empty, a digit is given, a digit after `+` was placed later.
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

#[test]
fn every_case_of_the_regression_library_has_the_right_conclusions() {
    let Some(folder) = env::var_os("NINEFOLD_SHARED") else {
        eprintln!("skipped: NINEFOLD_SHARED is not set, so there is no regression library to read");
        return;
    };
    let file = Path::new(&folder).join("data/hodoku-reglib-part.txt");
    let Ok(text) = fs::read_to_string(&file) else {
        eprintln!("skipped: no regression library at {}", file.display());
        return;
    };
    let wanted = env::var("NINEFOLD_CODE").unwrap_or_default();
    let mut tally: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let (mut unknown, mut failures) = (Vec::new(), Vec::new());
    for line in text.lines().filter(|line| line.starts_with(':')) {
        let case = Case::parse(line).unwrap_or_else(|| panic!("cannot read {line}"));
        if !case.code.starts_with(&wanted) {
            continue;
        }
        let Some(technique) = case.technique else {
            unknown.push(case.code);
            continue;
        };
        let (passed, all) = tally.entry(case.code.clone()).or_default();
        *all += 1;
        match case.failure(technique) {
            None => *passed += 1,
            Some(failure) => failures.push(format!("{line}\n    {failure}")),
        }
    }
    for (code, (passed, all)) in &tally {
        println!("{code:8} {passed:3} of {all:3}");
    }
    println!("{} cases of codes that the table does not have", unknown.len());
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}
