//! A compact set of grids, for tens of millions.
//!
//! Removing isomorphic duplicates requires a set of all canonical forms so far. A grid takes 81 bytes, a hash table for
//! it half as much again. Here a grid is packed without loss: two different grids never compare equal.
//!
//! ```text
//!   11 bytes                 2 bytes for each five givens, in order, as a number of base 9
//!   which cells are filled   5 3 7 6 1   9 5 9 8 6   8 6 3 4 8   ...
//! ```
//!
//! 25 givens take 21 bytes. Packed grids of the same length are stored consecutively in one table, with a hash table of
//! their numbers, four bytes each, at most seven eighths full. In total a puzzle with 25 givens takes 26 to 31 bytes.

use alloc::vec::Vec;

use crate::{Cell, CellSet, Digit, Grid};

/// A set of grids, packed in memory.
///
/// ```
/// use ninefold::Grid;
/// use ninefold::symmetry::GridSet;
///
/// let mut set = GridSet::new();
/// assert!(set.insert(&Grid::EMPTY));
/// assert!(!set.insert(&Grid::EMPTY));
/// assert_eq!(set.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct GridSet {
    /// By the number of groups of up to five givens.
    tables: [Table; 18],
    seed: u64,
}

/// The number of bytes for the filled cells.
const PATTERN: usize = 11;
/// The number of bytes of a complete grid.
const LONGEST: usize = PATTERN + 2 * 17;

impl GridSet {
    /// The empty set.
    pub fn new() -> GridSet {
        // A random seed prevents inputs that are chosen to collide in the table.
        #[cfg(feature = "std")]
        let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0);
        #[cfg(not(feature = "std"))]
        let seed = 0x9E37_79B9_7F4A_7C15;
        GridSet { tables: Default::default(), seed }
    }

    /// Adds a grid. Returns whether it is new.
    ///
    /// # Panics
    /// With more than 2^32 grids.
    pub fn insert(&mut self, grid: &Grid) -> bool {
        let (key, length) = pack(grid);
        self.tables[(length - PATTERN) / 2].insert(&key[..length], self.seed)
    }

    /// Whether the grid is in the set.
    pub fn contains(&self, grid: &Grid) -> bool {
        let (key, length) = pack(grid);
        self.tables[(length - PATTERN) / 2].find(&key[..length], self.seed).is_ok()
    }

    /// The number of grids.
    pub fn len(&self) -> usize {
        self.tables.iter().map(|table| table.count).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The grids, in no particular order.
    ///
    /// ```
    /// use ninefold::Grid;
    /// use ninefold::symmetry::GridSet;
    ///
    /// let set: GridSet = [Grid::EMPTY, Grid::EMPTY].into_iter().collect();
    /// assert!(set.iter().eq([Grid::EMPTY]));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Grid> + '_ {
        self.tables.iter().enumerate().flat_map(|(index, table)| {
            let length = PATTERN + 2 * index;
            table.blocks.iter().flat_map(move |block| block.chunks_exact(length).map(unpack))
        })
    }

    /// The memory in bytes, reserved capacity included.
    pub fn memory(&self) -> usize {
        let of_table = |table: &Table| {
            let keys: usize = table.blocks.iter().map(Vec::capacity).sum();
            keys + table.blocks.capacity() * size_of::<Vec<u8>>() + table.slots.capacity() * size_of::<u32>()
        };
        size_of::<GridSet>() + self.tables.iter().map(of_table).sum::<usize>()
    }
}

impl Default for GridSet {
    fn default() -> GridSet {
        GridSet::new()
    }
}

impl FromIterator<Grid> for GridSet {
    fn from_iter<I: IntoIterator<Item = Grid>>(grids: I) -> GridSet {
        let mut set = GridSet::new();
        set.extend(grids);
        set
    }
}

impl Extend<Grid> for GridSet {
    fn extend<I: IntoIterator<Item = Grid>>(&mut self, grids: I) {
        for grid in grids {
            self.insert(&grid);
        }
    }
}

/// The grid as bytes, and their number. Different grids have different bytes.
fn pack(grid: &Grid) -> ([u8; LONGEST], usize) {
    let mut key = [0; LONGEST];
    let mut filled = CellSet::EMPTY;
    let mut length = PATTERN;
    let (mut number, mut count) = (0u16, 0);
    for (cell, digit) in Cell::all().zip(grid.as_array()) {
        let Some(digit) = digit else { continue };
        filled.insert(cell);
        number = number * 9 + Digit::index(*digit) as u16;
        count += 1;
        if count == 5 {
            key[length..length + 2].copy_from_slice(&number.to_le_bytes());
            length += 2;
            (number, count) = (0, 0);
        }
    }
    if count > 0 {
        key[length..length + 2].copy_from_slice(&number.to_le_bytes());
        length += 2;
    }
    key[..PATTERN].copy_from_slice(&filled.to_bits().to_le_bytes()[..PATTERN]);
    (key, length)
}

/// The grid of these bytes.
fn unpack(key: &[u8]) -> Grid {
    let mut bits = [0; 16];
    bits[..PATTERN].copy_from_slice(&key[..PATTERN]);
    let filled = CellSet::from_bits(u128::from_le_bytes(bits));
    let mut grid = Grid::EMPTY;
    let cells: Vec<Cell> = filled.iter().collect();
    for (cells, number) in cells.chunks(5).zip(key[PATTERN..].chunks_exact(2)) {
        let mut number = u16::from_le_bytes([number[0], number[1]]);
        for &cell in cells.iter().rev() {
            grid[cell] = Some(Digit::from_index(usize::from(number % 9)));
            number /= 9;
        }
    }
    grid
}

