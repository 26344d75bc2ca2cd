//! Depth-first search: guess a value of a cell, propagate, take the guess back when it fails.
//!
//! A guess splits a position in two: the cell has the value, or it has not. The second half is what remains in the frame of
//! the guess, so that a refuted guess is an elimination, propagates like one, and the next guess is chosen anew.
//!
//! Which cell: the one with few candidates and many conflicts. A conflict counts for the cell of the guess, for the cell
//! that lost its last candidate, and for all cells of the constraint that failed. Such cells are likely to be where the
//! contradictions of the puzzle are, and contradictions are what a proof of uniqueness is made of.

use std::sync::Arc;

use super::engine::{Engine, Workspace};
use super::space::NO_CELL;
use crate::{Run, Stopped};

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Guesses made.
    pub guesses: u64,
    /// Guesses that led to a contradiction, sooner or later.
    pub conflicts: u64,
}

/// A search in progress.
pub(crate) struct Search {
    engine: Arc<Engine>,
    work: Workspace,
    /// Frames one after the other; each has a mask for each cell.
    frames: Vec<u32>,
    /// The guess that led to each frame but the first.
    guesses: Vec<(u16, u32)>,
    /// Whether the first frame has been propagated.
    started: bool,
    /// Whether the top frame is a solution that was handed out.
    handed_out: bool,
    /// Conflict scores of cells.
    scores: Vec<f32>,
    /// What the next conflict adds.
    bump: f32,
    pub(crate) stats: Stats,
    polled: u64,
    /// Conflicts since the last start.
    since: u64,
    /// Conflicts until the next start.
    limit: u64,
    restarts_left: u64,
}

/// Where a search paused.
pub(crate) enum Advance {
    /// At a solution, as masks.
    Solution(Vec<u32>),
    /// There is no more.
    Exhausted,
    /// At its limit of guesses. It has not been started again then and has more positions to explore.
    Limit,
}

/// Scores are divided by this when they grow too large.
const RESCALE: f32 = 1e20;

/// What a conflict adds grows by this factor with each conflict: recent conflicts count more.
const GROWTH: f32 = 1.0005;

/// The weight of the scores of a value's two places in a house, against that of a cell with two candidates, 0.5.
const PLACES: f32 = 0.35;

/// What a conflict adds to all cells of the constraint that failed, together.
const INVOLVED: f32 = 10.0;

/// The search starts again after so many conflicts, and each time after half as many more. The scores stay: the first
/// attempts find out where the contradictions are.
const FIRST_LIMIT: u64 = 30;

/// How often the search starts again. It never does after a solution was found, which would be found a second time.
const RESTARTS: u64 = 8;

impl Search {
    pub(crate) fn new(engine: &Arc<Engine>) -> Search {
        Search::from(engine, engine.domains.clone())
    }

    /// A search that starts from other candidates.
    pub(crate) fn from(engine: &Arc<Engine>, masks: Vec<u32>) -> Search {
        Search {
            work: engine.workspace(),
            frames: masks,
            guesses: Vec::new(),
            started: false,
            handed_out: false,
            scores: (engine.degree.iter().zip(&engine.priority))
                .map(|(&degree, &priority)| 1.0 + 0.05 * degree as f32 + 0.5 * priority.clamp(0, 100) as f32)
                .collect(),
            bump: 1.0,
            stats: Stats::default(),
            polled: 0,
            since: 0,
            limit: FIRST_LIMIT,
            restarts_left: RESTARTS,
            engine: Arc::clone(engine),
        }
    }

    /// A search that is started again has no limit of guesses until the last start.
    #[cfg(test)]
    pub(crate) fn never_restart(&mut self) {
        self.restarts_left = 0;
    }

    fn depth(&self) -> usize {
        self.guesses.len()
    }

    fn top(&mut self) -> &mut [u32] {
        let cells = self.engine.cells;
        let start = self.depth() * cells;
        &mut self.frames[start..start + cells]
    }

    /// Propagates the first frame; false when there is no solution. Returns the candidates that remain.
    pub(crate) fn root(&mut self) -> Option<&[u32]> {
        let cells = self.engine.cells;
        if !self.started {
            self.started = true;
            if !self.engine.propagate_all(&mut self.frames[..cells], &mut self.work) {
                self.frames.clear();
            }
        }
        self.frames.get(..cells)
    }

    /// The next solution, as masks; `None` when there is no more.
    pub(crate) fn next(&mut self, run: &Run<'_>) -> Result<Option<Vec<u32>>, Stopped> {
        match self.advance(u64::MAX, run)? {
            Advance::Solution(masks) => Ok(Some(masks)),
            Advance::Exhausted | Advance::Limit => Ok(None),
        }
    }

    /// Searches for the next solution until so many guesses were made in all.
    pub(crate) fn advance(&mut self, limit: u64, run: &Run<'_>) -> Result<Advance, Stopped> {
        let cells = self.engine.cells;
        if self.root().is_none() || (core::mem::take(&mut self.handed_out) && !self.back()) {
            return Ok(Advance::Exhausted);
        }
        loop {
            if self.stats.guesses >= limit && self.restarts_left == 0 {
                return Ok(Advance::Limit);
            }
            let Some((cell, value)) = self.choose() else {
                self.handed_out = true;
                self.restarts_left = 0;
                return Ok(Advance::Solution(self.top().to_vec()));
            };
            self.stats.guesses += 1;
            if self.stats.guesses & 0xff == 0 {
                self.poll(run)?;
            }
            let start = self.depth() * cells;
            self.frames.truncate(start + cells);
            self.frames.extend_from_within(start..);
            self.guesses.push((cell, value));
            let masks = &mut self.frames[start + cells..];
            if !self.engine.propagate_from(cell, value, masks, &mut self.work) {
                self.conflict(cell);
                self.since += 1;
                if self.since >= self.limit && self.restarts_left > 0 {
                    self.restarts_left -= 1;
                    self.since = 0;
                    self.limit += self.limit / 2;
                    self.guesses.truncate(0);
                    self.frames.truncate(cells);
                    continue;
                }
                if !self.back() {
                    return Ok(Advance::Exhausted);
                }
            }
        }
    }

