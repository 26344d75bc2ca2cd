//! The two sides of a grid: its rows as lines and its columns across, or its columns as lines and its rows across.
//!
//! The rules are the same for rows and columns. A finder that treats them differently runs once for each side, so it
//! finds the same in the transposed grid.

use crate::{Cell, House, HouseSet};

/// Lines are rows and cross lines columns, or the other way round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    transposed: bool,
}

impl Side {
    /// Both sides, rows first.
    pub(super) const BOTH: [Side; 2] = [Side { transposed: false }, Side { transposed: true }];

    /// Whether the lines are columns.
    pub(super) fn is_transposed(self) -> bool {
        self.transposed
    }

    /// The cell at this place of this line.
    pub(super) fn cell(self, line: usize, place: usize) -> Cell {
        Cell::from_index(if self.transposed { place * 9 + line } else { line * 9 + place })
    }

    /// The line of this number.
    pub(super) fn line(self, number: usize) -> House {
        House::from_index(if self.transposed { 9 + number } else { number })
    }

    /// The line across at this place.
    pub(super) fn cross(self, place: usize) -> House {
        House::from_index(if self.transposed { place } else { 9 + place })
    }

    /// All lines.
    pub(super) fn along(self) -> HouseSet {
        if self.transposed { HouseSet::COLS } else { HouseSet::ROWS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_where_its_line_and_its_cross_line_meet() {
        for side in Side::BOTH {
            for (line, place) in (0..9).flat_map(|line| (0..9).map(move |place| (line, place))) {
                let both = side.line(line).cells() & side.cross(place).cells();
                assert_eq!(both.single(), Some(side.cell(line, place)));
                assert!(side.along().contains(side.line(line)));
            }
        }
    }
}