/// Keys of one length.
#[derive(Clone, Debug, Default)]
struct Table {
    /// The keys, one after the other, in blocks of [`BLOCK`]: growing never moves a full block.
    blocks: Vec<Vec<u8>>,
    count: usize,
    /// One more than the number of a key, or 0. Open addressing: a key is in the first free slot from its hash on.
    slots: Vec<u32>,
}

/// The number of keys in a block.
const BLOCK: usize = 1 << 14;
/// The least number of slots of a table that is not empty.
const FEWEST_SLOTS: usize = 64;

impl Table {
    fn insert(&mut self, key: &[u8], seed: u64) -> bool {
        if self.count >= self.slots.len() / 8 * 7 {
            self.grow(key.len(), seed);
        }
        let Err(slot) = self.find(key, seed) else { return false };
        if self.count.is_multiple_of(BLOCK) {
            // Blocks of a small table grow as they are needed.
            let reserve = if self.count == 0 { 0 } else { BLOCK * key.len() };
            self.blocks.push(Vec::with_capacity(reserve));
        }
        self.blocks[self.count / BLOCK].extend_from_slice(key);
        self.count += 1;
        self.slots[slot] = u32::try_from(self.count).expect("fewer than 2^32 grids");
        true
    }

    /// The slot of the key, or the free slot where it would be inserted.
    fn find(&self, key: &[u8], seed: u64) -> Result<usize, usize> {
        if self.slots.is_empty() {
            return Err(0);
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash(key, seed) as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return Err(slot),
                number if self.key(number as usize - 1, key.len()) == key => return Ok(slot),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn key(&self, number: usize, length: usize) -> &[u8] {
        &self.blocks[number / BLOCK][number % BLOCK * length..][..length]
    }

    fn grow(&mut self, length: usize, seed: u64) {
        let size = (2 * self.slots.len()).max(FEWEST_SLOTS);
        // The old slots are freed first: the new ones are computed from the keys.
        self.slots = Vec::new();
        self.slots.resize(size, 0);
        let mask = size - 1;
        for number in 0..self.count {
            let mut slot = hash(self.key(number, length), seed) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number as u32 + 1;
        }
    }
}

/// Eight bytes at a time, multiplied and folded.
fn hash(key: &[u8], seed: u64) -> u64 {
    let mut state = seed;
    for bytes in key.chunks(8) {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let product = u128::from(state ^ u64::from_le_bytes(word)) * 0x9E37_79B9_7F4A_7C15;
        state = (product >> 64) as u64 ^ product as u64;
    }
    state
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Random;

    fn some_grid(random: &mut Random) -> Grid {
        let filled = random.below(82);
        Grid::from_fn(|_| (random.below(81) < filled).then(|| Digit::from_index(random.below(9) as usize)))
    }

    #[test]
    fn the_set_agrees_with_a_hash_set_of_grids() {
        let mut random = Random::new(12);
        let (mut set, mut whole) = (GridSet::new(), HashSet::new());
        let mut grids: Vec<Grid> = (0..20_000).map(|_| some_grid(&mut random)).collect();
        // Also grids that differ in one digit or one cell.
        for index in 0..5_000 {
            let mut near = grids[index];
            near[Cell::from_index(random.below(81) as usize)] = Some(Digit::from_index(random.below(9) as usize));
            grids.push(near);
        }
        for grid in grids.iter().chain(&grids[..1000]) {
            assert_eq!(set.contains(grid), whole.contains(grid));
            assert_eq!(set.insert(grid), whole.insert(*grid), "{grid}");
            assert!(set.contains(grid));
        }
        assert_eq!(set.len(), whole.len());
    }

    #[test]
    fn different_grids_have_different_keys() {
        let mut seen = HashSet::new();
        for first in 0..10u8 {
            for second in 0..10u8 {
                for last in 0..10u8 {
                    let mut grid = Grid::EMPTY;
                    for (index, value) in [(0, first), (1, second), (80, last)] {
                        grid[Cell::from_index(index)] = Digit::new(value);
                    }
                    let (key, length) = pack(&grid);
                    assert!(seen.insert(key[..length].to_vec()), "{grid}");
                }
            }
        }
        assert_eq!(pack(&Grid::from([Some(Digit::D9); 81])).1, LONGEST);
    }

    #[test]
    fn many_puzzles_of_25_givens_take_at_most_32_bytes_each() {
        let mut random = Random::new(13);
        let mut set = GridSet::new();
        let count = 1_250_000;
        let mut cells: [usize; 81] = core::array::from_fn(|index| index);
        for _ in 0..count {
            let mut grid = Grid::EMPTY;
            // A few swaps turn the previous pattern into a new one.
            for place in 0..25 {
                if place % 5 == 0 {
                    cells.swap(place, place + random.below(81 - place as u32) as usize);
                }
                grid[Cell::from_index(cells[place])] = Some(Digit::from_index(random.below(9) as usize));
            }
            assert!(set.insert(&grid));
        }
        assert_eq!(set.len(), count);
        assert!(set.memory() <= 32 * count, "{} bytes each", set.memory() as f64 / count as f64);
    }
}
