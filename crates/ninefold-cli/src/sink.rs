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
//! own, so that all this holds there too, byte for byte. A line of `FILE.resume` that has no end is not believed. What
//! came after input that could not be read is not vouched for: the next run may be able to read it.
//!
//! A link is followed: the file it leads to is the one that is replaced.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use flate2::write::DeflateEncoder;

use crate::input::{Input, metadata_of, same_file};
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
}

/// Packs pieces, one after the other.
///
/// What gzip works with is large: made anew for each piece it took a third more memory than a run may have, with many
/// threads. The crate's encoder of members cannot be used again, that of their content can.
pub(crate) struct Packer {
    packing: Packing,
    deflate: Option<DeflateEncoder<Vec<u8>>>,
}

/// What stands before the content of a gzip member: no name, no time, any system.
const GZIP_HEADER: [u8; 10] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF];

impl Packer {
    pub(crate) fn new(packing: Packing) -> Packer {
        Packer { packing, deflate: None }
    }

    /// The piece, packed. The same bytes give the same bytes, and nothing gives nothing.
    pub(crate) fn pack(&mut self, piece: &[u8], packed: &mut Vec<u8>) -> io::Result<()> {
        packed.clear();
        if piece.is_empty() { Ok(()) } else { self.frame(piece, packed) }
    }

    /// Adds the piece as a member or frame of its own, an empty one too.
    fn frame(&mut self, piece: &[u8], packed: &mut Vec<u8>) -> io::Result<()> {
        match self.packing {
            Packing::Plain => packed.extend_from_slice(piece),
            Packing::Gzip => {
                let new = || DeflateEncoder::new(Vec::new(), flate2::Compression::default());
                let deflate = self.deflate.get_or_insert_with(new);
                packed.extend_from_slice(&GZIP_HEADER);
                *deflate.get_mut() = std::mem::take(packed);
                deflate.write_all(piece)?;
                *packed = deflate.reset(Vec::new())?;
                let mut sum = flate2::Crc::new();
                sum.update(piece);
                packed.extend_from_slice(&sum.sum().to_le_bytes());
                packed.extend_from_slice(&sum.amount().to_le_bytes());
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

impl End {
    pub(crate) fn of(trouble: bool, puzzles: u64) -> End {
        match puzzles {
            _ if trouble => End::Incomplete,
            0 => End::Nothing,
            _ => End::Complete,
        }
    }
}

/// A file on its way to be complete.
struct Part {
    names: Names,
    resume: Resume,
    file: File,
    length: u64,
    log: File,
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
    /// A sink for this file, or for standard output, for what becomes of these inputs. `job` says what is being done; a run
    /// can only be resumed by one that does the same.
    pub(crate) fn open(write: Option<&Path>, inputs: &[Input], resume: Resume, job: &str) -> anyhow::Result<Sink> {
        let stdout = metadata_of(&io::stdout());
        let Some(path) = write else {
            if let Some(input) = stdout.and_then(|stdout| is_one_of(inputs, &stdout)) {
                bail!("{}: is standard output, too: it would be read for ever", input.name());
            }
            return Ok(Sink::new(Out::Stdout(io::stdout()), Packing::Plain));
        };
        let packing = Packing::of(path);
        if let Ok(data) = fs::metadata(path) {
            if data.is_dir() {
                bail!("{}: is a directory, not a file", path.display());
            }
            // As `/dev/stdout` is, also when it leads to a file.
            if stdout.is_some_and(|stdout| same_file(&data, &stdout)) {
                return Ok(Sink::new(Out::Stdout(io::stdout()), packing));
            }
            if !data.is_file() {
                let file = OpenOptions::new().write(true).open(path).with_context(|| cannot_write(path))?;
                return Ok(Sink::new(Out::Special { path: path.to_owned(), file }, packing));
            }
        }
        let names = Names::of(&followed(path));
        for own in [&names.part, &names.writing, &names.log] {
            if let Some(input) = fs::metadata(own).ok().and_then(|data| is_one_of(inputs, &data)) {
                bail!("{}: cannot be read while {} is written: it is a part of it", input.name(), path.display());
            }
        }
        // An interruption waits until the file is whole and the advice about it is there.
        let _gate = interrupt::gate();
        let (part, pieces, tally) = Part::open(names, resume, job)?;
        Ok(Sink { pieces, tally, ..Sink::new(Out::Part(part), packing) })
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

    /// Writes packed pieces: whole lines, and what became of their puzzles. `sure` when the next run would find the same
    /// ones.
    pub(crate) fn put<'a>(
        &mut self,
        pieces: impl Iterator<Item = (&'a [u8], Tally)>,
        sure: bool,
    ) -> anyhow::Result<()> {
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
                if sure { part.vouch(self.pieces, &self.tally) } else { Ok(()) }
            }
        }
    }

    /// Everything has been written.
    pub(crate) fn finish(self, end: End) -> anyhow::Result<()> {
        let Out::Part(part) = self.out else { return Ok(()) };
        let _gate = interrupt::gate();
        match end {
            End::Complete => part.finish(self.packing),
            End::Nothing => part.remove(),
            End::Incomplete => {
                bail!("{} is not complete: it stays {}", part.names.whole.display(), part.names.part.display())
            }
        }
    }
}

/// The input that is this file.
fn is_one_of<'a>(inputs: &'a [Input], file: &Metadata) -> Option<&'a Input> {
    inputs.iter().find(|input| input.metadata().is_some_and(|data| same_file(&data, file)))
}

/// Where a link leads to, though there may be nothing yet.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // A circle is left somewhere, and then the system complains about it.
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => break,
        }
    }
    path
}

