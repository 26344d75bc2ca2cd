//! Puzzle generation: by symmetry, number of givens, pattern or difficulty, reproducible from a seed on every machine.
//!
//! ```
//! use ninefold::generate::{Generator, Recipe, Symmetry};
//!
//! let generator = Generator::new(Recipe::default().symmetry(Symmetry::HalfTurn).givens(24..=27))?;
//! let puzzle = generator.puzzles(42).next().unwrap();
//! assert!((24..=27).contains(&puzzle.givens().filled().len()));
//! assert!(Symmetry::HalfTurn.holds(puzzle.givens().filled()));
//! # Ok::<(), ninefold::generate::RecipeError>(())
//! ```
//!
//! # Structure
//! - [`FullGrids`] draws random solutions from a uniform distribution.
//! - `dig.rs` removes givens from a solution until each one is needed.
//! - `target.rs` measures how far a puzzle is from the requested difficulty.
//! - `search.rs` is a local search for puzzles that are rare: it adds some givens, removes others, and keeps the puzzle
//!   that is nearer. `mask.rs` is a local search for a fixed pattern.
//! - `practice.rs` finds positions in which a technique is the next step.
//! - `order.rs` reads how many of which are wanted, "20 easy, 10 hard", and generates them.
//! - `pattern.rs` has the orbits of each symmetry, and detects patterns without a puzzle.
//!
//! # Seeds
//! Puzzle `n` of a seed is always the same: alone, in a batch, on any number of threads, with any CPU. A [`Control`]
//! determines whether there is a puzzle, not which.

mod dig;
mod full_grid;
mod given_masks;
mod mask;
mod minimise;
mod order;
mod pattern;
mod practice;
mod search;
mod target;
mod unavoidable;

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Range, RangeInclusive};

pub use full_grid::FullGrids;
pub use minimise::minimise;
pub use order::{Order, OrderKind, OrderSearch, Ordered, ParseOrderError};
pub use pattern::{FEWEST_GIVENS, ParseSymmetryError, PatternError, Symmetry, check_pattern};
pub use practice::{Exercise, Exercises, Practice};
use target::Judge;
pub use target::{Target, TargetError};

use crate::solve::Backend;
use crate::{CellSet, Control, Puzzle};

/// The most givens of any known minimal puzzle.
const MOST_MINIMAL_GIVENS: usize = 40;
/// A complete grid is never minimal, also not among those with a symmetry: every symmetry maps the middle cell to
/// itself, and without that cell there is still one solution.
const MOST_SYMMETRIC_GIVENS: usize = 80;

/// The kind of puzzle to generate.
///
/// By default: minimal puzzles without a particular symmetry, with any number of givens.
///
/// ```
/// use ninefold::generate::{Generator, Recipe};
///
/// let recipe = Recipe::default().givens(30..=30).redundant();
/// let puzzle = Generator::new(recipe)?.puzzles(1).next().unwrap();
/// assert_eq!(puzzle.givens().filled().len(), 30);
/// # Ok::<(), ninefold::generate::RecipeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    pub(crate) symmetry: Symmetry,
    pub(crate) givens: RangeInclusive<usize>,
    pub(crate) mask: Option<CellSet>,
    pub(crate) redundant: bool,
    pub(crate) target: Target,
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
    /// The puzzle is minimal among those with the symmetry: every orbit is needed. A single given of an orbit may be
    /// redundant; see [`Puzzle::redundant_givens`].
    #[must_use]
    pub fn symmetry(mut self, symmetry: Symmetry) -> Recipe {
        self.symmetry = symmetry;
        self
    }

    /// The number of givens is in this range.
    #[must_use]
    pub fn givens(mut self, givens: RangeInclusive<usize>) -> Recipe {
        self.givens = givens;
        self
    }

    /// The givens are in exactly these cells. The puzzle may then have redundant givens.
    #[must_use]
    pub fn mask(mut self, mask: CellSet) -> Recipe {
        self.mask = Some(mask);
        self
    }

    /// Adds redundant givens to reach the number of givens.
    #[must_use]
    pub fn redundant(mut self) -> Recipe {
        self.redundant = true;
        self
    }

    /// The puzzle has this difficulty.
    #[must_use]
    pub fn target(mut self, target: Target) -> Recipe {
        self.target = target;
        self
    }

    /// Whether every dug puzzle fits the recipe. Otherwise a search is needed, which may find nothing.
    pub fn is_certain(&self) -> bool {
        let range = *self.givens.start() <= FEWEST_GIVENS && *self.givens.end() >= 81;
        self.mask.is_none() && range && self.target == Target::default()
    }

    /// The number of puzzles to request from [`Generator::batch`] at once: many if digging takes most of the time, one
    /// if measuring the difficulty does.
    pub fn preferred_batch(&self) -> u64 {
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

    /// Refuses recipes that no puzzle can fit, as far as that is easy to detect.
    fn check(&self) -> Result<(), RecipeError> {
        let (first, last) = (*self.givens.start(), *self.givens.end());
        if first > last {
            return Err(RecipeError::EmptyRange { first, last });
        }
        if let Some(error) = self.target.impossible() {
            return Err(RecipeError::Target(error));
        }
        if let Some(mask) = self.mask {
            check_pattern(mask).map_err(RecipeError::Mask)?;
            if !self.givens.contains(&mask.len()) {
                return Err(RecipeError::MaskGivens { cells: mask.len(), first, last });
            }
            return if self.symmetry.holds(mask) { Ok(()) } else { Err(RecipeError::MaskSymmetry(self.symmetry)) };
        }
        if last < FEWEST_GIVENS || first > 81 {
            return Err(RecipeError::Givens { first, last });
        }
        let most = if self.symmetry == Symmetry::None { MOST_MINIMAL_GIVENS } else { MOST_SYMMETRIC_GIVENS };
        if !self.redundant && first > most {
            return Err(RecipeError::NotMinimal { first, last });
        }
        let any = (first.max(FEWEST_GIVENS)..=last.min(81)).any(|givens| self.symmetry.allows(givens));
        if any { Ok(()) } else { Err(RecipeError::SymmetryGivens { symmetry: self.symmetry, first, last }) }
    }
}

