//! Every propagator against the predicates of the rules it comes from.

use ninefold::Random;

use super::naive;
use crate::rule::{Kind, samples};
use crate::{Run, ValueSet, Variant};

/// All solutions by predicates alone.
fn oracle(variant: &Variant) -> Vec<Vec<u8>> {
    let solutions = naive::solutions(variant, usize::MAX, u64::MAX).unwrap();
    let mut solutions: Vec<Vec<u8>> = solutions.into_iter().map(|solution| solution.values().to_vec()).collect();
    solutions.sort();
    solutions
}

fn check(variant: &Variant, kind: Kind, case: u64) -> bool {
    let expected = oracle(variant);
    let engine = variant.engine();
    let mut search = super::search::Search::new(&engine);
    // Propagation keeps every value of every solution.
    let candidates = search.root().map(<[u32]>::to_vec);
    for solution in &expected {
        let kept = candidates
            .as_ref()
            .is_some_and(|masks| masks.iter().zip(solution).all(|(mask, value)| mask >> value & 1 == 1));
        assert!(kept, "{kind:?} {case}: propagation loses {solution:?} of {variant:#?}");
    }
    // The search finds each solution once.
    let mut found = Vec::new();
    while let Some(masks) = search.next(&Run::single()).unwrap() {
        found.push(masks.iter().map(|mask| mask.trailing_zeros() as u8).collect::<Vec<u8>>());
    }
    found.sort();
    assert_eq!(found.len(), expected.len(), "{kind:?} {case} {variant:#?}");
    assert_eq!(found, expected, "{kind:?} {case}");
    !found.is_empty()
}

#[test]
fn every_kind_of_rule_has_the_solutions_that_its_predicate_says() {
    // NINEFOLD_TIMES=20 tests twenty times as many cases.
    let times: u64 = std::env::var("NINEFOLD_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    for &kind in Kind::ALL {
        let mut possible = 0;
        let cases = 40 * times;
        for case in 0..cases {
            let mut random = Random::stream(kind as u64, case);
            let variant = samples::variant(kind, &mut random);
            possible += u64::from(check(&variant, kind, case));
        }
        assert!(possible > 0, "{kind:?}: no case with a solution");
    }
}

#[test]
fn rules_hold_together_as_their_predicates_say() {
    let times: u64 = std::env::var("NINEFOLD_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let kinds = [
        Kind::Killer,
        Kind::Arrow,
        Kind::Thermo,
        Kind::Whisper,
        Kind::Renban,
        Kind::Between,
        Kind::Sum,
        Kind::Zipper,
        Kind::Quadruple,
        Kind::Skyscraper,
        Kind::XSum,
        Kind::Sandwich,
        Kind::SameValues,
        Kind::AnyOf,
        Kind::RegionSum,
        Kind::Difference,
        Kind::Ratio,
        Kind::NonConsecutive,
        Kind::AntiKnight,
        Kind::LittleKiller,
        Kind::EqualSum,
        Kind::CountingCircles,
        Kind::NumberedRoom,
        Kind::SlowThermo,
        Kind::Nabner,
        Kind::DoubleArrow,
        Kind::Lockout,
    ];
    for case in 0..200 * times {
        let mut random = Random::stream(77, case);
        let side = [4, 4, 5, 6][random.below(4) as usize];
        let board = crate::Board::new(side, side, side, 1).unwrap();
        let mut variant = Variant::new(board.clone());
        // Rules that a solved grid satisfies, so that there are solutions to lose.
        let empty = Variant::new(board.clone());
        let filled = {
            let mut shuffled = empty.clone();
            let row: Vec<u8> = {
                let mut row: Vec<u8> = board.values().iter().collect();
                random.shuffle(&mut row);
                row
            };
            row.iter().enumerate().for_each(|(cell, &value)| shuffled.give(crate::Cell::new(cell), value));
            let solution = shuffled.solve(&Run::single()).unwrap();
            solution.first().unwrap().values().to_vec()
        };
        for _ in 0..200 {
            let kind = kinds[random.below(kinds.len() as u32) as usize];
            let rule = samples::rule(kind, &board, &mut random);
            if variant.rules().len() < 8 && rule.check(&board).is_ok() && rule.holds(&variant.setting(), &filled) {
                variant.add(rule).unwrap();
            }
        }
        let givens = filled.iter().map(|&value| if random.below(5) < 2 { ValueSet::of(value) } else { board.values() });
        let variant = variant.with_givens(givens.collect());
        let Some(expected) = naive::solutions(&variant, 300, 2_000_000) else { continue };
        if expected.len() == 300 {
            continue;
        }
        check(&variant, Kind::AllOf, case);
    }
}