/// As many as Linux follows.
const MOST_LINKS: usize = 40;

fn cannot_write(path: &Path) -> String {
    format!("{}: cannot write", path.display())
}

/// So many bytes are added to a part at a time, if there is no hurry: renaming it twice then costs nothing beside them.
const TOGETHER_BYTES: usize = 1 << 19;

/// A line of `FILE.resume` beside the first is eight numbers, which are never longer than this.
const MOST_ENTRY: usize = 256;

/// The first line of `FILE.resume`.
const LOG_TITLE: &str = concat!("ninefold ", env!("CARGO_PKG_VERSION"));

impl Part {
    /// Opens the part: empty, or cut back to the last piece that counts.
    fn open(names: Names, resume: Resume, job: &str) -> anyhow::Result<(Part, u64, Tally)> {
        let open = |file: &Path| {
            let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(file);
            opened.map_err(|error| {
                // It is the directory that is missing, and FILE is the name that was given.
                let name = if error.kind() == io::ErrorKind::NotFound { &names.whole } else { file };
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
        let state = if resume == Resume::Now { State::last(&log, &title, there, &names)? } else { State::default() };
        if state == State::default() {
            let begun = log.set_len(0).and_then(|()| log.rewind()).and_then(|()| log.write_all(title.as_bytes()));
            begun.with_context(|| cannot_write(&names.log))?;
        } else {
            let cut = log.set_len(state.log_length).and_then(|()| log.seek(SeekFrom::End(0)));
            cut.with_context(|| cannot_write(&names.log))?;
        }
        // A file that was cut is written to the disk as soon as it is closed, by some systems, and that takes its time.
        if there != state.length {
            file.set_len(state.length).with_context(|| cannot_write(&names.part))?;
        }
        file.seek(SeekFrom::End(0)).with_context(|| cannot_write(&names.part))?;
        if torn {
            fs::rename(&names.writing, &names.part).with_context(|| cannot_write(&names.part))?;
        }
        let opened = Part { names, resume, file, length: state.length, log };
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
        let how = if self.resume != Resume::Never { ", the same command with --resume goes on" } else { "" };
        format!("{} has what was done{how}", name.display())
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
    fn finish(mut self, packing: Packing) -> anyhow::Result<()> {
        if self.length == 0 {
            // A file without any member is not what gzip takes for an empty one.
            let mut nothing = Vec::new();
            Packer::new(packing).frame(&[], &mut nothing)?;
            self.add([&nothing[..]].into_iter())?;
        }
        let Part { names: Names { whole, part, log, .. }, file, .. } = self;
        interrupt::advise(String::new());
        close(file).with_context(|| cannot_write(&part))?;
        fs::rename(&part, &whole).with_context(|| cannot_write(&whole))?;
        // Without its part the log means nothing; that it cannot be removed takes nothing from the result.
        let _ = fs::remove_file(log);
        Ok(())
    }

    /// Leaves nothing behind. What the file held before it still holds.
    fn remove(self) -> anyhow::Result<()> {
        let Names { part, log, .. } = &self.names;
        interrupt::advise(String::new());
        fs::remove_file(part).and_then(|()| fs::remove_file(log)).with_context(|| cannot_write(part))
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
    fn last(log: &File, title: &str, there: u64, names: &Names) -> anyhow::Result<State> {
        let mut lines = BufReader::new(log);
        // The file may be anything by now; a line is read as far as it can be right.
        let mut read = |most: usize| {
            let mut line = Vec::new();
            let read = lines.by_ref().take(most as u64).read_until(b'\n', &mut line);
            read.with_context(|| format!("{}: cannot read", names.log.display())).map(|_| line)
        };
        let found = read(title.len())?;
        // The title itself may have been cut off when it was written; then there is nothing to go on with.
        if found.len() < title.len() && title.as_bytes().starts_with(&found) {
            return Ok(State::default());
        }
        if found != title.as_bytes() {
            bail!(
                "{}: cannot resume: {} is not of a run with the same options, the same inputs and the same version; \
                 without --resume it is begun anew",
                names.whole.display(),
                names.log.display()
            );
        }
        let mut last = State { log_length: title.len() as u64, ..State::default() };
        loop {
            match State::parse(&read(MOST_ENTRY)?, last.log_length) {
                Some(state) if state.length <= there && state.follows(&last) => last = state,
                _ if last.pieces == 0 => return Ok(State::default()),
                _ => return Ok(last),
            }
        }
    }

    /// Whether it can come after this one.
    fn follows(&self, before: &State) -> bool {
        self.pieces > before.pieces && self.length >= before.length && self.tally.puzzles() >= before.tally.puzzles()
    }

    fn parse(line: &[u8], log_length: u64) -> Option<State> {
        let text = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
        let numbers: Vec<u64> = text.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let [pieces, length, unique, none, multiple, unreadable, guesses, passes] = numbers[..] else { return None };
        let log_length = log_length + line.len() as u64;
        let tally = Tally { unique, none, multiple, unreadable, guesses, passes };
        Some(State { pieces, length, tally, log_length })
    }
}

/// Gathers text and hands it on in pieces of whole lines: for commands that work on one puzzle after the other.
pub(crate) struct Pieces {
    sink: Sink,
    packer: Packer,
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
        let packer = Packer::new(sink.packing);
        Pieces { sink, packer, gathered: Vec::new(), packed: Vec::new(), last: Instant::now() }
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
            self.packer.pack(&self.gathered, &mut self.packed)?;
            self.sink.put([(&self.packed[..], Tally::default())].into_iter(), true)?;
            self.gathered.clear();
        }
        self.last = Instant::now();
        Ok(())
    }

    /// The end of it.
    pub(crate) fn finish(mut self, end: End) -> anyhow::Result<()> {
        self.flush()?;
        self.sink.finish(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_packed_the_same_whatever_was_packed_before() {
        let pieces = [&b"a line\n"[..], &[b'7'; 300_000], b"", b"another\n"];
        for packing in [Packing::Plain, Packing::Gzip, Packing::Zstd] {
            let mut packer = Packer::new(packing);
            for piece in pieces {
                let [mut once, mut again] = [Vec::new(), b"left".to_vec()];
                Packer::new(packing).pack(piece, &mut once).unwrap();
                packer.pack(piece, &mut again).unwrap();
                assert!(once == again, "{packing:?}");
                let mut unpacked = Vec::new();
                match packing {
                    _ if piece.is_empty() => Ok(0),
                    Packing::Plain => (&once[..]).read_to_end(&mut unpacked),
                    Packing::Gzip => flate2::read::GzDecoder::new(&once[..]).read_to_end(&mut unpacked),
                    Packing::Zstd => zstd::stream::read::Decoder::new(&once[..]).unwrap().read_to_end(&mut unpacked),
                }
                .unwrap();
                assert!(unpacked == piece, "{packing:?}");
            }
        }
    }

    #[test]
    fn the_log_is_believed_as_far_as_the_part_goes() {
        let title = "ninefold 1\n";
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.resume");
        let state = |log: &dyn AsRef<[u8]>, there| {
            fs::write(&path, log.as_ref()).unwrap();
            State::last(&File::open(&path).unwrap(), title, there, &Names::of(Path::new("x")))
                .map(|state| (state.pieces, state.length))
        };
        let log = "ninefold 1\n1 100 1 0 0 0 0 0\n2 250 2 0 0 0 0 0\n3 300 3 0 0 0";
        assert_eq!(state(&"", 500).unwrap(), (0, 0));
        assert_eq!(state(&log, 500).unwrap(), (2, 250));
        assert_eq!(state(&log, 250).unwrap(), (2, 250));
        assert_eq!(state(&log, 249).unwrap(), (1, 100));
        assert_eq!(state(&log, 99).unwrap(), (0, 0));
        assert!(state(&"ninefold 2\n", 99).is_err());
        // The disk was full when the title was written.
        assert_eq!(state(&"ninefo", 500).unwrap(), (0, 0));
        // Whatever else it may be by now.
        assert!(state(&b"\xFF\xFE\0", 500).unwrap_err().to_string().starts_with("x: cannot resume: x.resume"));
        assert!(state(&"9".repeat(100_000), 500).is_err());
        for garbage in ["2 90 2 0 0 0 0 0\n", "1 250 2 0 0 0 0 0\n", "2 250 2 0 0 0 0 0 x\n", "\n", "\0\0\0\n"] {
            assert_eq!(state(&format!("ninefold 1\n1 100 1 0 0 0 0 0\n{garbage}"), 500).unwrap(), (1, 100));
        }
    }
}
