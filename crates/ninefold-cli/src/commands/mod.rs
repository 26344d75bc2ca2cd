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
pub(crate) mod rate;
pub(crate) mod shuffle;
pub(crate) mod solve;
pub(crate) mod split;
pub(crate) mod steps;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::args;
use crate::batch::{self, Done, Plan, Worker};
use crate::chunk::{Chunks, Grain};
use crate::input::Input;
use crate::interrupt;
use crate::progress::{self, Progress};
use crate::sink::{End, Packer, Packing, Resume, Sink};

/// How a command ended, if it was not stopped by an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Every puzzle has exactly one solution, or was read where no more was asked.
    AllUnique,
    /// Some do not.
    SomeNot,
    /// Some input could not be read; it has been said which.
    Trouble,
}

impl Outcome {
    /// Where nothing is asked of the puzzles but that they can be read.
    fn of_reading(trouble: bool, unreadable: u64) -> Outcome {
        match unreadable {
            _ if trouble => Outcome::Trouble,
            0 => Outcome::AllUnique,
            _ => Outcome::SomeNot,
        }
    }
}

/// Runs a batch and tells about it on standard error.
fn run_batch<W: Worker>(
    inputs: &[Input],
    chunks: Chunks,
    args: &args::Batch,
    job: &str,
    header: &'static str,
    worker: impl Fn() -> W + Send + Sync + 'static,
) -> anyhow::Result<Outcome> {
    run_batch_and_add(inputs, chunks, args, job, header, |_| String::new(), worker)
}

/// Runs a batch and tells about it, with something to add.
fn run_batch_and_add<W: Worker>(
    inputs: &[Input],
    chunks: Chunks,
    args: &args::Batch,
    job: &str,
    header: &'static str,
    extra: impl Fn(&Done) -> String,
    worker: impl Fn() -> W + Send + Sync + 'static,
) -> anyhow::Result<Outcome> {
    interrupt::install();
    let identities: Vec<String> = inputs.iter().map(Input::identity).collect();
    let resume = if args.resume { Resume::Now } else { Resume::Later };
    let sink = Sink::open(args.write.as_deref(), inputs, resume, &format!("{job} {identities:?}"))?;
    let grain = match sink.packing {
        Packing::Plain if worker().takes_plain() => Grain::Coarse,
        _ => Grain::Medium,
    };
    let chunks = chunks.grain(grain);
    let total = inputs.iter().map(Input::size).sum();
    let progress = Progress::new(args.quiet, args.write.is_none(), total);
    let done = batch::run(chunks, sink, Plan { threads: args.threads, progress, header }, worker)?;
    if done.tally.puzzles() == 0 && !done.trouble {
        bail!("no puzzle found in {}", names(inputs));
    }
    if !args.quiet && done.tally.puzzles() > 0 {
        tell(&(done.tally.summary(done.elapsed, done.before) + &extra(&done)));
    }
    Ok(if done.trouble { Outcome::Trouble } else { done.tally.outcome() })
}

/// Says something on standard error; when nobody can hear it, that is no error.
fn tell(message: &str) {
    progress::aside(|| {
        let _ = writeln!(anstream::stderr(), "{message}");
    });
}

fn names(inputs: &[Input]) -> String {
    inputs.iter().map(Input::name).collect::<Vec<_>>().join(", ")
}

/// Writes a whole file of its own, such as a picture: under its name only when it is complete.
fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut sink = Sink::open(Some(path), &[], Resume::Never, "")?;
    let mut packed = Vec::new();
    Packer::new(sink.packing).pack(text.as_bytes(), &mut packed)?;
    sink.put([(&packed[..], Default::default())].into_iter(), true)?;
    sink.finish(End::Complete)
}

/// Pictures, one document for each puzzle.
struct Pictures {
    write: Option<PathBuf>,
    count: u64,
    /// The first one, as long as it may be the only one.
    first: Option<String>,
}

impl Pictures {
    fn new(write: Option<&Path>) -> Pictures {
        Pictures { write: write.map(Path::to_owned), count: 0, first: None }
    }

    fn add(&mut self, picture: String) -> anyhow::Result<()> {
        self.count += 1;
        if self.count == 1 {
            self.first = Some(picture);
            return Ok(());
        }
        let Some(path) = &self.write else {
            bail!(
                "several puzzles are several pictures: with --write NAME.svg they become NAME-1.svg, NAME-2.svg, ..."
            );
        };
        if let Some(first) = self.first.take() {
            write_file(&numbered(path, 1), &first)?;
        }
        write_file(&numbered(path, self.count), &picture)
    }

    fn finish(self) -> anyhow::Result<()> {
        match (self.first, self.write) {
            (Some(picture), Some(path)) => write_file(&path, &picture),
            (Some(picture), None) => {
                let mut stdout = std::io::stdout();
                let written = stdout.write_all(picture.as_bytes()).and_then(|()| stdout.flush());
                written.context("cannot write to standard output")
            }
            (None, _) => Ok(()),
        }
    }
}

/// `name.svg` becomes `name-7.svg`.
fn numbered(path: &Path, number: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|extension| format!(".{}", extension.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number}{extension}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_numbered_before_the_extension() {
        assert_eq!(numbered(Path::new("some/name.svg"), 7), Path::new("some/name-7.svg"));
        assert_eq!(numbered(Path::new("name"), 12), Path::new("name-12"));
    }
}
