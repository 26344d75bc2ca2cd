//! Chains: the engines that follow assumptions.
//!
//! | engine | assumes | may use on the way |
//! |---|---|---|
//! | forcing chains and cycles | one candidate | links of the board as it is, one strand |
//! | Nishio | one digit | links of that digit, the board losing candidates on the way |
//! | multiple | all of a cell or house | links of the board as it is |
//! | dynamic | the same, or both states of a candidate | links of a board that loses candidates on the way |
//! | dynamic, level 1 | the same | also locking, pairs and X-Wings |
//! | nested, levels 2 to 4 | the same | also whole engines of a lower level |
//!
//! The nested engines call those above them on every board that their assumptions lead to. The same boards recur, within
//! a step and from step to step, so what an engine finds on a board is cached. Similar boards recur even more often, and
//! most of what follows there is carried over.

mod carried;
mod complexity;
mod explained;
mod forcing;
mod links;
mod memo;
mod nested;
mod patterns;
mod propagation;
mod reach;
mod scan;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;

use super::board::{Board, Counts, Mask, RatedGrid, candidate, house};
use super::hint::{Eliminations, Hint, Literal, Reason};
use crate::explain::Pattern;
use crate::{Cell, Control, Digit};
use carried::History;
use complexity::length_term;
use memo::Memo;
use nested::{Fingerprint, List, Support};
use propagation::{Ancestors, Cause, Propagation, Work};
use reach::Reach;
use scan::{Best, Distinct, FoundChain, Propagations, Source};

/// An engine that finds chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Engine {
    Forcing,
    Nishio,
    Multiple,
    /// Dynamic chains of level 0 to 3.
    Dynamic(u8),
    /// Level 4, with dynamic chains of this level inside.
    Deep(u8),
}

impl Engine {
    fn is_dynamic(self) -> bool {
        !matches!(self, Engine::Forcing | Engine::Multiple)
    }

    fn uses_patterns(self) -> bool {
        matches!(self, Engine::Dynamic(1..) | Engine::Deep(_))
    }

    /// The engines used inside, in order.
    fn inner(self) -> &'static [Engine] {
        match self {
            Engine::Dynamic(2) => &[Engine::Forcing],
            Engine::Dynamic(3) => &[Engine::Forcing, Engine::Multiple],
            Engine::Deep(0) => &[Engine::Dynamic(0)],
            Engine::Deep(1) => &[Engine::Dynamic(1)],
            Engine::Deep(2) => &[Engine::Dynamic(2)],
            Engine::Deep(_) => &[Engine::Dynamic(3)],
            _ => &[],
        }
    }

    /// Which kept propagations its own go on from: they have all rules of those, first, and more.
    fn continues(self) -> Option<usize> {
        match self {
            Engine::Dynamic(2) | Engine::Deep(_) => Some(0),
            Engine::Dynamic(3) => Some(1),
            _ => None,
        }
    }

    /// The rating of its shortest chains.
    pub(super) fn base_rating(self) -> f64 {
        match self {
            Engine::Forcing => 6.5,
            Engine::Nishio => 7.5,
            Engine::Multiple => 8.0,
            Engine::Dynamic(level) => 8.5 + 0.5 * f64::from(level),
            Engine::Deep(_) => 10.5,
        }
    }
}

/// The propagations of an engine on the grid.
struct Kept {
    engine: Engine,
    digits: [Mask; 81],
    all: Propagations,
}

/// Where a propagation ended.
struct Finished {
    work: Work,
    /// What links reach on the working board, if that was computed.
    reach: Option<Rc<Reach>>,
}

/// The engines and their caches.
pub(super) struct Chains<'a, 'c> {
    counts: Counts,
    memo: Memo,
    history: History,
    /// The propagations of levels 1 and 2 on the grid, if they found nothing.
    kept: [Option<Box<Kept>>; 2],
    /// What links reach on the board last asked about.
    reach: Option<Rc<Reach>>,
    ancestors: Ancestors,
    /// Sets of propagations not in use.
    spare: Vec<Propagations>,
    control: &'a mut Control<'c>,
    until_asked: u32,
    /// Whether hints have proofs.
    explains: bool,
}

/// How many propagations are made between two questions whether to stop: about a millisecond.
const PATIENCE: u32 = 256;

impl<'a, 'c> Chains<'a, 'c> {
    /// With `explains`, each hint has its proof.
    pub(super) fn new(control: &'a mut Control<'c>, explains: bool) -> Chains<'a, 'c> {
        Chains {
            counts: Counts { empty: [0; 27], placed: [0; 9] },
            memo: Memo::default(),
            history: History::default(),
            kept: [None, None],
            reach: None,
            ancestors: Ancestors::default(),
            spare: Vec::new(),
            control,
            until_asked: 0,
            explains,
        }
    }

