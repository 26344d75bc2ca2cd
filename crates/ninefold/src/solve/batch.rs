//! Batches for the lanes engine: the sources of puzzles and the receivers of outcomes.
//!
//! The outcome of a puzzle does not depend on the other puzzles of the batch.

use alloc::vec::Vec;

use super::arch::Cpu;
use super::branch::CellMasks;
use super::lanes::Batch;
use super::outcome::Outcome;
use super::search::Stats;
use crate::position::Clues;
use crate::{Answer, Cell, Digit, Grid, Position};

/// The candidates of a cell with this digit, or without one.
#[inline(always)]
pub(super) fn candidates_of(digit: Option<Digit>) -> u16 {
    /// By the value of the digit, 0 for none. With sixteen entries a four-bit index needs no bounds check.
    const CANDIDATES: [u16; 16] = {
        let mut table = [0x1FF; 16];
        let mut index = 0;
        while index < 9 {
            table[index + 1] = 1 << index;
            index += 1;
        }
        table
    };
    CANDIDATES[usize::from(digit.map_or(0, Digit::get)) % 16]
}

impl Cpu {
    /// The outcome of each grid, in order.
    pub(super) fn solve_grids<T>(self, grids: &[Grid], limit: usize, keep: impl Fn(&Outcome) -> T) -> Vec<T> {
        let mut kept: Vec<T> = grids.iter().map(|_| keep(&Outcome::NOTHING)).collect();
        let finish = &mut |grid: usize, outcome: &Outcome| kept[grid] = keep(outcome);
        self.solve_frequent(&mut GridBatch { grids: grids.iter(), next: 0, finish }, limit);
        kept
    }

    /// Calls `finish` once for each position with its index and the outcome of its puzzle, in any order. With `STATS`
    /// the work on each puzzle is counted.
    pub(super) fn solve_positions<const STATS: bool>(
        self,
        positions: &[Position],
        limit: usize,
        finish: &mut dyn FnMut(usize, &Outcome),
    ) {
        self.solve_lanes(&mut PositionBatch::<STATS> { positions: positions.iter(), next: 0, finish }, limit);
    }

    /// See [`solve_bytes`](super::solve_bytes).
    pub(super) fn solve_bytes<'a>(
        self,
        puzzles: impl IntoIterator<Item = &'a [u8; 81]>,
        limit: usize,
        mut finish: impl FnMut(usize, &Outcome),
    ) -> Stats {
        self.solve_byte_batch(&mut ByteBatch { puzzles: &mut puzzles.into_iter(), next: 0, finish: &mut finish }, limit)
    }

    /// Not generic, so the engine is compiled with this crate and not again, and with other options, in each crate that
    /// calls [`solve_bytes`](Cpu::solve_bytes).
    fn solve_byte_batch(self, batch: &mut ByteBatch<'_, '_>, limit: usize) -> Stats {
        self.solve_frequent(batch, limit)
    }

    /// Answers questions until none is ready and none is being solved. A question that becomes ready too late waits for
    /// the next call: more questions than lanes should be ready.
    pub(super) fn ask(self, questions: &mut impl Questions, limit: usize) {
        self.solve_frequent(&mut QuestionBatch(questions), limit);
    }
}

/// The solutions of interrupted searches, up to `limit` of each. A search is the list of its pending states, the next one
/// first.
pub(super) fn resume<const N: usize>(cpu: Cpu, searches: [Vec<CellMasks>; N], limit: usize) -> [Answer; N] {
    let mut batch = Interrupted { searches, next: 0, answers: [Answer::NoSolution; N] };
    // The lanes engine takes time to start.
    if batch.searches.iter().any(|search| !search.is_empty()) {
        cpu.solve_lanes(&mut batch, limit);
    }
    batch.answers
}

/// Searches that another engine has started.
struct Interrupted<const N: usize> {
    searches: [Vec<CellMasks>; N],
    next: usize,
    answers: [Answer; N],
}

impl<const N: usize> Batch for Interrupted<N> {
    fn next(&mut self, mut set: impl FnMut(usize, u16)) -> Option<usize> {
        while let Some(search) = self.searches.get_mut(self.next) {
            self.next += 1;
            if !search.is_empty() {
                for (cell, &digits) in search.remove(0).0[..81].iter().enumerate() {
                    set(cell, digits);
                }
                return Some(self.next - 1);
            }
        }
        None
    }

