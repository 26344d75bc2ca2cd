//! Finding the ends of JSON elements without reading them.
//!
//! An element is plain if its brackets are balanced outside of strings, its strings end in their line, and an object begins
//! only where a value may be. Whatever else may be wrong with a plain element, the reader is between two elements after its
//! last bracket.

/// How deep an element may nest.
const MAX_DEPTH: u32 = 60;

/// The length of the text up to the last line that begins between two elements. `in_array` becomes the state there.
pub(super) fn split(text: &[u8], in_array: &mut bool, max_element: usize) -> usize {
    let mut inside = *in_array;
    let mut end = 0;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\n' => {
                at += 1;
                end = at;
                *in_array = inside;
            }
            b' ' | b'\t' | b'\r' | b',' => at += 1,
            b'{' => match element_end(&text[at..], inside) {
                Some(length) if length <= max_element => at += length,
                _ => break,
            },
            b']' if inside => {
                inside = false;
                at += 1;
            }
            // An array of objects. Others may be cells, or rows of cells.
            b'[' if !inside && next_byte(&text[at + 1..]) == Some(b'{') => {
                inside = true;
                at += 1;
            }
            _ => break,
        }
    }
    end
}

/// The next byte that is not blank.
fn next_byte(text: &[u8]) -> Option<u8> {
    text.iter().copied().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// The length of the element that begins here, if it is plain and ends in this text.
fn element_end(text: &[u8], in_array: bool) -> Option<usize> {
    // The open brackets, a bit each, 1 for an object.
    let (mut open, mut depth) = (0u64, 0);
    // The last byte outside of strings that is not blank.
    let mut before = b':';
    let mut at = 0;
    loop {
        let byte = *text.get(at)?;
        at += 1;
        match byte {
            b'"' => at += string_end(&text[at..])?,
            b'{' | b'[' => {
                let in_list = before == b',' && open & 1 == 0;
                if byte == b'{' && !(matches!(before, b':' | b'[') || in_list) || depth == MAX_DEPTH {
                    return None;
                }
                open = open << 1 | u64::from(byte == b'{');
                depth += 1;
            }
            b'}' | b']' => {
                open >>= 1;
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            // Outside of an array a line is a new beginning.
            b'\n' | b'\r' if !in_array => return None,
            _ => {}
        }
        if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
            before = byte;
        }
    }
}

/// The length of the rest of a string, its closing quote included. It has to end in its line.
fn string_end(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let special = |byte: &u8| matches!(byte, b'"' | b'\\' | b'\n' | b'\r');
        at += text.get(at..)?.iter().position(special)?;
        match text[at] {
            b'"' => return Some(at + 1),
            b'\\' if !matches!(text.get(at + 1), None | Some(b'\n' | b'\r')) => at += 2,
            _ => return None,
        }
    }
}
