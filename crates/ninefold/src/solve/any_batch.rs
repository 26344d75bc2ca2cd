//! A batch of any type as an object: one engine serves all types, which keeps programs small and quick to compile.

use super::branch::CellMasks;
use super::lanes::Batch;
use super::outcome::Outcome;

/// A batch of any type behind a pointer, with or without counting the work.
pub(super) struct AnyBatch<'a, const STATS: bool>(pub(super) &'a mut dyn ErasedBatch);

/// [`Batch`], as an object.
pub(super) trait ErasedBatch {
    fn load(&mut self, cells: &mut [u16; 81]) -> Option<usize>;
    fn are_fresh(&self) -> bool;
    fn pop_oldest(&mut self) -> Option<CellMasks>;
    fn finish(&mut self, puzzle: usize, found: &Outcome);
}

impl<B: Batch> ErasedBatch for B {
    fn load(&mut self, cells: &mut [u16; 81]) -> Option<usize> {
        self.next(|cell, digits| cells[cell] = digits)
    }

    fn are_fresh(&self) -> bool {
        Batch::are_fresh(self)
    }

    fn pop_oldest(&mut self) -> Option<CellMasks> {
        Batch::pop_oldest(self)
    }

    fn finish(&mut self, puzzle: usize, found: &Outcome) {
        Batch::finish(self, puzzle, found);
    }
}

impl<const STATS: bool> Batch for AnyBatch<'_, STATS> {
    const STATS: bool = STATS;

    fn next(&mut self, mut set: impl FnMut(usize, u16)) -> Option<usize> {
        let mut cells = [0; 81];
        let puzzle = self.0.load(&mut cells)?;
        for (cell, &digits) in cells.iter().enumerate() {
            set(cell, digits);
        }
        Some(puzzle)
    }

    fn are_fresh(&self) -> bool {
        self.0.are_fresh()
    }

    fn pop_oldest(&mut self) -> Option<CellMasks> {
        self.0.pop_oldest()
    }

    fn finish(&mut self, puzzle: usize, found: &Outcome) {
        self.0.finish(puzzle, found);
    }
}
