//! `FILE.resume`: how far the results got.
//!
//! ```text
//! ninefold 0.1.0 "solve ..."           what is being done, with which inputs
//! 3 24600 0 1 0 0 ...                  chunks written, the length of each part with them, counts
//! 9 73800 0 3 0 0 ...
//! complete                             all parts are written; they only have to get their names
//! ```
//!
//! A line is appended after the results it speaks of are written. A line without its end is ignored, and so is one that
//! speaks of more than the parts hold. Of results after unreadable input there is no line: the next run may be able to
//! read the input.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::cannot_write;
use super::part::Names;
use crate::tally::Tally;

/// The beginning of the first line.
const PROGRAM: &str = concat!("ninefold ", env!("CARGO_PKG_VERSION"));
const COMPLETE: &str = "complete\n";
/// No line except the first is longer.
const MAX_ENTRY: usize = 512;

/// The open log.
pub(super) struct Log {
    pub(super) path: PathBuf,
    file: File,
}

/// How far an earlier run got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) chunks: u64,
    /// The length of each part with the results of these chunks.
    pub(super) lengths: Vec<u64>,
    pub(super) tally: Tally,
    /// All results are written.
    pub(super) is_complete: bool,
    /// The length of the log up to here.
    log_length: u64,
}

impl Log {
    /// Opens the log and locks it: no two runs write the same file.
    pub(super) fn open(names: &Names) -> anyhow::Result<Log> {
        // The log is the one file whose name never changes.
        let file = names.open(&names.log)?;
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => bail!("{}: another run is writing it", names.part.display()),
            // A system that cannot lock files cannot prevent it.
            Ok(()) | Err(fs::TryLockError::Error(_)) => {}
        }
        Ok(Log { path: names.log.clone(), file })
    }

    /// Starts over, for this job.
    pub(super) fn begin(&mut self, job: &str) -> anyhow::Result<()> {
        let title = title(job);
        let file = &mut self.file;
        let begun = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(title.as_bytes()));
        begun.with_context(|| cannot_write(&self.path))
    }

    /// Continues after this state.
    pub(super) fn continue_after(&mut self, state: &State) -> anyhow::Result<()> {
        let cut = self.file.set_len(state.log_length).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.with_context(|| cannot_write(&self.path)).map(drop)
    }

    /// Notes that the results of so many chunks are written.
    pub(super) fn note(&mut self, chunks: u64, lengths: &[u64], tally: &Tally) -> anyhow::Result<()> {
        let numbers: Vec<String> =
            [chunks].iter().chain(lengths).chain(&tally.to_numbers()).map(u64::to_string).collect();
        self.append(&(numbers.join(" ") + "\n"))
    }

    /// Notes that all results are written.
    pub(super) fn note_complete(&mut self) -> anyhow::Result<()> {
        self.append(COMPLETE)
    }

    fn append(&mut self, line: &str) -> anyhow::Result<()> {
        self.file.write_all(line.as_bytes()).with_context(|| cannot_write(&self.path))
    }

    /// The last state whose results are all in the parts, which have these lengths; `None` if there is no such state.
    ///
    /// # Errors
    /// If the log is that of another job.
    pub(super) fn last_state(
        &self,
        job: &str,
        present: &[Option<u64>],
        names: &Names,
    ) -> anyhow::Result<Option<State>> {
        let title = title(job);
        let mut lines = BufReader::new(&self.file);
        // The file may be anything by now. A line is read as far as it can be right.
        let mut read = |most: usize| {
            let mut line = Vec::new();
            let read = lines.by_ref().take(most as u64).read_until(b'\n', &mut line);
            read.with_context(|| format!("{}: cannot read", self.path.display())).map(|_| line)
        };
        let found = read(title.len())?;
        // The title itself may have been cut off when it was written. Then there is nothing to continue.
        if found.len() < title.len() && title.as_bytes().starts_with(&found) {
            return Ok(None);
        }
        if found != title.as_bytes() {
            bail!(
                "{}: cannot resume: {} is not of a run with the same options, the same inputs and the same version; \
                 without --resume the run starts over",
                names.whole.display(),
                self.path.display()
            );
        }
        let mut last: Option<State> = None;
        let mut length = title.len() as u64;
        loop {
            let line = read(MAX_ENTRY)?;
            length += line.len() as u64;
            if line == COMPLETE.as_bytes() {
                return Ok(last.map(|state| State { is_complete: true, ..state }));
            }
            match State::parse(&line, present.len(), length) {
                Some(state) if state.follows(last.as_ref()) => {
                    // A part that is missing may have got its name already.
                    let fits = |(length, present): (&u64, &Option<u64>)| present.is_none_or(|there| *length <= there);
                    if !state.lengths.iter().zip(present).all(fits) {
                        return Ok(last);
                    }
                    last = Some(state);
                }
                _ => return Ok(last),
            }
        }
    }
}

