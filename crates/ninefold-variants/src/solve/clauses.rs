//! Search that learns, for large boards with houses alone.
//!
//! On 25x25 a contradiction often has little to do with the last guesses, and a search that goes back one guess at a time
//! meets it again and again. Here each contradiction is traced back to the guesses it follows from, and what they have in
//! common is kept as a clause. This is conflict-driven clause learning as SAT solvers do it.
//!
//! A candidate is a variable: the cell has the value, or it has not. The rules are:
//!
//! ```text
//!   each cell has one of its values           a clause of its candidates
//!   each value is in one cell of a house      a clause of its candidates in the house
//!   two candidates exclude each other         not a clause but a list: a true candidate makes all its rivals false
//! ```

use super::engine::Engine;
use super::search::Stats;
use super::space::values;
use crate::{Run, Stopped};

/// A variable with a sign: `2 * variable` is true when the cell has the value, one more when it has not.
type Literal = u32;

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// A guess, or no reason needed.
    None,
    /// This candidate is true and excludes the other.
    Rival(u32),
    /// All other literals of the clause are false.
    Clause(u32),
}

/// A literal of a clause is watched: when it becomes false, the clause is looked at.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: if it is true, the clause holds.
    other: Literal,
}

/// Clauses one after the other: the number of literals, how many levels of guesses they came from when the clause was
/// learned (0 for clauses of the puzzle), and the literals. A clause is known by where it begins.
#[derive(Default)]
struct Clauses(Vec<u32>);

impl Clauses {
    /// How many words come before the literals.
    const HEAD: usize = 2;

    fn push(&mut self, literals: &[Literal], levels: u32) -> u32 {
        let clause = self.0.len() as u32;
        self.0.extend([literals.len() as u32, levels]);
        self.0.extend(literals);
        clause
    }

    #[inline(always)]
    fn literals(&self, clause: u32) -> &[Literal] {
        let start = clause as usize;
        &self.0[start + Self::HEAD..][..self.0[start] as usize]
    }

    #[inline(always)]
    fn literals_mut(&mut self, clause: u32) -> &mut [Literal] {
        let start = clause as usize;
        let count = self.0[start] as usize;
        &mut self.0[start + Self::HEAD..][..count]
    }

    fn levels(&self, clause: u32) -> u32 {
        self.0[clause as usize + 1]
    }

    /// Where the clauses begin.
    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let mut next = 0;
        core::iter::from_fn(move || {
            let clause = next;
            next += Self::HEAD + *self.0.get(clause)? as usize;
            Some(clause as u32)
        })
    }
}

/// A search for the solutions of a board.
pub(crate) struct Learning {
    /// The cell and the value of each variable.
    candidates: Vec<(u16, u32)>,
    /// For each variable the variables that exclude it.
    rivals: Vec<Box<[u32]>>,
    clauses: Clauses,
    watches: Vec<Vec<Watch>>,
    /// For each literal whether it is true (1), false (-1) or open (0).
    truth: Vec<i8>,
    level: Vec<u32>,
    reason: Vec<Reason>,
    trail: Vec<Literal>,
    /// Where the levels of guesses begin in the trail.
    guesses: Vec<usize>,
    next: usize,
    scores: Vec<f64>,
    bump: f64,
    heap: Heap,
    /// The sign that a variable had last.
    phase: Vec<bool>,
    seen: Vec<bool>,
    /// Averages of the levels of learned clauses, over few and over many of them.
    recent: f64,
    overall: f64,
    /// Whether all solutions have been found.
    exhausted: bool,
    pub(crate) stats: Stats,
}

/// How many conflicts it takes until clauses are forgotten for the first time, and how many more each time after that.
const FIRST_CLAUSES: u32 = 2000;
const MORE_CLAUSES: u32 = 200;

/// What a conflict adds grows by this factor with each conflict.
const GROWTH: f64 = 1.0 / 0.95;

/// The search starts again after so many conflicts, if its latest clauses have so many times more levels than usual.
const LEAST: u32 = 50;
const RATIO: f64 = 1.4;

/// What the scores of variables are divided by when they grow too large.
const RESCALE: f64 = 1e100;

