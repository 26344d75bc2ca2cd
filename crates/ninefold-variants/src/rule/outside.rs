//! Clues outside the grid: sandwiches, X-sums, skyscrapers, numbered rooms, ranks.

use super::cage::filling;
use super::rank::{self, Ties};
use super::{Checker, Family, Kind, RuleError, RuleReason, Setting, different, values_of};
use crate::solve::model::Model;
use crate::{Board, Cell};

/// The place of a clue, which determines the line it looks along: rows and columns counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Left of a row.
    Left(usize),
    /// Right of a row.
    Right(usize),
    /// Above a column.
    Top(usize),
    /// Below a column.
    Bottom(usize),
}

impl Side {
    /// The cells of the line, from the clue on; none when the board has no such line.
    pub fn cells(self, board: &Board) -> Vec<Cell> {
        let mut cells = match self {
            Side::Left(row) | Side::Right(row) => board.row(row),
            Side::Top(column) | Side::Bottom(column) => board.column(column),
        };
        if matches!(self, Side::Right(_) | Side::Bottom(_)) {
            cells.reverse();
        }
        cells
    }
}

/// What a clue says of the line it looks along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Clue {
    /// The cells strictly between the smallest and the largest value of the line have this sum. No value repeats.
    Sandwich(u32),
    /// The first x cells have this sum, where x is the first of them.
    XSum(u32),
    /// So many cells are greater than all before them. Zeros do not count.
    Skyscraper(u32),
    /// The first cell that is not greater than all before it has this value.
    HiddenSkyscraper(u8),
    /// The n-th cell has this value, where n is the first cell.
    NumberedRoom(u8),
    /// The line, read as a number, has this rank among all lines read in both directions; the smallest has rank 1.
    FullRank(u32),
}

/// A clue outside the grid, or how such clues count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outside {
    /// A clue.
    Clue {
        /// Its place.
        side: Side,
        /// What it says.
        clue: Clue,
    },
    /// Which ranks may tie. Without this rule, lines with a clue tie with no other.
    Ties(Ties),
}

/// The part of a line that an X-sum adds up.
fn first_cells(line: &[u8]) -> Option<&[u8]> {
    let count = usize::from(*line.first()?);
    if count == 0 { None } else { line.get(..count) }
}

/// How many values are greater than all before them and than 0.
fn visible(line: &[u8]) -> u32 {
    let mut highest = 0;
    let mut count = 0;
    for &value in line {
        if value > highest {
            highest = value;
            count += 1;
        }
    }
    count
}

/// The first value that is not greater than all before it.
fn first_hidden(line: &[u8]) -> Option<u8> {
    (1..line.len()).find(|&place| line[..place].iter().any(|&before| before >= line[place])).map(|place| line[place])
}

impl Family for Outside {
    fn kind(&self) -> Kind {
        match self {
            Outside::Clue { clue, .. } => match clue {
                Clue::Sandwich(_) => Kind::Sandwich,
                Clue::XSum(_) => Kind::XSum,
                Clue::Skyscraper(_) => Kind::Skyscraper,
                Clue::HiddenSkyscraper(_) => Kind::HiddenSkyscraper,
                Clue::NumberedRoom(_) => Kind::NumberedRoom,
                Clue::FullRank(_) => Kind::FullRank,
            },
            Outside::Ties(_) => Kind::FullRankTies,
        }
    }

