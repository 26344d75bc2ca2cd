//! Which cell to guess in, when propagation has come to a halt.
//!
//! A guess is worth making where both outcomes say much: in a cell with two candidates that stand in many of the cells
//! it sees, and best in cells that have only two candidates themselves, because those become singles. The score of a
//! cell is the number of peers that have one of its digits, those with just two candidates counted three times. Against
//! the first cell with two candidates this halves the guesses on hard puzzles; digits with two places in a house
//! ("bilocal") as an additional sign are worse.
//!
//! A grid with several solutions takes guess after guess and hardly ever a contradiction. Weighing guesses costs more
//! than it brings there, so that a *loose* search, and one deep in a dive, take the first cell they find.
//!
//! Both engines choose by this rule and break ties by the cell's number, so that both walk the same tree.

use crate::{Digit, Solution};

/// The candidates of one puzzle, cell by cell, and room for vectors to read past the end (always empty).
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct State(pub(crate) [u16; 96]);

impl State {
    pub(crate) const EMPTY: State = State([0; 96]);

    /// The only candidate of each cell.
    #[inline(always)]
    pub(super) fn solution(&self) -> Solution {
        let mut digits = [Digit::D1; 81];
        for (digit, &mask) in digits.iter_mut().zip(&self.0) {
            // A mask of one bit; counting those below it is what vectors are good at. They cannot panic, so that no digit at
            // all would become some digit.
            *digit = Digit::new(mask.wrapping_sub(1).count_ones() as u8 + 1).unwrap_or(Digit::D1);
        }
        Solution::from_solver(digits)
    }
}

/// A set of cells, bit by bit: the first 64, then the other 17.
pub(crate) type CellBits = [u64; 2];

/// What the choice needs from a CPU's vectors.
pub(crate) trait Look {
    /// The cells with exactly two candidates.
    fn bivalue(state: &State) -> CellBits;
    /// The cells that have any of these digits.
    fn having(state: &State, digits: u16) -> CellBits;
    /// The cells of each digit. There are nine; sixteen let an index of four bits go without a check.
    fn places(state: &State) -> [CellBits; 16];
}

/// The peers of each cell.
pub(super) const PEERS: [CellBits; 81] = {
    let mut table = [[0; 2]; 81];
    let mut cell = 0;
    while cell < 81 {
        let peers = crate::Cell::from_index(cell).peers().to_bits();
        table[cell] = [peers as u64, (peers >> 64) as u64];
        cell += 1;
    }
    table
};

/// After this many guesses in a row without a contradiction the first cell with two candidates will do.
const DEEP: u32 = 4;

/// How a search chooses its guesses.
///
/// When propagation comes to its first halt, the number of candidates left tells much about the rest. Beyond a certain
/// number they are those of a hard puzzle: its tree is worth every care. Below another the puzzle is nearly solved, and
/// the best guess ends it. Grids with several solutions lie in between, with puzzles that take little time anyway.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// There was no guess yet.
    Undecided,
    /// The first cell will do, for so many dives.
    Loose(u8),
    /// Every guess is weighed, but deep in a dive.
    Careful,
}

/// The numbers of candidates, solved cells counted as one, at which a search begins loosely.
const LOOSE: core::ops::RangeInclusive<u32> = 150..=200;

/// How many dives stay loose: a search that has not found two solutions by then is better off with care.
pub(crate) const LOOSE_DIVES: u8 = 3;

impl Manner {
    /// Whether a guess is made without weighing, if any cell has two candidates.
    #[inline(always)]
    pub(crate) fn takes_first(self, dive: u32) -> bool {
        match self {
            Manner::Undecided => false,
            Manner::Loose(_) => true,
            Manner::Careful => dive >= DEEP,
        }
    }

    #[inline(always)]
    pub(crate) fn is_loose(self) -> bool {
        matches!(self, Manner::Loose(_))
    }

    /// The cell to guess in after so many guesses in this dive.
    #[inline(always)]
    pub(crate) fn choose<L: Look>(&mut self, state: &State, dive: u32) -> usize {
        if *self == Manner::Undecided {
            let candidates = state.0.iter().map(|digits| digits.count_ones()).sum();
            *self = if LOOSE.contains(&candidates) { Manner::Loose(LOOSE_DIVES) } else { Manner::Careful };
        }
        let bivalue = L::bivalue(state);
        if bivalue == [0; 2] {
            fewest_candidates(state)
        } else if self.takes_first(dive) {
            first(bivalue)
        } else {
            best::<L>(state, bivalue)
        }
    }

    /// A dive has ended, with a contradiction or a solution.
    #[inline(always)]
    pub(crate) fn end_dive(&mut self) {
        *self = match *self {
            Manner::Loose(dives) if dives > 1 => Manner::Loose(dives - 1),
            Manner::Loose(_) => Manner::Careful,
            // Without a guess there is only one dive; what follows it is nothing.
            manner => manner,
        };
    }
}

/// The first of these cells, in the order in which the one-puzzle solver's vectors hold them: the left cells of all
/// triads, then the middle ones, then the right ones.
#[inline(always)]
fn first(cells: CellBits) -> usize {
    /// The left cells of all triads.
    const LEFT: u128 = {
        let mut cells = 0;
        let mut cell = 0;
        while cell < 81 {
            cells |= 1 << cell;
            cell += 3;
        }
        cells
    };
    let cells = u128::from(cells[0]) | u128::from(cells[1]) << 64;
    let mut part = cells & LEFT;
    for i in 1..3 {
        if part == 0 {
            part = cells & LEFT << i;
        }
    }
    part.trailing_zeros() as usize
}

/// The cell with the highest score of those with two candidates.
#[inline(always)]
fn best<L: Look>(state: &State, bivalue: CellBits) -> usize {
    let places = L::places(state);
    let mut best = 0;
    for (word, start) in [(0, 0), (1, 64)] {
        let mut bits = bivalue[word];
        while bits != 0 {
            let cell = start + bits.trailing_zeros();
            bits &= bits - 1;
            let digits = u32::from(state.0[cell as usize]);
            let low = &places[digits.trailing_zeros() as usize % 16];
            let high = &places[(31 - digits.leading_zeros()) as usize % 16];
            let peers = &PEERS[cell as usize];
            let mut score = 0;
            for word in 0..2 {
                let found = (low[word] | high[word]) & peers[word];
                score += found.count_ones() + 2 * (found & bivalue[word]).count_ones();
            }
            // The higher score wins, then the lower cell.
            best = best.max(score << 7 | (127 - cell));
        }
    }
    127 - best as usize % 128
}

/// The first of the cells with the fewest candidates, two or more.
#[inline(always)]
fn fewest_candidates(state: &State) -> usize {
    let mut best = u16::MAX;
    for (cell, digits) in state.0.iter().enumerate() {
        let count = digits.count_ones() as u16;
        let key = if count > 1 { count * 128 + cell as u16 } else { u16::MAX };
        best = best.min(key);
    }
    usize::from(best) % 128
}
