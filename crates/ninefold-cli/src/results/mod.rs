//! The destinations of results: standard output, or files that are either complete or named as parts.
//!
//! ```text
//!   FILE.part      the results so far: whole lines, in order
//!   FILE.writing   the same file while results are appended to it
//!   FILE.resume    the log of the progress: a line is added after results are appended
//!   FILE           the complete result
//! ```
//!
//! A piece is the result of one or several chunks of the input. The cuts between chunks depend only on the input, so a
//! killed run can be continued: the next run truncates the parts to the last lengths recorded in `FILE.resume`, skips the
//! chunks recorded there, and continues. In a compressed file each piece is a gzip member or a zstd frame, so the file is
//! the same there too, byte for byte.
//!
//! A command may write several files. They share one log, named after the first.
//!
//! A symbolic link is followed: the run replaces its target.

mod compression;
mod log;
mod part;

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

pub(crate) use compression::{Compression, Compressor};
use log::Log;
use part::{Names, Part};

use crate::input::{Input, metadata_of, same_file};
use crate::interrupt;
use crate::tally::{Tally, counted};

/// The destinations of the pieces, and the progress.
pub(crate) struct Results {
    sinks: Vec<Sink>,
    log: Option<Log>,
    /// The number of chunks whose results are written, including those of an earlier run.
    pub(crate) chunks: u64,
    /// The counts of puzzles so far, including those of an earlier run.
    pub(crate) tally: Tally,
}

/// The destination of one kind of results.
struct Sink {
    out: Out,
    compression: Compression,
}

enum Out {
    Stdout(io::Stdout),
    /// A device or pipe that was named as a file.
    Special {
        path: PathBuf,
        file: File,
    },
    Part(Part),
}

/// The outcome of opening the results.
pub(crate) enum Opened {
    Results(Results),
    /// The file is already complete: there is nothing to resume.
    Complete,
}

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Everything was read.
    Complete,
    /// Some of it could not be read.
    Incomplete,
    /// There was no puzzle, so there is no result.
    Nothing,
}

impl Results {
    /// Opens these files, or standard output if the name is missing or `-`. `job` describes the command and its inputs:
    /// only the same job can be resumed.
    pub(crate) fn open(writes: &[Option<&Path>], inputs: &[Input], resume: bool, job: &str) -> anyhow::Result<Opened> {
        let mut sinks = writes.iter().map(|write| Sink::open(*write, inputs)).collect::<anyhow::Result<Vec<_>>>()?;
        let names: Vec<Names> = sinks.iter().filter_map(Sink::names).cloned().collect();
        if let Some(twice) =
            names.iter().enumerate().find(|(i, name)| names[..*i].iter().any(|n| n.whole == name.whole))
        {
            bail!("{}: two different results cannot go to the same file", twice.1.whole.display());
        }
        // A run can be resumed only if all results are files.
        let Some(first) = names.first().filter(|_| names.len() == sinks.len()) else {
            begin_parts(&mut sinks)?;
            return Ok(Opened::Results(Results { sinks, log: None, chunks: 0, tally: Tally::default() }));
        };
        let is_finished = |names: &Names| names.whole.is_file() && !names.is_begun();
        if resume && names.iter().all(is_finished) && !first.log.exists() {
            return Ok(Opened::Complete);
        }
        let mut log = Log::open(first)?;
        let present: Vec<Option<u64>> = names.iter().map(length_of_part).collect();
        let state = if resume { log.last_state(job, &present, first)? } else { None };
        let is_there = |names: &Names| names.part.exists() || names.whole.is_file();
        let state = state.filter(|state| match state.is_complete {
            true => names.iter().all(is_there),
            false => present.iter().all(Option::is_some),
        });
        if state.as_ref().is_some_and(|state| state.is_complete) {
            for name in names.iter().filter(|names| names.part.exists()) {
                fs::rename(&name.part, &name.whole).with_context(|| cannot_write(&name.whole))?;
            }
            remove_log(log);
            return Ok(Opened::Complete);
        }
        match &state {
            Some(state) => log.continue_after(state)?,
            None => log.begin(job)?,
        }
        let lengths = state.as_ref().map_or_else(|| vec![0; sinks.len()], |state| state.lengths.clone());
        let (chunks, tally) = state.map_or((0, Tally::default()), |state| (state.chunks, state.tally));
        let mut results = Results { sinks, log: Some(log), chunks, tally };
        results.advise();
        for (sink, length) in results.sinks.iter_mut().zip(lengths) {
            sink.begin_at(length)?;
        }
        Ok(Opened::Results(results))
    }

