//! The smallest proof: what follows from an assumption, in the order of the size of its proof.
//!
//! A net has many ways to reach a contradiction. This one makes inferences best first: a statement is added when no
//! statement with a smaller proof is left, and keeps the proof with which it was added. The size of a proof is the
//! number of its inferences, each counted once however often it is used.
//!
//! ```text
//!   number   statement      follows from    proof
//!        0   5r1c1          (assumed)       {0}
//!        1   not 5r1c7      0               {0, 1}
//!        2   not 5r4c1      0               {0, 2}
//!        3   5r4c6          2               {0, 2, 3}
//!        4   not 5r2c6      3               {0, 2, 3, 4}
//!        5   5r2c8          1, 4            {0, 1, 2, 3, 4, 5}
//! ```
//!
//! A proof is a row of bits, one for each statement. A statement is added after all that it follows from, so rows are
//! short at first and the union of some rows is the proof of what follows from them.
//!
//! An assumption inside the assumption adds statements to the same list and removes them again. What remains is a
//! *lemma*: one statement whose weight is the size of the lemma. So the best order takes the whole of it into account.

use alloc::vec::Vec;

use super::places::{cell_at, place_in};
use super::{Because, Branch, Facts, Forcing, Impossible, Inference, Lemma, Node, Places, Statement, Subset};
use crate::bits::ones;
use crate::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseSet};

/// No statement.
const NONE: u16 = u16::MAX;

/// What follows from assumptions about a position, with the smallest proofs.
pub(super) struct SmallestProofs<'a> {
    facts: &'a Facts,
    start: Left,
    left: Left,
    /// The statements in the order in which they were added.
    added: Vec<Added>,
    /// Their proofs. The row of statement `n` has `n / 64 + 1` words from `row_at[n]`.
    rows: Vec<u64>,
    row_at: Vec<u32>,
    /// The sizes of their proofs.
    sizes: Vec<u32>,
    /// The statement that each candidate is true, or false.
    true_at: [u16; 729],
    false_at: [u16; 729],
    /// The size of the smallest known proof of each statement that is not added yet.
    known: [[u16; 729]; 2],
    /// What can be added, by the size of its proof.
    queue: Vec<Vec<Goal>>,
    lowest: usize,
    subsets: Vec<Subset>,
    lemmas: Vec<(Lemma, u32)>,
    /// The statements that are lemmas, and the size of each.
    heavy: Vec<(u16, u32)>,
    /// The first statement of the innermost assumption.
    level: u16,
    /// The proof of the goal last looked at.
    scratch: [u64; WORDS],
}

/// The words of the longest row.
const WORDS: usize = 40;

/// What is not false: the digits of each cell, the places of each digit in each house, the cells of each digit.
#[derive(Clone)]
struct Left {
    cells: [u16; 81],
    places: [[u16; 9]; 27],
    digits: [CellSet; 9],
}

#[derive(Clone, Copy)]
struct Added {
    candidate: Candidate,
    holds: bool,
    cause: Cause,
}

/// Why a statement follows.
#[derive(Clone, Copy)]
enum Cause {
    Supposed,
    Excluded(u16),
    Cell,
    House(House),
    Locked(House),
    Subset(u16),
    Lemma(u16),
}

#[derive(Clone, Copy)]
enum Goal {
    State(Candidate, bool, Cause),
    Impossible(Impossible),
}

/// A refuted assumption: the proof, and its size.
pub(super) struct Refutation {
    pub(super) branch: Branch,
    /// What it relies on of the assumptions around it.
    given: CandidateSet,
    /// How many inferences it has.
    pub(super) size: u32,
}

/// The state to return to after an inner assumption.
struct Mark {
    left: Left,
    added: usize,
    rows: usize,
    subsets: usize,
    lemmas: usize,
    heavy: usize,
    level: u16,
}

