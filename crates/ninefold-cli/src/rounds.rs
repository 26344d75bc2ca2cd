//! Puzzles that are settled one after the other: worked on by all cores, then looked at in order.
//!
//! Whether a puzzle is the first of its kind depends on those before it, so somebody has to go through all of them. What
//! takes long is done before: a round of chunks is worked on in parallel while the round before it is settled.
//!
//! ```text
//!   this thread    read round 2 | settle round 1 | read round 3 | settle round 2 | ...
//!   the others                  | work on 2 .... |              | work on 3 .... |
//! ```

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::thread;

use anyhow::Context;

use crate::chunk::{Chunk, Chunks};
use crate::progress::Progress;
use crate::threads;

/// How many chunks each thread gets in a round.
const CHUNKS_A_THREAD: usize = 4;
/// How many chunks there are in a round at most: they and what becomes of them are in memory.
const MOST_CHUNKS: usize = 64;

/// Works on all chunks and settles them in order, with what is known then: how many puzzles there are so far.
pub(crate) fn run<R: Send>(
    chunks: &mut Chunks,
    threads: Option<NonZeroUsize>,
    progress: &Progress,
    work: impl Fn(&mut Chunk) -> R + Sync,
    mut settle: impl FnMut(R) -> anyhow::Result<u64>,
) -> anyhow::Result<()> {
    let threads = threads::number(threads);
    progress.begin_at(0);
    let mut before: Vec<(u64, R)> = Vec::new();
    loop {
        let round = read(chunks, (threads * CHUNKS_A_THREAD).min(MOST_CHUNKS.max(threads)));
        let ended = round.is_empty();
        let count = round.len();
        let queue = Mutex::new(round.into_iter().enumerate());
        let results = Mutex::new(Vec::with_capacity(count));
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.min(count))
                .map(|_| {
                    let worker = thread::Builder::new().spawn_scoped(scope, || {
                        loop {
                            // The queue is asked in a statement of its own: its lock is not held during the work.
                            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                            let Some((number, mut chunk)) = next else { return };
                            let result = work(&mut chunk);
                            let done = (number, chunk.position, result);
                            results.lock().unwrap_or_else(PoisonError::into_inner).push(done);
                        }
                    });
                    worker.context("cannot start a thread")
                })
                .collect::<anyhow::Result<_>>()?;
            for (position, result) in std::mem::take(&mut before) {
                let puzzles = settle(result)?;
                progress.show(position, puzzles);
            }
            for worker in workers {
                worker.join().map_err(|_| anyhow::anyhow!("a working thread died"))?;
            }
            Ok::<(), anyhow::Error>(())
        })?;
        if ended {
            return Ok(());
        }
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_unstable_by_key(|&(number, ..)| number);
        before = results.into_iter().map(|(_, position, result)| (position, result)).collect();
    }
}

fn read(chunks: &mut Chunks, most: usize) -> Vec<Chunk> {
    let mut round = Vec::with_capacity(most);
    while round.len() < most {
        let mut chunk = Chunk::default();
        if !chunks.next_into(&mut chunk) {
            break;
        }
        round.push(chunk);
    }
    round
}
