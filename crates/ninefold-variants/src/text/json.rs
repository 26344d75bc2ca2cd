//! JSON values with their places in the text, for the formats that are JSON inside.
//!
//! The lenient form is what SudokuPad's links hold: names without quotes, `t` and `f` for true and false, and nothing at all
//! for an empty object.

use super::error::{Fault, ReadError};

/// How deep values may nest.
const MAX_DEPTH: usize = 32;

/// A value and the byte at which it starts.
#[derive(Clone, Debug)]
pub(crate) struct Json {
    pub(crate) offset: usize,
    pub(crate) value: Value,
}

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        self.value == other.value
    }
}

impl Json {
    /// The member of an object.
    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        match &self.value {
            Value::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The items of a list; none of anything else.
    pub(crate) fn list(&self) -> &[Json] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The members of an object; none of anything else.
    pub(crate) fn members(&self) -> &[(String, Json)] {
        match &self.value {
            Value::Object(members) => members,
            _ => &[],
        }
    }

    /// A text.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number, also where it is written as a text.
    pub(crate) fn integer(&self) -> Option<i64> {
        match &self.value {
            Value::Number(number) if number.fract() == 0.0 && number.abs() < 1e9 => Some(*number as i64),
            Value::Text(text) => text.trim().parse().ok().filter(|number: &i64| number.abs() < 1_000_000_000),
            _ => None,
        }
    }

    /// Whether this is `true`.
    pub(crate) fn is_true(&self) -> bool {
        self.value == Value::Bool(true)
    }

    /// What a message shows of the value.
    pub(crate) fn shown(&self) -> String {
        match &self.value {
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Bool(value) => value.to_string(),
            Value::Null => "null".into(),
            Value::List(_) => "a list".into(),
            Value::Object(_) => "an object".into(),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    lenient: bool,
}

/// Reads JSON.
///
/// # Errors
/// Where the text is not JSON.
pub(crate) fn parse(text: &str, lenient: bool) -> Result<Json, ReadError> {
    let mut parser = Parser { text, at: 0, lenient };
    let value = parser.value(0)?;
    parser.space();
    if parser.at < text.len() {
        return parser.fail("the end of the text");
    }
    Ok(value)
}

impl Parser<'_> {
    fn fail<T>(&self, expected: &'static str) -> Result<T, ReadError> {
        let found: String = self.text[self.at..].chars().take(1).collect();
        Err(Fault::unexpected(&found, expected).at(self.text, self.at))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json, ReadError> {
        self.space();
        let offset = self.at;
        if depth > MAX_DEPTH {
            return Err(Fault::TooLarge { what: "values inside values", limit: MAX_DEPTH }.at(self.text, offset));
        }
        let value = match self.peek() {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.items(depth)?,
            Some(quote @ (b'"' | b'\'')) if quote == b'"' || self.lenient => Value::Text(self.string(quote)?),
            Some(b'-' | b'0'..=b'9') if !self.lenient => self.number()?,
            Some(b',' | b']' | b'}') if self.lenient => Value::Object(Vec::new()),
            Some(_) => self.word()?,
            None if self.lenient => Value::Object(Vec::new()),
            None => return self.fail("a value"),
        };
        Ok(Json { offset, value })
    }

    fn object(&mut self, depth: usize) -> Result<Value, ReadError> {
        self.at += 1;
        let mut members = Vec::new();
        loop {
            self.space();
            match self.peek() {
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Value::Object(members));
                }
                Some(b',') if !members.is_empty() => self.at += 1,
                _ => {}
            }
            self.space();
            let name = match self.peek() {
                Some(b'"') => self.string(b'"')?,
                Some(_) if self.lenient => {
                    let end = self.text[self.at..].find([':', ',', '}']).map_or(self.text.len(), |end| self.at + end);
                    let name = self.text[self.at..end].trim().to_owned();
                    self.at = end;
                    name
                }
                _ => return self.fail("a name in quotes or '}'"),
            };
            self.space();
            if self.peek() != Some(b':') {
                return self.fail("':'");
            }
            self.at += 1;
            members.push((name, self.value(depth + 1)?));
            self.space();
            if !matches!(self.peek(), Some(b',' | b'}')) {
                return self.fail("',' or '}'");
            }
        }
    }

    fn items(&mut self, depth: usize) -> Result<Value, ReadError> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(Value::List(items));
                }
                _ => return self.fail("',' or ']'"),
            }
        }
    }

    fn number(&mut self) -> Result<Value, ReadError> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte)) {
            self.at += 1;
        }
        match self.text[start..self.at].parse() {
            Ok(number) => Ok(Value::Number(number)),
            Err(_) => {
                self.at = start;
                self.fail("a number")
            }
        }
    }

    /// `true`, `false` and `null`; in the lenient form also their first letters, and any other run of characters as a text.
    fn word(&mut self) -> Result<Value, ReadError> {
        let start = self.at;
        while self.peek().is_some_and(|byte| !b",]}".contains(&byte) && (self.lenient || byte.is_ascii_alphabetic())) {
            self.at += 1;
        }
        let word = self.text[start..self.at].trim();
        match word {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            "null" => Ok(Value::Null),
            "t" if self.lenient => Ok(Value::Bool(true)),
            "f" if self.lenient => Ok(Value::Bool(false)),
            _ if self.lenient => Ok(match word.parse::<f64>() {
                Ok(number) if number.is_finite() => Value::Number(number),
                _ => Value::Text(word.to_owned()),
            }),
            _ => {
                self.at = start;
                self.fail("a value")
            }
        }
    }

    fn string(&mut self, quote: u8) -> Result<String, ReadError> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(character) = rest.chars().next() else { return self.fail("the end of the text in quotes") };
            self.at += character.len_utf8();
            match character {
                '\\' => {
                    let Some(escape) = self.peek() else { return self.fail("a character after '\\'") };
                    self.at += 1;
                    match escape {
                        b'n' => text.push('\n'),
                        b't' => text.push('\t'),
                        b'r' => text.push('\r'),
                        b'b' => text.push('\u{8}'),
                        b'f' => text.push('\u{c}'),
                        b'u' => text.push(self.unicode()?),
                        b'"' | b'\\' | b'/' | b'\'' => text.push(char::from(escape)),
                        _ => {
                            self.at -= 1;
                            return self.fail("one of \" \\ / b f n r t u");
                        }
                    }
                }
                _ if character == char::from(quote) => return Ok(text),
                _ => text.push(character),
            }
        }
    }

    /// The character of four hexadecimal digits, or of two groups of them.
    fn unicode(&mut self) -> Result<char, ReadError> {
        let first = self.four()?;
        if !(0xd800..0xdc00).contains(&first) {
            return Ok(char::from_u32(first).unwrap_or('\u{fffd}'));
        }
        if self.text[self.at..].starts_with("\\u") {
            self.at += 2;
            let second = self.four()?;
            let joined = 0x10000 + ((first - 0xd800) << 10) + (second.wrapping_sub(0xdc00) & 0x3ff);
            return Ok(char::from_u32(joined).unwrap_or('\u{fffd}'));
        }
        Ok('\u{fffd}')
    }

    fn four(&mut self) -> Result<u32, ReadError> {
        let digits = self.text.get(self.at..self.at + 4).filter(|digits| digits.bytes().all(|d| d.is_ascii_hexdigit()));
        match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
            Some(number) => {
                self.at += 4;
                Ok(number)
            }
            None => self.fail("four hexadecimal digits"),
        }
    }
}

