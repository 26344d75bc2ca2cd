//! Consequences carried over from a board to a similar one.
//!
//! The chains inside chains of level 4 are searched on board after board, and most boards equal an earlier one but for
//! one or two candidates: the assumption is the same, and the grid has lost a candidate since the step before. A list
//! needs the *order* in which consequences were found for one propagation in twenty, those with a part in a hint. For
//! all others it needs the sets of candidates that are on and off, to see that they have no part.
//!
//! These sets do not depend on the order. Following links of level 0 computes a least fixed point: a candidate is off if
//! it sees one that is on; it is on if all others of a *unit* (its cell, or a house for its digit) are off and there is
//! at least one other. Only a clash ends a propagation before the fixed point, so propagations that clashed are not
//! carried over. Let `removed` be the candidates that the new board lacks. The sets of an assumption are the same on the
//! new board, without `removed`, if
//!
//! - no removed candidate was on, and
//! - in every unit that lost a candidate, the fixed point stays one: of the candidates `left` that are not off
//!
//! ```text
//!   two or more left        the unit implies nothing on either board
//!   one left, on            the unit still implies it, if it has a candidate that is off
//!   one left, not on        the unit does not imply it, if it has no candidate that is off
//!   none left               the unit has no candidate at all on the new board
//! ```
//!
//! A propagation with a part in a hint, clashed or not, is carried over as a whole, node by node, if no removed candidate is
//! on or off and every unit that lost one has no candidate that is off, or two or more left. Then it has read nothing
//! that differs. Everything else is propagated again.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::super::board::{Board, CELL_AT, HOUSE, Mask, bits, is_pair, is_single};
use super::propagation::{FinishedPropagation, Node, Propagation};
use crate::bits::BitRow;

/// From a board with more candidates than this beyond the new one, little can be carried over.
const MOST_REMOVED: usize = 30;

/// The bytes that may be held before everything is forgotten.
const BOUND: usize = 48 << 20;

/// A set of candidates, by their number in the history.
type Row = [u64; 5];

/// How many candidates a row has room for. Boards with more are rare, and nothing is carried over between them.
const MOST: usize = 64 * size_of::<Row>() / 8;

/// The candidates that follow from an assumption: those that are off, those that are on.
type Reached = [Row; 2];

/// Where nothing is known; where nothing follows but the assumption.
const UNKNOWN: u16 = u16::MAX;
const ALONE: u16 = u16::MAX - 1;

/// The numbers of the candidates of a grid and of all boards with fewer.
pub(super) struct Numbers {
    digits: [Mask; 81],
    number: [u16; 729],
}

impl Numbers {
    fn new(board: &Board) -> Numbers {
        let mut numbers = Numbers { digits: *board.cells(), number: [0; 729] };
        let mut count = 0;
        for cell in 0..81 {
            for digit in bits(board.digits(cell)) {
                numbers.number[9 * cell + digit] = count;
                count += 1;
            }
        }
        numbers
    }

    #[inline]
    fn of(&self, candidate: usize) -> usize {
        self.number[candidate].into()
    }

    /// The candidates of some nodes.
    fn reached(&self, nodes: &[Node]) -> Reached {
        let mut reached = [[0; 5]; 2];
        for node in nodes {
            reached[usize::from(node.on)].put(self.of(node.candidate.into()));
        }
        reached
    }

    /// Where an assumption is listed.
    #[inline]
    fn slot(&self, candidate: usize, on: bool) -> usize {
        2 * self.of(candidate) + usize::from(on)
    }
}

/// What follows on one board from each assumption.
pub(super) struct Consequences {
    numbers: Rc<Numbers>,
    digits: [Mask; 81],
    /// The row of each assumption.
    row_of: Vec<u16>,
    rows: Vec<Reached>,
    /// The propagations with a part in a hint.
    finished: Vec<FinishedPropagation>,
    same: Option<Same>,
}

/// The assumptions whose propagation is the same as on a similar board, and its place there.
struct Same {
    similar: Rc<Consequences>,
    places: Vec<(u16, u16)>,
}

