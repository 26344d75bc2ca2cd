//! The lexicographically least isomorph of a grid, read row by row; an empty cell is less than any digit.
//!
//! This is the *minlex* form used by collections of puzzles. Every grid has one, also without a solution or with
//! several. For a complete solution it is the canonical form.
//!
//! # Algorithm
//! The form is built row by row. A *prefix* is a choice of the first lines, with an order of the columns as far as
//! these lines distinguish them, and with labels for the digits so far. After each round all prefixes produce the same
//! rows, the least possible ones.
//!
//! Each prefix is extended with each line that may follow. Columns that are equal so far are sorted by the line: empty
//! cells, then labelled digits by label, then new digits. Two new digits in equal columns can get their labels in
//! either order: only then does a prefix have several extensions. Those with the least row are the prefixes of the next
//! round.
//!
//! ```text
//!   columns      a b c | d e f | g h i         equal so far: a b c, d e f, g h i
//!   next line    . 7 . | . . . | 3 . 7         7 has the label 1, 3 has none
//!   becomes      . . 1 | . . . | . 1 2         equal now: a c, b, d e f, h, i, g; 3 has the label 2
//! ```

use alloc::vec::Vec;

use crate::{Digit, Grid, Solution};

impl Grid {
    /// The least of all isomorphic grids, read row by row, an empty cell being less than any digit.
    ///
    /// ```
    /// use ninefold::Grid;
    ///
    /// let grid: Grid =
    ///     "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
    /// assert_eq!(
    ///     grid.minlex().to_string(),
    ///     "........1.....2.3...4.5........6.7...3.....2..8...9......9.1.8...7......5.6...4.."
    /// );
    /// ```
    pub fn minlex(&self) -> Grid {
        // For solutions the canonical form is equal and a thousand times as fast.
        Solution::new(*self).map_or_else(|_| least(self), |solution| solution.canonical_form().into())
    }
}

/// The least form of any grid.
fn least(grid: &Grid) -> Grid {
    let sides = sides(grid);
    let mut prefixes = Prefix::all();
    let mut rows = [0; 9];
    for (round, row) in rows.iter_mut().enumerate() {
        let mut least = LeastRow { code: u64::MAX, prefixes: Vec::new() };
        for prefix in &prefixes {
            prefix.extend(&sides[prefix.side], round, &mut least);
        }
        *row = least.code;
        prefixes = least.prefixes;
    }
    Grid::from_fn(|cell| {
        let name = rows[cell.row().index()] >> (4 * (8 - cell.col().index())) & 15;
        Digit::new(name as u8)
    })
}

/// The lines of the grid as it is and transposed: a digit's value, or 0 where the cell is empty.
fn sides(grid: &Grid) -> [[[u8; 9]; 9]; 2] {
    let mut sides = [[[0; 9]; 9]; 2];
    for (cell, digit) in grid.placements() {
        let (row, col) = (cell.row().index(), cell.col().index());
        sides[0][row][col] = digit.get();
        sides[1][col][row] = digit.get();
    }
    sides
}

/// The least next row so far, four bits for each cell, and the prefixes that produce it.
struct LeastRow {
    code: u64,
    prefixes: Vec<Prefix>,
}

/// A choice of the first lines.
#[derive(Clone, Copy)]
struct Prefix {
    /// 0 for the grid, 1 for its transpose.
    side: usize,
    /// The lines used, a bit each.
    used: u16,
    /// The band of the last line.
    band: usize,
    /// The columns in order. Equal columns are adjacent, in any order.
    columns: [u8; 9],
    /// The places where a group of equal columns begins, a bit each.
    begins: u16,
    /// The label of each digit; 0 if it has none yet. (There is no digit 0; its entry stays 0.)
    names: [u8; 10],
    named: u8,
}

impl Prefix {
    /// The prefixes without a line: either side, any order of the stacks.
    fn all() -> Vec<Prefix> {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let begin = |side, stacks: [u8; 3]| Prefix {
            side,
            used: 0,
            band: 0,
            columns: core::array::from_fn(|place| stacks[place / 3] * 3 + place as u8 % 3),
            begins: 0b001_001_001,
            names: [0; 10],
            named: 0,
        };
        [0, 1].into_iter().flat_map(|side| orders.map(|stacks| begin(side, stacks))).collect()
    }

