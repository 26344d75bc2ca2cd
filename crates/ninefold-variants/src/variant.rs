//! A puzzle: a board, its givens and its rules, possibly contradictory; and the same, proved to have one solution.

use core::fmt;
use std::collections::HashSet;

use crate::rule::{MAX_RULE_CELLS, MAX_RULES, Rule, RuleError, Setting};
use crate::solve::model::Model;
use crate::{Answer, Board, Cell, Run, Solution, Stopped, ValueSet};

/// What a file says about a puzzle besides its rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Notes {
    /// The title.
    pub title: String,
    /// The setter.
    pub author: String,
    /// The rules in the setter's words.
    pub rules: String,
    /// The solution the file claims, a value for each grid cell. It is not used to solve.
    pub solution: Option<Vec<u8>>,
    /// Lines, arrows and other drawings of the file that have no rule attached, in words.
    pub drawings: Vec<String>,
}

/// A board, candidates for each cell, and rules. It may have no solution, one or many.
///
/// ```
/// use ninefold_variants::rule::{Cage, Line, LineRule};
/// use ninefold_variants::{Answer, Board, Cell, Run, Variant};
///
/// let board = Board::square(4)?;
/// let mut variant = Variant::new(board);
/// variant.add(LineRule::new(Line::Thermo, [0, 1, 2, 3].map(Cell::new).to_vec()))?;
/// variant.add(Cage::Killer { sum: Some(5), cells: [6, 10].map(Cell::new).to_vec() })?;
/// for (cell, value) in [(4, 3), (8, 2), (15, 1)] {
///     variant.give(Cell::new(cell), value);
/// }
/// let Answer::Unique(solution) = variant.solve(&Run::default())? else { panic!("not unique") };
/// assert_eq!(solution.to_string(), "1234341221434321");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    board: Board,
    givens: Vec<ValueSet>,
    rules: Vec<Rule>,
    /// Rules that are there already: the same rule twice says nothing new.
    known: HashSet<Rule>,
    size: usize,
    /// What a file said besides.
    pub notes: Notes,
}

/// A rule that cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AddError {
    /// The rule does not fit the board.
    Rule(RuleError),
    /// The puzzle has as many rules as it can have.
    TooMany,
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AddError::Rule(error) => error.fmt(f),
            AddError::TooMany => {
                write!(f, "more than {MAX_RULES} rules, or more than {MAX_RULE_CELLS} cells in them")
            }
        }
    }
}

impl core::error::Error for AddError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            AddError::Rule(error) => Some(error),
            AddError::TooMany => None,
        }
    }
}

