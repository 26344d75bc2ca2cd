//! Regular expressions and automata that read the values along a line.

use super::{Checker, Family, Kind, Nfa, Regex, RegexError, RuleError, RuleReason, Setting, values_of};
use crate::solve::model::Model;
use crate::{Board, Cell};

/// A regular expression or an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Automaton {
    /// The values along the line match the expression.
    Regex {
        /// The expression.
        regex: Regex,
        /// The line.
        cells: Vec<Cell>,
    },
    /// The automaton accepts the values along the segments, with the symbol after the last value between them.
    Nfa {
        /// The automaton.
        nfa: Nfa,
        /// A name for people.
        name: String,
        /// The line, in one or more segments.
        segments: Vec<Vec<Cell>>,
    },
}

/// One thing an automaton reads: a cell, or the border of two segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    Cell(Cell),
    Break,
}

impl Automaton {
    fn list(&self) -> Vec<Cell> {
        match self {
            Automaton::Regex { cells, .. } => cells.clone(),
            Automaton::Nfa { segments, .. } => segments.concat(),
        }
    }

    fn reads(&self) -> Vec<Read> {
        match self {
            Automaton::Regex { cells, .. } => cells.iter().copied().map(Read::Cell).collect(),
            Automaton::Nfa { segments, .. } => {
                let segments: Vec<Vec<Read>> =
                    segments.iter().map(|segment| segment.iter().copied().map(Read::Cell).collect()).collect();
                segments.join(&Read::Break)
            }
        }
    }
}

impl Family for Automaton {
    fn kind(&self) -> Kind {
        match self {
            Automaton::Regex { .. } => Kind::Regex,
            Automaton::Nfa { .. } => Kind::Nfa,
        }
    }

    fn check(&self, board: &Board) -> Result<(), RuleError> {
        let checker = Checker { kind: self.kind(), board };
        checker.at_least(&self.list(), 1, "at least one")?;
        match self {
            Automaton::Regex { regex, .. } => {
                if let Some(value) = (regex.named() - board.values()).min() {
                    return checker.fail(RuleReason::Value(value.into()));
                }
                if regex.automaton(board).is_none() {
                    let expected = "an expression that unfolds to fewer states";
                    return checker.fail(RuleReason::Regex(RegexError { place: 1, expected }));
                }
                Ok(())
            }
            Automaton::Nfa { nfa, segments, .. } => {
                let most = board.value_count() + usize::from(segments.len() > 1);
                if nfa.symbols() > most {
                    return checker.fail(RuleReason::Symbols { found: nfa.symbols(), values: board.value_count() });
                }
                Ok(())
            }
        }
    }

    fn cells(&self, _: &Setting<'_>) -> Vec<Cell> {
        self.list()
    }

    fn holds(&self, setting: &Setting<'_>, values: &[u8]) -> bool {
        match self {
            Automaton::Regex { regex, cells } => regex.matches(&values_of(cells, values)),
            Automaton::Nfa { nfa, .. } => nfa.accepts(self.reads().into_iter().map(|read| match read {
                Read::Cell(cell) => values[cell.index()] - setting.board.first_value(),
                Read::Break => setting.board.value_count() as u8,
            })),
        }
    }

    fn post(&self, setting: &Setting<'_>, model: &mut Model) {
        let board = setting.board;
        let expression = match self {
            Automaton::Regex { regex, .. } => regex.automaton(board),
            Automaton::Nfa { .. } => None,
        };
        let nfa = match self {
            Automaton::Nfa { nfa, .. } => Some(nfa),
            Automaton::Regex { .. } => expression.as_ref(),
        };
        let Some(nfa) = nfa else { return model.never() };
        // Which places of the line have a border before them.
        let mut borders = Vec::new();
        for read in self.reads() {
            match read {
                Read::Cell(_) => borders.push(0u8),
                Read::Break => {
                    if let Some(last) = borders.last_mut() {
                        *last += 1;
                    }
                }
            }
        }
        let border = board.value_count() as u8;
        let first = board.first_value();
        model.automaton_from(
            &self.list(),
            nfa.start(),
            |place, &state, value, next| {
                let mut states = nfa.step(&[state], value - first);
                for _ in 0..borders[place] {
                    states = nfa.step(&states, border);
                }
                next.extend(states);
            },
            |&state| nfa.accepts_in(&[state]),
        );
    }
}
