//! All steps of a position, in stages: the easiest techniques first, each stage as soon as it is known.
//!
//! A stage is the run of one finder. Its steps are grouped by technique: a group has the number of instances found, and
//! the steps whose conclusions are new. A harder technique that concludes what an easier one has concluded is counted, not
//! listed.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::finder::{FinderEnd, FinderPlan, GO_ON, Limits};
use super::{Deduction, Facts, Technique, TechniqueSet};
use crate::{CandidateSet, Control};

/// The steps of a position, stage by stage.
///
/// ```
/// use ninefold::explain::{Explainer, Facts, Technique};
/// use ninefold::{Control, Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut stages = Explainer::for_all_steps().stages(Facts::from(&Puzzle::new(grid)?));
/// let singles = std::iter::from_fn(|| stages.next_with(&mut Control::new())).find(|stage| stage.count() > 0).unwrap();
/// assert_eq!(singles.groups[0].technique, Technique::HiddenSingle);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stages {
    facts: Facts,
    plan: FinderPlan,
    limits: Limits,
    next: usize,
    /// Whether `control` or the limit ended the last stage before its end.
    stopped: bool,
    room: usize,
    /// The conclusions listed so far.
    listed: BTreeSet<(CandidateSet, CandidateSet)>,
}

/// What one finder has found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stage {
    /// The techniques that were searched for.
    pub techniques: TechniqueSet,
    /// The steps found, by technique.
    pub groups: Vec<StepGroup>,
    /// Whether the search used up its budget ([`Limits::effort`]): there may be more steps.
    pub exhausted: bool,
}

/// The steps of one technique.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepGroup {
    /// The technique.
    pub technique: Technique,
    /// How many instances were found.
    pub count: usize,
    /// The first instance of each conclusion that no step before it has.
    pub steps: Vec<Deduction>,
}

impl Stage {
    /// How many instances were found.
    pub fn count(&self) -> usize {
        self.groups.iter().map(|group| group.count).sum()
    }

    /// The steps of all groups.
    pub fn steps(&self) -> impl Iterator<Item = &Deduction> {
        self.groups.iter().flat_map(|group| &group.steps)
    }

    fn group(&mut self, technique: Technique) -> &mut StepGroup {
        let known = self.groups.iter().position(|group| group.technique == technique);
        let index = known.unwrap_or_else(|| {
            self.groups.push(StepGroup { technique, count: 0, steps: Vec::new() });
            self.groups.len() - 1
        });
        &mut self.groups[index]
    }
}

impl Stages {
    pub(super) fn new(facts: Facts, plan: FinderPlan, limits: Limits) -> Stages {
        Stages { facts, plan, limits, next: 0, stopped: false, room: usize::MAX, listed: BTreeSet::new() }
    }

    /// The same, but the search ends when so many steps are listed.
    #[must_use]
    pub fn limit(self, steps: usize) -> Stages {
        Stages { room: steps, ..self }
    }

    /// The position that is searched.
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Whether the search ended early: `control` stopped it, or as many steps as the limit allows are listed.
    pub const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Runs the next finder. Returns nothing after the last, and after a search that ended early. A stage that ends early
    /// has the steps found until then. Progress is the number of finders that have run.
    pub fn next_with(&mut self, control: &mut Control<'_>) -> Option<Stage> {
        if self.stopped || self.next == self.plan.len() {
            return None;
        }
        if self.room == 0 {
            self.stopped = true;
            return None;
        }
        let techniques = self.plan.techniques(self.next);
        let mut stage = Stage { techniques, groups: Vec::new(), exhausted: false };
        let (listed, room) = (&mut self.listed, &mut self.room);
        let mut receive = |step: Deduction| {
            let group = stage.group(step.technique);
            group.count += 1;
            if listed.insert((step.placements, step.eliminations)) {
                group.steps.push(step);
                *room -= 1;
            }
            if *room == 0 { ControlFlow::Break(()) } else { GO_ON }
        };
        match self.plan.run(self.next, &self.facts, &self.limits, control, &mut receive) {
            FinderEnd::Finished => {}
            FinderEnd::Exhausted => stage.exhausted = true,
            FinderEnd::Stopped => self.stopped = true,
        }
        stage.groups.sort_by_key(|group| group.technique);
        self.next += 1;
        control.progress(self.next as u64, Some(self.plan.len() as u64));
        Some(stage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::Explainer;
    use crate::{Grid, Pencilmarks, Puzzle};

    fn facts(line: &str) -> Facts {
        Facts::from(&Puzzle::new(line.parse::<Grid>().unwrap()).unwrap())
    }

    fn all(mut stages: Stages) -> Vec<Stage> {
        core::iter::from_fn(|| stages.next_with(&mut Control::new())).collect()
    }

    const HARD: &str = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";

    #[test]
    fn stages_count_every_step_and_list_every_conclusion_once() {
        let facts = facts(HARD);
        let explainer = Explainer::for_all_steps();
        let every = explainer.all_steps(&facts);
        let stages = all(explainer.stages(facts));
        assert_eq!(stages.iter().map(Stage::count).sum::<usize>(), every.len());
        assert!(stages.iter().all(|stage| !stage.exhausted));
        let conclusions = |step: &Deduction| (step.placements, step.eliminations);
        let listed: Vec<_> = stages.iter().flat_map(Stage::steps).map(conclusions).collect();
        let different: BTreeSet<_> = every.iter().map(conclusions).collect();
        assert_eq!(listed.len(), different.len());
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), different);
        for stage in &stages {
            assert!(stage.groups.iter().all(|group| stage.techniques.contains(group.technique)));
        }
    }

    #[test]
    fn a_limit_and_a_control_end_the_search_and_it_says_so() {
        let explainer = Explainer::for_all_steps();
        let mut limited = explainer.stages(facts(HARD)).limit(3);
        let stages: Vec<Stage> = core::iter::from_fn(|| limited.next_with(&mut Control::new())).collect();
        assert_eq!(stages.iter().flat_map(Stage::steps).count(), 3);
        assert!(limited.is_stopped());
        let mut stopped = explainer.stages(facts(HARD));
        while stopped.next_with(&mut Control::new().stop_when(|| true)).is_some() {}
        assert!(stopped.is_stopped());
        let mut whole = explainer.stages(facts(HARD));
        while whole.next_with(&mut Control::new()).is_some() {}
        assert!(!whole.is_stopped());
    }

    /// Every cell has two candidates, so almost every choice of cells is an almost locked set.
    #[test]
    fn every_finder_ends_within_its_budget_and_says_that_it_stopped() {
        let line = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let solution: Grid = line.parse().unwrap();
        let mut random = crate::Random::new(3);
        let mut candidates = CandidateSet::EMPTY;
        for (cell, digit) in solution.placements() {
            let other = crate::Digit::ALL[(digit.index() + 1 + random.below(8) as usize) % 9];
            candidates |= CandidateSet::of_cell(cell, crate::DigitSet::from(digit).with(other));
        }
        let facts = Facts::new(Pencilmarks::from(candidates), crate::CellSet::EMPTY);
        let limits = Limits { effort: 200_000, ..Limits::DEFAULT };
        let stages = all(Explainer::for_all_steps().without_uniqueness().with_limits(limits).stages(facts));
        let exhausted = stages.iter().filter(|stage| stage.exhausted);
        let techniques = exhausted.fold(TechniqueSet::EMPTY, |all, stage| all | stage.techniques);
        assert!(techniques.contains(Technique::AlmostLockedSetChain), "{techniques}");
        assert!(!techniques.contains(Technique::NakedPair), "{techniques}");
    }
}
