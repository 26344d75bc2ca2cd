//! Chains inside chains: what an engine found on a working board, cached for the next time this board occurs.
//!
//! An engine that is used inside another one's propagation returns its whole list of hints. The outer chain needs little of
//! each: its eliminations, its complexity, whether it is the same chain as another, and which candidates that are off on
//! the working board it depends on. The last varies with the start of the outer propagation, so the list stores
//! *supports*: the cells and houses in which the hint's links need removed candidates.

use alloc::vec::Vec;

use super::super::board::{Board, CELL_AT, CandidateBits, HOUSE, Mask, bits};
use super::propagation::Cause;

/// A cell (0 to 80), or a digit in a house (81 and up), that a chain had a link in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Support(u16);

impl Support {
    /// The support of a node that is on, with this cause.
    pub(super) fn of(candidate: usize, cause: Cause) -> Option<Support> {
        let (cell, digit) = (candidate / 9, candidate % 9);
        match cause {
            Cause::Cell => Some(Support(cell as u16)),
            Cause::Block | Cause::Row | Cause::Column => {
                let house = usize::from(HOUSE[cell][cause as usize]);
                Some(Support((81 + 9 * house + digit) as u16))
            }
            Cause::Assumption | Cause::Rule => None,
        }
    }
}

/// Whether two chains are the same: made of the literals of their branches, in order.
///
/// A hash of 64 bits. Only the few chains inside one outer hint are compared, so the probability that two different ones
/// have the same hash is below 10^-15 per hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fingerprint(u64);

impl Fingerprint {
    pub(super) fn new(branches: usize) -> Fingerprint {
        Fingerprint(branches as u64 + 1)
    }

    fn mix(&mut self, word: u64) {
        let x = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ (x >> 32);
    }

    /// The next branch is this long.
    pub(super) fn branch(&mut self, length: usize) {
        self.mix(length as u64 | 1 << 32);
    }

    /// The next literal of the branch.
    pub(super) fn literal(&mut self, candidate: usize, on: bool) {
        self.mix(2 * candidate as u64 + u64::from(on));
    }
}

/// One hint of a list.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) complexity: u32,
    pub(super) fingerprint: Fingerprint,
    eliminations: (u32, u32),
    supports: (u32, u32),
}

/// All hints of an engine on one board: sorted, no two with the same eliminations.
#[derive(Default)]
pub(super) struct List {
    entries: Vec<Entry>,
    eliminations: Vec<(u8, Mask)>,
    supports: Vec<Support>,
}

impl List {
    /// Adds a hint. The eliminations come in reading order.
    pub(super) fn push(
        &mut self,
        complexity: u32,
        fingerprint: Fingerprint,
        eliminations: &[(u8, Mask)],
        supports: &[Support],
    ) {
        let (e, s) = (self.eliminations.len() as u32, self.supports.len() as u32);
        self.eliminations.extend_from_slice(eliminations);
        self.supports.extend_from_slice(supports);
        self.entries.push(Entry {
            complexity,
            fingerprint,
            eliminations: (e, self.eliminations.len() as u32),
            supports: (s, self.supports.len() as u32),
        });
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn entry(&self, index: usize) -> &Entry {
        &self.entries[index]
    }

    /// The candidates a hint eliminates, in reading order.
    pub(super) fn eliminated(&self, index: usize) -> impl Iterator<Item = usize> {
        let (from, to) = self.entries[index].eliminations;
        let entries = &self.eliminations[from as usize..to as usize];
        entries.iter().flat_map(|&(cell, digits)| bits(digits).map(move |digit| 9 * usize::from(cell) + digit))
    }

    /// The candidates that a hint depends on: those of its supports that were on the board at the start and are not on the
    /// working board.
    pub(super) fn parents(&self, index: usize, start: &Board, board: &Board, parents: &mut Vec<usize>) {
        let (from, to) = self.entries[index].supports;
        let mut listed = CandidateBits::EMPTY;
        let mut list = |candidate: usize| {
            if !listed.contains(candidate) {
                listed.insert(candidate);
                parents.push(candidate);
            }
        };
        for support in &self.supports[from as usize..to as usize] {
            let support = usize::from(support.0);
            if support < 81 {
                for digit in bits(start.digits(support) & !board.digits(support)) {
                    list(9 * support + digit);
                }
            } else {
                let (house, digit) = ((support - 81) / 9, (support - 81) % 9);
                for place in bits(start.places(house, digit) & !board.places(house, digit)) {
                    list(9 * usize::from(CELL_AT[house][place]) + digit);
                }
            }
        }
    }

    /// Roughly how many bytes the list takes.
    pub(super) fn size(&self) -> usize {
        size_of::<List>()
            + self.entries.capacity() * size_of::<Entry>()
            + self.eliminations.capacity() * size_of::<(u8, Mask)>()
            + self.supports.capacity() * size_of::<Support>()
    }
}
