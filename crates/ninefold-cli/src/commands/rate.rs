//! `ninefold rate`: how hard each puzzle is, on the Sudoku Explainer scale.

use std::io::Write;

use ninefold::rate::{Rating, Se, SeStep, SeTrace};
use ninefold::text::{self, Format, Record};
use ninefold::{Answer, Candidate, Pencilmarks};

use super::{Outcome, canon, run_batch, solve};
use crate::args::Rate;
use crate::batch::Worker;
use crate::chunk::{Chunks, Grain, Item};
use crate::input::Input;
use crate::output::json::{self, Object};
use crate::output::{csv, line};
use crate::tally::Tally;

pub(crate) fn run(args: &Rate) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let chunks = Chunks::new(inputs.clone(), args.inputs.from, args.batch.write.is_some()).grain(Grain::Fine);
    let shape = match (args.json, args.csv) {
        (true, _) => Shape::Json,
        (_, true) => Shape::Csv,
        _ => Shape::Line,
    };
    let rater = Rater {
        shape,
        trace: args.trace,
        max_er: args.max_er,
        pearl: args.pearl,
        diamond: args.diamond,
        canonical: args.canonical,
    };
    let job = format!("rate {rater:?} {:?}", args.inputs.from);
    run_batch(&inputs, chunks, &args.batch, &job, rater.header(), move || rater)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Line,
    Json,
    Csv,
}

/// What is asked about each puzzle, and how the answer is shown.
#[derive(Clone, Copy, Debug)]
struct Rater {
    shape: Shape,
    trace: bool,
    max_er: Option<Rating>,
    pearl: bool,
    diamond: bool,
    canonical: bool,
}

impl Rater {
    fn header(&self) -> &'static str {
        if self.shape == Shape::Csv { "puzzle,answer,er,ep,ed,error\n" } else { "" }
    }

    fn rate(&self, marks: &Pencilmarks) -> SeTrace {
        let mut se = Se::of_pencilmarks(marks);
        if let Some(max_er) = self.max_er {
            se = se.max_er(max_er);
        }
        if self.trace { se.trace() } else { SeTrace { steps: Vec::new(), rating: se.rate() } }
    }

    /// Whether a rated puzzle is asked for. One that was given up is no pearl as far as anyone knows.
    fn wants(&self, trace: &SeTrace) -> bool {
        match &trace.rating {
            Ok(rating) => (!self.pearl || rating.is_pearl()) && (!self.diamond || rating.is_diamond()),
            Err(_) => !self.pearl && !self.diamond,
        }
    }

    /// `8.8/1.2/1.2`, or `>7.0`.
    fn figures(&self, trace: &SeTrace) -> String {
        match (&trace.rating, self.max_er) {
            (Ok(rating), _) => rating.to_string(),
            (Err(_), Some(max_er)) => format!(">{max_er}"),
            (Err(unfinished), None) => format!("! {unfinished}"),
        }
    }

    /// `rated` is what was rated: the puzzle, or its canonical form.
    fn show(&self, record: &Record, rated: &Record, answer: &Answer, trace: &SeTrace, out: &mut Vec<u8>) {
        match self.shape {
            Shape::Line => {
                let mut text = format!("{} {}\n", puzzle(rated), self.figures(trace));
                text.extend(trace.steps.iter().map(|step| format!("  {step}\n")));
                out.extend_from_slice(text.as_bytes());
            }
            Shape::Csv => {
                let columns = match &trace.rating {
                    Ok(rating) => format!("{},{},{}", rating.er, rating.ep, rating.ed),
                    Err(_) => format!("{},,", self.figures(trace)),
                };
                writeln!(out, "{},unique,{columns},", puzzle(rated)).expect("memory takes every byte");
            }
            Shape::Json => {
                let mut object = Object::of(record, answer.first());
                object.answer(answer);
                if self.canonical {
                    object.string("canonical", &rated.grid.to_string());
                }
                match (&trace.rating, self.max_er) {
                    (Ok(rating), _) => {
                        for (name, figure) in [("er", rating.er), ("ep", rating.ep), ("ed", rating.ed)] {
                            object.raw(name, &figure.to_string());
                        }
                    }
                    (Err(_), Some(max_er)) => object.raw("harder_than", &max_er.to_string()),
                    (Err(_), None) => {}
                }
                if self.trace {
                    object.raw("steps", &json::array(trace.steps.iter().map(step)));
                }
                object.end(out);
            }
        }
    }

    /// A puzzle without a single solution has no rating.
    fn refuse(&self, record: &Record, answer: &Answer, out: &mut Vec<u8>) {
        match self.shape {
            Shape::Line => line::answer(answer, out),
            Shape::Csv => {
                let word = crate::output::word(answer);
                writeln!(out, "{},{word},,,,", puzzle(record)).expect("memory takes every byte");
            }
            Shape::Json => {
                let mut object = Object::of(record, answer.first());
                object.answer(answer);
                object.end(out);
            }
        }
    }
}

