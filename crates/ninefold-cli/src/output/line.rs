//! One line for each puzzle: 81 digits, or `! ` and the reason why not.

use std::io::Write;

use ninefold::Answer;
use ninefold::text::ParseError;

use super::place;

pub(crate) fn answer(answer: &Answer, out: &mut Vec<u8>) {
    match answer {
        Answer::Unique(solution) => out.extend_from_slice(&solution.to_bytes()),
        Answer::NoSolution => out.extend_from_slice(b"! no solution"),
        Answer::Multiple(..) => out.extend_from_slice(b"! more than one solution"),
    }
    out.push(b'\n');
}

pub(crate) fn count(count: u64, out: &mut Vec<u8>) {
    writeln!(out, "{count}").expect("memory takes every byte");
}

pub(crate) fn error(input: &str, error: &ParseError, out: &mut Vec<u8>) {
    writeln!(out, "! {}", place(input, error)).expect("memory takes every byte");
}
