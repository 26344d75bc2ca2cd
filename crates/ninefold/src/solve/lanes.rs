//! The batch engine: many puzzles at once, each in a lane of its own.
//!
//! A vector holds one cell of `W` puzzles, so that a grid is 81 vectors and every rule of propagation is a few set
//! operations between them, for all nine digits and all puzzles together: no shift, no table, no branch.
//!
//! ```text
//!              lane 0      lane 1      lane 2     ...
//!   r1c1     [ 1.3.5.7.9   ...4.....   12.......  ... ]      one vector: one cell of W puzzles
//!   r1c2     [ .2.......   1.3......   .23......  ... ]
//!    ...                                                     81 vectors: W grids
//!   r9c9     [ ...4.6...   ........9   12......9  ... ]
//! ```
//!
//! A pass sweeps all 81 vectors once. A lane that no longer changes has come to a halt: it is solved, or it guesses
//! in the cell that the rule of `branch.rs` chooses, goes on with the first digit and puts the rest on its own stack.
//! A lane that has met a contradiction takes the state on top of its stack, then the next puzzle of the batch; when
//! the batch is used up, it steals the oldest state from the fullest stack, so that the last puzzles (or a single hard
//! one) use every lane.
//!
//! **The answer does not depend on who shares the batch.** A puzzle's search tree depends on the puzzle alone, and its
//! solutions are reported in the order in which a single lane would meet them. What is stolen lies to the right of all
//! that its victim has left, so the lanes of one puzzle form a list from left to right, and a lane that is through
//! hands its solutions to its neighbour on the left, or, when it has none, keeps them as the beginning of what its
//! neighbour on the right will find.

use alloc::vec::Vec;

use super::branch::{self, State};
use super::search::Stats;
use super::vector::Lanes;
use crate::{Answer, Digit, Solution};

/// Where puzzles come from and answers go.
pub(super) trait Batch {
    /// Hands over the next puzzle, if there is one: calls `set` with each cell's number and candidates, and gives the
    /// puzzle a number of its own.
    fn next(&mut self, set: impl FnMut(usize, u16)) -> Option<usize>;

    /// Whether puzzles come as they were set, and not as what is left of a search.
    fn are_fresh(&self) -> bool {
        true
    }

    /// Takes what was found for a puzzle.
    fn finish(&mut self, puzzle: usize, found: &Found);
}

/// How many solutions were found, and the first of them.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) count: usize,
    /// As many as were found, up to two.
    solutions: [[u8; 81]; 2],
}

impl Found {
    pub(super) const NOTHING: Found = Found { count: 0, solutions: [[0; 81]; 2] };

    /// The first solution as 81 characters, if there is one.
    #[inline(always)]
    pub(super) fn first(&self) -> Option<&[u8; 81]> {
        (self.count > 0).then_some(&self.solutions[0])
    }

    /// The second, if it was looked for and there is one.
    #[inline(always)]
    pub(super) fn second(&self) -> Option<&[u8; 81]> {
        (self.count > 1).then_some(&self.solutions[1])
    }

    #[inline(always)]
    fn push(&mut self, digits: impl Fn(usize) -> u16) {
        if let Some(slot) = self.solutions.get_mut(self.count) {
            for (cell, digit) in slot.iter_mut().enumerate() {
                *digit = b'1' + digits(cell).trailing_zeros() as u8;
            }
        }
        self.count += 1;
    }

    /// Appends what was found further to the right, up to the limit.
    pub(super) fn append(&mut self, right: &Found, limit: usize) {
        for index in 0..right.count.min(2) {
            if let Some(slot) = self.solutions.get_mut(self.count + index) {
                *slot = right.solutions[index];
            }
        }
        self.count = limit.min(self.count + right.count);
    }

    /// What one would answer, had these been looked for up to two.
    pub(super) fn answer(&self) -> Answer {
        let solution = |index: usize| {
            let digit = |&byte: &u8| Digit::from_ascii(byte).expect("a solved cell has one digit");
            Solution::from_solver(self.solutions[index].each_ref().map(digit))
        };
        match self.count {
            0 => Answer::NoSolution,
            1 => Answer::Unique(solution(0)),
            _ => Answer::Multiple(solution(0), solution(1)),
        }
    }
}

/// What a lane works on: a puzzle, or a part of its search tree.
struct Work {
    puzzle: usize,
    found: Found,
    /// What neighbours to the right found that are through already.
    beyond: Found,
    /// States of the same part yet to be explored, the next last; the first `stolen` are gone.
    stack: Vec<State>,
    stolen: usize,
    /// Guesses since the last contradiction.
    dive: u32,
    /// Whether there was no contradiction yet in this search.
    first_dive: bool,
    /// The lanes that work on the parts of the tree to the left and right of this one.
    left: Option<usize>,
    right: Option<usize>,
}

