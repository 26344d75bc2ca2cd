//! The one-puzzle solver: constraint propagation on whole bands at once, and a guess at each fixpoint.
//!
//! A grid is nine vectors. Vector `3 b + i` holds one cell of each of the nine triads of band `b`: the `i`-th from the
//! left. A lane is the set of candidates of a cell: one operation works on nine cells and nine digits.
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
//! 1. **Singles.** A cell with one candidate eliminates that digit from its row, column and block.
//! 2. **Rows.** In a band, a digit occupies three triads, one in each row and one in each block: one of the six
//!    arrangements of three rooks on the 3x3 square of triads. A triad keeps a digit only if it is part of an
//!    arrangement whose triads all have the digit. This is equivalent to locked candidates (pointing and claiming), for
//!    nine digits in a few operations. A digit left with one triad in its row is asserted there. If only one cell of
//!    the triad has it, that cell is a hidden single of its row and block. Three asserted digits fill their triad.
//! 3. **Columns.** The same for stacks and column triads, without hidden singles: the eliminations of this phase turn
//!    them into singles of their block in the next pass. The search is 15 % cheaper without them.
//!
//! A pass that changes nothing has reached the fixpoint. Then [`branch`] chooses a cell. The search continues with the
//! cell's first digit, and the state without that digit is pushed on a stack.
//!
//! A digit that occurs twice in a house leaves no arrangement in that band or stack, and the pass finds the
//! contradiction. Grids therefore need no check before the search, and a state with one candidate in each cell is a
//! solution.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

use super::arch::{Cpu, Stack};
use super::batch;
use super::branch::{self, BranchStrategy};
use super::swap::{self, Guess};
use super::vector::{Band, Triads};
use crate::{Answer, Candidate, Cell, DigitSet, Grid, Pencilmarks, Solution};

/// An answer and the work of its search.
///
/// ```
/// use ninefold::{Grid, Position};
///
/// let solved = Position::of_givens(Grid::EMPTY).solve_with_stats();
/// assert!(!solved.answer.is_unique());
/// assert!(solved.stats.guesses > 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// No solution, the only one, or two of several.
    pub answer: Answer,
    /// The work of the search.
    pub stats: Stats,
}

/// The work of a search.
///
/// ```
/// use ninefold::Grid;
///
/// let mut solutions = Grid::EMPTY.solutions();
/// assert_eq!(solutions.stats().guesses, 0);
/// solutions.next();
/// assert!(solutions.stats().passes > 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Assumptions: how often the search placed a digit that does not follow from the others.
    pub guesses: u64,
    /// Rounds of propagation over a whole grid.
    pub passes: u64,
}

/// The candidates of 81 cells in the layout of the vectors: three vectors for each band.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct BandMasks(pub(super) [[u16; 16]; 9]);

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

/// The cell of a vector and lane.
#[inline(always)]
fn cell_at(vector: usize, lane: usize) -> usize {
    9 * (vector / 3 * 3 + lane / 4) + lane % 4 * 3 + vector % 3
}

impl BandMasks {
    pub(super) const EMPTY: BandMasks = BandMasks([[0; 16]; 9]);

    /// The candidates in row order.
    #[inline(always)]
    pub(super) fn cell_masks<V: Band>(&self) -> branch::CellMasks {
        let mut state = branch::CellMasks::EMPTY;
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
        self.cell_masks::<V>().solution()
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
    pub(super) fn of_vectors<V: Band>(vectors: &[V; 9]) -> BandMasks {
        let mut state = BandMasks::EMPTY;
        for (vector, lanes) in vectors.iter().zip(&mut state.0) {
            vector.store(lanes);
        }
        state
    }
}

/// The states that are not explored yet, the next on top. A guess pushes one state and fills a cell, so there are at
/// most 81.
pub(super) type Pending = Stack<BandMasks, 81>;

/// The search of one puzzle and its pending states. Passed by reference only: the stack alone is 23 KB.
#[derive(Clone)]
pub(super) struct PuzzleSearch {
    pub(super) pending: Pending,
    pub(super) strategy: BranchStrategy,
    pub(super) stats: Stats,
    /// Dives that ended with a contradiction.
    dead_ends: u64,
    /// The first guess of an unscored search, while the alternative of that guess is pending.
    first: Option<Guess>,
    /// The last guess of this dive, if it was unscored.
    last: Option<Guess>,
}

impl PuzzleSearch {
    /// A search without a start.
    #[inline(always)]
    pub(super) fn new() -> PuzzleSearch {
        PuzzleSearch {
            pending: Pending::new(),
            strategy: BranchStrategy::Undecided,
            stats: Stats::default(),
            dead_ends: 0,
            first: None,
            last: None,
        }
    }

