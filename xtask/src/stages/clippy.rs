//! The compiler and clippy print no warnings for any code and any set of features.

use super::WORKSPACE;
use crate::process::{Failure, Task, component};
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage = Stage {
    name: "clippy",
    about: "clippy, with every set of features",
    when: When::Quick,
    parallel: false,
    needs: nothing,
    run,
};

/// Checks the whole workspace, including tests, and then the library with every other set of features.
fn run(task: &Task) -> Result<(), Failure> {
    component(task, "clippy", "clippy")?;
    clippy(task, &[&WORKSPACE[..], &["--all-targets"]].concat())?;
    if task.quick {
        return Ok(());
    }
    clippy(task, &["--package", "ninefold"])?;
    clippy(task, &["--package", "ninefold", "--no-default-features"])?;
    clippy(task, &["--package", "ninefold", "--no-default-features", "--features", "serde"])
}

pub(super) fn clippy(task: &Task, what: &[&str]) -> Result<(), Failure> {
    task.cargo(&[&["clippy"], what, &["--", "--deny", "warnings"]].concat())
}
