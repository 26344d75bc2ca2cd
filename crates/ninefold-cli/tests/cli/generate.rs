//! `ninefold generate` from the outside: seeds, symmetry, masks, difficulty, what cannot be.

use std::collections::HashSet;

use serde_json::Value;

use crate::common::*;

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_puzzles_on_any_number_of_threads() {
    let searched = ["--symmetry", "full", "--givens", "25..28"];
    for (number, options) in [("600", &["--symmetry", "none"][..]), ("40", &searched)] {
        let run = |threads: &str, seed: &str| {
            let mut args = vec!["generate", "-n", number, "--seed", seed, "--threads", threads];
            args.extend(options);
            ninefold(&args).exits(0).out
        };
        let one = run("1", "7");
        assert_eq!(one.lines().count().to_string(), number);
        assert!(one == run("3", "7"));
        assert!(one != run("3", "8"));
        // Fewer are the first of more.
        let few = ninefold(&[&["generate", "-n", "5", "--seed", "7"][..], options].concat()).exits(0).out;
        assert!(one.starts_with(&few));
    }
}

#[test]
fn puzzles_are_unique_minimal_and_symmetric_as_check_sees_it() {
    let args = ["generate", "-n", "300", "--seed", "42", "--symmetry", "half-turn", "--givens", "24..27", "--quiet"];
    let made = ninefold(&args).exits(0);
    assert_eq!(made.err, "");
    let checked = ninefold_with(&["check"], made.out.as_bytes()).exits(0);
    for line in checked.lines() {
        assert!(line.starts_with("unique; 2") && line.contains("half turn"), "{line}");
    }
    let made = ninefold(&["generate", "-n", "300", "--seed", "42", "--symmetry", "none"]).exits(0);
    assert!(made.err.starts_with("300 puzzles in "), "{}", made.err);
    let checked = ninefold_with(&["check"], made.out.as_bytes()).exits(0);
    assert!(checked.lines().iter().all(|line| line.contains("; minimal; ")), "{}", checked.out);
}

