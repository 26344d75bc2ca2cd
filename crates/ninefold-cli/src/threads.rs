//! How many threads work on a batch.

use std::num::NonZeroUsize;
use std::thread;

/// More threads than cores are no faster, and each of them needs memory. Up to so many are started all the same.
const MOST: usize = 32;

/// As many as there are cores, or as were asked for within reason. Results do not depend on it.
pub(crate) fn number(asked: Option<NonZeroUsize>) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or(cores, |asked| asked.get().min(cores.max(MOST)))
}
