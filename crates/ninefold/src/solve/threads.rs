//! Batch calls on several threads.
//!
//! The puzzles are divided into chunks of equal size. Each thread takes the next chunk, and the answers are joined in
//! the order of the puzzles. The calling thread waits and polls the [`Control`].

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use std::vec::Vec;

use super::{Backend, Solved};
use crate::{Answer, Control, Grid, Position, StoppedError};

/// A backend on several threads.
///
/// ```
/// use ninefold::solve::Threads;
/// use ninefold::{Control, Grid, solve_batch};
///
/// let grids = vec![Grid::EMPTY; 5000];
/// let answers = Threads::new().solve_batch(&grids, &mut Control::new())?;
/// assert_eq!(answers, solve_batch(&grids));
/// # Ok::<(), ninefold::StoppedError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Threads {
    backend: Backend,
    count: NonZeroUsize,
}

impl Default for Threads {
    fn default() -> Threads {
        Threads::new()
    }
}

/// How often the calling thread polls the control.
const POLL: Duration = Duration::from_millis(20);

impl Threads {
    /// The best instruction set of this CPU on as many threads as there are cores.
    pub fn new() -> Threads {
        let count = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Threads { backend: Backend::cpu(), count }
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn with_count(self, count: NonZeroUsize) -> Threads {
        Threads { count, ..self }
    }

    /// Sets the backend.
    #[must_use]
    pub fn with_backend(self, backend: Backend) -> Threads {
        Threads { backend, ..self }
    }

    /// The backend.
    pub fn backend(&self) -> &Backend {
        &self.backend
    }

    /// [`solve_batch`](crate::solve_batch) on several threads.
    ///
    /// # Errors
    /// If the control stops it.
    pub fn solve_batch(&self, grids: &[Grid], control: &mut Control<'_>) -> Result<Vec<Answer>, StoppedError> {
        self.flat_map(grids, control, |chunk| self.backend.solve_batch(chunk))
    }

    /// [`count_batch`](crate::count_batch) on several threads.
    ///
    /// # Errors
    /// If the control stops it.
    pub fn count_batch(
        &self,
        grids: &[Grid],
        limit: usize,
        control: &mut Control<'_>,
    ) -> Result<Vec<usize>, StoppedError> {
        self.flat_map(grids, control, |chunk| self.backend.count_batch(chunk, limit))
    }

    /// [`Backend::solve_positions`] on several threads.
    ///
    /// # Errors
    /// If the control stops it.
    pub fn solve_positions(
        &self,
        positions: &[Position],
        control: &mut Control<'_>,
    ) -> Result<Vec<Answer>, StoppedError> {
        self.flat_map(positions, control, |chunk| self.backend.solve_positions(chunk))
    }

    /// [`Backend::solve_with_stats`] on several threads.
    ///
    /// # Errors
    /// If the control stops it.
    pub fn solve_with_stats(
        &self,
        positions: &[Position],
        control: &mut Control<'_>,
    ) -> Result<Vec<Solved>, StoppedError> {
        self.flat_map(positions, control, |chunk| self.backend.solve_with_stats(chunk))
    }

    /// Maps chunks of a slice and joins the results in order.
    fn flat_map<T: Sync, R: Send>(
        &self,
        items: &[T],
        control: &mut Control<'_>,
        work: impl Fn(&[T]) -> Vec<R> + Sync,
    ) -> Result<Vec<R>, StoppedError> {
        let chunks =
            self.map_chunks(items.len(), self.backend.preferred_batch(), control, |range| work(&items[range]))?;
        Ok(chunks.into_iter().flatten().collect())
    }

    /// Divides `0..count` into ranges of length `size` and maps them in parallel. Returns the results in the order of
    /// the ranges. Progress is counted in items.
    ///
    /// ```
    /// use ninefold::Control;
    /// use ninefold::solve::Threads;
    ///
    /// let sums = Threads::new().map_chunks(10, 4, &mut Control::new(), |range| range.sum::<usize>())?;
    /// assert_eq!(sums, [6, 22, 17]);
    /// # Ok::<(), ninefold::StoppedError>(())
    /// ```
    ///
    /// # Errors
    /// If the control stops it. Ranges that have been started are finished first.
    pub fn map_chunks<R: Send>(
        &self,
        count: usize,
        size: usize,
        control: &mut Control<'_>,
        work: impl Fn(Range<usize>) -> R + Sync,
    ) -> Result<Vec<R>, StoppedError> {
        let size = size.max(1);
        let chunks = count.div_ceil(size);
        let threads = self.count.get().min(chunks);
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(chunks));
        let one_more = Condvar::new();
        let worker = || {
            while !stop.load(Ordering::Relaxed) {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                if chunk >= chunks {
                    return;
                }
                let range = chunk * size..count.min((chunk + 1) * size);
                let result = work(range);
                done.lock().unwrap_or_else(PoisonError::into_inner).push((chunk, result));
                one_more.notify_one();
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
            let mut finished = done.lock().unwrap_or_else(PoisonError::into_inner);
            // A worker that panics ends without its chunk; the scope then propagates the panic.
            while finished.len() < chunks && !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
                (finished, _) = one_more.wait_timeout(finished, POLL).unwrap_or_else(PoisonError::into_inner);
                control.progress(count.min(finished.len() * size) as u64, Some(count as u64));
                if control.should_stop() {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
        if stop.into_inner() {
            return Err(StoppedError);
        }
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_unstable_by_key(|(chunk, _)| *chunk);
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve_batch;

    #[test]
    fn answers_come_in_order_on_any_number_of_threads() {
        let easy: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
        let grids: Vec<Grid> = (0..3000).map(|number| if number % 7 == 0 { Grid::EMPTY } else { easy }).collect();
        let expected = solve_batch(&grids);
        for count in [1, 2, 5] {
            let threads = Threads::new().with_count(NonZeroUsize::new(count).unwrap());
            let mut last = 0;
            let mut control = Control::new().on_progress(|progress| last = progress.done);
            assert_eq!(threads.solve_batch(&grids, &mut control).unwrap(), expected);
            drop(control);
            assert_eq!(last, 3000, "progress reaches the end");
        }
        assert_eq!(Threads::new().solve_batch(&[], &mut Control::new()).unwrap(), []);
    }

    #[test]
    fn a_stopped_batch_returns_an_error_and_ends_early() {
        let begun = AtomicUsize::new(0);
        let stopped = Threads::new().with_count(NonZeroUsize::MIN).map_chunks(
            1_000_000,
            1,
            &mut Control::new().stop_when(|| true),
            |_| {
                begun.fetch_add(1, Ordering::Relaxed);
                // The control is polled after the first chunk or after the polling interval, whichever is earlier.
                thread::yield_now();
            },
        );
        assert_eq!(stopped, Err(StoppedError));
        assert!(begun.into_inner() < 1_000_000);
    }
}
