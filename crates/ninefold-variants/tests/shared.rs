//! Published puzzles with their solutions, from the folder that `NINEFOLD_SHARED` names: read, solved, proved unique.
//!
//! The puzzles are their setters' and not part of the repository. Without the folder the tests print that they skip.

use std::path::PathBuf;

use ninefold_variants::solve::naive;
use ninefold_variants::text::{Fault, read};
use ninefold_variants::{Answer, Run, Stopped, Variant};

/// Guesses after which a puzzle counts as unfinished: the test is about answers, not about speed.
const GUESSES: u64 = 3_000;

/// The one published puzzle for which several solutions satisfy every rule as we read it.
const OPEN_QUESTION: &str = "0-indexed: Sums and indexing";

fn file(name: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("NINEFOLD_SHARED") else {
        println!("skipped: NINEFOLD_SHARED is not set");
        return None;
    };
    let path = PathBuf::from(folder).join("data/variants").join(name);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// The solution as the files write it: letters from A on where there are more than nine values.
fn as_written(variant: &Variant, solution: &str) -> String {
    let first = if variant.board().last_value() > 9 { b'A' - 1 } else { b'0' };
    solution.chars().map(|symbol| char::from(first + symbol.to_digit(36).unwrap_or(0) as u8)).collect()
}

/// Solves puzzles with known solutions and returns how many were finished.
fn solve_all<'a>(puzzles: impl Iterator<Item = (&'a str, &'a str, Option<&'a str>)>) -> (usize, usize) {
    let (mut finished, mut unfinished) = (0, 0);
    for (name, puzzle, expected) in puzzles {
        let variant = match read(puzzle) {
            Ok(variant) => variant,
            Err(error) => {
                // Only rules that are left out may be refused.
                assert!(matches!(error.fault, Fault::Unsupported { .. }), "{name}: {error}");
                continue;
            }
        };
        match variant.solve(&Run::single().max_guesses(GUESSES)) {
            Ok(Answer::Unique(solution)) => {
                finished += 1;
                assert!(variant.is_solved_by(solution.values()), "{name}");
                if let Some(expected) = expected {
                    assert_eq!(as_written(&variant, &solution.to_string()), expected, "{name}");
                }
                if let Some(answer) = naive::solve(&variant, 20_000) {
                    assert_eq!(answer, Answer::Unique(solution), "{name}: the naive solver disagrees");
                }
            }
            Err(Stopped::TooManyGuesses) => {
                unfinished += 1;
                println!("unfinished: {name}");
            }
            // With values from 0 some rule is stronger than ours, or the puzzle is not unique: `docs/variants.md`.
            Ok(Answer::Multiple(first, second)) if name == OPEN_QUESTION => {
                assert!(variant.is_solved_by(first.values()) && variant.is_solved_by(second.values()));
                println!("several solutions: {name}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    (finished, unfinished)
}

fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

#[test]
fn example_puzzles_have_their_published_solutions() {
    let Some(text) = file("iss-part.tsv") else { return };
    let puzzles = rows(&text).map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        (fields[0], fields[2], Some(fields[3]))
    });
    let (finished, unfinished) = solve_all(puzzles);
    println!("{finished} solved, {unfinished} unfinished after {GUESSES} guesses");
    assert!(finished >= 80);
}

#[test]
fn f_puzzles_links_have_their_published_solutions() {
    let Some(text) = file("fpuzzles-part.tsv") else { return };
    let puzzles = rows(&text).map(|row| {
        let (link, solution) = row.split_once('\t').expect("a link and its solution");
        ("f-puzzles", link, Some(solution))
    });
    let (finished, unfinished) = solve_all(puzzles);
    assert_eq!(unfinished, 0);
    assert_eq!(finished, rows(&text).count());
}

#[test]
fn large_grids_are_unique() {
    let Some(text) = file("gecode-16x16-part.txt") else { return };
    let puzzles = rows(&text).map(|row| ("gecode 16x16", row, None));
    assert_eq!(solve_all(puzzles), (rows(&text).count(), 0));
}

#[test]
fn killers_are_unique() {
    for name in ["tarek-all.txt", "hs-killers.txt"] {
        let Some(text) = file(name) else { return };
        let (finished, unfinished) = solve_all(rows(&text).map(|row| (name, row, None)));
        println!("{name}: {finished} solved, {unfinished} unfinished after {GUESSES} guesses");
        assert!(finished > unfinished);
    }
}
