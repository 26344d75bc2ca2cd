//! `cargo xtask web`: the page, from Rust and TypeScript to a folder that any server can serve.
//!
//! ```text
//!   crates/ninefold-wasm --rustc--> ninefold_wasm.wasm --wasm-bindgen, wasm-opt--> web/pkg --+
//!                                                              web/src, web/index.html ------+--vite--> web/dist
//! ```
//!
//! Two compilers can do the first step. rustup's, where it has the target `wasm32-unknown-unknown`; where it has not,
//! Debian's, which builds the standard library for the target from source. What Debian has and the machine lacks is
//! installed, and said so; whoever may not install packages is told the command.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use wasm_bindgen_cli_support::Bindgen;

use crate::stages::{Failure, runs, succeeds};
use crate::{cargo, root};

const TARGET: &str = "wasm32-unknown-unknown";

/// What every browser has that runs modules in workers, but for Safari before 16.4.
const FEATURES: &str = "-Ctarget-feature=+simd128";

/// Debian's compiler for the web, the standard library's source, and a linker.
const DEBIAN_COMPILER: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];

/// Builds the page into `web/dist`.
pub(crate) fn build() -> Result<(), Failure> {
    engine()?;
    npm(&["run", "--silent", "check"])?;
    npm(&["run", "--silent", "build", "--", "--logLevel", "warn"])?;
    println!("the page is in {}", folder().join("dist").display());
    Ok(())
}

/// Serves the page on loopback until interrupted.
pub(crate) fn serve(options: &[String]) -> Result<(), Failure> {
    let mut arguments = vec!["run", "--silent", "preview", "--", "--host", "127.0.0.1"];
    arguments.extend(options.iter().map(String::as_str));
    npm(&arguments)
}

/// Tests the page: the engine's vectors, the state machine, the sizes, and everything in a real browser.
pub(crate) fn test() -> Result<(), Failure> {
    // First of all: whoever has to install the browser by hand should not wait to be told.
    if !has_browser() {
        install(&["chromium"])?;
    }
    build()?;
    let solvers = compile(&["test", "--no-run", "--package", "ninefold-wasm", "--test", "solvers"], true)?;
    runs(Command::new("node").arg("web/tests/solvers.mjs").arg(solvers))?;
    npm(&["run", "--silent", "test"])?;
    npm(&["run", "--silent", "test:browser"])
}

/// Compiles the engine and makes its JavaScript, unless that is done already.
fn engine() -> Result<(), Failure> {
    let compiled = compile(&["build", "--package", "ninefold-wasm", "--lib"], false)?;
    packages()?;
    let package = folder().join("pkg");
    let finished = package.join("ninefold_bg.wasm");
    if newer(&finished, &compiled) {
        return Ok(());
    }
    println!("wasm-bindgen: {}", package.display());
    let bindgen = || {
        let mut bindgen = Bindgen::new();
        bindgen.input_path(&compiled).out_name("ninefold").web(true)?.typescript(true).remove_name_section(true);
        bindgen.remove_producers_section(true).omit_default_module_path(false).generate(&package)
    };
    bindgen().map_err(|error| format!("wasm-bindgen: {error:#}"))?;
    let bound = package.join("ninefold_bound.wasm");
    fs::rename(&finished, &bound).map_err(|error| format!("{}: {error}", finished.display()))?;
    let mut optimise = Command::new("node");
    optimise.arg("web/node_modules/binaryen/bin/wasm-opt").arg("-O3");
    let optimised = package.join("ninefold_optimised.wasm");
    runs(optimise.arg(&bound).arg("-o").arg(&optimised))?;
    fs::rename(&optimised, &finished).map_err(|error| format!("{}: {error}", optimised.display()))?;
    fs::remove_file(&bound).map_err(|error| format!("{}: {error}", bound.display()))
}

/// Runs a command of cargo for the target, and finds the WebAssembly it made.
fn compile(arguments: &[&str], test: bool) -> Result<PathBuf, Failure> {
    let mut command = if rustup_has_target()? { cargo(arguments) } else { debian_cargo(arguments)? };
    command.args(["--profile", "web", "--target", TARGET, "--target-dir", "target/web"]);
    command.env("RUSTFLAGS", FEATURES);
    runs(&mut command)?;
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
    Ok(crate::stages::targets()?.iter().any(|target| target == TARGET))
}

/// Debian's cargo and rustc, by their full path: rustup's stand before them.
fn debian_cargo(arguments: &[&str]) -> Result<Command, Failure> {
    if !Path::new("/usr/bin/dpkg-query").exists() {
        return Err(format!("the target {TARGET} is missing: rustup target add {TARGET}"));
    }
    install(&DEBIAN_COMPILER)?;
    let mut command = Command::new("/usr/bin/cargo");
    command.args(arguments).arg("-Zbuild-std=std,panic_abort,test").stdin(Stdio::null());
    // rustup's cargo, which runs us, tells its own compiler by these.
    for name in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER", "RUSTDOC"] {
        command.env_remove(name);
    }
    command.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "/usr/lib/llvm-19/bin/wasm-ld");
    Ok(command)
}

/// The packages of npm, exactly those of the lock file; no script of theirs runs.
fn packages() -> Result<(), Failure> {
    let web = folder();
    if newer(&web.join("node_modules/.package-lock.json"), &web.join("package-lock.json")) {
        return Ok(());
    }
    if !succeeds(Command::new("npm").arg("--version")) {
        return Err("the page needs Node.js 20.19 or newer with npm".to_owned());
    }
    npm(&["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"])
}

fn npm(arguments: &[&str]) -> Result<(), Failure> {
    runs(Command::new("npm").args(["--prefix", "web"]).args(arguments).stdin(Stdio::null())).map(|_| ())
}

fn has_browser() -> bool {
    std::env::var_os("NINEFOLD_BROWSER").is_some() || Path::new("/usr/bin/chromium").exists()
}

/// Installs what is missing of these Debian packages.
fn install(packages: &[&str]) -> Result<(), Failure> {
    let installed = |package: &&&str| {
        let query = Command::new("dpkg-query").args(["--show", "--showformat=${Status}", package]).output();
        query.is_ok_and(|output| output.stdout.ends_with(b" installed"))
    };
    let missing: Vec<&str> = packages.iter().filter(|package| !installed(package)).copied().collect();
    if missing.is_empty() {
        return Ok(());
    }
    let command = format!("apt-get install --no-install-recommends {}", missing.join(" "));
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !is_root || !succeeds(Command::new("apt-get").arg("--version")) {
        return Err(format!("these packages of Debian are missing: {}; {command}", missing.join(", ")));
    }
    println!("installing Debian packages: {}", missing.join(", "));
    runs(Command::new("apt-get").args(["update", "--quiet=2"]))?;
    let mut apt = Command::new("apt-get");
    apt.args(["install", "--yes", "--quiet=2", "--no-install-recommends"]).args(&missing);
    // The packages' own chatter goes where their warnings go, so that only what matters is read.
    runs(apt.env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).stdout(Stdio::null())).map(|_| ())
}

/// Whether the first file is there and not older than the second.
fn newer(first: &Path, second: &Path) -> bool {
    let modified = |path: &Path| path.metadata().and_then(|data| data.modified());
    matches!((modified(first), modified(second)), (Ok(first), Ok(second)) if first >= second)
}

fn folder() -> PathBuf {
    root().join("web")
}
