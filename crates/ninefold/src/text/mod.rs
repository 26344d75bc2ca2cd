//! Text formats.
use crate::{Cell, Digit, Grid};
use core::fmt;
use core::str::FromStr;

/// Text that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError;
impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot read")
    }
}
impl core::error::Error for ParseError {}

impl FromStr for Grid {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Grid, ParseError> {
        let bytes = text.as_bytes();
        if bytes.len() != 81 {
            return Err(ParseError);
        }
        Ok(Grid::from_fn(|cell: Cell| Digit::from_ascii(bytes[cell.index()])))
    }
}