    /// Another solution, if the last guess before this solution has a ring.
    #[inline(always)]
    fn exchanged<V: Band>(&self, solution: &Solution) -> Option<Solution> {
        let (first, last) = (self.first?, self.last?);
        let mut before = self.pending.oldest()?.cell_masks::<V>();
        before.0[usize::from(first.cell)] |= first.digit;
        let mut state = branch::CellMasks::EMPTY;
        for (cell, digits) in Cell::all().zip(&mut state.0) {
            *digits = 1 << solution[cell].index();
        }
        let ring = swap::ring::<V>(&state, &before, last)?;
        swap::exchange(&mut state, ring, last);
        Some(state.solution())
    }
}

/// The puzzles for which a pass ended propagation, a bit each.
pub(super) struct Halted {
    /// A contradiction: a cell has no candidate, or a digit no place.
    pub(super) dead: u32,
    /// Every cell had one candidate before the pass.
    pub(super) solved: u32,
    /// A fixpoint: nothing changed.
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

/// One pass of propagation over the grid, or over two grids at once.
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
        // No cell has two candidates. It is a solution if every house has all nine digits.
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

    // Each lane holds the digits of its column triad: the square of triads of a stack is spread over nine vectors.
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
            // An arrangement has a triad in every band: one band shows every lost digit.
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

/// Propagates to the fixpoint. Returns whether no contradiction was found.
#[inline(always)]
pub(super) fn settle<V: Band>(state: &mut BandMasks) -> bool {
    let mut vectors: [V; 9] = state.load();
    let halted = loop {
        let halted = pass(&mut vectors);
        if halted.dead | halted.solved | halted.stuck != 0 {
            break halted;
        }
    };
    *state = BandMasks::of_vectors(&vectors);
    halted.dead == 0
}

/// Candidates of the 81 cells, for many propagations: from each state to its fixpoint.
///
/// The rules are those of a pass: singles, locked candidates, and three digits that fill a triad.
#[derive(Clone, Copy)]
pub(crate) struct Propagated(BandMasks);

impl Propagated {
    /// The candidates of these pencilmarks, not propagated yet.
    pub(crate) fn new(marks: &Pencilmarks) -> Propagated {
        let mut masks = BandMasks::EMPTY;
        for cell in Cell::all() {
            let (vector, lane) = place_of(cell.index());
            let placed = marks.placed()[cell].map(|digit| 1 << digit.index());
            masks.0[vector][lane] = placed.unwrap_or(marks.digits_in(cell).to_bits());
        }
        Propagated(masks)
    }

    /// The candidates of a cell.
    #[inline]
    pub(crate) fn digits_in(&self, cell: Cell) -> DigitSet {
        let (vector, lane) = place_of(cell.index());
        DigitSet::from_bits(self.0.0[vector][lane])
    }

    /// The candidates of both.
    #[inline]
    pub(crate) fn meet(mut self, other: &Propagated) -> Propagated {
        for (mine, theirs) in self.0.0.iter_mut().zip(&other.0.0) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine &= theirs);
        }
        self
    }

    /// The candidates of either.
    #[inline]
    pub(crate) fn join(mut self, other: &Propagated) -> Propagated {
        for (mine, theirs) in self.0.0.iter_mut().zip(&other.0.0) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine |= theirs);
        }
        self
    }

    /// Whether the candidates are the same.
    pub(crate) fn same_as(&self, other: &Propagated) -> bool {
        self.0.0 == other.0.0
    }

    /// Removes a candidate, or all others of its cell.
    #[inline]
    pub(crate) fn assume(&mut self, candidate: Candidate, holds: bool) {
        let (vector, lane) = place_of(candidate.cell().index());
        let digits = &mut self.0.0[vector][lane];
        let one = 1 << candidate.digit().index();
        *digits &= if holds { one } else { !one };
    }

    /// Propagates to the fixpoint. Returns whether no contradiction was found.
    #[inline]
    pub(crate) fn settle(&mut self) -> bool {
        Cpu::best().settle(&mut self.0)
    }
}

impl fmt::Debug for Propagated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(Cell::all().map(|cell| self.digits_in(cell))).finish()
    }
}

/// The vector and lane of the first bivalue cell; the order is that of [`branch::first`].
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

/// Explores the pending states until the next solution, or until about `dead_end_limit` contradictions: the rest of the
/// search is then pending.
#[inline(always)]
pub(super) fn next_solution<V: Band>(search: &mut PuzzleSearch, dead_end_limit: u64) -> Option<Solution> {
    let PuzzleSearch { pending, strategy, stats, dead_ends, first: first_guess, last } = search;
    // The limit applies only between two dives and not to an unscored search. Another engine that explores the rest
    // then makes the same guesses.
    while *dead_ends < dead_end_limit || strategy.is_unscored() {
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
                strategy.end_dive();
                return Some(BandMasks::of_vectors(&vectors).solution::<V>());
            }
            if halted.stuck == 0 {
                continue;
            }
            let begins = *strategy == BranchStrategy::Undecided;
            let first = if strategy.takes_first(dive) { first_bivalue(&vectors) } else { None };
            // Not `unwrap_or_else`: a closure that is not inlined is compiled without the features of the CPU, which took
            // three times as long on hard puzzles.
            let (vector, lane) = match first {
                Some(place) => place,
                None => {
                    let state = BandMasks::of_vectors(&vectors).cell_masks::<V>();
                    place_of(strategy.choose::<V>(&state, dive))
                }
            };
            stats.guesses += 1;
            dive += 1;
            let rest = pending.push(BandMasks::of_vectors(&vectors));
            let mut lanes = rest.0[vector];
            let digits = lanes[lane];
            lanes[lane] &= digits.wrapping_neg();
            vectors[vector] = V::load(&lanes);
            rest.0[vector][lane] = digits & (digits - 1);
            if strategy.is_unscored() {
                let guess = Guess::new(cell_at(vector, lane), digits);
                *last = Some(guess);
                if begins {
                    *first_guess = Some(guess);
                }
            }
        }
        *dead_ends += 1;
        strategy.end_dive();
    }
    None
}

