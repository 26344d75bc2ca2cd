//! The device behind the interface that every backend has.
//!
//! The interface knows no failure, because the CPU can always answer. A block of puzzles for which the device fails is solved
//! by the CPU's threads, and [`Cuda::last_failure`] returns the reason.

use std::num::NonZeroUsize;
use std::sync::mpsc::sync_channel;
use std::thread;

use ninefold::Control;
use ninefold::solve::{Device, Outcome, Threads};

use crate::Cuda;
use crate::batch::Shown;
use crate::form::Form;
use crate::gpu::{Shared, lock};

/// Puzzles that are reported together, while the device solves the next ones.
const BLOCK: usize = 1 << 20;
/// Puzzles that a thread of the CPU takes at a time.
pub(crate) const CPU_CHUNK: usize = 4096;

impl Device for Cuda {
    fn name(&self) -> &str {
        "cuda"
    }

    fn preferred_batch(&self) -> usize {
        1 << 16
    }

    fn solve_bytes(&self, puzzles: &[&[u8; 81]], limit: usize, finish: &mut dyn FnMut(usize, &Outcome)) {
        self.shared.report(puzzles, limit, finish);
    }

    fn solve_candidates(&self, puzzles: &[[u16; 81]], limit: usize, finish: &mut dyn FnMut(usize, &Outcome)) {
        self.shared.report(puzzles, limit, finish);
    }
}

/// What was found for a block of puzzles.
enum Block {
    Solved {
        solutions: Vec<[u8; 81]>,
        counts: Vec<u32>,
        shown: Shown,
    },
    /// By the CPU, in order.
    Outcomes(Vec<Outcome>),
}

impl Shared {
    /// Solves puzzles of any form, and reports their outcomes in the calling thread.
    fn report<F: Form>(&self, puzzles: &[F], limit: usize, finish: &mut dyn FnMut(usize, &Outcome)) {
        if limit == 0 || puzzles.is_empty() || puzzles.len() < self.least_batch {
            let all: Vec<&F> = puzzles.iter().collect();
            for (index, outcome) in F::solve_on_cpu(&all, limit).iter().enumerate() {
                finish(index, outcome);
            }
            return;
        }
        if puzzles.len() <= BLOCK {
            self.solve_block(puzzles, limit).report(0, finish);
            return;
        }
        let (send, receive) = sync_channel(1);
        thread::scope(|scope| {
            scope.spawn(move || {
                for block in puzzles.chunks(BLOCK) {
                    // The receiver is gone when `finish` has panicked.
                    if send.send(self.solve_block(block, limit)).is_err() {
                        return;
                    }
                }
            });
            for (number, block) in receive.into_iter().enumerate() {
                block.report(number * BLOCK, finish);
            }
        });
    }

    fn solve_block<F: Form>(&self, puzzles: &[F], limit: usize) -> Block {
        let (mut solutions, mut counts) = (vec![[0; 81]; puzzles.len()], vec![0; puzzles.len()]);
        match self.solve_grids(puzzles, limit, &mut solutions, &mut counts) {
            Ok(shown) => Block::Solved { solutions, counts, shown },
            Err(failure) => {
                *lock(&self.failure) = Some(failure);
                Block::Outcomes(solve_on_cpu(puzzles, limit, self.threads))
            }
        }
    }
}

impl Block {
    fn report(self, start: usize, finish: &mut dyn FnMut(usize, &Outcome)) {
        match self {
            Block::Solved { solutions, counts, mut shown } => {
                shown.sort_unstable_by_key(|&(index, _)| index);
                let mut shown = shown.iter().peekable();
                for (index, (solution, &count)) in solutions.iter().zip(&counts).enumerate() {
                    match shown.next_if(|&&(other, _)| other == index) {
                        Some((_, outcome)) => finish(start + index, outcome),
                        None => finish(start + index, &Outcome::new(count as usize, &[solution])),
                    }
                }
            }
            Block::Outcomes(outcomes) => {
                for (index, outcome) in outcomes.iter().enumerate() {
                    finish(start + index, outcome);
                }
            }
        }
    }
}

/// The outcomes of the CPU engine, in order, by several threads.
fn solve_on_cpu<F: Form>(puzzles: &[F], limit: usize, threads: NonZeroUsize) -> Vec<Outcome> {
    let threads = Threads::new().with_count(threads);
    let chunks = threads.map_chunks(puzzles.len(), CPU_CHUNK, &mut Control::new(), |range| {
        F::solve_on_cpu(&puzzles[range].iter().collect::<Vec<_>>(), limit)
    });
    chunks.expect("the control never asks to stop").into_iter().flatten().collect()
}
