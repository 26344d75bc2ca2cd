//! One file a command: from plain values to objects, and back to an exit status.

pub(crate) mod canon;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod dedup;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod hint;
mod keyed;
pub(crate) mod man;
mod pictures;
pub(crate) mod rate;
pub(crate) mod shuffle;
pub(crate) mod solve;
mod solver;
pub(crate) mod split;
pub(crate) mod steps;

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;

use crate::args;
use crate::chunk::{Chunk, ChunkSize, Chunks};
use crate::input::Input;
use crate::pipeline::{self, Done, FEW_WAITING, MANY_WAITING, Plan, Settler, Source, Worker};
use crate::progress::Progress;
pub(crate) use crate::progress::say;
use crate::results::{Compression, Opened, Results};
use crate::tally::{counted, pace};
use crate::threads;

/// How a command ended, if no error stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Every puzzle has exactly one solution, or was read if no more was asked.
    Success,
    /// Some do not.
    SomeNot,
    /// Some input could not be read; the user has been told which.
    Failed,
}

/// Work on the puzzles of inputs.
struct Run<'a> {
    inputs: &'a [Input],
    chunks: Chunks,
    /// The files for the results; `None` is standard output.
    writes: &'a [Option<&'a Path>],
    resume: bool,
    effort: &'a args::Effort,
    /// What is done. Only the same job with the same inputs can be resumed.
    job: String,
    header: String,
    footer: String,
}

impl<'a> Run<'a> {
    fn new(inputs: &'a [Input], chunks: Chunks, write: &'a [Option<&'a Path>; 1], batch: &'a args::Batch) -> Run<'a> {
        Run {
            inputs,
            chunks,
            writes: write,
            resume: batch.resume,
            effort: &batch.effort,
            job: String::new(),
            header: String::new(),
            footer: String::new(),
        }
    }

    /// Runs it to the end. `None` if `--resume` finds the results complete.
    fn run<W: Worker<Chunk>, T: Settler<W::Draft>>(
        self,
        worker: impl Fn() -> W + Send + Sync + 'static,
        settler: T,
    ) -> anyhow::Result<Option<Done<T>>> {
        self.run_on(|chunks| chunks, worker, settler)
    }

    /// The same with another source of chunks, made of those of the inputs.
    fn run_on<S: Source, W: Worker<S::Chunk>, T: Settler<W::Draft>>(
        self,
        source: impl FnOnce(Chunks) -> S,
        worker: impl Fn() -> W + Send + Sync + 'static,
        settler: T,
    ) -> anyhow::Result<Option<Done<T>>> {
        let Run { inputs, chunks, writes, resume, effort, job, header, footer } = self;
        let identities: Vec<String> = inputs.iter().map(Input::identity).collect();
        let job = format!("{job} {identities:?}");
        let results = match Results::open(writes, inputs, resume, &job)? {
            Opened::Results(results) => results,
            Opened::Complete => {
                say_complete(writes);
                return Ok(None);
            }
        };
        let total = inputs.iter().map(Input::size).sum();
        let small = chunks.size() >= ChunkSize::Small;
        let plan = Plan {
            threads: threads::number(effort.threads),
            progress: Progress::new(effort.quiet, results.is_read_at_once(), total),
            header,
            footer,
            gather: small,
            waiting: if small { MANY_WAITING } else { FEW_WAITING },
        };
        let done = pipeline::run(source(chunks), results, plan, worker, settler)?;
        if done.tally.puzzles() == 0 && !done.has_failed {
            bail!("no puzzle found in {}", names(inputs));
        }
        Ok(Some(done))
    }
}

/// Reports that `--resume` has nothing to do.
fn say_complete(writes: &[Option<&Path>]) {
    let names: Vec<String> = writes.iter().flatten().map(|path| path.display().to_string()).collect();
    say(&format!(
        "{}: complete, and there is no unfinished run to resume; without --resume the work is done again",
        names.join(", ")
    ));
}

/// The chunks of the inputs, no larger than this.
fn chunks(inputs: &[Input], from: &args::Inputs, write: Option<&Path>, size: ChunkSize) -> Chunks {
    let compressed = write.is_some_and(|path| Compression::of(path) != Compression::None);
    let size = if compressed { size.max(ChunkSize::Medium) } else { size };
    Chunks::new(inputs.to_vec(), from.from, size, writes_to_file(write))
}

/// Whether the results go to a file: then chunks must be the same in every run.
fn writes_to_file(write: Option<&Path>) -> bool {
    write.is_some_and(|path| path.as_os_str() != "-")
}

/// Prints the summary of a command that asks for solutions, and returns its exit status.
fn sum_up<T>(done: Option<&Done<T>>, effort: &args::Effort, extra: impl Fn(&Done<T>) -> String) -> Outcome {
    let Some(done) = done else { return Outcome::Success };
    let puzzles = done.tally.puzzles();
    if !effort.quiet && puzzles > 0 {
        say(&format!("{}{}{}", done.tally, pace(puzzles - done.before, done.elapsed), extra(done)));
    }
    if done.has_failed { Outcome::Failed } else { done.tally.outcome() }
}

/// Prints the summary of a command that only reads puzzles, and returns its exit status.
fn sum_up_reading<T>(
    done: Option<&Done<T>>,
    effort: &args::Effort,
    summary: impl Fn(&Done<T>) -> Option<String>,
) -> Outcome {
    let Some(done) = done else { return Outcome::Success };
    let puzzles = done.tally.puzzles();
    if !effort.quiet
        && puzzles > 0
        && let Some(summary) = summary(done)
    {
        say(&(summary + &pace(puzzles - done.before, done.elapsed)));
    }
    if done.tally.incomplete > 0 {
        let puzzles = counted(done.tally.incomplete, "puzzle");
        say(&format!("{puzzles} had fields that the first one has not: they have no column and are left out"));
    }
    if done.has_failed { Outcome::Failed } else { done.tally.outcome_of_reading() }
}

fn names(inputs: &[Input]) -> String {
    inputs.iter().map(Input::name).collect::<Vec<_>>().join(", ")
}

/// A seed that the user has not chosen.
fn seed_of_the_clock() -> u64 {
    // Short enough to be typed.
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros() as u64 % 1_000_000_000)
}