/// Why no puzzle fits a recipe.
///
/// ```
/// use ninefold::generate::{Generator, Recipe};
///
/// let error = Generator::new(Recipe::default().givens(5..=10)).unwrap_err();
/// assert_eq!(error.to_string(), "no puzzle has 5..10 givens: there are at least 17 and at most 81");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecipeError {
    /// The range of givens ends before it begins.
    EmptyRange {
        /// The first number of the range.
        first: usize,
        /// The last number of the range.
        last: usize,
    },
    /// No puzzle has so few or so many givens.
    Givens {
        /// The first number of the range.
        first: usize,
        /// The last number of the range.
        last: usize,
    },
    /// No minimal puzzle with so many givens is known. [`Recipe::redundant`] adds redundant givens.
    NotMinimal {
        /// The first number of the range.
        first: usize,
        /// The last number of the range.
        last: usize,
    },
    /// No pattern with this symmetry has a number of cells in the range.
    SymmetryGivens {
        /// The symmetry.
        symmetry: Symmetry,
        /// The first number of the range.
        first: usize,
        /// The last number of the range.
        last: usize,
    },
    /// No puzzle has its givens in this pattern.
    Mask(PatternError),
    /// The number of cells of the pattern is outside the range of givens.
    MaskGivens {
        /// The number of cells of the pattern.
        cells: usize,
        /// The first number of the range.
        first: usize,
        /// The last number of the range.
        last: usize,
    },
    /// The pattern does not have this symmetry.
    MaskSymmetry(Symmetry),
    /// No puzzle has the requested difficulty.
    Target(TargetError),
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RecipeError::EmptyRange { first, last } => {
                write!(f, "{first}..{last} is empty: the first number is the higher one")
            }
            RecipeError::Givens { first, last } => {
                let givens = NumberRange(first, last);
                write!(f, "no puzzle has {givens} givens: there are at least {FEWEST_GIVENS} and at most 81")
            }
            RecipeError::NotMinimal { first, last } => {
                let givens = NumberRange(first, last);
                write!(f, "no puzzle with {givens} givens is known in which every given is needed")
            }
            RecipeError::SymmetryGivens { symmetry, first, last } => {
                write!(f, "no pattern with the symmetry {symmetry} has {} cells", NumberRange(first, last))
            }
            RecipeError::Mask(error) => write!(f, "no puzzle has this mask: {error}"),
            RecipeError::MaskGivens { cells, first, last } => {
                write!(f, "the mask has {cells} cells, expected {} givens", NumberRange(first, last))
            }
            RecipeError::MaskSymmetry(symmetry) => write!(f, "the mask does not have the symmetry {symmetry}"),
            RecipeError::Target(error) => error.fmt(f),
        }
    }
}

// No `source()`: the message already contains the error of the pattern or target.
impl core::error::Error for RecipeError {}

/// A range of numbers, printed as `24..27`, or as `24` if it has a single number.
struct NumberRange(usize, usize);

