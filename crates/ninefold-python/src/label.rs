//! `label`: the columns of a labelled data set, computed together.
//!
//! A label names what is asked for; labels share work. The answer is found once, the canonical form serves `canonical`,
//! `class_id`, `automorphisms` and `split`, the path serves `hardest`, `techniques`, `steps` and the HoDoKu scale.

use ninefold::explain::Explainer;
use ninefold::rate::{GuessesRating, Rating, Scale, ScaleRating, SeRating};
use ninefold::symmetry::{Class, ClassId};
use ninefold::{Answer, Position, ProvedPosition, Puzzle, Solution};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::RowError;
use crate::explain::Summary;
use crate::rows::{Rows, column_index};
use crate::run::{Run, Stop};
use crate::solve::{STATUS, count_of};
use crate::table::{Column, Table};
use crate::work::{Read, Worked, answers, work};

/// A column that can be asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Status,
    Solution,
    Givens,
    Minimal,
    Se,
    SeEp,
    SeEd,
    Hodoku,
    Level,
    Guesses,
    Depth,
    Hardest,
    Techniques,
    Steps,
    SearchGuesses,
    Canonical,
    ClassId,
    Automorphisms,
    Split,
}

const LABELS: [(Label, &str, &str); 19] = [
    (Label::Status, "status", "none, unique or multiple"),
    (Label::Solution, "solution", "the solution, or one of several"),
    (Label::Givens, "givens", "the number of givens"),
    (Label::Minimal, "minimal", "whether every given is needed"),
    (Label::Se, "se", "the Sudoku Explainer rating (ER)"),
    (Label::SeEp, "se_ep", "the Sudoku Explainer rating up to the first placement (EP)"),
    (Label::SeEd, "se_ed", "the Sudoku Explainer rating of the first step (ED)"),
    (Label::Hodoku, "hodoku", "the HoDoKu score"),
    (Label::Level, "level", "the HoDoKu level"),
    (Label::Guesses, "guesses", "the median number of guesses of a simple backtracking over 99 isomorphs"),
    (Label::Depth, "depth", "how deeply trial and error must be nested"),
    (Label::Hardest, "hardest", "the hardest technique of the path"),
    (Label::Techniques, "techniques", "how often the path uses each technique"),
    (Label::Steps, "steps", "the number of steps of the path"),
    (Label::SearchGuesses, "search_guesses", "the number of guesses of the fast solver on this arrangement"),
    (Label::Canonical, "canonical", "the canonical form"),
    (Label::ClassId, "class_id", "the first 128 bits of the SHA-256 hash of the canonical form, in hexadecimal digits"),
    (Label::Automorphisms, "automorphisms", "in how many ways the puzzle can be transformed into itself"),
    (Label::Split, "split", "the part of the split that the class belongs to"),
];

/// The names of all labels and what they mean.
#[pyfunction]
pub(crate) fn labels() -> Vec<(&'static str, &'static str)> {
    LABELS.iter().map(|&(_, name, meaning)| (name, meaning)).collect()
}

/// The number of the column that holds the puzzles of a table, by the names of the columns.
#[pyfunction]
pub(crate) fn puzzle_column(names: Vec<String>) -> PyResult<usize> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    column_index(&names, None)
}

/// What is asked for.
struct Order {
    labels: Vec<Label>,
    /// The share of classes that are rated.
    sample: f64,
    seed: u64,
    /// The shares of the split's parts. What they leave is the last part.
    shares: Vec<f64>,
}

/// Apart from the seed of the split, so that the rated classes are spread evenly over its parts.
const SAMPLE_SEED: u64 = 1 << 32;

/// What is known about a row. Parts that no label needs are missing.
#[derive(Default)]
struct Labelled {
    status: u8,
    givens: usize,
    solution: Option<Solution>,
    minimal: Option<bool>,
    se: Option<SeRating>,
    guesses: Option<GuessesRating>,
    depth: Option<u32>,
    path: Option<Summary>,
    search_guesses: Option<u64>,
    class: Option<Class>,
    class_id: Option<ClassId>,
    automorphisms: Option<usize>,
    part: Option<usize>,
}

