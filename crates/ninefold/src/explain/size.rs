//! The size of a proof: how many implications a person has to follow, and how many cells they are about.
//!
//! A chain has an implication for each link, a net one for each inference, those of its lemmas included. A pattern that is
//! seen as a whole, such as a subset or a fish, counts as one.

use super::{Deduction, Pattern};
use crate::CellSet;

/// How large the proof of a deduction is. The smaller of two has fewer implications, or as many and fewer cells.
///
/// ```
/// use ninefold::explain::Explainer;
/// use ninefold::{Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let path = Explainer::default().path(&Puzzle::new(grid)?);
/// assert_eq!(path.implications(), path.steps().len(), "singles have one each");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProofSize {
    /// The implications.
    pub implications: usize,
    /// The cells that they are about.
    pub cells: usize,
}

impl Deduction {
    /// The size of its proof.
    pub fn size(&self) -> ProofSize {
        let (implications, cells) = size(&self.pattern);
        ProofSize { implications, cells: cells.len() }
    }
}

fn size(pattern: &Pattern) -> (usize, CellSet) {
    match pattern {
        Pattern::Forcing(forcing) => (forcing.implications(), forcing.cells()),
        Pattern::Chains(chains) => {
            let nodes = chains.iter().flat_map(|chain| &chain.nodes);
            let links = chains.iter().map(|chain| chain.links.len()).sum();
            (links, nodes.fold(CellSet::EMPTY, |cells, node| cells | node.cells))
        }
        Pattern::Kraken(kraken) => {
            let branches = kraken.branches.iter();
            let implications = 1 + branches.clone().map(|branch| branch.implications()).sum::<usize>();
            (implications, branches.fold(CellSet::EMPTY, |cells, branch| cells | branch.cells()))
        }
        Pattern::Blossom(blossom) => {
            let petals = blossom.petals.iter();
            let cells = petals.clone().fold(CellSet::from(blossom.stem), |cells, petal| cells | petal.set.cells);
            (petals.len(), cells)
        }
        Pattern::Direct(direct) => {
            let (implications, cells) = size(&direct.first);
            (implications + 1, cells.with(direct.single.cell))
        }
        Pattern::Single(single) => (1, single.cell.into()),
        Pattern::Intersection(intersection) => (1, intersection.cells),
        Pattern::Subset(subset) => (1, subset.cells),
        Pattern::Fish(fish) => (1, (fish.base.cells() & fish.cover.cells()) | fish.fins | fish.endo_fins),
        Pattern::Wing(wing) => (1, wing.pivots | wing.pincers),
        Pattern::Deadly(deadly) => (1, deadly.cells | deadly.helpers),
        Pattern::Exclusion(exclusion) => (1, exclusion.cells | exclusion.witnesses),
        Pattern::LockedSectors(sectors) => (1, sectors.cells),
        Pattern::SueDeCoq(sue) => (1, sue.crossing | sue.in_line | sue.in_block),
        other => (1, other.shape().focus().1),
    }
}
