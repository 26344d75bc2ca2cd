//! What every benchmark needs: the CPU time of the thread, and the median of several rounds.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The CPU time of this thread from an unspecified start: other processes do not count.
pub fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The median; there must be at least one value.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
