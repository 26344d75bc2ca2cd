#![cfg_attr(fuzzing, no_main)]
//! Any text, read as a puzzle of whichever format.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| ninefold_fuzz::check_variant(text));

/// Links without libFuzzer, which has its own.
#[cfg(not(fuzzing))]
fn main() {}
