//! A net: everything that follows from an assumption by singles and locked candidates, with the reason for each inference.
//!
//! A true candidate makes its cell's other candidates and its digit's candidates among the cell's peers false. A false
//! one may leave a cell with one candidate or a house with one place, which is true then. Or it may leave the places of a
//! house in one triad: one of these is true, and what all of them see is false. Inferences are made breadth first and
//! written to a log. At a contradiction, or at the statement that is wanted, the log is reduced to the inferences that
//! lead there.

use alloc::vec::Vec;

use super::places::place_in;
use super::{Because, Branch, Facts, Impossible, Inference, Node, Places, Statement};
use crate::{Candidate, Cell, CellSet, Digit, House};

/// No entry of the log.
const NONE: u16 = u16::MAX;

/// A net under construction. It can be used again for another assumption about the same position.
pub(super) struct Net<'a> {
    facts: &'a Facts,
    /// The candidates of each cell and the places of each digit in each house, at the start and now.
    start: Remaining,
    left: Remaining,
    log: Vec<LogEntry>,
    /// The entry of the log that says that each candidate is true, and the one that says that it is false.
    true_at: [u16; 729],
    false_at: [u16; 729],
    /// For each house the digits whose places are known to lie in one triad.
    grouped: [u16; 27],
}

#[derive(Clone, Copy)]
struct Remaining {
    cells: [u16; 81],
    places: [[u16; 9]; 27],
}

#[derive(Clone, Copy)]
struct LogEntry {
    /// The candidate, or the first of a group.
    candidate: Candidate,
    /// The cells of a group; nothing for a candidate.
    group: CellSet,
    holds: bool,
    why: Cause,
}

impl LogEntry {
    fn node(&self) -> Node {
        if self.group.is_empty() {
            node(self.candidate)
        } else {
            Node { digit: self.candidate.digit(), cells: self.group }
        }
    }
}

#[derive(Clone, Copy)]
enum Cause {
    Supposed,
    Excluded(u16),
    Cell,
    House(House),
}

/// Whether these places of a house lie in one of its triads.
fn in_triad(house: House, places: u16) -> bool {
    let within = |triad: u16| places & !triad == 0;
    let rows = [0b111, 0b111 << 3, 0b111 << 6].into_iter().any(within);
    // The cells of a block are in columns as well; those of a line are in blocks only.
    rows || (matches!(house, House::Block(_)) && [0b1_001_001, 0b10_010_010, 0b100_100_100].into_iter().any(within))
}