impl Variant {
    /// A board without givens and rules.
    pub fn new(board: Board) -> Variant {
        Variant {
            givens: vec![board.values(); board.cell_count()],
            board,
            rules: Vec::new(),
            known: HashSet::new(),
            size: 0,
            notes: Notes::default(),
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules besides the houses of the board.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The values each cell may have at the start: one for a given.
    pub fn givens(&self) -> &[ValueSet] {
        &self.givens
    }

    /// The value of a cell that is given at the start.
    pub fn given(&self, cell: Cell) -> Option<u8> {
        self.givens.get(cell.index()).and_then(|values| values.single())
    }

    /// Adds a rule. A rule that is there already is not added again.
    ///
    /// # Errors
    /// When the rule does not fit the board or there are too many.
    pub fn add(&mut self, rule: impl Into<Rule>) -> Result<(), AddError> {
        let rule = rule.into();
        rule.check(&self.board).map_err(AddError::Rule)?;
        let size = self.size + rule.size(&self.board);
        if self.known.contains(&rule) {
            return Ok(());
        }
        if self.rules.len() >= MAX_RULES || size > MAX_RULE_CELLS {
            return Err(AddError::TooMany);
        }
        self.size = size;
        self.known.insert(rule.clone());
        self.rules.push(rule);
        Ok(())
    }

    /// Gives a cell its value. Cells outside the board are ignored.
    pub fn give(&mut self, cell: Cell, value: u8) {
        self.restrict(cell, ValueSet::of(value));
    }

    /// Leaves a cell only these values, of those it has. Cells outside the board are ignored.
    pub fn restrict(&mut self, cell: Cell, values: ValueSet) {
        if let Some(given) = self.givens.get_mut(cell.index()) {
            *given &= values;
        }
    }

    /// The same puzzle with other candidates at the start.
    ///
    /// # Panics
    /// When there is not one set for each cell.
    pub fn with_givens(&self, givens: Vec<ValueSet>) -> Variant {
        assert_eq!(givens.len(), self.board.cell_count(), "one set of values for each cell");
        let mut variant = self.clone();
        variant.givens = givens.into_iter().map(|values| values & self.board.values()).collect();
        variant
    }

    /// The same puzzle with those of its rules for which `keep` holds, by their number.
    pub fn with_rules(&self, keep: impl Fn(usize) -> bool) -> Variant {
        let mut variant = Variant::new(self.board.clone());
        variant.givens.clone_from(&self.givens);
        variant.notes = self.notes.clone();
        variant.rules =
            self.rules.iter().enumerate().filter(|&(number, _)| keep(number)).map(|(_, r)| r.clone()).collect();
        variant.known = variant.rules.iter().cloned().collect();
        variant.size = self.size;
        variant
    }

    /// What rules can refer to.
    pub fn setting(&self) -> Setting<'_> {
        Setting { board: &self.board, rules: &self.rules }
    }

    /// Whether a value for each cell satisfies the givens, the houses and the rules.
    ///
    /// # Panics
    /// When there is not one value for each cell.
    pub fn is_solved_by(&self, values: &[u8]) -> bool {
        assert_eq!(values.len(), self.board.cell_count(), "one value for each cell");
        let setting = self.setting();
        self.givens.iter().zip(values).all(|(given, &value)| given.contains(value))
            && self.board.houses().iter().all(|house| crate::rule::different(&house.cells, values))
            && self.rules.iter().all(|rule| rule.holds(&setting, values))
    }

    /// Checks a filling of the grid, such as the one a file claims to be the solution. Extra cells are solved for.
    pub fn accepts_grid(&self, grid: &[u8]) -> bool {
        if grid.len() != self.board.grid_cells() {
            return false;
        }
        let mut filled = self.clone();
        grid.iter().enumerate().for_each(|(cell, &value)| filled.give(Cell::new(cell), value));
        if self.board.extra().is_empty() {
            return self.is_solved_by(grid);
        }
        matches!(filled.solve(&Run::single()), Ok(Answer::Unique(_) | Answer::Multiple(..)))
    }

    /// The meaning of the puzzle, for the solver.
    pub(crate) fn model(&self) -> Model {
        let mut model = Model::new(&self.board);
        for (cell, &values) in self.givens.iter().enumerate() {
            model.restrict(Cell::new(cell), values);
        }
        for house in self.board.houses() {
            model.different(&house.cells);
        }
        let setting = self.setting();
        for rule in &self.rules {
            rule.post(&setting, &mut model);
        }
        model
    }
}

/// A variant that was proved to have exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantPuzzle {
    variant: Variant,
    solution: Solution,
}

/// A variant that is not a puzzle, with the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAVariantPuzzle {
    /// There is no solution.
    NoSolution,
    /// There are several; two that differ.
    MultipleSolutions {
        /// One.
        first: Solution,
        /// Another.
        second: Solution,
    },
    /// The search was stopped.
    Stopped(Stopped),
}

impl fmt::Display for NotAVariantPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAVariantPuzzle::NoSolution => f.write_str("no solution"),
            NotAVariantPuzzle::MultipleSolutions { first, second } => {
                write!(f, "several solutions, such as {first} and {second}")
            }
            NotAVariantPuzzle::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl core::error::Error for NotAVariantPuzzle {}

impl VariantPuzzle {
    /// Proves that a variant has exactly one solution.
    ///
    /// # Errors
    /// That there is none, or two solutions, or that the search was stopped.
    pub fn new(variant: Variant, run: &Run<'_>) -> Result<VariantPuzzle, NotAVariantPuzzle> {
        match variant.solve(run).map_err(NotAVariantPuzzle::Stopped)? {
            Answer::Unique(solution) => Ok(VariantPuzzle { variant, solution }),
            Answer::NoSolution => Err(NotAVariantPuzzle::NoSolution),
            Answer::Multiple(first, second) => Err(NotAVariantPuzzle::MultipleSolutions { first, second }),
        }
    }

    /// The puzzle.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Its solution.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }
}
