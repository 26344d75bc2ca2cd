//! Every test of every crate.

use super::clippy::FEATURES;
use crate::process::{Failure, Task, cargo};
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage =
    Stage { name: "tests", about: "all Rust tests", when: When::Quick, beside: false, needs: nothing, run };

/// Everything with every feature, then the library as it is without the standard library, where the solvers take the
/// portable path unless the compiler is asked for another.
fn run(task: &Task) -> Result<(), Failure> {
    // Fewer cases of those that are made at random, and no examples of the documentation: each of them is a program.
    let (targets, times) = if task.quick { (&["--lib", "--bins", "--tests"][..], "0.1") } else { (&[][..], "1") };
    let mut command = cargo(&[&["test", "--workspace"][..], &FEATURES, targets].concat());
    if std::env::var_os("NINEFOLD_TIMES").is_none() {
        command.env("NINEFOLD_TIMES", times);
    }
    task.run(&mut command)?;
    if task.quick {
        return Ok(());
    }
    let some = ["--", "seeds_", "a_few_grids", "near_empty"];
    task.cargo(&[&["test", "--package", "ninefold", "--no-default-features", "--test", "solvers"][..], &some].concat())
}
