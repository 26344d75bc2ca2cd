//! Search that learns, for large boards with houses alone.
//!
//! On 25x25 a contradiction often has little to do with the last guesses, and a search that goes back one guess at a time
//! meets it again and again. Here each contradiction is traced back to the guesses it follows from, and what they have in
//! common is kept as a clause. This is conflict-driven clause learning as SAT solvers do it.
//!
//! A candidate is a variable: the cell has the value, or it has not. What is particular to boards:
//!
//! ```text
//!   board.rs       the rules are counted, not watched: only learned clauses are watched
//!   propagate.rs   rules and pairs come first, clauses only when these say nothing more
//!   analyse.rs     many candidates are false because of one that is true: it takes their place in a clause
//!   clauses.rs     literals have 16 bits, which is enough for 25x25
//!   order.rs       scores decay slowly, by 0.5 % a conflict; of the best, one with a small group is guessed
//! ```
//!
//! A guess always says that a candidate is true.

mod analyse;
mod board;
mod clauses;
mod order;
mod propagate;
#[cfg(test)]
mod tests;

use super::engine::Engine;
use super::search::Stats;
use super::space::values;
use crate::{Run, Stopped};
use analyse::Mark;
use board::Groups;
use clauses::Clauses;
use order::Order;

/// A candidate. A board has at most 25 * 25 * 25 of them.
type Variable = u16;

/// A variable with a sign: `2 * variable` is true when the cell has the value, one more when it has not.
type Literal = u16;

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// A guess, or no reason needed.
    None,
    /// This literal is false, and one of the two is true.
    Pair(Literal),
    /// All other candidates of the group are false.
    Group(u16),
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

/// Which literals are true, and why.
struct Assigned {
    /// For each literal whether it is true (1), false (-1) or open (0). An array of all numbers of 16 bits needs no check
    /// of its bounds.
    truth: Box<[i8; 1 << 16]>,
    /// How many guesses were made before each variable got its sign.
    level: Vec<u16>,
    reason: Vec<Reason>,
    /// The true literals in the order in which they became true.
    trail: Vec<Literal>,
    /// Where the levels of guesses begin in the trail.
    guesses: Vec<usize>,
}

impl Assigned {
    #[inline(always)]
    fn truth(&self, literal: Literal) -> i8 {
        self.truth[usize::from(literal)]
    }

    #[inline(always)]
    fn assign(&mut self, literal: Literal, reason: Reason) {
        let variable = usize::from(literal / 2);
        self.truth[usize::from(literal)] = 1;
        self.truth[usize::from(literal ^ 1)] = -1;
        self.level[variable] = self.guesses.len() as u16;
        self.reason[variable] = reason;
        self.trail.push(literal);
    }
}

/// Counts levels of guesses.
struct Levels {
    /// The number of the last count that met each level.
    met: Vec<u32>,
    number: u32,
}

impl Levels {
    /// In how many levels of guesses literals lie.
    fn count(&mut self, literals: &[Literal], assigned: &Assigned) -> u16 {
        self.number = self.number.wrapping_add(1);
        let mut count = 0;
        for &literal in literals {
            let met = &mut self.met[usize::from(assigned.level[usize::from(literal / 2)])];
            count += u16::from(*met != self.number);
            *met = self.number;
        }
        count
    }
}

/// A search for the solutions of a board.
pub(crate) struct Learning {
    /// The cell and the value of each variable.
    candidates: Vec<(u16, u32)>,
    groups: Groups,
    clauses: Clauses,
    /// For each literal the clauses of three and more literals that watch it.
    watches: Vec<Vec<Watch>>,
    /// For each literal the other one of each learned clause of two.
    pairs: Vec<Vec<Literal>>,
    assigned: Assigned,
    /// Up to where the rules of the board and the pairs have been applied to the trail, and up to where the clauses.
    next: usize,
    next_watched: usize,
    /// Literals that are all false against a rule or a clause, and the clause if it is one.
    conflict: Vec<Literal>,
    used: Option<u32>,
    /// The clause that the last contradiction taught.
    learned: Vec<Literal>,
    marks: Vec<Mark>,
    marked: Vec<Variable>,
    block: Vec<Variable>,
    levels: Levels,
    order: Order,
    /// Averages of the levels of learned clauses, over few and over many of them.
    recent: f64,
    overall: f64,
    /// Conflicts since the search started again and since clauses were forgotten, and how many it takes to forget.
    since: u32,
    unforgotten: u32,
    limit: u32,
    /// Whether all solutions have been found.
    exhausted: bool,
    pub(crate) stats: Stats,
}

/// Clauses of at most so many levels are kept for ever.
const FEW: u16 = 2;

