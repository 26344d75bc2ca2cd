//! Batches in the host's memory.
//!
//! A batch is cut into chunks. Each thread takes a chunk, copies it to pinned memory (unless it is there already), lets the
//! device solve it, copies the solutions out, and solves what the device has left to the CPU. While one thread copies, the
//! device works on the chunks of others.

use std::sync::{Mutex, PoisonError};

use ninefold::solve::Outcome;

use crate::counts::{Count, Counts};
use crate::driver::{self, PinnedMemory};
use crate::form::Form;
use crate::gpu::{Shared, lock};
use crate::slot::Slot;
use crate::work::share;
use crate::{Cuda, CudaError};

/// Fewer grids than this are one chunk: cutting them up leaves the device idle.
const LEAST_CHUNK: usize = 1 << 16;

impl Cuda {
    /// Solves puzzles: `1` to `9` are givens, and every other byte is an empty cell.
    ///
    /// For each puzzle `counts` gets the number of its solutions, at most `limit`, and `solutions` the first of them, or
    /// zeros if there is none. They are those of [`solve_bytes`](ninefold::solve_bytes). Memory from [`Cuda::pinned`], or
    /// pinned by another library, is copied by the device itself; anything else is copied by the CPU's threads first.
    ///
    /// ```
    /// use ninefold_cuda::Cuda;
    ///
    /// let puzzle = *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// match Cuda::new() {
    ///     Ok(cuda) => {
    ///         let (mut solutions, mut counts) = (vec![[0; 81]; 1000], vec![0; 1000]);
    ///         cuda.solve(&[puzzle; 1000], 2, &mut solutions, &mut counts)?;
    ///         assert!(counts.iter().all(|&count| count == 1));
    ///         assert!(solutions[999].starts_with(b"534678912"));
    ///     }
    ///     Err(missing) => println!("{missing}"),
    /// }
    /// # Ok::<(), ninefold_cuda::CudaError>(())
    /// ```
    ///
    /// # Errors
    /// That the device has failed. The solutions and counts are then those of a part of the puzzles.
    ///
    /// # Panics
    /// If the slices have different lengths.
    pub fn solve(
        &self,
        puzzles: &[[u8; 81]],
        limit: usize,
        solutions: &mut [[u8; 81]],
        counts: &mut [u32],
    ) -> Result<(), CudaError> {
        self.shared.solve_grids(puzzles, limit, solutions, counts).map(|_| ())
    }

    /// Room for puzzles or solutions in memory that the device can read and write by itself.
    ///
    /// # Errors
    /// That there is not enough memory.
    pub fn pinned(&self, grids: usize) -> Result<Pinned, CudaError> {
        Ok(Pinned(PinnedMemory::new(&self.shared.context, grids * 81)?))
    }
}

/// Grids in memory that the device can read and write by itself, see [`Cuda::pinned`].
#[derive(Debug)]
pub struct Pinned(PinnedMemory);

impl std::ops::Deref for Pinned {
    type Target = [[u8; 81]];

    fn deref(&self) -> &[[u8; 81]] {
        self.0.as_slice().as_chunks().0
    }
}

impl std::ops::DerefMut for Pinned {
    fn deref_mut(&mut self) -> &mut [[u8; 81]] {
        self.0.as_mut_slice().as_chunks_mut().0
    }
}

/// Grids of which an outcome shows more than the first solution.
pub(crate) type Shown = Vec<(usize, Outcome)>;

