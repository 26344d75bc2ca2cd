//! Unavoidable sets that can be read off a solution.
//!
//! Two solutions of the same givens differ in a set of cells without a given. Every such set of a solution therefore
//! contains a given of every puzzle with that solution: it is *unavoidable*. Sets of two digits, and sets of two lines
//! of a band or stack, can be found without a solver:
//!
//! ```text
//!   . 1 . . . 2      two digits: exchanging 1 and 2 in these rows leaves both digits         4 7 1 9 ...
//!   . 2 . . . 1      in all columns and blocks (the smallest set has four cells)             7 4 1 9 ...  two rows
//! ```

use crate::{Cell, CellSet, Solution};

/// Calls `found` with each set of cells in which two digits can be exchanged, and the greatest of the set's `numbers`.
pub(super) fn of_two_digits(solution: &Solution, numbers: &[u8; 81], mut found: impl FnMut(CellSet, u8)) {
    // The positions of each digit: its column and block by row, its row by column and by block.
    let (mut col_of_row, mut block_of_row) = ([[0_u8; 9]; 9], [[0_u8; 9]; 9]);
    let (mut row_of_col, mut row_of_block) = ([[0_u8; 9]; 9], [[0_u8; 9]; 9]);
    for cell in Cell::all() {
        let (row, col, block) = (cell.row().index(), cell.col().index(), cell.block().index());
        let digit = solution[cell].index();
        (col_of_row[digit][row], block_of_row[digit][row]) = (col as u8, block as u8);
        (row_of_col[digit][col], row_of_block[digit][block]) = (row as u8, row as u8);
    }
    // The rows that must change if a row does: those with the one digit in the column or block of the other.
    let follow = |digit: usize, other: usize, row: usize| {
        let (col, block) = (usize::from(col_of_row[digit][row]), usize::from(block_of_row[digit][row]));
        1_u16 << row_of_col[other][col] | 1 << row_of_block[other][block]
    };
    for a in 0..9 {
        for b in a + 1..9 {
            let mut left = 0x1FF_u16;
            while left != 0 {
                let (mut rows, mut open) = (0_u16, left & left.wrapping_neg());
                let (mut cells, mut most) = (0_u128, 0);
                while open != 0 {
                    let row = open.trailing_zeros() as usize;
                    rows |= 1 << row;
                    open = (open | follow(a, b, row) | follow(b, a, row)) & !rows;
                    for digit in [a, b] {
                        let cell = 9 * row + usize::from(col_of_row[digit][row]);
                        cells |= 1 << cell;
                        most = most.max(numbers[cell]);
                    }
                }
                left &= !rows;
                found(CellSet::from_bits(cells), most);
            }
        }
    }
}

/// Calls `found` with each set of cells in which two lines of a band or stack can be exchanged, and the greatest of the
/// set's `numbers`.
pub(super) fn of_two_lines(solution: &Solution, numbers: &[u8; 81], mut found: impl FnMut(CellSet, u8)) {
    let digits = solution.as_array();
    for across in [false, true] {
        let cell = |line: usize, place: usize| if across { 9 * place + line } else { 9 * line + place };
        for (a, b) in (0..3).flat_map(|chute| [(0, 1), (0, 2), (1, 2)].map(|(a, b)| (3 * chute + a, 3 * chute + b))) {
            let mut place_of = [0; 9];
            for place in 0..9 {
                place_of[digits[cell(a, place)].index()] = place;
            }
            let mut left = 0x1FF_u16;
            while left != 0 {
                let mut place = left.trailing_zeros() as usize;
                let (mut cells, mut most) = (0_u128, 0);
                while left >> place & 1 != 0 {
                    left &= !(1 << place);
                    for cell in [cell(a, place), cell(b, place)] {
                        cells |= 1 << cell;
                        most = most.max(numbers[cell]);
                    }
                    place = place_of[digits[cell(b, place)].index()];
                }
                found(CellSet::from_bits(cells), most);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::generate::FullGrids;
    use crate::{Grid, Random};

    #[test]
    fn without_a_given_in_a_set_another_solution_differs_in_exactly_that_set() {
        let grids = FullGrids::new();
        let numbers: [u8; 81] = core::array::from_fn(|cell| cell as u8);
        let mut random = Random::new(5);
        for _ in 0..20 {
            let solution = grids.draw(&mut random);
            let mut sets = Vec::new();
            of_two_digits(&solution, &numbers, |set, last| sets.push((set, last)));
            of_two_lines(&solution, &numbers, |set, last| sets.push((set, last)));
            assert!(sets.len() > 36 + 18);
            for (set, last) in sets {
                assert_eq!(set.iter().last().map(Cell::index), Some(usize::from(last)));
                let rest = Grid::from(solution).restricted_to(!set);
                let others: Vec<_> = rest.solutions().filter(|other| *other != solution).collect();
                assert!(others.iter().any(|other| other.differences(&solution) == set), "{solution} {set}");
            }
        }
    }
}
