//! `canonical`, `shuffle` and `transform`.

use ninefold::symmetry::{Class, Transform};
use ninefold::{Position, Random};
use pyo3::prelude::*;

use crate::error::RowError;
use crate::json;
use crate::objects::PyTransform;
use crate::rows::{Rows, position_of};
use crate::run::Run;
use crate::table::{Column, Table};
use crate::work::{Read, prove, work};

/// Rows worked on at a time. They are solved together before the next look at the stop flag.
const CHUNK: usize = 256;

/// The canonical form of one puzzle: the members of its JSON form, and the name of its class.
#[pyfunction]
pub(crate) fn canonical_one(item: &Bound<'_, PyAny>) -> PyResult<(Py<PyAny>, String)> {
    let py = item.py();
    let refuse = |error: RowError| error.to_python(py, None);
    let proved = position_of(item)?.prove().map_err(|error| refuse(error.into()))?;
    let puzzle = proved.puzzle().ok_or_else(|| refuse(RowError::Sukaku))?;
    let canonical = puzzle.canonical();
    let class = Class::of_form(*canonical.form().givens());
    Ok((json::to_python(py, &canonical)?, class.id().to_string()))
}

/// The canonical forms of all rows: the columns `canonical`, `automorphisms` and `class_id`.
#[pyfunction]
pub(crate) fn canonical(py: Python<'_>, rows: &Rows, run: &Run) -> PyResult<Table> {
    let found = work(py, rows, run, run.chunk(CHUNK), |_, positions, stop| {
        let form = |proved: Read<ninefold::ProvedPosition>| {
            if stop.is_set() {
                return Err(None);
            }
            let puzzle = proved?.puzzle().ok_or(Some(RowError::Sukaku))?;
            let canonical = puzzle.canonical();
            let class = Class::of_form(*canonical.form().givens());
            Ok((class, canonical.automorphisms() as i64, class.id()))
        };
        prove(run, positions).into_iter().map(form).collect()
    })?;
    let columns = [
        ("canonical", found.grids(py, |(class, ..)| Some(class.form().to_bytes()))?),
        ("automorphisms", Column::Ints(found.each(py, |&(_, count, _)| count)?)),
        ("class_id", Column::Ids(found.each(py, |&(.., id)| id)?)),
    ];
    Ok(Table::new(rows, run, columns, found.errors))
}

/// A random isomorph of each row, determined by the seed and the number of the row: the column `puzzle`.
#[pyfunction]
pub(crate) fn shuffle(py: Python<'_>, rows: &Rows, seed: u64, run: &Run) -> PyResult<Table> {
    images(py, rows, run, |row| Transform::random(&mut Random::stream(seed, row as u64)))
}

/// What a transform makes of each row: the column `puzzle`.
#[pyfunction]
pub(crate) fn transform(py: Python<'_>, rows: &Rows, transform: &PyTransform, run: &Run) -> PyResult<Table> {
    images(py, rows, run, |_| transform.0)
}

fn images(py: Python<'_>, rows: &Rows, run: &Run, transform: impl Fn(usize) -> Transform + Sync) -> PyResult<Table> {
    let found = work(py, rows, run, CHUNK, |first, positions, _| {
        let image = |(position, row): (Read<Position>, usize)| {
            let position = position?;
            if position.is_sukaku() {
                return Err(Some(RowError::Sukaku));
            }
            Ok(transform(row).apply(position.digits()))
        };
        positions.into_iter().zip(first..).map(image).collect()
    })?;
    let images = found.grids(py, |image| Some(image.to_bytes()))?;
    Ok(Table::new(rows, run, [("puzzle", images)], found.errors))
}
