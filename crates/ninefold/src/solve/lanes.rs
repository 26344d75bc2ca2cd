//! The batch engine: many puzzles at once, one in each lane.
//!
//! A vector holds one cell of `W` puzzles, and 81 vectors hold the grids. Every rule of propagation is a few set
//! operations between vectors, for all nine digits and all puzzles together: no shift, no table, no branch.
//!
//! ```text
//!              lane 0      lane 1      lane 2     ...
//!   r1c1     [ 1.3.5.7.9   ...4.....   12.......  ... ]      one vector: one cell of W puzzles
//!   r1c2     [ .2.......   1.3......   .23......  ... ]
//!    ...                                                     81 vectors: W grids
//!   r9c9     [ ...4.6...   ........9   12......9  ... ]
//! ```
//!
//! A pass sweeps all 81 vectors once. A lane that no longer changes is solved, or it guesses in the cell that
//! `branch.rs` chooses: it continues with the first digit and pushes the state with the other digits on its stack.
//! Saving a state takes as long as many passes, because the lane is read cell by cell. *Unscored* searches avoid it:
//! the cell is found in all lanes together, and the guess is only written to a log. Most of these guesses are never
//! taken back.
//!
//! After a contradiction a lane takes the state on top of its stack, then the next puzzle of the batch. When the batch
//! is exhausted, it steals the oldest state from the fullest stack. The last puzzles (or a single hard one) therefore
//! use every lane.
//!
//! **The answer does not depend on the other puzzles of the batch.** The search tree depends only on the puzzle, and
//! its solutions are reported in the order of a single lane. A stolen state lies to the right of all other states of
//! its owner. The lanes of one puzzle therefore form a list from left to right. A finished lane passes its solutions to
//! its left neighbour. Without one, it puts them before those of its right neighbour.

use alloc::vec;
use alloc::vec::Vec;

use super::branch::{self, BranchStrategy, CellMasks};
use super::lane_pass::{NO_SUM, PassBuffers, PassScratch, Sums, mask, pass};
use super::outcome::Outcome;
use super::search::Stats;
use super::swap::{self, Guess};
use super::vector::Lanes;

/// A source of puzzles and receiver of their outcomes.
pub(super) trait Batch {
    /// Provides the next puzzle, if there is one: calls `set` with each cell's index and candidates, and returns a
    /// number that identifies the puzzle.
    fn next(&mut self, set: impl FnMut(usize, u16)) -> Option<usize>;

    /// Whether each puzzle is the start of a search, not a state of one.
    fn are_fresh(&self) -> bool {
        true
    }

    /// Pops a pending state of the search whose current state [`next`](Batch::next) has just provided, the oldest first.
    /// A puzzle that is the start of a search has none.
    fn pop_oldest(&mut self) -> Option<CellMasks> {
        None
    }

    /// How many solutions of a puzzle are stored, at most two; the others are only counted.
    const SHOWN: usize = 2;

    /// Whether the work on each puzzle is counted. Lanes then never share a puzzle: the counts depend only on the
    /// puzzle.
    const STATS: bool = false;

    /// Whether every search starts unscored. The two solutions shown then differ from those of other batches.
    const UNSCORED: bool = false;

    /// Receives the outcome of a puzzle.
    fn finish(&mut self, puzzle: usize, found: &Outcome);
}

/// The work of a lane: a puzzle, or a part of its search tree.
struct LaneWork {
    puzzle: usize,
    found: Outcome,
    /// The solutions of finished neighbours to the right.
    beyond: Outcome,
    /// The pool indices of the states to be explored, the next last: `pending[stolen..len]`.
    pending: [u16; 81],
    len: usize,
    stolen: usize,
    /// The number of guesses in the lane's log after the first.
    logged: usize,
    /// Guesses in this dive.
    dive: u32,
    strategy: BranchStrategy,
    /// The lanes that work on the parts of the tree to the left and right of this one.
    left: Option<usize>,
    right: Option<usize>,
    /// The number of the pass before the first one of this work.
    begun_after: u64,
}

impl LaneWork {
    const NONE: LaneWork = LaneWork {
        puzzle: 0,
        found: Outcome::NOTHING,
        beyond: Outcome::NOTHING,
        pending: [0; 81],
        len: 0,
        stolen: 0,
        logged: 0,
        dive: 0,
        strategy: BranchStrategy::Scored,
        left: None,
        right: None,
        begun_after: 0,
    };

