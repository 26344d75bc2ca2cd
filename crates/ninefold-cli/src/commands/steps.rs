//! `ninefold steps`: all deductions that each position allows.

use ninefold::explain::{Deduction, Explainer, Facts};
use ninefold::json::{Object, Steps};
use ninefold::text::Record;
use ninefold::{Answer, Language, ProvedPosition};

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
    run.job = format!("steps {names:?} {json} {no_uniqueness} {language:?} {:?}", args.inputs.from);
    let wanted = args.technique.clone();
    let worker = move || ReasoningWorker::new(StepLister { wanted: wanted.clone(), json, language, no_uniqueness });
    let done = run.run(worker, Unsettled)?;
    Ok(sum_up(done.as_ref(), &args.batch.effort, |_| String::new()))
}

/// What is searched for, as a part of the name of the job.
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
}

impl StepLister {
    /// All steps, or why the line names no technique.
    fn steps(&self, record: &Record, position: &ProvedPosition, facts: &Facts) -> Result<Vec<Deduction>, String> {
        let mut steps = Vec::new();
        for wanted in &self.wanted {
            match wanted {
                Wanted::Technique(explainer) => steps.extend(self.allowed(explainer, position).all_steps(facts)),
                Wanted::Given => steps.extend(self.allowed(&given(record)?, position).all_steps(facts)),
            }
        }
        if self.wanted.is_empty() {
            steps = self.allowed(&Explainer::for_all_steps(), position).all_steps(facts);
        }
        Ok(steps)
    }

    fn allowed(&self, explainer: &Explainer, position: &ProvedPosition) -> Explainer {
        let explainer = explainer.allowed_in(position);
        if self.no_uniqueness { explainer.without_uniqueness() } else { explainer }
    }
}

/// What the line of the puzzle asks for.
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
            let steps = found.as_deref().unwrap_or_default();
            let object = Object::of(record).with(&Answer::Unique(*position.solution()));
            let mut object = object.with(&Steps { steps, marks, language });
            if let Err(reason) = &found {
                object.string("trouble", reason);
            }
            return push_object(&object, buffer, out);
        }
        out.line(record.position.to_line());
        match found {
            Err(reason) => out.line(format_args!("! {reason}")),
            Ok(steps) => {
                for step in &steps {
                    let (name, sentence) = (language.name(step.technique), language.sentence(step));
                    out.line(format_args!("{name}: {}: {sentence}", step.notation()));
                }
                out.line(counted(steps.len() as u64, "step"));
            }
        }
        out.line("");
    }
}
