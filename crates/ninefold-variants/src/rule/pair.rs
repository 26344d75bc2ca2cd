//! Relations of two cells: dots, XV, greater than, tables of pairs, and the negative rules for unmarked neighbours.

use super::{Checker, Family, Kind, Rule, RuleError, RuleReason, Setting};
use crate::solve::model::Model;
use crate::{Board, Cell, ValueSet};

/// A relation of two values: which second values go with each first value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PairTable {
    first: u8,
    rows: Vec<ValueSet>,
}

impl PairTable {
    /// The table of a relation on the board's values.
    ///
    /// ```
    /// use ninefold_variants::{Board, rule::PairTable};
    ///
    /// let table = PairTable::new(&Board::square(9)?, |a, b| a + b == 10);
    /// assert!(table.allows(3, 7) && !table.allows(3, 8));
    /// # Ok::<(), ninefold_variants::BoardError>(())
    /// ```
    pub fn new(board: &Board, relation: impl Fn(u8, u8) -> bool) -> PairTable {
        let rows = board.values().iter().map(|a| board.values().iter().filter(|&b| relation(a, b)).collect()).collect();
        PairTable { first: board.first_value(), rows }
    }

    /// Whether the two values are a pair of the table.
    pub fn allows(&self, a: u8, b: u8) -> bool {
        self.partners(a).contains(b)
    }

    /// The second values that go with this first value.
    pub fn partners(&self, a: u8) -> ValueSet {
        let row = a.checked_sub(self.first).and_then(|row| self.rows.get(usize::from(row)));
        row.copied().unwrap_or(ValueSet::EMPTY)
    }

    /// Whether the order of the two values does not matter.
    pub fn is_symmetric(&self) -> bool {
        let values: Vec<u8> = (self.first..).take(self.rows.len()).collect();
        values.iter().all(|&a| values.iter().all(|&b| self.allows(a, b) == self.allows(b, a)))
    }

    /// How many values the table is for.
    pub(crate) fn size(&self) -> usize {
        self.rows.len()
    }
}

/// What unmarked neighbours may not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Negative {
    /// Neighbours without a difference dot do not differ by an amount of a difference dot (1 where there is none).
    Difference,
    /// Neighbours without a ratio dot are in no ratio of a ratio dot (2 where there is none).
    Ratio,
    /// Neighbours without X or V have neither the sum 10 nor the sum 5.
    Xv,
    /// Neighbours without any dot are neither consecutive nor in the ratio 1:2.
    Kropki,
}

/// A relation of two cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pair {
    /// Two neighbours that differ by exactly so much; the white dot of Kropki is 1.
    Difference {
        /// The neighbours.
        cells: [Cell; 2],
        /// The difference.
        by: u8,
    },
    /// Two neighbours of which one is so many times the other; the black dot of Kropki is 2.
    Ratio {
        /// The neighbours.
        cells: [Cell; 2],
        /// The ratio.
        by: u8,
    },
    /// Two neighbours of this sum: 10 for X, 5 for V.
    Xv {
        /// The neighbours.
        cells: [Cell; 2],
        /// The sum, 5 or 10.
        sum: u8,
    },
    /// Two neighbours, the first greater than the second.
    Greater {
        /// The greater cell.
        greater: Cell,
        /// The smaller cell.
        smaller: Cell,
    },
    /// What unmarked neighbours may not be.
    Negative(Negative),
    /// Cells that follow each other in the list are pairs of the table.
    Table {
        /// The pairs.
        table: PairTable,
        /// A name for people.
        name: String,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// Any two cells of the list are a pair of the table, in both orders.
    AllPairs {
        /// The pairs.
        table: PairTable,
        /// A name for people.
        name: String,
        /// The cells.
        cells: Vec<Cell>,
    },
}

impl Pair {
    /// Whether two values satisfy a mark between two cells.
    fn relation(&self) -> Option<([Cell; 2], impl Fn(u8, u8) -> bool)> {
        /// Whether two values satisfy a mark with this number.
        type Test = fn(u16, u16, u16) -> bool;
        let (cells, test): ([Cell; 2], Test) = match self {
            Pair::Difference { cells, .. } => (*cells, |a, b, by| a.abs_diff(b) == by),
            Pair::Ratio { cells, .. } => (*cells, |a, b, by| a == by * b || b == by * a),
            Pair::Xv { cells, .. } => (*cells, |a, b, by| a + b == by),
            Pair::Greater { greater, smaller } => ([*greater, *smaller], |a, b, _| a > b),
            Pair::Negative(_) | Pair::Table { .. } | Pair::AllPairs { .. } => return None,
        };
        let by = match self {
            Pair::Difference { by, .. } | Pair::Ratio { by, .. } => *by,
            Pair::Xv { sum, .. } => *sum,
            _ => 0,
        };
        Some((cells, move |a: u8, b: u8| test(a.into(), b.into(), by.into())))
    }
}

