//! The scan: assume every candidate on and off, and compare what follows.
//!
//! - *Contradiction*: an assumption turns some candidate both on and off; the assumption is wrong.
//! - *Double*: a candidate on and the same candidate off have a consequence in common.
//! - *Cell*: all candidates of a cell have a consequence in common.
//! - *House*: all places of a digit in a house have a consequence in common.
//!
//! A propagation depends on the board and the assumption only, so each is done once and shared by all of these. The
//! consequences in common are intersections of sets. A tie between hints is broken by the group of hints they belong to,
//! then by the number of the node in the group's first propagation.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;

use super::super::board::{Board, CELL_AT, CandidateBits, HOUSE, HOUSE_CELLS, PLACE, bits, count, is_single, peers};
use super::carried::Consequences;
use super::nested::List;
use super::propagation::{Mode, Propagation};
use super::{Chains, Engine, Finished, Kept};

/// The assumptions behind a hint of the scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The assumption of a candidate on or off, contradicted.
    Contradiction {
        candidate: u16,
        on: bool,
    },
    /// The assumptions of a candidate on and off.
    Double {
        candidate: u16,
    },
    Cell {
        cell: u8,
    },
    House {
        house: u8,
        digit: u8,
    },
}

impl Source {
    /// Among equally complex hints, the lower comes first.
    fn sort_key(self) -> u64 {
        match self {
            Source::Double { .. } => 1,
            Source::Cell { .. } => 5,
            Source::House { .. } => 6,
            Source::Contradiction { .. } => 7,
        }
    }
}

/// A hint of the scan: its assumptions and its conclusion.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundChain {
    pub(super) source: Source,
    pub(super) candidate: u16,
    pub(super) on: bool,
    /// Complexity, sort key and place in the order of discovery, most significant first.
    pub(super) rank: u64,
}

impl FoundChain {
    pub(super) fn complexity(&self) -> u32 {
        (self.rank >> 36) as u32
    }

    #[cfg(test)]
    pub(super) fn sort_key(&self) -> u64 {
        self.source.sort_key()
    }
}

/// The receiver of the hints.
pub(super) trait Sink {
    /// Hints of a higher complexity than this are of no interest.
    fn limit(&self) -> u32;
    /// Takes a hint.
    fn offer(&mut self, found: FoundChain);
}

/// Keeps the first hint only.
#[derive(Default)]
pub(super) struct Best(pub(super) Option<FoundChain>);

impl Sink for Best {
    fn limit(&self) -> u32 {
        self.0.map_or(u32::MAX, |best| best.complexity())
    }

    fn offer(&mut self, found: FoundChain) {
        if self.0.is_none_or(|best| found.rank < best.rank) {
            self.0 = Some(found);
        }
    }
}

/// Keeps the first hint for each set of eliminations.
pub(super) struct Distinct<'a> {
    board: &'a Board,
    /// The place of each hint: by candidate eliminated; then, for cells of three candidates and more, by candidate placed.
    by_conclusion: [u16; 2 * 729],
    hints: Vec<FoundChain>,
}

impl Distinct<'_> {
    pub(super) fn new(board: &Board) -> Distinct<'_> {
        Distinct { board, by_conclusion: [NOT_YET; 2 * 729], hints: Vec::new() }
    }

    /// The hints in order.
    pub(super) fn into_sorted(mut self) -> Vec<FoundChain> {
        self.hints.sort_unstable_by_key(|found| found.rank);
        self.hints
    }
}

impl Sink for Distinct<'_> {
    fn limit(&self) -> u32 {
        u32::MAX
    }

    fn offer(&mut self, found: FoundChain) {
        let candidate = usize::from(found.candidate);
        let (cell, digit) = (candidate / 9, candidate % 9);
        let others = self.board.digits(cell) & !(1 << digit);
        let slot = match found.on {
            false => candidate,
            // Placing one of two candidates eliminates what turning off the other does.
            true if is_single(others) => 9 * cell + others.trailing_zeros() as usize,
            true => 729 + candidate,
        };
        let place = &mut self.by_conclusion[slot];
        if *place == NOT_YET {
            *place = self.hints.len() as u16;
            self.hints.push(found);
        } else if found.rank < self.hints[usize::from(*place)].rank {
            self.hints[usize::from(*place)] = found;
        }
    }
}

/// Everything, for comparison with complete lists.
#[cfg(test)]
impl Sink for Vec<FoundChain> {
    fn limit(&self) -> u32 {
        u32::MAX
    }

    fn offer(&mut self, found: FoundChain) {
        self.push(found);
    }
}