impl Learning {
    /// A search from candidates that the engine has propagated. The engine has houses and nothing else.
    pub(crate) fn new(engine: &Engine, masks: &[u32]) -> Learning {
        let mut candidates: Vec<(u16, u32)> = Vec::new();
        let mut numbers = vec![[u32::MAX; 32]; masks.len()];
        for (cell, &mask) in (0u16..).zip(masks) {
            for value in values(mask) {
                numbers[usize::from(cell)][value as usize] = candidates.len() as u32;
                candidates.push((cell, value));
            }
        }
        let number = |cell: u16, value: u32| numbers[usize::from(cell)][value as usize];
        let rivals = candidates
            .iter()
            .map(|&(cell, value)| {
                let same_cell = values(masks[usize::from(cell)] & !(1 << value)).map(|other| number(cell, other));
                let peers = engine.peers.list(cell).iter().filter(|&&near| masks[usize::from(near)] >> value & 1 == 1);
                same_cell.chain(peers.map(|&near| number(near, value))).collect()
            })
            .collect();
        let count = candidates.len();
        let mut search = Learning {
            rivals,
            clauses: Clauses::default(),
            watches: vec![Vec::new(); 2 * count],
            truth: vec![0; 2 * count],
            level: vec![0; count],
            reason: vec![Reason::None; count],
            trail: Vec::new(),
            guesses: Vec::new(),
            next: 0,
            scores: vec![0.0; count],
            bump: 1.0,
            heap: Heap::new(count),
            phase: vec![true; count],
            seen: vec![false; count],
            recent: 0.0,
            overall: 0.0,
            exhausted: false,
            stats: Stats::default(),
            candidates,
        };
        for (cell, &mask) in (0u16..).zip(masks) {
            search.add(values(mask).map(|value| 2 * number(cell, value)).collect(), 0);
        }
        for house in &engine.houses {
            for value in values(engine.values) {
                let places = house.iter().filter(|&&cell| masks[usize::from(cell)] >> value & 1 == 1);
                search.add(places.map(|&cell| 2 * number(cell, value)).collect(), 0);
            }
        }
        search
    }

    /// Adds a clause whose first two literals can be watched; one of a single literal makes it true.
    fn add(&mut self, literals: Vec<Literal>, levels: u32) -> Reason {
        if let [only] = literals[..] {
            if self.truth[only as usize] == 0 {
                self.assign(only, Reason::None);
            }
            return Reason::None;
        }
        let clause = self.clauses.push(&literals, levels);
        self.watches[literals[0] as usize].push(Watch { clause, other: literals[1] });
        self.watches[literals[1] as usize].push(Watch { clause, other: literals[0] });
        Reason::Clause(clause)
    }

    fn assign(&mut self, literal: Literal, reason: Reason) {
        let variable = (literal / 2) as usize;
        self.truth[literal as usize] = 1;
        self.truth[(literal ^ 1) as usize] = -1;
        self.level[variable] = self.guesses.len() as u32;
        self.reason[variable] = reason;
        self.trail.push(literal);
    }

