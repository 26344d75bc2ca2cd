//! Running other programs from the root of the repository.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The command that failed, or why it could not be run.
pub(crate) type Failure = String;

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository")
}

/// The cargo that runs us. It never waits for input.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// `+nightly` is understood by rustup's cargo only, so the one on the path is used, not the one that runs us.
pub(crate) fn nightly(arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.arg("+nightly").args(arguments).env_remove("RUSTC").env_remove("RUSTDOC").stdin(Stdio::null());
    command
}

/// Why a stage that needs [`nightly`] is skipped, if it is.
pub(crate) fn has_nightly() -> Result<(), String> {
    if succeeds(&mut nightly(&["--version"])) {
        return Ok(());
    }
    Err("no nightly compiler is installed (rustup toolchain install nightly)".to_owned())
}

/// Whether a command works, without a word from it.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The targets that the compiler in use has a standard library for.
pub(crate) fn targets() -> Result<Vec<String>, Failure> {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let output = rustc.args(["--print", "sysroot"]).output().map_err(|error| format!("rustc: {error}"))?;
    let installed = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).join("lib/rustlib");
    let folders = installed.read_dir().map_err(|error| format!("{}: {error}", installed.display()))?;
    let mut names: Vec<String> = folders.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    Ok(names)
}

/// Makes sure that a component of the toolchain is there, and installs it if it is not.
pub(crate) fn component(task: &Task, name: &str, subcommand: &str) -> Result<(), Failure> {
    if succeeds(&mut cargo(&[subcommand, "--version"])) {
        return Ok(());
    }
    task.run(Command::new("rustup").args(["component", "add", name]))
}

/// What a stage is given: how thorough it is to be, and where its output goes.
#[derive(Clone)]
pub(crate) struct Task {
    /// For the daily loop: less of everything.
    pub(crate) quick: bool,
    /// A file, where another stage has the terminal.
    pub(crate) log: Option<Arc<File>>,
    /// Another stage has failed: no further command is started.
    pub(crate) stopped: Arc<AtomicBool>,
}

impl Task {
    /// A task that has the terminal for itself.
    pub(crate) fn alone() -> Task {
        Task { quick: false, log: None, stopped: Arc::default() }
    }

    /// Prints a line.
    pub(crate) fn say(&self, line: &str) {
        // Where the output cannot be written, the exit status still says how it ended.
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
