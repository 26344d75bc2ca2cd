//! How a question is worked on: threads, a flag that stops it, a function that hears of its progress.
//!
//! Every question that can take long has a [`Run`] as its last argument, and ends with [`Stopped`] when the flag is set.

use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Guesses so far, on all threads.
    pub guesses: u64,
    /// Solutions so far.
    pub solutions: u64,
}

/// Threads, a flag to stop, a listener for progress and a limit of guesses.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use ninefold_variants::{Board, Run, Stopped, Variant};
///
/// let stop = AtomicBool::new(true);
/// let empty = Variant::new(Board::square(9)?);
/// let run = Run::default().threads(1).cancel(&stop);
/// assert_eq!(empty.count(1_000_000, &run), Err(Stopped::Cancelled));
/// # Ok::<(), ninefold_variants::BoardError>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Run<'a> {
    threads: usize,
    cancel: Option<&'a AtomicBool>,
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    max_guesses: Option<u64>,
}

impl fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("threads", &self.threads)
            .field("cancel", &self.cancel)
            .field("progress", &self.progress.is_some())
            .field("max_guesses", &self.max_guesses)
            .finish()
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

    /// Ends the search with [`Stopped::Cancelled`] soon after the flag is set.
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Run<'a> {
        self.cancel = Some(flag);
        self
    }

    /// Calls a function now and then, from any thread.
    pub fn progress(mut self, listener: &'a (dyn Fn(Progress) + Sync)) -> Run<'a> {
        self.progress = Some(listener);
        self
    }

    /// Ends the search with [`Stopped::TooManyGuesses`] after about so many guesses.
    pub fn max_guesses(mut self, guesses: u64) -> Run<'a> {
        self.max_guesses = Some(guesses);
        self
    }

    /// How many threads to use.
    pub(crate) fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |count| count.get()),
            threads => threads,
        }
    }

    /// Whether to go on after so many guesses and solutions.
    pub(crate) fn poll(&self, guesses: u64, solutions: u64) -> Result<(), Stopped> {
        if let Some(listener) = self.progress {
            listener(Progress { guesses, solutions });
        }
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stopped::Cancelled);
        }
        if self.max_guesses.is_some_and(|most| guesses > most) {
            return Err(Stopped::TooManyGuesses);
        }
        Ok(())
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
