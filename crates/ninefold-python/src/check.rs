//! `check`: what is right and wrong about puzzles.

use ninefold::{Position, Report, StoppedError};
use pyo3::prelude::*;

use crate::json;
use crate::rows::{Rows, position_of};
use crate::run::Run;
use crate::solve::{MANY, STATUS, count_of, count_until};
use crate::symmetry::grids;
use crate::table::{Column, Table};
use crate::work::{Read, Worked, work};

/// Rows checked at a time.
const CHUNK: usize = 64;

/// Checks one puzzle: the members of the report's JSON form.
#[pyfunction]
pub(crate) fn check_one(item: &Bound<'_, PyAny>, limit: usize) -> PyResult<Py<PyAny>> {
    let py = item.py();
    let position = position_of(item)?;
    let run = Run::new(py, None, None, None)?;
    let report = run.detached(py, |control, _| check_until(&position, limit, || control.should_stop()))?;
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
#[pyo3(signature = (rows, limit, keep, reports, threads=None, progress=None))]
pub(crate) fn check(
    py: Python<'_>,
    rows: &Rows,
    limit: usize,
    keep: bool,
    reports: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let run = Run::new(py, threads, progress, None)?;
    let checked = work(py, rows, &run, CHUNK, keep, |_, positions, stop| {
        let check = |position: Read<Position>| {
            if stop.is_set() {
                return Err(None);
            }
            // Only a stop leaves a report unfinished, and then no result is shown.
            position.and_then(|position| check_until(&position, limit, || stop.is_set()).map_err(|_| None))
        };
        positions.into_iter().map(check).collect()
    })?;
    let Worked { values, errors } = checked;
    if reports {
        let text = |report: &Report| ninefold::json::Object::new().with(report).to_string();
        return Ok(Table::new(rows, [("report", Column::Texts(each(&values, text)))], errors, keep));
    }
    let solutions: Vec<_> = values
        .iter()
        .map(|report| report.as_ref().and_then(|report| report.answer.first().copied().map(ninefold::Grid::from)))
        .collect();
    let names = |cells: ninefold::CellSet| cells.iter().map(|cell| cell.to_string()).collect::<Vec<_>>();
    let status = |report: &Option<Report>| report.as_ref().map_or(u8::MAX, |report| count_of(&report.answer));
    let flat = |value: fn(&Report) -> Option<bool>| {
        Column::Bools(each(&values, value).into_iter().map(Option::flatten).collect())
    };
    let redundant = each(&values, |report| report.redundant.map(names)).into_iter().map(Option::flatten).collect();
    let columns = [
        ("status", Column::Names(&STATUS, values.iter().map(status).collect())),
        ("solution", grids(solutions.iter().map(Option::as_ref))),
        ("count", Column::Ints(each(&values, |report| report.count as i64))),
        ("minimal", flat(Report::is_minimal)),
        ("redundant", Column::Lists(redundant)),
        ("conflicts", Column::Lists(each(&values, |report| strings(&report.conflicts)))),
        ("symmetries", Column::Lists(each(&values, |report| strings(&report.symmetries)))),
    ];
    Ok(Table::new(rows, columns, errors, keep))
}

fn each<T>(reports: &[Option<Report>], value: impl Fn(&Report) -> T) -> Vec<Option<T>> {
    reports.iter().map(|report| report.as_ref().map(&value)).collect()
}

fn strings(items: &[impl ToString]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}
