//! Tables of all possible second rows of a canonical form.
//!
//! Label the digits of a solution by their columns in the first row: the first row is then 123456789. The relabelled
//! second row is a permutation of the columns: it has 7 in column 4 if its digit in column 4 is that of column 7 in the
//! first row. The block rule leaves 12,096 such permutations.
//!
//! Permuting columns within stacks, and stacks, changes both rows and turns the permutation into a conjugate. The least
//! second row that a pair of rows can reach therefore depends only on the conjugacy class, and there are only 15
//! classes:
//!
//! ```text
//!   row 1    5 3 4   6 7 8   9 1 2     labels the columns 1 to 9
//!   row 2    6 7 2   1 9 5   3 4 8
//!   is then  4 5 9   8 7 1   2 3 6     the permutation, one of 12,096
//!            4 5 7   3 8 9   6 2 1     the least of its class. Some of the 1,296 arrangements of the columns reach it:
//!                                      as many as the class has symmetries, mostly one
//! ```
//!
//! Exchanging the two rows gives the inverse permutation, which is always in the same class.
//!
//! The number of a permutation is its rank among the 12,096 in lexicographic order. It is the sum of three numbers, one
//! for the three entries under each block: the first block determines which digits are left for the others, but not the
//! number of ways to choose and order them.

/// The number of possible second rows.
const PERMUTATIONS: usize = 12_096;
/// The number of arrangements of the columns: 3! orders of the stacks, and 3! of the columns in each.
const ARRANGEMENTS: usize = 1_296;
/// The number of classes of permutations under arrangements of the columns.
const CLASSES: usize = 15;
/// Not yet computed.
const UNKNOWN: u16 = u16::MAX;

/// Nine columns or digits, padded to a length that any four bits can index.
pub(super) type Line = [u8; 16];

/// An arrangement of the columns.
#[derive(Clone, Copy)]
pub(super) struct Arrangement {
    /// The column of the grid at each place.
    pub(super) columns: Line,
    /// The place of each column of the grid.
    pub(super) places: Line,
}

/// The tables of second rows.
pub(super) struct SecondRows {
    /// Three summands of a permutation's number, by the entries under each block.
    summands: [[u16; 729]; 3],
    /// The class of each permutation, in the order of the least second rows.
    classes: [u8; PERMUTATIONS],
    /// The least second row of each class.
    least: [Line; CLASSES],
    /// The number of arrangements that map a permutation of each class to the least.
    counts: [u16; CLASSES],
    /// The index of the first such arrangement of each permutation in `reaching`.
    begins: [u16; PERMUTATIONS],
    /// The numbers of these arrangements, grouped by permutation.
    reaching: [u16; CLASSES * ARRANGEMENTS],
    arrangements: [Arrangement; ARRANGEMENTS],
}

/// The tables, computed at compile time.
#[cfg(not(all(target_family = "wasm", feature = "std", not(debug_assertions))))]
#[allow(long_running_const_eval, reason = "about three million steps")]
pub(super) static SECOND_ROWS: SecondRows = SecondRows::new();

/// The tables, computed on first use in 10 ms: in the binary they would be an eighth of the page's download.
/// Unoptimised code would need more stack than WebAssembly has.
#[cfg(all(target_family = "wasm", feature = "std", not(debug_assertions)))]
pub(super) static SECOND_ROWS: std::sync::LazyLock<SecondRows> = std::sync::LazyLock::new(SecondRows::new);

impl SecondRows {
    /// The number of a permutation.
    #[inline(always)]
    pub(super) const fn number(&self, row: &Line) -> usize {
        number(&self.summands, row)
    }

    /// The class of the permutation with this number. Classes are ordered by their least second rows.
    #[inline(always)]
    pub(super) const fn class(&self, number: usize) -> u8 {
        self.classes[number]
    }

    /// The least second row of a class.
    pub(super) const fn least(&self, class: u8) -> &Line {
        &self.least[class as usize]
    }

    /// The numbers of the arrangements that map a permutation to the least of its class.
    #[inline(always)]
    pub(super) fn reaching(&self, number: usize) -> &[u16] {
        let begin = usize::from(self.begins[number]);
        &self.reaching[begin..begin + usize::from(self.counts[usize::from(self.classes[number])])]
    }

