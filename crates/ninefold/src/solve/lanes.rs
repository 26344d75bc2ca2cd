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
//! That takes as long as many passes, because a lane has to be read cell by cell. A search that began *loosely* therefore
//! saves it: the cell is found in all lanes together and the guess only noted; most of such guesses are never taken back.
//!
//! A lane that has met a contradiction takes the state on top of its stack, then the next puzzle of the batch; when
//! the batch is used up, it steals the oldest state from the fullest stack, so that the last puzzles (or a single hard
//! one) use every lane.
//!
//! **The answer does not depend on who shares the batch.** A puzzle's search tree depends on the puzzle alone, and its
//! solutions are reported in the order in which a single lane would meet them. What is stolen lies to the right of all
//! that its victim has left, so the lanes of one puzzle form a list from left to right, and a lane that is through
//! hands its solutions to its neighbour on the left, or, when it has none, keeps them as the beginning of what its
//! neighbour on the right will find.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::branch::{self, Manner, State};
use super::search::{Solved, Stats};
use super::swap::{self, Tried};
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

    /// How many solutions of a puzzle are to be handed over, one or two; the others are only counted.
    const SHOWN: usize = 2;

    /// Whether the work on each puzzle is counted. Lanes then never share a puzzle, so that the counts depend on the puzzle
    /// alone.
    const STATS: bool = false;

    /// Takes what was found for a puzzle.
    fn finish(&mut self, puzzle: usize, found: &Outcome);
}

/// What the search for the solutions of one puzzle found.
///
/// ```
/// use ninefold::solve_bytes;
///
/// let puzzle = *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// solve_bytes([&puzzle], 2, |number, outcome| {
///     assert_eq!((number, outcome.count()), (0, 1));
///     assert!(outcome.first().is_some_and(|digits| digits.starts_with(b"534678912")));
/// });
/// ```
#[derive(Clone, Copy)]
pub struct Outcome {
    count: usize,
    /// As many as were found, up to two.
    solutions: [[u8; 81]; 2],
    stats: Stats,
}

impl Outcome {
    pub(super) const NOTHING: Outcome =
        Outcome { count: 0, solutions: [[0; 81]; 2], stats: Stats { guesses: 0, passes: 0 } };

    /// The outcome of a device's search: how many solutions it counted, and the first ones as far as it has them.
    ///
    /// Where `count` is larger than the number of solutions, the others were only counted.
    pub fn new(count: usize, solutions: &[&[u8; 81]]) -> Outcome {
        let mut outcome = Outcome { count, ..Outcome::NOTHING };
        for (slot, solution) in outcome.solutions.iter_mut().zip(solutions) {
            *slot = **solution;
        }
        outcome
    }

    /// How many solutions were found: at most as many as were asked for.
    #[inline]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The first solution as 81 characters, if there is one.
    #[inline(always)]
    pub const fn first(&self) -> Option<&[u8; 81]> {
        if self.count > 0 { Some(&self.solutions[0]) } else { None }
    }

    /// The second solution as 81 characters, if it was asked for and there is one.
    #[inline(always)]
    pub const fn second(&self) -> Option<&[u8; 81]> {
        if self.count > 1 { Some(&self.solutions[1]) } else { None }
    }

    /// Adds a solution: a state whose cells have one digit each. It is only looked at if it is to be shown.
    #[inline(always)]
    fn push<B: Batch>(&mut self, state: &State) {
        if let Some(slot) = self.solutions[..B::SHOWN].get_mut(self.count) {
            for (digit, &mask) in slot.iter_mut().zip(&state.0) {
                // The number of bits below the only bit of a mask: vectors count bits fast.
                *digit = b'1' + mask.wrapping_sub(1).count_ones() as u8;
            }
        }
        self.count += 1;
    }

