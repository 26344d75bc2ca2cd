//! What a solver knows: the solution, a check, the rating, the canonical form.

use ninefold::Position;
use ninefold::json::{Answered, Members, Object};
use ninefold::rate::Se;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::parse;

/// The solution, or why there is not exactly one.
#[wasm_bindgen]
pub fn solve(position: &str) -> Result<String, String> {
    let record = parse(position)?;
    let solved = record.position.solve_with_stats();
    let object = Object::of(&record).with(&Answered(&record.position, &solved.answer)).with(&solved.stats);
    Ok(object.to_string())
}

/// Solutions are counted up to here.
const MAX_SOLUTIONS: usize = 1000;

/// What is right and wrong about a puzzle, and about what was placed in it.
#[wasm_bindgen]
pub fn check(position: &str) -> Result<String, String> {
    let record = parse(position)?;
    Ok(Object::of(&record).with(&record.check(MAX_SOLUTIONS)).to_string())
}

/// The Sudoku Explainer rating and its steps.
#[wasm_bindgen]
pub fn rate(position: &str) -> Result<String, String> {
    let record = parse(position)?;
    let proved = match record.position.prove() {
        Ok(proved) => proved,
        Err(_) => return Ok(refused(&record.position)),
    };
    let trace = Se::of_pencilmarks(&proved.start()).trace();
    let rating = trace.rating.map_err(|unfinished| unfinished.to_string())?;
    let mut object = Object::of(&record).with(&ninefold::Answer::Unique(*proved.solution())).with(&rating);
    object.objects("steps", &trace.steps);
    Ok(object.to_string())
}

/// The puzzle's canonical form, and the number of transforms that leave the puzzle unchanged.
#[wasm_bindgen]
pub fn canonical(position: &str) -> Result<String, String> {
    let record = parse(position)?;
    let proved = record.position.prove().map_err(|reason| reason.to_string())?;
    let puzzle = proved.puzzle().ok_or("a puzzle given as candidates only has no canonical form")?;
    Ok(Object::of(&record).with(&puzzle.canonical()).to_string())
}

/// The answer to a position without exactly one solution, with the evidence.
pub(crate) fn refused(position: &Position) -> String {
    let mut object = Object::new();
    Answered(position, &position.solve()).add_to(&mut object);
    object.to_string()
}
