//! Minimal puzzles from full grids.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::mpsc::sync_channel;
use std::sync::{Condvar, Mutex, PoisonError};
use std::{panic, thread};

use ninefold::generate::FullGrids;
use ninefold::{Cell, Grid, Random};

use crate::driver;
use crate::gpu::{Shared, lock};
use crate::slot::{DigHost, DigSlot};
use crate::work::share;
use crate::{Cuda, CudaError};

impl Cuda {
    /// Takes givens out of full grids while the solution stays the only one, and leaves minimal puzzles, with dots for empty
    /// cells.
    ///
    /// For each grid an order lists its cells, numbered from 0, row by row: a given goes if the ones that are left have one
    /// solution without it. The puzzle depends on the grid and the order alone. A grid that is not a solution, or an order
    /// that does not list every cell once, gives no puzzle but no failure either.
    ///
    /// ```
    /// use ninefold::Grid;
    /// use ninefold_cuda::Cuda;
    ///
    /// let solution = *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    /// if let Ok(cuda) = Cuda::new() {
    ///     let mut puzzles = [[0; 81]];
    ///     cuda.dig(&[solution], &[std::array::from_fn(|cell| cell as u8)], &mut puzzles)?;
    ///     let puzzle: Grid = std::str::from_utf8(&puzzles[0]).unwrap().parse().unwrap();
    ///     assert!(puzzle.solve().is_unique());
    /// }
    /// # Ok::<(), ninefold_cuda::CudaError>(())
    /// ```
    ///
    /// # Errors
    /// That the device has failed. The puzzles are then those of a part of the grids.
    ///
    /// # Panics
    /// If the slices have different lengths.
    pub fn dig(&self, solutions: &[[u8; 81]], orders: &[[u8; 81]], puzzles: &mut [[u8; 81]]) -> Result<(), CudaError> {
        assert_eq!(solutions.len(), orders.len(), "there is an order for each grid");
        assert_eq!(solutions.len(), puzzles.len(), "there is a puzzle for each grid");
        let shared = &self.shared;
        let chunk = shared.plan.dig_chunk();
        let chunks = solutions.chunks(chunk).zip(orders.chunks(chunk)).zip(puzzles.chunks_mut(chunk));
        let threads = shared.dig_slots.most().min(solutions.len().div_ceil(chunk));
        share(threads, chunks, |next| {
            shared.with_dig_slot(|slot| {
                while let Some(((solutions, orders), puzzles)) = next() {
                    slot.host.solutions.as_mut_slice()[..81 * solutions.len()]
                        .copy_from_slice(solutions.as_flattened());
                    slot.host.orders.as_mut_slice()[..81 * orders.len()].copy_from_slice(orders.as_flattened());
                    puzzles.copy_from_slice(shared.dig_chunk(slot, puzzles.len())?);
                }
                Ok(())
            })
        })
    }

    /// Makes the puzzles with these numbers that the generator of the library makes from a seed, with its default recipe:
    /// minimal, without symmetry. The CPU's threads draw full grids, and the device takes their givens out.
    ///
    /// `finish` gets some puzzles at a time, with the number of the first. They come in order.
    ///
    /// ```
    /// use ninefold::generate::{FullGrids, Generator, Recipe};
    /// use ninefold_cuda::Cuda;
    ///
    /// if let Ok(cuda) = Cuda::new() {
    ///     let generator = Generator::new(Recipe::default()).unwrap();
    ///     let mut expected = generator.puzzles(42);
    ///     cuda.generate(&FullGrids::new(), 42, 0..100, |_, puzzles| {
    ///         assert!(puzzles.iter().all(|puzzle| *puzzle == expected.next().unwrap().givens().to_bytes()));
    ///     })?;
    /// }
    /// # Ok::<(), ninefold_cuda::CudaError>(())
    /// ```
    ///
    /// # Errors
    /// That the device has failed. The puzzles up to then are made.
    pub fn generate(
        &self,
        full_grids: &FullGrids,
        seed: u64,
        numbers: Range<u64>,
        mut finish: impl FnMut(u64, &[[u8; 81]]),
    ) -> Result<(), CudaError> {
        let shared = &self.shared;
        let chunk = shared.plan.dig_chunk();
        let chunks = numbers.clone().step_by(chunk).map(|first| first..numbers.end.min(first + chunk as u64));
        let threads = shared.dig_slots.most().min(shared.threads.get());
        let window = Window::new(numbers.start, (2 * threads * chunk) as u64);
        let window = &window;
        thread::scope(|scope| {
            let (send, receive) = sync_channel::<(u64, Vec<[u8; 81]>)>(threads);
            let diggers = scope.spawn(move || {
                share(threads, chunks, |next| {
                    shared.with_dig_slot(|slot| {
                        while let Some(numbers) = next() {
                            window.wait_for(numbers.start);
                            slot.host.draw(full_grids, seed, numbers.clone());
                            let puzzles = shared.dig_chunk(slot, (numbers.end - numbers.start) as usize)?.to_vec();
                            // The receiver is gone when `finish` has panicked.
                            if send.send((numbers.start, puzzles)).is_err() {
                                break;
                            }
                        }
                        Ok(())
                    })
                })
            });
            // Chunks that have to wait for one before them. The diggers go on when this thread ends, however it does.
            let (mut waiting, mut next, mover) = (BTreeMap::new(), numbers.start, Mover(window));
            for (first, puzzles) in receive {
                waiting.insert(first, puzzles);
                while let Some(puzzles) = waiting.remove(&next) {
                    finish(next, &puzzles);
                    next += puzzles.len() as u64;
                    mover.move_to(next);
                }
            }
            drop(mover);
            diggers.join().unwrap_or_else(|reason| panic::resume_unwind(reason))
        })
    }
}

