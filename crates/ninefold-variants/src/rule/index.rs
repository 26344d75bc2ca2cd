//! Cells that give the place of a value: indexers of rows, columns and blocks, and value indexing.

use super::{Checker, Family, Kind, RuleError, RuleReason, Setting};
use crate::solve::model::Model;
use crate::{Board, Cell};

/// Cells that give the place of a value. Places count from 1, whatever the smallest value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Index {
    /// A value v in row r of a column: the cell in row v of this column holds r.
    Row(Vec<Cell>),
    /// A value v in column c of a row: the cell in column v of this row holds c.
    Column(Vec<Cell>),
    /// A value v at place p of a block: the cell at place v of this block holds p.
    Block(Vec<Cell>),
    /// The cells are x, n and a line: the n-th cell of the line holds x.
    Value(Vec<Cell>),
}

impl Index {
    fn list(&self) -> &[Cell] {
        match self {
            Index::Row(cells) | Index::Column(cells) | Index::Block(cells) | Index::Value(cells) => cells,
        }
    }

    /// The cells among which a cell gives a place, and the value at that place.
    pub(crate) fn line(&self, board: &Board, cell: Cell) -> Option<(Vec<Cell>, u8)> {
        let (row, column) = board.place(cell)?;
        match self {
            Index::Row(_) => Some((board.column(column), row as u8 + 1)),
            Index::Column(_) => Some((board.row(row), column as u8 + 1)),
            Index::Block(_) => {
                let region = board.regions().into_iter().find(|region| region.contains(&cell))?;
                let place = region.iter().position(|&other| other == cell)?;
                Some((region, place as u8 + 1))
            }
            Index::Value(_) => None,
        }
    }
}

/// The cell at a place that counts from 1.
fn nth(line: &[Cell], place: u8) -> Option<Cell> {
    line.get(usize::from(place).checked_sub(1)?).copied()
}

impl Family for Index {
    fn kind(&self) -> Kind {
        match self {
            Index::Row(_) => Kind::RowIndexer,
            Index::Column(_) => Kind::ColumnIndexer,
            Index::Block(_) => Kind::BlockIndexer,
            Index::Value(_) => Kind::ValueIndexing,
        }
    }

    fn check(&self, board: &Board) -> Result<(), RuleError> {
        let checker = Checker { kind: self.kind(), board };
        match self {
            Index::Value(cells) => checker.at_least(cells, 3, "at least three"),
            _ => {
                checker.at_least(self.list(), 1, "at least one")?;
                match self.list().iter().find(|&&cell| self.line(board, cell).is_none()) {
                    Some(&cell) if board.in_grid(cell) => checker.fail(RuleReason::Board("a region around each cell")),
                    Some(&cell) => checker.fail(RuleReason::OutsideBoard(cell.index())),
                    None => Ok(()),
                }
            }
        }
    }

    fn cells(&self, setting: &Setting<'_>) -> Vec<Cell> {
        match self {
            Index::Value(cells) => cells.clone(),
            _ => {
                let lines = self.list().iter().filter_map(|&cell| self.line(setting.board, cell));
                let mut cells: Vec<Cell> =
                    lines.flat_map(|(line, _)| line).chain(self.list().iter().copied()).collect();
                cells.sort_unstable();
                cells.dedup();
                cells
            }
        }
    }

    fn holds(&self, setting: &Setting<'_>, values: &[u8]) -> bool {
        let value = |cell: Cell| values[cell.index()];
        match self {
            Index::Value(cells) => nth(&cells[2..], value(cells[1])).is_some_and(|cell| value(cell) == value(cells[0])),
            _ => self.list().iter().all(|&cell| {
                self.line(setting.board, cell)
                    .is_some_and(|(line, held)| nth(&line, value(cell)).is_some_and(|cell| value(cell) == held))
            }),
        }
    }

    fn post(&self, setting: &Setting<'_>, model: &mut Model) {
        match self {
            Index::Value(cells) => model.value_element(cells[0], cells[1], &cells[2..]),
            _ => {
                for &cell in self.list() {
                    if let Some((line, held)) = self.line(setting.board, cell) {
                        model.element(cell, &line, held);
                    }
                }
            }
        }
    }
}