    /// The arrangement with this number.
    #[inline(always)]
    pub(super) const fn arrangement(&self, number: u16) -> &Arrangement {
        &self.arrangements[number as usize]
    }

    const fn new() -> SecondRows {
        let arrangements = arrangements();
        let (rows, summands) = permutations();
        let mut tables = SecondRows {
            summands,
            classes: [u8::MAX; PERMUTATIONS],
            least: [[0; 16]; CLASSES],
            counts: [0; CLASSES],
            begins: [UNKNOWN; PERMUTATIONS],
            reaching: [UNKNOWN; CLASSES * ARRANGEMENTS],
            arrangements,
        };
        let mut class = 0;
        let mut number = 0;
        while number < PERMUTATIONS {
            // Numbers are in lexicographic order: the first of a class is its least.
            if tables.begins[number] == UNKNOWN {
                tables.fill_class(class, &rows[number]);
                class += 1;
            }
            number += 1;
        }
        assert!(class == CLASSES);
        tables
    }

    /// Fills in the class of which this permutation is the least: its members, and the arrangements that map each to
    /// the least.
    const fn fill_class(&mut self, class: usize, least: &Line) {
        self.least[class] = *least;
        let mut origins = [0; ARRANGEMENTS];
        let mut index = 0;
        while index < ARRANGEMENTS {
            let Arrangement { columns, places } = &self.arrangements[index];
            let mut origin = [0; 16];
            let mut column = 0;
            while column < 9 {
                origin[column] = columns[least[places[column] as usize] as usize];
                column += 1;
            }
            origins[index] = number(&self.summands, &origin);
            // Equally many arrangements map each member of the class to the least.
            self.counts[class] += (origins[index] == number(&self.summands, least)) as u16;
            index += 1;
        }
        let mut end = class * ARRANGEMENTS;
        index = 0;
        while index < ARRANGEMENTS {
            let origin = origins[index];
            if self.begins[origin] == UNKNOWN {
                self.begins[origin] = end as u16;
                self.classes[origin] = class as u8;
                end += self.counts[class] as usize;
            }
            let mut at = self.begins[origin] as usize;
            while self.reaching[at] != UNKNOWN {
                at += 1;
            }
            self.reaching[at] = index as u16;
            index += 1;
        }
        assert!(end == (class + 1) * ARRANGEMENTS);
    }
}

#[inline(always)]
const fn number(summands: &[[u16; 729]; 3], row: &Line) -> usize {
    summands[0][under_block(row, 0)] as usize
        + summands[1][under_block(row, 1)] as usize
        + summands[2][under_block(row, 2)] as usize
}

/// The three entries under a block as one number.
#[inline(always)]
const fn under_block(row: &Line, block: usize) -> usize {
    row[block * 3] as usize * 81 + row[block * 3 + 1] as usize * 9 + row[block * 3 + 2] as usize
}

/// The six orders of three things.
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

const fn arrangements() -> [Arrangement; ARRANGEMENTS] {
    let mut all = [Arrangement { columns: [0; 16], places: [0; 16] }; ARRANGEMENTS];
    let mut index = 0;
    while index < ARRANGEMENTS {
        let stacks = ORDERS[index / 216];
        let within = [ORDERS[index / 36 % 6], ORDERS[index / 6 % 6], ORDERS[index % 6]];
        let mut place = 0;
        while place < 9 {
            let column = stacks[place / 3] * 3 + within[place / 3][place % 3];
            all[index].columns[place] = column;
            all[index].places[column as usize] = place as u8;
            place += 1;
        }
        index += 1;
    }
    all
}

