//! `ninefold explain`: the way from the givens to the solution, step by step.

use std::io::Write;

use ninefold::Language;
use ninefold::Puzzle;
use ninefold::explain::{Explainer, Path};
use ninefold::text::Record;

use super::{Outcome, run_batch, solve};
use crate::args::{Explain, Reasoning, Telling, Theme};
use crate::batch::Worker;
use crate::chunk::{Chunks, Grain, Item};
use crate::input::Input;
use crate::output::json::{self, Object};
use crate::output::{html, line};
use crate::tally::Tally;

pub(crate) fn run(args: &Explain) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let chunks = Chunks::new(inputs.clone(), args.inputs.from, args.batch.write.is_some());
    // Pictures of all steps are half a megabyte.
    let chunks = chunks.grain(if args.output == Telling::Html { Grain::Single } else { Grain::Fine });
    let (output, summary, theme) = (args.output, args.summary, args.theme);
    let job = format!("explain {output:?} {summary} {theme:?} {:?} {:?}", args.reasoning, args.inputs.from);
    let header = if output == Telling::Html { html::HEADER } else { "" };
    let explainer = explainer(&args.reasoning);
    let language = args.reasoning.language;
    run_batch(&inputs, chunks, &args.batch, &job, header, move || Teller {
        explainer: explainer.clone(),
        language,
        output,
        summary,
        theme,
    })
}

/// What the arguments ask for.
pub(crate) fn explainer(reasoning: &Reasoning) -> Explainer {
    let mut explainer = match &reasoning.order {
        Some(order) => Explainer::with_order(order.iter().copied()),
        None => Explainer::default(),
    };
    for &technique in &reasoning.with {
        explainer = explainer.with(technique);
    }
    for &technique in &reasoning.without {
        explainer = explainer.without(technique);
    }
    if reasoning.no_uniqueness { explainer.without_uniqueness() } else { explainer }
}

struct Teller {
    explainer: Explainer,
    language: Language,
    output: Telling,
    summary: bool,
    theme: Theme,
}

impl Teller {
    fn text(&self, record: &Record, path: &Path, out: &mut Vec<u8>) {
        let mut text = format!("{}\n", record.given_grid());
        for (index, step) in path.steps().iter().enumerate() {
            let (name, sentence) = (self.language.name(step.technique), self.language.sentence(step));
            text += &format!("{:3}. {name}: {sentence}\n", index + 1);
        }
        text += &format!("{}\n\n", summary(path));
        out.extend_from_slice(text.as_bytes());
    }
}

impl Worker for Teller {
    fn item(&mut self, input: &str, item: &Item, out: &mut Vec<u8>, tally: &mut Tally) {
        let record = match item {
            Ok(record) => record,
            Err(error) => {
                tally.unreadable += 1;
                return match self.output {
                    Telling::Json => json::error(input, error, out),
                    Telling::Text => line::error(input, error, out),
                    Telling::Html => html::error(input, error, out),
                };
            }
        };
        // A path begins at the givens, whatever has been placed since.
        let Ok(puzzle) = Puzzle::new(record.given_grid()) else {
            let (answer, _) = solve::solve(&Record::new(record.given_grid()));
            tally.answer(&answer);
            return match self.output {
                Telling::Json => {
                    let mut object = Object::of(record, answer.first());
                    object.answer(&answer);
                    object.end(out);
                }
                Telling::Text => line::answer(&answer, out),
                Telling::Html => html::answer(record, &answer, out),
            };
        };
        tally.unique += 1;
        let path = self.explainer.path(&puzzle);
        match (self.output, self.summary) {
            (Telling::Text, true) => writeln!(out, "{}", summary(&path)).expect("memory takes every byte"),
            (Telling::Text, false) => self.text(record, &path, out),
            (Telling::Json, only_summary) => {
                let mut object = Object::of(record, Some(puzzle.solution()));
                let json = if only_summary { path.summary_to_json() } else { path.to_json(self.language) };
                object.string("answer", "unique");
                object.raw("path", &json);
                object.end(out);
            }
            (Telling::Html, only_summary) => html::path(&path, self.language, self.theme, only_summary, out),
        }
    }
}

/// What a path came to, in one line.
pub(crate) fn summary(path: &Path) -> String {
    let counts: Vec<String> =
        path.counts().iter().map(|(technique, count)| format!("{} {count}", technique.slug())).collect();
    format!(
        "{}; {}; score {}; hardest {}; {}",
        if path.is_solved() { "solved" } else { "stuck" },
        path.level().slug(),
        path.score(),
        path.hardest().map_or("none", |technique| technique.slug()),
        if counts.is_empty() { "no steps".to_owned() } else { counts.join(", ") }
    )
}