    fn check(&self, board: &Board) -> Result<(), RuleError> {
        let checker = Checker { kind: self.kind(), board };
        let ranked = |checker: &Checker<'_>| {
            if board.is_square() && board.has_lines() && board.value_count() == board.rows() {
                return Ok(());
            }
            checker.fail(RuleReason::Board("a square board with as many values as rows"))
        };
        match self {
            Outside::Ties(Ties::None) => ranked(&checker),
            Outside::Ties(_) => Ok(()),
            Outside::Clue { side, clue } => {
                if side.cells(board).is_empty() {
                    return checker.fail(RuleReason::Board("a line of the grid beside the clue"));
                }
                match clue {
                    Clue::Sandwich(sum) | Clue::XSum(sum) => checker.sum((*sum).into()),
                    Clue::FullRank(rank) => {
                        ranked(&checker)?;
                        if (1..=4 * board.rows() as u32).contains(rank) {
                            return Ok(());
                        }
                        let found = (*rank).into();
                        checker.fail(RuleReason::Number { found, expected: "a rank from 1 to four times the side" })
                    }
                    Clue::Skyscraper(_) => Ok(()),
                    Clue::HiddenSkyscraper(value) | Clue::NumberedRoom(value) => checker.value(*value),
                }
            }
        }
    }

    fn cells(&self, setting: &Setting<'_>) -> Vec<Cell> {
        match self {
            Outside::Clue { clue: Clue::FullRank(_), .. } => (0..setting.board.grid_cells()).map(Cell::new).collect(),
            Outside::Clue { side, .. } => side.cells(setting.board),
            Outside::Ties(Ties::None) => (0..setting.board.grid_cells()).map(Cell::new).collect(),
            Outside::Ties(_) => Vec::new(),
        }
    }

    fn holds(&self, setting: &Setting<'_>, values: &[u8]) -> bool {
        let Outside::Clue { side, clue } = self else { return rank::ties_hold(setting, values) };
        let cells = side.cells(setting.board);
        let line = values_of(&cells, values);
        match *clue {
            Clue::Sandwich(sum) => different(&cells, values) && filling(&line) == sum,
            Clue::XSum(sum) => {
                first_cells(&line).is_some_and(|first| first.iter().copied().map(u32::from).sum::<u32>() == sum)
            }
            Clue::Skyscraper(count) => visible(&line) == count,
            Clue::HiddenSkyscraper(value) => first_hidden(&line) == Some(value),
            Clue::NumberedRoom(value) => {
                let place = usize::from(line[0]).checked_sub(1);
                place.and_then(|place| line.get(place)) == Some(&value)
            }
            Clue::FullRank(rank) => rank::holds(setting, values, *side, rank),
        }
    }

    fn post(&self, setting: &Setting<'_>, model: &mut Model) {
        let Outside::Clue { side, clue } = self else { return rank::post_ties(setting, model) };
        let cells = side.cells(setting.board);
        match *clue {
            Clue::Sandwich(sum) => {
                model.different(&cells);
                model.lunchbox(&cells, sum);
            }
            Clue::XSum(sum) => model.x_sum(&cells, sum),
            Clue::Skyscraper(count) => model.skyscraper(&cells, count),
            Clue::HiddenSkyscraper(hidden) => model.automaton(
                &cells,
                // The highest value so far, or that the hidden one was met.
                Some(None::<u8>),
                |state, value| match state {
                    None => Some(None),
                    Some(None) => Some(Some(Some(value))),
                    Some(Some(highest)) if value > *highest => Some(Some(Some(value))),
                    Some(Some(_)) => (value == hidden).then_some(None),
                },
                Option::is_none,
            ),
            Clue::NumberedRoom(value) => model.element(cells[0], &cells, value),
            Clue::FullRank(rank) => rank::post(setting, model, *side, rank),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clues_hold_as_their_rules_say() {
        let board = Board::square(9).unwrap();
        let setting = Setting { board: &board, rules: &[] };
        let mut values = vec![0; 81];
        values[..9].copy_from_slice(&[3, 1, 5, 2, 9, 4, 8, 6, 7]);
        let holds = |side, clue| Outside::Clue { side, clue }.holds(&setting, &values);
        assert!(holds(Side::Left(0), Clue::Sandwich(7)) && holds(Side::Right(0), Clue::Sandwich(7)));
        assert!(holds(Side::Left(0), Clue::XSum(9)) && holds(Side::Right(0), Clue::XSum(41)));
        assert!(holds(Side::Left(0), Clue::Skyscraper(3)) && holds(Side::Right(0), Clue::Skyscraper(3)));
        assert!(holds(Side::Left(0), Clue::HiddenSkyscraper(1)) && holds(Side::Right(0), Clue::HiddenSkyscraper(6)));
        assert!(holds(Side::Left(0), Clue::NumberedRoom(5)) && holds(Side::Right(0), Clue::NumberedRoom(5)));
        assert!(!holds(Side::Left(0), Clue::NumberedRoom(6)));
        // A zero counts as no building and as no place.
        assert_eq!(visible(&[0, 2, 1, 3]), 2);
        assert_eq!(first_cells(&[0, 1]), None);
        assert_eq!(first_hidden(&[1, 2, 3]), None);
    }

    #[test]
    fn a_clue_looks_along_its_line_from_its_side() {
        let board = Board::new(2, 3, 3, 1).unwrap();
        let names = |side: Side| side.cells(&board).iter().map(|&cell| board.name(cell)).collect::<Vec<_>>().join(" ");
        assert_eq!(names(Side::Left(1)), "r2c1 r2c2 r2c3");
        assert_eq!(names(Side::Right(1)), "r2c3 r2c2 r2c1");
        assert_eq!(names(Side::Top(2)), "r1c3 r2c3");
        assert_eq!(names(Side::Bottom(2)), "r2c3 r1c3");
        assert_eq!(names(Side::Bottom(3)), "");
    }
}
