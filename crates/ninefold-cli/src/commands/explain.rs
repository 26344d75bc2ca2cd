//! `ninefold explain`: the path from a position to the solution, step by step.
//!
//! This file also has the common part of `hint`, `explain` and `steps`: which positions they reject, and with which output.

use std::sync::Arc;

use ninefold::explain::{Explainer, Path};
use ninefold::json::{Answered, InputError, Mistakes, Object, PathSteps, RatedSteps};
use ninefold::rate::Se;
use ninefold::text::Record;
use ninefold::{Answer, Control, Language, Mistake, ProvedPosition};

use super::solver::{AnsweredItem, Solver};
use super::{Outcome, Run, chunks, sum_up};
use crate::args::{Explain, ExplainOutput, Theme};
use crate::chunk::{Chunk, ChunkSize};
use crate::input::Input;
use crate::output::{html, line, push_members, push_object};
use crate::pipeline::{Output, Unsettled, Worker};

pub(crate) fn run(args: &Explain) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let write = args.batch.write.as_deref();
    let (shape, summary, lines, theme) = (args.output(), args.summary, args.lines, args.theme);
    // The pictures of all steps have half a megabyte.
    let size = if shape == ExplainOutput::Html { ChunkSize::Single } else { ChunkSize::Small };
    let chunks = chunks(&inputs, &args.inputs, write, size);
    let writes = [write];
    let mut run = Run::new(&inputs, chunks, &writes, &args.batch);
    run.job = format!("explain {shape:?} {summary} {lines} {theme:?} {:?} {:?}", args.reasoning, args.inputs.from);
    run.header = if shape == ExplainOutput::Html { html::header() } else { String::new() };
    let explainer = (!args.reasoning.follows_se()?).then(|| args.reasoning.explainer());
    let language = args.reasoning.language;
    let worker = move || {
        ReasoningWorker::new(PathWriter { explainer: explainer.clone(), language, shape, summary, lines, theme })
    };
    let done = run.run(worker, Unsettled)?;
    Ok(sum_up(done.as_ref(), &args.batch.effort, |_| String::new()))
}

/// Explains positions whose puzzle has exactly one solution.
pub(super) trait Reasoner: 'static {
    /// Whether results are JSON.
    fn json(&self) -> bool;

    fn language(&self) -> Language;

    /// Writes the result for a position.
    fn answer(&mut self, record: &Record, position: &ProvedPosition, buffer: &mut String, out: &mut Output<'_>);

    /// Writes a line that begins with `! `.
    fn refuse(&mut self, line: &str, out: &mut Output<'_>) {
        out.line(line);
    }
}

/// Reads and solves positions, and passes those with exactly one solution to a reasoner.
pub(super) struct ReasoningWorker<R> {
    reasoner: R,
    solver: Solver,
    buffer: String,
}

impl<R: Reasoner> ReasoningWorker<R> {
    pub(super) fn new(reasoner: R) -> ReasoningWorker<R> {
        ReasoningWorker { reasoner, solver: Solver::default(), buffer: String::new() }
    }

    fn item(&mut self, input: &str, item: AnsweredItem<'_>, out: &mut Output<'_>) {
        let (record, answer) = match item {
            Ok(answered) => answered,
            Err(error) => {
                out.tally.unreadable += 1;
                let error = InputError::of(input, error);
                return match self.reasoner.json() {
                    true => push_members(&error, &mut self.buffer, out),
                    false => self.reasoner.refuse(&format!("! {error}"), out),
                };
            }
        };
        out.tally.answer(&answer);
        let position = &record.position;
        match position.prove_with(answer) {
            Ok(proved) => self.reasoner.answer(record, &proved, &mut self.buffer, out),
            Err(_) if self.reasoner.json() => {
                push_object(&Object::of(record).with(&Answered(position, &answer)), &mut self.buffer, out);
            }
            Err(_) => self.reasoner.refuse(&line::answer(position, &answer), out),
        }
    }
}

/// Writes the mistake of a position, in the same way for `hint`, `explain` and `steps`.
pub(super) fn show_mistake(
    reasoner: &mut impl Reasoner,
    record: &Record,
    mistake: &Mistake,
    buffer: &mut String,
    out: &mut Output<'_>,
) {
    out.tally.wrong += 1;
    let language = reasoner.language();
    if !reasoner.json() {
        return reasoner.refuse(&format!("! {}", language.mistake(mistake)), out);
    }
    let mut object = Object::of(record);
    object.string("answer", "unique");
    push_object(&object.with(&Mistakes { mistakes: std::slice::from_ref(mistake), language }), buffer, out);
}

