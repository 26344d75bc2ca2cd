//! Lines: thermometers, palindromes, between and lockout lines, renbans, whispers, entropic and modular lines.

use super::{Checker, Family, Kind, RuleError, RuleReason, Setting, different, values_of};
use crate::solve::model::Model;
use crate::{Board, Cell};

/// What the cells of a line have to do with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Line {
    /// Values rise from the first cell, the bulb.
    Thermo,
    /// Values rise or stay the same from the first cell.
    SlowThermo,
    /// The line reads the same from both ends.
    Palindrome,
    /// Cells between the ends have values strictly between them.
    Between,
    /// The ends differ by at least this much; cells between them are strictly below or above both.
    Lockout(u8),
    /// The values are consecutive in some order.
    Renban,
    /// Cells that follow each other differ by at least this much.
    Whisper(u8),
    /// Any three cells in sequence (two on a line of two) come from three different thirds of the values.
    Entropic,
    /// Any so many cells in sequence have different remainders of division by this number.
    Modular(u8),
    /// No two cells of the line are equal or consecutive.
    Nabner,
}

/// A line through cells, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LineRule {
    /// What the cells have to do with each other.
    pub line: Line,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl LineRule {
    /// The line of this kind through these cells.
    pub fn new(line: Line, cells: Vec<Cell>) -> LineRule {
        LineRule { line, cells }
    }

    /// Stretches of cells that have to differ in their third or remainder.
    fn windows(&self, length: usize) -> impl Iterator<Item = &[Cell]> {
        self.cells.windows(length.min(self.cells.len()).max(1))
    }
}

/// Which third of the board's values: 0 low, 1 middle, 2 high.
fn third(board: &Board, value: u8) -> u8 {
    (value - board.first_value()) / (board.value_count() / 3).max(1) as u8
}

/// Whether some items are all different.
fn all_different<T: Ord>(items: impl Iterator<Item = T>) -> bool {
    let mut items: Vec<T> = items.collect();
    let count = items.len();
    items.sort_unstable();
    items.dedup();
    items.len() == count
}

impl Family for LineRule {
    fn kind(&self) -> Kind {
        match self.line {
            Line::Thermo => Kind::Thermo,
            Line::SlowThermo => Kind::SlowThermo,
            Line::Palindrome => Kind::Palindrome,
            Line::Between => Kind::Between,
            Line::Lockout(_) => Kind::Lockout,
            Line::Renban => Kind::Renban,
            Line::Whisper(_) => Kind::Whisper,
            Line::Entropic => Kind::Entropic,
            Line::Modular(_) => Kind::Modular,
            Line::Nabner => Kind::Nabner,
        }
    }

    fn check(&self, board: &Board) -> Result<(), RuleError> {
        let checker = Checker { kind: self.kind(), board };
        match self.line {
            Line::Between | Line::Lockout(_) => checker.at_least(&self.cells, 2, "at least two")?,
            _ => checker.at_least(&self.cells, 1, "at least one")?,
        }
        match self.line {
            Line::Entropic if !board.value_count().is_multiple_of(3) => {
                checker.fail(RuleReason::Board("a number of values that three divides"))
            }
            Line::Modular(0) => checker.fail(RuleReason::Number { found: 0, expected: "a modulus of at least 1" }),
            _ => Ok(()),
        }
    }

    fn cells(&self, _: &Setting<'_>) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, setting: &Setting<'_>, values: &[u8]) -> bool {
        let line = values_of(&self.cells, values);
        let ends = line.first().copied().zip(line.last().copied()).map(|(a, b)| (a.min(b), a.max(b)));
        let inner = line.get(1..line.len().max(1) - 1).unwrap_or(&[]);
        match self.line {
            Line::Thermo => line.is_sorted_by(|a, b| a < b),
            Line::SlowThermo => line.is_sorted(),
            Line::Palindrome => line.iter().eq(line.iter().rev()),
            Line::Between => ends.is_none_or(|(low, high)| inner.iter().all(|&value| low < value && value < high)),
            Line::Lockout(by) => ends
                .is_none_or(|(low, high)| high - low >= by && inner.iter().all(|&value| value < low || value > high)),
            Line::Renban => {
                let spread = ends.and(line.iter().max().zip(line.iter().min())).map_or(0, |(high, low)| high - low);
                different(&self.cells, values) && usize::from(spread) < line.len()
            }
            Line::Whisper(by) => line.windows(2).all(|pair| pair[0].abs_diff(pair[1]) >= by),
            Line::Entropic => self.windows(3).all(|cells| {
                all_different(values_of(cells, values).into_iter().map(|value| third(setting.board, value)))
            }),
            Line::Modular(by) => self
                .windows(by.into())
                .all(|cells| all_different(values_of(cells, values).into_iter().map(|value| value % by))),
            Line::Nabner => {
                let mut sorted = line;
                sorted.sort_unstable();
                sorted.windows(2).all(|pair| pair[1] - pair[0] >= 2)
            }
        }
    }

