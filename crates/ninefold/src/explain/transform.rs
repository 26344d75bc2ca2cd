//! The image of a deduction under a symmetry of the grid.
//!
//! A pattern is data, so it is transformed part by part: cells, digits and houses. The image proves the image of what the
//! pattern proves. It need not be the pattern that a finder reports there: finders list parts in reading order, and the
//! image keeps the order of the original.

use alloc::boxed::Box;

use super::Deduction;
use super::pattern::{
    AlmostLockedSet, Because, Blossom, Branch, Bug, Cases, Chain, Colouring, Deadly, Direct, Exclusion, Exocet, Fish,
    Forcing, Grave, Impossible, Inference, Intersection, Kraken, Lemma, Link, LockedSectors, Node, Pattern, Petal,
    Reason, Single, Statement, Subset, SueDeCoq, Templates, Wing,
};
use crate::symmetry::{Transform, Transformable, transform_fields};

transform_fields! {
    Deduction { pattern, placements, eliminations; technique }
    Single { cell, digit, houses, alternatives, excluders }
    Intersection { digit, base, cover, cells }
    Subset { digits, cells, houses; hidden }
    Fish { digit, base, cover, fins, endo_fins }
    Wing { pivots, pincers, digit, digits }
    Colouring { digit, networks }
    Deadly { cells, digits, helpers, linked, links }
    Grave { cell, digit }
    SueDeCoq { line, block, crossing, in_line, in_block, digits }
    Templates { digit }
    Exclusion { cells, witnesses, digits }
    Node { digit, cells }
    AlmostLockedSet { cells, digits }
    Link { reason; strength }
    Chain { nodes, links }
    Blossom { stem, petals }
    Petal { digit, set }
    Forcing { cases, branches }
    Branch { supposed, inferences, lemmas, impossible }
    Lemma { given, proof }
    Statement { node; holds }
    Inference { statement, because }
    Kraken { fish, spared, branches }
    LockedSectors { cells, sectors }
    Exocet { base, targets, cross, covers }
    Direct { first, single }
    Bug { extras, helpers, linked, links }
}

impl Transformable for Box<Pattern> {
    fn transformed(&self, transform: &Transform) -> Box<Pattern> {
        Box::new((**self).transformed(transform))
    }
}

/// A number is its own image.
impl Transformable for u16 {
    fn transformed(&self, _: &Transform) -> u16 {
        *self
    }
}

/// Transforms an enum variant by variant, and each variant part by part.
macro_rules! transform_variants {
    ($($name:ident { $($variant:ident $(($($part:ident),*))?)* })*) => {
        $(impl Transformable for $name {
            fn transformed(&self, transform: &Transform) -> $name {
                match self {
                    $($name::$variant $(($($part),*))? => $name::$variant $(($($part.transformed(transform)),*))?,)*
                }
            }
        })*
    };
}

transform_variants! {
    Pattern {
        Single(single)
        Intersection(intersection)
        Subset(subset)
        Fish(fish)
        SiameseFish(twins)
        Wing(wing)
        Colouring(colouring)
        Deadly(deadly)
        Grave(grave)
        SueDeCoq(sue_de_coq)
        Templates(templates)
        Exclusion(exclusion)
        Chains(chains)
        Blossom(blossom)
        Forcing(forcing)
        Kraken(kraken)
        LockedSectors(sectors)
        Exocet(exocet)
        Direct(direct)
        Bug(bug)
    }
    Reason { Cell House(house) AlmostLockedSet(set) }
    Cases { Refuted Cell(cell) House(house, digit) Either(candidate) }
    Because {
        Excluded(node)
        Cell
        House(house)
        AlmostLockedSet(set, digit)
        Locked(house)
        Subset(subset)
        Fish(fish)
        Lemma(number)
    }
    Impossible { Cell(cell) House(house, digit) Both(node) }
}
