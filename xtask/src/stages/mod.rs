//! The stages of `cargo xtask test`, one file each. To add one, add its file and its lines here.

mod browsers;
mod cluster;
mod docs;
mod format;
mod memory;
mod miri;
mod neon;
mod no_std;
mod python;
mod tests;
mod web;

use crate::stage::Stage;

/// All stages, in the order in which they find mistakes soonest.
pub(crate) const STAGES: &[Stage] = &[
    format::STAGE,
    no_std::STAGE,
    docs::STAGE,
    tests::STAGE,
    web::STAGE,
    python::STAGE,
    cluster::STAGE,
    memory::STAGE,
    miri::STAGE,
    neon::STAGE,
    browsers::STAGE,
];

/// The packages and features of all tests. They are the same in every command, so every dependency is built once.
/// The program that generates the page's JavaScript is left out: its dependencies take as long to build as all others
/// together, and the stage `web` builds and runs it. So is the Python package, which has nothing to run here: its stage
/// compiles it with clippy.
const WORKSPACE: [&str; 5] = ["--workspace", "--exclude", "ninefold-bindgen", "--features", "ninefold/serde"];
