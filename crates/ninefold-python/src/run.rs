//! How a call runs: without the GIL, on several threads, stopped by Ctrl-C, with progress.
//!
//! ```text
//!   calling thread   reads the rows     waits: every 20 ms signals, progress     converts the results
//!   worker threads                      compute; look at the `Stop` flag
//!                    GIL, `Signals`     no GIL, `Run::detached`                  GIL, `Signals`
//! ```
//!
//! Ctrl-C is to work within 100 ms at any time of a call.

use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ninefold::solve::{Backend, Threads};
use ninefold::{Control, Progress, StoppedError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// What calls on many puzzles have in common: what becomes of rows with errors, threads, backend, progress.
#[pyclass(frozen, module = "ninefold._ninefold")]
pub(crate) struct Run {
    /// Whether rows with errors are part of the result. Otherwise the first error is raised.
    pub(crate) keep: bool,
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

/// How often the interpreter is asked for signals.
const SIGNALS: Duration = Duration::from_millis(20);
/// After how many rows it is asked while the GIL is held. The slowest rows, nested lists of Python objects, take a few
/// microseconds each.
const ROWS: usize = 1024;

/// Asks the interpreter for signals in a loop over rows that holds the GIL.
pub(crate) struct Signals<'py> {
    py: Python<'py>,
    rows: usize,
}

impl<'py> Signals<'py> {
    pub(crate) fn new(py: Python<'py>) -> Signals<'py> {
        Signals { py, rows: 0 }
    }

    /// To be called for each row. Returns the error of a signal handler (`KeyboardInterrupt`).
    #[inline]
    pub(crate) fn row(&mut self) -> PyResult<()> {
        self.rows += 1;
        if self.rows.is_multiple_of(ROWS) { self.py.check_signals() } else { Ok(()) }
    }
}

/// Maps rows while the GIL is held. Ctrl-C ends it.
pub(crate) fn map_rows<T, V>(
    py: Python<'_>,
    rows: impl IntoIterator<Item = T>,
    mut map: impl FnMut(T) -> V,
) -> PyResult<Vec<V>> {
    let rows = rows.into_iter();
    let mut mapped = Vec::with_capacity(rows.size_hint().0);
    let mut signals = Signals::new(py);
    for row in rows {
        signals.row()?;
        mapped.push(map(row));
    }
    Ok(mapped)
}

/// A list of rows. Ctrl-C ends it.
pub(crate) fn list_rows<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    rows: impl IntoIterator<Item = T>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    let mut signals = Signals::new(py);
    for row in rows {
        signals.row()?;
        list.append(row)?;
    }
    Ok(list)
}
/// How often progress is reported, apart from the end.
const REPORTS: Duration = Duration::from_millis(50);

#[pymethods]
impl Run {
    /// From the arguments that these calls take.
    #[new]
    #[pyo3(signature = (errors="raise", threads=None, progress=None, device=None))]
    pub(crate) fn new(
        py: Python<'_>,
        errors: &str,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
        device: Option<&str>,
    ) -> PyResult<Run> {
        let keep = match errors {
            "raise" => false,
            "keep" => true,
            _ => return Err(PyValueError::new_err(format!("found errors={errors:?}, expected 'raise' or 'keep'"))),
        };
        let mut all = Threads::new();
        if let Some(count) = threads {
            let count = NonZeroUsize::new(count)
                .ok_or_else(|| PyValueError::new_err("found threads=0, expected 1 or more threads, or None for all"))?;
            all = all.with_count(count);
        }
        if let Some(device) = device {
            all = all.with_backend(crate::device::backend(py, device)?);
        }
        Ok(Run { keep, threads: all, progress })
    }
}

impl Run {
    /// The call of a function that has none of these arguments.
    pub(crate) fn of_one() -> Run {
        Run { keep: false, threads: Threads::new(), progress: None }
    }

    /// The threads.
    pub(crate) fn threads(&self) -> &Threads {
        &self.threads
    }

    /// The backend.
    pub(crate) fn backend(&self) -> &Backend {
        self.threads.backend()
    }

    /// How many rows a worker takes at a time: so many on a CPU, or more if a GPU needs more.
    pub(crate) fn chunk(&self, on_cpu: usize) -> usize {
        let preferred = self.backend().preferred_batch();
        if preferred > Backend::cpu().preferred_batch() { on_cpu.max(preferred) } else { on_cpu }
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