impl Order {
    fn wants(&self, some: &[Label]) -> bool {
        self.labels.iter().any(|label| some.contains(label))
    }

    fn label(&self, position: &Position, answer: &Answer, stop: &Stop) -> Labelled {
        let mut labelled = Labelled {
            status: count_of(answer),
            givens: position.given_cells().len(),
            solution: answer.first().copied(),
            ..Labelled::default()
        };
        if self.wants(&[Label::SearchGuesses]) {
            labelled.search_guesses = Some(position.solve_with_stats().stats.guesses);
        }
        // A sukaku has no canonical form, and no class either.
        let proved = position.prove_with(*answer).ok();
        let puzzle = proved.as_ref().and_then(ProvedPosition::puzzle);
        let grid = position.givens();
        if self.wants(&[Label::Canonical, Label::ClassId, Label::Automorphisms, Label::Split]) || self.sample < 1.0 {
            let class = match &puzzle {
                Some(puzzle) => Some(self.class_of(puzzle, &mut labelled)),
                None if position.is_sukaku() => None,
                None => Some(Class::of_answered(&grid, answer)),
            };
            labelled.part = class.map(|class| class.part(self.seed, &self.shares));
            labelled.class_id = class.filter(|_| self.wants(&[Label::ClassId])).map(|class| class.id());
            labelled.class = class;
        }
        if let Some(proved) = proved {
            labelled.minimal = puzzle.filter(|_| self.wants(&[Label::Minimal])).map(|puzzle| puzzle.is_minimal());
            let lot = |class: Class| class.lot(self.seed.wrapping_add(SAMPLE_SEED));
            if labelled.class.is_none_or(|class| lot(class) < self.sample) {
                self.rate(&proved, &mut labelled, stop);
            }
        }
        labelled
    }

    /// The class, and the automorphisms on the way.
    fn class_of(&self, puzzle: &Puzzle, labelled: &mut Labelled) -> Class {
        let canonical = puzzle.canonical();
        labelled.automorphisms = Some(canonical.automorphisms());
        Class::of_form(*canonical.form().givens())
    }

    /// Ratings and what comes from the path.
    fn rate(&self, proved: &ProvedPosition, labelled: &mut Labelled, stop: &Stop) {
        let rating = |scale: Scale, labels: &[Label]| {
            self.wants(labels).then(|| scale.rate_proved(proved, None, &mut stop.control()).ok()).flatten()
        };
        if let Some(ScaleRating::Se(se)) = rating(Scale::Se, &[Label::Se, Label::SeEp, Label::SeEd]) {
            labelled.se = Some(se);
        }
        if let Some(ScaleRating::Guesses(guesses)) = rating(Scale::Guesses, &[Label::Guesses]) {
            labelled.guesses = Some(guesses);
        }
        if let Some(ScaleRating::Depth(depth)) = rating(Scale::Depth, &[Label::Depth]) {
            labelled.depth = Some(depth.depth);
        }
        let of_path = [Label::Hodoku, Label::Level, Label::Hardest, Label::Techniques, Label::Steps];
        if self.wants(&of_path) {
            let path = Explainer::default().path_of_position(proved, &mut stop.control());
            labelled.path = path.ok().as_ref().map(Summary::of);
        }
    }
}