impl<'a> SmallestProofs<'a> {
    pub(super) fn new(facts: &'a Facts) -> SmallestProofs<'a> {
        let mut left = Left { cells: [0; 81], places: [[0; 9]; 27], digits: [CellSet::EMPTY; 9] };
        for cell in Cell::all() {
            left.cells[cell.index()] = facts.digits_in(cell).to_bits();
        }
        for digit in Digit::ALL {
            left.digits[digit.index()] = facts.cells_with(digit);
            for house in House::all() {
                left.places[house.index()][digit.index()] = facts.places(house, digit).to_bits();
            }
        }
        SmallestProofs {
            facts,
            start: left.clone(),
            left,
            added: Vec::new(),
            rows: Vec::new(),
            row_at: Vec::new(),
            sizes: Vec::new(),
            true_at: [NONE; 729],
            false_at: [NONE; 729],
            known: [[u16::MAX; 729]; 2],
            queue: Vec::new(),
            lowest: 0,
            subsets: Vec::new(),
            lemmas: Vec::new(),
            heavy: Vec::new(),
            level: 0,
            scratch: [0; WORDS],
        }
    }

    /// The candidates that are false under the present assumptions.
    pub(super) fn is_false(&self, candidate: Candidate) -> bool {
        self.false_at[candidate.index()] != NONE
    }

    /// The refutation of an assumption within the present ones, if its whole proof has at most `limit` statements.
    ///
    /// `lemmas` adds what needs an argument of its own, see [`Self::add_lemma`], and returns whether it added anything. It
    /// is called when nothing else follows.
    pub(super) fn refute(
        &mut self,
        candidate: Candidate,
        holds: bool,
        limit: usize,
        lemmas: &mut dyn FnMut(&mut SmallestProofs<'a>, usize) -> bool,
    ) -> Option<Refutation> {
        let mark = self.enter();
        self.add(Added { candidate, holds, cause: Cause::Supposed }, limit);
        if mark.added == 0 {
            self.push_singles(limit);
        }
        let mut found = self.run(limit);
        while found.is_none() && lemmas(self, limit) {
            found = self.run(limit);
        }
        let refutation = found.map(|impossible| self.extract(impossible));
        self.leave(mark);
        refutation
    }

    /// Adds the conclusion of a refutation that was made within the present assumptions. Returns whether the proof with it
    /// has at most `limit` statements.
    pub(super) fn add_lemma(&mut self, refutation: Refutation, limit: usize) -> bool {
        let Refutation { branch, given, size } = refutation;
        let (node, holds) = (branch.supposed.node, branch.supposed.holds);
        let Some(cell) = node.cells.first() else { return false };
        let number = self.lemmas.len() as u16;
        self.lemmas.push((Lemma { given, proof: Forcing::refuted(branch) }, size));
        self.push(Goal::State(Candidate::new(cell, node.digit), !holds, Cause::Lemma(number)), limit)
    }

    /// Queues the singles of the position itself. A path has none left when it comes to nets.
    fn push_singles(&mut self, limit: usize) {
        for cell in self.facts.empty_cells() {
            if let Some(digit) = self.facts.digits_in(cell).single() {
                self.push(Goal::State(Candidate::new(cell, digit), true, Cause::Cell), limit);
            }
        }
        for house in House::all() {
            for digit in Digit::ALL {
                let places = self.start.places[house.index()][digit.index()];
                if places.is_power_of_two() {
                    let cell = cell_at(house, places.trailing_zeros() as usize);
                    self.push(Goal::State(Candidate::new(cell, digit), true, Cause::House(house)), limit);
                }
            }
        }
    }

    fn enter(&mut self) -> Mark {
        let mark = Mark {
            left: self.left.clone(),
            added: self.added.len(),
            rows: self.rows.len(),
            subsets: self.subsets.len(),
            lemmas: self.lemmas.len(),
            heavy: self.heavy.len(),
            level: self.level,
        };
        self.level = self.added.len() as u16;
        self.forget_goals();
        mark
    }

    fn leave(&mut self, mark: Mark) {
        for added in self.added.drain(mark.added..) {
            let at = if added.holds { &mut self.true_at } else { &mut self.false_at };
            at[added.candidate.index()] = NONE;
        }
        self.left = mark.left;
        self.rows.truncate(mark.rows);
        self.row_at.truncate(mark.added);
        self.sizes.truncate(mark.added);
        self.subsets.truncate(mark.subsets);
        self.lemmas.truncate(mark.lemmas);
        self.heavy.truncate(mark.heavy);
        self.level = mark.level;
        self.forget_goals();
    }

    fn forget_goals(&mut self) {
        self.known = [[u16::MAX; 729]; 2];
        self.queue.iter_mut().for_each(Vec::clear);
        self.lowest = 0;
    }

    /// Adds what follows, smallest proofs first, until a contradiction or the end.
    fn run(&mut self, limit: usize) -> Option<Impossible> {
        while self.lowest < self.queue.len() && self.lowest <= limit {
            let Some(goal) = self.queue[self.lowest].pop() else {
                self.lowest += 1;
                continue;
            };
            match goal {
                Goal::Impossible(impossible) => return Some(impossible),
                Goal::State(candidate, holds, cause) => {
                    let at = if holds { &self.true_at } else { &self.false_at };
                    if at[candidate.index()] == NONE {
                        self.add(Added { candidate, holds, cause }, limit);
                    }
                }
            }
        }
        None
    }

    /// Queues what can be added, unless its proof is too large or a smaller one is known. Returns whether it did.
    fn push(&mut self, goal: Goal, limit: usize) -> bool {
        let known = match goal {
            Goal::State(candidate, holds, _) => usize::from(self.known[usize::from(holds)][candidate.index()]),
            Goal::Impossible(_) => usize::MAX,
        };
        let too_large = known.min(limit + 1);
        let size = match goal {
            // Most goals have one premise.
            Goal::State(_, _, Cause::Excluded(by)) => self.sizes[usize::from(by)] as usize + 1,
            _ => {
                let mut least = 0;
                self.for_each_premise(goal, |premise| least = least.max(self.sizes[usize::from(premise)] as usize));
                if least >= too_large {
                    return false;
                }
                self.prove(goal)
            }
        };
        if size >= too_large || self.added.len() + 64 >= 64 * WORDS {
            return false;
        }
        if let Goal::State(candidate, holds, _) = goal {
            self.known[usize::from(holds)][candidate.index()] = size as u16;
        }
        if self.queue.len() <= size {
            self.queue.resize_with(size + 1, Vec::new);
        }
        self.queue[size].push(goal);
        self.lowest = self.lowest.min(size);
        true
    }

    /// Puts the proof of a goal, without the goal itself, into `scratch`, and returns its size with the goal.
    fn prove(&mut self, goal: Goal) -> usize {
        let mut row = [0; WORDS];
        let words = self.added.len() / 64 + 1;
        self.for_each_premise(goal, |premise| {
            let from = self.row_at[usize::from(premise)] as usize;
            let count = usize::from(premise) / 64 + 1;
            for (word, more) in row[..count].iter_mut().zip(&self.rows[from..from + count]) {
                *word |= more;
            }
        });
        let mut size = row[..words].iter().map(|word| word.count_ones() as usize).sum::<usize>();
        for &(node, weight) in &self.heavy {
            if row[usize::from(node) / 64] >> (node % 64) & 1 == 1 {
                size += weight as usize;
            }
        }
        self.scratch = row;
        match goal {
            Goal::State(_, _, Cause::Lemma(number)) => size + 1 + self.lemmas[usize::from(number)].1 as usize,
            Goal::State(..) => size + 1,
            Goal::Impossible(_) => size,
        }
    }

    /// Calls `visit` with each statement that a goal follows from directly.
    fn for_each_premise(&self, goal: Goal, mut visit: impl FnMut(u16)) {
        let mut gone = |cell: Cell, digit: Digit| visit(self.false_at[Candidate::new(cell, digit).index()]);
        match goal {
            Goal::State(candidate, _, cause) => {
                let (cell, digit) = (candidate.cell(), candidate.digit());
                match cause {
                    Cause::Supposed => {}
                    Cause::Excluded(by) => visit(by),
                    Cause::Cell => {
                        let others = self.start.cells[cell.index()] & !(1 << digit.index());
                        ones(others).for_each(|other| gone(cell, Digit::from_index(other)));
                    }
                    Cause::House(house) => {
                        let others = self.start.places[house.index()][digit.index()] & !(1 << place_in(house, cell));
                        ones(others).for_each(|place| gone(cell_at(house, place), digit));
                    }
                    Cause::Locked(house) => {
                        // The places that do not see the candidate must be false; the others need not be.
                        let places = house.cells() & self.start.digits[digit.index()];
                        (places - cell.peers()).iter().for_each(|place| gone(place, digit));
                    }
                    Cause::Subset(number) => {
                        let Subset { digits, cells, houses, hidden } = self.subsets[usize::from(number)];
                        if hidden {
                            for digit in digits {
                                let places = houses.cells() & self.facts.cells_with(digit);
                                (places - cells).iter().for_each(|place| gone(place, digit));
                            }
                        } else {
                            for cell in cells {
                                (self.facts.digits_in(cell) - digits).iter().for_each(|digit| gone(cell, digit));
                            }
                        }
                    }
                    Cause::Lemma(number) => {
                        let given = self.lemmas[usize::from(number)].0.given;
                        given.iter().for_each(|candidate| gone(candidate.cell(), candidate.digit()));
                    }
                }
            }
            Goal::Impossible(Impossible::Cell(cell)) => {
                self.facts.digits_in(cell).iter().for_each(|digit| gone(cell, digit));
            }
            Goal::Impossible(Impossible::House(house, digit)) => {
                let places = self.start.places[house.index()][digit.index()];
                ones(places).for_each(|place| gone(cell_at(house, place), digit));
            }
            Goal::Impossible(Impossible::Both(node)) => {
                for cell in node.cells {
                    visit(self.true_at[Candidate::new(cell, node.digit).index()]);
                    visit(self.false_at[Candidate::new(cell, node.digit).index()]);
                }
            }
        }
    }

    /// Adds a statement and queues what follows.
    fn add(&mut self, added: Added, limit: usize) {
        let Added { candidate, holds, cause } = added;
        let size = self.prove(Goal::State(candidate, holds, cause));
        let number = self.added.len() as u16;
        self.scratch[usize::from(number) / 64] |= 1 << (number % 64);
        self.row_at.push(self.rows.len() as u32);
        self.rows.extend_from_slice(&self.scratch[..usize::from(number) / 64 + 1]);
        self.sizes.push(size as u32);
        self.added.push(added);
        if let Cause::Lemma(lemma) = cause {
            self.heavy.push((number, self.lemmas[usize::from(lemma)].1));
        }
        let (same, other) =
            if holds { (&mut self.true_at, &self.false_at) } else { (&mut self.false_at, &self.true_at) };
        same[candidate.index()] = number;
        let contrary = other[candidate.index()];
        if contrary != NONE {
            // A lemma is given what is false under the assumptions around it, and nothing that is true.
            if contrary >= self.level {
                self.push(Goal::Impossible(Impossible::Both(node(candidate))), limit);
            }
            return;
        }
        if holds {
            self.add_true(candidate, number, limit);
        } else {
            self.add_false(candidate, limit);
        }
    }

    fn add_true(&mut self, candidate: Candidate, number: u16, limit: usize) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        for other in ones(self.left.cells[cell.index()] & !(1 << digit.index())) {
            let other = Candidate::new(cell, Digit::from_index(other));
            self.push(Goal::State(other, false, Cause::Excluded(number)), limit);
        }
        for peer in self.left.digits[digit.index()] & cell.peers() {
            self.push(Goal::State(Candidate::new(peer, digit), false, Cause::Excluded(number)), limit);
        }
    }

    fn add_false(&mut self, candidate: Candidate, limit: usize) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        self.left.digits[digit.index()].remove(cell);
        self.left.cells[cell.index()] &= !(1 << digit.index());
        for house in cell.houses() {
            self.left.places[house.index()][digit.index()] &= !(1 << place_in(house, cell));
        }
        let digits = self.left.cells[cell.index()];
        match digits.count_ones() {
            0 => {
                self.push(Goal::Impossible(Impossible::Cell(cell)), limit);
            }
            1 => {
                let last = Candidate::new(cell, Digit::from_index(digits.trailing_zeros() as usize));
                self.push(Goal::State(last, true, Cause::Cell), limit);
            }
            2 => self.naked_pairs(cell, digits, limit),
            _ => {}
        }
        for house in cell.houses() {
            let places = self.left.places[house.index()][digit.index()];
            match places.count_ones() {
                0 => {
                    self.push(Goal::Impossible(Impossible::House(house, digit)), limit);
                }
                1 => {
                    let last = cell_at(house, places.trailing_zeros() as usize);
                    self.push(Goal::State(Candidate::new(last, digit), true, Cause::House(house)), limit);
                }
                2 | 3 => {
                    self.locked(house, digit, places, limit);
                    self.hidden_sets(house, places, limit);
                }
                _ => {}
            }
        }
    }

