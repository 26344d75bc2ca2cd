//! `Transform`: relabels digits, permutes lines, may transpose.

use ninefold::Random;
use ninefold::symmetry::Transform;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// One of the 1,218,998,108,160 transforms that map every Sudoku to an isomorphic one.
///
/// It relabels digits, permutes lines and may transpose. It prints as where each line goes and what each digit becomes,
/// and is read from that.
///
/// >>> from ninefold import Transform
/// >>> transform = Transform.random(seed=1)
/// >>> transform.then(transform.inverse) == Transform()
/// True
/// >>> Transform("transposed rows 123456789 cols 123456789 digits 213456789")
/// Transform('transposed rows 123456789 cols 123456789 digits 213456789')
#[pyclass(name = "Transform", module = "ninefold", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyTransform(pub(crate) Transform);

#[pymethods]
impl PyTransform {
    #[new]
    #[pyo3(signature = (text=None))]
    fn new(text: Option<&str>) -> PyResult<PyTransform> {
        match text {
            None => Ok(PyTransform(Transform::IDENTITY)),
            Some(text) => {
                let wrong = |error| PyValueError::new_err(format!("found '{text}', {error}"));
                text.parse().map(PyTransform).map_err(wrong)
            }
        }
    }

    /// A random transform, determined by the seed.
    #[staticmethod]
    fn random(seed: u64) -> PyTransform {
        PyTransform(Transform::random(&mut Random::new(seed)))
    }

    /// This transform, followed by the other.
    fn then(&self, next: &PyTransform) -> PyTransform {
        PyTransform(self.0.then(&next.0))
    }

    /// The transform that undoes it.
    #[getter]
    fn inverse(&self) -> PyTransform {
        PyTransform(self.0.inverse())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Transform('{}')", self.0)
    }
}
