//! Where a search can find something: everything that links of a board can reach, computed for all starts at once.
//!
//! Propagating every candidate is the expensive part of forcing chains and of multiple chains, and most starts lead to
//! nothing. Which starts can lead to something follows from sets alone, without the order that decides between chains:
//!
//! - from a candidate on to itself off there is a strand if something reachable sees the start;
//! - from off to on, if something reachable from its strong partners turns one of those partners off;
//! - a cycle's candidates that are on all reach each other. Take everything that the start reaches and that reaches the
//!   start, and what lies between by a weak and a strong link: if no candidate sees both some of the former and some of
//!   the latter, no cycle here eliminates anything;
//! - the candidates of a cell, or the places of a digit in a house, have a consequence in common only if the sets of
//!   all they reach have.
//!
//! A candidate `a` reaches `c` in one step if some `b` is joined to `a` by a weak link and to `c` by a strong one. What
//! is reachable in any number of steps is the transitive closure of this relation, computed on rows of bits.

use alloc::vec::Vec;

use super::super::board::{Board, CELL_AT, CandidateBits, HOUSE, Mask, PLACE, bits, count, peers};
use super::super::hint::Links;
use super::links::Strong;
use crate::bits::BitRow;

/// The starts from which a search for a single strand can find something.
pub(super) struct UsefulStarts {
    /// On to off.
    pub(super) on_to_off: CandidateBits,
    /// Off to on.
    pub(super) off_to_on: CandidateBits,
    /// On to on, round a cycle that may eliminate something.
    pub(super) cycle: CandidateBits,
}

impl UsefulStarts {
    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.on_to_off.is_empty() && self.off_to_on.is_empty() && self.cycle.is_empty()
    }

    /// All starts.
    #[cfg(test)]
    pub(super) fn everything() -> UsefulStarts {
        let mut all = CandidateBits::EMPTY;
        (0..729).for_each(|candidate| all.insert(candidate));
        UsefulStarts { on_to_off: all, off_to_on: all, cycle: all }
    }
}

/// The cells, and the digits in houses, all of whose candidates may have a consequence in common.
pub(super) struct Common {
    pub(super) cells: [bool; 81],
    pub(super) houses: [[bool; 9]; 27],
}

/// The strong links of a board and what they reach.
pub(super) struct Reach {
    digits: [Mask; 81],
    strong: Strong,
    closure: Closures,
}

/// Few boards have more than 256 candidates with strong links; the others take wider rows.
enum Closures {
    Narrow(Closure<4>),
    Wide(Closure<12>),
}

impl Reach {
    pub(super) fn new(board: &Board) -> Reach {
        let strong = Strong::new(board);
        let linked = strong.linked(board, Links::XY);
        let closure = if linked.cells().iter().map(|&digits| count(digits)).sum::<usize>() <= 256 {
            Closures::Narrow(Closure::new(&strong, linked))
        } else {
            Closures::Wide(Closure::new(&strong, linked))
        };
        Reach { digits: *board.cells(), strong, closure }
    }

    /// Whether this is about that board.
    pub(super) fn is_of(&self, board: &Board) -> bool {
        self.digits == *board.cells()
    }

    pub(super) fn strong(&self) -> &Strong {
        &self.strong
    }

    /// The starts from which a search can find something.
    pub(super) fn useful(&self, board: &Board) -> UsefulStarts {
        match &self.closure {
            Closures::Narrow(closure) => closure.useful(board),
            Closures::Wide(closure) => closure.useful(board),
        }
    }

    /// The cells of more than two candidates that may have a common consequence, and the digits in houses whose first
    /// place is such a cell.
    pub(super) fn common(&self, board: &Board) -> Common {
        match &self.closure {
            Closures::Narrow(closure) => closure.common(board),
            Closures::Wide(closure) => closure.common(board),
        }
    }
}

/// A set of candidates that have strong links, by their number among those.
type Row<const WORDS: usize> = [u64; WORDS];

struct Closure<const WORDS: usize> {
    /// The candidates with strong links: as a board, in order, and the number of each.
    linked: Board,
    candidates: Vec<u16>,
    number: [u16; 729],
    /// For each of them those it has strong and weak links with, and those it reaches.
    partners: Vec<Row<WORDS>>,
    weak: Vec<Row<WORDS>>,
    reach: Vec<Row<WORDS>>,
}

