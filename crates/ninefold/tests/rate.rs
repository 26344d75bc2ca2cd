//! Ratings and traces equal those of the reference program, line by line; and the guarantees of the interface.

use std::path::Path;

use ninefold::rate::{Rating, ScaleRating, Se, SeRating, SeTrace, UnfinishedError, se};
use ninefold::{CandidateSet, Cell, Control, Grid, Pencilmarks, Puzzle};

/// A part of the reference traces; the first lines name the source.
const TRACES: &str = include_str!("golden/se-traces.txt");

/// Rated 8.8, and an isomorph of it, rated 8.3.
const HARD: &str = "57..8.4.........3...32..1.5...4.8........5...2.7.....19.1.....4.8.7.9.....2....6.";
const HARD_REARRANGED: &str = "..3......62...3..57..29.8.........2..6.5.9..........87..1..5.......8..49.7.4.6...";

fn puzzle(text: &str) -> Puzzle {
    Puzzle::new(text.parse::<Grid>().unwrap()).unwrap()
}

fn rating(text: &str) -> SeRating {
    let mut figures = text.split('/').map(|figure| figure.parse().unwrap());
    let [er, ep, ed] = core::array::from_fn(|_| figures.next().unwrap());
    SeRating { er, ep, ed }
}

/// The puzzles of a file of traces: text, rating and steps.
fn entries(file: &str) -> Vec<(&str, &str, Vec<&str>)> {
    let mut entries: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        match (line.strip_prefix("  "), entries.last_mut()) {
            (Some(step), Some(entry)) => entry.2.push(step),
            _ => {
                let (text, rating) = line.split_once(' ').unwrap();
                entries.push((text, rating, Vec::new()));
            }
        }
    }
    entries
}

/// Compares every puzzle of a file of traces. Returns their number.
fn compare(file: &str) -> usize {
    let entries = entries(file);
    for (text, expected_rating, expected_steps) in &entries {
        let SeTrace { steps, rating } = Se::new(&puzzle(text)).trace();
        for (number, expected) in expected_steps.iter().enumerate() {
            let actual = steps.get(number).map_or("(no step)".to_string(), ToString::to_string);
            assert_eq!(actual, *expected, "step {number} of {text}");
        }
        assert_eq!(steps.len(), expected_steps.len(), "steps of {text}");
        assert_eq!(rating.unwrap().to_string(), *expected_rating, "{text}");
    }
    entries.len()
}

fn compare_shared(names: &[&str], puzzles: usize) {
    let Some(folder) = std::env::var_os("NINEFOLD_SHARED") else {
        println!("skipped: NINEFOLD_SHARED is not set");
        return;
    };
    let read = |name| std::fs::read_to_string(Path::new(&folder).join("golden").join(name)).unwrap();
    let compared: usize = names.iter().map(|name| compare(&read(name))).sum();
    assert_eq!(compared, puzzles);
}

#[test]
fn traces_equal_the_reference() {
    assert_eq!(compare(TRACES), 20);
}

#[test]
fn all_traces_up_to_9_3_equal_the_reference() {
    compare_shared(&["se-17-clue.txt", "se-random-minimal.txt", "se-magictour-top1465.txt"], 370);
}

#[test]
fn the_traces_of_the_hardest_equal_the_reference() {
    compare_shared(&["se-forum-hardest-1106.txt", "se-forum-hardest-1905.txt"], 8);
}

#[test]
fn the_rating_without_a_trace_is_the_same() {
    for (text, expected, _) in entries(TRACES) {
        assert_eq!(se(&puzzle(text)), rating(expected), "{text}");
    }
}

#[test]
fn every_step_agrees_with_the_solution_and_the_last_one_completes_the_grid() {
    for (text, ..) in entries(TRACES) {
        let puzzle = puzzle(text);
        let mut marks = Pencilmarks::from(puzzle.givens());
        for step in Se::new(&puzzle).trace().steps {
            for candidate in step.eliminations {
                assert_ne!(puzzle.solution()[candidate.cell()], candidate.digit(), "{step} in {text}");
                assert!(marks.eliminate(candidate), "{step} eliminates a missing candidate in {text}");
            }
            if let Some(candidate) = step.placement {
                assert_eq!(puzzle.solution()[candidate.cell()], candidate.digit(), "{step} in {text}");
                marks.place(candidate.cell(), candidate.digit());
            }
            assert!(step.placement.is_some() || !step.eliminations.is_empty(), "{step} does nothing in {text}");
        }
        assert!(marks.empty_cells().is_empty(), "{text}");
    }
}

