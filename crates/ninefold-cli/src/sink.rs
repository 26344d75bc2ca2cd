//! Where results go: standard output, or a file that is either complete or named as a part.
//!
//! ```text
//!   FILE.part      the results so far: whole lines, in order
//!   FILE.writing   the same file for the moment in which something is added to it
//!   FILE.resume    how far they got: one line for each time something was added, after it was
//!   FILE           the whole result; appears when everything has been read and written
//! ```
//!
//! **A file named `FILE.part` is whole at every moment.** No call adds many bytes to a file at once: `kill -9` in the
//! midst of it leaves any number of them, also half a line. Renaming a file is a thing that happens or does not, so the
//! file has another name whenever it may be torn: it becomes `FILE.writing`, something is added, and it becomes
//! `FILE.part` again. Ctrl-C, `kill` and a full disk leave `FILE.part`; `kill -9` can leave `FILE.writing`.
//!
//! A piece is what became of one [`Chunk`](crate::chunk::Chunk). Since the cuts between chunks depend on the input
//! alone, a run that was killed can go on: it cuts either file back to the last piece that `FILE.resume` vouches for,
//! leaves out as many chunks, and continues. In a compressed file each piece is a gzip member or a zstd frame of its
//! own, so that all this holds there too, byte for byte. A line of `FILE.resume` that has no end is not believed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::interrupt;
use crate::tally::{Tally, counted};

/// How pieces are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Plain,
    Gzip,
    Zstd,
}

impl Packing {
    fn of(path: &Path) -> Packing {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("gz") => Packing::Gzip,
            Some("zst") => Packing::Zstd,
            _ => Packing::Plain,
        }
    }

    /// The piece, packed. The same bytes give the same bytes.
    pub(crate) fn pack(self, piece: &[u8], packed: &mut Vec<u8>) -> io::Result<()> {
        packed.clear();
        match self {
            _ if piece.is_empty() => {}
            Packing::Plain => packed.extend_from_slice(piece),
            Packing::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(&mut *packed, flate2::Compression::default());
                encoder.write_all(piece)?;
                encoder.finish()?;
            }
            Packing::Zstd => zstd::stream::copy_encode(piece, &mut *packed, zstd::DEFAULT_COMPRESSION_LEVEL)?,
        }
        Ok(())
    }
}

/// Whether a run goes on with what an earlier one left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resume {
    /// It begins anew, and so will the next: the command cannot do otherwise.
    Never,
    /// It begins anew; if it is interrupted, the next one may go on.
    Later,
    /// It goes on.
    Now,
}

/// Where pieces go.
pub(crate) struct Sink {
    out: Out,
    pub(crate) packing: Packing,
    /// What became of the puzzles so far, those of an earlier run included.
    pub(crate) tally: Tally,
    /// Pieces written, those of an earlier run included.
    pub(crate) pieces: u64,
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

/// A file on its way to be complete.
struct Part {
    names: Names,
    file: File,
    length: u64,
    log: File,
    resume: Resume,
}

/// The names of a result and of what it is made of.
struct Names {
    /// `FILE`
    whole: PathBuf,
    /// `FILE.part`
    part: PathBuf,
    /// `FILE.writing`
    writing: PathBuf,
    /// `FILE.resume`
    log: PathBuf,
}

impl Names {
    fn of(path: &Path) -> Names {
        let with = |suffix: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            name.into()
        };
        Names { whole: path.to_owned(), part: with(".part"), writing: with(".writing"), log: with(".resume") }
    }
}

