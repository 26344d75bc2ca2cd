//! The one-puzzle solver: constraint propagation on whole bands at once, and guesses where it comes to a halt.
//!
//! A grid is nine vectors. Vector `3 b + i` holds one cell of each of the nine triads of band `b`: the `i`-th from the
//! left. A lane is the set of candidates of a cell, so that one operation works on nine cells and nine digits.
//!
//! ```text
//!   band b       block 1        block 2        block 3
//!     row 1    [ x0 x1 x2 ]   [ x0 x1 x2 ]   [ x0 x1 x2 ]     x0: vector 3 b,      the left cell of every triad
//!     row 2    [ x0 x1 x2 ]   [ x0 x1 x2 ]   [ x0 x1 x2 ]     x1: vector 3 b + 1,  the middle one
//!     row 3    [ x0 x1 x2 ]   [ x0 x1 x2 ]   [ x0 x1 x2 ]     x2: vector 3 b + 2,  the right one
//! ```
//!
//! One [`pass`] goes over the whole grid in three phases.
//!
//! 1. **Singles.** A cell with one candidate takes that digit from its row, column and block.
//! 2. **Rows.** In a band, a digit goes into three triads, one in each row and one in each block: one of the six
//!    arrangements of three rooks on the 3x3 square of triads. A triad keeps a digit only if an arrangement of triads
//!    that can all hold it goes through it. That is all that locked candidates can say, pointing and claiming, for nine
//!    digits in a few operations. A digit left with one triad in its row is asserted there; if only one cell of the
//!    triad has it, that cell is a hidden single of its row and block; three asserted digits fill their triad.
//! 3. **Columns.** The same for stacks and column triads. Singles hidden in a column are not looked for: what this phase
//!    removes shows them as singles of their block in the next pass, and the search is 15 % cheaper for it.
//!
//! A pass that changes nothing is the fixpoint: then [`branch`] chooses a cell, its first digit is
//! tried, and the state with that digit removed waits on a stack.
//!
//! A digit that stands twice in a house leaves no arrangement in that band or stack, so that the same pass finds the
//! contradiction: grids need no check beforehand, and what comes out with one candidate in each cell is a solution.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

use super::arch::{Cpu, Stack};
use super::batch;
use super::branch::{self, Manner};
use super::swap::{self, Tried};
use super::vector::{Band, Triads};
use crate::{Answer, Cell, Grid, Pencilmarks, Solution};

/// The answer and the work of the search for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// No solution, the only one, or two of several.
    pub answer: Answer,
    /// The work of the search.
    pub stats: Stats,
}

/// The work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Assumptions made: how often a cell was tried with one of its digits.
    pub guesses: u64,
    /// Rounds of propagation over a whole grid.
    pub passes: u64,
}

/// The candidates of 81 cells, in the order vectors read them.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct State(pub(super) [[u16; 16]; 9]);

/// The vector and the lane of each cell.
const PLACES: [(u8, u8); 81] = {
    let mut places = [(0, 0); 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, col) = (cell / 9, cell % 9);
        places[cell] = ((row / 3 * 3 + col % 3) as u8, (row % 3 * 4 + col / 3) as u8);
        cell += 1;
    }
    places
};

/// The vector and the lane of a cell.
#[inline(always)]
pub(super) fn place_of(cell: usize) -> (usize, usize) {
    (usize::from(PLACES[cell].0), usize::from(PLACES[cell].1))
}

/// The cell at a place.
#[inline(always)]
fn cell_at(vector: usize, lane: usize) -> usize {
    9 * (vector / 3 * 3 + lane / 4) + lane % 4 * 3 + vector % 3
}

impl State {
    pub(super) const EMPTY: State = State([[0; 16]; 9]);

    /// The candidates cell by cell.
    #[inline(always)]
    pub(super) fn in_order<V: Band>(&self) -> branch::State {
        let mut state = branch::State::EMPTY;
        let (rows, _) = state.0.as_chunks_mut::<9>();
        let (bands, _) = rows.as_chunks_mut::<3>();
        let vectors = self.load();
        for (band, rows) in bands.iter_mut().enumerate() {
            V::store_rows([vectors[3 * band], vectors[3 * band + 1], vectors[3 * band + 2]], rows);
        }
        state
    }

    /// The only candidate of each cell.
    #[inline(always)]
    pub(super) fn solution<V: Band>(&self) -> Solution {
        self.in_order::<V>().solution()
    }

    #[inline(always)]
    pub(super) fn load<V: Band>(&self) -> [V; 9] {
        let mut vectors = [V::splat(0); 9];
        for (vector, lanes) in vectors.iter_mut().zip(&self.0) {
            *vector = V::load(lanes);
        }
        vectors
    }

