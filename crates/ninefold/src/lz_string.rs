//! The compression of lz-string, in which puzzle pages put puzzles into links.
//!
//! It is LZ78 over UTF-16 code units. The bits are in base64 characters, the first bit of the text being the highest of
//! its character; numbers have their lowest bit first. A number is the place of a phrase in the dictionary, or one of
//!
//! ```text
//! 0  a new unit of 8 bits follows    1  a new unit of 16 bits follows    2  the end
//! ```
//!
//! After each phrase the dictionary gets another: the phrase before it and its first unit. In the text these two are
//! neighbours, so a phrase is a range of the text. Numbers grow by a bit when the dictionary outgrows them.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Longer texts are refused.
const MAX_UNITS: usize = 1 << 20;

/// The text that was compressed, or `None` if the characters are not such a text.
pub(crate) fn decompress(base64: &str) -> Option<String> {
    let mut bits = Bits { characters: base64.as_bytes(), bit: 0 };
    let mut units: Vec<u16> = Vec::new();
    // The first three numbers are commands.
    let mut phrases: Vec<Range<usize>> = alloc::vec![0..0; 3];
    let mut width = 2;
    let mut room = 1_usize;
    let mut last: Option<Range<usize>> = None;
    loop {
        let code = bits.number(width)? as usize;
        let start = units.len();
        if code < 2 {
            units.push(bits.number(8 << code)? as u16);
            phrases.push(start..start + 1);
            grow(&mut width, &mut room);
        } else if code == 2 {
            return String::from_utf16(&units).ok();
        } else if let Some(phrase) = phrases.get(code).cloned() {
            units.extend_from_within(phrase);
        } else {
            // The phrase that is about to be added: the last one and its first unit.
            let last = last.clone().filter(|_| code == phrases.len())?;
            let first = units[last.start];
            units.extend_from_within(last);
            units.push(first);
        }
        if units.len() > MAX_UNITS {
            return None;
        }
        if let Some(last) = last {
            phrases.push(last.start..last.end + 1);
            grow(&mut width, &mut room);
        }
        last = Some(start..units.len());
    }
}

/// Another phrase is in the dictionary: numbers are wider when all of this width are used.
fn grow(width: &mut u32, room: &mut usize) {
    *room -= 1;
    if *room == 0 {
        *room = 1 << *width;
        *width += 1;
    }
}

struct Bits<'a> {
    characters: &'a [u8],
    bit: usize,
}

impl Bits<'_> {
    /// The next number of so many bits.
    fn number(&mut self, width: u32) -> Option<u32> {
        let mut number = 0;
        for place in 0..width {
            let value = match *self.characters.get(self.bit / 6)? {
                byte @ b'A'..=b'Z' => byte - b'A',
                byte @ b'a'..=b'z' => byte - b'a' + 26,
                byte @ b'0'..=b'9' => byte - b'0' + 52,
                b'+' | b'-' | b' ' => 62,
                b'/' | b'_' => 63,
                b'=' => 0,
                _ => return None,
            };
            number |= u32::from(value >> (5 - self.bit % 6) & 1) << place;
            self.bit += 1;
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made with `compressToBase64` of lz-string 1.5.0.
    const GOLDEN: [(&str, &str); 5] = [
        ("", "Q==="),
        ("a", "IZA="),
        ("aaaaaaaaaaaaaaaa", "IY1/EA=="),
        (
            "{\"size\":9,\"grid\":[[{},{\"value\":5,\"given\":true}]]}",
            "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9lQA3AQwBsBXOeAVlTQjJgDsEAXDOogXX5EgA==",
        ),
        ("数独 ± ünï", "g6mhunAECNYD8HYPdA=="),
    ];

    #[test]
    fn texts_of_the_original_are_read() {
        for (text, packed) in GOLDEN {
            assert_eq!(decompress(packed).as_deref(), Some(text));
        }
    }

    #[test]
    fn other_characters_are_refused() {
        for text in ["", "A", "!!!!", "N4Ig", "////////////////", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
            let _ = decompress(text);
        }
        assert_eq!(decompress(""), None);
        assert_eq!(decompress("é"), None);
    }
}
