//! `cargo xtask web`: the page, from Rust and TypeScript to a folder that any server can serve.
//!
//! ```text
//!   crates/ninefold-wasm --rustc--> ninefold_wasm.wasm --xtask/bindgen, wasm-opt--> web/pkg --+
//!                                                               web/src, web/index.html ------+--vite--> web/dist
//! ```
//!
//! Two compilers can do the first step. rustup's, where it has the target `wasm32-unknown-unknown`; where it does not,
//! Debian's, which builds the standard library for the target from source. Debian packages that are missing are
//! installed. Everything is compiled in `target/web`, so other builds need not wait.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::debian::{install, is_debian};
use crate::process::{Failure, Task, cargo, root, succeeds, targets};

const TARGET: &str = "wasm32-unknown-unknown";

/// Every browser has it that runs modules in workers, except Safari before 16.4.
const FEATURES: &str = "-Ctarget-feature=+simd128";

/// Debian's compiler for the web, the standard library's source, and a linker.
const DEBIAN_COMPILER: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];

/// Builds the page into `web/dist`.
pub(crate) fn build(task: &Task) -> Result<(), Failure> {
    engine(task)?;
    npm(task, &["run", "--silent", "check"])?;
    npm(task, &["run", "--silent", "build", "--", "--logLevel", "warn"])?;
    task.say(&format!("the page is in {}", folder().join("dist").display()));
    Ok(())
}

/// Serves the page on loopback until interrupted.
pub(crate) fn serve(task: &Task, options: &[String]) -> Result<(), Failure> {
    let mut arguments = vec!["run", "--silent", "preview", "--", "--host", "127.0.0.1"];
    arguments.extend(options.iter().map(String::as_str));
    npm(task, &arguments)
}

/// Tests the page: the engine's vectors, the state machine, the sizes, and everything in a real browser.
pub(crate) fn test(task: &Task) -> Result<(), Failure> {
    // First of all: packages that have to be installed by hand should be named at once.
    if !has_browser() {
        install(task, &["chromium"])?;
    }
    build(task)?;
    let solvers = compile(task, &["test", "--no-run", "--package", "ninefold-wasm", "--test", "solvers"], true)?;
    task.run(Command::new("node").arg("web/tests/solvers.mjs").arg(solvers))?;
    npm(task, &["run", "--silent", "test"])?;
    npm(task, &["run", "--silent", "test:browser"])
}

/// Compiles the engine and makes its JavaScript, unless that is done already.
fn engine(task: &Task) -> Result<(), Failure> {
    let compiled = compile(task, &["build", "--package", "ninefold-wasm", "--lib"], false)?;
    packages(task)?;
    let package = folder().join("pkg");
    let finished = package.join("ninefold_bg.wasm");
    if newer(&finished, &compiled) {
        return Ok(());
    }
    let mut bindgen = cargo(&["run", "--package", "ninefold-bindgen", "--target-dir", "target/web", "--"]);
    task.run(bindgen.arg(&compiled).arg(&package))?;
    let bound = package.join("ninefold_bound.wasm");
    fs::rename(&finished, &bound).map_err(|error| format!("{}: {error}", finished.display()))?;
    let mut optimise = Command::new("node");
    optimise.arg("web/node_modules/binaryen/bin/wasm-opt").arg("-O3");
    let optimised = package.join("ninefold_optimised.wasm");
    task.run(optimise.arg(&bound).arg("-o").arg(&optimised))?;
    fs::rename(&optimised, &finished).map_err(|error| format!("{}: {error}", optimised.display()))?;
    fs::remove_file(&bound).map_err(|error| format!("{}: {error}", bound.display()))
}

/// Runs a command of cargo for the target, and finds the WebAssembly it made.
fn compile(task: &Task, arguments: &[&str], test: bool) -> Result<PathBuf, Failure> {
    let mut command = if rustup_has_target()? { cargo(arguments) } else { debian_cargo(task, arguments)? };
    command.args(["--profile", "web", "--target", TARGET, "--target-dir", "target/web"]);
    command.env("RUSTFLAGS", FEATURES);
    task.run(&mut command)?;
    let made = root().join("target/web").join(TARGET).join("web");
    if !test {
        return Ok(made.join("ninefold_wasm.wasm"));
    }
    // The name of a test ends with a number that only cargo knows; the newest is the one just made.
    let modified = |path: &PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    let entries = made.join("deps").read_dir().map_err(|error| format!("{}: {error}", made.display()))?;
    let tests = entries.flatten().map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        name.starts_with("solvers-") && name.ends_with(".wasm")
    });
    tests.max_by_key(modified).ok_or_else(|| "cargo made no test".to_owned())
}

fn rustup_has_target() -> Result<bool, Failure> {
    Ok(targets()?.iter().any(|target| target == TARGET))
}

/// Debian's cargo and rustc, by their full path: rustup's come first in the search path.
fn debian_cargo(task: &Task, arguments: &[&str]) -> Result<Command, Failure> {
    if !is_debian() {
        return Err(format!("the target {TARGET} is missing: rustup target add {TARGET}"));
    }
    install(task, &DEBIAN_COMPILER)?;
    let mut command = Command::new("/usr/bin/cargo");
    command.args(arguments).stdin(Stdio::null());
    // Of the standard library's own features none is needed here: the browser has no stack to unwind or to print.
    command.args(["-Zbuild-std=std,panic_abort,test", "-Zbuild-std-features="]);
    // With these rustup's cargo, which runs us, names its own compiler.
    for name in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER", "RUSTDOC"] {
        command.env_remove(name);
    }
    command.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "/usr/lib/llvm-19/bin/wasm-ld");
    Ok(command)
}

/// The packages of npm, exactly those of the lock file; no script of theirs runs.
fn packages(task: &Task) -> Result<(), Failure> {
    let web = folder();
    if newer(&web.join("node_modules/.package-lock.json"), &web.join("package-lock.json")) {
        return Ok(());
    }
    if !succeeds(Command::new("npm").arg("--version")) {
        return Err("the page needs Node.js 20.19 or newer with npm".to_owned());
    }
    npm(task, &["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"])
}

fn npm(task: &Task, arguments: &[&str]) -> Result<(), Failure> {
    task.run(Command::new("npm").args(["--prefix", "web"]).args(arguments).stdin(Stdio::null()))
}

fn has_browser() -> bool {
    std::env::var_os("NINEFOLD_BROWSER").is_some() || Path::new("/usr/bin/chromium").exists()
}

/// Whether the first file is there and not older than the second.
fn newer(first: &Path, second: &Path) -> bool {
    let modified = |path: &Path| path.metadata().and_then(|data| data.modified());
    matches!((modified(first), modified(second)), (Ok(first), Ok(second)) if first >= second)
}

fn folder() -> PathBuf {
    root().join("web")
}
