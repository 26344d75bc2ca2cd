//! `Puzzle`: a grid with exactly one solution.

use ninefold::svg::Picture;
use ninefold::symmetry::Class;
use ninefold::{Grid, Puzzle};
use pyo3::prelude::*;

use super::grid::{PyGrid, boxed, cell_names};
use crate::error::RowError;
use crate::rows::position_of;

/// A grid with exactly one solution.
///
/// What it is made from is proved to be a puzzle; a `NotAPuzzleError` has the evidence if it is none.
///
/// >>> from ninefold import Puzzle
/// >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> str(puzzle.solution)[:9], puzzle.is_minimal
/// ('534678912', False)
/// >>> Puzzle("." * 81)
/// Traceback (most recent call last):
/// ninefold.errors.MultipleSolutionsError: more than one solution; two of them differ in ...
#[pyclass(name = "Puzzle", module = "ninefold", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyPuzzle(pub(crate) Puzzle);

#[pymethods]
impl PyPuzzle {
    #[new]
    fn new(cells: &Bound<'_, PyAny>) -> PyResult<PyPuzzle> {
        let refuse = |error: RowError| error.to_python(cells.py(), None);
        let proved = position_of(cells)?.prove().map_err(|error| refuse(error.into()))?;
        proved.puzzle().map(PyPuzzle).ok_or_else(|| refuse(RowError::Sukaku))
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Puzzle('{}')", self.0)
    }

    /// The digits printed at the start.
    #[getter]
    fn givens(&self) -> PyGrid {
        PyGrid(*self.0.givens())
    }

    /// The only solution.
    #[getter]
    fn solution(&self) -> PyGrid {
        PyGrid(Grid::from(*self.0.solution()))
    }

    /// Whether every given is needed: without any one of them there is a second solution.
    #[getter]
    fn is_minimal(&self, py: Python<'_>) -> bool {
        py.detach(|| self.0.is_minimal())
    }

    /// The cells of the givens that could each be left out without a second solution.
    #[getter]
    fn redundant_givens(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let redundant = py.detach(|| self.0.redundant_givens());
        cell_names(py, redundant)
    }

    /// The puzzle that represents all puzzles isomorphic to this one.
    #[getter]
    fn canonical_form(&self) -> PyPuzzle {
        PyPuzzle(self.0.canonical_form())
    }

    /// A name of the class of isomorphic puzzles: the first 128 bits of the SHA-256 hash of the canonical form.
    #[getter]
    fn class_id(&self) -> String {
        Class::of(&self.0).id().to_string()
    }

    fn _repr_svg_(&self) -> String {
        Picture::new(*self.0.givens()).to_string()
    }

    fn _repr_html_(&self) -> String {
        boxed(&self._repr_svg_())
    }
}
