//! The guarantees of a generator, for every kind of recipe.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::*;
use crate::Row;
use crate::rate::{Rating, Scale};

fn some(recipe: Recipe, seed: u64, count: u64) -> Vec<Puzzle> {
    let generator = Generator::new(recipe).unwrap();
    generator.batch(seed, 0..count, &mut Control::new()).into_iter().map(|puzzle| puzzle.unwrap()).collect()
}

#[test]
fn a_seed_produces_the_same_puzzles_in_batches_of_any_size() {
    for recipe in [Recipe::default(), Recipe::default().symmetry(Symmetry::Full).givens(26..=30)] {
        let generator = Generator::new(recipe).unwrap();
        let whole = generator.batch(9, 0..50, &mut Control::new());
        let mut parts = generator.batch(9, 0..1, &mut Control::new());
        parts.extend(generator.batch(9, 1..30, &mut Control::new()));
        parts.extend(generator.batch(9, 30..50, &mut Control::new()));
        assert_eq!(whole, parts);
        assert_eq!(generator.puzzles(9).take(50).map(Ok).collect::<Vec<_>>(), whole);
        assert_ne!(generator.batch(10, 0..50, &mut Control::new()), whole);
    }
}

#[test]
fn the_puzzles_of_a_seed_are_the_same_in_every_version() {
    let puzzle = some(Recipe::default(), 42, 1)[0];
    assert_eq!(puzzle.to_string(), "576..8..9.........9..71.2..6.5.9......4....5.839..6......8...7.1......28....6....");
}

#[test]
fn every_orbit_of_a_puzzle_is_needed() {
    for symmetry in Symmetry::ALL {
        for puzzle in some(Recipe::default().symmetry(symmetry), 3, 20) {
            let givens = puzzle.givens().filled();
            assert!(symmetry.holds(givens));
            for orbit in symmetry.orbits().into_iter().filter(|orbit| orbit.is_subset(givens)) {
                assert!(!puzzle.givens().restricted_to(givens - orbit).solve().is_unique(), "{puzzle} {orbit}");
            }
            if symmetry == Symmetry::None {
                assert!(puzzle.redundant_givens().is_empty());
            }
        }
    }
}

#[test]
fn the_number_of_givens_is_in_the_range_and_the_puzzle_is_minimal() {
    for givens in [22..=22, 23..=23, 27..=27, 24..=25] {
        for puzzle in some(Recipe::default().givens(givens.clone()), 5, 5) {
            assert!(givens.contains(&puzzle.givens().filled().len()));
            assert!(puzzle.redundant_givens().is_empty());
        }
    }
    for puzzle in some(Recipe::default().symmetry(Symmetry::QuarterTurn).givens(24..=28), 5, 5) {
        assert!([24, 25, 28].contains(&puzzle.givens().filled().len()));
    }
}

#[test]
fn redundant_givens_are_added_up_to_the_number_in_the_recipe() {
    for puzzle in some(Recipe::default().givens(36..=36).redundant(), 6, 20) {
        assert_eq!(puzzle.givens().filled().len(), 36);
        assert!(puzzle.givens().solve().is_unique());
    }
    for puzzle in some(Recipe::default().symmetry(Symmetry::HalfTurn).givens(40..=41).redundant(), 6, 20) {
        assert!(Symmetry::HalfTurn.holds(puzzle.givens().filled()));
        assert!((40..=41).contains(&puzzle.givens().filled().len()));
    }
}

