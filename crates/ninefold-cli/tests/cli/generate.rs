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
        assert!(line.starts_with("unique; 2") && line.contains("half-turn"), "{line}");
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
        assert_eq!(record["given_count"], puzzle.bytes().filter(|cell| *cell != b'.').count());
        let solved = ninefold(&["solve", puzzle]).exits(0).out;
        assert_eq!(record["solution"], solved.trim_end());
        let rated = json(&ninefold(&["rate", "--json", puzzle]).exits(0).out);
        assert_eq!(record["er"], rated["er"]);
        let explained = json(&ninefold(&["explain", "--summary", "--output", "json", puzzle]).exits(0).out);
        assert_eq!(record["level"], explained["level"]);
        assert_eq!(record["score"], explained["score"]);
        let canonical = ninefold(&["canon", puzzle]).exits(0).out;
        assert_eq!(record["canonical"], canonical.trim_end());
    }
}

#[test]
fn without_a_wish_it_is_a_medium_puzzle_with_a_half_turn() {
    let record = json(&ninefold(&["generate", "--seed", "1", "--json"]).exits(0).out);
    assert_eq!(record["level"], "medium");
    assert!(record["symmetries"].as_array().unwrap().iter().any(|name| name == "half-turn"));
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
        &["--require", "x-wing", "--without", "x-wing"],
        "x-wing is required, and the puzzle should be solvable without x-wing",
    );
    refused(&["--mask", "no such file"], "no such file");
}

