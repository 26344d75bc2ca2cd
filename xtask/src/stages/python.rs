//! The Python package: its wheel, its tests, its types. Clippy compiles its Rust code.

use crate::process::{Failure, Task};
use crate::python::{TESTED, has_python, install, install_extra, install_wheel, program};
use crate::stage::{Stage, When};

pub(super) const STAGE: Stage =
    Stage { name: "python", about: "the Python package", when: When::Full, parallel: true, needs: has_python, run };

fn run(task: &Task) -> Result<(), Failure> {
    install(task, "test")?;
    for extra in ["arrow", "frames", "types"] {
        install_extra(task, extra);
    }
    install_wheel(task, TESTED)?;
    task.run(program(task, "ruff")?.args(["check", "--quiet", "--no-cache", "python"]))?;
    task.run(program(task, "ruff")?.args(["format", "--quiet", "--no-cache", "--check", "python"]))?;
    task.run(program(task, "pytest")?.args(["-q", "-rs", "--ignore=python/tests/cluster", "python/tests"]))
}
