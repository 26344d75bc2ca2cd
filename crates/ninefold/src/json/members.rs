//! What a solver and a check find: answers, statistics, evidence, reports.

use super::Object;
use crate::solve::{Solved, Stats};
use crate::{Answer, Cell, Conflict, Mistake, NotAPuzzleError, Pencilmarks, Position, Report, Solution};

/// An answer that has a JSON form.
pub trait Members {
    /// Adds the members of the answer to an object.
    fn add_to(&self, object: &mut Object<'_>);
}

impl<M: Members + ?Sized> Members for &M {
    fn add_to(&self, object: &mut Object<'_>) {
        (**self).add_to(object);
    }
}

/// `answer`: `none`, `unique` or `multiple`; `solution`; of several solutions also `second` and `differences`.
impl Members for Answer {
    fn add_to(&self, object: &mut Object<'_>) {
        object.plain("answer", self.name());
        if let Some(first) = self.first() {
            object.ascii("solution", &first.to_bytes());
        }
        if let Answer::Multiple(first, second) = self {
            object.ascii("second", &second.to_bytes());
            object.strings("differences", first.differences(second));
        }
    }
}

/// The answer to a position: the members of the answer, and why there is no solution: `conflicts` or `mistakes`.
///
/// ```
/// use ninefold::json::{Answered, Object};
/// use ninefold::{Grid, Position};
///
/// let mut grid = Grid::EMPTY;
/// grid["r1c1".parse()?] = "5".parse().ok();
/// grid["r1c2".parse()?] = "5".parse().ok();
/// let position = Position::of_givens(grid);
/// let object = Object::new().with(&Answered(&position, &position.solve()));
/// assert!(object.to_string().starts_with(
///     "{\"answer\": \"none\", \"conflicts\": [{\"house\": \"r1\", \"digit\": 5, \"cells\": [\"r1c1\", \"r1c2\"]}, "
/// ));
/// # Ok::<(), ninefold::ParseCellError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Answered<'a>(pub &'a Position, pub &'a Answer);

impl Members for Answered<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        let Answered(position, answer) = self;
        answer.add_to(object);
        if **answer != Answer::NoSolution {
            return;
        }
        let givens = position.givens();
        let mut conflicts = givens.conflicts().peekable();
        if conflicts.peek().is_some() {
            return object.objects("conflicts", conflicts);
        }
        let mistakes = position.missing_candidates();
        if !mistakes.is_empty() {
            object.objects("mistakes", mistakes);
        }
    }
}

/// `guesses` and `passes`.
impl Members for Stats {
    fn add_to(&self, object: &mut Object<'_>) {
        object.raw("guesses", self.guesses);
        object.raw("passes", self.passes);
    }
}

/// The members of the answer and those of the statistics.
impl Members for Solved {
    fn add_to(&self, object: &mut Object<'_>) {
        self.answer.add_to(object);
        self.stats.add_to(object);
    }
}

/// The number of solutions, counted up to a limit: `count` and `limit`.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// The number of solutions, at most `limit`.
    pub count: u64,
    /// How far solutions were counted.
    pub limit: u64,
}

impl Members for Count {
    fn add_to(&self, object: &mut Object<'_>) {
        object.raw("count", self.count);
        object.raw("limit", self.limit);
    }
}

/// One of all solutions: `solution` and `number`, from 1.
#[derive(Clone, Copy, Debug)]
pub struct NumberedSolution<'a> {
    /// The solution.
    pub solution: &'a Solution,
    /// Its number.
    pub number: u64,
}

impl Members for NumberedSolution<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        object.ascii("solution", &self.solution.to_bytes());
        object.raw("number", self.number);
    }
}

/// `house`, `digit` and `cells`.
impl Members for Conflict {
    fn add_to(&self, object: &mut Object<'_>) {
        object.string("house", self.house);
        object.raw("digit", self.digit);
        object.strings("cells", self.cells);
    }
}

/// `kind` (`placement` or `elimination`), `cell` and `digit`: the digit that is wrong, or the one that is missing.
impl Members for Mistake {
    fn add_to(&self, object: &mut Object<'_>) {
        let (kind, digit) = match self {
            Mistake::Placement { placed, .. } => ("placement", placed),
            Mistake::Elimination { digit, .. } => ("elimination", digit),
        };
        object.plain("kind", kind);
        object.string("cell", self.cell());
        object.raw("digit", digit);
    }
}

/// The members of the answer, and the evidence why there is no solution: `conflicts` or `mistakes`.
impl Members for NotAPuzzleError {
    fn add_to(&self, object: &mut Object<'_>) {
        self.answer().add_to(object);
        match self {
            NotAPuzzleError::Conflict(conflict) => object.objects("conflicts", [conflict]),
            NotAPuzzleError::Mistake(mistake) => object.objects("mistakes", [mistake]),
            NotAPuzzleError::NoSolution | NotAPuzzleError::MultipleSolutions { .. } => {}
        }
    }
}

/// `placed` and `candidates`: 81 characters, and the candidates of each cell.
impl Members for Pencilmarks {
    fn add_to(&self, object: &mut Object<'_>) {
        object.string("placed", self.placed());
        object.strings("candidates", Cell::all().map(|cell| self.digits_in(cell)));
    }
}

/// The members of the answer, then `count`, `limit`, `conflicts`, `minimal` and `redundant` where they are known,
/// `mistakes`, `symmetries`, and `input_solution_correct` if the input has a solution.
impl Members for Report {
    fn add_to(&self, object: &mut Object<'_>) {
        self.answer.add_to(object);
        object.raw("count", self.count);
        object.raw("limit", self.limit);
        object.objects("conflicts", &self.conflicts);
        if let Some(redundant) = self.redundant {
            object.raw("minimal", redundant.is_empty());
            object.strings("redundant", redundant);
        }
        object.objects("mistakes", &self.mistakes);
        object.strings("symmetries", &self.symmetries);
        if let Some(correct) = self.solution_is_correct {
            object.raw("input_solution_correct", correct);
        }
    }
}
