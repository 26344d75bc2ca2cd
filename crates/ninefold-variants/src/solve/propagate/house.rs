//! All-different cells: hidden singles, locked candidates, too few values.
//!
//! That a fixed value leaves its peers is the engine's business; these propagators draw the other conclusions.

use std::sync::Arc;

use super::Scratch;
use crate::solve::peers::Peers;
use crate::solve::space::{Space, is_single};

/// Cells that hold every value once: a value with one place left goes there.
#[derive(Clone, Debug)]
pub(crate) struct House {
    pub(crate) cells: Box<[u16]>,
    pub(crate) values: u32,
}

impl House {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let (mut once, mut twice, mut fixed) = (0, 0, 0);
        for &cell in &self.cells {
            let mask = space.get(cell);
            twice |= once & mask;
            once |= mask;
            if is_single(mask) {
                fixed |= mask;
            }
        }
        if once != self.values {
            return false;
        }
        let hidden = once & !twice & !fixed;
        if hidden == 0 {
            return true;
        }
        for &cell in &self.cells {
            let only = space.get(cell) & hidden;
            if only != 0 && (!is_single(only) || !space.keep(cell, only)) {
                return false;
            }
        }
        true
    }
}

/// Cells that differ but do not hold every value: there must be enough values for them.
#[derive(Clone, Debug)]
pub(crate) struct Pigeons {
    pub(crate) cells: Box<[u16]>,
}

impl Pigeons {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let all = self.cells.iter().fold(0, |all, &cell| all | space.get(cell));
        all.count_ones() as usize >= self.cells.len()
    }
}

/// A row of blocks or a column of blocks: locked candidates of all its lines and blocks at once.
///
/// ```text
///   segments   s00 s01 s02     line 0
///              s10 s11 s12     line 1     a segment is the cells that a line and a block share
///              s20 s21 s22     line 2
/// ```
#[derive(Clone, Debug)]
pub(crate) struct Band {
    /// Line after line, segment after segment.
    pub(crate) cells: Box<[u16]>,
    pub(crate) lines: usize,
    pub(crate) blocks: usize,
    /// Cells in a segment.
    pub(crate) width: usize,
}

/// The most lines or blocks in a band.
const MAX_BAND: usize = 5;

impl Band {
    /// Whether a band of this shape fits the memory below.
    pub(crate) fn fits(lines: usize, blocks: usize) -> bool {
        lines <= MAX_BAND && blocks <= MAX_BAND
    }

    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let mut held = [[0u32; MAX_BAND]; MAX_BAND];
        let mut place = 0;
        for line in held.iter_mut().take(self.lines) {
            for segment in line.iter_mut().take(self.blocks) {
                let mut all = 0;
                for &cell in &self.cells[place..place + self.width] {
                    all |= space.get(cell);
                }
                *segment = all;
                place += self.width;
            }
        }
        // What a segment must lose: values that another segment of its line or block has alone there.
        let mut lost = [[0u32; MAX_BAND]; MAX_BAND];
        for line in 0..self.lines {
            let (mut once, mut twice) = (0, 0);
            for &segment in &held[line][..self.blocks] {
                twice |= once & segment;
                once |= segment;
            }
            let alone = once & !twice;
            for block in 0..self.blocks {
                let locked = alone & held[line][block];
                if locked != 0 {
                    for (other, lost) in lost.iter_mut().enumerate().take(self.lines) {
                        lost[block] |= if other == line { 0 } else { locked };
                    }
                }
            }
        }
        for block in 0..self.blocks {
            let (mut once, mut twice) = (0, 0);
            for line in &held[..self.lines] {
                twice |= once & line[block];
                once |= line[block];
            }
            let alone = once & !twice;
            for line in 0..self.lines {
                let locked = alone & held[line][block];
                if locked != 0 {
                    for (other, lost) in lost[line].iter_mut().enumerate().take(self.blocks) {
                        *lost |= if other == block { 0 } else { locked };
                    }
                }
            }
        }
        let mut place = 0;
        for line in 0..self.lines {
            for block in 0..self.blocks {
                let gone = lost[line][block] & held[line][block];
                if gone != 0 {
                    for &cell in &self.cells[place..place + self.width] {
                        if !space.remove(cell, gone) {
                            return false;
                        }
                    }
                }
                place += self.width;
            }
        }
        true
    }
}

/// Two overlapping sets of different cells: a value that one of them has only in the common cells leaves the other.
#[derive(Clone, Debug)]
pub(crate) struct Meet {
    pub(crate) common: Box<[u16]>,
    pub(crate) only_a: Box<[u16]>,
    pub(crate) only_b: Box<[u16]>,
    /// Whether the sets hold every value.
    pub(crate) full_a: bool,
    pub(crate) full_b: bool,
}

impl Meet {
    pub(crate) fn cells(&self) -> Vec<u16> {
        [&self.common[..], &self.only_a, &self.only_b].concat()
    }

    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let all = |cells: &[u16], space: &Space<'_>| cells.iter().fold(0, |all, &cell| all | space.get(cell));
        let common = all(&self.common, space);
        let (a, b) = (all(&self.only_a, space), all(&self.only_b, space));
        let from_b = if self.full_a { common & !a & b } else { 0 };
        let from_a = if self.full_b { common & !b & a } else { 0 };
        (from_b == 0 || self.only_b.iter().all(|&cell| space.remove(cell, from_b)))
            && (from_a == 0 || self.only_a.iter().all(|&cell| space.remove(cell, from_a)))
    }
}

/// Cells that hold every value: a value with two or three places left leaves the cells that are peers of all of them.
#[derive(Clone, Debug)]
pub(crate) struct Focus {
    pub(crate) cells: Box<[u16]>,
    pub(crate) peers: Arc<Peers>,
}

impl Focus {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let (mut once, mut twice, mut thrice, mut more) = (0, 0, 0, 0);
        for &cell in &self.cells {
            let mask = space.get(cell);
            more |= thrice & mask;
            thrice |= twice & mask;
            twice |= once & mask;
            once |= mask;
        }
        let mut few = twice & !more;
        while few != 0 {
            let value = few & few.wrapping_neg();
            few ^= value;
            let mut places = [0u16; 3];
            let mut count = 0;
            for &cell in &self.cells {
                if space.get(cell) & value != 0 {
                    places[count.min(2)] = cell;
                    count += 1;
                }
            }
            // An elimination may have taken a place since the count.
            if !(2..=3).contains(&count) {
                continue;
            }
            for word in 0..self.peers.words() {
                let mut common = self.peers.row(places[0])[word] & self.peers.row(places[1])[word];
                if count == 3 {
                    common &= self.peers.row(places[2])[word];
                }
                while common != 0 {
                    let cell = (word * 64) as u16 + common.trailing_zeros() as u16;
                    common &= common - 1;
                    if !space.remove(cell, value) {
                        return false;
                    }
                }
            }
        }
        true
    }
}
