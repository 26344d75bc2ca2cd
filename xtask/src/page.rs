//! `cargo xtask web`: the page, from Rust and TypeScript to a folder that any server can serve.
//!
//! ```text
//!   crates/ninefold-wasm --rustc--> ninefold_wasm.wasm --xtask/bindgen, wasm-opt--> web/pkg --+
//!   crates/ninefold-photo-wasm ---> ninefold_photo_wasm.wasm -----------------------> web/pkg --+
//!   crates/ninefold-variants-wasm -> ninefold_variants_wasm.wasm -------------------> web/pkg --+
//!                                                               web/src, web/index.html ------+--vite--> web/dist
//! ```
//!
//! The engine is loaded with the page. The reader of photographs and the engine for other sizes and rules are separate
//! modules, which the page loads when they are needed.
//!
//! The first step uses rustup's compiler if it has the target `wasm32-unknown-unknown`. Otherwise it uses Debian's, which
//! builds the standard library for the target from source. Missing Debian packages are installed. Everything is compiled
//! in `target/web`, so other builds do not have to wait.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::debian::{self, install, is_debian};
use crate::process::{Failure, Task, cargo, has_target, root, succeeds};

const TARGET: &str = "wasm32-unknown-unknown";

/// Every browser that runs modules in workers has it, except Safari before 16.4.
const FEATURES: &str = "-Ctarget-feature=+simd128";

/// A panic traps immediately: its message and its place are never printed. Without them the module is 3 % smaller.
const TRAPS: &str = "-Zlocation-detail=none -Zunstable-options -Cpanic=immediate-abort";

/// The modules of the page: the crate of each, and the name of its files in `web/pkg`.
const MODULES: [(&str, &str); 3] = [
    ("ninefold-wasm", "ninefold"),
    ("ninefold-photo-wasm", "ninefold_photo"),
    ("ninefold-variants-wasm", "ninefold_variants"),
];

/// The browsers of [`test_browsers`]. WebKit's shows windows, so it needs a display of memory.
const OTHER_BROWSERS: [(&str, &[&str]); 2] =
    [("Firefox", &["firefox-esr"]), ("WebKit", &["webkit2gtk-driver", "xvfb"])];

/// Builds the page into `web/dist`.
pub(crate) fn build(task: &Task) -> Result<(), Failure> {
    modules(task)?;
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
    // Checked first, because packages that must be installed by hand should be reported immediately.
    install_browser(task)?;
    build(task)?;
    let made = compile(task, &["test", "--no-run", "--package", "ninefold-wasm", "--test", "solvers"])?;
    task.run(Command::new("node").arg("web/tests/solvers.mjs").arg(solvers_test(&made)?))?;
    npm(task, &["run", "--silent", "test"])?;
    npm(task, &["run", "--silent", "test:browser"])
}

/// Tests the page in other browsers. One that cannot be installed is reported, and its tests are skipped.
pub(crate) fn test_browsers(task: &Task) -> Result<(), Failure> {
    for (browser, packages) in OTHER_BROWSERS {
        let installed = if is_debian() { install(task, packages) } else { Err("no Debian packages".to_owned()) };
        if let Err(reason) = installed {
            task.say(&format!("{browser} is not installed by xtask: {reason}"));
        }
    }
    build(task)?;
    npm(task, &["run", "--silent", "test:browsers"])
}

/// Compiles the modules and generates their JavaScript, unless both are up to date.
fn modules(task: &Task) -> Result<(), Failure> {
    let mut arguments = vec!["build", "--lib"];
    arguments.extend(MODULES.iter().flat_map(|(package, _)| ["--package", package]));
    let made = compile(task, &arguments)?;
    packages(task)?;
    MODULES.iter().try_for_each(|(package, name)| {
        let compiled = made.join(package.replace('-', "_")).with_extension("wasm");
        module(task, &compiled, name)
    })
}

