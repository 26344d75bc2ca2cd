//! Six bits a character: the URL alphabet of base64 without padding, and the plain alphabet where a link has it.

/// `A` to `Z`, `a` to `z`, `0` to `9`, `-`, `_`.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The six bits of a character. `+` and `/` of the plain alphabet are `-` and `_`.
pub(crate) fn sextet(character: u8) -> Option<u8> {
    match character {
        b'A'..=b'Z' => Some(character - b'A'),
        b'a'..=b'z' => Some(character - b'a' + 26),
        b'0'..=b'9' => Some(character - b'0' + 52),
        b'-' | b'+' => Some(62),
        b'_' | b'/' => Some(63),
        _ => None,
    }
}

/// The character of six bits.
pub(crate) fn character(sextet: u8) -> char {
    char::from(ALPHABET[usize::from(sextet & 63)])
}

/// The six bits of each character.
///
/// # Errors
/// The place of a character that is not in the alphabet.
pub(crate) fn sextets(text: &str) -> Result<Vec<u8>, usize> {
    let text = text.trim_end_matches('=');
    text.bytes().enumerate().map(|(place, byte)| sextet(byte).ok_or(place)).collect()
}

/// The bytes of a text, the highest bits first.
///
/// # Errors
/// The place of a character that is not in the alphabet.
pub(crate) fn decode_bytes(text: &str) -> Result<Vec<u8>, usize> {
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for sextet in sextets(text)? {
        bits = bits << 6 | u32::from(sextet);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
}

/// The text of some bytes, without padding.
pub(crate) fn encode_bytes(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        (0..=chunk.len()).for_each(|place| text.push(character((word >> (18 - 6 * place)) as u8)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_the_round_trip() {
        for text in ["", "f", "fo", "foo", "foob", "fooba", "foobar"] {
            assert_eq!(decode_bytes(&encode_bytes(text.as_bytes())).unwrap(), text.as_bytes());
        }
        assert_eq!(encode_bytes(b"foob"), "Zm9vYg");
        assert_eq!(decode_bytes("Zm9vYg==").unwrap(), b"foob");
        assert_eq!(decode_bytes("Zm9v!g"), Err(4));
    }
}
