//! Values that are made when they are needed and used again.

use std::sync::{Condvar, Mutex, PoisonError};

use crate::CudaError;
use crate::gpu::lock;

/// At most so many values of a kind, some of them in use.
#[derive(Debug)]
pub(crate) struct Pool<T> {
    held: Mutex<Held<T>>,
    returned: Condvar,
    most: usize,
}

#[derive(Debug)]
struct Held<T> {
    free: Vec<T>,
    /// How many there are, free and in use.
    made: usize,
}

impl<T> Pool<T> {
    pub(crate) fn new(most: usize) -> Pool<T> {
        Pool { held: Mutex::new(Held { free: Vec::new(), made: 0 }), returned: Condvar::new(), most: most.max(1) }
    }

    /// How many there can be.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// A value that nothing else uses. Waits for one if there are as many as there can be, or no memory for more. A caller
    /// that has one already must not wait: others may wait for it.
    pub(crate) fn take(&self, make: impl Fn() -> Result<T, CudaError>) -> Result<T, CudaError> {
        loop {
            if let Some(value) = self.take_if_any(&make)? {
                return Ok(value);
            }
            let held = lock(&self.held);
            if held.free.is_empty() && held.made > 0 {
                drop(self.returned.wait(held).unwrap_or_else(PoisonError::into_inner));
            }
        }
    }

    /// A value that nothing else uses, if there is one or memory for another.
    pub(crate) fn take_if_any(&self, make: impl Fn() -> Result<T, CudaError>) -> Result<Option<T>, CudaError> {
        let mut held = lock(&self.held);
        if let Some(value) = held.free.pop() {
            return Ok(Some(value));
        }
        if held.made >= self.most {
            return Ok(None);
        }
        held.made += 1;
        drop(held);
        make().map(Some).or_else(|error| {
            let mut held = lock(&self.held);
            held.made -= 1;
            // Another caller may wait for a value that is not there after all.
            self.returned.notify_one();
            match error {
                CudaError::OutOfMemory { .. } if held.made > 0 => Ok(None),
                error => Err(error),
            }
        })
    }

    /// Takes a value back.
    pub(crate) fn give_back(&self, value: T) {
        lock(&self.held).free.push(value);
        self.returned.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    const NO_MEMORY: CudaError = CudaError::OutOfMemory { needed: 2, free: 1 };

    #[test]
    fn no_more_values_are_made_than_there_can_be() {
        let (pool, made) = (Pool::new(3), AtomicUsize::new(0));
        let make = || Ok(made.fetch_add(1, Ordering::Relaxed));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let value = pool.take(make).unwrap();
                        thread::yield_now();
                        pool.give_back(value);
                    }
                });
            }
        });
        assert!(made.into_inner() <= 3);
    }

    #[test]
    fn without_memory_for_more_the_first_is_shared_and_without_any_it_is_an_error() {
        let (pool, made) = (Pool::new(3), AtomicUsize::new(0));
        let make = || if made.fetch_add(1, Ordering::Relaxed) == 0 { Ok(()) } else { Err(NO_MEMORY) };
        pool.take(make).unwrap();
        assert_eq!(pool.take_if_any(make), Ok(None));
        pool.give_back(());
        assert_eq!(pool.take(make), Ok(()));
        assert_eq!(Pool::<()>::new(3).take(|| Err(NO_MEMORY)), Err(NO_MEMORY));
    }
}