impl<const WORDS: usize> Closure<WORDS> {
    fn new(strong: &Strong, linked: Board) -> Closure<WORDS> {
        let mut candidates = Vec::with_capacity(64 * WORDS);
        let mut number = [0u16; 729];
        for cell in 0..81 {
            for digit in bits(linked.digits(cell)) {
                number[9 * cell + digit] = candidates.len() as u16;
                candidates.push((9 * cell + digit) as u16);
            }
        }
        let partners = candidates
            .iter()
            .map(|&candidate| {
                let links = strong.of(Links::XY, candidate.into());
                links.iter().fold([0; WORDS], |row, &(partner, _)| added(row, number[usize::from(partner)].into()))
            })
            .collect();
        let mut closure = Closure { linked, candidates, number, partners, weak: Vec::new(), reach: Vec::new() };
        closure.weak = closure.candidates.iter().map(|&candidate| closure.seen(candidate.into())).collect();
        let mut reach: Vec<Row<WORDS>> = closure.weak.iter().map(|weak| closure.one_step(weak)).collect();
        for via in 0..reach.len() {
            let beyond = reach[via];
            for row in &mut reach {
                if row.has(via) {
                    row.unite(&beyond);
                }
            }
        }
        closure.reach = reach;
        closure
    }

    fn is_linked(&self, candidate: usize) -> bool {
        self.linked.has(candidate / 9, candidate % 9)
    }

    /// The linked candidates that a candidate sees.
    fn seen(&self, candidate: usize) -> Row<WORDS> {
        let mut row = [0; WORDS];
        for_each_seen(&self.linked, candidate, |other| row.put(self.number[other].into()));
        row
    }

    fn one_step(&self, weak: &Row<WORDS>) -> Row<WORDS> {
        weak.ones().fold([0; WORDS], |row, via| united(row, &self.partners[via]))
    }

    /// What some candidates reach, they themselves included.
    fn reach_from(&self, firsts: &Row<WORDS>) -> Row<WORDS> {
        firsts.ones().fold(*firsts, |row, first| united(row, &self.reach[first]))
    }

    fn useful(&self, board: &Board) -> UsefulStarts {
        let empty = CandidateBits::EMPTY;
        let mut useful = UsefulStarts { on_to_off: empty, off_to_on: empty, cycle: empty };
        for cell in 0..81 {
            for candidate in bits(board.digits(cell)).map(|digit| 9 * cell + digit) {
                if self.is_linked(candidate) {
                    let number = usize::from(self.number[candidate]);
                    if self.reach[number].meets(&self.weak[number]) {
                        useful.on_to_off.insert(candidate);
                    }
                    let partners = &self.partners[number];
                    let turned_off = partners.ones().fold([0; WORDS], |row, p| united(row, &self.weak[p]));
                    if self.reach_from(partners).meets(&turned_off) {
                        useful.off_to_on.insert(candidate);
                    }
                } else {
                    let weak = self.seen(candidate);
                    if self.reach_from(&self.one_step(&weak)).meets(&weak) {
                        useful.on_to_off.insert(candidate);
                    }
                }
            }
        }
        self.mark_cycles(board, &mut useful.cycle);
        useful
    }

    /// Marks the starts of cycles that may eliminate something.
    fn mark_cycles(&self, board: &Board, cycle: &mut CandidateBits) {
        let mut done = [0; WORDS];
        for start in 0..self.candidates.len() {
            if done.has(start) {
                continue;
            }
            let mut ring = [0; WORDS];
            for other in self.reach[start].ones().filter(|&other| self.reach[other].has(start)) {
                ring.put(other);
            }
            done.unite(&ring);
            let turned_off = ring.ones().fold([0; WORDS], |row, on| united(row, &self.weak[on]));
            let mut seen = [[0u128; 2]; 9];
            let mut mark = |number: usize, on: usize| {
                let candidate = usize::from(self.candidates[number]);
                seen[candidate % 9][on] |= peers(candidate / 9);
            };
            ring.ones().for_each(|number| mark(number, 1));
            turned_off.ones().filter(|&off| self.partners[off].meets(&ring)).for_each(|number| mark(number, 0));
            let eliminates = (0..9).any(|digit| {
                let both = seen[digit][0] & seen[digit][1];
                both != 0 && both & board.cells_with(digit) != 0
            });
            if eliminates {
                ring.ones().for_each(|on| cycle.insert(self.candidates[on].into()));
            }
        }
    }