/// Generates the JavaScript of a module and optimises its WebAssembly.
fn module(task: &Task, compiled: &Path, name: &str) -> Result<(), Failure> {
    let package = folder().join("pkg");
    let finished = package.join(format!("{name}_bg.wasm"));
    if newer(&finished, compiled) {
        return Ok(());
    }
    let mut bindgen = cargo(&["run", "--package", "ninefold-bindgen", "--target-dir", "target/web", "--"]);
    task.run(bindgen.arg(compiled).arg(&package).arg(name))?;
    let bound = package.join(format!("{name}_bound.wasm"));
    fs::rename(&finished, &bound).map_err(|error| format!("{}: {error}", finished.display()))?;
    let mut optimise = Command::new("node");
    // More optimisation takes three times as long, and its inlining makes what the page downloads 4 to 8 % larger. Solving and
    // rating take the same time with it, explaining a whole puzzle 1 ms of 7 less.
    optimise.arg("web/node_modules/binaryen/bin/wasm-opt").arg("-O1");
    let optimised = package.join(format!("{name}_optimised.wasm"));
    task.run(optimise.arg(&bound).arg("-o").arg(&optimised))?;
    fs::rename(&optimised, &finished).map_err(|error| format!("{}: {error}", optimised.display()))?;
    fs::remove_file(&bound).map_err(|error| format!("{}: {error}", bound.display()))
}

/// Runs a command of cargo for the target, and returns the folder of what it made.
fn compile(task: &Task, arguments: &[&str]) -> Result<PathBuf, Failure> {
    let (mut command, flags) = match has_target(TARGET)? {
        true => (cargo(arguments), FEATURES.to_owned()),
        false => (debian_cargo(task, arguments)?, format!("{FEATURES} {TRAPS}")),
    };
    command.args(["--profile", "web", "--target", TARGET, "--target-dir", "target/web"]);
    command.env("RUSTFLAGS", flags);
    task.run(&mut command)?;
    Ok(root().join("target/web").join(TARGET).join("web"))
}

/// The test of the solvers. Its file name ends with a hash that cargo chooses; the newest file is the one just built.
fn solvers_test(made: &Path) -> Result<PathBuf, Failure> {
    let modified = |path: &PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    let entries = made.join("deps").read_dir().map_err(|error| format!("{}: {error}", made.display()))?;
    let tests = entries.flatten().map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        name.starts_with("solvers-") && name.ends_with(".wasm")
    });
    tests.max_by_key(modified).ok_or_else(|| "cargo built no test".to_owned())
}

/// Debian's compiler, which builds the standard library for the target.
fn debian_cargo(task: &Task, arguments: &[&str]) -> Result<Command, Failure> {
    if !is_debian() {
        return Err(format!("the target {TARGET} is missing: rustup target add {TARGET}"));
    }
    install(task, &["lld-19"])?;
    let mut command = debian::cargo(task, arguments)?;
    // WebAssembly has no stack to unwind or to print. `optimize_for_size` is left out as well: it makes the module a tenth
    // smaller, but with its sorting a photograph takes minutes.
    command.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features="]);
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "/usr/lib/llvm-19/bin/wasm-ld");
    Ok(command)
}

/// Installs exactly the npm packages of the lock file, without running their scripts.
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

/// Chromium without its windows: the tests take half as long as in the whole browser, which is used where only that one is
/// installed.
fn install_browser(task: &Task) -> Result<(), Failure> {
    if std::env::var_os("NINEFOLD_BROWSER").is_some() {
        return Ok(());
    }
    let installed = install(task, &["chromium-headless-shell"]);
    if Path::new("/usr/bin/chromium").exists() { Ok(()) } else { installed }
}

/// Whether the first file exists and is not older than the second.
fn newer(first: &Path, second: &Path) -> bool {
    let modified = |path: &Path| path.metadata().and_then(|data| data.modified());
    matches!((modified(first), modified(second)), (Ok(first), Ok(second)) if first >= second)
}

fn folder() -> PathBuf {
    root().join("web")
}
