//! Where results go: standard output, or files that are either complete or named as parts.
//!
//! ```text
//!   FILE.part      the results so far: whole lines, in order
//!   FILE.writing   the same file while something is appended to it
//!   FILE.resume    how far they got: one line each time something was appended
//!   FILE           the whole result; appears when everything has been read and written
//! ```
//!
//! A piece is what became of one chunk of the input, or of several. The cuts between chunks depend on the input alone, so
//! a run that was killed can be continued: the next run cuts the parts back to the last lengths that `FILE.resume` notes,
//! skips as many chunks, and continues. In a compressed file each piece is a gzip member or a zstd frame of its own, so
//! all this holds there too, byte for byte.
//!
//! A command may write several files. They have one log, that of the first.
//!
//! A link is followed: the file it leads to is the one that is replaced.

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

/// Where the pieces go, and how far they got.
pub(crate) struct Results {
    sinks: Vec<Sink>,
    log: Option<Log>,
    /// The chunks whose results are written, those of an earlier run included.
    pub(crate) chunks: u64,
    /// What became of the puzzles so far, those of an earlier run included.
    pub(crate) tally: Tally,
}

/// Where one kind of results goes.
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

/// What `--write` leads to.
pub(crate) enum Opened {
    Results(Results),
    /// `--resume` has nothing to do: the file is complete.
    Complete,
}

/// How all of it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Everything was read.
    Complete,
    /// Some of it could not be read.
    Incomplete,
    /// There was no puzzle, and there is no result.
    Nothing,
}

impl Results {
    /// Results that go to these files, or to standard output where the name is missing or `-`. `job` states what is done
    /// with which inputs: only the same job can be resumed.
    pub(crate) fn open(writes: &[Option<&Path>], inputs: &[Input], resume: bool, job: &str) -> anyhow::Result<Opened> {
        let mut sinks = writes.iter().map(|write| Sink::open(*write, inputs)).collect::<anyhow::Result<Vec<_>>>()?;
        let names: Vec<Names> = sinks.iter().filter_map(Sink::names).cloned().collect();
        if let Some(twice) =
            names.iter().enumerate().find(|(i, name)| names[..*i].iter().any(|n| n.whole == name.whole))
        {
            bail!("{}: two different results cannot go to the same file", twice.1.whole.display());
        }
        // Only if all results are files can a run be resumed.
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

    /// Results for one file or standard output that nothing can resume, such as a picture.
    pub(crate) fn open_once(write: Option<&Path>) -> anyhow::Result<Results> {
        let mut sinks = vec![Sink::open(write, &[])?];
        begin_parts(&mut sinks)?;
        Ok(Results { sinks, log: None, chunks: 0, tally: Tally::default() })
    }

    /// How many kinds of results there are.
    pub(crate) fn sinks(&self) -> usize {
        self.sinks.len()
    }

    /// How the results of a kind are compressed.
    pub(crate) fn compression(&self, sink: usize) -> Compression {
        self.sinks[sink].compression
    }

    /// Whether another program may be reading the results: it gets them at once.
    pub(crate) fn is_read_at_once(&self) -> bool {
        self.sinks.iter().any(|sink| !matches!(sink.out, Out::Part(_)))
    }

    /// The unfinished file of the first kind, if it is a file: what an earlier run has written, up to where it continues.
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

    /// Notes that what was put so far are the results of whole chunks, so many more, with these counts. `certain` if the
    /// next run would cut the same chunks.
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

    /// Everything has been written.
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

/// The number that an unfinished run noted in its log after this word, such as the seed it chose.
pub(crate) fn recorded_number(write: Option<&Path>, word: &str) -> Option<u64> {
    log::recorded_number(&followed(write?), word)
}

/// Without its part the log means nothing. If it cannot be removed, the result is still complete.
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
                bail!("{}: is standard output, too: the command would read its own results for ever", input.name());
            }
            return Ok(Sink { out: Out::Stdout(io::stdout()), compression: Compression::None });
        };
        let compression = Compression::of(path);
        if let Ok(data) = fs::metadata(path) {
            if data.is_dir() {
                bail!("{}: is a directory, not a file", path.display());
            }
            // This is so for `/dev/stdout`, also if it leads to a file.
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

    /// Begins to write after what an earlier run has left, up to this length.
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

    /// A file without any member is not what gzip takes for an empty archive.
    fn close_archive(&mut self) -> anyhow::Result<()> {
        if self.names().is_some() && self.length() == 0 {
            let mut nothing = Vec::new();
            Compressor::new(self.compression).push(&[], &mut nothing)?;
            self.put(&[&nothing], false)?;
        }
        Ok(())
    }
}

/// The input that is this file.
fn is_one_of<'a>(inputs: &'a [Input], file: &Metadata) -> Option<&'a Input> {
    inputs.iter().find(|input| input.metadata().is_some_and(|data| same_file(&data, file)))
}

/// Where a link leads to, though there may be nothing yet.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // A circle is left somewhere, and then the system refuses it.
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => break,
        }
    }
    path
}

/// As many as Linux follows.
const MAX_LINKS: usize = 40;

fn cannot_write(path: &Path) -> String {
    format!("{}: cannot write", path.display())
}