impl Work {
    fn has_spare(&self) -> bool {
        self.stolen < self.stack.len()
    }
}

/// One vector for each cell.
#[repr(align(64))]
struct Cells<const W: usize>([[u16; W]; 81]);

impl<const W: usize> Cells<W> {
    #[inline(always)]
    fn read(&self, lane: usize) -> State {
        let mut state = State::EMPTY;
        for (cell, lanes) in state.0.iter_mut().zip(&self.0) {
            *cell = lanes[lane];
        }
        state
    }

    // Not inlined: where it is, compilers load all 81 cells first and run out of registers.
    #[inline(never)]
    fn write(&mut self, lane: usize, state: &State) {
        for (lanes, &cell) in self.0.iter_mut().zip(&state.0) {
            lanes[lane] = cell;
        }
    }
}

/// Which lanes came to a halt, a bit each.
struct Halted {
    dead: u32,
    /// Unchanged by a whole pass.
    stuck: u32,
    /// Stuck, and every cell has one candidate.
    solved: u32,
}

/// The sum of the masks of a solution: each of nine rows holds every digit once.
const SOLVED: u16 = 9 * 0x1FF;
/// More than any sum of masks.
const NO_SUM: u16 = u16::MAX;

/// One sweep of propagation over all lanes. `sums` holds the sum of each lane's masks from one pass to the next.
///
/// Any elimination lowers a lane's sum, so a lane whose sum stays the same is at the fixpoint. There, no cell is empty,
/// every digit has a place in every row, and a sum of nine times 511 means that no digit has two: it is solved.
#[inline(always)]
fn pass<V: Lanes<W>, const W: usize>(cells: &mut Cells<W>, singles: &mut Cells<W>, sums: &mut Sums<W>) -> Halted {
    let full = V::splat(0x1FF);
    let empty = V::splat(0);

    // Singles, and which digits they take from their row, column and block.
    let (mut rows, mut cols, mut blocks) = ([empty; 9], [empty; 9], [empty; 9]);
    for row in 0..9 {
        for stack in 0..3 {
            let first = 9 * row + 3 * stack;
            let mut triad = empty;
            for i in 0..3 {
                let single = V::load(&cells.0[first + i]).singles();
                single.store(&mut singles.0[first + i]);
                cols[3 * stack + i] = cols[3 * stack + i].or(single);
                triad = triad.or(single);
            }
            rows[row] = rows[row].or(triad);
            blocks[row / 3 * 3 + stack] = blocks[row / 3 * 3 + stack].or(triad);
        }
    }

    // Band by band. `places[r][s]` holds the digits that fit in some cell of the triad that row r and block s share.
    let mut lost = empty;
    for band in 0..3 {
        let mut places = [[empty; 3]; 3];
        let mut twice = [[empty; 3]; 3];
        for r in 0..3 {
            for s in 0..3 {
                let row = 3 * band + r;
                let first = 9 * row + 3 * s;
                let taken = rows[row].or(blocks[3 * band + s]);
                let mut x = [empty; 3];
                for i in 0..3 {
                    let single = V::load(&singles.0[first + i]);
                    x[i] = V::load(&cells.0[first + i]).minus(taken.or(cols[3 * s + i])).or(single);
                    x[i].store(&mut cells.0[first + i]);
                }
                places[r][s] = x[0].or(x[1]).or(x[2]);
                twice[r][s] = V::in_two(x[0], x[1], x[2]);
            }
        }
        let kept = closure(&places);
        lost = lost.or(full.minus(kept[0][0].or(kept[0][1]).or(kept[0][2])));
        for r in 0..3 {
            for s in 0..3 {
                // A digit that fits nowhere else in the row must be in this triad.
                let asserted = kept[r][s].minus(kept[r][(s + 1) % 3].or(kept[r][(s + 2) % 3]));
                let hidden = asserted.minus(twice[r][s]);
                let kept = asserted.or_if_fewer_than_three(kept[r][s]);
                let first = 9 * (3 * band + r) + 3 * s;
                for lanes in &mut cells.0[first..first + 3] {
                    let x = V::load(lanes);
                    x.and(hidden).or_if_empty(x.and(kept)).store(lanes);
                }
            }
        }
    }

    // Stack by stack, the same with columns; singles hidden in a column turn up in their block in the next pass.
    let mut sum = empty;
    let mut least = full;
    for stack in 0..3 {
        let mut places = [[empty; 3]; 3];
        for (band, places) in places.iter_mut().enumerate() {
            for (i, place) in places.iter_mut().enumerate() {
                for r in 0..3 {
                    *place = place.or(V::load(&cells.0[9 * (3 * band + r) + 3 * stack + i]));
                }
            }
        }
        let kept = closure(&places);
        lost = lost.or(full.minus(kept[0][0].or(kept[0][1]).or(kept[0][2])));
        for band in 0..3 {
            for i in 0..3 {
                let asserted = kept[band][i].minus(kept[band][(i + 1) % 3].or(kept[band][(i + 2) % 3]));
                let kept = asserted.or_if_fewer_than_three(kept[band][i]);
                for r in 0..3 {
                    let lanes = &mut cells.0[9 * (3 * band + r) + 3 * stack + i];
                    let x = V::load(lanes).and(kept);
                    x.store(lanes);
                    sum = sum.plus(x);
                    least = least.min(x);
                }
            }
        }
    }

    let unchanged = sum.equal_lanes(V::load(&sums.0));
    sum.store(&mut sums.0);
    let dead = least.equal_lanes(empty) | !lost.equal_lanes(empty);
    let stuck = unchanged & !dead;
    Halted { dead, stuck, solved: stuck & sum.equal_lanes(V::splat(SOLVED)) }
}

