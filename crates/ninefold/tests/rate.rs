//! Ratings and traces against those of the established program, line by line.

use std::path::Path;

use ninefold::rate::{Rating, Se, SeRating, SeTrace, Unfinished, se};
use ninefold::{Candidate, CandidateSet, Cell, Digit, Grid, Pencilmarks, Puzzle};

/// A part of the reference traces, chosen so that every technique that occurs in them does.
const TRACES: &str = include_str!("golden/se-traces.txt");

fn marks(text: &str) -> Pencilmarks {
    Pencilmarks::from(&text.parse::<Grid>().unwrap())
}

fn puzzle(text: &str) -> Puzzle {
    Puzzle::new(text.parse::<Grid>().unwrap()).unwrap()
}

/// The trace as the reference files write it.
fn written(text: &str, trace: &SeTrace) -> String {
    let steps: String = trace.steps.iter().map(|step| format!("  {step}\n")).collect();
    format!("{text} {}\n{steps}", trace.rating.unwrap())
}

/// Compares every puzzle of a file of traces; says how many there were.
fn compare(file: &str) -> usize {
    let mut entries: Vec<String> = Vec::new();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        match entries.last_mut() {
            Some(entry) if line.starts_with(' ') => *entry += &format!("{line}\n"),
            _ => entries.push(format!("{line}\n")),
        }
    }
    for expected in &entries {
        let text = &expected[..81];
        let marks = marks(text);
        let actual = written(text, &Se::of_pencilmarks(&marks).trace());
        for (line, (actual, expected)) in actual.lines().zip(expected.lines()).enumerate() {
            assert_eq!(actual, expected, "line {line} of the trace of {text}");
        }
        assert_eq!(actual, *expected);
    }
    entries.len()
}

fn compare_shared(names: &[&str], puzzles: usize) {
    let Some(folder) = std::env::var_os("NINEFOLD_SHARED") else {
        println!("skipped: NINEFOLD_SHARED names no folder");
        return;
    };
    let read = |name| std::fs::read_to_string(Path::new(&folder).join("golden").join(name)).unwrap();
    let compared: usize = names.iter().map(|name| compare(&read(name))).sum();
    assert_eq!(compared, puzzles);
}

#[test]
fn traces_equal_the_reference() {
    assert!(compare(TRACES) > 20);
}

#[test]
fn all_traces_up_to_9_3_equal_the_reference() {
    compare_shared(&["se-17-clue.txt", "se-random-minimal.txt", "se-magictour-top1465.txt"], 370);
}

#[test]
fn the_traces_of_the_hardest_equal_the_reference() {
    compare_shared(&["se-forum-hardest-1106.txt", "se-forum-hardest-1905.txt"], 8);
}
