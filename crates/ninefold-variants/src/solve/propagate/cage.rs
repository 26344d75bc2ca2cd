//! Cages: cells that differ and hold one of a list of allowed sets of values.

use std::sync::Arc;

use super::Scratch;
use crate::solve::peers::Peers;
use crate::solve::space::{Space, is_single, values};
use crate::solve::subsets::{Family, MAX_VALUES, Sweep, common};

/// The allowed sets, in the form that the number of values admits.
#[derive(Clone, Debug)]
enum Allowed {
    Small(Family<1>),
    Medium(Box<Family<8>>),
    Large(Box<Family<16>>),
    /// For more than ten values the sets themselves, as masks of values.
    List(Arc<Vec<u32>>),
}

/// Cells that differ and hold one of the allowed sets.
#[derive(Clone, Debug)]
pub(crate) struct CageSets {
    pub(crate) cells: Box<[u16]>,
    allowed: Allowed,
    first: u32,
    /// A value that the cage must hold leaves the cells that are peers of all its places.
    peers: Arc<Peers>,
}

/// The family of some masks of values.
fn family<const W: usize>(sets: &[u32], first: u32) -> Family<W> {
    let mut family = [0; W];
    for set in sets {
        let elements = (set >> first) as usize;
        family[elements / 64] |= 1 << (elements % 64);
    }
    family
}

impl CageSets {
    /// `all` are the values of the board.
    pub(crate) fn new(cells: Vec<u16>, sets: &Arc<Vec<u32>>, all: u32, peers: &Arc<Peers>) -> CageSets {
        let first = all.trailing_zeros();
        let allowed = match all.count_ones() as usize {
            0..=6 => Allowed::Small(family(sets, first)),
            7..=9 => Allowed::Medium(Box::new(family(sets, first))),
            MAX_VALUES => Allowed::Large(Box::new(family(sets, first))),
            _ => Allowed::List(Arc::clone(sets)),
        };
        CageSets { cells: cells.into(), allowed, first, peers: Arc::clone(peers) }
    }

    pub(crate) fn run(&self, space: &mut Space<'_>, scratch: &mut Scratch) -> bool {
        match &self.allowed {
            Allowed::Small(allowed) => {
                if scratch.small.is_empty() {
                    scratch.small.push(Sweep::new());
                }
                let sweep = &mut scratch.small[0];
                filter(&self.cells, self.first, allowed, &self.peers, sweep, space)
            }
            Allowed::Medium(allowed) => {
                if scratch.medium.is_empty() {
                    scratch.medium.push(Sweep::new());
                }
                let sweep = &mut scratch.medium[0];
                filter(&self.cells, self.first, allowed, &self.peers, sweep, space)
            }
            Allowed::Large(allowed) => {
                if scratch.large.is_empty() {
                    scratch.large.push(Sweep::new());
                }
                let sweep = &mut scratch.large[0];
                filter(&self.cells, self.first, allowed, &self.peers, sweep, space)
            }
            Allowed::List(sets) => self.filter_list(sets, space),
        }
    }

    /// Keeps the values of the sets that the cells can hold one by one; exact when all cells have their value.
    fn filter_list(&self, sets: &[u32], space: &mut Space<'_>) -> bool {
        let (mut fixed, mut all) = (0, 0);
        for &cell in &self.cells {
            let mask = space.get(cell);
            all |= mask;
            if is_single(mask) {
                fixed |= mask;
            }
        }
        let (mut some, mut every) = (0, !0);
        for &set in sets {
            if fixed & !set == 0 && set & !all == 0 && self.cells.iter().all(|&cell| space.get(cell) & set != 0) {
                some |= set;
                every &= set;
            }
        }
        if some == 0 {
            return false;
        }
        let mut required = every & !fixed;
        while required != 0 {
            let value = required & required.wrapping_neg();
            required ^= value;
            let mut places = self.cells.iter().filter(|&&cell| space.get(cell) & value != 0);
            if let (Some(&cell), None) = (places.next(), places.next())
                && !space.keep(cell, value)
            {
                return false;
            }
        }
        self.cells.iter().all(|&cell| space.keep(cell, some))
    }
}

/// The exact filter of a cage, and the conclusions outside of it.
pub(super) fn filter<const W: usize>(
    cells: &[u16],
    first: u32,
    allowed: &Family<W>,
    peers: &Peers,
    sweep: &mut Sweep<W>,
    space: &mut Space<'_>,
) -> bool {
    let mut masks = [0u32; MAX_VALUES];
    let masks = &mut masks[..cells.len()];
    for (mask, &cell) in masks.iter_mut().zip(cells) {
        *mask = space.get(cell) >> first;
    }
    if !sweep.forward(masks) || !sweep.backward(allowed, masks) {
        return false;
    }
    let mut all = 0;
    for (&mask, &cell) in masks.iter().zip(cells) {
        all |= mask;
        if !space.keep(cell, mask << first) {
            return false;
        }
    }
    let mut held = *sweep.sets();
    for (word, allowed) in held.iter_mut().zip(allowed) {
        *word &= allowed;
    }
    leave_peers(cells, first, common(&held, all), masks, peers, space)
}

/// Values that a group of cells must hold leave the cells that see all their places in the group.
pub(super) fn leave_peers(
    cells: &[u16],
    first: u32,
    required: u32,
    masks: &[u32],
    peers: &Peers,
    space: &mut Space<'_>,
) -> bool {
    for element in values(required) {
        let value = 1u32 << element;
        // A value in its only place leaves the peers anyway.
        if masks.contains(&value) {
            continue;
        }
        for word in 0..peers.words() {
            let mut seen = !0;
            for (&cell, &mask) in cells.iter().zip(masks) {
                if mask & value != 0 {
                    seen &= peers.row(cell)[word];
                }
            }
            while seen != 0 {
                let cell = (word * 64) as u16 + seen.trailing_zeros() as u16;
                seen &= seen - 1;
                if !space.remove(cell, value << first) {
                    return false;
                }
            }
        }
    }
    true
}
