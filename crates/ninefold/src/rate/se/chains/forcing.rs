//! Forcing chains and cycles: single strands of links on a board that does not change.
//!
//! A *weak* link joins two candidates that cannot both be on (same cell, or same digit in a house), a *strong* link two
//! that cannot both be off (the only two of a cell, or of a digit in a house). A strand alternates them:
//!
//! ```text
//!   a on --weak--> b off --strong--> c on --weak--> d off --strong--> ...
//! ```
//!
//! - a strand from a candidate on to itself off (or off to on) is a *forcing chain*: the assumption is wrong;
//! - a strand from a candidate on back to itself on is a *cycle*: its links hold in both directions, each pair of
//!   neighbours contains exactly one that is on, and candidates that see both ends of a weak link are eliminated.
//!
//! The search is breadth first over the candidates that are on. It examines every way to turn off a candidate. A
//! candidate whose strong links all lead to candidates already reached leads to nothing new: such candidates are removed
//! from a board of *live* candidates, so the cost of a step is proportional to what it finds. Whether a cycle closes and
//! whether the negation of the start is reached is tested separately, at each candidate reached.

use alloc::vec::Vec;

use super::super::board::{Board, CELL_AT, CandidateBits, HOUSE, Mask, PLACE, bits, candidate, is_pair, peers, sees};
use super::super::hint::{Eliminations, Hint, Links, Literal, Reason};
use super::complexity::length_term;
use super::explained::{because_on, node, nothing};
use super::links::Strong;
use super::nested::{Fingerprint, List, Support};
use super::propagation::Cause;
use super::reach::{Reach, UsefulStarts};
use crate::explain::{
    self, Because, Branch, Cases, Chain, Forcing, Impossible, Inference, Node, Pattern, Statement, Strength,
};

/// A candidate that is on, and how it was reached: `parent` turned `via` off, and that left this one.
#[derive(Clone, Copy)]
struct Step {
    candidate: u16,
    cause: Cause,
    via: u16,
    via_cause: Cause,
    parent: u16,
    /// How many steps from the start.
    depth: u16,
    /// Which strong partners of the start were turned off on the way.
    partners: u8,
}

/// A node of a strand as it is listed: candidate, on or off, cause.
#[derive(Clone, Copy)]
struct Link {
    candidate: u16,
    on: bool,
    cause: Cause,
}

/// What a strand proves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Cycle,
    Chain,
}

/// A hint of this engine.
struct Strand {
    rating: f64,
    sort_key: u8,
    links: Links,
    kind: Kind,
    /// From the target back to the start; a cycle's start, equal to its target, is left out.
    nodes: Vec<Link>,
    eliminations: Eliminations,
}

impl Strand {
    fn complexity(&self) -> u32 {
        self.nodes.len() as u32
    }

    fn rank(&self) -> (f64, u32, u8) {
        (self.rating, self.complexity(), self.sort_key)
    }

    fn into_hint(self) -> Hint {
        let target = Literal { candidate: candidate(self.nodes[0].candidate.into()), on: self.nodes[0].on };
        let (reason, placement) = match self.kind {
            Kind::Cycle => {
                let mut cells = Vec::new();
                for cell in self.nodes.iter().rev().map(|node| candidate(node.candidate.into()).cell()) {
                    if !cells.contains(&cell) {
                        cells.push(cell);
                    }
                }
                (Reason::Cycle { links: self.links, cells }, None)
            }
            Kind::Chain => {
                let reason = Reason::ForcingChain { links: self.links, complexity: self.complexity(), target };
                (reason, target.on.then_some(target.candidate))
            }
        };
        let proof = Some(Pattern::Chains(Vec::from([self.chain()])));
        Hint { rating: self.rating, reason, eliminations: self.eliminations, placement, proof }
    }

    /// The strand as a closed chain of links, from its start.
    fn chain(&self) -> Chain {
        let mut nodes: Vec<Link> = self.nodes.iter().rev().copied().collect();
        let link = |to: &Link| explain::Link {
            strength: if to.on { Strength::Strong } else { Strength::Weak },
            reason: match because_on(to.candidate, to.cause) {
                Because::House(house) => explain::Reason::House(house),
                _ => explain::Reason::Cell,
            },
        };
        let mut links: Vec<explain::Link> = nodes[1..].iter().map(link).collect();
        match self.kind {
            Kind::Cycle => links.extend(nodes.first().map(link)),
            // The target is the start again.
            Kind::Chain => drop(nodes.pop()),
        }
        Chain { nodes: nodes.iter().map(|link| node(candidate(link.candidate.into()))).collect(), links }
    }

