//! How a call runs: without the GIL, on several threads, stopped by Ctrl-C, with progress.
//!
//! ```text
//!   calling thread   waits; every 20 ms attaches to the interpreter: signals, progress
//!   worker threads   compute; look at the `Stop` flag
//! ```

use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ninefold::solve::{Backend, Threads};
use ninefold::{Control, Progress, StoppedError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Threads, backend and progress of a call.
pub(crate) struct Run {
    threads: Threads,
    progress: Option<Py<PyAny>>,
}

/// Set when the call is to end: workers look at it often.
#[derive(Default)]
pub(crate) struct Stop(AtomicBool);

impl Stop {
    /// Whether the call is to end.
    #[inline]
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Ends the call.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// A control for one worker.
    pub(crate) fn control(&self) -> Control<'_> {
        Control::new().stop_when(|| self.is_set())
    }
}

/// How often the interpreter is asked for signals. Ctrl-C is to work within 100 ms.
const SIGNALS: Duration = Duration::from_millis(20);
/// How often progress is reported, apart from the end.
const REPORTS: Duration = Duration::from_millis(50);

impl Run {
    /// From the arguments that every call takes.
    pub(crate) fn new(
        py: Python<'_>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
        device: Option<&str>,
    ) -> PyResult<Run> {
        let mut all = Threads::new();
        if let Some(count) = threads {
            let count = NonZeroUsize::new(count)
                .ok_or_else(|| PyValueError::new_err("found threads=0, expected 1 or more threads, or None for all"))?;
            all = all.with_count(count);
        }
        if let Some(device) = device {
            all = all.with_backend(crate::device::backend(py, device)?);
        }
        Ok(Run { threads: all, progress })
    }

    /// The threads.
    pub(crate) fn threads(&self) -> &Threads {
        &self.threads
    }

    /// The backend.
    pub(crate) fn backend(&self) -> &Backend {
        self.threads.backend()
    }

    /// How many rows a worker takes at a time: `least`, or more if the backend needs more.
    pub(crate) fn chunk(&self, least: usize) -> usize {
        least.max(self.backend().preferred_batch())
    }

    /// Runs `work` without the GIL. Signals and progress are dealt with whenever it asks its control.
    ///
    /// The error of a signal handler (`KeyboardInterrupt`) or of the progress function ends the call.
    pub(crate) fn detached<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Control<'_>, &Stop) -> Result<T, StoppedError> + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            let stop = Stop::default();
            let error: RefCell<Option<PyErr>> = RefCell::new(None);
            let fail = |found: PyErr| {
                stop.set();
                error.borrow_mut().get_or_insert(found);
            };
            let last_look = Cell::new(Instant::now());
            let mut control = Control::new().stop_when(|| {
                if last_look.get().elapsed() >= SIGNALS {
                    last_look.set(Instant::now());
                    Python::attach(|py| py.check_signals()).unwrap_or_else(&fail);
                }
                stop.is_set()
            });
            let last_report = Cell::new(Instant::now());
            if let Some(progress) = &self.progress {
                control = control.on_progress(|Progress { done, total, .. }| {
                    if Some(done) == total || last_report.get().elapsed() >= REPORTS {
                        last_report.set(Instant::now());
                        Python::attach(|py| progress.call1(py, (done, total)).map(drop)).unwrap_or_else(&fail);
                    }
                });
            }
            let result = work(&mut control, &stop);
            drop(control);
            match (result, error.into_inner()) {
                (_, Some(error)) => Err(error),
                (Ok(value), None) => Ok(value),
                (Err(stopped), None) => Err(PyValueError::new_err(stopped.to_string())),
            }
        })
    }
}