impl Sink {
    /// A sink for this file, or for standard output. `job` says what is being done; a run can only be resumed by one that
    /// does the same.
    pub(crate) fn open(write: Option<&Path>, resume: Resume, job: &str) -> anyhow::Result<Sink> {
        let Some(path) = write else {
            return Ok(Sink::new(Out::Stdout(io::stdout()), Packing::Plain));
        };
        if fs::metadata(path).is_ok_and(|data| data.is_dir()) {
            bail!("{}: is a directory, not a file", path.display());
        }
        if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            let file = OpenOptions::new().write(true).open(path).with_context(|| cannot_write(path))?;
            return Ok(Sink::new(Out::Special { path: path.to_owned(), file }, Packing::of(path)));
        }
        let (part, pieces, tally) = Part::open(path, resume, job)?;
        Ok(Sink { pieces, tally, ..Sink::new(Out::Part(part), Packing::of(path)) })
    }

    fn new(out: Out, packing: Packing) -> Sink {
        Sink { out, packing, tally: Tally::default(), pieces: 0 }
    }

    /// How many bytes are worth being written together. Who reads what we write gets it at once.
    pub(crate) fn enough_bytes(&self) -> usize {
        match self.out {
            Out::Stdout(_) | Out::Special { .. } => 0,
            Out::Part(_) => TOGETHER_BYTES,
        }
    }

    /// Writes packed pieces: whole lines, and what became of their puzzles.
    pub(crate) fn put<'a>(&mut self, pieces: impl Iterator<Item = (&'a [u8], Tally)>) -> anyhow::Result<()> {
        let _gate = interrupt::gate();
        let (tally, count) = (&mut self.tally, &mut self.pieces);
        let mut pieces = pieces.map(|(packed, of_piece)| {
            *tally += of_piece;
            *count += 1;
            packed
        });
        match &mut self.out {
            Out::Stdout(stdout) => {
                let written = pieces.try_for_each(|piece| stdout.write_all(piece)).and_then(|()| stdout.flush());
                written.context("cannot write to standard output")
            }
            Out::Special { path, file } => {
                pieces.try_for_each(|piece| file.write_all(piece)).with_context(|| cannot_write(path))
            }
            Out::Part(part) => {
                part.add(pieces)?;
                part.vouch(self.pieces, &self.tally)
            }
        }
    }

    /// Everything has been written; `complete` when everything has been read, too.
    pub(crate) fn finish(self, complete: bool) -> anyhow::Result<()> {
        match self.out {
            Out::Part(part) if complete => part.finish(),
            Out::Part(part) => {
                bail!("{} is not complete: it stays {}", part.names.whole.display(), part.names.part.display())
            }
            Out::Stdout(_) | Out::Special { .. } => Ok(()),
        }
    }
}

fn cannot_write(path: &Path) -> String {
    format!("{}: cannot write", path.display())
}

/// So many bytes are added to a part at a time, if there is no hurry: renaming it twice then costs nothing beside them.
const TOGETHER_BYTES: usize = 1 << 19;

/// The first line of `FILE.resume`.
const LOG_TITLE: &str = concat!("ninefold ", env!("CARGO_PKG_VERSION"));

impl Part {
    /// Opens the part: empty, or cut back to the last piece that counts.
    fn open(path: &Path, resume: Resume, job: &str) -> anyhow::Result<(Part, u64, Tally)> {
        let names = Names::of(path);
        let open = |file: &Path| {
            let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(file);
            opened.map_err(|error| {
                // It is the directory that is missing, and FILE is the name that was given.
                let name = if error.kind() == io::ErrorKind::NotFound { path } else { file };
                anyhow::Error::new(error).context(cannot_write(name))
            })
        };
        // The log is the one file whose name never changes.
        let mut log = open(&names.log)?;
        match log.try_lock() {
            Err(fs::TryLockError::WouldBlock) => bail!("{}: another run is writing it", names.part.display()),
            // Where files cannot be locked, two runs into one file are the user's own affair.
            Ok(()) | Err(fs::TryLockError::Error(_)) => {}
        }
        let torn = names.writing.try_exists().with_context(|| cannot_write(&names.writing))?;
        let mut file = open(if torn { &names.writing } else { &names.part })?;
        let there = file.metadata().with_context(|| cannot_write(&names.part))?.len();
        let title = format!("{LOG_TITLE} {job:?}\n");
        let state = if resume == Resume::Now { State::last(&log, &title, there, path)? } else { State::default() };
        if state == State::default() {
            log.set_len(0)?;
            log.rewind()?;
            log.write_all(title.as_bytes()).with_context(|| cannot_write(&names.log))?;
        } else {
            log.set_len(state.log_length)?;
            log.seek(SeekFrom::End(0))?;
        }
        // A file that was cut is written to the disk as soon as it is closed, by some systems, and that takes its time.
        if there != state.length {
            file.set_len(state.length).with_context(|| cannot_write(&names.part))?;
        }
        file.seek(SeekFrom::End(0))?;
        if torn {
            fs::rename(&names.writing, &names.part).with_context(|| cannot_write(&names.part))?;
        }
        let opened = Part { names, file, length: state.length, log, resume };
        opened.advise(&state.tally);
        Ok((opened, state.pieces, state.tally))
    }

