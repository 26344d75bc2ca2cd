//! Every test of every crate, including the benchmarks, whose tests check that the compared programs agree. The compiler and
//! clippy print no warnings.

use super::WORKSPACE;
use crate::process::{Failure, Task, component, linted};
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage = Stage {
    name: "tests",
    about: "all Rust tests, with clippy",
    when: When::Quick,
    parallel: false,
    needs: nothing,
    run,
};

/// Parts of the names of tests that `quick` leaves out: large inputs, runs that are killed again and again, damaged
/// photographs, and the arithmetic of the GPU.
const SLOW: [&str; 16] = [
    "a_killed_run",
    "any_number_of_threads",
    "bombs_are_refused",
    "bounded_memory",
    "bounded_number_of_lines",
    "cut_files",
    "cutting_",
    "damaged_bytes",
    "damaged_file",
    "emulated_kernels",
    "every_part_of_a_view",
    "full_disk",
    "plain_puzzles_and_others",
    "published_puzzles",
    "resume",
    "weights_add_up",
];

/// Runs everything with every feature, then some of the solvers' tests again with the portable instructions instead of the
/// best ones.
fn run(task: &Task) -> Result<(), Failure> {
    install_clippy(task)?;
    if task.quick {
        // Fewer random cases, and no examples of the documentation: each of them is compiled as a separate program.
        let mut command = linted(&[&["test", "--tests"][..], &WORKSPACE, &["--"]].concat());
        command.args(SLOW.iter().flat_map(|name| ["--skip", name]));
        return task.run(command.env("NINEFOLD_TIMES", "0.1"));
    }
    task.run(&mut linted(&[&["test"][..], &WORKSPACE].concat()))?;
    let some = ["--", "a_few_grids", "a_grid_and_its_pencilmarks", "answers_do_not_depend", "the_instructions"];
    // The GPU's test of the same name needs a feature.
    let selected = ["test", "--test", "solvers", "--exclude", "ninefold-cuda"];
    let mut portable = linted(&[&selected[..], &WORKSPACE, &some].concat());
    task.run(portable.env("NINEFOLD_CPU", "portable").env("NINEFOLD_TIMES", "0.1"))
}

pub(super) fn install_clippy(task: &Task) -> Result<(), Failure> {
    component(task, "clippy", "clippy")
}
