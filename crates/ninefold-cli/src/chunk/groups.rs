//! Divides raw lines into groups of plain puzzles, which are solved together, and other lines.

use ninefold::text::plain_line;

use super::stream::line_ends;
use super::{Item, read_lines};

/// Some of the raw lines of a chunk.
pub(crate) enum LineGroup<'a> {
    /// Consecutive puzzles of 81 cells with nothing else in their lines.
    Plain(Vec<&'a [u8; 81]>),
    /// The puzzles and errors in one other line, from the library's reader.
    Items(Vec<Item>),
}

/// The groups in order.
pub(crate) fn line_groups(lines: &[u8], first_line: u64) -> impl Iterator<Item = LineGroup<'_>> {
    let (mut rest, mut line) = (lines, first_line);
    std::iter::from_fn(move || {
        let mut plain = Vec::new();
        while !rest.is_empty() {
            // Nearly all lines are 81 cells and a line feed. For these, no search for the line end is needed.
            let end = match rest.get(81) {
                Some(b'\n') => 82,
                _ => memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1),
            };
            let (text, after) = rest.split_at(end);
            match plain_line(text) {
                Some(cells) => {
                    if plain.is_empty() {
                        plain.reserve(rest.len() / 82 + 1);
                    }
                    plain.push(cells);
                }
                None if !plain.is_empty() => break,
                None => {
                    let items = read_lines(text, line).collect();
                    line += line_ends(text);
                    rest = after;
                    return Some(LineGroup::Items(items));
                }
            }
            line += 1;
            rest = after;
        }
        (!plain.is_empty()).then_some(LineGroup::Plain(plain))
    })
}