impl Consequences {
    fn none(numbers: &Rc<Numbers>, board: &Board) -> Consequences {
        let mut row_of = Vec::new();
        row_of.resize(2 * MOST, UNKNOWN);
        Consequences {
            numbers: Rc::clone(numbers),
            digits: *board.cells(),
            row_of,
            rows: Vec::new(),
            finished: Vec::new(),
            same: None,
        }
    }

    /// Whether it is known what follows from an assumption.
    #[inline]
    pub(super) fn knows(&self, candidate: usize, on: bool) -> bool {
        self.row_of[self.numbers.slot(candidate, on)] != UNKNOWN
    }

    fn reached(&self, slot: usize) -> Reached {
        match self.row_of[slot] {
            ALONE => {
                let mut reached = [[0; 5]; 2];
                reached[slot % 2].put(slot / 2);
                reached
            }
            row => self.rows[usize::from(row)],
        }
    }

    /// The propagation of an assumption, if it is the same as on a similar board.
    pub(super) fn same(&self, candidate: usize, on: bool) -> Option<&FinishedPropagation> {
        let Same { similar, places } = self.same.as_ref()?;
        let slot = self.numbers.slot(candidate, on) as u16;
        let (_, place) = places.iter().find(|(other, _)| *other == slot)?;
        similar.finished.get(usize::from(*place))
    }

    /// Stores what a propagation found, unless it is known.
    pub(super) fn store(&mut self, propagation: &Propagation) {
        let nodes = propagation.registered();
        let reached = self.numbers.reached(nodes);
        let (candidate, on) = propagation.assumption();
        let slot = self.numbers.slot(candidate, on);
        if self.knows(candidate, on) {
            debug_assert!(self.is_of(propagation), "carried over, but not what follows");
        } else {
            self.put(slot, reached, nodes.len() == 1);
        }
    }

    /// Whether a propagation found exactly what is known to follow from its assumption.
    pub(super) fn is_of(&self, propagation: &Propagation) -> bool {
        let (candidate, on) = propagation.assumption();
        let reached = self.reached(self.numbers.slot(candidate, on));
        !propagation.clashed() && reached == self.numbers.reached(propagation.registered())
    }

    #[inline]
    fn put(&mut self, slot: usize, reached: Reached, alone: bool) {
        self.row_of[slot] = if alone { ALONE } else { self.rows.len() as u16 };
        if !alone {
            self.rows.push(reached);
        }
    }

    /// Forgets an assumption.
    pub(super) fn forget(&mut self, (candidate, on): (usize, bool)) {
        self.row_of[self.numbers.slot(candidate, on)] = UNKNOWN;
    }

    /// Whether some assumptions have a consequence in common.
    pub(super) fn meet(&self, assumptions: impl Iterator<Item = (usize, bool)>) -> bool {
        let mut common = [[u64::MAX; 5]; 2];
        for (candidate, on) in assumptions {
            let slot = self.numbers.slot(candidate, on);
            let row = self.row_of[slot];
            if row == ALONE {
                // The other assumptions turn it off, or on.
                return false;
            }
            let reached = &self.rows[usize::from(row)];
            (0..2).for_each(|on| common[on].intersect(&reached[on]));
        }
        common.iter().any(|row| !row.is_blank())
    }

    /// The candidates that a board lacks, if it has no others and lacks fewer than `most`.
    fn removed(&self, board: &Board, most: usize) -> Option<Vec<usize>> {
        let pairs = || self.digits.iter().zip(board.cells());
        if pairs().any(|(before, now)| now & !before != 0)
            || pairs().map(|(before, now)| (before & !now).count_ones() as usize).sum::<usize>() >= most
        {
            return None;
        }
        let of_cell =
            |(cell, (before, now)): (usize, (&Mask, &Mask))| bits(before & !now).map(move |digit| 9 * cell + digit);
        Some(pairs().enumerate().flat_map(of_cell).collect())
    }

