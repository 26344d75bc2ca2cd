//! How hard a puzzle should be, and how far a puzzle is from that.
//!
//! A target is measured by the code that rates and explains puzzles, so `rate` and `explain` confirm it. The distance from
//! the target guides the search (`search.rs`): of two neighbours the nearer one is kept. The distance is a heuristic. It
//! matters only that it is zero exactly for puzzles on target.

use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use crate::explain::{Explainer, Facts, Level, PathEnd, Technique, TechniqueSet};
use crate::rate::{Rating, Scale, UnfinishedError};
use crate::{Control, Puzzle};

/// How hard a puzzle should be. By default any puzzle is on target.
///
/// ```
/// use ninefold::generate::{Generator, Recipe, Target};
/// use ninefold::rate::{self, Rating, Scale};
///
/// let target = Target::default().rating(Scale::Se, Rating::from_tenths(30)..=Rating::from_tenths(45));
/// let generator = Generator::new(Recipe::default().target(target))?;
/// let rating = rate::se(&generator.puzzles(1).next().unwrap());
/// assert!((30..=45).contains(&rating.er.tenths()));
/// # Ok::<(), ninefold::generate::RecipeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// At most one range for each scale, in the order of the scales.
    pub(crate) ratings: Vec<(Scale, RangeInclusive<Rating>)>,
    pub(crate) level: Option<Level>,
    pub(crate) required: TechniqueSet,
    pub(crate) dispensable: TechniqueSet,
    pub(crate) allowed: Option<TechniqueSet>,
}

impl Target {
    /// The rating on this scale lies in this range. [`ScaleRating::value`](crate::rate::ScaleRating::value) is the number
    /// compared: on the Sudoku Explainer scale the ER.
    #[must_use]
    pub fn rating(mut self, scale: Scale, range: RangeInclusive<Rating>) -> Target {
        match self.ratings.binary_search_by_key(&scale, |(known, _)| *known) {
            Ok(index) => self.ratings[index].1 = range,
            Err(index) => self.ratings.insert(index, (scale, range)),
        }
        self
    }

    /// The path of the default [`Explainer`] has this level.
    #[must_use]
    pub fn level(mut self, level: Level) -> Target {
        self.level = Some(level);
        self
    }

    /// The path uses this technique.
    #[must_use]
    pub fn require(mut self, technique: Technique) -> Target {
        self.required.insert(technique);
        self
    }

    /// The puzzle can be solved without this technique. The default path may use it all the same.
    #[must_use]
    pub fn solvable_without(mut self, technique: Technique) -> Target {
        self.dispensable.insert(technique);
        self
    }

    /// The puzzle can be solved by singles and the techniques that are allowed or required.
    #[must_use]
    pub fn allow(mut self, technique: Technique) -> Target {
        self.allowed.get_or_insert_default().insert(technique);
        self
    }

    /// Why no puzzle can be on target, where that is easy to see.
    pub(super) fn impossible(&self) -> Option<TargetError> {
        for &(scale, ref range) in &self.ratings {
            let (first, last) = (*range.start(), *range.end());
            if range.is_empty() {
                return Some(TargetError::EmptyRange { scale, first, last });
            }
            if scale.highest().is_some_and(|highest| first > highest) {
                return Some(TargetError::OffTheScale { scale, first, last });
            }
        }
        if let Some(technique) = (self.required & self.dispensable).first() {
            return Some(TargetError::RequiredAndDispensable(technique));
        }
        if let (Some(level), Some(harder)) = (self.level, self.required.iter().find(|t| Some(t.level()) > self.level)) {
            return Some(TargetError::TooHardForLevel(harder, level));
        }
        None
    }

    fn concerns_techniques(&self) -> bool {
        self.level.is_some() || !self.required.is_empty() || !self.dispensable.is_empty() || self.allowed.is_some()
    }

    /// The explainer whose path is examined: with all required techniques, and only with allowed ones.
    fn explainer(&self) -> Explainer {
        let singles = [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle];
        let used = |technique: &Technique| {
            let allowed = match &self.allowed {
                Some(allowed) => allowed.contains(*technique) || singles.contains(technique),
                None => technique.is_default(),
            };
            (allowed || self.required.contains(*technique)) && !self.dispensable.contains(*technique)
        };
        Explainer::with_order(Technique::ALL.into_iter().filter(used))
    }
}

