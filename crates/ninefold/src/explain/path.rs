//! A path: the steps from a position towards the solution.
//!
//! In each position the first deduction in the order of the techniques is applied, and the search starts again from the
//! easiest technique. The score and the level of a path are in [`rate`](crate::rate).

use alloc::vec::Vec;

use super::{Deduction, Technique, TechniqueSet};
use crate::{CellSet, Pencilmarks};

/// Steps from a position towards the solution.
///
/// ```
/// use ninefold::explain::{Explainer, PathEnd, Technique};
/// use ninefold::{Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let path = Explainer::default().path(&Puzzle::new(grid)?);
/// assert_eq!(path.outcome(), PathEnd::Solved);
/// assert_eq!(path.hardest(), Some(Technique::HiddenSingle));
/// for (marks, step) in path.positions() {
///     assert!(step.placements.iter().all(|candidate| marks.contains(candidate)));
/// }
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    pub(super) start: Pencilmarks,
    pub(super) end: Pencilmarks,
    pub(super) givens: CellSet,
    pub(super) steps: Vec<Deduction>,
    pub(super) outcome: PathEnd,
}

/// Why a path has no further step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathEnd {
    /// Every cell is filled.
    Solved,
    /// No technique in use applies.
    Stuck,
    /// The [`Control`](crate::Control) stopped it.
    Stopped,
}

impl Path {
    /// The path of these steps. It is stopped or stuck unless every cell is filled.
    pub(crate) fn of_steps(start: Pencilmarks, givens: CellSet, steps: Vec<Deduction>, stopped: bool) -> Path {
        let mut end = start;
        steps.iter().for_each(|step| step.apply_to(&mut end));
        let outcome = match end.empty_cells().is_empty() {
            true => PathEnd::Solved,
            false if stopped => PathEnd::Stopped,
            false => PathEnd::Stuck,
        };
        Path { start, end, givens, steps, outcome }
    }

    /// The steps.
    pub fn steps(&self) -> &[Deduction] {
        &self.steps
    }

    /// Each step with the pencilmarks in which it was found.
    pub fn positions(&self) -> impl Iterator<Item = (Pencilmarks, &Deduction)> {
        let mut marks = self.start;
        self.steps.iter().map(move |step| {
            let before = marks;
            step.apply_to(&mut marks);
            (before, step)
        })
    }

    /// The cells whose digit was given.
    pub const fn givens(&self) -> CellSet {
        self.givens
    }

    /// The pencilmarks before the first step.
    pub const fn start(&self) -> &Pencilmarks {
        &self.start
    }

    /// The pencilmarks after the last step.
    pub const fn end(&self) -> &Pencilmarks {
        &self.end
    }

    /// Why it ends there.
    pub const fn outcome(&self) -> PathEnd {
        self.outcome
    }

    /// Whether it ends at the solution.
    pub fn is_solved(&self) -> bool {
        self.outcome == PathEnd::Solved
    }

    /// The hardest technique used: the highest level, then the highest score.
    pub fn hardest(&self) -> Option<Technique> {
        self.steps.iter().map(|step| step.technique).max_by_key(|t| (t.level(), t.score(), t.index()))
    }

    /// How many implications all its steps have together.
    pub fn implications(&self) -> usize {
        self.steps.iter().map(|step| step.size().implications).sum()
    }

    /// How often each technique was used, in the order of the table.
    pub fn counts(&self) -> Vec<(Technique, usize)> {
        let used: TechniqueSet = self.steps.iter().map(|step| step.technique).collect();
        let count = |technique| self.steps.iter().filter(|step| step.technique == technique).count();
        used.iter().map(|technique| (technique, count(technique))).collect()
    }
}
