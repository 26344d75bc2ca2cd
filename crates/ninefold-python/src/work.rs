//! Work on all rows of a call: chunk by chunk, on several threads, errors gathered by row.

use std::sync::{Mutex, PoisonError};

use ninefold::{Answer, Position, ProvedPosition};
use pyo3::prelude::*;

use crate::error::RowError;
use crate::rows::Rows;
use crate::run::{Run, Stop, map_rows};
use crate::table::Column;

/// A row that was read: a value, an error, or nothing (a null).
pub(crate) type Read<T> = Result<T, Option<RowError>>;

/// A value for each row that has one, and the errors of the others by row.
pub(crate) struct Worked<T> {
    pub(crate) values: Vec<Option<T>>,
    pub(crate) errors: Vec<(usize, RowError)>,
}

impl<T> Worked<T> {
    /// Something of each row that has a value.
    pub(crate) fn each<V>(&self, py: Python<'_>, part: impl Fn(&T) -> V) -> PyResult<Vec<Option<V>>> {
        map_rows(py, &self.values, |value| value.as_ref().map(&part))
    }

    /// The same, where the value may lack it.
    pub(crate) fn each_if<V>(&self, py: Python<'_>, part: impl Fn(&T) -> Option<V>) -> PyResult<Vec<Option<V>>> {
        map_rows(py, &self.values, |value| value.as_ref().and_then(&part))
    }

    /// A column of grids, of 81 characters each.
    pub(crate) fn grids(&self, py: Python<'_>, part: impl Fn(&T) -> Option<[u8; 81]>) -> PyResult<Column> {
        Column::grids(py, self.values.iter().map(|value| value.as_ref().and_then(&part)))
    }

    /// A number of a name for each row.
    pub(crate) fn codes(&self, py: Python<'_>, code: impl Fn(&T) -> Option<u8>) -> PyResult<Vec<u8>> {
        map_rows(py, &self.values, |value| value.as_ref().and_then(&code).unwrap_or(u8::MAX))
    }
}

/// The errors that workers find.
pub(crate) struct Errors {
    /// Whether rows with errors are part of the result. Otherwise the first error is raised.
    keep: bool,
    failed: Stop,
    found: Mutex<Vec<(usize, RowError)>>,
}

impl Errors {
    pub(crate) fn new(keep: bool) -> Errors {
        Errors { keep, failed: Stop::default(), found: Mutex::default() }
    }

    /// Whether a chunk need not be begun: an error of an earlier chunk will be raised. Chunks are begun in their order.
    pub(crate) fn have_failed(&self) -> bool {
        self.failed.is_set()
    }

    /// Adds the errors of a chunk.
    pub(crate) fn add(&self, errors: Vec<(usize, RowError)>) {
        if !errors.is_empty() {
            if !self.keep {
                self.failed.set();
            }
            self.found.lock().unwrap_or_else(PoisonError::into_inner).extend(errors);
        }
    }

    /// All errors by row, or the first one raised.
    pub(crate) fn finish(self, py: Python<'_>) -> PyResult<Vec<(usize, RowError)>> {
        let mut found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_unstable_by_key(|(row, _)| *row);
        match found.first() {
            Some((row, error)) if !self.keep => Err(error.to_python(py, Some(*row))),
            _ => Ok(found),
        }
    }
}

/// Computes a value for each row, `size` rows at a time.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    rows: &Rows,
    run: &Run,
    size: usize,
    each: impl Fn(usize, Vec<Read<Position>>, &Stop) -> Vec<Read<T>> + Sync,
) -> PyResult<Worked<T>> {
    let errors = Errors::new(run.keep);
    let chunks = run.detached(py, |control, stop| {
        run.threads().map_chunks(rows.source.len(), size, control, |range| {
            if stop.is_set() || errors.have_failed() {
                return Vec::new();
            }
            let first = range.start;
            let mut scratch = Vec::new();
            let positions = rows.read(range, &mut scratch, stop).into_positions();
            let mut bad = Vec::new();
            let values = each(first, positions, stop)
                .into_iter()
                .zip(first..)
                .map(|(value, row)| value.map_err(|error| bad.extend(error.map(|error| (row, error)))).ok());
            let values: Vec<Option<T>> = values.collect();
            errors.add(bad);
            values
        })
    })?;
    let errors = errors.finish(py)?;
    let mut values = Vec::with_capacity(rows.source.len());
    for chunk in chunks {
        py.check_signals()?;
        values.extend(chunk);
    }
    Ok(Worked { values, errors })
}

/// The answers to positions, many at once. Rows without a position have none.
pub(crate) fn answers(run: &Run, positions: &[Read<Position>]) -> Vec<Option<Answer>> {
    let good: Vec<Position> = positions.iter().filter_map(|position| position.as_ref().ok().copied()).collect();
    let mut answers = run.backend().solve_positions(&good).into_iter();
    positions.iter().map(|position| position.as_ref().ok().and_then(|_| answers.next())).collect()
}

/// Proves that positions are puzzles, many at once.
pub(crate) fn prove(run: &Run, positions: Vec<Read<Position>>) -> Vec<Read<ProvedPosition>> {
    let answers = answers(run, &positions);
    let prove = |(position, answer): (Read<Position>, Option<Answer>)| {
        position?.prove_with(answer.ok_or(None)?).map_err(|error| Some(error.into()))
    };
    positions.into_iter().zip(answers).map(prove).collect()
}
