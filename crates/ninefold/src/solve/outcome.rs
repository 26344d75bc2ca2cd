//! The outcome of a search: the number of a puzzle's solutions, and the first of them.

use core::fmt;

use super::branch::CellMasks;
use super::search::{Solved, Stats};
use crate::{Answer, Digit, Solution};

/// The result of the search for one puzzle's solutions: their number and the first of them.
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
    pub(super) count: usize,
    /// As many as were found, up to two.
    solutions: [[u8; 81]; 2],
    pub(super) stats: Stats,
}

impl Outcome {
    pub(super) const NOTHING: Outcome =
        Outcome { count: 0, solutions: [[0; 81]; 2], stats: Stats { guesses: 0, passes: 0 } };

    /// The outcome of a device's search: the number of solutions, and the first ones.
    ///
    /// If `count` is larger than the length of `solutions`, the others were only counted.
    pub fn new(count: usize, solutions: &[&[u8; 81]]) -> Outcome {
        let mut outcome = Outcome { count, ..Outcome::NOTHING };
        for (slot, solution) in outcome.solutions.iter_mut().zip(solutions) {
            *slot = **solution;
        }
        outcome
    }

    /// The number of solutions, at most the limit.
    #[inline]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The first solution as 81 characters, if there is one.
    #[inline(always)]
    pub const fn first(&self) -> Option<&[u8; 81]> {
        if self.count > 0 { Some(&self.solutions[0]) } else { None }
    }

    /// The second solution as 81 characters, if there is one within the limit.
    #[inline(always)]
    pub const fn second(&self) -> Option<&[u8; 81]> {
        if self.count > 1 { Some(&self.solutions[1]) } else { None }
    }

    /// Adds a solution: a state with one digit in each cell. It is only read if it is among the first `shown`, which are
    /// stored.
    #[inline(always)]
    pub(super) fn push(&mut self, state: &CellMasks, shown: usize) {
        if let Some(slot) = self.solutions[..shown].get_mut(self.count) {
            for (digit, &mask) in slot.iter_mut().zip(&state.0) {
                // The number of bits below the only bit of a mask: vectors count bits fast.
                *digit = b'1' + mask.wrapping_sub(1).count_ones() as u8;
            }
        }
        self.count += 1;
    }

    /// Appends the solutions found further to the right, up to the limit.
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

    /// The answer; the limit must have been two.
    pub(super) fn answer(&self) -> Answer {
        let [first, second] = &self.solutions;
        match self.count {
            0 => Answer::NoSolution,
            1 => Answer::Unique(solution(first)),
            _ => Answer::Multiple(solution(first), solution(second)),
        }
    }

    /// The answer and the work of its search; the batch must have counted it.
    pub(super) fn solved(&self) -> Solved {
        Solved { answer: self.answer(), stats: self.stats }
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outcome").field("count", &self.count).field("stats", &self.stats).finish_non_exhaustive()
    }
}

/// The solution written as 81 characters.
fn solution(bytes: &[u8; 81]) -> Solution {
    let mut digits = [Digit::D1; 81];
    for (digit, &byte) in digits.iter_mut().zip(bytes) {
        // Every byte is a digit. A default instead of a panic lets the compiler use vectors.
        *digit = Digit::from_ascii(byte).unwrap_or(Digit::D1);
    }
    Solution::from_solver(digits)
}