impl Negative {
    /// The marks that exempt a pair, as rules of the puzzle.
    fn marks<'a>(self, setting: &Setting<'a>) -> impl Iterator<Item = &'a Pair> {
        let counts = move |pair: &Pair| {
            matches!(
                (self, pair),
                (Negative::Difference | Negative::Kropki, Pair::Difference { .. })
                    | (Negative::Ratio | Negative::Kropki, Pair::Ratio { .. })
                    | (Negative::Xv, Pair::Xv { .. })
            )
        };
        setting.rules.iter().filter_map(move |rule| match rule {
            Rule::Pair(pair) if counts(pair) => Some(pair),
            _ => None,
        })
    }

    /// The pairs of neighbours without a mark.
    pub(crate) fn unmarked(self, setting: &Setting<'_>) -> Vec<(Cell, Cell)> {
        let mut marked: Vec<[Cell; 2]> = self.marks(setting).filter_map(|pair| Some(pair.relation()?.0)).collect();
        marked.iter_mut().for_each(|cells| cells.sort_unstable());
        marked.sort_unstable();
        let pairs = setting.board.neighbour_pairs().into_iter();
        pairs.filter(|&(a, b)| marked.binary_search(&[a, b]).is_err()).collect()
    }

    /// Whether two unmarked neighbours may have these values.
    pub(crate) fn allows(self, setting: &Setting<'_>) -> impl Fn(u8, u8) -> bool + use<> {
        let mut differences = Vec::new();
        let mut ratios = Vec::new();
        let mut sums = Vec::new();
        match self {
            Negative::Difference => differences.push(1),
            Negative::Ratio => ratios.push(2),
            Negative::Xv => sums.extend([5, 10]),
            Negative::Kropki => {
                differences.push(1);
                ratios.push(2);
            }
        }
        if self != Negative::Kropki && self.marks(setting).next().is_some() {
            differences.clear();
            ratios.clear();
            for mark in self.marks(setting) {
                match mark {
                    Pair::Difference { by, .. } => differences.push(*by),
                    Pair::Ratio { by, .. } => ratios.push(*by),
                    _ => {}
                }
            }
        }
        for list in [&mut differences, &mut ratios] {
            list.sort_unstable();
            list.dedup();
        }
        move |a, b| {
            let (wide_a, wide_b) = (u16::from(a), u16::from(b));
            !(differences.contains(&a.abs_diff(b))
                || ratios.iter().any(|&by| wide_a == u16::from(by) * wide_b || wide_b == u16::from(by) * wide_a)
                || sums.contains(&(wide_a + wide_b)))
        }
    }
}

impl Family for Pair {
    fn kind(&self) -> Kind {
        match self {
            Pair::Difference { .. } => Kind::Difference,
            Pair::Ratio { .. } => Kind::Ratio,
            Pair::Xv { .. } => Kind::Xv,
            Pair::Greater { .. } => Kind::Greater,
            Pair::Negative(Negative::Difference) => Kind::NoDifference,
            Pair::Negative(Negative::Ratio) => Kind::NoRatio,
            Pair::Negative(Negative::Xv) => Kind::NoXv,
            Pair::Negative(Negative::Kropki) => Kind::NoKropki,
            Pair::Table { .. } => Kind::Table,
            Pair::AllPairs { .. } => Kind::AllPairs,
        }
    }

