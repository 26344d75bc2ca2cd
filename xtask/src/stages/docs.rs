//! The documentation of the API builds without a warning.

use super::WORKSPACE;
use crate::process::{Failure, Task, cargo};
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage =
    Stage { name: "docs", about: "rustdoc without warnings", when: When::Full, beside: false, needs: nothing, run };

fn run(task: &Task) -> Result<(), Failure> {
    let mut command = cargo(&[&["doc", "--no-deps"][..], &WORKSPACE].concat());
    task.run(command.env("RUSTDOCFLAGS", "--deny warnings"))
}
