//! The compiled part of the Python package `ninefold`.
//!
//! It converts: Python objects to the library's types, calls the library, and converts what comes back. `rows` reads
//! puzzles of every kind, `work` and `run` do something with all of them, `table` holds the results by column. What users
//! see is in `python/ninefold`; this module's types are in `python/ninefold/_ninefold.pyi`.

mod check;
mod device;
mod error;
mod explain;
mod files;
mod generate;
mod json;
mod label;
mod objects;
mod practice;
mod rate;
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
    use crate::check::{check, check_one};
    #[pymodule_export]
    use crate::device::{DeviceArray, is_on_device, solve_on_device};
    #[pymodule_export]
    use crate::explain::{
        Techniques, all_techniques, explain, explain_one, explain_table, hint, hint_one, steps, steps_one,
    };
    #[pymodule_export]
    use crate::files::{Seen, TextReader};
    #[pymodule_export]
    use crate::generate::generate;
    #[pymodule_export]
    use crate::label::{label, labels, puzzle_column};
    #[pymodule_export]
    use crate::objects::{PyGrid, PyPath, PyPuzzle, PyStep, PyTransform};
    #[pymodule_export]
    use crate::practice::practice;
    #[pymodule_export]
    use crate::rate::{rate, rate_one, scales};
    #[pymodule_export]
    use crate::rows::Rows;
    #[pymodule_export]
    use crate::run::Run;
    #[pymodule_export]
    use crate::solve::{count, count_one, solve, solve_one, solve_to_arrays};
    #[pymodule_export]
    use crate::symmetry::{canonical, canonical_one, shuffle, transform};
    #[pymodule_export]
    use crate::table::Table;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
