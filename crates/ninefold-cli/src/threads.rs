//! The number of threads.
//!
//! More threads than cores are not faster, and each of them needs memory. A few more are started on request. The results do
//! not depend on the number.

use std::num::NonZeroUsize;
use std::thread;

/// The largest number accepted.
const MAX_REQUEST: usize = 1024;
/// The largest number that is started on fewer cores.
const MAX_ON_FEW_CORES: usize = 32;

/// Parses a requested number of threads.
pub(crate) fn parse(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MAX_REQUEST);
    number.ok_or_else(|| format!("expected a number from 1 to {MAX_REQUEST}"))
}

/// The number of threads to start: one for each core, or as requested within limits.
pub(crate) fn number(request: Option<NonZeroUsize>) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    request.map_or(cores, |number| number.get().min(cores.max(MAX_ON_FEW_CORES)))
}
