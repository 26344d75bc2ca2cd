//! The compiler and clippy print no warnings for any code and any set of features.

use super::WORKSPACE;
use crate::process::{Failure, Task, component};
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage = Stage {
    name: "clippy",
    about: "clippy, with all features of the library and without",
    when: When::Quick,
    parallel: false,
    needs: nothing,
    run,
};

/// Checks the whole workspace, including tests and fuzz targets, with every feature of the library, and then the library
/// without features and with `serde` alone. The page's engine is compiled with the default features.
fn run(task: &Task) -> Result<(), Failure> {
    component(task, "clippy", "clippy")?;
    clippy(task, &[&WORKSPACE[..], &["--all-targets"]].concat())?;
    if task.quick {
        return Ok(());
    }
    clippy(task, &["--package", "ninefold", "--no-default-features"])?;
    clippy(task, &["--package", "ninefold", "--no-default-features", "--features", "serde"])
}

pub(super) fn clippy(task: &Task, what: &[&str]) -> Result<(), Failure> {
    task.cargo(&[&["clippy"], what, &["--", "--deny", "warnings"]].concat())
}