    fn spare(&self) -> usize {
        self.len - self.stolen
    }

    #[inline(always)]
    fn push(&mut self, state: u16) {
        self.pending[self.len] = state;
        self.len += 1;
    }
}

/// One guess for each cell, and one that each dive may have taken back.
const LOG_CAPACITY: usize = 81 + branch::UNSCORED_DIVES as usize;

/// A guess in the log of a lane.
#[derive(Clone, Copy)]
struct LoggedGuess {
    guess: Guess,
    /// The digits that the lane now allows in the cell.
    allowed: u16,
    /// Whether the cell's other digits are still to be explored.
    other_pending: bool,
}

impl LoggedGuess {
    const NONE: LoggedGuess =
        LoggedGuess { guess: Guess { cell: 0, digit: 0, other: 0 }, allowed: 0, other_pending: false };

    #[inline(always)]
    fn new(guess: Guess, other_pending: bool) -> LoggedGuess {
        LoggedGuess { guess, allowed: guess.digit, other_pending }
    }

    fn cell(&self) -> usize {
        usize::from(self.guess.cell)
    }
}

/// The pending states of all lanes. They are few and reused at once, so they stay in the CPU's first-level cache.
struct MaskPool {
    states: Vec<CellMasks>,
    free: Vec<u16>,
}

impl MaskPool {
    /// The index of a free state. Its contents are unspecified.
    #[inline(always)]
    fn take(&mut self) -> u16 {
        self.free.pop().unwrap_or_else(|| {
            self.states.push(CellMasks::EMPTY);
            // There are at most 32 lanes with at most 81 states each.
            (self.states.len() - 1) as u16
        })
    }

    #[inline(always)]
    fn give_back(&mut self, state: u16) {
        self.free.push(state);
    }
}

/// The lanes whose bits are set, one after the other.
#[inline(always)]
fn each(mut lanes: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = lanes.trailing_zeros() as usize;
        let any = lanes != 0;
        lanes &= lanes.wrapping_sub(1);
        any.then_some(lane)
    })
}

/// Solves every puzzle of the batch, each up to `limit` solutions.
#[inline(always)]
pub(super) fn solve_batch<V: Lanes<W>, B: Batch, const W: usize>(batch: &mut B, limit: usize) -> Stats {
    if limit == 0 {
        while let Some(puzzle) = batch.next(|_, _| {}) {
            batch.finish(puzzle, &Outcome::NOTHING);
        }
        return Stats::default();
    }
    let mut engine = Engine::<'_, B, W> {
        buffers: PassBuffers::EMPTY,
        sums: Sums([NO_SUM; W]),
        work: [const { LaneWork::NONE }; W],
        logs: Vec::new(),
        pool: MaskPool { states: Vec::with_capacity(2 * W), free: Vec::with_capacity(2 * W) },
        solutions: [CellMasks::EMPTY; W],
        idle: ((1u64 << W) - 1) as u32,
        logging: 0,
        exhausted: false,
        passes: 0,
        batch,
        limit,
    };
    let mut scratch = PassScratch::<V>::new();
    let all_lanes = engine.idle;
    let mut stats = Stats::default();
    loop {
        if engine.idle != 0 {
            engine.assign_work();
            if engine.idle == all_lanes {
                return stats;
            }
        }
        let halted = pass::<V, W>(&mut engine.buffers, &mut scratch, &mut engine.sums);
        engine.passes += 1;
        let busy = all_lanes & !engine.idle;
        stats.passes += u64::from(busy.count_ones());
        // One kind of event after the other: branch prediction is better than for a mixture.
        for lane in each(halted.dead & busy) {
            // A finished lane may make others idle.
            if engine.idle >> lane & 1 == 0 {
                engine.explore_next(lane);
            }
        }
        engine.solved::<V>(halted.solved & busy);
        let stuck = halted.stuck & !halted.solved & busy & !engine.idle;
        stats.guesses += u64::from(stuck.count_ones());
        engine.guess::<V>(stuck);
    }
}

