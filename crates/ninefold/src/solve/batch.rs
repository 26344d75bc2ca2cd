//! Batches for the lanes engine: where the puzzles come from, and where the outcomes go.
//!
//! The outcome of a puzzle is the one it gets alone, whatever else is in the batch.

use alloc::vec::Vec;

use super::arch::Cpu;
use super::branch::State;
use super::lanes::{Batch, Outcome};
use super::search::Stats;
use crate::position::Clues;
use crate::{Answer, Cell, Digit, Grid, Position};

/// The candidates of a cell with this digit, or without one.
#[inline(always)]
pub(super) fn candidates_of(digit: Option<Digit>) -> u16 {
    /// By the value of the digit, 0 for none. Sixteen entries make an index of four bits valid without a check.
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
        let kept = Vec::with_capacity(grids.len());
        let load = |grid: &&Grid, cell| candidates_of(grid.as_array()[cell]);
        let mut batch = Listed::<_, _, _, _, true, false> { puzzles: grids.iter(), load, keep, kept };
        self.solve_lanes(&mut batch, limit);
        batch.kept
    }

    /// The outcome of each position's puzzle, in order. With `STATS` the work on each puzzle is counted.
    pub(super) fn solve_positions<T, const STATS: bool>(
        self,
        positions: &[Position],
        limit: usize,
        keep: impl Fn(&Outcome) -> T,
    ) -> Vec<T> {
        let kept = Vec::with_capacity(positions.len());
        let load = |clues: &Clues, cell| clues.digits_in(Cell::from_index(cell)).to_bits();
        let puzzles = positions.iter().map(Position::clues);
        let mut batch = Listed::<_, _, _, _, true, STATS> { puzzles, load, keep, kept };
        self.solve_lanes(&mut batch, limit);
        batch.kept
    }

    /// See [`solve_bytes`](super::solve_bytes).
    pub(super) fn solve_bytes<'a>(
        self,
        puzzles: impl IntoIterator<Item = &'a [u8; 81]>,
        limit: usize,
        finish: impl FnMut(usize, &Outcome),
    ) -> Stats {
        self.solve_lanes(&mut Bytes { puzzles: puzzles.into_iter(), next: 0, finish }, limit)
    }

    /// Answers questions until none is ready and none is under way. A question that becomes ready too late has to wait for
    /// the next call: more questions than lanes should be ready.
    pub(super) fn ask(self, questions: &mut impl Questions, limit: usize) {
        self.solve_lanes(&mut Asked(questions), limit);
    }
}

/// The answer from each of these states of one search. None of them is the beginning of a search.
pub(super) fn answer_states(cpu: Cpu, states: Vec<State>) -> Vec<Answer> {
    let load = |state: &State, cell| state.0[cell];
    let kept = Vec::with_capacity(states.len());
    let mut batch =
        Listed::<_, _, _, _, false, false> { puzzles: states.into_iter(), load, keep: Outcome::answer, kept };
    cpu.solve_lanes(&mut batch, 2);
    batch.kept
}

/// Puzzles of any type, and what is kept of each outcome. `FRESH`: they are as they were set, not the rest of a search.
struct Listed<I, L, K, T, const FRESH: bool, const STATS: bool> {
    puzzles: I,
    /// The candidates of a puzzle's cell.
    load: L,
    keep: K,
    kept: Vec<T>,
}

impl<P, I, L, K, T, const FRESH: bool, const STATS: bool> Batch for Listed<I, L, K, T, FRESH, STATS>
where
    I: Iterator<Item = P>,
    L: Fn(&P, usize) -> u16,
    K: Fn(&Outcome) -> T,
{
    const STATS: bool = STATS;

    #[inline(always)]
    fn next(&mut self, mut set: impl FnMut(usize, u16)) -> Option<usize> {
        let puzzle = self.puzzles.next()?;
        for cell in 0..81 {
            set(cell, (self.load)(&puzzle, cell));
        }
        self.kept.push((self.keep)(&Outcome::NOTHING));
        Some(self.kept.len() - 1)
    }

    #[inline(always)]
    fn are_fresh(&self) -> bool {
        FRESH
    }

    #[inline(always)]
    fn finish(&mut self, puzzle: usize, outcome: &Outcome) {
        self.kept[puzzle] = (self.keep)(outcome);
    }
}

/// Puzzles as 81 bytes each, and the receiver of the outcomes.
struct Bytes<I, F> {
    puzzles: I,
    next: usize,
    finish: F,
}

impl<'a, I: Iterator<Item = &'a [u8; 81]>, F: FnMut(usize, &Outcome)> Batch for Bytes<I, F> {
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

/// Questions of which some become ready only when others are answered, such as those of a puzzle generator.
pub(crate) trait Questions {
    /// Puts the next question, if one is ready: calls `set` with each cell's number and candidates, and returns a number
    /// that identifies the question.
    fn next(&mut self, set: impl FnMut(usize, u16)) -> Option<usize>;

    /// Receives the outcome.
    fn answer(&mut self, question: usize, outcome: &Outcome);
}

/// Questions as a batch.
struct Asked<'a, Q>(&'a mut Q);

impl<Q: Questions> Batch for Asked<'_, Q> {
    #[inline(always)]
    fn next(&mut self, set: impl FnMut(usize, u16)) -> Option<usize> {
        self.0.next(set)
    }

    #[inline(always)]
    fn finish(&mut self, question: usize, outcome: &Outcome) {
        self.0.answer(question, outcome);
    }
}
