//! The command `generate`: seeds, symmetry, masks, difficulty, impossible requests.

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
        // A smaller number gives the first of these puzzles.
        let few = ninefold(&[&["generate", "-n", "5", "--seed", "7"][..], options].concat()).exits(0).out;
        assert!(one.starts_with(&few));
    }
}

#[test]
fn check_finds_the_puzzles_unique_minimal_and_symmetric() {
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
fn json_has_the_options_and_the_properties_of_a_puzzle() {
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
fn the_default_is_a_medium_puzzle_with_half_turn_symmetry() {
    let record = json(&ninefold(&["generate", "--seed", "1", "--json"]).exits(0).out);
    assert_eq!(record["level"], "medium");
    assert!(record["symmetries"].as_array().unwrap().iter().any(|name| name == "half-turn"));
    assert_eq!(record["options"]["level"], "medium");
}

#[test]
fn puzzles_have_the_requested_difficulty() {
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
fn the_givens_are_exactly_the_cells_of_a_mask_from_a_file_or_an_argument() {
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
fn no_two_distinct_puzzles_are_isomorphic() {
    let ran = ninefold(&["generate", "-n", "2000", "--seed", "1", "--distinct", "--symmetry", "none"]).exits(0);
    let forms = ninefold_with(&["canon"], ran.out.as_bytes()).exits(0);
    assert_eq!(forms.lines().into_iter().collect::<HashSet<_>>().len(), 2000);
}

#[test]
fn an_impossible_request_is_an_error_with_the_reason() {
    let refused = |args: &[&str], reason: &str| {
        let ran = ninefold(&[&["generate"], args].concat()).exits(2);
        assert!(ran.err.contains(reason), "{}", ran.err);
        assert_eq!(ran.out, "");
    };
    let twelve: String = (0..81).map(|cell| if cell % 7 == 0 { 'x' } else { '.' }).collect();
    refused(&["--mask", &twelve], "12 givens are too few: every puzzle has at least 17");
    refused(&["--er", "8.0..7.0"], "the range ends before it begins: 8.0..7.0");
    refused(&["--givens", "30..20"], "the range ends before it begins");
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
fn an_unsuccessful_search_ends_in_time_and_prints_the_nearest_puzzle() {
    // A busy machine may need more than a second for the first candidate.
    let search = |time: &str| {
        // A failure is reported even with --quiet.
        let args = ["generate", "--seed", "1", "--givens", "40", "--quiet", "--time", time];
        let ran = ninefold(&args).exits(1);
        assert!(ran.err.contains("0 found of 1 for {\"givens\": \"40\"}"), "{}", ran.err);
        assert!(ran.err.contains("--redundant"), "{}", ran.err);
        assert_eq!(ran.out, "");
        ran.err.contains("nearest: ")
    };
    assert!(["1", "4", "16", "64", "256"].into_iter().any(search), "no nearest puzzle was printed");
    let hard = ninefold(&["generate", "--seed", "1", "--er", "15.0..19.0", "--time", "1"]).exits(1);
    assert!(hard.err.contains("\"er\": \"15.0..19.0\""), "{}", hard.err);
}

#[test]
fn puzzles_in_a_file_equal_those_on_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("made.txt.zst");
    let args = ["generate", "-n", "700", "--seed", "9", "--symmetry", "none", "--write", file.to_str().unwrap()];
    ninefold(&args).exits(0);
    let whole = ninefold(&args[..7]).exits(0).out;
    let read = ninefold(&["convert", "--to", "line", file.to_str().unwrap()]).exits(0).out;
    assert_eq!(read, whole);
}

#[test]
fn more_threads_than_chunks_give_the_same_puzzles() {
    let some = |threads| {
        let args = ["generate", "-n", "1500", "--symmetry", "none", "--seed", "5", "--threads", threads];
        ninefold(&args).exits(0).out
    };
    assert_eq!(some("1024"), some("1"));
}

#[test]
fn the_error_for_too_many_givens_names_redundant() {
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
fn puzzles_generated_without_a_technique_are_solved_without_it() {
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
fn reading_a_mask_stops_at_its_maximum_length() {
    for endless in ["/dev/zero", "/dev/urandom"] {
        if std::path::Path::new(endless).exists() {
            let ran = ninefold(&["generate", "--mask", endless]).exits(2);
            assert!(ran.err.contains(&format!("{endless}: too large for a mask")), "{}", ran.err);
        }
    }
    let ran = ninefold(&["generate", "--mask", &"x?".repeat(50)]).exits(2);
    assert!(ran.err.contains("--mask: line 1, column 2: found '?', expected a cell of a mask"), "{}", ran.err);
}

/// The run is killed at random times and resumed. The puzzles must be the same, also with --distinct.
#[test]
fn a_killed_run_resumes_to_the_same_puzzles() {
    let dir = tempfile::tempdir().unwrap();
    for (name, options) in [
        ("plain.txt", &["--symmetry", "none", "-n", "10000"][..]),
        ("distinct.txt.zst", &["--symmetry", "none", "--distinct", "-n", "5000"]),
        ("searched.txt", &["--givens", "23", "-n", "60"]),
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
        for _ in 0..4 {
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
    let args = ["generate", "-n", "100000", "--symmetry", "none", "--write", path.to_str().unwrap()];
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
    assert!(whole.starts_with(&begun) && whole.lines().count() == 100_000);
    let seed = ran.err.split("--seed ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let few = ninefold(&["generate", "-n", "5", "--symmetry", "none", "--seed", &seed]).exits(0).out;
    assert!(whole.starts_with(&few));
}