    /// Adds pieces; all of them or, when that fails, none.
    fn add<'a>(&mut self, mut pieces: impl Iterator<Item = &'a [u8]>) -> anyhow::Result<()> {
        let Names { part, writing, .. } = &self.names;
        let mut length = self.length;
        fs::rename(part, writing).with_context(|| cannot_write(part))?;
        let written = pieces.try_for_each(|piece| {
            length += piece.len() as u64;
            self.file.write_all(piece)
        });
        if written.is_err() {
            // The disk is full, say. What was written of a piece ends anywhere; without it the file is whole again.
            let whole = self.file.set_len(self.length).and_then(|()| fs::rename(writing, part));
            let advice = self.advice(if whole.is_ok() { part } else { writing });
            return written.with_context(|| format!("{}; {advice}", cannot_write(part)));
        }
        self.length = length;
        fs::rename(writing, part).with_context(|| cannot_write(part))
    }

    /// Says in the log that these pieces are there.
    fn vouch(&mut self, pieces: u64, tally: &Tally) -> anyhow::Result<()> {
        let Tally { unique, none, multiple, unreadable, guesses, passes } = tally;
        let length = self.length;
        let entry = format!("{pieces} {length} {unique} {none} {multiple} {unreadable} {guesses} {passes}\n");
        self.log.write_all(entry.as_bytes()).with_context(|| cannot_write(&self.names.log))?;
        self.advise(tally);
        Ok(())
    }

    fn advice(&self, name: &Path) -> String {
        let there = format!("{} has what was done", name.display());
        if self.resume == Resume::Never { there } else { there + ", the same command with --resume goes on" }
    }

    fn advise(&self, tally: &Tally) {
        let advice = self.advice(&self.names.part);
        interrupt::advise(match self.resume {
            // Nobody counts the puzzles there.
            Resume::Never => advice,
            Resume::Later | Resume::Now => format!("{} done; {advice}", counted(tally.puzzles(), "puzzle")),
        });
    }

    /// Gives the part its name. The system has all of it, and writes it to the disk in its own time: waiting for that would
    /// take several times as long as the work.
    fn finish(self) -> anyhow::Result<()> {
        let Part { names: Names { whole, part, log, .. }, file, .. } = self;
        interrupt::advise(String::new());
        close(file).with_context(|| cannot_write(&part))?;
        fs::rename(&part, &whole).with_context(|| cannot_write(&whole))?;
        // Without its part the log means nothing; that it cannot be removed takes nothing from the result.
        let _ = fs::remove_file(log);
        Ok(())
    }
}

/// Closes a file. On a network a write can fail as late as here.
fn close(file: File) -> io::Result<()> {
    #[cfg(unix)]
    nix::unistd::close(file)?;
    #[cfg(not(unix))]
    drop(file);
    Ok(())
}

/// How far an earlier run got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    pieces: u64,
    /// The length of the part with these pieces.
    length: u64,
    tally: Tally,
    /// The length of the log with their lines.
    log_length: u64,
}

