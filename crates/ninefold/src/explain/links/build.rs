//! The link graph of a position.

use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;

use super::{Graph, StrongLink, StrongReason};
use crate::bits::{BitMatrix, BitRow};
use crate::explain::{AlmostLockedSet, Facts, Node};
use crate::geometry::HOUSE_CELLS;
use crate::{Cell, CellSet, Digit, House};

impl Graph {
    /// Candidates only.
    pub(in crate::explain) fn plain(facts: &Facts) -> Graph {
        let mut builder = Builder::new(facts, 0);
        simple_links(facts, &mut builder);
        let groups = builder.nodes.len();
        builder.finish(groups, Vec::new())
    }

    /// Candidates and groups.
    pub(in crate::explain) fn grouped(facts: &Facts) -> Graph {
        let mut builder = Builder::new(facts, 2048);
        simple_links(facts, &mut builder);
        group_links(facts, &mut builder);
        let groups = builder.nodes.len();
        builder.finish(groups, Vec::new())
    }

    /// Candidates, groups and almost locked sets.
    pub(in crate::explain) fn with_sets(facts: &Facts) -> Graph {
        let mut builder = Builder::new(facts, 8192);
        simple_links(facts, &mut builder);
        group_links(facts, &mut builder);
        let groups = builder.nodes.len();
        let sets = set_links(facts, &mut builder);
        builder.finish(groups, sets)
    }
}

/// No node.
const FREE: u16 = u16::MAX;

/// Collects nodes and strong links before they are laid out.
struct Builder {
    nodes: Vec<Node>,
    /// The number of each candidate.
    numbers: [[u16; 81]; 9],
    cells: [CellSet; 9],
    candidates: usize,
    links: Vec<(u16, StrongLink)>,
    /// Open addressing from a node of several cells to its number.
    table: Vec<u16>,
}

impl Builder {
    fn new(facts: &Facts, table: usize) -> Builder {
        let mut nodes = Vec::with_capacity(if table == 0 { 320 } else { 1024 });
        let (mut numbers, mut cells) = ([[FREE; 81]; 9], [CellSet::EMPTY; 9]);
        for digit in Digit::ALL {
            cells[digit.index()] = facts.cells_with(digit);
            for cell in facts.cells_with(digit) {
                numbers[digit.index()][cell.index()] = nodes.len() as u16;
                nodes.push(Node { digit, cells: cell.into() });
            }
        }
        let candidates = nodes.len();
        Builder {
            nodes,
            numbers,
            cells,
            candidates,
            links: Vec::with_capacity(512.max(table)),
            table: vec![FREE; table],
        }
    }

    /// The number of a candidate of the position.
    fn candidate(&self, digit: Digit, cell: Cell) -> usize {
        self.numbers[digit.index()][cell.index()].into()
    }