impl<R: Reasoner> Worker<Chunk> for ReasoningWorker<R> {
    type Draft = ();

    fn work(&mut self, chunk: &mut Chunk, out: &mut Output<'_>) {
        let input = Arc::clone(&chunk.input);
        for item in self.solver.answered(chunk.items()) {
            self.item(&input, item, out);
            out.counter().add(1);
            out.end_of_item();
        }
    }
}

struct PathWriter {
    /// Nothing for the steps of the Sudoku Explainer rating.
    explainer: Option<Explainer>,
    language: Language,
    shape: ExplainOutput,
    summary: bool,
    lines: bool,
    theme: Theme,
}

impl Reasoner for PathWriter {
    fn json(&self) -> bool {
        self.shape == ExplainOutput::Json
    }

    fn language(&self) -> Language {
        self.language
    }

    fn answer(&mut self, record: &Record, position: &ProvedPosition, buffer: &mut String, out: &mut Output<'_>) {
        let found = match &self.explainer {
            Some(explainer) => explainer.path_of_position(position, &mut Control::new()).map(|path| (None, path)),
            None => Se::of_position(position).map(|se| {
                let (trace, path) = se.explained(&mut Control::new());
                (Some(trace), path)
            }),
        };
        let (trace, path) = match found {
            Ok(found) => found,
            Err(mistake) => return show_mistake(self, record, &mistake, buffer, out),
        };
        match (self.shape, self.summary) {
            (ExplainOutput::Text, true) => out.line(summary(&path)),
            (ExplainOutput::Text, false) => {
                out.line(record.position.to_line());
                for (index, step) in path.steps().iter().enumerate() {
                    let (name, sentence) = (self.language.name(step.technique), self.language.sentence(step));
                    let rated = trace.as_ref().map_or(String::new(), |trace| format!("{} ", trace.steps[index].rating));
                    out.line(format_args!("{:3}. {rated}{name}: {sentence}", index + 1));
                    let lines = if self.lines { self.language.lines(step) } else { Vec::new() };
                    for (number, line) in lines.iter().enumerate() {
                        let indent = 5 + 2 * line.depth;
                        out.line(format_args!("{:indent$}{:2}) {}", "", number + 1, line.text));
                    }
                }
                if let Some(Ok(rating)) = trace.map(|trace| trace.rating) {
                    out.line(format_args!("SE {rating}"));
                }
                out.line(format_args!("{}\n", summary(&path)));
            }
            (ExplainOutput::Json, only_summary) => {
                let object = Object::of(record).with(&Answer::Unique(*position.solution())).with(&path);
                let object = match (only_summary, &trace) {
                    (true, _) => object,
                    (false, Some(trace)) => {
                        object.with(&RatedSteps { path: &path, trace, language: self.language, before: false })
                    }
                    (false, None) => object.with(&PathSteps { path: &path, language: self.language, before: false }),
                };
                push_object(&object, buffer, out);
            }
            (ExplainOutput::Html, only_summary) => {
                let page = html::path(&path, &record.position, self.language, self.theme, only_summary);
                out.text.extend_from_slice(page.as_bytes());
            }
        }
    }

    fn refuse(&mut self, line: &str, out: &mut Output<'_>) {
        match self.shape {
            ExplainOutput::Html => out.text.extend_from_slice(html::refusal(line).as_bytes()),
            _ => out.line(line),
        }
    }
}

/// A path in one line.
pub(crate) fn summary(path: &Path) -> String {
    let counts: Vec<String> =
        path.counts().iter().map(|(technique, count)| format!("{} {count}", technique.slug())).collect();
    let end = match path.level() {
        Some(level) => format!("solved; {level}"),
        None => "stuck".to_owned(),
    };
    format!(
        "{end}; score {}; hardest {}; {}",
        path.score(),
        path.hardest().map_or("none", |technique| technique.slug()),
        if counts.is_empty() { "no steps".to_owned() } else { counts.join(", ") }
    )
}
