//! `ninefold steps`: all deductions in each position.

use ninefold::explain::{Explainer, Facts, Stage};
use ninefold::json::{Object, StagedSteps};
use ninefold::text::Record;
use ninefold::{Answer, Control, Language, ProvedPosition};

use super::explain::{Reasoner, ReasoningWorker, show_mistake};
use super::{Outcome, Run, chunks, sum_up};
use crate::args::{self, Wanted};
use crate::chunk::ChunkSize;
use crate::input::Input;
use crate::output::push_object;
use crate::pipeline::{Output, Unsettled};
use crate::tally::counted;

pub(crate) fn run(args: &args::Steps) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let write = args.batch.write.as_deref();
    let chunks = chunks(&inputs, &args.inputs, write, ChunkSize::Small);
    let (json, no_uniqueness, language) = (args.json, args.no_uniqueness, args.language);
    let names: Vec<String> = args.technique.iter().map(name).collect();
    let writes = [write];
    let mut run = Run::new(&inputs, chunks, &writes, &args.batch);
    run.job = format!("steps {names:?} {json} {no_uniqueness} {language:?} {:?} {:?}", args.limit, args.inputs.from);
    let (wanted, limit) = (args.technique.clone(), args.limit.unwrap_or(usize::MAX));
    let worker =
        move || ReasoningWorker::new(StepLister { wanted: wanted.clone(), json, language, no_uniqueness, limit });
    let done = run.run(worker, Unsettled)?;
    Ok(sum_up(done.as_ref(), &args.batch.effort, |_| String::new()))
}

/// The requested techniques, as a part of the job description.
fn name(wanted: &Wanted) -> String {
    match wanted {
        Wanted::Given => "given".to_owned(),
        Wanted::Technique(explainer) => format!("{explainer:?}"),
    }
}

struct StepLister {
    wanted: Vec<Wanted>,
    json: bool,
    language: Language,
    no_uniqueness: bool,
    /// No more steps are listed.
    limit: usize,
}

/// The stages of a search, and whether all of them have run to their end.
struct Found {
    stages: Vec<Stage>,
    complete: bool,
}

impl StepLister {
    /// All steps, or why the line names no technique.
    fn steps(&self, record: &Record, position: &ProvedPosition, facts: &Facts) -> Result<Found, String> {
        let mut explainers = Vec::new();
        for wanted in &self.wanted {
            explainers.push(match wanted {
                Wanted::Technique(explainer) => self.allowed(explainer, position),
                Wanted::Given => self.allowed(&given(record)?, position),
            });
        }
        if self.wanted.is_empty() {
            explainers.push(self.allowed(&Explainer::for_all_steps(), position));
        }
        let mut found = Found { stages: Vec::new(), complete: true };
        for explainer in explainers {
            let listed = found.stages.iter().flat_map(Stage::steps).count();
            let mut stages = explainer.stages(facts.clone()).limit(self.limit - listed);
            found.stages.extend(std::iter::from_fn(|| stages.next_with(&mut Control::new())));
            found.complete &= !stages.is_stopped();
        }
        Ok(found)
    }

    fn allowed(&self, explainer: &Explainer, position: &ProvedPosition) -> Explainer {
        let explainer = explainer.allowed_in(position);
        if self.no_uniqueness { explainer.without_uniqueness() } else { explainer }
    }
}

/// The explainer of the technique that the line of the puzzle names.
fn given(record: &Record) -> Result<Explainer, String> {
    let named = record.field("technique").and_then(|value| value.as_str());
    let name = named.ok_or_else(|| "the line names no technique".to_owned())?;
    Explainer::named(name).map_err(|_| format!("no technique has the code {name}"))
}

impl Reasoner for StepLister {
    fn json(&self) -> bool {
        self.json
    }

    fn language(&self) -> Language {
        self.language
    }

    fn answer(&mut self, record: &Record, position: &ProvedPosition, buffer: &mut String, out: &mut Output<'_>) {
        let facts = match Facts::of_position(position) {
            Ok(facts) => facts,
            Err(mistake) => return show_mistake(self, record, &mistake, buffer, out),
        };
        let found = self.steps(record, position, &facts);
        let (marks, language) = (facts.marks(), self.language);
        if self.json {
            let (stages, complete) = found.as_ref().map_or((&[][..], true), |found| (&found.stages, found.complete));
            let object = Object::of(record).with(&Answer::Unique(*position.solution()));
            let mut object = object.with(&StagedSteps { stages, marks, language, complete });
            if let Err(reason) = &found {
                object.string("trouble", reason);
            }
            return push_object(&object, buffer, out);
        }
        out.line(record.position.to_line());
        match found {
            Err(reason) => out.line(format_args!("! {reason}")),
            Ok(found) => show(&found, language, out),
        }
        out.line("");
    }
}

/// The groups, and what the search has left out.
fn show(found: &Found, language: Language, out: &mut Output<'_>) {
    let (mut listed, mut instances) = (0, 0);
    for stage in &found.stages {
        for group in &stage.groups {
            out.line(format_args!("{} ({})", language.name(group.technique), group.count));
            for step in &group.steps {
                out.line(format_args!("  {}: {}", step.notation(), language.sentence(step)));
            }
            listed += group.steps.len();
            instances += group.count;
        }
        if stage.exhausted {
            let names: Vec<&str> = stage.techniques.iter().map(|technique| language.name(technique)).collect();
            out.line(format_args!("! {}: the search stopped at its budget; there may be more", names.join(", ")));
        }
    }
    if !found.complete {
        out.line("! the search stopped at the limit; there may be more");
    }
    let instances = counted(instances as u64, "instance");
    out.line(format_args!("{} with different conclusions, {instances}", counted(listed as u64, "step")));
}
