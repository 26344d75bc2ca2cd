//! `generate`: puzzles by a recipe.

use std::ops::RangeInclusive;

use ninefold::generate::{Generator, Recipe, Symmetry, Target};
use ninefold::rate::{Rating, Scale};
use ninefold::symmetry::GridSet;
use ninefold::{Puzzle, StoppedError, text};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{RowError, recipe_error, recipe_message};
use crate::run::Run;
use crate::table::{Column, Table};

/// A recipe from the keyword arguments of `generate`.
fn recipe(options: &Bound<'_, PyDict>) -> PyResult<Recipe> {
    let py = options.py();
    let mut recipe = Recipe::default();
    let mut target = Target::default();
    for (name, value) in options {
        let name: String = name.extract()?;
        if value.is_none() {
            continue;
        }
        match name.as_str() {
            "symmetry" => recipe = recipe.symmetry(named::<Symmetry>(&value)?),
            "givens" => {
                let (first, last) = range::<usize>(&value)?;
                recipe = recipe.givens(first..=last);
            }
            "mask" => {
                let mask = text::parse_mask(&value.extract::<String>()?);
                recipe = recipe.mask(mask.map_err(|error| RowError::Text(error).to_python(py, None))?);
            }
            "redundant" => recipe = if value.extract()? { recipe.redundant() } else { recipe },
            "level" => target = target.level(named(&value)?),
            "require" | "allow" | "without" => {
                for technique in techniques(&value)? {
                    target = match name.as_str() {
                        "require" => target.require(technique),
                        "allow" => target.allow(technique),
                        _ => target.solvable_without(technique),
                    };
                }
            }
            scale => {
                let scale: Scale = match scale {
                    "er" => Scale::Se,
                    _ => scale
                        .parse()
                        .map_err(|_| recipe_message(py, &format!("found the option '{name}', expected {OPTIONS}")))?,
                };
                target = target.rating(scale, ratings(&value)?);
            }
        }
    }
    Ok(recipe.target(target))
}

const OPTIONS: &str =
    "symmetry, givens, mask, redundant, level, require, allow, without, er, se, hodoku, guesses or depth";

/// Something that is read from its name.
pub(crate) fn named<T: std::str::FromStr<Err: std::fmt::Display>>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    let name: String = value.extract()?;
    name.parse().map_err(|error| recipe_message(value.py(), &format!("{error}")))
}

/// Techniques by their names: one, or several.
pub(crate) fn techniques(value: &Bound<'_, PyAny>) -> PyResult<Vec<ninefold::explain::Technique>> {
    if value.is_instance_of::<pyo3::types::PyString>() {
        return Ok(vec![named(value)?]);
    }
    value.try_iter()?.map(|name| named(&name?)).collect()
}

/// A number, or the first and the last of a range.
fn range<'py, T: Copy + for<'a> FromPyObject<'a, 'py>>(value: &Bound<'py, PyAny>) -> PyResult<(T, T)> {
    if let Ok(only) = value.extract::<T>() {
        return Ok((only, only));
    }
    // A list as well as a tuple: recipes may come from JSON.
    value.extract::<[T; 2]>().map(|[first, last]| (first, last)).map_err(|_| {
        recipe_message(value.py(), &format!("found {value}, expected a number, or the first and last of a range"))
    })
}

fn ratings(value: &Bound<'_, PyAny>) -> PyResult<RangeInclusive<Rating>> {
    let (first, last) = range::<f64>(value)?;
    let tenths = |number: f64| Rating::from_tenths((number * 10.0).round() as u32);
    Ok(tenths(first)..=tenths(last))
}

/// Puzzles `first..first + count` of a seed: the columns `puzzle` and `solution`.
///
/// With `distinct`, these are the first `count` puzzles from `first` on of which no two are isomorphic.
#[pyfunction]
pub(crate) fn generate(
    py: Python<'_>,
    count: usize,
    seed: u64,
    first: u64,
    distinct: bool,
    options: &Bound<'_, PyDict>,
    run: &Run,
) -> PyResult<Table> {
    if first.checked_add(count as u64).is_none() {
        return Err(recipe_message(
            py,
            &format!("found first={first} and {count} puzzles, expected numbers below 2^64"),
        ));
    }
    let generator = Generator::new(recipe(options)?).map_err(|error| recipe_error(py, &error))?;
    let generator = generator.with_backend(run.backend().clone());
    let size = generator.recipe().preferred_batch() as usize;
    let puzzles = run.detached(py, |control, stop| {
        let mut seen = GridSet::new();
        let mut puzzles: Vec<Puzzle> = Vec::with_capacity(count.min(1 << 20));
        let mut next = first;
        // One round is enough unless puzzles are isomorphic to earlier ones: then as many more are made.
        while puzzles.len() < count {
            let missing = count - puzzles.len();
            let made = run.threads().map_chunks(missing, size, control, |range| {
                if stop.is_set() {
                    return Vec::new();
                }
                let numbers = next + range.start as u64..next + range.end as u64;
                let batch = generator.batch(seed, numbers, &mut stop.control());
                let form = |puzzle: &Puzzle| distinct.then(|| *puzzle.canonical_form().givens());
                batch.into_iter().flatten().map(|puzzle| (puzzle, form(&puzzle))).collect::<Vec<_>>()
            })?;
            next = next.checked_add(missing as u64).ok_or(StoppedError)?;
            for chunk in made {
                if control.should_stop() {
                    return Err(StoppedError);
                }
                let new = chunk.into_iter().filter(|(_, form)| form.is_none_or(|form| seen.insert(&form)));
                puzzles.extend(new.map(|(puzzle, _)| puzzle));
            }
        }
        Ok(puzzles)
    })?;
    let columns = [
        ("puzzle", Column::grids(py, puzzles.iter().map(|puzzle| Some(puzzle.givens().to_bytes())))?),
        ("solution", Column::grids(py, puzzles.iter().map(|puzzle| Some(puzzle.solution().to_bytes())))?),
    ];
    Ok(Table::made(puzzles.len(), columns))
}
