//! `ninefold hint`: the next step of each puzzle, as much of it as the rung allows.

use std::io::Write;

use ninefold::Language;
use ninefold::explain::{Explainer, NextStep, Rung};
use ninefold::text::Record;
use ninefold::{Answer, Puzzle};

use super::explain::explainer;
use super::{Outcome, run_batch, solve};
use crate::args::Hint;
use crate::batch::Worker;
use crate::chunk::{Chunks, Grain, Item};
use crate::input::Input;
use crate::output::json::{self, Object};
use crate::output::line;
use crate::tally::Tally;

pub(crate) fn run(args: &Hint) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let chunks = Chunks::new(inputs.clone(), args.inputs.from, args.batch.write.is_some()).grain(Grain::Fine);
    let job = format!("hint {} {} {:?} {:?}", args.rung, args.json, args.reasoning, args.inputs.from);
    let explainer = explainer(&args.reasoning);
    let rung = Rung::ALL[usize::from(args.rung) - 1];
    let (language, json) = (args.reasoning.language, args.json);
    run_batch(&inputs, chunks, &args.batch, &job, "", move || Hinter {
        explainer: explainer.clone(),
        rung,
        language,
        json,
    })
}

struct Hinter {
    explainer: Explainer,
    rung: Rung,
    language: Language,
    json: bool,
}

impl Hinter {
    /// What to do next, and whether the puzzle has exactly one solution.
    ///
    /// The puzzle is the givens. Where these alone do not make one, the pencilmarks do, if there are any.
    fn next(&self, record: &Record, tally: &mut Tally) -> Result<NextStep, Answer> {
        let marks = record.pencilmarks();
        if let Ok(puzzle) = Puzzle::new(record.given_grid()) {
            tally.unique += 1;
            return Ok(self.explainer.next_step(&puzzle, &marks));
        }
        let (answer, _) = solve::solve(record);
        tally.answer(&answer);
        match answer {
            Answer::Unique(_) => Ok(self.explainer.next_step_of_pencilmarks(&marks)),
            other => Err(other),
        }
    }
}

impl Worker for Hinter {
    fn item(&mut self, input: &str, item: &Item, out: &mut Vec<u8>, tally: &mut Tally) {
        let record = match item {
            Ok(record) => record,
            Err(error) => {
                tally.unreadable += 1;
                return if self.json { json::error(input, error, out) } else { line::error(input, error, out) };
            }
        };
        let next = match self.next(record, tally) {
            Ok(next) => next,
            Err(answer) if self.json => {
                let mut object = Object::of(record, answer.first());
                object.answer(&answer);
                return object.end(out);
            }
            Err(answer) => return line::answer(&answer, out),
        };
        let (member, text) = match &next {
            NextStep::Mistake(mistake) => ("mistake", self.language.mistake(mistake)),
            NextStep::Step(step, _) => ("hint", self.language.hint(step, self.rung)),
            NextStep::Stuck => ("hint", self.language.stuck()),
            NextStep::Solved => ("hint", self.language.solved()),
        };
        if !self.json {
            writeln!(out, "{text}").expect("memory takes every byte");
            return;
        }
        // A hint that comes with the solution would be none.
        let mut object = Object::of(record, None);
        object.string("answer", "unique");
        object.string(member, &text);
        object.raw("rung", &(self.rung as u8 + 1).to_string());
        if let (NextStep::Step(step, marks), Rung::Step) = (&next, self.rung) {
            object.raw("step", &step.to_json(marks, self.language));
        }
        object.end(out);
    }
}
