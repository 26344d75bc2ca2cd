//! `Puzzle`: a grid with exactly one solution.

use ninefold::svg::Picture;
use ninefold::symmetry::Class;
use ninefold::{Grid, Puzzle};
use pyo3::prelude::*;

use super::grid::{PyGrid, boxed, cell_names};
use crate::error::RowError;
use crate::rows::position_of;

/// Docs: `python/ninefold/_ninefold.pyi`.
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

    #[getter]
    fn givens(&self) -> PyGrid {
        PyGrid(*self.0.givens())
    }

    #[getter]
    fn solution(&self) -> PyGrid {
        PyGrid(Grid::from(*self.0.solution()))
    }

    #[getter]
    fn is_minimal(&self, py: Python<'_>) -> bool {
        py.detach(|| self.0.is_minimal())
    }

    #[getter]
    fn redundant_givens(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let redundant = py.detach(|| self.0.redundant_givens());
        cell_names(py, redundant)
    }

    #[getter]
    fn canonical_form(&self) -> PyPuzzle {
        PyPuzzle(self.0.canonical_form())
    }

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
