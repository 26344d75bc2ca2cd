//! Rules: what a setter writes, each with the one predicate that defines it.
//!
//! A rule belongs to a family, and each family is a file:
//!
//! ```text
//!   region.rs     diagonals, windoku, disjoint groups, extra regions
//!   global.rs     anti-knight, anti-king, non-consecutive and other rules of the whole grid
//!   mark.rs       odd, even, minimum, maximum
//!   pair.rs       dots, XV, greater than, their negative rules, tables of pairs
//!   cage.rs       killer, rellik and equality cages, lunchboxes
//!   sum.rs        sums, arrows, little killers, zippers, region sums
//!   line.rs       thermometers, whispers, renbans, palindromes and other lines
//!   count.rs      quadruples, contained and counted values, clones
//!   outside.rs    sandwiches, X-sums, skyscrapers, numbered rooms
//!   rank.rs       full rank
//!   index.rs      indexers
//!   automaton.rs  regular expressions and automata (nfa.rs, regex.rs)
//!   compound.rs   any of, all of
//! ```
//!
//! [`Rule::holds`] is the meaning of a rule. The naive solver asks nothing else, the propagators are tested against it,
//! and explanations are proved with it.

mod automaton;
mod cage;
mod compound;
mod count;
mod global;
mod index;
mod kind;
mod line;
mod mark;
pub(crate) mod nfa;
mod outside;
mod pair;
mod rank;
pub(crate) mod regex;
mod region;
#[cfg(test)]
pub(crate) mod samples;
mod sum;

use core::fmt;

pub use automaton::Automaton;
pub use cage::Cage;
pub use compound::Compound;
pub use count::Count;
pub use global::Global;
pub use index::Index;
pub use kind::{Group, Kind};
pub use line::{Line, LineRule};
pub use mark::Mark;
pub use nfa::{Nfa, NfaError};
pub use outside::{Clue, Outside, Side};
pub use pair::{Negative, Pair, PairTable};
pub use rank::Ties;
pub use regex::{Regex, RegexError};
pub use region::{Diagonal, Region};
pub use sum::Sum;

use crate::solve::model::Model;
use crate::{Board, Cell};

/// The most rules a puzzle can have.
pub const MAX_RULES: usize = 20_000;

/// The most cells that the rules of a puzzle can name, all together.
pub const MAX_RULE_CELLS: usize = 500_000;

/// A rule of a puzzle besides the houses of its board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Cells in which no value repeats.
    Region(Region),
    /// A rule for the whole grid.
    Global(Global),
    /// A mark on one cell.
    Mark(Mark),
    /// A relation of two cells.
    Pair(Pair),
    /// A cage.
    Cage(Cage),
    /// A sum.
    Sum(Sum),
    /// A line.
    Line(LineRule),
    /// Values that must occur, and how often.
    Count(Count),
    /// A clue outside the grid.
    Outside(Outside),
    /// Cells that give the place of a value.
    Index(Index),
    /// A regular expression or an automaton.
    Automaton(Automaton),
    /// A rule made of rules.
    Compound(Compound),
}

/// What a rule can refer to besides its own cells: the board, and the other rules of the puzzle.
///
/// A negative rule exempts the cells that other rules mark, and a region sum line is cut where the board's regions meet.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The board.
    pub board: &'a Board,
    /// All rules of the puzzle.
    pub rules: &'a [Rule],
}

/// What each family defines for its rules.
pub(crate) trait Family {
    /// Which line of the table.
    fn kind(&self) -> Kind;

    /// Whether the rule makes sense on this board.
    fn check(&self, board: &Board) -> Result<(), RuleError>;

