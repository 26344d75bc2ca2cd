//! `ninefold solve` from the outside: answers, order, exit status, summary, every output.

use crate::common::*;
use snapbox::{assert_data_eq, str};

#[test]
fn a_puzzle_can_be_the_argument() {
    let ran = ninefold(&["solve", EASY]).exits(0);
    assert_eq!(ran.out, format!("{EASY_SOLVED}\n"));
    assert_eq!(ran.err, "1 puzzle: 1 with one solution\n");
}

#[test]
fn every_example_solves() {
    for (file, code) in [("easy.txt", 0), ("seventeen.txt", 0), ("hard.sdk", 0), ("mixed.csv", 1)] {
        ninefold(&["solve", &format!("examples/{file}")]).exits(code);
    }
}

#[test]
fn line_i_of_the_output_belongs_to_puzzle_i_of_the_input() {
    let input = format!("# a comment\n{EASY}\n\n{LOOSE} rated 3.4\noops\n{BROKEN}\r\n{EASY}");
    let ran = ninefold_with(&["solve"], input.as_bytes()).exits(1);
    let expected = [
        EASY_SOLVED,
        "! more than one solution",
        "! <stdin>:5:1: found 'o', expected a digit or an empty cell",
        "! no solution",
        EASY_SOLVED,
    ];
    assert_eq!(ran.lines(), expected);
    assert_eq!(
        ran.err,
        "5 puzzles: 2 with one solution, 1 without solution, 1 with more than one solution, 1 unreadable\n"
    );
}

#[test]
fn inputs_are_taken_in_order_and_standard_input_stands_where_it_is_named() {
    let ran = ninefold_with(&["solve", BROKEN, "-", "examples/easy.txt", LOOSE], EASY.as_bytes()).exits(1);
    assert_eq!(ran.lines(), ["! no solution", EASY_SOLVED, EASY_SOLVED, "! more than one solution"]);
}

#[test]
fn the_summary_can_be_left_out() {
    assert_eq!(ninefold(&["solve", "--quiet", EASY]).exits(0).err, "");
}

