//! A deduction: a pattern and its conclusions.

use super::{Pattern, Technique};
use crate::{Candidate, CandidateSet, Pencilmarks, Solution};

/// Conclusions about a position, and the pattern that implies them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The technique.
    pub technique: Technique,
    /// The pattern.
    pub pattern: Pattern,
    /// The candidates that are true.
    pub placements: CandidateSet,
    /// The candidates that are false; all of them are candidates of the position.
    pub eliminations: CandidateSet,
}

impl Deduction {
    /// Applies the conclusions: places the true candidates and removes the false ones.
    pub fn apply_to(&self, marks: &mut Pencilmarks) {
        for candidate in self.eliminations {
            marks.eliminate(candidate);
        }
        for candidate in self.placements {
            marks.place(candidate.cell(), candidate.digit());
        }
    }

    /// A conclusion that the solution contradicts, if there is any.
    pub fn contradiction(&self, solution: &Solution) -> Option<Candidate> {
        let holds = |candidate: &Candidate| solution[candidate.cell()] == candidate.digit();
        let wrong = self.placements.iter().find(|candidate| !holds(candidate));
        wrong.or_else(|| self.eliminations.iter().find(holds))
    }
}