/// Of a 3x3 square of triads in which a digit has one place in each row and each column of the square: the places
/// that some arrangement of three uses.
#[inline(always)]
fn closure<V: Lanes<W>, const W: usize>(places: &[[V; 3]; 3]) -> [[V; 3]; 3] {
    let mut kept = *places;
    for (a, kept) in kept.iter_mut().enumerate() {
        let (above, below) = (&places[(a + 1) % 3], &places[(a + 2) % 3]);
        for (b, kept) in kept.iter_mut().enumerate() {
            let (next, last) = ((b + 1) % 3, (b + 2) % 3);
            *kept = kept.and(above[next].and(below[last]).or(above[last].and(below[next])));
        }
    }
    kept
}

/// The sum of the masks of each lane.
#[repr(align(64))]
struct Sums<const W: usize>([u16; W]);

/// Solves every puzzle of the batch, each up to `limit` solutions.
#[inline(always)]
pub(super) fn solve_batch<V: Lanes<W>, B: Batch, const W: usize>(batch: &mut B, limit: usize) -> Stats {
    if limit == 0 {
        while let Some(puzzle) = batch.next(|_, _| {}) {
            batch.finish(puzzle, &Found::NOTHING);
        }
        return Stats::default();
    }
    let mut engine = Engine::<'_, B, W> {
        cells: Cells([[0; W]; 81]),
        sums: Sums([NO_SUM; W]),
        work: core::array::from_fn(|_| Work {
            puzzle: 0,
            found: Found::NOTHING,
            beyond: Found::NOTHING,
            stack: Vec::new(),
            stolen: 0,
            dive: 0,
            first_dive: false,
            left: None,
            right: None,
        }),
        idle: ((1u64 << W) - 1) as u32,
        eager: 0,
        used_up: false,
        batch,
        limit,
    };
    let all_lanes = engine.idle;
    let mut singles = Cells([[0; W]; 81]);
    let mut stats = Stats::default();
    loop {
        if engine.idle != 0 {
            engine.employ();
            if engine.idle == all_lanes {
                return stats;
            }
        }
        let halted = pass::<V, W>(&mut engine.cells, &mut singles, &mut engine.sums);
        stats.passes += u64::from((all_lanes & !engine.idle).count_ones());
        let mut lanes = (halted.dead | halted.stuck | engine.eager) & all_lanes & !engine.idle;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            // A lane that found the last solution wanted may have made others idle.
            if engine.idle >> lane & 1 != 0 {
                continue;
            }
            let is = |lanes: u32| lanes >> lane & 1 != 0;
            if is(halted.dead) || is(halted.solved) {
                if is(halted.solved) {
                    engine.solved(lane);
                }
                engine.go_on(lane);
            } else if engine.guess::<V>(lane, is(halted.stuck)) {
                stats.guesses += 1;
            }
        }
    }
}

struct Engine<'a, B, const W: usize> {
    cells: Cells<W>,
    sums: Sums<W>,
    work: [Work; W],
    /// Lanes without work, a bit each.
    idle: u32,
    /// Lanes that guess after every pass, a bit each.
    eager: u32,
    /// Whether the batch has no further puzzle.
    used_up: bool,
    batch: &'a mut B,
    limit: usize,
}

