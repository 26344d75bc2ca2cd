//! `ninefold variant`: other sizes and rules. The crate `ninefold-variants` reads, answers and draws.
//!
//! A chunk is one puzzle: variants take longer than 9x9 Sudokus, and are never many.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::vec::IntoIter;

use anyhow::{Context, bail};
use ninefold_variants::generate::{Theme, generate};
use ninefold_variants::report::{self, Question, Reply};
use ninefold_variants::{Run, text};

use super::{Outcome, names, say, say_complete, seed_of_the_clock};
use crate::args::{Action, Batch, Variant};
use crate::input::{Input, Opened};
use crate::pipeline::{self, Done, MANY_WAITING, Numbered, Output, Plan, Source, Unsettled, Worker};
use crate::progress::Progress;
use crate::results::{self, Results, recorded_number};
use crate::tally::{counted, grouped};
use crate::{complain, threads};

/// The most bytes of one input: variant puzzles are long, but not many.
const MAX_BYTES: u64 = 256 << 20;

pub(crate) fn run(args: &Variant) -> anyhow::Result<Outcome> {
    let question = match args.action {
        Action::Generate => return generated(args),
        Action::Solve => Question::Solve,
        Action::Count => match args.estimate {
            Some(samples) => Question::Estimate(samples, args.seed.unwrap_or(0)),
            None => Question::Count(args.limit),
        },
        Action::Check => Question::Check,
        Action::Candidates => Question::Candidates,
        Action::Explain => Question::Explain(args.language),
        Action::Convert => Question::Convert(format(args)?),
        Action::Draw => Question::Draw { solution: args.solution },
    };
    let asked = Asked { question, json: args.json, guesses: args.guesses };
    answer(inputs(&args.inputs)?, asked, &args.batch)
}

/// Solves grids of other sizes.
pub(super) fn solve(inputs: Vec<Input>, json: bool, batch: &Batch) -> anyhow::Result<Outcome> {
    answer(inputs, Asked { question: Question::Solve, json, guesses: None }, batch)
}

/// Whether the first line of an input is a grid without rules of a size other than 9 x 9.
pub(super) fn is_other_size(input: &Input) -> bool {
    let start = input.start();
    let start = String::from_utf8_lossy(&start);
    let mut lines = start.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.next().is_some_and(text::is_other_size)
}

/// Whether a file starts with a puzzle of another size or with other rules.
pub(super) fn is_variant(input: &Input) -> bool {
    matches!(input, Input::File(_)) && text::is_variant(&String::from_utf8_lossy(&input.start()))
}

/// The whole text of an input. The counter counts its bytes, compressed or not.
pub(super) fn content(input: &Input, read: &Arc<AtomicU64>) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    reader(input.open(read)?).take(MAX_BYTES + 1).read_to_end(&mut bytes).with_context(|| input.cannot_read())?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!("{}: more than {} MiB", input.name(), MAX_BYTES >> 20);
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn reader(opened: Opened) -> Box<dyn Read + Send> {
    match opened {
        Opened::Plain(reader) | Opened::Unpacked(reader) => reader,
    }
}

fn format(args: &Variant) -> anyhow::Result<text::Format> {
    text::Format::from_name(&args.to).context("an unknown format")
}

/// The inputs: files, standard input, or arguments that are puzzles themselves.
fn inputs(arguments: &[OsString]) -> anyhow::Result<Vec<Input>> {
    if arguments.is_empty() {
        return Input::all(arguments);
    }
    let input = |(number, argument): (usize, &OsString)| match argument.to_str() {
        Some(text) if !Path::new(argument).exists() && (text::is_variant(text) || text::read(text).is_ok()) => {
            Ok(Input::Argument { number: number + 1, text: text.to_owned() })
        }
        _ => Ok(Input::all(std::slice::from_ref(argument))?.remove(0)),
    };
    arguments.iter().enumerate().map(input).collect()
}

/// The question about each puzzle, and the form of its answer.
#[derive(Clone, Copy, Debug)]
struct Asked {
    question: Question,
    json: bool,
    guesses: Option<u64>,
}

