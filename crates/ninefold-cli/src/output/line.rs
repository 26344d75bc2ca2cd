//! One line for each puzzle: 81 digits, or `! ` and the reason why not.

use std::io::Write;

use ninefold::Answer;
use ninefold::text::ParseError;

use super::place;

pub(crate) const NO_SOLUTION: &str = "! no solution";
pub(crate) const MULTIPLE: &str = "! more than one solution";

pub(crate) fn answer(answer: &Answer, out: &mut Vec<u8>) {
    match answer {
        Answer::Unique(solution) => out.extend_from_slice(&solution.to_bytes()),
        Answer::NoSolution => out.extend_from_slice(NO_SOLUTION.as_bytes()),
        Answer::Multiple(..) => out.extend_from_slice(MULTIPLE.as_bytes()),
    }
    out.push(b'\n');
}

pub(crate) fn count(count: u64, out: &mut Vec<u8>) {
    writeln!(out, "{count}").expect("memory takes every byte");
}

pub(crate) fn error(input: &str, error: &ParseError, out: &mut Vec<u8>) {
    writeln!(out, "! {}", place(input, error)).expect("memory takes every byte");
}
