//! The five levels of difficulty that players know from HoDoKu.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// How hard a technique, or the puzzle that needs it, is for a person; HoDoKu's five levels. Prints its name in lower
/// case, and is read from it.
///
/// ```
/// use ninefold::explain::Level;
///
/// assert_eq!("Hard".parse(), Ok(Level::Hard));
/// assert!(Level::Hard < Level::Unfair);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// Singles.
    Easy,
    /// Intersections and small subsets.
    Medium,
    /// Fish, wings, uniqueness.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// Large fish and forcing nets.
    Extreme,
}

impl Level {
    /// All five, easiest first.
    pub const ALL: [Level; 5] = [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

    /// Its name in JSON and on the command line.
    pub const fn slug(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Unfair => "unfair",
            Level::Extreme => "extreme",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.slug())
    }
}

impl FromStr for Level {
    type Err = ParseLevelError;

    /// Its name, in any case.
    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let named = |level: &Level| level.slug().eq_ignore_ascii_case(text);
        Level::ALL.into_iter().find(named).ok_or_else(|| ParseLevelError { found: text.into() })
    }
}

/// Text that names no level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseLevelError {
    /// The text.
    pub found: String,
}

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown level '{}'; the levels are easy, medium, hard, unfair, extreme", self.found)
    }
}

impl core::error::Error for ParseLevelError {}