#[test]
fn an_isomorph_may_have_another_rating() {
    assert_eq!(se(&puzzle(HARD)), rating("8.8/1.2/1.2"));
    assert_eq!(se(&puzzle(HARD_REARRANGED)), rating("8.3/1.2/1.2"));
}

#[test]
fn a_bound_on_the_rating_stops_exactly_the_harder_puzzles() {
    for (text, expected, _) in entries(TRACES) {
        let puzzle = puzzle(text);
        let expected = rating(expected);
        assert_eq!(Se::new(&puzzle).max_er(expected.er).rate(), Ok(expected), "{text}");
        let below = Rating::from_tenths(expected.er.tenths() - 1);
        let stopped = Se::new(&puzzle).max_er(below).rate();
        let Err(UnfinishedError::Harder { so_far: ScaleRating::Se(so_far) }) = stopped else {
            panic!("{text}: {stopped:?}")
        };
        assert!(so_far.er <= below, "{text}: {so_far}");
    }
}

#[test]
fn a_bound_on_the_steps_gives_the_first_ones() {
    let puzzle = puzzle(HARD);
    let whole = Se::new(&puzzle).trace();
    for steps in [0, 1, 7, whole.steps.len() - 1] {
        let part = Se::new(&puzzle).max_steps(steps).trace();
        assert_eq!(part.steps, whole.steps[..steps]);
        assert!(matches!(part.rating, Err(UnfinishedError::Steps { .. })), "{:?}", part.rating);
    }
    assert_eq!(Se::new(&puzzle).max_steps(whole.steps.len()).trace(), whole);
}

#[test]
fn a_request_to_stop_is_obeyed_soon() {
    // With all candidates the rating takes very long.
    let marks = Pencilmarks::FULL;
    let mut calls = 0;
    let mut control = Control::new().stop_when(|| {
        calls += 1;
        calls > 3
    });
    let stopped = Se::of_pencilmarks(&marks).rate_with(&mut control);
    drop(control);
    assert!(matches!(stopped, Err(UnfinishedError::Stopped { .. })), "{stopped:?}");
    assert_eq!(calls, 4);
}

#[test]
fn a_puzzle_given_as_candidates_has_the_rating_of_its_givens() {
    // The cells of the givens are filled first, because no peer has their digit; the rest is the same position.
    for (text, expected, _) in entries(TRACES).into_iter().take(8) {
        let puzzle = puzzle(text);
        let mut candidates = Pencilmarks::from(puzzle.givens()).candidates();
        for cell in Cell::all() {
            if let Some(digit) = puzzle.givens()[cell] {
                candidates.insert(ninefold::Candidate::new(cell, digit));
            }
        }
        assert_eq!(Se::of_pencilmarks(&Pencilmarks::from(candidates)).rate(), Ok(rating(expected)), "{text}");
    }
}

#[test]
fn a_complete_grid_rates_0_and_one_without_any_hint_20() {
    let puzzle = puzzle(HARD);
    let complete: Grid = puzzle.solution().to_string().parse().unwrap();
    assert_eq!(Se::of_pencilmarks(&Pencilmarks::from(&complete)).rate(), Ok(rating("0.0/0.0/0.0")));
    let nothing = Pencilmarks::from(CandidateSet::EMPTY);
    assert_eq!(Se::of_pencilmarks(&nothing).rate(), Ok(rating("20.0/0.0/0.0")));
}

#[test]
fn ratings_compare_as_numbers_and_displayed_ratings_parse_back() {
    for tenths in (0..=120).chain([200]) {
        let rating = Rating::from_tenths(tenths);
        assert_eq!(rating.to_string().parse(), Ok(rating));
    }
    assert!("9.9".parse::<Rating>().unwrap() < "10.0".parse().unwrap());
    assert_eq!("7".parse(), Ok(Rating::from_tenths(70)));
    for wrong in ["", ".", "7.", ".2", "7.25", "-1.0", "+1.0", "x", "7,2", "999999999.0", "7.2 "] {
        assert!(wrong.parse::<Rating>().is_err(), "{wrong}");
    }
    let diamond = rating("8.3/8.3/8.3");
    assert!(diamond.is_diamond() && diamond.is_pearl());
    let pearl = rating("8.3/8.3/2.6");
    assert!(!pearl.is_diamond() && pearl.is_pearl());
    assert!(!rating("8.3/1.2/1.2").is_pearl());
}
