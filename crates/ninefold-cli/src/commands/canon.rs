//! `ninefold canon`: the canonical form of each puzzle.

use std::sync::Arc;

use ninefold::json::{Answered, InputError, Object};
use ninefold::text::Record;
use ninefold::{Answer, Digit, Grid, Solution};

use super::solver::Solver;
use super::{Outcome, Run, chunks, sum_up};
use crate::args::Canon;
use crate::chunk::{Chunk, ChunkSize, Content, Item, LineGroup, line_groups};
use crate::input::Input;
use crate::output::{line, push_members, push_object};
use crate::pipeline::{Output, Unsettled, Worker};

pub(crate) fn run(args: &Canon) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let write = args.batch.write.as_deref();
    let size = if args.json { ChunkSize::Medium } else { ChunkSize::Large };
    let chunks = chunks(&inputs, &args.inputs, write, size);
    let question = Question { minlex: args.minlex, json: args.json };
    let writes = [write];
    let mut run = Run::new(&inputs, chunks, &writes, &args.batch);
    run.job = format!("canon {question:?} {:?}", args.inputs.from);
    let worker = move || FormWriter { question, solver: Solver::default(), buffer: String::new() };
    let done = run.run(worker, Unsettled)?;
    Ok(sum_up(done.as_ref(), &args.batch.effort, |_| String::new()))
}

/// The error of a puzzle without a canonical form.
pub(super) fn no_form<'a>(input: &'a str, record: &Record) -> InputError<'a> {
    let message = "given as candidates only, which have no canonical form".to_owned();
    InputError { input, place: record.place, message }
}

/// The requested form and its output.
#[derive(Clone, Copy, Debug)]
struct Question {
    minlex: bool,
    json: bool,
}

impl Question {
    /// The form, if it exists.
    fn form(self, givens: &Grid, solution: Option<&Solution>) -> Option<Grid> {
        match (self.minlex, solution) {
            (true, _) => Some(givens.minlex()),
            (false, Some(solution)) => Some(solution.canonical().form_of(givens)),
            (false, None) => None,
        }
    }
}

struct FormWriter {
    question: Question,
    solver: Solver,
    buffer: String,
}

impl FormWriter {
    fn plain(&self, puzzles: &[&[u8; 81]], out: &mut Output<'_>) {
        let grid = |bytes: &[u8; 81]| Grid::from(bytes.map(Digit::from_ascii));
        let counter = out.counter();
        let mut answers = line::Answers::new(puzzles.len(), out.text);
        self.solver.backend().solve_bytes(puzzles.iter().copied(), 2, |number, outcome| {
            let found = outcome.count();
            out.tally.count(found);
            let solution = outcome.first().filter(|_| found == 1).and_then(|first| Solution::new(grid(first)).ok());
            match self.question.form(&grid(puzzles[number]), solution.as_ref()) {
                Some(form) => answers.put(number, 1, Some(&form.to_bytes())),
                None => answers.put(number, found, outcome.first()),
            }
            counter.add(1);
        });
        answers.finish();
    }

    /// Collects plain puzzles and answers them together. The library's reader reads all other lines.
    fn lines(&mut self, input: &str, lines: &[u8], first_line: u64, out: &mut Output<'_>) {
        for group in line_groups(lines, first_line) {
            match group {
                LineGroup::Plain(puzzles) => self.plain(&puzzles, out),
                LineGroup::Items(items) => self.items(input, &items, out),
            }
        }
    }

    fn items(&mut self, input: &str, items: &[Item], out: &mut Output<'_>) {
        for item in self.solver.answered(items) {
            match item {
                Ok((record, _)) if record.position.is_sukaku() => self.error(&no_form(input, record), out),
                Ok((record, answer)) => self.answer(record, &answer, out),
                Err(error) => self.error(&InputError::of(input, error), out),
            }
            out.counter().add(1);
            out.end_of_item();
        }
    }

    fn answer(&mut self, record: &Record, answer: &Answer, out: &mut Output<'_>) {
        out.tally.answer(answer);
        let givens = record.position.givens();
        if !self.question.json {
            return match self.question.form(&givens, answer.unique()) {
                Some(form) => out.line(form),
                None => out.line(line::answer(&record.position, answer)),
            };
        }
        let mut object = Object::of(record).with(&Answered(&record.position, answer));
        if self.question.minlex {
            object.string("minlex", givens.minlex());
        } else if let Some(puzzle) = record.position.prove_with(*answer).ok().and_then(|proved| proved.puzzle()) {
            object = object.with(&puzzle.canonical());
        }
        push_object(&object, &mut self.buffer, out);
    }

    fn error(&mut self, error: &InputError<'_>, out: &mut Output<'_>) {
        out.tally.unreadable += 1;
        match self.question.json {
            true => push_members(error, &mut self.buffer, out),
            false => out.line(format_args!("! {error}")),
        }
    }
}

impl Worker<Chunk> for FormWriter {
    type Draft = ();

    fn work(&mut self, chunk: &mut Chunk, out: &mut Output<'_>) {
        let input = Arc::clone(&chunk.input);
        match chunk.content {
            Content::Lines(first_line) if !self.question.json => self.lines(&input, chunk.lines(), first_line, out),
            _ => self.items(&input, chunk.items(), out),
        }
    }
}
