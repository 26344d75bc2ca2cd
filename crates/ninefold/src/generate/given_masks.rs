//! The givens of a puzzle that is being dug, house by house.
//!
//! Removing a given changes a few masks of nine bits. They answer in a few operations whether the digit of an empty cell
//! is a single, and they are what an exchange of digits needs to know about the givens (see `unavoidable.rs`).

use crate::Cell;
use crate::geometry::PLACE;

/// All nine digits of a house, or all nine places.
pub(super) const ALL: u16 = 0x1FF;

/// Masks of the givens.
pub(super) struct GivenMasks {
    /// The digits given in each house: rows, then columns, then blocks.
    digits: [u16; 27],
    /// The places of each house without a given.
    open: [u16; 27],
    /// The rows, the columns and the blocks in which each digit is given.
    houses: [[u16; 9]; 3],
}

impl GivenMasks {
    /// Every cell is a given.
    pub(super) const FULL: GivenMasks = GivenMasks { digits: [ALL; 27], open: [0; 27], houses: [[ALL; 9]; 3] };

    /// Removes the given in this cell, or adds it again. Its digit is given by its index.
    #[inline]
    pub(super) fn toggle(&mut self, cell: Cell, digit: usize) {
        let houses = [cell.row().index(), cell.col().index(), cell.block().index()];
        for (kind, index) in houses.into_iter().enumerate() {
            self.digits[9 * kind + index] ^= 1 << digit;
            self.open[9 * kind + index] ^= 1 << PLACE[cell.index()][kind];
            self.houses[kind][digit] ^= 1 << index;
        }
    }

    /// The digits that no peer of this empty cell has.
    #[inline]
    pub(super) fn candidates(&self, cell: Cell) -> u16 {
        let [row, col, block] = [cell.row().index(), 9 + cell.col().index(), 18 + cell.block().index()];
        ALL & !(self.digits[row] | self.digits[col] | self.digits[block])
    }

    /// The rows in which the digit is given.
    #[inline]
    pub(super) fn rows_of(&self, digit: usize) -> u16 {
        self.houses[0][digit]
    }

    /// The places of this row, or of this column, without a given.
    #[inline]
    pub(super) fn open_places(&self, is_col: bool, line: usize) -> u16 {
        self.open[9 * usize::from(is_col) + line]
    }

    /// Whether the digit of the solution in this empty cell is the only one that the givens leave there, or the cell is
    /// the only one that they leave for the digit in a house.
    #[inline]
    pub(super) fn is_single(&self, cell: Cell, digit: usize) -> bool {
        if self.candidates(cell) == 1 << digit {
            return true;
        }
        let (row, col, block) = (cell.row().index(), cell.col().index(), cell.block().index());
        let (band, stack) = (row / 3, col / 3);
        let [rows, cols, blocks] = self.houses.map(|of_digit| of_digit[digit]);
        // Three bits each: the rows of the band, the columns of the stack, the blocks of the band and of the stack.
        let in_band = |mask: u16| mask >> (3 * band) & 7;
        let row_seen = cols | RUNS[usize::from(in_band(blocks))];
        let col_seen = rows | ((blocks >> stack & EVERY_THIRD) * 7);
        let block_seen = RUNS[usize::from(in_band(rows))] | ((cols >> (3 * stack) & 7) * EVERY_THIRD);
        let alone = |house: usize, seen: u16| (self.open[house] & !seen).is_power_of_two();
        alone(row, row_seen) || alone(9 + col, col_seen) || alone(18 + block, block_seen)
    }
}

/// The first place of each triad of a house.
const EVERY_THIRD: u16 = 0b001_001_001;

/// Three places in a row for each bit.
const RUNS: [u16; 8] = {
    let mut table = [0; 8];
    let mut mask = 0;
    while mask < 8 {
        let mask_of = mask as u16;
        table[mask] = ((mask_of & 1) * 7) | ((mask_of >> 1 & 1) * (7 << 3)) | ((mask_of >> 2) * (7 << 6));
        mask += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::FullGrids;
    use crate::{CellSet, Grid, Random};

    #[test]
    fn singles_are_the_cells_with_one_digit_and_the_digits_with_one_cell_in_a_house() {
        let grids = FullGrids::new();
        let mut random = Random::new(8);
        let mut singles = 0;
        for removed in (0..81).cycle().take(300) {
            let solution = grids.draw(&mut random);
            let mut cells: alloc::vec::Vec<Cell> = Cell::all().collect();
            random.shuffle(&mut cells);
            let mut masks = GivenMasks::FULL;
            let empty: CellSet = cells.into_iter().take(removed).collect();
            // Removed, added again and removed again.
            for cell in empty.iter().chain(empty).chain(empty) {
                masks.toggle(cell, solution[cell].index());
            }
            let grid = Grid::from(solution).restricted_to(!empty);
            for cell in empty {
                let digit = solution[cell];
                let free = |cell: Cell, digit| grid[cell].is_none() && !grid.digits_in(cell.peers()).contains(digit);
                let naked = crate::Digit::ALL.into_iter().filter(|&digit| free(cell, digit)).count() == 1;
                let hidden = cell
                    .houses()
                    .iter()
                    .any(|house| house.cells().iter().filter(|&other| free(other, digit)).count() == 1);
                assert_eq!(masks.is_single(cell, digit.index()), naked || hidden, "{grid} {cell}");
                singles += usize::from(naked || hidden);
            }
        }
        assert!(singles > 1000);
    }
}
