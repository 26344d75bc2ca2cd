//! HoDoKu's regression library: positions with the conclusions that a technique must draw, and positions where it must
//! find nothing.
//!
//! A case passes when one instance, or all instances taken together, conclude exactly what the library says. Every
//! instance found on the way is proved by the checker.
//!
//! Each case is also turned over, permuted and relabelled: the conclusions must be the same ones, seen through the same
//! transformation.
//!
//! The library is not part of the repository: set `NINEFOLD_SHARED` to the folder that has it. `NINEFOLD_CODE=0300`
//! runs one code only (`03` all codes that begin so), and names the cases that fail:
//!
//! ```text
//! NINEFOLD_SHARED=../shared NINEFOLD_CODE=0300 cargo test -p ninefold --test reglib -- --nocapture
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::Path;

use ninefold::explain::check::{Claim, check};
use ninefold::explain::{Deduction, Explainer, Position};
use ninefold::{Candidate, CandidateSet, Cell, CellSet, Col, Digit, Grid, Pencilmarks, Row};

/// A line of the library.
struct Case {
    /// The code as written, with its variant: `0710-3`.
    code: String,
    explainer: Option<Explainer>,
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
        let (grid, givens) = parse_grid(grid)?;
        let mut marks = Pencilmarks::from(&grid);
        for candidate in parse_candidates(deleted)? {
            marks.eliminate(candidate);
        }
        Some(Case {
            code: code.to_owned(),
            explainer: Explainer::from_code(code),
            nothing: code.ends_with("-x"),
            marks,
            givens,
            eliminations: parse_candidates(eliminations)?,
            placements: parse_candidates(placements)?,
        })
    }

    /// What the technique concludes here, all instances in order.
    fn steps(&self, explainer: &Explainer) -> Vec<Deduction> {
        explainer.all_steps(&Position::new(self.marks, self.givens))
    }

    /// The same case seen through a symmetry.
    fn transformed(&self, symmetry: &Symmetry) -> Case {
        let grid = Grid::from_fn(|cell| {
            let source = Cell::all().find(|&source| symmetry.cell(source) == cell).expect("a permutation of the cells");
            self.marks.placed()[source].map(|digit| symmetry.digit(digit))
        });
        Case {
            code: self.code.clone(),
            explainer: self.explainer.clone(),
            nothing: self.nothing,
            marks: Pencilmarks::new(grid, symmetry.candidates(self.marks.candidates())),
            givens: self.givens.iter().map(|cell| symmetry.cell(cell)).collect(),
            eliminations: symmetry.candidates(self.eliminations),
            placements: symmetry.candidates(self.placements),
        }
    }

    /// Why the case fails, if it does.
    fn failure(&self, explainer: &Explainer) -> Option<String> {
        let steps = self.steps(explainer);
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

/// A way to look at a grid that changes nothing: rows and columns permuted so that blocks stay blocks, perhaps swapped,
/// and digits renamed.
struct Symmetry {
    rows: [usize; 9],
    cols: [usize; 9],
    transposed: bool,
    digits: [usize; 9],
}

impl Symmetry {
    /// The symmetry of this number, spread over all of them.
    fn new(seed: u64) -> Symmetry {
        let mut state = seed;
        // SplitMix64: small, and good enough to shuffle with.
        let mut below = |bound: usize| {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((mixed ^ (mixed >> 31)) % bound as u64) as usize
        };
        let mut shuffled = |size: usize| {
            let mut items: Vec<usize> = (0..size).collect();
            (1..size).rev().for_each(|i| items.swap(i, below(i + 1)));
            items
        };
        let mut lines = || {
            let bands = shuffled(3);
            let within = [shuffled(3), shuffled(3), shuffled(3)];
            std::array::from_fn(|line| bands[line / 3] * 3 + within[line / 3][line % 3])
        };
        let (rows, cols) = (lines(), lines());
        let digits = shuffled(9);
        Symmetry { rows, cols, digits: std::array::from_fn(|i| digits[i]), transposed: below(2) == 1 }
    }

    fn cell(&self, cell: Cell) -> Cell {
        let (row, col) = (self.rows[cell.row().index()], self.cols[cell.col().index()]);
        let (row, col) = if self.transposed { (col, row) } else { (row, col) };
        Cell::at(Row::from_index(row), Col::from_index(col))
    }

    fn digit(&self, digit: Digit) -> Digit {
        Digit::from_index(self.digits[digit.index()])
    }

    fn candidates(&self, candidates: CandidateSet) -> CandidateSet {
        candidates.iter().map(|c| Candidate::new(self.cell(c.cell()), self.digit(c.digit()))).collect()
    }
}

/// What the steps conclude, in an order that no symmetry can disturb, and each only once.
fn conclusions(steps: &[Deduction], symmetry: &Symmetry) -> BTreeSet<(CandidateSet, CandidateSet)> {
    let seen = |step: &Deduction| (symmetry.candidates(step.placements), symmetry.candidates(step.eliminations));
    steps.iter().map(seen).collect()
}

const IDENTITY: Symmetry = Symmetry {
    rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    cols: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    transposed: false,
    digits: [0, 1, 2, 3, 4, 5, 6, 7, 8],
};

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

/// The library's cases, or nothing where there is no library; only those whose code begins with `NINEFOLD_CODE`.
fn library() -> Vec<(String, Case)> {
    let Some(folder) = env::var_os("NINEFOLD_SHARED") else {
        eprintln!("skipped: NINEFOLD_SHARED is not set, so there is no regression library to read");
        return Vec::new();
    };
    let file = Path::new(&folder).join("data/hodoku-reglib-part.txt");
    let Ok(text) = fs::read_to_string(&file) else {
        eprintln!("skipped: no regression library at {}", file.display());
        return Vec::new();
    };
    let wanted = env::var("NINEFOLD_CODE").unwrap_or_default();
    let cases = text.lines().filter(|line| line.starts_with(':')).map(|line| {
        let case = Case::parse(line).unwrap_or_else(|| panic!("cannot read {line}"));
        (line.to_owned(), case)
    });
    cases.filter(|(_, case)| case.code.starts_with(&wanted)).collect()
}

#[test]
fn every_case_of_the_regression_library_has_the_right_conclusions() {
    let mut tally: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let (mut unknown, mut failures) = (Vec::new(), Vec::new());
    for (line, case) in library() {
        let Some(explainer) = &case.explainer else {
            unknown.push(case.code);
            continue;
        };
        let (passed, all) = tally.entry(case.code.clone()).or_default();
        *all += 1;
        match case.failure(explainer) {
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

#[test]
fn conclusions_commute_with_relabelling_transposing_and_permuting() {
    for (number, (line, case)) in library().into_iter().enumerate() {
        let Some(explainer) = &case.explainer else { continue };
        let steps = case.steps(explainer);
        for seed in 0..3 {
            let symmetry = Symmetry::new(3 * number as u64 + seed);
            let turned = case.transformed(&symmetry).steps(explainer);
            assert_eq!(conclusions(&turned, &IDENTITY), conclusions(&steps, &symmetry), "{line}");
        }
    }
}
