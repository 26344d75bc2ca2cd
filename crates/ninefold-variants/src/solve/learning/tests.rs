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

#[test]
fn what_is_learned_holds_in_every_solution_not_yet_found() {
    let mut random = ninefold::Random::new(5);
    let mut checked = 0;
    for _ in 0..40 {
        // A few cells of a 9x9 solution are left open: several solutions, and conflicts on the way to them.
        let empty = Variant::new(Board::square(9).unwrap());
        let solution = empty.solve(&Run::single()).unwrap().first().unwrap().values().to_vec();
        let open = ValueSet::from_bits(empty.engine().values);
        let keep = |&value: &u8| if random.below(10) < 3 { ValueSet::of(value) } else { open };
        let engine = empty.with_givens(solution.iter().map(keep).collect()).engine();
        let mut search = Search::new(&engine);
        let expected = all(|| search.next(&Run::single()).unwrap().filter(|_| search.stats.guesses < 500));
        if search.stats.guesses >= 500 {
            continue;
        }
        let mut root = Search::new(&engine);
        let mut learning = Learning::new(&engine, root.root().unwrap());
        let mut left = expected;
        while let Some(found) = learning.next(engine.cells, &Run::single()).unwrap() {
            left.retain(|solution| *solution != found);
            let pairs = (0u16..).zip(&learning.pairs).flat_map(|(a, list)| list.iter().map(move |&b| vec![a, b]));
            let long = learning.clauses.iter().map(|clause| learning.clauses.literals(clause).to_vec());
            for clause in pairs.chain(long) {
                for solution in &left {
                    let holds = |&literal: &Literal| {
                        let (cell, value) = learning.candidates[usize::from(literal / 2)];
                        (solution[usize::from(cell)] == 1 << value) == (literal & 1 == 0)
                    };
                    assert!(clause.iter().any(holds), "{clause:?}");
                    checked += 1;
                }
            }
        }
        assert!(left.is_empty());
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn of_equal_scores_a_candidate_of_the_smallest_group_is_guessed() {
    // A cell of the empty 9x9 board has two candidates, every other group has more.
    let engine = Variant::new(Board::square(9).unwrap()).engine();
    let mut masks = vec![engine.values; engine.cells];
    masks[2] = values(engine.values).take(2).fold(0, |mask, value| mask | 1 << value);
    let mut learning = Learning::new(&engine, &masks);
    for variable in (0..learning.candidates.len() as Variable).rev() {
        if [2, 3].contains(&learning.candidates[usize::from(variable)].0) {
            learning.order.raise(variable);
        }
    }
    let guess = learning.open_variable().unwrap();
    assert_eq!(learning.candidates[usize::from(guess)].0, 2);
    // Those passed over can still be guessed.
    let left = learning.order.top(usize::MAX);
    assert!((0..learning.candidates.len() as Variable).all(|variable| variable == guess || left.contains(&variable)));
}
