//! The command `ninefold` as its users meet it: arguments in, text and exit status out.

mod bad_input;
mod check_and_convert;
mod common;
mod docs;
mod explain;
mod files;
mod generate;
mod memory;
mod passthrough;
mod positions;
mod rate;
mod solve;
mod symmetry;
mod terminal;
