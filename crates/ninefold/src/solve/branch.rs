//! Branching: which cell to guess in when propagation reaches a fixpoint.
//!
//! The best guess eliminates many candidates whichever digit is right. It is made in a bivalue cell (a cell with two
//! candidates) whose digits are candidates of many peers, preferably of bivalue peers, because those become singles.
//! The score of a cell is the number of peers that have one of its digits, with bivalue peers counted three times.
//! Compared with the first bivalue cell this halves the guesses on hard puzzles. Bilocal digits (two places in a house)
//! as an additional criterion make it worse.
//!
//! A grid with several solutions takes many guesses and has few contradictions. Scoring costs more than it gains there.
//! An *unscored* search, and one deep in a dive (a sequence of guesses without a contradiction), therefore takes the
//! first bivalue cell.
//!
//! Both engines use this rule and break ties by the cell's index. Both therefore walk the same tree.

use crate::{Digit, Solution};

/// The candidates of one puzzle, one mask for each cell in row order. The entries from 81 on are always empty: they are
/// padding for vector loads.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct CellMasks(pub(crate) [u16; 96]);

impl CellMasks {
    pub(crate) const EMPTY: CellMasks = CellMasks([0; 96]);

    /// The only candidate of each cell.
    #[inline(always)]
    pub(super) fn solution(&self) -> Solution {
        let mut digits = [Digit::D1; 81];
        for (digit, &mask) in digits.iter_mut().zip(&self.0) {
            // The mask has one bit. Counting the bits below it vectorises well; a panic would prevent that. An empty
            // mask would become an arbitrary digit.
            *digit = Digit::new(mask.wrapping_sub(1).count_ones() as u8 + 1).unwrap_or(Digit::D1);
        }
        Solution::from_solver(digits)
    }
}

/// A set of cells, bit by bit: the first 64, then the other 17.
pub(crate) type CellBits = [u64; 2];

/// The queries on [`CellMasks`] that branching needs, implemented with the vectors of each CPU.
pub(crate) trait MaskQueries {
    /// The cells with exactly two candidates.
    fn bivalue_cells(state: &CellMasks) -> CellBits;
    /// The cells that have at least one of these digits.
    fn cells_with_any(state: &CellMasks, digits: u16) -> CellBits;
    /// The cells of each digit. There are nine digits; with sixteen entries a four-bit index needs no bounds check.
    fn cells_by_digit(state: &CellMasks) -> [CellBits; 16];
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

/// After this many guesses in a row without a contradiction, guesses are no longer scored.
const DEEP_DIVE: u32 = 4;

/// How a search chooses the cells of its guesses.
///
/// The number of candidates at the first fixpoint predicts the rest of the search. Many candidates indicate a hard
/// puzzle, for which scoring pays. With few candidates the puzzle is nearly solved, and the best guess finishes it.
/// Grids with several solutions are in between, together with puzzles that take little time in any case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BranchStrategy {
    /// No guess has been made yet.
    Undecided,
    /// The first bivalue cell, for this many more dives.
    Unscored(u8),
    /// The bivalue cell with the highest score, except deep in a dive.
    Scored,
}

/// The numbers of candidates, solved cells counted as one, with which a search starts unscored.
const UNSCORED_CANDIDATES: core::ops::RangeInclusive<u32> = 150..=200;

/// The number of unscored dives. For a search that has not found two solutions by then, scoring is faster.
pub(crate) const UNSCORED_DIVES: u8 = 3;

impl BranchStrategy {
    /// The strategy of a search that starts unscored.
    pub(crate) const UNSCORED: BranchStrategy = BranchStrategy::Unscored(UNSCORED_DIVES);

    /// Whether the next guess takes the first bivalue cell, if there is one.
    #[inline(always)]
    pub(crate) fn takes_first(self, dive: u32) -> bool {
        match self {
            BranchStrategy::Undecided => false,
            BranchStrategy::Unscored(_) => true,
            BranchStrategy::Scored => dive >= DEEP_DIVE,
        }
    }

