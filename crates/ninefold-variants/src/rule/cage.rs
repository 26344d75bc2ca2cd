//! Cages: cells that differ, with a sum or another condition on the set of their values.

use super::{Checker, Family, Kind, RuleError, RuleReason, Setting, different, once, values_of};
use crate::solve::model::Model;
use crate::{Board, Cell, ValueSet};

/// A cage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cage {
    /// The cells differ, and have this sum if there is one.
    Killer {
        /// The sum.
        sum: Option<u32>,
        /// The cells. One that is listed twice counts twice in the sum.
        cells: Vec<Cell>,
    },
    /// The cells differ, and no set of one or more of them has this sum.
    Rellik {
        /// The forbidden sum.
        sum: u32,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// The cells differ, as many of them are even as odd, and as many low as high; the middle one of an odd number of
    /// values is not allowed.
    Equality(Vec<Cell>),
    /// The cells, in their order, differ, and those strictly between the smallest and the largest have this sum.
    Lunchbox {
        /// The sum.
        sum: u32,
        /// The cells.
        cells: Vec<Cell>,
    },
}

impl Cage {
    /// The cells of the cage.
    pub fn list(&self) -> &[Cell] {
        match self {
            Cage::Killer { cells, .. }
            | Cage::Rellik { cells, .. }
            | Cage::Equality(cells)
            | Cage::Lunchbox { cells, .. } => cells,
        }
    }

    /// Whether a set of different values may fill the cage, for cages where the order does not matter.
    pub(crate) fn allows(&self, board: &Board, set: ValueSet) -> bool {
        match self {
            Cage::Killer { .. } | Cage::Lunchbox { .. } => true,
            Cage::Rellik { sum, .. } => {
                let total: usize = set.iter().map(usize::from).sum();
                let sum = *sum as usize;
                // Which sums some non-empty subset of the values seen so far has.
                let mut reached = vec![false; total + 1];
                for value in set.iter().map(usize::from) {
                    for low in (0..=total - value).rev() {
                        reached[low + value] |= reached[low];
                    }
                    reached[value] = true;
                }
                !reached.get(sum).copied().unwrap_or(false)
            }
            Cage::Equality(_) => {
                let (low, high) = halves(board);
                let even = set.iter().filter(|value| value % 2 == 0).count();
                2 * even == set.len() && (set & low).len() == (set & high).len() && set.is_subset(low | high)
            }
        }
    }
}

/// The low and the high half of the values, without the middle one.
fn halves(board: &Board) -> (ValueSet, ValueSet) {
    let half = (board.value_count() / 2) as u8;
    let (first, last) = (board.first_value(), board.last_value());
    if half == 0 {
        return (ValueSet::EMPTY, ValueSet::EMPTY);
    }
    (ValueSet::range(first, first + half - 1), ValueSet::range(last + 1 - half, last))
}

/// The sum of the values strictly between the smallest and the largest of a list.
pub(super) fn filling(values: &[u8]) -> u32 {
    let Some(low) = values.iter().enumerate().min_by_key(|&(_, value)| value).map(|(place, _)| place) else { return 0 };
    let high = values.iter().enumerate().max_by_key(|&(_, value)| value).map_or(low, |(place, _)| place);
    let (from, to) = (low.min(high), low.max(high));
    if from == to { 0 } else { values[from + 1..to].iter().copied().map(u32::from).sum() }
}

impl Family for Cage {
    fn kind(&self) -> Kind {
        match self {
            Cage::Killer { .. } => Kind::Killer,
            Cage::Rellik { .. } => Kind::Rellik,
            Cage::Equality(_) => Kind::Equality,
            Cage::Lunchbox { .. } => Kind::Lunchbox,
        }
    }

    fn check(&self, board: &Board) -> Result<(), RuleError> {
        let checker = Checker { kind: self.kind(), board };
        checker.at_least(self.list(), 1, "at least one")?;
        if !matches!(self, Cage::Killer { .. }) {
            checker.no_repeats(self.list())?;
        }
        match self {
            Cage::Equality(cells) if cells.len() % 2 == 1 => {
                checker.fail(RuleReason::CellCount { found: cells.len(), expected: "an even number" })
            }
            Cage::Killer { sum: Some(sum), .. } | Cage::Rellik { sum, .. } | Cage::Lunchbox { sum, .. } => {
                checker.sum((*sum).into())
            }
            _ => Ok(()),
        }
    }

    fn cells(&self, _: &Setting<'_>) -> Vec<Cell> {
        self.list().to_vec()
    }

    fn holds(&self, setting: &Setting<'_>, values: &[u8]) -> bool {
        let held = values_of(self.list(), values);
        different(&once(self.list().to_vec()), values)
            && self.allows(setting.board, held.iter().copied().collect())
            && match self {
                Cage::Killer { sum: Some(sum), .. } => held.iter().copied().map(u32::from).sum::<u32>() == *sum,
                Cage::Lunchbox { sum, .. } => filling(&held) == *sum,
                _ => true,
            }
    }

    fn post(&self, setting: &Setting<'_>, model: &mut Model) {
        let cells = self.list();
        model.different(&once(cells.to_vec()));
        match self {
            Cage::Killer { sum: None, .. } => {}
            Cage::Killer { sum: Some(sum), .. } => {
                let terms: Vec<_> = cells.iter().map(|&cell| (cell, 1)).collect();
                model.sum(&terms, i64::from(*sum));
            }
            Cage::Rellik { .. } | Cage::Equality(_) => {
                model.cage(cells, |set| self.allows(setting.board, set));
            }
            Cage::Lunchbox { sum, .. } => model.lunchbox(cells, *sum),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cages_hold_as_their_rules_say() {
        let board = Board::square(9).unwrap();
        let cells: Vec<Cell> = (0..4).map(Cell::new).collect();
        let setting = Setting { board: &board, rules: &[] };
        let holds = |cage: &Cage, list: [u8; 4]| {
            let mut values = vec![1; 81];
            values[..4].copy_from_slice(&list);
            cage.holds(&setting, &values)
        };
        let killer = Cage::Killer { sum: Some(20), cells: cells.clone() };
        assert!(holds(&killer, [2, 3, 6, 9]) && !holds(&killer, [5, 5, 4, 6]) && !holds(&killer, [1, 2, 3, 4]));
        let rellik = Cage::Rellik { sum: 10, cells: cells.clone() };
        assert!(!holds(&rellik, [1, 2, 4, 9]) && holds(&rellik, [2, 5, 9, 7]));
        assert!(!holds(&rellik, [1, 4, 5, 9]));
        let equality = Cage::Equality(cells.clone());
        assert!(holds(&equality, [1, 2, 7, 8]) && !holds(&equality, [1, 2, 3, 8]) && !holds(&equality, [5, 2, 7, 8]));
        let lunchbox = Cage::Lunchbox { sum: 7, cells };
        assert!(holds(&lunchbox, [1, 3, 4, 9]) && holds(&lunchbox, [8, 7, 1, 5]) && !holds(&lunchbox, [1, 9, 3, 4]));
        assert_eq!(filling(&[1, 9, 3, 4]), 0);
        assert_eq!(filling(&[4]), 0);
    }
}
