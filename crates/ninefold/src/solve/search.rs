//! The one-puzzle solver.
use crate::solve::naive::{self, Observer, Order};
use crate::{Answer, Grid, Pencilmarks, Solution};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Assumptions made.
    pub guesses: u64,
    /// Rounds of propagation.
    pub passes: u64,
}

/// Iterator over all solutions.
#[derive(Debug, Clone)]
pub struct Solutions(alloc::vec::IntoIter<Solution>);

impl Solutions {
    pub(super) fn of_grid(grid: &Grid) -> Solutions {
        struct All(Vec<Solution>);
        impl Observer for All {
            fn solved(&mut self, s: Solution) -> ControlFlow<()> {
                self.0.push(s);
                if self.0.len() < 10_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            }
        }
        let mut all = All(Vec::new());
        let _ = naive::search(grid, Order::Rows, &mut all);
        Solutions(all.0.into_iter())
    }
    pub(super) fn of_pencilmarks(_: &Pencilmarks) -> Solutions {
        Solutions(Vec::new().into_iter())
    }
    /// The answer: looks for a second solution.
    pub fn answer(mut self) -> Answer {
        match (self.next(), self.next()) {
            (None, _) => Answer::NoSolution,
            (Some(a), None) => Answer::Unique(a),
            (Some(a), Some(b)) => Answer::Multiple(a, b),
        }
    }
}
impl Iterator for Solutions {
    type Item = Solution;
    fn next(&mut self) -> Option<Solution> {
        self.0.next()
    }
}