#[test]
fn json_is_an_object_a_line() {
    let ran = ninefold(&["solve", "--output", "json", "examples/mixed.csv"]).exits(1);
    assert_eq!(ran.lines().len(), 6);
    assert_data_eq!(
        ran.out,
        str![[r#"
{"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "name": "easy", "note": "one solution, 30 givens", "answer": "unique", "solution": "534678912672195348198342567859761423426853791713924856961537284287419635345286179"}
{"puzzle": "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", "name": "hard", "note": "one solution", "answer": "unique", "solution": "417369825632158947958724316825437169791586432346912758289643571573291684164875293"}
{"puzzle": "....7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "name": "loose", "note": "two givens left out: two solutions", "answer": "multiple", "solution": "[..]", "second": "[..]", "differences": ["r1c1", "r1c2", "r1c3", "r9c1", "r9c2", "r9c3"]}
{"puzzle": "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "name": "broken", "note": "two 5s in row 1: no solution", "answer": "none", "conflicts": [{"house": "r1", "digit": 5, "cells": ["r1c1", "r1c2"]}, {"house": "b1", "digit": 5, "cells": ["r1c1", "r1c2"]}]}
{"puzzle": ".................................................................................", "name": "empty", "note": "more solutions than anyone can count", "answer": "multiple", "solution": "[..]", "second": "[..]", "differences": [[..]]}
{"error": {"input": "examples/mixed.csv", "line": 7, "column": 81, "message": "found 'z', expected a digit or an empty cell"}}

"#]]
    );
}

#[test]
fn json_output_is_json_input_and_no_member_comes_twice() {
    let once = ninefold(&["solve", "--output", "json", EASY, LOOSE]).exits(1);
    let twice = ninefold_with(&["solve", "--output", "json", "-"], once.out.as_bytes()).exits(1);
    assert_eq!(once.out, twice.out);
}

#[test]
fn csv_has_a_row_for_each_puzzle() {
    let ran =
        ninefold(&["solve", "--output", "csv", EASY, BROKEN, "oops.......................................\n"]).exits(1);
    assert_data_eq!(
        ran.out,
        str![[r#"
puzzle,answer,solution,second,error
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,unique,534678912672195348198342567859761423426853791713924856961537284287419635345286179,,
55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,none,,,
,error,,,"<argument 3>:1:1: found 'o', expected a digit or an empty cell"

"#]]
    );
}

#[test]
fn a_drawn_solution_can_be_read_back() {
    let drawn = ninefold(&["solve", "--output", "grid", EASY]).exits(0);
    assert!(drawn.out.contains("| 5 3 4 | 6 7 8 | 9 1 2 |\n"), "{}", drawn.out);
    let back = ninefold_with(&["convert", "--to", "line"], drawn.out.as_bytes()).exits(0);
    assert_eq!(back.out, format!("{EASY_SOLVED}\n"));
}

#[test]
fn counting_stops_at_the_limit() {
    let empty = ".".repeat(81);
    let ran = ninefold(&["solve", "--count", "100", EASY, LOOSE, BROKEN, &empty]).exits(1);
    assert_eq!(ran.lines(), ["1", "2", "0", "100"]);
    assert_eq!(ninefold(&["solve", "--count", "1", LOOSE]).exits(1).out, "1\n");
    assert_eq!(ninefold(&["solve", "--count", "1", EASY]).exits(0).out, "1\n");
    ninefold(&["solve", "--count", "0", EASY]).exits(2);
    let ran = ninefold(&["solve", "--count", "5", "--output", "json", &empty]).exits(1);
    assert!(ran.out.ends_with("\"count\": 5, \"limit\": 5}\n"), "{}", ran.out);
}

#[test]
fn all_solutions_are_written() {
    let ran = ninefold(&["solve", "--all", LOOSE, BROKEN, EASY]).exits(1);
    let lines = ran.lines();
    assert_eq!(lines.len(), 4);
    assert_ne!(lines[0], lines[1]);
    assert!(lines[..2].contains(&EASY_SOLVED));
    assert_eq!(lines[2..], ["! no solution", EASY_SOLVED]);
    assert!(ran.err.ends_with("; 3 solutions\n"), "{}", ran.err);
}

#[test]
fn stats_tell_the_work() {
    let ran = ninefold(&["solve", "--stats", "--output", "json", EASY]).exits(0);
    assert!(ran.out.contains("\"guesses\": 0, \"passes\": "), "{}", ran.out);
    assert!(ran.err.contains("; 0 guesses, "), "{}", ran.err);
}

#[test]
fn pencilmarks_are_solved_as_they_stand() {
    // All candidates of the loose puzzle, but for one that only one of its two solutions needs.
    let marks = ninefold(&["convert", "--to", "candidates", "--candidates", LOOSE]).exits(0).out;
    let both = ninefold_with(&["solve"], marks.as_bytes()).exits(1);
    assert_eq!(both.out, "! more than one solution\n");
    let five_in_the_corner = marks.replacen('5', ".", 1);
    assert_eq!(&marks[4..5], "5", "the corner may hold a 5");
    let one = ninefold_with(&["solve"], five_in_the_corner.as_bytes()).exits(0);
    assert_ne!(one.out.trim_end(), EASY_SOLVED);
    assert!(one.out.starts_with('3'), "{}", one.out);
}

#[test]
fn the_format_can_be_forced() {
    let rows: String =
        EASY.as_bytes().chunks(9).map(|row| format!("{}\n", std::str::from_utf8(row).unwrap())).collect();
    ninefold_with(&["solve"], rows.as_bytes()).exits(0);
    let ran = ninefold_with(&["solve", "--from", "line"], rows.as_bytes()).exits(1);
    assert_eq!(ran.lines().len(), 9);
    let ran = ninefold(&["solve", "--from", "pdf", EASY]).exits(2);
    assert!(ran.err.contains("invalid value 'pdf'"), "{}", ran.err);
}

#[test]
fn a_picture_shows_the_solution() {
    let ran = ninefold(&["solve", "--output", "svg", "--theme", "dark", EASY]).exits(0);
    assert!(ran.out.starts_with("<svg ") && ran.out.ends_with("</svg>\n"));
    assert_eq!(ran.out.matches("<text ").count(), 81);
}

#[test]
fn several_pictures_are_numbered_files() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("p.svg");
    let ran = ninefold(&["solve", "--output", "svg", EASY, EASY]).exits(2);
    assert!(ran.err.contains("NAME-1.svg"), "{}", ran.err);
    assert_eq!(ran.out, "");
    ninefold(&["solve", "--output", "svg", EASY, LOOSE, "--write", path.to_str().unwrap()]).exits(1);
    let mut names: Vec<_> = std::fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["p-1.svg", "p-2.svg"]);
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let input = collection(3000).replace("..", ".9");
    let one = ninefold_with(&["solve", "--threads", "1"], input.as_bytes()).exits(1);
    let four = ninefold_with(&["solve", "--threads", "4"], input.as_bytes()).exits(1);
    assert_eq!(one.lines().len(), 3000);
    assert_eq!(one.out, four.out);
    ninefold(&["solve", "--threads", "0", EASY]).exits(2);
}

#[test]
fn a_slow_producer_is_answered_line_by_line() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let mut child =
        command(&["solve", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        writeln!(stdin, "{EASY}").unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), EASY_SOLVED);
    }
    drop(stdin);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_instructions_can_be_chosen_and_change_no_answer() {
    let input = collection(100).replace("..", ".9");
    let run = |cpu: &str, args: &[&str]| {
        let output = command(args).env("NINEFOLD_CPU", cpu).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let puzzles: Vec<&str> = ["solve"].into_iter().chain(input.lines()).collect();
    let (_, best, _) = run("", &puzzles);
    assert_eq!(best.lines().count(), 100);
    assert_eq!(run("portable", &puzzles).1, best);
    // The first does not exist, the second not on this target.
    for (cpu, problem) in [("z80", "found 'z80', expected"), ("simd128", "'simd128' is not available here, only ")] {
        let (code, out, err) = run(cpu, &puzzles);
        assert_eq!((code, &*out), (Some(2), ""));
        assert!(err.contains(&format!("NINEFOLD_CPU: {problem}")) && err.contains("portable"), "{err}");
    }
}

/// Every choice of hardware gives the same answers, or says what is missing.
#[test]
fn the_hardware_does_not_change_the_answers() {
    let input = format!("{EASY}\n{LOOSE}\noops\n{BROKEN}\n").repeat(500);
    for command in [&["solve"][..], &["solve", "--count", "5"], &["check"]] {
        let expected = ninefold_with(command, input.as_bytes()).exits(1);
        for device in ["cpu", "auto", "cuda"] {
            let ran = ninefold_with(&[command, &["--device", device]].concat(), input.as_bytes());
            if ran.err.contains("--device cuda cannot be used") {
                let ran = ran.exits(2);
                assert_eq!(device, "cuda", "a device that was not asked for is not missed");
                assert!(ran.err.contains("NVIDIA"), "the message says what is missing: {}", ran.err);
                println!("skipped: {}", ran.err);
            } else {
                assert_eq!(ran.exits(1).out, expected.out, "{command:?} --device {device}");
            }
        }
    }
}

#[test]
fn unknown_hardware_is_an_error() {
    let ran = ninefold(&["solve", EASY, "--device", "abacus"]).exits(2);
    assert!(ran.err.contains("expected cpu, cuda or auto"), "{}", ran.err);
}