const NOT_YET: u16 = u16::MAX;

/// The propagations of a board, each computed when it is first needed.
pub(super) struct Propagations {
    pool: Vec<Propagation>,
    used: usize,
    /// The place in the pool of each assumption: candidates off, candidates on.
    place: [[u16; 729]; 2],
    /// What is known to follow from assumptions, propagated or not.
    pub(super) known: Option<Consequences>,
    /// Propagations of another engine to go on from.
    pub(super) base: Option<Box<Kept>>,
    /// Whether to store where each propagation ends, and where it ends.
    pub(super) keeps: bool,
    finished: Vec<Finished>,
}

impl Propagations {
    pub(super) fn new() -> Propagations {
        Propagations {
            pool: Vec::new(),
            used: 0,
            place: [[NOT_YET; 729]; 2],
            known: None,
            base: None,
            keeps: false,
            finished: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.used = 0;
        self.place = [[NOT_YET; 729]; 2];
        self.known = None;
        self.keeps = false;
        self.finished.clear();
    }

    /// Whether it is known what follows from an assumption, without a clash.
    fn knows(&self, candidate: usize, on: bool) -> bool {
        self.known.as_ref().is_some_and(|known| known.knows(candidate, on))
    }

    /// The propagations that have been computed.
    pub(super) fn computed(&self) -> &[Propagation] {
        &self.pool[..self.used]
    }

    /// Removes what followed before a clash from what is known. On another board more may follow.
    pub(super) fn forget_clashed(&mut self) {
        if let Some(known) = &mut self.known {
            for propagation in self.pool[..self.used].iter().filter(|propagation| propagation.clashed()) {
                known.forget(propagation.assumption());
            }
        }
    }

    /// Whether an assumption has been propagated.
    fn has(&self, candidate: usize, on: bool) -> bool {
        self.place[usize::from(on)][candidate] != NOT_YET
    }

    /// A propagation that has been computed.
    pub(super) fn get(&self, candidate: usize, on: bool) -> &Propagation {
        &self.pool[usize::from(self.place[usize::from(on)][candidate])]
    }
}

impl Chains<'_, '_> {
    /// Makes sure that an assumption has been propagated.
    pub(super) fn ensure(&mut self, engine: Engine, board: &Board, all: &mut Propagations, candidate: usize, on: bool) {
        let place = &mut all.place[usize::from(on)][candidate];
        if *place == NOT_YET {
            *place = all.used as u16;
            all.used += 1;
            if all.pool.len() < all.used {
                all.pool.push(Propagation::new());
            }
            let propagation = &mut all.pool[all.used - 1];
            let before = all.base.as_ref().and_then(|base| {
                let place = base.all.place[usize::from(on)][candidate];
                (place != NOT_YET)
                    .then(|| (base.engine, base.all.get(candidate, on), &base.all.finished[usize::from(place)]))
            });
            let same = all.known.as_ref().and_then(|known| known.same(candidate, on));
            if let Some(same) = same {
                propagation.restore(same);
                if let Some(known) = &mut all.known {
                    known.store(propagation);
                }
                return;
            }
            let work = self.propagate(engine, board, (candidate, on), propagation, before);
            if let Some(known) = &mut all.known {
                known.store(propagation);
            }
            if all.keeps {
                let reach = self.reach.clone().filter(|reach| engine == Engine::Dynamic(2) && reach.is_of(&work.board));
                all.finished.push(Finished { work, reach });
            }
        }
    }

    /// Finds the hints of an engine on a board.
    pub(super) fn scan(&mut self, engine: Engine, board: &Board, all: &mut Propagations, sink: &mut impl Sink) {
        match engine {
            Engine::Nishio => self.scan_nishio(board, all, sink),
            _ => self.scan_multiple(engine, board, all, sink),
        }
    }

    fn scan_nishio(&mut self, board: &Board, all: &mut Propagations, sink: &mut impl Sink) {
        let cells_with: [u128; 9] = core::array::from_fn(|digit| board.cells_with(digit));
        let mut group = 0;
        for cell in (0..81).filter(|&cell| count(board.digits(cell)) > 1) {
            for digit in bits(board.digits(cell)) {
                for on in [true, false] {
                    group += 1;
                    if may_clash(cells_with[digit], cell, on) {
                        self.ensure(Engine::Nishio, board, all, 9 * cell + digit, on);
                        self.offer_contradiction(Engine::Nishio, board, all, sink, (9 * cell + digit, on), group);
                    }
                }
            }
        }
    }