    /// Results in one file or standard output that cannot be resumed, such as a picture.
    pub(crate) fn open_once(write: Option<&Path>) -> anyhow::Result<Results> {
        let mut sinks = vec![Sink::open(write, &[])?];
        begin_parts(&mut sinks)?;
        Ok(Results { sinks, log: None, chunks: 0, tally: Tally::default() })
    }

    /// The number of kinds of results.
    pub(crate) fn sinks(&self) -> usize {
        self.sinks.len()
    }

    /// The compression of the results of a kind.
    pub(crate) fn compression(&self, sink: usize) -> Compression {
        self.sinks[sink].compression
    }

    /// Whether another program may be reading the results. If so, they are written immediately.
    pub(crate) fn is_read_at_once(&self) -> bool {
        self.sinks.iter().any(|sink| !matches!(sink.out, Out::Part(_)))
    }

    /// The unfinished file of the first kind, if it is a file: the results of an earlier run up to where this one continues.
    pub(crate) fn unfinished_file(&self) -> Option<&Path> {
        self.sinks.first().and_then(Sink::names).map(|names| names.part.as_path())
    }

    /// Writes compressed pieces for each sink.
    pub(crate) fn put(&mut self, pieces: &[Vec<&[u8]>]) -> anyhow::Result<()> {
        let _gate = interrupt::gate();
        let resumable = self.log.is_some();
        for (sink, pieces) in self.sinks.iter_mut().zip(pieces) {
            sink.put(pieces, resumable)?;
        }
        Ok(())
    }

    /// Records that the pieces so far are the results of whole chunks: this many more, with these counts. `certain` states
    /// whether the next run would cut the same chunks.
    pub(crate) fn end_chunks(&mut self, chunks: u64, tally: Tally, certain: bool) -> anyhow::Result<()> {
        self.chunks += chunks;
        self.tally += tally;
        if certain && let Some(log) = &mut self.log {
            let _gate = interrupt::gate();
            let lengths: Vec<u64> = self.sinks.iter().map(Sink::length).collect();
            log.note(self.chunks, &lengths, &self.tally)?;
            self.advise();
        }
        Ok(())
    }

    /// Finishes the results after everything is written.
    pub(crate) fn finish(mut self, end: End) -> anyhow::Result<()> {
        let _gate = interrupt::gate();
        if end == End::Incomplete
            && let Some(names) = self.sinks.iter().find_map(Sink::names)
        {
            bail!("{} is not complete: its name stays {}", names.whole.display(), names.part.display());
        }
        interrupt::advise(String::new());
        if end == End::Complete {
            for sink in &mut self.sinks {
                sink.close_archive()?;
            }
            if let Some(log) = &mut self.log {
                log.note_complete()?;
            }
        }
        for sink in self.sinks {
            match (sink.out, end) {
                (Out::Part(part), End::Complete) => part.finish()?,
                (Out::Part(part), _) => part.remove()?,
                _ => {}
            }
        }
        self.log.into_iter().for_each(remove_log);
        Ok(())
    }

    /// Sets the message of an interruption.
    fn advise(&self) {
        let Some(names) = self.sinks.iter().find_map(Sink::names) else { return };
        let advice = advice(&names.part, self.log.is_some());
        interrupt::advise(format!("{} done; {advice}", counted(self.tally.puzzles(), "puzzle")));
    }
}

/// The number after this word in the log of an unfinished run, such as the seed it chose.
pub(crate) fn recorded_number(write: Option<&Path>, word: &str) -> Option<u64> {
    log::recorded_number(&followed(write?), word)
}

/// Removes the log, which is useless without its part. If it cannot be removed, the result is still complete.
fn remove_log(log: Log) {
    let Log { path, .. } = log;
    let _ = fs::remove_file(path);
}

fn advice(name: &Path, resumable: bool) -> String {
    let how = if resumable { "; the same command with --resume continues" } else { "" };
    format!("{} has the results so far{how}", name.display())
}

