//! Writing an object member by member.

use alloc::borrow::Cow;
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
pub struct Object<'a> {
    /// The record whose members come first.
    record: Option<&'a Record>,
    /// The members of the answer in their order: each name, and where its value ends in `values`.
    names: Vec<(Cow<'static, str>, usize)>,
    /// The values, one after the other, each of them JSON.
    values: String,
}

impl<'a> Object<'a> {
    /// An object without members.
    pub fn new() -> Object<'a> {
        Object::default()
    }

    /// The object of a puzzle: the members of the record and what stood beside it. The answer's members follow.
    pub fn of(record: &'a Record) -> Object<'a> {
        Object { record: Some(record), ..Object::default() }
    }

    /// Adds a member whose value is JSON already: a number, a truth value, an array, an object.
    pub fn raw(&mut self, name: impl Into<Cow<'static, str>>, value: impl Display) {
        self.add(name, |values| {
            // Writing to a string cannot fail.
            let _ = write!(values, "{value}");
        });
    }

    /// Adds a member whose value is a string.
    pub fn string(&mut self, name: impl Into<Cow<'static, str>>, value: impl Display) {
        self.add(name, |values| push_quoted(&value.to_string(), values));
    }

    /// Adds a member whose value is a string that needs no escapes, such as a grid.
    pub(super) fn plain(&mut self, name: impl Into<Cow<'static, str>>, value: &str) {
        self.add(name, |values| {
            values.push('"');
            values.push_str(value);
            values.push('"');
        });
    }

    /// Adds a member whose value is a string of digits or other ASCII characters that need no escapes.
    pub(super) fn ascii(&mut self, name: impl Into<Cow<'static, str>>, value: &[u8; 81]) {
        self.add(name, |values| {
            values.push('"');
            match core::str::from_utf8(value) {
                Ok(text) => values.push_str(text),
                Err(_) => values.extend(value.iter().map(|byte| char::from(*byte))),
            }
            values.push('"');
        });
    }

    /// Adds a member whose value is an array of strings.
    pub fn strings(&mut self, name: impl Into<Cow<'static, str>>, strings: impl IntoIterator<Item = impl Display>) {
        self.add(name, |values| {
            values.push('[');
            for (index, string) in strings.into_iter().enumerate() {
                values.push_str(separator(index));
                push_quoted(&string.to_string(), values);
            }
            values.push(']');
        });
    }

    /// Adds a member whose value is an array of objects.
    pub fn objects<M: Members>(&mut self, name: impl Into<Cow<'static, str>>, items: impl IntoIterator<Item = M>) {
        self.add(name, |values| {
            values.push('[');
            for (index, item) in items.into_iter().enumerate() {
                values.push_str(separator(index));
                Object::new().with(&item).push_to(values);
            }
            values.push(']');
        });
    }

    /// Adds a member whose value is an object.
    pub fn object(&mut self, name: impl Into<Cow<'static, str>>, members: &impl Members) {
        self.add(name, |values| Object::new().with(members).push_to(values));
    }

    /// Adds the members of an answer.
    #[must_use]
    pub fn with(mut self, answer: &impl Members) -> Object<'a> {
        answer.add_to(&mut self);
        self
    }

    /// Appends the object as JSON, which is what [`Display`] writes, without the detour of a formatter.
    pub fn push_to(&self, out: &mut String) {
        out.push('{');
        let start = out.len();
        if let Some(record) = self.record {
            self.push_record(record, start, out);
        }
        let mut begin = 0;
        for (name, end) in &self.names {
            push_name(name, start, out);
            out.push_str(&self.values[begin..*end]);
            begin = *end;
        }
        out.push('}');
    }

    fn add(&mut self, name: impl Into<Cow<'static, str>>, push: impl FnOnce(&mut String)) {
        push(&mut self.values);
        self.names.push((name.into(), self.values.len()));
    }

    /// The record whose members come first.
    pub(super) fn record(&self) -> Option<&'a Record> {
        self.record
    }

    /// The value of a member of the answer.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let index = self.names.iter().position(|(own, _)| own == name)?;
        let begin = if index == 0 { 0 } else { self.names[index - 1].1 };
        Some(&self.values[begin..self.names[index].1])
    }

    /// The position, then whatever stood beside it, where names that clash with the answer's get `input_` before them.
    fn push_record(&self, record: &Record, start: usize, out: &mut String) {
        text::push_position(record, out);
        if record.solution.is_none() && record.comment.is_empty() && record.fields.is_empty() {
            return;
        }
        let stated = |name: &str| text::position_members(record).any(|member| member == name);
        let mut seen: Vec<&str> = Vec::new();
        let mut renamed: Vec<(String, Cow<'_, Value>)> = Vec::new();
        for (name, value) in beside(record) {
            // A name that occurs twice in the input is written once: JSON readers keep only one of them.
            if seen.contains(&name) {
                continue;
            }
            seen.push(name);
            match self.value(name) {
                Some(ours) if value.to_string() == ours => {}
                None if !stated(name) => push_member(name, &value, start, out),
                _ => renamed.push((alloc::format!("input_{name}"), value)),
            }
        }
        for (name, value) in &renamed {
            if !seen.contains(&name.as_str()) && self.value(name).is_none() {
                push_member(name, value, start, out);
            }
        }
    }
}

