//! Text in and out.

pub(crate) mod base64;
mod error;
mod iss;
mod killer;
mod line;

pub use error::{Fault, Place, ReadError};

use crate::Variant;

/// Reads one puzzle in whichever format it is written.
///
/// # Errors
/// Where the text is no puzzle, and why.
pub fn read(text: &str) -> Result<Variant, ReadError> {
    let dense: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    if killer::is_short(&dense) {
        killer::read_short(text)
    } else if killer::is_long(&dense) {
        killer::read_long(text)
    } else if line::is_plain(&dense) {
        line::read(text, false)
    } else {
        iss::read(text)
    }
}
