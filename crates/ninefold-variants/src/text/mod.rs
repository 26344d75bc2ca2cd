//! Text in and out: the formats in which variant puzzles are exchanged, one file each.
//!
//! | format | in | out |
//! |---|---|---|
//! | string form of Interactive Sudoku Solver | yes | yes |
//! | f-puzzles JSON and links | yes | yes |
//! | killer Sudoku, 81 characters and long form | yes | no |
//! | SudokuPad links: the part with a meaning | yes | no |
//! | one character a cell | yes | yes, for puzzles without rules |

pub(crate) mod base64;
mod error;
mod fpuzzles;
mod fpuzzles_write;
mod iss;
mod iss_write;
mod json;
mod killer;
mod line;
mod lz;
mod sudokupad;
#[cfg(test)]
mod tests;

use core::fmt;

pub use error::{Fault, Place, ReadError};

use crate::Variant;
use crate::rule::Kind;

/// The longest text of one puzzle, in bytes.
pub const MAX_LENGTH: usize = 8_000_000;

/// Reads one puzzle in whichever format it is written.
///
/// ```
/// use ninefold_variants::text;
///
/// let thermo = text::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4")?;
/// assert_eq!(thermo.rules().len(), 1);
/// let plain = text::read("1...............")?;
/// assert_eq!(plain.board().rows(), 4);
/// # Ok::<(), ninefold_variants::text::ReadError>(())
/// ```
///
/// # Errors
/// Where the text is no puzzle, and why.
pub fn read(text: &str) -> Result<Variant, ReadError> {
    if text.len() > MAX_LENGTH {
        return Err(Fault::TooLarge { what: "bytes of text", limit: MAX_LENGTH }.at("", 0));
    }
    let trimmed = text.trim();
    if sudokupad::is_link(trimmed) {
        return sudokupad::read_link(text);
    }
    if trimmed.contains("load=") || trimmed.starts_with("N4Ig") {
        return fpuzzles::read_link(text);
    }
    if trimmed.starts_with('{') {
        return if trimmed.contains("\"size\"") { fpuzzles::read(text) } else { sudokupad::read(text) };
    }
    let dense: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    if killer::is_short(&dense) {
        killer::read_short(text)
    } else if killer::is_long(&dense) {
        killer::read_long(text)
    } else if is_item(&dense) {
        iss::read(text)
    } else if line::is_plain(&dense) {
        line::read(text, false)
    } else {
        iss::read(text)
    }
}

/// The puzzles of a text with the number of the line each starts in: one a line, or one in all where the text is JSON, a single
/// puzzle of the string form over several lines, or a grid written in rows. Lines that start with `#` are comments.
///
/// ```
/// use ninefold_variants::text;
///
/// let one_a_line = "1...............\n# comment\n2...............";
/// assert_eq!(text::split(one_a_line).len(), 2);
/// assert_eq!(text::split("1...\n....\n....\n....").len(), 1);
/// ```
pub fn split(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#')).collect();
    let Some(&(first, line)) = lines.first() else { return Vec::new() };
    if lines.len() > 1 && !text.contains('#') {
        let dense = |text: &str| text.chars().filter(|character| !character.is_whitespace()).count();
        let side = dense(line);
        let rows = lines.len() == side && lines.iter().all(|(_, line)| dense(line) == side);
        // The lines of one puzzle in the string form: those after the first say nothing of their own board.
        let items = is_item(line.trim_start())
            && lines.len() < 200
            && lines[1..].iter().all(|(_, line)| is_item(line.trim_start()) && !line.contains(".Shape~"))
            && line.trim_start().starts_with(".Shape~");
        if rows || items || (line.trim_start().starts_with('{') && read(line).is_err()) {
            return vec![(first, text)];
        }
    }
    lines
}

