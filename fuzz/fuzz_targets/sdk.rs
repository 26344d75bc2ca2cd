#![cfg_attr(fuzzing, no_main)]
//! Any bytes, read as the format `sdk`.

use libfuzzer_sys::fuzz_target;
use ninefold::text::Format;

fuzz_target!(|bytes: &[u8]| ninefold_fuzz::check_format(Format::Sdk, bytes));

/// Links without libFuzzer, which has its own.
#[cfg(not(fuzzing))]
fn main() {}
