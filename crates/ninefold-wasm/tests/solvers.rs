//! The tests of all solvers, compiled to WebAssembly, where the engines use its vector instructions.
//!
//! `cargo xtask test web` compiles this for the browser's target, with the flags of the page, and runs it in Node.

// The tests ask for a feature of the library, which this crate does not have.
#![allow(unexpected_cfgs)]

#[cfg(target_family = "wasm")]
#[path = "../../ninefold/tests/solvers/main.rs"]
mod solvers;

fn main() {
    #[cfg(target_family = "wasm")]
    solvers::ALL.iter().for_each(|test| test());
}