impl fmt::Display for NumberRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NumberRange(first, last) = self;
        if first == last { write!(f, "{first}") } else { write!(f, "{first}..{last}") }
    }
}

/// The search was stopped before it found a puzzle.
///
/// ```
/// use ninefold::Control;
/// use ninefold::generate::{Generator, Recipe};
///
/// // Minimal puzzles with so many givens are extremely rare.
/// let generator = Generator::new(Recipe::default().givens(39..=40))?;
/// let mut control = Control::new().stop_when(|| true);
/// let stopped = generator.batch(1, 0..1, &mut control)[0].unwrap_err();
/// assert!(stopped.nearest.is_some());
/// # Ok::<(), ninefold::generate::RecipeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchStoppedError {
    /// The nearest puzzle found: it has the requested pattern or symmetry, but another number of givens or another
    /// difficulty.
    pub nearest: Option<Puzzle>,
}

impl fmt::Display for SearchStoppedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped before a puzzle was found")
    }
}

impl core::error::Error for SearchStoppedError {}

/// Generates puzzles by a recipe. Clones share their tables.
///
/// ```
/// use ninefold::generate::{Generator, Recipe};
///
/// let generator = Generator::new(Recipe::default())?;
/// assert!(generator.puzzles(42).next().unwrap().is_minimal());
/// # Ok::<(), ninefold::generate::RecipeError>(())
/// ```
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
    /// If no puzzle fits the recipe, as far as that is easy to detect.
    pub fn new(recipe: Recipe) -> Result<Generator, RecipeError> {
        recipe.check()?;
        Ok(Generator::of(recipe))
    }

    /// A generator of minimal puzzles of any kind.
    fn of_any_puzzle() -> Generator {
        Generator::of(Recipe::default())
    }

    /// A generator for a recipe that has been checked.
    fn of(recipe: Recipe) -> Generator {
        let (orbits, judge) = (recipe.symmetry.orbits(), Judge::new(recipe.target.clone()));
        Generator { recipe, orbits, grids: Arc::new(FullGrids::new()), judge, backend: Backend::cpu() }
    }

    /// The same generator with this backend. The puzzles are the same.
    #[must_use]
    pub fn with_backend(self, backend: Backend) -> Generator {
        Generator { backend, ..self }
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// An infinite iterator over the puzzles of a seed.
    ///
    /// With a restrictive recipe the next puzzle may take long, or never be found: [`Generator::batch`] can be stopped.
    ///
    /// ```
    /// use ninefold::generate::{Generator, Recipe};
    ///
    /// let generator = Generator::new(Recipe::default())?;
    /// let three: Vec<_> = generator.puzzles(1).take(3).collect();
    /// assert!(three.iter().all(|puzzle| puzzle.redundant_givens().is_empty()));
    /// # Ok::<(), ninefold::generate::RecipeError>(())
    /// ```
    pub fn puzzles(&self, seed: u64) -> impl Iterator<Item = Puzzle> {
        // Smaller batches: the first puzzle is available sooner.
        let batch_size = self.recipe.preferred_batch().min(64);
        (0..).step_by(batch_size as usize).flat_map(move |first| {
            let batch = self.batch(seed, first..first + batch_size, &mut Control::new());
            batch.into_iter().flatten()
        })
    }

    /// The puzzles of a seed with these numbers, generated side by side: much faster than one by one.
    ///
    /// If `control` stops the search, the numbers without a puzzle have an error. Progress is reported for each
    /// finished puzzle.
    ///
    /// ```
    /// use ninefold::Control;
    /// use ninefold::generate::{Generator, Recipe};
    ///
    /// let generator = Generator::new(Recipe::default())?;
    /// let puzzles = generator.batch(1, 10..12, &mut Control::new());
    /// assert_eq!(puzzles[0].unwrap(), generator.puzzles(1).nth(10).unwrap());
    /// # Ok::<(), ninefold::generate::RecipeError>(())
    /// ```
    pub fn batch(
        &self,
        seed: u64,
        numbers: Range<u64>,
        control: &mut Control<'_>,
    ) -> Vec<Result<Puzzle, SearchStoppedError>> {
        let first = numbers.start;
        let count = numbers.end.saturating_sub(first);
        let mut puzzles = vec![Err(SearchStoppedError { nearest: None }); count as usize];
        let done = |number: u64, puzzle| puzzles[(number - first) as usize] = puzzle;
        match self.recipe.mask {
            Some(mask) => mask::search(self, mask, seed, numbers, control, done),
            None => search::search(self, seed, numbers, control, done),
        }
        puzzles
    }
}

#[cfg(test)]
mod tests;
