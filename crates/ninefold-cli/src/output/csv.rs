//! Comma separated values: a row for each puzzle.

use std::io::Write;

use ninefold::text::{ParseError, Record};
use ninefold::{Answer, Solution};

use super::{Solved, place, word};

/// `puzzle,answer,solution,second,error`, and `guesses,passes` where that was asked for.
pub(crate) fn solved(solved: &Solved<'_>, out: &mut Vec<u8>) {
    let (first, second) = match solved.answer {
        Answer::NoSolution => (None, None),
        Answer::Unique(only) => (Some(only), None),
        Answer::Multiple(first, second) => (Some(first), Some(second)),
    };
    let text = |solution: Option<&Solution>| solution.map(Solution::to_string).unwrap_or_default();
    let mut row = format!("{},{},{},{},", solved.record.grid, word(solved.answer), text(first), text(second));
    if let Some(stats) = solved.stats {
        row += &format!(",{},{}", stats.guesses, stats.passes);
    }
    line(&row, out);
}

/// `puzzle,count,error`
pub(crate) fn count(record: &Record, count: u64, out: &mut Vec<u8>) {
    line(&format!("{},{count},", record.grid), out);
}

/// `puzzle,solution,error`
pub(crate) fn one_of_all(record: &Record, solution: &Solution, out: &mut Vec<u8>) {
    line(&format!("{},{solution},", record.grid), out);
}

/// A row in which only the columns `answer` and `error` say something.
pub(crate) fn error(input: &str, error: &ParseError, header: &str, out: &mut Vec<u8>) {
    trouble(&place(input, error), header, out);
}

/// The same, with these words for an error.
pub(crate) fn trouble(message: &str, header: &str, out: &mut Vec<u8>) {
    let message = quoted(message);
    let fields = header.trim_end().split(',').map(|column| match column {
        "answer" => "error",
        "error" => message.as_str(),
        _ => "",
    });
    line(&fields.collect::<Vec<_>>().join(","), out);
}

fn quoted(field: &str) -> String {
    format!("\"{}\"", field.replace('"', "\"\"").replace(['\n', '\r'], " "))
}

fn line(row: &str, out: &mut Vec<u8>) {
    writeln!(out, "{row}").expect("memory takes every byte");
}
