//! A deduction: a pattern and its conclusions.

use core::fmt;

use super::{Pattern, Technique};
use crate::{Candidate, CandidateSet, Pencilmarks, Solution};

/// Conclusions about a position, and the pattern that implies them. Prints the technique and the conclusions.
///
/// ```
/// use ninefold::explain::Explainer;
/// use ninefold::{Grid, Pencilmarks, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let path = Explainer::default().path(&Puzzle::new(grid)?);
/// let step = &path.steps()[0];
/// assert_eq!(step.to_string(), "Naked Single: +5r5c5");
///
/// let mut marks = Pencilmarks::from(grid);
/// step.apply_to(&mut marks);
/// assert_eq!(marks.placed()["r5c5".parse()?].unwrap().get(), 5);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
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

impl fmt::Display for Deduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.technique, self.notation())
    }
}
