//! The progress bar on a terminal. The program `script` makes one; where there is none, nothing is tested.
//!
//! The work takes for ever: solutions of the empty grid are counted. So a test waits for what it wants to see on the
//! screen, on a fast machine and a slow one, and stops the work then.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::Read;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;

use crate::common::*;
use tempfile::TempDir;

const EMPTY: &str = ".................................................................................";

/// A run whose standard error is a terminal.
struct Terminal {
    dir: TempDir,
    script: Child,
    /// What appears on the screen, as it appears.
    pieces: Receiver<Vec<u8>>,
    screen: Vec<u8>,
}

impl Terminal {
    /// Starts `solve` on these lines and, after them, on the empty grid, whose solutions are counted without end.
    fn start(lines: &str, args: &[&str]) -> Option<Terminal> {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("in.txt"), format!("{lines}{EMPTY}\n")).unwrap();
        let line = format!(
            "echo $$ > pid; exec {} {} solve --count 1000000000000 --threads 1 in.txt {} > /dev/null",
            default_signals().join(" "),
            env!("CARGO_BIN_EXE_ninefold"),
            args.join(" ")
        );
        let mut command = Command::new("script");
        command.current_dir(dir.path());
        command.args(["-qec", &line, "/dev/null"]).env_remove("NO_COLOR").env("TERM", "xterm").env("SHELL", "/bin/sh");
        let Ok(mut script) = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn() else {
            println!("skipped: there is no program 'script'");
            return None;
        };
        let pieces = pieces_of(script.stdout.take().unwrap());
        Some(Terminal { dir, script, pieces, screen: Vec::new() })
    }

    /// Waits until the screen has shown this text.
    fn wait_for(&mut self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !String::from_utf8_lossy(&self.screen).contains(text) {
            let left = deadline.saturating_duration_since(Instant::now());
            let piece = self.pieces.recv_timeout(left);
            let shown = String::from_utf8_lossy(&self.screen).into_owned();
            self.screen.extend(piece.unwrap_or_else(|error| panic!("no {text:?} ({error}) on {shown:?}")));
        }
    }

    /// Stops the work, and returns all that the screen has shown.
    fn stop(mut self, signal: &str) -> String {
        let pid = fs::read_to_string(self.dir.path().join("pid")).unwrap();
        Command::new("kill").args([signal, pid.trim()]).status().unwrap();
        let code = if signal == "-INT" { 130 } else { 143 };
        assert_eq!(self.script.wait().unwrap().code(), Some(code));
        self.screen.extend(self.pieces.iter().flatten());
        String::from_utf8(self.screen).unwrap()
    }
}

/// Reads in a thread of its own: a read cannot be given up.
fn pieces_of(mut output: ChildStdout) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = output.read(&mut buffer) {
            if sender.send(buffer[..length].to_vec()).is_err() {
                return;
            }
        }
    });
    receiver
}

#[test]
fn the_bar_appears_while_the_first_puzzle_is_worked_on() {
    let Some(mut terminal) = Terminal::start("", &[]) else { return };
    terminal.wait_for("0 puzzles, 0/s");
    terminal.stop("-TERM");
}

#[test]
fn the_bar_counts_puzzles_inside_a_chunk() {
    // As plain lines, which are answered together, and as records, which are answered one by one.
    for output in ["line", "json"] {
        let Some(mut terminal) = Terminal::start(&format!("{EASY}\n").repeat(17), &["--output", output]) else {
            return;
        };
        terminal.wait_for("17 puzzles, ");
        terminal.stop("-TERM");
    }
}

#[test]
fn the_bar_estimates_the_time_left_once_a_chunk_is_written() {
    // The first chunk has about a hundred lines.
    let Some(mut terminal) = Terminal::start(&format!("{EASY}\n").repeat(1000), &[]) else { return };
    terminal.wait_for(" left");
    terminal.stop("-TERM");
}

#[test]
fn an_interrupted_run_takes_its_bar_away() {
    for signal in ["-INT", "-TERM"] {
        let Some(mut terminal) = Terminal::start("", &[]) else { return };
        terminal.wait_for(" puzzles, ");
        let screen = terminal.stop(signal);
        let (_, after) = screen.rsplit_once("\x1b[2K").unwrap();
        assert_eq!(after.trim(), "", "{screen:?}");
    }
}

#[test]
fn the_bar_has_no_colours_where_none_are_wanted_and_is_not_there_where_it_is_not_wanted() {
    // The quiet run began first: when the other one has its bar, it would have one, too.
    let Some(quiet) = Terminal::start("", &["--quiet", "--write", "out.txt"]) else { return };
    let Some(mut plain) = Terminal::start("", &["--color", "never"]) else { return };
    plain.wait_for(" puzzles, ");
    let part = quiet.dir.path().join("out.txt.part");
    wait_until("the quiet run has begun", || part.exists());
    let screen = quiet.stop("-TERM");
    assert!(screen.contains("interrupted; ") && !screen.contains(" puzzles, "), "{screen:?}");
    let screen = plain.stop("-TERM");
    assert!(!screen.contains("\x1b[36m"), "{screen:?}");
}