    /// The number of a node, which is added if it is new; `None` when the graph is full.
    fn node(&mut self, digit: Digit, cells: CellSet) -> Option<usize> {
        if let Some(cell) = cells.single() {
            return Some(self.candidate(digit, cell));
        }
        let bits = cells.to_bits();
        let mut hash = (bits as u64 ^ (bits >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ digit.index() as u64).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mask = self.table.len() - 1;
        let mut slot = (hash >> 40) as usize & mask;
        loop {
            match self.table[slot] {
                FREE => break,
                number if self.nodes[usize::from(number)] == (Node { digit, cells }) => return Some(number.into()),
                _ => slot = (slot + 1) & mask,
            }
        }
        // The table must keep free slots, and a graph of that size is too large to be useful.
        if self.nodes.len() - self.candidates >= self.table.len() / 2 {
            return None;
        }
        self.table[slot] = self.nodes.len() as u16;
        self.nodes.push(Node { digit, cells });
        Some(self.nodes.len() - 1)
    }

    fn link(&mut self, a: usize, b: usize, reason: StrongReason) {
        self.links.push((a as u16, StrongLink { to: b as u16, reason }));
        self.links.push((b as u16, StrongLink { to: a as u16, reason }));
    }

    fn finish(self, groups: usize, sets: Vec<AlmostLockedSet>) -> Graph {
        let weak = self.weak_links();
        let Builder { nodes, candidates, links, .. } = self;
        let mut of_digit = BitMatrix::new(9, nodes.len());
        for (number, node) in nodes.iter().enumerate() {
            of_digit.row_mut(node.digit.index()).put(number);
        }
        let mut first = vec![0; nodes.len() + 1];
        let mut linked = vec![0; weak.words()];
        for &(from, _) in &links {
            first[usize::from(from) + 1] += 1;
            linked.put(from.into());
        }
        for number in 0..nodes.len() {
            first[number + 1] += first[number];
        }
        let mut next = first.clone();
        let mut strong = vec![StrongLink { to: 0, reason: StrongReason::Cell }; links.len()];
        for (from, link) in links {
            let slot = &mut next[usize::from(from)];
            strong[*slot as usize] = link;
            *slot += 1;
        }
        let (closure, set_closure) = (OnceCell::new(), OnceCell::new());
        Graph { nodes, candidates, groups, weak, of_digit, first, strong, linked, sets, closure, set_closure }
    }

    /// For each node the row of nodes that are false if it is true.
    fn weak_links(&self) -> BitMatrix {
        let mut weak = BitMatrix::new(self.nodes.len(), self.nodes.len());
        for (number, node) in self.nodes.iter().enumerate() {
            let seen = node.cells.common_peers() & self.cells[node.digit.index()];
            if number < self.candidates {
                let row = weak.row_mut(number);
                for cell in seen {
                    row.put(self.candidate(node.digit, cell));
                }
                let cell = node.cells.first().map_or(0, Cell::index);
                for other in self.numbers.iter().map(|of_digit| usize::from(of_digit[cell])) {
                    if other < self.candidates && other != number {
                        row.put(other);
                    }
                }
            } else {
                for cell in seen {
                    weak.row_mut(self.candidate(node.digit, cell)).put(number);
                }
            }
        }
        // What several cells rule out is what each of them rules out.
        for (number, node) in self.nodes.iter().enumerate().skip(self.candidates) {
            let (rows, row) = weak.split_at_row(number);
            for (index, cell) in node.cells.iter().enumerate() {
                let source = rows.row(self.candidate(node.digit, cell));
                if index == 0 {
                    row.copy_from_slice(source);
                } else {
                    row.intersect(source);
                }
            }
        }
        weak
    }
}

/// The triads of each house: the three cells it shares with a line or block that crosses it. Three of a line, six of a
/// block.
const TRIADS: [([CellSet; 6], usize); 27] = {
    let mut table = [([CellSet::EMPTY; 6], 0); 27];
    let mut house = 0;
    while house < 27 {
        let mut other = 0;
        while other < 27 {
            let shared = HOUSE_CELLS[house].intersection(HOUSE_CELLS[other]);
            if shared.len() == 3 {
                let (triads, count) = &mut table[house];
                triads[*count] = shared;
                *count += 1;
            }
            other += 1;
        }
        house += 1;
    }
    table
};

/// Cells with two candidates, houses with two places.
fn simple_links(facts: &Facts, builder: &mut Builder) {
    for cell in facts.bivalue_cells() {
        let digits = facts.digits_in(cell);
        let mut digits = digits.iter();
        if let (Some(a), Some(b)) = (digits.next(), digits.next()) {
            let (a, b) = (builder.candidate(a, cell), builder.candidate(b, cell));
            builder.link(a, b, StrongReason::Cell);
        }
    }
    for digit in Digit::ALL {
        for house in House::all() {
            let places = facts.places(house, digit);
            if places.len() == 2 {
                let cells = places.cells(house);
                let (Some(a), Some(b)) = (cells.first(), cells.iter().nth(1)) else { continue };
                let (a, b) = (builder.candidate(digit, a), builder.candidate(digit, b));
                builder.link(a, b, StrongReason::House(house));
            }
        }
    }
}

/// Houses whose places for a digit form two nodes, at least one of them a group.
fn group_links(facts: &Facts, builder: &mut Builder) {
    for house in House::all() {
        let (triads, count) = &TRIADS[house.index()];
        let triads = &triads[..*count];
        for digit in Digit::ALL {
            let places = facts.places(house, digit);
            if !(3..=6).contains(&places.len()) {
                continue;
            }
            let all = places.cells(house);
            let fits = |cells: CellSet| cells.len() == 1 || triads.iter().any(|&triad| cells.is_subset(triad));
            let mut seen: Vec<CellSet> = Vec::new();
            for &triad in triads {
                let mut part = (all & triad).to_bits();
                let whole = part;
                // Every part of the triad and the rest of the house.
                while part != 0 {
                    let (cells, rest) = (CellSet::from_bits(part), all - CellSet::from_bits(part));
                    part = (part - 1) & whole;
                    if rest.is_empty() || seen.contains(&cells) || seen.contains(&rest) || !fits(rest) {
                        continue;
                    }
                    seen.push(cells);
                    let (Some(a), Some(b)) = (builder.node(digit, cells), builder.node(digit, rest)) else { return };
                    builder.link(a, b, StrongReason::House(house));
                }
            }
        }
    }
}

/// Each pair of digits of every almost locked set of more than one cell.
fn set_links(facts: &Facts, builder: &mut Builder) -> Vec<AlmostLockedSet> {
    let mut sets = Vec::new();
    for set in facts.almost_locked_sets().iter().copied().filter(|set| set.cells.len() > 1) {
        let number = sets.len() as u16;
        let mut nodes = [(0, CellSet::EMPTY); 9];
        let mut count = 0;
        for digit in set.digits {
            let cells = set.cells & facts.cells_with(digit);
            // A digit that no candidate outside sees can neither be excluded from the set nor exclude anything.
            if (cells.common_peers() & facts.cells_with(digit)).is_empty() && cells.len() > 1 {
                continue;
            }
            let Some(node) = builder.node(digit, cells) else { return sets };
            nodes[count] = (node, cells);
            count += 1;
        }
        sets.push(set);
        for a in 0..count {
            for b in a + 1..count {
                builder.link(nodes[a].0, nodes[b].0, StrongReason::Set(number));
            }
        }
    }
    sets
}
