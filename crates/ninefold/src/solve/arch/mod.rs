//! One file a CPU: how it does what [`vector`](super::vector) asks for, and entry points that switch its features on.
//!
//! Nothing here knows Sudoku. Each entry point only instantiates generic code; which one runs is decided here from
//! what the CPU says it can do, which the standard library asks once per process.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
mod stack;

use super::lanes::{self, Batch};
use super::search::{self, Pending, Stats};
use crate::Solution;
pub(super) use stack::Stack;

/// Explores the pending states until the next solution, with the best instructions this CPU has.
#[inline]
pub(super) fn next_solution(pending: &mut Pending, stats: &mut Stats) -> Option<Solution> {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = avx512::Avx512::new() {
        return avx512.next_solution(pending, stats);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = avx2::Avx2::new() {
        return avx2.next_solution(pending, stats);
    }
    search::next_solution::<portable::Words>(pending, stats)
}

/// Solves a batch, with the best instructions this CPU has.
pub(super) fn solve_batch<B: Batch>(batch: &mut B, limit: usize) -> Stats {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = avx512::Avx512::new() {
        return avx512.solve_batch(batch, limit);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = avx2::Avx2::new() {
        return avx2.solve_batch(batch, limit);
    }
    lanes::solve_batch::<portable::Array, B, 16>(batch, limit)
}
