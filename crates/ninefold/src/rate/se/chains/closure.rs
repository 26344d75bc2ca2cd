//! What follows from each assumption on a board that loses candidates, as sets, without the order.
//!
//! A scan propagates every candidate on and off, in the order that decides between chains, and most of these
//! propagations have no part in any hint. Sets show which have. The candidates that an assumption turns on and off do not
//! depend on the order, unless some candidate is both: then the propagation ends in a contradiction, in any order.
//!
//! Sets are stored by row, with a lane for each digit. An operation on all lanes is an operation on all digits:
//!
//! ```text
//!              digit 1     digit 2           digit 9
//!   row 1     000100010   110000000   ...   000000001      bit c: the cell in column c has the candidate
//!   row 2     ...
//! ```
//!
//! So the places left for every digit in every house are examined at once, instead of one by one when a candidate of the
//! house is turned off. An assumption that turns on a candidate whose consequences are known has these as well.
//!
//! # Boards within a board
//! The boards inside nested chains are the rated board less what an outer assumption turns off, with everything that
//! follows. The consequences of an assumption on the rated board hold on such a board, too, and most assumptions have no
//! others there. This is true if the outer assumption has emptied no cell and no house, and if every candidate that it
//! leaves as the last of its cell or house is *isolated*: nothing on the board sees it. Then take the first consequence on
//! the larger board that does not hold on the smaller one.
//!
//! - It is not a candidate turned off: the candidate on that turns it off is on the smaller board, and not isolated.
//! - If it is a candidate turned on that is the last of a house on the smaller board, it is isolated. This changes nothing.
//! - So it is a candidate turned on that is not on the smaller board. All candidates of the house that are there are
//!   turned off, and there are several: the assumption is contradictory on the smaller board.

use alloc::rc::Rc;
use alloc::vec::Vec;

#[cfg(test)]
use super::super::board::CandidateBits;
use super::super::board::{Board, Mask, bits, peers};
use super::propagation::Propagation;

/// One mask of columns for each digit. Nine are in use.
type Lanes = [Mask; 16];

/// A set of candidates, by row and digit.
type Rows = [Lanes; 9];

const NONE: Rows = [[0; 16]; 9];

/// The lowest column of each block.
const FIRST_COLUMNS: Mask = 0b001_001_001;

/// The columns of the peers of each cell in each row.
const PEER_ROWS: [[Mask; 9]; 81] = {
    let mut table = [[0; 9]; 81];
    let mut i = 0;
    while i < 81 * 9 {
        table[i / 9][i % 9] = (peers(i / 9) >> (9 * (i % 9)) & 511) as Mask;
        i += 1;
    }
    table
};

/// What an assumption turns on, and what it leaves on the board.
#[derive(Clone, Copy)]
struct Consequences {
    on: Rows,
    left: Rows,
}

/// What is known of an assumption.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    /// It has these consequences, by their place.
    Consistent(u16),
    /// Some candidate is both on and off. What was reached until then is at this place, once it is recorded.
    Contradictory(Option<u16>),
}

/// The consequences of the assumptions on a board.
pub(super) struct Closures {
    board: Rows,
    /// The cells with several candidates, and the houses with several places for a digit.
    cells: [Mask; 9],
    rows: Rows,
    columns: Lanes,
    blocks: [Lanes; 3],
    all: Vec<Consequences>,
    /// By candidate: off, on.
    known: [[Known; 729]; 2],
    /// The board that this one is within, if there is one, and the isolated candidates.
    within: Option<Rc<Closures>>,
    isolated: Rows,
}

impl Closures {
    pub(super) fn new() -> Closures {
        Closures {
            board: NONE,
            cells: [0; 9],
            rows: NONE,
            columns: [0; 16],
            blocks: [[0; 16]; 3],
            all: Vec::new(),
            known: [[Known::Nothing; 729]; 2],
            within: None,
            isolated: NONE,
        }
    }

