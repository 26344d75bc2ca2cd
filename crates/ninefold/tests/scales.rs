//! All scales of difficulty: what they give for known puzzles, that they can be stopped, and that puzzles can be generated
//! to a range on each of them.

use std::ops::RangeInclusive;

use ninefold::explain::{Explainer, Facts, Technique};
use ninefold::generate::{Generator, Recipe, Target};
use ninefold::rate::{HodokuRating, Rating, Scale, ScaleRating, UnfinishedError};
use ninefold::symmetry::Transform;
use ninefold::{Control, Grid, Pencilmarks, Puzzle, Random};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const ESCARGOT: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
/// Needs trial and error nested three deep.
const LOKI: &str = "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..";

fn puzzle(line: &str) -> Puzzle {
    Puzzle::new(line.parse::<Grid>().unwrap()).unwrap()
}

fn rating(scale: Scale, line: &str) -> String {
    scale.rate(&puzzle(line), &mut Control::new()).unwrap().to_string()
}

#[test]
fn known_puzzles_have_known_ratings() {
    assert_eq!(Scale::ALL.map(|scale| rating(scale, EASY)), ["1.2/1.2/1.2", "204 easy", "0", "0"]);
    assert_eq!([Scale::Guesses, Scale::Depth].map(|scale| rating(scale, ESCARGOT)), ["34", "2"]);
    assert_eq!([Scale::Guesses, Scale::Depth].map(|scale| rating(scale, LOKI)), ["64", "3"]);
}

#[test]
fn guesses_and_depth_do_not_depend_on_the_arrangement() {
    for scale in [Scale::Guesses, Scale::Depth] {
        for line in [EASY, ESCARGOT] {
            let image = Transform::random(&mut Random::new(5)).apply(&puzzle(line));
            assert_eq!(rating(scale, line), rating(scale, &image.to_string()), "{scale} {line}");
        }
    }
}

#[test]
fn the_score_and_level_are_those_of_the_path() {
    let path = Explainer::default().path(&puzzle(EASY));
    let Ok(ScaleRating::Hodoku(rating)) = Scale::Hodoku.rate(&puzzle(EASY), &mut Control::new()) else { panic!() };
    assert_eq!((rating.score, rating.level, rating.solved), (path.score(), path.level(), true));
}

#[test]
fn a_path_that_does_not_reach_the_solution_rates_above_all_others() {
    let path = Explainer::with_order([Technique::NakedSingle]).path(&puzzle(LOKI));
    let rating = HodokuRating::from(&path);
    assert_eq!((rating.level, rating.solved), (None, false));
    assert_eq!(ScaleRating::Hodoku(rating).value(), Rating::MAX);
}

#[test]
fn a_puzzle_given_as_candidates_can_be_rated_on_every_scale() {
    let mut marks = Pencilmarks::from(puzzle(EASY).givens());
    let candidates =
        marks.candidates() | puzzle(EASY).givens().placements().map(|(c, d)| ninefold::Candidate::new(c, d)).collect();
    marks = Pencilmarks::from(candidates);
    let facts = Facts::new(marks, marks.placed().filled());
    for scale in Scale::ALL {
        let rating = scale.rate_position(&facts, &mut Control::new()).unwrap();
        assert_eq!(rating.scale(), scale);
        assert!(rating.value() < Rating::from_whole(2000), "{rating}");
    }
}

#[test]
fn every_scale_can_be_stopped() {
    for scale in Scale::ALL {
        let stopped = scale.rate(&puzzle(LOKI), &mut Control::new().stop_when(|| true));
        assert!(matches!(stopped, Err(UnfinishedError::Stopped { .. })), "{scale}: {stopped:?}");
    }
}

#[test]
fn names_of_scales_are_read_in_any_case() {
    for scale in Scale::ALL {
        assert_eq!(scale.to_string().parse(), Ok(scale));
        assert_eq!(scale.slug().to_uppercase().parse(), Ok(scale));
    }
    let error = "richter".parse::<Scale>().unwrap_err();
    assert_eq!(error.to_string(), "unknown scale 'richter'; the scales are se, hodoku, guesses, depth");
}

#[test]
fn puzzles_are_generated_to_a_range_on_any_scale() {
    let whole = |range: RangeInclusive<u32>| Rating::from_whole(*range.start())..=Rating::from_whole(*range.end());
    for (scale, range) in
        [(Scale::Hodoku, whole(300..=600)), (Scale::Guesses, whole(2..=4)), (Scale::Depth, whole(1..=1))]
    {
        let target = Target::default().rating(scale, range.clone());
        let generator = Generator::new(Recipe::default().target(target)).unwrap();
        for puzzle in generator.puzzles(3).take(2) {
            let rating = scale.rate(&puzzle, &mut Control::new()).unwrap();
            assert!(range.contains(&rating.value()), "{scale} {rating} {puzzle}");
        }
    }
    let both = Target::default().rating(Scale::Depth, whole(1..=1)).rating(Scale::Se, whole(2..=5));
    let puzzle = Generator::new(Recipe::default().target(both)).unwrap().puzzles(4).next().unwrap();
    assert_eq!(rating(Scale::Depth, &puzzle.to_string()), "1");
}