/// Whether a text of one line is a grid of 16, 36, 256 or 625 cells: a puzzle without rules that is not 9 x 9.
pub fn is_other_size(line: &str) -> bool {
    let dense: String = line.chars().filter(|character| !character.is_whitespace()).collect();
    matches!(dense.len(), 16 | 36 | 256 | 625) && line::is_plain(&dense)
}

/// Whether a text starts with a puzzle of another size or with rules: anything that [`read`] accepts except 81 cells alone.
///
/// ```
/// use ninefold_variants::text::is_variant;
///
/// assert!(is_variant(".Shape~4x4.Thermo~R1C1~R1C2") && is_variant("# four by four\n1..............."));
/// assert!(is_variant("1...\n....\n....\n...."));
/// assert!(!is_variant("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"));
/// ```
pub fn is_variant(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let Some(first) = lines.next().map(str::trim) else { return false };
    let dense: String = first.chars().filter(|character| !character.is_whitespace()).collect();
    sudokupad::is_link(first)
        || first.contains("load=")
        || first.starts_with("N4Ig")
        || (first.starts_with('{') && text.contains("\"size\""))
        || is_item(&dense)
        || killer::is_short(&dense)
        || killer::is_long(&dense)
        || is_other_size(first)
        || is_grid_in_rows(text)
}

/// Whether a text is one grid of another size than 9 x 9, a row in each line.
fn is_grid_in_rows(text: &str) -> bool {
    split(text).as_slice().first().is_some_and(|&(_, grid)| grid.lines().count() > 1 && is_other_size(grid))
}

/// Whether a text is JSON.
#[cfg(test)]
pub(crate) fn is_json(text: &str) -> bool {
    json::parse(text, false).is_ok()
}

/// Whether a text starts with an item of the string form: `.` and a name, or `.~`.
fn is_item(text: &str) -> bool {
    let mut characters = text.chars();
    let opening = [characters.next(), characters.next(), characters.next()];
    match opening {
        [Some('.'), Some('~'), _] => true,
        [Some('.'), Some(capital), Some(small)] => capital.is_ascii_uppercase() && small.is_ascii_lowercase(),
        _ => false,
    }
}

/// A format that puzzles can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The string form of Interactive Sudoku Solver: all rules but a few.
    Iss,
    /// The JSON of f-puzzles.com.
    FPuzzles,
    /// A link to f-puzzles.com.
    FPuzzlesLink,
    /// One character a cell, for puzzles without rules.
    Line,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 4] = [Format::Iss, Format::FPuzzles, Format::FPuzzlesLink, Format::Line];

    /// The name of the format for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Iss => "iss",
            Format::FPuzzles => "fpuzzles",
            Format::FPuzzlesLink => "fpuzzles-link",
            Format::Line => "line",
        }
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// A puzzle that a format has no form for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The format does not have this rule.
    Rule(Kind),
    /// The format needs a board of another kind.
    Board(&'static str),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Rule(kind) => write!(f, "the format has no form for the rule {}", kind.english()),
            WriteError::Board(expected) => write!(f, "the format needs {expected}"),
        }
    }
}

impl core::error::Error for WriteError {}

/// Writes a puzzle.
///
/// ```
/// use ninefold_variants::text::{self, Format};
///
/// let variant = text::read(".Shape~4x4.Cage~5~R1C1~R1C2.~R4C4_2")?;
/// assert_eq!(text::write(&variant, Format::Iss)?, ".Shape~4x4.Cage~5~R1C1~R1C2.~R4C4_2");
/// let link = text::write(&variant, Format::FPuzzlesLink)?;
/// assert_eq!(text::read(&link)?.rules(), variant.rules());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
/// The rule, or the property of the board, that the format has no form for.
pub fn write(variant: &Variant, format: Format) -> Result<String, WriteError> {
    match format {
        Format::Iss => iss_write::write(variant),
        Format::FPuzzles => fpuzzles_write::write(variant),
        Format::FPuzzlesLink => fpuzzles_write::write_link(variant),
        Format::Line => line::write(variant),
    }
}
