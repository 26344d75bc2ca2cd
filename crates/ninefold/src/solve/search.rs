//! The one-puzzle solver: constraint propagation on whole bands at once, and guesses where it comes to a halt.
//!
//! draft
use core::fmt;

use super::arch::{self, Stack};
use super::branch::BitOrder;
use super::vector::Band;
use crate::{Answer, Cell, Digit, Grid, Pencilmarks, Solution};

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Assumptions made: how often a cell was tried with one of its digits.
    pub guesses: u64,
    /// Rounds of propagation over the whole grid.
    pub passes: u64,
}

/// The candidates of 81 cells, in the order vectors read them.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct State([[u16; 16]; 9]);

impl State {
    const EMPTY: State = State([[0; 16]; 9]);

    #[inline(always)]
    fn load<V: Band>(&self, x: &mut [V; 9]) {
        for (x, lanes) in x.iter_mut().zip(&self.0) {
            *x = V::load(lanes);
        }
    }

    #[inline(always)]
    fn set(&mut self, cell: usize, digits: u16) {
        let (register, lane) = place_of(cell);
        self.0[register][lane] = digits;
    }

    #[inline(always)]
    fn get(&self, cell: usize) -> u16 {
        let (register, lane) = place_of(cell);
        self.0[register][lane]
    }
}

/// The vector and the lane of a cell.
#[inline(always)]
const fn place_of(cell: usize) -> (usize, usize) {
    let (row, col) = (cell / 9, cell % 9);
    (row / 3 * 3 + col % 3, row % 3 * 4 + col / 3)
}

/// States yet to be explored, the next on top.
pub(super) type Pending = Stack<State, 81>;

/// All nine digits in each of the nine lanes in use.
const FULL: [u16; 16] = {
    let mut lanes = [0; 16];
    let mut i = 0;
    while i < 9 {
        lanes[i / 3 * 4 + i % 3] = 0x1FF;
        i += 1;
    }
    lanes
};

enum Outcome {
    Dead,
    Solved,
    Stuck,
    Going,
}

#[inline(always)]
fn pass<V: Band>(x: &mut [V; 9]) -> Outcome {
    let full = V::load(&FULL);
    let old = *x;
    // Phase 0
    let mut s = [full; 9];
    let mut open = full.minus(full);
    for i in 0..9 {
        let rest = x[i].without_least();
        open = open.or(rest);
        s[i] = x[i].and(rest.where_empty());
    }
    let mut row = [full; 3];
    let mut block = [full; 3];
    let mut col = [full; 3];
    for b in 0..3 {
        let h = s[3 * b].or(s[3 * b + 1]).or(s[3 * b + 2]);
        row[b] = h.or(h.next_in_row()).or(h.previous_in_row());
        block[b] = h.or(h.next_in_block()).or(h.previous_in_block());
        let c = s[b].or(s[b + 3]).or(s[b + 6]);
        col[b] = c.or(c.next_in_block()).or(c.previous_in_block());
    }
    if open.is_empty() {
        let all = row[0]
            .and(row[1])
            .and(row[2])
            .and(block[0])
            .and(block[1])
            .and(block[2])
            .and(col[0])
            .and(col[1])
            .and(col[2]);
        return if full.minus(all).is_empty() { Outcome::Solved } else { Outcome::Dead };
    }
    let mut lost = full.minus(full);
    for b in 0..3 {
        let rb = row[b].or(block[b]);
        for j in 0..3 {
            let i = 3 * b + j;
            x[i] = x[i].minus(rb.or(col[j])).or(s[i]);
            lost = lost.or(x[i].where_empty());
        }
        // phase 1
        let [x0, x1, x2] = [x[3 * b], x[3 * b + 1], x[3 * b + 2]];
        let two = x0.or(x1);
        let o = two.or(x2);
        let t = x0.and(x1).or(two.and(x2));
        let r1 = o.next_in_row();
        let r2 = o.previous_in_row();
        let k =
            o.and(r1.next_in_block().and(r2.previous_in_block()).or(r2.next_in_block().and(r1.previous_in_block())));
        let others = k.next_in_row().or(k.previous_in_row());
        lost = lost.or(full.minus(k.or(others)));
        let a = k.minus(others);
        let hs = a.minus(t);
        let k = a.or_if_fewer_than_three(k);
        for j in 0..3 {
            let i = 3 * b + j;
            x[i] = x[i].and(hs).or_if_empty(x[i].and(k));
        }
    }
    // phase 2
    let mut o = [full; 9];
    for i in 0..9 {
        o[i] = x[i].or(x[i].next_in_block()).or(x[i].previous_in_block());
    }
    for b in 0..3 {
        let (b1, b2) = ((b + 1) % 3 * 3, (b + 2) % 3 * 3);
        let mut k = [full; 3];
        for j in 0..3 {
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            k[j] = o[3 * b + j].and(o[b1 + j1].and(o[b2 + j2]).or(o[b1 + j2].and(o[b2 + j1])));
        }
        if b == 0 {
            lost = lost.or(full.minus(k[0].or(k[1]).or(k[2])));
        }
        for j in 0..3 {
            let i = 3 * b + j;
            let a = k[j].minus(k[(j + 1) % 3].or(k[(j + 2) % 3]));
            x[i] = x[i].and(a.or_if_fewer_than_three(k[j]));
        }
    }
    if !lost.and(full).is_empty() {
        return Outcome::Dead;
    }
    let mut changed = full.minus(full);
    for i in 0..9 {
        changed = changed.or(old[i].minus(x[i]));
    }
    if changed.is_empty() { Outcome::Stuck } else { Outcome::Going }
}

