//! `ninefold solve`: the solution of each puzzle, or why there is not exactly one.

use std::io::IsTerminal;
use std::time::Instant;

use anyhow::ensure;
use ninefold::Answer;
use ninefold::solve::{Solutions, Stats};
use ninefold::text::{ParseError, Record};

use super::{Outcome, Pictures, names, run_batch_and_add, tell};
use crate::args::{Output, Solve};
use crate::batch::Worker;
use crate::chunk::{Chunk, Chunks, Item};
use crate::input::Input;
use crate::interrupt;
use crate::output::{self, Solved, csv, grid, json, line, svg};
use crate::progress::Counter;
use crate::sink::{End, Pieces, Resume, Sink};
use crate::tally::{Tally, counted, grouped};

pub(crate) fn run(args: &Solve) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let to_terminal = args.batch.write.is_none() && std::io::stdout().is_terminal();
    let mut chunks = Chunks::new(inputs.clone(), args.inputs.from, args.batch.write.is_some());
    if args.all {
        return all(args, chunks, &inputs);
    }
    if args.output == Some(Output::Svg) {
        return pictures(args, chunks, &inputs);
    }
    let drawn = args.output == Some(Output::Grid) || args.output.is_none();
    if to_terminal
        && drawn
        && args.count.is_none()
        && let Some((input, item)) = chunks.single()
    {
        return show(&input, &item, args);
    }
    let question = Question { output: args.output.unwrap_or(Output::Line), count: args.count, stats: args.stats };
    let job = format!("solve {question:?} {:?}", args.inputs.from);
    let stats = args.stats;
    run_batch_and_add(
        &inputs,
        chunks,
        &args.batch,
        &job,
        question.header(),
        |done| if stats { format!("; {}", work(&done.tally)) } else { String::new() },
        move || question,
    )
}

/// The search a record asks for: from its pencilmarks, where it has them.
pub(crate) fn solutions(record: &Record) -> Solutions {
    match record.candidates {
        Some(_) => record.pencilmarks().solutions(),
        None => record.grid.solutions(),
    }
}

/// The answer, and the work it took.
pub(crate) fn solve(record: &Record) -> (Answer, Stats) {
    let mut solutions = solutions(record);
    let answer = match (solutions.next(), solutions.next()) {
        (None, _) => Answer::NoSolution,
        (Some(only), None) => Answer::Unique(only),
        (Some(first), Some(second)) => Answer::Multiple(first, second),
    };
    (answer, solutions.stats())
}

fn work(tally: &Tally) -> String {
    format!("{} guesses, {} passes", grouped(tally.guesses), grouped(tally.passes))
}

/// What is asked about each puzzle of a batch, and how the answer is shown.
#[derive(Clone, Copy, Debug)]
struct Question {
    output: Output,
    count: Option<u64>,
    stats: bool,
}

impl Question {
    fn header(self) -> &'static str {
        match (self.output, self.count, self.stats) {
            (Output::Csv, None, false) => "puzzle,answer,solution,second,error\n",
            (Output::Csv, None, true) => "puzzle,answer,solution,second,error,guesses,passes\n",
            (Output::Csv, Some(_), _) => "puzzle,count,error\n",
            _ => "",
        }
    }

    fn count(self, limit: u64, record: &Record, tally: &mut Tally) -> u64 {
        let mut solutions = solutions(record);
        let found = solutions.by_ref().take(at_least_two(limit)).count() as u64;
        tally.work(solutions.stats());
        tally.count(found);
        found.min(limit)
    }
}

/// One solution found does not say that it is the only one, and the exit status wants to know.
fn at_least_two(limit: u64) -> usize {
    usize::try_from(limit.max(2)).unwrap_or(usize::MAX)
}

impl Worker for Question {
    fn takes_plain(&self) -> bool {
        self.output == Output::Line && !self.stats
    }

    fn plain(&mut self, puzzles: &[&[u8; 81]], out: &mut Vec<u8>, tally: &mut Tally, answered: &Counter) {
        match self.count {
            Some(limit) => {
                let mut counts = vec![0; puzzles.len()];
                ninefold::solve_bytes(puzzles.iter().copied(), at_least_two(limit), |number, found, _| {
                    tally.count(found as u64);
                    answered.add(1);
                    counts[number] = limit.min(found as u64);
                });
                counts.into_iter().for_each(|count| line::count(count, out));
            }
            None => {
                let mut answers = line::Answers::new(puzzles.len(), out);
                ninefold::solve_bytes(puzzles.iter().copied(), 2, |number, found, first| {
                    tally.count(found as u64);
                    answered.add(1);
                    answers.put(number, found, first);
                });
                answers.finish();
            }
        }
    }

    fn item(&mut self, input: &str, item: &Item, out: &mut Vec<u8>, tally: &mut Tally) {
        let record = match item {
            Ok(record) => record,
            Err(error) => {
                tally.unreadable += 1;
                return unreadable(self.output, input, error, self.header(), out);
            }
        };
        if let Some(limit) = self.count {
            let count = self.count(limit, record, tally);
            return match self.output {
                Output::Json => json::count(record, count, limit, out),
                Output::Csv => csv::count(record, count, out),
                Output::Line | Output::Grid | Output::Svg => line::count(count, out),
            };
        }
        let (answer, stats) = solve(record);
        tally.answer(&answer);
        tally.work(stats);
        let solved = Solved { record, answer: &answer, stats: self.stats.then_some(stats) };
        match self.output {
            Output::Line => line::answer(&answer, out),
            Output::Grid => grid::plain(&answer, out),
            Output::Json => json::solved(&solved, out),
            Output::Csv => csv::solved(&solved, out),
            Output::Svg => {}
        }
    }
}

