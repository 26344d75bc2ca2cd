//! A grid in which all singles are followed: the propagation of [`guesses`](super::guesses) and [`depth`](super::depth).
//!
//! Three rules are applied until nothing changes:
//!
//! - a placed digit is removed from the other cells of its houses,
//! - a cell with one candidate left holds it (naked single),
//! - a digit with one place left in a house is there (hidden single).
//!
//! A cell without candidates and a house without a place for a digit are contradictions. The result does not depend on
//! the order in which the rules are applied.

use crate::bits::ones;
use crate::geometry::{CELL_AT, PEERS, PLACE};
use crate::{CandidateSet, Cell, Digit, DigitSet, Pencilmarks};

/// A cell has no candidate, or a house has no place for a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction;

/// Candidates after all singles.
#[derive(Clone, Debug)]
pub(super) struct SinglesGrid {
    /// The candidates of each cell. A filled cell keeps its digit.
    digits: [u16; 81],
    /// The places of each digit in each house, by house and digit.
    places: [[u16; 9]; 27],
    /// The cells whose digit is known, as bits.
    filled: u128,
}

/// Digits that are known to be true and not yet propagated. A cell is in the queue once at most.
struct Queue {
    items: [(u8, u8); 81],
    taken: usize,
    len: usize,
}

impl SinglesGrid {
    /// The singles of these pencilmarks.
    pub(super) fn new(marks: &Pencilmarks) -> Result<SinglesGrid, Contradiction> {
        let mut candidates = marks.candidates();
        for (cell, digit) in marks.placed().placements() {
            candidates |= CandidateSet::of_cell(cell, digit.into());
        }
        let mut grid = SinglesGrid { digits: [0x1FF; 81], places: [[0x1FF; 9]; 27], filled: 0 };
        for cell in Cell::all() {
            for digit in DigitSet::FULL - candidates.digits_in(cell) {
                grid.eliminate(cell, digit)?;
            }
        }
        Ok(grid)
    }

    /// Whether every digit is known.
    #[inline]
    pub(super) fn is_complete(&self) -> bool {
        self.filled.count_ones() == 81
    }

    /// The cells whose digit is not known, in reading order.
    #[inline]
    pub(super) fn open_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        ones(!self.filled & ((1 << 81) - 1)).map(Cell::from_index)
    }

    /// The candidates of a cell.
    #[inline]
    pub(super) fn digits_in(&self, cell: Cell) -> DigitSet {
        DigitSet::from_bits(self.digits[cell.index()])
    }

    /// Places a digit, with all singles that follow.
    pub(super) fn place(&mut self, cell: Cell, digit: Digit) -> Result<(), Contradiction> {
        let mut queue = Queue { items: [(0, 0); 81], taken: 0, len: 0 };
        self.push(cell.index(), digit.index(), &mut queue);
        self.propagate(&mut queue)
    }

    /// Removes a candidate, with all singles that follow.
    pub(super) fn eliminate(&mut self, cell: Cell, digit: Digit) -> Result<(), Contradiction> {
        if self.digits[cell.index()] >> digit.index() & 1 == 0 {
            return Ok(());
        }
        let mut queue = Queue { items: [(0, 0); 81], taken: 0, len: 0 };
        self.remove(cell.index(), digit.index(), &mut queue)?;
        self.propagate(&mut queue)
    }

    #[inline]
    fn push(&mut self, cell: usize, digit: usize, queue: &mut Queue) {
        // A second digit for the same cell loses its place when the first one is propagated: a contradiction.
        if self.filled >> cell & 1 == 0 {
            self.filled |= 1 << cell;
            queue.items[queue.len] = (cell as u8, digit as u8);
            queue.len += 1;
        }
    }

    fn propagate(&mut self, queue: &mut Queue) -> Result<(), Contradiction> {
        while queue.taken < queue.len {
            let (cell, digit) = queue.items[queue.taken];
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            queue.taken += 1;
            if self.digits[cell] >> digit & 1 == 0 {
                return Err(Contradiction);
            }
            for other in ones(self.digits[cell] & !(1 << digit)) {
                self.remove(cell, other, queue)?;
            }
            for peer in ones(PEERS[cell].to_bits()) {
                if self.digits[peer] >> digit & 1 != 0 {
                    self.remove(peer, digit, queue)?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn remove(&mut self, cell: usize, digit: usize, queue: &mut Queue) -> Result<(), Contradiction> {
        let left = self.digits[cell] & !(1 << digit);
        self.digits[cell] = left;
        if left & left.wrapping_sub(1) == 0 {
            if left == 0 {
                return Err(Contradiction);
            }
            self.push(cell, left.trailing_zeros() as usize, queue);
        }
        let (row, col) = (cell / 9, cell % 9);
        let houses = [row, 9 + col, 18 + row / 3 * 3 + col / 3];
        for (kind, house) in houses.into_iter().enumerate() {
            let places = &mut self.places[house][digit];
            *places &= !(1 << PLACE[cell][kind]);
            let left = *places;
            if left & left.wrapping_sub(1) == 0 {
                if left == 0 {
                    return Err(Contradiction);
                }
                self.push(CELL_AT[house][left.trailing_zeros() as usize].index(), digit, queue);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, House};

    #[test]
    fn no_single_is_left_and_no_rule_is_broken() {
        for line in [
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "57..8.4.........3...32..1.5...4.8........5...2.7.....19.1.....4.8.7.9.....2....6.",
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        ] {
            let grid: Grid = line.parse().unwrap();
            let solution = *grid.solve().unique().unwrap();
            let singles = SinglesGrid::new(&Pencilmarks::from(&grid)).unwrap();
            for cell in Cell::all() {
                let digits = singles.digits_in(cell);
                assert!(digits.contains(solution[cell]), "{cell} in {line}");
                assert_eq!(digits.len() == 1, singles.filled >> cell.index() & 1 != 0);
                for peer in cell.peers() {
                    assert!(digits.len() > 1 || digits.is_disjoint(singles.digits_in(peer)), "{cell} {peer}");
                }
            }
            for (house, digit) in House::all().flat_map(|house| Digit::ALL.map(|digit| (house, digit))) {
                let mut places = house.cells().iter().filter(|&cell| singles.digits_in(cell).contains(digit));
                let only = places.next().filter(|_| places.next().is_none());
                assert!(only.is_none_or(|cell| singles.digits_in(cell).len() == 1), "{digit} in {house}");
            }
        }
    }

    #[test]
    fn contradictions_are_found() {
        let grid: Grid =
            "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
        assert_eq!(SinglesGrid::new(&Pencilmarks::from(&grid)).unwrap_err(), Contradiction);
        assert_eq!(SinglesGrid::new(&Pencilmarks::from(CandidateSet::EMPTY)).unwrap_err(), Contradiction);
    }
}
