//! Every test of every crate, those of the benchmarks included: they run, and what they compare agrees.

use super::WORKSPACE;
use crate::process::{Failure, Task, cargo};
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage =
    Stage { name: "tests", about: "all Rust tests", when: When::Quick, beside: false, needs: nothing, run };

/// Everything with every feature; then some of the solvers' tests again, where what uses the best instructions uses those
/// that every CPU has.
fn run(task: &Task) -> Result<(), Failure> {
    if task.quick {
        // Fewer of the cases that are made at random, and no examples of the documentation: they are programs of their own.
        let mut command = cargo(&[&["test", "--lib", "--bins", "--tests"][..], &WORKSPACE].concat());
        return task.run(command.env("NINEFOLD_TIMES", "0.1"));
    }
    task.cargo(&[&["test"][..], &WORKSPACE].concat())?;
    let some = ["--", "a_few_grids", "a_grid_and_its_pencilmarks", "answers_do_not_depend", "the_instructions"];
    let mut portable = cargo(&[&["test", "--test", "solvers"][..], &WORKSPACE, &some].concat());
    task.run(portable.env("NINEFOLD_CPU", "portable").env("NINEFOLD_TIMES", "0.1"))
}
