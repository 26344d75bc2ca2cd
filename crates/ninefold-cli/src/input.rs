//! Where puzzles come from: files, standard input, or the argument itself.
//!
//! How arguments are told apart, in this order:
//!
//! 1. `-` is standard input.
//! 2. The name of something that exists is a file.
//! 3. What reads like a puzzle is one: it has digits or empty cells only, and enough of them to be meant as one, or it
//!    has several lines.
//! 4. Anything else is the name of a file that is not there, and saying so is the most useful answer.
//!
//! Files and standard input may be compressed with gzip or zstd; their first bytes tell, not their names.

use std::fs::{File, Metadata};
use std::io::{self, BufReader, Cursor, IsTerminal, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, bail};

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

/// Fewer cells than this nobody types as a puzzle; a shorter argument is a name.
const MIN_CELLS: usize = 30;

impl Input {
    /// The inputs that the arguments name; standard input when there are none.
    pub(crate) fn all(arguments: &[String]) -> anyhow::Result<Vec<Input>> {
        if arguments.is_empty() {
            if io::stdin().is_terminal() {
                bail!("no puzzle given: name a file, give the puzzle itself, or '-' to type it in");
            }
            return Ok(vec![Input::Stdin]);
        }
        Ok(arguments.iter().enumerate().map(|(i, argument)| Input::of(i + 1, argument)).collect())
    }

    fn of(number: usize, argument: &str) -> Input {
        let path = PathBuf::from(argument);
        if argument == "-" {
            Input::Stdin
        } else if path.exists() || !reads_like_a_puzzle(argument) {
            Input::File(path)
        } else {
            Input::Argument { number, text: argument.to_owned() }
        }
    }

    /// What error messages call it.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::File(path) => path.display().to_string(),
            Input::Stdin => "<stdin>".to_owned(),
            Input::Argument { number, .. } => format!("<argument {number}>"),
        }
    }

    /// What the system knows about the file, also about one that is standard input.
    pub(crate) fn metadata(&self) -> Option<Metadata> {
        match self {
            Input::File(path) => path.metadata().ok(),
            Input::Stdin => metadata_of(&io::stdin()),
            Input::Argument { .. } => None,
        }
    }

    /// How many bytes will be read from it, where that is known.
    pub(crate) fn size(&self) -> Option<u64> {
        match self {
            Input::Argument { text, .. } => Some(text.len() as u64),
            _ => self.metadata().filter(Metadata::is_file).map(|data| data.len()),
        }
    }

    /// What must be the same when an interrupted run is resumed.
    pub(crate) fn identity(&self) -> String {
        let modified = match self {
            Input::File(_) => self.metadata(),
            // A pipe is another one each time.
            Input::Stdin => self.metadata().filter(Metadata::is_file),
            Input::Argument { text, .. } => return text.clone(),
        };
        let modified = modified.and_then(|data| data.modified().ok());
        let modified = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        format!("{} {:?} {:?}", self.name(), self.size(), modified.map(|time| time.as_nanos()))
    }

    /// Opens it. If it is compressed, the counter grows with the bytes before they are unpacked.
    pub(crate) fn open(&self, read: &Arc<AtomicU64>) -> anyhow::Result<Opened> {
        let unpacked = match self {
            Input::File(path) => {
                let file = match File::open(path) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {
                        bail!("{}: no such file, and it does not read like a puzzle", path.display())
                    }
                    file => file.with_context(|| self.cannot_read())?,
                };
                if file.metadata().is_ok_and(|data| data.is_dir()) {
                    bail!("{}: is a directory, not a file", path.display());
                }
                unpack(file, read)
            }
            Input::Stdin => unpack(io::stdin(), read),
            Input::Argument { text, .. } => Ok(Opened::Plain(Box::new(Cursor::new(text.clone().into_bytes())))),
        };
        unpacked.with_context(|| self.cannot_read())
    }

    /// The beginning of a message about a failed read.
    pub(crate) fn cannot_read(&self) -> String {
        format!("{}: cannot read", self.name())
    }
}

/// What the system knows about the file that a stream is, where it can be asked.
#[cfg(unix)]
pub(crate) fn metadata_of(stream: &impl std::os::fd::AsFd) -> Option<Metadata> {
    stream.as_fd().try_clone_to_owned().ok().and_then(|stream| File::from(stream).metadata().ok())
}

/// What the system knows about the file that a stream is, where it can be asked.
#[cfg(not(unix))]
pub(crate) fn metadata_of<S>(_: &S) -> Option<Metadata> {
    None
}

/// Whether they are about the same file, under whatever names, and it is one that has a content of its own.
#[cfg(unix)]
pub(crate) fn same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Whether they are about the same file; here nobody can tell.
#[cfg(not(unix))]
pub(crate) fn same_file(_: &Metadata, _: &Metadata) -> bool {
    false
}

fn reads_like_a_puzzle(argument: &str) -> bool {
    let cells = argument.bytes().filter(|byte| byte.is_ascii_digit() || b".*_?xX".contains(byte)).count();
    let cells_only = cells >= MIN_CELLS && cells * 10 >= argument.len() * 9;
    cells_only || argument.contains('\n') || argument.trim_start().starts_with(['{', '[', '<', ':'])
}

/// The bytes of an input.
pub(crate) enum Opened {
    Plain(Box<dyn Read + Send>),
    /// What comes out is longer than what goes in; what goes in is counted.
    Unpacked(Box<dyn Read + Send>),
}

/// Counts the bytes that pass.
struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

const GZIP: &[u8] = &[0x1F, 0x8B];
const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];
/// A frame that decoders of zstd pass over, after a byte from 0x50 to 0x5F. Tools that pack in parallel begin with one.
const SKIPPABLE: &[u8] = &[0x2A, 0x4D, 0x18];

/// What is inside, if the first bytes say that it is compressed; else the bytes as they are.
fn unpack<R: Read + Send + 'static>(mut raw: R, read: &Arc<AtomicU64>) -> io::Result<Opened> {
    let mut head = Vec::with_capacity(ZSTD.len());
    raw.by_ref().take(ZSTD.len() as u64).read_to_end(&mut head)?;
    let gzip = head.starts_with(GZIP);
    let zstd = head.starts_with(ZSTD) || matches!(&head[..], [0x50..=0x5F, rest @ ..] if rest == SKIPPABLE);
    let whole = Cursor::new(head).chain(raw);
    if !gzip && !zstd {
        return Ok(Opened::Plain(Box::new(whole)));
    }
    let counted = BufReader::with_capacity(1 << 17, Counted { inner: whole, read: Arc::clone(read) });
    Ok(Opened::Unpacked(if gzip {
        // Several members one after the other are one text, as for gzip itself.
        Box::new(flate2::bufread::MultiGzDecoder::new(counted))
    } else {
        Box::new(zstd::stream::read::Decoder::with_buffer(counted)?)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_told_from_names() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        for puzzle in [line, &line[..80], &line.replace('.', "0"), &format!("{line} 7.1"), "5 3\n", "{\"puzzle\": 1}"] {
            assert!(matches!(Input::of(1, puzzle), Input::Argument { .. }), "{puzzle}");
        }
        for name in ["puzzle.txt", "no/such/file.sdk", "17", "53..7", "top1465"] {
            assert!(matches!(Input::of(1, name), Input::File(_)), "{name}");
        }
        assert!(matches!(Input::of(1, "-"), Input::Stdin));
        assert!(matches!(Input::of(1, "Cargo.toml"), Input::File(_)));
    }
}
