//! Explanations: steps, paths, hints, techniques.
//!
//! A step has the same members in a path, a list of all steps, a hint and a rating: `technique` (the name in lower case
//! with hyphens), `name`, `placements`, `eliminations`, `sentence`.

use super::{Members, Object, array};
use crate::explain::{
    Deduction, Highlight, Line, NextStep, Path, ProofSize, Rung, Stage, StepGroup, Strength, Technique, View, ViewLink,
};
use crate::rate::{HodokuRating, SeStep, SeTrace};
use crate::{Language, Mistake, Pencilmarks};

/// A deduction with its pencilmarks, described in a language.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The deduction.
    pub deduction: &'a Deduction,
    /// The pencilmarks before it.
    pub marks: &'a Pencilmarks,
    /// The language of `name` and `sentence`.
    pub language: Language,
    /// Whether to add the pencilmarks as a member.
    pub before: bool,
}

/// `technique`, `code`, `name`, `level`, `score`, `placements`, `eliminations`, `size`, `notation`, `sentence`, `lines` and
/// `view`. Optionally `before`, the pencilmarks before the step.
impl Members for Step<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        let (step, technique) = (self.deduction, self.deduction.technique);
        object.plain("technique", technique.slug());
        add_code(technique, object);
        object.string("name", self.language.name(technique));
        object.plain("level", technique.level().slug());
        object.raw("score", technique.score());
        object.strings("placements", step.placements);
        object.strings("eliminations", step.eliminations);
        object.object("size", &step.size());
        object.string("notation", step.notation());
        object.string("sentence", self.language.sentence(step));
        object.objects("lines", self.language.lines(step));
        object.object("view", &View::new(step, self.marks));
        if self.before {
            object.object("before", self.marks);
        }
    }
}

/// `implications` and `cells`.
impl Members for ProofSize {
    fn add_to(&self, object: &mut Object<'_>) {
        object.raw("implications", self.implications);
        object.raw("cells", self.cells);
    }
}

fn add_code(technique: Technique, object: &mut Object<'_>) {
    match technique.code() {
        Some(code) => object.plain("code", code),
        None => object.raw("code", "null"),
    }
}

/// `depth`, `text` and `links`: the numbers of the view's links that the line is about.
impl Members for Line {
    fn add_to(&self, object: &mut Object<'_>) {
        object.raw("depth", self.depth);
        object.string("text", &self.text);
        object.raw("links", array(self.links.clone()));
    }
}

/// `cells`, `candidates` and `houses` with their roles, and `links`.
impl Members for View {
    fn add_to(&self, object: &mut Object<'_>) {
        object.objects("cells", self.cells.iter().map(|item| Highlighted("cell", item)));
        object.objects("candidates", self.candidates.iter().map(|item| Highlighted("candidate", item)));
        object.objects("houses", self.houses.iter().map(|item| Highlighted("house", item)));
        object.objects("links", &self.links);
    }
}

/// A highlighted cell, candidate or house under its member name, and its role.
struct Highlighted<'a, T>(&'static str, &'a Highlight<T>);

impl<T: core::fmt::Display> Members for Highlighted<'_, T> {
    fn add_to(&self, object: &mut Object<'_>) {
        let Highlighted(name, Highlight { item, role }) = self;
        object.string(*name, item);
        object.plain("role", role.slug());
    }
}

/// `from`, `to` and `kind` (`strong` or `weak`).
impl Members for ViewLink {
    fn add_to(&self, object: &mut Object<'_>) {
        object.strings("from", self.from.candidates());
        object.strings("to", self.to.candidates());
        object.plain("kind", if self.strength == Strength::Strong { "strong" } else { "weak" });
    }
}

/// `solved`, `level` (null if it is not solved), `score`, `implications`, `hardest` and `techniques`, the number of uses of
/// each technique.
impl Members for Path {
    fn add_to(&self, object: &mut Object<'_>) {
        let HodokuRating { score, level, solved } = HodokuRating::from(self);
        object.raw("solved", solved);
        match level {
            Some(level) => object.plain("level", level.slug()),
            None => object.raw("level", "null"),
        }
        object.raw("score", score);
        object.raw("implications", self.implications());
        match self.hardest() {
            Some(technique) => object.plain("hardest", technique.slug()),
            None => object.raw("hardest", "null"),
        }
        object.object("techniques", &Counts(self));
    }
}

struct Counts<'a>(&'a Path);

impl Members for Counts<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        for (technique, count) in self.0.counts() {
            object.raw(technique.slug(), count);
        }
    }
}

/// The steps of a path as the member `steps`.
#[derive(Clone, Copy, Debug)]
pub struct PathSteps<'a> {
    /// The path.
    pub path: &'a Path,
    /// The language of the steps.
    pub language: Language,
    /// Whether each step has the pencilmarks before it.
    pub before: bool,
}

impl Members for PathSteps<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        let PathSteps { path, language, before } = *self;
        let step = |(marks, deduction)| OwnedStep { deduction, marks, language, before };
        object.objects("steps", path.positions().map(step));
    }
}