impl State {
    fn parse(line: &[u8], parts: usize, log_length: u64) -> Option<State> {
        let text = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
        let numbers: Vec<u64> = text.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let (chunks, rest) = numbers.split_first()?;
        let (lengths, tally) = rest.split_at_checked(parts)?;
        let tally = Tally::from_numbers(tally.try_into().ok()?);
        Some(State { chunks: *chunks, lengths: lengths.to_vec(), tally, is_complete: false, log_length })
    }

    /// Whether it can come after this one.
    fn follows(&self, before: Option<&State>) -> bool {
        before.is_none_or(|before| {
            self.chunks > before.chunks
                && self.lengths.iter().zip(&before.lengths).all(|(length, before)| length >= before)
                && self.tally.puzzles() >= before.tally.puzzles()
        })
    }
}

/// The number that the log of an unfinished `FILE` notes after this word in its first line.
pub(super) fn recorded_number(path: &Path, word: &str) -> Option<u64> {
    let file = File::open(Names::of(path).log).ok()?;
    let mut title = String::new();
    BufReader::new(file).take(1 << 20).read_line(&mut title).ok()?;
    let (_, after) = title.split_once(&format!(" {word} "))?;
    after.split(|character: char| !character.is_ascii_digit()).next()?.parse().ok()
}

fn title(job: &str) -> String {
    format!("{PROGRAM} {job:?}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_is_believed_as_far_as_the_parts_go() {
        let dir = tempfile::tempdir().unwrap();
        let names = Names::of(&dir.path().join("x"));
        let state = |log: &dyn AsRef<[u8]>, there: u64| {
            fs::write(&names.log, log.as_ref()).unwrap();
            let log = Log::open(&names).unwrap();
            let state = log.last_state("job", &[Some(there)], &names);
            state.map(|state| state.map_or((0, 0), |state| (state.chunks, state.lengths[0])))
        };
        let title = title("job");
        let zeros = " 0".repeat(Tally::default().to_numbers().len());
        let entry = |chunks: u64, length: u64| format!("{chunks} {length}{zeros}\n");
        let log = format!("{title}{}{}{}", entry(1, 100), entry(2, 250), entry(3, 300).trim_end());
        assert_eq!(state(&"", 500).unwrap(), (0, 0));
        assert_eq!(state(&log, 500).unwrap(), (2, 250));
        assert_eq!(state(&log, 250).unwrap(), (2, 250));
        assert_eq!(state(&log, 249).unwrap(), (1, 100));
        assert_eq!(state(&log, 99).unwrap(), (0, 0));
        assert!(state(&"ninefold 2\n", 99).is_err());
        // The disk was full when the title was written.
        assert_eq!(state(&"ninefo", 500).unwrap(), (0, 0));
        // Whatever else it may be by now.
        let error = state(&b"\xFF\xFE\0", 500).unwrap_err().to_string();
        assert!(error.contains("x: cannot resume: ") && error.contains("x.resume is not of a run"), "{error}");
        assert!(state(&"9".repeat(100_000), 500).is_err());
        for garbage in [entry(2, 90), entry(1, 250), format!("2 250{zeros} x\n"), "\n".into(), "\0\0\0\n".into()] {
            assert_eq!(state(&format!("{title}{}{garbage}", entry(1, 100)), 500).unwrap(), (1, 100), "{garbage:?}");
        }
    }

    #[test]
    fn a_complete_run_is_known_and_a_number_of_the_job_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        let names = Names::of(&path);
        let mut log = Log::open(&names).unwrap();
        log.begin("generate seed 42 [\"x\"]").unwrap();
        log.note(1, &[100], &Tally::default()).unwrap();
        log.note_complete().unwrap();
        drop(log);
        let log = Log::open(&names).unwrap();
        let state = log.last_state("generate seed 42 [\"x\"]", &[None], &names).unwrap().unwrap();
        assert!(state.is_complete);
        assert_eq!(recorded_number(&path, "seed"), Some(42));
        assert_eq!(recorded_number(&path, "shuffle"), None);
    }
}
