//! Answers as text, one file a format.

pub(crate) mod csv;
pub(crate) mod grid;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod line;
pub(crate) mod svg;

use std::io::Write;

use anyhow::Context;
use ninefold::Answer;
use ninefold::solve::Stats;
use ninefold::text::{ParseError, Record};

/// A puzzle with its answer.
pub(crate) struct Solved<'a> {
    pub(crate) record: &'a Record,
    pub(crate) answer: &'a Answer,
    /// The work it took, where that was asked for.
    pub(crate) stats: Option<Stats>,
}

/// Where reading failed and why: `file:7:3: found 'z', expected a digit or an empty cell`.
pub(crate) fn place(input: &str, error: &ParseError) -> String {
    format!("{input}:{}:{}: found {}, expected {}", error.place.line, error.place.column, error.found, error.expected)
}

/// The word for an answer.
pub(crate) fn word(answer: &Answer) -> &'static str {
    match answer {
        Answer::Unique(_) => "unique",
        Answer::NoSolution => "none",
        Answer::Multiple(..) => "multiple",
    }
}

/// Writes styled text to standard output; without a terminal, or where colours are not wanted, without the styles.
pub(crate) fn to_terminal(text: &str) -> anyhow::Result<()> {
    let mut stdout = anstream::stdout();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.context("cannot write to standard output")
}