    #[inline(always)]
    pub(super) fn of_vectors<V: Band>(vectors: &[V; 9]) -> State {
        let mut state = State::EMPTY;
        for (vector, lanes) in vectors.iter().zip(&mut state.0) {
            vector.store(lanes);
        }
        state
    }
}

/// States yet to be explored, the next on top. A guess leaves one more on it and fills a cell, so there are never more
/// than cells.
pub(super) type Pending = Stack<State, 81>;

/// A search and what is left of it. Handed around by reference only: the stack alone is 23 KB.
#[derive(Clone)]
pub(super) struct Search {
    pub(super) pending: Pending,
    pub(super) manner: Manner,
    pub(super) stats: Stats,
    /// The first guess of a loose search, as long as the rest of it is pending.
    first: Option<Tried>,
    /// The last guess of this dive, if it was made loosely.
    last: Option<Tried>,
}

impl Search {
    /// Yet to begin.
    #[inline(always)]
    pub(super) fn new() -> Search {
        Search { pending: Pending::new(), manner: Manner::Undecided, stats: Stats::default(), first: None, last: None }
    }

    /// Another solution, if the last guess before this one has a ring.
    #[inline(always)]
    fn exchanged<V: Band>(&self, solution: &Solution) -> Option<Solution> {
        let (first, last) = (self.first?, self.last?);
        let mut before = self.pending.oldest()?.in_order::<V>();
        before.0[usize::from(first.cell)] |= first.digit;
        let mut state = branch::State::EMPTY;
        for (cell, digits) in Cell::all().zip(&mut state.0) {
            *digits = 1 << solution[cell].index();
        }
        let ring = swap::ring::<V>(&state, &before, last)?;
        swap::exchange(&mut state, ring, last);
        Some(state.solution())
    }
}

/// What a pass did: the puzzles that came to a halt, a bit each.
pub(super) struct Halted {
    /// A cell has no candidate, or a digit no place.
    pub(super) dead: u32,
    /// Every cell had one candidate before the pass.
    pub(super) solved: u32,
    /// Nothing changed.
    pub(super) stuck: u32,
}

/// All nine digits in each of the nine lanes in use.
const FULL: [u16; 16] = {
    let mut lanes = [0; 16];
    let mut triad = 0;
    while triad < 9 {
        lanes[triad / 3 * 4 + triad % 3] = 0x1FF;
        triad += 1;
    }
    lanes
};

/// One sweep of propagation over the grid, or over two at once.
#[inline(always)]
pub(super) fn pass<V: Triads>(x: &mut [V; 9]) -> Halted {
    let full = V::repeat(&FULL);
    let empty = V::splat(0);
    let before = *x;

    let mut singles = [empty; 9];
    let mut open = empty;
    for (single, &x) in singles.iter_mut().zip(x.iter()) {
        let rest = x.without_least();
        open = open.or(rest);
        *single = x.and(rest.where_empty());
    }
    let (mut rows, mut cols, mut blocks) = ([empty; 3], [empty; 3], [empty; 3]);
    for i in 0..3 {
        let band = singles[3 * i].or(singles[3 * i + 1]).or(singles[3 * i + 2]);
        rows[i] = band.or(band.next_in_row()).or(band.previous_in_row());
        blocks[i] = band.or(band.next_in_block()).or(band.previous_in_block());
        let col = singles[i].or(singles[i + 3]).or(singles[i + 6]);
        cols[i] = col.or(col.next_in_block()).or(col.previous_in_block());
    }
    let mut halted = Halted { dead: 0, solved: 0, stuck: 0 };
    let filled = open.empty_in();
    if filled != 0 {
        // No cell has two candidates. It is a solution if all nine digits are there in every house.
        let mut everywhere = full;
        for i in 0..3 {
            everywhere = everywhere.and(rows[i]).and(cols[i]).and(blocks[i]);
        }
        halted.solved = filled & full.minus(everywhere).empty_in();
        halted.dead = filled & !halted.solved;
        if filled == V::ALL {
            return halted;
        }
    }

    // Digits lost from a band or stack, and cells that lost all digits.
    let mut lost = empty;
    for band in 0..3 {
        let taken = rows[band].or(blocks[band]);
        for i in 0..3 {
            let cell = &mut x[3 * band + i];
            *cell = cell.minus(taken.or(cols[i])).or(singles[3 * band + i]);
            lost = lost.or(cell.where_empty());
        }
        let cells = &mut x[3 * band..3 * band + 3];
        let places = cells[0].or(cells[1]).or(cells[2]);
        let twice = V::in_two(cells[0], cells[1], cells[2]);
        let (next, previous) = (places.next_in_row(), places.previous_in_row());
        let one_way = next.next_in_block().and(previous.previous_in_block());
        let other_way = previous.next_in_block().and(next.previous_in_block());
        let kept = places.and(one_way.or(other_way));
        let elsewhere = kept.next_in_row().or(kept.previous_in_row());
        lost = lost.or(full.minus(kept.or(elsewhere)));
        let asserted = kept.minus(elsewhere);
        let hidden = asserted.minus(twice);
        let kept = asserted.or_if_fewer_than_three(kept);
        for cell in cells {
            *cell = cell.among(hidden, kept);
        }
    }

    // Each lane holds the digits of its column triad, so that a stack's square of triads lies across nine vectors.
    let mut places = [empty; 9];
    for (place, &x) in places.iter_mut().zip(x.iter()) {
        *place = x.or(x.next_in_block()).or(x.previous_in_block());
    }
    for band in 0..3 {
        let (above, below) = ((band + 1) % 3 * 3, (band + 2) % 3 * 3);
        let mut kept = [empty; 3];
        for (i, kept) in kept.iter_mut().enumerate() {
            let (next, last) = ((i + 1) % 3, (i + 2) % 3);
            let one_way = places[above + next].and(places[below + last]);
            let other_way = places[above + last].and(places[below + next]);
            *kept = places[3 * band + i].and(one_way.or(other_way));
        }
        if band == 0 {
            // An arrangement has a place in every band: looking at one shows every lost digit.
            lost = lost.or(full.minus(kept[0].or(kept[1]).or(kept[2])));
        }
        for (i, cell) in x[3 * band..3 * band + 3].iter_mut().enumerate() {
            let asserted = kept[i].minus(kept[(i + 1) % 3].or(kept[(i + 2) % 3]));
            *cell = cell.and(asserted.or_if_fewer_than_three(kept[i]));
        }
    }

    halted.dead |= !lost.and(full).empty_in() & V::ALL & !halted.solved;
    if halted.dead | halted.solved == V::ALL {
        return halted;
    }
    let mut removed = empty;
    for (&before, &after) in before.iter().zip(x.iter()) {
        removed = removed.or(before.minus(after));
    }
    halted.stuck = removed.empty_in() & !halted.dead & !halted.solved;
    halted
}