    /// The cells the rule speaks of.
    fn cells(&self, setting: &Setting<'_>) -> Vec<Cell>;

    /// The meaning. `values` has a value for each cell of the board; only those of the rule's cells matter.
    fn holds(&self, setting: &Setting<'_>, values: &[u8]) -> bool;

    /// What the solver makes of it.
    fn post(&self, setting: &Setting<'_>, model: &mut Model);
}

impl Rule {
    fn family(&self) -> &dyn Family {
        match self {
            Rule::Region(rule) => rule,
            Rule::Global(rule) => rule,
            Rule::Mark(rule) => rule,
            Rule::Pair(rule) => rule,
            Rule::Cage(rule) => rule,
            Rule::Sum(rule) => rule,
            Rule::Line(rule) => rule,
            Rule::Count(rule) => rule,
            Rule::Outside(rule) => rule,
            Rule::Index(rule) => rule,
            Rule::Automaton(rule) => rule,
            Rule::Compound(rule) => rule,
        }
    }

    /// What the rule is, without its cells and numbers.
    pub fn kind(&self) -> Kind {
        self.family().kind()
    }

    /// Whether the rule makes sense on this board: its cells are there, its numbers in range.
    ///
    /// # Errors
    /// The rule and what is wrong with it.
    pub fn check(&self, board: &Board) -> Result<(), RuleError> {
        self.family().check(board)
    }

    /// The cells the rule speaks of, each at least once.
    pub fn cells(&self, setting: &Setting<'_>) -> Vec<Cell> {
        self.family().cells(setting)
    }

    /// Whether the rule holds for these values, one for each cell of the board.
    ///
    /// ```
    /// use ninefold_variants::rule::{Cage, Rule, Setting};
    /// use ninefold_variants::{Board, Cell};
    ///
    /// let board = Board::square(4)?;
    /// let cage = Rule::from(Cage::Killer { sum: Some(6), cells: vec![Cell::new(0), Cell::new(1), Cell::new(4)] });
    /// let setting = Setting { board: &board, rules: &[] };
    /// let mut values = vec![1; 16];
    /// values[1] = 2;
    /// values[4] = 3;
    /// assert!(cage.holds(&setting, &values));
    /// values[4] = 2;
    /// assert!(!cage.holds(&setting, &values));
    /// # Ok::<(), ninefold_variants::BoardError>(())
    /// ```
    pub fn holds(&self, setting: &Setting<'_>, values: &[u8]) -> bool {
        self.family().holds(setting, values)
    }

    pub(crate) fn post(&self, setting: &Setting<'_>, model: &mut Model) {
        self.family().post(setting, model);
        if model.was_too_large() {
            model.test(self, setting.board, &self.cells(setting));
        }
    }

    /// Whether the rule never holds when these two cells are equal, seen from its definition: its regions, cages and lines of
    /// different cells, and marks whose relation no two equal values satisfy.
    pub(crate) fn separates(&self, setting: &Setting<'_>, a: Cell, b: Cell) -> bool {
        let cells = self.cells(setting);
        if !cells.contains(&a) || !cells.contains(&b) {
            return false;
        }
        let both = |list: &[Cell]| list.contains(&a) && list.contains(&b);
        match self {
            Rule::Region(region) => region.sets(setting.board).iter().any(|set| both(set)),
            Rule::Cage(cage) => both(cage.list()),
            Rule::Line(LineRule { line: Line::Thermo | Line::Renban | Line::Nabner, cells }) => both(cells),
            _ => {
                // Two cells: all values are tried. Other rules ask for their own two cells in the same way where they are few.
                let mut once = once(cells);
                once.retain(|&cell| cell != a && cell != b);
                let mut values = vec![setting.board.first_value(); setting.board.cell_count()];
                if once.is_empty() {
                    return setting.board.values().iter().all(|value| {
                        (values[a.index()], values[b.index()]) = (value, value);
                        !self.holds(setting, &values)
                    });
                }
                self.separates_by_definition(setting, a, b)
            }
        }
    }

    /// The same for rules of many cells whose definition says that two of them differ.
    fn separates_by_definition(&self, setting: &Setting<'_>, a: Cell, b: Cell) -> bool {
        let places = setting.board.place(a).zip(setting.board.place(b));
        let apart = places.map(|((ar, ac), (br, bc))| (ar.abs_diff(br), ac.abs_diff(bc)));
        let at = |list: &[Cell], cell: Cell| list.iter().position(|&other| other == cell);
        match self {
            Rule::Global(Global::AntiKnight) => matches!(apart, Some((1, 2) | (2, 1))),
            Rule::Global(Global::AntiKing) => apart == Some((1, 1)),
            Rule::Global(_) | Rule::Pair(_) => false,
            Rule::Line(LineRule { line: Line::Whisper(by), cells }) => {
                *by > 0 && cells.windows(2).any(|pair| pair.contains(&a) && pair.contains(&b))
            }
            Rule::Line(LineRule { line: Line::Between | Line::Lockout(_), cells }) => {
                // An end differs from every inner cell, and the ends of a between line with inner cells differ.
                let ends = [0, cells.len() - 1];
                match (at(cells, a), at(cells, b)) {
                    (Some(a), Some(b)) => ends.contains(&a) != ends.contains(&b),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// How many cells and rules the rule names, the rules inside it included: what it costs to keep.
    pub(crate) fn size(&self, board: &Board) -> usize {
        match self {
            Rule::Compound(Compound::AnyOf(rules) | Compound::AllOf(rules)) => {
                rules.iter().map(|rule| rule.size(board)).sum::<usize>() + 1
            }
            Rule::Global(_) | Rule::Outside(_) | Rule::Region(Region::Windoku | Region::DisjointGroups) => 1,
            Rule::Pair(Pair::Negative(_)) => 1,
            _ => self.cells(&Setting { board, rules: &[] }).len() + 1,
        }
    }
}

macro_rules! into_rule {
    ($($family:ident $variant:ident),*) => {
        $(impl From<$family> for Rule {
            fn from(rule: $family) -> Rule {
                Rule::$variant(rule)
            }
        })*
    };
}
into_rule!(
    Region Region, Global Global, Mark Mark, Pair Pair, Cage Cage, Sum Sum, LineRule Line, Count Count,
    Outside Outside, Index Index, Automaton Automaton, Compound Compound
);

/// A rule that cannot be on its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// Which rule.
    pub kind: Kind,
    /// What is wrong with it.
    pub reason: RuleReason,
}

/// What is wrong with a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleReason {
    /// The board has no cell of this index.
    OutsideBoard(usize),
    /// A number of cells the rule cannot have.
    CellCount {
        /// How many it has.
        found: usize,
        /// What it needs.
        expected: &'static str,
    },
    /// The same cell twice.
    CellTwice(String),
    /// Two cells that should share a side and do not.
    NotAdjacent(String, String),
    /// A number out of range.
    Number {
        /// The number.
        found: i64,
        /// What it should be.
        expected: &'static str,
    },
    /// A value that the board does not have.
    Value(u64),
    /// The board has not the form the rule needs.
    Board(&'static str),
    /// A rule that may not be inside another.
    Nested(Kind),
    /// An automaton for other values than the board's.
    Symbols {
        /// How many symbols the automaton has.
        found: usize,
        /// How many values the board has.
        values: usize,
    },
    /// A regular expression that is none.
    Regex(RegexError),
}

impl fmt::Display for RuleReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleReason::OutsideBoard(cell) => write!(f, "cell {cell} is not on the board"),
            RuleReason::CellCount { found, expected } => write!(f, "found {found} cells, expected {expected}"),
            RuleReason::CellTwice(cell) => write!(f, "{cell} occurs twice"),
            RuleReason::NotAdjacent(a, b) => write!(f, "{a} and {b} do not share a side"),
            RuleReason::Number { found, expected } => write!(f, "found {found}, expected {expected}"),
            RuleReason::Value(value) => write!(f, "the board has no value {value}"),
            RuleReason::Board(expected) => write!(f, "the rule needs {expected}"),
            RuleReason::Nested(kind) => write!(f, "the rule {kind:?} cannot be inside another"),
            RuleReason::Symbols { found, values } => {
                write!(f, "an automaton of {found} symbols on a board of {values} values")
            }
            RuleReason::Regex(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.english(), self.reason)
    }
}

impl core::error::Error for RuleError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.reason {
            RuleReason::Regex(error) => Some(error),
            _ => None,
        }
    }
}

/// The checks that families share.
pub(crate) struct Checker<'a> {
    pub kind: Kind,
    pub board: &'a Board,
}

impl Checker<'_> {
    pub(crate) fn fail(&self, reason: RuleReason) -> Result<(), RuleError> {
        Err(RuleError { kind: self.kind, reason })
    }