    /// Appends what was found further to the right, up to the limit.
    pub(super) fn append(&mut self, right: &Outcome, limit: usize) {
        for index in 0..right.count.min(2) {
            if let Some(slot) = self.solutions.get_mut(self.count + index) {
                *slot = right.solutions[index];
            }
        }
        self.count = limit.min(self.count + right.count);
    }

    /// The first solution, if there is one.
    pub(super) fn first_solution(&self) -> Option<Solution> {
        self.first().map(solution)
    }

    /// The answer, if up to two solutions were asked for.
    pub(super) fn answer(&self) -> Answer {
        let [first, second] = &self.solutions;
        match self.count {
            0 => Answer::NoSolution,
            1 => Answer::Unique(solution(first)),
            _ => Answer::Multiple(solution(first), solution(second)),
        }
    }

    /// The answer and the work it took, if that was counted.
    pub(super) fn solved(&self) -> Solved {
        Solved { answer: self.answer(), stats: self.stats }
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outcome").field("count", &self.count).field("stats", &self.stats).finish_non_exhaustive()
    }
}

/// The solution that 81 characters show.
fn solution(bytes: &[u8; 81]) -> Solution {
    let mut digits = [Digit::D1; 81];
    for (digit, &byte) in digits.iter_mut().zip(bytes) {
        // Every byte shows a digit. A default instead of a panic lets the compiler use vectors.
        *digit = Digit::from_ascii(byte).unwrap_or(Digit::D1);
    }
    Solution::from_solver(digits)
}

/// What a lane works on: a puzzle, or a part of its search tree.
struct Work {
    puzzle: usize,
    found: Outcome,
    /// What neighbours to the right found that are through already.
    beyond: Outcome,
    /// The numbers of the states yet to be explored, the next last: `pending[stolen..len]`.
    pending: [u16; 81],
    len: usize,
    stolen: usize,
    /// How many guesses of a light lane left no state.
    noted: usize,
    /// Guesses in this dive.
    dive: u32,
    manner: Manner,
    /// The lanes that work on the parts of the tree to the left and right of this one.
    left: Option<usize>,
    right: Option<usize>,
    /// The number of the pass before the first one of this work.
    begun_after: u64,
}

