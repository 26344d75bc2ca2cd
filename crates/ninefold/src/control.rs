//! Cancellation and progress of everything that may run long: rating, generating, explaining, solving in batches.
//!
//! An operation takes a `&mut Control` and calls [`Control::should_stop`] often. When the answer is yes, it ends early
//! and says so in its result. It calls [`Control::progress`] when a part of the work is done. Both calls cost a test of
//! an `Option` where the caller has set nothing.

use alloc::boxed::Box;
use core::fmt;

/// What a caller wants of a long operation: that it can be stopped, and that it reports how far it is.
///
/// By default nothing stops the operation and nothing is reported.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use ninefold::{Control, Progress};
///
/// let deadline = Instant::now() + Duration::from_secs(5);
/// let mut control = Control::new()
///     .stop_when(move || Instant::now() > deadline)
///     .on_progress(|Progress { done, total, .. }| eprintln!("{done} of {total:?}"));
/// control.progress(1, Some(10));
/// assert!(!control.should_stop());
/// ```
///
/// The request to stop is final: when `stop_when` has answered yes once, it is not asked again.
#[derive(Default)]
pub struct Control<'a> {
    stop_when: Option<Box<dyn FnMut() -> bool + 'a>>,
    on_progress: Option<Box<dyn FnMut(Progress) + 'a>>,
    stopped: bool,
}

/// How far a long operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// How many parts of the work are done: puzzles, steps, whatever the operation counts.
    pub done: u64,
    /// How many there are in all, where that is known.
    pub total: Option<u64>,
}

impl<'a> Control<'a> {
    /// Runs to the end and reports nothing.
    pub const fn new() -> Control<'a> {
        Control { stop_when: None, on_progress: None, stopped: false }
    }

    /// Stops as soon as the function returns true. It is called about every millisecond, so it should be fast: read a
    /// clock or a flag.
    #[must_use]
    pub fn stop_when(mut self, stop: impl FnMut() -> bool + 'a) -> Control<'a> {
        self.stop_when = Some(Box::new(stop));
        self
    }

    /// Calls the function whenever a part of the work is done.
    #[must_use]
    pub fn on_progress(mut self, report: impl FnMut(Progress) + 'a) -> Control<'a> {
        self.on_progress = Some(Box::new(report));
        self
    }

    /// Whether the operation should end now. Asks the caller's function.
    #[inline]
    pub fn should_stop(&mut self) -> bool {
        if !self.stopped
            && let Some(stop) = &mut self.stop_when
        {
            self.stopped = stop();
        }
        self.stopped
    }

    /// Whether [`Control::should_stop`] has returned true before. Does not call the function.
    #[inline]
    pub const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Reports that so many parts of the work are done.
    #[inline]
    pub fn progress(&mut self, done: u64, total: Option<u64>) {
        if let Some(report) = &mut self.on_progress {
            report(Progress { done, total });
        }
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("can_be_stopped", &self.stop_when.is_some())
            .field("reports_progress", &self.on_progress.is_some())
            .field("stopped", &self.stopped)
            .finish()
    }
}

/// The operation ended early because its [`Control`] asked it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoppedError;

impl fmt::Display for StoppedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped")
    }
}

impl core::error::Error for StoppedError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_to_stop_is_final_and_asked_for_once() {
        let mut asked = 0;
        let mut control = Control::new().stop_when(|| {
            asked += 1;
            asked == 2
        });
        assert!(!control.should_stop());
        assert!(!control.is_stopped());
        assert!(control.should_stop() && control.should_stop() && control.is_stopped());
        drop(control);
        assert_eq!(asked, 2);
    }

    #[test]
    fn without_functions_nothing_stops_and_nothing_is_reported() {
        let mut control = Control::new();
        control.progress(1, None);
        assert!(!control.should_stop());
        let mut reports = alloc::vec::Vec::new();
        Control::new().on_progress(|progress| reports.push(progress)).progress(3, Some(7));
        assert_eq!(reports, [Progress { done: 3, total: Some(7) }]);
    }
}
