//! The library does without the standard library.

use super::clippy::clippy;
use crate::process::{Failure, Task, targets};
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage =
    Stage { name: "no_std", about: "the library without std", when: When::Full, beside: false, needs: nothing, run };

/// On this machine's target the compiler refuses any mention of `std`; a target that has none also tests the
/// dependencies. Clippy has compiled the first two already, with these options.
fn run(task: &Task) -> Result<(), Failure> {
    let library = ["--package", "ninefold", "--no-default-features"];
    let serde = ["--features", "serde"];
    clippy(task, &library)?;
    clippy(task, &[&library[..], &serde].concat())?;
    match targets()?.into_iter().find(|name| name.split('-').any(|part| part == "none")) {
        Some(target) => task.cargo(&[&["check"], &library[..], &serde, &["--target", &target]].concat()),
        None => {
            task.say("no target without std is installed (rustup target add thumbv7em-none-eabi): checked on the host");
            Ok(())
        }
    }
}
