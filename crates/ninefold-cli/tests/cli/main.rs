//! Tests of the command `ninefold`: from arguments to text and exit status.

mod bad_input;
mod book;
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
mod read;
mod solve;
mod symmetry;
mod terminal;
mod variant;
