//! Locked sectors: as many cells as sectors that can fill them, over many houses at once.
//!
//! A sector is a digit in a house. Where the candidates of n cells all lie in n sectors, each sector must put its digit
//! into these cells, and has it nowhere else. A naked subset is the case of one house. Two larger ones have names:
//!
//! - *Multi-sector locked sets*: the cells where some rows and columns cross. The digits are split in two: some are
//!   counted along the rows, the others down the columns.
//! - *SK loop*: two rows and two columns cross in four blocks; in each block two cells of the row and two of the column
//!   beside the crossing. Sixteen cells, and two digits for each of the four lines and four blocks.
//!
//! ```text
//!   . a a | . . . | b b .      the crossings at r1c1, r1c9, r9c1 and r9c9: `a` and `b` share two digits along the row,
//!   c . . | . . . | . . d      `a` and `c` two digits of the block, `c` and `e` two digits down the column, and so on
//!   c . . | . . . | . . d      round the loop
//!   ------+-------+------
//!   e . . | . . . | . . f
//! ```
//!
//! For the first, rows and digits are gone through; the columns follow, for a column is worth taking where it has more
//! cells in the rows than sectors it needs. Then the same with rows and columns exchanged.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::side::Side;
use crate::explain::{Facts, LockedSectors, Pattern, Technique};
use crate::{CandidateSet, Cell, CellSet, Col, DigitSet, House, Row};

/// What the sectors remove: their digits elsewhere in their houses.
fn eliminations(facts: &Facts, pattern: &LockedSectors) -> CandidateSet {
    let mut eliminations = CandidateSet::EMPTY;
    for &(house, digits) in &pattern.sectors {
        for digit in digits {
            let cells = (house.cells() - pattern.cells) & facts.cells_with(digit);
            eliminations |= CandidateSet::of_digit(digit, cells);
        }
    }
    eliminations
}

fn candidates(facts: &Facts, cells: CellSet) -> u16 {
    facts.digits_among(cells).to_bits()
}

/// How many bits each choice of nine has.
static COUNT: [u8; 512] = {
    let mut table = [0; 512];
    let mut bits = 1;
    while bits < 512 {
        table[bits] = table[bits & (bits - 1)] + 1;
        bits += 1;
    }
    table
};

/// Rows first, then columns in their place.
pub(in crate::explain) fn multi_sector(search: &mut StepSearch<'_>) -> Flow {
    let mut told = BTreeSet::new();
    Side::BOTH.into_iter().try_for_each(|side| from_rows(search, side, &mut told))
}

/// Rows in order, then the digits counted along rows; three rows and three columns at least.
fn from_rows(search: &mut StepSearch<'_>, side: Side, told: &mut BTreeSet<CandidateSet>) -> Flow {
    let facts = search.facts;
    // For each choice of rows and each column: its empty cells there and their candidates.
    let mut counts = [[0_u8; 9]; 512];
    let mut unions = [[0_u16; 9]; 512];
    // For each row and each choice of columns: the candidates there.
    let mut in_row = [[0_u16; 512]; 9];
    for choice in 1_usize..512 {
        let (rest, line) = (choice & (choice - 1), choice.trailing_zeros() as usize);
        for across in 0..9 {
            let cell = side.cell(line, across);
            let empty = facts.empty_cells().contains(cell);
            counts[choice][across] = counts[rest][across] + u8::from(empty);
            unions[choice][across] = unions[rest][across] | facts.digits_in(cell).to_bits();
            let cell = side.cell(across, line);
            in_row[across][choice] = in_row[across][rest] | facts.digits_in(cell).to_bits();
        }
    }
    let count = |bits: u16| COUNT[usize::from(bits & 0x1FF)];
    for rows in (1_usize..512).filter(|rows| (3..=6).contains(&rows.count_ones())) {
        let (counts, unions) = (&counts[rows], &unions[rows]);
        let all = unions.iter().fold(0, |all, digits| all | digits);
        // Splits of the digits that are there. Where one side has all of them nothing is left to remove.
        let mut along = 0;
        loop {
            along = (along | !all).wrapping_add(1) & all;
            if along == all || along == 0 {
                break;
            }
            // What each column adds: cells less the sectors that cover their other candidates.
            let mut gains = [0_i8; 9];
            let (mut gained, mut columns) = (0_u8, 0_u16);
            for col in 0..9 {
                let gain = counts[col] as i8 - count(unions[col] & !along) as i8;
                gains[col] = gain;
                if gain > 0 {
                    gained += gain as u8;
                    columns |= 1 << col;
                }
            }
            if u32::from(gained) < rows.count_ones() {
                continue;
            }
            let needed = |columns: u16| -> u8 {
                let mut rest = rows;
                let mut needed = 0;
                while rest != 0 {
                    needed += count(in_row[rest.trailing_zeros() as usize][usize::from(columns)] & along);
                    rest &= rest - 1;
                }
                needed
            };
            if needed(columns) != gained {
                continue;
            }
            // A column that costs nothing may come along: it has its own digits to remove.
            for col in (0..9).filter(|&col| gains[col] == 0 && counts[col] > 0) {
                if needed(columns | 1 << col) == gained {
                    columns |= 1 << col;
                }
            }
            if columns.count_ones() < 3 {
                continue;
            }
            let chosen = |lines: usize| (0..9_usize).filter(move |line| lines >> line & 1 != 0);
            let cells_of = |houses: &mut dyn Iterator<Item = House>| {
                houses.fold(CellSet::EMPTY, |cells, house| cells | house.cells())
            };
            let columns = usize::from(columns);
            let cells = cells_of(&mut chosen(rows).map(|row| side.line(row)))
                & cells_of(&mut chosen(columns).map(|col| side.cross(col)))
                & facts.empty_cells();
            let along_rows = chosen(rows).map(|row| (side.line(row), in_row[row][columns] & along));
            let down = chosen(columns).map(|col| (side.cross(col), unions[col] & !along));
            let sectors = along_rows.chain(down).map(|(house, digits)| (house, DigitSet::from_bits(digits)));
            let pattern = LockedSectors { cells, sectors: sectors.filter(|(_, digits)| !digits.is_empty()).collect() };
            let eliminations = eliminations(facts, &pattern);
            if !eliminations.is_empty() && told.insert(eliminations) {
                search.push(Technique::MultiSectorLockedSets, CandidateSet::EMPTY, eliminations, || {
                    Pattern::LockedSectors(pattern)
                })?;
            }
        }
    }
    GO_ON
}