    /// Extends the prefix with each line that may follow.
    fn extend(&self, lines: &[[u8; 9]; 9], round: usize, least: &mut LeastRow) {
        let band_begins = round.is_multiple_of(3);
        let bands = if band_begins { 0..3 } else { self.band..self.band + 1 };
        for band in bands {
            // Only bands without a used line.
            if band_begins && self.used >> (band * 3) & 7 != 0 {
                continue;
            }
            let mut blank_seen = false;
            for (number, line) in lines.iter().enumerate().skip(band * 3).take(3) {
                // Empty lines of a band are interchangeable.
                let blank = *line == [0; 9];
                if self.used >> number & 1 == 0 && !(blank && blank_seen) {
                    blank_seen |= blank;
                    let next = Prefix { used: self.used | 1 << number, band, ..*self };
                    next.write_row(line, 0, 0, least);
                }
            }
        }
    }

    /// Writes a line from this place on, after the part that is written already.
    fn write_row(mut self, line: &[u8; 9], place: usize, written: u64, least: &mut LeastRow) {
        // Already greater than the least row.
        if written > least.code >> (4 * (9 - place)) {
            return;
        }
        if place == 9 {
            if written < least.code {
                least.code = written;
                least.prefixes.clear();
            }
            least.prefixes.push(self);
            return;
        }
        let end = (place + 1..9).find(|&next| self.begins >> next & 1 == 1).unwrap_or(9);
        let name = |&column: &u8| self.names[usize::from(line[usize::from(column)])];
        let is_empty = |&column: &u8| line[usize::from(column)] == 0;
        let alike = &self.columns[place..end];
        let first = alike.iter().find(|column| is_empty(column));
        match first.or_else(|| alike.iter().filter(|column| name(column) != 0).min_by_key(|column| name(column))) {
            Some(&column) => self.take_columns(line, line[usize::from(column)], place, end, written, least),
            None => {
                let mut tried = 0u16;
                self.named += 1;
                for column in self.columns[place..end].iter().copied() {
                    let digit = line[usize::from(column)];
                    if tried >> digit & 1 == 0 {
                        tried |= 1 << digit;
                        let mut next = self;
                        next.names[usize::from(digit)] = self.named;
                        next.take_columns(line, digit, place, end, written, least);
                    }
                }
            }
        }
    }

    /// Puts the columns with this digit (0: empty) first in their group of equal columns, and continues after them.
    fn take_columns(mut self, line: &[u8; 9], digit: u8, place: usize, end: usize, written: u64, least: &mut LeastRow) {
        let mut at = place;
        let mut written = written;
        for next in place..end {
            if line[usize::from(self.columns[next])] == digit {
                self.columns.swap(at, next);
                at += 1;
                written = written << 4 | u64::from(self.names[usize::from(digit)]);
            }
        }
        if at < 9 {
            self.begins |= 1 << at;
        }
        self.write_row(line, at, written, least);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::symmetry::Transform;
    use crate::{Cell, Random};

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// Puzzles, sparse grids and invalid grids.
    fn grids() -> Vec<Grid> {
        let mut random = Random::new(9);
        let mut grids: Vec<Grid> = [PUZZLE, &"1".repeat(81), &"123456789".repeat(9), &".".repeat(81)]
            .into_iter()
            .map(|text| text.parse().unwrap())
            .collect();
        for filled in [1, 2, 3, 5, 9, 17, 30, 60] {
            grids.push(Grid::from_fn(|_| {
                (random.below(81) < filled).then(|| Digit::from_index(random.below(9) as usize))
            }));
        }
        for kept in [17, 25, 70] {
            let solved: Grid = SOLVED.parse().unwrap();
            grids.push(solved.restricted_to(Cell::all().filter(|_| random.below(81) < kept).collect()));
        }
        grids
    }

    #[test]
    fn isomorphic_grids_have_the_same_minlex_form() {
        let mut random = Random::new(10);
        for grid in grids() {
            let least = grid.minlex();
            assert_eq!(least.minlex(), least);
            assert!(least <= grid);
            for _ in 0..10 {
                let image = Transform::random(&mut random).apply(&grid);
                assert_eq!(image.minlex(), least);
                assert!(least <= image);
            }
            let counts = |grid: &Grid| {
                let mut counts = Digit::ALL.map(|digit| grid.cells_with(digit).len());
                counts.sort();
                counts
            };
            assert_eq!(counts(&least), counts(&grid));
        }
    }

    #[test]
    fn the_minlex_form_of_a_solution_is_its_canonical_form() {
        let solution = Solution::new(SOLVED.parse().unwrap()).unwrap();
        assert_eq!(least(&solution.into()), solution.canonical_form().into());
        assert_eq!(Grid::from(solution).minlex(), solution.canonical_form().into());
    }
}