impl Worker for Rater {
    fn item(&mut self, input: &str, item: &Item, out: &mut Vec<u8>, tally: &mut Tally) {
        let record = match item {
            Ok(record) => record,
            Err(error) => {
                tally.unreadable += 1;
                return match self.shape {
                    Shape::Line => line::error(input, error, out),
                    Shape::Csv => csv::error(input, error, self.header(), out),
                    Shape::Json => json::error(input, error, out),
                };
            }
        };
        if self.canonical && canon::givens(record).is_none() {
            tally.unreadable += 1;
            return match self.shape {
                Shape::Line => writeln!(out, "! {}", canon::no_form(input, record)).expect("memory takes every byte"),
                Shape::Csv => csv::trouble(&canon::no_form(input, record), self.header(), out),
                Shape::Json => json::trouble(input, record.place, canon::NO_FORM, out),
            };
        }
        let asked = asked(record);
        let (answer, _) = solve::solve(&asked);
        tally.answer(&answer);
        if !answer.is_unique() {
            return self.refuse(record, &answer, out);
        }
        let form = answer.unique().filter(|_| self.canonical).map(|solution| solution.canonical().form_of(&asked.grid));
        let rated = form.map_or(asked, Record::new);
        let trace = self.rate(&marks(&rated));
        if self.wants(&trace) {
            self.show(record, &rated, &answer, &trace, out);
        }
    }
}

/// The puzzle itself: the givens, and the candidates unless a player has placed digits beside them.
fn asked(record: &Record) -> Record {
    let placed = record.grid.filled() - record.givens;
    let candidates = record.candidates.filter(|_| placed.is_empty());
    Record { candidates, ..Record::new(record.given_grid()) }
}

/// The position to rate. Where candidates were told, they are all there is, and a digit in a cell is its only candidate.
fn marks(record: &Record) -> Pencilmarks {
    let Some(mut candidates) = record.candidates else { return Pencilmarks::from(&record.grid) };
    for cell in record.grid.filled() {
        candidates.extend(record.grid[cell].map(|digit| Candidate::new(cell, digit)));
    }
    Pencilmarks::from(candidates)
}

/// The puzzle as it is named in a line: 81 characters, or 729 where it is told in candidates.
fn puzzle(record: &Record) -> String {
    let asked = asked(record);
    match asked.candidates {
        Some(_) => text::write(&asked, Format::Candidates).trim_end().to_owned(),
        None => asked.grid.to_string(),
    }
}

/// A step as an object.
fn step(step: &SeStep) -> String {
    let mut object = Object::empty();
    object.raw("rating", &step.rating.to_string());
    object.string("technique", step.technique);
    object.string("text", &step.text);
    let eliminations = step.eliminations.iter().map(|candidate| json::quoted(&candidate.to_string()));
    object.raw("eliminations", &json::array(eliminations));
    if let Some(placement) = step.placement {
        object.string("placement", &placement.to_string());
    }
    object.text()
}
