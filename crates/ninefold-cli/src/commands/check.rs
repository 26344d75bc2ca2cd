//! `ninefold check`: conflicts, uniqueness, minimality, symmetry and mistakes of each puzzle.
//!
//! A report for one puzzle, a line each for several, an object each with `--json`. All three show the library's [`Report`].

use std::sync::Arc;

use anstyle::{AnsiColor, Style};
use ninefold::json::{InputError, Object};
use ninefold::text::Record;
use ninefold::{Answer, CellSet, Conflict, Mistake, Report};

use super::solver::Solver;
use super::{Outcome, Run, chunks, sum_up, writes_to_file};
use crate::args::Check;
use crate::chunk::{Chunk, ChunkSize, Item};
use crate::input::Input;
use crate::output::{self, grid, push_members, push_object};
use crate::pipeline::{Output, Unsettled, Worker};
use crate::tally::{Tally, grouped};

/// The number at which counting of solutions stops.
const MAX_SOLUTIONS: usize = 1000;

pub(crate) fn run(args: &Check) -> anyhow::Result<Outcome> {
    let backend = args.hardware.backend()?;
    let inputs = Input::all(&args.inputs.inputs)?;
    let write = args.batch.write.as_deref();
    let mut chunks = chunks(&inputs, &args.inputs, write, ChunkSize::Medium);
    if !args.json
        && !writes_to_file(write)
        && let Some((input, item)) = chunks.single()
    {
        return report_one(&input, &item);
    }
    let json = args.json;
    let writes = [write];
    let mut run = Run::new(&inputs, chunks, &writes, &args.batch);
    run.job = format!("check json {json} {:?}", args.inputs.from);
    let worker = move || Checking { json, solver: Solver::new(backend.clone()), buffer: String::new() };
    let done = run.run(worker, Unsettled)?;
    Ok(sum_up(done.as_ref(), &args.batch.effort, |_| String::new()))
}

fn report_one(input: &str, item: &Item) -> anyhow::Result<Outcome> {
    let mut tally = Tally::default();
    let text = match item {
        Ok(record) => {
            let report = record.check(MAX_SOLUTIONS);
            count(&report, &mut tally);
            drawn(record, &report)
        }
        Err(error) => {
            tally.unreadable += 1;
            format!("! {}\n", InputError::of(input, error))
        }
    };
    output::to_terminal(&text)?;
    Ok(tally.outcome())
}

fn count(report: &Report, tally: &mut Tally) {
    tally.answer(&report.answer);
    // A puzzle whose candidates contradict the solution has no solution, and is counted as such.
    let wrong = report.solution_is_correct == Some(false) || !report.mistakes.is_empty();
    tally.wrong += u64::from(wrong && report.answer.is_unique());
}

fn solutions(report: &Report) -> String {
    match report.count {
        0 => "none".to_owned(),
        1 => "exactly one".to_owned(),
        count if count == report.limit => format!("{} or more", grouped(count as u64)),
        count => count.to_string(),
    }
}

fn symmetries(report: &Report) -> String {
    report.symmetries.iter().map(|symmetry| symmetry.name()).collect::<Vec<_>>().join(", ")
}

/// The report on one puzzle.
fn drawn(record: &Record, report: &Report) -> String {
    const GOOD: Style = AnsiColor::Green.on_default().bold();
    const BAD: Style = AnsiColor::Red.on_default().bold();
    const NOTE: Style = AnsiColor::Yellow.on_default().bold();
    let in_conflict = report.conflicts.iter().fold(CellSet::EMPTY, |cells, conflict| cells | conflict.cells);
    let mistakes: CellSet = report.mistakes.iter().map(Mistake::cell).collect();
    let redundant = report.redundant.unwrap_or(CellSet::EMPTY);
    let mut text = grid::draw(record.position.digits(), |cell| match () {
        () if in_conflict.contains(cell) || mistakes.contains(cell) => BAD,
        () if redundant.contains(cell) => AnsiColor::Yellow.on_default(),
        () if report.givens.contains(cell) => Style::new().bold(),
        () => AnsiColor::Cyan.on_default(),
    });
    let mut row = |name: &str, style: Style, value: &str| {
        text += &format!(" {name:<11} {style}{value}{style:#}\n");
    };
    row("givens", Style::new(), &report.givens.len().to_string());
    for conflict in &report.conflicts {
        row("conflict", BAD, &conflict.to_string());
    }
    if report.conflicts.is_empty() {
        row("conflicts", GOOD, "none");
    }
    row("solutions", if report.count == 1 { GOOD } else { BAD }, &solutions(report));
    match &report.answer {
        Answer::NoSolution => {}
        Answer::Unique(solution) => row("solution", Style::new(), &solution.to_string()),
        Answer::Multiple(first, second) => {
            row("one", Style::new(), &first.to_string());
            row("another", Style::new(), &second.to_string());
            row("differ in", NOTE, &first.differences(second).to_string());
        }
    }
    match report.solution_is_correct {
        Some(true) => row("in input", GOOD, "the same solution"),
        Some(false) => row("in input", BAD, "a wrong solution"),
        None => {}
    }
    for mistake in &report.mistakes {
        row("mistake", BAD, &mistake.to_string());
    }
    match report.redundant {
        Some(redundant) if redundant.is_empty() => row("minimal", GOOD, "yes, every given is needed"),
        Some(redundant) => row("minimal", NOTE, &format!("no, each of these can be left out: {redundant}")),
        None => {}
    }
    let symmetries = symmetries(report);
    row("symmetry", Style::new(), if symmetries.is_empty() { "none" } else { &symmetries });
    text
}

/// Writes reports on many puzzles.
struct Checking {
    json: bool,
    solver: Solver,
    buffer: String,
}

impl Worker<Chunk> for Checking {
    type Draft = ();

    fn work(&mut self, chunk: &mut Chunk, out: &mut Output<'_>) {
        let input = Arc::clone(&chunk.input);
        for item in self.solver.answered(chunk.items()) {
            match item {
                Ok((record, answer)) => {
                    let report = record.check_with(answer, MAX_SOLUTIONS);
                    count(&report, out.tally);
                    match self.json {
                        true => push_object(&Object::of(record).with(&report), &mut self.buffer, out),
                        false => out.line(compact(&report)),
                    }
                }
                Err(error) => {
                    out.tally.unreadable += 1;
                    let error = InputError::of(&input, error);
                    match self.json {
                        true => push_members(&error, &mut self.buffer, out),
                        false => out.line(format_args!("! {error}")),
                    }
                }
            }
            out.counter().add(1);
            out.end_of_item();
        }
    }
}

/// The report in one line.
fn compact(report: &Report) -> String {
    let mut parts = vec![report.answer.name().to_owned()];
    parts.push(format!("{} givens", report.givens.len()));
    parts.extend(report.conflicts.iter().map(Conflict::to_string));
    if let Answer::Multiple(first, second) = &report.answer {
        parts.push(format!("{} solutions, differences {}", solutions(report), first.differences(second)));
    }
    if report.solution_is_correct == Some(false) {
        parts.push("wrong solution".to_owned());
    }
    parts.extend(report.mistakes.iter().map(Mistake::to_string));
    match report.redundant {
        Some(redundant) if redundant.is_empty() => parts.push("minimal".to_owned()),
        Some(redundant) => parts.push(format!("redundant {redundant}")),
        None => {}
    }
    let symmetries = symmetries(report);
    parts.push(if symmetries.is_empty() { "no symmetry".to_owned() } else { symmetries });
    parts.join("; ")
}
