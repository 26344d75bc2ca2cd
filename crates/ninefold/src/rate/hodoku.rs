//! The HoDoKu scale: the scores of all steps of a path, added up, and a level.
//!
//! Each technique has a score and a level, the defaults of the program HoDoKu. The score of a puzzle is the sum over all
//! steps of its path. The level is that of the hardest step, raised while the score is too high for it:
//!
//! | level | highest score |
//! |---|---|
//! | easy | 800 |
//! | medium | 1000 |
//! | hard | 1600 |
//! | unfair | 1800 |
//! | extreme | no limit |

use core::fmt;

use crate::Control;
use crate::explain::{Explainer, Facts, Level, Path};

/// The score and the level of a puzzle's path; prints `540 medium`.
///
/// ```
/// use ninefold::explain::Level;
/// use ninefold::rate::{Scale, ScaleRating};
/// use ninefold::{Control, Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let ScaleRating::Hodoku(rating) = Scale::Hodoku.rate(&Puzzle::new(grid)?, &mut Control::new())? else { unreachable!() };
/// assert_eq!((rating.score, rating.level), (204, Some(Level::Easy)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HodokuRating {
    /// The sum of the scores of the steps.
    pub score: u32,
    /// The level; nothing if the path does not end at the solution.
    pub level: Option<Level>,
    /// Whether the path ends at the solution. Otherwise the score is that of the steps that were found.
    pub solved: bool,
}

impl fmt::Display for HodokuRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Some(level) => write!(f, "{} {level}", self.score),
            None => write!(f, "{} (unsolved)", self.score),
        }
    }
}

impl From<&Path> for HodokuRating {
    fn from(path: &Path) -> HodokuRating {
        HodokuRating { score: path.score(), level: path.level(), solved: path.is_solved() }
    }
}

/// The rating of the default path from these facts. Stopped: an error with the rating of the steps found.
pub(super) fn rate(start: &Facts, control: &mut Control<'_>) -> Result<HodokuRating, HodokuRating> {
    let path = Explainer::default().path_from(start.clone(), control);
    let rating = HodokuRating::from(&path);
    if control.is_stopped() { Err(rating) } else { Ok(rating) }
}

impl Level {
    /// The highest score a puzzle of this level may have; a higher one raises it to the next level.
    pub const fn max_score(self) -> u32 {
        match self {
            Level::Easy => 800,
            Level::Medium => 1000,
            Level::Hard => 1600,
            Level::Unfair => 1800,
            Level::Extreme => u32::MAX,
        }
    }
}

impl Path {
    /// The sum of the steps' scores.
    pub fn score(&self) -> u32 {
        self.steps().iter().map(|step| step.technique.score()).sum()
    }

    /// The level of the hardest step, raised while the score is too high for it. A path that does not end at the solution
    /// has none.
    pub fn level(&self) -> Option<Level> {
        let hardest = self.steps().iter().map(|step| step.technique.level()).max().unwrap_or(Level::Easy);
        let score = self.score();
        let enough = |level: &Level| *level >= hardest && score <= level.max_score();
        self.is_solved().then(|| Level::ALL.into_iter().find(enough).unwrap_or(Level::Extreme))
    }
}