impl Work {
    const NONE: Work = Work {
        puzzle: 0,
        found: Outcome::NOTHING,
        beyond: Outcome::NOTHING,
        pending: [0; 81],
        len: 0,
        stolen: 0,
        noted: 0,
        dive: 0,
        manner: Manner::Careful,
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

/// A guess for each cell, and each dive may have taken one back.
const NOTES: usize = 81 + branch::LOOSE_DIVES as usize;

/// A guess, what it left of its cell, and whether the rest is yet to be tried.
#[derive(Clone, Copy)]
struct Note {
    tried: Tried,
    left: u16,
    both: bool,
}

impl Note {
    const NONE: Note = Note { tried: Tried { cell: 0, digit: 0, other: 0 }, left: 0, both: false };

    #[inline(always)]
    fn new(tried: Tried, both: bool) -> Note {
        Note { tried, left: tried.digit, both }
    }

    fn cell(&self) -> usize {
        usize::from(self.tried.cell)
    }
}

/// The states that wait, of all lanes. Few and used again at once, they stay in the CPU's nearest memory.
struct Pool {
    states: Vec<State>,
    free: Vec<u16>,
}

impl Pool {
    /// A state to write to; what is in it is anybody's guess.
    #[inline(always)]
    fn take(&mut self) -> u16 {
        self.free.pop().unwrap_or_else(|| {
            self.states.push(State::EMPTY);
            // A lane has at most 81 states, and there are 32 lanes at most.
            (self.states.len() - 1) as u16
        })
    }

    #[inline(always)]
    fn give_back(&mut self, state: u16) {
        self.free.push(state);
    }
}

/// One vector for each cell.
#[repr(align(64))]
struct Cells<const W: usize>([[u16; W]; 81]);

impl<const W: usize> Cells<W> {
    #[inline(always)]
    fn read(&self, lane: usize, state: &mut State) {
        for (cell, lanes) in state.0.iter_mut().zip(&self.0) {
            *cell = lanes[lane];
        }
    }

    // Not inlined: where it is, compilers load all 81 cells first and run out of registers.
    #[inline(never)]
    fn write(&mut self, lane: usize, state: &State) {
        for (lanes, &cell) in self.0.iter_mut().zip(&state.0) {
            lanes[lane] = cell;
        }
    }
}

/// What a pass works on.
///
/// CPUs take a load for dependent on an earlier store when the addresses agree in their lower twelve bits. A pass writes
/// singles while it reads cells, and then the other way round: half a page between them keeps both from waiting.
#[repr(C)]
struct Board<const W: usize> {
    singles: Cells<W>,
    between: [[u16; W]; BETWEEN],
    cells: Cells<W>,
}

/// With 81 cells before it, half a page more than whole pages for the widest vectors.
const BETWEEN: usize = 15;

/// Which lanes came to a halt, a bit each.
struct Halted {
    dead: u32,
    /// Unchanged by a whole pass.
    stuck: u32,
    /// Every cell has one candidate, and they make a solution.
    solved: u32,
}

/// All nine digits, and the sum of the masks of a row in which each stands once.
const FULL: u16 = 0x1FF;
/// More than any sum of masks.
const NO_SUM: u16 = u16::MAX;

/// Does something for 0, 1 and 2: written out where registers can hold what one leaves for the next, in a loop elsewhere.
macro_rules! three_times {
    ($vector:ty, $number:ident, $body:block) => {
        if <$vector>::ROOMY {
            {
                let $number = 0;
                $body
            }
            {
                let $number = 1;
                $body
            }
            {
                let $number = 2;
                $body
            }
        } else {
            for $number in 0..3 {
                $body
            }
        }
    };
}

/// One sweep of propagation over all lanes. `sums` holds the sum of each lane's masks from one pass to the next.
///
/// Any elimination lowers a lane's sum, so a lane whose sum stays the same is at the fixpoint.
///
/// A solution is seen before that, by the end of the pass that completes it: every row sums up to 511, no cell is empty,
/// and what the closure left in the stacks is still there, which is every digit in every column and block. Columns that
/// have all digits sum up to 511 at least, so to 511 each and no digit stands twice in one; that is one digit for each
/// cell. Nine of them that sum up to 511 are all different, so that rows hold every digit, too.
#[inline(always)]
fn pass<V: Lanes<W>, const W: usize>(board: &mut Board<W>, sums: &mut Sums<W>) -> Halted {
    let Board { cells, singles, .. } = board;
    let full = V::splat(FULL);
    let empty = V::splat(0);

    // Singles, and which digits they take from their row, column and block.
    let (mut rows, mut cols, mut blocks) = ([empty; 9], [empty; 9], [empty; 9]);
    for band in 0..3 {
        let mut block = [empty; 3];
        three_times!(V, r, {
            let row = 3 * band + r;
            let mut triads = [empty; 3];
            for s in 0..3 {
                let mut single = [empty; 3];
                for i in 0..3 {
                    let cell = 9 * row + 3 * s + i;
                    single[i] = V::load(&cells.0[cell]).singles();
                    single[i].store(&mut singles.0[cell]);
                    cols[3 * s + i] = cols[3 * s + i].or(single[i]);
                }
                triads[s] = V::in_any(single[0], single[1], single[2]);
                block[s] = block[s].or(triads[s]);
            }
            rows[row] = V::in_any(triads[0], triads[1], triads[2]);
        });
        for s in 0..3 {
            blocks[3 * band + s] = block[s];
        }
    }

    // Band by band. `places[r][s]` holds the digits that fit in some cell of the triad that row r and block s share.
    let mut lost = empty;
    for band in 0..3 {
        let mut places = [[empty; 3]; 3];
        let mut twice = [[empty; 3]; 3];
        three_times!(V, r, {
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
                places[r][s] = V::in_any(x[0], x[1], x[2]);
                twice[r][s] = V::in_two(x[0], x[1], x[2]);
            }
        });
        let kept = closure(&places);
        lost = lost.or(full.minus(V::in_any(kept[0][0], kept[0][1], kept[0][2])));
        for r in 0..3 {
            for s in 0..3 {
                // A digit that fits nowhere else in the row must be in this triad.
                let asserted = kept[r][s].minus(kept[r][(s + 1) % 3].or(kept[r][(s + 2) % 3]));
                let hidden = asserted.minus(twice[r][s]);
                let kept = asserted.or_if_fewer_than_three(kept[r][s]);
                let first = 9 * (3 * band + r) + 3 * s;
                for lanes in &mut cells.0[first..first + 3] {
                    let x = V::load(lanes);
                    x.among(hidden, kept).store(lanes);
                }
            }
        }
    }

    // Stack by stack, the same with columns; singles hidden in a column turn up in their block in the next pass.
    let mut row_sums = [empty; 9];
    let mut least = full;
    // What speaks against a solution: digits that the closure kept and a full triad has no room for, then wrong sums.
    let mut wrong = empty;
    for stack in 0..3 {
        let mut places = [[empty; 3]; 3];
        for (band, places) in places.iter_mut().enumerate() {
            for (i, place) in places.iter_mut().enumerate() {
                let top = 27 * band + 3 * stack + i;
                *place = V::in_any(V::load(&cells.0[top]), V::load(&cells.0[top + 9]), V::load(&cells.0[top + 18]));
            }
        }
        let kept = closure(&places);
        lost = lost.or(full.minus(V::in_any(kept[0][0], kept[0][1], kept[0][2])));
        for band in 0..3 {
            for i in 0..3 {
                let closed = kept[band][i];
                let asserted = closed.minus(kept[band][(i + 1) % 3].or(kept[band][(i + 2) % 3]));
                let kept = asserted.or_if_fewer_than_three(closed);
                wrong = wrong.or(closed.minus(kept));
                for r in 0..3 {
                    let row = 3 * band + r;
                    let lanes = &mut cells.0[9 * row + 3 * stack + i];
                    let x = V::load(lanes).and(kept);
                    x.store(lanes);
                    row_sums[row] = row_sums[row].plus(x);
                    least = least.min(x);
                }
            }
        }
    }

    let mut sum = empty;
    for row_sum in row_sums {
        sum = sum.plus(row_sum);
        wrong = wrong.or(row_sum.minus(full).or(full.minus(row_sum)));
    }
    let unchanged = sum.equal_lanes(V::load(&sums.0));
    sum.store(&mut sums.0);
    let dead = least.equal_lanes(empty) | !lost.equal_lanes(empty);
    Halted { dead, stuck: unchanged & !dead, solved: wrong.equal_lanes(empty) & !dead }
}

/// Of a 3x3 square of triads in which a digit has one place in each row and each column of the square: the places
/// that some arrangement of three uses.
#[inline(always)]
fn closure<V: Lanes<W>, const W: usize>(places: &[[V; 3]; 3]) -> [[V; 3]; 3] {
    let [top, middle, bottom] = places;
    // The digits that fit into an arrangement, of which there are six: three go down to the right, three to the left.
    let (mut right, mut left) = ([V::splat(0); 3], [V::splat(0); 3]);
    for i in 0..3 {
        right[i] = V::in_all(top[i], middle[(i + 1) % 3], bottom[(i + 2) % 3]);
        left[i] = V::in_all(top[i], middle[(i + 2) % 3], bottom[(i + 1) % 3]);
    }
    let mut kept = [[V::splat(0); 3]; 3];
    for i in 0..3 {
        kept[0][i] = right[i].or(left[i]);
        kept[1][i] = right[(i + 2) % 3].or(left[(i + 1) % 3]);
        kept[2][i] = right[(i + 1) % 3].or(left[(i + 2) % 3]);
    }
    kept
}

/// The sum of the masks of each lane.
#[repr(align(64))]
struct Sums<const W: usize>([u16; W]);

/// All bits in the lanes whose bits are set, none in the others.
#[inline(always)]
fn mask<const W: usize>(lanes: u32) -> Sums<W> {
    let mut mask = Sums([0; W]);
    for (lane, mask) in mask.0.iter_mut().enumerate() {
        *mask = ((lanes >> lane & 1) as u16).wrapping_neg();
    }
    mask
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
        board: Board { singles: Cells([[0; W]; 81]), between: [[0; W]; BETWEEN], cells: Cells([[0; W]; 81]) },
        sums: Sums([NO_SUM; W]),
        work: [const { Work::NONE }; W],
        notes: Vec::new(),
        pool: Pool { states: Vec::with_capacity(2 * W), free: Vec::with_capacity(2 * W) },
        solutions: [State::EMPTY; W],
        idle: ((1u64 << W) - 1) as u32,
        light: 0,
        used_up: false,
        passes: 0,
        batch,
        limit,
    };
    let all_lanes = engine.idle;
    let mut stats = Stats::default();
    loop {
        if engine.idle != 0 {
            engine.employ();
            if engine.idle == all_lanes {
                return stats;
            }
        }
        let halted = pass::<V, W>(&mut engine.board, &mut engine.sums);
        engine.passes += 1;
        let busy = all_lanes & !engine.idle;
        stats.passes += u64::from(busy.count_ones());
        // One kind of event after the other: CPUs foresee that better than a mixture.
        for lane in each(halted.dead & busy) {
            // A lane that is through may make others idle.
            if engine.idle >> lane & 1 == 0 {
                engine.go_on(lane);
            }
        }
        engine.solved::<V>(halted.solved & busy);
        let stuck = halted.stuck & !halted.solved & busy & !engine.idle;
        stats.guesses += u64::from(stuck.count_ones());
        engine.guess::<V>(stuck);
    }
}

