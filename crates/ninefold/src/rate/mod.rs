//! How hard is it? Ratings on the scale people compare puzzles by.
//!
//! ```
//! use ninefold::rate::{self, Rating, Se};
//! use ninefold::{Grid, Puzzle};
//!
//! let grid: Grid =
//!     "...58.6......2....974.......16...8...4.9...7.5............6...8.5.4...1...2.9.4..".parse()?;
//! let puzzle = Puzzle::new(grid)?;
//! assert_eq!(rate::se(&puzzle).to_string(), "7.2/1.2/1.2");
//!
//! // The steps, and bounds.
//! let trace = Se::new(&puzzle).max_er(Rating::from_tenths(71)).trace();
//! assert_eq!(trace.steps[0].to_string(), "1.2 Hidden Single: r2c3: 5 in block");
//! assert!(trace.rating.is_err(), "harder than 7.1");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! The scale, the order of its techniques and what makes two programs disagree are told in `docs/rating.md`.

mod se;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::{Candidate, CandidateSet, Pencilmarks, Puzzle};

/// The Sudoku Explainer rating of a puzzle.
///
/// Takes from a fraction of a millisecond to some seconds: the time grows with the difficulty. [`Se`] has bounds, and
/// the steps.
pub fn se(puzzle: &Puzzle) -> SeRating {
    match Se::new(puzzle).rate() {
        Ok(rating) => rating,
        // Without bounds there is no other way to end.
        Err(unfinished) => unfinished.so_far(),
    }
}

/// A difficulty in tenths: prints `7.2`, compares exactly.
///
/// ```
/// use ninefold::rate::Rating;
///
/// let rating: Rating = "7.2".parse().unwrap();
/// assert_eq!(rating, Rating::from_tenths(72));
/// assert!(rating < "10.5".parse().unwrap());
/// assert_eq!(rating.to_string(), "7.2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rating(u16);

impl Rating {
    /// 0.0: there was nothing to do.
    pub const NONE: Rating = Rating(0);
    /// 20.0: no technique of the scale helps any more.
    pub const BEYOND: Rating = Rating(200);

    /// So many tenths.
    #[inline]
    pub const fn from_tenths(tenths: u16) -> Rating {
        Rating(tenths)
    }

