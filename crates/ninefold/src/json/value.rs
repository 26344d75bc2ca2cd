//! A JSON value that was read, kept exactly as it was written.
//!
//! Ninefold reads puzzles, not documents: whatever an input has beside its puzzle only has to come out again unchanged.
//! A number therefore stays the text it was, and an object keeps the order of its members.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::object::push_quoted;

/// A JSON value.
///
/// ```
/// use ninefold::json::Value;
///
/// assert_eq!(Value::from("a \"name\"").to_string(), "\"a \\\"name\\\"\"");
/// assert_eq!(Value::Number("1.50".into()).to_string(), "1.50");
/// assert_eq!(Value::Array(vec![Value::Null, Value::Bool(true)]).to_string(), "[null, true]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it was written: `1.50` stays `1.50`.
    Number(String),
    /// A string, without quotes and escapes.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object, its members in their order.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The text of a string; `None` for every other value.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// About how many bytes the value takes as text.
    pub fn size(&self) -> usize {
        match self {
            Value::Null | Value::Bool(_) => 5,
            Value::Number(text) | Value::String(text) => text.len() + 2,
            Value::Array(values) => values.iter().map(|value| value.size() + 2).sum::<usize>() + 2,
            Value::Object(members) => members.iter().map(|(name, value)| name.len() + value.size() + 6).sum(),
        }
    }

    /// The value as formats without types write it: a string without quotes, nothing for `null`, otherwise JSON.
    ///
    /// ```
    /// use ninefold::json::Value;
    ///
    /// assert_eq!(Value::from("easy").to_plain(), "easy");
    /// assert_eq!(Value::Number("17".into()).to_plain(), "17");
    /// assert_eq!(Value::Null.to_plain(), "");
    /// ```
    pub fn to_plain(&self) -> String {
        match self {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::String(text.to_string())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::String(text)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |f: &mut fmt::Formatter<'_>, text: &str| {
            let mut out = String::with_capacity(text.len() + 2);
            push_quoted(text, &mut out);
            f.write_str(&out)
        };
        let comma = |index: usize| if index > 0 { ", " } else { "" };
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Number(text) => f.write_str(text),
            Value::String(text) => quoted(f, text),
            Value::Array(values) => {
                f.write_char('[')?;
                for (index, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", comma(index))?;
                }
                f.write_char(']')
            }
            Value::Object(members) => {
                f.write_char('{')?;
                for (index, (name, value)) in members.iter().enumerate() {
                    f.write_str(comma(index))?;
                    quoted(f, name)?;
                    write!(f, ": {value}")?;
                }
                f.write_char('}')
            }
        }
    }
}
