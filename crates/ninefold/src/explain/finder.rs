//! How patterns are found: finders push deductions, the caller decides when to stop.
//!
//! A finder is a function that searches for one technique, or for a few that are found together, and pushes every
//! instance into the [`StepSearch`] it is given. The receiver decides after each push whether the search continues: the
//! next step stops at the first deduction, "all steps" never stops. Both run the same code.
//!
//! # Order
//! Finders push in a fixed order, so the same position always gives the same step. Unless a family's file says
//! otherwise: by digit ascending, then by house (rows, columns, blocks), then by cell in reading order.
//!
//! # Symmetry
//! When a position is transposed, its rows are permuted within a band or its digits are relabelled, the *set* of
//! conclusions must be transformed in the same way. So a finder must not stop for a reason that depends on the order
//! above: it reports every instance, or chooses among instances by a measure that symmetry preserves (a length, a size).
//! Limits on the extent of a search count what symmetry preserves, never the instances seen.

use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use super::{Deduction, Facts, Pattern, Technique, TechniqueSet};
use crate::{Candidate, CandidateSet, CellSet, Control, Digit};

/// Whether to continue the search. Finders pass it up with `?`.
pub(super) type Flow = ControlFlow<()>;

/// A function that finds techniques.
pub(super) type Finder = fn(&mut StepSearch<'_>) -> Flow;

/// The search continues.
pub(super) const GO_ON: Flow = ControlFlow::Continue(());

/// A search for steps: the facts, the techniques wanted, and the receiver of the deductions.
pub(super) struct StepSearch<'a> {
    /// The position that is searched.
    pub(super) facts: &'a Facts,
    /// How far to search.
    pub(super) limits: &'a Limits,
    wanted: TechniqueSet,
    receive: &'a mut dyn FnMut(Deduction) -> Flow,
    should_stop: &'a mut dyn FnMut() -> bool,
}

/// Options of searches that find more than a path needs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Whether two fish with the same base and different covers are also reported as one, a *siamese* fish.
    pub siamese_fish: bool,
    /// Whether grouped chains and loops may use almost locked sets too. Otherwise these are separate techniques.
    pub sets_in_grouped_chains: bool,
}

impl Limits {
    /// The options of a path and of the next step.
    pub const DEFAULT: Limits = Limits { siamese_fish: false, sets_in_grouped_chains: false };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}

impl StepSearch<'_> {
    /// Whether deductions of this technique are wanted. Finders of several techniques ask before they search.
    #[inline]
    pub(super) fn wants(&self, technique: Technique) -> bool {
        self.wanted.contains(technique)
    }

    /// Breaks if the caller has asked to stop. Finders call it in their outer loops, often enough that no more than some
    /// milliseconds pass between two calls.
    #[inline]
    pub(super) fn poll(&mut self) -> Flow {
        if (self.should_stop)() { ControlFlow::Break(()) } else { GO_ON }
    }

    /// Reports a deduction, if it is wanted and concludes anything. The pattern is built only then.
    ///
    /// # Errors
    /// Breaks when the search is over.
    pub(super) fn push(
        &mut self,
        technique: Technique,
        placements: CandidateSet,
        eliminations: CandidateSet,
        pattern: impl FnOnce() -> Pattern,
    ) -> Flow {
        if !self.wants(technique) || (placements.is_empty() && eliminations.is_empty()) {
            return GO_ON;
        }
        (self.receive)(Deduction { technique, pattern: pattern(), placements, eliminations })
    }

    /// Reports a deduction that places one digit.
    ///
    /// # Errors
    /// Breaks when the search is over.
    pub(super) fn push_placement(
        &mut self,
        technique: Technique,
        candidate: Candidate,
        pattern: impl FnOnce() -> Pattern,
    ) -> Flow {
        self.push(technique, candidate.into(), CandidateSet::EMPTY, pattern)
    }

    /// Reports a deduction that removes one digit from some cells.
    ///
    /// # Errors
    /// Breaks when the search is over.
    pub(super) fn push_eliminations(
        &mut self,
        technique: Technique,
        digit: Digit,
        cells: CellSet,
        pattern: impl FnOnce() -> Pattern,
    ) -> Flow {
        if cells.is_empty() {
            return GO_ON;
        }
        self.push(technique, CandidateSet::EMPTY, CandidateSet::of_digit(digit, cells), pattern)
    }
}

/// The finders that find a set of techniques, in order, each with the techniques wanted from it.
#[derive(Clone)]
pub(super) struct FinderPlan {
    finders: Vec<(Finder, TechniqueSet)>,
}

impl FinderPlan {
    /// The techniques in the given order. Those of the same `order` in the table are searched for together, in the turn
    /// of the first of them.
    pub(super) fn new(techniques: impl IntoIterator<Item = Technique>) -> FinderPlan {
        let mut finders: Vec<(u16, Finder, TechniqueSet)> = Vec::new();
        for technique in techniques {
            match finders.iter_mut().find(|(order, ..)| *order == technique.order()) {
                Some((.., wanted)) => wanted.insert(technique),
                None => finders.push((technique.order(), technique.finder(), technique.into())),
            }
        }
        FinderPlan { finders: finders.into_iter().map(|(_, finder, wanted)| (finder, wanted)).collect() }
    }

    /// Runs the finders in order until the receiver breaks or `control` stops.
    ///
    /// # Errors
    /// Breaks when the receiver did, or when it was stopped.
    pub(super) fn search(
        &self,
        facts: &Facts,
        limits: &Limits,
        control: &mut Control<'_>,
        mut receive: impl FnMut(Deduction) -> Flow,
    ) -> Flow {
        let mut should_stop = || control.should_stop();
        for &(finder, wanted) in &self.finders {
            let mut search = StepSearch { facts, limits, wanted, receive: &mut receive, should_stop: &mut should_stop };
            search.poll()?;
            finder(&mut search)?;
        }
        GO_ON
    }

    /// The first deduction.
    pub(super) fn first(&self, facts: &Facts, limits: &Limits, control: &mut Control<'_>) -> Option<Deduction> {
        let mut first = None;
        let _ = self.search(facts, limits, control, |deduction| {
            first = Some(deduction);
            ControlFlow::Break(())
        });
        first
    }
}

impl fmt::Debug for FinderPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.finders.iter().map(|(_, wanted)| wanted)).finish()
    }
}
