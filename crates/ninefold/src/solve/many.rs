//! Many grids at once, on the best instruction set of this CPU.

use alloc::vec::{self, Vec};
use core::iter::FusedIterator;

use super::Backend;
use super::outcome::Outcome;
use crate::{Answer, Grid, Solution};

/// Solves many grids, several at a time. The answers are those of [`Grid::solve`], in the order of the grids.
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
    Backend::cpu().solve_batch(grids)
}

/// Counts the solutions of many grids, each up to `limit`.
///
/// ```
/// use ninefold::{Grid, count_batch};
///
/// assert_eq!(count_batch(&[Grid::EMPTY, Grid::EMPTY], 100), [100, 100]);
/// ```
pub fn count_batch(grids: &[Grid], limit: usize) -> Vec<usize> {
    Backend::cpu().count_batch(grids, limit)
}

/// The first solution of each grid, if it has any; no second solution is searched for.
///
/// ```
/// use ninefold::{Grid, fill_batch};
///
/// assert!(fill_batch(&[Grid::EMPTY])[0].is_some());
/// ```
pub fn fill_batch(grids: &[Grid]) -> Vec<Option<Solution>> {
    Backend::cpu().fill_batch(grids)
}

/// Solves puzzles from bytes to bytes: 81 bytes each, where `1` to `9` are givens and every other byte is an empty
/// cell.
///
/// `finish` is called once for each puzzle, with its index and its [`Outcome`]: the number of solutions, at most
/// `limit`, and the first of them. The order of the calls is unspecified. There is no allocation per puzzle.
///
/// ```
/// use ninefold::solve_bytes;
///
/// let puzzle = *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// solve_bytes([&puzzle], 2, |index, outcome| {
///     assert_eq!((index, outcome.count()), (0, 1));
///     assert!(outcome.first().is_some_and(|digits| digits.starts_with(b"534678912")));
/// });
/// ```
pub fn solve_bytes<'a>(
    puzzles: impl IntoIterator<Item = &'a [u8; 81]>,
    limit: usize,
    finish: impl FnMut(usize, &Outcome),
) {
    Backend::cpu().solve_bytes(puzzles, limit, finish);
}

/// The number of grids that [`Answers`] takes from its source at a time: many times the lanes of any CPU.
const CHUNK: usize = 1024;

/// An iterator over the answers for a stream of grids, in order; see [`SolveAll::solve_all`].
///
/// ```
/// use ninefold::{Answer, Grid, SolveAll};
///
/// let mut answers = [Grid::EMPTY; 2].into_iter().solve_all();
/// assert!(matches!(answers.next(), Some(Answer::Multiple(..))));
/// ```
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

/// Solving as an iterator adaptor.
///
/// ```
/// use ninefold::{Grid, SolveAll};
///
/// let lines = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"; 3];
/// let unique = lines.iter().map(|line| line.parse::<Grid>().unwrap()).solve_all().filter(|answer| answer.is_unique());
/// assert_eq!(unique.count(), 3);
/// ```
pub trait SolveAll: Iterator<Item = Grid> + Sized {
    /// The answers for these grids, in order. Grids are taken from the iterator a thousand at a time.
    fn solve_all(self) -> Answers<Self> {
        Answers { grids: self, answers: Vec::new().into_iter() }
    }
}

impl<I: Iterator<Item = Grid>> SolveAll for I {}
