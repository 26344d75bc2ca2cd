//! Learning gives the answers of search.

use super::*;
use crate::solve::search::Search;
use crate::{Board, Cell, ValueSet, Variant};

/// All solutions in order, as masks.
fn all(mut next: impl FnMut() -> Option<Vec<u32>>) -> Vec<Vec<u32>> {
    let mut found: Vec<Vec<u32>> = core::iter::from_fn(&mut next).collect();
    found.sort_unstable();
    found
}

#[test]
fn learning_finds_the_same_solutions_as_search() {
    let mut random = ninefold::Random::new(11);
    let (mut none, mut several) = (0, 0);
    for case in 0..300 {
        let side = [4, 6, 9][case % 3];
        let mut variant = Variant::new(Board::square(side).unwrap());
        let given = [4, 10, 26][case % 3];
        for _ in 0..given {
            let cell = Cell::new(random.below((side * side) as u32) as usize);
            variant.give(cell, 1 + random.below(side as u32) as u8);
        }
        // Half of the boards are solvable: the givens of a solution, some of them taken away.
        if case % 2 == 0 {
            let empty = Variant::new(Board::square(side).unwrap());
            let solution = empty.solve(&Run::single()).unwrap().first().unwrap().values().to_vec();
            let all = ValueSet::from_bits(variant.engine().values);
            let keep = |&value: &u8| if random.below(9) < 4 { ValueSet::of(value) } else { all };
            variant = empty.with_givens(solution.iter().map(keep).collect());
        }
        let engine = variant.engine();
        let mut search = Search::new(&engine);
        let expected = all(|| search.next(&Run::single()).unwrap().filter(|_| search.stats.guesses < 2000));
        if search.stats.guesses >= 2000 {
            continue;
        }
        let mut root = Search::new(&engine);
        let found = root.root().map_or(Vec::new(), |masks| {
            let mut learning = Learning::new(&engine, masks);
            all(|| learning.next(engine.cells, &Run::single()).unwrap())
        });
        assert_eq!(found, expected, "{case}");
        none += usize::from(found.is_empty());
        several += usize::from(found.len() > 1);
    }
    assert!(none > 5 && several > 5, "{none} {several}");
}