impl<B: Batch, const W: usize> Engine<'_, B, W> {
    /// Goes on with one digit of the best cell, and keeps the others for later. Says whether it did: an eager lane that
    /// is not stuck may have no cell with two candidates to guess in.
    #[inline(always)]
    fn guess<V: Lanes<W>>(&mut self, lane: usize, stuck: bool) -> bool {
        let mut state = self.cells.read(lane);
        let bivalue = V::bivalue(&state);
        let work = &mut self.work[lane];
        let hurried = self.eager >> lane & 1 != 0 || work.dive >= branch::DEEP;
        let cell = if hurried && bivalue != [0; 2] {
            branch::first(bivalue)
        } else if stuck {
            branch::choose::<V>(&state, bivalue)
        } else {
            return false;
        };
        let digits = state.0[cell];
        let first = digits & digits.wrapping_neg();
        self.cells.0[cell][lane] = first;
        self.sums.0[lane] = NO_SUM;
        state.0[cell] = digits & !first;
        work.stack.push(state);
        work.dive += 1;
        if work.first_dive && work.dive >= branch::EAGER {
            self.eager |= 1 << lane;
        }
        true
    }

    #[inline(always)]
    fn solved(&mut self, lane: usize) {
        let cells = &self.cells.0;
        self.work[lane].found.push(|cell| cells[cell][lane]);
    }

    /// Takes the next state of the lane's own part of the tree, or closes that part.
    #[inline(always)]
    fn go_on(&mut self, lane: usize) {
        self.eager &= !(1 << lane);
        let work = &mut self.work[lane];
        work.dive = 0;
        work.first_dive = false;
        if work.found.count < self.limit && work.has_spare() {
            // Copied from where it lies: taken by value it would be copied twice.
            let top = work.stack.len() - 1;
            self.cells.write(lane, &work.stack[top]);
            work.stack.truncate(top);
            self.sums.0[lane] = NO_SUM;
        } else {
            self.close(lane);
        }
    }

    /// Hands on what the lane has found, now that its part of the tree is explored or no more is wanted of it.
    fn close(&mut self, lane: usize) {
        let limit = self.limit;
        self.idle |= 1 << lane;
        self.eager &= !(1 << lane);
        let (left, right) = (self.work[lane].left, self.work[lane].right);
        if left.is_none() && right.is_none() {
            // The usual case: nobody else works on this puzzle.
            let work = &mut self.work[lane];
            if work.beyond.count > 0 {
                work.found.append(&work.beyond, limit);
            }
            self.batch.finish(work.puzzle, &work.found);
            return;
        }
        let mut found = self.work[lane].found;
        let enough = found.count >= limit;
        found.append(&self.work[lane].beyond, limit);
        if enough {
            // Nothing to the right is wanted any more.
            let mut next = right;
            while let Some(other) = next {
                self.idle |= 1 << other;
                self.eager &= !(1 << other);
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

    /// Finds work for idle lanes: the next puzzles, or parts of those that others work on.
    #[inline(always)]
    fn employ(&mut self) {
        let mut lanes = self.idle;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            if !self.used_up {
                let cells = &mut self.cells.0;
                if let Some(puzzle) = self.batch.next(|cell, digits| cells[cell][lane] = digits) {
                    self.start(lane, puzzle, None);
                    continue;
                }
                self.used_up = true;
            }
            if !self.steal(lane) {
                return;
            }
        }
    }

    #[inline(always)]
    fn start(&mut self, lane: usize, puzzle: usize, left: Option<usize>) {
        self.idle &= !(1 << lane);
        self.sums.0[lane] = NO_SUM;
        let work = &mut self.work[lane];
        work.puzzle = puzzle;
        work.found.count = 0;
        work.beyond.count = 0;
        work.stack.clear();
        work.stolen = 0;
        work.dive = 0;
        work.first_dive = left.is_none() && self.batch.are_fresh();
        work.left = left;
        work.right = None;
    }

    /// Takes the oldest state of the fullest stack; says whether there was one.
    fn steal(&mut self, lane: usize) -> bool {
        let busy = (0..W).filter(|&other| self.idle >> other & 1 == 0 && self.work[other].has_spare());
        let Some(victim) = busy.max_by_key(|&other| self.work[other].stack.len() - self.work[other].stolen) else {
            return false;
        };
        let work = &mut self.work[victim];
        let (puzzle, right) = (work.puzzle, work.right);
        let state = work.stack[work.stolen];
        work.stolen += 1;
        work.right = Some(lane);
        // What was found beyond the victim lies beyond the thief now.
        let beyond = core::mem::replace(&mut work.beyond, Found::NOTHING);
        self.start(lane, puzzle, Some(victim));
        self.work[lane].right = right;
        self.work[lane].beyond = beyond;
        if let Some(right) = right {
            self.work[right].left = Some(lane);
        }
        self.cells.write(lane, &state);
        true
    }
}
