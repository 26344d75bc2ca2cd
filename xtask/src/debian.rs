//! Debian packages that the machine lacks: installed where we may, named where we may not.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::process::{Failure, Task, succeeds};

/// Whether packages can be asked for at all.
pub(crate) fn is_debian() -> bool {
    Path::new("/usr/bin/dpkg-query").exists()
}

/// Installs what is missing of these packages.
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
    // Another run may be installing, too: it is waited for.
    apt.args(["install", "--yes", "--quiet=2", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=600"]);
    // Of what the packages say while they are installed only warnings and errors are shown.
    apt.args(["-o", "Dpkg::Use-Pty=0"]).args(&missing);
    task.run(apt.env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()))
}
