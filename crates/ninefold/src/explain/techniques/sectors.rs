//! Locked sectors: as many cells as sectors that can fill them, over many houses at once.
//!
//! A sector is a digit in a house. If the candidates of n cells all lie in n sectors, each sector has its digit in these
//! cells and nowhere else. A naked subset is the case of one house. Two larger cases have names:
//!
//! - *Multi-sector locked sets*: the cells where some rows and columns cross. The digits are divided in two parts: some are
//!   counted along the rows, the others along the columns.
//! - *SK loop*: two rows and two columns cross in four blocks; in each block two cells of the row and two of the column
//!   beside the crossing. Sixteen cells, and two digits for each of the four lines and four blocks.
//!
//! ```text
//!   . a a | . . . | b b .      the crossings at r1c1, r1c9, r9c1 and r9c9: `a` and `b` share two digits along the row,
//!   c . . | . . . | . . d      `a` and `c` two digits of the block, `c` and `e` two digits of the column, and so on
//!   c . . | . . . | . . d      around the loop
//!   ------+-------+------
//!   e . . | . . . | . . f
//! ```
//!
//! For the first, all choices of rows and digits are tried. The columns follow: a column is included if it has more cells in
//! the rows than it needs sectors. Then the same with rows and columns exchanged. Most choices of rows have no locked
//! sectors with any columns, and `ranks.rs` counts sectors to leave these out.

mod ranks;

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::bits::{count_of_nine, ones};
use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::side::Side;
use crate::explain::{Facts, LockedSectors, Pattern, Technique};
use crate::{CandidateSet, Cell, CellSet, Col, DigitSet, House, HouseSet, Row};
use ranks::Promising;

/// What the sectors eliminate: their digits elsewhere in their houses.
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

/// Rows as lines first, then columns.
pub(in crate::explain) fn multi_sector(search: &mut StepSearch<'_>) -> Flow {
    let promising = Promising::new(search.facts);
    let mut reported = BTreeSet::new();
    Side::BOTH.into_iter().try_for_each(|side| from_lines(search, side, &promising, &mut reported))
}

/// Choices of lines in order, then the digits counted along them; at least three lines and three cross lines.
fn from_lines(
    search: &mut StepSearch<'_>,
    side: Side,
    promising: &Promising,
    reported: &mut BTreeSet<CandidateSet>,
) -> Flow {
    let choices = (1_usize..512).filter(|lines| (3..=6).contains(&lines.count_ones()));
    let mut choices = choices.filter(|&lines| promising.contains(lines, side.is_transposed())).peekable();
    search.poll()?;
    if choices.peek().is_none() {
        return GO_ON;
    }
    let tables = Tables::new(search.facts, side);
    for lines in choices {
        search.poll()?;
        let all = tables.across[lines].iter().fold(0, |all, &(_, digits)| all | digits);
        let gains = Gains::new(&tables.across[lines]);
        // Divisions of the digits that are there. If one part has all of them, nothing can be eliminated.
        let mut along = 0;
        loop {
            along = (along | !all).wrapping_add(1) & all;
            if along == all || along == 0 {
                break;
            }
            // Every line needs a sector at least.
            let (gained, cross) = (gains.gained[usize::from(along)], gains.cross[usize::from(along)]);
            if u32::from(gained) < lines.count_ones() || tables.needed(lines, cross, along) != usize::from(gained) {
                continue;
            }
            let Some(cross) = tables.with_more(lines, cross, along) else { continue };
            let pattern = tables.pattern(search.facts, side, lines, cross, along);
            let eliminations = eliminations(search.facts, &pattern);
            if !eliminations.is_empty() && reported.insert(eliminations) {
                search.push(Technique::MultiSectorLockedSets, CandidateSet::EMPTY, eliminations, || {
                    Pattern::LockedSectors(pattern)
                })?;
            }
        }
    }
    GO_ON
}

/// The lines whose numbers are the bits of a choice.
fn chosen(choice: usize) -> impl Iterator<Item = usize> + Clone {
    ones(choice as u16)
}

