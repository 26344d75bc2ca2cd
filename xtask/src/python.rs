//! `cargo xtask wheel`: the Python package, and the virtual environment in which it is tested.
//!
//! ```text
//!   crates/ninefold-python, python/ninefold --maturin--> target/wheels/*.whl
//!   python/requirements/*.txt               --pip------> target/python/venv
//! ```
//!
//! The versions of all Python packages are pinned; one that cannot be installed takes only its own tests with it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::process::{Failure, Task, component, lint, root, succeeds};

/// The profile of the wheel that is tested.
pub(crate) const TESTED: &str = "dev";

/// Why the package cannot be built or tested, if so.
pub(crate) fn has_python() -> Result<(), String> {
    let check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
    if succeeds(interpreter().args(["-c", check])) {
        return Ok(());
    }
    Err("no Python 3.11 or newer with the modules venv and ensurepip is installed".to_owned())
}

/// `python3`, or the interpreter that `NINEFOLD_PYTHON` names.
fn interpreter() -> Command {
    let mut command = Command::new(std::env::var_os("NINEFOLD_PYTHON").unwrap_or_else(|| "python3".into()));
    command.stdin(Stdio::null());
    command
}

fn folder() -> PathBuf {
    root().join("target/python")
}

/// A program of the virtual environment, which is made if it does not exist.
pub(crate) fn program(task: &Task, name: &str) -> Result<Command, Failure> {
    let venv = folder().join("venv");
    let programs = venv.join(if cfg!(windows) { "Scripts" } else { "bin" });
    if !programs.exists() {
        task.run(interpreter().args(["-m", "venv"]).arg(&venv))?;
    }
    let mut command = Command::new(programs.join(name));
    // Packages are installed without compiling their modules, so each import has to keep what it compiles.
    command.stdin(Stdio::null()).env_remove("PYTHONDONTWRITEBYTECODE");
    Ok(command)
}

/// Installs the packages of `python/requirements/NAME.txt`, unless they are installed.
pub(crate) fn install(task: &Task, name: &str) -> Result<(), Failure> {
    let list = format!("python/requirements/{name}.txt");
    let wanted = fs::read_to_string(root().join(&list)).map_err(|error| format!("{list}: {error}"))?;
    let installed = folder().join("venv").join(format!("{name}.txt"));
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    task.run(pip(task)?.args(["--requirement", &list]))?;
    fs::write(&installed, wanted).map_err(|error| format!("{}: {error}", installed.display()))
}

/// Installs packages that some tests need. Where that fails, these tests are skipped and say why.
pub(crate) fn install_extra(task: &Task, name: &str) {
    if let Err(failure) = install(task, name) {
        task.say(&format!("python/requirements/{name}.txt could not be installed: its tests are skipped ({failure})"));
    }
}

fn pip(task: &Task) -> Result<Command, Failure> {
    let mut pip = program(task, "python")?;
    // Modules are compiled when they are imported: most of them never are.
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary", "--no-compile"]);
    Ok(pip)
}

/// Builds the wheel into a folder and returns its path.
pub(crate) fn wheel(task: &Task, profile: &str, out: &Path) -> Result<PathBuf, Failure> {
    install(task, "build")?;
    // A wheel of another version would be taken for the one just built.
    for old in wheels(out) {
        fs::remove_file(&old).map_err(|error| format!("{}: {error}", old.display()))?;
    }
    let mut maturin = program(task, "maturin")?;
    maturin.args(["build", "--quiet", "--locked", "--profile", profile, "--out"]).arg(out);
    if profile == TESTED {
        component(task, "clippy", "clippy")?;
        // The tests ask for little work, so compiling fast matters more.
        maturin.args(["--config", "profile.dev.package.ninefold.opt-level=1"]);
        lint(&mut maturin);
    }
    task.run(&mut maturin)?;
    wheels(out).pop().ok_or_else(|| "maturin built no wheel".to_owned())
}

fn wheels(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension() == Some(OsStr::new("whl"))).collect()
}

/// Builds the wheel and installs it into the virtual environment.
pub(crate) fn install_wheel(task: &Task, profile: &str) -> Result<(), Failure> {
    let wheel = wheel(task, profile, &folder().join(profile).join("wheels"))?;
    task.run(pip(task)?.args(["--no-deps", "--no-index", "--force-reinstall"]).arg(wheel))
}

/// `cargo xtask wheel`: builds the wheel for users.
pub(crate) fn build(task: &Task) -> Result<(), Failure> {
    has_python()?;
    let wheel = wheel(task, "release", &root().join("target/wheels"))?;
    task.say(&format!("the wheel is {}", wheel.display()));
    Ok(())
}

/// `cargo xtask bench python`: the package measured beside the batch engine and the packages of others.
pub(crate) fn bench(task: &Task, options: &[String]) -> Result<(), Failure> {
    has_python()?;
    task.cargo(&["build", "--release", "--package", "ninefold-benchmarks", "--bin", "engine"])?;
    install(task, "arrow")?;
    install_extra(task, "bench");
    install_wheel(task, "release")?;
    let mut measure = program(task, "python")?;
    measure.arg("python/benchmarks/rates.py").arg("--engine").arg(root().join("target/release/engine"));
    task.run(measure.args(options))
}