/// Clauses of at most so many levels are kept for two rounds of forgetting after their last use, others for one.
const MIDDLE: u16 = 6;

/// How many conflicts it takes until clauses are forgotten for the first time, and how many more each time after that.
const FIRST_CLAUSES: u32 = 2000;
const MORE_CLAUSES: u32 = 200;

/// Which part of the clauses is kept that were not used of late.
const KEPT: f64 = 0.5;

/// What a conflict adds to the scores of variables grows by this factor with each conflict.
const GROWTH: f64 = 1.0 / 0.995;

/// So many variables at the top of the heap are looked at for a guess.
const SCANNED: usize = 400;

/// The search starts again after so many conflicts, if its latest clauses have so many times more levels than usual.
const LEAST: u32 = 50;
const RATIO: f64 = 1.4;

impl Learning {
    /// A search from candidates that the engine has propagated. The engine has houses and nothing else.
    pub(crate) fn new(engine: &Engine, masks: &[u32]) -> Learning {
        let mut candidates: Vec<(u16, u32)> = Vec::new();
        let mut numbers = vec![[0; 32]; masks.len()];
        for (cell, &mask) in (0u16..).zip(masks) {
            for value in values(mask) {
                numbers[usize::from(cell)][value as usize] = candidates.len() as Variable;
                candidates.push((cell, value));
            }
        }
        let count = candidates.len();
        let number = |cell: u16, value: u32| numbers[usize::from(cell)][value as usize];
        let mut search = Learning {
            groups: Groups::new(engine, masks, &candidates, number),
            clauses: Clauses::default(),
            watches: vec![Vec::new(); 2 * count],
            pairs: vec![Vec::new(); 2 * count],
            assigned: Assigned {
                truth: Box::new([0; 1 << 16]),
                level: vec![0; count],
                reason: vec![Reason::None; count],
                trail: Vec::new(),
                guesses: Vec::new(),
            },
            next: 0,
            next_watched: 0,
            conflict: Vec::new(),
            used: None,
            learned: Vec::new(),
            marks: vec![Mark::None; count],
            marked: Vec::new(),
            block: Vec::new(),
            levels: Levels { met: vec![0; count + 1], number: 0 },
            order: Order::new(count),
            recent: 0.0,
            overall: 0.0,
            since: 0,
            unforgotten: 0,
            limit: FIRST_CLAUSES,
            exhausted: false,
            stats: Stats::default(),
            candidates,
        };
        for group in 0..search.groups.count() as u16 {
            if search.groups.is_empty(group) {
                search.exhausted = true;
            } else if let Some(alone) = search.groups.alone(group) {
                search.make_true(2 * alone, Reason::None);
            }
        }
        search
    }

    fn make_true(&mut self, literal: Literal, reason: Reason) {
        match self.assigned.truth(literal) {
            0 => self.assigned.assign(literal, reason),
            // Without guesses nothing is left to take back.
            -1 => self.exhausted = true,
            _ => {}
        }
    }

    /// Adds the learned clause, all of whose literals but the first are false, and makes the first one true.
    fn learn(&mut self, levels: u16) {
        let first = self.learned[0];
        let reason = match self.learned[..] {
            [_] => Reason::None,
            [a, b] => {
                self.pairs[usize::from(a)].push(b);
                self.pairs[usize::from(b)].push(a);
                Reason::Pair(b)
            }
            _ => {
                let clause = self.clauses.push(&self.learned, levels, if levels <= MIDDLE { 2 } else { 1 });
                self.watch(clause);
                Reason::Clause(clause)
            }
        };
        self.make_true(first, reason);
    }

    fn watch(&mut self, clause: u32) {
        let [a, b, ..] = *self.clauses.literals(clause) else { return };
        self.watches[usize::from(a)].push(Watch { clause, other: b });
        self.watches[usize::from(b)].push(Watch { clause, other: a });
    }

    /// Takes guesses back until so many are left.
    fn back(&mut self, guesses: usize) {
        let Learning { assigned, groups, order, .. } = self;
        if assigned.guesses.len() <= guesses {
            return;
        }
        let start = assigned.guesses[guesses];
        for (place, literal) in (start..).zip(assigned.trail.drain(start..)) {
            let variable = literal / 2;
            assigned.truth[usize::from(literal)] = 0;
            assigned.truth[usize::from(literal ^ 1)] = 0;
            order.insert(variable);
            if literal & 1 == 1 && place < self.next {
                groups.restore(variable);
            }
        }
        assigned.guesses.truncate(guesses);
        self.next = self.next.min(start);
        self.next_watched = self.next_watched.min(start);
    }