    fn common(&self, board: &Board) -> Common {
        let mut common = Common { cells: [false; 81], houses: [[false; 9]; 27] };
        let mut present = CandidateBits::EMPTY;
        for cell in 0..81 {
            bits(board.digits(cell)).for_each(|digit| present.insert(9 * cell + digit));
        }
        let mut known = Known { present, place: [NOT_YET; 729], found: Vec::new() };
        for cell in (0..81).filter(|&cell| count(board.digits(cell)) > 2) {
            let candidates = bits(board.digits(cell)).map(|digit| 9 * cell + digit);
            common.cells[cell] = self.meet_all(&mut known, candidates);
            for digit in bits(board.digits(cell)) {
                for kind in 0..3 {
                    let house = usize::from(HOUSE[cell][kind]);
                    let places = board.places(house, digit);
                    if places & places.wrapping_neg() == 1 << PLACE[cell][kind] && count(places) > 1 {
                        let candidates = bits(places).map(|place| 9 * usize::from(CELL_AT[house][place]) + digit);
                        common.houses[house][digit] = self.meet_all(&mut known, candidates);
                    }
                }
            }
        }
        common
    }

    /// Whether some candidates have a consequence in common, on or off.
    fn meet_all(&self, known: &mut Known<WORDS>, candidates: impl Iterator<Item = usize>) -> bool {
        let mut common = Consequences { on: [u64::MAX; WORDS], off: known.present };
        for candidate in candidates {
            if known.place[candidate] == NOT_YET {
                known.place[candidate] = known.found.len() as u16;
                known.found.push(self.consequences(candidate));
            }
            let found = &known.found[usize::from(known.place[candidate])];
            common.on.intersect(&found.on);
            common.off = common.off & found.off;
            if common.on.is_blank() && common.off.is_empty() {
                return false;
            }
        }
        true
    }

    fn consequences(&self, candidate: usize) -> Consequences<WORDS> {
        let mut off = all_seen(candidate);
        let on = if self.is_linked(candidate) {
            let number = usize::from(self.number[candidate]);
            added(self.reach[number], number)
        } else {
            self.reach_from(&self.one_step(&self.seen(candidate)))
        };
        for number in on.ones() {
            off = off | all_seen(usize::from(self.candidates[number]));
        }
        Consequences { on, off }
    }
}

/// The candidates of a board, and what is known to follow from them.
struct Known<const WORDS: usize> {
    present: CandidateBits,
    place: [u16; 729],
    found: Vec<Consequences<WORDS>>,
}

const NOT_YET: u16 = u16::MAX;

/// What follows from a candidate on: linked candidates on, any candidates off, some of which the board lacks.
struct Consequences<const WORDS: usize> {
    on: Row<WORDS>,
    off: CandidateBits,
}

/// All candidates that a candidate sees: its digit in the peers of its cell, and the other digits of its cell.
#[inline]
fn all_seen(candidate: usize) -> CandidateBits {
    let (cell, digit) = (candidate / 9, candidate % 9);
    DIGIT_OF_PEERS[cell].moved_up(digit).with_digits(cell, 0x1ff & !(1 << digit))
}

/// The first digit in all peers of a cell. A table of all digits would be nine times as large, which the page would load.
static DIGIT_OF_PEERS: [CandidateBits; 81] = {
    let mut table = [CandidateBits::EMPTY; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            if peers(cell) >> other & 1 != 0 {
                table[cell] = table[cell].with_digits(other, 1);
            }
            other += 1;
        }
        cell += 1;
    }
    table
};

#[inline]
fn for_each_seen(board: &Board, candidate: usize, mut visit: impl FnMut(usize)) {
    let (cell, digit) = (candidate / 9, candidate % 9);
    for other in bits(board.digits(cell) & !(1 << digit)) {
        visit(9 * cell + other);
    }
    for kind in 0..3 {
        let house = usize::from(HOUSE[cell][kind]);
        for place in bits(board.places(house, digit) & !(1 << PLACE[cell][kind])) {
            visit(9 * usize::from(CELL_AT[house][place]) + digit);
        }
    }
}

#[inline]
fn added<const WORDS: usize>(mut row: Row<WORDS>, number: usize) -> Row<WORDS> {
    row.put(number);
    row
}

#[inline]
fn united<const WORDS: usize>(mut row: Row<WORDS>, other: &Row<WORDS>) -> Row<WORDS> {
    row.unite(other);
    row
}