#[cfg(test)]
mod tests {
    use ninefold::json::quoted;

    use super::*;

    #[test]
    fn values_are_read_with_their_places() {
        let json = parse(r#"{"a": [1, "x\u00e9\n", true], "b": {"c": null}}"#, false).unwrap();
        let list = json.get("a").unwrap().list();
        assert_eq!((list[0].integer(), list[1].text(), list[2].is_true()), (Some(1), Some("xé\n"), true));
        assert_eq!(list[1].offset, 10);
        assert_eq!(json.get("b").unwrap().get("c").unwrap().value, Value::Null);
        assert_eq!(parse("[1,", false).unwrap_err().to_string(), "line 1, column 4: found nothing, expected a value");
        assert!(parse(&"[".repeat(100_000), false).is_err());
        assert!(parse(r#""\ud83d\ude00""#, false).unwrap().text() == Some("😀"));
    }

    #[test]
    fn the_lenient_form_has_bare_names_and_empty_objects() {
        let json = parse("{ce:[[,{v:5}],[,]],u:t,n:-2,s:abc def}", true).unwrap();
        assert_eq!(json.get("ce").unwrap().list()[0].list()[1].get("v").unwrap().integer(), Some(5));
        assert!(json.get("u").unwrap().is_true());
        assert_eq!(json.get("n").unwrap().integer(), Some(-2));
        assert_eq!(json.get("s").unwrap().text(), Some("abc def"));
    }

    #[test]
    fn quoted_texts_are_read_back() {
        for text in ["", "a\"b\\c", "line\nline", "\u{1}é"] {
            assert_eq!(parse(&quoted(text), false).unwrap().text(), Some(text));
        }
    }
}