/// The steps of a rating as the member `steps`: those of its path, each with `rating` and `se`, the step in the words of
/// the scale.
#[derive(Clone, Copy, Debug)]
pub struct RatedSteps<'a> {
    /// The path of the rating.
    pub path: &'a Path,
    /// The rating.
    pub trace: &'a SeTrace,
    /// The language of the steps.
    pub language: Language,
    /// Whether each step has the pencilmarks before it.
    pub before: bool,
}

impl Members for RatedSteps<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        let RatedSteps { path, trace, language, before } = *self;
        let steps = path.positions().zip(&trace.steps);
        let step = |((marks, deduction), rated)| RatedStep(rated, OwnedStep { deduction, marks, language, before });
        object.objects("steps", steps.map(step));
    }
}

struct RatedStep<'a>(&'a SeStep, OwnedStep<'a>);

impl Members for RatedStep<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        object.raw("rating", self.0.rating);
        object.string("se", &self.0.text);
        self.1.add_to(object);
    }
}

/// A step that owns its pencilmarks.
struct OwnedStep<'a> {
    deduction: &'a Deduction,
    marks: Pencilmarks,
    language: Language,
    before: bool,
}

impl Members for OwnedStep<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        let OwnedStep { deduction, marks, language, before } = self;
        Step { deduction, marks, language: *language, before: *before }.add_to(object);
    }
}

/// The stages of a list of all steps, as the members `steps`, `counts` (how many instances of each technique were found),
/// `stopped` (techniques whose search used up its budget) and `complete` (whether no limit ended the search).
#[derive(Clone, Copy, Debug)]
pub struct StagedSteps<'a> {
    /// The stages.
    pub stages: &'a [Stage],
    /// The pencilmarks in which the steps were found.
    pub marks: &'a Pencilmarks,
    /// The language of the steps.
    pub language: Language,
    /// Whether every stage has run to its end.
    pub complete: bool,
}

impl Members for StagedSteps<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        let StagedSteps { stages, marks, language, complete } = *self;
        let steps = stages.iter().flat_map(Stage::steps);
        object.objects("steps", steps.map(|deduction| Step { deduction, marks, language, before: false }));
        object.object("counts", &GroupCounts(stages));
        let exhausted = stages.iter().filter(|stage| stage.exhausted);
        object.strings("stopped", exhausted.flat_map(|stage| stage.techniques.iter().map(Technique::slug)));
        object.raw("complete", complete);
    }
}

struct GroupCounts<'a>(&'a [Stage]);

impl Members for GroupCounts<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        for group in self.0.iter().flat_map(|stage| &stage.groups) {
            object.raw(group.technique.slug(), group.count);
        }
    }
}

/// One stage of a list of all steps, as the members `techniques`, `groups` (each with `technique`, `name`, `count`,
/// `steps` and `more`, the number of steps left out) and `stopped` (whether the search used up its budget).
#[derive(Clone, Copy, Debug)]
pub struct StageSteps<'a> {
    /// The stage.
    pub stage: &'a Stage,
    /// The pencilmarks in which the steps were found.
    pub marks: &'a Pencilmarks,
    /// The language of the steps.
    pub language: Language,
    /// No more steps of a group are written.
    pub most: usize,
}

impl Members for StageSteps<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        object.strings("techniques", self.stage.techniques.iter().map(Technique::slug));
        object.objects("groups", self.stage.groups.iter().map(|group| GroupSteps { group, list: self }));
        object.raw("stopped", self.stage.exhausted);
    }
}

struct GroupSteps<'a> {
    group: &'a StepGroup,
    list: &'a StageSteps<'a>,
}

impl Members for GroupSteps<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        let GroupSteps { group: StepGroup { technique, count, steps, .. }, list } = self;
        let StageSteps { marks, language, most, .. } = **list;
        let shown = &steps[..steps.len().min(most)];
        object.plain("technique", technique.slug());
        object.string("name", language.name(*technique));
        object.raw("count", count);
        object.objects("steps", shown.iter().map(|deduction| Step { deduction, marks, language, before: false }));
        object.raw("more", steps.len() - shown.len());
    }
}

/// The mistakes of a player's position as the member `mistakes`, each with a `sentence`.
#[derive(Clone, Copy, Debug)]
pub struct Mistakes<'a> {
    /// The mistakes.
    pub mistakes: &'a [Mistake],
    /// The language of the sentences.
    pub language: Language,
}

impl Members for Mistakes<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        object.objects("mistakes", self.mistakes.iter().map(|mistake| Described(mistake, self.language)));
    }
}

struct Described<'a>(&'a Mistake, Language);

impl Members for Described<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        self.0.add_to(object);
        object.string("sentence", self.1.mistake(self.0));
    }
}

/// The next step, as far as a rung reveals it.
#[derive(Clone, Copy, Debug)]
pub struct Hint<'a> {
    /// The next step, or the reason why there is none.
    pub next: &'a NextStep,
    /// How much the hint reveals.
    pub rung: Rung,
    /// The language of the texts.
    pub language: Language,
}

