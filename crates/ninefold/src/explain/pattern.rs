//! Patterns: the cells, houses and links that make a technique work here, each with its role.
//!
//! A pattern is complete data: the words, the pictures and the independent proof are made from it alone, without the
//! finder. So each pattern names everything its argument uses, and nothing else.
//!
//! A shape of argument is a file in `pattern/`: the data, its words and its drawing ([`Shape`]). Its proof is the file of
//! the same name in `check/`. Several techniques share a shape: a skyscraper and an alternating inference chain are both
//! chains.

mod blossom;
mod bug;
mod chain;
mod colouring;
mod deadly;
mod direct;
mod exclusion;
mod exocet;
mod fish;
mod forcing;
mod grave;
mod intersection;
mod kraken;
mod sectors;
mod single;
mod subset;
mod sue_de_coq;
mod templates;
mod wing;

pub use blossom::{Blossom, Petal};
pub use bug::Bug;
pub use chain::{AlmostLockedSet, Chain, Link, Node, Reason, Strength};
pub use colouring::Colouring;
pub use deadly::Deadly;
pub use direct::Direct;
pub use exclusion::Exclusion;
pub use exocet::Exocet;
pub use fish::Fish;
pub(in crate::explain) use forcing::lemma_name;
pub use forcing::{Because, Branch, Cases, Forcing, Impossible, Inference, Lemma, Statement};
pub use grave::Grave;
pub use intersection::Intersection;
pub use kraken::Kraken;
pub use sectors::LockedSectors;
pub use single::Single;
pub use subset::Subset;
pub use sue_de_coq::SueDeCoq;
pub use templates::Templates;
pub use wing::Wing;

use alloc::vec::Vec;

use super::View;
use super::lines::ArgumentLine;
use super::words::Arguments;
use crate::{CellSet, DigitSet, HouseSet, Pencilmarks};

/// The pattern of a deduction: one variant for each shape of argument.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pattern {
    /// A cell with one digit left, or a digit with one cell left.
    Single(Single),
    /// A digit that one house confines to another.
    Intersection(Intersection),
    /// As many cells as digits, in one house.
    Subset(Subset),
    /// Base houses whose places for a digit lie in as many cover houses.
    Fish(Fish),
    /// Two fish with the same base houses.
    SiameseFish([Fish; 2]),
    /// A few cells of which one must hold a digit.
    Wing(Wing),
    /// Places of a digit in two colours, one true and one false.
    Colouring(Colouring),
    /// Cells that could be filled in two ways, if nothing prevented it.
    Deadly(Deadly),
    /// A whole position that could be filled in two ways if one candidate were false.
    Grave(Grave),
    /// As many cells as digits, on a line and in a block that cross.
    SueDeCoq(SueDeCoq),
    /// All ways to place a digit in the grid.
    Templates(Templates),
    /// All ways to fill a few cells.
    Exclusion(Exclusion),
    /// Alternating inferences; several chains where the technique joins what each of them concludes.
    Chains(Vec<Chain>),
    /// A cell and an almost locked set for each of its candidates.
    Blossom(Blossom),
    /// Cases of which one must hold, and what follows in each.
    Forcing(Forcing),
    /// A fish that is not complete, and chains from the candidates that it lacks.
    Kraken(Kraken),
    /// As many cells as sectors that can fill them.
    LockedSectors(LockedSectors),
    /// Two base cells whose digits must be those of two target cells.
    Exocet(Exocet),
    /// An intersection or a hidden subset that leaves a single.
    Direct(Direct),
    /// A whole position that could be filled in two ways if some candidates were false.
    Bug(Bug),
}

/// The words and the drawing of a pattern.
pub(super) trait Shape {
    /// The key of its message in the language catalogues, and the message's arguments.
    ///
    /// A technique whose slug is a key has a message of its own, with the same arguments.
    fn describe(&self) -> (&'static str, Arguments);

    /// Adds its houses, cells, candidates and links to a view, with their roles.
    fn highlight(&self, marks: &Pencilmarks, view: &mut View);

    /// The argument line by line, if it is a chain of implications. Lines number the links in the order in which
    /// [`Shape::highlight`] adds them.
    fn lines(&self) -> Vec<ArgumentLine> {
        Vec::new()
    }

    /// Where to look for it: houses to name, and cells that the named houses should contain.
    fn focus(&self) -> (HouseSet, CellSet);

    /// The digits it is about.
    fn digits(&self) -> DigitSet;
}

impl Pattern {
    /// The pattern as a shape. This is the only place that distinguishes shapes for words and pictures.
    pub(super) fn shape(&self) -> &dyn Shape {
        match self {
            Pattern::Single(single) => single,
            Pattern::Intersection(intersection) => intersection,
            Pattern::Subset(subset) => subset,
            Pattern::Fish(fish) => fish,
            Pattern::SiameseFish(twins) => twins,
            Pattern::Wing(wing) => wing,
            Pattern::Colouring(colouring) => colouring,
            Pattern::Deadly(deadly) => deadly,
            Pattern::Grave(grave) => grave,
            Pattern::SueDeCoq(sue_de_coq) => sue_de_coq,
            Pattern::Templates(templates) => templates,
            Pattern::Exclusion(exclusion) => exclusion,
            Pattern::Chains(chains) => chains,
            Pattern::Blossom(blossom) => blossom,
            Pattern::Forcing(forcing) => forcing,
            Pattern::Kraken(kraken) => kraken,
            Pattern::LockedSectors(sectors) => sectors,
            Pattern::Exocet(exocet) => exocet,
            Pattern::Direct(direct) => direct,
            Pattern::Bug(bug) => bug,
        }
    }
}
