//! `ninefold variant`: other sizes and rules, with the conventions of the other commands.

use std::fs;

use crate::common::*;

const THERMO: &str = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1";
const THERMO_SOLVED: &str = "1234341221434321";
/// A cage that leaves the board.
const OUTSIDE: &str = ".Shape~4x4.Cage~5~R9C1";

/// A file with this text, and the folder that removes it.
fn file(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.txt");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn line_i_of_the_output_belongs_to_puzzle_i_for_any_number_of_threads() {
    let (_folder, path) = file(&format!("{THERMO}\n# comment\n{OUTSIDE}\n1...............\n{THERMO}\n"));
    let one = ninefold(&["variant", "solve", "--threads", "1", &path]).exits(1);
    let [first, second, third, fourth] = one.lines()[..] else { panic!("{one:#?}") };
    assert_eq!((first, fourth), (THERMO_SOLVED, THERMO_SOLVED));
    assert_eq!(second, format!("! {path}:3:19: found \"R9C1\", expected a cell of the board"));
    assert!(third.starts_with("! several solutions, such as 1234"), "{third}");
    assert_eq!(ninefold(&["variant", "solve", "--threads", "3", &path]).exits(1).out, one.out);
}

#[test]
fn an_input_that_cannot_be_read_is_reported_and_the_others_are_answered() {
    let (_folder, path) = file(THERMO);
    let missing = format!("{path}.missing");
    let ran = ninefold(&["variant", "solve", &missing, &path]).exits(2);
    assert_eq!(ran.lines(), [THERMO_SOLVED]);
    assert!(ran.err.contains("puzzles.txt.missing: no such file"), "{}", ran.err);
    assert!(
        ninefold_with(&["variant", "solve", "-"], b"# nothing\n").exits(2).err.contains("no puzzle found in <stdin>")
    );
}

#[test]
fn results_are_written_to_a_file_and_resumed() {
    let (folder, path) = file(&format!("{THERMO}\n{THERMO}\n"));
    let out = folder.path().join("solved.txt");
    let out = out.to_str().unwrap();
    let args = ["variant", "solve", &path, "--write", out];
    assert_eq!(ninefold(&args).exits(0).out, "");
    let written = fs::read_to_string(out).unwrap();
    assert_eq!(written, format!("{THERMO_SOLVED}\n{THERMO_SOLVED}\n"));
    // A complete file is left as it is.
    let again = ninefold(&[&args[..], &["--resume"]].concat()).exits(0);
    assert!(again.err.contains("complete"), "{}", again.err);
    // The input is never replaced.
    ninefold(&["variant", "solve", &path, "--write", &path]).exits(2);
}

#[test]
fn a_seed_generates_the_same_puzzles_with_any_number_of_threads_and_each_is_unique() {
    let generate = |threads: &str| {
        let args = ["variant", "generate", "--theme", "killer", "--side", "4", "--seed", "7", "--number", "5"];
        ninefold(&[&args[..], &["--threads", threads]].concat()).exits(0).out
    };
    let puzzles = generate("1");
    assert_eq!(puzzles.lines().count(), 5);
    assert_eq!(generate("3"), puzzles);
    ninefold_with(&["variant", "solve", "--quiet", "-"], puzzles.as_bytes()).exits(0);
    // Generating reads nothing.
    assert!(ninefold(&["variant", "generate", "puzzle.txt"]).exits(2).err.contains("expected none"));
}

#[test]
fn solve_recognises_grids_of_other_sizes_and_writes_them_to_a_file_or_as_json() {
    let (folder, path) = file("12..34....21..43\n");
    assert_eq!(ninefold(&["solve", &path]).exits(0).lines(), ["1234341243212143"]);
    let json = ninefold(&["solve", "--json", &path]).exits(0);
    assert_eq!(json.lines(), [r#"{"answer": "unique", "solution": "1234341243212143"}"#]);
    let out = folder.path().join("solved.txt");
    ninefold(&["solve", &path, "--write", out.to_str().unwrap()]).exits(0);
    assert_eq!(fs::read_to_string(out).unwrap(), "1234341243212143\n");
}

#[test]
fn solve_recognises_other_sizes_on_standard_input_and_as_an_argument() {
    for text in ["12..34....21..43\n", "12..34....21..43", "# four by four\n\n12..34....21..43\n12..34....21..43\n"] {
        let lines = text.matches("12..").count();
        let solved = ninefold_with(&["solve", "-"], text.as_bytes()).exits(0);
        assert_eq!(solved.lines(), vec!["1234341243212143"; lines], "{text:?}");
    }
    let six = "123456456123231564564231312645645312";
    assert_eq!(ninefold(&["solve", &format!(".{}", &six[1..])]).exits(0).lines(), [six]);
    // What was read to look at it is not lost.
    let nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    assert_eq!(ninefold_with(&["solve", "-"], format!("# nine\n{nine}{nine}").as_bytes()).exits(0).lines().len(), 2);
}