    /// Starts again, with another board, which may be within a board whose consequences are known.
    pub(super) fn start(&mut self, board: &Board, larger: Option<&Rc<Closures>>) {
        self.board = NONE;
        for (row, lanes) in self.board.iter_mut().enumerate() {
            for (digit, lane) in lanes.iter_mut().take(9).enumerate() {
                *lane = board.places(9 + row, digit);
            }
        }
        self.all.clear();
        self.known = [[Known::Nothing; 729]; 2];
        for (row, cells) in self.cells.iter_mut().enumerate() {
            *cells = several_digits(&self.board[row]).1;
        }
        for (lanes, several) in self.board.iter().zip(&mut self.rows) {
            for (lane, several) in lanes.iter().zip(several) {
                *several = if lane & lane.wrapping_sub(1) == 0 { 0 } else { !0 };
            }
        }
        self.columns = by_column(&self.board).1;
        for (band, several) in self.blocks.iter_mut().enumerate() {
            *several = by_block(&self.board, band).1;
        }
        let isolated = larger.and_then(|larger| self.isolated_within(larger));
        self.within = larger.filter(|_| isolated.is_some()).cloned();
        self.isolated = isolated.unwrap_or(NONE);
    }

    /// The candidates left as the last of a cell or house of a larger board. `None` if the consequences on that board do
    /// not hold on this one.
    fn isolated_within(&self, larger: &Closures) -> Option<Rows> {
        let mut outside = 0;
        for (board, larger) in self.board.iter().zip(&larger.board) {
            for (board, larger) in board.iter().zip(larger) {
                outside |= board & !larger;
            }
        }
        let singles = larger.singles(&self.board).filter(|_| outside == 0)?;
        for (row, lanes) in singles.iter().enumerate() {
            for (digit, &columns) in lanes.iter().take(9).enumerate() {
                if columns & self.cells[row] != 0 {
                    return None;
                }
                for column in bits(columns) {
                    let peers = &PEER_ROWS[9 * row + column];
                    if self.board.iter().zip(peers).any(|(lanes, peers)| lanes[digit] & peers != 0) {
                        return None;
                    }
                }
            }
        }
        Some(singles)
    }

    /// What follows from an assumption because it does on the larger board. `None` if nothing is known of it there.
    fn inherited(&self, candidate: usize, on: bool) -> Option<Option<Consequences>> {
        let larger = self.within.as_ref()?;
        let Known::Consistent(place) = larger.known[usize::from(on)][candidate] else { return None };
        let Consequences { on, mut left } = larger.all[usize::from(place)];
        let mut impossible = 0;
        for row in 0..9 {
            for lane in 0..16 {
                impossible |= on[row][lane] & !self.board[row][lane] | self.isolated[row][lane] & !left[row][lane];
                left[row][lane] &= self.board[row][lane];
            }
        }
        Some((impossible == 0).then_some(Consequences { on, left }))
    }

    /// The same without the larger board, so that boards do not keep each other.
    pub(super) fn alone(mut self) -> Closures {
        self.within = None;
        self
    }

    /// Whether an assumption ends in a contradiction.
    pub(super) fn is_contradictory(&mut self, candidate: usize, on: bool) -> bool {
        matches!(self.find(candidate, on), Known::Contradictory(_))
    }

    /// Records what a contradictory assumption reaches before the contradiction. This depends on the order.
    pub(super) fn record(&mut self, candidate: usize, on: bool, propagation: &Propagation) {
        let known = &mut self.known[usize::from(on)][candidate];
        if *known == Known::Contradictory(None) {
            *known = Known::Contradictory(Some(self.all.len() as u16));
            let mut found = Consequences { on: NONE, left: self.board };
            for candidate in propagation.reached(true).iter() {
                found.on[candidate / 81][candidate % 9] |= 1 << (candidate / 9 % 9);
            }
            for candidate in propagation.reached(false).iter() {
                found.left[candidate / 81][candidate % 9] &= !(1 << (candidate / 9 % 9));
            }
            self.all.push(found);
        }
    }