    fn size(&self) -> usize {
        let finished: usize = self.finished.iter().map(FinishedPropagation::size).sum();
        size_of::<Consequences>()
            + self.row_of.capacity() * size_of::<u16>()
            + self.rows.capacity() * size_of::<Reached>()
            + finished
    }

    /// Marks the candidates from which nothing follows if they are off: no unit has just one other.
    fn mark_alone(&mut self, board: &Board) {
        for cell in (0..81).filter(|&cell| !is_pair(board.digits(cell))) {
            for digit in bits(board.digits(cell)) {
                if HOUSE[cell].iter().all(|&house| !is_pair(board.places(house.into(), digit))) {
                    let slot = self.numbers.slot(9 * cell + digit, false);
                    self.row_of[slot] = ALONE;
                }
            }
        }
    }

    /// Adds the sets of a similar board that are the same on this one, which lacks some candidates.
    fn carry_over(&mut self, from: &Rc<Consequences>, board: &Board, removed: &[usize]) {
        let numbers = Rc::clone(&self.numbers);
        let mut touched: Row = [0; 5];
        let mut gone: Row = [0; 5];
        for &candidate in removed {
            gone.put(numbers.of(candidate));
            let (cell, digit) = (candidate / 9, candidate % 9);
            bits(board.digits(cell)).for_each(|digit| touched.put(numbers.of(9 * cell + digit)));
            for house in HOUSE[cell].map(usize::from) {
                for place in bits(board.places(house, digit)) {
                    touched.put(numbers.of(9 * usize::from(CELL_AT[house][place]) + digit));
                }
            }
        }
        touched.unite(&gone);
        self.rows.reserve(from.rows.len() + 32);
        for cell in 0..81 {
            for candidate in bits(board.digits(cell)).map(|digit| 9 * cell + digit) {
                for on in [false, true] {
                    let slot = numbers.slot(candidate, on);
                    let row = from.row_of[slot];
                    if row == UNKNOWN {
                        continue;
                    }
                    if row == ALONE && !touched.has(slot / 2) {
                        self.row_of[slot] = ALONE;
                        continue;
                    }
                    let mut reached = from.reached(slot);
                    if touched.meets(&reached[0]) || touched.meets(&reached[1]) {
                        if !removed.iter().all(|&candidate| is_kept(&numbers, board, candidate, &reached)) {
                            continue;
                        }
                        reached[0].iter_mut().zip(gone).for_each(|(word, gone)| *word &= !gone);
                    }
                    self.put(slot, reached, row == ALONE);
                }
            }
        }
        let mut places = Vec::new();
        for (place, finished) in from.finished.iter().enumerate() {
            let (candidate, on) = finished.assumption();
            let reached = numbers.reached(finished.registered());
            if board.has(candidate / 9, candidate % 9)
                && (!touched.meets(&reached[0]) && !touched.meets(&reached[1])
                    || removed.iter().all(|&candidate| is_same(&numbers, board, candidate, &reached)))
            {
                places.push((numbers.slot(candidate, on) as u16, place as u16));
            }
        }
        self.same = Some(Same { similar: Rc::clone(from), places });
    }
}

/// Whether sets of candidates off and on stay a fixed point on a board that has lost this candidate.
fn is_kept(numbers: &Numbers, board: &Board, candidate: usize, [off, on]: &Reached) -> bool {
    if on.has(numbers.of(candidate)) {
        return false;
    }
    let (cell, digit) = (candidate / 9, candidate % 9);
    let in_cell = |digit: usize| numbers.of(9 * cell + digit);
    unit_is_kept(board.digits(cell), in_cell, off, on)
        && HOUSE[cell].map(usize::from).into_iter().all(|house| {
            let in_house = |place: usize| numbers.of(9 * usize::from(CELL_AT[house][place]) + digit);
            unit_is_kept(board.places(house, digit), in_house, off, on)
        })
}