    /// Whether the caller has asked to stop. What an engine finds after that is meaningless.
    pub(super) fn stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// Counts some work, and asks from time to time whether to stop.
    pub(super) fn tick(&mut self) {
        if self.until_asked == 0 {
            self.until_asked = PATIENCE;
            self.control.should_stop();
        }
        self.until_asked -= 1;
    }

    /// Reports that so many steps are made.
    pub(super) fn progress(&mut self, steps: usize) {
        self.control.progress(steps as u64, None);
    }

    /// The hint of an engine that the main loop uses.
    pub(super) fn best(&mut self, engine: Engine, grid: &RatedGrid) -> Option<Hint> {
        if self.counts != grid.counts {
            self.counts = grid.counts.clone();
            self.memo.forget_patterns();
            self.kept = [None, None];
        }
        if engine == Engine::Forcing {
            self.tick();
            let reach = self.reach(&grid.board);
            return forcing::best(&grid.board, &reach);
        }
        let mut all = self.spare.pop().unwrap_or_else(Propagations::new);
        all.clear();
        if let Some(index) = engine.continues() {
            all.base = self.kept[index].take().filter(|kept| kept.digits == *grid.board.cells());
        }
        all.keeps = matches!(engine, Engine::Dynamic(1 | 2));
        let mut best = Best::default();
        self.scan(engine, &grid.board, &mut all, &mut best);
        if let (Some(index), Some(base)) = (engine.continues(), all.base.take()) {
            self.kept[index] = Some(base);
        }
        let hint = best.0.map(|found| {
            let mut hint = hint(engine, &grid.board, &all, &found);
            if self.explains {
                hint.proof = Some(Pattern::Forcing(self.proof(engine, &grid.board, &all, &found)));
            }
            hint
        });
        match (engine, &hint) {
            (Engine::Dynamic(level @ (1 | 2)), None) => {
                let kept = Box::new(Kept { engine, digits: *grid.board.cells(), all });
                let before = self.kept[usize::from(level) - 1].replace(kept);
                self.spare.extend(before.map(|before| before.all));
            }
            _ => self.spare.push(all),
        }
        hint
    }

    /// What links reach on a board. Forcing and multiple chains ask about the same boards one after the other.
    fn reach(&mut self, board: &Board) -> Rc<Reach> {
        let known = self.reach.take().filter(|reach| reach.is_of(board));
        let reach = known.unwrap_or_else(|| Rc::new(Reach::new(board)));
        self.reach = Some(Rc::clone(&reach));
        reach
    }

    /// Finds what follows from an assumption.
    ///
    /// `before` is a propagation that an engine with fewer rules has finished, where the board has not changed since.
    /// Rules are tried in the same order, so this one goes on from its end, with the rules that it lacked.
    fn propagate(
        &mut self,
        engine: Engine,
        board: &Board,
        (candidate, on): (usize, bool),
        into: &mut Propagation,
        before: Option<(Engine, &Propagation, &Finished)>,
    ) -> Work {
        self.tick();
        if matches!(engine, Engine::Deep(_)) {
            self.history.start(board, candidate, on);
        }
        let mut tried: &[Engine] = &[];
        let mut work;
        if let Some((lower, propagation, finished)) = before {
            into.copy(propagation);
            work = finished.work.clone();
            if let Some(reach) = &finished.reach {
                self.reach = Some(Rc::clone(reach));
            }
            tried = lower.inner();
        } else {
            work = into.start(board, candidate, on);
            into.run(&mut work, engine.mode());
        }
        let mut patterns_tried = before.is_some();
        while engine.uses_patterns() && !into.clashed() && !self.stopped() {
            let applied = !patterns_tried && patterns::apply(into, &mut work, board, &self.counts)
                || engine
                    .inner()
                    .iter()
                    .any(|inner| !tried.contains(inner) && self.apply_engine(*inner, board, &mut work, into));
            if !applied {
                break;
            }
            (patterns_tried, tried) = (false, &[]);
            into.run(&mut work, engine.mode());
        }
        work
    }

    /// Turns off what an engine eliminates from the working board. Returns whether it eliminates anything.
    fn apply_engine(&mut self, engine: Engine, start: &Board, work: &mut Work, into: &mut Propagation) -> bool {
        let assumption = into.assumption();
        let list = self.list(engine, &work.board, Some(assumption));
        let board = work.board.clone();
        let nodes = into.len();
        let mut parents = Vec::new();
        let mut any = false;
        for index in 0..list.len() {
            parents.clear();
            list.parents(index, start, &board, &mut parents);
            if !parents.is_empty() {
                any |= into.apply_rule(work, list.eliminated(index), &parents, Some((&list, index)), nodes);
            }
        }
        any
    }

