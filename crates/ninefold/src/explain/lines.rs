//! An argument line by line: "if ... then ...", one link each, with the arrows of the view that each line lights up.
//!
//! ```text
//!   1. If r4c4 is not 1, then r4c4 is 7: r4c4 has no other candidate.        arrow 0
//!   2. If r4c4 is 7, then r2c4 is not 7: column 4 holds 7 once.              arrow 1
//!   3. If r2c4 is not 7, then r2c8 is 7: row 2 has no other place for 7.     arrow 2
//!   4. So r4c4 is 1, or r2c8 is 7.
//! ```
//!
//! Patterns that are chains of implications have lines: chains, forcing chains and nets, kraken fish, death blossoms. For
//! the others the sentence is enough.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::links::weak_link;
use super::pattern::lemma_name;
use super::words::{Argument, Arguments};
use super::{
    AlmostLockedSet, Because, Branch, Cases, Chain, Deduction, Forcing, Impossible, Inference, Link, Node, Reason,
    Statement, Strength, ViewLink,
};
use crate::{CandidateSet, CellSet, DigitSet, Language};

/// A line of an argument, in a language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// How far it is indented: the lines of a case are one deeper than the line that names the case.
    pub depth: usize,
    /// The line in words.
    pub text: String,
    /// The links of the step's [`View`](super::View) that it is about, by number.
    pub links: Range<usize>,
}

/// A line before it is put into words: a message and its arguments.
pub(super) struct ArgumentLine {
    depth: usize,
    key: &'static str,
    arguments: Arguments,
    links: Range<usize>,
}

impl Language {
    /// The argument of a step line by line, ending with its conclusions. Empty if the pattern is no chain of implications.
    ///
    /// ```
    /// use ninefold::explain::{Explainer, Technique};
    /// use ninefold::{Grid, Language, Puzzle};
    ///
    /// let grid: Grid =
    ///     "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse()?;
    /// let path = Explainer::default().path(&Puzzle::new(grid)?);
    /// let chain = path.steps().iter().find(|step| step.technique == Technique::XyChain);
    /// for line in chain.map(|step| Language::ENGLISH.lines(step)).into_iter().flatten() {
    ///     println!("{}", line.text);
    /// }
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn lines(self, deduction: &Deduction) -> Vec<Line> {
        let mut lines: Vec<Line> = deduction.pattern.shape().lines().into_iter().map(|line| self.line(line)).collect();
        if let Some(last) = lines.last() {
            let end = last.links.end;
            lines.push(Line { depth: 0, text: self.conclusions(deduction), links: end..end });
        }
        lines
    }

    fn line(self, line: ArgumentLine) -> Line {
        let ArgumentLine { depth, key, arguments, links } = line;
        Line { depth, text: self.say(key, &arguments), links }
    }
}

/// Collects the lines of a pattern. Links are numbered in the order in which the pattern adds them to its view.
#[derive(Default)]
pub(super) struct Lines {
    lines: Vec<ArgumentLine>,
    links: usize,
}

impl Lines {
    /// The lines.
    pub(super) fn finish(self) -> Vec<ArgumentLine> {
        self.lines
    }

    /// A line without links.
    pub(super) fn push(&mut self, depth: usize, key: &'static str, arguments: Arguments) {
        self.push_linked(depth, key, arguments, 0);
    }

    /// A line about the next links of the view.
    fn push_linked(&mut self, depth: usize, key: &'static str, arguments: Arguments, links: usize) {
        let links = self.links..self.links + links;
        self.links = links.end;
        self.lines.push(ArgumentLine { depth, key, arguments, links });
    }

    /// A chain, link by link, and what it shows.
    pub(super) fn chain(&mut self, chain: &Chain) {
        let Some((first_link, first)) = chain.links.first().zip(chain.nodes.first().copied()) else { return };
        let mut holds = first_link.strength == Strength::Weak;
        for (index, link) in chain.links.iter().enumerate() {
            let (from, to) = (chain.nodes[index], chain.after(index));
            let premise = vec![Statement { node: from, holds }.clause()];
            holds = link.strength == Strength::Strong;
            let consequence = Statement { node: to, holds };
            self.push_linked(0, "if-then", implication(premise, consequence, link_reason(*link, from, to)), 1);
        }
        let last = chain.nodes[chain.nodes.len() - 1];
        let first_is = |holds| Argument::clauses("first", vec![Statement { node: first, holds }.clause()]);
        match (chain.is_closed(), first_link.strength) {
            (false, _) => {
                let last_is = Argument::clauses("last", vec![Statement { node: last, holds: true }.clause()]);
                self.push(0, "line-either", vec![first_is(true), last_is]);
            }
            (true, _) if chain.links.len().is_multiple_of(2) => self.push(0, "line-loop", vec![]),
            (true, Strength::Strong) => self.push(0, "line-opposite", vec![first_is(true)]),
            (true, Strength::Weak) => self.push(0, "line-opposite", vec![first_is(false)]),
        }
    }

