//! The progress bar on a terminal. The program `script` makes one; where there is none, nothing is tested.

#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::*;

/// What is written to a terminal by work that takes long and is stopped in the midst of it.
fn stopped_on_a_terminal(args: &[&str], signal: &str) -> Option<String> {
    let dir = tempfile::tempdir().unwrap();
    let (input, pid) = (dir.path().join("in.txt"), dir.path().join("pid"));
    let sparse = |line: &str| format!("{}{}\n", ".".repeat(54), &line[54..]);
    fs::write(&input, collection(50_000).lines().map(sparse).collect::<String>()).unwrap();
    let script = format!(
        "echo $$ > {}; exec {} solve --count 10000 --threads 2 {} {} > /dev/null",
        pid.display(),
        env!("CARGO_BIN_EXE_ninefold"),
        input.display(),
        args.join(" ")
    );
    let mut command = Command::new("script");
    command.args(["-qec", &script, "/dev/null"]).env_remove("NO_COLOR").env("TERM", "xterm").env("SHELL", "/bin/sh");
    let Ok(child) = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn() else {
        println!("skipped: there is no program 'script'");
        return None;
    };
    std::thread::sleep(Duration::from_millis(2500));
    let pid = fs::read_to_string(pid).unwrap();
    Command::new("kill").args([signal, pid.trim()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn an_interrupted_run_takes_its_bar_away() {
    for signal in ["-INT", "-TERM"] {
        let Some(screen) = stopped_on_a_terminal(&[], signal) else { return };
        assert!(screen.contains(" puzzles, ") && screen.contains("/s, ") && screen.contains(" left"), "{screen:?}");
        let (_, after) = screen.rsplit_once("\x1b[2K").unwrap();
        assert_eq!(after.trim(), "", "{screen:?}");
    }
}

#[test]
fn the_bar_has_no_colours_where_none_are_wanted() {
    let Some(screen) = stopped_on_a_terminal(&["--color", "never"], "-TERM") else { return };
    assert!(screen.contains(" puzzles, ") && !screen.contains("\x1b[36m"), "{screen:?}");
    let Some(screen) = stopped_on_a_terminal(&["--quiet"], "-TERM") else { return };
    assert_eq!(screen, "");
}