impl State {
    /// The last entry of the log whose pieces are all `there` in the part. Nothing, when there is no log.
    fn last(log: &File, title: &str, there: u64, path: &Path) -> anyhow::Result<State> {
        let mut lines = BufReader::new(log);
        let mut line = String::new();
        if lines.read_line(&mut line)? == 0 {
            return Ok(State::default());
        }
        if line != title {
            bail!(
                "{0}: cannot resume: {0}.part was begun with other options, other inputs or another version; \
                 without --resume it is begun anew",
                path.display()
            );
        }
        let mut last = State::default();
        let mut log_length = line.len() as u64;
        loop {
            line.clear();
            lines.read_line(&mut line)?;
            log_length += line.len() as u64;
            match State::parse(&line, log_length) {
                Some(state) if state.length <= there => last = state,
                _ => return Ok(last),
            }
        }
    }

    fn parse(line: &str, log_length: u64) -> Option<State> {
        let numbers: Vec<u64> = line.strip_suffix('\n')?.split(' ').map_while(|number| number.parse().ok()).collect();
        let [pieces, length, unique, none, multiple, unreadable, guesses, passes] = numbers[..] else { return None };
        let tally = Tally { unique, none, multiple, unreadable, guesses, passes };
        Some(State { pieces, length, tally, log_length })
    }
}

/// Gathers text and hands it on in pieces of whole lines: for commands that work on one puzzle after the other.
pub(crate) struct Pieces {
    sink: Sink,
    gathered: Vec<u8>,
    packed: Vec<u8>,
    last: Instant,
}

/// A piece is handed on when it has so many bytes ...
const PIECE_BYTES: usize = 1 << 17;
/// ... or so much time has passed.
const PIECE_TIME: Duration = Duration::from_millis(100);

impl Pieces {
    pub(crate) fn new(sink: Sink) -> Pieces {
        Pieces { sink, gathered: Vec::new(), packed: Vec::new(), last: Instant::now() }
    }

    /// Adds whole lines.
    pub(crate) fn add(&mut self, lines: &[u8]) -> anyhow::Result<()> {
        self.gathered.extend_from_slice(lines);
        if self.gathered.len() >= PIECE_BYTES || self.last.elapsed() > PIECE_TIME { self.flush() } else { Ok(()) }
    }

    /// More may be long in coming: somebody who reads what we write gets what there is.
    pub(crate) fn pause(&mut self) -> anyhow::Result<()> {
        match self.sink.out {
            Out::Part(_) => Ok(()),
            Out::Stdout(_) | Out::Special { .. } => self.flush(),
        }
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        if !self.gathered.is_empty() {
            self.sink.packing.pack(&self.gathered, &mut self.packed)?;
            self.sink.put([(&self.packed[..], Tally::default())].into_iter())?;
            self.gathered.clear();
        }
        self.last = Instant::now();
        Ok(())
    }

    /// The end; `complete` when everything has been read, too.
    pub(crate) fn finish(mut self, complete: bool) -> anyhow::Result<()> {
        self.flush()?;
        self.sink.finish(complete)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_is_believed_as_far_as_the_part_goes() {
        let title = "ninefold 1\n";
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.resume");
        let state = |log: &str, there| {
            fs::write(&path, log).unwrap();
            State::last(&File::open(&path).unwrap(), title, there, Path::new("x"))
                .map(|state| (state.pieces, state.length))
        };
        let log = "ninefold 1\n1 100 1 0 0 0 0 0\n2 250 2 0 0 0 0 0\n3 300 3 0 0 0";
        assert_eq!(state("", 500).unwrap(), (0, 0));
        assert_eq!(state(log, 500).unwrap(), (2, 250));
        assert_eq!(state(log, 250).unwrap(), (2, 250));
        assert_eq!(state(log, 249).unwrap(), (1, 100));
        assert_eq!(state(log, 99).unwrap(), (0, 0));
        assert!(state("ninefold 2\n", 99).is_err());
    }
}
