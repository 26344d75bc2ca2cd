//! No warnings from the compiler or clippy, in any code and with any set of features.

use super::WORKSPACE;
use crate::process::{Failure, Task, component};
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage = Stage {
    name: "clippy",
    about: "clippy, with every set of features",
    when: When::Quick,
    beside: false,
    needs: nothing,
    run,
};

/// The whole workspace, tests included, then the library with each other set of features.
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