/// Why no puzzle can be on target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TargetError {
    /// A range of ratings ends before it begins.
    EmptyRange {
        /// The scale.
        scale: Scale,
        /// The first rating of the range.
        first: Rating,
        /// The last rating of the range.
        last: Rating,
    },
    /// All ratings of a range are above the highest one of the scale.
    OffTheScale {
        /// The scale.
        scale: Scale,
        /// The first rating of the range.
        first: Rating,
        /// The last rating of the range.
        last: Rating,
    },
    /// A technique is required, and the puzzle should be solvable without it.
    RequiredAndDispensable(Technique),
    /// A technique is required that makes a puzzle harder than the level.
    TooHardForLevel(Technique, Level),
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TargetError::EmptyRange { scale, first, last } => {
                write!(
                    f,
                    "{}..{} is empty: the first rating is the higher one",
                    scale.display(first),
                    scale.display(last)
                )
            }
            TargetError::OffTheScale { scale, first, last } => {
                let highest = scale.highest().unwrap_or_default();
                if first == last {
                    write!(f, "no puzzle rates {}", scale.display(first))?;
                } else {
                    write!(f, "no puzzle rates {}..{}", scale.display(first), scale.display(last))?;
                }
                write!(f, ": the scale ends at {}", scale.display(highest))
            }
            TargetError::RequiredAndDispensable(technique) => {
                write!(f, "{0} is required, and the puzzle should be solvable without {0}", technique.slug())
            }
            TargetError::TooHardForLevel(technique, level) => {
                write!(f, "{} makes a puzzle harder than {level}", technique.slug())
            }
        }
    }
}

impl core::error::Error for TargetError {}

/// A target and the explainer that measures it.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    target: Target,
    explainer: Option<Explainer>,
}

/// The distance of a puzzle that is too hard by an unknown amount.
const HARDER: u32 = 30;

impl Judge {
    pub(super) fn new(target: Target) -> Judge {
        let explainer = target.concerns_techniques().then(|| target.explainer());
        Judge { target, explainer }
    }

    /// How far off the puzzle is. If `control` stops it, the distance is the largest there is.
    pub(super) fn distance(&self, puzzle: &Puzzle, control: &mut Control<'_>) -> u32 {
        if self.explainer.is_none() && self.target.ratings.is_empty() {
            return 0;
        }
        // A rating takes long, and matters only where everything before it is right.
        let mut missed = self.target.ratings.len() as u32;
        let facts = Facts::from(puzzle);
        if let Some(explainer) = &self.explainer {
            let off = self.distance_of_path(explainer, &facts, control);
            if off > 0 {
                return off.saturating_add(1000 * missed.max(1));
            }
        }
        for (scale, range) in &self.target.ratings {
            missed -= 1;
            let off = distance_of_rating(*scale, range, &facts, control);
            if off > 0 {
                return off.saturating_add(1000 * missed);
            }
        }
        0
    }

    fn distance_of_path(&self, explainer: &Explainer, facts: &Facts, control: &mut Control<'_>) -> u32 {
        let path = explainer.path_from(facts.clone(), control);
        match path.outcome() {
            PathEnd::Solved => {}
            PathEnd::Stopped => return u32::MAX,
            PathEnd::Stuck => return 1000 + path.end().empty_cells().len() as u32,
        }
        let used: TechniqueSet = path.steps().iter().map(|step| step.technique).collect();
        let missing = (self.target.required - used).len() as u32;
        let levels = match (self.target.level, path.level()) {
            (Some(wanted), Some(level)) => (wanted as u32).abs_diff(level as u32),
            _ => 0,
        };
        100 * missing + 10 * levels
    }
}

/// How far the rating is from the range, in tenths.
fn distance_of_rating(scale: Scale, range: &RangeInclusive<Rating>, facts: &Facts, control: &mut Control<'_>) -> u32 {
    match scale.rate_up_to(facts, Some(*range.end()), control) {
        Ok(rating) => {
            let tenths = rating.value().tenths();
            range.start().tenths().saturating_sub(tenths) + tenths.saturating_sub(range.end().tenths())
        }
        Err(UnfinishedError::Stopped { .. }) => u32::MAX,
        Err(UnfinishedError::Harder { .. } | UnfinishedError::Steps { .. }) => HARDER,
    }
}