    /// The proof that a candidate is off, for a chain around this one.
    fn lemma(&self, target: usize) -> Forcing {
        let nodes: Vec<Link> = self.nodes.iter().rev().copied().collect();
        match self.kind {
            Kind::Chain => chain_lemma(&nodes),
            Kind::Cycle => cycle_lemma(&nodes, target),
        }
    }

    /// The lists of nodes that the hint consists of: a cycle's second one runs in the other direction, inverted.
    fn branches(&self) -> Vec<Vec<Link>> {
        let mut branches = Vec::new();
        branches.push(self.nodes.clone());
        if self.kind == Kind::Cycle {
            let inverted = |link: &Link| Link { on: !link.on, ..*link };
            let start = Link { on: false, cause: Cause::Assumption, ..self.nodes[0] };
            branches.push(core::iter::once(start).chain(self.nodes[1..].iter().rev().map(inverted)).collect());
        }
        branches
    }
}

fn statement(number: u16, holds: bool) -> Statement {
    Statement { node: node(candidate(number.into())), holds }
}

/// From an assumption to its opposite.
fn chain_lemma(nodes: &[Link]) -> Forcing {
    let inference = |pair: &[Link]| {
        let (from, to) = (pair[0], pair[1]);
        let because = if to.on {
            because_on(to.candidate, to.cause)
        } else {
            Because::Excluded(node(candidate(from.candidate.into())))
        };
        Inference { statement: statement(to.candidate, to.on), because }
    };
    let start = node(candidate(nodes[0].candidate.into()));
    refuted(nodes[0].candidate, nodes[0].on, nodes.windows(2).map(inference).collect(), start)
}

/// The target sees a node of a cycle that is on and one that is off. If it is true, the former is false, and going back
/// along the cycle the latter is true.
fn cycle_lemma(nodes: &[Link], target: usize) -> Forcing {
    let seen = |link: &Link| {
        usize::from(link.candidate % 9) == target % 9 && sees(usize::from(link.candidate / 9), target / 9)
    };
    let length = nodes.len();
    let mut best: Option<(usize, usize)> = None;
    for (on, link) in nodes.iter().enumerate().filter(|(_, link)| link.on && seen(link)) {
        debug_assert!(link.on);
        let steps = (1..length).step_by(2).find(|&steps| seen(&nodes[(on + length - steps) % length]));
        if let Some(steps) = steps
            && best.is_none_or(|(least, _)| steps < least)
        {
            best = Some((steps, on));
        }
    }
    let Some((steps, on)) = best else { return nothing() };
    let at = |steps: usize| nodes[(on + length - steps) % length];
    let excluded = |number: usize| Because::Excluded(node(candidate(number)));
    let mut inferences = Vec::new();
    inferences.push(Inference { statement: statement(at(0).candidate, false), because: excluded(target) });
    inferences.push(Inference { statement: statement(at(steps).candidate, false), because: excluded(target) });
    for step in 1..=steps {
        let (before, this) = (at(step - 1), at(step));
        let inference = if this.on {
            Inference { statement: statement(this.candidate, false), because: excluded(before.candidate.into()) }
        } else {
            // The strong link in which the node before was reached.
            let because = match before.cause {
                Cause::Cell => Because::Cell,
                cause => because_on(before.candidate, cause),
            };
            Inference { statement: statement(this.candidate, true), because }
        };
        inferences.push(inference);
    }
    refuted(target as u16, true, inferences, node(candidate(at(steps).candidate.into())))
}

fn refuted(assumed: u16, on: bool, inferences: Vec<Inference>, clash: Node) -> Forcing {
    let (supposed, impossible) = (statement(assumed, on), Some(Impossible::Both(clash)));
    Forcing {
        cases: Cases::Refuted,
        branches: Vec::from([Branch { supposed, inferences, lemmas: Vec::new(), impossible }]),
    }
}

