//! Forcing: follow an assumption to a contradiction, or all cases to the same conclusion.
//!
//! ```text
//!   contradiction   5r1c1 true ... leaves r4c4 without a candidate:          5r1c1 is false
//!   verity          r4c4 is 3, 5 or 7; each of them ... makes 5r1c1 false:   5r1c1 is false
//! ```
//!
//! In a *forcing chain* each inference has a single premise: it follows the link graph, groups and almost locked sets
//! included. A single chain from a candidate to its own opposite is a nice loop. In a forcing chain, several chains
//! together leave a cell without candidates or a house without a place. Read backwards, from the candidates of that cell
//! to the opposite of the assumption, a contradiction is a verity and vice versa. So both have the same conclusions.
//!
//! A *forcing net* follows all singles, where an inference may need several premises.
//!
//! These come last: they are easy for a computer and hard for a person. The smallest are reported first.

use alloc::vec;
use alloc::vec::Vec;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::net::Net;
use crate::explain::{Branch, Cases, Facts, Forcing, Impossible, Pattern, Technique};
use crate::{Candidate, CandidateSet, Digit, House};

/// A candidate that must be true, or false, and the proof.
struct ForcedConclusion {
    candidate: Candidate,
    holds: bool,
    forcing: Forcing,
}

impl ForcedConclusion {
    fn size(&self) -> usize {
        self.forcing.branches.iter().map(|branch| branch.inferences.len() + 1).sum()
    }
}

/// Reports each conclusion once, with its smallest proof; small proofs first.
fn push_smallest_first(search: &mut StepSearch<'_>, technique: Technique, mut found: Vec<ForcedConclusion>) -> Flow {
    found.sort_by_key(|found| (found.size(), found.candidate, found.holds));
    let mut reported = [CandidateSet::EMPTY; 2];
    for ForcedConclusion { candidate, holds, forcing } in found {
        let reported = &mut reported[usize::from(holds)];
        if reported.contains(candidate) {
            continue;
        }
        reported.insert(candidate);
        let (placements, eliminations) =
            if holds { (candidate.into(), CandidateSet::EMPTY) } else { (CandidateSet::EMPTY, candidate.into()) };
        search.push(technique, placements, eliminations, || Pattern::Forcing(forcing))?;
    }
    GO_ON
}

/// Sets of candidates one of which is true: those of a cell, those of a digit in a house.
fn all_cases(facts: &Facts) -> Vec<(Cases, Vec<Candidate>)> {
    let mut cases = Vec::new();
    for cell in facts.empty_cells() {
        let members: Vec<_> = facts.digits_in(cell).iter().map(|digit| Candidate::new(cell, digit)).collect();
        if members.len() > 1 {
            cases.push((Cases::Cell(cell), members));
        }
    }
    for house in House::all() {
        for digit in Digit::ALL {
            let cells = facts.places(house, digit).cells(house);
            if cells.len() > 1 {
                let members = cells.iter().map(|cell| Candidate::new(cell, digit)).collect();
                cases.push((Cases::House(house, digit), members));
            }
        }
    }
    cases
}

fn impossible(cases: Cases) -> Option<Impossible> {
    match cases {
        Cases::Cell(cell) => Some(Impossible::Cell(cell)),
        Cases::House(house, digit) => Some(Impossible::House(house, digit)),
        Cases::Refuted | Cases::Either(_) => None,
    }
}

