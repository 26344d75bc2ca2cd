//! New puzzles.

use ninefold::explain::{Explainer, Level};
use ninefold::generate::{FEWEST_GIVENS, Generator, Recipe, Symmetry, Target};
use ninefold::json::Object;
use ninefold::text::Record;
use ninefold::{Answer, Control};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// An object in the browser that hears of the progress.
    pub type Listener;

    /// So many puzzles were examined and were not what was asked for.
    #[wasm_bindgen(method)]
    fn tried(this: &Listener, count: f64);
}

/// A new puzzle. An empty level or symmetry means any; `givens` is the most there may be.
///
/// A seed produces the same puzzle again. A rare kind of puzzle may take for ever: the page then ends the worker.
#[wasm_bindgen]
pub fn generate(seed: u32, level: &str, symmetry: &str, givens: usize, listener: &Listener) -> Result<String, String> {
    generated(seed, level, symmetry, givens, |count| listener.tried(count as f64))
}

pub(crate) fn generated(
    seed: u32,
    level: &str,
    symmetry: &str,
    givens: usize,
    mut tried: impl FnMut(u64),
) -> Result<String, String> {
    let mut target = Target::default();
    if !level.is_empty() {
        let level: Level = level.parse().map_err(|error| format!("{error}"))?;
        target = target.level(level);
    }
    let symmetry: Symmetry = match symmetry {
        "" => Symmetry::None,
        name => name.parse().map_err(|_| format!("no such symmetry: {name}"))?,
    };
    let recipe = Recipe::default().target(target).symmetry(symmetry).givens(FEWEST_GIVENS..=givens);
    let generator = Generator::new(recipe).map_err(|reason| reason.to_string())?;
    let mut count = 0;
    let mut control = Control::new().stop_when(|| {
        count += 1;
        tried(count);
        false
    });
    let mut made = generator.batch(u64::from(seed), 0..1, &mut control);
    let puzzle = made.pop().and_then(Result::ok).ok_or("no puzzle was made")?;
    let record = Record::new(*puzzle.givens());
    let path = Explainer::default().path(&puzzle);
    Ok(Object::of(&record).with(&Answer::Unique(*puzzle.solution())).with(&path).to_string())
}
