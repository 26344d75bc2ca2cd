//! `explain`, `hint` and `steps`.

use ninefold::explain::{Explainer, Facts, Level, NextStep, Path, PathEnd, Rung, Technique};
use ninefold::json::Hint;
use ninefold::{CellSet, Language, ProvedPosition, StoppedError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::error::RowError;
use crate::generate::techniques;
use crate::json;
use crate::objects::{PyPath, PyStep};
use crate::rate::LEVELS;
use crate::rows::{Rows, position_of};
use crate::run::{Run, Signals, Stop, list_rows};
use crate::table::{Column, Table};
use crate::work::{Read, Worked, prove, work};

/// Which techniques an explanation may use, from the keyword arguments of the calls.
#[derive(Clone)]
#[pyclass(frozen, module = "ninefold._ninefold")]
pub(crate) struct Techniques {
    explainer: Explainer,
    order: Vec<Technique>,
}

#[pymethods]
impl Techniques {
    /// These, in this order; by default those of a path or, with `all`, those of a list of all steps.
    #[new]
    #[pyo3(signature = (names=None, without=None, uniqueness=true, all=false))]
    fn new(
        names: Option<&Bound<'_, PyAny>>,
        without: Option<&Bound<'_, PyAny>>,
        uniqueness: bool,
        all: bool,
    ) -> PyResult<Techniques> {
        let mut order: Vec<Technique> = match names {
            Some(names) => techniques(names)?,
            None if all => Explainer::for_all_steps().techniques().iter().collect(),
            None => Explainer::default().techniques().iter().collect(),
        };
        let left_out = without.map(techniques).transpose()?.unwrap_or_default();
        order.retain(|technique| !left_out.contains(technique));
        order.retain(|technique| uniqueness || !technique.relies_on_uniqueness());
        Ok(Techniques { explainer: Explainer::with_order(order.iter().copied()), order })
    }
}

/// The language of this tag.
pub(crate) fn language(tag: &str) -> PyResult<Language> {
    tag.parse().map_err(|error| PyValueError::new_err(format!("{error}")))
}

/// All techniques: the members of their JSON form.
#[pyfunction]
pub(crate) fn all_techniques(py: Python<'_>, tag: &str) -> PyResult<Vec<Py<PyAny>>> {
    let language = language(tag)?;
    let info = |technique| json::to_python(py, &ninefold::json::TechniqueInfo { technique, language });
    Technique::ALL.into_iter().map(info).collect()
}

impl Techniques {
    fn path(&self, proved: &ProvedPosition, stop: &Stop) -> Read<Path> {
        let path = self.explainer.path_of_position(proved, &mut stop.control());
        path.map_err(|mistake| Some(RowError::Mistake(mistake)))
    }

    /// A path as Python sees it.
    fn path_to_python(&self, path: Path) -> PyPath {
        PyPath::new(path, self.order.clone())
    }
}

/// One puzzle, proved.
fn proved_one(item: &Bound<'_, PyAny>) -> PyResult<ProvedPosition> {
    let position = position_of(item)?;
    position.prove().map_err(|error| RowError::from(error).to_python(item.py(), None))
}

/// The path of one puzzle.
#[pyfunction]
pub(crate) fn explain_one(item: &Bound<'_, PyAny>, techniques: &Techniques) -> PyResult<PyPath> {
    let py = item.py();
    let proved = proved_one(item)?;
    let path = Run::of_one().detached(py, |control, _| {
        let path = techniques.explainer.path_of_position(&proved, control);
        if path.as_ref().is_ok_and(|path| path.outcome() == PathEnd::Stopped) { Err(StoppedError) } else { Ok(path) }
    })?;
    let path = path.map_err(|mistake| RowError::Mistake(mistake).to_python(py, None))?;
    Ok(techniques.path_to_python(path))
}

/// Puzzles explained by one worker at a time.
const CHUNK: usize = 8;

/// The paths of all rows; `None` where there is none.
#[pyfunction]
pub(crate) fn explain<'py>(
    py: Python<'py>,
    rows: &Rows,
    techniques: &Techniques,
    run: &Run,
) -> PyResult<Bound<'py, PyList>> {
    let found = paths(py, rows, techniques, run, |path| path)?;
    let path = |path: Option<Path>| path.map(|path| techniques.path_to_python(path));
    list_rows(py, found.values.into_iter().map(path))
}