impl Hint<'_> {
    /// The text of the rung, or a sentence for a mistake, for a position without a further step, or for a solved grid.
    pub fn text(&self) -> alloc::string::String {
        match self.next {
            NextStep::Mistake(mistake) => self.language.mistake(mistake),
            NextStep::Step(step, _) => self.language.hint(step, self.rung),
            NextStep::Stuck => self.language.stuck(),
            NextStep::Solved => self.language.solved(),
        }
    }
}

/// `kind` (`mistake`, `incomplete`, `step`, `stuck` or `solved`) and `hint`, a text. A step also has `rung`, `rungs` (the
/// texts up to the rung) and `focus` (houses), and on the last rung `step` and `before`. A mistake and incomplete notes
/// also have `mistakes`.
impl Members for Hint<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        let Hint { next, rung, language } = *self;
        let kind = match next {
            NextStep::Mistake(mistake) if mistake.is_incomplete() => "incomplete",
            NextStep::Mistake(_) => "mistake",
            NextStep::Step(..) => "step",
            NextStep::Stuck => "stuck",
            NextStep::Solved => "solved",
        };
        object.plain("kind", kind);
        object.string("hint", self.text());
        match next {
            NextStep::Mistake(mistake) => {
                Mistakes { mistakes: core::slice::from_ref(mistake), language }.add_to(object);
            }
            NextStep::Step(step, marks) => {
                object.raw("rung", rung as u8 + 1);
                object
                    .strings("rungs", Rung::ALL.iter().take(rung as usize + 1).map(|&rung| language.hint(step, rung)));
                object.strings("focus", step.focus());
                if rung == Rung::Step {
                    object.object("step", &Step { deduction: step, marks, language, before: false });
                    object.object("before", marks);
                }
            }
            NextStep::Stuck | NextStep::Solved => {}
        }
    }
}

/// A technique, described in a language: `technique`, `code`, `name`, `idea`, `level`, `score`, `default` and
/// `uniqueness`.
#[derive(Clone, Copy, Debug)]
pub struct TechniqueInfo {
    /// The technique.
    pub technique: Technique,
    /// The language of `name` and `idea`.
    pub language: Language,
}

impl Members for TechniqueInfo {
    fn add_to(&self, object: &mut Object<'_>) {
        let TechniqueInfo { technique, language } = *self;
        object.plain("technique", technique.slug());
        add_code(technique, object);
        object.string("name", language.name(technique));
        object.string("idea", language.idea(technique));
        object.plain("level", technique.level().slug());
        object.raw("score", technique.score());
        object.raw("default", technique.is_default());
        object.raw("uniqueness", technique.relies_on_uniqueness());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, from_str};

    use super::*;
    use crate::explain::Explainer;
    use crate::{Grid, Position};

    fn path() -> Path {
        let grid: Grid = crate::text::samples::PUZZLE.parse().unwrap();
        Explainer::default()
            .path_of_position(&Position::from(grid).prove().unwrap(), &mut crate::Control::new())
            .unwrap()
    }

    fn value(object: Object<'_>) -> Value {
        from_str(&alloc::string::ToString::to_string(&object)).unwrap()
    }

    #[test]
    fn every_step_is_valid_json_and_shows_its_conclusions() {
        let path = path();
        for language in Language::ALL {
            let object = value(Object::new().with(&path).with(&PathSteps { path: &path, language, before: true }));
            let steps = object["steps"].as_array().unwrap();
            assert_eq!(steps.len(), path.steps().len());
            for (shown, (marks, step)) in steps.iter().zip(path.positions()) {
                assert_eq!(shown["technique"], step.technique.slug());
                assert_eq!(shown["before"]["placed"], alloc::string::ToString::to_string(marks.placed()));
                let candidates = shown["view"]["candidates"].as_array().unwrap();
                assert!(candidates.iter().any(|entry| entry["role"] == "placed" || entry["role"] == "eliminated"));
            }
            assert_eq!(object["score"], path.score());
            let counts = object["techniques"].as_object().unwrap().values();
            assert_eq!(counts.map(|count| count.as_u64().unwrap()).sum::<u64>(), path.steps().len() as u64);
        }
    }

    #[test]
    fn a_hint_reveals_no_more_than_its_rung() {
        let grid: Grid = crate::text::samples::PUZZLE.parse().unwrap();
        let next = Explainer::default().next_step_of_position(&Position::from(grid).prove().unwrap());
        for (index, rung) in Rung::ALL.into_iter().enumerate() {
            let hint = Hint { next: &next, rung, language: Language::ENGLISH };
            let object = value(Object::new().with(&hint));
            assert_eq!(object["rung"], index + 1);
            let rungs = object["rungs"].as_array().unwrap();
            assert_eq!(rungs.len(), index + 1);
            assert_eq!(rungs[index], object["hint"]);
            assert_eq!(object.get("step").is_some(), rung == Rung::Step);
        }
    }
}
