//! Sets of small numbers as bits: iterating over the bits of an integer, rows of words, and matrices of such rows.
//!
//! ```text
//!              word 0            word 1
//!   row 0   0110...0010       1000...0000      row 0 contains 1, 2, 62 and 64
//!   row 1   0000...0001       0000...0000
//! ```
//!
//! A relation between the nodes of a graph is a matrix: row `a` contains the nodes related to `a`. A union of rows then
//! follows many edges at once.

use alloc::vec;
use alloc::vec::Vec;

/// The indices of the one bits, ascending.
#[inline]
pub(crate) fn ones<T>(bits: T) -> Ones<T> {
    Ones(bits)
}

/// Iterator over the one bits of an integer.
#[derive(Clone, Debug)]
pub(crate) struct Ones<T>(T);

macro_rules! iterate_ones {
    ($($integer:ty)*) => {$(
        impl Iterator for Ones<$integer> {
            type Item = usize;

            #[inline]
            fn next(&mut self) -> Option<usize> {
                if self.0 == 0 {
                    return None;
                }
                let index = self.0.trailing_zeros() as usize;
                self.0 &= self.0 - 1;
                Some(index)
            }
        }
    )*};
}
iterate_ones!(u16 u64 u128);

/// How many of the lowest nine bits are ones. The table is faster than `count_ones` where the target has no instruction
/// for it.
#[inline]
pub(crate) const fn count_of_nine(bits: u16) -> usize {
    COUNT[(bits & 0x1FF) as usize] as usize
}

static COUNT: [u8; 512] = {
    let mut table = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        table[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    table
};

/// How many words a row needs for so many bits.
#[inline]
pub(crate) const fn words_for(bits: usize) -> usize {
    bits.div_ceil(64)
}

/// A row of bits, 64 to a word. Operations on two rows expect the same length.
pub(crate) trait BitRow {
    /// Whether the row contains a number.
    fn has(&self, number: usize) -> bool;

    /// Adds a number.
    fn put(&mut self, number: usize);

    /// The numbers in the row, ascending.
    fn ones(&self) -> impl Iterator<Item = usize> + '_;

    /// Whether the row contains nothing.
    fn is_blank(&self) -> bool;

    /// Adds all numbers of another row.
    fn unite(&mut self, other: &[u64]);

    /// Keeps the numbers that another row contains too.
    fn intersect(&mut self, other: &[u64]);

    /// Whether the two rows have a number in common.
    fn meets(&self, other: &[u64]) -> bool;
}

impl BitRow for [u64] {
    #[inline]
    fn has(&self, number: usize) -> bool {
        self[number / 64] >> (number % 64) & 1 != 0
    }

    #[inline]
    fn put(&mut self, number: usize) {
        self[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.iter().enumerate().flat_map(|(word, &bits)| ones(bits).map(move |bit| 64 * word + bit))
    }

    #[inline]
    fn is_blank(&self) -> bool {
        self.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    fn unite(&mut self, other: &[u64]) {
        self.iter_mut().zip(other).for_each(|(word, more)| *word |= more);
    }

    #[inline]
    fn intersect(&mut self, other: &[u64]) {
        self.iter_mut().zip(other).for_each(|(word, kept)| *word &= kept);
    }

    #[inline]
    fn meets(&self, other: &[u64]) -> bool {
        self.iter().zip(other).fold(0, |all, (a, b)| all | a & b) != 0
    }
}

/// Rows of equal length, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct BitMatrix {
    words: usize,
    bits: Vec<u64>,
}

impl BitMatrix {
    /// So many empty rows for the numbers below `columns`.
    pub(crate) fn new(rows: usize, columns: usize) -> BitMatrix {
        let words = words_for(columns);
        BitMatrix { words, bits: vec![0; rows * words] }
    }

    /// No row yet, room for some.
    pub(crate) fn with_capacity(rows: usize, columns: usize) -> BitMatrix {
        let words = words_for(columns);
        BitMatrix { words, bits: Vec::with_capacity(rows * words) }
    }

    /// How many words a row has.
    #[inline]
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// How many rows there are.
    #[inline]
    pub(crate) fn rows(&self) -> usize {
        self.bits.len().checked_div(self.words).unwrap_or(0)
    }

    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    #[inline]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }

    /// Three rows, from this one on.
    #[inline]
    pub(crate) fn three_rows_mut(&mut self, row: usize) -> [&mut [u64]; 3] {
        let (first, rest) = self.bits[row * self.words..][..3 * self.words].split_at_mut(self.words);
        let (second, third) = rest.split_at_mut(self.words);
        [first, second, third]
    }

    /// The rows before this one, and this one.
    #[inline]
    pub(crate) fn split_at_row(&mut self, row: usize) -> (Rows<'_>, &mut [u64]) {
        let (before, rest) = self.bits.split_at_mut(row * self.words);
        (Rows { words: self.words, bits: before }, &mut rest[..self.words])
    }

    /// Adds a row at the end and returns it.
    #[inline]
    pub(crate) fn push_blank(&mut self) -> &mut [u64] {
        let start = self.bits.len();
        self.bits.resize(start + self.words, 0);
        &mut self.bits[start..]
    }

    /// Adds a copy of a row at the end.
    #[inline]
    pub(crate) fn push(&mut self, row: &[u64]) {
        debug_assert_eq!(row.len(), self.words);
        self.bits.extend_from_slice(row);
    }

    /// Removes the last row.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.bits.truncate(self.bits.len() - self.words);
    }
}

/// Some rows of a matrix, to be read while another row is written.
#[derive(Debug)]
pub(crate) struct Rows<'a> {
    words: usize,
    bits: &'a mut [u64],
}

impl Rows<'_> {
    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    #[inline]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ones_of_an_integer_are_the_powers_of_two_it_is_made_of() {
        for number in [0_u16, 1, 5, 0x8001, u16::MAX] {
            assert_eq!(ones(number).map(|bit| 1_u16 << bit).sum::<u16>(), number);
        }
        assert_eq!(ones(1_u128 << 127 | 1).collect::<Vec<_>>(), [0, 127]);
    }

    #[test]
    fn rows_behave_as_sets_of_numbers() {
        let row = |numbers: &[usize]| {
            let mut row = [0; 3];
            numbers.iter().for_each(|&number| row.put(number));
            row
        };
        let (mut a, b) = (row(&[1, 63, 64, 130]), row(&[64, 131]));
        assert_eq!(a.ones().collect::<Vec<_>>(), [1, 63, 64, 130]);
        assert!(a.has(63) && !a.has(62) && a.meets(&b) && !b.meets(&row(&[130])));
        a.unite(&b);
        assert_eq!(a, row(&[1, 63, 64, 130, 131]));
        a.intersect(&b);
        assert_eq!(a, b);
        assert!(row(&[]).is_blank() && !b.is_blank());
    }

    #[test]
    fn the_rows_of_a_matrix_are_apart() {
        let mut matrix = BitMatrix::new(2, 65);
        assert_eq!((matrix.words(), matrix.rows()), (2, 2));
        matrix.row_mut(0).put(64);
        matrix.push_blank().put(3);
        let (before, own) = matrix.split_at_row(2);
        own.unite(before.row(0));
        assert_eq!(matrix.row(2).ones().collect::<Vec<_>>(), [3, 64]);
        assert!(matrix.row(1).is_blank());
        matrix.pop();
        assert_eq!(matrix.rows(), 2);
    }
}