/// Whether a propagation that reached these candidates is the same, node by node, on a board that has lost this one. It has
/// not read a unit that now differs, unless two candidates that are not off are left there.
fn is_same(numbers: &Numbers, board: &Board, candidate: usize, [off, on]: &Reached) -> bool {
    let (cell, digit) = (candidate / 9, candidate % 9);
    let number = numbers.of(candidate);
    let unit_is_same = |unit: Mask, number: &dyn Fn(usize) -> usize| {
        let left = bits(unit).filter(|&member| !off.has(number(member))).take(2).count();
        left == 2 || left == bits(unit).count()
    };
    !on.has(number)
        && !off.has(number)
        && unit_is_same(board.digits(cell), &|digit| numbers.of(9 * cell + digit))
        && HOUSE[cell].map(usize::from).into_iter().all(|house| {
            let in_house = |place: usize| numbers.of(9 * usize::from(CELL_AT[house][place]) + digit);
            unit_is_same(board.places(house, digit), &in_house)
        })
}

/// The table at the top of this file, for the unit with these candidates.
#[inline]
fn unit_is_kept(unit: Mask, number: impl Fn(usize) -> usize, off: &Row, on: &Row) -> bool {
    let mut left = bits(unit).map(number).filter(|&number| !off.has(number));
    match (left.next(), left.next()) {
        (None, _) => unit == 0,
        (Some(only), None) => on.has(only) != is_single(unit),
        _ => true,
    }
}

/// The consequences on the boards that each assumption led to: in the step before, and in the latest.
#[derive(Default)]
pub(super) struct History {
    numbers: Option<Rc<Numbers>>,
    of_assumption: Vec<[Vec<Rc<Consequences>>; 2]>,
    /// The assumption being propagated.
    started: usize,
    bytes: usize,
}

impl History {
    /// An assumption is propagated on a grid, again if it was before.
    pub(super) fn start(&mut self, board: &Board, candidate: usize, on: bool) {
        let is_part =
            |numbers: &Rc<Numbers>| numbers.digits.iter().zip(board.cells()).all(|(all, now)| now & !all == 0);
        if !self.numbers.as_ref().is_some_and(is_part) {
            *self = History::default();
            let candidates: u32 = board.cells().iter().map(|digits| digits.count_ones()).sum();
            if candidates as usize <= MOST {
                self.numbers = Some(Rc::new(Numbers::new(board)));
                self.of_assumption.resize(2 * MOST, Default::default());
            }
        }
        self.forget_before();
        if let Some(numbers) = &self.numbers {
            self.started = numbers.slot(candidate, on);
            let [before, latest] = &mut self.of_assumption[self.started];
            before.append(latest);
        }
    }

    /// Forgets the step before for the assumption that was propagated last, if it led to other boards since.
    fn forget_before(&mut self) {
        if let Some([before, latest]) = self.of_assumption.get_mut(self.started)
            && !latest.is_empty()
        {
            self.bytes -= before.iter().map(|found| found.size()).sum::<usize>();
            before.clear();
        }
    }

    /// What is known about a board that an assumption has led to. Nothing if nothing can be stored about it.
    pub(super) fn known(&self, (candidate, on): (usize, bool), board: &Board) -> Option<Consequences> {
        let numbers = self.numbers.as_ref()?;
        let mut known = Consequences::none(numbers, board);
        let mut similar = None;
        let mut most = MOST_REMOVED;
        for earlier in self.of_assumption[numbers.slot(candidate, on)].iter().flatten() {
            if let Some(removed) = earlier.removed(board, most) {
                most = removed.len();
                similar = Some((earlier, removed));
            }
        }
        if let Some((earlier, removed)) = similar {
            known.carry_over(earlier, board, &removed);
        }
        known.mark_alone(board);
        Some(known)
    }

    /// Stores what follows on a board that an assumption led to.
    pub(super) fn store(&mut self, (candidate, on): (usize, bool), mut found: Consequences, all: &[Propagation]) {
        found.same = None;
        found.finished = all.iter().filter_map(Propagation::finished).collect();
        self.bytes += found.size();
        if self.bytes > BOUND {
            *self = History::default();
        } else if let Some(numbers) = &self.numbers {
            self.of_assumption[numbers.slot(candidate, on)][1].push(Rc::new(found));
        }
    }
}
