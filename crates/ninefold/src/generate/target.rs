//! How hard a puzzle shall be, and how far one is from that.
//!
//! A target is judged by the same means by which puzzles are rated and explained, so that whoever checks a puzzle finds
//! what was asked for: `rate` says its rating, `explain` its level and techniques. How far off a puzzle is guides the
//! search (`search.rs`): among neighbours the nearer one is kept. The distance is a rule of thumb; only that nothing but a
//! puzzle on target has distance zero matters.

use core::fmt;
use core::ops::RangeInclusive;

use super::Span;
use crate::Puzzle;
use crate::explain::{Explainer, Level, Technique, TechniqueSet};
use crate::rate::{Rating, Se, Unfinished};

/// How hard a puzzle shall be. Without more said anything will do.
///
/// ```
/// use ninefold::generate::{Generator, Recipe, Target};
/// use ninefold::rate::{self, Rating};
///
/// let target = Target::default().er(Rating::from_tenths(30)..=Rating::from_tenths(45));
/// let generator = Generator::new(Recipe::default().target(target))?;
/// let rating = rate::se(&generator.puzzles(1).next().unwrap());
/// assert!((30..=45).contains(&rating.er.tenths()));
/// # Ok::<(), ninefold::generate::Impossible>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    er: Option<RangeInclusive<Rating>>,
    level: Option<Level>,
    required: TechniqueSet,
    forbidden: TechniqueSet,
    allowed: Option<TechniqueSet>,
}

impl Target {
    /// The Sudoku Explainer rating (ER) lies in this range.
    #[must_use]
    pub fn er(mut self, range: RangeInclusive<Rating>) -> Target {
        self.er = Some(range);
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

    /// There is a path that does not use this technique.
    #[must_use]
    pub fn forbid(mut self, technique: Technique) -> Target {
        self.forbidden.insert(technique);
        self
    }

    /// There is a path that uses nothing but singles and the techniques that are allowed or required.
    #[must_use]
    pub fn allow(mut self, technique: Technique) -> Target {
        self.allowed.get_or_insert_default().insert(technique);
        self
    }

    /// Why it cannot be met, where that is plain to see.
    pub(super) fn impossible(&self) -> Option<WrongTarget> {
        if let Some(range) = self.er.as_ref().filter(|range| range.is_empty()) {
            return Some(WrongTarget::UpsideDown(*range.start(), *range.end()));
        }
        if let Some(range) = self.er.as_ref().filter(|range| *range.start() > Rating::BEYOND) {
            return Some(WrongTarget::OffTheScale(*range.start(), *range.end()));
        }
        let both = self.required.iter().find(|technique| self.forbidden.contains(*technique));
        if let Some(technique) = both {
            return Some(WrongTarget::RequiredAndForbidden(technique));
        }
        if let (Some(level), Some(harder)) = (self.level, self.required.iter().find(|t| Some(t.level()) > self.level)) {
            return Some(WrongTarget::TooHardForLevel(harder, level));
        }
        None
    }

    fn speaks_of_techniques(&self) -> bool {
        self.level.is_some() || !self.required.is_empty() || !self.forbidden.is_empty() || self.allowed.is_some()
    }

    /// The explainer that judges: with all that is required, without what is forbidden or not allowed.
    fn explainer(&self) -> Explainer {
        let singles = [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle];
        let used = |technique: &Technique| {
            let allowed = match &self.allowed {
                Some(allowed) => allowed.contains(*technique) || singles.contains(technique),
                None => technique.is_default(),
            };
            (allowed || self.required.contains(*technique)) && !self.forbidden.contains(*technique)
        };
        Explainer::with_order(Technique::all().filter(used))
    }
}

/// Why a target cannot be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongTarget {
    /// A range of ratings ends before it begins.
    UpsideDown(Rating, Rating),
    /// All ratings of the range are above the highest one.
    OffTheScale(Rating, Rating),
    /// The same technique is required and forbidden.
    RequiredAndForbidden(Technique),
    /// A technique is required that makes a puzzle harder than the level.
    TooHardForLevel(Technique, Level),
}

impl fmt::Display for WrongTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongTarget::UpsideDown(first, last) => write!(f, "{first}..{last} is upside down: it holds no rating"),
            WrongTarget::OffTheScale(first, last) => {
                write!(f, "no puzzle rates {}: the scale ends at {}", Span(first, last), Rating::BEYOND)
            }
            WrongTarget::RequiredAndForbidden(technique) => {
                write!(f, "{} is required and forbidden", technique.slug())
            }
            WrongTarget::TooHardForLevel(technique, level) => {
                write!(f, "{} makes a puzzle harder than {}", technique.slug(), level.slug())
            }
        }
    }
}

/// A target and who judges it.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    target: Target,
    explainer: Option<Explainer>,
}

/// Too hard, nobody knows by how much.
const HARDER: u32 = 30;

impl Judge {
    pub(super) fn new(target: Target) -> Judge {
        let explainer = target.speaks_of_techniques().then(|| target.explainer());
        Judge { target, explainer }
    }

    /// How far the puzzle is off. `stop` may end it, and then it is as far off as can be.
    pub(super) fn distance(&self, puzzle: &Puzzle, stop: &mut dyn FnMut() -> bool) -> u32 {
        // Ratings only matter, and take long to make, where everything else is right.
        match self.explainer.as_ref().map_or(0, |explainer| self.distance_of_path(explainer, puzzle)) {
            0 => self.target.er.as_ref().map_or(0, |range| distance_of_rating(range, puzzle, stop)),
            off => 1000 + off,
        }
    }

    fn distance_of_path(&self, explainer: &Explainer, puzzle: &Puzzle) -> u32 {
        let path = explainer.path(puzzle);
        if !path.is_solved() {
            return 1000 + path.end().empty_cells().len() as u32;
        }
        let used: TechniqueSet = path.steps().iter().map(|step| step.technique).collect();
        let missing = self.target.required.iter().filter(|technique| !used.contains(*technique)).count() as u32;
        let index = |level| Level::ALL.iter().position(|other| *other == level).unwrap_or_default();
        let levels = self.target.level.map_or(0, |level| index(level).abs_diff(index(path.level())) as u32);
        100 * missing + 10 * levels
    }
}

fn distance_of_rating(range: &RangeInclusive<Rating>, puzzle: &Puzzle, stop: &mut dyn FnMut() -> bool) -> u32 {
    match Se::new(puzzle).max_er(*range.end()).should_stop(stop).rate() {
        Ok(rating) => u32::from(range.start().tenths().saturating_sub(rating.er.tenths())),
        Err(Unfinished::Stopped { .. }) => u32::MAX,
        Err(Unfinished::Harder { .. } | Unfinished::Steps { .. }) => HARDER,
    }
}
