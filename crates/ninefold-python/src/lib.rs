//! The compiled part of the Python package `ninefold`.
//!
//! It converts: Python objects to the library's types, calls the library, and converts what comes back. `rows` reads
//! puzzles of every kind, `work` and `run` do something with all of them, `table` holds the results by column. What users
//! see is in `python/ninefold`; this module's types are in `python/ninefold/_ninefold.pyi`.

mod error;
mod json;
mod objects;
mod rows;
mod run;
mod solve;
mod symmetry;
mod table;
mod work;

use pyo3::prelude::*;

/// The module `ninefold._ninefold`.
#[pymodule]
mod _ninefold {
    #[pymodule_export]
    use crate::objects::{PyGrid, PyPuzzle, PyTransform};
    #[pymodule_export]
    use crate::rows::Rows;
    #[pymodule_export]
    use crate::solve::{count, count_one, solve, solve_one, solve_to_arrays};
    #[pymodule_export]
    use crate::symmetry::{canonical, canonical_one, part, shuffle, transform};
    #[pymodule_export]
    use crate::table::Table;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
