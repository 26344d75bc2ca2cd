//! What to highlight: a deduction as coloured cells, candidates, houses and links.
//!
//! A [`View`] is plain data. The command line, the page and Python get it as the same JSON, and pictures are drawn from
//! it. None of them depends on techniques.

use alloc::vec::Vec;

use super::{Deduction, Node, Strength};
use crate::{Candidate, CandidateSet, Cell, CellSet, House, HouseSet, Pencilmarks};

/// The role of a cell, candidate or house in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Role {
    /// A cell or candidate the pattern consists of.
    Pattern,
    /// A house whose places or candidates the pattern uses.
    Base,
    /// A house that contains them, and loses them elsewhere.
    Cover,
    /// A base candidate that no cover house contains.
    Fin,
    /// A candidate in two base houses.
    EndoFin,
    /// A candidate of a chain that is true if the chain's first node is false.
    On,
    /// A candidate of a chain that is false if the chain's first node is false.
    Off,
    /// A cell of an almost locked set.
    AlmostLockedSet,
    /// A cell in the middle of a wing.
    Pivot,
    /// A cell at the end of a wing.
    Pincer,
    /// One colour of a network, opposite to `ColourB`.
    ColourA,
    /// The other colour.
    ColourB,
    /// One colour of a second network, opposite to `ColourD`.
    ColourC,
    /// The other colour.
    ColourD,
    /// A cell of a rectangle or loop that must not be filled with two digits only, and these digits there.
    Deadly,
    /// A candidate that is true.
    Placed,
    /// A candidate that is false.
    Eliminated,
}

impl Role {
    /// Its name in JSON and in style sheets.
    pub const fn slug(self) -> &'static str {
        match self {
            Role::Pattern => "pattern",
            Role::Base => "base",
            Role::Cover => "cover",
            Role::Fin => "fin",
            Role::EndoFin => "endo-fin",
            Role::On => "on",
            Role::Off => "off",
            Role::AlmostLockedSet => "als",
            Role::Pivot => "pivot",
            Role::Pincer => "pincer",
            Role::ColourA => "colour-a",
            Role::ColourB => "colour-b",
            Role::ColourC => "colour-c",
            Role::ColourD => "colour-d",
            Role::Deadly => "deadly",
            Role::Placed => "placed",
            Role::Eliminated => "eliminated",
        }
    }
}

/// Something to highlight, and its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight<T> {
    /// The cell, candidate or house.
    pub item: T,
    /// Its role.
    pub role: Role,
}

/// The highlights of a deduction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Cells, each once.
    pub cells: Vec<Highlight<Cell>>,
    /// Candidates, each once for each of its roles.
    pub candidates: Vec<Highlight<Candidate>>,
    /// Houses.
    pub houses: Vec<Highlight<House>>,
    /// Links, each drawn as an arrow.
    pub links: Vec<ViewLink>,
}

/// An arrow from the candidates of one node to those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewLink {
    /// Where it starts.
    pub from: Node,
    /// Where it ends.
    pub to: Node,
    /// Drawn solid where strong, dashed where weak.
    pub strength: Strength,
}

impl View {
    /// The highlights of a deduction about these pencilmarks.
    pub fn new(deduction: &Deduction, marks: &Pencilmarks) -> View {
        let mut view = View::default();
        deduction.pattern.shape().highlight(marks, &mut view);
        view.add_candidates(deduction.placements, Role::Placed);
        view.add_candidates(deduction.eliminations, Role::Eliminated);
        view
    }

    pub(super) fn add_cells(&mut self, cells: CellSet, role: Role) {
        self.cells.extend(cells.iter().map(|item| Highlight { item, role }));
    }

    pub(super) fn add_candidates(&mut self, candidates: CandidateSet, role: Role) {
        self.candidates.extend(candidates.iter().map(|item| Highlight { item, role }));
    }

    pub(super) fn add_houses(&mut self, houses: HouseSet, role: Role) {
        self.houses.extend(houses.iter().map(|item| Highlight { item, role }));
    }

    pub(super) fn add_link(&mut self, from: Node, to: Node, strength: Strength) {
        self.links.push(ViewLink { from, to, strength });
    }
}
