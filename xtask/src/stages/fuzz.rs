//! The fuzz targets build. They are a workspace of their own and need a nightly compiler.

use crate::process::{Failure, Task, has_nightly, nightly};
use crate::stage::{Stage, When};

pub(super) const STAGE: Stage =
    Stage { name: "fuzz", about: "the fuzz targets build", when: When::Full, beside: false, needs: has_nightly, run };

fn run(task: &Task) -> Result<(), Failure> {
    task.run(&mut nightly(&["build", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target/fuzz"]))
}
