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
pub(super) fn first_two(search: Search, run: &Run<'_>) -> Result<(Vec<Vec<u32>>, Stats), Stopped> {
    // A limit of guesses is a limit of one search.
    first_two_split_after(if run.has_limit() { u64::MAX } else { ALONE }, search, run)
}

/// The same, with another number of guesses before the search is split.
fn first_two_split_after(limit: u64, mut search: Search, run: &Run<'_>) -> Result<(Vec<Vec<u32>>, Stats), Stopped> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Cell, Variant, text};

    /// The first two solutions of a search that is split after so many guesses.
    fn split(variant: &Variant, after: u64, threads: usize) -> Vec<Vec<u32>> {
        let mut search = Search::new(&variant.engine());
        search.never_restart();
        first_two_split_after(after, search, &Run::default().threads(threads)).unwrap().0
    }

    #[test]
    fn a_search_split_anywhere_has_the_same_answer_on_any_number_of_threads() {
        let mut random = ninefold::Random::new(5);
        let mut counts = [0; 3];
        for case in 0..60 {
            // From puzzles with many solutions to such with none.
            let side = [4, 6, 9][case % 3];
            let mut variant = Variant::new(Board::square(side).unwrap());
            for _ in 0..[3, 7, 20][case % 3] {
                variant
                    .give(Cell::new(random.below((side * side) as u32) as usize), 1 + random.below(side as u32) as u8);
            }
            let expected = variant.solutions(&Run::single()).take(2).count();
            counts[expected] += 1;
            for after in [0, 1, 3, 10] {
                let alone = split(&variant, after, 1);
                assert_eq!(alone.len(), expected, "{case}, split after {after}");
                for solution in &alone {
                    let values: Vec<u8> = solution.iter().map(|mask| mask.trailing_zeros() as u8).collect();
                    assert!(variant.is_solved_by(&values), "{case}, split after {after}");
                }
                for threads in [2, 5] {
                    assert_eq!(
                        split(&variant, after, threads),
                        alone,
                        "{case}, split after {after}, {threads} threads"
                    );
                }
            }
        }
        assert!(counts[0] > 5 && counts[2] > 5, "{counts:?}");
    }

    #[test]
    fn the_parts_of_a_search_have_every_solution_once() {
        let variant = text::read(".Shape~4x4.Cage~5~R1C1~R1C2").unwrap();
        let run = Run::single();
        let expected = variant.solutions(&run).count();
        for after in [0, 2, 7] {
            let mut search = Search::new(&variant.engine());
            search.never_restart();
            let mut found = 0;
            while let Advance::Solution(_) = search.advance(after, &run).unwrap() {
                found += 1;
            }
            for mut part in search.split(20) {
                found += core::iter::from_fn(|| part.next(&run).unwrap()).count();
            }
            assert_eq!(found, expected, "split after {after}");
        }
    }
}
