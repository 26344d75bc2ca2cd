//! What is wrong with a row, and the Python exceptions that say so.
//!
//! The classes are in `python/ninefold/errors.py`. All are `ValueError`s with fields: the place in the text, the cells, the
//! two solutions.

use ninefold::generate::RecipeError;
use ninefold::text::ParseError;
use ninefold::{Cell, Mistake, NotAPuzzleError};
use ninefold_cuda::CudaError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Why a row has no result.
#[derive(Clone, Debug)]
pub(crate) enum RowError {
    /// A text that is no puzzle.
    Text(ParseError),
    /// A cell that is neither empty nor a digit.
    Cell { cell: Cell, found: String },
    /// A board that does not have nine rows of nine cells.
    Shape(String),
    /// Not exactly one solution.
    NotAPuzzle(NotAPuzzleError),
    /// Candidates only, where givens are needed.
    Sukaku,
    /// Wrong digits or notes of a player.
    Mistake(Mistake),
}

impl RowError {
    /// What is wrong, in a sentence.
    pub(crate) fn message(&self) -> String {
        match self {
            RowError::Text(error) => error.to_string(),
            RowError::Cell { cell, found } => format!("found {found} in {cell}, expected a number from 0 to 9"),
            RowError::Shape(found) => format!("found {found}, expected nine rows of nine cells"),
            RowError::NotAPuzzle(error) => error.to_string(),
            RowError::Sukaku => "found a puzzle given as candidates, expected givens".to_owned(),
            RowError::Mistake(mistake) => mistake.to_string(),
        }
    }

    /// The exception, for this row of a batch or for a single puzzle.
    pub(crate) fn to_python(&self, py: Python<'_>, row: Option<usize>) -> PyErr {
        self.build(py, row).unwrap_or_else(|error| error)
    }

    fn build(&self, py: Python<'_>, row: Option<usize>) -> PyResult<PyErr> {
        let fields = PyDict::new(py);
        fields.set_item("row", row)?;
        let class = match self {
            RowError::Text(error) => {
                fields.set_item("line", error.place.line)?;
                fields.set_item("column", error.place.column)?;
                fields.set_item("found", error.found.to_string())?;
                fields.set_item("expected", error.expected.to_string())?;
                "ParseError"
            }
            RowError::Cell { cell, found } => {
                fields.set_item("cell", cell.to_string())?;
                fields.set_item("found", found)?;
                "CellError"
            }
            RowError::Shape(found) => {
                fields.set_item("found", found)?;
                fields.set_item("expected", "nine rows of nine cells")?;
                "KindError"
            }
            RowError::Sukaku => {
                fields.set_item("found", "a puzzle given as candidates")?;
                fields.set_item("expected", "givens")?;
                "KindError"
            }
            RowError::Mistake(mistake) => {
                mistake_fields(&fields, mistake)?;
                "MistakeError"
            }
            RowError::NotAPuzzle(NotAPuzzleError::MultipleSolutions { first, second }) => {
                fields.set_item("first", first.to_string())?;
                fields.set_item("second", second.to_string())?;
                fields.set_item("differences", names(py, first.differences(second))?)?;
                "MultipleSolutionsError"
            }
            RowError::NotAPuzzle(error) => {
                match error {
                    NotAPuzzleError::Conflict(conflict) => {
                        fields.set_item("house", conflict.house.to_string())?;
                        fields.set_item("digit", conflict.digit.get())?;
                        fields.set_item("cells", names(py, conflict.cells)?)?;
                    }
                    NotAPuzzleError::Mistake(mistake) => mistake_fields(&fields, mistake)?,
                    _ => {}
                }
                "NoSolutionError"
            }
        };
        exception(py, class, &self.message(), &fields)
    }
}

impl From<NotAPuzzleError> for RowError {
    fn from(error: NotAPuzzleError) -> RowError {
        RowError::NotAPuzzle(error)
    }
}

fn mistake_fields(fields: &Bound<'_, PyDict>, mistake: &Mistake) -> PyResult<()> {
    let digit = match mistake {
        Mistake::Placement { placed, .. } => Some(placed),
        Mistake::Elimination { digit, .. } => Some(digit),
        _ => None,
    };
    fields.set_item("cells", vec![mistake.cell().to_string()])?;
    fields.set_item("digit", digit.map(|digit| digit.get()))
}

/// The names of cells.
pub(crate) fn names<'py>(
    py: Python<'py>,
    items: impl IntoIterator<Item = impl ToString>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>())
}

/// An exception of `ninefold.errors`.
fn exception(py: Python<'_>, class: &str, message: &str, fields: &Bound<'_, PyDict>) -> PyResult<PyErr> {
    let class = py.import("ninefold.errors")?.getattr(class)?;
    Ok(PyErr::from_value(class.call((message,), Some(fields))?))
}

/// An object that is not of a kind that can hold puzzles.
pub(crate) fn kind_error(found: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let py = found.py();
    let described = describe(found).unwrap_or_else(|_| "an object".to_owned());
    wrong_kind(py, &described, expected)
}

/// A `KindError`.
pub(crate) fn wrong_kind(py: Python<'_>, found: &str, expected: &str) -> PyErr {
    let build = || {
        let fields = PyDict::new(py);
        fields.set_item("found", found)?;
        fields.set_item("expected", expected)?;
        exception(py, "KindError", &format!("found {found}, expected {expected}"), &fields)
    };
    build().unwrap_or_else(|error| error)
}

/// The type of an object, and of an array its element type and shape.
fn describe(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let name = object.get_type().fully_qualified_name()?.to_string();
    match (object.getattr("dtype"), object.getattr("shape")) {
        (Ok(dtype), Ok(shape)) => Ok(format!("{name} of {} with the shape {}", dtype.str()?, shape.str()?)),
        _ => Ok(name),
    }
}

/// A GPU that cannot be used: what is missing.
pub(crate) fn device_error(py: Python<'_>, error: &CudaError) -> PyErr {
    exception(py, "DeviceError", &error.to_string(), &PyDict::new(py)).unwrap_or_else(|error| error)
}

/// A recipe that no puzzle can meet.
pub(crate) fn recipe_error(py: Python<'_>, error: &RecipeError) -> PyErr {
    recipe_message(py, &error.to_string())
}

/// A recipe that is not understood.
pub(crate) fn recipe_message(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "RecipeError", message, &PyDict::new(py)).unwrap_or_else(|error| error)
}
