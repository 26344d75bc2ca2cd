//! Where some rows and columns cross: the least number of sectors that contain all candidates, for all choices at once.
//!
//! A digit is counted along the rows or across, whichever needs fewer sectors. If this makes more sectors than cells,
//! these rows and columns have no locked sectors, however the digits are divided. A choice of columns is a number of nine
//! bits, and the counts for all 512 are stored sixteen to a vector:
//!
//! ```text
//!   high bits 00000    counts for columns {}  {1}  {2}  {1,2}  {3} ... {1,2,3,4}
//!   high bits 00001    counts for the same and column 5
//!   ...
//! ```

use crate::Digit;
use crate::explain::Facts;

/// A number for each choice of columns.
type Counts = [[u8; 16]; 32];

/// How many bits two sets of five have in common. There is no instruction for it on every processor.
static COMMON: [[u8; 32]; 32] = {
    let mut table = [[0; 32]; 32];
    let mut i = 0;
    while i < 32 * 32 {
        table[i / 32][i % 32] = ((i / 32) & (i % 32)).count_ones() as u8;
        i += 1;
    }
    table
};

/// For the choices of the first four columns and for those of the last five: how many of some columns they contain.
fn contained(columns: u16) -> (&'static [u8; 32], &'static [u8; 32]) {
    (&COMMON[usize::from(columns & 15)], &COMMON[usize::from(columns >> 4 & 31)])
}

/// Which choices of rows and of columns may have locked sectors that eliminate something.
pub(super) struct Promising {
    /// By choice: as rows, as columns.
    chosen: [[bool; 512]; 2],
}

impl Promising {
    pub(super) fn new(facts: &Facts) -> Promising {
        let mut ranks =
            Ranks { places: [[0; 9]; 9], empty: [0; 9], promising: Promising { chosen: [[false; 512]; 2] } };
        for cell in facts.empty_cells() {
            ranks.empty[cell.row().index()] |= 1 << cell.col().index();
        }
        for digit in Digit::ALL {
            for cell in facts.cells_with(digit) {
                ranks.places[digit.index()][cell.row().index()] |= 1 << cell.col().index();
            }
        }
        ranks.visit(0, 0, &Sums { cells: [[0; 16]; 32], along: [[[0; 16]; 32]; 9] });
        ranks.promising
    }

    /// Whether these lines may have locked sectors with some lines across.
    pub(super) fn contains(&self, lines: usize, lines_are_columns: bool) -> bool {
        self.chosen[usize::from(lines_are_columns)][lines]
    }
}

/// For some rows and every choice of columns: how many empty cells there are where they cross, and how many of the rows
/// have each digit there.
#[derive(Clone)]
struct Sums {
    cells: Counts,
    along: [Counts; 9],
}

struct Ranks {
    /// By digit and row: the columns.
    places: [[u16; 9]; 9],
    /// By row: the columns of its empty cells.
    empty: [u16; 9],
    promising: Promising,
}

impl Ranks {
    /// Examines choices of rows that begin with these.
    fn visit(&mut self, first: usize, rows: usize, sums: &Sums) {
        if rows.count_ones() >= 3 {
            self.examine(rows, sums);
        }
        for row in first..9 {
            let mut more = sums.clone();
            add_counts(&mut more.cells, self.empty[row]);
            for (along, places) in more.along.iter_mut().zip(&self.places) {
                add_presence(along, places[row]);
            }
            self.visit(row + 1, rows | 1 << row, &more);
        }
    }

    fn examine(&mut self, rows: usize, sums: &Sums) {
        let chosen = |row: &usize| rows >> row & 1 != 0;
        let empty = (0..9).filter(chosen).fold(0, |columns, row| columns | self.empty[row]);
        let mut least: Counts = [[0; 16]; 32];
        for (places, along) in self.places.iter().zip(&sums.along) {
            let columns = (0..9).filter(chosen).fold(0, |columns, row| columns | places[row]);
            let (low, high) = contained(columns);
            for ((least, along), rest) in least.iter_mut().zip(along).zip(high) {
                for lane in 0..16 {
                    least[lane] += along[lane].min(low[lane] + rest);
                }
            }
        }
        for (high, (least, cells)) in least.iter().zip(&sums.cells).enumerate() {
            // Without branches, so that the compiler compares all lanes at once.
            let few = |lane: usize| (least[lane] <= cells[lane]) & (cells[lane] != 0);
            if !(0..16).fold(false, |any, lane| any | few(lane)) {
                continue;
            }
            for lane in (0..16).filter(|&lane| few(lane)) {
                let columns = 16 * high + lane;
                // A column without empty cells adds nothing to the choice without it.
                let proper = columns.count_ones() >= 3 && columns as u16 & !empty == 0;
                if proper && (least[lane] < cells[lane] || self.eliminates(rows, columns as u16)) {
                    self.promising.chosen[0][rows] = true;
                    self.promising.chosen[1][columns] = true;
                }
            }
        }
    }

