//! Walks from many nodes at once, on rows of bits.
//!
//! A walk starts at every node and goes one strong link deeper in each round, so short chains are found before long ones
//! from any start. A round for one start is a few operations on words for each node that becomes true.

use alloc::vec::Vec;

use super::{Graph, LinkKinds, StrongLink};
use crate::bits::{BitMatrix, BitRow};
use crate::explain::finder::{Flow, GO_ON};

/// Something a walk has met.
#[derive(Clone, Copy, Debug)]
pub(in crate::explain) struct Meeting {
    /// The number of strong links on the shortest chain.
    pub(in crate::explain) length: usize,
    /// The node that is assumed to be false.
    pub(in crate::explain) start: usize,
    /// The node that is true then.
    pub(in crate::explain) end: usize,
}

impl Graph {
    /// Walks from all starts at once, a strong link deeper in each round. Reports each node that `start` being false makes
    /// true.
    pub(in crate::explain) fn walk(
        &self,
        kinds: LinkKinds,
        starts: impl Iterator<Item = usize>,
        met: &mut dyn FnMut(Meeting) -> Flow,
    ) -> Flow {
        // The starts whose walk is not over, each with its place in the table.
        let mut alive: Vec<(u16, u16)> = Vec::new();
        alive.extend(starts.filter(|&start| self.linked.has(start)).zip(0..).map(|(start, slot)| (start as u16, slot)));
        // Three rows for each start: true nodes, false nodes, and those that have become false in this round.
        let mut table = BitMatrix::new(3 * alive.len(), self.len());
        for &(start, slot) in &alive {
            table.row_mut(3 * usize::from(slot) + 1).put(start.into());
            table.row_mut(3 * usize::from(slot) + 2).put(start.into());
        }
        let mut fresh: Vec<u16> = Vec::with_capacity(256);
        for length in 1.. {
            let mut kept = 0;
            for index in 0..alive.len() {
                let (start, slot) = alive[index];
                let [on, off, front] = table.three_rows_mut(3 * usize::from(slot));
                fresh.clear();
                self.make_true(front, on, |link| kinds.allows(link.reason), |_, link| fresh.push(link.to));
                for &end in &fresh {
                    met(Meeting { length, start: start.into(), end: end.into() })?;
                }
                front.fill(0);
                self.make_false(kinds, fresh.iter().map(|&node| usize::from(node)), off, front);
                if !front.is_blank() {
                    alive[kept] = (start, slot);
                    kept += 1;
                }
            }
            alive.truncate(kept);
            if kept == 0 {
                break;
            }
        }
        GO_ON
    }

    /// What false nodes make true by strong links. Adds it to `on` and reports each node that was not there, with the
    /// false node.
    #[inline]
    pub(super) fn make_true(
        &self,
        false_nodes: &[u64],
        on: &mut [u64],
        allows: impl Fn(&StrongLink) -> bool,
        mut new: impl FnMut(usize, &StrongLink),
    ) {
        for from in false_nodes.ones() {
            for link in self.strong(from) {
                if !on.has(link.to.into()) && allows(link) {
                    on.put(link.to.into());
                    new(from, link);
                }
            }
        }
    }

    /// What true nodes make false by weak links. `front`, which must be empty, receives the nodes that were not in `off`
    /// and have strong links; they are added to `off`.
    #[inline]
    pub(super) fn make_false(
        &self,
        kinds: LinkKinds,
        true_nodes: impl Iterator<Item = usize>,
        off: &mut [u64],
        front: &mut [u64],
    ) {
        for node in true_nodes {
            if kinds == LinkKinds::All {
                front.unite(self.weak(node));
            } else {
                let rows = self.weak(node).iter().zip(self.same_digit(node));
                front.iter_mut().zip(rows).for_each(|(front, (weak, same))| *front |= weak & same);
            }
        }
        for ((front, linked), off) in front.iter_mut().zip(&self.linked).zip(off) {
            *front &= linked & !*off;
            *off |= *front;
        }
    }
}
