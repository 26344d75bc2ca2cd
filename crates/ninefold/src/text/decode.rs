//! From bytes to text: byte-order marks, UTF-16 and line ends, before any format looks.
//!
//! What leaves here is UTF-8 with `\n` at the end of each line, without a byte-order mark. Bytes that are no UTF-8 pass
//! as they are: a format names them when it stumbles over them, and nowhere else do they matter.
//!
//! UTF-16 is known by its byte-order mark or by its first two characters, which are ASCII in every format here and so
//! leave every second byte zero.

use alloc::vec::Vec;

/// Turns bytes into text, piece by piece.
#[derive(Clone, Debug, Default)]
pub(super) struct Decoder {
    encoding: Option<Encoding>,
    /// The first bytes, until there are enough to know the encoding; later, the first byte of a UTF-16 unit.
    held: Vec<u8>,
    /// The first half of a surrogate pair.
    high: Option<u16>,
    /// The last character was `\r`, so that a `\n` belongs to it.
    after_cr: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Utf16 { big_endian: bool },
}

/// How many bytes tell the encoding.
const HEAD: usize = 4;

impl Decoder {
    /// For text that is known to be UTF-8, such as the middle of a file.
    pub(super) fn utf8() -> Decoder {
        Decoder { encoding: Some(Encoding::Utf8), ..Decoder::default() }
    }

    /// Appends the text of these bytes.
    pub(super) fn feed(&mut self, bytes: &[u8], text: &mut Vec<u8>) {
        match self.encoding {
            Some(encoding) => self.decode(encoding, bytes, text),
            None => {
                let missing = HEAD - self.held.len();
                let (head, rest) = bytes.split_at(missing.min(bytes.len()));
                self.held.extend_from_slice(head);
                if self.held.len() == HEAD {
                    self.begin(text);
                    self.feed(rest, text);
                }
            }
        }
    }

    /// Appends what was held back: the input has ended.
    pub(super) fn finish(&mut self, text: &mut Vec<u8>) {
        if self.encoding.is_none() {
            self.begin(text);
        }
        if self.high.take().is_some() || !self.held.is_empty() {
            self.push(char::REPLACEMENT_CHARACTER, text);
            self.held.clear();
        }
    }

    fn begin(&mut self, text: &mut Vec<u8>) {
        let head = core::mem::take(&mut self.held);
        let (encoding, mark) = recognise(&head);
        self.encoding = Some(encoding);
        self.decode(encoding, &head[mark..], text);
    }

    fn decode(&mut self, encoding: Encoding, bytes: &[u8], text: &mut Vec<u8>) {
        match encoding {
            Encoding::Utf8 => self.decode_utf8(bytes, text),
            Encoding::Utf16 { big_endian } => {
                for &byte in bytes {
                    let Some(first) = self.held.pop() else {
                        self.held.push(byte);
                        continue;
                    };
                    let unit = if big_endian { [first, byte] } else { [byte, first] };
                    self.unit(u16::from_be_bytes(unit), text);
                }
            }
        }
    }

