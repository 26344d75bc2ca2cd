//! Hints as deductions: every kind of hint of the rating has a pattern, and so sentences, drawings and a proof.
//!
//! | hint | pattern |
//! |---|---|
//! | hidden and naked single | single |
//! | direct pointing, claiming, hidden pair and triplet | an intersection or a subset, and the single it leaves |
//! | pointing, claiming | intersection |
//! | naked and hidden sets | subset |
//! | X-Wing, Swordfish, Jellyfish | fish |
//! | XY-Wing, XYZ-Wing | wing |
//! | unique rectangles and loops of types 1 to 4 | deadly pattern |
//! | BUG of types 1 to 4 | the whole position without its extra candidates |
//! | aligned pair and triplet exclusion | exclusion |
//! | cycles, forcing chains | closed chain |
//! | Nishio, contradiction, double, cell and region chains, dynamic and nested ones included | cases and branches |

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::hint::{Hint, Reason};
use crate::explain::check::{Claim, check};
use crate::explain::{
    self, Because, Branch, Bug, Cases, Chain, Deadly, Deduction, Direct, Exclusion, Fish, Forcing, Inference,
    Intersection, Node, Pattern, Single, Statement, Subset, Technique, Wing,
};
use crate::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseSet, Pencilmarks};

/// The deduction of a hint in this position.
pub(super) fn deduction(hint: &Hint, marks: &Pencilmarks) -> Deduction {
    let eliminations = hint.eliminations.candidates();
    let placements: CandidateSet = hint.placement.into_iter().collect();
    let (technique, pattern) = pattern(hint, marks, eliminations);
    let deduction = Deduction { technique, pattern, placements, eliminations };
    match &hint.reason {
        Reason::Cycle { .. } if !is_proved(&deduction, marks) => as_cases(deduction),
        _ => deduction,
    }
}

fn is_proved(deduction: &Deduction, marks: &Pencilmarks) -> bool {
    check(deduction, &Claim { marks, givens: CellSet::EMPTY, solution: None }).is_ok()
}

