//! An order of generated puzzles: "20 easy, 20 medium, 10 hard".

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use ninefold::explain::{Level, ParseLevelError};
use ninefold::generate::{Generator, Recipe, Symmetry, Target};
use ninefold::{Control, Language, Puzzle, StoppedError};

use crate::{Chapter, Entry, words};

/// More puzzles than this are no book.
const MAX_PUZZLES: usize = 100_000;

/// How many puzzles of which levels. Each level becomes a chapter.
///
/// ```
/// let order: ninefold_book::Order = "20 easy, 10 hard".parse()?;
/// assert_eq!(order.to_string(), "20 easy, 10 hard");
/// # Ok::<(), ninefold_book::ParseOrderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    parts: Vec<(usize, Level)>,
}

impl Order {
    /// How many puzzles of which levels, in order.
    pub fn parts(&self) -> &[(usize, Level)] {
        &self.parts
    }

    /// The number of all puzzles.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|&(count, _)| count).sum()
    }

    /// Always false: an order has at least one puzzle.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Generates the puzzles, with half-turn symmetry. The same seed gives the same puzzles.
    ///
    /// # Errors
    /// If `control` stopped it.
    pub fn chapters(
        &self,
        seed: u64,
        language: Language,
        control: &mut Control<'_>,
    ) -> Result<Vec<Chapter>, OrderError> {
        let (mut done, total) = (0, self.len() as u64);
        let mut chapters = Vec::new();
        for (number, &(count, level)) in self.parts.iter().enumerate() {
            let recipe = Recipe::default().symmetry(Symmetry::HalfTurn).target(Target::default().level(level));
            let generator = Generator::new(recipe).expect("every level has puzzles with half-turn symmetry");
            // Parts of the same level have different puzzles.
            let seed = seed.wrapping_add((number as u64) << 32);
            let mut entries = Vec::with_capacity(count);
            for index in 0..count as u64 {
                let mut one = Control::new().stop_when(|| control.should_stop());
                let found = generator.batch(seed, index..index + 1, &mut one);
                drop(one);
                let puzzle: Puzzle = found.into_iter().flatten().next().ok_or(OrderError::Stopped)?;
                entries.push(Entry::explained(puzzle));
                done += 1;
                control.progress(done, Some(total));
            }
            chapters.push(Chapter { heading: words::of(language).level(Some(level)).to_owned(), entries });
        }
        Ok(chapters)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (count, level)) in self.parts.iter().enumerate() {
            write!(f, "{}{count} {level}", if index > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for Order {
    type Err = ParseOrderError;

    fn from_str(text: &str) -> Result<Order, ParseOrderError> {
        let parts: Vec<(usize, Level)> = text.split(',').map(part).collect::<Result<_, _>>()?;
        let order = Order { parts };
        let count = order.parts.iter().try_fold(0_usize, |sum, &(count, _)| sum.checked_add(count));
        if count.is_none_or(|count| count > MAX_PUZZLES) { Err(ParseOrderError::TooMany) } else { Ok(order) }
    }
}

/// `20 easy`.
fn part(text: &str) -> Result<(usize, Level), ParseOrderError> {
    let text = text.trim();
    let unclear = || ParseOrderError::Part(text.to_owned());
    let (count, level) = text.split_once(char::is_whitespace).ok_or_else(unclear)?;
    let count: usize = count.parse().map_err(|_| unclear())?;
    let level = level.trim().parse().map_err(ParseOrderError::Level)?;
    if count == 0 { Err(unclear()) } else { Ok((count, level)) }
}

/// Text that is no order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseOrderError {
    /// This part is not a number and a level.
    Part(String),
    /// The level has no such name.
    Level(ParseLevelError),
    /// More than 100,000 puzzles.
    TooMany,
}

impl fmt::Display for ParseOrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseOrderError::Part(part) => {
                write!(f, "found '{part}', expected a number and a level, such as '20 easy, 10 hard'")
            }
            ParseOrderError::Level(error) => error.fmt(f),
            ParseOrderError::TooMany => write!(f, "a book has at most {MAX_PUZZLES} puzzles"),
        }
    }
}

impl Error for ParseOrderError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ParseOrderError::Level(error) => Some(error),
            _ => None,
        }
    }
}

/// Why the puzzles were not generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderError {
    /// The search was stopped.
    Stopped,
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        StoppedError.fmt(f)
    }
}

impl Error for OrderError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_and_wrong_ones_are_refused_with_the_part() {
        let order: Order = "2 easy,1  Hard".parse().unwrap();
        assert_eq!(order.parts(), [(2, Level::Easy), (1, Level::Hard)]);
        for (text, message) in [
            ("easy", "found 'easy', expected a number and a level"),
            ("0 easy", "found '0 easy'"),
            ("3 simple", "simple"),
            ("99999999 easy", "at most 100000"),
            ("", "found ''"),
        ] {
            let error = text.parse::<Order>().unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn puzzles_have_their_levels_and_depend_on_the_seed_only() {
        let order: Order = "2 easy, 1 medium, 1 easy".parse().unwrap();
        let chapters = |seed| order.chapters(seed, Language::ENGLISH, &mut Control::new()).unwrap();
        let puzzles = |chapters: &[Chapter]| -> Vec<(Puzzle, Option<Level>)> {
            chapters.iter().flat_map(|chapter| &chapter.entries).map(|entry| (entry.puzzle, entry.level)).collect()
        };
        let first = puzzles(&chapters(1));
        assert_eq!(first, puzzles(&chapters(1)));
        assert_ne!(first, puzzles(&chapters(2)));
        let levels = first.iter().map(|&(_, level)| level.unwrap()).collect::<Vec<_>>();
        assert_eq!(levels, [Level::Easy, Level::Easy, Level::Medium, Level::Easy]);
        assert_ne!(first[0], first[3], "parts of the same level have different puzzles");
    }
}
