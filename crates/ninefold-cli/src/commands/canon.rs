//! `ninefold canon`: the canonical form of each puzzle.

use std::io::Write;

use ninefold::text::Record;
use ninefold::{Answer, Digit, Grid, Pencilmarks, Puzzle, Solution};

use super::{Outcome, run_batch};
use crate::args::Canon;
use crate::batch::Worker;
use crate::chunk::{Chunks, Item};
use crate::input::Input;
use crate::output::json::{self, Object};
use crate::output::line;
use crate::progress::Counter;
use crate::tally::Tally;

/// Why a puzzle told in candidates is refused where forms are asked for.
pub(super) const NO_FORM: &str = "told in candidates, which have no canonical form";

pub(crate) fn run(args: &Canon) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let chunks = Chunks::new(inputs.clone(), args.inputs.from, args.batch.write.is_some());
    let question = Question { minlex: args.minlex, json: args.json };
    let job = format!("canon {question:?} {:?}", args.inputs.from);
    run_batch(&inputs, chunks, &args.batch, &job, "", move || question)
}

/// The givens, unless candidates say more about the puzzle than they do.
pub(super) fn givens(record: &Record) -> Option<Grid> {
    let givens = record.given_grid();
    // Digits placed later and the candidates beside them are a player's.
    let placed = record.grid.filled() - record.givens;
    let candidates = record.candidates.filter(|_| placed.is_empty());
    let told_in_candidates =
        candidates.is_some_and(|candidates| !Pencilmarks::from(&givens).candidates().is_subset(candidates));
    (!told_in_candidates).then_some(givens)
}

/// That a puzzle told in candidates has no form, and where it stands.
pub(super) fn no_form(input: &str, record: &Record) -> String {
    format!("{input}:{}:{}: {NO_FORM}", record.place.line, record.place.column)
}

/// Which form is asked for, and how it is shown.
#[derive(Clone, Copy, Debug)]
struct Question {
    minlex: bool,
    json: bool,
}

impl Question {
    /// The form, if there is one.
    fn form(self, givens: &Grid, solution: Option<&Solution>) -> Option<Grid> {
        match (self.minlex, solution) {
            (true, _) => Some(givens.minlex()),
            (false, Some(solution)) => Some(solution.canonical().form_of(givens)),
            (false, None) => None,
        }
    }

    fn object(self, record: &Record, givens: &Grid, answer: &Answer, out: &mut Vec<u8>) {
        let mut object = Object::of(record, answer.first());
        object.answer(answer);
        if self.minlex {
            object.string("minlex", &givens.minlex().to_string());
        } else if let Ok(puzzle) = Puzzle::new(*givens) {
            let canonical = puzzle.canonical();
            let of_solution = puzzle.solution().canonical();
            object.string("canonical", &canonical.form().to_string());
            object.string("canonical_solution", &canonical.form().solution().to_string());
            object.raw("automorphisms", &canonical.automorphisms().to_string());
            object.raw("solution_automorphisms", &of_solution.automorphisms().to_string());
            object.string("transform", &canonical.transforms()[0].to_string());
        }
        object.end(out);
    }
}

impl Worker for Question {
    fn takes_plain(&self) -> bool {
        !self.json
    }

    fn plain(&mut self, puzzles: &[&[u8; 81]], out: &mut Vec<u8>, tally: &mut Tally, answered: &Counter) {
        let grid = |bytes: &[u8; 81]| Grid::from(bytes.map(Digit::from_ascii));
        let mut answers = line::Answers::new(puzzles.len(), out);
        ninefold::solve_bytes(puzzles.iter().copied(), 2, |number, found, first| {
            tally.count(found as u64);
            let solution = first.filter(|_| found == 1).and_then(|first| Solution::new(grid(first)).ok());
            match self.form(&grid(puzzles[number]), solution.as_ref()) {
                Some(form) => answers.put(number, 1, Some(&form.to_bytes())),
                None => answers.put(number, found, first),
            }
            answered.add(1);
        });
        answers.finish();
    }

    fn item(&mut self, input: &str, item: &Item, out: &mut Vec<u8>, tally: &mut Tally) {
        let record = match item {
            Ok(record) => record,
            Err(error) => {
                tally.unreadable += 1;
                return if self.json { json::error(input, error, out) } else { line::error(input, error, out) };
            }
        };
        let Some(givens) = givens(record) else {
            tally.unreadable += 1;
            return if self.json {
                json::trouble(input, record.place, NO_FORM, out);
            } else {
                writeln!(out, "! {}", no_form(input, record)).expect("memory takes every byte");
            };
        };
        let answer = givens.solve();
        tally.answer(&answer);
        if self.json {
            return self.object(record, &givens, &answer, out);
        }
        match self.form(&givens, answer.unique()) {
            Some(form) => writeln!(out, "{form}").expect("memory takes every byte"),
            None => line::answer(&answer, out),
        }
    }
}