    /// Whether as many sectors as cells, in some least division of the digits, eliminate anything.
    fn eliminates(&self, rows: usize, columns: u16) -> bool {
        let inside = |row: &usize| rows >> row & 1 != 0;
        self.places.iter().any(|places| {
            let along = (0..9).filter(inside).filter(|&row| places[row] & columns != 0).count() as u32;
            let crossed = (0..9).filter(inside).fold(0, |all, row| all | places[row]) & columns;
            let across = crossed.count_ones();
            let beside = |row: usize| places[row] & columns != 0 && places[row] & !columns != 0;
            along <= across && (0..9).filter(inside).any(beside)
                || across <= along && (0..9).any(|row| !inside(&row) && places[row] & crossed != 0)
        })
    }
}

/// Adds to each choice of columns how many of these it contains.
fn add_counts(counts: &mut Counts, columns: u16) {
    let (low, high) = contained(columns);
    for (counts, rest) in counts.iter_mut().zip(high) {
        for (count, low) in counts.iter_mut().zip(low) {
            *count += low + rest;
        }
    }
}

/// Adds one to each choice of columns that contains one of these.
fn add_presence(counts: &mut Counts, columns: u16) {
    let (low, high) = contained(columns);
    for (counts, rest) in counts.iter_mut().zip(high) {
        for (count, low) in counts.iter_mut().zip(low) {
            *count += (low | rest).min(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CellSet, Col, Grid, Pencilmarks, Row};

    /// Whether the sectors of this division are no more than the cells where some rows and columns cross, and eliminate
    /// something. Counted house by house.
    fn is_locked(facts: &Facts, rows: CellSet, columns: CellSet, along: u16) -> bool {
        let crossing = rows & columns & facts.empty_cells();
        let (mut sectors, mut eliminated) = (0, false);
        let lines = Row::all().map(|row| (row.cells(), along)).chain(Col::all().map(|col| (col.cells(), 511 & !along)));
        for (index, (line, digits)) in lines.enumerate() {
            if !line.is_subset(if index < 9 { rows } else { columns }) {
                continue;
            }
            for digit in Digit::ALL.into_iter().filter(|digit| digits >> digit.index() & 1 != 0) {
                let places = facts.cells_with(digit) & line;
                if !(places & crossing).is_empty() {
                    sectors += 1;
                    eliminated |= !(places - crossing).is_empty();
                }
            }
        }
        !crossing.is_empty() && sectors <= crossing.len() && eliminated
    }

    #[test]
    fn choices_left_out_have_no_locked_sectors() {
        let lines = [
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ];
        let (mut locked, mut left_out) = (0, 0);
        for line in lines {
            let grid: Grid = line.parse().unwrap();
            let facts = Facts::new(Pencilmarks::from(&grid), grid.filled());
            let promising = Promising::new(&facts);
            let choices = || (0..512_usize).filter(|choice| choice.count_ones() >= 3);
            let cells = |choice: usize, of: &dyn Fn(usize) -> CellSet| {
                (0..9).filter(|line| choice >> line & 1 != 0).fold(CellSet::EMPTY, |all, line| all | of(line))
            };
            // Some that are promising, and some that are not.
            let some = choices().filter(|&rows| promising.contains(rows, false)).take(1);
            let others = choices().filter(|&rows| !promising.contains(rows, false)).step_by(200);
            left_out += others.clone().count();
            for rows in some.chain(others) {
                let row_cells = cells(rows, &|row| Row::from_index(row).cells());
                for columns in choices() {
                    let column_cells = cells(columns, &|col| Col::from_index(col).cells());
                    let crossed =
                        |col: usize| !(Col::from_index(col).cells() & row_cells & facts.empty_cells()).is_empty();
                    if !(0..9).all(|col| columns >> col & 1 == 0 || crossed(col)) {
                        continue;
                    }
                    if (1..511).any(|along| is_locked(&facts, row_cells, column_cells, along)) {
                        locked += 1;
                        assert!(promising.contains(rows, false), "{rows} {columns} of {line}");
                    }
                }
            }
        }
        assert!(locked > 0 && left_out > 0);
    }
}
