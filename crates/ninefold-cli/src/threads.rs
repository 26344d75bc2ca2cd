//! How many threads work on a batch.
//!
//! More threads than cores are no faster, and each of them needs memory. A few more are started on request; the results do
//! not depend on their number.

use std::num::NonZeroUsize;
use std::thread;

/// A larger number is refused.
const MAX_REQUEST: usize = 1024;
/// So many may be started on fewer cores.
const MAX_ON_FEW_CORES: usize = 32;

/// Parses the number of threads of a request.
pub(crate) fn parse(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MAX_REQUEST);
    number.ok_or_else(|| format!("expected a number from 1 to {MAX_REQUEST}"))
}

/// The number of threads to start: one for each core, or as requested within limits.
pub(crate) fn number(request: Option<NonZeroUsize>) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    request.map_or(cores, |number| number.get().min(cores.max(MAX_ON_FEW_CORES)))
}
