//! New puzzles.

use ninefold::explain::{Explainer, Level};
use ninefold::generate::{Generator, Practice, Recipe, Symmetry, Target, minimise as minimised};
use ninefold::json::{Object, Practised, array};
use ninefold::text::Record;
use ninefold::{Answer, CellSet, Control};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{parse, technique};

#[wasm_bindgen]
extern "C" {
    /// An object in the browser that receives the progress.
    pub type Listener;

    /// Reports the number of puzzles that were examined and rejected. Returns whether to stop.
    #[wasm_bindgen(method)]
    pub(crate) fn tried(this: &Listener, count: f64) -> bool;
}

/// A new puzzle with the path that solves it. An empty level, symmetry or technique means any.
///
/// A seed produces the same puzzle again. If the listener stops the search, the answer is the nearest puzzle found, and
/// its member `fits` is false.
#[wasm_bindgen]
pub fn generate(
    seed: u32,
    level: &str,
    symmetry: &str,
    technique: &str,
    least: usize,
    most: usize,
    listener: &Listener,
) -> Result<String, String> {
    let options = Options { level, symmetry, technique, least, most };
    generated(seed, &options, |count| listener.tried(count as f64))
}

/// What a generated puzzle has to be.
#[derive(Clone, Copy)]
pub(crate) struct Options<'a> {
    pub(crate) level: &'a str,
    pub(crate) symmetry: &'a str,
    pub(crate) technique: &'a str,
    pub(crate) least: usize,
    pub(crate) most: usize,
}

impl Options<'_> {
    fn recipe(&self) -> Result<Recipe, String> {
        let mut target = Target::default();
        if !self.level.is_empty() {
            let level: Level = self.level.parse().map_err(|error| format!("{error}"))?;
            target = target.level(level);
        }
        if !self.technique.is_empty() {
            target = target.require(technique(self.technique)?);
        }
        let recipe = Recipe::default().target(target).symmetry(pattern(self.symmetry)?).givens(self.least..=self.most);
        // Minimal puzzles have few givens; those that are printed have more than they need.
        Ok(if self.least > MOST_USUAL_MINIMAL { recipe.redundant() } else { recipe })
    }
}

/// Minimal puzzles with more givens are rare.
const MOST_USUAL_MINIMAL: usize = 25;

/// The symmetry with this name; none for the empty name.
fn pattern(name: &str) -> Result<Symmetry, String> {
    match name {
        "" => Ok(Symmetry::None),
        name => name.parse().map_err(|_| format!("no such symmetry: {name}")),
    }
}

pub(crate) fn generated(
    seed: u32,
    options: &Options<'_>,
    mut tried: impl FnMut(u64) -> bool,
) -> Result<String, String> {
    let generator = Generator::new(options.recipe()?).map_err(|reason| reason.to_string())?;
    let mut count = 0;
    let mut control = Control::new().stop_when(|| {
        count += 1;
        tried(count)
    });
    let made = generator.batch(u64::from(seed), 0..1, &mut control).pop().ok_or("no puzzle was generated")?;
    let fits = made.is_ok();
    let puzzle = made.or_else(|stopped| stopped.nearest.ok_or("no puzzle was generated"))?;
    let record = Record::new(*puzzle.givens());
    let path = Explainer::default().path(&puzzle);
    let mut object = Object::of(&record).with(&Answer::Unique(*puzzle.solution())).with(&path);
    object.raw("fits", fits);
    Ok(object.to_string())
}

/// A position in which one of the techniques, separated by spaces, is the next step: the puzzle, the step, and `before`, the
/// pencilmarks before it. Nothing if the listener stops the search.
#[wasm_bindgen]
pub fn practice(techniques: &str, seed: u32, language: &str, listener: &Listener) -> Result<Option<String>, String> {
    practised(techniques, seed, language, |count| listener.tried(count as f64))
}

pub(crate) fn practised(
    techniques: &str,
    seed: u32,
    language: &str,
    mut tried: impl FnMut(u64) -> bool,
) -> Result<Option<String>, String> {
    let techniques: Result<Vec<_>, _> = techniques.split_whitespace().map(crate::technique).collect();
    let practice = Practice::of(techniques?);
    let (seed, language) = (u64::from(seed), crate::language(language)?);
    let mut count = 0;
    let mut control = Control::new().stop_when(|| {
        count += 1;
        tried(count)
    });
    let Some(exercise) = practice.exercises(seed).next_with(&mut control) else { return Ok(None) };
    let record = Record::new(*exercise.puzzle.givens());
    let mut object = Object::of(&record).with(&Practised { exercise: &exercise, seed, language });
    object.object("before", &exercise.marks);
    Ok(Some(object.to_string()))
}

/// The puzzle without the givens that it does not need, in an order that the seed determines. With a symmetry, whole
/// orbits are removed.
#[wasm_bindgen]
pub fn minimise(position: &str, symmetry: &str, seed: u32) -> Result<String, String> {
    let record = parse(position)?;
    let proved = record.position.prove().map_err(|reason| reason.to_string())?;
    let puzzle = proved.puzzle().ok_or("a puzzle given as candidates only cannot be minimised")?;
    let minimal = minimised(&puzzle, pattern(symmetry)?, u64::from(seed));
    Ok(Object::of(&Record::new(*minimal.givens())).to_string())
}

/// The orbits of a symmetry: arrays of the cells that it maps to each other.
#[wasm_bindgen]
pub fn orbits(symmetry: &str) -> Result<String, String> {
    let orbits = pattern(symmetry)?.orbits();
    let cells = |orbit: CellSet| array(orbit.iter().map(|cell| format!("\"{cell}\"")));
    Ok(array(orbits.into_iter().map(cells)))
}
