//! `solve` and `count`.

use std::sync::{Mutex, PoisonError};

use ninefold::json::Answered;
use ninefold::{Answer, Position, StoppedError};
use pyo3::prelude::*;

use crate::error::RowError;
use crate::json;
use crate::rows::{Other, Rows, buffer_mut, position_of};
use crate::run::Run;
use crate::table::{Column, Grids, Table};
use crate::work::{Errors, Read, work};

/// What `status` can be, by the number of solutions, of which no more than two are searched for.
pub(crate) const STATUS: [&str; 4] = ["none", "unique", "multiple", "error"];
const ERROR: u8 = 3;
/// A null: it has no status.
const MISSING: u8 = 4;

/// Rows solved at a time by one worker: enough to keep all lanes of a CPU busy, and few enough for its cache.
const CHUNK: usize = 4096;

/// Solves one puzzle: the members of the answer's JSON form.
#[pyfunction]
pub(crate) fn solve_one(item: &Bound<'_, PyAny>, run: &Run) -> PyResult<Py<PyAny>> {
    let py = item.py();
    let position = position_of(item)?;
    // One puzzle is solved before a GPU has begun.
    let answer = run.detached(py, |_, _| Ok(position.solve()))?;
    json::to_python(py, &Answered(&position, &answer))
}

/// Solves all rows: the columns `status` and `solution`.
#[pyfunction]
pub(crate) fn solve(py: Python<'_>, rows: &Rows, run: &Run) -> PyResult<Table> {
    let len = rows.source.len();
    let (mut solutions, mut counts) = (vec![0; len * 81], vec![0; len]);
    let errors = solve_into(py, rows, run, &mut solutions, &mut counts, 0)?;
    let missing = counts.iter().enumerate().filter(|&(_, &count)| count != 1 && count != 2).map(|(row, _)| row);
    let solutions = Column::Grids(Grids::new(solutions, missing.collect()));
    Ok(Table::new(rows, run, [("status", Column::Names(&STATUS, counts)), ("solution", solutions)], errors))
}

/// Solves all rows into arrays that were made for the results: 81 bytes a solution and one byte for the number of
/// solutions. Solutions are numbers, or with `text` characters. Where there is none, the bytes are 0.
#[pyfunction]
pub(crate) fn solve_to_arrays<'py>(
    py: Python<'py>,
    rows: &Rows,
    run: &Run,
    solutions: &Bound<'py, PyAny>,
    counts: &Bound<'py, PyAny>,
    text: bool,
) -> PyResult<Table> {
    let len = rows.source.len();
    let (mut solutions, mut counts) = (buffer_mut(solutions, len * 81)?, buffer_mut(counts, len)?);
    let zero = if text { 0 } else { b'0' };
    let errors = solve_into(py, rows, run, solutions.as_mut_slice(), counts.as_mut_slice(), zero)?;
    Ok(Table::of_errors(rows, errors))
}

/// Solves all rows. Characters of a solution are written less `zero`; the bytes of rows without one are not written.
fn solve_into(
    py: Python<'_>,
    rows: &Rows,
    run: &Run,
    solutions: &mut [u8],
    counts: &mut [u8],
    zero: u8,
) -> PyResult<Vec<(usize, RowError)>> {
    let size = run.chunk(CHUNK);
    let slots: Vec<_> = solutions.chunks_mut(size * 81).zip(counts.chunks_mut(size)).map(Mutex::new).collect();
    let errors = Errors::new(run.keep);
    run.detached(py, |control, stop| {
        run.threads().map_chunks(rows.source.len(), size, control, |range| {
            if stop.is_set() || errors.have_failed() {
                return;
            }
            let first = range.start;
            // Each slot is taken once: by the worker of its chunk.
            let mut slot = slots[first / size].lock().unwrap_or_else(PoisonError::into_inner);
            let (solutions, counts) = &mut *slot;
            let solutions = solutions.as_chunks_mut::<81>().0;
            let mut scratch = Vec::new();
            let chunk = rows.read(range, &mut scratch, stop);
            let puzzles = chunk.plain.iter().copied().take_while(|_| !stop.is_set());
            run.backend().solve_bytes(puzzles, 2, |puzzle, outcome| {
                let row = chunk.rows[puzzle] as usize;
                counts[row] = outcome.count() as u8;
                if let Some(first) = outcome.first() {
                    solutions[row] = first.map(|character| character - zero);
                }
            });
            let mut bad = Vec::new();
            for (row, other) in chunk.others {
                let row = row as usize;
                counts[row] = match other {
                    Other::Missing => MISSING,
                    Other::Bad(error) => {
                        bad.push((first + row, error));
                        ERROR
                    }
                    Other::Position(_) if stop.is_set() => break,
                    Other::Position(position) => {
                        let answer = position.solve();
                        if let Some(first) = answer.first() {
                            solutions[row] = first.to_bytes().map(|character| character - zero);
                        }
                        count_of(&answer)
                    }
                };
            }
            errors.add(bad);
        })
    })?;
    errors.finish(py)
}

/// The number of solutions, at most two.
pub(crate) fn count_of(answer: &Answer) -> u8 {
    match answer {
        Answer::NoSolution => 0,
        Answer::Unique(_) => 1,
        Answer::Multiple(..) => 2,
    }
}

/// Counting further than this can be stopped between two solutions of a puzzle, not only between two chunks.
pub(crate) const MANY: usize = 256;

/// Counts the solutions of one puzzle, up to a limit.
#[pyfunction]
pub(crate) fn count_one(item: &Bound<'_, PyAny>, limit: usize, run: &Run) -> PyResult<usize> {
    let py = item.py();
    let position = position_of(item)?;
    // One puzzle is solved before a GPU has begun.
    run.detached(py, |control, _| count_until(&position, limit, || control.should_stop()))
}

/// Counts the solutions of a position, up to a limit, until it should stop.
pub(crate) fn count_until(
    position: &Position,
    limit: usize,
    mut should_stop: impl FnMut() -> bool,
) -> Result<usize, StoppedError> {
    let mut count = 0;
    for _ in position.solutions().take(limit) {
        count += 1;
        if count % 1024 == 0 && should_stop() {
            return Err(StoppedError);
        }
    }
    Ok(count)
}

/// Counts the solutions of all rows, each up to a limit: the column `count`.
#[pyfunction]
pub(crate) fn count(py: Python<'_>, rows: &Rows, limit: usize, run: &Run) -> PyResult<Table> {
    // The more solutions a row may have, the fewer rows are counted between two looks at the stop flag.
    let size = 8 * CHUNK / limit.clamp(8, MANY);
    let counted = work(py, rows, run, run.chunk(size), |_, positions, stop| {
        let good: Vec<Position> = positions.iter().filter_map(|position| position.as_ref().ok().copied()).collect();
        let counts = if limit <= MANY {
            run.backend().count_positions(&good, limit)
        } else {
            let count = |position: &Position| count_until(position, limit, || stop.is_set()).unwrap_or(0);
            good.iter().map(count).collect()
        };
        let mut counts = counts.into_iter();
        let count = |position: Read<Position>| position.and_then(|_| counts.next().ok_or(None));
        positions.into_iter().map(count).collect()
    })?;
    let counts = counted.each(py, |count| *count as i64)?;
    Ok(Table::new(rows, run, [("count", Column::Ints(counts))], counted.errors))
}
