//! Alternatives: what all of them rule out is ruled out.

use std::sync::Arc;

use super::{Propagator, Scratch};
use crate::solve::peers::Peers;
use crate::solve::space::{NO_CELL, Queue, Space, is_single};

/// One alternative: candidates it allows, cells that differ in it, and its propagators.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) domains: Vec<(u16, u32)>,
    pub(crate) peers: Option<Arc<Peers>>,
    pub(crate) different: Vec<u16>,
    pub(crate) propagators: Vec<Propagator>,
}

/// At least one of the branches holds.
#[derive(Clone, Debug)]
pub(crate) struct AnyOf {
    pub(crate) branches: Box<[Branch]>,
    /// The cells of all branches.
    pub(crate) all: Box<[u16]>,
}

impl AnyOf {
    pub(crate) fn cells(&self) -> Vec<u16> {
        self.all.to_vec()
    }

    pub(crate) fn run(&self, space: &mut Space<'_>, scratch: &mut Scratch) -> bool {
        let (mut copy, mut union) = scratch.copies.pop().unwrap_or_default();
        union.clear();
        union.resize(self.all.len(), 0);
        let mut possible = false;
        let mut loose = false;
        for branch in &self.branches {
            copy.clear();
            copy.extend_from_slice(space.masks);
            if !branch.holds_in(&mut copy, scratch) {
                continue;
            }
            possible = true;
            loose = true;
            for (mask, &cell) in union.iter_mut().zip(&self.all) {
                *mask |= copy[usize::from(cell)];
                loose &= *mask == space.get(cell);
            }
            if loose {
                break;
            }
        }
        let fits = possible && (loose || self.all.iter().zip(&union).all(|(&cell, &mask)| space.keep(cell, mask)));
        scratch.copies.push((copy, union));
        fits
    }
}

impl Branch {
    /// Propagates within the alternative until nothing changes; false when it cannot hold.
    fn holds_in(&self, masks: &mut [u32], scratch: &mut Scratch) -> bool {
        for &(cell, domain) in &self.domains {
            masks[usize::from(cell)] &= domain;
            if masks[usize::from(cell)] == 0 {
                return false;
            }
        }
        let (mut fixed, mut idle) = (Vec::new(), Queue::default());
        loop {
            if let Some(peers) = &self.peers {
                for &cell in &self.different {
                    let mask = masks[usize::from(cell)];
                    if is_single(mask) {
                        for &near in peers.list(cell) {
                            masks[usize::from(near)] &= !mask;
                            if masks[usize::from(near)] == 0 {
                                return false;
                            }
                        }
                    }
                }
            }
            let before = total(masks);
            let mut inner = Space {
                masks,
                queue: &mut idle,
                watch: &[],
                fixed: &mut fixed,
                failed: NO_CELL,
                failed_house: NO_CELL,
            };
            if !self.propagators.iter().all(|propagator| propagator.run(&mut inner, scratch)) {
                return false;
            }
            fixed.clear();
            if before == total(masks) {
                return true;
            }
        }
    }
}

/// A number that changes when a candidate goes: candidates only ever go.
fn total(masks: &[u32]) -> u64 {
    masks.iter().map(|&mask| u64::from(mask)).sum()
}