/// How far threads may be ahead of what has been handed over: memory is bounded though one of them is slow.
struct Window {
    handed_over: Mutex<u64>,
    moved: Condvar,
    ahead: u64,
}

impl Window {
    fn new(first: u64, ahead: u64) -> Window {
        Window { handed_over: Mutex::new(first), moved: Condvar::new(), ahead }
    }

    /// Waits until this number is not too far ahead.
    fn wait_for(&self, number: u64) {
        let too_far = |handed_over: &mut u64| number >= handed_over.saturating_add(self.ahead);
        drop(self.moved.wait_while(lock(&self.handed_over), too_far).unwrap_or_else(PoisonError::into_inner));
    }
}

/// Moves a window; to its end when it is dropped.
struct Mover<'a>(&'a Window);

impl Mover<'_> {
    fn move_to(&self, number: u64) {
        *lock(&self.0.handed_over) = number;
        self.0.moved.notify_all();
    }
}

impl Drop for Mover<'_> {
    fn drop(&mut self) {
        self.move_to(u64::MAX);
    }
}

impl DigHost {
    /// Draws what the generator begins the puzzles with these numbers with: full grids, and an order of their cells.
    fn draw(&mut self, full_grids: &FullGrids, seed: u64, numbers: Range<u64>) {
        let solutions = self.solutions.as_mut_slice().as_chunks_mut::<81>().0;
        let orders = self.orders.as_mut_slice().as_chunks_mut::<81>().0;
        for (number, (solution, order)) in numbers.zip(solutions.iter_mut().zip(orders)) {
            let mut random = Random::stream(seed, number);
            *solution = full_grids.draw(&mut random).to_bytes();
            *order = std::array::from_fn(|cell| cell as u8);
            random.shuffle(order);
        }
    }
}

impl Shared {
    /// Does something with a slot for full grids.
    fn with_dig_slot(&self, run: impl FnOnce(&mut DigSlot) -> Result<(), CudaError>) -> Result<(), CudaError> {
        let mut slot = self.dig_slots.take(|| DigSlot::new(&self.context, &self.plan))?;
        let done = run(&mut slot);
        self.dig_slots.give_back(slot);
        done
    }

    /// Digs the first grids of a slot.
    fn dig_chunk<'a>(&self, slot: &'a mut DigSlot, grids: usize) -> Result<&'a [[u8; 81]], CudaError> {
        let _bound = self.context.bind()?;
        let stream = slot.stream.raw();
        let (bytes, states) = (slot.bytes.address(), slot.states.address());
        // SAFETY: the slot has room for as many grids as this. Its memory is borrowed until the end of the function, which
        // waits for the stream.
        let enqueued = unsafe {
            driver::upload(bytes, &slot.host.solutions.as_slice()[..81 * grids], stream)
                .and_then(|()| {
                    driver::upload(slot.orders.address(), &slot.host.orders.as_slice()[..81 * grids], stream)
                })
                .and_then(|()| self.parse(stream, (bytes, states), grids, b'0'))
                .and_then(|()| self.launch_dig(slot, grids))
                .and_then(|()| self.format_grids(stream, (states, bytes), grids))
                .and_then(|()| driver::download(&mut slot.host.puzzles.as_mut_slice()[..81 * grids], bytes, stream))
                .and_then(|()| {
                    let unfinished = &mut slot.host.unfinished.as_mut_slice()[..grids];
                    driver::download(unfinished, slot.unfinished.address(), stream)
                })
                .and_then(|()| slot.done.record(stream))
        };
        match enqueued {
            Ok(()) => slot.done.wait()?,
            // What was enqueued still uses the memory.
            Err(error) => slot.stream.wait().and(Err(error))?,
        }
        let DigHost { solutions, orders, puzzles, unfinished } = &mut slot.host;
        let (solutions, orders) = (solutions.as_slice().as_chunks().0, orders.as_slice().as_chunks().0);
        let puzzles = &mut puzzles.as_mut_slice().as_chunks_mut().0[..grids];
        for (number, _) in unfinished.as_slice()[..grids].iter().enumerate().filter(|&(_, &byte)| byte != 0) {
            puzzles[number] = dig_on_cpu(&solutions[number], &orders[number]);
        }
        Ok(puzzles)
    }
}

/// The same, grid by grid.
fn dig_on_cpu(solution: &[u8; 81], order: &[u8; 81]) -> [u8; 81] {
    let Ok(mut grid) = String::from_utf8_lossy(solution).parse::<Grid>() else { return [b'.'; 81] };
    for &cell in order.iter().filter(|&&cell| cell < 81) {
        let cell = Cell::from_index(usize::from(cell));
        let digit = grid[cell].take();
        if !grid.solve().is_unique() {
            grid[cell] = digit;
        }
    }
    grid.to_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_device_gives_up_is_dug_by_the_cpu() {
        let solution = *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let order = std::array::from_fn(|place| (80 - place) as u8);
        let puzzle: Grid = std::str::from_utf8(&dig_on_cpu(&solution, &order)).unwrap().parse().unwrap();
        assert!(puzzle.solve().is_unique());
        for cell in puzzle.filled().iter() {
            let mut fewer = puzzle;
            fewer[cell] = None;
            assert!(!fewer.solve().is_unique(), "the given in {cell} is needed");
        }
        assert_eq!(dig_on_cpu(&[b'x'; 81], &[200; 81]), [b'.'; 81], "nonsense is no failure");
    }
}