/// Where each cell's bit is in the boards of a band: vectors in pairs, 32 bits a pair, as pack instructions leave them.
pub(super) const fn bit_of(cell: usize) -> usize {
    let (register, lane) = place_of(cell);
    register / 2 * 32 + register % 2 * 8 + lane / 8 * 16 + lane % 8
}

const PACKED: BitOrder<3> = BitOrder::new({
    let mut bits = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        bits[cell] = bit_of(cell);
        cell += 1;
    }
    bits
});

/// Explores the pending states until the next solution.
#[inline(always)]
pub(super) fn next_solution<V: Band>(pending: &mut Pending, stats: &mut Stats) -> Option<Solution> {
    while let Some(state) = pending.pop() {
        let mut x = [V::splat(0); 9];
        state.load(&mut x);
        loop {
            stats.passes += 1;
            match pass(&mut x) {
                Outcome::Going => {}
                Outcome::Dead => break,
                Outcome::Solved => {
                    let mut state = State::EMPTY;
                    for i in 0..9 {
                        x[i].store(&mut state.0[i]);
                    }
                    let digits =
                        core::array::from_fn(|cell| Digit::from_index(state.get(cell).trailing_zeros() as usize));
                    return Some(Solution::from_solver(digits));
                }
                Outcome::Stuck => {
                    let mut state = State::EMPTY;
                    for i in 0..9 {
                        x[i].store(&mut state.0[i]);
                    }
                    stats.guesses += 1;
                    let cell = PACKED.choose(&V::boards(&x), |cell| state.get(cell));
                    let digits = state.get(cell);
                    let least = digits & digits.wrapping_neg();
                    let mut other = state;
                    other.set(cell, digits & !least);
                    pending.push(other);
                    state.set(cell, least);
                    state.load(&mut x);
                }
            }
        }
    }
    None
}

/// All solutions of a grid, one after the other.
pub struct Solutions {
    pending: Pending,
    stats: Stats,
}

impl fmt::Debug for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions").field("pending", &self.pending.len()).field("stats", &self.stats).finish()
    }
}

impl Solutions {
    pub(super) fn of_grid(grid: &Grid) -> Solutions {
        let mut state = State::EMPTY;
        for cell in Cell::all() {
            state.set(cell.index(), grid[cell].map_or(0x1FF, |d| 1 << d.index()));
        }
        let mut pending = Pending::new();
        pending.push(state);
        Solutions { pending, stats: Stats::default() }
    }
    pub(super) fn of_pencilmarks(marks: &Pencilmarks) -> Solutions {
        let mut state = State::EMPTY;
        for cell in Cell::all() {
            state.set(cell.index(), marks.placed()[cell].map_or(marks.digits_in(cell).to_bits(), |d| 1 << d.index()));
        }
        let mut pending = Pending::new();
        pending.push(state);
        Solutions { pending, stats: Stats::default() }
    }
    /// The answer: looks for a second solution.
    pub fn answer(mut self) -> Answer {
        match (self.next(), self.next()) {
            (None, _) => Answer::NoSolution,
            (Some(a), None) => Answer::Unique(a),
            (Some(a), Some(b)) => Answer::Multiple(a, b),
        }
    }
    /// What the search did so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }
}
impl Iterator for Solutions {
    type Item = Solution;
    fn next(&mut self) -> Option<Solution> {
        arch::next_solution(&mut self.pending, &mut self.stats)
    }
}
