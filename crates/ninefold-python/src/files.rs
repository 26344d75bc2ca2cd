//! What data sets are read and compared with: a reader of text formats, and a set of the classes seen so far.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use ninefold::symmetry::{Class, GridSet};
use ninefold::text::{Format, Reader};
use ninefold::{Answer, Grid, Position, json};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::error::RowError;
use crate::rows::Rows;
use crate::run::{Run, map_rows};
use crate::table::{Column, Table};
use crate::work::{Read, answers, work};

/// Reads any text format, piece by piece.
#[pyclass(frozen, module = "ninefold._ninefold")]
pub(crate) struct TextReader(Mutex<State>);

struct State {
    reader: Reader,
    /// The columns of a CSV file beside puzzle, solution and comment: those of its first row.
    columns: Option<Vec<String>>,
}

#[pymethods]
impl TextReader {
    /// A reader that recognises the format by content, or one for this format.
    #[new]
    #[pyo3(signature = (format=None))]
    fn new(format: Option<&str>) -> PyResult<TextReader> {
        let reader = match format {
            None => Reader::new(),
            Some(name) => {
                let format: Format = name.parse().map_err(|error| PyValueError::new_err(format!("{error}")))?;
                Reader::with_format(format)
            }
        };
        Ok(TextReader(Mutex::new(State { reader, columns: None })))
    }

    /// Takes the next bytes, or the end of the input. Returns the rows that are complete.
    ///
    /// The columns are `puzzle`, `solution`, `comment`, for CSV its other columns and for other formats `fields` (JSON),
    /// and `error`.
    fn feed(&self, py: Python<'_>, bytes: Option<PyBackedBytes>) -> Table {
        py.detach(|| {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            match &bytes {
                Some(bytes) => state.reader.feed(bytes),
                None => state.reader.finish(),
            }
            state.take_rows()
        })
    }
}

impl State {
    fn take_rows(&mut self) -> Table {
        let (mut puzzles, mut solutions, mut comments) = (Vec::new(), Vec::new(), Vec::new());
        let (mut fields, mut errors) = (Vec::new(), Vec::new());
        for item in self.reader.by_ref() {
            match item {
                Ok(record) => {
                    puzzles.push(Some(record.position.to_line()));
                    solutions.push(record.solution.map(|solution| solution.to_string()));
                    comments.push(Some(record.comment).filter(|comment| !comment.is_empty()));
                    fields.push(record.fields);
                    errors.push(None);
                }
                Err(error) => {
                    puzzles.push(None);
                    solutions.push(None);
                    comments.push(None);
                    fields.push(Vec::new());
                    errors.push(Some(error.to_string()));
                }
            }
        }
        let len = puzzles.len();
        let mut columns: Vec<(Cow<'static, str>, Column)> = vec![
            ("puzzle".into(), Column::Texts(puzzles)),
            ("solution".into(), Column::Texts(solutions)),
            ("comment".into(), Column::Texts(comments)),
        ];
        if self.reader.format() == Some(Format::Csv) {
            let first = fields.iter().find(|fields| !fields.is_empty());
            let names = self.columns.get_or_insert_with(|| {
                first.map(|fields| fields.iter().map(|(name, _)| name.clone()).collect()).unwrap_or_default()
            });
            for name in names {
                let value = |fields: &Vec<(String, json::Value)>| {
                    fields.iter().find(|(own, _)| own == name).map(|(_, value)| value.to_plain())
                };
                columns.push((name.clone().into(), Column::Texts(fields.iter().map(value).collect())));
            }
        } else {
            let text = |fields: Vec<(String, json::Value)>| {
                (!fields.is_empty()).then(|| json::Value::Object(fields).to_string())
            };
            columns.push(("fields".into(), Column::Texts(fields.into_iter().map(text).collect())));
        }
        columns.push(("error".into(), Column::Texts(errors)));
        Table::made(len, columns)
    }
}

/// The classes seen so far.
#[pyclass(frozen, module = "ninefold._ninefold")]
pub(crate) struct Seen(Mutex<GridSet>);

/// Rows compared at a time.
const CHUNK: usize = 256;

#[pymethods]
impl Seen {
    #[new]
    fn new() -> Seen {
        Seen(Mutex::new(GridSet::new()))
    }

    fn __len__(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// For each row whether it is the first of its class; `None` if it has no class.
    ///
    /// `by` is `class`, `solution` (puzzles with isomorphic solutions are one class) or `givens` (only equal puzzles are).
    #[pyo3(signature = (rows, by, threads=None))]
    fn insert(&self, py: Python<'_>, rows: &Rows, by: &str, threads: Option<usize>) -> PyResult<Vec<Option<bool>>> {
        let key: fn(&Position, &Answer) -> Result<Grid, RowError> = match by {
            "class" => |position, answer| match position.is_sukaku() {
                true => Err(RowError::Sukaku),
                false => Ok(*Class::of_answered(&position.givens(), answer).form()),
            },
            "solution" => |position, answer| match position.prove_with(*answer) {
                Ok(proved) => Ok(*Class::of_solution(proved.solution()).form()),
                Err(error) => Err(error.into()),
            },
            "givens" => |position, _| match position.is_sukaku() {
                true => Err(RowError::Sukaku),
                false => Ok(position.givens()),
            },
            _ => return Err(PyValueError::new_err(format!("found by={by:?}, expected class, solution or givens"))),
        };
        let run = Run::new(py, "keep", threads, None, None)?;
        let found = work(py, rows, &run, CHUNK, |_, positions, stop| {
            let solved = match by {
                "givens" => vec![Some(Answer::NoSolution); positions.len()],
                _ => answers(&run, &positions),
            };
            let find = |(position, answer): (Read<Position>, Option<Answer>)| {
                let position = position?;
                let answer = answer.filter(|_| !stop.is_set()).ok_or(None)?;
                key(&position, &answer).map_err(Some)
            };
            positions.into_iter().zip(solved).map(find).collect()
        })?;
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        map_rows(py, &found.values, |form| form.as_ref().map(|form| seen.insert(form)))
    }
}
