//! A second solution from the first.
//!
//! In a solution, two digits occupy eighteen cells, one of each in every house. Linking the two in every house divides
//! the cells into rings. Exchanging the digits in all cells of a ring leaves one of each in every house. If each cell
//! of the ring has both digits as candidates, the result is another solution.
//!
//! ```text
//!    4 . . | . 7 .          7 . . | . 4 .
//!    . . . | . . .    ->    . . . | . . .        the smallest ring: four cells in two rows, two columns and two blocks;
//!    7 . . | . 4 .          4 . . | . 7 .        many have six and more
//! ```
//!
//! The ring through the cell of the last guess is the best candidate, because both digits of that cell were possible
//! until then. Half of the grids with many solutions have such a ring there, and their search ends. Only unscored
//! searches look for it, see [`branch`](super::branch): the others belong to puzzles, which have none.

use super::branch::{CellBits, CellMasks, MaskQueries, PEERS};

/// A guess: the digit placed in a cell, and another candidate of the cell.
#[derive(Clone, Copy)]
pub(super) struct Guess {
    pub(super) cell: u8,
    pub(super) digit: u16,
    pub(super) other: u16,
}

impl Guess {
    /// The guess that places the first of a cell's candidates.
    #[inline(always)]
    pub(super) fn new(cell: usize, digits: u16) -> Guess {
        let others = digits & digits.wrapping_sub(1);
        Guess { cell: cell as u8, digit: digits & !others, other: others & others.wrapping_neg() }
    }
}

/// The cells of the ring through the cell of the guess, if the two digits can be exchanged in all of them. `solution`
/// has one digit in each cell, `before` the candidates before the first guess.
#[inline(always)]
pub(super) fn ring<L: MaskQueries>(solution: &CellMasks, before: &CellMasks, guess: Guess) -> Option<CellBits> {
    let Guess { cell, digit, other } = guess;
    // Each cell with one of the digits must allow the other, and leads to the peers that hold the other. The roles of
    // the two digits alternate from step to step.
    let (mut may_have, mut may_have_next) = (L::cells_with_any(before, other), L::cells_with_any(before, digit));
    let (mut lead_to, mut lead_to_next) = (L::cells_with_any(solution, other), L::cells_with_any(solution, digit));
    let mut ring = [0; 2];
    let mut new = [0; 2];
    new[usize::from(cell) / 64] = 1 << (cell % 64);
    while new != [0; 2] {
        if new[0] & !may_have[0] != 0 || new[1] & !may_have[1] != 0 {
            return None;
        }
        let mut seen = [0; 2];
        for word in 0..2 {
            ring[word] |= new[word];
            let mut bits = new[word];
            while bits != 0 {
                let peers = &PEERS[64 * word + bits.trailing_zeros() as usize];
                seen = [seen[0] | peers[0], seen[1] | peers[1]];
                bits &= bits - 1;
            }
        }
        new = [seen[0] & lead_to[0] & !ring[0], seen[1] & lead_to[1] & !ring[1]];
        core::mem::swap(&mut may_have, &mut may_have_next);
        core::mem::swap(&mut lead_to, &mut lead_to_next);
    }
    Some(ring)
}

/// Exchanges the digits in these cells.
#[inline(always)]
pub(super) fn exchange(solution: &mut CellMasks, ring: CellBits, guess: Guess) {
    for (word, mut bits) in ring.into_iter().enumerate() {
        while bits != 0 {
            solution.0[64 * word + bits.trailing_zeros() as usize] ^= guess.digit | guess.other;
            bits &= bits - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Digit, Grid, Solution};

    /// The queries without vectors.
    struct Plain;

    impl MaskQueries for Plain {
        fn bivalue_cells(_: &CellMasks) -> CellBits {
            [0; 2]
        }
        fn cells_with_any(state: &CellMasks, digits: u16) -> CellBits {
            let mut bits = [0; 2];
            for cell in (0..81).filter(|&cell| state.0[cell] & digits != 0) {
                bits[cell / 64] |= 1 << (cell % 64);
            }
            bits
        }
        fn cells_by_digit(_: &CellMasks) -> [CellBits; 16] {
            [[0; 2]; 16]
        }
    }

    fn solved() -> CellMasks {
        let solution = Grid::EMPTY.solve().first().copied().unwrap();
        let mut state = CellMasks::EMPTY;
        for cell in Cell::all() {
            state.0[cell.index()] = 1 << solution[cell].index();
        }
        state
    }

    fn solution_of(state: &CellMasks) -> Option<Solution> {
        let mut grid = Grid::EMPTY;
        for cell in Cell::all() {
            grid[cell] = Some(Digit::from_index(state.0[cell.index()].trailing_zeros() as usize));
        }
        Solution::new(grid).ok()
    }

    fn everything() -> CellMasks {
        let mut state = CellMasks::EMPTY;
        state.0[..81].fill(0x1FF);
        state
    }

    #[test]
    fn exchanging_two_digits_around_any_ring_makes_another_solution() {
        let first = solved();
        for cell in 0..81 {
            for other in (0..9).map(|digit| 1 << digit).filter(|&other| other != first.0[cell]) {
                let guess = Guess { cell: cell as u8, digit: first.0[cell], other };
                let ring = ring::<Plain>(&first, &everything(), guess).expect("nothing is forbidden");
                let mut second = first;
                exchange(&mut second, ring, guess);
                assert_eq!(second.0[cell], other);
                assert!(solution_of(&second).is_some(), "the ring of {other:b} through cell {cell}");
            }
        }
    }

    #[test]
    fn a_cell_that_cannot_have_the_other_digit_breaks_the_ring() {
        let first = solved();
        let guess = Guess { cell: 0, digit: first.0[0], other: if first.0[0] == 1 { 2 } else { 1 } };
        let cells = ring::<Plain>(&first, &everything(), guess).expect("nothing is forbidden");
        for cell in (0..81).filter(|cell| cells[cell / 64] >> (cell % 64) & 1 != 0) {
            let mut before = everything();
            before.0[cell] = first.0[cell];
            assert!(ring::<Plain>(&first, &before, guess).is_none(), "cell {cell} is given");
        }
        let mut before = first;
        for cell in (0..81).filter(|cell| cells[cell / 64] >> (cell % 64) & 1 != 0) {
            before.0[cell] = 0x1FF;
        }
        assert_eq!(ring::<Plain>(&first, &before, guess), Some(cells), "all others are given");
    }
}