/// All second rows in lexicographic order, and the summands of their numbers.
const fn permutations() -> ([Line; PERMUTATIONS], [[u16; 729]; 3]) {
    let mut rows = [[0; 16]; PERMUTATIONS];
    let mut summands = [[0; 729]; 3];
    let mut count = 0;
    let mut row: Line = [0; 16];
    let mut first = 0;
    while first < 729 {
        let used = put(&mut row, 0, first);
        let begin = count;
        let mut second = 0;
        while second < 729 && used != 0 {
            let used = used | put(&mut row, 1, second) << 9;
            // Six different digits, and none of those left is in the third block of the first row.
            let both = used & used >> 9 & 0x1FF;
            let left = !(used | used >> 9) & 0x1FF;
            if used >> 9 != 0 && both == 0 && left < 1 << 6 {
                summands[0][first] = begin as u16;
                summands[1][second] = (count - begin) as u16;
                let lowest = left.trailing_zeros();
                let highest = left.ilog2();
                let middle = (left ^ 1 << lowest ^ 1 << highest).trailing_zeros();
                let digits = [lowest as u8, middle as u8, highest as u8];
                let mut order = 0;
                while order < 6 {
                    let mut i = 0;
                    while i < 3 {
                        row[6 + i] = digits[ORDERS[order][i] as usize];
                        i += 1;
                    }
                    summands[2][under_block(&row, 2)] = order as u16;
                    rows[count] = row;
                    count += 1;
                    order += 1;
                }
            }
            second += 1;
        }
        first += 1;
    }
    assert!(count == PERMUTATIONS);
    (rows, summands)
}

/// Puts three digits, given as one number, under a block. Returns their bits, or 0 if they are not allowed there: two
/// are equal, or one is in the same block of the first row.
const fn put(row: &mut Line, block: usize, digits: usize) -> u32 {
    let digits = [digits / 81, digits / 9 % 9, digits % 9];
    let mut used = 0;
    let mut i = 0;
    while i < 3 {
        row[block * 3 + i] = digits[i] as u8;
        if digits[i] / 3 == block {
            return 0;
        }
        used |= 1 << digits[i];
        i += 1;
    }
    if u32::count_ones(used) == 3 { used } else { 0 }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn every_row() -> Vec<Line> {
        permutations().0.to_vec()
    }

    fn arranged(row: &Line, arrangement: &Arrangement) -> Line {
        let mut image = [0; 16];
        for (name, column) in image[..9].iter_mut().zip(arrangement.columns) {
            *name = arrangement.places[usize::from(row[usize::from(column)])];
        }
        image
    }

    #[test]
    fn the_rows_are_those_that_the_block_rule_allows_in_lexicographic_order() {
        let rows = every_row();
        assert!(rows.is_sorted());
        for (number, row) in rows.iter().enumerate() {
            assert_eq!(SECOND_ROWS.number(row), number);
            let digits: u16 = row[..9].iter().map(|digit| 1 << digit).sum();
            assert_eq!(digits, 0x1FF);
            assert!((0..9).all(|column| usize::from(row[column]) / 3 != column / 3));
        }
        // By hand: two ways to assign whole triads to blocks and 2 x 27 with mixed triads, each in 6^3 orders.
        assert_eq!(rows.len(), (2 + 2 * 27) * 216);
    }

    #[test]
    fn exactly_the_listed_arrangements_reach_the_least_row_of_a_class() {
        for (number, row) in every_row().iter().enumerate().step_by(11) {
            let least = SECOND_ROWS.least(SECOND_ROWS.class(number));
            let images: Vec<Line> =
                SECOND_ROWS.arrangements.iter().map(|arrangement| arranged(row, arrangement)).collect();
            assert_eq!(images.iter().min(), Some(least));
            let mut reaching: Vec<u16> =
                (0u16..).zip(&images).filter(|(_, image)| *image == least).map(|(index, _)| index).collect();
            let mut listed = SECOND_ROWS.reaching(number).to_vec();
            reaching.sort();
            listed.sort();
            assert_eq!(listed, reaching);
        }
    }

    #[test]
    fn a_permutation_and_its_inverse_are_in_the_same_class() {
        for (number, row) in every_row().iter().enumerate() {
            let mut inverse = [0; 16];
            for (column, name) in (0u8..9).zip(row) {
                inverse[usize::from(*name)] = column;
            }
            assert_eq!(SECOND_ROWS.class(SECOND_ROWS.number(&inverse)), SECOND_ROWS.class(number));
        }
    }
}
