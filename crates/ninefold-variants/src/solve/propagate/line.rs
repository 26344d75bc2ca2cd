//! Lines: rising values, values between or outside two ends.

use super::Scratch;
use crate::solve::space::{Space, above, below, high, low, values};

/// Values rise along the cells, by at least one where a step is strict.
#[derive(Clone, Debug)]
pub(crate) struct Rising {
    pub(crate) cells: Box<[u16]>,
    /// For each step from a cell to the next whether the values differ.
    pub(crate) strict: Box<[bool]>,
}

impl Rising {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let mut least = low(space.get(self.cells[0]));
        for (&cell, &strict) in self.cells[1..].iter().zip(&self.strict) {
            if !space.keep(cell, !below(least + u32::from(strict))) {
                return false;
            }
            least = low(space.get(cell));
        }
        let last = self.cells.len() - 1;
        let mut most = high(space.get(self.cells[last]));
        for (&cell, &strict) in self.cells[..last].iter().zip(&self.strict).rev() {
            let Some(cap) = most.checked_sub(u32::from(strict)) else { return false };
            if !space.keep(cell, !above(cap)) {
                return false;
            }
            most = high(space.get(cell));
        }
        true
    }
}

/// The inner cells are strictly between the ends.
#[derive(Clone, Debug)]
pub(crate) struct Between {
    pub(crate) cells: Box<[u16]>,
}

impl Between {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let (first, last) = (self.cells[0], self.cells[self.cells.len() - 1]);
        let inner = &self.cells[1..self.cells.len() - 1];
        let (mut keep_first, mut keep_last, mut keep_inner) = (0, 0, 0);
        let (ends_first, ends_last) = (space.get(first), space.get(last));
        for a in values(ends_first) {
            for b in values(ends_last) {
                let range = below(a.max(b)) & above(a.min(b));
                if range & keep_inner == range && keep_first >> a & keep_last >> b & 1 == 1 {
                    continue;
                }
                if inner.iter().all(|&cell| space.get(cell) & range != 0) {
                    keep_first |= 1 << a;
                    keep_last |= 1 << b;
                    keep_inner |= range;
                }
            }
        }
        space.keep(first, keep_first)
            && space.keep(last, keep_last)
            && inner.iter().all(|&cell| space.keep(cell, keep_inner))
    }
}

/// The ends differ by at least so much, and the inner cells are outside their range.
#[derive(Clone, Debug)]
pub(crate) struct Lockout {
    pub(crate) by: u32,
    pub(crate) cells: Box<[u16]>,
}

impl Lockout {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let (first, last) = (self.cells[0], self.cells[self.cells.len() - 1]);
        let inner = &self.cells[1..self.cells.len() - 1];
        let (mut keep_first, mut keep_last, mut keep_inner) = (0, 0, 0);
        let (ends_first, ends_last) = (space.get(first), space.get(last));
        for a in values(ends_first) {
            for b in values(ends_last) {
                if a.abs_diff(b) < self.by {
                    continue;
                }
                let outside = below(a.min(b)) | above(a.max(b));
                if inner.iter().all(|&cell| space.get(cell) & outside != 0) {
                    keep_first |= 1 << a;
                    keep_last |= 1 << b;
                    keep_inner |= outside;
                }
            }
        }
        space.keep(first, keep_first)
            && space.keep(last, keep_last)
            && inner.iter().all(|&cell| space.keep(cell, keep_inner))
    }
}