    /// All hints of an engine on a board, sorted, no two with the same eliminations.
    /// `assumption` led to the board; what was found on a board that it led to before may be known still.
    fn list(&mut self, engine: Engine, board: &Board, assumption: Option<(usize, bool)>) -> Rc<List> {
        if let Some(list) = self.memo.get(engine, board) {
            return list;
        }
        let list = if engine == Engine::Forcing {
            self.tick();
            let reach = self.reach(board);
            forcing::list(board, &reach)
        } else {
            let mut all = self.spare.pop().unwrap_or_else(Propagations::new);
            all.clear();
            let assumption = assumption.filter(|_| engine == Engine::Dynamic(0));
            all.known = assumption.and_then(|assumption| self.history.known(assumption, board));
            let mut distinct = Distinct::new(board);
            self.scan(engine, board, &mut all, &mut distinct);
            all.forget_clashed();
            if let Some(known) = all.known.take()
                && let Some(assumption) = assumption.filter(|_| !self.stopped())
            {
                self.history.store(assumption, known, all.computed());
            }
            let list = scanned_list(engine, board, &all, distinct.into_sorted());
            self.spare.push(all);
            list
        };
        let list = Rc::new(list);
        if !self.stopped() {
            self.memo.insert(engine, board, &list);
        }
        list
    }
}

/// The candidates that a conclusion eliminates: itself, or the others of its cell.
fn eliminated(board: &Board, found: &FoundChain) -> (usize, Mask) {
    let (cell, digit) = (usize::from(found.candidate / 9), found.candidate % 9);
    (cell, if found.on { board.digits(cell) & !(1 << digit) } else { 1 << digit })
}

/// The hint for the main loop.
fn hint(engine: Engine, board: &Board, all: &Propagations, found: &FoundChain) -> Hint {
    let target = Literal { candidate: candidate(found.candidate.into()), on: found.on };
    let reason = match found.source {
        Source::Contradiction { candidate: number, on } => {
            let propagation = all.get(number.into(), on);
            let clash = propagation.clash().map_or(0, |[node, _]| propagation.node(node).candidate);
            Reason::Contradiction {
                nishio: engine == Engine::Nishio,
                source: Literal { candidate: candidate(number.into()), on },
                clash: candidate(clash.into()),
            }
        }
        Source::Double { candidate: number } => Reason::Double { source: candidate(number.into()), target },
        Source::Cell { cell } => Reason::Cell { cell: Cell::from_index(cell.into()), target },
        Source::House { house: number, digit } => {
            Reason::House { house: house(number.into()), digit: Digit::from_index(digit.into()), target }
        }
    };
    let (cell, digits) = eliminated(board, found);
    let mut eliminations = Eliminations::default();
    eliminations.add(cell, digits);
    Hint {
        rating: engine.base_rating() + length_term(found.complexity()),
        reason,
        eliminations,
        placement: found.on.then_some(target.candidate),
        proof: None,
    }
}

/// The hints of a scan, as an enclosing chain uses them.
fn scanned_list(engine: Engine, board: &Board, all: &Propagations, hints: Vec<FoundChain>) -> List {
    let mut list = List::default();
    let (mut chain, mut supports) = (Vec::new(), Vec::new());
    for found in hints {
        let branches = scan::branches(board, all, &found);
        let mut fingerprint = Fingerprint::new(branches.len());
        supports.clear();
        for (propagation, number) in branches {
            chain.clear();
            propagation.chain(board, engine.is_dynamic(), number, &mut chain);
            fingerprint.branch(chain.len());
            for node in chain.iter().map(|&number| propagation.node(number.into())) {
                fingerprint.literal(node.candidate.into(), node.on);
                if !node.on {
                    continue;
                }
                let cause = match (node.cause, found.source) {
                    (Cause::Assumption, Source::Cell { .. }) => Cause::Cell,
                    (Cause::Assumption, Source::House { house, .. }) => Cause::HOUSES[usize::from(house) / 9],
                    (cause, _) => cause,
                };
                if let Some(support) = Support::of(node.candidate.into(), cause)
                    && !supports.contains(&support)
                {
                    supports.push(support);
                }
            }
        }
        let (cell, digits) = eliminated(board, &found);
        list.push(found.complexity(), fingerprint, &[(cell as u8, digits)], &supports);
    }
    list
}