    /// All cells are on the board.
    pub(crate) fn on_board(&self, cells: &[Cell]) -> Result<(), RuleError> {
        match cells.iter().find(|&&cell| !self.board.has(cell)) {
            Some(cell) => self.fail(RuleReason::OutsideBoard(cell.index())),
            None => Ok(()),
        }
    }

    /// On the board, at least `least` of them.
    pub(crate) fn at_least(&self, cells: &[Cell], least: usize, expected: &'static str) -> Result<(), RuleError> {
        if cells.len() < least {
            return self.fail(RuleReason::CellCount { found: cells.len(), expected });
        }
        self.on_board(cells)
    }

    /// On the board, at least one, none twice.
    pub(crate) fn set(&self, cells: &[Cell]) -> Result<(), RuleError> {
        self.at_least(cells, 1, "at least one")?;
        self.no_repeats(cells)
    }

    pub(crate) fn no_repeats(&self, cells: &[Cell]) -> Result<(), RuleError> {
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => self.fail(RuleReason::CellTwice(self.board.name(pair[0]))),
            None => Ok(()),
        }
    }

    /// Two cells that share a side.
    pub(crate) fn adjacent(&self, cells: [Cell; 2]) -> Result<(), RuleError> {
        self.set(&cells)?;
        if self.board.neighbours(cells[0]).contains(&cells[1]) {
            return Ok(());
        }
        self.fail(RuleReason::NotAdjacent(self.board.name(cells[0]), self.board.name(cells[1])))
    }

    /// A sum that is not absurd.
    pub(crate) fn sum(&self, sum: i64) -> Result<(), RuleError> {
        if sum.abs() <= 1_000_000 {
            return Ok(());
        }
        self.fail(RuleReason::Number { found: sum, expected: "a sum of at most 1000000" })
    }

    pub(crate) fn value(&self, value: u8) -> Result<(), RuleError> {
        if self.board.values().contains(value) {
            return Ok(());
        }
        self.fail(RuleReason::Value(value.into()))
    }
}

/// The values of some cells, in their order.
pub(crate) fn values_of(cells: &[Cell], values: &[u8]) -> Vec<u8> {
    cells.iter().map(|cell| values[cell.index()]).collect()
}

/// The sum of the values of some cells.
pub(crate) fn sum_of(cells: &[Cell], values: &[u8]) -> i64 {
    cells.iter().map(|cell| i64::from(values[cell.index()])).sum()
}

/// Whether no value repeats in some cells.
pub(crate) fn different(cells: &[Cell], values: &[u8]) -> bool {
    let mut seen = crate::ValueSet::EMPTY;
    cells.iter().all(|cell| {
        let value = values[cell.index()];
        let new = !seen.contains(value);
        seen.insert(value);
        new
    })
}

/// The cells of a list, each once, in order.
pub(crate) fn once(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable();
    cells.dedup();
    cells
}
