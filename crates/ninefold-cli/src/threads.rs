//! How many threads work on a batch.
//!
//! More threads than cores are no faster, and each of them needs memory. Some more are started all the same if somebody
//! asks for them; results do not depend on it.

use std::num::NonZeroUsize;
use std::thread;

/// A larger number is a mistake.
const MOST_ASKED: usize = 1024;
/// So many are started where there are fewer cores.
const MOST: usize = 32;

/// The number of threads that somebody asks for.
pub(crate) fn parse(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST_ASKED);
    number.ok_or_else(|| format!("expected a number from 1 to {MOST_ASKED}"))
}

/// The number of threads to start: one for each core, or as asked for within reason.
pub(crate) fn number(asked: Option<NonZeroUsize>) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or(cores, |asked| asked.get().min(cores.max(MOST)))
}
