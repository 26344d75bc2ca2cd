//! Running the command as a user does, and puzzles to run it on.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A puzzle with exactly one solution, and the solution.
pub(crate) const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const EASY_SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// Two givens fewer, and two solutions.
pub(crate) const LOOSE: &str = "....7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Two 5s in the first row.
pub(crate) const BROKEN: &str = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    /// Fails the test unless the exit status is this.
    pub(crate) fn exits(self, code: i32) -> Ran {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }
}

const NINEFOLD: &str = env!("CARGO_BIN_EXE_ninefold");

pub(crate) fn command(args: &[&str]) -> Command {
    with_arguments(Command::new(NINEFOLD), args)
}

/// A command that signals are sent to.
pub(crate) fn interruptible(args: &[&str]) -> Command {
    let Some((program, options)) = default_signals().split_first() else { return command(args) };
    let mut command = Command::new(program);
    command.args(options).arg(NINEFOLD);
    with_arguments(command, args)
}

fn with_arguments(mut command: Command, args: &[&str]) -> Command {
    command.args(args).current_dir(repository()).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// What to write before a command for signals to be as a user at a terminal has them. Who runs the tests may have them
/// ignored, as `nohup` does and a script for what it starts in the background, and that is inherited. Nothing, where
/// there is no program that can do it.
pub(crate) fn default_signals() -> &'static [&'static str] {
    let words = &["env", "--default-signal=HUP,INT,TERM"];
    let works = Command::new(words[0]).args(&words[1..]).arg("true").stderr(Stdio::null()).status();
    if works.is_ok_and(|status| status.success()) { words } else { &[] }
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Runs with nothing on standard input.
pub(crate) fn ninefold(args: &[&str]) -> Ran {
    ninefold_with(args, b"")
}

/// Runs with these bytes on standard input.
pub(crate) fn ninefold_with(args: &[&str], input: &[u8]) -> Ran {
    let mut command = command(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // A command that has seen enough may close its input early.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    });
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// How long a test waits for something that happens soon on an idle machine. Others may be busy on this one.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// Waits until something has happened.
pub(crate) fn wait_until(what: &str, mut has_happened: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !has_happened() {
        assert!(Instant::now() < deadline, "in {} s it has not come to this: {what}", PATIENCE.as_secs());
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Waits until a run that is under way has done something.
pub(crate) fn wait_while_running(child: &mut Child, what: &str, mut has_happened: impl FnMut() -> bool) {
    wait_until(what, || {
        // Asked first: what happened before the end has happened.
        let ended = child.try_wait().unwrap().is_some();
        let happened = has_happened();
        assert!(happened || !ended, "the run was over too soon: {what}");
        happened
    });
}

/// Numbers that look random and are always the same.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Numbers {
        Numbers(seed.wrapping_mul(2).wrapping_add(1))
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}

/// So many different puzzles with 17 givens: those of the examples with their digits renamed.
pub(crate) fn collection(count: usize) -> String {
    let text = std::fs::read_to_string(repository().join("examples/seventeen.txt")).unwrap();
    let seeds: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let mut numbers = Numbers::new(17);
    let mut lines = String::with_capacity(82 * count);
    for i in 0..count {
        let mut names: Vec<char> = ('1'..='9').collect();
        for i in (1..9).rev() {
            names.swap(i, numbers.below(i as u64 + 1) as usize);
        }
        lines.extend(seeds[i % seeds.len()].chars().map(|cell| match cell.to_digit(10) {
            Some(digit @ 1..) => names[digit as usize - 1],
            _ => '.',
        }));
        lines.push('\n');
    }
    lines
}
