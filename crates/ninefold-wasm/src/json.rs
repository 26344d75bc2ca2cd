//! Answers as JSON text, put together member by member.

use std::fmt::{Display, Write};

use ninefold::{Answer, CellSet, Grid, Pencilmarks};

/// An object that takes members until it is asked for its text.
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Object {
        Object("{".to_owned())
    }

    /// An object that says what kind of answer it is.
    pub(crate) fn of_kind(kind: &str) -> Object {
        Object::new().string("kind", kind)
    }

    /// Members of an object that is JSON text already, to be followed by more.
    pub(crate) fn extending(object: &str) -> Object {
        let members = object.trim().strip_suffix('}').expect("an object ends with its bracket");
        Object(members.to_owned())
    }

    /// A member whose value is JSON text, a number or a truth value.
    pub(crate) fn raw(mut self, name: &str, value: impl Display) -> Object {
        let comma = if self.0.len() > 1 { "," } else { "" };
        write!(self.0, "{comma}\"{name}\":{value}").expect("memory takes every byte");
        self
    }

    pub(crate) fn string(self, name: &str, value: impl Display) -> Object {
        self.raw(name, quoted(&value.to_string()))
    }

    pub(crate) fn string_or_null(self, name: &str, value: Option<impl Display>) -> Object {
        match value {
            Some(value) => self.string(name, value),
            None => self.raw(name, "null"),
        }
    }

    pub(crate) fn strings(self, name: &str, values: impl Iterator<Item = impl Display>) -> Object {
        self.raw(name, array(values.map(|value| quoted(&value.to_string()))))
    }

    /// What a solver says: the word, the solution or two of them with the cells where they differ.
    pub(crate) fn answer(self, answer: &Answer) -> Object {
        match answer {
            Answer::NoSolution => self.string("answer", "none"),
            Answer::Unique(solution) => self.string("answer", "unique").string("solution", solution),
            Answer::Multiple(first, second) => self
                .string("answer", "multiple")
                .string("solution", first)
                .string("second", second)
                .strings("differences", first.differences(second).iter()),
        }
    }

    /// The houses that hold a digit twice.
    pub(crate) fn conflicts(self, grid: &Grid) -> Object {
        let conflicts = grid.conflicts().map(|conflict| {
            let object = Object::new().string("house", conflict.house).raw("digit", conflict.digit);
            object.strings("cells", conflict.cells.iter()).text()
        });
        self.raw("conflicts", array(conflicts))
    }

    /// What is placed and which candidates stand, as `before`.
    pub(crate) fn before(self, marks: &Pencilmarks) -> Object {
        let before = Object::new().string("placed", marks.placed());
        let before = before.strings("candidates", CellSet::FULL.iter().map(|cell| marks.digits_in(cell)));
        self.raw("before", before.text())
    }

    pub(crate) fn text(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// Values in brackets.
pub(crate) fn array(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\0'..'\u{20}' => {
                write!(quoted, "\\u{:04x}", u32::from(character)).expect("memory takes every byte");
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
