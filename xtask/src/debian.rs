//! Missing Debian packages: installed if the user is root, otherwise named in an error. Debian's compiler, for targets
//! that rustup's does not have.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::process::{Failure, Task, succeeds};

/// Whether the system has Debian packages.
pub(crate) fn is_debian() -> bool {
    Path::new("/usr/bin/dpkg-query").exists()
}

/// Installs the missing packages among these.
pub(crate) fn install(task: &Task, packages: &[&str]) -> Result<(), Failure> {
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
        return Err(format!("these Debian packages are missing: {}; {command}", missing.join(", ")));
    }
    task.say(&format!("installing Debian packages: {}", missing.join(", ")));
    task.run(Command::new("apt-get").args(["update", "--quiet=2"]))?;
    let mut apt = Command::new("apt-get");
    // Waits if another process is installing packages.
    apt.args(["install", "--yes", "--quiet=2", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=600"]);
    // Only warnings and errors of the installation are shown.
    apt.args(["-o", "Dpkg::Use-Pty=0"]).args(&missing);
    task.run(apt.env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()))
}

/// Debian's newest compiler, and the source of the standard library, from which it builds the one of any target.
const COMPILER: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// Debian's cargo and rustc, by their full path: rustup's come first in the search path. Options of the nightly compiler
/// such as `-Zbuild-std` are enabled.
pub(crate) fn cargo(task: &Task, arguments: &[&str]) -> Result<Command, Failure> {
    install(task, &COMPILER)?;
    let mut command = Command::new("/usr/bin/cargo");
    command.args(arguments).stdin(Stdio::null());
    // rustup's cargo, which runs this program, sets these to its own compiler.
    for name in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER", "RUSTDOC"] {
        command.env_remove(name);
    }
    command.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
    Ok(command)
}