    fn scan_multiple(&mut self, engine: Engine, board: &Board, all: &mut Propagations, sink: &mut impl Sink) {
        // On a board that does not change, set operations show where there is no common consequence.
        let common = (!engine.is_dynamic()).then(|| self.reach(board).common(board));
        let mut group = 0;
        let dynamic = engine.is_dynamic();
        for cell in 0..81 {
            let digits = board.digits(cell);
            if count(digits) <= if dynamic { 1 } else { 2 } {
                continue;
            }
            if self.stopped() {
                break;
            }
            for digit in bits(digits) {
                let candidate = 9 * cell + digit;
                if dynamic {
                    for on in [true, false] {
                        group += 1;
                        if !all.knows(candidate, on) {
                            self.ensure(engine, board, all, candidate, on);
                        }
                        self.offer_contradiction(engine, board, all, sink, (candidate, on), group);
                    }
                }
                if dynamic && count(digits) >= 3 {
                    let source = Source::Double { candidate: candidate as u16 };
                    let both = [(candidate, true), (candidate, false)].into_iter();
                    self.offer_all(engine, board, all, sink, source, &mut group, both);
                }
                for kind in 0..3 {
                    let house = usize::from(HOUSE[cell][kind]);
                    let places = board.places(house, digit);
                    let first = places & places.wrapping_neg() == 1 << PLACE[cell][kind];
                    let may_meet = common.as_ref().is_none_or(|common| common.houses[house][digit]);
                    if first && !is_single(places) && may_meet {
                        let places = bits(places).map(|place| (9 * usize::from(CELL_AT[house][place]) + digit, true));
                        let source = Source::House { house: house as u8, digit: digit as u8 };
                        self.offer_all(engine, board, all, sink, source, &mut group, places);
                    }
                }
            }
            if common.as_ref().is_none_or(|common| common.cells[cell]) {
                let candidates = bits(digits).map(|digit| (9 * cell + digit, true));
                let source = Source::Cell { cell: cell as u8 };
                self.offer_all(engine, board, all, sink, source, &mut group, candidates);
            }
        }
    }

    /// Offers what some assumptions have in common.
    #[expect(clippy::too_many_arguments, reason = "the state of a scan, and one source")]
    fn offer_all(
        &mut self,
        engine: Engine,
        board: &Board,
        all: &mut Propagations,
        sink: &mut impl Sink,
        source: Source,
        group: &mut u64,
        assumptions: impl Iterator<Item = (usize, bool)> + Clone,
    ) {
        if all.known.is_some() {
            for (candidate, on) in assumptions.clone() {
                if !all.knows(candidate, on) {
                    self.ensure(engine, board, all, candidate, on);
                }
            }
            if all.known.as_ref().is_some_and(|known| !known.meet(assumptions.clone())) {
                *group += 2;
                return;
            }
        }
        for (candidate, on) in assumptions.clone() {
            self.ensure(engine, board, all, candidate, on);
        }
        let common = |on| {
            let branches = assumptions.clone().map(|(candidate, assumed)| *all.get(candidate, assumed).reached(on));
            branches.reduce(|a, b| a & b).unwrap_or(CandidateBits::EMPTY)
        };
        let common = [common(true), common(false)];
        if common.iter().all(CandidateBits::is_empty) {
            *group += 2;
            return;
        }
        for (candidate, on) in assumptions.clone() {
            self.measure(engine, board, all, candidate, on);
        }
        let mut branches = [&all.pool[0]; 9];
        let mut number = 0;
        for (candidate, on) in assumptions {
            branches[number] = all.get(candidate, on);
            number += 1;
        }
        offer_common(sink, board, source, group, &branches[..number], &common);
    }

    /// Offers the contradiction that an assumption ended in, if it did.
    fn offer_contradiction(
        &mut self,
        engine: Engine,
        board: &Board,
        all: &mut Propagations,
        sink: &mut impl Sink,
        (candidate, on): (usize, bool),
        group: u64,
    ) {
        if all.has(candidate, on)
            && let Some(clash) = all.get(candidate, on).clash()
        {
            self.measure(engine, board, all, candidate, on);
            let propagation = all.get(candidate, on);
            let source = Source::Contradiction { candidate: candidate as u16, on };
            offer(sink, board, source, (candidate, !on), group, 0, &clash.map(|number| (propagation, number)));
        }
    }

