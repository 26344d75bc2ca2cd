//! Where results go: standard output, or a file that is either complete or named as a part.
//!
//! ```text
//!   FILE.part     the results so far: whole lines, in order
//!   FILE.resume   how far they got: one line for each piece written, after it was written
//!   FILE          the whole result; appears when everything has been read and written
//! ```
//!
//! A piece is what became of one [`Chunk`](crate::chunk::Chunk). Since the cuts between chunks depend on the input
//! alone, a run that was killed can go on: it cuts `FILE.part` back to the last piece that `FILE.resume` vouches for,
//! leaves out as many chunks, and continues. In a compressed file each piece is a gzip member or a zstd frame of its
//! own, so that this holds there too, byte for byte.
//!
//! The pieces are written one after the other, each followed by its line in `FILE.resume`. A line of `FILE.resume` that
//! has no end is not believed, nor is anything in `FILE.part` beyond the last piece that is vouched for.
//!
//! # Whole lines under `kill -9`
//!
//! A kill does not wait for a write to end: the kernel copies page by page and looks between pages whether it should go
//! on. Within a page it does not stop. So [`write_lines`] writes the lines inside a page with one call, and the one line
//! that lies across two pages with another; only a kill in the very instant between these two halves leaves a line
//! without its end, and resuming removes it. The other ways to be stopped (a full disk, Ctrl-C, `kill`) never do.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::interrupt;
use crate::tally::{Tally, grouped};

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
    path: PathBuf,
    part: PathBuf,
    file: File,
    length: u64,
    log_path: PathBuf,
    log: File,
}

