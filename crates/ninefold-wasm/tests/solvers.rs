//! The one runner every solver passes, on WebAssembly: here the engines use its vectors.
//!
//! `cargo xtask test web` compiles this for the browser's target and runs it in Node.

#![cfg(target_family = "wasm")]

#[path = "../../ninefold/tests/solvers/main.rs"]
mod solvers;