impl<'a> Net<'a> {
    pub(super) fn new(facts: &'a Facts) -> Net<'a> {
        let mut start = Remaining { cells: [0; 81], places: [[0; 9]; 27] };
        for cell in Cell::all() {
            start.cells[cell.index()] = facts.digits_in(cell).to_bits();
        }
        for house in House::all() {
            for digit in Digit::ALL {
                start.places[house.index()][digit.index()] = facts.places(house, digit).to_bits();
            }
        }
        let log = Vec::with_capacity(729);
        Net { facts, start, left: start, log, true_at: [NONE; 729], false_at: [NONE; 729], grouped: [0; 27] }
    }

    /// Follows an assumption to the end. Returns the contradiction, if there is one.
    pub(super) fn suppose(&mut self, candidate: Candidate, holds: bool) -> Option<Impossible> {
        for entry in self.log.drain(..) {
            self.true_at[entry.candidate.index()] = NONE;
            self.false_at[entry.candidate.index()] = NONE;
        }
        self.left = self.start;
        self.grouped = [0; 27];
        let mut impossible = self.state(candidate, holds, Cause::Supposed);
        let mut next = 0;
        while impossible.is_none() && next < self.log.len() {
            let entry = self.log[next];
            impossible = if !entry.group.is_empty() {
                self.exclude_by_group(entry, next)
            } else if entry.holds {
                self.exclude(entry.candidate, next)
            } else {
                self.remove(entry.candidate)
            };
            next += 1;
        }
        impossible
    }

    /// All that follows, with the assumption itself, in order.
    pub(super) fn statements(&self) -> impl Iterator<Item = (Candidate, bool)> {
        self.log.iter().filter(|entry| entry.group.is_empty()).map(|entry| (entry.candidate, entry.holds))
    }

    fn state(&mut self, candidate: Candidate, holds: bool, why: Cause) -> Option<Impossible> {
        let (same, other) =
            if holds { (&mut self.true_at, &self.false_at) } else { (&mut self.false_at, &self.true_at) };
        if same[candidate.index()] != NONE {
            return None;
        }
        same[candidate.index()] = self.log.len() as u16;
        let both = other[candidate.index()] != NONE;
        self.log.push(LogEntry { candidate, group: CellSet::EMPTY, holds, why });
        both.then(|| Impossible::Both(node(candidate)))
    }

    fn exclude(&mut self, candidate: Candidate, at: usize) -> Option<Impossible> {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let why = Cause::Excluded(at as u16);
        for other in self.facts.digits_in(cell).without(digit) {
            if let Some(impossible) = self.state(Candidate::new(cell, other), false, why) {
                return Some(impossible);
            }
        }
        for peer in self.facts.cells_with(digit) & cell.peers() {
            if let Some(impossible) = self.state(Candidate::new(peer, digit), false, why) {
                return Some(impossible);
            }
        }
        None
    }

    /// Excludes what all cells of a group see.
    fn exclude_by_group(&mut self, group: LogEntry, at: usize) -> Option<Impossible> {
        let digit = group.candidate.digit();
        for cell in self.facts.cells_with(digit) & group.group.common_peers() {
            if let Some(impossible) = self.state(Candidate::new(cell, digit), false, Cause::Excluded(at as u16)) {
                return Some(impossible);
            }
        }
        None
    }

    /// Adds to the log that the places left in a house lie in one triad, if they do for the first time.
    fn group(&mut self, house: House, digit: Digit, left: u16) {
        let bit = 1 << digit.index();
        if self.grouped[house.index()] & bit != 0 || !in_triad(house, left) {
            return;
        }
        self.grouped[house.index()] |= bit;
        let group = Places::from_bits(left).cells(house);
        // This is useful only if it excludes something outside the house.
        let others = self.facts.cells_with(digit) & group.common_peers();
        if let Some(first) = group.first().filter(|_| !others.is_subset(house.cells())) {
            let candidate = Candidate::new(first, digit);
            self.log.push(LogEntry { candidate, group, holds: true, why: Cause::House(house) });
        }
    }

    fn remove(&mut self, candidate: Candidate) -> Option<Impossible> {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let left = &mut self.left.cells[cell.index()];
        *left &= !(1 << digit.index());
        let left = *left;
        if left == 0 {
            return Some(Impossible::Cell(cell));
        }
        if left & (left - 1) == 0 {
            let last = Candidate::new(cell, Digit::from_index(left.trailing_zeros() as usize));
            if let Some(impossible) = self.state(last, true, Cause::Cell) {
                return Some(impossible);
            }
        }
        for house in cell.houses() {
            let left = &mut self.left.places[house.index()][digit.index()];
            *left &= !(1 << place_in(house, cell));
            let left = *left;
            if left == 0 {
                return Some(Impossible::House(house, digit));
            }
            if left & (left - 1) == 0 {
                let last = super::places::cell_at(house, left.trailing_zeros() as usize);
                if let Some(impossible) = self.state(Candidate::new(last, digit), true, Cause::House(house)) {
                    return Some(impossible);
                }
            } else if left.count_ones() <= 3 {
                self.group(house, digit, left);
            }
        }
        None
    }

    /// The inferences that lead to a contradiction.
    pub(super) fn refutation(&self, impossible: Impossible) -> Branch {
        let mut needed = Vec::new();
        match impossible {
            Impossible::Cell(cell) => {
                let all = self.facts.digits_in(cell).iter().map(|digit| Candidate::new(cell, digit));
                needed.extend(all.map(|candidate| self.false_at[candidate.index()]));
            }
            Impossible::House(house, digit) => {
                let all = (house.cells() & self.facts.cells_with(digit)).iter();
                needed.extend(all.map(|cell| self.false_at[Candidate::new(cell, digit).index()]));
            }
            Impossible::Both(node) => {
                if let Some(cell) = node.cells.first() {
                    let index = Candidate::new(cell, node.digit).index();
                    needed.extend([self.true_at[index], self.false_at[index]]);
                }
            }
        }
        self.branch(needed, Some(impossible))
    }

    /// The inferences that lead to the statement.
    pub(super) fn branch_to(&self, candidate: Candidate, holds: bool) -> Branch {
        let at = if holds { self.true_at } else { self.false_at }[candidate.index()];
        self.branch(Vec::from([at]), None)
    }

    fn branch(&self, mut open: Vec<u16>, impossible: Option<Impossible>) -> Branch {
        let mut needed = alloc::vec![false; self.log.len()];
        while let Some(at) = open.pop() {
            // A statement that does not follow has no entry in the log. No caller asks for one.
            let Some(slot) = needed.get_mut(usize::from(at)) else { continue };
            if core::mem::replace(slot, true) {
                continue;
            }
            let entry = self.log[usize::from(at)];
            let Node { digit, cells } = entry.node();
            let cell = entry.candidate.cell();
            match entry.why {
                Cause::Supposed => {}
                Cause::Excluded(by) => open.push(by),
                Cause::Cell => {
                    let others = self.facts.digits_in(cell).without(digit);
                    open.extend(others.iter().map(|other| self.false_at[Candidate::new(cell, other).index()]));
                }
                Cause::House(house) => {
                    let others = (house.cells() & self.facts.cells_with(digit)) - cells;
                    open.extend(others.iter().map(|other| self.false_at[Candidate::new(other, digit).index()]));
                }
            }
        }
        let statement = |entry: &LogEntry| Statement { node: entry.node(), holds: entry.holds };
        let inferences = self.log.iter().zip(&needed).skip(1).filter(|(_, needed)| **needed).map(|(entry, _)| {
            let because = match entry.why {
                Cause::Excluded(by) => Because::Excluded(self.log[usize::from(by)].node()),
                Cause::Supposed | Cause::Cell => Because::Cell,
                Cause::House(house) => Because::House(house),
            };
            Inference { statement: statement(entry), because }
        });
        Branch { supposed: statement(&self.log[0]), inferences: inferences.collect(), lemmas: Vec::new(), impossible }
    }
}

fn node(candidate: Candidate) -> Node {
    Node { digit: candidate.digit(), cells: candidate.cell().into() }
}
