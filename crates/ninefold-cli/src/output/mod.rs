//! Answers as text, one file a format.

pub(crate) mod grid;
pub(crate) mod html;
pub(crate) mod line;
pub(crate) mod svg;

use std::io::Write;

use anyhow::Context;
use ninefold::json::{InputError, Members, Object, Table};

use crate::pipeline::Output;

/// Writes styled text to standard output. The styles are left out without a terminal, or if colours are not wanted.
pub(crate) fn to_terminal(text: &str) -> anyhow::Result<()> {
    let mut stdout = anstream::stdout();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.context("cannot write to standard output")
}

/// Appends an object as a line.
pub(crate) fn push_object(object: &Object<'_>, buffer: &mut String, out: &mut Output<'_>) {
    buffer.clear();
    object.push_to(buffer);
    buffer.push('\n');
    out.text.extend_from_slice(buffer.as_bytes());
}

/// Appends an object of these members alone as a line.
pub(crate) fn push_members(members: &impl Members, buffer: &mut String, out: &mut Output<'_>) {
    push_object(&Object::new().with(members), buffer, out);
}

/// Appends an object as a row.
pub(crate) fn push_row(table: &Table, object: &Object<'_>, buffer: &mut String, out: &mut Output<'_>) {
    buffer.clear();
    table.push_row(object, buffer);
    out.text.extend_from_slice(buffer.as_bytes());
}

/// Appends the row of an input that is no puzzle: only its columns `answer` and `error` are filled.
pub(crate) fn push_error_row(table: &Table, error: &InputError<'_>, buffer: &mut String, out: &mut Output<'_>) {
    let mut object = Object::new();
    object.string("answer", "error");
    object.string("error", error);
    push_row(table, &object, buffer, out);
}