/// For some lines and every division of the digits: the cross lines with more cells in the lines than sectors for the
/// digits counted across, and by how many together.
struct Gains {
    gained: [u16; 512],
    cross: [u16; 512],
}

impl Gains {
    /// Loops without branches, so that the compiler works on several divisions at once.
    fn new(across: &[(u8, u16); 9]) -> Gains {
        let mut gains = Gains { gained: [0; 512], cross: [0; 512] };
        for (line, &(empty, digits)) in across.iter().enumerate() {
            let empty = u16::from(empty);
            for (along, (gained, cross)) in gains.gained.iter_mut().zip(&mut gains.cross).enumerate() {
                let sectors = (digits & !(along as u16)).count_ones() as u16;
                *gained += empty.saturating_sub(sectors);
                *cross |= u16::from(empty > sectors) << line;
            }
        }
        gains
    }
}

/// The candidates where choices of lines cross other lines. Choices are sets of nine bits.
struct Tables {
    /// For each choice of lines and each cross line: how many empty cells it has there, and their candidates.
    across: [[(u8, u16); 9]; 512],
    /// For each line and each choice of cross lines: the candidates there.
    along: [[u16; 512]; 9],
}

impl Tables {
    fn new(facts: &Facts, side: Side) -> Tables {
        let mut tables = Tables { across: [[(0, 0); 9]; 512], along: [[0; 512]; 9] };
        for choice in 1_usize..512 {
            let (rest, line) = (choice & (choice - 1), choice.trailing_zeros() as usize);
            for other in 0..9 {
                let cell = side.cell(line, other);
                let (empty, digits) = tables.across[rest][other];
                let is_empty = u8::from(facts.empty_cells().contains(cell));
                tables.across[choice][other] = (empty + is_empty, digits | facts.digits_in(cell).to_bits());
                let cell = side.cell(other, line);
                tables.along[other][choice] = tables.along[other][rest] | facts.digits_in(cell).to_bits();
            }
        }
        tables
    }

    /// A choice of cross lines with as many cells as sectors, and with the cross lines that add as many cells as sectors:
    /// each has its own digits to eliminate. Nothing if there are fewer than three.
    fn with_more(&self, lines: usize, mut cross: u16, along: u16) -> Option<u16> {
        let needed = self.needed(lines, cross, along);
        for (line, &(empty, digits)) in self.across[lines].iter().enumerate() {
            if empty > 0
                && usize::from(empty) == count_of_nine(digits & !along)
                && self.needed(lines, cross | 1 << line, along) == needed
            {
                cross |= 1 << line;
            }
        }
        (cross.count_ones() >= 3).then_some(cross)
    }

    /// How many sectors along the lines the digits `along` need.
    fn needed(&self, lines: usize, cross: u16, along: u16) -> usize {
        chosen(lines).map(|line| count_of_nine(self.along[line][usize::from(cross)] & along)).sum()
    }

