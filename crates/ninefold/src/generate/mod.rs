//! Puzzles to order: with symmetry, with so many givens, in a pattern; each from a seed, the same on every machine.
//!
//! ```
//! use ninefold::generate::{Generator, Recipe, Symmetry};
//!
//! let generator = Generator::new(Recipe::default().symmetry(Symmetry::HalfTurn).givens(24..=27))?;
//! let puzzle = generator.puzzles(42).next().unwrap();
//! assert!((24..=27).contains(&puzzle.givens().filled().len()));
//! assert!(Symmetry::HalfTurn.holds(puzzle.givens().filled()));
//! # Ok::<(), ninefold::generate::Impossible>(())
//! ```
//!
//! # How it fits together
//! - [`FullGrids`] draws solutions, every one as likely as the others.
//! - `dig.rs` removes givens from a solution until none can be spared.
//! - `target.rs` says how far a puzzle is from the difficulty asked for.
//! - `search.rs` looks further where something is asked for that does not come by itself: puts some givens back, removes
//!   others, keeps what comes nearer. `mask.rs` does the like for a fixed pattern.
//! - `pattern.rs` knows what a symmetry ties together, and which patterns have no puzzle.
//!
//! # Seeds
//! Puzzle `n` of a seed is the same whoever makes it: alone, in a batch, on any number of threads, with any CPU. Only a
//! `stop` function that the caller brings can make a difference: whether there is a puzzle, not which.

mod dig;
mod full_grid;
mod mask;
mod pattern;
mod search;
mod target;
mod unavoidable;

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Range, RangeInclusive};

pub use full_grid::FullGrids;
pub use pattern::{FEWEST_GIVENS, Obstacle, ParseSymmetryError, Symmetry, obstacle};
use target::Judge;
pub use target::{Target, WrongTarget};

use crate::solve::Backend;
use crate::{CellSet, Puzzle};

/// What kind of puzzle is asked for.
///
/// Without more said: minimal puzzles, with no symmetry in particular and as many givens as it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    symmetry: Symmetry,
    givens: RangeInclusive<usize>,
    mask: Option<CellSet>,
    redundant: bool,
    target: Target,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            symmetry: Symmetry::None,
            givens: FEWEST_GIVENS..=81,
            mask: None,
            redundant: false,
            target: Target::default(),
        }
    }
}

impl Recipe {
    /// The givens form a pattern with this symmetry.
    ///
    /// The puzzle is minimal among those with the symmetry: no orbit can be left out. A single given of an orbit may be
    /// one that could ([`Puzzle::redundant_givens`] tells).
    #[must_use]
    pub fn symmetry(mut self, symmetry: Symmetry) -> Recipe {
        self.symmetry = symmetry;
        self
    }

    /// So many givens.
    #[must_use]
    pub fn givens(mut self, givens: RangeInclusive<usize>) -> Recipe {
        self.givens = givens;
        self
    }

    /// The givens stand in exactly these cells. Nobody asks then whether all of them are needed.
    #[must_use]
    pub fn mask(mut self, mask: CellSet) -> Recipe {
        self.mask = Some(mask);
        self
    }

    /// Givens that could be left out are welcome: as many are added as the number of givens asks for.
    #[must_use]
    pub fn redundant(mut self) -> Recipe {
        self.redundant = true;
        self
    }

    /// The puzzle is as hard as this.
    #[must_use]
    pub fn target(mut self, target: Target) -> Recipe {
        self.target = target;
        self
    }

    /// Whether puzzles come by themselves, as fast as they can be dug. Otherwise it takes a search, which may find nothing.
    pub fn is_certain(&self) -> bool {
        let range = *self.givens.start() <= FEWEST_GIVENS && *self.givens.end() >= 81;
        self.mask.is_none() && range && self.target == Target::default()
    }

    /// How many puzzles are well made together with [`Generator::batch`]: many where they come by themselves, one where
    /// judging takes longer than digging, and nobody should wait for the others.
    pub fn together(&self) -> u64 {
        match self.mask {
            None if self.target == Target::default() => {
                if self.is_certain() {
                    512
                } else {
                    64
                }
            }
            _ => 1,
        }
    }

    /// Why it cannot be met, where that is plain to see.
    fn impossible(&self) -> Option<Impossible> {
        let (first, last) = (*self.givens.start(), *self.givens.end());
        if first > last {
            return Some(Impossible::UpsideDown(first, last));
        }
        if let Some(wrong) = self.target.impossible() {
            return Some(Impossible::Target(wrong));
        }
        if let Some(mask) = self.mask {
            return match obstacle(mask) {
                Some(obstacle) => Some(Impossible::Mask(obstacle)),
                None if !self.givens.contains(&mask.len()) => Some(Impossible::MaskGivens(mask.len(), first, last)),
                None if !self.symmetry.holds(mask) => Some(Impossible::MaskSymmetry(self.symmetry)),
                None => None,
            };
        }
        if last < FEWEST_GIVENS || first > 81 {
            return Some(Impossible::Givens(first, last));
        }
        let any = (first.max(FEWEST_GIVENS)..=last.min(81)).any(|givens| self.symmetry.allows(givens));
        (!any).then_some(Impossible::SymmetryGivens(self.symmetry, first, last))
    }
}

