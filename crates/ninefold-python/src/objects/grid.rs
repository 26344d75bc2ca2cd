//! `Grid`: 81 cells as written, possibly invalid.

use ninefold::svg::{Picture, Shade};
use ninefold::text::Format;
use ninefold::{Cell, CellSet, Digit, Grid, text};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::error::{RowError, kind_error, names};
use crate::json;
use crate::rows::position_of;

/// A grid of 81 cells as written, possibly invalid.
///
/// It is made from a string in any text format, from nine rows of nine cells, or from 81 cells. Notebooks draw it.
///
/// >>> from ninefold import Grid
/// >>> grid = Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> grid["r1c5"], grid[0, 4], grid.givens
/// (7, 7, 30)
/// >>> print(grid.to_text("grid").splitlines()[1])
/// | 5 3 . | . 7 . | . . . |
#[pyclass(name = "Grid", module = "ninefold", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyGrid(pub(crate) Grid);

#[pymethods]
impl PyGrid {
    #[new]
    fn new(cells: &Bound<'_, PyAny>) -> PyResult<PyGrid> {
        Ok(PyGrid(*position_of(cells)?.digits()))
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Grid('{}')", self.0)
    }

    fn __len__(&self) -> usize {
        81
    }

    fn __getitem__(&self, place: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.0[cell_of(place)?].map_or(0, Digit::get))
    }

    /// The 81 numbers of the cells row by row, 0 for an empty one.
    #[getter]
    fn digits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.as_array().map(|digit| digit.map_or(0, Digit::get)))
    }

    /// Nine lists of nine numbers, 0 for an empty cell.
    #[getter]
    fn rows(&self) -> Vec<Vec<u32>> {
        // Wider than a byte: a vector of bytes would become `bytes`.
        let digits = self.0.as_array().map(|digit| digit.map_or(0, |digit| digit.get().into()));
        digits.as_chunks::<9>().0.iter().map(|row| row.to_vec()).collect()
    }

    /// The number of filled cells.
    #[getter]
    fn givens(&self) -> usize {
        self.0.filled().len()
    }

    /// Every house that holds a digit twice, with the digit and the cells.
    ///
    /// >>> from ninefold import Grid
    /// >>> Grid("55" + "." * 79).conflicts[0]
    /// {'house': 'r1', 'digit': 5, 'cells': ['r1c1', 'r1c2']}
    #[getter]
    fn conflicts(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        self.0.conflicts().map(|conflict| json::to_python(py, &conflict)).collect()
    }

    /// Whether every cell is filled and no house holds a digit twice.
    #[getter]
    fn is_solved(&self) -> bool {
        self.0.is_solved()
    }

    /// The grid with another digit in a cell; 0 empties it.
    ///
    /// >>> from ninefold import Grid
    /// >>> str(Grid("." * 81).with_digit("r1c3", 7))[:5]
    /// '..7..'
    fn with_digit(&self, place: &Bound<'_, PyAny>, digit: u8) -> PyResult<PyGrid> {
        let mut grid = self.0;
        let cell = cell_of(place)?;
        grid[cell] = match (digit, Digit::new(digit)) {
            (0, _) => None,
            (_, Some(digit)) => Some(digit),
            _ => {
                let error = RowError::Cell { cell, found: digit.to_string() };
                return Err(error.to_python(place.py(), None));
            }
        };
        Ok(PyGrid(grid))
    }

    /// The grid in a text format: `line`, `grid`, `json`, `csv`, `sdm` and others.
    fn to_text(&self, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(|error| PyValueError::new_err(format!("{error}")))?;
        Ok(text::write(&self.0.into(), format))
    }

    fn _repr_svg_(&self) -> String {
        let conflicts = self.0.conflicts().fold(CellSet::EMPTY, |cells, conflict| cells | conflict.cells);
        Picture::new(self.0).shade(conflicts, Shade::Conflict).to_string()
    }

    fn _repr_html_(&self) -> String {
        boxed(&self._repr_svg_())
    }
}

/// A picture as wide as a notebook shows it well.
pub(crate) fn boxed(svg: &str) -> String {
    format!("<div style=\"max-width:24em\">{svg}</div>")
}

/// The cell of `"r4c7"`, of a row and a column from 0 to 8, or of an index from 0 to 80.
fn cell_of(place: &Bound<'_, PyAny>) -> PyResult<Cell> {
    let outside = || PyIndexError::new_err(format!("no cell has the index {place}"));
    if let Ok(name) = place.cast::<PyString>() {
        return name.to_str()?.parse().map_err(|error| PyIndexError::new_err(format!("{error}")));
    }
    if let Ok((row, col)) = place.extract::<(usize, usize)>() {
        return if row < 9 && col < 9 { Ok(Cell::from_index(row * 9 + col)) } else { Err(outside()) };
    }
    match place.extract::<isize>() {
        Ok(index @ 0..81) => Ok(Cell::from_index(index as usize)),
        Ok(_) => Err(outside()),
        Err(_) => Err(kind_error(place, "a cell such as 'r4c7', (3, 6) or 33")),
    }
}

/// The names of cells as a list.
pub(crate) fn cell_names(py: Python<'_>, cells: CellSet) -> PyResult<Py<PyAny>> {
    Ok(names(py, cells)?.into_any().unbind())
}