    /// Cases, what follows in each, and what that shows.
    pub(super) fn forcing(&mut self, forcing: &Forcing) {
        self.forcing_at(forcing, 0, true);
    }

    /// `drawn`: whether the view has the arrows of the branches. It has none of those in lemmas.
    fn forcing_at(&mut self, forcing: &Forcing, depth: usize, drawn: bool) {
        let supposed = || forcing.branches.iter().map(|branch| branch.supposed.node);
        let cells = supposed().fold(CellSet::EMPTY, |cells, node| cells | node.cells);
        match forcing.cases {
            Cases::Refuted => {}
            Cases::Cell(cell) => {
                let digits = supposed().map(|node| node.digit).collect();
                self.push(depth, "line-cell", vec![Argument::cell(cell), Argument::digits("digits", digits)]);
            }
            Cases::House(house, digit) => {
                let house = Argument::houses("houses", house.into());
                self.push(depth, "line-house", vec![house, Argument::digit(digit), Argument::cells("cells", cells)]);
            }
            Cases::Either(candidate) => {
                self.push(depth, "line-either-way", vec![Argument::candidates("candidates", candidate.into())]);
            }
        }
        forcing.branches.iter().for_each(|branch| self.branch_at(branch, depth, drawn));
        self.push(depth, if forcing.cases == Cases::Refuted { "line-refuted" } else { "line-same" }, vec![]);
    }

    /// A case: its assumption, what follows from it one by one, and why it is impossible, if it is.
    pub(super) fn branch(&mut self, branch: &Branch) {
        self.branch_at(branch, 0, true);
    }

    fn branch_at(&mut self, branch: &Branch, depth: usize, drawn: bool) {
        self.push(depth, "line-suppose", vec![Argument::clauses("supposed", vec![branch.supposed.clause()])]);
        for (index, inference) in branch.inferences.iter().enumerate() {
            if let Because::Lemma(number) = inference.because
                && let Some(lemma) = branch.lemmas.get(usize::from(number))
            {
                self.push(depth + 1, "line-lemma", vec![Argument::text("name", lemma_name(number.into()))]);
                self.forcing_at(&lemma.proof, depth + 2, false);
            }
            let premises = branch.premises(index);
            let links = if drawn { premises.len() } else { 0 };
            let clauses: Vec<_> = premises.iter().map(|premise| premise.clause()).collect();
            let key = if clauses.is_empty() { "then" } else { "if-then" };
            let arguments = implication(clauses, inference.statement, inference_reason(inference));
            self.push_linked(depth + 1, key, arguments, links);
        }
        match branch.impossible {
            Some(Impossible::Cell(cell)) => self.push(depth + 1, "line-no-candidate", vec![Argument::cell(cell)]),
            Some(Impossible::House(house, digit)) => {
                let arguments = vec![Argument::houses("houses", house.into()), Argument::digit(digit)];
                self.push(depth + 1, "line-no-place", arguments);
            }
            Some(Impossible::Both(node)) => {
                self.push(depth + 1, "line-both", vec![Argument::candidates("candidates", node.candidates())]);
            }
            None => {}
        }
    }
}

