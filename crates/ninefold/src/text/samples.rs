//! What the tests of the formats share.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Format, ParseError, Reader, Record};
use crate::Grid;

pub(crate) const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

pub(crate) fn puzzle() -> Grid {
    PUZZLE.parse().unwrap()
}

/// Everything a reader of this format makes of a text.
pub(crate) fn items(text: impl AsRef<[u8]>, format: Format) -> Vec<Result<Record, ParseError>> {
    let mut reader = Reader::with_format(format);
    reader.feed(text.as_ref());
    reader.finish();
    reader.collect()
}

/// The same in short: 81 characters, or the error's words.
pub(crate) fn shown(text: impl AsRef<[u8]>, format: Format) -> Vec<String> {
    items(text, format)
        .into_iter()
        .map(|item| item.map_or_else(|e| e.to_string(), |r| r.position.digits().to_string()))
        .collect()
}

/// The format a text is recognised as.
pub(crate) fn recognised(text: &str) -> Format {
    let mut reader = Reader::new();
    reader.feed(text.as_bytes());
    reader.finish();
    reader.by_ref().for_each(drop);
    reader.format().unwrap()
}