    /// What the last places of a digit in a house all see.
    fn locked(&mut self, house: House, digit: Digit, places: u16, limit: usize) {
        let seen = Places::from_bits(places).cells(house).common_peers() - house.cells();
        for cell in self.left.digits[digit.index()] & seen {
            self.push(Goal::State(Candidate::new(cell, digit), false, Cause::Locked(house)), limit);
        }
    }

    /// Two cells with the same two digits left.
    fn naked_pairs(&mut self, cell: Cell, digits: u16, limit: usize) {
        for other in cell.peers() {
            if self.left.cells[other.index()] == digits {
                let cells = CellSet::from(cell).with(other);
                let houses: HouseSet =
                    cell.houses().into_iter().filter(|house| house.cells().contains(other)).collect();
                let subset = Subset { digits: DigitSet::from_bits(digits), cells, houses, hidden: false };
                let rest = houses.cells() - cells;
                self.subset(subset, subset.digits, rest, limit);
            }
        }
    }

    /// Digits whose last places in a house are the same: two in two cells, three in the three cells of a triad.
    fn hidden_sets(&mut self, house: House, places: u16, limit: usize) {
        // The triads of a line are in blocks; a block has those in its columns as well.
        let triads = [0b111, 0b111 << 3, 0b111 << 6, 0b1_001_001, 0b10_010_010, 0b100_100_100];
        let triads = &triads[..if matches!(house, House::Block(_)) { 6 } else { 3 }];
        let triad = triads.iter().copied().find(|triad| places & !triad == 0);
        let pair = (places.count_ones() == 2).then_some(places);
        for places in pair.into_iter().chain(triad) {
            let all = &self.left.places[house.index()];
            let within = (0..9).filter(|&digit| all[digit] != 0 && all[digit] & !places == 0);
            let digits = within.fold(0_u16, |digits, digit| digits | 1 << digit);
            if digits.count_ones() == places.count_ones() {
                let cells = Places::from_bits(places).cells(house);
                let digits = DigitSet::from_bits(digits);
                let subset = Subset { digits, cells, houses: house.into(), hidden: true };
                self.subset(subset, !digits, cells, limit);
            }
        }
    }

