//! Rules for the whole grid: chess moves, neighbours, 2 x 2 squares.

use super::{Checker, Family, Kind, RuleError, RuleReason, Setting, values_of};
use crate::solve::model::Model;
use crate::{Board, Cell, HouseName, ValueSet};

/// A rule for the whole grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Global {
    /// Cells a knight's move apart differ.
    AntiKnight,
    /// Cells a king's move apart differ.
    AntiKing,
    /// Cells that share a side are not consecutive.
    NonConsecutive,
    /// A value x is never at a taxicab distance of exactly x from another x. Values from 1.
    AntiTaxicab,
    /// Each 2 x 2 square holds one of 123, one of 456 and one of 789. Nine values from 1.
    Entropy,
    /// Each 2 x 2 square holds all remainders of division by 3. Nine values.
    Modular,
    /// Each 5 has a 1 directly above it or a 9 directly below it. Nine values from 1.
    DutchFlatmates,
    /// Values 0 to n on n rows: each house has a 0 and misses one of 1 to n, kept in the extra cells `DGR` (columns),
    /// `DGC` (rows) and `DGB` (blocks). No two houses of a kind miss the same value; the houses of a 0 miss three
    /// different values.
    Doppelganger,
}

const KNIGHT: [(isize, isize); 4] = [(1, 2), (2, 1), (1, -2), (2, -1)];
const KING: [(isize, isize); 4] = [(1, 1), (1, -1), (0, 1), (1, 0)];

/// All pairs of grid cells one of these steps apart.
fn pairs(board: &Board, steps: &[(isize, isize)]) -> Vec<(Cell, Cell)> {
    let cells = (0..board.grid_cells()).map(Cell::new);
    cells
        .flat_map(|cell| steps.iter().filter_map(move |&(down, right)| Some((cell, board.step(cell, down, right)?))))
        .collect()
}

/// All 2 x 2 squares.
pub(super) fn squares(board: &Board) -> Vec<Vec<Cell>> {
    let mut squares = Vec::new();
    for row in 1..board.rows() {
        for column in 1..board.columns() {
            let places = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)];
            squares.push(places.into_iter().filter_map(|(row, column)| board.cell(row, column)).collect());
        }
    }
    squares
}

/// The three classes of nine values that each 2 x 2 square needs.
fn classes(rule: Global, board: &Board) -> [ValueSet; 3] {
    let class = |value: u8| match rule {
        Global::Entropy => (value - board.first_value()) / 3,
        _ => value % 3,
    };
    [0, 1, 2].map(|number| board.values().iter().filter(|&value| class(value) == number).collect())
}

/// How far apart two grid cells are when one may only go sideways and up and down.
fn distance(board: &Board, a: Cell, b: Cell) -> Option<usize> {
    let ((row_a, column_a), (row_b, column_b)) = (board.place(a)?, board.place(b)?);
    Some(row_a.abs_diff(row_b) + column_a.abs_diff(column_b))
}

/// For each house its cells and the extra cell with the value it misses, by kind of house: rows, columns, blocks.
fn missing(board: &Board) -> Vec<Vec<(Vec<Cell>, Cell)>> {
    let mut kinds = vec![Vec::new(); 3];
    for house in board.houses() {
        let (kind, prefix, number) = match house.name {
            HouseName::Row(row) => (0, "DGC", row),
            HouseName::Column(column) => (1, "DGR", column),
            HouseName::Block(block) => (2, "DGB", block),
            HouseName::Piece(_) => continue,
        };
        if let Some(start) = board.extra_start(prefix) {
            kinds[kind].push((house.cells, Cell::new(start + number)));
        }
    }
    kinds
}

impl Family for Global {
    fn kind(&self) -> Kind {
        match self {
            Global::AntiKnight => Kind::AntiKnight,
            Global::AntiKing => Kind::AntiKing,
            Global::NonConsecutive => Kind::NonConsecutive,
            Global::AntiTaxicab => Kind::AntiTaxicab,
            Global::Entropy => Kind::GlobalEntropy,
            Global::Modular => Kind::GlobalModular,
            Global::DutchFlatmates => Kind::DutchFlatmates,
            Global::Doppelganger => Kind::Doppelganger,
        }
    }

    fn check(&self, board: &Board) -> Result<(), RuleError> {
        let checker = Checker { kind: self.kind(), board };
        let (first, values) = (board.first_value(), board.value_count());
        match self {
            Global::AntiTaxicab if first != 1 => checker.fail(RuleReason::Board("values from 1")),
            Global::Entropy | Global::DutchFlatmates if (first, values) != (1, 9) => {
                checker.fail(RuleReason::Board("the values 1 to 9"))
            }
            Global::Modular if values != 9 => checker.fail(RuleReason::Board("nine values")),
            Global::Doppelganger => {
                let fits = board.is_square() && first == 0 && values == board.rows() + 1 && board.has_lines();
                let extra = |prefix| board.extra().iter().find(|group| group.prefix == prefix).map(|group| group.count);
                let sides = [extra("DGR"), extra("DGC")] == [Some(board.columns()), Some(board.rows())];
                let blocks = board.blocks().is_none() || extra("DGB") == Some(board.block_regions().len());
                if fits && sides && blocks {
                    return Ok(());
                }
                checker.fail(RuleReason::Board("a square board with values from 0 to its side"))
            }
            _ => Ok(()),
        }
    }

