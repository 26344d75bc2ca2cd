//! Minimal puzzles from full grids.

use ninefold::{Cell, Grid};

use crate::driver;
use crate::gpu::Shared;
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