/// Why no puzzle can be what a recipe asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// A range of givens ends before it begins.
    UpsideDown(usize, usize),
    /// No puzzle has so few or so many givens.
    Givens(usize, usize),
    /// No pattern with this symmetry has a number of cells from the one to the other.
    SymmetryGivens(Symmetry, usize, usize),
    /// No puzzle has its givens in this pattern.
    Mask(Obstacle),
    /// The pattern has so many cells, and a number from the one to the other is asked for.
    MaskGivens(usize, usize, usize),
    /// The pattern does not have this symmetry.
    MaskSymmetry(Symmetry),
    /// No puzzle is as hard as that.
    Target(WrongTarget),
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Impossible::UpsideDown(first, last) => write!(f, "{first}..{last} is upside down: it holds no number"),
            Impossible::Givens(first, last) => {
                let asked = Span(first, last);
                write!(f, "no puzzle has {asked} givens: there are at least {FEWEST_GIVENS} and at most 81")
            }
            Impossible::SymmetryGivens(symmetry, first, last) => {
                write!(f, "no pattern with the symmetry {symmetry} has {} cells", Span(first, last))
            }
            Impossible::Mask(obstacle) => write!(f, "no puzzle has this mask: {obstacle}"),
            Impossible::MaskGivens(cells, first, last) => {
                write!(f, "the mask has {cells} cells, and {} givens are asked for", Span(first, last))
            }
            Impossible::MaskSymmetry(symmetry) => write!(f, "the mask does not have the symmetry {symmetry}"),
            Impossible::Target(wrong) => wrong.fmt(f),
        }
    }
}

impl core::error::Error for Impossible {}

/// A range as people write it: `24..27`, or `24` where it holds nothing else.
struct Span<'a, T>(&'a T, &'a T);

impl<T: fmt::Display + PartialEq> fmt::Display for Span<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span(first, last) = self;
        if first == last { write!(f, "{first}") } else { write!(f, "{first}..{last}") }
    }
}

/// A search that was stopped before it found what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaveUp {
    /// What came nearest, if anything: a puzzle with one solution and the pattern or symmetry asked for, but with another
    /// number of givens or another difficulty.
    pub nearest: Option<Puzzle>,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped before a puzzle was found")
    }
}

impl core::error::Error for GaveUp {}

/// Makes puzzles by a recipe. Copies share their tables.
#[derive(Clone, Debug)]
pub struct Generator {
    recipe: Recipe,
    orbits: Vec<CellSet>,
    grids: Arc<FullGrids>,
    judge: Judge,
    backend: Backend,
}

impl Generator {
    /// A generator for this recipe.
    ///
    /// # Errors
    /// When it is plain that no puzzle can be made by it.
    pub fn new(recipe: Recipe) -> Result<Generator, Impossible> {
        match recipe.impossible() {
            Some(impossible) => Err(impossible),
            None => {
                let (orbits, judge) = (recipe.symmetry.orbits(), Judge::new(recipe.target.clone()));
                Ok(Generator { recipe, orbits, grids: Arc::new(FullGrids::new()), judge, backend: Backend::cpu() })
            }
        }
    }

    /// The same generator with its questions answered by this backend. The puzzles stay the same.
    #[must_use]
    pub fn with_backend(self, backend: Backend) -> Generator {
        Generator { backend, ..self }
    }

    /// What it makes.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The puzzles of a seed, from the first on, without end.
    ///
    /// A recipe that is hard to meet makes them long in coming, perhaps for ever: [`Generator::batch`] can be stopped.
    ///
    /// ```
    /// use ninefold::generate::{Generator, Recipe};
    ///
    /// let generator = Generator::new(Recipe::default())?;
    /// let three: Vec<_> = generator.puzzles(1).take(3).collect();
    /// assert!(three.iter().all(|puzzle| puzzle.redundant_givens().is_empty()));
    /// # Ok::<(), ninefold::generate::Impossible>(())
    /// ```
    pub fn puzzles(&self, seed: u64) -> impl Iterator<Item = Puzzle> {
        // The first shall not be long in coming.
        let together = self.recipe.together().min(64);
        (0..).step_by(together as usize).flat_map(move |first| {
            let batch = self.batch(seed, first..first + together, &mut || false);
            batch.into_iter().flatten()
        })
    }

    /// Puzzles of a seed by their numbers, made side by side: much faster than one by one.
    ///
    /// `stop` is asked from time to time. Once it says yes, no search goes on.
    pub fn batch(&self, seed: u64, numbers: Range<u64>, stop: &mut dyn FnMut() -> bool) -> Vec<Result<Puzzle, GaveUp>> {
        let first = numbers.start;
        let mut puzzles = vec![Err(GaveUp { nearest: None }); numbers.clone().count()];
        let done = |number: u64, puzzle| puzzles[(number - first) as usize] = puzzle;
        match self.recipe.mask {
            Some(mask) => mask::search(self, mask, seed, numbers, stop, done),
            None => search::search(self, seed, numbers, stop, done),
        }
        puzzles
    }
}

#[cfg(test)]
mod tests;