struct Engine<'a, B, const W: usize> {
    board: Board<W>,
    sums: Sums<W>,
    work: [Work; W],
    /// What light lanes did: the guess that put a lane's first state on its stack, and those that left no state. None as long
    /// as there is no light lane.
    notes: Vec<[Note; NOTES]>,
    pool: Pool,
    /// Room for the solutions of one pass.
    solutions: [State; W],
    /// Lanes without work, a bit each.
    idle: u32,
    /// Lanes whose search is loose and whose guesses are only noted, a bit each.
    light: u32,
    /// Whether the batch has no further puzzle.
    used_up: bool,
    /// Passes made so far.
    passes: u64,
    batch: &'a mut B,
    limit: usize,
}

impl<B: Batch, const W: usize> Engine<'_, B, W> {
    /// Goes on with one digit of a cell in each of these lanes, and keeps the others for later.
    #[inline(always)]
    fn guess<V: Lanes<W>>(&mut self, stuck: u32) {
        if stuck & self.light != 0 {
            self.guess_lightly::<V>(stuck & self.light);
        }
        let stuck = stuck & !self.light;
        // All are read before any is looked at: a wide read has to wait for the many small writes before it.
        let mut states = [0; W];
        for lane in each(stuck) {
            states[lane] = self.pool.take();
            self.board.cells.read(lane, &mut self.pool.states[usize::from(states[lane])]);
        }
        for lane in each(stuck) {
            let number = states[lane];
            let state = &mut self.pool.states[usize::from(number)];
            let work = &mut self.work[lane];
            let fresh = work.manner == Manner::Undecided;
            let cell = work.manner.choose::<V>(state, work.dive);
            let digits = state.0[cell];
            let first = digits & digits.wrapping_neg();
            self.board.cells.0[cell][lane] = first;
            self.sums.0[lane] = NO_SUM;
            state.0[cell] = digits & !first;
            work.push(number);
            work.dive += 1;
            if B::STATS {
                work.found.stats.guesses += 1;
            }
            if fresh && work.manner.is_loose() {
                if self.notes.is_empty() {
                    self.notes = vec![[Note::NONE; NOTES]; W];
                }
                self.notes[lane][0] = Note::new(Tried::new(cell, digits), false);
                work.noted = 0;
                self.light |= 1 << lane;
            }
        }
    }

    /// The guesses of light lanes: in the first cell with two candidates, found in all lanes together, and only noted.
    #[inline(always)]
    fn guess_lightly<V: Lanes<W>>(&mut self, lanes: u32) {
        // The order is that of `branch::first`. Nine cells at a time, without a branch: which lane finds one where is
        // nothing that a CPU could foresee.
        let (mut without, mut found) = (V::load(&mask(lanes).0), V::splat(0));
        'search: for i in 0..3 {
            for band in 0..3 {
                for cell in (27 * band + i..27 * band + 27).step_by(3) {
                    let here = V::load(&self.board.cells.0[cell]).where_two().and(without);
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
            let mut state = State::EMPTY;
            self.board.cells.read(lane, &mut state);
            let work = &mut self.work[lane];
            chosen.0[lane] = work.manner.choose::<V>(&state, work.dive) as u16;
        }
        for lane in each(lanes) {
            let cell = usize::from(chosen.0[lane]);
            let work = &mut self.work[lane];
            let digits = self.board.cells.0[cell][lane];
            let first = digits & digits.wrapping_neg();
            self.board.cells.0[cell][lane] = first;
            self.sums.0[lane] = NO_SUM;
            work.dive += 1;
            if B::STATS {
                work.found.stats.guesses += 1;
            }
            work.noted += 1;
            self.notes[lane][work.noted] = Note::new(Tried::new(cell, digits), true);
        }
    }

    /// Where a light lane went on after its first guess. The state on the stack is what the other digits leave, and nobody
    /// steals it while the search is loose.
    #[inline(always)]
    fn after_first_guess(&self, lane: usize) -> State {
        let first = &self.notes[lane][0];
        let mut state = self.pool.states[usize::from(self.work[lane].pending[0])];
        state.0[first.cell()] = first.left;
        state
    }

    /// Before its first guess.
    #[inline(always)]
    fn before_first_guess(&self, lane: usize) -> State {
        let first = &self.notes[lane][0];
        let mut state = self.pool.states[usize::from(self.work[lane].pending[0])];
        state.0[first.cell()] |= first.left;
        state
    }

    /// Puts a light lane back to its last guess, without the digit that was tried: all that it noted is done again. Says
    /// whether there is such a guess.
    #[inline(always)]
    fn take_back(&mut self, lane: usize) -> bool {
        let work = &mut self.work[lane];
        while work.noted > 0 && !self.notes[lane][work.noted].both {
            work.noted -= 1;
        }
        if work.noted == 0 {
            return false;
        }
        let last = &mut self.notes[lane][work.noted];
        *last = Note { left: !last.left, both: false, ..*last };
        let mut state = self.after_first_guess(lane);
        for note in &self.notes[lane][1..=self.work[lane].noted] {
            state.0[note.cell()] &= note.left;
        }
        self.board.cells.write(lane, &state);
        self.sums.0[lane] = NO_SUM;
        true
    }

    /// Makes states of the guesses that a lane has only noted, now that its search goes on with care.
    #[inline(never)]
    fn settle(&mut self, lane: usize) {
        let mut state = self.after_first_guess(lane);
        let work = &mut self.work[lane];
        for i in 1..=work.noted {
            let note = &self.notes[lane][i];
            let (cell, left) = (note.cell(), note.left);
            if note.both {
                let number = self.pool.take();
                let waiting = &mut self.pool.states[usize::from(number)];
                *waiting = state;
                waiting.0[cell] &= !left;
                work.push(number);
            }
            state.0[cell] &= left;
        }
    }

    /// Takes down the solutions in these lanes, as far as they are wanted, and goes on.
    #[inline(always)]
    fn solved<V: Lanes<W>>(&mut self, lanes: u32) {
        // As with guesses: all are read before any is looked at.
        for lane in each(lanes & !self.idle) {
            if self.work[lane].found.count < B::SHOWN {
                self.board.cells.read(lane, &mut self.solutions[lane]);
            }
        }
        for lane in each(lanes) {
            // A lane that is through may make others idle.
            if self.idle >> lane & 1 != 0 {
                continue;
            }
            let work = &mut self.work[lane];
            let only = work.found.count == 0;
            work.found.push::<B>(&self.solutions[lane]);
            if only && self.limit == 2 && self.light >> lane & 1 != 0 && work.dive > 0 {
                self.exchange::<V>(lane);
            }
            self.go_on(lane);
        }
    }

    /// Makes a second solution from the first, if the last guess has a ring.
    #[inline(always)]
    fn exchange<V: Lanes<W>>(&mut self, lane: usize) {
        let tried = self.notes[lane][self.work[lane].noted].tried;
        let before = self.before_first_guess(lane);
        let solution = &mut self.solutions[lane];
        if let Some(ring) = swap::ring::<V>(solution, &before, tried) {
            if B::SHOWN > 1 {
                swap::exchange(solution, ring, tried);
            }
            self.work[lane].found.push::<B>(solution);
        }
    }

    /// Takes the next state of the lane's own part of the tree, or closes that part.
    #[inline(always)]
    fn go_on(&mut self, lane: usize) {
        let work = &mut self.work[lane];
        work.dive = 0;
        work.manner.end_dive();
        if work.found.count >= self.limit {
            self.close(lane);
            return;
        }
        if self.light >> lane & 1 != 0 {
            if work.manner.is_loose() {
                if self.take_back(lane) {
                    return;
                }
            } else {
                self.settle(lane);
            }
            self.light &= !(1 << lane);
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
        self.board.cells.write(lane, &self.pool.states[usize::from(state)]);
        self.pool.give_back(state);
        self.sums.0[lane] = NO_SUM;
    }

    /// Hands on what the lane has found, now that its part of the tree is explored or no more is wanted of it.
    fn close(&mut self, lane: usize) {
        let limit = self.limit;
        self.idle |= 1 << lane;
        self.light &= !(1 << lane);
        let (left, right) = (self.work[lane].left, self.work[lane].right);
        if left.is_none() && right.is_none() {
            // The usual case: nobody else works on this puzzle.
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
            // Nothing to the right is wanted any more.
            let mut next = right;
            while let Some(other) = next {
                self.idle |= 1 << other;
                self.light &= !(1 << other);
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
                let cells = &mut self.board.cells.0;
                if let Some(puzzle) = self.batch.next(|cell, digits| cells[cell][lane] = digits) {
                    self.start(lane, puzzle, None);
                    continue;
                }
                self.used_up = true;
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
        // What was left over when no more solutions were wanted.
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
        work.manner = if fresh { Manner::Undecided } else { Manner::Careful };
        work.left = left;
        work.right = None;
    }

    /// Takes the oldest state from the lane with the most to do; says whether there was one.
    fn steal(&mut self, lane: usize) -> bool {
        // How long a search stays loose depends on what its owner has yet to meet.
        let busy = each(!self.idle & ((1u64 << W) - 1) as u32)
            .filter(|&other| self.work[other].spare() > 0 && !self.work[other].manner.is_loose());
        let Some(victim) = busy.max_by_key(|&other| self.work[other].spare()) else {
            return false;
        };
        let work = &mut self.work[victim];
        let (puzzle, right) = (work.puzzle, work.right);
        let oldest = work.pending[work.stolen];
        work.stolen += 1;
        work.right = Some(lane);
        // What was found beyond the victim lies beyond the thief now.
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
