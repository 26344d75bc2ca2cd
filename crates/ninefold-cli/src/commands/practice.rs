//! `ninefold practice`: positions in which a technique is the next step.

use std::io::Write as _;
use std::time::Instant;

use anyhow::Context;
use ninefold::Control;
use ninefold::generate::{Exercise, Practice};
use ninefold::json::{Object, Practised};
use ninefold::text::{self, Format, Record};

use super::{Outcome, say, seed_of_the_clock};
use crate::args;
use crate::tally::{counted, grouped};
use crate::{complain, interrupt};

pub(crate) fn run(args: &args::Practice) -> anyhow::Result<Outcome> {
    let seed = args.seed.unwrap_or_else(seed_of_the_clock);
    let practice = Practice::new(args.technique);
    let mut exercises = practice.exercises(seed);
    let begin = Instant::now();
    let mut found = 0;
    while found < args.number {
        let deadline = args.time.map_or_else(|| Instant::now() + Practice::PATIENCE, |time| begin + time);
        let mut control = Control::new().stop_when(|| Instant::now() > deadline);
        let Some(exercise) = exercises.next_with(&mut control) else { break };
        found += 1;
        let text = if args.json { json(args, seed, &exercise) } else { sheet(args, found, &exercise) };
        let _gate = interrupt::gate();
        let mut stdout = std::io::stdout().lock();
        let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
        written.context("cannot write to standard output")?;
    }
    let puzzles = format!("{} in {}", counted(found, "position"), counted(exercises.examined(), "puzzle"));
    if !args.quiet {
        let again = if args.seed.is_none() { format!("; --seed {seed} gives the same again") } else { String::new() };
        say(&format!("{puzzles}, {:.1} s{again}", begin.elapsed().as_secs_f64()));
    }
    if found == args.number {
        return Ok(Outcome::Success);
    }
    let number = grouped(args.number);
    complain(&format!("{puzzles} of the {number} asked for, with {} as the next step", args.technique.slug()));
    Ok(Outcome::SomeNot)
}

fn json(args: &args::Practice, seed: u64, exercise: &Exercise) -> String {
    let record = Record::of_position(exercise.position());
    Object::of(&record).with(&Practised { exercise, seed, language: args.language }).to_string() + "\n"
}

/// The position as a drawing, then the step.
fn sheet(args: &args::Practice, number: u64, exercise: &Exercise) -> String {
    let (language, step) = (args.language, &exercise.deduction);
    let drawing = text::write(&Record::of_position(exercise.position()), Format::Pencilmarks);
    let (name, sentence) = (language.name(step.technique), language.sentence(step));
    format!("{number}. {}\n{}\n{name}: {sentence}\n\n", exercise.puzzle, drawing.trim_end())
}
