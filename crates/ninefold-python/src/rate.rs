//! `rate`, on any scale.

use ninefold::rate::{Scale, ScaleRating};
use ninefold::{ProvedPosition, StoppedError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::RowError;
use crate::json;
use crate::rows::{Rows, position_of};
use crate::run::Run;
use crate::table::{Column, Table};
use crate::work::{Read, prove, work};

/// The levels by number.
pub(crate) const LEVELS: [&str; 5] = ["easy", "medium", "hard", "unfair", "extreme"];

/// The scale of this name.
pub(crate) fn scale(name: &str) -> PyResult<Scale> {
    name.parse().map_err(|error| PyValueError::new_err(format!("{error}")))
}

/// The names of all scales.
#[pyfunction]
pub(crate) fn scales() -> Vec<&'static str> {
    Scale::ALL.map(Scale::slug).to_vec()
}

/// Rates one puzzle: its rating as a number and as a text, and the members of its JSON form.
#[pyfunction]
pub(crate) fn rate_one(item: &Bound<'_, PyAny>, name: &str) -> PyResult<(f64, String, Py<PyAny>)> {
    let py = item.py();
    let scale = scale(name)?;
    let position = position_of(item)?;
    let rated = Run::new(py, None, None, None)?.detached(py, |control, _| match position.prove() {
        Err(error) => Ok(Err(RowError::from(error))),
        Ok(proved) => scale.rate_proved(&proved, None, control).map(Ok).map_err(|_| StoppedError),
    })?;
    let rating = rated.map_err(|error| error.to_python(py, None))?;
    Ok((number(&rating), rating.to_string(), json::to_python(py, &rating)?))
}

/// Rates all rows: the column `rating` and those of the scale's members.
#[pyfunction]
#[pyo3(signature = (rows, name, keep, threads=None, progress=None, device=None))]
pub(crate) fn rate(
    py: Python<'_>,
    rows: &Rows,
    name: &str,
    keep: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    device: Option<&str>,
) -> PyResult<Table> {
    let scale = scale(name)?;
    let run = Run::new(py, threads, progress, device)?;
    // A hard puzzle takes seconds: each is a piece of work of its own for a thread.
    let rated = work(py, rows, &run, 16, keep, |_, positions, stop| {
        let rate = |proved: Read<ProvedPosition>| {
            let rating = scale.rate_proved(&proved?, None, &mut stop.control());
            // Only a stop leaves a rating unfinished, and then no result is shown.
            rating.map_err(|_| None)
        };
        prove(&run, positions).into_iter().map(rate).collect()
    })?;
    let mut columns = vec![("rating", Column::Floats(each(&rated.values, number)))];
    columns.extend(members(scale, &rated.values));
    Ok(Table::new(rows, columns, rated.errors, keep))
}

/// The number by which puzzles are compared.
pub(crate) fn number(rating: &ScaleRating) -> f64 {
    f64::from(rating.value().tenths()) / 10.0
}

fn each<T>(ratings: &[Option<ScaleRating>], value: impl Fn(&ScaleRating) -> T) -> Vec<Option<T>> {
    ratings.iter().map(|rating| rating.as_ref().map(&value)).collect()
}

/// The members of ratings, by column. Their names are those of the JSON form.
fn members(scale: Scale, ratings: &[Option<ScaleRating>]) -> Vec<(&'static str, Column)> {
    let columns = match scale {
        Scale::Se => {
            let part = |choose: fn(&ninefold::rate::SeRating) -> ninefold::rate::Rating| {
                let value = move |rating: &ScaleRating| match rating {
                    ScaleRating::Se(rating) => f64::from(choose(rating).tenths()) / 10.0,
                    _ => f64::NAN,
                };
                Column::Floats(each(ratings, value))
            };
            vec![part(|rating| rating.er), part(|rating| rating.ep), part(|rating| rating.ed)]
        }
        Scale::Hodoku => {
            let part = |choose: fn(&ninefold::rate::HodokuRating) -> u32| {
                ints(ratings, move |rating| match rating {
                    ScaleRating::Hodoku(rating) => choose(rating),
                    _ => 0,
                })
            };
            let level = |rating: &Option<ScaleRating>| match rating {
                Some(ScaleRating::Hodoku(rating)) => rating.level.map_or(u8::MAX, |level| level as u8),
                _ => u8::MAX,
            };
            let solved = |rating: &ScaleRating| matches!(rating, ScaleRating::Hodoku(rating) if rating.solved);
            vec![
                part(|rating| rating.score),
                Column::Names(&LEVELS, ratings.iter().map(level).collect()),
                Column::Bools(each(ratings, solved)),
            ]
        }
        Scale::Guesses => {
            let part = |choose: fn(&ninefold::rate::GuessesRating) -> u32| {
                ints(ratings, move |rating| match rating {
                    ScaleRating::Guesses(rating) => choose(rating),
                    _ => 0,
                })
            };
            vec![part(|rating| rating.median), part(|rating| rating.fewest), part(|rating| rating.most)]
        }
        // One number, which is the rating.
        _ => vec![ints(ratings, |rating| rating.value().tenths() / 10)],
    };
    scale.members().iter().copied().zip(columns).collect()
}

fn ints(ratings: &[Option<ScaleRating>], value: impl Fn(&ScaleRating) -> u32) -> Column {
    Column::Ints(each(ratings, |rating| i64::from(value(rating))))
}