    /// Queues that these digits are false in these cells because of a subset.
    fn subset(&mut self, subset: Subset, digits: DigitSet, cells: CellSet, limit: usize) {
        let number = self.subsets.len() as u16;
        for digit in digits {
            for cell in self.left.digits[digit.index()] & cells {
                if usize::from(number) == self.subsets.len() {
                    self.subsets.push(subset);
                }
                self.push(Goal::State(Candidate::new(cell, digit), false, Cause::Subset(number)), limit);
            }
        }
    }

    /// The proof of a contradiction, from the innermost assumption on.
    fn extract(&mut self, impossible: Impossible) -> Refutation {
        self.prove(Goal::Impossible(impossible));
        let level = usize::from(self.level);
        let needed: Vec<usize> =
            (level..self.added.len()).filter(|&number| self.scratch[number / 64] >> (number % 64) & 1 == 1).collect();
        let mut given = CandidateSet::EMPTY;
        let mut lemmas = Vec::new();
        let mut inferences = Vec::with_capacity(needed.len());
        let mut size = 0;
        let mut note = |premise: u16| {
            if usize::from(premise) < level {
                given.insert(self.added[usize::from(premise)].candidate);
            }
        };
        for &number in &needed {
            let Added { candidate, holds, cause } = self.added[number];
            self.for_each_premise(Goal::State(candidate, holds, cause), &mut note);
            if number == level {
                continue;
            }
            size += 1;
            let because = match cause {
                Cause::Excluded(by) => Because::Excluded(node(self.added[usize::from(by)].candidate)),
                Cause::Supposed | Cause::Cell => Because::Cell,
                Cause::House(house) => Because::House(house),
                Cause::Locked(house) => Because::Locked(house),
                Cause::Subset(number) => Because::Subset(self.subsets[usize::from(number)]),
                Cause::Lemma(number) => {
                    let (lemma, of_lemma) = &self.lemmas[usize::from(number)];
                    size += of_lemma;
                    lemmas.push(lemma.clone());
                    Because::Lemma((lemmas.len() - 1) as u16)
                }
            };
            inferences.push(Inference { statement: Statement { node: node(candidate), holds }, because });
        }
        self.for_each_premise(Goal::Impossible(impossible), &mut note);
        let Added { candidate, holds, .. } = self.added[level];
        let supposed = Statement { node: node(candidate), holds };
        Refutation { branch: Branch { supposed, inferences, lemmas, impossible: Some(impossible) }, given, size }
    }
}

fn node(candidate: Candidate) -> Node {
    Node { digit: candidate.digit(), cells: candidate.cell().into() }
}