/// The arguments of an "if ... then ..." line.
fn implication(
    premises: Vec<(&'static str, Arguments)>,
    consequence: Statement,
    reason: (&'static str, Arguments),
) -> Arguments {
    vec![
        Argument::clauses("premises", premises),
        Argument::clauses("consequence", vec![consequence.clause()]),
        Argument::clauses("reason", vec![reason]),
    ]
}

impl Statement {
    /// `r4c4 is 7`, `r4c4 is not 7`, `7 is in one of r4c45`, `7 is in none of r4c45`.
    fn clause(&self) -> (&'static str, Arguments) {
        let Node { digit, cells } = self.node;
        let key = match (cells.single().is_some(), self.holds) {
            (true, true) => "cell-is",
            (true, false) => "cell-is-not",
            (false, true) => "one-is",
            (false, false) => "none-is",
        };
        (key, vec![Argument::digit(digit), Argument::cells("cells", cells)])
    }
}

/// Why a link of a chain holds, in words.
fn link_reason(link: Link, from: Node, to: Node) -> (&'static str, Arguments) {
    match (link.reason, link.strength) {
        (Reason::Cell, Strength::Strong) => ("because-cell", vec![Argument::cells("cells", to.cells)]),
        (Reason::Cell, Strength::Weak) => ("because-one-digit", vec![Argument::cells("cells", from.cells | to.cells)]),
        (Reason::House(house), Strength::Strong) => {
            ("because-house", vec![Argument::houses("houses", house.into()), Argument::digit(to.digit)])
        }
        (Reason::House(house), Strength::Weak) => {
            ("because-once", vec![Argument::houses("houses", house.into()), Argument::digit(to.digit)])
        }
        (Reason::AlmostLockedSet(set), _) => set_reason(set, from.digit.into()),
    }
}

/// A set that lacks a digit holds all its others.
fn set_reason(set: AlmostLockedSet, without: DigitSet) -> (&'static str, Arguments) {
    let arguments = vec![Argument::cells("cells", set.cells), Argument::digits("digits", set.digits - without)];
    ("because-set", arguments)
}

/// Why an inference holds, in words.
fn inference_reason(inference: &Inference) -> (&'static str, Arguments) {
    let node = inference.statement.node;
    let strong = |reason| link_reason(Link { strength: Strength::Strong, reason }, node, node);
    match inference.because {
        Because::Excluded(by) => link_reason(weak_link(by, node), by, node),
        Because::Cell => strong(Reason::Cell),
        Because::House(house) => strong(Reason::House(house)),
        Because::AlmostLockedSet(set, digit) => set_reason(set, digit.into()),
        Because::Locked(house) => {
            let house = Argument::houses("houses", house.into());
            ("because-locked", vec![house, Argument::digit(node.digit), Argument::cells("cells", node.cells)])
        }
        Because::Subset(subset) => {
            let arguments = vec![
                Argument::digits("digits", subset.digits),
                Argument::cells("cells", subset.cells),
                Argument::houses("houses", subset.houses),
            ];
            (if subset.hidden { "because-hidden" } else { "because-naked" }, arguments)
        }
        Because::Fish(fish) => {
            let houses = [Argument::houses("base", fish.base), Argument::houses("cover", fish.cover)];
            ("because-fish", houses.into_iter().chain([Argument::digit(fish.digit)]).collect())
        }
        Because::Lemma(number) => ("because-lemma", vec![Argument::text("name", lemma_name(number.into()))]),
    }
}

impl Branch {
    /// The statements that an inference follows from, among the assumption and the inferences before it: no more than it
    /// needs.
    fn premises(&self, index: usize) -> Vec<Statement> {
        let Inference { statement: Statement { node, .. }, because } = self.inferences[index];
        // What must be false.
        let all_of = |cells: CellSet, digits: DigitSet| {
            cells.iter().fold(CandidateSet::EMPTY, |all, cell| all | CandidateSet::of_cell(cell, digits))
        };
        let needed = match because {
            Because::Excluded(by) => return vec![Statement { node: by, holds: true }],
            Because::Cell => all_of(node.cells, DigitSet::FULL),
            Because::House(house) => CandidateSet::of_digit(node.digit, house.cells() - node.cells),
            Because::AlmostLockedSet(set, digit) => CandidateSet::of_digit(digit, set.cells),
            Because::Locked(house) => CandidateSet::of_digit(node.digit, house.cells()),
            Because::Subset(subset) if subset.hidden => all_of(subset.houses.cells() - subset.cells, subset.digits),
            Because::Subset(subset) => all_of(subset.cells, DigitSet::FULL - subset.digits),
            Because::Fish(fish) => CandidateSet::of_digit(fish.digit, fish.base.cells() - fish.cover.cells()),
            Because::Lemma(number) => {
                self.lemmas.get(usize::from(number)).map_or(CandidateSet::EMPTY, |lemma| lemma.given)
            }
        };
        let part = |it: &Statement| it.node.candidates() & needed;
        let is_premise = |it: &Statement| !it.holds && !part(it).is_empty();
        let before = self.inferences[..index].iter().map(|inference| inference.statement);
        let mut premises: Vec<Statement> = core::iter::once(self.supposed).chain(before).filter(is_premise).collect();
        // A node may be part of another one.
        for place in (0..premises.len()).rev() {
            let others = premises.iter().enumerate().filter(|(other, _)| *other != place);
            let covered = others.fold(CandidateSet::EMPTY, |all, (_, other)| all | part(other));
            if part(&premises[place]).is_subset(covered) {
                premises.remove(place);
            }
        }
        premises
    }

    /// The arrows of its inferences, in order: one from each premise.
    pub(super) fn links(&self) -> Vec<ViewLink> {
        let mut links = Vec::new();
        for (index, inference) in self.inferences.iter().enumerate() {
            let strength = match inference.because {
                Because::Excluded(_) => Strength::Weak,
                _ => Strength::Strong,
            };
            let to = inference.statement.node;
            links.extend(self.premises(index).iter().map(|from| ViewLink { from: from.node, to, strength }));
        }
        links
    }
}