#[test]
fn the_givens_are_exactly_the_cells_of_the_mask() {
    let pattern = |line: &str| line.parse::<crate::Grid>().unwrap().filled();
    let thirty = pattern("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let twenty_four = pattern("...7..3.1..36..2...4.......5.1..4...2.......8...3..4.6.......5...9..71..8.2..3...");
    for mask in [thirty, twenty_four] {
        for puzzle in some(Recipe::default().mask(mask), 8, 3) {
            assert_eq!(puzzle.givens().filled(), mask);
            assert!(puzzle.givens().solve().is_unique());
        }
    }
}

#[test]
fn impossible_recipes_are_refused_with_a_reason() {
    let refused = |recipe: Recipe| Generator::new(recipe).unwrap_err().to_string();
    let (first, last) = (28, 24);
    assert_eq!(refused(Recipe::default().givens(first..=last)), "28..24 is empty: the first number is the higher one");
    let twelve: CellSet = crate::Cell::all().step_by(7).collect();
    assert_eq!(
        refused(Recipe::default().mask(twelve)),
        "no puzzle has this mask: 12 givens are too few: every puzzle has at least 17"
    );
    assert!(refused(Recipe::default().givens(3..=16)).starts_with("no puzzle has 3..16 givens"));
    assert!(refused(Recipe::default().givens(5..=5)).starts_with("no puzzle has 5 givens"));
    assert_eq!(
        refused(Recipe::default().givens(41..=60)),
        "no puzzle with 41..60 givens is known in which every given is needed"
    );
    assert!(Generator::new(Recipe::default().givens(41..=60).redundant()).is_ok());
    let rated = |first, last| {
        Recipe::default()
            .target(Target::default().rating(Scale::Se, Rating::from_tenths(first)..=Rating::from_tenths(last)))
    };
    assert_eq!(refused(rated(500, 500)), "no puzzle rates 50.0: the scale ends at 20.0");
    assert_eq!(refused(rated(201, 210)), "no puzzle rates 20.1..21.0: the scale ends at 20.0");
    assert!(Generator::new(rated(200, 300)).is_ok());
    assert_eq!(
        refused(Recipe::default().symmetry(Symmetry::QuarterTurn).givens(22..=23)),
        "no pattern with the symmetry quarter-turn has 22..23 cells"
    );
    let two_rows = Row::from_index(0).cells() | Row::from_index(3).cells() | Row::from_index(6).cells();
    assert!(refused(Recipe::default().mask(two_rows)).contains("rows 2 and 3 are both empty"));
    assert!(refused(Recipe::default().mask(CellSet::FULL).givens(20..=30)).contains("the mask has 81 cells"));
    let lopsided = CellSet::FULL.without(crate::Cell::from_index(0));
    assert!(refused(Recipe::default().mask(lopsided).symmetry(Symmetry::HalfTurn)).contains("half-turn"));
}

#[test]
fn a_search_without_end_can_be_stopped() {
    // Minimal puzzles with so many givens are extremely rare.
    let generator = Generator::new(Recipe::default().givens(39..=40)).unwrap();
    let mut calls = 0;
    let mut control = Control::new().stop_when(|| {
        calls += 1;
        calls > 100
    });
    let puzzles = generator.batch(1, 0..3, &mut control);
    assert!(puzzles.iter().all(|puzzle| matches!(puzzle, Err(SearchStoppedError { nearest: Some(_) }))));
}

#[test]
fn ratings_levels_and_techniques_are_those_of_the_recipe() {
    use crate::explain::{Explainer, Level, Technique};
    use crate::rate;

    let er = Rating::from_tenths(66)..=Rating::from_tenths(72);
    for puzzle in some(Recipe::default().target(Target::default().rating(Scale::Se, er.clone())), 11, 2) {
        assert!(er.contains(&rate::se(&puzzle).er));
        assert!(puzzle.redundant_givens().is_empty());
    }
    let medium = Recipe::default().symmetry(Symmetry::HalfTurn).target(Target::default().level(Level::Medium));
    for puzzle in some(medium, 12, 3) {
        assert_eq!(Explainer::default().path(&puzzle).level(), Some(Level::Medium));
        assert!(Symmetry::HalfTurn.holds(puzzle.givens().filled()));
    }
    let wing = Target::default().require(Technique::XyWing).solvable_without(Technique::NakedPair);
    for puzzle in some(Recipe::default().target(wing), 13, 1) {
        let path = Explainer::default().without(Technique::NakedPair).path(&puzzle);
        assert!(path.is_solved() && path.counts().iter().any(|(technique, _)| *technique == Technique::XyWing));
    }
    let singles = Target::default().allow(Technique::FullHouse);
    for puzzle in some(Recipe::default().target(singles), 14, 3) {
        assert_eq!(Explainer::default().path(&puzzle).level(), Some(Level::Easy));
    }
}

#[test]
fn targets_that_contradict_themselves_are_refused() {
    use crate::explain::{Level, Technique};

    let refused = |target: Target| Generator::new(Recipe::default().target(target)).unwrap_err().to_string();
    let upside_down = Rating::from_tenths(80)..=Rating::from_tenths(70);
    assert_eq!(
        refused(Target::default().rating(Scale::Se, upside_down)),
        "8.0..7.0 is empty: the first rating is the higher one"
    );
    let both = Target::default().require(Technique::XWing).solvable_without(Technique::XWing);
    assert_eq!(refused(both), "x-wing is required, and the puzzle should be solvable without x-wing");
    let easy = Target::default().require(Technique::XWing).level(Level::Easy);
    assert_eq!(refused(easy), "x-wing makes a puzzle harder than easy");
}