    #[inline(always)]
    pub(crate) fn is_unscored(self) -> bool {
        matches!(self, BranchStrategy::Unscored(_))
    }

    /// The cell of the next guess, after `dive` guesses in this dive.
    #[inline(always)]
    pub(crate) fn choose<L: MaskQueries>(&mut self, state: &CellMasks, dive: u32) -> usize {
        if *self == BranchStrategy::Undecided {
            let candidates = state.0.iter().map(|digits| digits.count_ones()).sum();
            *self = if UNSCORED_CANDIDATES.contains(&candidates) {
                BranchStrategy::UNSCORED
            } else {
                BranchStrategy::Scored
            };
        }
        let bivalue = L::bivalue_cells(state);
        if bivalue == [0; 2] {
            fewest_candidates(state)
        } else if self.takes_first(dive) {
            first(bivalue)
        } else {
            best::<L>(state, bivalue)
        }
    }

    /// Ends a dive, after a contradiction or a solution.
    #[inline(always)]
    pub(crate) fn end_dive(&mut self) {
        *self = match *self {
            BranchStrategy::Unscored(dives) if dives > 1 => BranchStrategy::Unscored(dives - 1),
            BranchStrategy::Unscored(_) => BranchStrategy::Scored,
            // A search without a guess has a single dive.
            strategy => strategy,
        };
    }
}

/// The first of these cells in the order of the one-puzzle solver's vectors: the left cells of all triads, then the
/// middle ones, then the right ones.
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

/// The bivalue cell with the highest score.
#[inline(always)]
fn best<L: MaskQueries>(state: &CellMasks, bivalue: CellBits) -> usize {
    let places = L::cells_by_digit(state);
    let mut best = 0;
    for (word, start) in [(0, 0), (1, 64)] {
        let mut bits = bivalue[word];
        while bits != 0 {
            let cell = start + bits.trailing_zeros();
            bits &= bits - 1;
            let digits = u32::from(state.0[cell as usize]);
            // Indices of four bits need no bounds check.
            let low = &places[digits.trailing_zeros() as usize % 16];
            let high = &places[(31 - digits.leading_zeros()) as usize % 16];
            let found = (low[0] | high[0]) & FIRST_PEERS[cell as usize % 128];
            let others = (low[1] | high[1]) & LAST_PEERS[cell as usize % 128];
            // The second word holds 17 cells, and the bivalue ones twice more, so a single count of its bits is the score.
            let others = others | ((others & bivalue[1]) * BIVALUE_COPIES);
            let score = found.count_ones() + 2 * (found & bivalue[0]).count_ones() + others.count_ones();
            // The higher score wins, then the lower cell.
            best = best.max(score << 7 | (127 - cell));
        }
    }
    127 - best as usize % 128
}

/// Two more copies of the last 17 cells.
const BIVALUE_COPIES: u64 = 1 << 20 | 1 << 40;

/// The peers of each cell among the first 64. With 128 entries an index of seven bits needs no bounds check.
const FIRST_PEERS: [u64; 128] = {
    let mut table = [0; 128];
    let mut cell = 0;
    while cell < 81 {
        table[cell] = PEERS[cell][0];
        cell += 1;
    }
    table
};

/// The peers of each cell among the last 17.
const LAST_PEERS: [u64; 128] = {
    let mut table = [0; 128];
    let mut cell = 0;
    while cell < 81 {
        table[cell] = PEERS[cell][1];
        cell += 1;
    }
    table
};

/// The first of the cells with the fewest candidates, two or more.
#[inline(always)]
fn fewest_candidates(state: &CellMasks) -> usize {
    let mut best = u16::MAX;
    for (cell, digits) in state.0.iter().enumerate() {
        let count = digits.count_ones() as u16;
        let key = if count > 1 { count * 128 + cell as u16 } else { u16::MAX };
        best = best.min(key);
    }
    usize::from(best) % 128
}
