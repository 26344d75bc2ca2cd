//! Text to puzzles.

use ninefold::Language;
use ninefold::json::{Members, Object};
use ninefold::text::{ParseError, Reader, Record};
use wasm_bindgen::prelude::wasm_bindgen;

/// No more puzzles and errors are returned by [`read`]; the others are counted.
pub(crate) const MAX_READ: usize = 1000;

/// Every puzzle in a text of any format, and what could not be read: `format`, `puzzles`, `errors`, `more`.
#[wasm_bindgen]
pub fn read(text: &str, language: &str) -> Result<String, String> {
    let language = crate::language(language)?;
    let mut reader = Reader::new();
    reader.feed(text.as_bytes());
    reader.finish();
    let (mut puzzles, mut errors, mut more) = (Vec::new(), Vec::new(), 0);
    for item in reader.by_ref() {
        match item {
            _ if puzzles.len() + errors.len() == MAX_READ => more += 1,
            Ok(record) => puzzles.push(record),
            Err(error) => errors.push(LocalizedError(error, language)),
        }
    }
    let mut object = Object::new();
    match reader.format() {
        Some(format) => object.string("format", format),
        None => object.raw("format", "null"),
    }
    object.raw("puzzles", ninefold::json::array(puzzles.iter().map(placed)));
    object.objects("errors", errors);
    object.raw("more", more);
    Ok(object.to_string())
}

/// The record with its place in the text.
fn placed(record: &Record) -> Object<'_> {
    Object::of(record).with(&record.place)
}

/// An error in the words of a language.
struct LocalizedError(ParseError, Language);

impl Members for LocalizedError {
    fn add_to(&self, object: &mut Object<'_>) {
        let LocalizedError(error, language) = self;
        error.place.add_to(object);
        object.string("found", language.found(&error.found));
        object.string("expected", language.expected(&error.expected));
    }
}
