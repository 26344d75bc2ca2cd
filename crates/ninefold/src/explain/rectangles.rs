//! Rectangles that two digits could fill in two ways.
//!
//! Four cells lie in two rows, two columns and two blocks. Exchanging two digits along the rows breaks no house. All
//! uniqueness tests need the same rectangles of a position: those of empty cells that each have at least one of two
//! digits, and one of which has exactly these two. They are few, and computed once.

use alloc::vec::Vec;

use super::Facts;
use crate::{Cell, CellSet, DigitSet};

/// The 486 rectangles that lie in two rows, two columns and two blocks: the corners, row by row.
pub(super) const RECTANGLES: [[Cell; 4]; 486] = {
    let mut table = [[Cell::from_index(0); 4]; 486];
    let mut count = 0;
    let mut corner = 0;
    while corner < 81 {
        let mut opposite = corner + 1;
        while opposite < 81 {
            let (top, left, bottom, right) = (corner / 9, corner % 9, opposite / 9, opposite % 9);
            if top < bottom && left < right && (top / 3 == bottom / 3) != (left / 3 == right / 3) {
                table[count] = [
                    Cell::from_index(corner),
                    Cell::from_index(top * 9 + right),
                    Cell::from_index(bottom * 9 + left),
                    Cell::from_index(opposite),
                ];
                count += 1;
            }
            opposite += 1;
        }
        corner += 1;
    }
    table
};

/// The same as sets of cells.
pub(super) static RECTANGLE_CELLS: [CellSet; 486] = {
    let mut table = [CellSet::EMPTY; 486];
    let mut index = 0;
    while index < 486 {
        let [a, b, c, d] = RECTANGLES[index];
        table[index] = CellSet::EMPTY.with(a).with(b).with(c).with(d);
        index += 1;
    }
    table
};

/// A rectangle and the two digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    pub(super) corners: [Cell; 4],
    pub(super) cells: CellSet,
    pub(super) digits: DigitSet,
}

/// All rectangles of a position in order, then by the first cell with the two digits.
pub(super) fn rectangles(facts: &Facts) -> Vec<Rectangle> {
    let (bivalue, empty) = (facts.bivalue_cells(), facts.empty_cells());
    let mut found = Vec::new();
    if bivalue.is_empty() {
        return found;
    }
    for (&cells, &corners) in RECTANGLE_CELLS.iter().zip(&RECTANGLES) {
        if bivalue.is_disjoint(cells) || !cells.is_subset(empty) {
            continue;
        }
        let mut tried = DigitSet::EMPTY;
        for floor in cells & bivalue {
            let digits = facts.digits_in(floor);
            let meets = |cell: &Cell| !facts.digits_in(*cell).is_disjoint(digits);
            if digits != tried && corners.iter().all(meets) {
                tried = digits;
                found.push(Rectangle { corners, cells, digits });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rectangles_lie_in_two_rows_two_columns_and_two_blocks() {
        let mut seen = alloc::collections::BTreeSet::new();
        for (corners, cells) in RECTANGLES.into_iter().zip(RECTANGLE_CELLS) {
            assert_eq!(corners.into_iter().collect::<CellSet>(), cells);
            assert_eq!(cells.len(), 4);
            assert!(cells.houses().iter().all(|house| (house.cells() & cells).len() == 2));
            assert_eq!(cells.houses().len(), 6);
            assert!(seen.insert(cells));
        }
    }
}