    fn decode_utf8(&mut self, bytes: &[u8], text: &mut Vec<u8>) {
        let mut rest = bytes;
        if self.after_cr && !rest.is_empty() {
            self.after_cr = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        // Text without `\r` is copied as a whole.
        while let Some(cr) = rest.iter().position(|byte| *byte == b'\r') {
            text.extend_from_slice(&rest[..cr]);
            text.push(b'\n');
            rest = &rest[cr + 1..];
            self.after_cr = rest.is_empty();
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        text.extend_from_slice(rest);
    }

    fn unit(&mut self, unit: u16, text: &mut Vec<u8>) {
        let pending = self.high.take();
        match (pending, unit) {
            (Some(high), 0xDC00..=0xDFFF) => {
                let pair = char::decode_utf16([high, unit]).next().and_then(Result::ok);
                self.push(pair.unwrap_or(char::REPLACEMENT_CHARACTER), text);
                return;
            }
            (Some(_), _) => self.push(char::REPLACEMENT_CHARACTER, text),
            (None, _) => {}
        }
        if (0xD800..=0xDBFF).contains(&unit) {
            self.high = Some(unit);
        } else {
            self.push(char::from_u32(unit.into()).unwrap_or(char::REPLACEMENT_CHARACTER), text);
        }
    }

    fn push(&mut self, character: char, text: &mut Vec<u8>) {
        let after_cr = core::mem::replace(&mut self.after_cr, character == '\r');
        match character {
            '\n' if after_cr => {}
            '\r' => text.push(b'\n'),
            _ => text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

/// Whether text that begins with these bytes is UTF-16. Four bytes suffice.
///
/// ```
/// assert!(ninefold::text::is_utf16(b"5\x003\x00"));
/// assert!(!ninefold::text::is_utf16(b"53.."));
/// ```
pub fn is_utf16(head: &[u8]) -> bool {
    let (encoding, _) = recognise(&head[..head.len().min(HEAD)]);
    encoding != Encoding::Utf8
}

/// The encoding, and the length of its mark.
fn recognise(head: &[u8]) -> (Encoding, usize) {
    match *head {
        [0xFF, 0xFE, ..] => (Encoding::Utf16 { big_endian: false }, 2),
        [0xFE, 0xFF, ..] => (Encoding::Utf16 { big_endian: true }, 2),
        [0xEF, 0xBB, 0xBF, ..] => (Encoding::Utf8, 3),
        [1..=0x7F, 0, 1..=0x7F, 0] => (Encoding::Utf16 { big_endian: false }, 0),
        [0, 1..=0x7F, 0, 1..=0x7F] => (Encoding::Utf16 { big_endian: true }, 0),
        _ => (Encoding::Utf8, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> Vec<u8> {
        let mut whole = Vec::new();
        let mut decoder = Decoder::default();
        decoder.feed(bytes, &mut whole);
        decoder.finish(&mut whole);
        let mut pieces = Vec::new();
        let mut decoder = Decoder::default();
        bytes.chunks(1).for_each(|chunk| decoder.feed(chunk, &mut pieces));
        decoder.finish(&mut pieces);
        assert_eq!(whole, pieces, "one byte at a time");
        whole
    }

    #[test]
    fn every_line_end_becomes_a_line_feed() {
        assert_eq!(decoded(b"a\r\nb\rc\nd\r\r\n\n"), b"a\nb\nc\nd\n\n\n");
    }

    #[test]
    fn utf_16_is_decoded_with_and_without_its_mark() {
        let text = "53..7\r\nñ漢𝄞";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let expected = "53..7\nñ漢𝄞".as_bytes();
        assert_eq!(decoded(&little), expected);
        assert_eq!(decoded(&big), expected);
        assert_eq!(decoded(&[b"\xFF\xFE", little.as_slice()].concat()), expected);
        assert_eq!(decoded(&[b"\xFE\xFF", big.as_slice()].concat()), expected);
        assert_eq!(decoded(&[b"\xEF\xBB\xBF", text.as_bytes()].concat()), expected);
    }

    #[test]
    fn broken_utf_16_shows_as_replacement_characters() {
        assert_eq!(decoded(b"\xFF\xFEa\0\x00\xD8b\0"), "a\u{FFFD}b".as_bytes());
        assert_eq!(decoded(b"\xFF\xFEa\0\x00\xDC\x00\xD8"), "a\u{FFFD}\u{FFFD}".as_bytes());
        assert_eq!(decoded(b"\xFF\xFEa\0b"), "a\u{FFFD}".as_bytes());
    }

    #[test]
    fn other_bytes_pass_as_they_are() {
        assert_eq!(decoded(b""), b"");
        assert_eq!(decoded(b"\0"), b"\0");
        assert_eq!(decoded(b"\0\xFF\xC3\0\x80"), b"\0\xFF\xC3\0\x80");
    }
}
