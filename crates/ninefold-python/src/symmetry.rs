//! `canonical`, `shuffle` and `transform`.

use ninefold::symmetry::{Class, Transform};
use ninefold::{Grid, Position, Random};
use pyo3::prelude::*;

use crate::error::RowError;
use crate::json;
use crate::objects::PyTransform;
use crate::rows::{Rows, position_of};
use crate::run::Run;
use crate::table::{Column, Grids, Table};
use crate::work::{Read, Worked, prove, work};

/// Rows worked on at a time.
const CHUNK: usize = 1024;

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
#[pyo3(signature = (rows, keep, threads=None, progress=None, device=None))]
pub(crate) fn canonical(
    py: Python<'_>,
    rows: &Rows,
    keep: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    device: Option<&str>,
) -> PyResult<Table> {
    let run = Run::new(py, threads, progress, device)?;
    let found = work(py, rows, &run, CHUNK, keep, |_, positions, stop| {
        let form = |proved: Read<ninefold::ProvedPosition>| {
            if stop.is_set() {
                return Err(None);
            }
            let puzzle = proved?.puzzle().ok_or(Some(RowError::Sukaku))?;
            let canonical = puzzle.canonical();
            let class = Class::of_form(*canonical.form().givens());
            Ok((*canonical.form().givens(), canonical.automorphisms() as i64, class.id().to_string()))
        };
        prove(&run, positions).into_iter().map(form).collect()
    })?;
    let Worked { values, errors } = found;
    let forms = grids(values.iter().map(|value| value.as_ref().map(|(form, ..)| form)));
    let automorphisms = values.iter().map(|value| value.as_ref().map(|(_, count, _)| *count)).collect();
    let ids = values.into_iter().map(|value| value.map(|(.., id)| id)).collect();
    let columns =
        [("canonical", forms), ("automorphisms", Column::Ints(automorphisms)), ("class_id", Column::Texts(ids))];
    Ok(Table::new(rows, columns, errors, keep))
}

/// A column of grids.
pub(crate) fn grids<'a>(grids: impl ExactSizeIterator<Item = Option<&'a Grid>>) -> Column {
    let mut cells = vec![0; grids.len() * 81];
    let mut missing = Vec::new();
    for ((row, grid), cells) in grids.enumerate().zip(cells.as_chunks_mut::<81>().0) {
        match grid {
            Some(grid) => *cells = grid.to_bytes(),
            None => missing.push(row),
        }
    }
    Column::Grids(Grids::new(cells, missing))
}

/// A random isomorph of each row, determined by the seed and the number of the row: the column `puzzle`.
#[pyfunction]
#[pyo3(signature = (rows, seed, keep, threads=None, progress=None))]
pub(crate) fn shuffle(
    py: Python<'_>,
    rows: &Rows,
    seed: u64,
    keep: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let run = Run::new(py, threads, progress, None)?;
    images(py, rows, &run, keep, |row| Transform::random(&mut Random::stream(seed, row as u64)))
}

/// What a transform makes of each row: the column `puzzle`.
#[pyfunction]
#[pyo3(signature = (rows, transform, keep, threads=None, progress=None))]
pub(crate) fn transform(
    py: Python<'_>,
    rows: &Rows,
    transform: &PyTransform,
    keep: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let run = Run::new(py, threads, progress, None)?;
    images(py, rows, &run, keep, |_| transform.0)
}

fn images(
    py: Python<'_>,
    rows: &Rows,
    run: &Run,
    keep: bool,
    transform: impl Fn(usize) -> Transform + Sync,
) -> PyResult<Table> {
    let found = work(py, rows, run, CHUNK, keep, |first, positions, _| {
        let image = |(position, row): (Read<Position>, usize)| {
            let position = position?;
            if position.is_sukaku() {
                return Err(Some(RowError::Sukaku));
            }
            Ok(transform(row).apply(position.digits()))
        };
        positions.into_iter().zip(first..).map(image).collect()
    })?;
    Ok(Table::new(rows, [("puzzle", grids(found.values.iter().map(Option::as_ref)))], found.errors, keep))
}
