//! JSON: an object for each puzzle, on a line of its own.
//!
//! The object is the one the library writes for a puzzle, with the answer's members added. An error is
//! `{"error": {"input": ..., "line": ..., "column": ..., "message": ...}}`.

use std::fmt::Write;

use ninefold::text::{self, Format, ParseError, Place, Record};
use ninefold::{Answer, CellSet, Grid, Solution};

use super::{Solved, word};

/// An object of the library's, open for more members.
pub(crate) struct Object(String);

/// Members that say what was found. An input that has them, such as an earlier output, does not get to say it too.
const OURS: [&str; 30] = [
    "answer",
    "second",
    "differences",
    "count",
    "limit",
    "guesses",
    "passes",
    "number",
    "conflicts",
    "minimal",
    "redundant",
    "wrong",
    "symmetries",
    "er",
    "ep",
    "ed",
    "harder_than",
    "path",
    "steps",
    "trouble",
    "rung",
    "hint",
    "mistake",
    "step",
    "canonical",
    "canonical_solution",
    "automorphisms",
    "solution_automorphisms",
    "minlex",
    "transform",
];

impl Object {
    /// The puzzle and what stood beside it, with the solution that was found in place of the one that stood there.
    pub(crate) fn of(record: &Record, solution: Option<&Solution>) -> Object {
        Object::as_it_is(&Record { solution: solution.map(|&solution| Grid::from(solution)), ..record.clone() })
    }

    /// The puzzle and what stood beside it, the solution too.
    pub(crate) fn as_it_is(record: &Record) -> Object {
        let mut record = record.clone();
        record.fields.retain(|(name, _)| !OURS.contains(&name.as_str()));
        let mut text = text::write(&record, Format::Json);
        text.truncate(text.trim_end().len());
        assert_eq!(text.pop(), Some('}'), "one record is one object");
        Object(text)
    }

    pub(crate) fn empty() -> Object {
        Object("{".to_owned())
    }

    /// Adds a member whose value is JSON.
    pub(crate) fn raw(&mut self, name: &str, value: &str) {
        let comma = if self.0.len() > 1 { ", " } else { "" };
        write!(self.0, "{comma}\"{name}\": {value}").expect("memory takes every byte");
    }

    pub(crate) fn string(&mut self, name: &str, value: &str) {
        self.raw(name, &quoted(value));
    }

    pub(crate) fn cells(&mut self, name: &str, cells: CellSet) {
        self.raw(name, &array(cells.iter().map(|cell| quoted(&cell.to_string()))));
    }

    /// Adds what the answer says beside the solution, which is a member of the record.
    pub(crate) fn answer(&mut self, answer: &Answer) {
        self.string("answer", word(answer));
        if let Answer::Multiple(first, second) = answer {
            self.string("second", &second.to_string());
            self.cells("differences", first.differences(second));
        }
    }

    /// The object as text.
    pub(crate) fn text(mut self) -> String {
        self.0.push('}');
        self.0
    }

    pub(crate) fn end(self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.text().as_bytes());
        out.push(b'\n');
    }
}

pub(crate) fn solved(solved: &Solved<'_>, out: &mut Vec<u8>) {
    let mut object = Object::of(solved.record, solved.answer.first());
    object.answer(solved.answer);
    if let Some(stats) = solved.stats {
        object.raw("guesses", &stats.guesses.to_string());
        object.raw("passes", &stats.passes.to_string());
    }
    object.end(out);
}

pub(crate) fn count(record: &Record, count: u64, limit: u64, out: &mut Vec<u8>) {
    let mut object = Object::of(record, None);
    object.raw("count", &count.to_string());
    object.raw("limit", &limit.to_string());
    object.end(out);
}

/// One of all solutions; they are numbered from 1.
pub(crate) fn one_of_all(record: &Record, solution: &Solution, number: u64, out: &mut Vec<u8>) {
    let mut object = Object::of(record, Some(solution));
    object.raw("number", &number.to_string());
    object.end(out);
}

pub(crate) fn error(input: &str, error: &ParseError, out: &mut Vec<u8>) {
    trouble(input, error.place, &format!("found {}, expected {}", error.found, error.expected), out);
}

/// What is wrong with the puzzle at this place.
pub(crate) fn trouble(input: &str, place: Place, message: &str, out: &mut Vec<u8>) {
    let mut inner = Object::empty();
    inner.string("input", input);
    inner.raw("line", &place.line.to_string());
    inner.raw("column", &place.column.to_string());
    inner.string("message", message);
    let mut object = Object::empty();
    object.raw("error", &inner.text());
    object.end(out);
}

/// Values in brackets.
pub(crate) fn array(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(", "))
}

/// A JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if u32::from(control) < 0x20 => {
                write!(quoted, "\\u{:04x}", u32::from(control)).expect("memory takes every byte");
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
