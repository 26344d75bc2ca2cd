//! The documentation of the API builds without a warning.

use crate::process::{Failure, Task, cargo};
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage =
    Stage { name: "docs", about: "rustdoc without warnings", when: When::Full, parallel: false, needs: nothing, run };

/// The libraries that are published. Other crates have no API for users.
const LIBRARIES: [&str; 5] = ["ninefold", "ninefold-book", "ninefold-cuda", "ninefold-photo", "ninefold-variants"];

fn run(task: &Task) -> Result<(), Failure> {
    let mut command = cargo(&["doc", "--no-deps", "--features", "ninefold/serde,ninefold/threads"]);
    command.args(LIBRARIES.iter().flat_map(|library| ["--package", library]));
    task.run(command.env("RUSTDOCFLAGS", "--deny warnings"))
}
