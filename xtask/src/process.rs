//! Runs other programs in the root of the repository.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The command that failed, or the reason why it could not be run.
pub(crate) type Failure = String;

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository")
}

/// The cargo that runs this program. Its standard input is empty.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// [`cargo`] with clippy as the compiler of this repository's crates, and every warning an error. `cargo clippy` would check
/// all crates, dependencies included, before the same crates are compiled for the tests: two minutes more of a cold run.
pub(crate) fn linted(arguments: &[&str]) -> Command {
    let mut command = cargo(arguments);
    lint(&mut command);
    command
}

/// Lets a command that runs cargo compile as [`linted`] does.
pub(crate) fn lint(command: &mut Command) {
    // As `cargo clippy` passes its arguments on: this ends each of them.
    const END: &str = "__CLIPPY_HACKERY__";
    command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env("CLIPPY_ARGS", format!("--deny{END}warnings{END}"));
}

/// Only rustup's cargo accepts `+nightly`, so this is the one on the search path, not the one that runs this program.
pub(crate) fn nightly(arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.arg("+nightly").args(arguments).env_remove("RUSTC").env_remove("RUSTDOC").stdin(Stdio::null());
    command
}

/// The reason to skip a stage that needs [`nightly`], if there is one.
pub(crate) fn has_nightly() -> Result<(), String> {
    if succeeds(&mut nightly(&["--version"])) {
        return Ok(());
    }
    Err("no nightly compiler is installed (rustup toolchain install nightly)".to_owned())
}

/// Whether a command succeeds. Its output is hidden.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The targets for which the compiler in use has a standard library.
pub(crate) fn targets() -> Result<Vec<String>, Failure> {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let output = rustc.args(["--print", "sysroot"]).output().map_err(|error| format!("rustc: {error}"))?;
    let installed = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).join("lib/rustlib");
    let folders = installed.read_dir().map_err(|error| format!("{}: {error}", installed.display()))?;
    let mut names: Vec<String> = folders.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    Ok(names)
}

/// Whether the compiler in use has a standard library for this target.
pub(crate) fn has_target(name: &str) -> Result<bool, Failure> {
    Ok(targets()?.iter().any(|target| target == name))
}

/// Installs a component of the toolchain if it is missing.
pub(crate) fn component(task: &Task, name: &str, subcommand: &str) -> Result<(), Failure> {
    if succeeds(&mut cargo(&[subcommand, "--version"])) {
        return Ok(());
    }
    task.run(Command::new("rustup").args(["component", "add", name]))
}

/// The parameters of a stage: how thorough it is, and where its output goes.
#[derive(Clone)]
pub(crate) struct Task {
    /// Whether to run fewer cases, for everyday use.
    pub(crate) quick: bool,
    /// A file for the output, if another stage uses the terminal.
    pub(crate) log: Option<Arc<File>>,
    /// Whether another stage has failed. No further command is then started.
    pub(crate) stopped: Arc<AtomicBool>,
}

impl Task {
    /// A task that prints to the terminal.
    pub(crate) fn alone() -> Task {
        Task { quick: false, log: None, stopped: Arc::default() }
    }

    /// Prints a line.
    pub(crate) fn say(&self, line: &str) {
        // A failure to print is ignored: the exit status still shows the result.
        let _ = match &self.log {
            Some(log) => writeln!(&**log, "{line}"),
            None => writeln!(io::stdout(), "{line}"),
        };
    }

    /// Runs cargo with these arguments.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Result<(), Failure> {
        self.run(&mut cargo(arguments))
    }

    /// Runs a command in the root of the repository and shows its output.
    pub(crate) fn run(&self, command: &mut Command) -> Result<(), Failure> {
        let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
        let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
        let line = format!("{} {}", program.display(), arguments.join(" "));
        if self.stopped.load(Ordering::Relaxed) {
            return Err(format!("{line} (not started: another stage has failed)"));
        }
        self.say(&format!("$ {line}"));
        if let Some(log) = &self.log {
            let copy = || log.try_clone().map_err(|error| format!("{line} ({error})"));
            command.stdout(copy()?).stderr(copy()?);
        }
        match command.current_dir(root()).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{line} ({status})")),
            Err(error) => Err(format!("{line} ({error})")),
        }
    }
}
