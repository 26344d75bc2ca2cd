//! One puzzle, two states of its search side by side.
//!
//! A pass over two states takes little longer than over one, in vectors twice as wide. So when the first guesses of a
//! puzzle did not settle it, two sides share what is left. A side that is through steals the oldest state of the other, which
//! lies to the right of all that the other has left:
//!
//! ```text
//!   found so far | the left side: its state, its stack | the right side: its state, its stack, what it found | beyond
//! ```
//!
//! What the left side finds comes next in order. When it is through, what the right side found does, and the two
//! change roles. What the right side found when it is through goes to the front of what lies beyond. So the solutions
//! come in the order of a single walk.
//!
//! Very long searches go on in the lanes engine, which needs a while to start and is faster then.

use alloc::vec::Vec;

use super::arch::Cpu;
use super::batch;
use super::search::{Halted, Pending, Search, State, first_bivalue, first_two, joined, pass, place_of};
use super::vector::{Band, Pair};
use crate::Answer;

/// How many guesses it takes for a second state to be explored beside the first. Grids with many solutions need few,
/// and have no use for it.
const ALONE: u64 = 4;

/// How many guesses one puzzle may take before the lanes engine helps.
const PATIENCE: u64 = 96;

/// The states of both sides, vector by vector.
#[repr(align(64))]
struct Cells([[[u16; 16]; 2]; 9]);

impl Cells {
    #[inline(always)]
    fn read(&self, side: usize) -> State {
        let mut state = State::EMPTY;
        for (lanes, both) in state.0.iter_mut().zip(&self.0) {
            *lanes = both[side];
        }
        state
    }

    #[inline(always)]
    fn write(&mut self, side: usize, state: &State) {
        for (lanes, both) in state.0.iter().zip(&mut self.0) {
            both[side] = *lanes;
        }
    }

    #[inline(always)]
    fn pass<P: Pair>(&mut self) -> Halted {
        let mut vectors = [P::splat(0); 9];
        for (vector, lanes) in vectors.iter_mut().zip(&self.0) {
            *vector = P::load(lanes);
        }
        let halted = pass(&mut vectors);
        for (vector, lanes) in vectors.iter().zip(&mut self.0) {
            vector.store(lanes);
        }
        halted
    }
}

/// Who works where, and what was found.
struct Sides<'a> {
    pending: [&'a mut Pending; 2],
    cells: Cells,
    /// Sides with a state, a bit each.
    busy: u32,
    /// Sides that took something since they were last through, a bit each.
    open: u32,
    /// Guesses since the last contradiction.
    dives: [u32; 2],
    left: usize,
    found: Answer,
    /// What the right side found, and what lies beyond it.
    right_found: Answer,
    beyond: Answer,
}

impl Sides<'_> {
    /// Finds something to do for a side.
    #[inline(always)]
    fn employ(&mut self, side: usize) {
        if let Some(state) = self.pending[side].pop() {
            self.cells.write(side, state);
        } else {
            if self.open >> side & 1 != 0 {
                self.close(side);
            }
            let Some(state) = self.pending[1 - side].pop_oldest() else { return };
            self.cells.write(side, state);
        }
        self.busy |= 1 << side;
        self.open |= 1 << side;
        self.dives[side] = 0;
    }

    /// Hands on what was found by a side that is through.
    #[inline(never)]
    fn close(&mut self, side: usize) {
        self.open &= !(1 << side);
        if side == self.left {
            self.found = joined(self.found, self.right_found);
            self.left = 1 - side;
        } else {
            self.beyond = joined(self.right_found, self.beyond);
        }
        self.right_found = Answer::NoSolution;
    }

    #[inline(never)]
    fn solved<V: Band>(&mut self, side: usize) {
        let solution = Answer::Unique(self.cells.read(side).solution::<V>());
        if side == self.left {
            self.found = joined(self.found, solution);
        } else {
            self.right_found = joined(self.right_found, solution);
        }
    }
}

/// The first two solutions of a search that has just begun.
#[inline(always)]
pub(super) fn answer<V: Band, P: Pair>(cpu: Cpu, search: &mut Search) -> Answer {
    let found = first_two::<V>(search, ALONE);
    let Search { pending, manner, stats, .. } = search;
    if pending.len() == 0 || matches!(found, Answer::Multiple(..)) {
        return found;
    }
    let mut thief = Pending::new();
    let mut sides = Sides {
        pending: [pending, &mut thief],
        cells: Cells([[[0; 16]; 2]; 9]),
        busy: 0,
        open: 0,
        dives: [0; 2],
        left: 0,
        found,
        right_found: Answer::NoSolution,
        beyond: Answer::NoSolution,
    };
    loop {
        // Patience ends only between two dives, so that whoever explores the rest makes the same guesses.
        if sides.busy != 3 && stats.guesses < PATIENCE {
            let left = sides.left;
            for side in [left, 1 - left] {
                if sides.busy >> side & 1 == 0 {
                    sides.employ(side);
                }
            }
        }
        if sides.busy == 0 || matches!(sides.found, Answer::Multiple(..)) {
            break;
        }
        stats.passes += u64::from(sides.busy.count_ones());
        let halted = sides.cells.pass::<P>();
        for side in 0..2 {
            let is = |set: u32| set >> side & 1 != 0;
            if is(halted.dead) {
                sides.busy &= !(1 << side);
            } else if is(halted.solved) && is(sides.busy) {
                sides.busy &= !(1 << side);
                sides.solved::<V>(side);
            } else if is(halted.stuck) && is(sides.busy) {
                let state = sides.pending[side].push(sides.cells.read(side));
                let dive = sides.dives[side];
                let first = if manner.takes_first(dive) { first_bivalue::<V>(&state.load()) } else { None };
                let (vector, lane) = match first {
                    Some(place) => place,
                    None => {
                        let state = state.in_order::<V>();
                        place_of(manner.choose::<V>(&state, dive))
                    }
                };
                let digits = state.0[vector][lane];
                state.0[vector][lane] = digits & (digits - 1);
                sides.cells.0[vector][side][lane] = digits & digits.wrapping_neg();
                stats.guesses += 1;
                sides.dives[side] += 1;
            }
        }
    }
    let Sides { pending, left, mut found, mut right_found, beyond, .. } = sides;
    if matches!(found, Answer::Multiple(..)) {
        return found;
    }
    // The rest, from left to right.
    let mut rest = Vec::new();
    let mut of_left = 0;
    for side in [left, 1 - left] {
        while let Some(state) = pending[side].pop() {
            rest.push(state.in_order::<V>());
        }
        if side == left {
            of_left = rest.len();
        }
    }
    if rest.is_empty() {
        return joined(joined(found, right_found), beyond);
    }
    for (i, answer) in batch::answer_states(cpu, rest).into_iter().enumerate() {
        if i == of_left {
            found = joined(found, right_found);
            right_found = Answer::NoSolution;
        }
        found = joined(found, answer);
    }
    joined(joined(found, right_found), beyond)
}