    /// Finds what follows from an assumption.
    fn find(&mut self, candidate: usize, on: bool) -> Known {
        let known = self.known[usize::from(on)][candidate];
        if known != Known::Nothing {
            return known;
        }
        let found = match self.inherited(candidate, on) {
            Some(inherited) => inherited,
            None => self.first(candidate, on),
        };
        let known = match found.and_then(|found| self.close(found)) {
            Some(found) => {
                self.all.push(found);
                Known::Consistent(self.all.len() as u16 - 1)
            }
            None => Known::Contradictory(None),
        };
        self.known[usize::from(on)][candidate] = known;
        known
    }

    /// The effects of an assumption itself.
    fn first(&self, candidate: usize, on: bool) -> Option<Consequences> {
        let mut found = Consequences { on: NONE, left: self.board };
        let (row, column, digit) = (candidate / 81, candidate / 9 % 9, candidate % 9);
        if on {
            let mut first = NONE;
            first[row][digit] = 1 << column;
            self.add(&mut found, &first)?;
        } else {
            found.left[row][digit] &= !(1 << column);
        }
        Some(found)
    }

    /// Adds everything that follows. `None` if a candidate is both on and off.
    fn close(&self, mut found: Consequences) -> Option<Consequences> {
        loop {
            let mut singles = self.singles(&found.left)?;
            let mut any = 0;
            for (singles, on) in singles.iter_mut().zip(&found.on) {
                for (single, on) in singles.iter_mut().zip(on) {
                    *single &= !on;
                    any |= *single;
                }
            }
            if any == 0 {
                return Some(found);
            }
            self.add(&mut found, &singles)?;
        }
    }

    /// Turns candidates on, with what follows from each. `None` if a candidate is both on and off.
    fn add(&self, found: &mut Consequences, fresh: &Rows) -> Option<()> {
        for (row, lanes) in fresh.iter().enumerate() {
            for (digit, &columns) in lanes.iter().take(9).enumerate() {
                for column in bits(columns & !found.on[row][digit]) {
                    let cell = 9 * row + column;
                    match self.known[1][9 * cell + digit] {
                        Known::Contradictory(_) => return None,
                        Known::Consistent(place) => {
                            let known = &self.all[usize::from(place)];
                            for row in 0..9 {
                                for lane in 0..16 {
                                    found.on[row][lane] |= known.on[row][lane];
                                    found.left[row][lane] &= known.left[row][lane];
                                }
                            }
                        }
                        Known::Nothing => {
                            found.on[row][digit] |= 1 << column;
                            for (lanes, peers) in found.left.iter_mut().zip(&PEER_ROWS[cell]) {
                                lanes[digit] &= !peers;
                            }
                            let left = found.left[row][digit];
                            for lane in &mut found.left[row] {
                                *lane &= !(1 << column);
                            }
                            found.left[row][digit] = left;
                        }
                    }
                }
            }
        }
        let mut both = 0;
        for (on, left) in found.on.iter().zip(&found.left) {
            for (on, left) in on.iter().zip(left) {
                both |= on & !left;
            }
        }
        (both == 0).then_some(())
    }

    /// The candidates that are the last of their cell, or of their digit in a house. `None` if there is a cell or a house
    /// that has lost all of several.
    #[inline]
    fn singles(&self, left: &Rows) -> Option<Rows> {
        let mut singles = NONE;
        let mut empty = 0;
        let (any, several) = by_column(left);
        let mut columns = [0; 16];
        for lane in 0..16 {
            empty |= self.columns[lane] & !any[lane];
            columns[lane] = self.columns[lane] & !several[lane];
        }
        for band in 0..3 {
            let (any, several) = by_block(left, band);
            let mut blocks = [0; 16];
            for lane in 0..16 {
                empty |= self.blocks[band][lane] & !any[lane];
                blocks[lane] = self.blocks[band][lane] & !several[lane];
            }
            for row in 3 * band..3 * band + 3 {
                for lane in 0..16 {
                    let places = left[row][lane];
                    let last = if places & places.wrapping_sub(1) == 0 { self.rows[row][lane] } else { 0 };
                    empty |= if places == 0 { self.rows[row][lane] } else { 0 };
                    singles[row][lane] = places & (last | columns[lane] | blocks[lane]);
                }
            }
        }
        for row in 0..9 {
            let (any, several) = several_digits(&left[row]);
            empty |= self.cells[row] & !any;
            let last = self.cells[row] & any & !several;
            for lane in 0..16 {
                singles[row][lane] |= left[row][lane] & last;
            }
        }
        (empty == 0).then_some(singles)
    }

