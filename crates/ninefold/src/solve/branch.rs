//! Which cell to guess in, when propagation has come to a halt.
//!
//! A guess is worth making where both outcomes say much: in a cell with two candidates, each of which stands in many
//! of the cells it sees, and best in cells that have only two candidates themselves, because those become singles. The
//! score of a cell is, for each of its two digits, the number of peers that have the digit plus three times the
//! number of those that have just two candidates. Against the first cell with two candidates this halves the guesses
//! on hard puzzles; weights of 2 or 4 are a little worse than 3, digits with two places in a house ("bilocal") as an
//! additional sign are worse.
//!
//! A grid with many solutions takes guess after guess and hardly ever a contradiction; weighing them costs more than it
//! brings there, so that a long dive goes on with the first cell.
//!
//! Both engines choose by this rule and break ties by the cell's number, so that both walk the same tree.

/// The candidates of one puzzle, cell by cell, and room for vectors to read past the end (always empty).
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct State(pub(crate) [u16; 96]);

impl State {
    pub(crate) const EMPTY: State = State([0; 96]);
}

/// A set of cells, bit by bit: the first 64, then the other 17.
pub(crate) type CellBits = [u64; 2];

/// What the choice needs from a CPU's vectors.
pub(crate) trait Look {
    /// The cells with exactly two candidates.
    fn bivalue(state: &State) -> CellBits;
    /// The cells of each digit. There are nine; sixteen let an index of four bits go without a check.
    fn places(state: &State) -> [CellBits; 16];
}

/// The peers of each cell. The second word holds the last 17 cells twice, for the two digits of a cell.
const PEERS: [CellBits; 81] = {
    let mut table = [[0; 2]; 81];
    let mut cell = 0;
    while cell < 81 {
        let peers = crate::Cell::from_index(cell).peers().to_bits();
        table[cell] = [peers as u64, twice((peers >> 64) as u64)];
        cell += 1;
    }
    table
};

#[inline(always)]
const fn twice(word: u64) -> u64 {
    word | word << 32
}

/// After this many guesses in a row without a contradiction the first cell with two candidates will do: grids with many
/// solutions are filled a third faster, and hard puzzles lose a few per cent.
const DEEP: u32 = 2;

/// The cell to guess in; some cell has two candidates or more. `dive` counts the guesses since the last contradiction.
#[inline(always)]
pub(crate) fn choose<L: Look>(state: &State, dive: u32) -> usize {
    let bivalue = L::bivalue(state);
    if bivalue == [0; 2] {
        return fewest_candidates(state);
    }
    if dive >= DEEP {
        return if bivalue[0] != 0 { bivalue[0].trailing_zeros() } else { 64 + bivalue[1].trailing_zeros() } as usize;
    }
    let places = L::places(state);
    let counted = [bivalue[0], twice(bivalue[1])];
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
            for (found, counted) in [
                (low[0] & peers[0], counted[0]),
                (high[0] & peers[0], counted[0]),
                ((low[1] | high[1] << 32) & peers[1], counted[1]),
            ] {
                score += found.count_ones() + 3 * (found & counted).count_ones();
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
