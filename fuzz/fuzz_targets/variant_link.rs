#![cfg_attr(fuzzing, no_main)]
//! Any text, read as a compressed link of f-puzzles.com.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| ninefold_fuzz::check_variant(&format!("https://f-puzzles.com/?load={text}")));

/// Links without libFuzzer, which has its own.
#[cfg(not(fuzzing))]
fn main() {}