    /// Whether some assumptions have a consequence in common that changes the board. Those that are contradictory must
    /// have been recorded.
    pub(super) fn meet(&mut self, assumptions: impl Iterator<Item = (usize, bool)>) -> bool {
        let mut on = [[!0; 16]; 9];
        let mut left = NONE;
        for (candidate, assumed) in assumptions {
            let (Known::Consistent(place) | Known::Contradictory(Some(place))) = self.find(candidate, assumed) else {
                return true;
            };
            let found = &self.all[usize::from(place)];
            for row in 0..9 {
                for lane in 0..16 {
                    on[row][lane] &= found.on[row][lane];
                    left[row][lane] |= found.left[row][lane];
                }
            }
        }
        let mut common = 0;
        for row in 0..9 {
            for lane in 0..16 {
                common |= on[row][lane] & self.cells[row] | self.board[row][lane] & !left[row][lane];
            }
        }
        common != 0
    }

    /// What an assumption turns off and on. Nothing if it is contradictory.
    #[cfg(test)]
    pub(super) fn reached(&mut self, candidate: usize, on: bool) -> Option<[CandidateBits; 2]> {
        let Known::Consistent(place) = self.find(candidate, on) else { return None };
        let found = &self.all[usize::from(place)];
        let mut reached = [CandidateBits::EMPTY; 2];
        for candidate in 0..729 {
            let has = |rows: &Rows| rows[candidate / 81][candidate % 9] >> (candidate / 9 % 9) & 1 != 0;
            if has(&self.board) && !has(&found.left) {
                reached[0].insert(candidate);
            }
            if has(&found.on) {
                reached[1].insert(candidate);
            }
        }
        Some(reached)
    }

    /// Whether the board is within one whose consequences are known.
    #[cfg(test)]
    pub(super) fn is_within(&self) -> bool {
        self.within.is_some()
    }
}

/// The columns of a row whose cells have some of the digits, and those whose cells have several.
#[inline]
fn several_digits(lanes: &Lanes) -> (Mask, Mask) {
    // Four lanes a word, folded in halves.
    let word = |at: usize| (0..4).fold(0, |word, lane| word | u64::from(lanes[at + lane]) << (16 * lane));
    let (low, high) = (word(0), word(4));
    let (any, several) = (low | high, low & high);
    let (any, several) = (any | any >> 32, several | several >> 32 | any & any >> 32);
    let (any, several) = (any | any >> 16, several | several >> 16 | any & any >> 16);
    let (any, several) = (any as Mask, several as Mask);
    (any | lanes[8], several | any & lanes[8])
}

/// The columns that have a place for each digit, and those that have several.
#[inline]
fn by_column(rows: &Rows) -> (Lanes, Lanes) {
    let (mut any, mut several) = ([0; 16], [0; 16]);
    for lanes in rows {
        for lane in 0..16 {
            several[lane] |= any[lane] & lanes[lane];
            any[lane] |= lanes[lane];
        }
    }
    (any, several)
}

/// The columns of the blocks of a band that have a place for each digit, and of those that have several.
#[inline]
fn by_block(rows: &Rows, band: usize) -> (Lanes, Lanes) {
    let (mut any, mut several) = ([0; 16], [0; 16]);
    let [a, b, c] = [&rows[3 * band], &rows[3 * band + 1], &rows[3 * band + 2]];
    for lane in 0..16 {
        let once = a[lane] | b[lane] | c[lane];
        let twice = a[lane] & b[lane] | a[lane] & c[lane] | b[lane] & c[lane];
        let (second, third) = (once >> 1, once >> 2);
        let pair = once & second | once & third | second & third | twice | twice >> 1 | twice >> 2;
        any[lane] = ((once | second | third) & FIRST_COLUMNS) * 7;
        several[lane] = (pair & FIRST_COLUMNS) * 7;
    }
    (any, several)
}
