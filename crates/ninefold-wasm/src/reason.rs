//! What reasoning knows: the next step, all steps, the path, the techniques.

use ninefold::explain::{Explainer, Facts, Rung, Technique};
use ninefold::json::{Hint, Mistakes, Object, PathSteps, RatedSteps, Steps, TechniqueInfo, array};
use ninefold::rate::Se;
use ninefold::{Answer, Control, Language, Mistake, ProvedPosition};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::solve::refused;
use crate::{adjusted, parse};

/// The player's first mistake, or the next step on all five rungs.
#[wasm_bindgen]
pub fn hint(position: &str, language: &str, techniques: &str, uniqueness: bool) -> Result<String, String> {
    let record = parse(position)?;
    let (language, explainer) = (crate::language(language)?, adjusted(Explainer::default(), techniques, uniqueness)?);
    let Ok(proved) = record.position.prove() else { return Ok(refused(&record.position)) };
    let next = explainer.next_step_of_position(&proved);
    // The solution would be more than a hint.
    let mut object = Object::new();
    object.string("answer", "unique");
    Ok(object.with(&Hint { next: &next, rung: Rung::Step, language }).to_string())
}

/// No more steps are returned by [`steps`]; the others are counted.
const MAX_STEPS: usize = 500;

/// The player's first mistake, or all steps the position allows: `steps`, `more` and `before`.
#[wasm_bindgen]
pub fn steps(position: &str, language: &str, techniques: &str, uniqueness: bool) -> Result<String, String> {
    let record = parse(position)?;
    let language = crate::language(language)?;
    let explainer = adjusted(Explainer::for_all_steps(), techniques, uniqueness)?;
    let Ok(proved) = record.position.prove() else { return Ok(refused(&record.position)) };
    let facts = match Facts::of_position(&proved) {
        Ok(facts) => facts,
        Err(mistake) => return Ok(mistaken(&proved, &mistake, language)),
    };
    let all = explainer.allowed_in(&proved).all_steps(&facts);
    let steps = &all[..all.len().min(MAX_STEPS)];
    let mut object = unique(&proved).with(&Steps { steps, marks: facts.marks(), language });
    object.raw("more", all.len() - steps.len());
    object.object("before", facts.marks());
    Ok(object.to_string())
}

/// The path from the position to the solution, each step with the pencilmarks before it.
#[wasm_bindgen]
pub fn path(position: &str, language: &str, techniques: &str, uniqueness: bool) -> Result<String, String> {
    let record = parse(position)?;
    let (language, explainer) = (crate::language(language)?, adjusted(Explainer::default(), techniques, uniqueness)?);
    let Ok(proved) = record.position.prove() else { return Ok(refused(&record.position)) };
    match explainer.path_of_position(&proved, &mut Control::new()) {
        Ok(path) => {
            Ok(unique(&proved).with(&path).with(&PathSteps { path: &path, language, before: true }).to_string())
        }
        Err(mistake) => Ok(mistaken(&proved, &mistake, language)),
    }
}

/// The steps of the Sudoku Explainer rating from the position to the solution, each with its rating and the pencilmarks
/// before it.
#[wasm_bindgen]
pub fn rated_path(position: &str, language: &str) -> Result<String, String> {
    let record = parse(position)?;
    let language = crate::language(language)?;
    let Ok(proved) = record.position.prove() else { return Ok(refused(&record.position)) };
    let se = match Se::of_position(&proved) {
        Ok(se) => se,
        Err(mistake) => return Ok(mistaken(&proved, &mistake, language)),
    };
    let (trace, path) = se.explained(&mut Control::new());
    let steps = RatedSteps { path: &path, trace: &trace, language, before: true };
    Ok(unique(&proved).with(&path).with(&steps).to_string())
}

/// An object that begins with the answer.
fn unique(proved: &ProvedPosition) -> Object<'static> {
    Object::new().with(&Answer::Unique(*proved.solution()))
}

fn mistaken(proved: &ProvedPosition, mistake: &Mistake, language: Language) -> String {
    unique(proved).with(&Mistakes { mistakes: std::slice::from_ref(mistake), language }).to_string()
}

/// Every technique.
#[wasm_bindgen]
pub fn techniques(language: &str) -> Result<String, String> {
    let language = crate::language(language)?;
    Ok(array(Technique::ALL.into_iter().map(|technique| Object::new().with(&TechniqueInfo { technique, language }))))
}