fn length_of_part(names: &Names) -> Option<u64> {
    [&names.writing, &names.part].into_iter().find_map(|name| fs::metadata(name).ok()).map(|data| data.len())
}

fn begin_parts(sinks: &mut [Sink]) -> anyhow::Result<()> {
    sinks.iter_mut().try_for_each(|sink| sink.begin_at(0))
}

impl Sink {
    fn open(write: Option<&Path>, inputs: &[Input]) -> anyhow::Result<Sink> {
        let stdout = metadata_of(&io::stdout());
        let Some(path) = write.filter(|path| path.as_os_str() != "-") else {
            if let Some(input) = stdout.and_then(|stdout| is_one_of(inputs, &stdout)) {
                bail!("{}: is standard output, too: the command would read its own results endlessly", input.name());
            }
            return Ok(Sink { out: Out::Stdout(io::stdout()), compression: Compression::None });
        };
        let compression = Compression::of(path);
        if let Ok(data) = fs::metadata(path) {
            if data.is_dir() {
                bail!("{}: is a directory, not a file", path.display());
            }
            // `/dev/stdout` is one, even if it leads to a file.
            if stdout.is_some_and(|stdout| same_file(&data, &stdout)) {
                return Ok(Sink { out: Out::Stdout(io::stdout()), compression });
            }
            if !data.is_file() {
                let file = OpenOptions::new().write(true).open(path).with_context(|| cannot_write(path))?;
                return Ok(Sink { out: Out::Special { path: path.to_owned(), file }, compression });
            }
            if is_one_of(inputs, &data).is_some() {
                bail!("{}: is an input, too: choose another name for the results", path.display());
            }
        }
        let names = Names::of(&followed(path));
        for own in [&names.part, &names.writing, &names.log] {
            if let Some(input) = fs::metadata(own).ok().and_then(|data| is_one_of(inputs, &data)) {
                bail!("{}: cannot be read while {} is written: it is a part of it", input.name(), path.display());
            }
        }
        Ok(Sink { out: Out::Part(Part::named(names)), compression })
    }

    fn names(&self) -> Option<&Names> {
        match &self.out {
            Out::Part(part) => Some(&part.names),
            _ => None,
        }
    }

    /// Starts writing after the results of an earlier run, which have this length.
    fn begin_at(&mut self, length: u64) -> anyhow::Result<()> {
        match &mut self.out {
            Out::Part(part) => part.begin_at(length),
            _ => Ok(()),
        }
    }

    fn length(&self) -> u64 {
        match &self.out {
            Out::Part(part) => part.length,
            _ => 0,
        }
    }

    fn put(&mut self, pieces: &[&[u8]], resumable: bool) -> anyhow::Result<()> {
        match &mut self.out {
            Out::Stdout(stdout) => {
                let written = pieces.iter().try_for_each(|piece| stdout.write_all(piece)).and_then(|()| stdout.flush());
                written.context("cannot write to standard output")
            }
            Out::Special { path, file } => {
                pieces.iter().try_for_each(|piece| file.write_all(piece)).with_context(|| cannot_write(path))
            }
            Out::Part(part) => part.append(pieces).map_err(|(error, name)| {
                let message = format!("{}; {}", cannot_write(&part.names.part), advice(&name, resumable));
                anyhow::Error::new(error).context(message)
            }),
        }
    }

    /// Adds an empty member or frame to an empty file: gzip does not accept a file without members.
    fn close_archive(&mut self) -> anyhow::Result<()> {
        if self.names().is_some() && self.length() == 0 {
            let mut nothing = Vec::new();
            Compressor::new(self.compression).push(&[], &mut nothing)?;
            self.put(&[&nothing], false)?;
        }
        Ok(())
    }
}

/// The input that is the same file.
fn is_one_of<'a>(inputs: &'a [Input], file: &Metadata) -> Option<&'a Input> {
    inputs.iter().find(|input| input.metadata().is_some_and(|data| same_file(&data, file)))
}

/// The target of a symbolic link, which may not exist yet.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // The limit ends a cycle of links, which the system then rejects.
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => break,
        }
    }
    path
}

/// The number of links that Linux follows.
const MAX_LINKS: usize = 40;

fn cannot_write(path: &Path) -> String {
    format!("{}: cannot write", path.display())
}
