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
//!
//! A set with a given proves nothing. Each set is therefore followed from the cell in question until it is closed or meets
//! a given, which most do after a few cells.

use super::given_masks::GivenMasks;
use crate::geometry::CELL_AT;
use crate::{Cell, Solution};

/// The positions of each digit in a solution.
pub(super) struct DigitPlaces {
    /// By digit and row.
    col_of_row: [[u8; 9]; 9],
    /// By digit and column.
    row_of_col: [[u8; 9]; 9],
    /// By digit and block.
    row_of_block: [[u8; 9]; 9],
}

impl DigitPlaces {
    pub(super) fn new(solution: &Solution) -> DigitPlaces {
        let mut places = DigitPlaces { col_of_row: [[0; 9]; 9], row_of_col: [[0; 9]; 9], row_of_block: [[0; 9]; 9] };
        for cell in Cell::all() {
            let (row, col, digit) = (cell.row().index(), cell.col().index(), solution[cell].index());
            places.col_of_row[digit][row] = col as u8;
            places.row_of_col[digit][col] = row as u8;
            places.row_of_block[digit][cell.block().index()] = row as u8;
        }
        places
    }

    /// Whether an exchange of two digits, or of two lines, changes this empty cell and no given. The digit of the cell
    /// then does not follow from the givens.
    pub(super) fn is_exchangeable(&self, solution: &Solution, givens: &GivenMasks, cell: Cell) -> bool {
        self.in_two_lines(solution, givens, cell) || self.in_two_digits(solution, givens, cell)
    }

    fn in_two_digits(&self, solution: &Solution, givens: &GivenMasks, cell: Cell) -> bool {
        let digit = solution[cell].index();
        // A digit that a peer has as a given cannot be exchanged with this one.
        let mut others = givens.candidates(cell) & !(1 << digit);
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            others &= others - 1;
            let given = givens.rows_of(digit) | givens.rows_of(other);
            let (mut rows, mut open) = (0_u16, 1 << cell.row().index());
            while open != 0 && open & given == 0 {
                let row = open.trailing_zeros() as usize;
                rows |= 1 << row;
                open = (open | self.follow(digit, other, row) | self.follow(other, digit, row)) & !rows;
            }
            if open == 0 {
                return true;
            }
        }
        false
    }

    /// The rows that must change if the digit becomes the other one in this row: those with the other digit in the same
    /// column or block.
    fn follow(&self, digit: usize, other: usize, row: usize) -> u16 {
        let col = usize::from(self.col_of_row[digit][row]);
        let block = row - row % 3 + col / 3;
        1 << self.row_of_col[other][col] | 1 << self.row_of_block[other][block]
    }

    fn in_two_lines(&self, solution: &Solution, givens: &GivenMasks, cell: Cell) -> bool {
        for (is_col, line, start) in
            [(false, cell.row().index(), cell.col().index()), (true, cell.col().index(), cell.row().index())]
        {
            let places = if is_col { &self.row_of_col } else { &self.col_of_row };
            for other in [line - line % 3 + (line + 1) % 3, line - line % 3 + (line + 2) % 3] {
                let open = givens.open_places(is_col, line) & givens.open_places(is_col, other);
                let mut place = start;
                while open >> place & 1 != 0 {
                    let digit = solution[CELL_AT[9 * usize::from(is_col) + other][place]];
                    place = usize::from(places[digit.index()][line]);
                    if place == start {
                        return true;
                    }
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::generate::FullGrids;
    use crate::{CellSet, Digit, Grid, Random};

    /// All sets of cells in which exchanging two digits in some rows, or two lines in some places, is another solution.
    fn exchanges(solution: &Solution) -> Vec<CellSet> {
        let mut sets = Vec::new();
        let mut add = |digit_at: &dyn Fn(Cell) -> Digit| {
            if let Ok(other) = Solution::new(Grid::from_fn(|cell| Some(digit_at(cell)))) {
                sets.push(other.differences(solution));
            }
        };
        for chosen in 1..512 {
            let is_chosen = |index: usize| chosen >> index & 1 == 1;
            for (a, b) in Digit::ALL.into_iter().flat_map(|a| Digit::ALL.map(|b| (a, b))).filter(|(a, b)| a < b) {
                add(&|cell| match solution[cell] {
                    digit if digit == a && is_chosen(cell.row().index()) => b,
                    digit if digit == b && is_chosen(cell.row().index()) => a,
                    digit => digit,
                });
            }
            let same_chute = |&(_, a, b): &(usize, usize, usize)| a < b && a / 3 == b / 3;
            let lines = (0..2).flat_map(|kind| (0..81).map(move |pair| (kind, pair / 9, pair % 9))).filter(same_chute);
            for (kind, a, b) in lines {
                add(&|cell| {
                    let (line, place) = (cell.houses()[kind].index() - 9 * kind, cell.houses()[1 - kind].index() % 9);
                    let exchanged = match line {
                        line if line == a => b,
                        line if line == b => a,
                        line => line,
                    };
                    solution[if is_chosen(place) { CELL_AT[9 * kind + exchanged][place] } else { cell }]
                });
            }
        }
        sets
    }

    #[test]
    fn a_cell_is_exchangeable_exactly_if_an_exchange_changes_it_and_no_given() {
        let grids = FullGrids::new();
        let mut random = Random::new(5);
        let mut seen = [0; 2];
        for _ in 0..4 {
            let solution = grids.draw(&mut random);
            let (places, sets) = (DigitPlaces::new(&solution), exchanges(&solution));
            for empty in 30..70 {
                let mut cells: Vec<Cell> = Cell::all().collect();
                random.shuffle(&mut cells);
                let empty: CellSet = cells.into_iter().take(empty).collect();
                let mut givens = GivenMasks::FULL;
                for cell in empty {
                    givens.toggle(cell, solution[cell].index());
                }
                for cell in empty {
                    let is_exchangeable = sets.iter().any(|set| set.contains(cell) && set.is_subset(empty));
                    assert_eq!(places.is_exchangeable(&solution, &givens, cell), is_exchangeable, "{solution} {empty}");
                    seen[usize::from(is_exchangeable)] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&seen| seen > 500), "{seen:?}");
    }
}