    /// Draws conclusions until there are none. A contradiction is returned as literals that are all false.
    fn propagate(&mut self) -> Option<Vec<Literal>> {
        while self.next < self.trail.len() {
            let literal = self.trail[self.next];
            self.next += 1;
            if literal & 1 == 0 {
                let variable = literal / 2;
                for place in 0..self.rivals[variable as usize].len() {
                    let rival = 2 * self.rivals[variable as usize][place];
                    match self.truth[rival as usize] {
                        0 => self.assign(rival ^ 1, Reason::Rival(variable)),
                        1 => return Some(vec![literal ^ 1, rival ^ 1]),
                        _ => {}
                    }
                }
            }
            let lost = literal ^ 1;
            let mut watches = core::mem::take(&mut self.watches[lost as usize]);
            let (mut kept, mut place) = (0, 0);
            let mut conflict = None;
            'watches: while place < watches.len() {
                let watch = watches[place];
                place += 1;
                if self.truth[watch.other as usize] == 1 {
                    watches[kept] = watch;
                    kept += 1;
                    continue;
                }
                let literals = self.clauses.literals_mut(watch.clause);
                if literals[0] == lost {
                    literals.swap(0, 1);
                }
                let first = literals[0];
                let renewed = Watch { clause: watch.clause, other: first };
                if self.truth[first as usize] == 1 {
                    watches[kept] = renewed;
                    kept += 1;
                    continue;
                }
                for other in 2..literals.len() {
                    if self.truth[literals[other] as usize] != -1 {
                        literals.swap(1, other);
                        let now = literals[1];
                        self.watches[now as usize].push(renewed);
                        continue 'watches;
                    }
                }
                watches[kept] = renewed;
                kept += 1;
                if self.truth[first as usize] == -1 {
                    conflict = Some(literals.to_vec());
                    break;
                }
                self.assign(first, Reason::Clause(watch.clause));
            }
            watches.copy_within(place.., kept);
            watches.truncate(kept + watches.len() - place);
            self.watches[lost as usize] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Calls a function with the literals, all false, that a true literal follows from.
    fn each_cause(&self, variable: u32, mut visit: impl FnMut(Literal)) {
        match self.reason[variable as usize] {
            Reason::None => {}
            Reason::Rival(rival) => visit(2 * rival + 1),
            Reason::Clause(clause) => {
                let literals = self.clauses.literals(clause);
                literals.iter().filter(|&&literal| literal / 2 != variable).for_each(|&literal| visit(literal));
            }
        }
    }

    /// The clause that a contradiction teaches, and the level to go back to. Its first literal is the only one of the last
    /// level, the second one of the level to go back to.
    fn analyse(&mut self, conflict: Vec<Literal>) -> (Vec<Literal>, usize) {
        let now = self.guesses.len() as u32;
        let mut learned: Vec<Literal> = vec![0];
        let mut marked: Vec<u32> = Vec::new();
        let mut open = 0;
        let mut place = self.trail.len();
        let mut causes = conflict;
        loop {
            for literal in causes.drain(..) {
                let variable = literal / 2;
                if self.seen[variable as usize] || self.level[variable as usize] == 0 {
                    continue;
                }
                self.seen[variable as usize] = true;
                marked.push(variable);
                self.raise(variable);
                if self.level[variable as usize] == now {
                    open += 1;
                } else {
                    learned.push(literal);
                }
            }
            loop {
                place -= 1;
                if self.seen[(self.trail[place] / 2) as usize] {
                    break;
                }
            }
            open -= 1;
            let literal = self.trail[place];
            if open == 0 {
                learned[0] = literal ^ 1;
                break;
            }
            self.each_cause(literal / 2, |cause| causes.push(cause));
        }
        // A literal that follows from others of the clause says nothing new.
        let mut kept = vec![learned[0]];
        let mut visited: Vec<u32> = Vec::new();
        for &literal in &learned[1..] {
            if !self.follows(literal / 2, &mut visited) {
                kept.push(literal);
            }
        }
        marked.iter().chain(&visited).for_each(|&variable| self.seen[variable as usize] = false);
        let mut back = 0;
        if kept.len() > 1 {
            let latest = (1..kept.len()).max_by_key(|&place| self.level[(kept[place] / 2) as usize]).unwrap_or(1);
            kept.swap(1, latest);
            back = self.level[(kept[1] / 2) as usize] as usize;
        }
        (kept, back)
    }

    /// Whether the causes of a variable all lie in the clause, marked as seen, or follow from it.
    fn follows(&mut self, variable: u32, visited: &mut Vec<u32>) -> bool {
        if self.reason[variable as usize] == Reason::None {
            return false;
        }
        let start = visited.len();
        let mut stack = vec![variable];
        let mut found = Vec::new();
        while let Some(variable) = stack.pop() {
            found.clear();
            self.each_cause(variable, |cause| found.push(cause / 2));
            for &cause in &found {
                if self.seen[cause as usize] || self.level[cause as usize] == 0 {
                    continue;
                }
                if self.reason[cause as usize] == Reason::None {
                    visited.drain(start..).for_each(|variable| self.seen[variable as usize] = false);
                    return false;
                }
                self.seen[cause as usize] = true;
                visited.push(cause);
                stack.push(cause);
            }
        }
        true
    }

    fn raise(&mut self, variable: u32) {
        self.scores[variable as usize] += self.bump;
        if self.scores[variable as usize] > RESCALE {
            self.scores.iter_mut().for_each(|score| *score /= RESCALE);
            self.bump /= RESCALE;
        }
        self.heap.raise(variable, &self.scores);
    }

    /// Takes guesses back until so many are left.
    fn back(&mut self, guesses: usize) {
        if self.guesses.len() <= guesses {
            return;
        }
        for literal in self.trail.drain(self.guesses[guesses]..) {
            let variable = literal / 2;
            self.truth[literal as usize] = 0;
            self.truth[(literal ^ 1) as usize] = 0;
            self.phase[variable as usize] = literal & 1 == 0;
            self.heap.insert(variable, &self.scores);
        }
        self.guesses.truncate(guesses);
        self.next = self.trail.len();
    }

    /// In how many levels of guesses the literals of a clause lie.
    fn level_count(&self, literals: &[Literal]) -> u32 {
        let mut levels: Vec<u32> = literals.iter().map(|&literal| self.level[(literal / 2) as usize]).collect();
        levels.sort_unstable();
        levels.dedup();
        levels.len() as u32
    }

    /// Forgets half of the learned clauses, those of the most levels. Only without guesses: no reason refers to a clause.
    fn forget(&mut self) {
        let mut learned: Vec<(u32, u32)> = self
            .clauses
            .iter()
            .map(|clause| (self.clauses.levels(clause), clause))
            .filter(|clause| clause.0 > 2)
            .collect();
        // Of the same number of levels the older ones go first.
        learned.sort_unstable_by_key(|&(levels, clause)| (core::cmp::Reverse(levels), clause));
        learned.truncate(learned.len() / 2);
        let mut gone: Vec<u32> = learned.into_iter().map(|(_, clause)| clause).collect();
        gone.sort_unstable();
        self.watches.iter_mut().for_each(Vec::clear);
        let mut kept = Clauses::default();
        for old in self.clauses.iter() {
            let literals = self.clauses.literals(old);
            let holds = literals.iter().any(|&literal| self.truth[literal as usize] == 1);
            if holds || gone.binary_search(&old).is_ok() {
                continue;
            }
            let clause = kept.push(literals, self.clauses.levels(old));
            self.watches[literals[0] as usize].push(Watch { clause, other: literals[1] });
            self.watches[literals[1] as usize].push(Watch { clause, other: literals[0] });
        }
        self.clauses = kept;
    }

    /// The next solution, as masks, or `None` when there is no more.
    pub(crate) fn next(&mut self, cells: usize, run: &Run<'_>) -> Result<Option<Vec<u32>>, Stopped> {
        if self.exhausted {
            return Ok(None);
        }
        let (mut since, mut limit, mut conflicts) = (0u32, FIRST_CLAUSES, 0u32);
        loop {
            if let Some(conflict) = self.propagate() {
                if self.guesses.is_empty() {
                    return Ok(None);
                }
                self.stats.conflicts += 1;
                conflicts += 1;
                since += 1;
                let (learned, level) = self.analyse(conflict);
                let levels = self.level_count(&learned);
                self.back(level);
                let first = learned[0];
                let reason = self.add(learned, levels.max(1));
                if reason != Reason::None {
                    self.assign(first, reason);
                }
                self.bump *= GROWTH;
                self.recent += (f64::from(levels) - self.recent) / 32.0;
                self.overall += (f64::from(levels) - self.overall) / (self.stats.conflicts as f64).min(4096.0);
                continue;
            }
            if since >= LEAST && self.recent > RATIO * self.overall {
                since = 0;
                self.back(0);
                if conflicts >= limit {
                    conflicts = 0;
                    limit += MORE_CLAUSES;
                    self.forget();
                }
                continue;
            }
            let Some(variable) = self.heap.pop_open(&self.truth, &self.scores) else {
                let mut masks = vec![0; cells];
                let held = self.trail.iter().filter(|&&literal| literal & 1 == 0);
                let held: Vec<u32> = held.map(|literal| literal / 2).collect();
                held.iter().for_each(|&variable| {
                    let (cell, value) = self.candidates[variable as usize];
                    masks[usize::from(cell)] = 1 << value;
                });
                // Every other solution lacks one of the guesses.
                let lacking: Vec<Literal> = self.guesses.iter().rev().map(|&place| self.trail[place] ^ 1).collect();
                if lacking.is_empty() {
                    self.exhausted = true;
                } else {
                    self.back(lacking.len() - 1);
                    let first = lacking[0];
                    let reason = self.add(lacking, 1);
                    if self.truth[first as usize] == 0 {
                        self.assign(first, reason);
                    }
                }
                return Ok(Some(masks));
            };
            self.stats.guesses += 1;
            if self.stats.guesses & 0xff == 0 {
                run.poll(self.stats.guesses)?;
            }
            self.guesses.push(self.trail.len());
            self.assign(2 * variable + u32::from(!self.phase[variable as usize]), Reason::None);
        }
    }
}

/// The open variables, the one with the highest score on top.
struct Heap {
    items: Vec<u32>,
    /// The place of each variable, or `u32::MAX`.
    place: Vec<u32>,
}

impl Heap {
    fn new(count: usize) -> Heap {
        Heap { items: (0..count as u32).collect(), place: (0..count as u32).collect() }
    }

