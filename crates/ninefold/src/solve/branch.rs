//! Which cell to guess in, when propagation has come to a halt.
//!
//! A guess is worth making where both outcomes say much: in a cell with two candidates, each of which stands in many
//! of the cells it sees, and best in cells that have only two candidates themselves, because those become singles. The
//! score of a cell is, for each of its two digits, the number of peers that have the digit plus three times the
//! number of those that have just two candidates. Against the first cell with two candidates this halves the guesses
//! on hard puzzles; weights of 2 or 4 are a little worse than 3, digits with two places in a house ("bilocal") as an
//! additional sign are worse.
//!
//! Both engines choose by this rule and break ties by the cell's number, so that both walk the same tree.

/// The candidates of one puzzle, cell by cell, and room for vectors to read past the end (always empty).
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct State(pub(crate) [u16; 96]);

impl State {
    pub(crate) const EMPTY: State = State([0; 96]);
}

/// The cells of each digit, and those with exactly two candidates, as bits in some [`BitOrder`].
pub(crate) struct Boards<const WORDS: usize> {
    pub(crate) digits: [[u64; WORDS]; 9],
    pub(crate) bivalue: [u64; WORDS],
}

/// Which bit stands for which cell.
pub(crate) struct BitOrder<const WORDS: usize> {
    cell_of: [[u8; 64]; WORDS],
    peers: [[u64; WORDS]; 81],
}

impl<const WORDS: usize> BitOrder<WORDS> {
    /// From the number of each cell's bit.
    pub(crate) const fn new(bit_of: [usize; 81]) -> BitOrder<WORDS> {
        let mut order = BitOrder { cell_of: [[0; 64]; WORDS], peers: [[0; WORDS]; 81] };
        let mut cell = 0;
        while cell < 81 {
            order.cell_of[bit_of[cell] / 64][bit_of[cell] % 64] = cell as u8;
            let mut peer = 0;
            while peer < 81 {
                if crate::Cell::from_index(cell).sees(crate::Cell::from_index(peer)) {
                    order.peers[cell][bit_of[peer] / 64] |= 1 << (bit_of[peer] % 64);
                }
                peer += 1;
            }
            cell += 1;
        }
        order
    }

    /// The cell to guess in. `digits_of` gives a cell's candidates; some cell has two or more.
    #[inline(always)]
    pub(crate) fn choose(&self, boards: &Boards<WORDS>, digits_of: impl Fn(usize) -> u16) -> usize {
        let mut best = 0;
        for (word, cells) in self.cell_of.iter().enumerate() {
            let mut bits = boards.bivalue[word];
            while bits != 0 {
                let cell = usize::from(cells[bits.trailing_zeros() as usize]);
                bits &= bits - 1;
                let digits = digits_of(cell);
                let (low, high) = (digits.trailing_zeros() as usize, digits.ilog2() as usize);
                let score = self.score(boards, cell, low) + self.score(boards, cell, high);
                // The higher score wins, then the lower cell; 81 keeps the key of any such cell above zero.
                best = best.max(score as usize * 128 + 81 - cell);
            }
        }
        if best > 0 { 81 - best % 128 } else { fewest_candidates(digits_of) }
    }

    #[inline(always)]
    fn score(&self, boards: &Boards<WORDS>, cell: usize, digit: usize) -> u32 {
        let mut score = 0;
        for word in 0..WORDS {
            let peers = boards.digits[digit][word] & self.peers[cell][word];
            score += peers.count_ones() + 3 * (peers & boards.bivalue[word]).count_ones();
        }
        score
    }
}

/// The first of the cells with the fewest candidates, two or more.
#[inline(always)]
fn fewest_candidates(digits_of: impl Fn(usize) -> u16) -> usize {
    let mut best = u32::MAX;
    for cell in 0..81 {
        let count = digits_of(cell).count_ones();
        if count > 1 {
            best = best.min(count * 128 + cell as u32);
        }
    }
    best as usize % 128
}
