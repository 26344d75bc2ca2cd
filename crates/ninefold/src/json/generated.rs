//! Generated puzzles, and what was asked for.

use alloc::format;
use alloc::string::String;
use core::fmt::Display;
use core::ops::RangeInclusive;

use super::{Members, Object};
use crate::explain::Path;
use crate::generate::{FEWEST_GIVENS, Recipe, Symmetry};
use crate::rate::{Scale, SeRating};
use crate::symmetry::PatternSymmetry;
use crate::{Grid, Puzzle, text};

/// A generated puzzle with everything that is needed to generate it again, and what there is to know about it.
#[derive(Clone, Copy)]
pub struct Generated<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The seed.
    pub seed: u64,
    /// The number of the puzzle among those of the seed, from 0.
    pub number: u64,
    /// What was asked for.
    pub options: &'a dyn Members,
    /// The rating.
    pub rating: SeRating,
    /// The path of the default explainer.
    pub path: &'a Path,
    /// The canonical form.
    pub canonical: &'a Grid,
}

/// `solution`, `seed`, `number`, `version`, `options`, `given_count`, `minimal`, `symmetries`, the members of the rating and
/// of the path, and `canonical`.
impl Members for Generated<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        let givens = self.puzzle.givens().filled();
        object.string("solution", self.puzzle.solution());
        object.raw("seed", self.seed);
        object.raw("number", self.number);
        object.plain("version", env!("CARGO_PKG_VERSION"));
        object.object("options", &self.options);
        object.raw("given_count", givens.len());
        object.raw("minimal", self.puzzle.is_minimal());
        object.strings("symmetries", PatternSymmetry::of(givens));
        self.rating.add_to(object);
        self.path.add_to(object);
        object.string("canonical", self.canonical);
    }
}

impl core::fmt::Debug for Generated<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Generated").field("puzzle", self.puzzle).field("seed", &self.seed).finish_non_exhaustive()
    }
}

/// What differs from the default: `symmetry`, `givens`, `mask`, `redundant`, `er` or another scale's name, `level`,
/// `require`, `allow` and `without`.
impl Members for Recipe {
    fn add_to(&self, object: &mut Object<'_>) {
        if self.symmetry != Symmetry::None {
            object.plain("symmetry", self.symmetry.name());
        }
        if self.givens != (FEWEST_GIVENS..=81) {
            object.plain("givens", &range(&self.givens, |givens| givens));
        }
        if let Some(mask) = self.mask {
            object.plain("mask", &text::write_mask(mask));
        }
        if self.redundant {
            object.raw("redundant", true);
        }
        for (scale, ratings) in &self.target.ratings {
            let name = if *scale == Scale::Se { "er" } else { scale.slug() };
            object.plain(name, &range(ratings, |rating| scale.display(*rating)));
        }
        if let Some(level) = self.target.level {
            object.plain("level", level.slug());
        }
        let target = &self.target;
        let allowed = target.allowed.unwrap_or_default();
        for (name, techniques) in [("require", target.required), ("allow", allowed), ("without", target.dispensable)] {
            if !techniques.is_empty() {
                object.strings(name, techniques.iter().map(|technique| technique.slug()));
            }
        }
    }
}

/// `24..27`, or `24` if the range has nothing else.
fn range<'a, T: PartialEq, D: Display>(range: &'a RangeInclusive<T>, display: impl Fn(&'a T) -> D) -> String {
    match range.start() == range.end() {
        true => format!("{}", display(range.start())),
        false => format!("{}..{}", display(range.start()), display(range.end())),
    }
}
