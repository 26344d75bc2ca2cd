//! `ninefold hint`: the next step of each puzzle, as much of it as the rung reveals.

use ninefold::Language;
use ninefold::explain::{Explainer, NextStep, Rung};
use ninefold::json::{Hint, Object};
use ninefold::text::Record;

use super::explain::{Reasoner, ReasoningWorker};
use super::{Outcome, Run, chunks, sum_up};
use crate::args;
use crate::chunk::ChunkSize;
use crate::input::Input;
use crate::output::push_object;
use crate::pipeline::{Output, Unsettled};
use ninefold::ProvedPosition;

pub(crate) fn run(args: &args::Hint) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let write = args.batch.write.as_deref();
    let chunks = chunks(&inputs, &args.inputs, write, ChunkSize::Small);
    let writes = [write];
    let mut run = Run::new(&inputs, chunks, &writes, &args.batch);
    run.job = format!("hint {} {} {:?} {:?}", args.rung, args.json, args.reasoning, args.inputs.from);
    anyhow::ensure!(!args.reasoning.follows_se()?, "'--order se' is an option of 'ninefold explain'");
    let explainer = args.reasoning.explainer();
    let rung = Rung::ALL[usize::from(args.rung) - 1];
    let (language, json) = (args.reasoning.language, args.json);
    let worker = move || ReasoningWorker::new(Hinter { explainer: explainer.clone(), rung, language, json });
    let done = run.run(worker, Unsettled)?;
    Ok(sum_up(done.as_ref(), &args.batch.effort, |_| String::new()))
}

struct Hinter {
    explainer: Explainer,
    rung: Rung,
    language: Language,
    json: bool,
}

impl Reasoner for Hinter {
    fn json(&self) -> bool {
        self.json
    }

    fn language(&self) -> Language {
        self.language
    }

    fn answer(&mut self, record: &Record, position: &ProvedPosition, buffer: &mut String, out: &mut Output<'_>) {
        let next = self.explainer.next_step_of_position(position);
        let hint = Hint { next: &next, rung: self.rung, language: self.language };
        let is_mistake = matches!(next, NextStep::Mistake(_));
        out.tally.wrong += u64::from(is_mistake);
        if !self.json {
            return out.line(format_args!("{}{}", if is_mistake { "! " } else { "" }, hint.text()));
        }
        // The solution would reveal more than the hint.
        let mut object = Object::of(record);
        object.string("answer", "unique");
        push_object(&object.with(&hint), buffer, out);
    }
}
