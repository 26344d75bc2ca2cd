//! Marks on one cell: odd, even, minimum, maximum, a list of candidates.

use super::{Checker, Family, Kind, Rule, RuleError, RuleReason, Setting};
use crate::solve::model::Model;
use crate::{Board, Cell, ValueSet};

/// A mark on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mark {
    /// The cell is odd.
    Odd(Cell),
    /// The cell is even.
    Even(Cell),
    /// The cell is less than its neighbours that are not minimum cells themselves.
    Minimum(Cell),
    /// The cell is greater than its neighbours that are not maximum cells themselves.
    Maximum(Cell),
    /// The cell holds one of these values. Outside a compound rule the givens of the puzzle say the same.
    Candidates(Cell, ValueSet),
}

impl Mark {
    /// The marked cell.
    pub fn cell(&self) -> Cell {
        match *self {
            Mark::Odd(cell)
            | Mark::Even(cell)
            | Mark::Minimum(cell)
            | Mark::Maximum(cell)
            | Mark::Candidates(cell, _) => cell,
        }
    }

    /// The values the mark allows by itself.
    pub fn allowed(&self, board: &Board) -> ValueSet {
        match *self {
            Mark::Odd(_) => board.values().iter().filter(|value| value % 2 == 1).collect(),
            Mark::Even(_) => board.values().iter().filter(|value| value % 2 == 0).collect(),
            Mark::Candidates(_, values) => values & board.values(),
            Mark::Minimum(_) | Mark::Maximum(_) => board.values(),
        }
    }

    /// The neighbours a minimum or maximum cell is compared with: those without the same mark.
    fn compared(&self, setting: &Setting<'_>) -> Vec<Cell> {
        let same = |near: Cell| {
            setting.rules.iter().any(|rule| match (self, rule) {
                (Mark::Minimum(_), Rule::Mark(Mark::Minimum(cell))) => *cell == near,
                (Mark::Maximum(_), Rule::Mark(Mark::Maximum(cell))) => *cell == near,
                _ => false,
            })
        };
        setting.board.neighbours(self.cell()).into_iter().filter(|&near| !same(near)).collect()
    }
}

impl Family for Mark {
    fn kind(&self) -> Kind {
        match self {
            Mark::Odd(_) => Kind::Odd,
            Mark::Even(_) => Kind::Even,
            Mark::Minimum(_) => Kind::Minimum,
            Mark::Maximum(_) => Kind::Maximum,
            Mark::Candidates(..) => Kind::Candidates,
        }
    }

    fn check(&self, board: &Board) -> Result<(), RuleError> {
        let checker = Checker { kind: self.kind(), board };
        checker.on_board(&[self.cell()])?;
        if let Mark::Candidates(_, values) = self
            && let Some(value) = (*values - board.values()).min()
        {
            return checker.fail(RuleReason::Value(value.into()));
        }
        Ok(())
    }

    fn cells(&self, setting: &Setting<'_>) -> Vec<Cell> {
        let mut cells = vec![self.cell()];
        if matches!(self, Mark::Minimum(_) | Mark::Maximum(_)) {
            cells.extend(self.compared(setting));
        }
        cells
    }

    fn holds(&self, setting: &Setting<'_>, values: &[u8]) -> bool {
        let value = values[self.cell().index()];
        match self {
            Mark::Odd(_) | Mark::Even(_) | Mark::Candidates(..) => self.allowed(setting.board).contains(value),
            Mark::Minimum(_) => self.compared(setting).iter().all(|near| value < values[near.index()]),
            Mark::Maximum(_) => self.compared(setting).iter().all(|near| value > values[near.index()]),
        }
    }

    fn post(&self, setting: &Setting<'_>, model: &mut Model) {
        model.restrict(self.cell(), self.allowed(setting.board));
        match self {
            Mark::Minimum(cell) => {
                self.compared(setting).into_iter().for_each(|near| model.rising(&[*cell, near], true));
            }
            Mark::Maximum(cell) => {
                self.compared(setting).into_iter().for_each(|near| model.rising(&[near, *cell], true));
            }
            Mark::Odd(_) | Mark::Even(_) | Mark::Candidates(..) => {}
        }
    }
}