    fn up(&mut self, mut place: usize, scores: &[f64]) {
        let item = self.items[place];
        while place > 0 {
            let above = (place - 1) / 2;
            if scores[self.items[above] as usize] >= scores[item as usize] {
                break;
            }
            self.items[place] = self.items[above];
            self.place[self.items[place] as usize] = place as u32;
            place = above;
        }
        self.items[place] = item;
        self.place[item as usize] = place as u32;
    }

    fn down(&mut self, mut place: usize, scores: &[f64]) {
        let item = self.items[place];
        loop {
            let mut below = 2 * place + 1;
            if below >= self.items.len() {
                break;
            }
            let score = |place: usize| scores[self.items[place] as usize];
            if below + 1 < self.items.len() && score(below + 1) > score(below) {
                below += 1;
            }
            if score(below) <= scores[item as usize] {
                break;
            }
            self.items[place] = self.items[below];
            self.place[self.items[place] as usize] = place as u32;
            place = below;
        }
        self.items[place] = item;
        self.place[item as usize] = place as u32;
    }

    fn raise(&mut self, variable: u32, scores: &[f64]) {
        let place = self.place[variable as usize];
        if place != u32::MAX {
            self.up(place as usize, scores);
        }
    }

    fn insert(&mut self, variable: u32, scores: &[f64]) {
        if self.place[variable as usize] == u32::MAX {
            self.items.push(variable);
            self.up(self.items.len() - 1, scores);
        }
    }

