//! Every Rust file is formatted by rustfmt.

use crate::process::{Failure, Task, component};
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage =
    Stage { name: "format", about: "rustfmt", when: When::Quick, beside: false, needs: nothing, run };

fn run(task: &Task) -> Result<(), Failure> {
    component(task, "rustfmt", "fmt")?;
    task.cargo(&["fmt", "--all", "--check"])
}
