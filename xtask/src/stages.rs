//! The stages of `cargo xtask test`, in the order in which they find mistakes soonest.
//!
//! A stage is a name and a function. The first that fails ends the run; a summary with the time of each closes it.
//! A stage that needs what this machine does not have says so and what is missing, and is listed as skipped.

use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::{cargo, root, web};

/// What a stage came to.
pub(crate) enum Outcome {
    Passed,
    /// Why it could not run here.
    Skipped(String),
}

/// The command that failed, or why it could not be run.
pub(crate) type Failure = String;

struct Stage {
    name: &'static str,
    run: fn() -> Result<Outcome, Failure>,
}

const STAGES: [Stage; 10] = [
    Stage { name: "format", run: format },
    Stage { name: "clippy", run: clippy },
    Stage { name: "no_std", run: no_std },
    Stage { name: "docs", run: docs },
    Stage { name: "tests", run: tests },
    Stage { name: "benchmarks", run: benchmarks },
    Stage { name: "fuzz", run: fuzz },
    Stage { name: "web", run: web },
    Stage { name: "memory", run: memory },
    Stage { name: "miri", run: miri },
];
/// Those that run unless others are named: all but the last two, which take their time.
const USUAL: &[Stage] = STAGES.split_at(STAGES.len() - 2).0;

