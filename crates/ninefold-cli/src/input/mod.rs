//! The inputs: files, standard input, or the argument itself.
//!
//! An argument is interpreted in this order:
//!
//! 1. `-` is standard input.
//! 2. The name of an existing file is that file.
//! 3. Text that looks like a puzzle is one: it has only digits and empty cells, and enough of them, or several lines.
//! 4. Anything else is the name of a file that does not exist, which is an error.
//!
//! Files and standard input may be compressed with gzip or zstd. This is recognised by their first bytes, not their names.

mod compressed;

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io::{self, BufRead, Cursor, IsTerminal, Read};
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail};
use ninefold::text;

pub(crate) use compressed::Opened;
use compressed::decompress;

/// A source of puzzles.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    File(PathBuf),
    Stdin,
    /// The argument with this number is the text itself.
    Argument {
        number: usize,
        text: String,
    },
}

/// What [`Input::start`] has read of standard input, which can be read only once: [`Input::open`] begins with it.
static STDIN_START: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// As many bytes of an input as [`Input::start`] reads.
const START: u64 = 4096;

/// An argument with fewer cells than this is a name.
const MIN_CELLS: usize = 30;

impl Input {
    /// The inputs named by the arguments, or standard input if there are none.
    pub(crate) fn all(arguments: &[OsString]) -> anyhow::Result<Vec<Input>> {
        if arguments.is_empty() {
            if io::stdin().is_terminal() {
                bail!("no puzzle given: name a file, give the puzzle itself, or '-' to type it in");
            }
            return Ok(vec![Input::Stdin]);
        }
        Ok(arguments.iter().enumerate().map(|(i, argument)| Input::of(i + 1, argument)).collect())
    }

    fn of(number: usize, argument: &OsStr) -> Input {
        let path = PathBuf::from(argument);
        match argument.to_str() {
            Some("-") => Input::Stdin,
            Some(text) if !path.exists() && looks_like_a_puzzle(text) => {
                Input::Argument { number, text: text.to_owned() }
            }
            // A file name need not be UTF-8.
            _ => Input::File(path),
        }
    }