fn pattern(hint: &Hint, marks: &Pencilmarks, eliminations: CandidateSet) -> (Technique, Pattern) {
    match &hint.reason {
        Reason::HiddenSingle { placed, house } => {
            let (cell, digit) = (placed.cell(), placed.digit());
            if hint.rating < 1.1 {
                (Technique::FullHouse, Pattern::Single(Single::new(cell, digit, (*house).into())))
            } else {
                (Technique::HiddenSingle, Pattern::Single(Single::hidden(marks, cell, digit, *house)))
            }
        }
        Reason::NakedSingle { placed } => {
            (Technique::NakedSingle, Pattern::Single(Single::naked(marks, placed.cell(), placed.digit())))
        }
        &Reason::Locked { direct, cells, digit, base, cover } => {
            let technique = if matches!(base, House::Block(_)) { Technique::Pointing } else { Technique::Claiming };
            let first = Pattern::Intersection(Intersection { digit, base, cover, cells });
            (technique, if direct { directly(first, hint, |cell| like(base, cell)) } else { first })
        }
        &Reason::HiddenSet { direct, cells, digits, house } => {
            let first = Pattern::Subset(Subset { digits, cells, houses: house.into(), hidden: true });
            let technique = match digits.len() {
                2 => Technique::HiddenPair,
                3 => Technique::HiddenTriple,
                _ => Technique::HiddenQuadruple,
            };
            (technique, if direct { directly(first, hint, |_| house) } else { first })
        }
        &Reason::NakedSet { cells, digits, house } => {
            let technique = match digits.len() {
                2 => Technique::NakedPair,
                3 => Technique::NakedTriple,
                _ => Technique::NakedQuadruple,
            };
            (technique, Pattern::Subset(Subset { digits, cells, houses: house.into(), hidden: false }))
        }
        &Reason::Fish { digit, base, cover, .. } => {
            let technique = match base.len() {
                2 => Technique::XWing,
                3 => Technique::Swordfish,
                _ => Technique::Jellyfish,
            };
            let none = CellSet::EMPTY;
            (technique, Pattern::Fish(Fish { digit, base, cover, fins: none, endo_fins: none }))
        }
        Reason::Wing { pivot, wings, pivot_size, digit } => {
            let technique = if *pivot_size == 2 { Technique::XyWing } else { Technique::XyzWing };
            let pincers: CellSet = wings.iter().copied().collect();
            let digits = (pincers.with(*pivot)).iter().fold(DigitSet::EMPTY, |all, cell| all | marks.digits_in(cell));
            (technique, Pattern::Wing(Wing { pivots: (*pivot).into(), pincers, digit: *digit, digits }))
        }
        Reason::Loop { kind, cells, digits, helpers } => {
            let technique = match (cells.len(), kind) {
                (4, 1) => Technique::UniquenessTest1,
                (4, 2) => Technique::UniquenessTest2,
                (4, 3) => Technique::UniquenessTest3,
                (4, _) => Technique::UniquenessTest4,
                _ => Technique::UniqueLoop,
            };
            let cells: CellSet = cells.iter().copied().collect();
            // The first digit of type 4 is locked in the cells with further candidates.
            let linked = (*kind == 4).then_some(digits[0]);
            let more: CellSet = cells.iter().filter(|&cell| marks.digits_in(cell).len() > 2).collect();
            let links = linked.map_or(HouseSet::EMPTY, |digit| locking_houses(marks, digit, more));
            let digits = digits.iter().copied().collect();
            (technique, Pattern::Deadly(Deadly { cells, digits, helpers: *helpers, linked, links }))
        }
        &Reason::Bug { kind, digits, extras, helpers, .. } => {
            let linked = digits.first().filter(|_| kind == 4);
            let links = linked.map_or(HouseSet::EMPTY, |digit| locking_houses(marks, digit, extras.cells()));
            (Technique::BugPlusOne, Pattern::Bug(Bug { extras, helpers, linked, links }))
        }
        Reason::Aligned { cells } => {
            let technique = match cells.len() {
                2 => Technique::AlignedPairExclusion,
                _ => Technique::AlignedTripleExclusion,
            };
            (technique, Pattern::Exclusion(exclusion(cells.iter().copied().collect(), marks, eliminations)))
        }
        Reason::Cycle { .. } => (Technique::ContinuousNiceLoop, chains(hint)),
        Reason::ForcingChain { .. } => (Technique::DiscontinuousNiceLoop, chains(hint)),
        Reason::Contradiction { .. } | Reason::Double { .. } | Reason::Cell { .. } | Reason::House { .. } => {
            let pattern = chains(hint);
            (of_forcing(hint, &pattern), pattern)
        }
    }
}

/// The pattern and the single that it leaves in a house.
fn directly(first: Pattern, hint: &Hint, house: impl Fn(Cell) -> House) -> Pattern {
    match hint.placement {
        Some(placed) => {
            let single = Single::new(placed.cell(), placed.digit(), house(placed.cell()).into());
            Pattern::Direct(Direct { first: Box::new(first), single })
        }
        None => first,
    }
}

/// The house of a cell of the same kind as another house.
fn like(house: House, cell: Cell) -> House {
    match house {
        House::Row(_) => House::Row(cell.row()),
        House::Col(_) => House::Col(cell.col()),
        House::Block(_) => House::Block(cell.block()),
    }
}

/// The houses that have the digit in these cells only.
fn locking_houses(marks: &Pencilmarks, digit: Digit, cells: CellSet) -> HouseSet {
    let locks = |house: &House| {
        let places = house.cells() & marks.cells_with(digit);
        cells.is_subset(house.cells()) && !places.is_empty() && places.is_subset(cells)
    };
    House::all().filter(locks).collect()
}

