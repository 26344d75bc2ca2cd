#![cfg_attr(fuzzing, no_main)]
//! Any bytes, their format detected from the content.

use libfuzzer_sys::fuzz_target;
use ninefold::text::Reader;

fuzz_target!(|bytes: &[u8]| drop(ninefold_fuzz::check_reader(Reader::new, bytes)));

/// Links without libFuzzer, which has its own.
#[cfg(not(fuzzing))]
fn main() {}
