//! Labelled data sets on Ray and Spark, on this machine.

use crate::process::{Failure, Task};
use crate::python::{TESTED, has_python, install, install_extra, install_wheel, program};
use crate::stage::{Stage, When};

pub(super) const STAGE: Stage = Stage {
    name: "cluster",
    about: "the Python package on Ray and Spark",
    when: When::Named,
    parallel: true,
    needs: has_python,
    run,
};

fn run(task: &Task) -> Result<(), Failure> {
    install(task, "test")?;
    for extra in ["arrow", "ray", "spark"] {
        install_extra(task, extra);
    }
    install_wheel(task, TESTED)?;
    task.run(program(task, "pytest")?.args(["-q", "-rs", "python/tests/cluster"]))
}