/// What the input had beside its puzzle, by name and in order.
pub(super) fn beside(record: &Record) -> impl Iterator<Item = (&str, Cow<'_, Value>)> {
    let solution = record.solution.map(|grid| ("solution", Cow::Owned(Value::String(grid.to_string()))));
    let comment = Some(&record.comment).filter(|comment| !comment.is_empty());
    let comment = comment.map(|comment| ("comment", Cow::Owned(Value::String(comment.clone()))));
    let fields = record.fields.iter().map(|(name, value)| (name.as_str(), Cow::Borrowed(value)));
    solution.into_iter().chain(comment).chain(fields)
}

/// What stands before an element of an array.
fn separator(index: usize) -> &'static str {
    if index > 0 { ", " } else { "" }
}

/// The name of a member, after a comma unless it is the first of the object whose members start here.
fn push_name(name: &str, start: usize, out: &mut String) {
    if out.len() > start {
        out.push_str(", ");
    }
    push_quoted(name, out);
    out.push_str(": ");
}

fn push_member(name: &str, value: &Value, start: usize, out: &mut String) {
    push_name(name, start, out);
    // Writing to a string cannot fail.
    let _ = write!(out, "{value}");
}

impl Display for Object<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.push_to(&mut text);
        f.write_str(&text)
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
        let _ = write!(out, "{}{value}", separator(index));
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
    let mut rest = text;
    // Nearly all text needs no escape and is copied as a whole.
    while let Some(at) = rest.find(needs_escape) {
        out.push_str(&rest[..at]);
        let mut characters = rest[at..].chars();
        match characters.next() {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            control => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", control.map_or(0, u32::from));
            }
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
    out.push('"');
}

fn needs_escape(character: char) -> bool {
    matches!(character, '"' | '\\') || character.is_control()
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
            r#""givens": 24"#,
            r#""candidates": null"#,
            r#""solution": "unknown""#,
        ] {
            assert_eq!(
                Object::of(&record(member)).to_string(),
                alloc::format!("{{\"puzzle\": \"{PUZZLE}\", {member}}}")
            );
        }
    }

    #[test]
    fn a_name_the_answer_uses_too_keeps_the_inputs_value_beside_it() {
        let record = record(r#""er": 7.1, "ep": 1.2"#);
        let mut object = Object::of(&record);
        object.raw("er", "7.2");
        object.raw("ep", "1.2");
        let text = object.to_string();
        assert!(text.ends_with(r#""input_er": 7.1, "er": 7.2, "ep": 1.2}"#), "{text}");
    }

    #[test]
    fn a_kept_value_does_not_replace_a_member_of_that_name() {
        let record = record(r#""er": 7.1, "input_er": 6.0, "er": 5.0"#);
        let mut object = Object::of(&record);
        object.raw("er", "7.2");
        let text = object.to_string();
        assert!(text.ends_with(r#""input_er": 6.0, "er": 7.2}"#), "{text}");
    }

    #[test]
    fn a_member_that_states_the_position_is_not_written_twice() {
        let givens = alloc::format!("{}{}", ".", &PUZZLE[1..]);
        let mut record = record(&alloc::format!(r#""givens": "{givens}""#));
        record.fields.push(("givens".to_string(), Value::Number("24".to_string())));
        let text = Object::of(&record).to_string();
        assert!(text.ends_with(r#", "input_givens": 24}"#), "{text}");
        assert_eq!(text.matches("\"givens\"").count(), 1);
    }

    #[test]
    fn every_control_character_is_escaped() {
        assert_eq!(quoted("a\u{1}b\"\\\n\r\t\u{7f}é漢"), "\"a\\u0001b\\\"\\\\\\n\\r\\t\\u007fé漢\"");
    }
}
