//! An order of generated puzzles and exercises: "20 easy, 10 hard, 12 x-wing".

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::time::Instant;

use ninefold::explain::{Level, Technique};
use ninefold::generate::{Generator, Practice, Recipe, Symmetry, Target};
use ninefold::{Control, Language, Puzzle, StoppedError};

use crate::{Chapter, Entry, words};

/// More puzzles than this are no book.
const MAX_PUZZLES: usize = 100_000;

/// How many puzzles of which levels, and positions of which techniques. Each part becomes a chapter.
///
/// ```
/// let order: ninefold_book::Order = "20 easy, 10 hard".parse()?;
/// assert_eq!(order.to_string(), "20 easy, 10 hard");
/// # Ok::<(), ninefold_book::ParseOrderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    parts: Vec<(usize, OrderKind)>,
}

/// What a part of an order asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderKind {
    /// Puzzles of this level.
    Level(Level),
    /// Positions in which this technique is the next step.
    Technique(Technique),
}

impl Order {
    /// How many of which kind, in order.
    pub fn parts(&self) -> &[(usize, OrderKind)] {
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

    /// Generates the puzzles, with half-turn symmetry, and the exercises. The same seed gives the same puzzles.
    ///
    /// # Errors
    /// If `control` stopped it, or if no position of a technique is found for [`Practice::PATIENCE`].
    pub fn chapters(
        &self,
        seed: u64,
        language: Language,
        control: &mut Control<'_>,
    ) -> Result<Vec<Chapter>, OrderError> {
        let (mut done, total) = (0, self.len() as u64);
        let mut chapters = Vec::new();
        for (number, &(count, kind)) in self.parts.iter().enumerate() {
            // Parts of the same kind have different puzzles.
            let seed = seed.wrapping_add((number as u64) << 32);
            let mut finished = |control: &mut Control<'_>| {
                done += 1;
                control.progress(done, Some(total));
            };
            let (heading, entries) = match kind {
                OrderKind::Level(level) => (
                    words::of(language).level(Some(level)).to_owned(),
                    puzzles(level, count, seed, control, &mut finished)?,
                ),
                OrderKind::Technique(technique) => {
                    (language.name(technique).to_owned(), exercises(technique, count, seed, control, &mut finished)?)
                }
            };
            chapters.push(Chapter { heading, entries });
        }
        Ok(chapters)
    }
}

/// Puzzles of a level. `finished` is called after each.
fn puzzles(
    level: Level,
    count: usize,
    seed: u64,
    control: &mut Control<'_>,
    finished: &mut dyn FnMut(&mut Control<'_>),
) -> Result<Vec<Entry>, OrderError> {
    let recipe = Recipe::default().symmetry(Symmetry::HalfTurn).target(Target::default().level(level));
    let generator = Generator::new(recipe).expect("every level has puzzles with half-turn symmetry");
    let mut entries = Vec::with_capacity(count);
    for index in 0..count as u64 {
        let mut one = Control::new().stop_when(|| control.should_stop());
        let found = generator.batch(seed, index..index + 1, &mut one);
        drop(one);
        let puzzle: Puzzle = found.into_iter().flatten().next().ok_or(OrderError::Stopped)?;
        entries.push(Entry::explained(puzzle));
        finished(control);
    }
    Ok(entries)
}

/// Positions in which a technique is the next step. `finished` is called after each.
fn exercises(
    technique: Technique,
    count: usize,
    seed: u64,
    control: &mut Control<'_>,
    finished: &mut dyn FnMut(&mut Control<'_>),
) -> Result<Vec<Entry>, OrderError> {
    let practice = Practice::new(technique);
    let mut exercises = practice.exercises(seed);
    let mut entries = Vec::with_capacity(count);
    while entries.len() < count {
        let begin = Instant::now();
        let mut one = Control::new().stop_when(|| control.should_stop() || begin.elapsed() > Practice::PATIENCE);
        let found = exercises.next_with(&mut one);
        drop(one);
        match found {
            Some(exercise) => entries.push(Entry::practice(exercise)),
            None if control.is_stopped() => return Err(OrderError::Stopped),
            None => return Err(OrderError::Rare { technique, found: entries.len() }),
        }
        finished(control);
    }
    Ok(entries)
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (count, kind)) in self.parts.iter().enumerate() {
            write!(f, "{}{count} ", if index > 0 { ", " } else { "" })?;
            match kind {
                OrderKind::Level(level) => level.fmt(f)?,
                OrderKind::Technique(technique) => f.write_str(technique.slug())?,
            }
        }
        Ok(())
    }
}

impl FromStr for Order {
    type Err = ParseOrderError;

    fn from_str(text: &str) -> Result<Order, ParseOrderError> {
        let parts: Vec<(usize, OrderKind)> = text.split(',').map(part).collect::<Result<_, _>>()?;
        let order = Order { parts };
        let count = order.parts.iter().try_fold(0_usize, |sum, &(count, _)| sum.checked_add(count));
        if count.is_none_or(|count| count > MAX_PUZZLES) { Err(ParseOrderError::TooMany) } else { Ok(order) }
    }
}