/// One puzzle, drawn on the terminal.
fn show(input: &str, item: &Item, args: &Solve) -> anyhow::Result<Outcome> {
    let mut tally = Tally::default();
    let begin = Instant::now();
    let (drawing, mut summary) = match item {
        Ok(record) => {
            let (answer, stats) = solve(record);
            let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
            tally.answer(&answer);
            tally.work(stats);
            (grid::drawn(record, &answer), format!("{tally}; {} givens; {milliseconds:.2} ms", record.givens.len()))
        }
        Err(error) => {
            tally.unreadable += 1;
            (format!("! {}\n", output::place(input, error)), tally.to_string())
        }
    };
    output::to_terminal(&drawing)?;
    if args.stats {
        summary += &format!("; {}", work(&tally));
    }
    if !args.batch.quiet {
        tell(&summary);
    }
    Ok(tally.outcome())
}

/// Every solution of every puzzle, written as it is found.
fn all(args: &Solve, mut chunks: Chunks, inputs: &[Input]) -> anyhow::Result<Outcome> {
    interrupt::install();
    let output = args.output.unwrap_or(Output::Line);
    ensure!(output != Output::Svg, "--all has no --output svg");
    let header = if output == Output::Csv { "puzzle,solution,error\n" } else { "" };
    let mut pieces = Pieces::new(Sink::open(args.batch.write.as_deref(), inputs, Resume::Never, "all")?);
    pieces.add(header.as_bytes())?;
    let mut tally = Tally::default();
    let mut found_in_all = 0;
    let mut text = Vec::new();
    let mut chunk = Chunk::default();
    while chunks.next_into(&mut chunk) {
        let input = chunk.input.clone();
        for item in chunk.items() {
            let mut found = 0;
            match item {
                Ok(record) => {
                    let mut solutions = solutions(record);
                    for solution in solutions.by_ref() {
                        found += 1;
                        match output {
                            Output::Json => json::one_of_all(record, &solution, found, &mut text),
                            Output::Csv => csv::one_of_all(record, &solution, &mut text),
                            Output::Grid => grid::plain(&Answer::Unique(solution), &mut text),
                            Output::Line | Output::Svg => line::answer(&Answer::Unique(solution), &mut text),
                        }
                        pieces.add(&text)?;
                        text.clear();
                    }
                    tally.work(solutions.stats());
                    tally.count(found);
                }
                Err(error) => {
                    tally.unreadable += 1;
                    unreadable(output, &input, error, header, &mut text);
                }
            }
            // A puzzle without solution is not passed over in silence where a line can say so.
            if found == 0 && item.is_ok() && matches!(output, Output::Line | Output::Grid) {
                line::answer(&Answer::NoSolution, &mut text);
            }
            pieces.add(&text)?;
            text.clear();
            found_in_all += found;
        }
        pieces.pause()?;
    }
    pieces.finish(End::of(chunks.trouble, tally.puzzles()))?;
    ensure!(chunks.trouble || tally.puzzles() > 0, "no puzzle found in {}", names(inputs));
    if !args.batch.quiet {
        let stats = if args.stats { format!("; {}", work(&tally)) } else { String::new() };
        tell(&format!("{tally}; {}{stats}", counted(found_in_all, "solution")));
    }
    Ok(if chunks.trouble { Outcome::Trouble } else { tally.outcome() })
}

/// The failure to read a puzzle, in its place among the answers.
fn unreadable(output: Output, input: &str, error: &ParseError, header: &str, out: &mut Vec<u8>) {
    match output {
        Output::Json => json::error(input, error, out),
        Output::Csv => csv::error(input, error, header, out),
        Output::Line | Output::Grid | Output::Svg => line::error(input, error, out),
    }
}

/// A picture of each solution.
fn pictures(args: &Solve, mut chunks: Chunks, inputs: &[Input]) -> anyhow::Result<Outcome> {
    ensure!(args.count.is_none(), "--count has no --output svg");
    let mut pictures = Pictures::new(args.batch.write.as_deref());
    let mut tally = Tally::default();
    let mut chunk = Chunk::default();
    while chunks.next_into(&mut chunk) {
        let input = chunk.input.clone();
        for item in chunk.items() {
            match item {
                Ok(record) => {
                    let (answer, stats) = solve(record);
                    tally.answer(&answer);
                    tally.work(stats);
                    pictures.add(svg::solved(record, &answer, args.theme))?;
                }
                Err(error) => {
                    tally.unreadable += 1;
                    tell(&format!("! {}", output::place(&input, error)));
                }
            }
        }
    }
    pictures.finish()?;
    ensure!(chunks.trouble || tally.puzzles() > 0, "no puzzle found in {}", names(inputs));
    if !args.batch.quiet {
        tell(&tally.to_string());
    }
    Ok(if chunks.trouble { Outcome::Trouble } else { tally.outcome() })
}
