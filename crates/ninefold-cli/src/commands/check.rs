//! `ninefold check`: what is wrong or right about a puzzle.
//!
//! A report for one puzzle, a line each for many, an object each with `--json`. All three show the same [`Findings`].

use anstyle::{AnsiColor, Style};
use ninefold::symmetry::PatternSymmetry;
use ninefold::text::Record;
use ninefold::{Answer, CellSet, Conflict, Pencilmarks};

use super::{Outcome, run_batch, solve};
use crate::args::Check;
use crate::batch::Worker;
use crate::chunk::{Chunks, Item};
use crate::input::Input;
use crate::output::json::Object;
use crate::output::{self, grid, json, line};
use crate::tally::{Tally, grouped};

pub(crate) fn run(args: &Check) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let mut chunks = Chunks::new(inputs.clone(), args.inputs.from, args.batch.write.is_some());
    if !args.json
        && args.batch.write.is_none()
        && let Some((input, item)) = chunks.single()
    {
        return report_one(&input, &item);
    }
    let job = format!("check json {} {:?}", args.json, args.inputs.from);
    let json = args.json;
    run_batch(&inputs, chunks, &args.batch, &job, "", move || Checker { json })
}

fn report_one(input: &str, item: &Item) -> anyhow::Result<Outcome> {
    let mut tally = Tally::default();
    let text = match item {
        Ok(record) => {
            let findings = Findings::of(record);
            tally.answer(&findings.answer);
            report(record, &findings)
        }
        Err(error) => {
            tally.unreadable += 1;
            format!("! {}\n", output::place(input, error))
        }
    };
    output::to_terminal(&text)?;
    Ok(tally.outcome())
}

/// Solutions are counted up to here.
const MOST_SOLUTIONS: usize = 1000;

/// All there is to say.
struct Findings {
    givens: CellSet,
    conflicts: Vec<Conflict>,
    answer: Answer,
    /// At most [`MOST_SOLUTIONS`].
    count: usize,
    /// Givens that can each be left out without a second solution appearing. Nothing is said where there is no single
    /// solution, nor where the puzzle is told in pencilmarks.
    redundant: Option<CellSet>,
    symmetries: Vec<PatternSymmetry>,
    /// Placed digits that are wrong, where the givens have exactly one solution.
    wrong: CellSet,
}

impl Findings {
    fn of(record: &Record) -> Findings {
        // The puzzle is the givens. Digits placed later are the player's and may be wrong, and so may be the candidates
        // that stand beside them.
        let placed = record.grid.filled() - record.givens;
        let candidates = record.candidates.filter(|_| placed.is_empty());
        let puzzle = Record { candidates, ..Record::new(record.given_grid()) };
        let (answer, _) = solve::solve(&puzzle);
        let count = match answer {
            Answer::NoSolution => 0,
            Answer::Unique(_) => 1,
            Answer::Multiple(..) => solve::solutions(&puzzle).take(MOST_SOLUTIONS).count(),
        };
        let told_in_pencilmarks = record
            .candidates
            .is_some_and(|candidates| !Pencilmarks::from(&puzzle.grid).candidates().is_subset(candidates));
        let is_redundant = |given: &ninefold::Cell| {
            let mut fewer = puzzle.grid;
            fewer[*given] = None;
            fewer.solve().is_unique()
        };
        let redundant =
            (answer.is_unique() && !told_in_pencilmarks).then(|| record.givens.iter().filter(is_redundant).collect());
        let wrong = answer.unique().map_or(CellSet::EMPTY, |solution| {
            placed.iter().filter(|&cell| record.grid[cell] != Some(solution[cell])).collect()
        });
        Findings {
            givens: record.givens,
            conflicts: puzzle.grid.conflicts().collect(),
            answer,
            count,
            redundant,
            symmetries: PatternSymmetry::of(record.givens).collect(),
            wrong,
        }
    }

    fn solutions(&self) -> String {
        match self.count {
            0 => "none".to_owned(),
            1 => "exactly one".to_owned(),
            MOST_SOLUTIONS => format!("{} or more", grouped(MOST_SOLUTIONS as u64)),
            count => count.to_string(),
        }
    }

    fn symmetry(&self) -> String {
        let names: Vec<String> = self.symmetries.iter().map(PatternSymmetry::to_string).collect();
        names.join(", ")
    }
}

