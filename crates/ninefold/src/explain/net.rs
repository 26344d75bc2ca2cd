//! A net: everything that follows from a supposition by singles alone, with the reason for each inference.
//!
//! A true candidate makes its cell's other candidates and its digit's candidates among the cell's peers false. A false
//! one may leave a cell with one candidate or a house with one place, which is true then. Inferences are made in the
//! order in which they can be seen, breadth first, and written to a log. When something impossible turns up, or the
//! statement one was after, the log is cut down to what it took to get there.

use alloc::vec::Vec;

use super::{Because, Branch, Impossible, Inference, Node, Position, Statement};
use crate::{Candidate, Cell, Digit, House};

/// No entry of the log.
const NONE: u16 = u16::MAX;

/// A net under construction; it can be used again for another supposition about the same position.
pub(super) struct Net<'a> {
    position: &'a Position,
    /// The candidates of each cell and the places of each digit in each house, and what is left of them.
    start: Left,
    left: Left,
    log: Vec<Entry>,
    /// Where in the log each candidate is said to be true, and where to be false.
    true_at: [u16; 729],
    false_at: [u16; 729],
}

#[derive(Clone, Copy)]
struct Left {
    cells: [u16; 81],
    places: [[u16; 9]; 27],
}

#[derive(Clone, Copy)]
struct Entry {
    candidate: Candidate,
    holds: bool,
    why: Why,
}

#[derive(Clone, Copy)]
enum Why {
    Supposed,
    Excluded(u16),
    Cell,
    House(House),
}

/// The place of a cell among the nine of one of its houses.
fn place(house: usize, cell: Cell) -> usize {
    match house / 9 {
        0 => cell.col().index(),
        1 => cell.row().index(),
        _ => cell.row().index() % 3 * 3 + cell.col().index() % 3,
    }
}

impl<'a> Net<'a> {
    pub(super) fn new(position: &'a Position) -> Net<'a> {
        let mut start = Left { cells: [0; 81], places: [[0; 9]; 27] };
        for cell in Cell::all() {
            start.cells[cell.index()] = position.digits_in(cell).to_bits();
        }
        for house in House::all() {
            for digit in Digit::ALL {
                start.places[house.index()][digit.index()] = position.places(house, digit).to_bits();
            }
        }
        let log = Vec::with_capacity(729);
        Net { position, start, left: start, log, true_at: [NONE; 729], false_at: [NONE; 729] }
    }

    /// Follows a supposition as far as it goes; says what is impossible about it, if anything turns out to be.
    pub(super) fn suppose(&mut self, candidate: Candidate, holds: bool) -> Option<Impossible> {
        for entry in self.log.drain(..) {
            self.true_at[entry.candidate.index()] = NONE;
            self.false_at[entry.candidate.index()] = NONE;
        }
        self.left = self.start;
        let mut impossible = self.state(candidate, holds, Why::Supposed);
        let mut next = 0;
        while impossible.is_none() && next < self.log.len() {
            let entry = self.log[next];
            impossible = if entry.holds { self.exclude(entry.candidate, next) } else { self.remove(entry.candidate) };
            next += 1;
        }
        impossible
    }

    /// All that follows, with the supposition itself, in order.
    pub(super) fn statements(&self) -> impl Iterator<Item = (Candidate, bool)> {
        self.log.iter().map(|entry| (entry.candidate, entry.holds))
    }

    fn state(&mut self, candidate: Candidate, holds: bool, why: Why) -> Option<Impossible> {
        let (same, other) =
            if holds { (&mut self.true_at, &self.false_at) } else { (&mut self.false_at, &self.true_at) };
        if same[candidate.index()] != NONE {
            return None;
        }
        same[candidate.index()] = self.log.len() as u16;
        let both = other[candidate.index()] != NONE;
        self.log.push(Entry { candidate, holds, why });
        both.then(|| Impossible::Both(node(candidate)))
    }

    fn exclude(&mut self, candidate: Candidate, at: usize) -> Option<Impossible> {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let why = Why::Excluded(at as u16);
        for other in self.position.digits_in(cell).without(digit) {
            if let Some(impossible) = self.state(Candidate::new(cell, other), false, why) {
                return Some(impossible);
            }
        }
        for peer in self.position.cells_with(digit) & cell.peers() {
            if let Some(impossible) = self.state(Candidate::new(peer, digit), false, why) {
                return Some(impossible);
            }
        }
        None
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
            if let Some(impossible) = self.state(last, true, Why::Cell) {
                return Some(impossible);
            }
        }
        for house in cell.houses() {
            let left = &mut self.left.places[house.index()][digit.index()];
            *left &= !(1 << place(house.index(), cell));
            let left = *left;
            if left == 0 {
                return Some(Impossible::House(house, digit));
            }
            if left & (left - 1) == 0 {
                let last = super::position::cell_at(house, left.trailing_zeros() as usize);
                if let Some(impossible) = self.state(Candidate::new(last, digit), true, Why::House(house)) {
                    return Some(impossible);
                }
            }
        }
        None
    }

    /// What it took to show that the supposition is impossible.
    pub(super) fn refutation(&self, impossible: Impossible) -> Branch {
        let mut needed = Vec::new();
        match impossible {
            Impossible::Cell(cell) => {
                let all = self.position.digits_in(cell).iter().map(|digit| Candidate::new(cell, digit));
                needed.extend(all.map(|candidate| self.false_at[candidate.index()]));
            }
            Impossible::House(house, digit) => {
                let all = (house.cells() & self.position.cells_with(digit)).iter();
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

    /// What it took to show the statement.
    pub(super) fn branch_to(&self, candidate: Candidate, holds: bool) -> Branch {
        let at = if holds { self.true_at } else { self.false_at }[candidate.index()];
        self.branch(Vec::from([at]), None)
    }

    fn branch(&self, mut open: Vec<u16>, impossible: Option<Impossible>) -> Branch {
        let mut needed = alloc::vec![false; self.log.len()];
        while let Some(at) = open.pop() {
            // A statement that does not follow has no place in the log; nobody asks for one.
            let Some(slot) = needed.get_mut(usize::from(at)) else { continue };
            if core::mem::replace(slot, true) {
                continue;
            }
            let Entry { candidate, why, .. } = self.log[usize::from(at)];
            let (cell, digit) = (candidate.cell(), candidate.digit());
            match why {
                Why::Supposed => {}
                Why::Excluded(by) => open.push(by),
                Why::Cell => {
                    let others = self.position.digits_in(cell).without(digit);
                    open.extend(others.iter().map(|other| self.false_at[Candidate::new(cell, other).index()]));
                }
                Why::House(house) => {
                    let others = (house.cells() & self.position.cells_with(digit)).without(cell);
                    open.extend(others.iter().map(|other| self.false_at[Candidate::new(other, digit).index()]));
                }
            }
        }
        let statement = |entry: &Entry| Statement { node: node(entry.candidate), holds: entry.holds };
        let inferences = self.log.iter().zip(&needed).skip(1).filter(|(_, needed)| **needed).map(|(entry, _)| {
            let because = match entry.why {
                Why::Excluded(by) => Because::Excluded(node(self.log[usize::from(by)].candidate)),
                Why::Supposed | Why::Cell => Because::Cell,
                Why::House(house) => Because::House(house),
            };
            Inference { statement: statement(entry), because }
        });
        Branch { supposed: statement(&self.log[0]), inferences: inferences.collect(), impossible }
    }
}

fn node(candidate: Candidate) -> Node {
    Node { digit: candidate.digit(), cells: candidate.cell().into() }
}
