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

use alloc::vec::Vec;

use crate::Digit;
use crate::bits::{count_of_nine, ones};
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

/// For some of the first four columns, and a number of others: how many columns each choice of the first four contains,
/// together with those others.
static CONTAINED: [[[u8; 16]; 8]; 16] = {
    let mut table = [[[0; 16]; 8]; 16];
    let mut i = 0;
    while i < 16 * 8 * 16 {
        table[i / 128][i / 16 % 8][i % 16] = COMMON[i / 128][i % 16] + (i / 16 % 8) as u8;
        i += 1;
    }
    table
};

/// For each choice of the last five columns the counts for it and all choices of the first four: how many of some columns
/// they contain.
fn contained(columns: u16) -> impl Iterator<Item = &'static [u8; 16]> {
    let (first, last) = (&CONTAINED[usize::from(columns & 15)], &COMMON[usize::from(columns >> 4 & 31)]);
    last.iter().map(|count| &first[usize::from(count & 7)])
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
        let mut ends: Vec<Sums> = Vec::with_capacity(1 << LAST);
        ends.push(Sums::NONE);
        for row in 9 - LAST..9 {
            for known in 0..ends.len() {
                let more = ranks.with(&ends[known], row);
                ends.push(more);
            }
        }
        ranks.visit(0, &Sums::NONE, &ends);
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
    rows: usize,
    cells: Counts,
    along: [Counts; 9],
    /// The columns of the rows' empty cells, and of each digit in the rows.
    empty: u16,
    columns: [u16; 9],
}

impl Sums {
    const NONE: Sums = Sums { rows: 0, cells: [[0; 16]; 32], along: [[[0; 16]; 32]; 9], empty: 0, columns: [0; 9] };
}

/// The sums of a choice of rows are those of its rows among the last three, all choices of which are stored, added to
/// those of its other rows.
const LAST: usize = 3;

struct Ranks {
    /// By digit and row: the columns.
    places: [[u16; 9]; 9],
    /// By row: the columns of its empty cells.
    empty: [u16; 9],
    promising: Promising,
}

impl Ranks {
    /// Examines choices of rows that begin with these and end with some of the last three.
    fn visit(&mut self, first: usize, sums: &Sums, ends: &[Sums]) {
        for end in ends {
            if (sums.rows | end.rows).count_ones() >= 3 {
                self.examine(sums, end);
            }
        }
        for row in first..9 - LAST {
            let more = self.with(sums, row);
            self.visit(row + 1, &more, ends);
        }
    }

    /// The sums with one row more.
    fn with(&self, sums: &Sums, row: usize) -> Sums {
        let mut more = sums.clone();
        more.rows |= 1 << row;
        more.empty |= self.empty[row];
        add(&mut more.cells, self.empty[row], |count, contained| count + contained);
        for digit in 0..9 {
            let columns = self.places[digit][row];
            more.columns[digit] |= columns;
            if columns != 0 {
                add(&mut more.along[digit], columns, |count, contained| count + contained.min(1));
            }
        }
        more
    }

    fn examine(&mut self, start: &Sums, end: &Sums) {
        let rows = start.rows | end.rows;
        let empty = start.empty | end.empty;
        let mut least: Counts = [[0; 16]; 32];
        for digit in 0..9 {
            let columns = start.columns[digit] | end.columns[digit];
            if columns == 0 {
                continue;
            }
            let along = start.along[digit].iter().zip(&end.along[digit]);
            for ((least, (start, end)), across) in least.iter_mut().zip(along).zip(contained(columns)) {
                for lane in 0..16 {
                    least[lane] += (start[lane] + end[lane]).min(across[lane]);
                }
            }
        }
        let cells = start.cells.iter().zip(&end.cells);
        for (high, (least, (of_start, of_end))) in least.iter().zip(cells).enumerate() {
            // Without branches, so that the compiler compares all lanes at once.
            let cells: [u8; 16] = core::array::from_fn(|lane| of_start[lane] + of_end[lane]);
            let few = |lane: usize| (least[lane] <= cells[lane]) & (cells[lane] != 0);
            if !(0..16).fold(false, |any, lane| any | few(lane)) {
                continue;
            }
            for lane in (0..16).filter(|&lane| few(lane)) {
                let columns = 16 * high + lane;
                // A column without empty cells adds nothing to the choice without it.
                let proper = columns.count_ones() >= 3 && columns as u16 & !empty == 0;
                let known = self.promising.chosen[0][rows] && self.promising.chosen[1][columns];
                if proper && !known && (least[lane] < cells[lane] || self.eliminates([start, end], columns)) {
                    self.promising.chosen[0][rows] = true;
                    self.promising.chosen[1][columns] = true;
                }
            }
        }
    }

    /// Whether as many sectors as cells, in some least division of the digits, eliminate anything.
    fn eliminates(&self, [start, end]: [&Sums; 2], choice: usize) -> bool {
        let (rows, columns) = ((start.rows | end.rows) as u16, choice as u16);
        (0..9).any(|digit| {
            let places = &self.places[digit];
            let count = |sums: &Sums| usize::from(sums.along[digit][choice / 16][choice % 16]);
            let along = count(start) + count(end);
            let crossed = (start.columns[digit] | end.columns[digit]) & columns;
            let across = count_of_nine(crossed);
            let beside = |row: usize| places[row] & columns != 0 && places[row] & !columns != 0;
            along <= across && ones(rows).any(beside)
                || across <= along && ones(0x1FF & !rows).any(|row| places[row] & crossed != 0)
        })
    }
}

/// Changes the count of each choice of columns, given how many of these it contains.
fn add(counts: &mut Counts, columns: u16, change: impl Fn(u8, u8) -> u8) {
    for (counts, contained) in counts.iter_mut().zip(contained(columns)) {
        for (count, contained) in counts.iter_mut().zip(contained) {
            *count = change(*count, *contained);
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
