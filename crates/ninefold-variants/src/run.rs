//! How a question is worked on: threads, a limit of guesses, and the [`Control`] that stops it and hears of its progress.
//!
//! Every question that can take long has a [`Run`] as its last argument, and ends with [`Stopped`] when it is stopped.
//!
//! A control belongs to one thread. With several threads, the calling thread asks it, and the others look at a flag:
//!
//! ```text
//!   calling thread   works, asks the control, sets the flag when the control stops
//!   other threads    work, look at the flag
//! ```

use core::cell::RefCell;
use core::fmt;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use core::time::Duration;
use std::thread;

use ninefold::Control;

/// Threads, a limit of guesses, and a control.
///
/// ```
/// use std::cell::RefCell;
///
/// use ninefold::Control;
/// use ninefold_variants::{Board, Run, Stopped, Variant};
///
/// let control = RefCell::new(Control::new().stop_when(|| true));
/// let empty = Variant::new(Board::square(9)?);
/// let run = Run::default().threads(1).control(&control);
/// assert_eq!(empty.count(1_000_000, &run), Err(Stopped::Cancelled));
/// # Ok::<(), ninefold_variants::BoardError>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Run<'a> {
    threads: usize,
    max_guesses: Option<u64>,
    control: Option<&'a dyn Asked>,
    stop: Option<&'a AtomicBool>,
}

/// A control of any lifetime.
trait Asked {
    /// Whether to stop. Reports the guesses so far, if there are new ones.
    fn stops(&self, guesses: Option<u64>) -> bool;
}

impl Asked for RefCell<Control<'_>> {
    fn stops(&self, guesses: Option<u64>) -> bool {
        // A function of the control that asks a question itself, with the same control, is not called again.
        let Ok(mut control) = self.try_borrow_mut() else { return false };
        if let Some(guesses) = guesses {
            control.progress(guesses, None);
        }
        control.should_stop()
    }
}

impl fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("threads", &self.threads)
            .field("max_guesses", &self.max_guesses)
            .field("control", &self.control.is_some())
            .finish_non_exhaustive()
    }
}

impl<'a> Run<'a> {
    /// On one thread.
    pub fn single() -> Run<'a> {
        Run::default().threads(1)
    }

    /// On so many threads; 0 is one for each core, which is also the default.
    pub fn threads(mut self, threads: usize) -> Run<'a> {
        self.threads = threads;
        self
    }

    /// Ends the search with [`Stopped::Cancelled`] when the control stops it. The progress is the number of guesses of the
    /// calling thread.
    pub fn control(mut self, control: &'a RefCell<Control<'_>>) -> Run<'a> {
        self.control = Some(control);
        self
    }

    /// Ends the search with [`Stopped::TooManyGuesses`] after about so many guesses.
    pub fn max_guesses(mut self, guesses: u64) -> Run<'a> {
        self.max_guesses = Some(guesses);
        self
    }

    /// Whether the number of guesses has a limit.
    pub(crate) fn has_limit(&self) -> bool {
        self.max_guesses.is_some()
    }

    /// How many threads to use.
    pub(crate) fn thread_count(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, |count| count.get()),
            threads => threads,
        }
    }

    fn is_stopped(&self, guesses: Option<u64>) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.control.is_some_and(|control| control.stops(guesses))
    }

    /// Whether to go on after so many guesses.
    pub(crate) fn poll(&self, guesses: u64) -> Result<(), Stopped> {
        if self.is_stopped(Some(guesses)) {
            return Err(Stopped::Cancelled);
        }
        if self.max_guesses.is_some_and(|most| guesses > most) {
            return Err(Stopped::TooManyGuesses);
        }
        Ok(())
    }

    /// Runs a task for each index on the threads, until one is stopped. Each thread gives its tasks a run of its own.
    pub(crate) fn for_each(
        &self,
        count: usize,
        task: impl Fn(usize, &Run<'_>) -> Result<(), Stopped> + Sync,
    ) -> Result<(), Stopped> {
        let next = AtomicUsize::new(0);
        let work = |run: &Run<'_>| loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return Ok(());
            }
            task(index, run)?;
        };
        let others = self.thread_count().min(count).saturating_sub(1);
        if others == 0 {
            return work(self);
        }
        let (stop, running, caller) = (AtomicBool::new(false), AtomicUsize::new(others), thread::current());
        let max_guesses = self.max_guesses;
        let other = || {
            let result = work(&Run { max_guesses, stop: Some(&stop), ..Run::single() });
            stop.fetch_or(result.is_err(), Ordering::Relaxed);
            running.fetch_sub(1, Ordering::Release);
            caller.unpark();
            result
        };
        thread::scope(|scope| {
            let handles: Vec<_> = (0..others).map(|_| scope.spawn(other)).collect();
            let own = Run { stop: Some(&stop), ..*self };
            let mut result = work(&own);
            // The control is asked until the other threads have ended, too.
            while result.is_ok() && running.load(Ordering::Acquire) > 0 {
                thread::park_timeout(Duration::from_millis(1));
                result = if own.is_stopped(None) { Err(Stopped::Cancelled) } else { Ok(()) };
            }
            stop.fetch_or(result.is_err(), Ordering::Relaxed);
            // One thread at its limit stops all others: its reason is the reason.
            let results = handles.into_iter().map(|handle| handle.join().unwrap_or(Ok(())));
            results.fold(result, |all, one| if one == Err(Stopped::TooManyGuesses) { one } else { all.and(one) })
        })
    }
}

/// Why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stopped {
    /// The flag was set.
    Cancelled,
    /// The limit of guesses was reached.
    TooManyGuesses,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::Cancelled => "stopped",
            Stopped::TooManyGuesses => "stopped at the limit of guesses",
        })
    }
}

impl core::error::Error for Stopped {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Variant};

    #[test]
    fn a_control_stops_a_run_on_any_number_of_threads_and_hears_of_its_progress() {
        let empty = Variant::new(Board::square(9).unwrap());
        for threads in [1, 2, 4] {
            let (mut asked, mut guesses) = (0, 0);
            let control = Control::new().on_progress(|progress| guesses = guesses.max(progress.done)).stop_when(|| {
                asked += 1;
                asked > 5
            });
            let control = RefCell::new(control);
            let run = Run::default().threads(threads).control(&control);
            assert_eq!(empty.count(u64::MAX, &run), Err(Stopped::Cancelled));
            drop(control);
            assert!(guesses > 0, "{threads} threads");
        }
    }

    #[test]
    fn the_limit_of_guesses_is_the_reason_on_any_number_of_threads() {
        let empty = Variant::new(Board::square(9).unwrap());
        for threads in [1, 2, 4] {
            let run = Run::default().threads(threads).max_guesses(1000);
            assert_eq!(empty.count(u64::MAX, &run), Err(Stopped::TooManyGuesses), "{threads} threads");
        }
    }

    #[test]
    fn every_task_is_run_once_on_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let counts: Vec<AtomicUsize> = (0..100).map(|_| AtomicUsize::new(0)).collect();
            let count = |index: usize, _: &Run<'_>| {
                counts[index].fetch_add(1, Ordering::Relaxed);
                Ok(())
            };
            assert_eq!(Run::default().threads(threads).for_each(100, count), Ok(()));
            assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == 1), "{threads} threads");
        }
    }
}
