//! The Sudoku Explainer scale: the puzzle is solved as a person would solve it, always by the easiest technique that
//! applies. The rating is that of the hardest step.
//!
//! This file is the interface. `producers.rs` has the order of the techniques and the main loop, [`board`] and [`hint`]
//! the types that all techniques share, the files from [`singles`] to [`aligned`] one technique each, and [`chains`] the
//! engines that follow assumptions.

mod aligned;
mod board;
mod bug;
mod chains;
mod explained;
mod fish;
mod hint;
mod locking;
mod loops;
mod producers;
mod sets;
mod singles;
mod wings;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Rating, ScaleRating, UnfinishedError};
use crate::explain::{Deduction, Path};
use crate::{Candidate, CandidateSet, CellSet, Control, Mistake, Pencilmarks, ProvedPosition, Puzzle};

/// The Sudoku Explainer rating of a puzzle.
///
/// This takes from a fraction of a millisecond to some seconds: the time grows with the difficulty. [`Se`] has bounds,
/// cancellation and the steps.
pub fn se(puzzle: &Puzzle) -> SeRating {
    producers::rate(&Pencilmarks::from(puzzle.givens()), &Bounds::default(), &mut Control::new(), None, false).rating
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

/// One step of a solution that was rated; prints `2.6 Pointing: Cells r3c5,r3c6: 6 in block and row`.
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

/// All steps of a rating, and the rating or why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeTrace {
    /// The steps made.
    pub steps: Vec<SeStep>,
    /// Their outcome.
    pub rating: Result<SeRating, UnfinishedError>,
}

/// Where a rating ends early.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    max_er: Option<Rating>,
    max_steps: Option<usize>,
}

/// A Sudoku Explainer rating to be made, with bounds if needed.
///
/// The result depends on the puzzle and the bounds alone, not on the machine, unless a [`Control`] stops it.
///
/// ```
/// use ninefold::rate::{Rating, Se};
/// use ninefold::{Grid, Puzzle};
///
/// let grid: Grid =
///     "...58.6......2....974.......16...8...4.9...7.5............6...8.5.4...1...2.9.4..".parse()?;
/// let trace = Se::new(&Puzzle::new(grid)?).max_er(Rating::from_tenths(71)).trace();
/// assert_eq!(trace.steps[0].to_string(), "1.2 Hidden Single: r2c3: 5 in block");
/// assert!(trace.rating.is_err(), "harder than 7.1");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Se {
    marks: Pencilmarks,
    givens: CellSet,
    bounds: Bounds,
}

impl Se {
    /// Of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Se {
        Se::of_pencilmarks(&Pencilmarks::from(puzzle.givens()))
    }

    /// Of a position: placed digits and candidates, or candidates alone ("sukaku").
    ///
    /// The scale assumes that there is exactly one solution. Otherwise the result means little, and computing it may take
    /// very long: set bounds.
    pub fn of_pencilmarks(marks: &Pencilmarks) -> Se {
        Se { marks: *marks, givens: marks.placed().filled(), bounds: Bounds::default() }
    }

    /// Of a position as it is placed and noted, completed for deduction: see [`ProvedPosition::marks`].
    ///
    /// # Errors
    /// The first mistake in the position: no deduction from wrong pencilmarks is sound.
    pub fn of_position(position: &ProvedPosition) -> Result<Se, Mistake> {
        Ok(Se { givens: position.given_cells(), ..Se::of_pencilmarks(&position.marks()?) })
    }

    /// Ends as soon as the puzzle is known to be harder than this.
    #[must_use]
    pub fn max_er(mut self, rating: Rating) -> Se {
        self.bounds.max_er = Some(rating);
        self
    }

    /// Ends after so many steps.
    #[must_use]
    pub fn max_steps(mut self, steps: usize) -> Se {
        self.bounds.max_steps = Some(steps);
        self
    }

    /// The rating.
    ///
    /// # Errors
    /// When a bound was met.
    pub fn rate(&self) -> Result<SeRating, UnfinishedError> {
        self.rate_with(&mut Control::new())
    }

    /// The rating; `control` can stop it, and hears of each step.
    ///
    /// # Errors
    /// When a bound was met, or `control` stopped it.
    pub fn rate_with(&self, control: &mut Control<'_>) -> Result<SeRating, UnfinishedError> {
        self.run(control, None, false)
    }

    /// The rating and its steps.
    pub fn trace(&self) -> SeTrace {
        self.trace_with(&mut Control::new())
    }

    /// The rating and its steps; `control` can stop it, and hears of each step.
    pub fn trace_with(&self, control: &mut Control<'_>) -> SeTrace {
        let mut steps = Vec::new();
        let rating = self.run(control, Some(&mut |step, _| steps.push(step)), false);
        SeTrace { steps, rating }
    }

    /// The rating, its steps, and the same steps as a path: each with the pattern that proves it.
    ///
    /// ```
    /// use ninefold::explain::check::check_path;
    /// use ninefold::rate::Se;
    /// use ninefold::{Control, Grid, Puzzle};
    ///
    /// let grid: Grid =
    ///     "57..8.4.........3...32..1.5...4.8........5...2.7.....19.1.....4.8.7.9.....2....6.".parse()?;
    /// let puzzle = Puzzle::new(grid)?;
    /// let (trace, path) = Se::new(&puzzle).explained(&mut Control::new());
    /// assert_eq!(trace.steps.len(), path.steps().len());
    /// assert!(path.is_solved());
    /// check_path(&path, puzzle.solution())?;
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn explained(&self, control: &mut Control<'_>) -> (SeTrace, Path) {
        let (mut steps, mut deductions) = (Vec::new(), Vec::new());
        let start = board::RatedGrid::started(&self.marks);
        let mut receive = |step, deduction: Option<Deduction>| {
            steps.push(step);
            deductions.extend(deduction);
        };
        let rating = self.run(control, Some(&mut receive), true);
        let stopped = matches!(rating, Err(UnfinishedError::Stopped { .. }));
        let path = Path::of_steps(start, self.givens, deductions, stopped);
        (SeTrace { steps, rating }, path)
    }

    fn run(
        &self,
        control: &mut Control<'_>,
        on_step: Option<&mut producers::OnStep<'_>>,
        explains: bool,
    ) -> Result<SeRating, UnfinishedError> {
        let Outcome { rating, end } = producers::rate(&self.marks, &self.bounds, control, on_step, explains);
        let so_far = ScaleRating::Se(rating);
        match end {
            End::Rated => Ok(rating),
            End::Harder => Err(UnfinishedError::Harder { so_far }),
            End::Steps => Err(UnfinishedError::Steps { so_far }),
            End::Stopped => Err(UnfinishedError::Stopped { so_far }),
        }
    }
}

/// The rating of the steps made, and why no more were made.
struct Outcome {
    rating: SeRating,
    end: End,
}

enum End {
    /// The grid is complete, or no technique applies.
    Rated,
    /// A step is, or would be, harder than the bound.
    Harder,
    /// As many steps as allowed are made.
    Steps,
    /// The control stopped it.
    Stopped,
}