/// The proof of a hint of [`list`], for one candidate that it eliminates.
pub(super) fn lemma(board: &Board, reach: &Reach, index: usize, target: usize) -> Forcing {
    distinct(board, reach).get(index).map_or_else(nothing, |(strand, _)| strand.lemma(target))
}

/// The hint the main loop uses: the first one by rating, complexity, kind and discovery.
pub(super) fn best(board: &Board, reach: &Reach) -> Option<Hint> {
    let mut best: Option<Strand> = None;
    let (strong, useful) = (reach.strong(), reach.useful(board));
    if useful.is_empty() {
        return None;
    }
    for links in [Links::X, Links::Y, Links::XY] {
        // The last pass rates 7.0 and more.
        if links == Links::XY && best.as_ref().is_some_and(|best| best.rating < 7.0) {
            break;
        }
        let mut search = StrandSearch::new(board, strong, &useful, links);
        search.run(
            &mut best,
            |best, rank| best.as_ref().is_none_or(|best| rank < best.rank()),
            |best, strand| *best = Some(strand),
        );
    }
    best.map(Strand::into_hint)
}

/// All hints on a board, in order.
fn all(board: &Board, strong: &Strong, useful: &UsefulStarts) -> Vec<Strand> {
    let mut found = Vec::new();
    if useful.is_empty() {
        return found;
    }
    for links in [Links::X, Links::Y, Links::XY] {
        StrandSearch::new(board, strong, useful, links).run(&mut found, |_, _| true, Vec::push);
    }
    found.sort_by(|a: &Strand, b: &Strand| a.rank().partial_cmp(&b.rank()).unwrap_or(core::cmp::Ordering::Equal));
    found
}

/// All hints on a board with their complexity and sort key; with `everywhere`, none of the starts is left out.
#[cfg(test)]
pub(super) fn listed(board: &Board, everywhere: bool) -> Vec<(u32, u8, Hint)> {
    let reach = Reach::new(board);
    let useful = if everywhere { UsefulStarts::everything() } else { reach.useful(board) };
    let all = all(board, reach.strong(), &useful);
    all.into_iter().map(|strand| (strand.complexity(), strand.sort_key, strand.into_hint())).collect()
}

/// All hints on a board, no two with the same eliminations, and the eliminations in reading order.
fn distinct(board: &Board, reach: &Reach) -> Vec<(Strand, Vec<(u8, Mask)>)> {
    let mut known: Vec<(Vec<(u8, Mask)>, u8)> = Vec::new();
    let mut distinct = Vec::new();
    for strand in all(board, reach.strong(), &reach.useful(board)) {
        let read = strand.eliminations.clone().into_reading_order();
        let key = read.iter().take(3).fold(0, |key, &(cell, _)| key ^ cell);
        let mut set = read.clone();
        set.sort_unstable();
        if !known.iter().any(|other| other.1 == key && other.0 == set) {
            known.push((set, key));
            distinct.push((strand, read));
        }
    }
    distinct
}

/// All hints on a board, for a chain around them.
pub(super) fn list(board: &Board, reach: &Reach) -> List {
    let mut list = List::default();
    let mut supports = Vec::new();
    for (strand, read) in distinct(board, reach) {
        let branches = strand.branches();
        let mut fingerprint = Fingerprint::new(branches.len());
        supports.clear();
        for branch in &branches {
            fingerprint.branch(branch.len());
            for link in branch {
                fingerprint.literal(link.candidate.into(), link.on);
                if link.on
                    && let Some(support) = Support::of(link.candidate.into(), link.cause)
                    && !supports.contains(&support)
                {
                    supports.push(support);
                }
            }
        }
        list.push(strand.complexity(), fingerprint, &read, &supports);
    }
    list
}

/// The search of one pass.
struct StrandSearch<'a> {
    board: &'a Board,
    strong: &'a Strong,
    useful: &'a UsefulStarts,
    links: Links,
    cells_with: [u128; 9],
    /// The candidates with strong links to candidates not reached yet, and how many such links; as they are at a start.
    live_at_start: Board,
    open_at_start: [u8; 729],
    live: Board,
    open: [u8; 729],
    reached: CandidateBits,
    steps: Vec<Step>,
}

