#![cfg_attr(fuzzing, no_main)]
//! Any bytes as an image file: a reading or an error, and a reading that has a puzzle obeys the rule.

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use ninefold::Puzzle;
use ninefold_photo::Reader;

static READER: LazyLock<Reader> = LazyLock::new(Reader::new);

fuzz_target!(|file: &[u8]| match READER.read(file) {
    Ok(reading) => assert!(Puzzle::new(reading.givens()).is_ok()),
    Err(error) => assert!(!error.to_string().is_empty()),
});

/// Links without libFuzzer, which has its own.
#[cfg(not(fuzzing))]
fn main() {}