    fn check(&self, board: &Board) -> Result<(), RuleError> {
        let checker = Checker { kind: self.kind(), board };
        match self {
            Pair::Difference { cells, .. } | Pair::Ratio { cells, .. } => checker.adjacent(*cells),
            Pair::Xv { cells, sum } => {
                checker.adjacent(*cells)?;
                if matches!(sum, 5 | 10) {
                    return Ok(());
                }
                checker.fail(RuleReason::Number { found: (*sum).into(), expected: "5 or 10" })
            }
            Pair::Greater { greater, smaller } => checker.adjacent([*greater, *smaller]),
            Pair::Negative(_) => Ok(()),
            Pair::Table { table, cells, .. } | Pair::AllPairs { table, cells, .. } => {
                if table.size() != board.value_count() || table.first != board.first_value() {
                    return checker.fail(RuleReason::Symbols { found: table.size(), values: board.value_count() });
                }
                checker.at_least(cells, 1, "at least one")
            }
        }
    }

    fn cells(&self, setting: &Setting<'_>) -> Vec<Cell> {
        match self {
            Pair::Negative(negative) => negative.unmarked(setting).into_iter().flat_map(|(a, b)| [a, b]).collect(),
            Pair::Table { cells, .. } | Pair::AllPairs { cells, .. } => cells.clone(),
            _ => self.relation().map(|(cells, _)| cells.to_vec()).unwrap_or_default(),
        }
    }

    fn holds(&self, setting: &Setting<'_>, values: &[u8]) -> bool {
        let value = |cell: Cell| values[cell.index()];
        match self {
            Pair::Negative(negative) => {
                let allows = negative.allows(setting);
                negative.unmarked(setting).into_iter().all(|(a, b)| allows(value(a), value(b)))
            }
            Pair::Table { table, cells, .. } => {
                cells.windows(2).all(|pair| table.allows(value(pair[0]), value(pair[1])))
            }
            Pair::AllPairs { table, cells, .. } => cells.iter().enumerate().all(|(place, &b)| {
                cells[..place].iter().all(|&a| table.allows(value(a), value(b)) && table.allows(value(b), value(a)))
            }),
            _ => self.relation().is_none_or(|(cells, test)| test(value(cells[0]), value(cells[1]))),
        }
    }

    fn post(&self, setting: &Setting<'_>, model: &mut Model) {
        match self {
            Pair::Negative(negative) => {
                let allows = negative.allows(setting);
                for (a, b) in negative.unmarked(setting) {
                    model.pair(a, b, &allows);
                }
            }
            Pair::Table { table, cells, .. } => {
                for pair in cells.windows(2) {
                    model.pair(pair[0], pair[1], |a, b| table.allows(a, b));
                }
            }
            Pair::AllPairs { table, cells, .. } => {
                model.all_pairs(cells, |a, b| table.allows(a, b) && table.allows(b, a));
            }
            Pair::Greater { greater, smaller } => model.rising(&[*smaller, *greater], true),
            _ => {
                if let Some((cells, test)) = self.relation() {
                    model.pair(cells[0], cells[1], test);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negative_rule_speaks_of_unmarked_neighbours_and_of_the_amounts_of_the_dots() {
        let board = Board::square(4).unwrap();
        let cells = [board.cell(0, 0).unwrap(), board.cell(0, 1).unwrap()];
        let rules = [Rule::from(Pair::Difference { cells, by: 2 }), Pair::Negative(Negative::Difference).into()];
        let setting = Setting { board: &board, rules: &rules };
        let pairs = Negative::Difference.unmarked(&setting);
        assert_eq!(pairs.len(), 23);
        assert!(!pairs.contains(&(cells[0], cells[1])));
        let allows = Negative::Difference.allows(&setting);
        assert!(allows(1, 2) && !allows(1, 3));
        let bare = Setting { board: &board, rules: &[] };
        assert!(!Negative::Difference.allows(&bare)(1, 2));
        assert!(!Negative::Ratio.allows(&bare)(2, 4) && Negative::Ratio.allows(&bare)(2, 3));
        assert!(!Negative::Xv.allows(&bare)(2, 3));
        // A dot of either colour exempts a pair from the strict rule.
        assert_eq!(Negative::Kropki.unmarked(&setting).len(), 23);
        assert!(!Negative::Kropki.allows(&setting)(1, 2) && Negative::Kropki.allows(&setting)(1, 3));
    }

    #[test]
    fn tables_know_their_symmetry() {
        let board = Board::new(4, 4, 4, 0).unwrap();
        assert!(PairTable::new(&board, |a, b| a + b == 3).is_symmetric());
        let less = PairTable::new(&board, |a, b| a < b);
        assert!(!less.is_symmetric() && less.allows(0, 3) && !less.allows(3, 0) && !less.allows(9, 9));
    }
}
