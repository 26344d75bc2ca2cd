//! Many grids at once: the doors to the lanes engine.
//!
//! Whatever the door, the answers are those that one grid alone would get, whoever shares the batch with it.

use alloc::vec::{self, Vec};
use core::iter::FusedIterator;

use super::arch::Cpu;
use super::branch::State;
use super::lanes::{Batch, Found};
use super::search::Stats;
use crate::{Answer, Digit, Grid, Solution};

/// Solves many grids, several at a time. The answers are those that [`Grid::solve`] gives, in the order of the grids.
///
/// ```
/// use ninefold::{Answer, Grid, solve_batch};
///
/// let grids: Vec<Grid> = [
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
///     ".................................................................................",
///     "55...............................................................................",
/// ]
/// .iter()
/// .map(|line| line.parse().unwrap())
/// .collect();
/// let answers = solve_batch(&grids);
/// assert!(matches!(answers[..], [Answer::Unique(_), Answer::Multiple(..), Answer::NoSolution]));
/// ```
pub fn solve_batch(grids: &[Grid]) -> Vec<Answer> {
    Cpu::best().solve_batch(grids)
}

/// Counts the solutions of many grids, each up to `limit`.
///
/// ```
/// use ninefold::{Grid, count_batch};
///
/// assert_eq!(count_batch(&[Grid::EMPTY, Grid::EMPTY], 100), [100, 100]);
/// ```
pub fn count_batch(grids: &[Grid], limit: usize) -> Vec<usize> {
    Cpu::best().count_batch(grids, limit)
}

/// The first solution of each grid, if it has any; nobody looks for a second.
///
/// ```
/// use ninefold::{Grid, fill_batch};
///
/// assert!(fill_batch(&[Grid::EMPTY])[0].is_some());
/// ```
pub fn fill_batch(grids: &[Grid]) -> Vec<Option<Solution>> {
    Cpu::best().collect(grids, 1, Found::first_solution)
}

/// Solves puzzles from bytes to bytes: 81 bytes each, where `1` to `9` are givens and every other byte is an empty cell.
///
/// `finish` gets, for each puzzle once, its number (counted from zero), how many solutions it has (at most `limit`),
/// and the first of them. The numbers come in no particular order. No value is built in between, and nothing is
/// allocated for a puzzle.
///
/// ```
/// use ninefold::solve_bytes;
///
/// let puzzle = *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// solve_bytes([&puzzle], 2, |number, solutions, first| {
///     assert_eq!((number, solutions), (0, 1));
///     assert!(first.is_some_and(|digits| digits.starts_with(b"534678912")));
/// });
/// ```
pub fn solve_bytes<'a>(
    puzzles: impl IntoIterator<Item = &'a [u8; 81]>,
    limit: usize,
    finish: impl FnMut(usize, usize, Option<&[u8; 81]>),
) -> Stats {
    Cpu::best().solve_bytes(puzzles, limit, finish)
}

impl Cpu {
    /// [`Grid::solve`] with these instructions.
    pub fn solve(self, grid: &Grid) -> Answer {
        super::search::answer_grid(self, grid)
    }

    /// [`Grid::solutions`] with these instructions.
    pub fn solutions(self, grid: &Grid) -> super::Solutions {
        super::Solutions::of_grid(self, grid)
    }

    /// [`solve_batch`] with these instructions.
    pub fn solve_batch(self, grids: &[Grid]) -> Vec<Answer> {
        self.collect(grids, 2, Found::answer)
    }

    /// [`count_batch`] with these instructions.
    pub fn count_batch(self, grids: &[Grid], limit: usize) -> Vec<usize> {
        self.collect(grids, limit, |found| found.count)
    }

    /// [`solve_bytes`] with these instructions.
    pub fn solve_bytes<'a>(
        self,
        puzzles: impl IntoIterator<Item = &'a [u8; 81]>,
        limit: usize,
        finish: impl FnMut(usize, usize, Option<&[u8; 81]>),
    ) -> Stats {
        self.solve_lanes(&mut Bytes { puzzles: puzzles.into_iter(), next: 0, finish }, limit)
    }

    fn collect<T>(self, grids: &[Grid], limit: usize, keep: impl Fn(&Found) -> T) -> Vec<T> {
        let kept = Vec::with_capacity(grids.len());
        let load = |grid: &&Grid, cell| candidates_of(grid.as_array()[cell]);
        let mut batch = Collected { puzzles: grids.iter(), load, fresh: true, keep, kept };
        self.solve_lanes(&mut batch, limit);
        batch.kept
    }
}

