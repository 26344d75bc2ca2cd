//! The questions of setters: how many solutions, which digits occur in them, which clues are needed, what contradicts what.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use ninefold::Random;

use super::engine::Engine;
use super::search::Search;
use super::space::{is_single, values};
use crate::rule::Rule;
use crate::{Answer, Cell, Run, Solution, Stopped, ValueSet, Variant};

/// A part of a puzzle that can be left out: the candidates of a cell at the start, or a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The rule of this number.
    Rule(usize),
    /// What is given in this cell.
    Given(Cell),
}

/// The solutions of a puzzle one after the other.
///
/// ```
/// use ninefold_variants::{Board, Run, Variant};
///
/// let empty = Variant::new(Board::square(4)?);
/// let run = Run::single();
/// assert_eq!(empty.solutions(&run).count(), 288);
/// # Ok::<(), ninefold_variants::BoardError>(())
/// ```
pub struct Solutions<'a> {
    variant: &'a Variant,
    run: &'a Run<'a>,
    search: Search,
    stopped: bool,
}

impl core::fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Solutions").field("stats", &self.search.stats).finish_non_exhaustive()
    }
}

impl Iterator for Solutions<'_> {
    type Item = Result<Solution, Stopped>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stopped {
            return None;
        }
        match self.search.next(self.run) {
            Ok(masks) => masks.map(|masks| Ok(self.variant.solution_of(&masks))),
            Err(stopped) => {
                self.stopped = true;
                Some(Err(stopped))
            }
        }
    }
}

/// Positions that part the solutions between them, at least `least` where there are so many.
fn parts(engine: &Arc<Engine>, least: usize) -> Vec<Vec<u32>> {
    let mut search = Search::new(engine);
    let Some(root) = search.root() else { return Vec::new() };
    let mut positions = vec![root.to_vec()];
    let mut work = engine.workspace();
    while positions.len() < least {
        // The position with the most open cells is split at its narrowest cell.
        let open = |masks: &[u32]| masks.iter().filter(|&&mask| !is_single(mask)).count();
        let Some(widest) = (0..positions.len()).max_by_key(|&place| open(&positions[place])) else { break };
        if open(&positions[widest]) == 0 {
            break;
        }
        let masks = positions.swap_remove(widest);
        let narrow =
            (0..masks.len()).filter(|&cell| !is_single(masks[cell])).min_by_key(|&cell| masks[cell].count_ones());
        let Some(cell) = narrow else { break };
        for value in values(masks[cell]) {
            let mut child = masks.clone();
            child[cell] = 1 << value;
            if engine.propagate_all(&mut child, &mut work) {
                positions.push(child);
            }
        }
        if positions.is_empty() {
            break;
        }
    }
    positions
}

