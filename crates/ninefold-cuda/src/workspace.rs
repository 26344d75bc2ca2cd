//! A workspace: room for a chunk of puzzles that a caller fills by itself.

use crate::batch::settle;
use crate::counts::Counts;
use crate::slot::{HostSide, Slot};
use crate::{Cuda, CudaError};

/// Room for a chunk of puzzles in memory that the device reads and writes by itself.
///
/// A program that reads puzzles in several threads gives each of them a workspace: a thread parses its part of the input
/// right into [`puzzles_mut`](Workspace::puzzles_mut), calls [`solve`](Workspace::solve), and writes the answers from the
/// slices that it returns. Nothing is copied twice, and the device works on the chunk of one thread while others parse and
/// write.
///
/// ```
/// use ninefold_cuda::Cuda;
///
/// if let Ok(cuda) = Cuda::new() {
///     let mut workspace = cuda.workspace()?;
///     workspace.puzzles_mut()[0] = *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
///     let solved = workspace.solve(1, 2)?;
///     assert_eq!(solved.counts, [1]);
///     assert!(solved.solutions[0].starts_with(b"534678912"));
/// }
/// # Ok::<(), ninefold_cuda::CudaError>(())
/// ```
#[derive(Debug)]
pub struct Workspace<'a> {
    cuda: &'a Cuda,
    /// Only taken when the workspace is dropped.
    slot: Option<Slot>,
    counts: Vec<u32>,
}

/// What was found for the puzzles of a workspace.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Solved<'a> {
    /// The first solution of each puzzle, or zeros if it has none.
    pub solutions: &'a [[u8; 81]],
    /// How many solutions each puzzle has, up to the limit.
    pub counts: &'a [u32],
}

impl Cuda {
    /// A workspace. There are as many at a time as there are threads, if there is memory for them: others wait until one is
    /// dropped, so that a thread should not ask for a second one while it has one.
    ///
    /// # Errors
    /// That there is not enough memory, or that the device has failed.
    pub fn workspace(&self) -> Result<Workspace<'_>, CudaError> {
        let mut slot = self.shared.take_slot()?;
        let made = slot.host.get(&self.shared.context, &self.shared.plan).map(|_| ());
        let workspace = Workspace { cuda: self, slot: Some(slot), counts: Vec::new() };
        made.map(|()| workspace)
    }
}

impl Workspace<'_> {
    fn host(&mut self) -> &mut HostSide {
        let (context, plan) = (&self.cuda.shared.context, &self.cuda.shared.plan);
        let slot = self.slot.as_mut().expect("a workspace has a slot until it is dropped");
        slot.host.get(context, plan).expect("a workspace has its memory from the beginning")
    }

    /// How many puzzles it has room for.
    pub fn capacity(&self) -> usize {
        self.cuda.shared.staged_chunk::<[u8; 81]>()
    }

    /// The room for puzzles.
    pub fn puzzles_mut(&mut self) -> &mut [[u8; 81]] {
        let capacity = self.capacity();
        &mut self.host().input.as_mut_slice().as_chunks_mut().0[..capacity]
    }

    /// Solves the first puzzles, with the results of [`solve_bytes`](ninefold::solve_bytes).
    ///
    /// # Errors
    /// That the device has failed. The puzzles are still there, for the CPU to solve.
    ///
    /// # Panics
    /// If there are more puzzles than there is room for.
    pub fn solve(&mut self, puzzles: usize, limit: usize) -> Result<Solved<'_>, CudaError> {
        assert!(puzzles <= self.capacity(), "a workspace has room for {} puzzles", self.capacity());
        self.counts.clear();
        self.counts.resize(puzzles, 0);
        let shared = &self.cuda.shared;
        let slot = self.slot.as_mut().expect("a workspace has a slot until it is dropped");
        if limit > 0 {
            shared.run::<[u8; 81]>(slot, puzzles, limit, None, None)?;
        }
        let Slot { counts, host, .. } = slot;
        let HostSide { input, solutions } = host.get(&shared.context, &shared.plan)?;
        let grids: &[[u8; 81]] = &input.as_slice().as_chunks().0[..puzzles];
        let solutions = &mut solutions.as_mut_slice().as_chunks_mut().0[..puzzles];
        match limit {
            0 => solutions.fill([0; 81]),
            _ => {
                drop(settle(&Counts::new(counts.as_slice(), puzzles, limit), grids, limit, solutions, &mut self.counts))
            }
        }
        Ok(Solved { solutions, counts: &self.counts })
    }
}

impl Drop for Workspace<'_> {
    fn drop(&mut self) {
        if let Some(slot) = self.slot.take() {
            self.cuda.shared.slots.give_back(slot);
        }
    }
}
