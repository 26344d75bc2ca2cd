//! The solvers under the address sanitizer, which sees the code for every CPU at nearly full speed.

use std::process::{Command, Stdio};

use crate::process::{Failure, Task, has_nightly, nightly};
use crate::stage::{Stage, When};

pub(super) const STAGE: Stage = Stage {
    name: "memory",
    about: "the solvers under the address sanitizer",
    when: When::Named,
    beside: false,
    needs,
    run,
};

/// The tests that drive the solvers' vectors and stack, which are `unsafe`.
pub(super) const SOLVERS: [&str; 4] = ["--package", "ninefold", "--test", "solvers"];

fn needs() -> Result<(), String> {
    has_nightly()?;
    host().map(drop).ok_or_else(|| "the address sanitizer is used on Linux only".to_owned())
}

fn run(task: &Task) -> Result<(), Failure> {
    let host = host().ok_or("there is no target")?;
    let sanitized = ["test", "--target", &host, "--target-dir", "target/memory"];
    // What needs the naive solver is left to the tests: it is safe code, and slow.
    let some = ["--", "a_few_grids", "answers_do_not_depend", "fixing_a_cell", "the_least_obvious", "solutions_come"];
    let mut command = nightly(&[&sanitized[..], &SOLVERS, &some].concat());
    task.run(command.env("RUSTFLAGS", "-Zsanitizer=address"))
}

/// The target of the nightly compiler, if it can build for it with the address sanitizer.
fn host() -> Option<String> {
    let mut rustc = Command::new("rustc");
    let output = rustc.args(["+nightly", "--verbose", "--version"]).stdin(Stdio::null()).output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "))?;
    (output.status.success() && host.contains("linux")).then(|| host.to_owned())
}
