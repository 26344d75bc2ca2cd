//! A deduction: a pattern and what follows from it.

use super::{Pattern, Technique};
use crate::{Candidate, CandidateSet, Pencilmarks, Solution};

/// Something that can be concluded about a position, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The way of reasoning.
    pub technique: Technique,
    /// What it rests on here.
    pub pattern: Pattern,
    /// The candidates that are true.
    pub placements: CandidateSet,
    /// The candidates that are false; all of them stand in the position.
    pub eliminations: CandidateSet,
}

impl Deduction {
    /// Carries out what follows: places the true candidates and removes the false ones.
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
