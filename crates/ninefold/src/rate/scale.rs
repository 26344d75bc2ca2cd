//! The scales by name, and one function that rates on any of them.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::{DepthRating, GuessesRating, HodokuRating, Rating, Se, SeRating, depth, guesses, hodoku};
use crate::explain::{Explainer, Facts};
use crate::{Control, ProvedPosition, Puzzle};

/// A way to measure how hard a puzzle is. Prints its name on the command line and in JSON, and is read from it.
///
/// ```
/// use ninefold::rate::Scale;
///
/// assert_eq!("hodoku".parse(), Ok(Scale::Hodoku));
/// assert_eq!(Scale::Se.to_string(), "se");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Scale {
    /// Sudoku Explainer: the rating of the hardest step, 1.0 to 12 or so.
    Se,
    /// HoDoKu: the sum of the scores of all steps.
    Hodoku,
    /// How many guesses a simple backtracking makes, the median over random isomorphs.
    Guesses,
    /// How deeply trial and error must be nested: 0, 1, 2, 3.
    Depth,
}

impl Scale {
    /// All scales.
    pub const ALL: [Scale; 4] = [Scale::Se, Scale::Hodoku, Scale::Guesses, Scale::Depth];

    /// Its name on the command line and in JSON.
    pub const fn slug(self) -> &'static str {
        match self {
            Scale::Se => "se",
            Scale::Hodoku => "hodoku",
            Scale::Guesses => "guesses",
            Scale::Depth => "depth",
        }
    }

    /// The highest rating on the scale, where there is one.
    pub const fn highest(self) -> Option<Rating> {
        match self {
            Scale::Se => Some(Rating::BEYOND),
            Scale::Hodoku | Scale::Guesses | Scale::Depth => None,
        }
    }

    /// Rates a puzzle.
    ///
    /// ```
    /// use ninefold::rate::{Rating, Scale};
    /// use ninefold::{Control, Grid, Puzzle};
    ///
    /// let grid: Grid =
    ///     "57..8.4.........3...32..1.5...4.8........5...2.7.....19.1.....4.8.7.9.....2....6.".parse()?;
    /// let rating = Scale::Se.rate(&Puzzle::new(grid)?, &mut Control::new())?;
    /// assert_eq!(rating.to_string(), "8.8/1.2/1.2");
    /// assert_eq!(rating.value(), Rating::from_tenths(88));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When `control` stopped it.
    pub fn rate(self, puzzle: &Puzzle, control: &mut Control<'_>) -> Result<ScaleRating, UnfinishedError> {
        self.rate_up_to(&Facts::from(puzzle), None, control)
    }

    /// Rates a position: placed digits and candidates, or candidates alone. It must have exactly one solution; otherwise
    /// the result means little, and computing it may take very long.
    ///
    /// # Errors
    /// When `control` stopped it.
    pub fn rate_position(self, position: &Facts, control: &mut Control<'_>) -> Result<ScaleRating, UnfinishedError> {
        self.rate_up_to(position, None, control)
    }

    /// Rates the puzzle of a position: from its givens or, for a sukaku, from its candidates. May end as soon as it is known
    /// to be harder than `max`.
    ///
    /// ```
    /// use ninefold::rate::Scale;
    /// use ninefold::{Control, Grid, Position};
    ///
    /// let grid: Grid =
    ///     "57..8.4.........3...32..1.5...4.8........5...2.7.....19.1.....4.8.7.9.....2....6.".parse()?;
    /// let position = Position::of_givens(grid).prove()?;
    /// let rating = Scale::Se.rate_proved(&position, None, &mut Control::new())?;
    /// assert_eq!(rating.to_string(), "8.8/1.2/1.2");
    /// assert!(Scale::Se.rate_proved(&position, "7.0".parse().ok(), &mut Control::new()).is_err(), "it is harder");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is harder, or `control` stopped it.
    pub fn rate_proved(
        self,
        position: &ProvedPosition,
        max: Option<Rating>,
        control: &mut Control<'_>,
    ) -> Result<ScaleRating, UnfinishedError> {
        let start = Facts::new(position.start(), position.given_cells());
        if self == Scale::Hodoku && !position.allows_uniqueness() {
            let path = Explainer::default().without_uniqueness().path_from(start, control);
            let rating = ScaleRating::Hodoku(HodokuRating::from(&path));
            return match control.is_stopped() {
                true => Err(UnfinishedError::Stopped { so_far: rating }),
                false => Ok(rating),
            };
        }
        self.rate_up_to(&start, max, control)
    }

    /// The same; may end as soon as the position is known to be harder than `max`.
    pub(crate) fn rate_up_to(
        self,
        position: &Facts,
        max: Option<Rating>,
        control: &mut Control<'_>,
    ) -> Result<ScaleRating, UnfinishedError> {
        let marks = position.marks();
        match self {
            Scale::Se => {
                let se = Se::of_pencilmarks(marks);
                let se = max.map_or(se.clone(), |max| se.max_er(max));
                se.rate_with(control).map(ScaleRating::Se)
            }
            Scale::Hodoku => {
                let stopped = |so_far| UnfinishedError::Stopped { so_far: ScaleRating::Hodoku(so_far) };
                hodoku::rate(position, control).map(ScaleRating::Hodoku).map_err(stopped)
            }
            Scale::Guesses => match guesses::rate(marks, control) {
                Some(rating) => Ok(ScaleRating::Guesses(rating)),
                None => {
                    let so_far = GuessesRating { median: 0, fewest: 0, most: 0 };
                    Err(UnfinishedError::Stopped { so_far: ScaleRating::Guesses(so_far) })
                }
            },
            Scale::Depth => depth::rate(marks, max.map(|max| max.tenths() / 10), control)
                .map(ScaleRating::Depth)
                .map_err(|so_far| {
                    let so_far = ScaleRating::Depth(so_far);
                    match control.is_stopped() {
                        true => UnfinishedError::Stopped { so_far },
                        false => UnfinishedError::Harder { so_far },
                    }
                }),
        }
    }

    /// A rating as this scale prints it: `7.2`, or a whole number where the scale counts.
    pub fn display(self, rating: Rating) -> impl fmt::Display {
        fmt::from_fn(move |f| match self {
            Scale::Hodoku if rating == Rating::MAX => f.write_str("unsolved"),
            Scale::Se => fmt::Display::fmt(&rating, f),
            Scale::Hodoku | Scale::Guesses | Scale::Depth => fmt::Display::fmt(&(rating.tenths() / 10), f),
        })
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.slug())
    }
}

