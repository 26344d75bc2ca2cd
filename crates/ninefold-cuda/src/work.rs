//! Work that several threads share.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{panic, thread};

use crate::CudaError;
use crate::gpu::lock;

/// Lets so many threads do the work. Each gets a function that hands out the next item; after a failure there is none.
pub(crate) fn share<W: Iterator + Send>(
    threads: usize,
    work: W,
    run: impl Fn(&dyn Fn() -> Option<W::Item>) -> Result<(), CudaError> + Sync,
) -> Result<(), CudaError> {
    let work = Mutex::new(work);
    let failed = AtomicBool::new(false);
    let one = || {
        let next = || if failed.load(Ordering::Relaxed) { None } else { lock(&work).next() };
        run(&next).inspect_err(|_| failed.store(true, Ordering::Relaxed))
    };
    if threads <= 1 {
        return one();
    }
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
        let join = |worker: thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|reason| panic::resume_unwind(reason))
        };
        workers.into_iter().map(join).fold(Ok(()), Result::and)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn every_item_is_handed_out_once() {
        let sum = AtomicUsize::new(0);
        let add = |next: &dyn Fn() -> Option<usize>| {
            while let Some(item) = next() {
                sum.fetch_add(item, Ordering::Relaxed);
            }
            Ok(())
        };
        share(3, 0..1000, add).unwrap();
        share(1, 0..1000, add).unwrap();
        assert_eq!(sum.into_inner(), 2 * 499_500);
    }

    #[test]
    fn a_failure_ends_the_work() {
        let fail = |next: &dyn Fn() -> Option<usize>| match next() {
            Some(_) => Err(CudaError::NoDriver),
            None => Ok(()),
        };
        assert_eq!(share(2, 0.., fail), Err(CudaError::NoDriver));
    }
}
