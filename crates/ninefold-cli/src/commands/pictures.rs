//! Pictures: one document for each puzzle.

use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::results::{Compressor, End, Results};

/// Writes pictures: one to standard output or to a file, several to numbered files.
pub(super) struct Pictures {
    write: Option<PathBuf>,
    count: u64,
    /// The first one, as long as it may be the only one.
    first: Option<String>,
}

impl Pictures {
    pub(super) fn new(write: Option<&Path>) -> Pictures {
        Pictures { write: write.map(Path::to_owned), count: 0, first: None }
    }

    pub(super) fn add(&mut self, picture: String) -> anyhow::Result<()> {
        self.count += 1;
        if self.count == 1 {
            self.first = Some(picture);
            return Ok(());
        }
        let Some(path) = &self.write else {
            bail!(
                "several puzzles are several pictures: with --write NAME.svg they become NAME-1.svg, NAME-2.svg, ..."
            );
        };
        if let Some(first) = self.first.take() {
            write_file(Some(&numbered(path, 1)), &first)?;
        }
        write_file(Some(&numbered(path, self.count)), &picture)
    }

    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self.first {
            Some(picture) => write_file(self.write.as_deref(), &picture),
            None => Ok(()),
        }
    }
}

/// Writes a whole file, or to standard output. The file has its name only when it is complete.
fn write_file(path: Option<&Path>, text: &str) -> anyhow::Result<()> {
    let mut results = Results::open_once(path)?;
    let mut compressed = Vec::new();
    Compressor::new(results.compression(0)).compress(text.as_bytes(), &mut compressed)?;
    results.put(&[vec![&compressed[..]]])?;
    results.finish(End::Complete)
}

/// `name.svg` becomes `name-7.svg`.
fn numbered(path: &Path, number: u64) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_numbered_before_the_extension() {
        assert_eq!(numbered(Path::new("some/name.svg"), 7), Path::new("some/name-7.svg"));
        assert_eq!(numbered(Path::new("name"), 12), Path::new("name-12"));
    }
}
