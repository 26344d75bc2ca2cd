//! `rate`, on any scale.

use ninefold::rate::{GuessesRating, HodokuRating, Rating, Scale, ScaleRating, SeRating};
use ninefold::{ProvedPosition, StoppedError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::RowError;
use crate::json;
use crate::rows::{Rows, position_of};
use crate::run::Run;
use crate::table::{Column, Table};
use crate::work::{Read, Worked, prove, work};

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
    let rated = Run::of_one().detached(py, |control, _| match position.prove() {
        Err(error) => Ok(Err(RowError::from(error))),
        Ok(proved) => scale.rate_proved(&proved, None, control).map(Ok).map_err(|_| StoppedError),
    })?;
    let rating = rated.map_err(|error| error.to_python(py, None))?;
    Ok((number(&rating), rating.to_string(), json::to_python(py, &rating)?))
}

/// Rates all rows: the column `rating` and those of the scale's members.
#[pyfunction]
pub(crate) fn rate(py: Python<'_>, rows: &Rows, name: &str, run: &Run) -> PyResult<Table> {
    let scale = scale(name)?;
    // A hard puzzle takes seconds: each is a piece of work of its own for a thread.
    let rated = work(py, rows, run, 16, |_, positions, stop| {
        let rate = |proved: Read<ProvedPosition>| {
            let rating = scale.rate_proved(&proved?, None, &mut stop.control());
            // Only a stop leaves a rating unfinished, and then no result is shown.
            rating.map_err(|_| None)
        };
        prove(run, positions).into_iter().map(rate).collect()
    })?;
    let mut columns = vec![("rating", Column::Floats(rated.each(py, number)?))];
    columns.extend(members(py, scale, &rated)?);
    Ok(Table::new(rows, run, columns, rated.errors))
}

/// The number by which puzzles are compared.
pub(crate) fn number(rating: &ScaleRating) -> f64 {
    f64::from(rating.value().tenths()) / 10.0
}

/// The members of ratings, by column. Their names are those of the JSON form.
fn members(py: Python<'_>, scale: Scale, rated: &Worked<ScaleRating>) -> PyResult<Vec<(&'static str, Column)>> {
    let floats = |value: fn(&ScaleRating) -> Option<Rating>| {
        let tenths = |rating: &ScaleRating| value(rating).map(|rating| f64::from(rating.tenths()) / 10.0);
        Ok::<_, PyErr>(Column::Floats(rated.each_if(py, tenths)?))
    };
    let ints = |value: fn(&ScaleRating) -> Option<u32>| {
        Ok::<_, PyErr>(Column::Ints(rated.each_if(py, |rating| value(rating).map(i64::from))?))
    };
    let columns = match scale {
        Scale::Se => vec![
            floats(|rating| se(rating).map(|se| se.er))?,
            floats(|rating| se(rating).map(|se| se.ep))?,
            floats(|rating| se(rating).map(|se| se.ed))?,
        ],
        Scale::Hodoku => {
            let level = |rating: &ScaleRating| hodoku(rating)?.level.map(|level| level as u8);
            vec![
                ints(|rating| hodoku(rating).map(|hodoku| hodoku.score))?,
                Column::Names(&LEVELS, rated.codes(py, level)?),
                Column::Bools(rated.each_if(py, |rating| hodoku(rating).map(|hodoku| hodoku.solved))?),
            ]
        }
        Scale::Guesses => vec![
            ints(|rating| guesses(rating).map(|guesses| guesses.median))?,
            ints(|rating| guesses(rating).map(|guesses| guesses.fewest))?,
            ints(|rating| guesses(rating).map(|guesses| guesses.most))?,
        ],
        // One number, which is the rating.
        _ => vec![ints(|rating| Some(rating.value().tenths() / 10))?],
    };
    Ok(scale.members().iter().copied().zip(columns).collect())
}

fn se(rating: &ScaleRating) -> Option<&SeRating> {
    if let ScaleRating::Se(rating) = rating { Some(rating) } else { None }
}

fn hodoku(rating: &ScaleRating) -> Option<&HodokuRating> {
    if let ScaleRating::Hodoku(rating) = rating { Some(rating) } else { None }
}

fn guesses(rating: &ScaleRating) -> Option<&GuessesRating> {
    if let ScaleRating::Guesses(rating) = rating { Some(rating) } else { None }
}
