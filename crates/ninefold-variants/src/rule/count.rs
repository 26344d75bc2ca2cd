//! Values that must occur, and how often: quadruples, contained values, counting circles, clones, equal sets.

use super::{Checker, Family, Kind, RuleError, RuleReason, Setting, values_of};
use crate::solve::model::Model;
use crate::{Board, Cell, ValueSet};

/// Values that must occur, and how often.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Count {
    /// The values occur in the cells, each as often as it is listed; more often only where `exactly` is not set.
    Contains {
        /// The values, repeated where they occur repeatedly.
        values: Vec<u8>,
        /// The cells.
        cells: Vec<Cell>,
        /// Whether the listed values occur no more often than that.
        exactly: bool,
    },
    /// The values in a circle where four cells meet occur in them, each at least as often as it is listed.
    Quadruple {
        /// The values.
        values: Vec<u8>,
        /// The four cells.
        cells: Vec<Cell>,
    },
    /// Each value occurs exactly so often.
    LookAndSay {
        /// Pairs of a count and a value.
        counts: Vec<(u8, u8)>,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// A value in one of the cells occurs exactly that many times among them.
    CountingCircles(Vec<Cell>),
    /// The control cell is the number of different values in the other cells.
    CountDistinct {
        /// The control cell.
        control: Cell,
        /// The counted cells.
        cells: Vec<Cell>,
    },
    /// Each cell equals the cell at the same place of the copy.
    Clone {
        /// The original.
        cells: Vec<Cell>,
        /// The copy, of the same length.
        copies: Vec<Cell>,
    },
    /// All sets, of the same size, hold the same values, each as often.
    SameValues(Vec<Vec<Cell>>),
}

/// How often a value occurs in a list.
fn times(values: &[u8], value: u8) -> usize {
    values.iter().filter(|&&other| other == value).count()
}

impl Count {
    fn list(&self) -> Vec<Cell> {
        match self {
            Count::Contains { cells, .. } | Count::Quadruple { cells, .. } | Count::LookAndSay { cells, .. } => {
                cells.clone()
            }
            Count::CountingCircles(cells) => cells.clone(),
            Count::CountDistinct { control, cells } => [&[*control], cells.as_slice()].concat(),
            Count::Clone { cells, copies } => [cells.as_slice(), copies].concat(),
            Count::SameValues(sets) => sets.concat(),
        }
    }

    /// The cells in which a repeated one would count twice.
    fn counted(&self) -> &[Cell] {
        match self {
            Count::Contains { cells, .. }
            | Count::Quadruple { cells, .. }
            | Count::LookAndSay { cells, .. }
            | Count::CountDistinct { cells, .. }
            | Count::CountingCircles(cells) => cells,
            Count::Clone { .. } | Count::SameValues(_) => &[],
        }
    }
}

impl Family for Count {
    fn kind(&self) -> Kind {
        match self {
            Count::Contains { exactly: false, .. } => Kind::Contains,
            Count::Contains { exactly: true, .. } => Kind::ContainsExactly,
            Count::Quadruple { .. } => Kind::Quadruple,
            Count::LookAndSay { .. } => Kind::LookAndSay,
            Count::CountingCircles(_) => Kind::CountingCircles,
            Count::CountDistinct { .. } => Kind::CountDistinct,
            Count::Clone { .. } => Kind::Clone,
            Count::SameValues(_) => Kind::SameValues,
        }
    }

    fn check(&self, board: &Board) -> Result<(), RuleError> {
        let checker = Checker { kind: self.kind(), board };
        checker.at_least(&self.list(), 1, "at least one")?;
        checker.no_repeats(self.counted())?;
        match self {
            Count::Contains { values, .. } => values.iter().try_for_each(|&value| checker.value(value)),
            Count::Quadruple { values, cells } => {
                if cells.len() != 4 {
                    return checker.fail(RuleReason::CellCount { found: cells.len(), expected: "four" });
                }
                if values.len() > 4 {
                    let found = values.len() as i64;
                    return checker.fail(RuleReason::Number { found, expected: "at most four values" });
                }
                values.iter().try_for_each(|&value| checker.value(value))
            }
            Count::LookAndSay { counts, .. } => counts.iter().try_for_each(|&(_, value)| checker.value(value)),
            Count::CountDistinct { cells, .. } if cells.is_empty() => {
                checker.fail(RuleReason::CellCount { found: 0, expected: "at least one to count" })
            }
            Count::Clone { cells, copies } if cells.len() != copies.len() => {
                checker.fail(RuleReason::CellCount { found: copies.len(), expected: "as many as in the original" })
            }
            Count::SameValues(sets) => match sets.iter().find(|set| set.len() != sets[0].len()) {
                Some(set) => {
                    checker.fail(RuleReason::CellCount { found: set.len(), expected: "as many as in the first set" })
                }
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn cells(&self, _: &Setting<'_>) -> Vec<Cell> {
        self.list()
    }

    fn holds(&self, _: &Setting<'_>, values: &[u8]) -> bool {
        let at = |cells: &[Cell]| values_of(cells, values);
        match self {
            Count::Contains { values: wanted, cells, exactly } => {
                let held = at(cells);
                wanted.iter().all(|&value| {
                    let (has, needs) = (times(&held, value), times(wanted, value));
                    if *exactly { has == needs } else { has >= needs }
                })
            }
            Count::Quadruple { values: wanted, cells } => {
                let held = at(cells);
                wanted.iter().all(|&value| times(&held, value) >= times(wanted, value))
            }
            Count::LookAndSay { counts, cells } => {
                let held = at(cells);
                counts.iter().all(|&(count, value)| times(&held, value) == usize::from(count))
            }
            Count::CountingCircles(cells) => {
                let held = at(cells);
                held.iter().all(|&value| times(&held, value) == usize::from(value))
            }
            Count::CountDistinct { control, cells } => {
                let held: ValueSet = at(cells).into_iter().collect();
                held.len() == usize::from(values[control.index()])
            }
            Count::Clone { cells, copies } => at(cells) == at(copies),
            Count::SameValues(sets) => {
                let sorted = |cells: &[Cell]| {
                    let mut held = at(cells);
                    held.sort_unstable();
                    held
                };
                sets.windows(2).all(|pair| sorted(&pair[0]) == sorted(&pair[1]))
            }
        }
    }

    fn post(&self, _: &Setting<'_>, model: &mut Model) {
        match self {
            Count::Contains { values, cells, exactly } => post_contains(model, values, cells, *exactly),
            Count::Quadruple { values, cells } => post_contains(model, values, cells, false),
            Count::LookAndSay { counts, cells } => {
                for &(count, value) in counts {
                    model.occurs(cells, value, count.into(), count.into());
                }
            }
            Count::CountingCircles(cells) => model.circles(cells),
            Count::CountDistinct { control, cells } => model.count_distinct(*control, cells),
            Count::Clone { cells, copies } => {
                cells.iter().zip(copies).for_each(|(&a, &b)| model.pair(a, b, |a, b| a == b));
            }
            Count::SameValues(sets) => model.same_values(sets),
        }
    }
}

fn post_contains(model: &mut Model, values: &[u8], cells: &[Cell], exactly: bool) {
    let wanted: ValueSet = values.iter().copied().collect();
    for value in wanted.iter() {
        let count = times(values, value);
        model.occurs(cells, value, count, if exactly { count } else { cells.len() });
    }
    if values.len() == cells.len() {
        cells.iter().for_each(|&cell| model.restrict(cell, wanted));
    }
}
