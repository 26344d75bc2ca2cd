//! The benchmarks run, and every solver in them gives the right answers. How fast they are is measured elsewhere.

use super::clippy::FEATURES;
use crate::process::{Failure, Task};
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage = Stage {
    name: "benchmarks",
    about: "the benchmarks run and agree",
    when: When::Full,
    beside: false,
    needs: nothing,
    run,
};

fn run(task: &Task) -> Result<(), Failure> {
    // With the features of the tests, so that the library is not built again.
    let program = [&["run", "--package", "ninefold-benchmarks"][..], &FEATURES].concat();
    task.cargo(&[&program[..], &["--", "--check"]].concat())?;
    task.cargo(&[&["build", "--package", "ninefold-cli"][..], &FEATURES].concat())?;
    let few = ["examples/seventeen.txt", "--count", "2000", "--rounds", "1", "--packed"];
    task.cargo(&[&program[..], &["--bin", "files", "--"], &few].concat())
}
