//! `check`: what is right and wrong about puzzles.

use ninefold::{Position, Report};
use pyo3::prelude::*;

use crate::json;
use crate::rows::{Rows, position_of};
use crate::run::Run;
use crate::solve::{STATUS, count_of};
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
    let report = Run::new(None, None, None)?.detached(py, |_, _| Ok(position.check(limit)))?;
    json::to_python(py, &report)
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
    let run = Run::new(threads, progress, None)?;
    let checked = work(py, rows, &run, CHUNK, keep, |_, positions, stop| {
        let check = |position: Read<Position>| {
            if stop.is_set() {
                return Err(None);
            }
            position.map(|position| position.check(limit))
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