/// The paths of all rows in brief: the columns `solved`, `level`, `score`, `hardest`, `steps` and `techniques`.
#[pyfunction]
pub(crate) fn explain_table(py: Python<'_>, rows: &Rows, techniques: &Techniques, run: &Run) -> PyResult<Table> {
    let found = paths(py, rows, techniques, run, |path| Summary::of(&path))?;
    let mut columns = Vec::new();
    for name in Summary::COLUMNS {
        columns.push((name, Summary::column(py, name, &found, |summary| Some(summary))?));
    }
    Ok(Table::new(rows, run, columns, found.errors))
}

fn paths<T: Send>(
    py: Python<'_>,
    rows: &Rows,
    techniques: &Techniques,
    run: &Run,
    keep_of: impl Fn(Path) -> T + Sync,
) -> PyResult<Worked<T>> {
    work(py, rows, run, CHUNK, |_, positions, stop| {
        let path = |proved: Read<ProvedPosition>| techniques.path(&proved?, stop).map(&keep_of);
        prove(run, positions).into_iter().map(path).collect()
    })
}

/// What is kept of a path where only numbers are asked for.
pub(crate) struct Summary {
    solved: bool,
    pub(crate) level: Option<Level>,
    pub(crate) score: u32,
    hardest: Option<Technique>,
    steps: usize,
    counts: Vec<(Technique, usize)>,
}

impl Summary {
    const COLUMNS: [&str; 6] = ["solved", "level", "score", "hardest", "steps", "techniques"];

    pub(crate) fn of(path: &Path) -> Summary {
        Summary {
            solved: path.is_solved(),
            level: path.level(),
            score: path.score(),
            hardest: path.hardest(),
            steps: path.steps().len(),
            counts: path.counts(),
        }
    }

    /// One of the columns, of rows in which `find` finds the summary.
    pub(crate) fn column<T>(
        py: Python<'_>,
        name: &str,
        found: &Worked<T>,
        find: fn(&T) -> Option<&Summary>,
    ) -> PyResult<Column> {
        let count = |&(technique, count): &(Technique, usize)| (technique.slug(), count as i32);
        Ok(match name {
            "solved" => Column::Bools(found.each_if(py, |row| Some(find(row)?.solved))?),
            "level" => Column::Names(&LEVELS, found.codes(py, |row| find(row)?.level.map(|level| level as u8))?),
            "score" => Column::Ints(found.each_if(py, |row| Some(i64::from(find(row)?.score)))?),
            "hardest" => {
                let hardest = |row: &T| find(row)?.hardest.map(|technique| technique.slug().to_owned());
                Column::Texts(found.each_if(py, hardest)?)
            }
            "steps" => Column::Ints(found.each_if(py, |row| Some(find(row)?.steps as i64))?),
            _ => Column::Counts(found.each_if(py, |row| Some(find(row)?.counts.iter().map(count).collect()))?),
        })
    }
}

/// The next step of one puzzle or position: the members of the hint's JSON form, and the step on the last rung.
#[pyfunction]
pub(crate) fn hint_one(
    item: &Bound<'_, PyAny>,
    techniques: &Techniques,
    rung: usize,
    tag: &str,
) -> PyResult<(Py<PyAny>, Option<PyStep>)> {
    let py = item.py();
    let (language, proved) = (language(tag)?, proved_one(item)?);
    let next = py.detach(|| techniques.explainer.next_step_of_position(&proved));
    hint_to_python(py, &next, proved.given_cells(), rung, language)
}

fn hint_to_python(
    py: Python<'_>,
    next: &NextStep,
    givens: CellSet,
    rung: usize,
    language: Language,
) -> PyResult<(Py<PyAny>, Option<PyStep>)> {
    let rung = rung.checked_sub(1).and_then(|index| Rung::ALL.get(index).copied());
    let rung = rung.ok_or_else(|| PyValueError::new_err("expected a rung from 1 to 5"))?;
    let step = match next {
        NextStep::Step(step, marks) if rung == Rung::Step => Some(PyStep::new(step.clone(), *marks, givens)),
        _ => None,
    };
    Ok((json::to_python(py, &Hint { next, rung, language })?, step))
}