#[test]
fn a_search_that_finds_nothing_ends_in_time_and_says_what_came_nearest() {
    // A machine with other work may need more than a second for a first try.
    let search = |time: &str| {
        // A failure is reported though everything else is to be quiet.
        let args = ["generate", "--seed", "1", "--givens", "40", "--quiet", "--time", time];
        let ran = ninefold(&args).exits(1);
        assert!(ran.err.contains("0 found of 1 for {\"givens\": \"40\"}"), "{}", ran.err);
        assert!(ran.err.contains("--redundant"), "{}", ran.err);
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
fn what_no_minimal_puzzle_has_is_refused_at_once_and_the_way_out_is_named() {
    for givens in ["81", "41..60", "45.."] {
        let ran = ninefold(&["generate", "--seed", "1", "--quiet", "--givens", givens]).exits(2);
        assert!(ran.err.contains("--redundant"), "{}", ran.err);
    }
    let ran = ninefold(&["generate", "--seed", "1", "--givens", "45..", "--redundant"]).exits(0);
    assert!(ran.out.trim_end().bytes().filter(|cell| *cell != b'.').count() >= 45, "{}", ran.out);
}

#[test]
fn ranges_may_be_open() {
    let givens = |range: &str| {
        let ran = ninefold(&["generate", "-n", "5", "--seed", "2", "--symmetry", "none", "--givens", range]).exits(0);
        ran.lines().iter().map(|line| line.bytes().filter(|cell| *cell != b'.').count()).collect::<Vec<_>>()
    };
    assert!(givens("..24").iter().all(|count| *count <= 24));
    assert!(givens("25..").iter().all(|count| *count >= 25));
    let ran = ninefold(&["generate", "-n", "2", "--seed", "3", "--er", "..2.0", "--json"]).exits(0);
    assert!(ran.lines().iter().all(|line| json(line)["er"].as_f64() <= Some(2.0)), "{}", ran.out);
    ninefold(&["generate", "--givens", ".."]).exits(2);
}

#[test]
fn a_range_may_be_on_any_scale() {
    let ran = ninefold(&["generate", "--seed", "1", "--rating", "hodoku:300..500", "--json"]).exits(0);
    let record = json(&ran.out);
    assert!((300..=500).contains(&record["score"].as_u64().unwrap()), "{}", ran.out);
    assert_eq!(record["options"]["hodoku"], "300..500");
    let ran = ninefold(&["generate", "--seed", "1", "--rating", "depth:1"]).exits(0);
    assert!(ninefold(&["rate", "--scale", "depth", ran.out.trim_end()]).exits(0).out.ends_with(" 1\n"));
}

#[test]
fn a_level_keeps_the_default_symmetry() {
    let default = ninefold(&["generate", "--seed", "7"]).exits(0).out;
    assert_eq!(ninefold(&["generate", "--seed", "7", "--level", "medium"]).exits(0).out, default);
    for options in [&["--level", "easy"][..], &["--er", "2.0..4.0"], &["--require", "naked-pair"]] {
        let made = ninefold(&[&["generate", "--seed", "1"], options].concat()).exits(0).out;
        assert!(ninefold(&["check", made.trim_end()]).exits(0).out.contains("half-turn"), "{options:?}: {made}");
    }
}

#[test]
fn puzzles_made_to_be_solvable_without_a_technique_are() {
    let techniques = "naked-pair,hidden-pair,pointing";
    let made = ninefold(&["generate", "-n", "3", "--seed", "5", "--level", "medium", "--without", techniques]).exits(0);
    for line in made.lines() {
        let explained = ninefold(&["explain", "--summary", "--without", techniques, line]).exits(0).out;
        assert!(explained.starts_with("solved; "), "{explained}");
    }
}

#[test]
fn a_run_can_begin_with_any_puzzle_of_a_seed() {
    let made =
        |args: &[&str]| ninefold(&[&["generate", "--seed", "5", "--symmetry", "none"], args].concat()).exits(0).out;
    let all = made(&["-n", "1300"]);
    let rest = made(&["-n", "300", "--first", "1000"]);
    assert_eq!(rest, all.lines().skip(1000).map(|line| format!("{line}\n")).collect::<String>());
    let record = json(&made(&["--json", "--first", "3"]));
    assert_eq!((&record["number"], record["puzzle"].as_str()), (&3.into(), all.lines().nth(3)));
}

#[test]
fn a_mask_is_read_as_far_as_it_can_be_one() {
    for endless in ["/dev/zero", "/dev/urandom"] {
        if std::path::Path::new(endless).exists() {
            let ran = ninefold(&["generate", "--mask", endless]).exits(2);
            assert!(ran.err.contains(&format!("{endless}: too large for a mask")), "{}", ran.err);
        }
    }
    let ran = ninefold(&["generate", "--mask", &"x?".repeat(50)]).exits(2);
    assert!(ran.err.contains("--mask: line 1, column 2: found '?', expected a cell of a mask"), "{}", ran.err);
}

/// Killed at random moments and resumed, puzzles are the same, and distinct ones stay distinct.
#[test]
fn a_killed_run_resumes_to_the_same_puzzles() {
    let dir = tempfile::tempdir().unwrap();
    for (name, options) in [
        ("plain.txt", &["--symmetry", "none", "-n", "40000"][..]),
        ("distinct.txt.zst", &["--symmetry", "none", "--distinct", "-n", "20000"]),
        ("searched.txt", &["--givens", "23", "-n", "200"]),
    ] {
        let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
        let (out, whole) = (path(name), path(&format!("whole-{name}")));
        let args = |out: &str| {
            let mut args = vec!["generate", "--seed", "3", "--quiet"];
            args.extend(options);
            args.into_iter().chain(["--write", out]).map(str::to_owned).collect::<Vec<_>>()
        };
        let run = |out: &str, more: &[&str]| {
            let args = args(out);
            let args: Vec<&str> = args.iter().map(String::as_str).chain(more.iter().copied()).collect();
            command(&args).spawn().unwrap()
        };
        let begin = std::time::Instant::now();
        assert!(run(&whole, &[]).wait().unwrap().success());
        let time = begin.elapsed().as_micros() as u64;
        let mut numbers = Numbers::new(7);
        for _ in 0..6 {
            let mut child = run(&out, &["--resume"]);
            std::thread::sleep(std::time::Duration::from_micros(numbers.below(time / 2 + 1)));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert!(run(&out, &["--resume"]).wait().unwrap().success());
        assert!(std::fs::read(&out).unwrap() == std::fs::read(&whole).unwrap(), "{name}");
        assert!(!std::path::Path::new(&format!("{out}.resume")).exists());
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_without_a_seed_is_resumed_with_the_seed_it_chose() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.txt");
    let args = ["generate", "-n", "400000", "--symmetry", "none", "--write", path.to_str().unwrap()];
    let mut child = interruptible(&args).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let part = dir.path().join("out.txt.part");
    wait_while_running(&mut child, "puzzles are written", || {
        std::fs::metadata(&part).is_ok_and(|data| data.len() > 82)
    });
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.ends_with("out.txt.part has the results so far; the same command with --resume continues\n"),
        "{error}"
    );
    let begun = std::fs::read_to_string(&part).unwrap();
    let ran = ninefold(&[&args[..], &["--resume"]].concat()).exits(0);
    let whole = std::fs::read_to_string(&path).unwrap();
    assert!(whole.starts_with(&begun) && whole.lines().count() == 400_000);
    let seed = ran.err.split("--seed ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let few = ninefold(&["generate", "-n", "5", "--symmetry", "none", "--seed", &seed]).exits(0).out;
    assert!(whole.starts_with(&few));
}
