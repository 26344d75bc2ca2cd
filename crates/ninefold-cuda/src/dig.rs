//! Minimal puzzles from full grids.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::{panic, thread};

use ninefold::generate::FullGrids;
use ninefold::{Cell, Grid, Random};

use crate::driver;
use crate::gpu::{Shared, lock};
use crate::slot::DigSlot;
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
    pub fn dig(
        &self,
        solutions: &[[u8; 81]],
        orders: &[[u8; 81]],
        puzzles: &mut [[u8; 81]],
    ) -> Result<(), CudaError> {
        assert_eq!(solutions.len(), orders.len(), "there is an order for each grid");
        assert_eq!(solutions.len(), puzzles.len(), "there is a puzzle for each grid");
        let shared = &self.shared;
        let chunk = shared.plan.resident_chunk();
        let chunks = solutions.chunks(chunk).zip(orders.chunks(chunk)).zip(puzzles.chunks_mut(chunk));
        let threads = shared.dig_slots.most().min(solutions.len().div_ceil(chunk));
        share(threads, chunks, |next| {
            let slot = shared.dig_slots.take(|| DigSlot::new(&shared.context, &shared.plan))?;
            let mut done = Ok(());
            while done.is_ok()
                && let Some(((solutions, orders), puzzles)) = next()
            {
                done = shared.dig_chunk(&slot, solutions, orders, puzzles);
            }
            shared.dig_slots.give_back(slot);
            done
        })
    }
}

impl Cuda {
    /// The puzzles with these numbers that the generator of the library makes from a seed, with its default recipe: minimal,
    /// without symmetry. The CPU's threads draw full grids, and the device takes their givens out.
    ///
    /// ```
    /// use ninefold::generate::{FullGrids, Generator, Recipe};
    /// use ninefold_cuda::Cuda;
    ///
    /// if let Ok(cuda) = Cuda::new() {
    ///     let puzzles = cuda.generate(&FullGrids::new(), 42, 0..3)?;
    ///     let generator = Generator::new(Recipe::default()).unwrap();
    ///     assert!(generator.puzzles(42).zip(puzzles).all(|(puzzle, bytes)| puzzle.givens().to_bytes() == bytes));
    /// }
    /// # Ok::<(), ninefold_cuda::CudaError>(())
    /// ```
    ///
    /// # Errors
    /// That the device has failed.
    pub fn generate(
        &self,
        full_grids: &FullGrids,
        seed: u64,
        numbers: Range<u64>,
    ) -> Result<Vec<[u8; 81]>, CudaError> {
        let mut puzzles = vec![[0; 81]; numbers.end.saturating_sub(numbers.start) as usize];
        self.generate_into(full_grids, seed, numbers.start, &mut puzzles)?;
        Ok(puzzles)
    }

    /// One chunk is drawn while two are dug.
    fn generate_into(
        &self,
        full_grids: &FullGrids,
        seed: u64,
        first: u64,
        puzzles: &mut [[u8; 81]],
    ) -> Result<(), CudaError> {
        let chunk = self.shared.plan.resident_chunk();
        thread::scope(|scope| {
            let (send, receive) = sync_channel::<(Begun, &mut [[u8; 81]])>(0);
            // Gone when both diggers are, so that nothing is sent after they have failed.
            let receive = Arc::new(Mutex::new(receive));
            let diggers = [(); 2].map(|()| {
                let receive = Arc::clone(&receive);
                scope.spawn(move || -> Result<(), CudaError> {
                    loop {
                        let next = lock(&receive).recv();
                        let Ok((begun, puzzles)) = next else { return Ok(()) };
                        self.dig(&begun.solutions, &begun.orders, puzzles)?;
                    }
                })
            });
            drop(receive);
            for (first, puzzles) in (first..).step_by(chunk).zip(puzzles.chunks_mut(chunk)) {
                let begun = Begun::draw(full_grids, seed, first, puzzles.len(), self.shared.threads);
                if send.send((begun, puzzles)).is_err() {
                    break;
                }
            }
            drop(send);
            let join = |digger: thread::ScopedJoinHandle<'_, _>| {
                digger.join().unwrap_or_else(|reason| panic::resume_unwind(reason))
            };
            diggers.map(join).into_iter().fold(Ok(()), Result::and)
        })
    }
}

/// Full grids, and the order in which their givens are tried.
struct Begun {
    solutions: Vec<[u8; 81]>,
    orders: Vec<[u8; 81]>,
}

impl Begun {
    /// What the generator begins so many puzzles with, the first of which has this number.
    fn draw(full_grids: &FullGrids, seed: u64, first: u64, count: usize, threads: NonZeroUsize) -> Begun {
        let mut begun = Begun { solutions: vec![[0; 81]; count], orders: vec![[0; 81]; count] };
        let part = count.div_ceil(threads.get()).max(1);
        let parts = begun.solutions.chunks_mut(part).zip(begun.orders.chunks_mut(part));
        thread::scope(|scope| {
            for (first, (solutions, orders)) in (first..).step_by(part).zip(parts) {
                scope.spawn(move || {
                    for (number, (solution, order)) in (first..).zip(solutions.iter_mut().zip(orders)) {
                        let mut random = Random::stream(seed, number);
                        *solution = full_grids.draw(&mut random).to_bytes();
                        *order = std::array::from_fn(|cell| cell as u8);
                        random.shuffle(order);
                    }
                });
            }
        });
        begun
    }
}

impl Shared {
    /// Digs as many grids as a slot has room for.
    fn dig_chunk(
        &self,
        slot: &DigSlot,
        solutions: &[[u8; 81]],
        orders: &[[u8; 81]],
        puzzles: &mut [[u8; 81]],
    ) -> Result<(), CudaError> {
        let _bound = self.context.bind()?;
        let stream = slot.stream.raw();
        let (bytes, states) = (slot.bytes.address(), slot.states.address());
        let mut unfinished = vec![0; solutions.len()];
        // SAFETY: the slot has room for as many grids as this. The host's memory is borrowed until the end of the function,
        // which waits for the stream.
        let enqueued = unsafe {
            driver::upload(bytes, solutions.as_flattened(), stream)
                .and_then(|()| driver::upload(slot.orders.address(), orders.as_flattened(), stream))
                .and_then(|()| self.parse(stream, (bytes, states), solutions.len(), b'0'))
                .and_then(|()| self.launch_dig(slot, solutions.len()))
                .and_then(|()| self.format_grids(stream, (states, bytes), solutions.len()))
                .and_then(|()| driver::download(puzzles.as_flattened_mut(), bytes, stream))
                .and_then(|()| driver::download(&mut unfinished, slot.unfinished.address(), stream))
        };
        slot.stream.wait().and(enqueued)?;
        for (number, _) in unfinished.iter().enumerate().filter(|&(_, &byte)| byte != 0) {
            puzzles[number] = dig_on_cpu(&solutions[number], &orders[number]);
        }
        Ok(())
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