/// The next steps of all rows, each as `hint_one` has it; `None` where there is none.
#[pyfunction]
pub(crate) fn hint<'py>(
    py: Python<'py>,
    rows: &Rows,
    techniques: &Techniques,
    rung: usize,
    tag: &str,
    run: &Run,
) -> PyResult<(Bound<'py, PyList>, Table)> {
    let language = language(tag)?;
    let Worked { values, errors } = work(py, rows, run, CHUNK, |_, positions, stop| {
        let next = |proved: Read<ProvedPosition>| {
            let proved = proved?;
            if stop.is_set() {
                return Err(None);
            }
            Ok((techniques.explainer.next_step_of_position(&proved), proved.given_cells()))
        };
        prove(run, positions).into_iter().map(next).collect()
    })?;
    let list = PyList::empty(py);
    let mut signals = Signals::new(py);
    let (mut kinds, mut texts, mut slugs) = (Vec::new(), Vec::new(), Vec::new());
    for value in &values {
        signals.row()?;
        let Some((next, givens)) = value else {
            list.append(py.None())?;
            kinds.push(None);
            texts.push(None);
            slugs.push(None);
            continue;
        };
        let (members, step) = hint_to_python(py, next, *givens, rung, language)?;
        kinds.push(Some(members.bind(py).get_item("kind")?.extract()?));
        texts.push(Some(members.bind(py).get_item("hint")?.extract()?));
        slugs.push(match next {
            // The third rung names the technique.
            NextStep::Step(step, _) if rung >= 3 => Some(step.technique.slug().to_owned()),
            _ => None,
        });
        list.append((members, step))?;
    }
    let columns = [("kind", Column::Texts(kinds)), ("hint", Column::Texts(texts)), ("technique", Column::Texts(slugs))];
    Ok((list, Table::new(rows, run, columns, errors)))
}

/// Every step that one position allows.
#[pyfunction]
pub(crate) fn steps_one(item: &Bound<'_, PyAny>, techniques: &Techniques) -> PyResult<Vec<PyStep>> {
    let py = item.py();
    let proved = proved_one(item)?;
    let found = Run::of_one().detached(py, |control, _| {
        let found = all_steps(techniques, &proved, control);
        if control.is_stopped() { Err(StoppedError) } else { Ok(found) }
    })?;
    found.map_err(|error| error.to_python(py, None))
}

fn all_steps(
    techniques: &Techniques,
    proved: &ProvedPosition,
    control: &mut ninefold::Control<'_>,
) -> Result<Vec<PyStep>, RowError> {
    let facts = Facts::of_position(proved).map_err(RowError::Mistake)?;
    let mut steps = Vec::new();
    let _ = techniques.explainer.allowed_in(proved).search(&facts, control, |step| {
        steps.push(PyStep::new(step, *facts.marks(), facts.givens()));
        std::ops::ControlFlow::Continue(())
    });
    Ok(steps)
}

/// Every step that each row allows: lists of steps, and the column `steps` with their notations.
#[pyfunction]
pub(crate) fn steps<'py>(
    py: Python<'py>,
    rows: &Rows,
    techniques: &Techniques,
    run: &Run,
) -> PyResult<(Bound<'py, PyList>, Table)> {
    let found = work(py, rows, run, CHUNK, |_, positions, stop| {
        let steps = |proved: Read<ProvedPosition>| all_steps(techniques, &proved?, &mut stop.control()).map_err(Some);
        prove(run, positions).into_iter().map(steps).collect()
    })?;
    let notations = |steps: &Vec<PyStep>| steps.iter().map(PyStep::notation).collect::<Vec<_>>();
    let column = found.each(py, notations)?;
    let table = Table::new(rows, run, [("steps", Column::Lists(column))], found.errors);
    Ok((list_rows(py, found.values)?, table))
}
