//! Explanations: the next step, all steps, the path, the techniques.

use ninefold::explain::{Explainer, Facts, Rung, Stage, Stages, Technique};
use ninefold::json::{Hint, Mistakes, Object, PathSteps, RatedSteps, StageSteps, StagedSteps, TechniqueInfo, array};
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
    // The solution would reveal more than the hint.
    let mut object = Object::new();
    object.string("answer", "unique");
    Ok(object.with(&Hint { next: &next, rung: Rung::Step, language }).to_string())
}

/// No more steps of a technique are returned at once; the others are counted.
const MAX_STEPS: usize = 100;

/// All steps that a position allows, stage by stage. Each call of `next_stage` runs the search for one technique, or for a few
/// that are found together, easiest first.
#[wasm_bindgen]
#[derive(Debug)]
pub struct StepStages {
    answer: String,
    stages: Option<Stages>,
    language: Language,
}

#[wasm_bindgen]
impl StepStages {
    /// The position, or why there are no steps: the player's first mistake, or a position that is no puzzle. With steps:
    /// `answer`, `solution` and `before`.
    #[wasm_bindgen(getter)]
    pub fn answer(&self) -> String {
        self.answer.clone()
    }

    /// The next stage as JSON; nothing after the last.
    pub fn next_stage(&mut self) -> Option<String> {
        let stages = self.stages.as_mut()?;
        let stage = stages.next_with(&mut Control::new())?;
        let (marks, language) = (stages.facts().marks(), self.language);
        let members = StageSteps { stage: &stage, marks, language, most: MAX_STEPS };
        Some(Object::new().with(&members).to_string())
    }
}

/// The steps that the position allows, in stages.
#[wasm_bindgen]
pub fn step_stages(position: &str, language: &str, techniques: &str, uniqueness: bool) -> Result<StepStages, String> {
    let record = parse(position)?;
    let language = crate::language(language)?;
    let explainer = adjusted(Explainer::for_all_steps(), techniques, uniqueness)?;
    let Ok(proved) = record.position.prove() else {
        return Ok(StepStages { answer: refused(&record.position), stages: None, language });
    };
    let facts = match Facts::of_position(&proved) {
        Ok(facts) => facts,
        Err(mistake) => {
            return Ok(StepStages { answer: mistaken(&proved, &mistake, language), stages: None, language });
        }
    };
    let mut object = unique(&proved);
    object.object("before", facts.marks());
    let stages = explainer.allowed_in(&proved).stages(facts);
    Ok(StepStages { answer: object.to_string(), stages: Some(stages), language })
}

/// No more steps are returned by [`steps`]; the others are counted.
const MAX_ALL_STEPS: usize = 500;

/// The player's first mistake, or all steps the position allows: `steps`, `counts`, `stopped`, `complete`, `more` and
/// `before`. [`step_stages`] returns the first ones sooner.
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
    let marks = *facts.marks();
    let mut stages = explainer.allowed_in(&proved).stages(facts);
    let mut found: Vec<Stage> = std::iter::from_fn(|| stages.next_with(&mut Control::new())).collect();
    let mut room = MAX_ALL_STEPS;
    let mut more = 0;
    for steps in found.iter_mut().flat_map(|stage| &mut stage.groups).map(|group| &mut group.steps) {
        more += steps.len().saturating_sub(room);
        steps.truncate(room);
        room -= steps.len();
    }
    let list = StagedSteps { stages: &found, marks: &marks, language, complete: true };
    let mut object = unique(&proved).with(&list);
    object.raw("more", more);
    object.object("before", &marks);
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
