#![cfg_attr(fuzzing, no_main)]
//! Any text, read as the string form of Interactive Sudoku Solver.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| ninefold_fuzz::check_variant(&format!(".{}", text.trim_start_matches('.'))));

/// Links without libFuzzer, which has its own.
#[cfg(not(fuzzing))]
fn main() {}
