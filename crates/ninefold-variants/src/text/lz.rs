//! The compression of puzzle links: Lempel-Ziv-Welch over 16-bit characters, six bits to a character of base64.
//!
//! ```text
//!   code 0   a new character of 8 bits follows         codes grow by one bit whenever their number
//!   code 1   a new character of 16 bits follows        reaches the next power of two
//!   code 2   the end
//!   code n   entry n of the dictionary
//! ```
//!
//! Entries are kept as the place of an earlier entry and one more character, so memory grows with the compressed text. The
//! decompressed text has a limit of its own: a short link can decompress to a very long text.

use std::collections::HashMap;

use super::base64;

/// The longest text that a link can hold, in 16-bit units.
pub(crate) const MAX_TEXT: usize = 4_000_000;

/// Why a link does not decompress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LzError {
    /// The character at this place is not in the alphabet.
    Character(usize),
    /// The text ends too early, or a code is not in the dictionary.
    Broken,
    /// More than [`MAX_TEXT`] units.
    TooLong,
}

struct Bits<'a> {
    sextets: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    /// The next bits, the lowest first.
    fn take(&mut self, count: u32) -> Result<u32, LzError> {
        let mut value = 0;
        for place in 0..count {
            let sextet = self.sextets.get(self.at / 6).ok_or(LzError::Broken)?;
            value |= u32::from(sextet >> (5 - self.at % 6) & 1) << place;
            self.at += 1;
        }
        Ok(value)
    }
}

/// Decompresses the base64 text of a link.
pub(crate) fn decompress(text: &str) -> Result<String, LzError> {
    let sextets = base64::sextets(text).map_err(LzError::Character)?;
    let mut bits = Bits { sextets: &sextets, at: 0 };
    // An entry is a stretch of what was written so far: its start and its length.
    let mut entries: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut out: Vec<u16> = Vec::new();
    let mut width = 2;
    let mut room = 1usize;
    let mut previous: Option<(usize, usize)> = None;
    loop {
        let code = bits.take(width)?;
        let start = out.len();
        let entry = match code {
            0 | 1 => {
                out.push(bits.take(if code == 0 { 8 } else { 16 })? as u16);
                entries.push((start, 1));
                room -= 1;
                if room == 0 {
                    room = 1 << width;
                    width += 1;
                }
                (start, 1)
            }
            2 => break,
            code => {
                let (from, length) = match (entries.get(code as usize), previous) {
                    (Some(&entry), _) => entry,
                    // The entry that is about to be made: the previous one and its own first character.
                    (None, Some((from, length))) if code as usize == entries.len() => (from, length + 1),
                    _ => return Err(LzError::Broken),
                };
                if out.len() + length > MAX_TEXT {
                    return Err(LzError::TooLong);
                }
                // The last character of a new entry is the first of this very stretch, which is written by then.
                for place in from..from + length {
                    out.push(out[place]);
                }
                (start, length)
            }
        };
        if out.len() > MAX_TEXT {
            return Err(LzError::TooLong);
        }
        if let Some((from, length)) = previous {
            // The previous entry and the first character of this one lie side by side in the output.
            entries.push((from, length + 1));
            room -= 1;
        }
        if room == 0 {
            room = 1 << width;
            width += 1;
        }
        previous = Some(entry);
    }
    Ok(String::from_utf16_lossy(&out))
}

struct Writer {
    text: String,
    sextet: u8,
    count: u32,
    /// Bits of a code.
    width: u32,
    /// Codes until they need one bit more.
    room: u32,
}

impl Writer {
    fn step(&mut self) {
        self.room -= 1;
        if self.room == 0 {
            self.room = 1 << self.width;
            self.width += 1;
        }
    }

    /// Writes a code, or its character where the code is used for the first time.
    fn code(&mut self, code: u32, unannounced: &mut HashMap<u32, u16>) {
        match unannounced.remove(&code) {
            Some(unit) => {
                let wide = unit > 255;
                self.put(wide.into(), self.width);
                self.put(unit.into(), if wide { 16 } else { 8 });
                self.step();
            }
            None => self.put(code, self.width),
        }
        self.step();
    }

    fn put(&mut self, value: u32, bits: u32) {
        for place in 0..bits {
            self.sextet = self.sextet << 1 | (value >> place & 1) as u8;
            self.count += 1;
            if self.count == 6 {
                self.text.push(match self.sextet {
                    62 => '+',
                    63 => '/',
                    sextet => base64::character(sextet),
                });
                (self.sextet, self.count) = (0, 0);
            }
        }
    }
}

/// Compresses a text for a link.
pub(crate) fn compress(text: &str) -> String {
    let mut writer = Writer { text: String::new(), sextet: 0, count: 0, width: 2, room: 2 };
    // An entry is an earlier code and one more character; code 0 is the empty text.
    let mut codes: HashMap<(u32, u16), u32> = HashMap::new();
    let mut unannounced: HashMap<u32, u16> = HashMap::new();
    let mut next = 3;
    let mut current = 0;
    for unit in text.encode_utf16() {
        let single = *codes.entry((0, unit)).or_insert_with(|| {
            unannounced.insert(next, unit);
            next += 1;
            next - 1
        });
        if current == 0 {
            current = single;
        } else if let Some(&longer) = codes.get(&(current, unit)) {
            current = longer;
        } else {
            writer.code(current, &mut unannounced);
            codes.insert((current, unit), next);
            next += 1;
            current = single;
        }
    }
    if current != 0 {
        writer.code(current, &mut unannounced);
    }
    writer.put(2, writer.width);
    // The last sextet is filled with zeros; there is always one.
    writer.put(0, 6 - writer.count);
    while !writer.text.len().is_multiple_of(4) {
        writer.text.push('=');
    }
    writer.text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive_the_round_trip() {
        let long = "{\"size\":9,".repeat(300);
        for text in ["", "a", "aaaaaaaaaaaa", "abcabcabcé漢😀", &long] {
            assert_eq!(decompress(&compress(text)).as_deref(), Ok(text));
        }
        // A text that other programs compress the same way.
        assert_eq!(compress("hello"), "BYUwNmD2Q===");
    }

    #[test]
    fn a_short_link_cannot_fill_the_memory() {
        // Each code is one longer than all before: the length grows with the square of the link.
        let bomb = compress(&"a".repeat(MAX_TEXT - 1));
        assert!(bomb.len() < 10_000, "{}", bomb.len());
        assert!(decompress(&bomb).is_ok());
        assert_eq!(decompress(&compress(&"a".repeat(MAX_TEXT + 1))), Err(LzError::TooLong));
        assert_eq!(decompress("N4I"), Err(LzError::Broken));
        assert_eq!(decompress("N4I!"), Err(LzError::Character(3)));
    }
}