/// Several chains from one assumption leave a cell or a house empty, or chains from all cases have the same conclusion.
pub(in crate::explain) fn forcing_chains(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let graph = facts.set_links();
    let closure = graph.closure();
    let cases = all_cases(facts);
    let numbers = |members: &[Candidate]| members.iter().filter_map(|&member| graph.number(member)).collect();
    let numbers: Vec<Vec<usize>> = cases.iter().map(|(_, members)| numbers(members)).collect();
    // What all members of a case make true or false. Its opposite makes all members false: implications reversed.
    let mut found: Vec<(usize, bool, usize)> = Vec::new();
    for (case, members) in numbers.iter().enumerate() {
        found.extend(closure.common(members).map(|(number, holds)| (number, holds, case)));
    }
    // For each conclusion only the cases with the fewest members, because each member is a branch of the proof.
    found.sort_unstable_by_key(|&(number, holds, case)| (number, holds, numbers[case].len(), case));
    let fewest = |of: &[(usize, bool, usize)]| {
        of.iter().take_while(|one| numbers[one.2].len() == numbers[of[0].2].len()).count()
    };
    let conclusions: Vec<_> = found
        .chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))
        .filter_map(|of_one| Some((graph.candidate(of_one[0].0)?, of_one[0].0, of_one[0].1, &of_one[..fewest(of_one)])))
        .collect();
    if search.wants(Technique::ForcingChainContradiction) {
        let mut refuted = Vec::new();
        for &(candidate, number, holds, of_one) in &conclusions {
            search.poll()?;
            let reached = graph.consequences(number, !holds);
            for &(.., case) in of_one {
                let targets: Vec<_> = numbers[case].iter().map(|&member| (member, false)).collect();
                if targets.iter().all(|&(member, _)| reached.says(member, false)) {
                    let branches = Vec::from([reached.branch(&targets, impossible(cases[case].0))]);
                    refuted.push(ForcedConclusion {
                        candidate,
                        holds,
                        forcing: Forcing { cases: Cases::Refuted, branches },
                    });
                }
            }
        }
        push_smallest_first(search, Technique::ForcingChainContradiction, refuted)?;
    }
    if search.wants(Technique::ForcingChainVerity) {
        let mut met = Vec::new();
        for &(candidate, number, holds, of_one) in &conclusions {
            search.poll()?;
            for &(.., case) in of_one {
                let branches = numbers[case].iter().map(|&member| {
                    let reached = graph.consequences(member, true);
                    reached.says(number, holds).then(|| reached.branch(&[(number, holds)], None))
                });
                if let Some(branches) = branches.collect::<Option<Vec<Branch>>>() {
                    met.push(ForcedConclusion {
                        candidate,
                        holds,
                        forcing: Forcing { cases: cases[case].0, branches },
                    });
                }
            }
        }
        push_smallest_first(search, Technique::ForcingChainVerity, met)?;
    }
    GO_ON
}

/// What follows by singles from one assumption is a contradiction, or all cases have the same conclusion.
pub(in crate::explain) fn forcing_nets(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let mut net = Net::new(facts);
    if search.wants(Technique::ForcingNetContradiction) {
        let mut found = Vec::new();
        for candidate in facts.marks().candidates() {
            search.poll()?;
            for holds in [true, false] {
                if let Some(impossible) = net.suppose(candidate, holds) {
                    let branches = Vec::from([net.refutation(impossible)]);
                    found.push(ForcedConclusion {
                        candidate,
                        holds: !holds,
                        forcing: Forcing { cases: Cases::Refuted, branches },
                    });
                }
            }
        }
        push_smallest_first(search, Technique::ForcingNetContradiction, found)?;
    }
    if search.wants(Technique::ForcingNetVerity) {
        let found = verities(facts, &mut net);
        push_smallest_first(search, Technique::ForcingNetVerity, found)?;
    }
    GO_ON
}

/// What follows from every candidate of a cell, every place in a house, or a candidate being true or false.
fn verities(facts: &Facts, net: &mut Net<'_>) -> Vec<ForcedConclusion> {
    // What follows from each assumption: true candidates, false candidates, or everything if it is a contradiction.
    let mut consequences: Vec<Option<[CandidateSet; 2]>> = vec![None; 2 * 729];
    for candidate in facts.marks().candidates() {
        for holds in [true, false] {
            let mut sets = [CandidateSet::EMPTY; 2];
            match net.suppose(candidate, holds) {
                Some(_) => sets = [CandidateSet::FULL; 2],
                None => net.statements().for_each(|(candidate, holds)| sets[usize::from(holds)].insert(candidate)),
            }
            consequences[2 * candidate.index() + usize::from(holds)] = Some(sets);
        }
    }
    let mut cases: Vec<(Cases, Vec<(Candidate, bool)>)> = all_cases(facts)
        .into_iter()
        .map(|(cases, members)| (cases, members.into_iter().map(|member| (member, true)).collect()))
        .collect();
    for candidate in facts.marks().candidates() {
        cases.push((Cases::Either(candidate), Vec::from([(candidate, true), (candidate, false)])));
    }
    let mut found = Vec::new();
    for (cases, members) in cases {
        let mut common = [CandidateSet::FULL; 2];
        let mut possible = 0;
        for &(member, holds) in &members {
            let Some(sets) = consequences[2 * member.index() + usize::from(holds)] else { continue };
            possible += usize::from(sets[0] != CandidateSet::FULL);
            common = [common[0] & sets[0], common[1] & sets[1]];
        }
        // With one case left, this is the same as refuting the others.
        if possible < 2 {
            continue;
        }
        for holds in [false, true] {
            for candidate in common[usize::from(holds)] {
                let branches = members.iter().map(|&(member, supposed)| match net.suppose(member, supposed) {
                    Some(impossible) => net.refutation(impossible),
                    None => net.branch_to(candidate, holds),
                });
                let branches = branches.collect();
                found.push(ForcedConclusion { candidate, holds, forcing: Forcing { cases, branches } });
            }
        }
    }
    found
}