    fn pattern(&self, facts: &Facts, side: Side, lines: usize, cross: u16, along: u16) -> LockedSectors {
        let cross_lines = chosen(cross.into());
        let line_houses: HouseSet = chosen(lines).map(|line| side.line(line)).collect();
        let cross_houses: HouseSet = cross_lines.clone().map(|line| side.cross(line)).collect();
        let cells = line_houses.cells() & cross_houses.cells() & facts.empty_cells();
        let of_lines = chosen(lines).map(|line| (side.line(line), self.along[line][usize::from(cross)] & along));
        let of_cross = cross_lines.map(|line| (side.cross(line), self.across[lines][line].1 & !along));
        let sectors = of_lines.chain(of_cross).map(|(house, digits)| (house, DigitSet::from_bits(digits)));
        LockedSectors { cells, sectors: sectors.filter(|(_, digits)| !digits.is_empty()).collect() }
    }
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

/// The loops over two rows and two columns: choices of two digits for each line, then for each block.
fn cross(search: &mut StepSearch<'_>, rows: [Row; 2], cols: [Col; 2]) -> Flow {
    let Some(crossings) = Crossings::new(search.facts, rows, cols) else { return GO_ON };
    let digits = &crossings.digits;
    // Choices of two digits that both pairs of a line have.
    let choices = |common: u16| -> Vec<u16> {
        let pairs = (0..9).flat_map(|a| (a + 1..9).map(move |b| 1_u16 << a | 1 << b));
        pairs.filter(|pair| pair & !common == 0).collect()
    };
    let of_row = [0, 1].map(|i| choices(digits[i][0][0] & digits[i][1][0]));
    let of_col = [0, 1].map(|j| choices(digits[0][j][1] & digits[1][j][1]));
    let fits = |i: usize, j: usize, row: u16, col: u16| crossings.left(i, j, row, col).count_ones() <= 2;
    for &first_row in &of_row[0] {
        for &first_col in of_col[0].iter().filter(|&&col| fits(0, 0, first_row, col)) {
            for &second_row in of_row[1].iter().filter(|&&row| fits(1, 0, row, first_col)) {
                let both = |col: u16| fits(0, 1, first_row, col) && fits(1, 1, second_row, col);
                for &second_col in of_col[1].iter().filter(|&&col| both(col)) {
                    let pattern = crossings.pattern([first_row, second_row], [first_col, second_col]);
                    // With fewer sectors than cells there is no solution.
                    let sectors: usize = pattern.sectors.iter().map(|(_, digits)| digits.len()).sum();
                    if sectors == pattern.cells.len() {
                        let eliminations = eliminations(search.facts, &pattern);
                        search.push(Technique::SkLoop, CandidateSet::EMPTY, eliminations, || {
                            Pattern::LockedSectors(pattern)
                        })?;
                    }
                }
            }
        }
    }
    GO_ON
}

/// Two rows and two columns, and in each of the four blocks where they cross the cells beside the crossing.
struct Crossings {
    rows: [Row; 2],
    cols: [Col; 2],
    /// By row and column: the two cells of the row and the two of the column, and their candidates.
    cells: [[[CellSet; 2]; 2]; 2],
    digits: [[[u16; 2]; 2]; 2],
}

impl Crossings {
    /// Nothing if a cell is filled.
    fn new(facts: &Facts, rows: [Row; 2], cols: [Col; 2]) -> Option<Crossings> {
        let mut crossings = Crossings { rows, cols, cells: [[[CellSet::EMPTY; 2]; 2]; 2], digits: [[[0; 2]; 2]; 2] };
        for (i, row) in rows.into_iter().enumerate() {
            for (j, col) in cols.into_iter().enumerate() {
                let crossing = Cell::at(row, col);
                let block = crossing.block().cells().without(crossing);
                let cells = [block & row.cells(), block & col.cells()];
                if !(cells[0] | cells[1]).is_subset(facts.empty_cells()) {
                    return None;
                }
                crossings.cells[i][j] = cells;
                crossings.digits[i][j] = cells.map(|pair| facts.digits_among(pair).to_bits());
            }
        }
        Some(crossings)
    }

    /// The digits of a block's cells that are not those of the row and of the column.
    fn left(&self, i: usize, j: usize, row: u16, col: u16) -> u16 {
        let [in_row, in_col] = self.digits[i][j];
        (in_row & !row) | (in_col & !col)
    }

    /// The pattern with these digits for the rows and columns.
    fn pattern(&self, of_rows: [u16; 2], of_cols: [u16; 2]) -> LockedSectors {
        let mut sectors = Vec::new();
        let mut cells = CellSet::EMPTY;
        for index in 0..2 {
            sectors.push((House::Row(self.rows[index]), of_rows[index]));
            sectors.push((House::Col(self.cols[index]), of_cols[index]));
        }
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let house = House::Block(Cell::at(self.rows[i], self.cols[j]).block());
            sectors.push((house, self.left(i, j, of_rows[i], of_cols[j])));
            cells |= self.cells[i][j][0] | self.cells[i][j][1];
        }
        let sectors = sectors.into_iter().map(|(house, bits)| (house, DigitSet::from_bits(bits)));
        LockedSectors { cells, sectors: sectors.collect() }
    }
}
