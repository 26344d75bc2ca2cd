//! `Path`: the steps from a position towards the solution.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};

use ninefold::explain::{Explainer, Facts, Level, Path, PathEnd, Technique};
use ninefold::json::{Object, PathSteps};
use ninefold::svg::Picture;
use ninefold::{Control, Language};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use super::grid::{PyGrid, boxed};
use super::step::{Marks, PyStep, Reduced};
use crate::explain::language;
use crate::json;

/// The steps from the givens to the solution, as far as the techniques lead.
///
/// It is a sequence of `Step`s and prints as one line a step.
///
/// >>> import ninefold
/// >>> path = ninefold.explain("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> path.is_solved, len(path), path.hardest
/// (True, 51, 'hidden-single')
/// >>> print(path.to_text().splitlines()[-1])
///  51. Full House: r5c8 is the last empty cell of row 5, where only 9 is missing. So r5c8 is 9.
#[pyclass(name = "Path", module = "ninefold", frozen, eq)]
pub(crate) struct PyPath {
    path: Path,
    /// The techniques that were allowed, in their order: with the start they determine the path.
    techniques: Vec<Technique>,
}

impl PartialEq for PyPath {
    fn eq(&self, other: &PyPath) -> bool {
        self.path == other.path
    }
}

impl PyPath {
    pub(crate) fn new(path: Path, techniques: Vec<Technique>) -> PyPath {
        PyPath { path, techniques }
    }

    fn all(&self) -> impl Iterator<Item = PyStep> {
        let givens = self.path.givens();
        self.path.positions().map(move |(marks, step)| PyStep::new(step.clone(), marks, givens))
    }
}

#[pymethods]
impl PyPath {
    /// All steps.
    #[getter]
    fn steps(&self) -> Vec<PyStep> {
        self.all().collect()
    }

    fn __len__(&self) -> usize {
        self.path.steps().len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<PyStep> {
        let len = self.path.steps().len() as isize;
        let place = if index < 0 { index + len } else { index };
        let step = usize::try_from(place).ok().and_then(|place| self.all().nth(place));
        step.ok_or_else(|| PyIndexError::new_err(format!("found the step {index}, expected one of {len} steps")))
    }

    /// Whether it ends at the solution.
    #[getter]
    fn is_solved(&self) -> bool {
        self.path.is_solved()
    }

    /// `solved`, or `stuck` if no technique applies any more.
    #[getter]
    fn outcome(&self) -> &'static str {
        match self.path.outcome() {
            PathEnd::Solved => "solved",
            PathEnd::Stopped => "stopped",
            _ => "stuck",
        }
    }

    /// The level of the path: `easy`, `medium`, `hard`, `unfair` or `extreme`; none if it is not solved.
    #[getter]
    fn level(&self) -> Option<&'static str> {
        self.path.level().map(Level::slug)
    }

    /// The sum of the scores of the steps.
    #[getter]
    fn score(&self) -> u32 {
        self.path.score()
    }

    /// The hardest technique that is used.
    #[getter]
    fn hardest(&self) -> Option<&'static str> {
        self.path.hardest().map(Technique::slug)
    }

    /// How often each technique is used.
    #[getter]
    fn techniques<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let counts = pyo3::types::PyDict::new(py);
        for (technique, count) in self.path.counts() {
            counts.set_item(technique.slug(), count)?;
        }
        Ok(counts)
    }

    /// The digits on the board before the first step.
    #[getter]
    fn start(&self) -> PyGrid {
        PyGrid(*self.path.start().placed())
    }

    /// The digits on the board after the last step.
    #[getter]
    fn end(&self) -> PyGrid {
        PyGrid(*self.path.end().placed())
    }

    /// The members that `ninefold explain --json` prints.
    #[pyo3(signature = (language="en"))]
    fn to_dict(&self, py: Python<'_>, language: &str) -> PyResult<Py<PyAny>> {
        let steps = PathSteps { path: &self.path, language: self::language(language)?, before: true };
        json::loads(py, &Object::new().with(&self.path).with(&steps).to_string())
    }

    /// One line a step.
    #[pyo3(signature = (language="en"))]
    fn to_text(&self, language: &str) -> PyResult<String> {
        let language = self::language(language)?;
        let mut text = String::new();
        for (number, step) in self.path.steps().iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:3}. {}: {}", number + 1, language.name(step.technique), language.sentence(step));
        }
        Ok(text)
    }

    fn _repr_svg_(&self) -> String {
        let start = self.path.start();
        Picture::new(*start.placed()).givens(self.path.givens()).candidates(start.candidates()).to_string()
    }

    fn _repr_html_(&self) -> String {
        let mut html = boxed(&self._repr_svg_());
        html.push_str("<ol>");
        for step in self.path.steps() {
            let _ = write!(html, "<li><b>{}</b> {}</li>", step.technique.name(), Language::ENGLISH.sentence(step));
        }
        html.push_str("</ol>");
        html
    }

    fn __str__(&self) -> PyResult<String> {
        self.to_text("en")
    }

    fn __repr__(&self) -> String {
        let (steps, level) = (self.path.steps().len(), self.level().unwrap_or("no level"));
        let hardest = self.path.hardest().map_or("nothing", Technique::slug);
        format!("<Path {}: {steps} steps, {level}, hardest {hardest}>", self.outcome())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.all().for_each(|step| step.hash_into(&mut hasher));
        hasher.finish()
    }

    /// A path is pickled as its start and the techniques that were allowed, and found again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Marks, Vec<String>)>> {
        let restore = py.get_type::<PyPath>().getattr("_restore")?;
        let techniques = self.techniques.iter().map(|technique| technique.slug().to_owned()).collect();
        Ok((restore, (Marks::of(self.path.start(), self.path.givens()), techniques)))
    }

    #[staticmethod]
    fn _restore(marks: Marks, techniques: Vec<String>) -> PyResult<PyPath> {
        let wrong = || PyValueError::new_err("this is not a pickled path of this version");
        let (marks, givens) = marks.restore().ok_or_else(wrong)?;
        let order: Vec<Technique> =
            techniques.iter().map(|slug| slug.parse().map_err(|_| wrong())).collect::<PyResult<_>>()?;
        let explainer = Explainer::with_order(order.iter().copied());
        let path = explainer.path_from(Facts::new(marks, givens), &mut Control::new());
        Ok(PyPath { path, techniques: order })
    }
}
