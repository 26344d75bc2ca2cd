//! `ninefold read`: the puzzle in each photograph.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use ninefold::json::{Members, Object};
use ninefold_photo::{Content, ReadError, Reader, Reading};

use super::{Outcome, say, say_complete};
use crate::args::Read;
use crate::input::Input;
use crate::output::push_object;
use crate::pipeline::{self, Done, FEW_WAITING, Numbered, Output, Plan, Source, Unsettled, Worker};
use crate::progress::Progress;
use crate::results::{Opened, Results};
use crate::tally::{counted, grouped};
use crate::threads;

/// A photograph of the most pixels can take half a gigabyte while it is decoded, so there are no more threads than this.
const MOST_THREADS: usize = 8;
/// No photograph is a longer file.
const MOST_BYTES: u64 = 1 << 28;

pub(crate) fn run(args: &Read) -> anyhow::Result<Outcome> {
    let inputs: Vec<Input> = args.photos.iter().map(photo).collect();
    let write = args.batch.write.as_deref();
    let identities: Vec<String> = inputs.iter().map(Input::identity).collect();
    let job = format!("read {} {identities:?}", args.json);
    let results = match Results::open(&[write], &inputs, args.batch.resume, &job)? {
        Opened::Results(results) => results,
        Opened::Complete => {
            say_complete(&[write]);
            return Ok(Outcome::Success);
        }
    };
    let plan = Plan {
        threads: threads::number(args.batch.effort.threads).min(MOST_THREADS).min(inputs.len()),
        progress: Progress::new(args.batch.effort.quiet, results.is_read_at_once(), Some(inputs.len() as u64)),
        header: String::new(),
        footer: String::new(),
        gather: true,
        waiting: FEW_WAITING,
    };
    let failed = Arc::new(AtomicBool::new(false));
    let source = Photos { inputs: inputs.into_iter(), next: 0, failed: Arc::clone(&failed) };
    let (json, quiet) = (args.json, args.batch.effort.quiet);
    let worker =
        move || PhotoReader { reader: Reader::new(), json, quiet, failed: Arc::clone(&failed), buffer: String::new() };
    let done = pipeline::run(source, results, plan, worker, Unsettled)?;
    if !quiet {
        sum_up(&done);
    }
    Ok(if done.has_failed { Outcome::Failed } else { done.tally.outcome() })
}

/// The photograph that an argument names.
fn photo(argument: &OsString) -> Input {
    if argument == "-" { Input::Stdin } else { Input::File(PathBuf::from(argument)) }
}

fn sum_up(done: &Done<Unsettled>) {
    let (photos, puzzles) = (done.tally.puzzles(), done.tally.unique);
    let others = if puzzles < photos { format!(", {} without one", grouped(photos - puzzles)) } else { String::new() };
    say(&format!("{}: {}{others}", counted(photos, "photograph"), counted(puzzles, "puzzle")));
}

/// The photographs in order.
struct Photos {
    inputs: std::vec::IntoIter<Input>,
    next: u64,
    failed: Arc<AtomicBool>,
}

/// One of them.
#[derive(Default)]
struct Photo {
    index: u64,
    input: Option<Input>,
}

impl Source for Photos {
    type Chunk = Photo;

    fn next_into(&mut self, photo: &mut Photo) -> bool {
        *photo = Photo { index: self.next, input: self.inputs.next() };
        self.next += 1;
        photo.input.is_some()
    }

    fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }
}

impl Numbered for Photo {
    fn index(&self) -> u64 {
        self.index
    }

    fn position(&self) -> u64 {
        self.index + 1
    }
}

struct PhotoReader {
    reader: Reader,
    json: bool,
    quiet: bool,
    /// Set when a file cannot be read.
    failed: Arc<AtomicBool>,
    buffer: String,
}

impl Worker<Photo> for PhotoReader {
    type Draft = ();

    fn work(&mut self, photo: &mut Photo, out: &mut Output<'_>) {
        let Some(input) = photo.input.take() else { return };
        let name = input.name();
        match bytes(&input) {
            Ok(bytes) => self.answer(&name, self.reader.read(&bytes), out),
            Err(error) => {
                self.failed.store(true, Ordering::Relaxed);
                out.tally.unreadable += 1;
                self.refuse(&name, &Unreadable(&format!("{error:#}")), &format!("{error:#}"), out);
            }
        }
        out.counter().add(1);
        out.end_of_item();
    }
}

impl PhotoReader {
    fn answer(&mut self, name: &str, result: Result<Reading, ReadError>, out: &mut Output<'_>) {
        match result {
            Ok(reading) => {
                out.tally.unique += 1;
                if !self.quiet {
                    report_doubtful(name, &reading, out);
                }
                match self.json {
                    true => self.object(name, &reading, out),
                    false => out.line(reading.givens()),
                }
            }
            Err(error) => {
                match &error {
                    ReadError::NotAPuzzle { reason, .. } => out.tally.answer(&reason.answer()),
                    _ => out.tally.unreadable += 1,
                }
                self.refuse(name, &error, &error.to_string(), out);
            }
        }
    }

    fn refuse(&mut self, name: &str, members: &impl Members, message: &str, out: &mut Output<'_>) {
        match self.json {
            true => self.object(name, members, out),
            false => out.line(format_args!("! {name}: {message}")),
        }
    }

    fn object(&mut self, name: &str, members: &impl Members, out: &mut Output<'_>) {
        let mut object = Object::new();
        object.string("photo", name);
        push_object(&object.with(members), &mut self.buffer, out);
    }
}

/// A file that cannot be read, in the form of the other errors.
struct Unreadable<'a>(&'a str);

impl Members for Unreadable<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        struct Inner<'a>(&'a str);
        impl Members for Inner<'_> {
            fn add_to(&self, object: &mut Object<'_>) {
                object.string("kind", "unreadable");
                object.string("message", self.0);
            }
        }
        object.object("error", &Inner(self.0));
    }
}

/// The whole file, unless it is too long.
fn bytes(input: &Input) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = match input {
        Input::File(path) => File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)),
        _ => io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes),
    };
    read.context("cannot read")?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("too large for a photograph: more than {} MiB", MOST_BYTES >> 20);
    }
    Ok(bytes)
}

/// Names the cells to check by eye.
fn report_doubtful(name: &str, reading: &Reading, out: &mut Output<'_>) {
    for cell in reading.doubtful() {
        let shown = reading.cell(cell);
        let (first, second) = (words(shown.content), words(shown.second));
        out.note(format_args!(
            "{name}: {cell} is {first} ({:.2}), or {second} ({:.2})",
            shown.confidence, shown.second_confidence
        ));
    }
}

fn words(content: Content) -> String {
    match content {
        Content::Empty => "empty".to_owned(),
        Content::Printed(digit) => digit.to_string(),
        Content::Written(digit) => format!("{digit} written by hand"),
    }
}
