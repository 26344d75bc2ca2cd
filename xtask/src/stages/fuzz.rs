//! The fuzz targets compile without warnings. They are a separate workspace.
//!
//! Fuzzing them needs a nightly compiler, checking them does not. Without libFuzzer, whose C++ is compiled for linking only,
//! most crates are already checked by the stage `clippy`.

use super::clippy::clippy;
use crate::process::{Failure, Task};
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage =
    Stage { name: "fuzz", about: "the fuzz targets compile", when: When::Full, parallel: false, needs: nothing, run };

fn run(task: &Task) -> Result<(), Failure> {
    clippy(task, &["--manifest-path", "fuzz/Cargo.toml", "--no-default-features", "--target-dir", "target"])
}
