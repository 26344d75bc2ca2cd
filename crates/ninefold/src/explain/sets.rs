//! The almost locked sets of a position: cells of a house with one candidate more than cells.
//!
//! Such a set lacks at most one of its digits: if one is excluded, the others are locked in it. All techniques with
//! almost locked sets need two facts about a digit of a set: its cells in the set, and the candidates outside that see
//! all of them. Both are computed once.

use alloc::vec::Vec;

use super::{AlmostLockedSet, Facts};
use crate::{Cell, CellSet, Digit, House};

/// All almost locked sets of a position, smallest first, then by cells.
#[derive(Clone, Debug)]
pub(super) struct AlmostLockedSets {
    sets: Vec<AlmostLockedSet>,
    first: Vec<u32>,
    parts: Vec<Part>,
}

/// A digit of an almost locked set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The digit.
    pub(super) digit: Digit,
    /// Its cells in the set.
    pub(super) cells: CellSet,
    /// The candidates of the digit that see all of these cells.
    pub(super) seen_by: CellSet,
}

impl AlmostLockedSets {
    pub(super) fn new(facts: &Facts) -> AlmostLockedSets {
        let mut sets = Vec::with_capacity(256);
        for house in House::all() {
            collect(facts, house, &mut sets);
        }
        sets.sort_unstable_by_key(|set: &AlmostLockedSet| (set.cells.len(), set.cells));
        let (mut first, mut parts) = (Vec::with_capacity(sets.len() + 1), Vec::with_capacity(sets.len() * 4));
        for set in &sets {
            first.push(parts.len() as u32);
            for digit in set.digits {
                let all = facts.cells_with(digit);
                let cells = set.cells & all;
                parts.push(Part { digit, cells, seen_by: cells.common_peers() & all });
            }
        }
        first.push(parts.len() as u32);
        AlmostLockedSets { sets, first, parts }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = &AlmostLockedSet> {
        self.sets.iter()
    }

    /// One of them.
    pub(super) fn set(&self, index: usize) -> AlmostLockedSet {
        self.sets[index]
    }

    /// Its digits, ascending.
    pub(super) fn parts(&self, index: usize) -> &[Part] {
        &self.parts[self.first[index] as usize..self.first[index + 1] as usize]
    }

    /// One of its digits.
    pub(super) fn part(&self, index: usize, digit: Digit) -> Option<&Part> {
        let before = self.sets[index].digits.to_bits() & ((1 << digit.index()) - 1);
        let part = self.parts(index).get(before.count_ones() as usize)?;
        (part.digit == digit).then_some(part)
    }
}

/// Every choice of the house's empty cells with one digit more than cells. A choice that lies in two houses belongs to
/// the first.
fn collect(facts: &Facts, house: House, sets: &mut Vec<AlmostLockedSet>) {
    let mut cells = [Cell::from_index(0); 9];
    let mut digits = [0_u16; 9];
    let mut count = 0;
    for cell in house.cells() & facts.empty_cells() {
        // A cell without candidates is a contradiction and belongs to no pattern.
        if !facts.digits_in(cell).is_empty() {
            (cells[count], digits[count]) = (cell, facts.digits_in(cell).to_bits());
            count += 1;
        }
    }
    let mut unions = [0_u16; 512];
    for choice in 1_usize..1 << count {
        let union = unions[choice & (choice - 1)] | digits[choice.trailing_zeros() as usize];
        unions[choice] = union;
        if union.count_ones() != choice.count_ones() + 1 {
            continue;
        }
        let chosen: CellSet = (0..count).filter(|i| choice >> i & 1 != 0).map(|i| cells[i]).collect();
        if chosen.common_houses().first() == Some(house) {
            sets.push(AlmostLockedSet { cells: chosen, digits: crate::DigitSet::from_bits(union) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Puzzle};

    #[test]
    fn each_set_has_one_digit_more_than_cells_and_is_listed_once() {
        let grid: Grid =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse().unwrap();
        let facts = Facts::from(&Puzzle::new(grid).unwrap());
        let sets = AlmostLockedSets::new(&facts);
        assert!(sets.len() > 20);
        for (index, set) in sets.iter().enumerate() {
            assert_eq!(set.digits.len(), set.cells.len() + 1);
            assert_eq!(facts.digits_among(set.cells), set.digits);
            assert!(index == 0 || sets.set(index - 1) != *set);
            for digit in Digit::ALL {
                assert_eq!(sets.part(index, digit).is_some(), set.digits.contains(digit));
            }
            for part in sets.parts(index) {
                assert!(!part.cells.is_empty() && part.cells.is_subset(set.cells));
                assert!(part.seen_by.iter().all(|cell| part.cells.is_subset(cell.peers())));
            }
        }
    }
}
