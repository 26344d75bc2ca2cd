//! One puzzle, two states of its search side by side.
//!
//! In vectors of twice the width, a pass over two states takes little longer than over one. If the first guesses do not
//! solve a puzzle, two sides share the rest of its search tree. A finished side steals the oldest state of the other
//! side, which lies to the right of all other states of that side:
//!
//! ```text
//!   found so far | left side: state, stack | right side: state, stack, its solutions | solutions beyond
//! ```
//!
//! The solutions of the left side are next in order. When the left side is finished, those of the right side follow,
//! and the two sides exchange roles. When the right side is finished, its solutions are put before those beyond. The
//! solutions are therefore in the order of a single depth-first search.
//!
//! The lanes engine takes over very long searches: it takes time to start and is faster then.

use alloc::vec::Vec;

use super::arch::Cpu;
use super::batch;
use super::search::{
    BandMasks, Halted, Pending, PuzzleSearch, first_bivalue, first_two, joined, missing, pass, place_of,
};
use super::vector::{Band, Pair};
use crate::Answer;

/// The numbers of contradictions, before and after a first solution, until a second state is explored beside the first. Grids
/// with many solutions have few and gain nothing from it.
const DEAD_ENDS_BEFORE_PAIR: [u64; 2] = [2, 8];

/// The number of guesses after which the lanes engine takes over.
const GUESSES_BEFORE_LANES: u64 = 96;

/// The states of both sides, vector by vector.
#[repr(align(64))]
struct PairMasks([[[u16; 16]; 2]; 9]);

impl PairMasks {
    #[inline(always)]
    fn read(&self, side: usize) -> BandMasks {
        let mut state = BandMasks::EMPTY;
        for (lanes, both) in state.0.iter_mut().zip(&self.0) {
            *lanes = both[side];
        }
        state
    }

    #[inline(always)]
    fn write(&mut self, side: usize, state: &BandMasks) {
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

/// The two sides, their states and the solutions found.
struct Sides<'a> {
    pending: [&'a mut Pending; 2],
    cells: PairMasks,
    /// Sides with a state, a bit each.
    busy: u32,
    /// Sides that have taken a state since they last finished, a bit each.
    open: u32,
    /// Guesses since the last contradiction.
    dives: [u32; 2],
    left: usize,
    found: Answer,
    /// The solutions of the right side, and those beyond it.
    right_found: Answer,
    beyond: Answer,
}

impl Sides<'_> {
    /// Gives an idle side a state: its own next one, or the oldest of the other side.
    #[inline(always)]
    fn assign_work(&mut self, side: usize) {
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

    /// Passes on the solutions of a finished side.
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

/// The first two solutions of a search that has just started.
#[inline(always)]
pub(super) fn answer<V: Band, P: Pair>(cpu: Cpu, search: &mut PuzzleSearch) -> Answer {
    let found = first_two::<V>(search, DEAD_ENDS_BEFORE_PAIR);
    let PuzzleSearch { pending, strategy, stats, .. } = search;
    if pending.len() == 0 || matches!(found, Answer::Multiple(..)) {
        return found;
    }
    let mut second = Pending::new();
    let mut sides = Sides {
        pending: [pending, &mut second],
        cells: PairMasks([[[0; 16]; 2]; 9]),
        busy: 0,
        open: 0,
        dives: [0; 2],
        left: 0,
        found,
        right_found: Answer::NoSolution,
        beyond: Answer::NoSolution,
    };
    loop {
        // The limit applies only between two dives. The lanes engine then makes the same guesses in the rest.
        if sides.busy != 3 && stats.guesses < GUESSES_BEFORE_LANES {
            let left = sides.left;
            for side in [left, 1 - left] {
                if sides.busy >> side & 1 == 0 {
                    sides.assign_work(side);
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
                let first = if strategy.takes_first(dive) { first_bivalue::<V>(&state.load()) } else { None };
                let (vector, lane) = match first {
                    Some(place) => place,
                    None => {
                        let state = state.cell_masks::<V>();
                        place_of(strategy.choose::<V>(&state, dive))
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
    let Sides { pending, left, found, right_found, beyond, .. } = sides;
    if matches!(found, Answer::Multiple(..)) {
        return found;
    }
    // The rest, from left to right.
    let mut rest = [Vec::new(), Vec::new()];
    for (rest, side) in rest.iter_mut().zip([left, 1 - left]) {
        while let Some(state) = pending[side].pop() {
            rest.push(state.cell_masks::<V>());
        }
    }
    let [of_left, of_right] = batch::resume(cpu, rest, missing(&found));
    [of_left, right_found, of_right, beyond].into_iter().fold(found, joined)
}