/// Two rows of different bands, two columns of different stacks, all sixteen cells empty.
pub(in crate::explain) fn sk_loop(search: &mut StepSearch<'_>) -> Flow {
    let pairs = || (0..9_usize).flat_map(|a| (a + 1..9).filter(move |b| a / 3 != b / 3).map(move |b| [a, b]));
    for rows in pairs() {
        for cols in pairs() {
            cross(search, rows.map(Row::from_index), cols.map(Col::from_index))?;
        }
    }
    GO_ON
}

fn cross(search: &mut StepSearch<'_>, rows: [Row; 2], cols: [Col; 2]) -> Flow {
    let facts = search.facts;
    // The pair of the row and the pair of the column in each block, by row and column.
    let mut beside = [[[CellSet::EMPTY; 2]; 2]; 2];
    for (i, row) in rows.into_iter().enumerate() {
        for (j, col) in cols.into_iter().enumerate() {
            let crossing = Cell::at(row, col);
            let block = crossing.block().cells().without(crossing);
            beside[i][j] = [block & row.cells(), block & col.cells()];
            if !(beside[i][j][0] | beside[i][j][1]).is_subset(facts.empty_cells()) {
                return GO_ON;
            }
        }
    }
    let digits = |i: usize, j: usize, line: usize| candidates(facts, beside[i][j][line]);
    // Two digits for each line that both its pairs have.
    let choices = |common: u16| -> Vec<u16> {
        let pairs = (0..9).flat_map(|a| (a + 1..9).map(move |b| 1_u16 << a | 1 << b));
        pairs.filter(|pair| pair & !common == 0).collect()
    };
    let row_choices = [0, 1].map(|i| choices(digits(i, 0, 0) & digits(i, 1, 0)));
    let col_choices = [0, 1].map(|j| choices(digits(0, j, 1) & digits(1, j, 1)));
    let block = |i: usize, j: usize, row: u16, col: u16| (digits(i, j, 0) & !row) | (digits(i, j, 1) & !col);
    let fits = |i: usize, j: usize, row: u16, col: u16| block(i, j, row, col).count_ones() <= 2;
    for &first_row in &row_choices[0] {
        for &first_col in col_choices[0].iter().filter(|&&col| fits(0, 0, first_row, col)) {
            for &second_row in row_choices[1].iter().filter(|&&row| fits(1, 0, row, first_col)) {
                for &second_col in &col_choices[1] {
                    if !fits(0, 1, first_row, second_col) || !fits(1, 1, second_row, second_col) {
                        continue;
                    }
                    let (of_rows, of_cols) = ([first_row, second_row], [first_col, second_col]);
                    let mut sectors = Vec::new();
                    let mut cells = CellSet::EMPTY;
                    for index in 0..2 {
                        sectors.push((House::Row(rows[index]), of_rows[index]));
                        sectors.push((House::Col(cols[index]), of_cols[index]));
                    }
                    for i in 0..2 {
                        for j in 0..2 {
                            let house = House::Block(Cell::at(rows[i], cols[j]).block());
                            sectors.push((house, block(i, j, of_rows[i], of_cols[j])));
                            cells |= beside[i][j][0] | beside[i][j][1];
                        }
                    }
                    let sectors: Vec<_> =
                        sectors.into_iter().map(|(house, bits)| (house, DigitSet::from_bits(bits))).collect();
                    // With fewer sectors than cells there is no solution at all.
                    if sectors.iter().map(|(_, digits)| digits.len()).sum::<usize>() != cells.len() {
                        continue;
                    }
                    let pattern = LockedSectors { cells, sectors };
                    let eliminations = eliminations(facts, &pattern);
                    search.push(Technique::SkLoop, CandidateSet::EMPTY, eliminations, || {
                        Pattern::LockedSectors(pattern)
                    })?;
                }
            }
        }
    }
    GO_ON
}
