//! The solvers in Miri, which also sees memory that was never written: a few grids on the portable path, in minutes.

use super::memory::SOLVERS;
use crate::process::{Failure, Task, nightly, succeeds};
use crate::stage::{Stage, When};

pub(super) const STAGE: Stage =
    Stage { name: "miri", about: "a few grids in Miri", when: When::Named, beside: false, needs, run };

fn needs() -> Result<(), String> {
    if succeeds(&mut nightly(&["miri", "--version"])) {
        return Ok(());
    }
    Err("Miri is not installed (rustup +nightly component add miri rust-src)".to_owned())
}

fn run(task: &Task) -> Result<(), Failure> {
    task.run(&mut nightly(
        &[&["miri", "test", "--target-dir", "target/memory"][..], &SOLVERS, &["a_few_grids"]].concat(),
    ))
}
