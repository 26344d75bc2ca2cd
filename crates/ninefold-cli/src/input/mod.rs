//! Where puzzles come from: files, standard input, or the argument itself.
//!
//! What an argument is, in this order:
//!
//! 1. `-` is standard input.
//! 2. The name of something that exists is a file.
//! 3. Text that looks like a puzzle is one: it has digits or empty cells only, and enough of them, or several lines.
//! 4. Anything else is the name of a file that does not exist, which is an error.
//!
//! Files and standard input may be compressed with gzip or zstd. Their first bytes show it, not their names.

mod compressed;

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io::{self, Cursor, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::{Context, bail};
use ninefold::text;

pub(crate) use compressed::Opened;
use compressed::decompress;

/// One place that puzzles come from.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    File(PathBuf),
    Stdin,
    /// The argument with this number is itself the text.
    Argument {
        number: usize,
        text: String,
    },
}

/// An argument with fewer cells than this is a name.
const MIN_CELLS: usize = 30;

impl Input {
    /// The inputs that the arguments name; standard input when there are none.
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
            // A name need not be UTF-8.
            _ => Input::File(path),
        }
    }

    /// Its name in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::File(path) => path.display().to_string(),
            Input::Stdin => "<stdin>".to_owned(),
            Input::Argument { number, .. } => format!("<argument {number}>"),
        }
    }

    /// What the system knows about the file, also if it is standard input.
    pub(crate) fn metadata(&self) -> Option<Metadata> {
        match self {
            Input::File(path) => path.metadata().ok(),
            Input::Stdin => metadata_of(&io::stdin()),
            Input::Argument { .. } => None,
        }
    }

    /// How many bytes will be read from it, if that is known.
    pub(crate) fn size(&self) -> Option<u64> {
        match self {
            Input::Argument { text, .. } => Some(text.len() as u64),
            _ => self.metadata().filter(Metadata::is_file).map(|data| data.len()),
        }
    }

    /// What must be the same if an interrupted run is to be resumed.
    pub(crate) fn identity(&self) -> String {
        let modified = match self {
            Input::File(_) => self.metadata(),
            // A pipe is a new one each time.
            Input::Stdin => self.metadata().filter(Metadata::is_file),
            Input::Argument { text, .. } => return text.clone(),
        };
        let modified = modified.and_then(|data| data.modified().ok());
        let modified = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        let name = match self {
            // The exact name, though it may not be UTF-8.
            Input::File(path) => format!("{path:?}"),
            _ => self.name(),
        };
        format!("{name} {:?} {:?}", self.size(), modified.map(|time| time.as_nanos()))
    }

    /// Opens it. If it is compressed, the counter grows with the bytes before they are decompressed.
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
            Input::Stdin => decompress(io::stdin(), read),
            Input::Argument { text, .. } => Ok(Opened::Plain(Box::new(Cursor::new(text.clone().into_bytes())))),
        };
        opened.with_context(|| self.cannot_read())
    }

    /// The beginning of a message about a failed read.
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

/// Whether both are the same regular file, under whatever names.
#[cfg(unix)]
pub(crate) fn same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Whether both are the same regular file. This system cannot tell.
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