    fn cells(&self, setting: &Setting<'_>) -> Vec<Cell> {
        match self {
            Global::Doppelganger => setting.board.cells().collect(),
            _ => (0..setting.board.grid_cells()).map(Cell::new).collect(),
        }
    }

    fn holds(&self, setting: &Setting<'_>, values: &[u8]) -> bool {
        let board = setting.board;
        let value = |cell: Cell| values[cell.index()];
        match self {
            Global::AntiKnight => pairs(board, &KNIGHT).iter().all(|&(a, b)| value(a) != value(b)),
            Global::AntiKing => pairs(board, &KING).iter().all(|&(a, b)| value(a) != value(b)),
            Global::NonConsecutive => board.neighbour_pairs().iter().all(|&(a, b)| value(a).abs_diff(value(b)) != 1),
            Global::AntiTaxicab => {
                let cells: Vec<Cell> = self.cells(setting);
                cells.iter().all(|&a| {
                    cells.iter().all(|&b| {
                        a == b || value(a) != value(b) || distance(board, a, b) != Some(usize::from(value(a)))
                    })
                })
            }
            Global::Entropy | Global::Modular => {
                let classes = classes(*self, board);
                squares(board).iter().all(|square| {
                    let held: ValueSet = values_of(square, values).into_iter().collect();
                    classes.iter().all(|&class| !(held & class).is_empty())
                })
            }
            Global::DutchFlatmates => self.cells(setting).into_iter().all(|cell| {
                let at = |down, expected| board.step(cell, down, 0).is_some_and(|near| value(near) == expected);
                value(cell) != 5 || at(-1, 1) || at(1, 9)
            }),
            Global::Doppelganger => {
                let kinds = missing(board);
                let misses = kinds.iter().flatten().all(|(cells, extra)| {
                    let held: ValueSet = values_of(cells, values).into_iter().collect();
                    held.contains(0)
                        && held.len() == cells.len()
                        && board.values() - held == ValueSet::of(value(*extra))
                });
                let differ = kinds.iter().all(|kind| {
                    let missed: ValueSet = kind.iter().map(|(_, extra)| value(*extra)).collect();
                    missed.len() == kind.len()
                });
                let zeros = self.cells(setting).into_iter().filter(|&cell| board.in_grid(cell) && value(cell) == 0);
                let mut three = zeros.map(|zero| {
                    let houses = kinds.iter().flatten().filter(|(cells, _)| cells.contains(&zero));
                    houses.map(|(_, extra)| value(*extra)).collect::<Vec<_>>()
                });
                misses
                    && differ
                    && three
                        .all(|missed| missed.iter().collect::<std::collections::BTreeSet<_>>().len() == missed.len())
            }
        }
    }

    fn post(&self, setting: &Setting<'_>, model: &mut Model) {
        let board = setting.board;
        match self {
            Global::AntiKnight => pairs(board, &KNIGHT).iter().for_each(|&(a, b)| model.different(&[a, b])),
            Global::AntiKing => pairs(board, &KING).iter().for_each(|&(a, b)| model.different(&[a, b])),
            Global::NonConsecutive => {
                for (a, b) in board.neighbour_pairs() {
                    model.pair(a, b, |x, y| x.abs_diff(y) != 1);
                }
            }
            Global::AntiTaxicab => {
                let cells = self.cells(setting);
                for (place, &a) in cells.iter().enumerate() {
                    for &b in &cells[..place] {
                        let apart = distance(board, a, b).unwrap_or(0);
                        if let Some(value) = board.values().iter().find(|&value| usize::from(value) == apart) {
                            model.not_both(a, b, value);
                        }
                    }
                }
            }
            Global::Entropy | Global::Modular => {
                for square in squares(board) {
                    if let Ok(cells) = <[Cell; 4]>::try_from(square) {
                        model.classes(cells, classes(*self, board));
                    }
                }
            }
            Global::DutchFlatmates => {
                for cell in self.cells(setting) {
                    let mut clause = vec![(cell, board.values() - ValueSet::of(5))];
                    clause.extend(board.step(cell, -1, 0).map(|above| (above, ValueSet::of(1))));
                    clause.extend(board.step(cell, 1, 0).map(|below| (below, ValueSet::of(9))));
                    model.clause(clause);
                }
            }
            Global::Doppelganger => {
                let kinds = missing(board);
                for kind in &kinds {
                    for (cells, extra) in kind {
                        model.restrict(*extra, board.values() - ValueSet::of(0));
                        let mut all = cells.clone();
                        all.push(*extra);
                        model.different(&all);
                    }
                    model.different(&kind.iter().map(|&(_, extra)| extra).collect::<Vec<_>>());
                }
                for cell in (0..board.grid_cells()).map(Cell::new) {
                    let houses = kinds.iter().flatten().filter(|(cells, _)| cells.contains(&cell));
                    let extras: Vec<Cell> = houses.map(|&(_, extra)| extra).collect();
                    model.differ_if(cell, 0, &extras);
                }
            }
        }
    }
}
