//! Writing an object member by member.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display, Write};

use super::{Members, Value};
use crate::text::{self, Record};

/// An object under construction; prints as JSON on one line.
///
/// ```
/// use ninefold::json::Object;
///
/// let mut object = Object::new();
/// object.string("cell", "r4c7");
/// object.raw("digit", 5);
/// assert_eq!(object.to_string(), "{\"cell\": \"r4c7\", \"digit\": 5}");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Object {
    /// The record's members, which come first, as JSON without braces.
    record: String,
    /// What stood beside the puzzle in the input.
    fields: Vec<(String, Value)>,
    /// The members of the answer, in their order: names and JSON values.
    names: Vec<String>,
    values: Vec<String>,
}

impl Object {
    /// An object without members.
    pub fn new() -> Object {
        Object::default()
    }

    /// The object of a puzzle: the members of the record and what stood beside it. The answer's members follow.
    pub fn of(record: &Record) -> Object {
        let mut object = Object::new();
        text::push_position(record, &mut object.record);
        if let Some(solution) = record.solution {
            object.fields.push(("solution".to_string(), Value::String(solution.to_string())));
        }
        if !record.comment.is_empty() {
            object.fields.push(("comment".to_string(), Value::String(record.comment.clone())));
        }
        let taken = |name: &str| matches!(name, "puzzle" | "givens" | "candidates");
        object.fields.extend(record.fields.iter().filter(|(name, _)| !taken(name)).cloned());
        object
    }

    /// Adds a member whose value is JSON already: a number, a truth value, an array, an object.
    pub fn raw(&mut self, name: &str, value: impl Display) {
        self.names.push(name.to_string());
        self.values.push(value.to_string());
    }

    /// Adds a member whose value is a string.
    pub fn string(&mut self, name: &str, value: impl Display) {
        self.raw(name, quoted(&value.to_string()));
    }

    /// Adds a member whose value is an array of strings.
    pub fn strings(&mut self, name: &str, values: impl IntoIterator<Item = impl Display>) {
        self.raw(name, array(values.into_iter().map(|value| quoted(&value.to_string()))));
    }

    /// Adds the members of an answer.
    #[must_use]
    pub fn with(mut self, answer: &impl Members) -> Object {
        answer.add_to(&mut self);
        self
    }
}

impl Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('{')?;
        f.write_str(&self.record)?;
        let mut separator = if self.record.is_empty() { "" } else { ", " };
        let mut member = |f: &mut fmt::Formatter<'_>, name: &str, value: &dyn Display| {
            let separator = core::mem::replace(&mut separator, ", ");
            write!(f, "{separator}{}: {value}", quoted(name))
        };
        let ours = |name: &str| self.names.iter().position(|own| own == name);
        let mut written: Vec<&str> = Vec::with_capacity(self.fields.len());
        let mut kept: Vec<(String, &Value)> = Vec::new();
        for (name, value) in &self.fields {
            // A name that occurs twice in the input is written once: JSON readers keep only one of them.
            if written.contains(&name.as_str()) {
                continue;
            }
            written.push(name);
            match ours(name) {
                None => member(f, name, value)?,
                Some(index) if self.values[index] == value.to_string() => {}
                Some(_) => kept.push((alloc::format!("input_{name}"), value)),
            }
        }
        for (name, value) in &kept {
            if !written.contains(&name.as_str()) && ours(name).is_none() {
                member(f, name, value)?;
            }
        }
        for (name, value) in self.names.iter().zip(&self.values) {
            member(f, name, value)?;
        }
        f.write_char('}')
    }
}

/// A JSON array of values that are JSON already.
///
/// ```
/// assert_eq!(ninefold::json::array(["1", "\"two\""]), "[1, \"two\"]");
/// ```
pub fn array(values: impl IntoIterator<Item = impl Display>) -> String {
    let mut out = String::from("[");
    for (index, value) in values.into_iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(out, "{}{value}", if index > 0 { ", " } else { "" });
    }
    out.push(']');
    out
}

/// A JSON string: the text in quotes, escaped.
///
/// ```
/// assert_eq!(ninefold::json::quoted("a \"b\"\n"), r#""a \"b\"\n""#);
/// ```
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_quoted(text, &mut out);
    out
}

/// Appends a JSON string: the text in quotes, escaped.
pub fn push_quoted(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::samples::PUZZLE;

    fn record(members: &str) -> Record {
        text::parse(&alloc::format!("{{\"puzzle\": \"{PUZZLE}\", {members}}}")).unwrap()
    }

    #[test]
    fn what_stood_beside_a_puzzle_passes_with_its_type() {
        for member in [
            r#""id": 17"#,
            r#""id": "17""#,
            r#""rate": 1.50"#,
            r#""none": null"#,
            r#""flag": false"#,
            r#""list": [1, {"a": []}, "x"]"#,
            r#""object": {"b": 2, "a": 1}"#,
        ] {
            assert_eq!(
                Object::of(&record(member)).to_string(),
                alloc::format!("{{\"puzzle\": \"{PUZZLE}\", {member}}}")
            );
        }
    }

    #[test]
    fn a_name_the_answer_uses_too_keeps_the_inputs_value_beside_it() {
        let mut object = Object::of(&record(r#""er": 7.1, "ep": 1.2"#));
        object.raw("er", "7.2");
        object.raw("ep", "1.2");
        let text = object.to_string();
        assert!(text.ends_with(r#""input_er": 7.1, "er": 7.2, "ep": 1.2}"#), "{text}");
    }
}
