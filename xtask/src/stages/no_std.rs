//! The library compiles without the standard library.

use super::tests::install_clippy;
use crate::process::{Failure, Task, linted, targets};
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage =
    Stage { name: "no_std", about: "the library without std", when: When::Full, parallel: false, needs: nothing, run };

/// Checks the library without features and with `serde` alone. On this machine's target, the compiler rejects any use of
/// `std` in the library. A target without `std` also checks the dependencies.
fn run(task: &Task) -> Result<(), Failure> {
    install_clippy(task)?;
    let library = ["check", "--package", "ninefold", "--no-default-features"];
    let serde = [&library[..], &["--features", "serde"]].concat();
    task.run(&mut linted(&library))?;
    task.run(&mut linted(&serde))?;
    match targets()?.into_iter().find(|name| name.split('-').any(|part| part == "none")) {
        Some(target) => task.cargo(&[&serde[..], &["--target", &target]].concat()),
        None => {
            task.say("no target without std is installed (rustup target add thumbv7em-none-eabi): checked on the host");
            Ok(())
        }
    }
}