/// The candidates of a cell that holds this.
#[inline(always)]
pub(super) fn candidates_of(digit: Option<Digit>) -> u16 {
    /// By the value of the digit, nothing for none; sixteen let an index of four bits go without a check.
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

/// What is found from each of these states, up to two solutions. None of them is the beginning of a search.
pub(super) fn answer_states(cpu: Cpu, states: Vec<State>) -> Vec<Answer> {
    let load = |state: &State, cell| state.0[cell];
    let kept = Vec::with_capacity(states.len());
    let mut batch = Collected { puzzles: states.into_iter(), load, fresh: false, keep: Found::answer, kept };
    cpu.solve_lanes(&mut batch, 2);
    batch.kept
}

/// Puzzles of any kind, and what is kept of what was found for each.
struct Collected<I, L, K, T> {
    puzzles: I,
    load: L,
    fresh: bool,
    keep: K,
    kept: Vec<T>,
}

impl<P, I: Iterator<Item = P>, L: Fn(&P, usize) -> u16, K: Fn(&Found) -> T, T> Batch for Collected<I, L, K, T> {
    #[inline(always)]
    fn next(&mut self, mut set: impl FnMut(usize, u16)) -> Option<usize> {
        let puzzle = self.puzzles.next()?;
        for cell in 0..81 {
            set(cell, (self.load)(&puzzle, cell));
        }
        self.kept.push((self.keep)(&Found::NOTHING));
        Some(self.kept.len() - 1)
    }

    #[inline(always)]
    fn are_fresh(&self) -> bool {
        self.fresh
    }

    #[inline(always)]
    fn finish(&mut self, puzzle: usize, found: &Found) {
        self.kept[puzzle] = (self.keep)(found);
    }
}

/// Puzzles as 81 bytes each, and who wants to know what was found.
struct Bytes<I, F> {
    puzzles: I,
    next: usize,
    finish: F,
}

impl<'a, I: Iterator<Item = &'a [u8; 81]>, F: FnMut(usize, usize, Option<&[u8; 81]>)> Batch for Bytes<I, F> {
    const SHOWN: usize = 1;

    #[inline(always)]
    fn next(&mut self, mut set: impl FnMut(usize, u16)) -> Option<usize> {
        /// The candidates of a cell by the byte that stands in it.
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
    fn finish(&mut self, puzzle: usize, found: &Found) {
        (self.finish)(puzzle, found.count, found.first());
    }
}

/// Questions of which some come up only when others are answered, such as a puzzle generator has.
pub(crate) trait Questions {
    /// Puts the next question, if one is ready: calls `set` with each cell's number and candidates, and gives the question
    /// a number of its own.
    fn next(&mut self, set: impl FnMut(usize, u16)) -> Option<usize>;

    /// Takes the answer: the first solutions, as many as were asked for, but two at most.
    fn answer(&mut self, question: usize, solutions: &[&[u8; 81]]);
}

impl Cpu {
    /// Answers questions until none is ready and none is under way. While others are, a question that is not ready yet has
    /// to wait for the next call: have some more ready than there are lanes.
    pub(crate) fn ask(self, questions: &mut impl Questions, limit: usize) {
        self.solve_lanes(&mut Asked(questions), limit);
    }
}

/// Questions as a batch.
struct Asked<'a, Q>(&'a mut Q);

impl<Q: Questions> Batch for Asked<'_, Q> {
    #[inline(always)]
    fn next(&mut self, set: impl FnMut(usize, u16)) -> Option<usize> {
        self.0.next(set)
    }

    #[inline(always)]
    fn finish(&mut self, question: usize, found: &Found) {
        match (found.first(), found.second()) {
            (Some(first), Some(second)) => self.0.answer(question, &[first, second]),
            (Some(first), None) => self.0.answer(question, &[first]),
            (None, _) => self.0.answer(question, &[]),
        }
    }
}

/// How many grids an [`Answers`] takes from its source at a time: many times the lanes of any CPU.
const CHUNK: usize = 1024;

/// The answers to a stream of grids, in order; see [`SolveAll::solve_all`].
#[derive(Clone, Debug)]
pub struct Answers<I> {
    grids: I,
    answers: vec::IntoIter<Answer>,
}

impl<I: Iterator<Item = Grid>> Iterator for Answers<I> {
    type Item = Answer;

    fn next(&mut self) -> Option<Answer> {
        if self.answers.len() == 0 {
            let grids: Vec<Grid> = self.grids.by_ref().take(CHUNK).collect();
            self.answers = solve_batch(&grids).into_iter();
        }
        self.answers.next()
    }
}

impl<I: FusedIterator<Item = Grid>> FusedIterator for Answers<I> {}

/// Solving as an adaptor of iterators.
///
/// ```
/// use ninefold::{Grid, SolveAll};
///
/// let lines = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"; 3];
/// let unique = lines.iter().map(|line| line.parse::<Grid>().unwrap()).solve_all().filter(|answer| answer.is_unique());
/// assert_eq!(unique.count(), 3);
/// ```
pub trait SolveAll: Iterator<Item = Grid> + Sized {
    /// The answers to these grids, in order. Grids are taken from the iterator a thousand at a time.
    fn solve_all(self) -> Answers<Self> {
        Answers { grids: self, answers: Vec::new().into_iter() }
    }
}

impl<I: Iterator<Item = Grid>> SolveAll for I {}
