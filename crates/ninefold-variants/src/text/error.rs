//! Text that could not be read: where, what was found, what was expected.

use core::fmt;

pub use ninefold::text::Place;

use crate::rule::{NfaError, RegexError};
use crate::{AddError, BoardError};

/// Text that could not be read as a puzzle.
///
/// ```
/// use ninefold_variants::text;
///
/// let error = text::read(".Thermo~R1C1~R1C0").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 14: found \"R1C0\", expected a cell of the board");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Where the trouble is.
    pub place: Place,
    /// What the trouble is.
    pub fault: Fault,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Something else than expected.
    Unexpected {
        /// What was found, shortened.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A rule that no format here knows.
    UnknownRule(String),
    /// A rule that is known and not supported, and why.
    Unsupported {
        /// The rule as the text names it.
        rule: String,
        /// Why it is left out.
        why: &'static str,
    },
    /// A fault in the text that a link holds.
    Inside {
        /// Where in that text.
        place: Place,
        /// What is wrong there.
        fault: Box<Fault>,
    },
    /// A board that cannot be.
    Board(BoardError),
    /// A rule that does not fit the board.
    Rule(AddError),
    /// An automaton that is none.
    Nfa(NfaError),
    /// A regular expression that is none.
    Regex(RegexError),
    /// More text, decompressed text or nesting than any puzzle needs.
    TooLarge {
        /// What is limited.
        what: &'static str,
        /// The most there may be.
        limit: usize,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unexpected { found, expected } if found.is_empty() => {
                write!(f, "found nothing, expected {expected}")
            }
            Fault::Unexpected { found, expected } => write!(f, "found {found:?}, expected {expected}"),
            Fault::UnknownRule(rule) => write!(f, "found the rule {rule:?}, expected one that is known"),
            Fault::Unsupported { rule, why } => write!(f, "the rule {rule} is not supported: {why}"),
            Fault::Inside { place, fault } => write!(f, "in the text of the link, {place}: {fault}"),
            Fault::Board(error) => error.fmt(f),
            Fault::Rule(error) => error.fmt(f),
            Fault::Nfa(error) => error.fmt(f),
            Fault::Regex(error) => error.fmt(f),
            Fault::TooLarge { what, limit } => write!(f, "found more than {limit} {what}"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.fault)
    }
}

impl core::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.fault {
            Fault::Board(error) => Some(error),
            Fault::Rule(error) => Some(error),
            Fault::Nfa(error) => Some(error),
            Fault::Regex(error) => Some(error),
            _ => None,
        }
    }
}

impl ReadError {
    /// The same error for the link that holds the text.
    pub(crate) fn inside(self, link: &str) -> ReadError {
        Fault::Inside { place: self.place, fault: Box::new(self.fault) }.at(link, 0)
    }
}

impl Fault {
    /// Something else than expected, shortened to what a message can show.
    pub(crate) fn unexpected(found: &str, expected: &'static str) -> Fault {
        const MOST: usize = 40;
        let mut short: String = found.chars().take(MOST).collect();
        if found.chars().nth(MOST).is_some() {
            short.push('…');
        }
        Fault::Unexpected { found: short, expected }
    }

    /// The error of this fault at a byte of a text.
    pub(crate) fn at(self, text: &str, offset: usize) -> ReadError {
        ReadError { place: place(text, offset), fault: self }
    }
}

/// The place of a byte in a text.
pub(crate) fn place(text: &str, offset: usize) -> Place {
    let mut place = Place { line: 1, column: 1 };
    for (at, character) in text.char_indices() {
        if at >= offset {
            break;
        }
        if character == '\n' {
            place.line += 1;
            place.column = 1;
        } else {
            place.column += 1;
        }
    }
    place
}