impl Variant {
    /// All solutions, in the order in which the search finds them, on the calling thread.
    pub fn solutions<'a>(&'a self, run: &'a Run<'a>) -> Solutions<'a> {
        Solutions { variant: self, run, search: Search::new(&self.engine()), stopped: false }
    }

    /// Counts the solutions, and stops at `limit`. Several threads share the work.
    ///
    /// # Errors
    /// When the run is stopped.
    pub fn count(&self, limit: u64, run: &Run<'_>) -> Result<u64, Stopped> {
        let engine = self.engine();
        run.poll(0)?;
        let threads = run.thread_count();
        let positions = parts(&engine, if threads > 1 { threads * 8 } else { 1 });
        let total = AtomicU64::new(0);
        run.for_each(positions.len(), |index, run| {
            let mut search = Search::from(&engine, positions[index].clone());
            while total.load(Ordering::Relaxed) < limit && search.next(run)?.is_some() {
                total.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        })?;
        Ok(total.into_inner().min(limit))
    }

    /// Estimates the number of solutions from random descents of the search tree (Knuth's method).
    ///
    /// Each descent picks values at random and multiplies the numbers of choices. The mean over many descents approaches
    /// the count. The same seed gives the same estimate.
    ///
    /// # Errors
    /// When the run is stopped.
    pub fn estimate(&self, samples: u32, seed: u64, run: &Run<'_>) -> Result<f64, Stopped> {
        let engine = self.engine();
        let mut search = Search::new(&engine);
        let Some(root) = search.root().map(<[u32]>::to_vec) else { return Ok(0.0) };
        let mut work = engine.workspace();
        let mut sum = 0.0;
        for sample in 0..samples {
            run.poll(sample.into())?;
            let mut random = Random::stream(seed, sample.into());
            let mut masks = root.clone();
            let mut weight = 1.0;
            loop {
                let narrow = (0..masks.len())
                    .filter(|&cell| !is_single(masks[cell]))
                    .min_by_key(|&cell| masks[cell].count_ones());
                let Some(cell) = narrow else { break };
                let count = masks[cell].count_ones();
                let chosen = values(masks[cell]).nth(random.below(count) as usize).unwrap_or(0);
                weight *= f64::from(count);
                masks[cell] = 1 << chosen;
                if !engine.propagate_all(&mut masks, &mut work) {
                    weight = 0.0;
                    break;
                }
            }
            sum += weight;
        }
        Ok(if samples == 0 { 0.0 } else { sum / f64::from(samples) })
    }

    /// The values that occur in some solution, for each cell. All sets are empty when there is no solution.
    ///
    /// Each solution that is found shows many candidates at once. What no solution has shown is tried one by one.
    ///
    /// # Errors
    /// When the run is stopped.
    pub fn true_candidates(&self, run: &Run<'_>) -> Result<Vec<ValueSet>, Stopped> {
        let engine = self.engine();
        run.poll(0)?;
        let mut search = Search::new(&engine);
        let none = vec![0u32; engine.cells];
        let Some(root) = search.root().map(<[u32]>::to_vec) else {
            return Ok(none.into_iter().map(ValueSet::from_bits).collect());
        };
        let seen = Mutex::new(none);
        let note = |masks: &[u32]| {
            if let Ok(mut seen) = seen.lock() {
                seen.iter_mut().zip(masks).for_each(|(seen, mask)| *seen |= mask);
            }
        };
        if let Some(masks) = search.next(run)? {
            note(&masks);
            let open: Vec<(usize, u32)> =
                (0..root.len()).flat_map(|cell| values(root[cell]).map(move |value| (cell, 1 << value))).collect();
            run.for_each(open.len(), |index, run| {
                let (cell, value) = open[index];
                if seen.lock().is_ok_and(|seen| seen[cell] & value != 0) {
                    return Ok(());
                }
                let mut masks = root.clone();
                masks[cell] = value;
                if let Some(masks) = Search::from(&engine, masks).next(run)? {
                    note(&masks);
                }
                Ok(())
            })?;
        }
        let seen = seen.into_inner().unwrap_or_default();
        Ok(seen.into_iter().map(ValueSet::from_bits).collect())
    }

    /// The parts that can be left out: rules, and cells with fewer candidates than the board has values.
    pub fn parts(&self) -> Vec<Part> {
        let hint = |rule: &Rule| rule.kind() == crate::rule::Kind::SearchPriority;
        let rules = (0..self.rules().len()).filter(|&number| !hint(&self.rules()[number])).map(Part::Rule);
        let cells = self.board().cells().filter(|cell| self.givens()[cell.index()] != self.board().values());
        rules.chain(cells.map(Part::Given)).collect()
    }

    /// The same board with only these parts of the puzzle.
    pub fn with_parts(&self, parts: &[Part]) -> Variant {
        let keep: std::collections::HashSet<Part> = parts.iter().copied().collect();
        let variant = self.with_rules(|number| keep.contains(&Part::Rule(number)));
        let all = self.board().values();
        let given = |cell: Cell| if keep.contains(&Part::Given(cell)) { self.givens()[cell.index()] } else { all };
        variant.with_givens(self.board().cells().map(given).collect())
    }

    /// The parts of a puzzle with one solution that can be left out one at a time: without such a part the solution is
    /// still unique. Two of them together may be needed. Empty for a puzzle that has not exactly one solution.
    ///
    /// # Errors
    /// When the run is stopped.
    pub fn unnecessary(&self, run: &Run<'_>) -> Result<Vec<Part>, Stopped> {
        let parts = self.parts();
        if !self.solve(run)?.is_unique() {
            return Ok(Vec::new());
        }
        let found = Mutex::new(Vec::new());
        run.for_each(parts.len(), |index, run| {
            let rest: Vec<Part> = parts.iter().copied().filter(|&part| part != parts[index]).collect();
            if self.with_parts(&rest).solve(run)?.is_unique()
                && let Ok(mut found) = found.lock()
            {
                found.push(parts[index]);
            }
            Ok(())
        })?;
        let mut found = found.into_inner().unwrap_or_default();
        found.sort_unstable();
        Ok(found)
    }

    /// Parts of a puzzle without solution that contradict each other: without any one of them the rest has a solution.
    /// `None` where there is a solution. The houses of the board always count.
    ///
    /// The set is minimal, and the smallest of several that are tried.
    ///
    /// # Errors
    /// When the run is stopped.
    pub fn contradiction(&self, run: &Run<'_>) -> Result<Option<Vec<Part>>, Stopped> {
        let impossible = |parts: &[Part]| Ok(self.with_parts(parts).solve(run)? == Answer::NoSolution);
        let mut order = self.parts();
        if !impossible(&order)? {
            return Ok(None);
        }
        let mut best: Option<Vec<Part>> = None;
        let mut random = Random::new(1);
        for _ in 0..4 {
            let set = self.reduced(order.clone(), &impossible)?;
            if best.as_ref().is_none_or(|best| set.len() < best.len()) {
                best = Some(set);
            }
            random.shuffle(&mut order);
        }
        if let Some(best) = &mut best {
            best.sort_unstable();
        }
        Ok(best)
    }

    /// Leaves parts out while the rest stays impossible: halves first, then single parts.
    fn reduced(
        &self,
        mut set: Vec<Part>,
        impossible: &impl Fn(&[Part]) -> Result<bool, Stopped>,
    ) -> Result<Vec<Part>, Stopped> {
        let mut size = set.len().div_ceil(2);
        while size > 0 && !set.is_empty() {
            let mut start = 0;
            while start < set.len() {
                let end = (start + size).min(set.len());
                let rest = [&set[..start], &set[end..]].concat();
                if impossible(&rest)? {
                    set = rest;
                } else {
                    start = end;
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn counts_iterator_and_estimate_agree_on_all_threads() {
        let variant = text::read(".Shape~4x4.Cage~5~R1C1~R1C2").unwrap();
        let run = Run::single();
        let solutions: Vec<Solution> = variant.solutions(&run).map(Result::unwrap).collect();
        let count = solutions.len() as u64;
        assert!(count > 10 && solutions.iter().all(|solution| variant.is_solved_by(solution.values())));
        for threads in [1, 3] {
            assert_eq!(variant.count(u64::MAX, &Run::default().threads(threads)), Ok(count));
            assert_eq!(variant.count(7, &Run::default().threads(threads)), Ok(7));
        }
        let estimate = variant.estimate(4000, 1, &run).unwrap();
        assert!((estimate / count as f64 - 1.0).abs() < 0.2, "{estimate} for {count}");
    }

    #[test]
    fn true_candidates_are_those_of_all_solutions() {
        for text in [".Shape~4x4.Cage~5~R1C1~R1C2.Thermo~R2C1~R2C2~R2C3", ".Shape~4x4.Cage~2~R1C1~R1C2"] {
            let variant = text::read(text).unwrap();
            let mut expected = vec![ValueSet::EMPTY; 16];
            for solution in variant.solutions(&Run::single()) {
                expected.iter_mut().zip(solution.unwrap().values()).for_each(|(set, &value)| set.insert(value));
            }
            for threads in [1, 2] {
                assert_eq!(variant.true_candidates(&Run::default().threads(threads)).unwrap(), expected);
            }
        }
    }

    #[test]
    fn a_contradiction_is_minimal() {
        let variant =
            text::read(".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R4C1~R4C2~R4C3.Cage~4~R1C3~R1C4.~R3C3_1~R2C2_4").unwrap();
        let set = variant.contradiction(&Run::single()).unwrap().unwrap();
        assert_eq!(set, [Part::Rule(0), Part::Rule(2)]);
        let possible = text::read(".Shape~4x4.Cage~3~R1C1~R1C2").unwrap();
        assert_eq!(possible.contradiction(&Run::single()), Ok(None));
    }

    #[test]
    fn clues_that_change_nothing_are_unnecessary() {
        let variant =
            text::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1~R1C1_1").unwrap();
        let found = variant.unnecessary(&Run::single()).unwrap();
        assert!(found.contains(&Part::Given(Cell::new(0))));
        for part in variant.parts() {
            let rest: Vec<Part> = variant.parts().into_iter().filter(|&other| other != part).collect();
            let unique = variant.with_parts(&rest).solve(&Run::single()).unwrap().is_unique();
            assert_eq!(unique, found.contains(&part), "{part:?}");
        }
    }
}
