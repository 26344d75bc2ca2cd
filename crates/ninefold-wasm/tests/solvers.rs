//! The test runner of all solvers, compiled to WebAssembly, where the engines use its vector instructions.
//!
//! `cargo xtask test web` compiles this for the browser's target and runs it in Node.

#![cfg(target_family = "wasm")]
// The tests ask for a feature of the library, which this crate does not have.
#![allow(unexpected_cfgs)]

#[path = "../../ninefold/tests/solvers/main.rs"]
mod solvers;