    fn pop_oldest(&mut self) -> Option<CellMasks> {
        self.searches[self.next - 1].pop()
    }

    fn are_fresh(&self) -> bool {
        false
    }

    fn finish(&mut self, search: usize, outcome: &Outcome) {
        self.answers[search] = outcome.answer();
    }
}

/// Grids, and the receiver of the outcomes.
struct GridBatch<'a> {
    grids: core::slice::Iter<'a, Grid>,
    next: usize,
    finish: &'a mut dyn FnMut(usize, &Outcome),
}

impl Batch for GridBatch<'_> {
    #[inline(always)]
    fn next(&mut self, mut set: impl FnMut(usize, u16)) -> Option<usize> {
        for (cell, &digit) in self.grids.next()?.as_array().iter().enumerate() {
            set(cell, candidates_of(digit));
        }
        self.next += 1;
        Some(self.next - 1)
    }

    #[inline(always)]
    fn finish(&mut self, puzzle: usize, outcome: &Outcome) {
        (self.finish)(puzzle, outcome);
    }
}

/// Puzzles as 81 bytes each, and the receiver of the outcomes.
struct ByteBatch<'a, 'b> {
    puzzles: &'a mut dyn Iterator<Item = &'b [u8; 81]>,
    next: usize,
    finish: &'a mut dyn FnMut(usize, &Outcome),
}

impl Batch for ByteBatch<'_, '_> {
    const SHOWN: usize = 1;

    #[inline(always)]
    fn next(&mut self, mut set: impl FnMut(usize, u16)) -> Option<usize> {
        /// The candidates of a cell by its byte.
        const CANDIDATES: [u16; 256] = {
            let mut table = [0x1FF; 256];
            let mut digit = 0;
            while digit < 9 {
                table[b'1' as usize + digit] = 1 << digit;
                digit += 1;
            }
            table
        };
        let bytes = self.puzzles.next()?;
        for (cell, &byte) in bytes.iter().enumerate() {
            set(cell, CANDIDATES[usize::from(byte)]);
        }
        self.next += 1;
        Some(self.next - 1)
    }

    #[inline(always)]
    fn finish(&mut self, puzzle: usize, outcome: &Outcome) {
        (self.finish)(puzzle, outcome);
    }
}

/// Positions, and the receiver of the outcomes.
struct PositionBatch<'a, const STATS: bool> {
    positions: core::slice::Iter<'a, Position>,
    next: usize,
    finish: &'a mut dyn FnMut(usize, &Outcome),
}

impl<const STATS: bool> Batch for PositionBatch<'_, STATS> {
    const STATS: bool = STATS;

    #[inline(always)]
    fn next(&mut self, mut set: impl FnMut(usize, u16)) -> Option<usize> {
        match self.positions.next()?.clues() {
            Clues::Givens(grid) => {
                for (cell, &digit) in grid.as_array().iter().enumerate() {
                    set(cell, candidates_of(digit));
                }
            }
            Clues::Candidates(candidates) => {
                for cell in Cell::all() {
                    set(cell.index(), candidates.digits_in(cell).to_bits());
                }
            }
        }
        self.next += 1;
        Some(self.next - 1)
    }

    #[inline(always)]
    fn finish(&mut self, puzzle: usize, outcome: &Outcome) {
        (self.finish)(puzzle, outcome);
    }
}

/// Questions of which some become ready only when others are answered, such as those of a puzzle generator.
pub(crate) trait Questions {
    /// Provides the next question, if one is ready: calls `set` with each cell's index and candidates, and returns a
    /// number that identifies the question.
    fn next(&mut self, set: impl FnMut(usize, u16)) -> Option<usize>;

    /// Receives the number of solutions, at most the limit.
    fn answer(&mut self, question: usize, count: usize);
}

/// Questions as a batch.
struct QuestionBatch<'a, Q>(&'a mut Q);

impl<Q: Questions> Batch for QuestionBatch<'_, Q> {
    const SHOWN: usize = 0;
    /// Only the number of solutions is asked for, and most long searches of a generator find one in the first dive.
    const UNSCORED: bool = true;

    #[inline(always)]
    fn next(&mut self, set: impl FnMut(usize, u16)) -> Option<usize> {
        self.0.next(set)
    }

    #[inline(always)]
    fn finish(&mut self, question: usize, outcome: &Outcome) {
        self.0.answer(question, outcome.count());
    }
}
