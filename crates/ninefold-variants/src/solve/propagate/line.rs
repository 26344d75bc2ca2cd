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
        keep_ends_and_inner(&self.cells, space, |a, b| Some(below(a.max(b)) & above(a.min(b))))
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
        let by = self.by;
        keep_ends_and_inner(&self.cells, space, |a, b| (a.abs_diff(b) >= by).then(|| below(a.min(b)) | above(a.max(b))))
    }
}

/// Keeps what occurs with some values of the two ends. `allowed` returns the values of the inner cells for these ends, or
/// `None` if they exclude each other.
#[inline]
fn keep_ends_and_inner(cells: &[u16], space: &mut Space<'_>, allowed: impl Fn(u32, u32) -> Option<u32>) -> bool {
    let (first, last) = (cells[0], cells[cells.len() - 1]);
    let inner = &cells[1..cells.len() - 1];
    let (mut keep_first, mut keep_last, mut keep_inner) = (0, 0, 0);
    let (ends_first, ends_last) = (space.get(first), space.get(last));
    for a in values(ends_first) {
        for b in values(ends_last) {
            let Some(range) = allowed(a, b) else { continue };
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
