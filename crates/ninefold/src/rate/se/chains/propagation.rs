//! Propagation: everything that follows from one assumption, in the order in which it was found.
//!
//! A *node* is a candidate said to be on or off. A node that is on turns off the other candidates of its cell and the
//! same digit in its houses; a node that is off turns on the last candidate left in its cell or in one of its houses.
//! All nodes that are on are expanded before the next one that is off. So chains are not the shortest possible, and their
//! lengths are what the scale measures. The first way in which a node is reached counts.
//!
//! ```text
//!   assumption --> node --> node --> ...     each node knows its first parent and its cause: its cell, one of its
//!                    ^                       houses, or a rule
//!   assumption ------+
//! ```
//!
//! A candidate that is off is removed from the *working board* when its node is expanded. So "the last candidate left in
//! the cell" depends on every candidate removed from the cell before: the node's further parents. They need not be
//! stored: all the candidates of that cell (or places in that house) at the start, except the node's own, are its parents.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;

use super::super::board::{Board, CELL_AT, CandidateBits, HOUSE, PLACE, bits, is_single};
use super::nested::List;

/// Why a node follows from its parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Cause {
    Block = 0,
    Row = 1,
    Column = 2,
    Cell = 3,
    /// Nothing: it is the assumption.
    Assumption,
    /// A rule applied to the working board.
    Rule,
}

impl Cause {
    pub(super) const HOUSES: [Cause; 3] = [Cause::Block, Cause::Row, Cause::Column];
}

/// A candidate on or off, and its parent.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Node {
    pub(super) candidate: u16,
    /// The first parent's number; for [`Cause::Rule`] the number of the rule's application.
    pub(super) parent: u16,
    pub(super) cause: Cause,
    pub(super) on: bool,
}

/// An application of a rule to the working board: its parents and, if the rule was itself a chain, that chain.
#[derive(Clone)]
struct Application {
    parents: (u32, u32),
    /// How many nodes there were when rules were last tried: those that are off were not on the working board.
    nodes: u16,
    nested: Option<(Rc<List>, u16)>,
}

/// Which links a propagation uses, and whether candidates that are off are removed from the working board.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    pub(super) dynamic: bool,
    pub(super) cell_links: bool,
}

/// The boards a propagation works on.
#[derive(Clone)]
pub(super) struct Work {
    /// The working board.
    pub(super) board: Board,
    /// The candidates without a node that is off: those that a node that is on still has to turn off.
    fresh: Board,
    on_taken: usize,
    off_taken: usize,
    /// Whether a rule has turned off a candidate that is on. Then candidates that are not fresh matter too.
    both: bool,
}

/// The nodes that follow from one assumption.
pub(super) struct Propagation {
    nodes: Vec<Node>,
    /// The numbers of the nodes that are on and of those that are off, in the order in which they were reached.
    ons: Vec<u16>,
    offs: Vec<u16>,
    /// The same as sets, and the numbers by candidate; a number is valid if the candidate is in the set.
    on: CandidateBits,
    off: CandidateBits,
    on_number: [u16; 729],
    off_number: [u16; 729],
    applications: Vec<Application>,
    parents: Vec<u16>,
    /// The nodes of a candidate found both on and off. One of the two is the last of `nodes` and is in no set.
    clash: Option<(u16, u16)>,
    /// How many nodes each node depends on, itself included; nothing until they are counted.
    lengths: Vec<u16>,
}

/// A propagation of level 0 whose nodes are counted, without what can be computed from these.
#[derive(PartialEq)]
pub(super) struct FinishedPropagation {
    nodes: Box<[Node]>,
    lengths: Box<[u16]>,
    clash: Option<(u16, u16)>,
}

impl FinishedPropagation {
    /// The candidate assumed, and whether on.
    pub(super) fn assumption(&self) -> (usize, bool) {
        (self.nodes[0].candidate.into(), self.nodes[0].on)
    }

    /// The nodes, without the loose one of a clash.
    pub(super) fn registered(&self) -> &[Node] {
        &self.nodes[..self.nodes.len() - usize::from(self.clash.is_some())]
    }

    /// Roughly how many bytes it takes.
    pub(super) fn size(&self) -> usize {
        size_of::<FinishedPropagation>() + self.nodes.len() * (size_of::<Node>() + size_of::<u16>())
    }
}

/// The nodes that each node depends on, as bits, while they are counted.
#[derive(Default)]
pub(super) struct Ancestors {
    rows: Vec<u64>,
    /// Where each node's row begins; a node reached from one parent that is on has its parent's row.
    row_of: Vec<u32>,
}

