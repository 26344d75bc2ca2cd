//! Solving: models, propagators, search, and the questions they answer.

mod derive;
pub(crate) mod engine;
pub(crate) mod layered;
mod learning;
pub(crate) mod model;
pub mod naive;
pub(crate) mod peers;
mod propagate;
mod questions;
pub(crate) mod search;
mod space;
mod subsets;
mod team;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::{Answer, Run, Solution, Stopped, Variant};
use engine::Engine;
use learning::Learning;
pub use questions::{Part, Solutions};
use search::Search;
pub use search::Stats;

impl Variant {
    pub(crate) fn engine(&self) -> Arc<Engine> {
        Arc::new(Engine::new(&self.model()))
    }

    fn solution_of(&self, masks: &[u32]) -> Solution {
        Solution::proved(self.board(), masks.iter().map(|mask| mask.trailing_zeros() as u8).collect())
    }

    /// Solves the puzzle: no solution, the only one, or two of several.
    ///
    /// # Errors
    /// When the run is stopped.
    pub fn solve(&self, run: &Run<'_>) -> Result<Answer, Stopped> {
        self.solve_with_stats(run).map(|(answer, _)| answer)
    }

    /// Solves the puzzle and says how much work it was. Several threads share long searches. Their number does not change the
    /// answer.
    ///
    /// # Errors
    /// When the run is stopped.
    pub fn solve_with_stats(&self, run: &Run<'_>) -> Result<(Answer, Stats), Stopped> {
        let engine = self.engine();
        let mut search = Search::new(&engine);
        if engine.has_houses_alone() && engine.values.count_ones() > LEARNING_PAYS {
            let Some(masks) = search.root() else { return Ok((Answer::NoSolution, search.stats)) };
            let mut learning = Learning::new(&engine, masks);
            let answer = self.answer(|| learning.next(engine.cells, run))?;
            return Ok((answer, learning.stats));
        }
        let (found, stats) = team::first_two(search, run)?;
        let mut found = found.into_iter();
        Ok((self.answer(|| Ok(found.next()))?, stats))
    }

    /// The answer of a search: what it finds first and second.
    fn answer(&self, mut next: impl FnMut() -> Result<Option<Vec<u32>>, Stopped>) -> Result<Answer, Stopped> {
        let Some(first) = next()? else { return Ok(Answer::NoSolution) };
        let first = self.solution_of(&first);
        Ok(match next()? {
            Some(second) => Answer::Multiple(first, self.solution_of(&second)),
            None => Answer::Unique(first),
        })
    }
}

/// Boards with more values than this and with houses alone are solved by learning.
const LEARNING_PAYS: u32 = 9;
