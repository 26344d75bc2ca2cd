//! An order of generated puzzles and exercises: "20 easy, 10 hard, 12 x-wing".
//!
//! ```text
//!   "2 easy, 1 x-wing"   part 0   puzzles 0 and 1 of the seed       Puzzle, Puzzle
//!                        part 1   exercise 0 of the seed + 2^32     Exercise
//! ```

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use super::{Exercise, Exercises, Generator, Practice, Recipe, Symmetry, Target};
use crate::explain::{Level, Technique};
use crate::{Control, Puzzle};

/// How many puzzles of which levels, and positions of which techniques.
///
/// ```
/// use ninefold::Control;
/// use ninefold::generate::{Order, Ordered};
///
/// let order: Order = "2 easy, 1 naked-pair".parse()?;
/// assert_eq!(order.to_string(), "2 easy, 1 naked-pair");
/// let mut search = order.search(7);
/// let found: Vec<Ordered> = std::iter::from_fn(|| search.next_with(&mut Control::new())).collect();
/// assert!(matches!(found[..], [Ordered::Puzzle(_), Ordered::Puzzle(_), Ordered::Exercise(_)]));
/// # Ok::<(), ninefold::generate::ParseOrderError>(())
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

/// What an order has received.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ordered {
    /// A puzzle of the level.
    Puzzle(Puzzle),
    /// A position in which the technique is the next step.
    Exercise(Box<Exercise>),
}

impl Order {
    /// The maximum number of puzzles.
    pub const MAX_PUZZLES: usize = 100_000;

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

    /// The search for the puzzles, with half-turn symmetry, and the exercises. The same seed gives the same ones.
    pub fn search(&self, seed: u64) -> OrderSearch {
        OrderSearch { order: self.clone(), seed, part: 0, found: 0, source: None }
    }
}

/// The puzzles and exercises of an order, one after another.
#[derive(Clone, Debug)]
pub struct OrderSearch {
    order: Order,
    seed: u64,
    /// The part of the next puzzle.
    part: usize,
    /// How many of this part are found.
    found: usize,
    /// Generates this part, once it has begun.
    source: Option<Source>,
}

#[derive(Clone, Debug)]
enum Source {
    Puzzles(Generator),
    Exercises(Exercises<'static>),
}

impl OrderSearch {
    /// The number of the part to which the next puzzle belongs, from 0; nothing after the last one.
    pub fn part(&self) -> Option<usize> {
        (self.part < self.order.parts.len()).then_some(self.part)
    }

    /// How many puzzles of this part are found.
    pub const fn found(&self) -> usize {
        self.found
    }

    /// The next puzzle or exercise; nothing after the last one, or if `control` stopped the search.
    ///
    /// A technique that random puzzles rarely need may take long or for ever: [`Practice::PATIENCE`] is a good limit for
    /// one exercise.
    pub fn next_with(&mut self, control: &mut Control<'_>) -> Option<Ordered> {
        let &(count, kind) = self.order.parts.get(self.part)?;
        // Parts of the same kind have different puzzles.
        let seed = self.seed.wrapping_add((self.part as u64) << 32);
        let next = match self.source.get_or_insert_with(|| Source::new(kind, seed)) {
            Source::Puzzles(generator) => {
                let number = self.found as u64;
                let made = generator.batch(seed, number..number + 1, control);
                Ordered::Puzzle(made.into_iter().flatten().next()?)
            }
            Source::Exercises(exercises) => Ordered::Exercise(Box::new(exercises.next_with(control)?)),
        };
        self.found += 1;
        if self.found == count {
            (self.part, self.found, self.source) = (self.part + 1, 0, None);
        }
        Some(next)
    }
}

impl Source {
    fn new(kind: OrderKind, seed: u64) -> Source {
        match kind {
            OrderKind::Level(level) => {
                let recipe = Recipe::default().symmetry(Symmetry::HalfTurn).target(Target::default().level(level));
                Source::Puzzles(Generator::new(recipe).expect("every level has puzzles with half-turn symmetry"))
            }
            OrderKind::Technique(technique) => Source::Exercises(Practice::new(technique).into_exercises(seed)),
        }
    }
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
        if count.is_none_or(|count| count > Order::MAX_PUZZLES) { Err(ParseOrderError::TooMany) } else { Ok(order) }
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
    /// More than [`Order::MAX_PUZZLES`].
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
            ParseOrderError::TooMany => write!(f, "an order has at most {} puzzles", Order::MAX_PUZZLES),
        }
    }
}

impl Error for ParseOrderError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::Explainer;

    fn all(order: &Order, seed: u64) -> Vec<Ordered> {
        let mut search = order.search(seed);
        core::iter::from_fn(|| search.next_with(&mut Control::new())).collect()
    }

    #[test]
    fn orders_are_read_and_wrong_ones_are_refused_with_the_part() {
        let order: Order = "2 easy,1  Hard".parse().unwrap();
        assert_eq!(order.parts(), [(2, OrderKind::Level(Level::Easy)), (1, OrderKind::Level(Level::Hard))]);
        let order: Order = "3 X-Wing, 1 hard".parse().unwrap();
        assert_eq!(order.parts()[0], (3, OrderKind::Technique(Technique::XWing)));
        assert_eq!(alloc::format!("{order}"), "3 x-wing, 1 hard");
        for (text, message) in [
            ("easy", "found 'easy', expected a number and a level or technique"),
            ("0 easy", "found '0 easy'"),
            ("3 simple", "found 'simple', expected a level or a technique"),
            ("99999999 easy", "at most 100000"),
            ("", "found ''"),
        ] {
            let error = alloc::format!("{}", text.parse::<Order>().unwrap_err());
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn puzzles_have_their_levels_and_depend_on_the_seed_only() {
        let order: Order = "2 easy, 1 medium, 1 easy".parse().unwrap();
        let first = all(&order, 1);
        assert_eq!(first, all(&order, 1));
        assert_ne!(first, all(&order, 2));
        assert_ne!(first[0], first[3], "parts of the same level have different puzzles");
        let levels = first.iter().map(|item| match item {
            Ordered::Puzzle(puzzle) => Explainer::default().path(puzzle).level().unwrap(),
            Ordered::Exercise(_) => panic!("no puzzle"),
        });
        assert_eq!(levels.collect::<Vec<_>>(), [Level::Easy, Level::Easy, Level::Medium, Level::Easy]);
    }

    #[test]
    fn a_control_stops_the_search_which_can_go_on_where_it_was() {
        let order: Order = "1 easy, 2 naked-pair".parse().unwrap();
        let mut search = order.search(4);
        assert!(matches!(search.next_with(&mut Control::new()), Some(Ordered::Puzzle(_))));
        assert_eq!((search.part(), search.found()), (Some(1), 0));
        assert_eq!(search.next_with(&mut Control::new().stop_when(|| true)), None);
        let rest: Vec<Ordered> = core::iter::from_fn(|| search.next_with(&mut Control::new())).collect();
        assert_eq!(rest, all(&order, 4)[1..]);
        assert_eq!(search.part(), None);
        for item in &rest {
            let Ordered::Exercise(exercise) = item else { panic!("no exercise") };
            assert_eq!(exercise.deduction.technique, Technique::NakedPair);
        }
    }
}
