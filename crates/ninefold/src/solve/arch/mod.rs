//! One file a CPU: how it does what [`vector`](super::vector) asks for, and entry points that switch its features on.
//!
//! Nothing here knows Sudoku. Each entry point only instantiates generic code; which one runs is decided here, once
//! per call, from what the CPU says it can do.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;
mod stack;

pub(super) use stack::Stack;

use super::search::{Pending, Stats};
use crate::Solution;

/// Explores the pending states until the next solution, with the best instructions this CPU has.
#[inline]
pub(super) fn next_solution(pending: &mut Pending, stats: &mut Stats) -> Option<Solution> {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = avx2::Avx2::new() {
        return avx2.next_solution(pending, stats);
    }
    super::search::next_solution::<portable::Words>(pending, stats)
}