/// Runs the named stages, or the usual ones.
pub(crate) fn run(names: &[String]) -> ExitCode {
    if let Some(unknown) = names.iter().find(|name| STAGES.iter().all(|stage| stage.name != **name)) {
        eprintln!("there is no stage {unknown:?}; there are {}", STAGES.map(|stage| stage.name).join(", "));
        return ExitCode::from(2);
    }
    let mut summary = Vec::new();
    let mut passed = true;
    let stages = if names.is_empty() { USUAL } else { &STAGES };
    for stage in stages.iter().filter(|stage| names.is_empty() || names.iter().any(|name| name == stage.name)) {
        println!("\n=== {}", stage.name);
        let start = Instant::now();
        let outcome = (stage.run)();
        let line = describe(stage.name, &outcome, start.elapsed());
        println!("=== {line}");
        summary.push(line);
        if outcome.is_err() {
            passed = false;
            break;
        }
    }
    println!("\n{}", summary.join("\n"));
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn describe(name: &str, outcome: &Result<Outcome, Failure>, time: Duration) -> String {
    let verdict = match outcome {
        Ok(Outcome::Passed) => "ok".to_owned(),
        Ok(Outcome::Skipped(reason)) => format!("skipped: {reason}"),
        Err(failure) => format!("FAILED: {failure}"),
    };
    format!("{name:<12}{:>7.1} s  {verdict}", time.as_secs_f64())
}

fn format() -> Result<Outcome, Failure> {
    component("rustfmt", "fmt")?;
    cargo_runs(&["fmt", "--all", "--check"])
}

/// The whole workspace, then the library with each set of features.
fn clippy() -> Result<Outcome, Failure> {
    component("clippy", "clippy")?;
    for features in [
        &["--workspace"][..],
        &["--package", "ninefold", "--features", "serde"],
        &["--package", "ninefold", "--no-default-features"],
        &["--package", "ninefold", "--no-default-features", "--features", "serde"],
    ] {
        cargo_runs(&[&["clippy", "--all-targets"], features, &["--", "--deny", "warnings"]].concat())?;
    }
    Ok(Outcome::Passed)
}

/// On this machine's target the compiler refuses any mention of `std`; a target that has none also tests the
/// dependencies.
fn no_std() -> Result<Outcome, Failure> {
    let check = ["check", "--package", "ninefold", "--no-default-features"];
    let serde = ["--features", "serde"];
    cargo_runs(&check)?;
    cargo_runs(&[&check[..], &serde].concat())?;
    match bare_target()? {
        Some(target) => cargo_runs(&[&check[..], &serde, &["--target", &target]].concat()),
        None => {
            println!("no target without std is installed (rustup target add thumbv7em-none-eabi): checked on the host");
            Ok(Outcome::Passed)
        }
    }
}

/// An installed target without an operating system.
fn bare_target() -> Result<Option<String>, Failure> {
    Ok(targets()?.into_iter().find(|name| name.split('-').any(|part| part == "none")))
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

fn docs() -> Result<Outcome, Failure> {
    let mut command = cargo(&["doc", "--workspace", "--no-deps", "--features", "ninefold/serde"]);
    runs(command.env("RUSTDOCFLAGS", "--deny warnings"))
}

/// Everything with every feature, then the library as it is without the standard library: there the solvers take the
/// portable path, which this machine's CPU would otherwise never show us.
fn tests() -> Result<Outcome, Failure> {
    cargo_runs(&["test", "--workspace", "--features", "ninefold/serde"])?;
    let some = ["--", "seeds_", "a_few_grids", "near_empty"];
    cargo_runs(&[&["test", "--package", "ninefold", "--no-default-features", "--test", "solvers"][..], &some].concat())
}

/// The tests that drive the solvers' vectors and stack, which are `unsafe`.
const SOLVERS: [&str; 4] = ["--package", "ninefold", "--test", "solvers"];

/// The solvers under the address sanitizer, which sees every CPU's code at nearly full speed.
fn memory() -> Result<Outcome, Failure> {
    let Some(host) = nightly_host() else { return Ok(Outcome::Skipped(NO_NIGHTLY.to_owned())) };
    let sanitized = ["test", "--target", &host, "--target-dir", "target/memory"];
    // What needs the naive solver is left to the tests: it is safe code, and slow.
    let some = ["--", "a_few_grids", "answers_do_not_depend", "fixing_a_cell", "the_least_obvious", "solutions_come"];
    let mut command = nightly(&[&sanitized[..], &SOLVERS, &some].concat());
    runs(command.env("RUSTFLAGS", "-Zsanitizer=address"))
}

/// The solvers in Miri, which also sees memory that was never written: a few grids on the portable path, in minutes.
fn miri() -> Result<Outcome, Failure> {
    if !succeeds(&mut nightly(&["miri", "--version"])) {
        let reason = "Miri is not installed (rustup +nightly component add miri rust-src)";
        return Ok(Outcome::Skipped(reason.to_owned()));
    }
    runs(&mut nightly(&[&["miri", "test", "--target-dir", "target/memory"][..], &SOLVERS, &["a_few_grids"]].concat()))
}

/// The target of the nightly compiler, if there is one and it can build for it with the address sanitizer.
fn nightly_host() -> Option<String> {
    let mut rustc = Command::new("rustc");
    let output = rustc.args(["+nightly", "--verbose", "--version"]).stdin(Stdio::null()).output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "))?;
    (output.status.success() && host.contains("linux")).then(|| host.to_owned())
}

const NO_NIGHTLY: &str = "no nightly compiler is installed (rustup toolchain install nightly)";

/// `+nightly` is understood by rustup's cargo only, so the one on the path is asked, not the one that runs us.
fn nightly(arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.arg("+nightly").args(arguments).env_remove("RUSTC").env_remove("RUSTDOC").stdin(Stdio::null());
    command
}

/// That the benchmarks run and every solver in them gives the right answers; how fast they are is another day's work.
fn benchmarks() -> Result<Outcome, Failure> {
    // With the features of the tests, so that the library is not built again.
    let features = ["--features", "ninefold/serde"];
    let run = [&["run", "--package", "ninefold-benchmarks"][..], &features].concat();
    cargo_runs(&[&run[..], &["--", "--check"]].concat())?;
    cargo_runs(&[&["build", "--package", "ninefold-cli"][..], &features].concat())?;
    let few = ["examples/seventeen.txt", "--count", "2000", "--rounds", "1", "--packed"];
    cargo_runs(&[&run[..], &["--bin", "files", "--"], &few].concat())
}

/// The fuzz targets are a workspace of their own and want a nightly compiler.
fn fuzz() -> Result<Outcome, Failure> {
    let manifest = "fuzz/Cargo.toml";
    if !root().join(manifest).is_file() {
        return Ok(Outcome::Skipped("there is no fuzz folder".to_owned()));
    }
    if !succeeds(&mut nightly(&["--version"])) {
        return Ok(Outcome::Skipped(NO_NIGHTLY.to_owned()));
    }
    runs(&mut nightly(&["build", "--manifest-path", manifest, "--target-dir", "target/fuzz"]))
}

/// The page: built, and used in a browser.
fn web() -> Result<Outcome, Failure> {
    web::test()?;
    Ok(Outcome::Passed)
}

/// Makes sure that a component of the toolchain is there, and installs it if it is not.
fn component(name: &str, subcommand: &str) -> Result<(), Failure> {
    if !succeeds(&mut cargo(&[subcommand, "--version"])) {
        runs(Command::new("rustup").args(["component", "add", name]))?;
    }
    Ok(())
}

fn cargo_runs(arguments: &[&str]) -> Result<Outcome, Failure> {
    runs(&mut cargo(arguments))
}

/// Runs a command in the root of the repository and lets it be seen.
pub(crate) fn runs(command: &mut Command) -> Result<Outcome, Failure> {
    let line: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
    let line = format!(
        "{} {}",
        PathBuf::from(command.get_program()).file_stem().unwrap_or_default().display(),
        line.join(" ")
    );
    println!("$ {line}");
    match command.current_dir(root()).status() {
        Ok(status) if status.success() => Ok(Outcome::Passed),
        Ok(status) => Err(format!("{line} ({status})")),
        Err(error) => Err(format!("{line} ({error})")),
    }
}

/// Whether a command works, without a word from it.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