/// Pushes the start of a search on the stack; the function returns the candidates of each cell.
#[inline(always)]
fn begin(search: &mut PuzzleSearch, digits_of: impl Fn(Cell) -> u16) {
    // Filled in place: a copy would have to wait for 81 small writes.
    let state = search.pending.push(BandMasks::EMPTY);
    // Row by row, block by block: the compiler then computes every vector and lane at compile time.
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
fn begin_grid(search: &mut PuzzleSearch, grid: &Grid) {
    begin(search, |cell| batch::candidates_of(grid[cell]));
}

#[inline(always)]
fn begin_pencilmarks(search: &mut PuzzleSearch, marks: &Pencilmarks) {
    begin(search, |cell| marks.placed()[cell].map_or(marks.digits_in(cell).to_bits(), |digit| 1 << digit.index()));
}

/// Solves one grid.
pub(super) fn answer_grid(cpu: Cpu, grid: &Grid) -> Answer {
    let mut search = PuzzleSearch::new();
    begin_grid(&mut search, grid);
    cpu.answer(&mut search)
}

/// Solves from pencilmarks.
pub(super) fn answer_pencilmarks(cpu: Cpu, marks: &Pencilmarks) -> Answer {
    let mut search = PuzzleSearch::new();
    begin_pencilmarks(&mut search, marks);
    cpu.answer(&mut search)
}

/// The number of contradictions after which the lanes engine takes over: it takes time to start and then distributes the
/// search over all lanes.
///
/// Guesses are no measure: a grid with many solutions takes twenty of them without a contradiction, and then all lanes would
/// search for solutions of which two are wanted. After a first solution the lanes engine never takes over: the second is often
/// near. With AVX2 the hardest puzzles take 16 to 18 % less time than with 48 contradictions. Hard puzzles less one given have
/// both several solutions and contradictions, and take up to 18 % more.
const DEAD_ENDS_BEFORE_LANES: u64 = 12;

/// The first two solutions of a search that has just started. The lanes engine finishes long searches.
#[inline(always)]
pub(super) fn answer<V: Band>(cpu: Cpu, search: &mut PuzzleSearch) -> Answer {
    let found = first_two::<V>(search, [DEAD_ENDS_BEFORE_LANES, u64::MAX]);
    let pending = &mut search.pending;
    if pending.len() == 0 || matches!(found, Answer::Multiple(..)) {
        return found;
    }
    let mut rest = Vec::new();
    while let Some(state) = pending.pop() {
        rest.push(state.cell_masks::<V>());
    }
    batch::resume(cpu, [rest], missing(&found)).into_iter().fold(found, joined)
}

/// The number of solutions that an answer needs to be complete, if there are that many.
pub(super) fn missing(found: &Answer) -> usize {
    if matches!(found, Answer::NoSolution) { 2 } else { 1 }
}

/// The next two solutions, as far as they are found within these numbers of contradictions: before and after the first one.
#[inline(always)]
pub(super) fn first_two<V: Band>(search: &mut PuzzleSearch, [before_first, after_first]: [u64; 2]) -> Answer {
    let (mut found, mut limit) = (Answer::NoSolution, before_first);
    while let Some(solution) = next_solution::<V>(search, limit) {
        if let Answer::Unique(first) = found {
            return Answer::Multiple(first, solution);
        }
        if let Some(second) = search.exchanged::<V>(&solution) {
            return Answer::Multiple(solution, second);
        }
        found = Answer::Unique(solution);
        limit = after_first;
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

/// An iterator over all solutions of a grid. Each is searched for when the iterator advances.
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
    /// In a box, because iterators are moved often.
    search: Box<PuzzleSearch>,
}

impl Solutions {
    pub(super) fn of_grid(cpu: Cpu, grid: &Grid) -> Solutions {
        let mut solutions = Solutions { cpu, search: Box::new(PuzzleSearch::new()) };
        begin_grid(&mut solutions.search, grid);
        solutions
    }

    pub(super) fn of_pencilmarks(cpu: Cpu, marks: &Pencilmarks) -> Solutions {
        let mut solutions = Solutions { cpu, search: Box::new(PuzzleSearch::new()) };
        begin_pencilmarks(&mut solutions.search, marks);
        solutions
    }

    /// The work of the search so far.
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
        let PuzzleSearch { pending, stats, .. } = &*self.search;
        f.debug_struct("Solutions").field("pending", &pending.len()).field("stats", stats).finish()
    }
}
