//! Cancellation and progress of long operations: rating, generating, explaining, solving in batches.
//!
//! An operation takes a `&mut Control` and calls [`Control::should_stop`] often. If that returns true, the operation
//! ends early and its result says so. It calls [`Control::progress`] when a part of the work is done. Without a
//! function set, both calls cost the test of an `Option`.

use alloc::boxed::Box;
use core::fmt;

/// Stops a long operation and receives its progress.
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
/// The request to stop is final: when the function of `stop_when` has returned true, it is not called again.
#[derive(Default)]
pub struct Control<'a> {
    stop_when: Option<Box<dyn FnMut() -> bool + 'a>>,
    on_progress: Option<Box<dyn FnMut(Progress) + 'a>>,
    stopped: bool,
}

/// The progress of a long operation.
///
/// ```
/// use ninefold::{Control, Progress};
///
/// let mut reports = Vec::new();
/// Control::new().on_progress(|Progress { done, total, .. }| reports.push((done, total))).progress(3, Some(7));
/// assert_eq!(reports, [(3, Some(7))]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The number of parts that are done. The operation decides what it counts: puzzles, steps.
    pub done: u64,
    /// The number of parts in total, if known.
    pub total: Option<u64>,
}

impl<'a> Control<'a> {
    /// A control that never stops and reports nothing.
    pub const fn new() -> Control<'a> {
        Control { stop_when: None, on_progress: None, stopped: false }
    }

    /// Stops when the function returns true. It is called about every millisecond and should be fast: read a clock or a
    /// flag.
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

    /// Whether the operation should end now. Calls the function of [`Control::stop_when`].
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

    /// Reports the number of parts that are done, and the total if known.
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

/// The operation ended early because its [`Control`] stopped it.
///
/// ```
/// use ninefold::{Control, StoppedError};
///
/// fn sum(numbers: &[u64], control: &mut Control<'_>) -> Result<u64, StoppedError> {
///     let add = |sum, number| if control.should_stop() { Err(StoppedError) } else { Ok(sum + number) };
///     numbers.iter().try_fold(0, add)
/// }
///
/// assert_eq!(sum(&[1, 2], &mut Control::new()), Ok(3));
/// assert_eq!(sum(&[1, 2], &mut Control::new().stop_when(|| true)), Err(StoppedError));
/// ```
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
    fn after_a_request_to_stop_the_function_is_not_called_again() {
        let mut calls = 0;
        let mut control = Control::new().stop_when(|| {
            calls += 1;
            calls == 2
        });
        assert!(!control.should_stop());
        assert!(!control.is_stopped());
        assert!(control.should_stop() && control.should_stop() && control.is_stopped());
        drop(control);
        assert_eq!(calls, 2);
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
