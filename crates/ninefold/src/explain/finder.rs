//! How patterns are found: finders push deductions, the caller says when to stop.
//!
//! A finder is a function that looks for one technique, or a few that are found together, and pushes every instance
//! into the search it is given. Whoever started the search decides after each push whether it goes on: the next step
//! stops at the first deduction, "all steps" never stops, a filter stops at the first it likes. All of them run the same
//! code.
//!
//! # Order
//! Finders push in a fixed order, so that the same position always gives the same step. Unless a family's file says
//! otherwise: by digit ascending, then by house (rows, columns, blocks), then by cell in reading order.
//!
//! # Symmetry
//! Turn the position over, permute its rows within a band, call its digits by other names: the *set* of conclusions
//! must be the same ones, turned over, permuted and renamed. So a finder may stop nowhere for a reason that depends on
//! the order above: it reports every instance, or picks among instances by a measure that symmetry keeps (a length, a
//! size). Limits on how far to search count what symmetry keeps, never instances seen.

use core::ops::ControlFlow;

use super::{Deduction, Facts, Pattern, Technique, TechniqueSet};
use crate::{Candidate, CandidateSet, CellSet, Digit};

/// Whether to go on looking. Finders pass it up with `?`.
pub type Flow = ControlFlow<()>;

/// A function that finds techniques.
pub type Finder = fn(&mut Search<'_>) -> Flow;

/// Finders keep looking.
pub const GO_ON: Flow = ControlFlow::Continue(());

/// A search in progress: the position, what is wanted, and who receives it.
pub struct Search<'a> {
    /// The position that is searched.
    pub facts: &'a Facts,
    /// How far to look.
    pub limits: &'a Limits,
    wanted: TechniqueSet,
    receive: &'a mut dyn FnMut(Deduction) -> Flow,
}

/// How far searches go whose space is too large to exhaust.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Whether two fish with the same base and different covers are told as one too, a *siamese* fish.
    pub siamese_fish: bool,
    /// Whether grouped chains and loops may use almost locked sets too. Otherwise these are techniques of their own.
    pub sets_in_grouped_chains: bool,
}

impl Limits {
    /// The limits of a path and of the next step.
    pub const DEFAULT: Limits = Limits { siamese_fish: false, sets_in_grouped_chains: false };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}

impl<'a> Search<'a> {
    /// Whether deductions of this technique are wanted: finders of several techniques ask before they look.
    #[inline]
    pub fn wants(&self, technique: Technique) -> bool {
        self.wanted.contains(technique)
    }

    /// Hands over a deduction, if it is wanted and concludes anything.
    ///
    /// The pattern is only built when it is.
    ///
    /// # Errors
    /// Breaks when the search is over.
    pub fn push(
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

    /// Hands over a deduction that places one digit.
    ///
    /// # Errors
    /// Breaks when the search is over.
    pub fn push_placement(
        &mut self,
        technique: Technique,
        candidate: Candidate,
        pattern: impl FnOnce() -> Pattern,
    ) -> Flow {
        self.push(technique, candidate.into(), CandidateSet::EMPTY, pattern)
    }

    /// Hands over a deduction that removes one digit from some cells.
    ///
    /// # Errors
    /// Breaks when the search is over.
    pub fn push_eliminations(
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

/// The searches that find a set of techniques, in order: each a finder and what is wanted from it.
///
/// Techniques of equal `order` are found by one call.
#[derive(Clone, Debug)]
pub struct Plan {
    searches: alloc::vec::Vec<(Finder, TechniqueSet)>,
}

impl Plan {
    /// The techniques in the order given. Those of one `order` in the table are looked for together, when the first
    /// of them has its turn.
    pub fn new(techniques: impl IntoIterator<Item = Technique>) -> Plan {
        let mut searches: alloc::vec::Vec<(u16, Finder, TechniqueSet)> = alloc::vec::Vec::new();
        for technique in techniques {
            match searches.iter_mut().find(|(order, ..)| *order == technique.order()) {
                Some((.., wanted)) => wanted.insert(technique),
                None => searches.push((technique.order(), technique.finder(), technique.into())),
            }
        }
        Plan { searches: searches.into_iter().map(|(_, finder, wanted)| (finder, wanted)).collect() }
    }

    /// Looks for everything, in order, until the receiver has had enough.
    ///
    /// # Errors
    /// Breaks when the receiver did.
    pub fn search(&self, facts: &Facts, limits: &Limits, mut receive: impl FnMut(Deduction) -> Flow) -> Flow {
        for &(finder, wanted) in &self.searches {
            finder(&mut Search { facts, limits, wanted, receive: &mut receive })?;
        }
        GO_ON
    }

    /// The first deduction.
    pub fn first(&self, facts: &Facts, limits: &Limits) -> Option<Deduction> {
        let mut first = None;
        let _ = self.search(facts, limits, |deduction| {
            first = Some(deduction);
            ControlFlow::Break(())
        });
        first
    }
}
