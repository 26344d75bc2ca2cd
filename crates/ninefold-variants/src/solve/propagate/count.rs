//! Counted values: how often a value occurs, equal sets, and plain alternatives.

use std::sync::Arc;

use super::Scratch;
use crate::rule::{Rule, Setting};
use crate::solve::peers::Peers;
use crate::solve::space::{Space, is_single, low, values};
use crate::{Board, Cell};

/// At least one of the cells has a value of its set.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) literals: Box<[(u16, u32)]>,
}

impl Clause {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let mut only = None;
        for &(cell, set) in &self.literals {
            let mask = space.get(cell);
            if mask & set != 0 {
                if mask & !set == 0 || only.is_some() {
                    return true;
                }
                only = Some((cell, set));
            }
        }
        only.is_some_and(|(cell, set)| space.keep(cell, set))
    }
}

/// A value occurs from `least` to `most` times.
#[derive(Clone, Debug)]
pub(crate) struct Occurs {
    pub(crate) cells: Box<[u16]>,
    pub(crate) value: u32,
    pub(crate) least: usize,
    pub(crate) most: usize,
    /// A value that occurs once at least leaves the cells that are peers of all its places.
    pub(crate) peers: Arc<Peers>,
}

impl Occurs {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let (mut fixed, mut possible) = (0, 0);
        for &cell in &self.cells {
            let mask = space.get(cell);
            possible += usize::from(mask & self.value != 0);
            fixed += usize::from(mask == self.value);
        }
        if possible < self.least || fixed > self.most {
            return false;
        }
        if possible == fixed {
            return true;
        }
        if possible == self.least {
            return self.cells.iter().all(|&cell| space.get(cell) & self.value == 0 || space.keep(cell, self.value));
        }
        if fixed == self.most {
            return self.cells.iter().all(|&cell| space.get(cell) == self.value || space.remove(cell, self.value));
        }
        if self.least > 0 && fixed == 0 && possible <= 4 {
            for word in 0..self.peers.words() {
                let mut seen = !0;
                for &cell in &self.cells {
                    if space.get(cell) & self.value != 0 {
                        seen &= self.peers.row(cell)[word];
                    }
                }
                while seen != 0 {
                    let cell = (word * 64) as u16 + seen.trailing_zeros() as u16;
                    seen &= seen - 1;
                    if !space.remove(cell, self.value) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// Each value that occurs does so as often as it is large.
#[derive(Clone, Debug)]
pub(crate) struct Circles {
    pub(crate) cells: Box<[u16]>,
    /// The cells parted into groups of different cells: a value occurs at most once in each.
    pub(crate) groups: Box<[Box<[u16]>]>,
    /// Sets of values whose sum is the number of cells.
    pub(crate) sets: Box<[u32]>,
    /// Disjoint houses that have all the cells: their cells that are marked, and the others.
    kinds: Box<[Box<[Crossing]>]>,
}

/// The marked cells of a house, and its other cells.
type Crossing = (Box<[u16]>, Box<[u16]>);

impl Circles {
    pub(crate) fn new(cells: Vec<u16>, all: u32, peers: &Peers, houses: &[Vec<u16>]) -> Circles {
        // Sets of distinct positive values with the sum of the number of cells, by depth first search.
        fn search(left: u32, from: u32, all: u32, set: u32, sets: &mut Vec<u32>) {
            if left == 0 {
                sets.push(set);
                return;
            }
            for value in from..=left.min(31) {
                if all >> value & 1 == 1 {
                    search(left - value, value + 1, all, set | 1 << value, sets);
                }
            }
        }
        let mut sets = Vec::new();
        // More cells than all values together have no set at all.
        if cells.len() <= values(all).sum::<u32>() as usize {
            search(cells.len() as u32, 1, all, 0, &mut sets);
        }
        let groups = peers.groups(&cells).into_iter().map(Into::into).collect();
        let kinds = crossings(&cells, houses);
        Circles { cells: cells.into(), groups, sets: sets.into(), kinds }
    }

    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let (mut all, mut fixed) = (0, 0);
        for &cell in &self.cells {
            let mask = space.get(cell);
            all |= mask;
            if is_single(mask) {
                fixed |= mask;
            }
        }
        let (mut some, mut every) = (0, !0);
        for &set in &self.sets {
            if fixed & !set == 0 && set & !all == 0 {
                some |= set;
                every &= set;
            }
        }
        if some == 0 {
            return false;
        }
        for value in values(some) {
            let bit = 1 << value;
            let groups = self.groups.iter().filter(|group| group.iter().any(|&cell| space.get(cell) & bit != 0));
            if groups.count() < value as usize {
                if every & bit != 0 {
                    return false;
                }
                some &= !bit;
            }
        }
        if !self.cross(&mut some, &mut every, space) || !self.cells.iter().all(|&cell| space.keep(cell, some)) {
            return false;
        }
        for value in values(every & some) {
            let bit = 1 << value;
            let possible = self.cells.iter().filter(|&&cell| space.get(cell) & bit != 0).count();
            let fixed = self.cells.iter().filter(|&&cell| space.get(cell) == bit).count();
            if possible < value as usize || fixed > value as usize {
                return false;
            }
            let full = fixed == value as usize;
            if full || possible == value as usize {
                for &cell in &self.cells {
                    let mask = space.get(cell);
                    let changes = mask & bit != 0 && mask != bit;
                    if changes && !space.keep(cell, if full { !bit } else { bit }) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

impl Circles {
    /// Each house has each value once: the houses where the value can be marked are at least as many as it needs, those
    /// where it must be marked at most.
    fn cross(&self, some: &mut u32, every: &mut u32, space: &mut Space<'_>) -> bool {
        for kind in &self.kinds {
            for value in values(*some) {
                let (bit, needed) = (1 << value, value as usize);
                let has = |cells: &[u16], space: &Space<'_>| cells.iter().any(|&cell| space.get(cell) & bit != 0);
                let possible = kind.iter().filter(|(marked, _)| has(marked, space)).count();
                let sure = kind.iter().filter(|(_, others)| !has(others, space)).count();
                if sure > needed || (possible < needed && (sure > 0 || *every & bit != 0)) {
                    return false;
                }
                if possible < needed {
                    *some &= !bit;
                    continue;
                }
                if sure > 0 {
                    *every |= bit;
                }
                if *every & bit == 0 {
                    continue;
                }
                for (marked, others) in kind {
                    let lost = if possible == needed && has(marked, space) {
                        others
                    } else if sure == needed && has(others, space) {
                        marked
                    } else {
                        continue;
                    };
                    if !lost.iter().all(|&cell| space.remove(cell, bit)) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// The ways to cover the cells with disjoint houses.
fn crossings(cells: &[u16], houses: &[Vec<u16>]) -> Box<[Box<[Crossing]>]> {
    let mut kinds: Vec<Vec<&Vec<u16>>> = Vec::new();
    for house in houses {
        let apart = |other: &&Vec<u16>| !house.iter().any(|cell| other.contains(cell));
        match kinds.iter_mut().find(|kind| kind.iter().all(apart)) {
            Some(kind) => kind.push(house),
            None => kinds.push(vec![house]),
        }
    }
    kinds.retain(|kind| cells.iter().all(|cell| kind.iter().any(|house| house.contains(cell))));
    let cross = |house: &Vec<u16>| {
        let (marked, others): (Vec<u16>, Vec<u16>) = house.iter().partition(|cell| cells.contains(cell));
        (marked.into(), others.into())
    };
    kinds.into_iter().map(|kind| kind.into_iter().map(cross).collect()).collect()
}

/// The control is the number of different values in the cells.
#[derive(Clone, Debug)]
pub(crate) struct CountDistinct {
    pub(crate) control: u16,
    pub(crate) cells: Box<[u16]>,
}

impl CountDistinct {
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let mut fixed = 0u32;
        for &cell in &self.cells {
            let mask = space.get(cell);
            if is_single(mask) {
                fixed |= mask;
            }
        }
        // Cells with pairwise disjoint candidates, none of them fixed already, add one each at least.
        let mut used = fixed;
        let mut least = fixed.count_ones();
        for &cell in &self.cells {
            let mask = space.get(cell);
            if mask & used == 0 {
                used |= mask;
                least += 1;
            }
        }
        let (mut owner, mut most) = ([u16::MAX; 32], fixed.count_ones());
        for place in 0..self.cells.len() {
            if !is_single(space.get(self.cells[place])) {
                most += u32::from(self.assign(place as u16, fixed, &mut owner, &mut 0, space));
            }
        }
        let range = !below_or_all(least) & below_or_all(most + 1);
        if !space.keep(self.control, range) {
            return false;
        }
        let control = space.get(self.control);
        if is_single(control) && low(control) == fixed.count_ones() {
            // No new value may come.
            return self.cells.iter().all(|&cell| space.keep(cell, fixed));
        }
        if is_single(control) && low(control) == most {
            // Every open cell that could add a value is needed when they are only just enough.
            let open = self.cells.iter().filter(|&&cell| !is_single(space.get(cell))).count() as u32;
            if fixed.count_ones() + open == most {
                let open = self.cells.iter().filter(|&&cell| !is_single(space.get(cell)));
                return open.copied().collect::<Vec<_>>().into_iter().all(|cell| space.remove(cell, fixed));
            }
        }
        true
    }

    /// Finds a value of its own for an open cell, moving others where needed.
    fn assign(&self, place: u16, taken: u32, owner: &mut [u16; 32], seen: &mut u32, space: &Space<'_>) -> bool {
        for value in values(space.get(self.cells[usize::from(place)]) & !taken) {
            if *seen >> value & 1 == 1 {
                continue;
            }
            *seen |= 1 << value;
            let other = owner[value as usize];
            if other == u16::MAX || self.assign(other, taken, owner, seen, space) {
                owner[value as usize] = place;
                return true;
            }
        }
        false
    }
}

fn below_or_all(value: u32) -> u32 {
    crate::solve::space::below(value)
}

/// All sets hold the same values, each as often.
#[derive(Clone, Debug)]
pub(crate) struct SameValues {
    pub(crate) sets: Box<[Vec<u16>]>,
    /// Whether the cells of each set differ: then the sets of values are all there is to it.
    pub(crate) distinct: bool,
}

impl SameValues {
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let held = |set: &[u16], space: &Space<'_>| set.iter().fold(0, |all, &cell| all | space.get(cell));
        let common = self.sets.iter().fold(!0, |common, set| common & held(set, space));
        if self.distinct && (common.count_ones() as usize) < self.sets[0].len() {
            return false;
        }
        for set in &self.sets {
            if held(set, space) != common && !set.iter().all(|&cell| space.keep(cell, common)) {
                return false;
            }
        }
        // Each value occurs equally often: at least as often as one set has it for sure, at most as one set can have it.
        let mut total = 0;
        for value in values(common) {
            let bit = 1u32 << value;
            let (mut least, mut most) = (0, usize::MAX);
            for set in &self.sets {
                let fixed = set.iter().filter(|&&cell| space.get(cell) == bit).count();
                let possible = set.iter().filter(|&&cell| space.get(cell) & bit != 0).count();
                least = least.max(fixed);
                most = most.min(possible);
            }
            if self.distinct {
                most = most.min(1);
            }
            if least > most {
                return false;
            }
            total += most;
            for set in &self.sets {
                let fixed = set.iter().filter(|&&cell| space.get(cell) == bit).count();
                let possible = set.iter().filter(|&&cell| space.get(cell) & bit != 0).count();
                if fixed == possible {
                    continue;
                }
                let keep = if possible == least {
                    bit
                } else if fixed == most {
                    !bit
                } else {
                    continue;
                };
                for &cell in set {
                    let mask = space.get(cell);
                    if mask & bit != 0 && mask != bit && !space.keep(cell, keep) {
                        return false;
                    }
                }
            }
        }
        total >= self.sets[0].len()
    }
}

/// A rule's predicate, asked when at most one cell is open.
#[derive(Clone, Debug)]
pub(crate) struct Test {
    pub(crate) cells: Box<[u16]>,
    pub(crate) rule: Arc<Rule>,
    pub(crate) board: Board,
}

impl Test {
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let mut open = None;
        for &cell in &self.cells {
            if !is_single(space.get(cell)) {
                if open.is_some() {
                    return true;
                }
                open = Some(cell);
            }
        }
        let mut filled = vec![self.board.first_value(); self.board.cell_count()];
        for &cell in &self.cells {
            filled[usize::from(cell)] = low(space.get(cell)) as u8;
        }
        let setting = Setting { board: &self.board, rules: &[] };
        let Some(open) = open else { return self.rule.holds(&setting, &filled) };
        let mut keep = 0;
        for value in values(space.get(open)) {
            filled[Cell::new(open.into()).index()] = value as u8;
            if self.rule.holds(&setting, &filled) {
                keep |= 1 << value;
            }
        }
        space.keep(open, keep)
    }
}