/// `20 easy`, `12 x-wing`.
fn part(text: &str) -> Result<(usize, OrderKind), ParseOrderError> {
    let text = text.trim();
    let unclear = || ParseOrderError::Part(text.to_owned());
    let (count, name) = text.split_once(char::is_whitespace).ok_or_else(unclear)?;
    let count: usize = count.parse().map_err(|_| unclear())?;
    let name = name.trim();
    let level = name.parse().map(OrderKind::Level).ok();
    let kind = level.or_else(|| name.parse().map(OrderKind::Technique).ok());
    match kind {
        Some(kind) if count > 0 => Ok((count, kind)),
        Some(_) => Err(unclear()),
        None => Err(ParseOrderError::Name(name.to_owned())),
    }
}

/// Text that is no order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseOrderError {
    /// This part is not a number and a name.
    Part(String),
    /// No level and no technique has this name.
    Name(String),
    /// More than 100,000 puzzles.
    TooMany,
}

impl fmt::Display for ParseOrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseOrderError::Part(part) => {
                write!(f, "found '{part}', expected a number and a level or technique, such as '20 easy, 10 x-wing'")
            }
            ParseOrderError::Name(name) => {
                write!(f, "found '{name}', expected a level or a technique, such as easy or x-wing")
            }
            ParseOrderError::TooMany => write!(f, "a book has at most {MAX_PUZZLES} puzzles"),
        }
    }
}

impl Error for ParseOrderError {}

/// Why the puzzles were not generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderError {
    /// The search was stopped.
    Stopped,
    /// Too few positions of a technique were found in the time for one.
    Rare {
        /// The technique.
        technique: Technique,
        /// How many were found.
        found: usize,
    },
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderError::Stopped => StoppedError.fmt(f),
            OrderError::Rare { technique, found } => {
                write!(f, "random puzzles rarely need the technique {}: found {found} positions", technique.slug())
            }
        }
    }
}

impl Error for OrderError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subject;

    #[test]
    fn orders_are_read_and_wrong_ones_are_refused_with_the_part() {
        let order: Order = "2 easy,1  Hard".parse().unwrap();
        assert_eq!(order.parts(), [(2, OrderKind::Level(Level::Easy)), (1, OrderKind::Level(Level::Hard))]);
        let order: Order = "3 X-Wing, 1 hard".parse().unwrap();
        assert_eq!(order.parts()[0], (3, OrderKind::Technique(Technique::XWing)));
        assert_eq!(order.to_string(), "3 x-wing, 1 hard");
        for (text, message) in [
            ("easy", "found 'easy', expected a number and a level or technique"),
            ("0 easy", "found '0 easy'"),
            ("3 simple", "found 'simple', expected a level or a technique"),
            ("99999999 easy", "at most 100000"),
            ("", "found ''"),
        ] {
            let error = text.parse::<Order>().unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn exercises_have_the_technique_as_their_next_step() {
        let order: Order = "2 naked-pair, 1 easy".parse().unwrap();
        let chapters = order.chapters(4, Language::ENGLISH, &mut Control::new()).unwrap();
        assert_eq!(chapters[0].heading, "Naked Pair");
        for entry in &chapters[0].entries {
            let Subject::Exercise(exercise) = &entry.subject else { panic!("no exercise") };
            assert_eq!(exercise.deduction.technique, Technique::NakedPair);
            assert_eq!(entry.first_step(Language::ENGLISH), Some(Language::ENGLISH.sentence(&exercise.deduction)));
        }
        assert!(matches!(chapters[1].entries[0].subject, Subject::Puzzle(_)));
        let stopped = order.chapters(4, Language::ENGLISH, &mut Control::new().stop_when(|| true));
        assert_eq!(stopped.unwrap_err(), OrderError::Stopped);
    }

    #[test]
    fn puzzles_have_their_levels_and_depend_on_the_seed_only() {
        let order: Order = "2 easy, 1 medium, 1 easy".parse().unwrap();
        let chapters = |seed| order.chapters(seed, Language::ENGLISH, &mut Control::new()).unwrap();
        let puzzles = |chapters: &[Chapter]| -> Vec<(Puzzle, Option<Level>)> {
            chapters
                .iter()
                .flat_map(|chapter| &chapter.entries)
                .map(|entry| (*entry.puzzle().unwrap(), entry.level))
                .collect()
        };
        let first = puzzles(&chapters(1));
        assert_eq!(first, puzzles(&chapters(1)));
        assert_ne!(first, puzzles(&chapters(2)));
        let levels = first.iter().map(|&(_, level)| level.unwrap()).collect::<Vec<_>>();
        assert_eq!(levels, [Level::Easy, Level::Easy, Level::Medium, Level::Easy]);
        assert_ne!(first[0], first[3], "parts of the same level have different puzzles");
    }
}