    /// Removes and returns the best variable that is open.
    fn pop_open(&mut self, truth: &[i8], scores: &[f64]) -> Option<u32> {
        loop {
            let &top = self.items.first()?;
            self.place[top as usize] = u32::MAX;
            if let Some(last) = self.items.pop()
                && last != top
            {
                self.items[0] = last;
                self.down(0, scores);
            }
            if truth[2 * top as usize] == 0 {
                return Some(top);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::search::Search;
    use crate::{Board, Cell, ValueSet, Variant};

    /// All solutions in order, as masks.
    fn all(mut next: impl FnMut() -> Option<Vec<u32>>) -> Vec<Vec<u32>> {
        let mut found: Vec<Vec<u32>> = core::iter::from_fn(&mut next).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn learning_finds_the_same_solutions_as_search() {
        let mut random = ninefold::Random::new(11);
        let (mut none, mut several) = (0, 0);
        for case in 0..300 {
            let side = [4, 6, 9][case % 3];
            let mut variant = Variant::new(Board::square(side).unwrap());
            let given = [4, 10, 26][case % 3];
            for _ in 0..given {
                let cell = Cell::new(random.below((side * side) as u32) as usize);
                variant.give(cell, 1 + random.below(side as u32) as u8);
            }
            // Half of the boards are solvable: the givens of a solution, some of them taken away.
            if case % 2 == 0 {
                let empty = Variant::new(Board::square(side).unwrap());
                let solution = empty.solve(&Run::single()).unwrap().first().unwrap().values().to_vec();
                let all = ValueSet::from_bits(variant.engine().values);
                let keep = |&value: &u8| if random.below(9) < 4 { ValueSet::of(value) } else { all };
                variant = empty.with_givens(solution.iter().map(keep).collect());
            }
            let engine = variant.engine();
            let mut search = Search::new(&engine);
            let expected = all(|| search.next(&Run::single()).unwrap().filter(|_| search.stats.guesses < 2000));
            if search.stats.guesses >= 2000 {
                continue;
            }
            let mut root = Search::new(&engine);
            let found = root.root().map_or(Vec::new(), |masks| {
                let mut learning = Learning::new(&engine, masks);
                all(|| learning.next(engine.cells, &Run::single()).unwrap())
            });
            assert_eq!(found, expected, "{case}");
            none += usize::from(found.is_empty());
            several += usize::from(found.len() > 1);
        }
        assert!(none > 5 && several > 5, "{none} {several}");
    }
}