fn answer(inputs: Vec<Input>, asked: Asked, batch: &Batch) -> anyhow::Result<Outcome> {
    let identities: Vec<String> = inputs.iter().map(Input::identity).collect();
    let job = format!("variant {asked:?} {identities:?}");
    let names = names(&inputs);
    let total = inputs.iter().map(Input::size).sum();
    let threads = threads::number(batch.effort.threads);
    let alone = inputs.len() == 1;
    let puzzles = Puzzles { inputs: inputs.clone().into_iter(), alone, ..Puzzles::default() };
    let worker = move || Answerer { asked, threads };
    let Some(done) = pipelined(puzzles, &inputs, total, &job, batch, threads, worker)? else {
        return Ok(Outcome::Success);
    };
    if done.tally.puzzles() == 0 && !done.has_failed {
        bail!("no puzzle found in {names}");
    }
    Ok(sum_up(&done, batch))
}

/// Runs the pipeline. `None` if the results are already complete.
fn pipelined<S: Source, W: Worker<S::Chunk, Draft = ()>>(
    source: S,
    inputs: &[Input],
    total: Option<u64>,
    job: &str,
    batch: &Batch,
    threads: usize,
    worker: impl Fn() -> W + Send + Sync + 'static,
) -> anyhow::Result<Option<Done<Unsettled>>> {
    let write = batch.write.as_deref();
    let results = match Results::open(&[write], inputs, batch.resume, job)? {
        results::Opened::Results(results) => results,
        results::Opened::Complete => {
            say_complete(&[write]);
            return Ok(None);
        }
    };
    let plan = Plan {
        threads,
        progress: Progress::new(batch.effort.quiet, results.is_read_at_once(), total),
        header: String::new(),
        footer: String::new(),
        gather: true,
        waiting: MANY_WAITING,
    };
    pipeline::run(source, results, plan, worker, Unsettled).map(Some)
}

/// Prints the summary of several puzzles, and returns the exit status.
fn sum_up(done: &Done<Unsettled>, batch: &Batch) -> Outcome {
    let (puzzles, good) = (done.tally.puzzles(), done.tally.unique);
    if !batch.effort.quiet && puzzles > 1 {
        say(&format!("{}: {} without a problem", counted(puzzles, "puzzle"), grouped(good)));
    }
    match (done.has_failed, good == puzzles) {
        (true, _) => Outcome::Failed,
        (false, true) => Outcome::Success,
        (false, false) => Outcome::SomeNot,
    }
}

/// The puzzles of the inputs, one after another.
#[derive(Default)]
struct Puzzles {
    inputs: IntoIter<Input>,
    /// Whether there is a single input.
    alone: bool,
    name: Arc<str>,
    /// The puzzles of the current input that are still to be answered.
    texts: IntoIter<(usize, String)>,
    index: u64,
    /// The number of bytes read from the inputs.
    read: Arc<AtomicU64>,
    failed: bool,
}

/// One of them.
#[derive(Default)]
struct PuzzleText {
    index: u64,
    position: u64,
    name: Arc<str>,
    line: usize,
    text: String,
    /// Whether it is the only puzzle. Then all threads work on it.
    alone: bool,
    is_doubtful: bool,
}

impl Source for Puzzles {
    type Chunk = PuzzleText;

    fn next_into(&mut self, chunk: &mut PuzzleText) -> bool {
        loop {
            // One that remains after this one means that there are more than one.
            let alone = self.alone && self.index == 0 && self.texts.len() == 1;
            if let Some((line, text)) = self.texts.next() {
                let (index, position) = (self.index, self.read.load(Ordering::Relaxed));
                let name = Arc::clone(&self.name);
                *chunk = PuzzleText { index, position, name, line, text, alone, is_doubtful: self.failed };
                self.index += 1;
                return true;
            }
            let Some(input) = self.inputs.next() else { return false };
            self.name = input.name().into();
            match content(&input, &self.read) {
                Ok(content) => {
                    let texts = text::split(&content).into_iter().map(|(line, text)| (line, text.to_owned()));
                    self.texts = texts.collect::<Vec<_>>().into_iter();
                }
                Err(error) => {
                    self.failed = true;
                    complain(&format!("{error:#}"));
                }
            }
        }
    }

