//! Cases in the format of HoDoKu's regression library, and the symmetries through which they are seen.
//!
//! `:<code>:<digits>:<grid>:<deleted candidates>:<eliminations>:<placements>:`, where the grid has `.` for an empty cell
//! and `+` before a digit that was not given, and a candidate is `<digit><row><column>`.

use std::collections::BTreeSet;

use ninefold::explain::check::{Claim, check};
use ninefold::explain::{Deduction, Explainer, Position, Technique};
use ninefold::{Candidate, CandidateSet, Cell, CellSet, Col, Digit, Grid, Pencilmarks, Row};

/// A line of the library, or of the repository's own cases, which have a technique's slug in place of the code.
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
            explainer: Explainer::from_code(code)
                .or_else(|| Technique::from_slug(code).map(|technique| Explainer::with_order([technique]))),
            nothing: code.ends_with("-x"),
            marks,
            givens,
            eliminations: parse_candidates(eliminations)?,
            placements: parse_candidates(placements)?,
        })
    }

    /// What the technique concludes here, all instances in order.
    pub(crate) fn steps(&self, explainer: &Explainer) -> Vec<Deduction> {
        explainer.all_steps(&Position::new(self.marks, self.givens))
    }

    /// The same case seen through a symmetry.
    pub(crate) fn transformed(&self, symmetry: &Symmetry) -> Case {
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
    pub(crate) fn failure(&self, explainer: &Explainer) -> Option<String> {
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
pub(crate) struct Symmetry {
    rows: [usize; 9],
    cols: [usize; 9],
    transposed: bool,
    digits: [usize; 9],
}

impl Symmetry {
    /// The symmetry of this number, spread over all of them.
    pub(crate) fn new(seed: u64) -> Symmetry {
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
pub(crate) fn conclusions(steps: &[Deduction], symmetry: &Symmetry) -> BTreeSet<(CandidateSet, CandidateSet)> {
    let seen = |step: &Deduction| (symmetry.candidates(step.placements), symmetry.candidates(step.eliminations));
    steps.iter().map(seen).collect()
}

pub(crate) const IDENTITY: Symmetry = Symmetry {
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

/// Holds the conclusions of a case against those of the case seen through some symmetries.
pub(crate) fn assert_symmetric(line: &str, case: &Case, seeds: std::ops::Range<u64>) {
    let Some(explainer) = &case.explainer else { return };
    let steps = case.steps(explainer);
    for seed in seeds {
        let symmetry = Symmetry::new(seed);
        let turned = case.transformed(&symmetry).steps(explainer);
        assert_eq!(conclusions(&turned, &IDENTITY), conclusions(&steps, &symmetry), "{line}");
    }
}
