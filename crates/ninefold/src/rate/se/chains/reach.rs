//! Where a search can find something: everything that links of a board can reach, computed for all starts at once.
//!
//! Propagating every candidate is the dear part of forcing chains and of multiple chains, and most starts lead to
//! nothing. Which ones do not can be told from sets alone, without the order that decides between chains:
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
//! is reachable in any number of steps is the transitive closure of that, taken in sets of bits.

use alloc::vec::Vec;

use super::super::board::{Board, CELL_AT, CandidateBits, HOUSE, Mask, PEERS, POSITION, bits, count};
use super::super::hint::Links;
use super::links::Strong;

/// The starts that are worth a search for a single strand.
pub(super) struct Worth {
    /// On to off.
    pub(super) on_to_off: CandidateBits,
    /// Off to on.
    pub(super) off_to_on: CandidateBits,
    /// On to on, round a cycle that may eliminate something.
    pub(super) cycle: CandidateBits,
}

impl Worth {
    /// Whether no start is.
    pub(super) fn is_empty(&self) -> bool {
        self.on_to_off.is_empty() && self.off_to_on.is_empty() && self.cycle.is_empty()
    }

    /// All starts.
    #[cfg(test)]
    pub(super) fn everything() -> Worth {
        let mut all = CandidateBits::EMPTY;
        (0..729).for_each(|candidate| all.insert(candidate));
        Worth { on_to_off: all, off_to_on: all, cycle: all }
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

    /// The starts worth a search.
    pub(super) fn worth(&self, board: &Board) -> Worth {
        match &self.closure {
            Closures::Narrow(closure) => closure.worth(board),
            Closures::Wide(closure) => closure.worth(board),
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
                links.iter().fold([0; WORDS], |row, &(partner, _)| with(row, number[usize::from(partner)].into()))
            })
            .collect();
        let mut closure = Closure { linked, candidates, number, partners, weak: Vec::new(), reach: Vec::new() };
        closure.weak = closure.candidates.iter().map(|&candidate| closure.seen(candidate.into())).collect();
        let mut reach: Vec<Row<WORDS>> = closure.weak.iter().map(|weak| closure.one_step(weak)).collect();
        for via in 0..reach.len() {
            let beyond = reach[via];
            for row in &mut reach {
                if contains(row, via) {
                    *row = union(*row, &beyond);
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
        for_each_seen(&self.linked, candidate, |other| row = with(row, self.number[other].into()));
        row
    }

    fn one_step(&self, weak: &Row<WORDS>) -> Row<WORDS> {
        elements(weak).fold([0; WORDS], |row, via| union(row, &self.partners[via]))
    }

    /// What some candidates reach, they themselves included.
    fn reach_from(&self, firsts: &Row<WORDS>) -> Row<WORDS> {
        elements(firsts).fold(*firsts, |row, first| union(row, &self.reach[first]))
    }

    fn worth(&self, board: &Board) -> Worth {
        let empty = CandidateBits::EMPTY;
        let mut worth = Worth { on_to_off: empty, off_to_on: empty, cycle: empty };
        for cell in 0..81 {
            for candidate in bits(board.digits(cell)).map(|digit| 9 * cell + digit) {
                if self.is_linked(candidate) {
                    let number = usize::from(self.number[candidate]);
                    if meet(&self.reach[number], &self.weak[number]) {
                        worth.on_to_off.insert(candidate);
                    }
                    let partners = &self.partners[number];
                    let turned_off = elements(partners).fold([0; WORDS], |row, p| union(row, &self.weak[p]));
                    if meet(&self.reach_from(partners), &turned_off) {
                        worth.off_to_on.insert(candidate);
                    }
                } else {
                    let weak = self.seen(candidate);
                    if meet(&self.reach_from(&self.one_step(&weak)), &weak) {
                        worth.on_to_off.insert(candidate);
                    }
                }
            }
        }
        self.mark_cycles(board, &mut worth.cycle);
        worth
    }

    /// Marks the starts of cycles that may eliminate something.
    fn mark_cycles(&self, board: &Board, cycle: &mut CandidateBits) {
        let mut done = [0; WORDS];
        for start in 0..self.candidates.len() {
            if contains(&done, start) {
                continue;
            }
            let mut ring = [0; WORDS];
            for other in elements(&self.reach[start]).filter(|&other| contains(&self.reach[other], start)) {
                ring = with(ring, other);
            }
            done = union(done, &ring);
            let turned_off = elements(&ring).fold([0; WORDS], |row, on| union(row, &self.weak[on]));
            let mut seen = [[0u128; 2]; 9];
            let mut mark = |number: usize, on: usize| {
                let candidate = usize::from(self.candidates[number]);
                seen[candidate % 9][on] |= PEERS[candidate / 9];
            };
            elements(&ring).for_each(|number| mark(number, 1));
            elements(&turned_off).filter(|&off| meet(&self.partners[off], &ring)).for_each(|number| mark(number, 0));
            let eliminates = (0..9).any(|digit| {
                let both = seen[digit][0] & seen[digit][1];
                both != 0 && both & board.cells_with(digit) != 0
            });
            if eliminates {
                elements(&ring).for_each(|on| cycle.insert(self.candidates[on].into()));
            }
        }
    }

    fn common(&self, board: &Board) -> Common {
        let mut common = Common { cells: [false; 81], houses: [[false; 9]; 27] };
        let mut turned_off: Vec<CandidateBits> = Vec::with_capacity(self.candidates.len());
        turned_off.extend(self.candidates.iter().map(|&candidate| all_seen(board, candidate.into())));
        let mut known: Vec<Option<Consequences<WORDS>>> = Vec::new();
        known.resize(729, None);
        for cell in (0..81).filter(|&cell| count(board.digits(cell)) > 2) {
            let candidates = bits(board.digits(cell)).map(|digit| 9 * cell + digit);
            common.cells[cell] = self.meet_all(board, &turned_off, &mut known, candidates);
            for digit in bits(board.digits(cell)) {
                for kind in 0..3 {
                    let house = usize::from(HOUSE[cell][kind]);
                    let places = board.places(house, digit);
                    if places & places.wrapping_neg() == 1 << POSITION[cell][kind] && count(places) > 1 {
                        let candidates = bits(places).map(|place| 9 * usize::from(CELL_AT[house][place]) + digit);
                        common.houses[house][digit] = self.meet_all(board, &turned_off, &mut known, candidates);
                    }
                }
            }
        }
        common
    }

    /// Whether some candidates have a consequence in common, on or off.
    fn meet_all(
        &self,
        board: &Board,
        turned_off: &[CandidateBits],
        known: &mut [Option<Consequences<WORDS>>],
        candidates: impl Iterator<Item = usize>,
    ) -> bool {
        let mut common: Option<Consequences<WORDS>> = None;
        for candidate in candidates {
            let found = *known[candidate].get_or_insert_with(|| self.consequences(board, turned_off, candidate));
            common = Some(match common {
                None => found,
                Some(before) => Consequences { on: intersection(before.on, &found.on), off: before.off & found.off },
            });
            if common.is_some_and(|common| common.on == [0; WORDS] && common.off.is_empty()) {
                return false;
            }
        }
        common.is_some()
    }

    fn consequences(&self, board: &Board, turned_off: &[CandidateBits], candidate: usize) -> Consequences<WORDS> {
        let mut off = all_seen(board, candidate);
        let on = if self.is_linked(candidate) {
            let number = usize::from(self.number[candidate]);
            with(self.reach[number], number)
        } else {
            self.reach_from(&self.one_step(&self.seen(candidate)))
        };
        for number in elements(&on) {
            off = off | turned_off[number];
        }
        Consequences { on, off }
    }
}

/// What follows from a candidate on: linked candidates on, any candidates off.
#[derive(Clone, Copy)]
struct Consequences<const WORDS: usize> {
    on: Row<WORDS>,
    off: CandidateBits,
}

/// The candidates of a board that a candidate sees.
fn all_seen(board: &Board, candidate: usize) -> CandidateBits {
    let mut seen = CandidateBits::EMPTY;
    for_each_seen(board, candidate, |other| seen.insert(other));
    seen
}

#[inline]
fn for_each_seen(board: &Board, candidate: usize, mut visit: impl FnMut(usize)) {
    let (cell, digit) = (candidate / 9, candidate % 9);
    for other in bits(board.digits(cell) & !(1 << digit)) {
        visit(9 * cell + other);
    }
    for kind in 0..3 {
        let house = usize::from(HOUSE[cell][kind]);
        for place in bits(board.places(house, digit) & !(1 << POSITION[cell][kind])) {
            visit(9 * usize::from(CELL_AT[house][place]) + digit);
        }
    }
}

#[inline]
fn with<const WORDS: usize>(mut row: Row<WORDS>, number: usize) -> Row<WORDS> {
    row[number / 64] |= 1 << (number % 64);
    row
}

#[inline]
fn contains<const WORDS: usize>(row: &Row<WORDS>, number: usize) -> bool {
    row[number / 64] >> (number % 64) & 1 != 0
}

#[inline]
fn union<const WORDS: usize>(row: Row<WORDS>, other: &Row<WORDS>) -> Row<WORDS> {
    core::array::from_fn(|i| row[i] | other[i])
}

#[inline]
fn intersection<const WORDS: usize>(row: Row<WORDS>, other: &Row<WORDS>) -> Row<WORDS> {
    core::array::from_fn(|i| row[i] & other[i])
}

#[inline]
fn meet<const WORDS: usize>(row: &Row<WORDS>, other: &Row<WORDS>) -> bool {
    row.iter().zip(other).fold(0, |all, (a, b)| all | a & b) != 0
}

#[inline]
fn elements<const WORDS: usize>(row: &Row<WORDS>) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(i, &word)| bits(word).map(move |bit| 64 * i + bit))
}
