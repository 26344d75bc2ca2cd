//! `Step`: a deduction in the pencilmarks it was found in.

use std::hash::{DefaultHasher, Hash, Hasher};

use ninefold::explain::{Deduction, Explainer, Facts, Technique, View};
use ninefold::json::Step;
use ninefold::svg::Theme;
use ninefold::{Candidate, CandidateSet, Cell, CellSet, Digit, Grid, Language, Pencilmarks};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::grid::{PyGrid, boxed};
use crate::explain::language;
use crate::json;

/// A step of an explanation: a deduction in the pencilmarks it was found in.
///
/// It prints as a sentence. Notebooks draw it. `placements` and `eliminations` are candidates such as `5r4c7`.
///
/// >>> import ninefold
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> step = ninefold.hint(puzzle).step
/// >>> step
/// <Step hidden-single: +1r9c7>
/// >>> step.sentence("zh") != step.sentence("en")
/// True
#[pyclass(name = "Step", module = "ninefold", frozen, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyStep {
    deduction: Deduction,
    marks: Pencilmarks,
    givens: CellSet,
}

impl PyStep {
    pub(crate) fn new(deduction: Deduction, marks: Pencilmarks, givens: CellSet) -> PyStep {
        PyStep { deduction, marks, givens }
    }

    /// Writes what equal steps have in common.
    pub(super) fn hash_into(&self, hasher: &mut impl Hasher) {
        self.marks.placed().hash(hasher);
        self.deduction.technique.slug().hash(hasher);
        self.deduction.notation().hash(hasher);
    }

    fn shown(&self, language: Language) -> Step<'_> {
        Step { deduction: &self.deduction, marks: &self.marks, language, before: true }
    }
}

#[pymethods]
impl PyStep {
    /// The technique, such as `x-wing`.
    #[getter]
    fn technique(&self) -> &'static str {
        self.deduction.technique.slug()
    }

    /// The name of the technique in English.
    #[getter]
    fn name(&self) -> &'static str {
        self.deduction.technique.name()
    }

    /// The level of the technique: `easy`, `medium`, `hard`, `unfair` or `extreme`.
    #[getter]
    fn level(&self) -> &'static str {
        self.deduction.technique.level().slug()
    }

    /// The score of the technique on the HoDoKu scale.
    #[getter]
    fn score(&self) -> u32 {
        self.deduction.technique.score()
    }

    /// The digits that are placed.
    #[getter]
    fn placements(&self) -> Vec<String> {
        self.deduction.placements.iter().map(|candidate| candidate.to_string()).collect()
    }

    /// The candidates that are eliminated.
    #[getter]
    fn eliminations(&self) -> Vec<String> {
        self.deduction.eliminations.iter().map(|candidate| candidate.to_string()).collect()
    }

    /// The step in the notation of players.
    #[getter]
    pub(crate) fn notation(&self) -> String {
        self.deduction.notation()
    }

    /// The digits on the board before the step.
    #[getter]
    fn before(&self) -> PyGrid {
        PyGrid(*self.marks.placed())
    }

    /// The step in words.
    #[pyo3(signature = (language="en"))]
    fn sentence(&self, language: &str) -> PyResult<String> {
        Ok(self::language(language)?.sentence(&self.deduction))
    }

    /// The members that `ninefold steps --json` prints.
    #[pyo3(signature = (language="en"))]
    fn to_dict(&self, py: Python<'_>, language: &str) -> PyResult<Py<PyAny>> {
        json::to_python(py, &self.shown(self::language(language)?))
    }

    /// A picture of the step, in the `light` or the `dark` theme.
    #[pyo3(signature = (theme="light"))]
    fn to_svg(&self, theme: &str) -> PyResult<String> {
        let theme = match theme {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => return Err(PyValueError::new_err(format!("found the theme '{theme}', expected light or dark"))),
        };
        Ok(View::new(&self.deduction, &self.marks).to_svg(&self.marks, self.givens, theme))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.to_svg("light")
    }

    fn _repr_html_(&self) -> PyResult<String> {
        Ok(format!("{}<p>{}</p>", boxed(&self._repr_svg_()?), Language::ENGLISH.sentence(&self.deduction)))
    }

    fn __str__(&self) -> String {
        Language::ENGLISH.sentence(&self.deduction)
    }

    fn __repr__(&self) -> String {
        format!("<Step {}: {}>", self.deduction.technique.slug(), self.deduction.notation())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash_into(&mut hasher);
        hasher.finish()
    }

    /// A step is pickled as the position and its number among all steps of its technique there, and found again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Marks, String, usize)>> {
        let technique = self.deduction.technique;
        let facts = Facts::new(self.marks, self.givens);
        let all = Explainer::with_order([technique]).all_steps(&facts);
        let number = all.iter().position(|step| *step == self.deduction);
        let number = number.ok_or_else(|| PyValueError::new_err("this step cannot be found again"))?;
        let restore = py.get_type::<PyStep>().getattr("_restore")?;
        Ok((restore, (Marks::of(&self.marks, self.givens), technique.slug().to_owned(), number)))
    }

    #[staticmethod]
    fn _restore(marks: Marks, technique: &str, number: usize) -> PyResult<PyStep> {
        let wrong = || PyValueError::new_err("this is not a pickled step of this version");
        let technique: Technique = technique.parse().map_err(|_| wrong())?;
        let (marks, givens) = marks.restore().ok_or_else(wrong)?;
        let mut steps = Explainer::with_order([technique]).all_steps(&Facts::new(marks, givens));
        if number >= steps.len() {
            return Err(wrong());
        }
        Ok(PyStep { deduction: steps.swap_remove(number), marks, givens })
    }
}

/// What an object is pickled as: a function, and the arguments with which it restores the object.
pub(super) type Reduced<'py, Arguments> = (Bound<'py, PyAny>, Arguments);

/// Pencilmarks as they are pickled: the placed digits, the candidates of each cell, the givens.
#[derive(FromPyObject, IntoPyObject)]
pub(super) struct Marks(String, Vec<String>, Vec<usize>);

impl Marks {
    pub(super) fn of(marks: &Pencilmarks, givens: CellSet) -> Marks {
        let candidates = Cell::all().map(|cell| marks.digits_in(cell).to_string());
        Marks(marks.placed().to_string(), candidates.collect(), givens.iter().map(|cell| cell.index()).collect())
    }

    pub(super) fn restore(&self) -> Option<(Pencilmarks, CellSet)> {
        let Marks(placed, candidates, givens) = self;
        let placed: Grid = placed.parse().ok()?;
        let mut set = CandidateSet::EMPTY;
        for (cell, digits) in Cell::all().zip(candidates) {
            for digit in digits.bytes().filter_map(Digit::from_ascii) {
                set.insert(Candidate::new(cell, digit));
            }
        }
        let givens = givens.iter().map(|&index| Cell::all().nth(index)).collect::<Option<CellSet>>()?;
        Some((Pencilmarks::new(placed, set), givens))
    }
}
