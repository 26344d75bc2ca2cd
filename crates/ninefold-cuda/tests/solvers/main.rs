//! The one runner every solver passes, on the GPU.
//!
//! It asks an oracle about a hundred thousand grids and takes its time, so that it is only built where it is asked for:
//! `cargo test -p ninefold-cuda --features gpu --test solvers` on a machine with a GPU.

#[path = "../../../ninefold/tests/solvers/main.rs"]
mod runner;
