//! Cases of which one must hold, and what follows in each of them.
//!
//! ```text
//!   r1c1 is 3, 5 or 7
//!     3:  ... so 9r4c4 is false            whichever it is, 9r4c4 is false
//!     5:  ... so 9r4c4 is false
//!     7:  ... which is impossible
//! ```
//!
//! A branch records its inferences one by one, each with its reason. Where every inference has one premise the branch is
//! a chain; where some need several it is a net. Where one needs an argument of its own, an assumption inside the
//! assumption, that argument is a *lemma* of the branch. A lemma is again cases with branches, which may have lemmas.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;

use super::{AlmostLockedSet, Fish, Node, Shape, Subset};
use crate::explain::lines::{ArgumentLine, Lines};
use crate::explain::notation::cell_groups;
use crate::explain::view::SetRoles;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseSet, Pencilmarks};

/// What follows whichever case holds, or why the only case cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forcing {
    /// The cases.
    pub cases: Cases,
    /// One branch for each case.
    pub branches: Vec<Branch>,
}

/// Cases of which one must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cases {
    /// A single case, which is refuted: its branch is impossible.
    Refuted,
    /// The candidates of a cell.
    Cell(Cell),
    /// The places of a digit in a house.
    House(House, Digit),
    /// A candidate is true or false.
    Either(Candidate),
}

/// What follows from one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The assumption.
    pub supposed: Statement,
    /// What follows, each from what comes before it.
    pub inferences: Vec<Inference>,
    /// The arguments that some of the inferences need, in the order in which these refer to them.
    pub lemmas: Vec<Lemma>,
    /// Why the case is impossible, if that is what follows.
    pub impossible: Option<Impossible>,
}

/// An argument inside a branch: in the position without some candidates that the branch knows to be false, this follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// The candidates that must be known to be false. The proof is about the position without them.
    pub given: CandidateSet,
    /// The cases and what follows in each.
    pub proof: Forcing,
}

/// A node is true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The node. Of several cells: the digit is in one of them, or in none.
    pub node: Node,
    /// Whether it is true.
    pub holds: bool,
}

/// A statement that follows from those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inference {
    /// What follows.
    pub statement: Statement,
    /// Why.
    pub because: Because,
}

/// Why a statement follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Because {
    /// False: this true node excludes it.
    Excluded(Node),
    /// True: all other candidates of the cell are false.
    Cell,
    /// True: all other places of the digit in the house are false.
    House(House),
    /// True: the almost locked set lacks this other digit, so it holds all the rest.
    AlmostLockedSet(AlmostLockedSet, Digit),
    /// False: all places left for the digit in this house see it.
    Locked(House),
    /// False: among what is left, the cells hold these digits (naked) or the digits fill these cells (hidden).
    Subset(Subset),
    /// False: among what is left, the places in the base houses lie in the cover houses.
    Fish(Fish),
    /// The lemma of this number in the branch says so.
    Lemma(u16),
}

/// Why a case cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Impossible {
    /// The cell has no candidate left.
    Cell(Cell),
    /// The house has no place left for the digit.
    House(House, Digit),
    /// The node would be true and false.
    Both(Node),
}

impl Forcing {
    /// The refutation of one assumption.
    pub(in crate::explain) fn refuted(branch: Branch) -> Forcing {
        Forcing { cases: Cases::Refuted, branches: Vec::from([branch]) }
    }

    /// How many inferences it has, those of lemmas included.
    pub fn implications(&self) -> usize {
        self.branches.iter().map(Branch::implications).sum()
    }

    /// The cells it is about, those of lemmas included.
    pub fn cells(&self) -> CellSet {
        self.branches.iter().fold(CellSet::EMPTY, |cells, branch| cells | branch.cells())
    }

    /// How deeply lemmas are nested: 0 without any.
    pub fn depth(&self) -> usize {
        let of_lemma = |lemma: &Lemma| 1 + lemma.proof.depth();
        self.branches.iter().flat_map(|branch| &branch.lemmas).map(of_lemma).max().unwrap_or(0)
    }

    /// All branches in one line.
    fn text(&self) -> String {
        self.branches.iter().map(Branch::text).collect::<Vec<_>>().join("; ")
    }
}

impl Statement {
    fn text(&self) -> String {
        let sign = if self.holds { '+' } else { '-' };
        alloc::format!("{sign}{}{}", self.node.digit, cell_groups(self.node.cells).join(","))
    }
}