/// The place of the first cell with two candidates; the order is that of [`branch::first`].
#[inline(always)]
pub(super) fn first_bivalue<V: Band>(vectors: &[V; 9]) -> Option<(usize, usize)> {
    for i in 0..3 {
        for band in 0..3 {
            if let Some(lane) = vectors[3 * band + i].where_two().first_lane() {
                return Some((3 * band + i, lane % 16));
            }
        }
    }
    None
}

/// Explores the pending states until the next solution, or until about `patience` guesses were made: then the rest of
/// the search is pending.
#[inline(always)]
pub(super) fn next_solution<V: Band>(search: &mut Search, patience: u64) -> Option<Solution> {
    let Search { pending, manner, stats, first: first_guess, last } = search;
    // Patience ends only between two dives and not while the search is loose, so that whoever explores the rest makes the
    // same guesses.
    while stats.guesses < patience || manner.is_loose() {
        let Some(state) = pending.pop() else { break };
        let mut vectors: [V; 9] = state.load();
        if pending.len() == 0 {
            *first_guess = None;
        }
        *last = None;
        let mut dive = 0;
        loop {
            stats.passes += 1;
            let halted = pass(&mut vectors);
            if halted.dead != 0 {
                break;
            }
            if halted.solved != 0 {
                manner.end_dive();
                return Some(State::of_vectors(&vectors).solution::<V>());
            }
            if halted.stuck == 0 {
                continue;
            }
            let begins = *manner == Manner::Undecided;
            let first = if manner.takes_first(dive) { first_bivalue(&vectors) } else { None };
            let (vector, lane) = first.unwrap_or_else(
                #[inline(always)]
                || {
                    let state = State::of_vectors(&vectors).in_order::<V>();
                    place_of(manner.choose::<V>(&state, dive))
                },
            );
            stats.guesses += 1;
            dive += 1;
            let rest = pending.push(State::of_vectors(&vectors));
            let mut lanes = rest.0[vector];
            let digits = lanes[lane];
            lanes[lane] &= digits.wrapping_neg();
            vectors[vector] = V::load(&lanes);
            rest.0[vector][lane] = digits & (digits - 1);
            if manner.is_loose() {
                let tried = Tried::new(cell_at(vector, lane), digits);
                *last = Some(tried);
                if begins {
                    *first_guess = Some(tried);
                }
            }
        }
        manner.end_dive();
    }
    None
}

