#![cfg_attr(fuzzing, no_main)]
//! Any text, read as the long form of killer Sudoku.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| ninefold_fuzz::check_variant(&format!("3x3::k:{text}")));

/// Links without libFuzzer, which has its own.
#[cfg(not(fuzzing))]
fn main() {}
