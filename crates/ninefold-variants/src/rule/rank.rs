//! Full rank: rows and columns, read both ways, ordered as numbers.
//!
//! On a board of n rows, n columns and n values there are 4n readings. Each value is the first of exactly four of them,
//! one on each side of the grid, so that a rank determines the first digit of its line. A clue's rank is one more than the number of
//! readings that are strictly less.

use super::outside::{Clue, Outside, Side};
use super::{Rule, Setting, values_of};
use crate::solve::model::Model;
use crate::{Board, Cell, ValueSet};

/// Which lines may have the same rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ties {
    /// No two lines are equal.
    None,
    /// A line with a clue equals no other.
    #[default]
    OnlyUnclued,
    /// Any lines may be equal.
    Any,
}

/// All readings of the grid.
pub(crate) fn sides(board: &Board) -> Vec<Side> {
    let rows = (0..board.rows()).flat_map(|row| [Side::Left(row), Side::Right(row)]);
    let columns = (0..board.columns()).flat_map(|column| [Side::Top(column), Side::Bottom(column)]);
    rows.chain(columns).collect()
}

fn ties(setting: &Setting<'_>) -> Ties {
    let found = setting.rules.iter().find_map(|rule| match rule {
        Rule::Outside(Outside::Ties(ties)) => Some(*ties),
        _ => None,
    });
    found.unwrap_or_default()
}

pub(super) fn holds(setting: &Setting<'_>, values: &[u8], side: Side, rank: u32) -> bool {
    let read = |side: Side| values_of(&side.cells(setting.board), values);
    let line = read(side);
    let others: Vec<Vec<u8>> = sides(setting.board).into_iter().filter(|&other| other != side).map(read).collect();
    let less = others.iter().filter(|&other| *other < line).count();
    less as u32 + 1 == rank && (ties(setting) == Ties::Any || !others.contains(&line))
}

pub(super) fn ties_hold(setting: &Setting<'_>, values: &[u8]) -> bool {
    if ties(setting) != Ties::None {
        return true;
    }
    let mut lines: Vec<Vec<u8>> =
        sides(setting.board).into_iter().map(|side| values_of(&side.cells(setting.board), values)).collect();
    lines.sort_unstable();
    lines.windows(2).all(|pair| pair[0] != pair[1])
}

/// All rank clues of the puzzle that are not inside another rule.
fn clues(setting: &Setting<'_>) -> Vec<(Side, u32)> {
    let found = setting.rules.iter().filter_map(|rule| match rule {
        Rule::Outside(Outside::Clue { side, clue: Clue::FullRank(rank) }) => Some((*side, *rank)),
        _ => None,
    });
    found.collect()
}

/// The lines of the grid as the solver takes them.
fn lines(board: &Board) -> Vec<Vec<Cell>> {
    sides(board).into_iter().map(|side| side.cells(board)).collect()
}

pub(super) fn post(setting: &Setting<'_>, model: &mut Model, side: Side, rank: u32) {
    let board = setting.board;
    let cells = side.cells(board);
    let first = board.first_value() + ((rank - 1) / 4) as u8;
    model.restrict(cells[0], ValueSet::of(first));
    let all = lines(board);
    let strict = ties(setting) != Ties::Any;
    // Clues with the same first digit are ordered among each other.
    for (other, other_rank) in clues(setting) {
        if other != side && other_rank < rank && (other_rank - 1) / 4 == (rank - 1) / 4 {
            model.ordered_lines(&other.cells(board), &cells);
        }
    }
    let number = all.iter().position(|line| *line == cells).unwrap_or(0);
    model.rank(all, number, ((rank - 1) % 4) as usize, first, strict);
}

pub(super) fn post_ties(setting: &Setting<'_>, model: &mut Model) {
    if ties(setting) == Ties::None {
        model.distinct_lines(lines(setting.board));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_readings_below() {
        let board = Board::square(4).unwrap();
        // 3421 / 1243 / 4132 / 2314: column 1 is 3142.
        let values = [3, 4, 2, 1, 1, 2, 4, 3, 4, 1, 3, 2, 2, 3, 1, 4];
        let any = [Rule::from(Outside::Ties(Ties::Any))];
        let setting = Setting { board: &board, rules: &any };
        assert!(holds(&setting, &values, Side::Top(0), 10));
        assert!(holds(&setting, &values, Side::Top(1), 15));
        assert!(holds(&setting, &values, Side::Left(3), 5));
        assert!(!holds(&setting, &values, Side::Left(3), 6));
        let none = [Rule::from(Outside::Ties(Ties::None))];
        assert!(!ties_hold(&Setting { board: &board, rules: &none }, &values), "2314 is row 4 and column 3 upwards");
        assert!(ties_hold(&setting, &values));
    }
}
