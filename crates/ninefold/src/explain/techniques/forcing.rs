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
use crate::explain::links::Consequences;
use crate::explain::net::Net;
use crate::explain::smallest::{Refutation, SmallestProofs};
use crate::explain::{Branch, Cases, Facts, Forcing, Impossible, Pattern, Technique};
use crate::solve::Propagated;
use crate::{Candidate, CandidateSet, Digit, House};

/// A candidate that must be true, or false, and the proof.
struct ForcedConclusion {
    candidate: Candidate,
    holds: bool,
    forcing: Forcing,
}

impl ForcedConclusion {
    /// How many statements the proof has, assumptions included.
    fn size(&self) -> usize {
        self.forcing.implications() + self.forcing.branches.len()
    }

    /// Smaller proofs come first: fewer statements, then fewer cells.
    fn key(&self) -> (usize, usize, Candidate, bool) {
        (self.size(), self.forcing.cells().len(), self.candidate, self.holds)
    }
}

/// Reports each conclusion once, with its smallest proof; small proofs first.
fn push_smallest_first(search: &mut StepSearch<'_>, technique: Technique, mut found: Vec<ForcedConclusion>) -> Flow {
    found.sort_by_key(ForcedConclusion::key);
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

/// A candidate, its number, whether it is true or false, and the cases that it follows from, with the same again.
type Conclusion<'a> = (Candidate, usize, bool, &'a [(usize, bool, usize)]);

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
    let conclusions: Vec<Conclusion<'_>> = found
        .chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))
        .filter_map(|of_one| Some((graph.candidate(of_one[0].0)?, of_one[0].0, of_one[0].1, &of_one[..fewest(of_one)])))
        .collect();
    if search.wants(Technique::ForcingChainContradiction) {
        let refute = |&(candidate, number, holds, of_one): &Conclusion<'_>, most: usize| {
            let members = of_one.iter().flat_map(|&(.., case)| numbers[case].iter().copied());
            let reached = graph.consequences_until(number, !holds, members, most);
            let mut refuted = Vec::new();
            for &(.., case) in of_one {
                let targets: Vec<_> = numbers[case].iter().map(|&member| (member, false)).collect();
                if targets.iter().all(|&(member, _)| reached.says(member, false)) {
                    let branches = Vec::from([reached.branch(&targets, impossible(cases[case].0))]);
                    let forcing = Forcing { cases: Cases::Refuted, branches };
                    refuted.push(ForcedConclusion { candidate, holds, forcing });
                }
            }
            refuted
        };
        // The smallest proof comes first, and its size is a limit to the search for a smaller one.
        let mut smallest: Option<ForcedConclusion> = None;
        for conclusion in &conclusions {
            // What was found until the budget ends is reported all the same.
            if search.spend(SEARCH * graph.len() as u64 * conclusion.3.len() as u64).is_break() {
                break;
            }
            // The assumption counts, too.
            let most = smallest.as_ref().map_or(usize::MAX, |smallest| smallest.size() - 1);
            for found in refute(conclusion, most) {
                if smallest.as_ref().is_none_or(|smallest| found.key() < smallest.key()) {
                    smallest = Some(found);
                }
            }
        }
        if let Some(smallest) = smallest {
            let first = (smallest.candidate, smallest.holds);
            push_smallest_first(search, Technique::ForcingChainContradiction, Vec::from([smallest]))?;
            let others = conclusions.iter().filter(|&&(candidate, _, holds, _)| (candidate, holds) != first);
            let others = others.flat_map(|conclusion| refute(conclusion, usize::MAX)).collect();
            push_smallest_first(search, Technique::ForcingChainContradiction, others)?;
        }
        search.spend(0)?;
    }
    if search.wants(Technique::ForcingChainVerity) {
        let mut met = Vec::new();
        // Many cases share a member.
        let mut from_member: Vec<Option<Consequences<'_>>> = (0..graph.candidates()).map(|_| None).collect();
        for &(candidate, number, holds, of_one) in &conclusions {
            let branches: usize = of_one.iter().map(|&(.., case)| numbers[case].len()).sum();
            if search.spend(SEARCH * graph.len() as u64 * branches as u64).is_break() {
                break;
            }
            for &(.., case) in of_one {
                let branches = numbers[case].iter().map(|&member| {
                    let reached = from_member[member].get_or_insert_with(|| graph.consequences(member, true));
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
    search.spend(0)
}

/// What follows by singles from one assumption is a contradiction, or all cases have the same conclusion.
///
/// Which assumptions fail is found by propagation without reasons; proofs are made for those. Where none fails by singles
/// and locked candidates alone, pairs are used too.
pub(in crate::explain) fn forcing_nets(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let base = Propagated::new(facts.marks());
    let mut assumptions: Vec<(Candidate, bool, Option<Propagated>)> = Vec::new();
    for candidate in facts.marks().candidates() {
        for holds in [true, false] {
            let mut state = base;
            state.assume(candidate, holds);
            assumptions.push((candidate, holds, state.settle().then_some(state)));
        }
    }
    search.poll()?;
    if search.wants(Technique::ForcingNetContradiction) {
        let failing: Vec<(Candidate, bool)> = assumptions
            .iter()
            .filter(|(.., state)| state.is_none())
            .map(|&(candidate, holds, _)| (candidate, holds))
            .collect();
        let all = || assumptions.iter().map(|&(candidate, holds, _)| (candidate, holds)).collect();
        contradictions(search, if failing.is_empty() { all() } else { failing })?;
    }
    if search.wants(Technique::ForcingNetVerity) && has_verity(facts, &base, &assumptions) {
        let found = verities(search, &mut Net::new(facts));
        push_smallest_first(search, Technique::ForcingNetVerity, found)?;
    }
    search.spend(0)
}

/// A breadth-first search visits each node by some of its links, and a branch is read back from it.
const SEARCH: u64 = 2;
/// What it takes to follow an assumption through a net.
const NET: u64 = 5_000;

/// Proves which of these assumptions fail. The smallest proof comes first; it is searched for alone, because the limit that
/// each proof found sets for the others saves most of the time.
fn contradictions(search: &mut StepSearch<'_>, assumptions: Vec<(Candidate, bool)>) -> Flow {
    let technique = Technique::ForcingNetContradiction;
    let mut proofs = SmallestProofs::new(search.facts);
    let forced = |candidate: Candidate, holds: bool, refutation: Refutation| {
        let forcing = Forcing::refuted(refutation.branch);
        ForcedConclusion { candidate, holds: !holds, forcing }
    };
    let mut smallest: Option<ForcedConclusion> = None;
    let mut limit = MOST_INFERENCES;
    for &(candidate, holds) in &assumptions {
        search.poll()?;
        if let Some(refutation) = proofs.refute(candidate, holds, limit, &mut |_, _| false) {
            let found = forced(candidate, holds, refutation);
            if smallest.as_ref().is_none_or(|smallest| found.key() < smallest.key()) {
                limit = found.size();
                smallest = Some(found);
            }
        }
    }
    let Some(smallest) = smallest else { return GO_ON };
    let first = (smallest.candidate, smallest.holds);
    push_smallest_first(search, technique, Vec::from([smallest]))?;
    let mut others = Vec::new();
    for (candidate, holds) in assumptions.into_iter().filter(|&(candidate, holds)| (candidate, !holds) != first) {
        search.poll()?;
        let refutation = proofs.refute(candidate, holds, MOST_INFERENCES, &mut |_, _| false);
        others.extend(refutation.map(|refutation| forced(candidate, holds, refutation)));
    }
    push_smallest_first(search, technique, others)
}

/// No net is larger.
const MOST_INFERENCES: usize = 2000;

/// Whether all candidates of a cell, all places in a house, or a candidate being true or false, have a consequence in
/// common.
fn has_verity(facts: &Facts, base: &Propagated, assumptions: &[(Candidate, bool, Option<Propagated>)]) -> bool {
    let mut states: Vec<[Option<&Propagated>; 2]> = vec![[None; 2]; 729];
    for (candidate, holds, state) in assumptions {
        states[candidate.index()][usize::from(*holds)] = state.as_ref();
    }
    let shares = |members: &mut dyn Iterator<Item = Option<&Propagated>>| {
        let joined = members
            .flatten()
            .fold(None, |all: Option<Propagated>, state| Some(all.map_or(*state, |all| all.join(state))));
        joined.is_some_and(|joined| !joined.same_as(base))
    };
    let either = facts.marks().candidates().iter().any(|candidate| shares(&mut states[candidate.index()].into_iter()));
    either
        || all_cases(facts)
            .iter()
            .any(|(_, members)| shares(&mut members.iter().map(|member| states[member.index()][1])))
}

/// What follows from every candidate of a cell, every place in a house, or a candidate being true or false.
fn verities(search: &mut StepSearch<'_>, net: &mut Net<'_>) -> Vec<ForcedConclusion> {
    let facts = search.facts;
    // What follows from each assumption: true candidates, false candidates, or everything if it is a contradiction.
    let mut consequences: Vec<Option<[CandidateSet; 2]>> = vec![None; 2 * 729];
    for candidate in facts.marks().candidates() {
        if search.spend(2 * NET).is_break() {
            return Vec::new();
        }
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
                if search.spend(members.len() as u64 * NET).is_break() {
                    return found;
                }
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