    /// Makes sure that the nodes of a propagation are counted. Most propagations have no part in any hint.
    fn measure(&mut self, engine: Engine, board: &Board, all: &mut Propagations, candidate: usize, on: bool) {
        let place = usize::from(all.place[usize::from(on)][candidate]);
        all.pool[place].measure(board, engine.is_dynamic(), &mut self.ancestors);
    }
}

/// Whether assuming one cell of a digit on or off may end in a contradiction when only links of that digit are used.
///
/// Ignores the order of the steps: computes the digit's cells that are on and off until nothing changes. This takes a
/// tenth of the time of a propagation, and most assumptions need no propagation after it.
pub(super) fn may_clash(cells: u128, cell: usize, on: bool) -> bool {
    let (mut ons, mut offs) = if on { (1u128 << cell, 0u128) } else { (0, 1 << cell) };
    let mut spread = ons;
    loop {
        for cell in bits(spread) {
            offs |= peers(cell) & cells;
        }
        spread = 0;
        let left = cells & !offs;
        for house in &HOUSE_CELLS {
            let left = left & house;
            if left & left.wrapping_sub(1) == 0 && offs & house != 0 {
                if left == 0 {
                    return true;
                }
                spread |= left & !ons;
            }
        }
        ons |= spread;
        if ons & offs != 0 {
            return true;
        }
        if spread == 0 {
            return false;
        }
    }
}

/// Offers the consequences that all branches have in common: those that are on, then those that are off.
fn offer_common(
    sink: &mut impl Sink,
    board: &Board,
    source: Source,
    group: &mut u64,
    branches: &[&Propagation],
    common: &[CandidateBits; 2],
) {
    for (on, common) in [true, false].into_iter().zip(common) {
        *group += 1;
        for candidate in common.iter() {
            if on && is_single(board.digits(candidate / 9)) {
                continue;
            }
            let mut targets = [(branches[0], 0); 9];
            for (target, branch) in targets.iter_mut().zip(branches) {
                *target = (*branch, branch.number(candidate, on));
            }
            let number = targets[0].1;
            offer(sink, board, source, (candidate, on), *group, number, &targets[..branches.len()]);
        }
    }
}

fn offer(
    sink: &mut impl Sink,
    board: &Board,
    source: Source,
    (candidate, on): (usize, bool),
    group: u64,
    number: usize,
    targets: &[(&Propagation, usize)],
) {
    let flat: u32 = targets.iter().map(|(branch, number)| branch.length(*number)).sum();
    if flat > sink.limit() {
        return;
    }
    let Some(nested) = nested_complexity(board, targets, sink.limit() - flat) else { return };
    let complexity = flat + nested;
    let rank = u64::from(complexity) << 36 | source.sort_key() << 32 | group << 12 | number as u64;
    sink.offer(FoundChain { source, candidate: candidate as u16, on, rank });
}

/// The complexities of the chains inside the branches, equal ones counted once. Nothing if they exceed the limit.
fn nested_complexity(board: &Board, targets: &[(&Propagation, usize)], limit: u32) -> Option<u32> {
    let mut seen = Vec::new();
    let mut sum = 0;
    for &(branch, number) in targets.iter().filter(|(branch, _)| branch.has_nested()) {
        branch.for_each_nested(board, number, |list: &Rc<List>, index| {
            let entry = list.entry(index);
            if !seen.contains(&entry.fingerprint) {
                seen.push(entry.fingerprint);
                sum += entry.complexity;
            }
            sum <= limit
        });
        if sum > limit {
            return None;
        }
    }
    Some(sum)
}

/// The branches of a hint: propagations and the nodes in them that the hint is about.
pub(super) fn branches<'a>(board: &Board, all: &'a Propagations, found: &FoundChain) -> Vec<(&'a Propagation, usize)> {
    let (target, on) = (usize::from(found.candidate), found.on);
    let branch = |candidate: usize, assumed: bool| {
        let propagation = all.get(candidate, assumed);
        (propagation, propagation.number(target, on))
    };
    match found.source {
        Source::Contradiction { candidate, on } => {
            let propagation = all.get(candidate.into(), on);
            propagation.clash().into_iter().flatten().map(|number| (propagation, number)).collect()
        }
        Source::Double { candidate } => [true, false].map(|assumed| branch(candidate.into(), assumed)).into(),
        Source::Cell { cell } => {
            bits(board.digits(cell.into())).map(|digit| branch(9 * usize::from(cell) + digit, true)).collect()
        }
        Source::House { house, digit } => bits(board.places(house.into(), digit.into()))
            .map(|place| branch(9 * usize::from(CELL_AT[usize::from(house)][place]) + usize::from(digit), true))
            .collect(),
    }
}

impl Engine {
    pub(super) fn mode(self) -> Mode {
        Mode { dynamic: self.is_dynamic(), cell_links: self != Engine::Nishio }
    }
}
