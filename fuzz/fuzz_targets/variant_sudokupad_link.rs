#![cfg_attr(fuzzing, no_main)]
//! Any text, read as a compressed link of SudokuPad.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| ninefold_fuzz::check_variant(&format!("https://sudokupad.app/scl{text}")));

/// Links without libFuzzer, which has its own.
#[cfg(not(fuzzing))]
fn main() {}
