//! `ninefold variant`: other sizes and rules. The crate `ninefold-variants` reads, answers and draws.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use anyhow::{Context, bail};
use ninefold_variants::generate::{Theme, generate};
use ninefold_variants::report::{self, Question, Reply};
use ninefold_variants::{Run, text};

use super::{Outcome, say, seed_of_the_clock};
use crate::args::{Action, Effort, Variant};
use crate::input::{Input, Opened};
use crate::threads;

/// The most bytes of one input: variant puzzles are long, but not many.
const MAX_BYTES: u64 = 256 << 20;

/// The puzzles that are answered before their answers are written.
const BATCH: usize = 1024;

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
        Action::Convert => Question::Convert(text::Format::from_name(&args.to).context("an unknown format")?),
        Action::Draw => Question::Draw { solution: args.solution },
    };
    let inputs = inputs(&args.inputs)?;
    answer(&inputs, question, args.json, args.guesses, &args.effort)
}

/// Whether the first line of a file is a grid without rules of a size other than 9 x 9.
pub(super) fn is_other_size(input: &Input) -> bool {
    let start = start_of_file(input);
    let mut lines = start.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.next().is_some_and(text::is_other_size)
}

/// Whether a file starts with a puzzle of another size or with other rules.
pub(super) fn is_variant(input: &Input) -> bool {
    text::is_variant(&start_of_file(input))
}

/// The first few kilobytes of a file; nothing of other inputs, which can be read only once.
fn start_of_file(input: &Input) -> String {
    let mut start = Vec::new();
    if matches!(input, Input::File(_))
        && let Ok(opened) = input.open(&Arc::new(AtomicU64::new(0)))
        && reader(opened).take(4096).read_to_end(&mut start).is_err()
    {
        start.clear();
    }
    String::from_utf8_lossy(&start).into_owned()
}

/// The whole text of an input.
pub(super) fn content(input: &Input) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    reader(input.open(&Arc::new(AtomicU64::new(0)))?)
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .with_context(|| input.cannot_read())?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!("{}: more than {} MiB", input.name(), MAX_BYTES >> 20);
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Solves grids of other sizes.
pub(super) fn solve(inputs: &[Input], effort: &Effort) -> anyhow::Result<Outcome> {
    answer(inputs, Question::Solve, false, None, effort)
}

/// The inputs: an argument that is no file is a puzzle.
fn inputs(arguments: &[OsString]) -> anyhow::Result<Vec<Input>> {
    if arguments.is_empty() {
        return Input::all(arguments);
    }
    let input = |(number, argument): (usize, &OsString)| match argument.to_str() {
        Some(text) if text != "-" && !Path::new(argument).exists() && text.len() >= 16 => {
            Ok(Input::Argument { number: number + 1, text: text.to_owned() })
        }
        _ => Ok(Input::all(std::slice::from_ref(argument))?.remove(0)),
    };
    arguments.iter().enumerate().map(input).collect()
}

fn reader(opened: Opened) -> Box<dyn Read + Send> {
    match opened {
        Opened::Plain(reader) | Opened::Unpacked(reader) => reader,
    }
}

fn answer(
    inputs: &[Input],
    question: Question,
    json: bool,
    guesses: Option<u64>,
    effort: &Effort,
) -> anyhow::Result<Outcome> {
    let threads = threads::number(effort.threads);
    let (mut all, mut good) = (0, 0);
    let mut out = io::BufWriter::new(io::stdout().lock());
    for input in inputs {
        let content = content(input)?;
        let puzzles = text::split(&content);
        for batch in puzzles.chunks(BATCH) {
            // One puzzle is worked on by all threads, many by one thread each.
            let inner = if batch.len() == 1 { threads } else { 1 };
            let reply = |&(line, puzzle): &(usize, &str)| match text::read(puzzle) {
                Ok(variant) => {
                    let run = Run::default().threads(inner);
                    report::reply(&variant, question, &guesses.map_or(run, |most| run.max_guesses(most)))
                }
                Err(mut error) => {
                    error.place.line += line as u64 - 1;
                    report::unreadable(&error)
                }
            };
            for reply in in_order(batch, threads, reply) {
                all += 1;
                good += u64::from(reply.good);
                writeln!(out, "{}", if json { &reply.json } else { &reply.text })?;
            }
            out.flush()?;
        }
    }
    if all == 0 {
        bail!("no puzzle found");
    }
    if !effort.quiet && all > 1 && io::stderr().is_terminal() {
        say(&format!("{all} puzzles, {good} without a problem"));
    }
    Ok(if good == all { Outcome::Success } else { Outcome::SomeNot })
}

/// The replies to the items in their order, found by several threads.
fn in_order<T: Sync>(items: &[T], threads: usize, reply: impl Fn(&T) -> Reply + Sync) -> Vec<Reply> {
    if items.len() <= 1 || threads <= 1 {
        return items.iter().map(reply).collect();
    }
    let next = AtomicUsize::new(0);
    let replies: Mutex<Vec<(usize, Reply)>> = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                while let Some((index, item)) = items.get(next.load(Ordering::Relaxed)).and_then(|_| {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    Some((index, items.get(index)?))
                }) {
                    let reply = reply(item);
                    replies.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((index, reply));
                }
            });
        }
    });
    let mut replies = replies.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    replies.sort_by_key(|&(index, _)| index);
    replies.into_iter().map(|(_, reply)| reply).collect()
}

fn generated(args: &Variant) -> anyhow::Result<Outcome> {
    let theme = Theme::from_name(&args.theme).context("an unknown theme")?;
    let side: usize = args.side.parse()?;
    let format = text::Format::from_name(&args.to).context("an unknown format")?;
    let seed = args.seed.unwrap_or_else(seed_of_the_clock);
    let mut out = io::stdout().lock();
    for number in 0..args.number {
        let puzzle = generate(theme, side, seed.wrapping_add(number), &Run::single())?;
        let reply = report::reply(puzzle.variant(), Question::Convert(format), &Run::single());
        if args.json {
            let solution = puzzle.solution();
            writeln!(out, "{},\"solution\":\"{solution}\"}}", reply.json.trim_end_matches('}'))?;
        } else {
            writeln!(out, "{}", reply.text)?;
        }
    }
    if args.seed.is_none() && !args.effort.quiet {
        say(&format!("--seed {seed} gives the same again"));
    }
    Ok(Outcome::Success)
}