    fn has_failed(&self) -> bool {
        self.failed
    }
}

impl Numbered for PuzzleText {
    fn index(&self) -> u64 {
        self.index
    }

    fn position(&self) -> u64 {
        self.position
    }

    fn is_doubtful(&self) -> bool {
        self.is_doubtful
    }
}

struct Answerer {
    asked: Asked,
    threads: usize,
}

impl Worker<PuzzleText> for Answerer {
    type Draft = ();

    fn work(&mut self, puzzle: &mut PuzzleText, out: &mut Output<'_>) {
        let reply = match text::read(&puzzle.text) {
            Ok(variant) => {
                let run = Run::default().threads(if puzzle.alone { self.threads } else { 1 });
                let run = self.asked.guesses.map_or(run, |most| run.max_guesses(most));
                report::reply(&variant, self.asked.question, &run)
            }
            Err(mut error) => {
                error.place.line += puzzle.line as u64 - 1;
                report::unreadable(&puzzle.name, &error)
            }
        };
        put(&reply, self.asked.json, out);
    }
}

/// Writes a reply and counts it.
fn put(reply: &Reply, json: bool, out: &mut Output<'_>) {
    match reply.good {
        true => out.tally.unique += 1,
        false => out.tally.unreadable += 1,
    }
    out.line(if json { &reply.json } else { &reply.text });
    out.counter().add(1);
    out.end_of_item();
}

fn generated(args: &Variant) -> anyhow::Result<Outcome> {
    if let Some(input) = args.inputs.first() {
        bail!("found the input {input:?}, expected none: variant generate makes new puzzles");
    }
    let theme = Theme::from_name(&args.theme).context("an unknown theme")?;
    let side: usize = args.side.parse()?;
    let format = format(args)?;
    let write = args.batch.write.as_deref();
    let recorded = || if args.batch.resume { recorded_number(write, "seed") } else { None };
    let seed = args.seed.or_else(recorded).unwrap_or_else(seed_of_the_clock);
    let maker = Maker { theme, side, format, seed, json: args.json };
    let job = format!("variant generate seed {seed} {maker:?} {}", args.number);
    let threads = threads::number(args.batch.effort.threads).min(args.number.try_into().unwrap_or(usize::MAX));
    let source = Numbers { next: 0, end: args.number };
    let done = pipelined(source, &[], Some(args.number), &job, &args.batch, threads, move || maker)?;
    if args.seed.is_none() && !args.batch.effort.quiet {
        say(&format!("--seed {seed} gives the same again"));
    }
    Ok(done.map_or(Outcome::Success, |done| done.tally.outcome()))
}

/// The numbers of the puzzles to generate.
struct Numbers {
    next: u64,
    end: u64,
}

/// One of them.
#[derive(Default)]
struct Number(u64);

impl Source for Numbers {
    type Chunk = Number;

    fn next_into(&mut self, number: &mut Number) -> bool {
        *number = Number(self.next);
        self.next += 1;
        number.0 < self.end
    }
}

impl Numbered for Number {
    fn index(&self) -> u64 {
        self.0
    }

    fn position(&self) -> u64 {
        self.0 + 1
    }
}

#[derive(Clone, Copy, Debug)]
struct Maker {
    theme: Theme,
    side: usize,
    format: text::Format,
    seed: u64,
    json: bool,
}

impl Worker<Number> for Maker {
    type Draft = ();

    fn work(&mut self, number: &mut Number, out: &mut Output<'_>) {
        let reply = match generate(self.theme, self.side, self.seed.wrapping_add(number.0), &Run::single()) {
            Ok(puzzle) => report::generated(&puzzle, self.format),
            Err(stopped) => report::stopped(stopped),
        };
        put(&reply, self.json, out);
    }
}
