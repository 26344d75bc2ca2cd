//! A file in the making.
//!
//! **A file named `FILE.part` is whole at every moment.** No system call appends many bytes to a file at once: `kill -9` in
//! the middle of it leaves any number of them, also half a line. Renaming a file either happens or does not, so the file
//! has another name whenever it may be torn: it becomes `FILE.writing`, something is appended, and it becomes `FILE.part`
//! again. Ctrl-C, `kill` and a full disk leave `FILE.part`; `kill -9` can leave `FILE.writing`.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::cannot_write;

/// A file that gets its name when it is complete.
pub(super) struct Part {
    pub(super) names: Names,
    file: Option<File>,
    pub(super) length: u64,
}

/// The names of a result and of the files it is made of.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// `FILE`
    pub(super) whole: PathBuf,
    /// `FILE.part`
    pub(super) part: PathBuf,
    /// `FILE.writing`
    pub(super) writing: PathBuf,
    /// `FILE.resume`
    pub(super) log: PathBuf,
}

impl Names {
    pub(super) fn of(path: &Path) -> Names {
        let with = |suffix: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            name.into()
        };
        Names { whole: path.to_owned(), part: with(".part"), writing: with(".writing"), log: with(".resume") }
    }

    /// Whether an earlier run has left an unfinished file.
    pub(super) fn is_begun(&self) -> bool {
        [&self.part, &self.writing].into_iter().any(|name| name.symlink_metadata().is_ok())
    }

    /// Opens one of the files for reading and writing, and creates it if it does not exist.
    pub(super) fn open(&self, name: &Path) -> anyhow::Result<File> {
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(name);
        opened.map_err(|error| {
            // The directory does not exist, and FILE is the name that the user gave.
            let name = if error.kind() == io::ErrorKind::NotFound { &self.whole } else { name };
            anyhow::Error::new(error).context(cannot_write(name))
        })
    }
}

impl Part {
    /// The part of a file, which is not opened yet.
    pub(super) fn named(names: Names) -> Part {
        Part { names, file: None, length: 0 }
    }

    /// Opens what an earlier run has left, or a new file, and cuts it to this length. Whatever its name was, it is
    /// `FILE.part` then.
    pub(super) fn begin_at(&mut self, length: u64) -> anyhow::Result<()> {
        let Names { part, writing, .. } = &self.names;
        let torn = writing.try_exists().with_context(|| cannot_write(writing))?;
        let mut file = self.names.open(if torn { writing } else { part })?;
        let present = file.metadata().with_context(|| cannot_write(part))?.len();
        // Some systems write a file that was cut to the disk as soon as it is closed, which takes long.
        if present != length {
            file.set_len(length).with_context(|| cannot_write(part))?;
        }
        file.seek(SeekFrom::End(0)).with_context(|| cannot_write(part))?;
        if torn {
            fs::rename(writing, part).with_context(|| cannot_write(part))?;
        }
        (self.file, self.length) = (Some(file), length);
        Ok(())
    }

    /// Appends pieces: all of them or, if that fails, none. The error is that of the system; the name is the file's then.
    pub(super) fn append(&mut self, pieces: &[&[u8]]) -> Result<(), (io::Error, PathBuf)> {
        let Names { part, writing, .. } = &self.names;
        let Some(file) = self.file.as_mut().filter(|_| pieces.iter().any(|piece| !piece.is_empty())) else {
            return Ok(());
        };
        fs::rename(part, writing).map_err(|error| (error, part.clone()))?;
        if let Err(error) = pieces.iter().try_for_each(|piece| file.write_all(piece)) {
            // The disk may be full. What was written of a piece ends anywhere; without it the file is whole again.
            let whole = file.set_len(self.length).and_then(|()| fs::rename(writing, part));
            return Err((error, if whole.is_ok() { part.clone() } else { writing.clone() }));
        }
        self.length += pieces.iter().map(|piece| piece.len() as u64).sum::<u64>();
        fs::rename(writing, part).map_err(|error| (error, writing.clone()))
    }

    /// Gives the file its name. The system has all of it and writes it to the disk in its own time: waiting for that would
    /// take several times as long as the work.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let Part { names: Names { whole, part, .. }, file, .. } = self;
        file.map_or(Ok(()), close).with_context(|| cannot_write(&part))?;
        fs::rename(&part, &whole).with_context(|| cannot_write(&whole))
    }

    /// Removes the file. What has its name stays.
    pub(super) fn remove(self) -> anyhow::Result<()> {
        fs::remove_file(&self.names.part).with_context(|| cannot_write(&self.names.part))
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