    /// The name of the input in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::File(path) => path.display().to_string(),
            Input::Stdin => "<stdin>".to_owned(),
            Input::Argument { number, .. } => format!("<argument {number}>"),
        }
    }

    /// The metadata of the file, also if it is standard input.
    pub(crate) fn metadata(&self) -> Option<Metadata> {
        match self {
            Input::File(path) => path.metadata().ok(),
            Input::Stdin => metadata_of(&io::stdin()),
            Input::Argument { .. } => None,
        }
    }

    /// The number of bytes to read, if known.
    pub(crate) fn size(&self) -> Option<u64> {
        match self {
            Input::Argument { text, .. } => Some(text.len() as u64),
            _ => self.metadata().filter(Metadata::is_file).map(|data| data.len()),
        }
    }

    /// A description that must be the same to resume an interrupted run.
    pub(crate) fn identity(&self) -> String {
        let modified = match self {
            Input::File(_) => self.metadata(),
            // A pipe is different each time.
            Input::Stdin => self.metadata().filter(Metadata::is_file),
            Input::Argument { text, .. } => return text.clone(),
        };
        let modified = modified.and_then(|data| data.modified().ok());
        let modified = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        let name = match self {
            // The exact name, even if it is not UTF-8.
            Input::File(path) => format!("{path:?}"),
            _ => self.name(),
        };
        format!("{name} {:?} {:?}", self.size(), modified.map(|time| time.as_nanos()))
    }

    /// Opens the input. If it is compressed, the counter counts the bytes before decompression.
    pub(crate) fn open(&self, read: &Arc<AtomicU64>) -> anyhow::Result<Opened> {
        let opened = match self {
            Input::File(path) => {
                let file = match File::open(path) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {
                        bail!("{}: no such file, and it does not look like a puzzle", path.display())
                    }
                    file => file.with_context(|| self.cannot_read())?,
                };
                if file.metadata().is_ok_and(|data| data.is_dir()) {
                    bail!("{}: is a directory, not a file", path.display());
                }
                decompress(file, read)
            }
            Input::Stdin => {
                let start = core::mem::take(&mut *STDIN_START.lock().unwrap_or_else(PoisonError::into_inner));
                decompress(Cursor::new(start).chain(io::stdin()), read)
            }
            Input::Argument { text, .. } => Ok(Opened::Plain(Box::new(Cursor::new(text.clone().into_bytes())))),
        };
        opened.with_context(|| self.cannot_read())
    }

    /// The first few kilobytes, decompressed. Of standard input it is as little as contains a line that is not empty or a
    /// comment: more may come later, or never. An input that cannot be read starts with nothing.
    pub(crate) fn start(&self) -> Vec<u8> {
        let mut start = Vec::new();
        if let Input::Stdin = self {
            let mut raw = STDIN_START.lock().unwrap_or_else(PoisonError::into_inner);
            let mut stdin = io::stdin().lock();
            let content = |line: &[u8]| !line.starts_with(b"#") && !line.trim_ascii().is_empty();
            let mut line = raw.len();
            while raw.len() < START as usize
                && stdin
                    .by_ref()
                    .take(START - raw.len() as u64)
                    .read_until(b'\n', &mut raw)
                    .is_ok_and(|count| count > 0)
                && !content(&raw[line..])
            {
                line = raw.len();
            }
            start.clone_from(&raw);
            return start;
        }
        if let Ok(Opened::Plain(opened) | Opened::Unpacked(opened)) = self.open(&Arc::new(AtomicU64::new(0)))
            && opened.take(START).read_to_end(&mut start).is_err()
        {
            start.clear();
        }
        start
    }

    /// The first part of a message about a failed read.
    pub(crate) fn cannot_read(&self) -> String {
        format!("{}: cannot read", self.name())
    }
}

/// What the system knows about the file that a stream is, if it can be asked.
#[cfg(unix)]
pub(crate) fn metadata_of(stream: &impl std::os::fd::AsFd) -> Option<Metadata> {
    stream.as_fd().try_clone_to_owned().ok().and_then(|stream| File::from(stream).metadata().ok())
}

/// What the system knows about the file that a stream is, if it can be asked.
#[cfg(not(unix))]
pub(crate) fn metadata_of<S>(_: &S) -> Option<Metadata> {
    None
}

/// Whether both are the same regular file, under any names.
#[cfg(unix)]
pub(crate) fn same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Whether both are the same regular file. This system provides no way to compare.
#[cfg(not(unix))]
pub(crate) fn same_file(_: &Metadata, _: &Metadata) -> bool {
    false
}

fn looks_like_a_puzzle(argument: &str) -> bool {
    let cells = argument.bytes().filter(|byte| text::is_cell(*byte)).count();
    let cells_only = cells >= MIN_CELLS && cells * 10 >= argument.len() * 9;
    cells_only || argument.contains('\n') || argument.trim_start().starts_with(['{', '[', '<', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_and_names_are_distinguished() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        for puzzle in [line, &line[..80], &line.replace('.', "0"), &format!("{line} 7.1"), "5 3\n", "{\"puzzle\": 1}"] {
            assert!(matches!(Input::of(1, puzzle.as_ref()), Input::Argument { .. }), "{puzzle}");
        }
        for name in ["puzzle.txt", "no/such/file.sdk", "17", "53..7", "top1465"] {
            assert!(matches!(Input::of(1, name.as_ref()), Input::File(_)), "{name}");
        }
        assert!(matches!(Input::of(1, "-".as_ref()), Input::Stdin));
        assert!(matches!(Input::of(1, "Cargo.toml".as_ref()), Input::File(_)));
    }
}
