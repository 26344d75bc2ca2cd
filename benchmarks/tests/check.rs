//! The benchmarks run, and what they compare gives the same answers. How fast it is is measured elsewhere.

use std::path::Path;
use std::process::Command;

/// Runs one of the benchmarks in the root of the repository, and returns what it printed.
fn run(program: &str, args: &[&str]) -> String {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let output = Command::new(program).args(args).current_dir(repository).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{}: {out}{err}", output.status);
    out
}

#[test]
fn every_entrant_gives_the_same_answers() {
    run(env!("CARGO_BIN_EXE_ninefold-benchmarks"), &["--check"]);
}

#[test]
fn files_are_solved_as_by_the_engine_alone() {
    let files = env!("CARGO_BIN_EXE_files");
    let ninefold = Path::new(files).with_file_name(format!("ninefold{}", std::env::consts::EXE_SUFFIX));
    if !ninefold.exists() {
        println!("skipped: {} is not built (cargo test --workspace builds it)", ninefold.display());
        return;
    }
    let few = ["examples/seventeen.txt", "--count", "2000", "--rounds", "1", "--packed"];
    let table = run(files, &[&few[..], &["--ninefold", ninefold.to_str().unwrap()]].concat());
    assert!(table.contains("solve --write solutions.txt.zst"), "{table}");
}
