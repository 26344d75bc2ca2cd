//! What could not be read.

use super::{Members, Object};
use crate::text::{ParseError, Place};

/// An input that is not a puzzle, or one that a command refuses, as the member `error`.
///
/// ```
/// use ninefold::json::{InputError, Object};
/// use ninefold::text;
///
/// let error = text::parse("53..z").unwrap_err();
/// let object = Object::new().with(&InputError::of("puzzles.txt", &error));
/// assert_eq!(
///     object.to_string(),
///     "{\"error\": {\"input\": \"puzzles.txt\", \"line\": 1, \"column\": 5, \
///      \"message\": \"found 'z', expected a digit or an empty cell\"}}"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct InputError<'a> {
    /// The name of the input.
    pub input: &'a str,
    /// The place in it.
    pub place: Place,
    /// What is wrong there.
    pub message: alloc::string::String,
}

impl<'a> InputError<'a> {
    /// The error of a reader.
    pub fn of(input: &'a str, error: &ParseError) -> InputError<'a> {
        let message = alloc::format!("found {}, expected {}", error.found, error.expected);
        InputError { input, place: error.place, message }
    }
}

/// Prints as `puzzles.txt:1:5: found 'z', expected a digit or an empty cell`.
impl core::fmt::Display for InputError<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}:{}:{}: {}", self.input, self.place.line, self.place.column, self.message)
    }
}

/// `error`, an object with `input`, `line`, `column` and `message`.
impl Members for InputError<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        struct Inner<'a>(&'a InputError<'a>);
        impl Members for Inner<'_> {
            fn add_to(&self, object: &mut Object<'_>) {
                object.string("input", self.0.input);
                self.0.place.add_to(object);
                object.string("message", &self.0.message);
            }
        }
        object.object("error", &Inner(self));
    }
}

/// `line` and `column`.
impl Members for Place {
    fn add_to(&self, object: &mut Object<'_>) {
        object.raw("line", self.line);
        object.raw("column", self.column);
    }
}
