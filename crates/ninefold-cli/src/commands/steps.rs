//! `ninefold steps`: all deductions that each position allows.

use std::io::Write;

use ninefold::Language;
use ninefold::explain::{Deduction, Explainer, Facts};
use ninefold::text::Record;

use super::{Outcome, run_batch};
use crate::args::{Steps, Wanted};
use crate::batch::Worker;
use crate::chunk::{Chunks, Grain, Item};
use crate::input::Input;
use crate::output::json::{self, Object, array};
use crate::output::line;
use crate::tally::{Tally, counted};

pub(crate) fn run(args: &Steps) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let chunks = Chunks::new(inputs.clone(), args.inputs.from, args.batch.write.is_some()).grain(Grain::Fine);
    let (json, no_uniqueness, language) = (args.json, args.no_uniqueness, args.language);
    let names: Vec<String> = args.technique.iter().map(name).collect();
    let job = format!("steps {names:?} {json} {no_uniqueness} {language:?} {:?}", args.inputs.from);
    let wanted = args.technique.clone();
    run_batch(&inputs, chunks, &args.batch, &job, "", move || Lister {
        wanted: wanted.clone(),
        json,
        language,
        no_uniqueness,
    })
}

/// What is looked for, in words that tell one job from another.
fn name(wanted: &Wanted) -> String {
    match wanted {
        Wanted::Given => "given".to_owned(),
        Wanted::Technique(explainer) => format!("{explainer:?}"),
    }
}

struct Lister {
    wanted: Vec<Wanted>,
    json: bool,
    language: Language,
    no_uniqueness: bool,
}

impl Lister {
    /// All steps, or why the technique that the line names is none.
    fn steps(&self, record: &Record, position: &Facts, unique: bool) -> Result<Vec<Deduction>, String> {
        let mut steps = Vec::new();
        for wanted in &self.wanted {
            match wanted {
                Wanted::Technique(explainer) => steps.extend(self.allowed(explainer).all_steps(position)),
                Wanted::Given => steps.extend(self.allowed(&given(record)?).all_steps(position)),
            }
        }
        if self.wanted.is_empty() {
            let all = Explainer::for_all_steps();
            let all = if unique { all } else { all.without_uniqueness() };
            steps = self.allowed(&all).all_steps(position);
        }
        Ok(steps)
    }

    fn allowed(&self, explainer: &Explainer) -> Explainer {
        if self.no_uniqueness { explainer.clone().without_uniqueness() } else { explainer.clone() }
    }
}

/// What the line of the puzzle asks for.
fn given(record: &Record) -> Result<Explainer, String> {
    let named = record.fields.iter().find(|(name, _)| name == "technique");
    let Some((_, code)) = named else { return Err("the line names no technique".to_owned()) };
    Explainer::named(code).map_err(|_| format!("no technique has the code {code}"))
}

impl Worker for Lister {
    fn item(&mut self, input: &str, item: &Item, out: &mut Vec<u8>, tally: &mut Tally) {
        let record = match item {
            Ok(record) => record,
            Err(error) => {
                tally.unreadable += 1;
                return if self.json { json::error(input, error, out) } else { line::error(input, error, out) };
            }
        };
        let position = Facts::tidied(record.pencilmarks(), record.givens);
        // What relies on the solution being unique is true of the givens, or of nothing.
        let answer = record.given_grid().solve();
        let found = self.steps(record, &position, answer.is_unique());
        tally.answer(&answer);
        let marks = position.marks();
        if self.json {
            let mut object = Object::of(record, answer.first());
            let list = found.as_deref().unwrap_or_default().iter().map(|step| step.to_json(marks, self.language));
            object.answer(&answer);
            object.raw("steps", &array(list));
            if let Err(reason) = &found {
                object.string("trouble", reason);
            }
            return object.end(out);
        }
        let mut text = format!("{}\n", record.grid);
        match found {
            Err(reason) => text += &format!("! {reason}\n"),
            Ok(steps) => {
                for step in &steps {
                    let (name, sentence) = (self.language.name(step.technique), self.language.sentence(step));
                    text += &format!("{name}: {}: {sentence}\n", step.notation());
                }
                text += &format!("{}\n", counted(steps.len() as u64, "step"));
            }
        }
        writeln!(out, "{text}").expect("memory takes every byte");
    }
}