    /// Forgets half of the clauses that have many levels and were not used of late. Only without guesses and when all
    /// conclusions have been drawn: no reason is needed then.
    fn forget(&mut self) {
        let mut rated: Vec<(u16, usize, u32)> = Vec::new();
        let mut kept = Clauses::default();
        let old = core::mem::take(&mut self.clauses);
        for clause in old.iter().filter(|&clause| old.levels(clause) > FEW && old.used(clause) == 0) {
            rated.push((old.levels(clause), old.literals(clause).len(), clause));
        }
        rated.sort_unstable();
        let count = (rated.len() as f64 * KEPT) as usize;
        let mut gone: Vec<u32> = rated.drain(count..).map(|(_, _, clause)| clause).collect();
        gone.sort_unstable();
        self.watches.iter_mut().for_each(Vec::clear);
        for clause in old.iter() {
            let literals = old.literals(clause);
            let holds = literals.iter().any(|&literal| self.assigned.truth(literal) == 1);
            if holds || gone.binary_search(&clause).is_ok() {
                continue;
            }
            self.learned.clear();
            self.learned.extend(literals.iter().filter(|&&literal| self.assigned.truth(literal) == 0));
            if let [a, b] = self.learned[..] {
                self.pairs[usize::from(a)].push(b);
                self.pairs[usize::from(b)].push(a);
                continue;
            }
            kept.push(&self.learned, old.levels(clause), old.used(clause).saturating_sub(1));
        }
        self.clauses = kept;
        let starts: Vec<u32> = self.clauses.iter().collect();
        starts.into_iter().for_each(|clause| self.watch(clause));
    }

    /// The next solution, as masks, or `None` when there is no more.
    pub(crate) fn next(&mut self, cells: usize, run: &Run<'_>) -> Result<Option<Vec<u32>>, Stopped> {
        loop {
            if self.exhausted {
                return Ok(None);
            }
            if !self.propagate() {
                if self.assigned.guesses.is_empty() {
                    self.exhausted = true;
                    continue;
                }
                self.stats.conflicts += 1;
                self.since += 1;
                self.unforgotten += 1;
                let (back, levels) = self.analyse();
                self.back(back);
                self.learn(levels);
                self.order.grow(GROWTH);
                self.recent += (f64::from(levels) - self.recent) / 32.0;
                self.overall += (f64::from(levels) - self.overall) / (self.stats.conflicts as f64).min(4096.0);
                continue;
            }
            if self.since >= LEAST && self.recent > RATIO * self.overall {
                self.since = 0;
                self.back(0);
                if !self.propagate() {
                    self.exhausted = true;
                } else if self.unforgotten >= self.limit {
                    self.unforgotten = 0;
                    self.limit += MORE_CLAUSES;
                    self.forget();
                }
                continue;
            }
            let Some(variable) = self.open_variable() else { return Ok(Some(self.solution(cells))) };
            self.stats.guesses += 1;
            if self.stats.guesses & 0xff == 0 {
                run.poll(self.stats.guesses)?;
            }
            self.assigned.guesses.push(self.assigned.trail.len());
            // A candidate is always guessed to be true: that says far more than that it is false.
            self.assigned.assign(2 * variable, Reason::None);
        }
    }

    /// The open variable to guess next: the score counts, and in how small a group the variable lies. Of few candidates
    /// one is more likely to be true, and if it is not, more is known.
    fn open_variable(&mut self) -> Option<Variable> {
        let Learning { order, assigned, groups, .. } = self;
        let first = loop {
            let variable = order.pop()?;
            if assigned.truth(2 * variable) == 0 {
                break variable;
            }
        };
        let mut best = (order.score(first) / f64::from(groups.smallest(first)), first);
        for &variable in order.top(SCANNED) {
            // An open variable lies in groups of two and more.
            let score = order.score(variable);
            if score > 2.0 * best.0 && assigned.truth(2 * variable) == 0 {
                let worth = score / f64::from(groups.smallest(variable));
                if worth > best.0 {
                    best = (worth, variable);
                }
            }
        }
        if best.1 != first {
            order.insert(first);
        }
        Some(best.1)
    }

    /// The solution that has been reached. Every other one lacks one of the guesses, which is learned.
    fn solution(&mut self, cells: usize) -> Vec<u32> {
        let mut masks = vec![0; cells];
        for literal in self.assigned.trail.iter().filter(|&&literal| literal & 1 == 0) {
            let (cell, value) = self.candidates[usize::from(literal / 2)];
            masks[usize::from(cell)] = 1 << value;
        }
        self.learned.clear();
        self.learned.extend(self.assigned.guesses.iter().rev().map(|&place| self.assigned.trail[place] ^ 1));
        if self.learned.is_empty() {
            self.exhausted = true;
        } else {
            self.back(self.learned.len() - 1);
            self.learn(1);
        }
        masks
    }
}
