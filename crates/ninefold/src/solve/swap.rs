//! A second solution from the first.
//!
//! In a solution, two digits stand in eighteen cells, one of each in every house. Link the two of every house, and the
//! cells fall into rings. Exchange the digits all around a ring, and every house still has one of each: if all its cells
//! may have either digit, that is another solution.
//!
//! ```text
//!    4 . . | . 7 .          7 . . | . 4 .
//!    . . . | . . .    ->    . . . | . . .        the smallest ring: four cells in two rows, two columns and two blocks;
//!    7 . . | . 4 .          4 . . | . 7 .        many have six and more
//! ```
//!
//! The last guess of a search is the place to look for one, because both digits of its cell were possible to the end. Of
//! grids with many solutions half have such a ring there, and the search need not go on. It is only looked for in loose
//! searches, see [`branch`](super::branch): others belong to puzzles, where there is none.

use super::branch::{CellBits, Look, PEERS, State};

/// A digit that was tried in a cell, and another one that the cell could have.
#[derive(Clone, Copy)]
pub(super) struct Tried {
    pub(super) cell: u8,
    pub(super) digit: u16,
    pub(super) other: u16,
}

impl Tried {
    /// The cell had these digits, the first of which was tried.
    #[inline(always)]
    pub(super) fn new(cell: usize, digits: u16) -> Tried {
        let others = digits & digits.wrapping_sub(1);
        Tried { cell: cell as u8, digit: digits & !others, other: others & others.wrapping_neg() }
    }
}

/// The cells in which the two digits can be exchanged, if they can: those of the ring through the cell of the guess.
/// `solution` has one digit in each cell, and `before` has all that were possible before anything was guessed.
#[inline(always)]
pub(super) fn ring<L: Look>(solution: &State, before: &State, tried: Tried) -> Option<CellBits> {
    let Tried { cell, digit, other } = tried;
    // Cells with one digit may have the other, and see cells with the other, for which the same holds.
    let (mut may_have, mut may_have_next) = (L::having(before, other), L::having(before, digit));
    let (mut lead_to, mut lead_to_next) = (L::having(solution, other), L::having(solution, digit));
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
pub(super) fn exchange(solution: &mut State, ring: CellBits, tried: Tried) {
    for (word, mut bits) in ring.into_iter().enumerate() {
        while bits != 0 {
            solution.0[64 * word + bits.trailing_zeros() as usize] ^= tried.digit | tried.other;
            bits &= bits - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Digit, Grid, Solution};

    /// Cell by cell.
    struct Plain;

    impl Look for Plain {
        fn bivalue(_: &State) -> CellBits {
            [0; 2]
        }
        fn having(state: &State, digits: u16) -> CellBits {
            let mut bits = [0; 2];
            for cell in (0..81).filter(|&cell| state.0[cell] & digits != 0) {
                bits[cell / 64] |= 1 << (cell % 64);
            }
            bits
        }
        fn places(_: &State) -> [CellBits; 16] {
            [[0; 2]; 16]
        }
    }

    fn solved() -> State {
        let solution = Grid::EMPTY.solve().first().copied().unwrap();
        let mut state = State::EMPTY;
        for cell in Cell::all() {
            state.0[cell.index()] = 1 << solution[cell].index();
        }
        state
    }

    fn solution_of(state: &State) -> Option<Solution> {
        let mut grid = Grid::EMPTY;
        for cell in Cell::all() {
            grid[cell] = Some(Digit::from_index(state.0[cell.index()].trailing_zeros() as usize));
        }
        Solution::new(grid).ok()
    }

    fn everything() -> State {
        let mut state = State::EMPTY;
        state.0[..81].fill(0x1FF);
        state
    }

    #[test]
    fn exchanging_two_digits_around_any_ring_makes_another_solution() {
        let first = solved();
        for cell in 0..81 {
            for other in (0..9).map(|digit| 1 << digit).filter(|&other| other != first.0[cell]) {
                let tried = Tried { cell: cell as u8, digit: first.0[cell], other };
                let ring = ring::<Plain>(&first, &everything(), tried).expect("nothing is forbidden");
                let mut second = first;
                exchange(&mut second, ring, tried);
                assert_eq!(second.0[cell], other);
                assert!(solution_of(&second).is_some(), "the ring of {other:b} through cell {cell}");
            }
        }
    }

    #[test]
    fn a_cell_that_cannot_have_the_other_digit_breaks_the_ring() {
        let first = solved();
        let tried = Tried { cell: 0, digit: first.0[0], other: if first.0[0] == 1 { 2 } else { 1 } };
        let cells = ring::<Plain>(&first, &everything(), tried).expect("nothing is forbidden");
        for cell in (0..81).filter(|cell| cells[cell / 64] >> (cell % 64) & 1 != 0) {
            let mut before = everything();
            before.0[cell] = first.0[cell];
            assert!(ring::<Plain>(&first, &before, tried).is_none(), "cell {cell} is given");
        }
        let mut before = first;
        for cell in (0..81).filter(|cell| cells[cell / 64] >> (cell % 64) & 1 != 0) {
            before.0[cell] = 0x1FF;
        }
        assert_eq!(ring::<Plain>(&first, &before, tried), Some(cells), "all others are given");
    }
}