/// The cells that rule combinations out: those with few candidates, all of them candidates of the tested cells.
fn exclusion(cells: CellSet, marks: &Pencilmarks, eliminations: CandidateSet) -> Exclusion {
    let tested = cells.iter().fold(DigitSet::EMPTY, |all, cell| all | marks.digits_in(cell));
    let rules_out = |&cell: &Cell| {
        let digits = marks.digits_in(cell);
        (2..=cells.len()).contains(&digits.len()) && digits.is_subset(tested)
    };
    let witnesses = cells.common_peers().iter().filter(rules_out).collect();
    let digits = Digit::ALL.into_iter().filter(|&digit| !eliminations.cells_with(digit).is_empty()).collect();
    Exclusion { cells, witnesses, digits }
}

fn chains(hint: &Hint) -> Pattern {
    hint.proof.clone().unwrap_or_else(|| Pattern::Chains(Vec::new()))
}

/// Contradictions and verities, of chains, of nets and of nets with lemmas.
fn of_forcing(hint: &Hint, pattern: &Pattern) -> Technique {
    let Pattern::Forcing(forcing) = pattern else { return Technique::ForcingNetVerity };
    match (forcing.depth() > 0, forcing.cases, hint.rating < 8.5) {
        (true, ..) => Technique::NestedForcingNet,
        (false, Cases::Refuted, _) => Technique::ForcingNetContradiction,
        (false, _, true) => Technique::ForcingChainVerity,
        (false, ..) => Technique::ForcingNetVerity,
    }
}

/// A cycle whose eliminations are not all at the ends of a link: its first node is true or false, and either way each of
/// them sees a true node.
fn as_cases(deduction: Deduction) -> Deduction {
    let Pattern::Chains(chains) = &deduction.pattern else { return deduction };
    let Some(forcing) = chains.first().and_then(|chain| around(chain, deduction.eliminations)) else {
        return deduction;
    };
    Deduction { technique: Technique::ForcingChainVerity, pattern: Pattern::Forcing(forcing), ..deduction }
}

/// What follows around a closed chain from its first node being true, and from its being false.
fn around(chain: &Chain, eliminations: CandidateSet) -> Option<Forcing> {
    let nodes = &chain.nodes;
    let first = *nodes.first()?;
    let case = Candidate::new(first.cells.first()?, first.digit);
    let strong = |link: usize| match chain.links[link].reason {
        explain::Reason::House(house) => Because::House(house),
        _ => Because::Cell,
    };
    let branch = |holds: bool| {
        let mut inferences = Vec::new();
        let mut infer = |node: Node, holds: bool, because: Because| {
            inferences.push(Inference { statement: Statement { node, holds }, because });
        };
        // The first link is strong, the last is weak. A true first node leads backwards, a false one forwards.
        let mut true_nodes = Vec::new();
        if holds {
            true_nodes.push(first);
            for index in (1..nodes.len()).rev() {
                match index % 2 {
                    1 => infer(nodes[index], false, Because::Excluded(nodes[(index + 1) % nodes.len()])),
                    _ => {
                        infer(nodes[index], true, strong(index));
                        true_nodes.push(nodes[index]);
                    }
                }
            }
        } else {
            for index in 1..nodes.len() {
                match index % 2 {
                    1 => {
                        infer(nodes[index], true, strong(index - 1));
                        true_nodes.push(nodes[index]);
                    }
                    _ => infer(nodes[index], false, Because::Excluded(nodes[index - 1])),
                }
            }
        }
        for candidate in eliminations {
            let sees = |node: &&Node| node.digit == candidate.digit() && node.cells.is_subset(candidate.cell().peers());
            let by = true_nodes.iter().find(sees)?;
            let node = Node { digit: candidate.digit(), cells: candidate.cell().into() };
            infer(node, false, Because::Excluded(*by));
        }
        let supposed = Statement { node: first, holds };
        Some(Branch { supposed, inferences, lemmas: Vec::new(), impossible: None })
    };
    Some(Forcing { cases: Cases::Either(case), branches: Vec::from([branch(true)?, branch(false)?]) })
}
