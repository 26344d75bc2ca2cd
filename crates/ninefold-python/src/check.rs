//! `check`: what is right and wrong about puzzles.

use ninefold::{Position, Report, Solution, StoppedError};
use pyo3::prelude::*;

use crate::json;
use crate::rows::{Rows, position_of};
use crate::run::Run;
use crate::solve::{MANY, STATUS, count_of, count_until};
use crate::table::{Column, Table};
use crate::work::{Read, work};

/// Rows checked at a time.
const CHUNK: usize = 64;

/// Checks one puzzle: the members of the report's JSON form.
#[pyfunction]
pub(crate) fn check_one(item: &Bound<'_, PyAny>, limit: usize) -> PyResult<Py<PyAny>> {
    let py = item.py();
    let position = position_of(item)?;
    let report = Run::of_one().detached(py, |control, _| check_until(&position, limit, || control.should_stop()))?;
    json::to_python(py, &report)
}

/// Checks a position, until it should stop: only counting many solutions takes long.
fn check_until(position: &Position, limit: usize, should_stop: impl FnMut() -> bool) -> Result<Report, StoppedError> {
    let mut report = position.check(limit.min(MANY));
    if limit > MANY && report.count == MANY {
        report.count = count_until(position, limit, should_stop)?;
    }
    report.limit = limit;
    Ok(report)
}

/// Checks all rows: the columns `status`, `solution`, `count`, `minimal`, `redundant`, `conflicts`, `symmetries` and
/// `report`, the JSON form as text.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, rows: &Rows, limit: usize, reports: bool, run: &Run) -> PyResult<Table> {
    let checked = work(py, rows, run, CHUNK, |_, positions, stop| {
        let check = |position: Read<Position>| {
            if stop.is_set() {
                return Err(None);
            }
            // Only a stop leaves a report unfinished, and then no result is shown.
            position.and_then(|position| check_until(&position, limit, || stop.is_set()).map_err(|_| None))
        };
        positions.into_iter().map(check).collect()
    })?;
    if reports {
        let texts = checked.each(py, |report| ninefold::json::Object::new().with(report).to_string())?;
        return Ok(Table::new(rows, run, [("report", Column::Texts(texts))], checked.errors));
    }
    let names = |cells: ninefold::CellSet| strings(cells.iter());
    let columns = [
        ("status", Column::Names(&STATUS, checked.codes(py, |report| Some(count_of(&report.answer)))?)),
        ("solution", checked.grids(py, |report| report.answer.first().map(Solution::to_bytes))?),
        ("count", Column::Ints(checked.each(py, |report| report.count as i64)?)),
        ("minimal", Column::Bools(checked.each_if(py, Report::is_minimal)?)),
        ("redundant", Column::Lists(checked.each_if(py, |report| report.redundant.map(names))?)),
        ("conflicts", Column::Lists(checked.each(py, |report| strings(&report.conflicts))?)),
        ("symmetries", Column::Lists(checked.each(py, |report| strings(&report.symmetries))?)),
    ];
    Ok(Table::new(rows, run, columns, checked.errors))
}

fn strings(items: impl IntoIterator<Item: ToString>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}
