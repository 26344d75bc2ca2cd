//! The stages of `cargo xtask test`, one a file. To add one, add its file and its line here.

mod benchmarks;
mod clippy;
mod docs;
mod format;
mod fuzz;
mod memory;
mod miri;
mod no_std;
mod tests;
mod web;

use crate::stage::Stage;

/// In the order in which they find mistakes soonest.
pub(crate) const STAGES: &[Stage] = &[
    format::STAGE,
    clippy::STAGE,
    no_std::STAGE,
    docs::STAGE,
    tests::STAGE,
    benchmarks::STAGE,
    fuzz::STAGE,
    web::STAGE,
    memory::STAGE,
    miri::STAGE,
];
