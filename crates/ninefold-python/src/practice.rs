//! `practice`: positions in which a technique is the next step.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use ninefold::generate::{Exercise, Exercises, Practice};
use ninefold::json::Object;
use ninefold::text::Record;
use ninefold::{Control, Progress, StoppedError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::generate::named;
use crate::objects::PyStep;
use crate::run::Run;
use crate::table::{Column, Table};

/// The exercises of a seed: their steps, and the columns `puzzle`, `position`, `technique`, `step`, `solution` and
/// `number`.
///
/// The search ends after so many seconds; by default if it finds nothing for [`Practice::PATIENCE`].
#[pyfunction]
#[pyo3(signature = (technique, count, seed, seconds=None, progress=None))]
pub(crate) fn practice<'py>(
    py: Python<'py>,
    technique: &Bound<'py, PyAny>,
    count: usize,
    seed: u64,
    seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyList>, Table)> {
    let run = Run::new(py, "raise", None, progress, None)?;
    let practice = Practice::new(named(technique)?);
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|_| PyValueError::new_err("expected a time of 0 or more seconds"))?;
    let found = run.detached(py, |control, _| {
        let mut exercises = practice.exercises(seed);
        let mut found: Vec<Exercise> = Vec::new();
        let begin = Instant::now();
        while found.len() < count {
            let deadline = match time {
                Some(time) => begin.checked_add(time),
                None => Instant::now().checked_add(Practice::PATIENCE),
            };
            match next_until(&mut exercises, deadline, control) {
                Some(exercise) => found.push(exercise),
                None => break,
            }
        }
        if control.is_stopped() { Err(StoppedError) } else { Ok(found) }
    })?;
    let steps = found
        .iter()
        .map(|exercise| PyStep::new(exercise.deduction.clone(), exercise.marks, exercise.puzzle.givens().filled()));
    let steps = PyList::new(py, steps.collect::<Vec<_>>())?;
    Ok((steps, table(py, &found)?))
}

/// The next exercise, unless `control` stops the search or its time is over.
fn next_until(exercises: &mut Exercises<'_>, deadline: Option<Instant>, control: &mut Control<'_>) -> Option<Exercise> {
    let control = RefCell::new(control);
    let is_late = || deadline.is_some_and(|deadline| Instant::now() > deadline);
    let mut both = Control::new()
        .stop_when(|| control.borrow_mut().should_stop() || is_late())
        // Batches of generated puzzles report how many are finished, too. Those have a total.
        .on_progress(|Progress { done, total, .. }| {
            if total.is_none() {
                control.borrow_mut().progress(done, total)
            }
        });
    exercises.next_with(&mut both)
}

fn table(py: Python<'_>, found: &[Exercise]) -> PyResult<Table> {
    let texts =
        |text: fn(&Exercise) -> String| Column::Texts(found.iter().map(|exercise| Some(text(exercise))).collect());
    let columns = [
        ("puzzle", Column::grids(py, found.iter().map(|exercise| Some(exercise.puzzle.givens().to_bytes())))?),
        ("position", texts(|exercise| Object::of(&Record::of_position(exercise.position())).to_string())),
        ("technique", texts(|exercise| exercise.deduction.technique.slug().to_owned())),
        ("step", texts(|exercise| exercise.deduction.notation())),
        ("solution", Column::grids(py, found.iter().map(|exercise| Some(exercise.puzzle.solution().to_bytes())))?),
        ("number", Column::Ints(found.iter().map(|exercise| i64::try_from(exercise.number).ok()).collect())),
    ];
    Ok(Table::made(found.len(), columns))
}