    /// The rating in tenths.
    #[inline]
    pub const fn tenths(self) -> u16 {
        self.0
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

impl fmt::Debug for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a rating such as `7.2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRatingError;

impl fmt::Display for ParseRatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a rating such as 7.2")
    }
}

impl core::error::Error for ParseRatingError {}

impl FromStr for Rating {
    type Err = ParseRatingError;

    /// Digits, and perhaps a point and one digit more.
    fn from_str(text: &str) -> Result<Rating, ParseRatingError> {
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let number = |part: &str| match part.bytes().all(|byte| byte.is_ascii_digit()) {
            true => part.parse::<u16>().map_err(|_| ParseRatingError),
            false => Err(ParseRatingError),
        };
        if tenth.len() != 1 {
            return Err(ParseRatingError);
        }
        let whole = number(whole)?.checked_mul(10).ok_or(ParseRatingError)?;
        Ok(Rating(whole.checked_add(number(tenth)?).ok_or(ParseRatingError)?))
    }
}

/// The three figures of the Sudoku Explainer scale; prints `9.0/8.9/2.6`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SeRating {
    /// The hardest step.
    pub er: Rating,
    /// The hardest step up to the first placement (the "pearl").
    pub ep: Rating,
    /// The first step (the "diamond").
    pub ed: Rating,
}

impl SeRating {
    /// Whether the hardest step comes before anything can be placed.
    pub fn is_pearl(&self) -> bool {
        self.er == self.ep
    }

    /// Whether the hardest step is the first, and comes before anything can be placed.
    pub fn is_diamond(&self) -> bool {
        self.er == self.ep && self.er == self.ed
    }
}

impl fmt::Display for SeRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.er, self.ep, self.ed)
    }
}

/// One step of the solution that a rating rests on; prints `2.6 Pointing: Cells r3c5,r3c6: 6 in block and row`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeStep {
    /// The step's own rating.
    pub rating: Rating,
    /// The technique's name.
    pub technique: &'static str,
    /// The technique and where it applies, as in the traces of Sudoku Explainer.
    pub text: String,
    /// The candidates it rules out, not counting those that a placed digit rules out.
    pub eliminations: CandidateSet,
    /// The digit it places.
    pub placement: Option<Candidate>,
}

impl fmt::Display for SeStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rating, self.text)
    }
}

/// A rating that ended before it was finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// The puzzle is harder than [`Se::max_er`].
    Harder {
        /// The rating of the steps before.
        so_far: SeRating,
    },
    /// All steps of [`Se::max_steps`] are made.
    Steps {
        /// The rating of the steps made.
        so_far: SeRating,
    },
    /// [`Se::should_stop`] said so.
    Stopped {
        /// The rating of the steps before.
        so_far: SeRating,
    },
}

impl Unfinished {
    /// The rating of the steps that were made.
    pub fn so_far(&self) -> SeRating {
        match *self {
            Unfinished::Harder { so_far } | Unfinished::Steps { so_far } | Unfinished::Stopped { so_far } => so_far,
        }
    }
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfinished::Harder { .. } => f.write_str("harder than asked for"),
            Unfinished::Steps { .. } => f.write_str("more steps than asked for"),
            Unfinished::Stopped { .. } => f.write_str("stopped"),
        }
    }
}

impl core::error::Error for Unfinished {}

/// All steps of a rating, and the rating or why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeTrace {
    /// The steps made.
    pub steps: Vec<SeStep>,
    /// Their outcome.
    pub rating: Result<SeRating, Unfinished>,
}

/// A Sudoku Explainer rating to be made, with bounds if wanted.
///
/// The result depends on the puzzle and the bounds alone, not on the machine; only [`Se::should_stop`] brings in what the
/// caller measures.
pub struct Se<'a> {
    marks: Pencilmarks,
    max_er: Option<Rating>,
    max_steps: Option<usize>,
    should_stop: Option<&'a mut dyn FnMut() -> bool>,
}

impl<'a> Se<'a> {
    /// Of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Se<'a> {
        Se::of_pencilmarks(&Pencilmarks::from(puzzle.givens()))
    }

    /// Of a position: digits placed and candidates standing, or candidates alone ("sukaku").
    ///
    /// The scale takes for granted that there is exactly one solution. Where that is not so, what comes out means
    /// little, and it may take very long: set bounds.
    pub fn of_pencilmarks(marks: &Pencilmarks) -> Se<'a> {
        Se { marks: *marks, max_er: None, max_steps: None, should_stop: None }
    }

    /// Ends as soon as the puzzle is known to be harder than this.
    pub fn max_er(mut self, rating: Rating) -> Se<'a> {
        self.max_er = Some(rating);
        self
    }

    /// Ends after so many steps.
    pub fn max_steps(mut self, steps: usize) -> Se<'a> {
        self.max_steps = Some(steps);
        self
    }

    /// Asks `stop` about every millisecond whether to end: for a time limit, or for someone who presses a key.
    pub fn should_stop(mut self, stop: &'a mut dyn FnMut() -> bool) -> Se<'a> {
        self.should_stop = Some(stop);
        self
    }

    /// The rating.
    ///
    /// # Errors
    /// When a bound was met.
    pub fn rate(self) -> Result<SeRating, Unfinished> {
        self.run(None)
    }

    /// The rating and the steps it rests on.
    pub fn trace(self) -> SeTrace {
        let mut steps = Vec::new();
        let rating = self.run(Some(&mut |step| steps.push(step)));
        SeTrace { steps, rating }
    }

    fn run(self, on_step: Option<&mut dyn FnMut(SeStep)>) -> Result<SeRating, Unfinished> {
        let mut never = || false;
        let should_stop: &mut dyn FnMut() -> bool = match self.should_stop {
            Some(stop) => stop,
            None => &mut never,
        };
        let limits = se::Limits { max_er: self.max_er, max_steps: self.max_steps, should_stop };
        se::rate(&self.marks, limits, on_step)
    }
}