impl FromStr for Scale {
    type Err = ParseScaleError;

    /// Its name, in any case.
    fn from_str(text: &str) -> Result<Scale, ParseScaleError> {
        let named = |scale: &Scale| scale.slug().eq_ignore_ascii_case(text);
        Scale::ALL.into_iter().find(named).ok_or_else(|| ParseScaleError { found: text.into() })
    }
}

/// Text that names no scale.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseScaleError {
    /// The text.
    pub found: String,
}

impl fmt::Display for ParseScaleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown scale '{}'; the scales are", self.found)?;
        for (index, scale) in Scale::ALL.into_iter().enumerate() {
            write!(f, "{} {scale}", if index > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseScaleError {}

/// A rating on one of the scales, with everything the scale has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ScaleRating {
    /// Prints `9.0/8.9/2.6`.
    Se(SeRating),
    /// Prints `540 medium`.
    Hodoku(HodokuRating),
    /// Prints the median.
    Guesses(GuessesRating),
    /// Prints the depth.
    Depth(DepthRating),
}

impl ScaleRating {
    /// The scale.
    pub const fn scale(&self) -> Scale {
        match self {
            ScaleRating::Se(_) => Scale::Se,
            ScaleRating::Hodoku(_) => Scale::Hodoku,
            ScaleRating::Guesses(_) => Scale::Guesses,
            ScaleRating::Depth(_) => Scale::Depth,
        }
    }

    /// The number by which puzzles are compared on the scale: ER, score, median of the guesses, depth. It is [`Rating::MAX`]
    /// for a path on the HoDoKu scale that does not reach the solution.
    pub const fn value(&self) -> Rating {
        match self {
            ScaleRating::Se(rating) => rating.er,
            ScaleRating::Hodoku(HodokuRating { solved: false, .. }) => Rating::MAX,
            ScaleRating::Hodoku(rating) => Rating::from_whole(rating.score),
            ScaleRating::Guesses(rating) => Rating::from_whole(rating.median),
            ScaleRating::Depth(rating) => Rating::from_whole(rating.depth),
        }
    }
}

impl fmt::Display for ScaleRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScaleRating::Se(rating) => rating.fmt(f),
            ScaleRating::Hodoku(rating) => rating.fmt(f),
            ScaleRating::Guesses(rating) => rating.fmt(f),
            ScaleRating::Depth(rating) => rating.fmt(f),
        }
    }
}

/// A rating that ended before it was finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UnfinishedError {
    /// The puzzle is harder than the bound.
    Harder {
        /// The rating of the steps before; on the depth scale, the least depth that may be enough.
        so_far: ScaleRating,
    },
    /// As many steps as allowed are made.
    Steps {
        /// The rating of the steps made.
        so_far: ScaleRating,
    },
    /// The [`Control`] stopped it.
    Stopped {
        /// The rating of the steps before; on the depth scale, the least depth that may be enough.
        so_far: ScaleRating,
    },
}

impl UnfinishedError {
    /// The rating of the steps that were made.
    pub fn so_far(&self) -> ScaleRating {
        match *self {
            UnfinishedError::Harder { so_far }
            | UnfinishedError::Steps { so_far }
            | UnfinishedError::Stopped { so_far } => so_far,
        }
    }
}

impl fmt::Display for UnfinishedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnfinishedError::Harder { .. } => "harder than the bound",
            UnfinishedError::Steps { .. } => "more steps than allowed",
            UnfinishedError::Stopped { .. } => "stopped",
        })
    }
}

impl core::error::Error for UnfinishedError {}