#[test]
fn json_records_how_to_make_it_again_and_what_it_is() {
    let ran = ninefold(&["generate", "-n", "3", "--seed", "5", "--symmetry", "diagonal", "--json"]).exits(0);
    for (number, line) in ran.lines().into_iter().enumerate() {
        let record = json(line);
        let puzzle = record["puzzle"].as_str().unwrap();
        assert_eq!(record["seed"], 5);
        assert_eq!(record["number"], number);
        assert_eq!(record["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(record["options"]["symmetry"], "diagonal");
        assert_eq!(record["givens"], puzzle.bytes().filter(|cell| *cell != b'.').count());
        let solved = ninefold(&["solve", puzzle]).exits(0).out;
        assert_eq!(record["solution"], solved.trim_end());
        let rated = json(&ninefold(&["rate", "--json", puzzle]).exits(0).out);
        assert_eq!(record["er"], rated["er"]);
        let explained = json(&ninefold(&["explain", "--summary", "--output", "json", puzzle]).exits(0).out);
        assert_eq!(record["level"], explained["path"]["level"]);
        assert_eq!(record["score"], explained["path"]["score"]);
        let canonical = ninefold(&["canon", puzzle]).exits(0).out;
        assert_eq!(record["canonical"], canonical.trim_end());
    }
}

#[test]
fn without_a_wish_it_is_a_medium_puzzle_with_a_half_turn() {
    let record = json(&ninefold(&["generate", "--seed", "1", "--json"]).exits(0).out);
    assert_eq!(record["level"], "medium");
    assert!(record["symmetries"].as_array().unwrap().iter().any(|name| name == "half turn"));
    assert_eq!(record["options"]["level"], "medium");
}

#[test]
fn difficulty_is_what_was_asked_for() {
    let ran = ninefold(&["generate", "-n", "4", "--seed", "3", "--er", "4.0..5.0", "--quiet"]).exits(0);
    for line in ran.lines() {
        let rated = ninefold(&["rate", line]).exits(0).out;
        let er: f64 = rated[82..].split('/').next().unwrap().parse().unwrap();
        assert!((4.0..=5.0).contains(&er), "{rated}");
    }
    let ran = ninefold(&["generate", "--seed", "3", "--require", "x-wing", "--json"]).exits(0);
    assert!(json(&ran.out)["techniques"]["x-wing"].as_u64() > Some(0), "{}", ran.out);
}

#[test]
fn a_mask_from_a_file_or_an_argument_is_met_cell_by_cell() {
    let mask: String = EASY.chars().map(|cell| if cell == '.' { '.' } else { 'x' }).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mask.txt");
    let drawing: Vec<&str> = (0..9).map(|row| &mask[9 * row..9 * row + 9]).collect();
    std::fs::write(&file, drawing.join("\n")).unwrap();
    for argument in [&mask, file.to_str().unwrap()] {
        let ran = ninefold(&["generate", "-n", "2", "--seed", "1", "--mask", argument]).exits(0);
        for line in ran.lines() {
            assert!(line.chars().zip(mask.chars()).all(|(cell, given)| (cell == '.') == (given == '.')), "{line}");
            ninefold(&["solve", line]).exits(0);
        }
        let ran = ninefold(&["generate", "--seed", "1", "--json", "--mask", argument]).exits(0);
        assert_eq!(json(&ran.out)["options"]["mask"], mask);
    }
}

#[test]
fn distinct_puzzles_are_different_up_to_symmetry() {
    let ran = ninefold(&["generate", "-n", "2000", "--seed", "1", "--distinct", "--symmetry", "none"]).exits(0);
    let forms = ninefold_with(&["canon"], ran.out.as_bytes()).exits(0);
    assert_eq!(forms.lines().into_iter().collect::<HashSet<_>>().len(), 2000);
}

#[test]
fn what_cannot_be_is_refused_at_once_and_says_why() {
    let refused = |args: &[&str], reason: &str| {
        let ran = ninefold(&[&["generate"], args].concat()).exits(2);
        assert!(ran.err.contains(reason), "{}", ran.err);
        assert_eq!(ran.out, "");
    };
    let twelve: String = (0..81).map(|cell| if cell % 7 == 0 { 'x' } else { '.' }).collect();
    refused(&["--mask", &twelve], "12 givens are too few: every puzzle has at least 17");
    refused(&["--er", "8.0..7.0"], "the range is upside down: 8.0..7.0");
    refused(&["--givens", "30..20"], "the range is upside down");
    refused(&["--givens", "16"], "no puzzle has 16 givens");
    let rows: String = (0..81).map(|cell| if cell / 9 % 3 == 0 { 'x' } else { '.' }).collect();
    refused(&["--mask", &rows], "rows 2 and 3 are both empty");
    refused(&["--symmetry", "quarter-turn", "--givens", "22..23"], "no pattern with the symmetry quarter-turn");
    refused(
        &["--require", "x-wing", "--forbid", "x-wing"],
        "x-wing is required, and the puzzle should be solvable without x-wing",
    );
    refused(&["--mask", "no such file"], "no such file");
}

#[test]
fn a_search_that_finds_nothing_ends_in_time_and_says_what_came_nearest() {
    // No minimal puzzle with more than 40 givens is known. A machine with other work may need more than a second for a
    // first try.
    let search = |time: &str| {
        let ran = ninefold(&["generate", "--seed", "1", "--givens", "45..50", "--time", time]).exits(1);
        assert!(ran.err.contains("1 were asked for: {\"givens\": \"45..50\"}"), "{}", ran.err);
        assert_eq!(ran.out, "");
        ran.err.contains("nearest: ")
    };
    assert!(["1", "4", "16", "64", "256"].into_iter().any(search), "nothing came near");
    let hard = ninefold(&["generate", "--seed", "1", "--er", "15.0..19.0", "--time", "1"]).exits(1);
    assert!(hard.err.contains("\"er\": \"15.0..19.0\""), "{}", hard.err);
}

#[test]
fn puzzles_in_a_file_are_those_of_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("made.txt.zst");
    let args = ["generate", "-n", "700", "--seed", "9", "--symmetry", "none", "--write", file.to_str().unwrap()];
    ninefold(&args).exits(0);
    let whole = ninefold(&args[..7]).exits(0).out;
    let read = ninefold(&["convert", "--to", "line", file.to_str().unwrap()]).exits(0).out;
    assert_eq!(read, whole);
}

#[test]
fn more_threads_than_there_is_work_for_change_nothing() {
    let some = |threads| {
        let args = ["generate", "-n", "1500", "--symmetry", "none", "--seed", "5", "--threads", threads];
        ninefold(&args).exits(0).out
    };
    assert_eq!(some("1024"), some("1"));
}

#[test]
#[cfg(unix)]
fn an_interruption_does_not_speak_of_resuming_where_that_cannot_be_done() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.txt");
    // Nothing is found in the time it takes to interrupt it.
    let args = ["generate", "--givens", "45..50", "--seed", "1", "--write", path.to_str().unwrap()];
    let mut child = interruptible(&args).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let part = dir.path().join("out.txt.part");
    wait_while_running(&mut child, "the part is there", || part.exists());
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.ends_with("out.txt.part has what was done\n"), "{error}");
}