impl Propagation {
    pub(super) fn new() -> Propagation {
        Propagation {
            nodes: Vec::new(),
            ons: Vec::new(),
            offs: Vec::new(),
            on: CandidateBits::EMPTY,
            off: CandidateBits::EMPTY,
            on_number: [0; 729],
            off_number: [0; 729],
            applications: Vec::new(),
            parents: Vec::new(),
            clash: None,
            lengths: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.ons.clear();
        self.offs.clear();
        self.on = CandidateBits::EMPTY;
        self.off = CandidateBits::EMPTY;
        self.applications.clear();
        self.parents.clear();
        self.lengths.clear();
        self.clash = None;
    }

    /// Starts again, from a candidate assumed on or off.
    pub(super) fn start(&mut self, board: &Board, candidate: usize, on: bool) -> Work {
        self.clear();
        let mut work = Work { board: board.clone(), fresh: board.clone(), on_taken: 0, off_taken: 0, both: false };
        if on {
            self.register_on(candidate, 0, Cause::Assumption);
        } else {
            self.register_off(&mut work, candidate, 0, Cause::Assumption);
        }
        work
    }

    /// The propagation in short, if its nodes are counted.
    pub(super) fn finished(&self) -> Option<FinishedPropagation> {
        let (nodes, lengths) = (self.nodes.as_slice(), self.lengths.as_slice());
        (!lengths.is_empty()).then(|| FinishedPropagation {
            nodes: nodes.into(),
            lengths: lengths.into(),
            clash: self.clash,
        })
    }

    /// Becomes the same as a finished propagation.
    pub(super) fn restore(&mut self, finished: &FinishedPropagation) {
        self.clear();
        self.nodes.extend_from_slice(&finished.nodes);
        self.lengths.extend_from_slice(&finished.lengths);
        self.clash = finished.clash;
        for (number, node) in finished.registered().iter().enumerate() {
            let candidate = usize::from(node.candidate);
            if node.on {
                self.on.insert(candidate);
                self.on_number[candidate] = number as u16;
                self.ons.push(number as u16);
            } else {
                self.off.insert(candidate);
                self.off_number[candidate] = number as u16;
                self.offs.push(number as u16);
            }
        }
    }

    /// Becomes the same as another propagation, to go on from there.
    pub(super) fn copy(&mut self, other: &Propagation) {
        self.nodes.clone_from(&other.nodes);
        self.ons.clone_from(&other.ons);
        self.offs.clone_from(&other.offs);
        (self.on, self.off) = (other.on, other.off);
        (self.on_number, self.off_number) = (other.on_number, other.off_number);
        self.applications.clone_from(&other.applications);
        self.parents.clone_from(&other.parents);
        self.clash = other.clash;
        self.lengths.clear();
    }

    #[inline]
    fn push(&mut self, candidate: usize, parent: usize, cause: Cause, on: bool) -> u16 {
        let number = self.nodes.len() as u16;
        self.nodes.push(Node { candidate: candidate as u16, parent: parent as u16, cause, on });
        number
    }

    #[inline]
    fn register_on(&mut self, candidate: usize, parent: usize, cause: Cause) {
        let number = self.push(candidate, parent, cause, true);
        self.on.insert(candidate);
        self.on_number[candidate] = number;
        self.ons.push(number);
    }

    #[inline]
    fn register_off(&mut self, work: &mut Work, candidate: usize, parent: usize, cause: Cause) {
        let number = self.push(candidate, parent, cause, false);
        self.off.insert(candidate);
        self.off_number[candidate] = number;
        self.offs.push(number);
        work.fresh.remove(candidate / 9, candidate % 9);
    }

    /// Follows the elementary implications until no node is left to expand or a candidate is both on and off.
    pub(super) fn run(&mut self, work: &mut Work, mode: Mode) {
        match (mode.dynamic, mode.cell_links) {
            (true, true) => self.run_with::<true, true>(work),
            (true, false) => self.run_with::<true, false>(work),
            (false, true) => self.run_with::<false, true>(work),
            (false, false) => self.run_with::<false, false>(work),
        }
    }

    fn run_with<const DYNAMIC: bool, const CELL_LINKS: bool>(&mut self, work: &mut Work) {
        loop {
            if let Some(&number) = self.ons.get(work.on_taken) {
                work.on_taken += 1;
                let turned_off = if work.both {
                    self.turn_off_slowly::<CELL_LINKS>(work, number.into())
                } else {
                    self.turn_off::<CELL_LINKS>(work, number.into())
                };
                if turned_off.is_none() {
                    return;
                }
            } else if let Some(&number) = self.offs.get(work.off_taken) {
                work.off_taken += 1;
                if self.turn_on::<DYNAMIC, CELL_LINKS>(work, number.into()).is_none() {
                    return;
                }
            } else {
                return;
            }
        }
    }

    /// Expands a node that is on. `None` at a clash.
    #[inline]
    fn turn_off<const CELL_LINKS: bool>(&mut self, work: &mut Work, number: usize) -> Option<()> {
        let candidate = usize::from(self.nodes[number].candidate);
        let (cell, digit) = (candidate / 9, candidate % 9);
        if CELL_LINKS {
            for other in bits(work.fresh.digits(cell) & !(1 << digit)) {
                self.reach_off(work, 9 * cell + other, number, Cause::Cell)?;
            }
        }
        for (kind, cause) in Cause::HOUSES.into_iter().enumerate() {
            let house = usize::from(HOUSE[cell][kind]);
            for place in bits(work.fresh.places(house, digit) & !(1 << PLACE[cell][kind])) {
                self.reach_off(work, 9 * usize::from(CELL_AT[house][place]) + digit, number, cause)?;
            }
        }
        Some(())
    }

    /// The same without using fresh candidates: one that is off may be on too.
    #[cold]
    fn turn_off_slowly<const CELL_LINKS: bool>(&mut self, work: &mut Work, number: usize) -> Option<()> {
        let candidate = usize::from(self.nodes[number].candidate);
        let (cell, digit) = (candidate / 9, candidate % 9);
        let board = work.board.clone();
        let mut reach = |this: &mut Propagation, candidate: usize, cause| {
            if this.off.contains(candidate) && !this.on.contains(candidate) {
                return Some(());
            }
            this.reach_off(work, candidate, number, cause)
        };
        if CELL_LINKS {
            for other in bits(board.digits(cell) & !(1 << digit)) {
                reach(self, 9 * cell + other, Cause::Cell)?;
            }
        }
        for (kind, cause) in Cause::HOUSES.into_iter().enumerate() {
            let house = usize::from(HOUSE[cell][kind]);
            for place in bits(board.places(house, digit) & !(1 << PLACE[cell][kind])) {
                reach(self, 9 * usize::from(CELL_AT[house][place]) + digit, cause)?;
            }
        }
        Some(())
    }

    #[inline]
    fn reach_off(&mut self, work: &mut Work, candidate: usize, parent: usize, cause: Cause) -> Option<()> {
        if self.on.contains(candidate) {
            let loose = self.push(candidate, parent, cause, false);
            self.clash = Some((self.on_number[candidate], loose));
            return None;
        }
        self.register_off(work, candidate, parent, cause);
        Some(())
    }

    /// Expands a node that is off. `None` at a clash.
    #[inline]
    fn turn_on<const DYNAMIC: bool, const CELL_LINKS: bool>(&mut self, work: &mut Work, number: usize) -> Option<()> {
        let candidate = usize::from(self.nodes[number].candidate);
        let (cell, digit) = (candidate / 9, candidate % 9);
        let rest = work.board.digits(cell) & !(1 << digit);
        let mut reached = [(0, Cause::Cell); 4];
        let mut count = 0;
        if CELL_LINKS && is_single(rest) {
            reached[0].0 = 9 * cell + rest.trailing_zeros() as usize;
            count = 1;
        }
        for (kind, rest) in work.board.other_places(candidate).into_iter().enumerate() {
            if is_single(rest) {
                let (house, cause) = (usize::from(HOUSE[cell][kind]), Cause::HOUSES[kind]);
                reached[count] = (9 * usize::from(CELL_AT[house][rest.trailing_zeros() as usize]) + digit, cause);
                count += 1;
            }
        }
        if DYNAMIC {
            work.board.remove(cell, digit);
        }
        for &(candidate, cause) in &reached[..count] {
            if self.off.contains(candidate) {
                let loose = self.push(candidate, number, cause, true);
                self.clash = Some((loose, self.off_number[candidate]));
                return None;
            }
            if !self.on.contains(candidate) {
                self.register_on(candidate, number, cause);
            }
        }
        Some(())
    }

    /// Whether a candidate was found both on and off.
    pub(super) fn clashed(&self) -> bool {
        self.clash.is_some()
    }

    /// Turns off the candidates that a rule eliminates from the working board. `parents` are the candidates that the rule
    /// depends on, all of them off; `nodes` is the number of nodes when rules were tried. Returns whether there was anything
    /// to turn off.
    pub(super) fn apply_rule(
        &mut self,
        work: &mut Work,
        eliminated: impl Iterator<Item = usize>,
        parents: &[usize],
        nested: Option<(&Rc<List>, usize)>,
        nodes: usize,
    ) -> bool {
        let application = self.applications.len();
        for candidate in eliminated.filter(|&candidate| !self.off.contains(candidate)).collect::<Vec<_>>() {
            if self.applications.len() == application {
                let start = self.parents.len() as u32;
                self.parents.extend(parents.iter().map(|&parent| self.off_number[parent]));
                let nested = nested.map(|(list, index)| (Rc::clone(list), index as u16));
                let parents = (start, self.parents.len() as u32);
                self.applications.push(Application { parents, nodes: nodes as u16, nested });
            }
            work.both |= self.on.contains(candidate);
            self.register_off(work, candidate, application, Cause::Rule);
        }
        self.applications.len() > application
    }

    /// The nodes, without the loose one of a clash.
    pub(super) fn registered(&self) -> &[Node] {
        &self.nodes[..self.nodes.len() - usize::from(self.clashed())]
    }

    /// The candidate assumed, and whether on.
    pub(super) fn assumption(&self) -> (usize, bool) {
        (self.nodes[0].candidate.into(), self.nodes[0].on)
    }

    /// The candidates found on, or off.
    #[inline]
    pub(super) fn reached(&self, on: bool) -> &CandidateBits {
        if on { &self.on } else { &self.off }
    }

    /// The number of a candidate that was found on, or off.
    #[inline]
    pub(super) fn number(&self, candidate: usize, on: bool) -> usize {
        usize::from(if on { self.on_number[candidate] } else { self.off_number[candidate] })
    }

    /// The clashing nodes: the one that is on, the one that is off.
    pub(super) fn clash(&self) -> Option<[usize; 2]> {
        self.clash.map(|(on, off)| [on.into(), off.into()])
    }

    pub(super) fn node(&self, number: usize) -> Node {
        self.nodes[number]
    }

    /// How many nodes a node depends on, itself included. They must have been counted.
    #[inline]
    pub(super) fn length(&self, number: usize) -> u32 {
        self.lengths[number].into()
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The working board on which a rule turned this node off.
    pub(super) fn board_at_rule(&self, start: &Board, node: Node) -> Board {
        let mut board = start.clone();
        for off in &self.nodes[..usize::from(self.application(node).nodes)] {
            if !off.on {
                board.remove(usize::from(off.candidate / 9), usize::from(off.candidate % 9));
            }
        }
        board
    }

    /// The chain that turned this node off, if the rule was one.
    pub(super) fn nested(&self, node: Node) -> Option<(&Rc<List>, usize)> {
        self.application(node).nested.as_ref().map(|(list, index)| (list, usize::from(*index)))
    }

    fn application(&self, node: Node) -> &Application {
        &self.applications[usize::from(node.parent)]
    }

    /// A node's parents in order. `start` is the board at the start of the propagation.
    fn for_each_parent(&self, start: &Board, dynamic: bool, number: usize, mut visit: impl FnMut(usize)) {
        let node = self.nodes[number];
        match node.cause {
            Cause::Assumption => {}
            Cause::Rule => {
                let (from, to) = self.application(node).parents;
                self.parents[from as usize..to as usize].iter().for_each(|&parent| visit(parent.into()));
            }
            _ => {
                visit(node.parent.into());
                if node.on && dynamic {
                    let first = self.nodes[usize::from(node.parent)].candidate;
                    self.for_each_condition(start, node, |candidate| {
                        if candidate != usize::from(first) {
                            visit(self.off_number[candidate].into());
                        }
                    });
                }
            }
        }
    }

    /// The candidates that had to be removed from the node's cell or house before it was the last.
    #[inline]
    fn for_each_condition(&self, start: &Board, node: Node, mut visit: impl FnMut(usize)) {
        let candidate = usize::from(node.candidate);
        let (cell, digit) = (candidate / 9, candidate % 9);
        if node.cause == Cause::Cell {
            for other in bits(start.digits(cell) & !(1 << digit)) {
                visit(9 * cell + other);
            }
        } else {
            let kind = node.cause as usize;
            let house = usize::from(HOUSE[cell][kind]);
            for place in bits(start.places(house, digit) & !(1 << PLACE[cell][kind])) {
                visit(9 * usize::from(CELL_AT[house][place]) + digit);
            }
        }
    }

    /// Counts the nodes that each node depends on, unless they are counted.
    pub(super) fn measure(&mut self, start: &Board, dynamic: bool, ancestors: &mut Ancestors) {
        if !self.lengths.is_empty() {
            return;
        }
        let mut lengths = core::mem::take(&mut self.lengths);
        if dynamic {
            self.count_ancestors(start, ancestors, &mut lengths);
        } else {
            // Every node has one parent.
            for node in &self.nodes {
                let before = if node.cause == Cause::Assumption { 0 } else { lengths[usize::from(node.parent)] };
                lengths.push(before + 1);
            }
        }
        self.lengths = lengths;
        if let Some((on, off)) = self.clash
            && self.on.contains(self.nodes[usize::from(on)].candidate.into())
            && self.off.contains(self.nodes[usize::from(off)].candidate.into())
        {
            // The loose node may depend on the registered one of the same candidate; equal nodes count once.
            let loose = self.nodes.len() - 1;
            let mut chain = Vec::new();
            self.chain(start, dynamic, loose, &mut chain);
            self.lengths[loose] = chain.len() as u16;
        }
    }

    fn count_ancestors(&self, start: &Board, ancestors: &mut Ancestors, lengths: &mut Vec<u16>) {
        let words = self.nodes.len().div_ceil(64);
        let Ancestors { rows, row_of } = ancestors;
        rows.clear();
        row_of.clear();
        for (number, &node) in self.nodes.iter().enumerate() {
            if !node.on && node.cause != Cause::Assumption && node.cause != Cause::Rule {
                // One parent, which is on.
                let parent = usize::from(node.parent);
                row_of.push(row_of[parent]);
                lengths.push(lengths[parent] + 1);
                continue;
            }
            let at = rows.len();
            rows.resize(at + words, 0);
            let (before, own) = rows.split_at_mut(at);
            own[number / 64] |= 1 << (number % 64);
            let mut add = |parent: usize| {
                let from = row_of[parent] as usize;
                for (word, other) in own.iter_mut().zip(&before[from..from + words]) {
                    *word |= other;
                }
                own[parent / 64] |= 1 << (parent % 64);
            };
            match node.cause {
                Cause::Assumption => {}
                Cause::Rule => self.for_each_parent(start, true, number, add),
                _ => self.for_each_condition(start, node, |candidate| add(self.off_number[candidate].into())),
            }
            lengths.push(own.iter().map(|word| word.count_ones()).sum::<u32>() as u16);
            row_of.push(at as u32);
        }
    }

    /// Lists the nodes that a node depends on, itself first, then parents layer by layer.
    pub(super) fn chain(&self, start: &Board, dynamic: bool, number: usize, chain: &mut Vec<u16>) {
        self.chain_while(start, dynamic, number, chain, |_| true);
    }

    /// The same, until `visit` returns false for a node.
    fn chain_while(
        &self,
        start: &Board,
        dynamic: bool,
        number: usize,
        chain: &mut Vec<u16>,
        mut visit: impl FnMut(Node) -> bool,
    ) {
        let mut listed = [CandidateBits::EMPTY; 2];
        let mut list = |chain: &mut Vec<u16>, number: usize| {
            let node = self.nodes[number];
            let listed = &mut listed[usize::from(node.on)];
            if !listed.contains(node.candidate.into()) {
                listed.insert(node.candidate.into());
                chain.push(number as u16);
            }
        };
        let mut taken = chain.len();
        list(chain, number);
        while let Some(&number) = chain.get(taken) {
            taken += 1;
            if !visit(self.nodes[usize::from(number)]) {
                return;
            }
            self.for_each_parent(start, dynamic, number.into(), |parent| list(chain, parent));
        }
    }

    /// Whether some node follows from a chain inside the chain.
    pub(super) fn has_nested(&self) -> bool {
        self.applications.iter().any(|application| application.nested.is_some())
    }

    /// The chains inside the chain of a node, until `visit` returns false.
    pub(super) fn for_each_nested(
        &self,
        start: &Board,
        number: usize,
        mut visit: impl FnMut(&Rc<List>, usize) -> bool,
    ) {
        self.chain_while(start, true, number, &mut Vec::new(), |node| {
            let nested = if node.cause == Cause::Rule { self.nested(node) } else { None };
            nested.is_none_or(|(list, index)| visit(list, index))
        });
    }
}