struct Engine<'a, B, const W: usize> {
    buffers: PassBuffers<W>,
    sums: Sums<W>,
    work: [LaneWork; W],
    /// The log of each lane: the guess that pushed the lane's first state, and those after it, which saved no state.
    /// Empty until a lane keeps a log.
    logs: Vec<[LoggedGuess; LOG_CAPACITY]>,
    pool: MaskPool,
    /// The solutions of one pass.
    solutions: [CellMasks; W],
    /// Lanes without work, a bit each.
    idle: u32,
    /// Lanes that keep a log because their search is unscored, a bit each.
    logging: u32,
    /// Whether the batch has no further puzzle.
    exhausted: bool,
    /// The number of passes so far.
    passes: u64,
    batch: &'a mut B,
    limit: usize,
}

impl<B: Batch, const W: usize> Engine<'_, B, W> {
    /// Guesses in each of these lanes: continues with one digit of a cell and saves the state with the others.
    #[inline(always)]
    fn guess<V: Lanes<W>>(&mut self, stuck: u32) {
        if stuck & self.logging != 0 {
            self.guess_into_log::<V>(stuck & self.logging);
        }
        let stuck = stuck & !self.logging;
        // All states are read before any is used: a wide read has to wait for the many small writes before it.
        let mut states = [0; W];
        for lane in each(stuck) {
            states[lane] = self.pool.take();
            self.buffers.cells.read(lane, &mut self.pool.states[usize::from(states[lane])]);
        }
        for lane in each(stuck) {
            let number = states[lane];
            let state = &mut self.pool.states[usize::from(number)];
            let work = &mut self.work[lane];
            let fresh = work.strategy == BranchStrategy::Undecided;
            if B::UNSCORED && fresh {
                work.strategy = BranchStrategy::UNSCORED;
            }
            let cell = work.strategy.choose::<V>(state, work.dive);
            let digits = state.0[cell];
            let first = digits & digits.wrapping_neg();
            self.buffers.cells.0[cell][lane] = first;
            self.sums.0[lane] = NO_SUM;
            state.0[cell] = digits & !first;
            work.push(number);
            work.dive += 1;
            if B::STATS {
                work.found.stats.guesses += 1;
            }
            if fresh && work.strategy.is_unscored() {
                if self.logs.is_empty() {
                    self.logs = vec![[LoggedGuess::NONE; LOG_CAPACITY]; W];
                }
                self.logs[lane][0] = LoggedGuess::new(Guess::new(cell, digits), false);
                work.logged = 0;
                self.logging |= 1 << lane;
            }
        }
    }

    /// Guesses in lanes that keep a log: in the first bivalue cell, found in all lanes together, without saving a
    /// state.
    #[inline(always)]
    fn guess_into_log<V: Lanes<W>>(&mut self, lanes: u32) {
        // The order is that of `branch::first`. Nine cells at a time, without a branch: branches on the cell of each
        // lane are unpredictable.
        let (mut without, mut found) = (V::load(&mask(lanes).0), V::splat(0));
        'search: for i in 0..3 {
            for band in 0..3 {
                for cell in (27 * band + i..27 * band + 27).step_by(3) {
                    let here = V::load(&self.buffers.cells.0[cell]).where_two().and(without);
                    found = found.or(here.and(V::splat(cell as u16)));
                    without = without.minus(here);
                }
                if !without.equal_lanes(V::splat(0)) & lanes == 0 {
                    break 'search;
                }
            }
        }
        let mut chosen = Sums([0; W]);
        found.store(&mut chosen.0);
        for lane in each(!without.equal_lanes(V::splat(0)) & lanes) {
            let mut state = CellMasks::EMPTY;
            self.buffers.cells.read(lane, &mut state);
            let work = &mut self.work[lane];
            chosen.0[lane] = work.strategy.choose::<V>(&state, work.dive) as u16;
        }
        for lane in each(lanes) {
            let cell = usize::from(chosen.0[lane]);
            let work = &mut self.work[lane];
            let digits = self.buffers.cells.0[cell][lane];
            let first = digits & digits.wrapping_neg();
            self.buffers.cells.0[cell][lane] = first;
            self.sums.0[lane] = NO_SUM;
            work.dive += 1;
            if B::STATS {
                work.found.stats.guesses += 1;
            }
            work.logged += 1;
            self.logs[lane][work.logged] = LoggedGuess::new(Guess::new(cell, digits), true);
        }
    }

    /// The state of a logging lane after its first guess. It is computed from the state on the stack, which has the
    /// other digits and is not stolen while the search is unscored.
    #[inline(always)]
    fn after_first_guess(&self, lane: usize) -> CellMasks {
        let first = &self.logs[lane][0];
        let mut state = self.pool.states[usize::from(self.work[lane].pending[0])];
        state.0[first.cell()] = first.allowed;
        state
    }

    /// The state of a logging lane before its first guess.
    #[inline(always)]
    fn before_first_guess(&self, lane: usize) -> CellMasks {
        let first = &self.logs[lane][0];
        let mut state = self.pool.states[usize::from(self.work[lane].pending[0])];
        state.0[first.cell()] |= first.allowed;
        state
    }

    /// Returns a logging lane to its last guess with pending digits, and excludes the guessed digit: the log up to
    /// there is applied again. Returns false if there is no such guess.
    #[inline(always)]
    fn backtrack_in_log(&mut self, lane: usize) -> bool {
        let work = &mut self.work[lane];
        while work.logged > 0 && !self.logs[lane][work.logged].other_pending {
            work.logged -= 1;
        }
        if work.logged == 0 {
            return false;
        }
        let last = &mut self.logs[lane][work.logged];
        *last = LoggedGuess { allowed: !last.allowed, other_pending: false, ..*last };
        let mut state = self.after_first_guess(lane);
        for note in &self.logs[lane][1..=self.work[lane].logged] {
            state.0[note.cell()] &= note.allowed;
        }
        self.buffers.cells.write(lane, &state);
        self.sums.0[lane] = NO_SUM;
        true
    }

    /// Saves a state for each logged guess with pending digits, when the search becomes scored.
    #[inline(never)]
    fn save_logged_guesses(&mut self, lane: usize) {
        let mut state = self.after_first_guess(lane);
        let work = &mut self.work[lane];
        for i in 1..=work.logged {
            let note = &self.logs[lane][i];
            let (cell, allowed) = (note.cell(), note.allowed);
            if note.other_pending {
                let number = self.pool.take();
                let waiting = &mut self.pool.states[usize::from(number)];
                *waiting = state;
                waiting.0[cell] &= !allowed;
                work.push(number);
            }
            state.0[cell] &= allowed;
        }
    }

    /// Records the solutions in these lanes, up to the limit, and continues.
    #[inline(always)]
    fn solved<V: Lanes<W>>(&mut self, lanes: u32) {
        // As with guesses: all are read before any is used.
        for lane in each(lanes & !self.idle) {
            if self.work[lane].found.count < B::SHOWN {
                self.buffers.cells.read(lane, &mut self.solutions[lane]);
            }
        }
        for lane in each(lanes) {
            // A finished lane may make others idle.
            if self.idle >> lane & 1 != 0 {
                continue;
            }
            let work = &mut self.work[lane];
            let only = work.found.count == 0;
            work.found.push(&self.solutions[lane], B::SHOWN);
            if only && self.limit == 2 && self.logging >> lane & 1 != 0 && work.dive > 0 {
                self.exchange::<V>(lane);
            }
            self.explore_next(lane);
        }
    }

    /// Adds a second solution derived from the first, if the last guess has a ring.
    #[inline(always)]
    fn exchange<V: Lanes<W>>(&mut self, lane: usize) {
        let guess = self.logs[lane][self.work[lane].logged].guess;
        let before = self.before_first_guess(lane);
        let solution = &mut self.solutions[lane];
        if let Some(ring) = swap::ring::<V>(solution, &before, guess) {
            if B::SHOWN > 1 {
                swap::exchange(solution, ring, guess);
            }
            self.work[lane].found.push(solution, B::SHOWN);
        }
    }

    /// Continues with the next state of the lane's part of the tree, or finishes the lane.
    #[inline(always)]
    fn explore_next(&mut self, lane: usize) {
        let work = &mut self.work[lane];
        work.dive = 0;
        work.strategy.end_dive();
        if work.found.count >= self.limit {
            self.close(lane);
            return;
        }
        if self.logging >> lane & 1 != 0 {
            if work.strategy.is_unscored() {
                if self.backtrack_in_log(lane) {
                    return;
                }
            } else {
                self.save_logged_guesses(lane);
            }
            self.logging &= !(1 << lane);
        }
        let work = &mut self.work[lane];
        if work.spare() > 0 {
            work.len -= 1;
            let next = work.pending[work.len];
            self.begin(lane, next);
        } else {
            self.close(lane);
        }
    }

    /// Writes a state to a lane.
    #[inline(always)]
    fn begin(&mut self, lane: usize, state: u16) {
        self.buffers.cells.write(lane, &self.pool.states[usize::from(state)]);
        self.pool.give_back(state);
        self.sums.0[lane] = NO_SUM;
    }

    /// Passes on the solutions of a finished lane: its part of the tree is explored, or the limit is reached.
    fn close(&mut self, lane: usize) {
        let limit = self.limit;
        self.idle |= 1 << lane;
        self.logging &= !(1 << lane);
        let (left, right) = (self.work[lane].left, self.work[lane].right);
        if left.is_none() && right.is_none() {
            // The usual case: no other lane works on this puzzle.
            let work = &mut self.work[lane];
            if work.beyond.count > 0 {
                work.found.append(&work.beyond, limit);
            }
            if B::STATS {
                work.found.stats.passes = self.passes - work.begun_after;
            }
            self.batch.finish(work.puzzle, &work.found);
            return;
        }
        let mut found = self.work[lane].found;
        let enough = found.count >= limit;
        found.append(&self.work[lane].beyond, limit);
        if enough {
            // The limit is reached: the lanes to the right stop.
            let mut next = right;
            while let Some(other) = next {
                self.idle |= 1 << other;
                self.logging &= !(1 << other);
                next = self.work[other].right;
            }
        }
        let right = right.filter(|_| !enough);
        if let Some(right) = right {
            self.work[right].left = left;
        }
        match (left, right) {
            (Some(left), _) => {
                self.work[left].right = right;
                self.work[left].beyond.append(&found, limit);
            }
            (None, Some(right)) => {
                found.append(&self.work[right].found, limit);
                self.work[right].found = found;
                if found.count >= limit {
                    self.close(right);
                }
            }
            (None, None) => self.batch.finish(self.work[lane].puzzle, &found),
        }
    }

    /// Gives idle lanes the next puzzles, or parts of the search trees of other lanes.
    #[inline(always)]
    fn assign_work(&mut self) {
        let mut lanes = self.idle;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            if !self.exhausted {
                let cells = &mut self.buffers.cells.0;
                if let Some(puzzle) = self.batch.next(|cell, digits| cells[cell][lane] = digits) {
                    self.start(lane, puzzle, None);
                    while let Some(state) = self.batch.pop_oldest() {
                        let number = self.pool.take();
                        self.pool.states[usize::from(number)] = state;
                        self.work[lane].push(number);
                    }
                    continue;
                }
                self.exhausted = true;
            }
            if B::STATS || !self.steal(lane) {
                return;
            }
        }
    }

    #[inline(always)]
    fn start(&mut self, lane: usize, puzzle: usize, left: Option<usize>) {
        self.idle &= !(1 << lane);
        self.sums.0[lane] = NO_SUM;
        let work = &mut self.work[lane];
        // States that were pending when the limit was reached.
        for &state in &work.pending[work.stolen..work.len] {
            self.pool.give_back(state);
        }
        work.puzzle = puzzle;
        work.found.count = 0;
        if B::STATS {
            work.found.stats = Stats::default();
            work.begun_after = self.passes;
        }
        work.beyond.count = 0;
        work.len = 0;
        work.stolen = 0;
        work.dive = 0;
        let fresh = left.is_none() && self.batch.are_fresh();
        work.strategy = if fresh { BranchStrategy::Undecided } else { BranchStrategy::Scored };
        work.left = left;
        work.right = None;
    }

    /// Takes the oldest state from the lane with the most pending states. Returns false if there is none.
    fn steal(&mut self, lane: usize) -> bool {
        // An unscored search is not shared: when it becomes scored depends on its owner's dives.
        let busy = each(!self.idle & ((1u64 << W) - 1) as u32)
            .filter(|&other| self.work[other].spare() > 0 && !self.work[other].strategy.is_unscored());
        let Some(victim) = busy.max_by_key(|&other| self.work[other].spare()) else {
            return false;
        };
        let work = &mut self.work[victim];
        let (puzzle, right) = (work.puzzle, work.right);
        let oldest = work.pending[work.stolen];
        work.stolen += 1;
        work.right = Some(lane);
        // The solutions beyond the victim are now beyond the thief.
        let beyond = core::mem::replace(&mut work.beyond, Outcome::NOTHING);
        self.start(lane, puzzle, Some(victim));
        self.work[lane].right = right;
        self.work[lane].beyond = beyond;
        if let Some(right) = right {
            self.work[right].left = Some(lane);
        }
        self.begin(lane, oldest);
        true
    }
}