/// The report on one puzzle.
fn report(record: &Record, findings: &Findings) -> String {
    const GOOD: Style = AnsiColor::Green.on_default().bold();
    const BAD: Style = AnsiColor::Red.on_default().bold();
    const NOTE: Style = AnsiColor::Yellow.on_default().bold();
    let in_conflict = findings.conflicts.iter().fold(CellSet::EMPTY, |cells, conflict| cells | conflict.cells);
    let redundant = findings.redundant.unwrap_or(CellSet::EMPTY);
    let mut text = grid::draw(&record.grid, |cell| match () {
        () if in_conflict.contains(cell) || findings.wrong.contains(cell) => BAD,
        () if redundant.contains(cell) => AnsiColor::Yellow.on_default(),
        () if record.givens.contains(cell) => Style::new().bold(),
        () => AnsiColor::Cyan.on_default(),
    });
    let mut row = |name: &str, style: Style, value: &str| {
        text += &format!(" {name:<11} {style}{value}{style:#}\n");
    };
    row("givens", Style::new(), &findings.givens.len().to_string());
    for conflict in &findings.conflicts {
        row("conflict", BAD, &conflict.to_string());
    }
    if findings.conflicts.is_empty() {
        row("conflicts", GOOD, "none");
    }
    row("solutions", if findings.count == 1 { GOOD } else { BAD }, &findings.solutions());
    match &findings.answer {
        Answer::NoSolution => {}
        Answer::Unique(solution) => row("solution", Style::new(), &solution.to_string()),
        Answer::Multiple(first, second) => {
            row("one", Style::new(), &first.to_string());
            row("another", Style::new(), &second.to_string());
            row("differ in", NOTE, &first.differences(second).to_string());
        }
    }
    if !findings.wrong.is_empty() {
        row("wrong", BAD, &findings.wrong.to_string());
    }
    match findings.redundant {
        Some(redundant) if redundant.is_empty() => row("minimal", GOOD, "yes, every given is needed"),
        Some(redundant) => row("minimal", NOTE, &format!("no, each of these can be left out: {redundant}")),
        None => {}
    }
    let symmetry = findings.symmetry();
    row("symmetry", Style::new(), if symmetry.is_empty() { "none" } else { &symmetry });
    text
}

/// Writes findings of many puzzles.
struct Checker {
    json: bool,
}

impl Worker for Checker {
    fn item(&mut self, input: &str, item: &Item, out: &mut Vec<u8>, tally: &mut Tally) {
        match item {
            Ok(record) => {
                let findings = Findings::of(record);
                tally.answer(&findings.answer);
                if self.json {
                    object(record, &findings, out);
                } else {
                    out.extend_from_slice(compact(&findings).as_bytes());
                    out.push(b'\n');
                }
            }
            Err(error) => {
                tally.unreadable += 1;
                if self.json { json::error(input, error, out) } else { line::error(input, error, out) }
            }
        }
    }
}

/// The findings in one line.
fn compact(findings: &Findings) -> String {
    let mut parts = vec![output::word(&findings.answer).to_owned()];
    parts.push(format!("{} givens", findings.givens.len()));
    parts.extend(findings.conflicts.iter().map(Conflict::to_string));
    if let Answer::Multiple(first, second) = &findings.answer {
        parts.push(format!("{} solutions, differences {}", findings.solutions(), first.differences(second)));
    }
    if !findings.wrong.is_empty() {
        parts.push(format!("wrong {}", findings.wrong));
    }
    match findings.redundant {
        Some(redundant) if redundant.is_empty() => parts.push("minimal".to_owned()),
        Some(redundant) => parts.push(format!("redundant {redundant}")),
        None => {}
    }
    let symmetry = findings.symmetry();
    parts.push(if symmetry.is_empty() { "no symmetry".to_owned() } else { symmetry });
    parts.join("; ")
}

/// The findings as an object.
fn object(record: &Record, findings: &Findings, out: &mut Vec<u8>) {
    let mut object = Object::of(record, findings.answer.first());
    object.answer(&findings.answer);
    object.raw("count", &findings.count.to_string());
    object.raw("limit", &MOST_SOLUTIONS.to_string());
    let conflicts = findings.conflicts.iter().map(|conflict| {
        let cells = json::array(conflict.cells.iter().map(|cell| json::quoted(&cell.to_string())));
        format!(r#"{{"house": "{}", "digit": {}, "cells": {cells}}}"#, conflict.house, conflict.digit)
    });
    object.raw("conflicts", &json::array(conflicts));
    if let Some(redundant) = findings.redundant {
        object.raw("minimal", if redundant.is_empty() { "true" } else { "false" });
        object.cells("redundant", redundant);
    }
    if !findings.wrong.is_empty() {
        object.cells("wrong", findings.wrong);
    }
    let symmetries = findings.symmetries.iter().map(|symmetry| json::quoted(&symmetry.to_string()));
    object.raw("symmetries", &json::array(symmetries));
    object.end(out);
}