impl Shared {
    /// Solves grids of any form. Returns the outcomes that show more than one solution.
    pub(crate) fn solve_grids<F: Form>(
        &self,
        grids: &[F],
        limit: usize,
        solutions: &mut [[u8; 81]],
        counts: &mut [u32],
    ) -> Result<Shown, CudaError> {
        assert_eq!(grids.len(), solutions.len(), "there is a solution for each grid");
        assert_eq!(grids.len(), counts.len(), "there is a count for each grid");
        if limit == 0 {
            solutions.fill([0; 81]);
            counts.fill(0);
            return Ok(Shown::new());
        }
        let direct = F::flat(grids).is_some_and(driver::is_pinned) && driver::is_pinned(solutions.as_flattened());
        let most = if direct { self.plan.chunk } else { self.staged_chunk::<F>() };
        let threads = self.slots.most();
        let chunk = grids.len().div_ceil(threads).clamp(LEAST_CHUNK.min(most), most);
        let threads = threads.min(grids.len().div_ceil(chunk));
        let starts = (0..).step_by(chunk);
        let chunks = starts.zip(grids.chunks(chunk)).zip(solutions.chunks_mut(chunk)).zip(counts.chunks_mut(chunk));
        let shown = Mutex::new(Shown::new());
        share(threads, chunks, |next| {
            let mut slot = self.take_slot()?;
            let mut done = Ok(());
            while done.is_ok()
                && let Some((((start, grids), solutions), counts)) = next()
            {
                done = self.solve_chunk(&mut slot, grids, limit, solutions, counts).map(|found| {
                    lock(&shown).extend(found.into_iter().map(|(index, outcome)| (start + index, outcome)));
                });
            }
            self.slots.give_back(slot);
            done
        })?;
        Ok(shown.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Solves as many grids as a slot has room for.
    fn solve_chunk<F: Form>(
        &self,
        slot: &mut Slot,
        grids: &[F],
        limit: usize,
        solutions: &mut [[u8; 81]],
        counts: &mut [u32],
    ) -> Result<Shown, CudaError> {
        let (context, plan) = (&self.context, &self.plan);
        let input = F::flat(grids).filter(|bytes| driver::is_pinned(bytes));
        if input.is_none() {
            let staged = slot.host.get(context, plan)?.input.as_mut_slice();
            F::write(grids, &mut staged[..grids.len() * F::BYTES]);
        }
        let direct = driver::is_pinned(solutions.as_flattened());
        self.run::<F>(slot, grids.len(), limit, input, direct.then_some(solutions.as_flattened_mut()))?;
        if !direct {
            let staged = slot.host.get(context, plan)?.solutions.as_slice();
            solutions.copy_from_slice(&staged.as_chunks().0[..grids.len()]);
        }
        Ok(settle(&Counts::new(slot.counts.as_slice(), grids.len(), limit), grids, limit, solutions, counts))
    }
}

/// Lets the CPU finish what the device has not. Returns the outcomes that show more than one solution.
pub(crate) fn settle<F: Form>(
    counted: &Counts<'_>,
    grids: &[F],
    limit: usize,
    solutions: &mut [[u8; 81]],
    counts: &mut [u32],
) -> Shown {
    let number = |count: usize| u32::try_from(count.min(limit)).unwrap_or(u32::MAX);
    for (grid, count) in counts.iter_mut().enumerate() {
        *count = match counted.get(grid) {
            Count::Settled(found) | Count::Several(found) => number(found),
            Count::Unfinished => 0,
        };
    }
    let unsettled = counted.unsettled();
    let is_counted = |&grid: &usize| matches!(counted.get(grid), Count::Several(_));
    let (several, unfinished): (Vec<usize>, Vec<usize>) = unsettled.into_iter().partition(is_counted);
    let mut shown = Shown::new();
    // Where the count is known, only the solutions to show are searched for.
    for (list, limit, known) in [(several, F::SHOWN.min(limit), true), (unfinished, limit, false)] {
        let asked: Vec<&F> = list.iter().map(|&grid| &grids[grid]).collect();
        for (&grid, outcome) in list.iter().zip(F::solve_on_cpu(&asked, limit)) {
            solutions[grid] = outcome.first().copied().unwrap_or([0; 81]);
            if !known {
                counts[grid] = u32::try_from(outcome.count()).unwrap_or(u32::MAX);
            }
            if F::SHOWN > 1 && counts[grid] > 1 {
                let both: Vec<&[u8; 81]> = outcome.first().into_iter().chain(outcome.second()).collect();
                shown.push((grid, Outcome::new(counts[grid] as usize, &both)));
            }
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIQUE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SEVERAL: &str = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179";

    /// As the device leaves them: a puzzle, a grid with two solutions, one that was given up, and one without solution.
    fn left() -> (Vec<[u8; 81]>, Vec<[u8; 81]>, Vec<u8>) {
        let [unique, several] = [UNIQUE, SEVERAL].map(|text| *text.as_bytes().first_chunk().unwrap());
        let only = Outcome::first(&<[u8; 81]>::solve_on_cpu(&[&unique], 2)[0]).copied().unwrap();
        (vec![unique, several, [b'.'; 81], [b'1'; 81]], vec![only, [0; 81], [0; 81], [0; 81]], vec![1, 2, 255, 0])
    }

    #[test]
    fn what_the_device_leaves_is_finished_as_the_cpu_engine_does() {
        for limit in [1, 2, 9] {
            let (grids, mut solutions, bytes) = left();
            let mut counts = vec![7; grids.len()];
            let shown = settle(&Counts::new(&bytes, grids.len(), limit), &grids, limit, &mut solutions, &mut counts);
            assert!(shown.is_empty(), "the outcomes of text show one solution");
            let expected = <[u8; 81]>::solve_on_cpu(&grids.iter().collect::<Vec<_>>(), limit);
            for (grid, outcome) in expected.iter().enumerate() {
                assert_eq!(counts[grid] as usize, outcome.count(), "grid {grid}, limit {limit}");
                assert_eq!(solutions[grid], outcome.first().copied().unwrap_or([0; 81]), "grid {grid}, limit {limit}");
            }
        }
    }

    #[test]
    fn candidates_show_the_two_solutions_of_the_cpu_engine() {
        let (lines, mut solutions, bytes) = left();
        let cell = |byte: u8| if (b'1'..=b'9').contains(&byte) { 1 << (byte - b'1') } else { 0x1FF };
        let grids: Vec<[u16; 81]> = lines.iter().map(|line| line.map(cell)).collect();
        let mut counts = vec![7; grids.len()];
        let shown = settle(&Counts::new(&bytes, grids.len(), 2), &grids, 2, &mut solutions, &mut counts);
        assert_eq!(counts, [1, 2, 2, 0]);
        assert_eq!(shown.iter().map(|(grid, _)| *grid).collect::<Vec<_>>(), [1, 2]);
        for (grid, outcome) in shown {
            let expected = &<[u16; 81]>::solve_on_cpu(&[&grids[grid]], 2)[0];
            assert_eq!((outcome.first(), outcome.second()), (expected.first(), expected.second()), "grid {grid}");
        }
    }
}