impl<'a> StrandSearch<'a> {
    fn new(board: &'a Board, strong: &'a Strong, useful: &'a UsefulStarts, links: Links) -> StrandSearch<'a> {
        let mut live = Board::EMPTY;
        let mut open = [0; 729];
        for cell in 0..81 {
            for digit in bits(board.digits(cell)) {
                let number = strong.of(links, 9 * cell + digit).len();
                if number > 0 {
                    live.insert(cell, digit);
                    open[9 * cell + digit] = number as u8;
                }
            }
        }
        StrandSearch {
            board,
            strong,
            useful,
            links,
            cells_with: core::array::from_fn(|digit| board.cells_with(digit)),
            live: Board::EMPTY,
            open: [0; 729],
            live_at_start: live,
            open_at_start: open,
            reached: CandidateBits::EMPTY,
            steps: Vec::new(),
        }
    }

    /// Searches from every candidate. `wants` decides whether a hint of some rank is needed, `take` receives it.
    fn run<T>(&mut self, state: &mut T, wants: impl Fn(&T, (f64, u32, u8)) -> bool, take: impl Fn(&mut T, Strand)) {
        for cell in 0..81 {
            let digits = self.board.digits(cell);
            let searched = if self.links == Links::Y { is_pair(digits) } else { digits & digits.wrapping_sub(1) != 0 };
            if !searched {
                continue;
            }
            for digit in bits(digits) {
                let start = 9 * cell + digit;
                let chains = self.links != Links::Y;
                let to_off = chains && self.useful.on_to_off.contains(start);
                if to_off || self.useful.cycle.contains(start) {
                    let last = self.search_on(start, state, &wants, &take).filter(|_| to_off);
                    if let Some(strand) = last.and_then(|last| self.chain_off(start, last, state, &wants)) {
                        take(state, strand);
                    }
                }
                if chains
                    && self.useful.off_to_on.contains(start)
                    && let Some(strand) = self.search_off(start, state, &wants)
                {
                    take(state, strand);
                }
            }
        }
    }

    fn sort_key(&self) -> u8 {
        match self.links {
            Links::X => 2,
            Links::Y => 3,
            Links::XY => 4,
        }
    }

    fn rank(&self, kind: Kind, complexity: u32) -> (f64, u32, u8) {
        let base = match (self.links, kind) {
            (Links::XY, _) => 7.0,
            (_, Kind::Cycle) => 6.5,
            (_, Kind::Chain) => 6.6,
        };
        (base + length_term(complexity), complexity, self.sort_key())
    }

    fn clear(&mut self) {
        self.live.clone_from(&self.live_at_start);
        self.open = self.open_at_start;
        self.reached = CandidateBits::EMPTY;
        self.steps.clear();
    }

    /// Reaches a candidate. Candidates whose strong links now all lead to known ones are no longer live.
    #[inline]
    fn reach(&mut self, step: Step) {
        let candidate = usize::from(step.candidate);
        self.reached.insert(candidate);
        self.steps.push(step);
        for &(partner, _) in self.strong.of(self.links, candidate) {
            let partner = usize::from(partner);
            self.open[partner] -= 1;
            if self.open[partner] == 0 {
                self.live.remove(partner / 9, partner % 9);
            }
        }
    }

    /// Whether one candidate on turns another off, and the cause.
    #[inline]
    fn weak(&self, from: usize, to: usize) -> Option<Cause> {
        let (cell, other) = (from / 9, to / 9);
        if cell == other {
            return (from != to && self.links != Links::X).then_some(Cause::Cell);
        }
        if from % 9 != to % 9 || !sees(cell, other) {
            return None;
        }
        Cause::HOUSES.into_iter().find(|&cause| HOUSE[cell][cause as usize] == HOUSE[other][cause as usize])
    }

    /// Reaches everything that follows from a step in one step more.
    fn expand(&mut self, number: usize, partners: &[(u16, Cause)]) {
        let step = self.steps[number];
        let candidate = usize::from(step.candidate);
        let (cell, digit) = (candidate / 9, candidate % 9);
        if self.links != Links::X {
            for other in bits(self.live.digits(cell) & !(1 << digit)) {
                self.pass(number, 9 * cell + other, Cause::Cell, partners);
            }
        }
        for (kind, cause) in Cause::HOUSES.into_iter().enumerate() {
            let house = usize::from(HOUSE[cell][kind]);
            for place in bits(self.live.places(house, digit) & !(1 << PLACE[cell][kind])) {
                self.pass(number, 9 * usize::from(CELL_AT[house][place]) + digit, cause, partners);
            }
        }
    }

    #[inline]
    fn pass(&mut self, number: usize, via: usize, via_cause: Cause, partners: &[(u16, Cause)]) {
        let parent = self.steps[number];
        let seen = partners.iter().position(|&(partner, _)| usize::from(partner) == via);
        let partners = parent.partners | seen.map_or(0, |i| 1 << i);
        for &(candidate, cause) in self.strong.of(self.links, via) {
            if !self.reached.contains(candidate.into()) {
                self.reach(Step {
                    candidate,
                    cause,
                    via: via as u16,
                    via_cause,
                    parent: number as u16,
                    depth: parent.depth + 1,
                    partners,
                });
            }
        }
    }

    /// Searches from a candidate on. Reports the cycles; returns the first step that turns the start off.
    fn search_on<T>(
        &mut self,
        start: usize,
        state: &mut T,
        wants: &impl Fn(&T, (f64, u32, u8)) -> bool,
        take: &impl Fn(&mut T, Strand),
    ) -> Option<usize> {
        self.clear();
        let strong = self.strong;
        let partners = strong.of(self.links, start);
        let none = Cause::Assumption;
        let root =
            Step { candidate: start as u16, cause: none, via: 0, via_cause: none, parent: 0, depth: 0, partners: 0 };
        self.reach(root);
        let mut turned_off = None;
        let mut number = 0;
        while number < self.steps.len() {
            if number > 0 {
                let step = self.steps[number];
                let candidate = usize::from(step.candidate);
                let complexity = 2 * u32::from(step.depth) + 2;
                let wants_cycle = wants(state, self.rank(Kind::Cycle, complexity));
                if !wants_cycle && (turned_off.is_some() || !wants(state, self.rank(Kind::Chain, complexity))) {
                    break;
                }
                if turned_off.is_none() && self.weak(candidate, start).is_some() {
                    turned_off = Some(number);
                }
                // The partners that this step turns off, in the order of its effects.
                let mut closing = [(0usize, 0usize, Cause::Cell); 4];
                let mut count = 0;
                for (i, &(partner, _)) in partners.iter().enumerate() {
                    if step.partners >> i & 1 == 0
                        && let Some(cause) = self.weak(candidate, partner.into())
                    {
                        closing[count] = (self.effect_order(partner.into(), cause), i, cause);
                        count += 1;
                    }
                }
                closing[..count].sort_unstable_by_key(|&(order, ..)| order);
                for &(_, i, cause) in &closing[..count] {
                    if !wants(state, self.rank(Kind::Cycle, complexity)) {
                        continue;
                    }
                    if let Some(strand) = self.cycle(start, number, partners[i], cause) {
                        take(state, strand);
                    }
                }
            }
            self.expand(number, partners);
            number += 1;
        }
        turned_off
    }

    /// The place of an effect among those of one candidate: its cell by digit, then block, row, column by position.
    fn effect_order(&self, candidate: usize, cause: Cause) -> usize {
        match cause {
            Cause::Cell => candidate % 9,
            _ => 16 * (1 + cause as usize) + usize::from(PLACE[candidate / 9][cause as usize]),
        }
    }

    /// The nodes from a step back to the start, which is left out.
    fn path(&self, mut number: usize, nodes: &mut Vec<Link>) -> usize {
        loop {
            let step = self.steps[number];
            if step.depth == 0 {
                return number;
            }
            nodes.push(Link { candidate: step.candidate, on: true, cause: step.cause });
            nodes.push(Link { candidate: step.via, on: false, cause: step.via_cause });
            number = step.parent.into();
        }
    }

    fn cycle(&self, start: usize, last: usize, (via, cause): (u16, Cause), via_cause: Cause) -> Option<Strand> {
        let mut nodes = Vec::with_capacity(2 * usize::from(self.steps[last].depth) + 2);
        nodes.push(Link { candidate: start as u16, on: true, cause });
        nodes.push(Link { candidate: via, on: false, cause: via_cause });
        self.path(last, &mut nodes);
        let inside = nodes.iter().fold(0u128, |set, node| set | 1 << (node.candidate / 9));
        let mut seen = [[0u128; 2]; 9];
        for node in &nodes {
            seen[usize::from(node.candidate % 9)][usize::from(node.on)] |= peers(usize::from(node.candidate / 9));
        }
        let gone = core::array::from_fn::<u128, 9, _>(|d| seen[d][0] & seen[d][1] & self.cells_with[d] & !inside);
        if gone == [0; 9] {
            return None;
        }
        let mut eliminations = Eliminations::default();
        for node in nodes.iter().filter(|node| node.on) {
            let digit = usize::from(node.candidate % 9);
            for cell in bits(gone[digit] & peers(usize::from(node.candidate / 9))) {
                eliminations.add(cell, 1 << digit);
            }
        }
        Some(self.strand(Kind::Cycle, nodes, eliminations))
    }

    fn strand(&self, kind: Kind, nodes: Vec<Link>, eliminations: Eliminations) -> Strand {
        let (rating, _, sort_key) = self.rank(kind, nodes.len() as u32);
        Strand { rating, sort_key, links: self.links, kind, nodes, eliminations }
    }

    /// The chain from the start on to the start off, which the step `last` turns off.
    fn chain_off<T>(
        &self,
        start: usize,
        last: usize,
        state: &T,
        wants: &impl Fn(&T, (f64, u32, u8)) -> bool,
    ) -> Option<Strand> {
        let complexity = 2 * u32::from(self.steps[last].depth) + 2;
        if !wants(state, self.rank(Kind::Chain, complexity)) {
            return None;
        }
        let cause = self.weak(self.steps[last].candidate.into(), start)?;
        let mut nodes = Vec::with_capacity(complexity as usize);
        nodes.push(Link { candidate: start as u16, on: false, cause });
        self.path(last, &mut nodes);
        nodes.push(Link { candidate: start as u16, on: true, cause: Cause::Assumption });
        let mut eliminations = Eliminations::default();
        eliminations.add(start / 9, 1 << (start % 9));
        Some(self.strand(Kind::Chain, nodes, eliminations))
    }

    /// The chain from a candidate off to the same on.
    fn search_off<T>(
        &mut self,
        start: usize,
        state: &T,
        wants: &impl Fn(&T, (f64, u32, u8)) -> bool,
    ) -> Option<Strand> {
        let strong = self.strong;
        let partners = strong.of(self.links, start);
        if partners.is_empty() {
            return None;
        }
        self.clear();
        for &(candidate, cause) in partners {
            let (via_cause, via) = (Cause::Assumption, start as u16);
            self.reach(Step { candidate, cause, via, via_cause, parent: 0, depth: 1, partners: 0 });
        }
        let mut number = 0;
        while number < self.steps.len() {
            let step = self.steps[number];
            let candidate = usize::from(step.candidate);
            let complexity = 2 * u32::from(step.depth) + 2;
            if !wants(state, self.rank(Kind::Chain, complexity)) {
                return None;
            }
            let closing = partners
                .iter()
                .filter_map(|&(partner, cause)| Some((partner, cause, self.weak(candidate, partner.into())?)))
                .min_by_key(|&(partner, _, via_cause)| self.effect_order(partner.into(), via_cause));
            if let Some((via, cause, via_cause)) = closing {
                let mut nodes = Vec::with_capacity(complexity as usize);
                nodes.push(Link { candidate: start as u16, on: true, cause });
                nodes.push(Link { candidate: via, on: false, cause: via_cause });
                self.path_to_root(number, &mut nodes);
                let mut eliminations = Eliminations::default();
                eliminations.add(start / 9, self.board.digits(start / 9) & !(1 << (start % 9)));
                return (!eliminations.is_empty()).then(|| self.strand(Kind::Chain, nodes, eliminations));
            }
            self.expand(number, &[]);
            number += 1;
        }
        None
    }

    /// The nodes from a step back to the start off, which is the last.
    fn path_to_root(&self, mut number: usize, nodes: &mut Vec<Link>) {
        loop {
            let step = self.steps[number];
            nodes.push(Link { candidate: step.candidate, on: true, cause: step.cause });
            nodes.push(Link { candidate: step.via, on: false, cause: step.via_cause });
            if step.depth == 1 {
                return;
            }
            number = step.parent.into();
        }
    }
}