impl Branch {
    /// The statements in order, `+` true and `-` false.
    pub(super) fn text(&self) -> String {
        let mut text = self.supposed.text();
        for (index, inference) in self.inferences.iter().enumerate() {
            text.push_str(if index == 0 { ": " } else { " " });
            text.push_str(&inference.statement.text());
            if let Because::Lemma(number) = inference.because
                && let Some(lemma) = self.lemmas.get(usize::from(number))
            {
                let _ = write!(text, " [{}: {}]", lemma_name(number.into()), lemma.proof.text());
            }
        }
        text
    }

    /// How many inferences it has, those of lemmas included.
    pub fn implications(&self) -> usize {
        self.inferences.len() + self.lemmas.iter().map(|lemma| lemma.proof.implications()).sum::<usize>()
    }

    /// The cells it is about, those of lemmas included.
    pub fn cells(&self) -> CellSet {
        let own = self.inferences.iter().map(|inference| inference.statement.node.cells);
        let of_lemmas = self.lemmas.iter().map(|lemma| lemma.proof.cells());
        own.chain(of_lemmas).fold(self.supposed.node.cells, |cells, more| cells | more)
    }

    pub(super) fn highlight(&self, view: &mut View) {
        let (mut on, mut off) = (CandidateSet::EMPTY, CandidateSet::EMPTY);
        let statements = self.inferences.iter().map(|inference| inference.statement);
        for statement in core::iter::once(self.supposed).chain(statements) {
            *(if statement.holds { &mut on } else { &mut off }) |= statement.node.candidates();
        }
        view.links.extend(self.links());
        let mut sets = SetRoles::default();
        for inference in &self.inferences {
            if let Because::AlmostLockedSet(set, _) = inference.because {
                view.add_cells(set.cells, sets.role(set));
            }
        }
        match self.impossible {
            Some(Impossible::Cell(cell)) => view.add_cells(cell.into(), Role::Pattern),
            Some(Impossible::House(house, _)) => view.add_houses(house.into(), Role::Cover),
            Some(Impossible::Both(_)) | None => {}
        }
        view.add_candidates(on, Role::On);
        view.add_candidates(off, Role::Off);
    }
}

/// The name of the lemma of this number: `A` to `Z`, then `A2` and so on.
pub(in crate::explain) fn lemma_name(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { alloc::format!("{letter}{}", number / 26 + 1) }
}

impl Shape for Forcing {
    fn describe(&self) -> (&'static str, Arguments) {
        let mut arguments = vec![Argument::text("branches", self.text())];
        let key = match self.cases {
            Cases::Refuted => {
                let impossible = self.branches.first().and_then(|branch| branch.impossible);
                match impossible {
                    Some(Impossible::Cell(cell)) => {
                        arguments.push(Argument::cell(cell));
                        "forcing-no-candidate"
                    }
                    Some(Impossible::House(house, digit)) => {
                        arguments.extend([Argument::houses("houses", house.into()), Argument::digit(digit)]);
                        "forcing-no-place"
                    }
                    Some(Impossible::Both(node)) => {
                        arguments.push(Argument::candidates("candidates", node.candidates()));
                        "forcing-both"
                    }
                    None => "forcing-both",
                }
            }
            Cases::Cell(cell) => {
                arguments.push(Argument::cell(cell));
                "forcing-cell"
            }
            Cases::House(house, digit) => {
                arguments.extend([Argument::houses("houses", house.into()), Argument::digit(digit)]);
                "forcing-house"
            }
            Cases::Either(candidate) => {
                arguments.push(Argument::text("candidate", candidate.to_string()));
                "forcing-either"
            }
        };
        (key, arguments)
    }

    fn highlight(&self, _marks: &Pencilmarks, view: &mut View) {
        match self.cases {
            Cases::Cell(cell) => view.add_cells(cell.into(), Role::Base),
            Cases::House(house, _) => view.add_houses(house.into(), Role::Base),
            Cases::Refuted | Cases::Either(_) => {}
        }
        for branch in &self.branches {
            branch.highlight(view);
        }
    }

    fn lines(&self) -> Vec<ArgumentLine> {
        let mut lines = Lines::default();
        lines.forcing(self);
        lines.finish()
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        let cells = self.branches.iter().fold(CellSet::EMPTY, |cells, branch| cells | branch.supposed.node.cells);
        match self.cases {
            Cases::House(house, _) => (house.into(), CellSet::EMPTY),
            _ => (HouseSet::EMPTY, cells),
        }
    }

    fn digits(&self) -> DigitSet {
        self.branches.iter().map(|branch| branch.supposed.node.digit).collect()
    }
}