    /// The rest of a search at its limit, in at least so many parts where there are so many positions. They are in the order
    /// in which the search would explore them, and each goes on with the scores so far.
    pub(crate) fn split(mut self, least: usize) -> Vec<Search> {
        let mut positions = vec![self.top().to_vec()];
        while let Some((cell, value)) = self.guesses.pop() {
            let masks = self.top().to_vec();
            positions.extend(self.half(masks, cell, !value));
        }
        while positions.len() < least {
            // Of the position with the most candidates both halves of the next guess.
            let candidates = |masks: &[u32]| masks.iter().map(|mask| mask.count_ones()).sum::<u32>();
            let Some(widest) = (0..positions.len()).max_by_key(|&place| candidates(&positions[place])) else { break };
            self.top().copy_from_slice(&positions[widest]);
            let Some((cell, value)) = self.choose() else { break };
            let halves = [value, !value].map(|values| self.half(positions[widest].clone(), cell, values));
            positions.splice(widest..=widest, halves.into_iter().flatten());
        }
        let part = |masks| {
            let mut part = Search::from(&self.engine, masks);
            (part.started, part.restarts_left) = (true, 0);
            (part.scores, part.bump) = (self.scores.clone(), self.bump);
            part
        };
        positions.into_iter().map(part).collect()
    }

    /// A position in which the cell has only these values, if that is possible.
    fn half(&mut self, mut masks: Vec<u32>, cell: u16, values: u32) -> Option<Vec<u32>> {
        self.engine.propagate_from(cell, values, &mut masks, &mut self.work).then_some(masks)
    }

    pub(crate) fn poll(&mut self, run: &Run<'_>) -> Result<(), Stopped> {
        self.polled = self.stats.guesses;
        run.poll(self.stats.guesses)
    }

    /// Takes guesses back until the rest of a position is possible; false when nothing is left.
    fn back(&mut self) -> bool {
        let cells = self.engine.cells;
        while let Some((cell, value)) = self.guesses.pop() {
            let start = self.depth() * cells;
            let masks = &mut self.frames[start..start + cells];
            if self.engine.propagate_from(cell, !value, masks, &mut self.work) {
                return true;
            }
            if let Some(&(guess, _)) = self.guesses.last() {
                self.conflict(guess);
            }
        }
        self.frames.clear();
        false
    }

    /// Notes a contradiction after a guess.
    fn conflict(&mut self, guess: u16) {
        self.stats.conflicts += 1;
        self.scores[usize::from(guess)] += self.bump;
        if self.work.failed != NO_CELL {
            self.scores[usize::from(self.work.failed)] += self.bump;
        }
        let involved = self.engine.involved(self.work.failed_set);
        for &cell in involved {
            self.scores[usize::from(cell)] += self.bump * (INVOLVED / involved.len() as f32);
        }
        self.bump *= GROWTH;
        if self.bump > RESCALE {
            self.scores.iter_mut().for_each(|score| *score /= RESCALE);
            self.bump /= RESCALE;
        }
    }

    /// The next guess: a cell and one of its values; `None` when every cell has its value.
    fn choose(&mut self) -> Option<(u16, u32)> {
        let start = self.depth() * self.engine.cells;
        let masks = &self.frames[start..start + self.engine.cells];
        let mut best = None;
        let mut best_score = -1.0f32;
        for (cell, &mask) in masks.iter().enumerate() {
            let score = self.scores[cell] * WEIGHT[mask.count_ones() as usize];
            if score > best_score {
                best_score = score;
                best = Some(cell);
            }
        }
        let cell = best?;
        let mask = masks[cell];
        if mask.count_ones() > 2
            && let Some(guess) = self.choose_place(best_score)
        {
            return Some(guess);
        }
        Some((cell as u16, mask & mask.wrapping_neg()))
    }

    /// A value with two places left in a house, if its places have a better score than the best cell. Either half of such
    /// a guess gives a cell its value.
    fn choose_place(&self, mut best_score: f32) -> Option<(u16, u32)> {
        let start = self.depth() * self.engine.cells;
        let masks = &self.frames[start..start + self.engine.cells];
        let mut best = None;
        for house in &self.engine.houses {
            let (mut one, mut two, mut three) = (0, 0, 0);
            for &cell in house {
                let mask = masks[usize::from(cell)];
                three |= two & mask;
                two |= one & mask;
                one |= mask;
            }
            let mut pairs = two & !three;
            while pairs != 0 {
                let value = pairs & pairs.wrapping_neg();
                pairs ^= value;
                let mut places = house.iter().copied().filter(|&cell| masks[usize::from(cell)] & value != 0);
                let (Some(a), Some(b)) = (places.next(), places.next()) else { continue };
                let (score_a, score_b) = (self.scores[usize::from(a)], self.scores[usize::from(b)]);
                let score = (score_a + score_b) * PLACES;
                if score > best_score {
                    best_score = score;
                    best = Some((if score_a > score_b { a } else { b }, value));
                }
            }
        }
        best
    }
}

/// What a cell's score is multiplied with, for each number of candidates. A cell that has its value never is the best, and
/// that takes no branch.
const WEIGHT: [f32; 33] = {
    let mut weight = [f32::NEG_INFINITY; 33];
    let mut count = 2;
    while count < 33 {
        weight[count] = 1.0 / count as f32;
        count += 1;
    }
    weight
};