/// Puts the start of a search on the stack: the candidates of each cell are what the function says.
#[inline(always)]
fn begin(search: &mut Search, digits_of: impl Fn(Cell) -> u16) {
    // Filled where it lies: a copy would have to wait for 81 small writes.
    let state = search.pending.push(State::EMPTY);
    // Row by row, block by block, so that compilers know every place beforehand.
    for row in 0..9 {
        for s in 0..3 {
            for i in 0..3 {
                let cell = Cell::from_index(9 * row + 3 * s + i);
                state.0[row / 3 * 3 + i][row % 3 * 4 + s] = digits_of(cell);
            }
        }
    }
}

#[inline(always)]
fn begin_grid(search: &mut Search, grid: &Grid) {
    begin(search, |cell| batch::candidates_of(grid[cell]));
}

#[inline(always)]
fn begin_pencilmarks(search: &mut Search, marks: &Pencilmarks) {
    begin(search, |cell| marks.placed()[cell].map_or(marks.digits_in(cell).to_bits(), |digit| 1 << digit.index()));
}

/// Solves one grid.
pub(super) fn answer_grid(cpu: Cpu, grid: &Grid) -> Answer {
    let mut search = Search::new();
    begin_grid(&mut search, grid);
    cpu.answer(&mut search)
}

/// Solves from pencilmarks.
pub(super) fn answer_pencilmarks(cpu: Cpu, marks: &Pencilmarks) -> Answer {
    let mut search = Search::new();
    begin_pencilmarks(&mut search, marks);
    cpu.answer(&mut search)
}

/// How many guesses one puzzle may take before the lanes engine helps: it needs a while to start, and then spreads the
/// search over all lanes. With 16 the hardest puzzles take a tenth less time than with 32, and those of
/// magictour-top1465 about 5 % more.
const PATIENCE: u64 = 16;

/// The first two solutions of a search that has just begun, a long one with the help of the lanes engine.
#[inline(always)]
pub(super) fn answer<V: Band>(cpu: Cpu, search: &mut Search) -> Answer {
    let found = first_two::<V>(search, PATIENCE);
    let pending = &mut search.pending;
    if pending.len() == 0 || matches!(found, Answer::Multiple(..)) {
        return found;
    }
    let mut rest = Vec::new();
    while let Some(state) = pending.pop() {
        rest.push(state.in_order::<V>());
    }
    batch::answer_states(cpu, rest).into_iter().fold(found, joined)
}

/// The next two solutions, as far as they are found with this patience.
#[inline(always)]
pub(super) fn first_two<V: Band>(search: &mut Search, patience: u64) -> Answer {
    let mut found = Answer::NoSolution;
    while let Some(solution) = next_solution::<V>(search, patience) {
        if let Answer::Unique(first) = found {
            return Answer::Multiple(first, solution);
        }
        if let Some(second) = search.exchanged::<V>(&solution) {
            return Answer::Multiple(solution, second);
        }
        found = Answer::Unique(solution);
    }
    found
}

/// The first two of the solutions on the left and then those on the right.
pub(super) fn joined(left: Answer, right: Answer) -> Answer {
    match (left, right) {
        (Answer::NoSolution, right) => right,
        (left, Answer::NoSolution) => left,
        (Answer::Multiple(..), _) => left,
        (Answer::Unique(first), Answer::Unique(second) | Answer::Multiple(second, _)) => {
            Answer::Multiple(first, second)
        }
    }
}

/// All solutions of a grid, one after the other, each found when it is asked for.
///
/// ```
/// use ninefold::{Digit, Grid};
///
/// let mut grid = Grid::EMPTY;
/// grid["r1c1".parse().unwrap()] = Some(Digit::D9);
/// let mut solutions = grid.solutions();
/// let (first, second) = (solutions.next().unwrap(), solutions.next().unwrap());
/// assert_ne!(first, second);
/// assert!(solutions.stats().guesses > 0);
/// ```
#[derive(Clone)]
pub struct Solutions {
    cpu: Cpu,
    /// In a box, because iterators are handed around.
    search: Box<Search>,
}

impl Solutions {
    pub(super) fn of_grid(cpu: Cpu, grid: &Grid) -> Solutions {
        let mut solutions = Solutions { cpu, search: Box::new(Search::new()) };
        begin_grid(&mut solutions.search, grid);
        solutions
    }

    pub(super) fn of_pencilmarks(cpu: Cpu, marks: &Pencilmarks) -> Solutions {
        let mut solutions = Solutions { cpu, search: Box::new(Search::new()) };
        begin_pencilmarks(&mut solutions.search, marks);
        solutions
    }

    /// What the search did so far.
    pub fn stats(&self) -> Stats {
        self.search.stats
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        self.cpu.next_solution(&mut self.search, u64::MAX)
    }
}

impl FusedIterator for Solutions {}

impl fmt::Debug for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Search { pending, stats, .. } = &*self.search;
        f.debug_struct("Solutions").field("pending", &pending.len()).field("stats", stats).finish()
    }
}
