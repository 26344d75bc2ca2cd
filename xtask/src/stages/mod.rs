//! The stages of `cargo xtask test`, one a file. To add one, add its file and its lines here.

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
    fuzz::STAGE,
    web::STAGE,
    memory::STAGE,
    miri::STAGE,
];

/// What clippy, docs and tests are run on. With the same packages and features in all of them every dependency is built
/// once. Left out is the program that makes the page's JavaScript: its dependencies take as long as all others together,
/// and the page's stage builds and runs it.
const WORKSPACE: [&str; 5] = ["--workspace", "--exclude", "ninefold-bindgen", "--features", "ninefold/serde"];