    fn post(&self, setting: &Setting<'_>, model: &mut Model) {
        let cells = &self.cells;
        match self.line {
            Line::Thermo => model.rising(cells, true),
            Line::SlowThermo => model.rising(cells, false),
            Line::Palindrome => {
                for place in 0..cells.len() / 2 {
                    model.pair(cells[place], cells[cells.len() - 1 - place], |a, b| a == b);
                }
            }
            Line::Between => model.between(cells),
            Line::Lockout(by) => model.lockout(by, cells),
            Line::Renban => model.renban(cells),
            Line::Whisper(by) => {
                cells.windows(2).for_each(|pair| model.pair(pair[0], pair[1], |a, b| a.abs_diff(b) >= by));
            }
            Line::Entropic => {
                let board = setting.board;
                // Cells three apart share a third, which the windows imply and the pairs alone would not show.
                self.windows(3).for_each(|cells| model.all_pairs(cells, |a, b| third(board, a) != third(board, b)));
                for place in 3..cells.len() {
                    model.pair(cells[place - 3], cells[place], |a, b| third(board, a) == third(board, b));
                }
            }
            Line::Modular(by) => {
                self.windows(by.into()).for_each(|cells| model.all_pairs(cells, |a, b| a % by != b % by));
                for place in usize::from(by)..cells.len() {
                    model.pair(cells[place - usize::from(by)], cells[place], |a, b| a % by == b % by);
                }
            }
            Line::Nabner => model.all_pairs(cells, |a, b| a.abs_diff(b) >= 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_hold_as_their_rules_say() {
        let board = Board::square(9).unwrap();
        let setting = Setting { board: &board, rules: &[] };
        let holds = |line: Line, list: &[u8]| {
            let mut values = vec![1; 81];
            values[..list.len()].copy_from_slice(list);
            LineRule::new(line, (0..list.len()).map(Cell::new).collect()).holds(&setting, &values)
        };
        for (line, good, bad) in [
            (Line::Thermo, [1, 2, 5, 9], [1, 2, 2, 9]),
            (Line::SlowThermo, [1, 2, 2, 9], [1, 2, 5, 4]),
            (Line::Palindrome, [3, 4, 4, 3], [3, 4, 3, 3]),
            (Line::Between, [3, 7, 4, 8], [3, 3, 4, 8]),
            (Line::Between, [8, 7, 4, 3], [8, 9, 4, 3]),
            (Line::Lockout(4), [3, 1, 9, 7], [3, 1, 9, 6]),
            (Line::Lockout(4), [3, 1, 9, 8], [3, 8, 9, 8]),
            (Line::Renban, [5, 3, 4, 6], [5, 3, 4, 7]),
            (Line::Renban, [5, 3, 4, 6], [5, 3, 4, 4]),
            (Line::Whisper(5), [1, 6, 1, 9], [1, 5, 9, 1]),
            (Line::Entropic, [1, 4, 7, 2], [1, 4, 7, 5]),
            (Line::Modular(3), [1, 2, 3, 4], [1, 2, 3, 6]),
            (Line::Nabner, [1, 3, 9, 5], [1, 3, 9, 4]),
            (Line::Nabner, [1, 3, 9, 5], [1, 3, 9, 3]),
        ] {
            assert!(holds(line, &good), "{line:?} {good:?}");
            assert!(!holds(line, &bad), "{line:?} {bad:?}");
        }
        // Lines shorter than a window, and the shortest of all.
        assert!(holds(Line::Entropic, &[1, 9]) && !holds(Line::Entropic, &[1, 2]));
        assert!(holds(Line::Modular(5), &[1, 2, 4]) && !holds(Line::Modular(5), &[1, 6]));
        for line in [Line::Thermo, Line::Palindrome, Line::Renban, Line::Entropic, Line::Whisper(5), Line::Nabner] {
            assert!(holds(line, &[4]), "{line:?}");
        }
        assert!(holds(Line::Between, &[4, 4]) && !holds(Line::Lockout(4), &[4, 5]));
    }
}