impl Sink {
    /// A sink for this file, or for standard output. `job` says what is being done; a run can only be resumed by one that
    /// does the same.
    pub(crate) fn open(write: Option<&Path>, resume: bool, job: &str) -> anyhow::Result<Sink> {
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

    /// Writes a packed piece: whole lines, and what became of their puzzles.
    pub(crate) fn put(&mut self, packed: &[u8], tally: Tally) -> anyhow::Result<()> {
        let _gate = interrupt::gate();
        self.tally += tally;
        self.pieces += 1;
        match &mut self.out {
            Out::Stdout(stdout) => {
                stdout.write_all(packed).and_then(|()| stdout.flush()).context("cannot write to standard output")
            }
            Out::Special { path, file } => file.write_all(packed).with_context(|| cannot_write(path)),
            Out::Part(part) => part.put(packed, self.pieces, &self.tally),
        }
    }

    /// Everything has been written; `complete` when everything has been read, too.
    pub(crate) fn finish(self, complete: bool) -> anyhow::Result<()> {
        match self.out {
            Out::Part(part) if complete => part.finish(),
            Out::Part(part) => {
                bail!("{} is not complete: it stays {}", part.path.display(), part.part.display())
            }
            Out::Stdout(_) | Out::Special { .. } => Ok(()),
        }
    }
}

fn cannot_write(path: &Path) -> String {
    format!("{}: cannot write", path.display())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The first line of `FILE.resume`.
const LOG_TITLE: &str = concat!("ninefold ", env!("CARGO_PKG_VERSION"));

impl Part {
    /// Opens the part: empty, or cut back to the last piece that counts.
    fn open(path: &Path, resume: bool, job: &str) -> anyhow::Result<(Part, u64, Tally)> {
        let (part, log_path) = (with_suffix(path, ".part"), with_suffix(path, ".resume"));
        let open = |path: &Path| {
            let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
            options.with_context(|| cannot_write(path))
        };
        let mut file = open(&part)?;
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => bail!("{}: another run is writing it", part.display()),
            // Where files cannot be locked, two runs into one file are the user's own affair.
            Ok(()) | Err(fs::TryLockError::Error(_)) => {}
        }
        let mut log = open(&log_path)?;
        let there = file.metadata().with_context(|| cannot_write(&part))?.len();
        let title = format!("{LOG_TITLE} {job:?}\n");
        let state = if resume { State::last(&log, &title, there, path)? } else { State::default() };
        if state == State::default() {
            log.set_len(0)?;
            log.rewind()?;
            log.write_all(title.as_bytes()).with_context(|| cannot_write(&log_path))?;
        } else {
            log.set_len(state.log_length)?;
            log.seek(SeekFrom::End(0))?;
        }
        file.set_len(state.length).with_context(|| cannot_write(&part))?;
        file.seek(SeekFrom::End(0))?;
        let opened = Part { path: path.to_owned(), part, file, length: state.length, log_path, log };
        opened.advise(&state.tally);
        Ok((opened, state.pieces, state.tally))
    }

    fn put(&mut self, packed: &[u8], pieces: u64, tally: &Tally) -> anyhow::Result<()> {
        if let Err(error) = write_lines(&mut self.file, self.length, packed) {
            // The disk is full, say. What was written of the piece ends anywhere; without it the file is whole again.
            let _ = self.file.set_len(self.length);
            let advice = self.advice();
            return Err(error).with_context(|| format!("{}; {advice}", cannot_write(&self.part)));
        }
        self.length += packed.len() as u64;
        let Tally { unique, none, multiple, unreadable, guesses, passes } = tally;
        let length = self.length;
        let entry = format!("{pieces} {length} {unique} {none} {multiple} {unreadable} {guesses} {passes}\n");
        self.log.write_all(entry.as_bytes()).with_context(|| cannot_write(&self.log_path))?;
        self.advise(tally);
        Ok(())
    }

    fn advice(&self) -> String {
        format!("{} has what was done, the same command with --resume goes on", self.part.display())
    }

    fn advise(&self, tally: &Tally) {
        let puzzles = grouped(tally.puzzles());
        interrupt::advise(format!("{puzzles} puzzles are done; {}", self.advice()));
    }

    fn finish(self) -> anyhow::Result<()> {
        interrupt::advise(String::new());
        fs::rename(&self.part, &self.path).with_context(|| cannot_write(&self.path))?;
        // Without its part the log means nothing; that it cannot be removed takes nothing from the result.
        let _ = fs::remove_file(&self.log_path);
        Ok(())
    }
}

/// The size of a page of memory, or a divisor of it.
const PAGE: u64 = 1 << 12;

/// Writes bytes at this offset of a file, so that the file has whole lines after each call to the system.
fn write_lines(file: &mut impl Write, mut offset: u64, bytes: &[u8]) -> io::Result<()> {
    let mut rest = bytes;
    while !rest.is_empty() {
        let room = (PAGE - offset % PAGE) as usize;
        let inside = &rest[..rest.len().min(room)];
        let end = if inside.len() < room { Some(rest.len()) } else { memchr::memrchr(b'\n', inside).map(|at| at + 1) };
        let end = end.or_else(|| memchr::memchr(b'\n', rest).map(|at| at + 1)).unwrap_or(rest.len());
        let (lines, after) = rest.split_at(end);
        file.write_all(lines)?;
        offset += end as u64;
        rest = after;
    }
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
            self.sink.put(&self.packed, Tally::default())?;
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

    /// Remembers where each call ended.
    #[derive(Default)]
    struct Calls(Vec<u8>, Vec<usize>);

    impl Write for Calls {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.extend_from_slice(bytes);
            self.1.push(self.0.len());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn every_call_ends_with_a_line_and_crosses_a_page_with_one_line_at_most() {
        for (length, lines, start) in [(81, 1000, 0), (81, 1000, 4090), (3, 5000, 17), (4095, 9, 0), (9000, 5, 100)] {
            let line = ["7".repeat(length), "\n".to_owned()].concat();
            let bytes = line.repeat(lines).into_bytes();
            let mut calls = Calls::default();
            write_lines(&mut calls, start, &bytes).unwrap();
            assert_eq!(calls.0, bytes);
            let mut begin = 0;
            for &end in &calls.1 {
                assert_eq!(calls.0[end - 1], b'\n');
                let (first, last) = ((start as usize + begin) / 4096, (start as usize + end - 1) / 4096);
                assert!(first == last || end - begin == line.len(), "{length} {begin} {end}");
                begin = end;
            }
        }
    }

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
