//! The JSON form of answers as Python objects: the same names and shapes as on the command line.

use ninefold::json::{Members, Object};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// The members of an answer as a dictionary.
pub(crate) fn to_python(py: Python<'_>, members: &impl Members) -> PyResult<Py<PyAny>> {
    loads(py, &Object::new().with(members).to_string())
}

/// A JSON text as Python objects.
pub(crate) fn loads(py: Python<'_>, text: &str) -> PyResult<Py<PyAny>> {
    static LOADS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    LOADS.import(py, "json", "loads")?.call1((text,)).map(Bound::unbind)
}
