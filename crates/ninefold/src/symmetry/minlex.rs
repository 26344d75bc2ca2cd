//! The least way to write a grid down, read row by row, empty cells first.
//!
//! This is the *minlex* form of a puzzle's own cells, as collections of puzzles use it. It asks nothing of the grid: one
//! with several solutions or none has it too. For a complete solution it is the canonical form.
//!
//! # How it is found
//! Row by row. After some rows there is a set of *beginnings*: which lines they are made of, in which order the columns
//! stand as far as the rows tell them apart, and what the digits met so far are called. All of them spell the same rows,
//! the least that can be spelled.
//!
//! Each beginning is continued with each line that may come next. Columns that have been alike so far are put in order by
//! what stands there: empty cells, then digits that have a name, by name, then new digits. Two new digits in columns that
//! were alike can take their names in either order: only there a beginning has several continuations. Those that spell
//! the least row are the beginnings of the next round.
//!
//! ```text
//!   columns      a b c | d e f | g h i         alike so far: a b c, d e f, g h i
//!   next line    . 7 . | . . . | 3 . 7         7 is called 1, 3 has no name
//!   is spelled   . . 1 | . . . | . 1 2         alike now: a c, b, d e f, h, i, g; 3 is called 2
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
        // The same, a thousand times as fast.
        Solution::new(*self).map_or_else(|_| least(self), |solution| solution.canonical_form().into())
    }
}

/// The least form of any grid.
fn least(grid: &Grid) -> Grid {
    let sides = sides(grid);
    let mut beginnings = Beginning::all();
    let mut rows = [0; 9];
    for (round, row) in rows.iter_mut().enumerate() {
        let mut least = Least { code: u64::MAX, beginnings: Vec::new() };
        for beginning in &beginnings {
            beginning.go_on(&sides[beginning.side], round, &mut least);
        }
        *row = least.code;
        beginnings = least.beginnings;
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

/// The least next row so far, four bits a cell, and the beginnings that spell it.
struct Least {
    code: u64,
    beginnings: Vec<Beginning>,
}

/// One way to begin.
#[derive(Clone, Copy)]
struct Beginning {
    /// As it is, or transposed.
    side: usize,
    /// The lines that have been used, a bit each.
    used: u16,
    /// The band that the last of them is in.
    band: usize,
    /// The columns in order. Those that are alike stand together, in any order.
    columns: [u8; 9],
    /// The places where columns begin that are not like the ones before, a bit each.
    begins: u16,
    /// What each digit is called; 0 if it has no name yet. (There is no digit 0; its place stays empty.)
    names: [u8; 10],
    named: u8,
}

impl Beginning {
    /// Nothing written yet: either side, any order of the stacks.
    fn all() -> Vec<Beginning> {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let begin = |side, stacks: [u8; 3]| Beginning {
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

    /// Continues with each line that may be the next.
    fn go_on(&self, lines: &[[u8; 9]; 9], round: usize, least: &mut Least) {
        let band_begins = round.is_multiple_of(3);
        let bands = if band_begins { 0..3 } else { self.band..self.band + 1 };
        for band in bands {
            // A band that has been begun is not begun again.
            if band_begins && self.used >> (band * 3) & 7 != 0 {
                continue;
            }
            let mut blank_seen = false;
            for (number, line) in lines.iter().enumerate().skip(band * 3).take(3) {
                // Empty lines of a band are interchangeable.
                let blank = *line == [0; 9];
                if self.used >> number & 1 == 0 && !(blank && blank_seen) {
                    blank_seen |= blank;
                    let next = Beginning { used: self.used | 1 << number, band, ..*self };
                    next.spell(line, 0, 0, least);
                }
            }
        }
    }

    /// Spells a line from this place on, after what is spelled before.
    fn spell(mut self, line: &[u8; 9], place: usize, spelled: u64, least: &mut Least) {
        // Whatever follows, it is greater.
        if spelled > least.code >> (4 * (9 - place)) {
            return;
        }
        if place == 9 {
            if spelled < least.code {
                least.code = spelled;
                least.beginnings.clear();
            }
            least.beginnings.push(self);
            return;
        }
        let end = (place + 1..9).find(|&next| self.begins >> next & 1 == 1).unwrap_or(9);
        let name = |&column: &u8| self.names[usize::from(line[usize::from(column)])];
        let is_empty = |&column: &u8| line[usize::from(column)] == 0;
        let alike = &self.columns[place..end];
        let first = alike.iter().find(|column| is_empty(column));
        match first.or_else(|| alike.iter().filter(|column| name(column) != 0).min_by_key(|column| name(column))) {
            Some(&column) => self.take(line, line[usize::from(column)], place, end, spelled, least),
            None => {
                let mut tried = 0u16;
                self.named += 1;
                for column in self.columns[place..end].iter().copied() {
                    let digit = line[usize::from(column)];
                    if tried >> digit & 1 == 0 {
                        tried |= 1 << digit;
                        let mut next = self;
                        next.names[usize::from(digit)] = self.named;
                        next.take(line, digit, place, end, spelled, least);
                    }
                }
            }
        }
    }

    /// Puts the columns that have this digit (0: nothing) first among those that were alike, and goes on behind them.
    fn take(mut self, line: &[u8; 9], digit: u8, place: usize, end: usize, spelled: u64, least: &mut Least) {
        let mut at = place;
        let mut spelled = spelled;
        for next in place..end {
            if line[usize::from(self.columns[next])] == digit {
                self.columns.swap(at, next);
                at += 1;
                spelled = spelled << 4 | u64::from(self.names[usize::from(digit)]);
            }
        }
        if at < 9 {
            self.begins |= 1 << at;
        }
        self.spell(line, at, spelled, least);
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

    /// Proper puzzles, sparse grids and nonsense.
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
    fn isomorphic_grids_have_the_same_least_form_and_it_is_one_of_them() {
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
    fn of_a_solution_it_is_the_canonical_form() {
        let solution = Solution::new(SOLVED.parse().unwrap()).unwrap();
        assert_eq!(least(&solution.into()), solution.canonical_form().into());
        assert_eq!(Grid::from(solution).minlex(), solution.canonical_form().into());
    }
}
