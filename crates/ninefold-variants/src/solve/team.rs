//! One search on several threads.
//!
//! Most puzzles are solved within a few guesses, by one thread. The rest of a longer search is split into parts, which all
//! threads work on. The answer is the same for any number of threads: it has the first two solutions in the order of the parts,
//! and the parts depend on the puzzle alone.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::search::{Advance, Search, Stats};
use crate::{Run, Stopped};

/// A search is split after so many guesses. By then its scores show where the contradictions are.
const ALONE: u64 = 4096;

/// Into so many parts at least. Some take a hundred times as long as others, so there are many for each thread.
const PARTS: usize = 64;

/// After so many guesses a thread looks whether its part can still change the answer.
const TURN: u64 = 1024;

/// The first two solutions of a search that has just started, as masks, and its work.
pub(super) fn first_two(mut search: Search, run: &Run<'_>) -> Result<(Vec<Vec<u32>>, Stats), Stopped> {
    // A limit of guesses is a limit of one search.
    let limit = if run.has_limit() { u64::MAX } else { ALONE };
    let mut found = Vec::new();
    while found.len() < 2 {
        match search.advance(limit, run)? {
            Advance::Solution(masks) => found.push(masks),
            Advance::Exhausted => break,
            Advance::Limit => return finish(search, found, run),
        }
    }
    Ok((found, search.stats))
}

/// What is known of a part.
enum Part {
    Waiting(Box<Search>),
    Running,
    /// With its first solutions.
    Finished(Vec<Vec<u32>>),
}

/// Completes the first two solutions on all threads.
fn finish(search: Search, mut found: Vec<Vec<u32>>, run: &Run<'_>) -> Result<(Vec<Vec<u32>>, Stats), Stopped> {
    let wanted = 2 - found.len();
    let Stats { guesses, conflicts } = search.stats;
    let (guesses, conflicts) = (AtomicU64::new(guesses), AtomicU64::new(conflicts));
    let parts = search.split(PARTS).into_iter().map(|part| Part::Waiting(Box::new(part)));
    let parts: Vec<Mutex<Part>> = parts.map(Mutex::new).collect();
    // Parts from this number on do not matter: those before it have all solutions that are wanted.
    let needed = AtomicUsize::new(parts.len());
    let exchange = |index: usize, part: Part| {
        parts[index].lock().map_or(Part::Running, |mut place| core::mem::replace(&mut *place, part))
    };
    run.for_each(parts.len(), |index, run| {
        let Part::Waiting(mut search) = exchange(index, Part::Running) else { return Ok(()) };
        let (mut solutions, mut limit) = (Vec::new(), 0);
        while solutions.len() < wanted && index < needed.load(Ordering::Relaxed) {
            match search.advance(limit, run)? {
                Advance::Solution(masks) => solutions.push(masks),
                Advance::Exhausted => break,
                Advance::Limit => limit += TURN,
            }
        }
        guesses.fetch_add(search.stats.guesses, Ordering::Relaxed);
        conflicts.fetch_add(search.stats.conflicts, Ordering::Relaxed);
        if !solutions.is_empty() {
            exchange(index, Part::Finished(solutions));
            let mut count = 0;
            for (index, part) in parts.iter().enumerate() {
                if let Ok(part) = part.lock()
                    && let Part::Finished(solutions) = &*part
                {
                    count += solutions.len();
                }
                if count >= wanted {
                    needed.fetch_min(index + 1, Ordering::Relaxed);
                    break;
                }
            }
        }
        Ok(())
    })?;
    for part in parts {
        if let Ok(Part::Finished(solutions)) = part.into_inner() {
            found.extend(solutions);
        }
    }
    found.truncate(2);
    Ok((found, Stats { guesses: guesses.into_inner(), conflicts: conflicts.into_inner() }))
}
