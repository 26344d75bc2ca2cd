//! Which members each answer has.

use super::{Object, array};
use crate::solve::{Solved, Stats};
use crate::{Answer, Conflict, Mistake, NotAPuzzleError, Pencilmarks, Report};

/// An answer that has a JSON form.
pub trait Members {
    /// Adds the members of the answer to an object.
    fn add_to(&self, object: &mut Object);
}

/// `answer`: `none`, `unique` or `multiple`; `solution`; of several solutions also `second` and `differences`.
impl Members for Answer {
    fn add_to(&self, object: &mut Object) {
        object.string("answer", self.name());
        if let Some(first) = self.first() {
            object.string("solution", first);
        }
        if let Answer::Multiple(first, second) = self {
            object.string("second", second);
            object.strings("differences", first.differences(second));
        }
    }
}

/// `guesses` and `passes`.
impl Members for Stats {
    fn add_to(&self, object: &mut Object) {
        object.raw("guesses", self.guesses);
        object.raw("passes", self.passes);
    }
}

/// The members of the answer and those of the statistics.
impl Members for Solved {
    fn add_to(&self, object: &mut Object) {
        self.answer.add_to(object);
        self.stats.add_to(object);
    }
}

/// `house`, `digit` and `cells`.
impl Members for Conflict {
    fn add_to(&self, object: &mut Object) {
        object.string("house", self.house);
        object.raw("digit", self.digit);
        object.strings("cells", self.cells);
    }
}

/// `kind` (`placement` or `elimination`), `cell` and `digit`: the digit that is wrong, or the one that is missing.
impl Members for Mistake {
    fn add_to(&self, object: &mut Object) {
        let (kind, digit) = match self {
            Mistake::Placement { placed, .. } => ("placement", placed),
            Mistake::Elimination { digit, .. } => ("elimination", digit),
        };
        object.string("kind", kind);
        object.string("cell", self.cell());
        object.raw("digit", digit);
    }
}

/// The members of the answer, and the evidence why there is no solution: `conflicts` or `mistakes`.
impl Members for NotAPuzzleError {
    fn add_to(&self, object: &mut Object) {
        self.answer().add_to(object);
        match self {
            NotAPuzzleError::Conflict(conflict) => object.raw("conflicts", objects([conflict])),
            NotAPuzzleError::Mistake(mistake) => object.raw("mistakes", objects([mistake])),
            NotAPuzzleError::NoSolution | NotAPuzzleError::MultipleSolutions { .. } => {}
        }
    }
}

/// `placed` and `candidates`: 81 characters, and the candidates of each cell.
impl Members for Pencilmarks {
    fn add_to(&self, object: &mut Object) {
        object.string("placed", self.placed());
        object.strings("candidates", crate::Cell::all().map(|cell| self.digits_in(cell)));
    }
}

/// The members of the answer, then `count`, `limit`, `conflicts`, `minimal` and `redundant` where they are known,
/// `mistakes`, `symmetries`, and `input_solution_correct` if the input has a solution.
impl Members for Report {
    fn add_to(&self, object: &mut Object) {
        self.answer.add_to(object);
        object.raw("count", self.count);
        object.raw("limit", self.limit);
        object.raw("conflicts", objects(&self.conflicts));
        if let Some(redundant) = self.redundant {
            object.raw("minimal", redundant.is_empty());
            object.strings("redundant", redundant);
        }
        object.raw("mistakes", objects(&self.mistakes));
        object.strings("symmetries", &self.symmetries);
        if let Some(correct) = self.solution_is_correct {
            object.raw("input_solution_correct", correct);
        }
    }
}

/// A JSON array of objects.
fn objects<'a, T: Members + 'a>(answers: impl IntoIterator<Item = &'a T>) -> alloc::string::String {
    array(answers.into_iter().map(|answer| Object::new().with(answer)))
}
