//! What every measurement needs: the time that the thread itself took, and the middle of many rounds.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// CPU time of this thread, from an unknown beginning: other processes do not count.
pub fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The middle one; there is at least one.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