/// Labels all rows: a column for each of the names, and `error`.
///
/// Ratings and what comes from paths are computed for a share of the classes, `sample`. `shares` are the parts of the
/// split with their names; the last name is that of the rest.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the arguments of the Python function")]
pub(crate) fn label(
    py: Python<'_>,
    rows: &Rows,
    names: Vec<String>,
    sample: f64,
    seed: u64,
    parts: Vec<String>,
    shares: Vec<f64>,
    run: &Run,
) -> PyResult<Table> {
    let named = |name: &String| {
        let found = LABELS.iter().find(|(_, known, _)| known == name);
        found.map(|(label, ..)| *label).ok_or_else(|| {
            let known: Vec<&str> = LABELS.iter().map(|(_, name, _)| *name).collect();
            PyValueError::new_err(format!("found the column {name:?}, expected one of {}", known.join(", ")))
        })
    };
    let labels = names.iter().map(named).collect::<PyResult<Vec<_>>>()?;
    let order = Order { labels, sample, seed, shares };
    let slow = order.wants(&[
        Label::Se,
        Label::SeEp,
        Label::SeEd,
        Label::Hodoku,
        Label::Level,
        Label::Guesses,
        Label::Depth,
        Label::Hardest,
        Label::Techniques,
        Label::Steps,
    ]);
    let size = if slow { 32 } else { run.chunk(256) };
    let labelled = work(py, rows, run, size, |_, positions, stop| {
        let answers = answers(run, &positions);
        let label = |(position, answer): (Read<Position>, Option<Answer>)| {
            let position = position?;
            let answer = answer.filter(|_| !stop.is_set()).ok_or(None)?;
            Ok::<_, Option<RowError>>(order.label(&position, &answer, stop))
        };
        positions.into_iter().zip(answers).map(label).collect()
    })?;
    let mut columns = Vec::new();
    for label in &order.labels {
        let name = LABELS.iter().find(|(known, ..)| known == label).map_or("", |(_, name, _)| *name);
        columns.push((name, column(py, *label, &labelled, &parts)?));
    }
    Ok(Table::new(rows, run, columns, labelled.errors))
}

/// A column of labels.
fn column(py: Python<'_>, label: Label, rows: &Worked<Labelled>, parts: &[String]) -> PyResult<Column> {
    let ints = |value: fn(&Labelled) -> Option<i64>| Ok(Column::Ints(rows.each_if(py, value)?));
    let tenths = |rating: fn(&SeRating) -> Rating| {
        let value = |row: &Labelled| row.se.as_ref().map(|se| f64::from(rating(se).tenths()) / 10.0);
        Ok(Column::Floats(rows.each_if(py, value)?))
    };
    let of_path = |name: &str| Summary::column(py, name, rows, |row| row.path.as_ref());
    match label {
        Label::Status => Ok(Column::Names(&STATUS, rows.codes(py, |row| Some(row.status))?)),
        Label::Solution => rows.grids(py, |row| row.solution.as_ref().map(Solution::to_bytes)),
        Label::Canonical => rows.grids(py, |row| row.class.map(|class| class.form().to_bytes())),
        Label::Givens => ints(|row| Some(row.givens as i64)),
        Label::Minimal => Ok(Column::Bools(rows.each_if(py, |row| row.minimal)?)),
        Label::Se => tenths(|se| se.er),
        Label::SeEp => tenths(|se| se.ep),
        Label::SeEd => tenths(|se| se.ed),
        Label::Hodoku => of_path("score"),
        Label::Level => of_path("level"),
        Label::Guesses => ints(|row| row.guesses.map(|guesses| i64::from(guesses.median))),
        Label::Depth => ints(|row| row.depth.map(i64::from)),
        Label::Hardest => of_path("hardest"),
        Label::Techniques => of_path("techniques"),
        Label::Steps => of_path("steps"),
        Label::SearchGuesses => ints(|row| row.search_guesses.map(|guesses| guesses as i64)),
        Label::ClassId => Ok(Column::Ids(rows.each_if(py, |row| row.class_id)?)),
        Label::Automorphisms => ints(|row| row.automorphisms.map(|count| count as i64)),
        Label::Split => Ok(Column::Texts(rows.each_if(py, |row| parts.get(row.part?).cloned())?)),
    }
}
