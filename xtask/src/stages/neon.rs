//! The solvers on an emulated ARM CPU (aarch64), which is the test of the NEON instructions on other machines.
//!
//! ```text
//!   rustup's compiler with the target, or Debian's, which builds the standard library from source
//!        |
//!   aarch64-linux-gnu-gcc links      qemu-aarch64 runs the tests
//! ```
//!
//! The emulator shows that the answers are right. It says nothing about speed.

use super::memory::SOLVERS;
use crate::debian::{self, install, is_debian};
use crate::process::{Failure, Task, cargo, has_target};
use crate::stage::{Stage, When};

pub(super) const STAGE: Stage =
    Stage { name: "neon", about: "the solvers on an emulated ARM CPU", when: When::Named, parallel: true, needs, run };

const TARGET: &str = "aarch64-unknown-linux-gnu";

/// A linker and the C library for the target, and the emulator.
const CROSS_TOOLS: [&str; 3] = ["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user"];

fn needs() -> Result<(), String> {
    if cfg!(target_arch = "aarch64") {
        return Err("this machine is an ARM: the stage tests uses NEON".to_owned());
    }
    if !is_debian() {
        return Err(format!("Debian's packages are missing: {}", CROSS_TOOLS.join(", ")));
    }
    Ok(())
}

/// Runs all tests with NEON, then some again with the portable instructions instead.
fn run(task: &Task) -> Result<(), Failure> {
    install(task, &CROSS_TOOLS)?;
    solvers(task, "neon", &[])?;
    solvers(task, "portable", &["--", "a_few_grids", "answers_do_not_depend", "the_instructions"])
}

fn solvers(task: &Task, cpu: &str, tests: &[&str]) -> Result<(), Failure> {
    let mut arguments = vec!["test", "--release", "--target", TARGET, "--target-dir", "target/neon"];
    arguments.extend(SOLVERS);
    let mut command = if has_target(TARGET)? {
        cargo(&arguments)
    } else {
        arguments.push("-Zbuild-std=std,test");
        debian::cargo(task, &arguments)?
    };
    // Emulation takes ten times as long as the machine's own instructions.
    command.args(tests).env("NINEFOLD_CPU", cpu).env("NINEFOLD_TIMES", "0.1");
    command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc");
    command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", "qemu-aarch64 -L /usr/aarch64-linux-gnu");
    task.run(&mut command)
}
