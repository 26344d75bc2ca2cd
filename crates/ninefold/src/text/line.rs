//! Lines of 81 characters, row by row: the format of puzzle collections.
//!
//! ```text
//! # a comment line
//! 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! 530070000600195000098000060800060003400803001700020006060000280000419005000080079 SE 1.2
//! 53  7    6  195    98    6 8   6   34  8 3  17   2   6 6    28    419  5    8  79
//! ```
//!
//! Empty cells are `.`, `0`, `*`, `_`, `?`, `x` or `X`. Blanks before the puzzle do not count, and what follows the 81st
//! character is kept as a comment. One more cell directly attached is no comment but an error: the line is too long.
//!
//! A line with 729 characters is a puzzle given as candidates (see [`candidates`](super::candidates)); lines of both kinds
//! may be in one file.
//!
//! A blank may be an empty cell too, when no other character is used for that: then the puzzle begins with the first
//! character of the line.

use alloc::string::String;

use super::candidates;
use super::error::{Expected, Fault, Found};
use super::record::Record;
use crate::{CellSet, Digit, Grid, Position};

/// What each byte means as a cell: `None` nothing, `Some(None)` an empty cell.
const CELLS: [Option<Option<Digit>>; 256] = {
    let mut cells = [None; 256];
    let mut digit = 0;
    while digit < 9 {
        cells[b'1' as usize + digit] = Some(Some(Digit::from_index(digit)));
        digit += 1;
    }
    let empty = b".0*_?xX";
    let mut index = 0;
    while index < empty.len() {
        cells[empty[index] as usize] = Some(None);
        index += 1;
    }
    cells
};

/// The 81 cells of a line that needs no other reader: nothing before them, and after them the end of the line or a
/// comment. The line may have its end, `\n` or `\r\n`.
///
/// ```
/// use ninefold::text::plain_line;
///
/// let cells = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// assert_eq!(plain_line(cells), Some(cells));
/// assert_eq!(plain_line(b"  53..7"), None);
/// ```
#[inline]
pub fn plain_line(line: &[u8]) -> Option<&[u8; 81]> {
    let (cells, rest) = line.split_first_chunk()?;
    if !matches!(rest, [] | b"\n" | b"\r\n") {
        let rest = rest.strip_suffix(b"\n").unwrap_or(rest);
        let rest = rest.strip_suffix(b"\r").unwrap_or(rest);
        // A return elsewhere ends a line too, and long lines have a limit.
        if rest.first().is_some_and(|byte| is_cell(*byte)) || rest.len() >= SHORT_COMMENT || rest.contains(&b'\r') {
            return None;
        }
    }
    all_cells(cells).then_some(cells)
}

/// A comment shorter than this cannot make a line too long.
const SHORT_COMMENT: usize = 1 << 10;

/// Whether each byte is a cell. All bytes are tested, so that the compiler can test many of them at once.
#[inline]
fn all_cells(bytes: &[u8; 81]) -> bool {
    // The digits and the dot are neighbours except for the slash, and suffice for most files.
    let usual = bytes.iter().fold(true, |all, &byte| all & (byte.wrapping_sub(b'.') < 12) & (byte != b'/'));
    usual || bytes.iter().all(|&byte| is_cell(byte))
}

/// Whether the byte is a cell in a line of cells: a digit, or one of `. 0 * _ ? x X` for an empty cell.
#[inline]
pub const fn is_cell(byte: u8) -> bool {
    CELLS[byte as usize].is_some()
}

/// What the byte means as a cell: `None` nothing, `Some(None)` an empty cell.
#[inline]
pub(super) const fn cell(byte: u8) -> Option<Option<Digit>> {
    CELLS[byte as usize]
}

/// The grid that these 81 bytes are and its filled cells, if each of them is a cell. Most puzzles are read here.
#[inline]
pub(super) fn parse_81(bytes: &[u8; 81]) -> Option<(Grid, CellSet)> {
    let mut digits = [None; 81];
    let mut filled = 0u128;
    let mut good = true;
    // Row by row, so that the filled cells gather in a machine word.
    for row in 0..9 {
        let mut filled_in_row = 0u32;
        for col in 0..9 {
            let value = CELLS[bytes[row * 9 + col] as usize];
            good &= value.is_some();
            let digit = value.flatten();
            digits[row * 9 + col] = digit;
            filled_in_row |= u32::from(digit.is_some()) << col;
        }
        filled |= u128::from(filled_in_row) << (row * 9);
    }
    good.then(|| (Grid::from(digits), CellSet::from_bits(filled)))
}

/// Reads the puzzle a line begins with. Returns it with the number of bytes it took, leading blanks included.
pub(super) fn parse(line: &[u8]) -> Result<(Grid, usize), Fault> {
    let start = line.iter().position(|byte| !is_blank(*byte)).unwrap_or(line.len());
    let marked = parse_marked(line, start);
    match marked {
        Ok(grid) => Ok((grid, start + 81)),
        Err(fault) => parse_blank(line).map(|grid| (grid, 81)).ok_or(fault),
    }
}

/// With each empty cell marked.
fn parse_marked(line: &[u8], start: usize) -> Result<Grid, Fault> {
    let cells = &line[start..];
    let Some((grid, _)) = cells.first_chunk().and_then(parse_81) else {
        let good = cells.iter().take(81).take_while(|byte| cell(**byte).is_some()).count();
        return Err(Fault::at(line, start + good, Expected::Cell));
    };
    match cells.get(81) {
        Some(&next) if cell(next).is_some() => Err(Fault::at(line, start + 81, Expected::EndOfCells)),
        _ => Ok(grid),
    }
}

/// With blanks for empty cells: 81 digits and blanks, then the end or another blank.
fn parse_blank(line: &[u8]) -> Option<Grid> {
    let cells = line.get(..81)?;
    let plausible = cells.iter().all(|byte| *byte == b' ' || Digit::from_ascii(*byte).is_some());
    let closed = line.get(81).is_none_or(|byte| is_blank(*byte));
    let some_digit = cells.iter().any(|byte| *byte != b' ');
    (plausible && closed && some_digit).then(|| Grid::from_fn(|cell| Digit::from_ascii(cells[cell.index()])))
}

/// Reads a whole line; a blank line or a comment line is none.
pub(super) fn read(line: &[u8]) -> Option<Result<Record, Fault>> {
    if is_blank_or_comment(line) {
        return None;
    }
    if candidates::is_nearer(line) {
        return Some(candidates::parse(line));
    }
    Some(parse(line).map(|(grid, used)| {
        let mut record = Record::new(grid);
        record.comment = text_of(line[used..].trim_ascii());
        record
    }))
}

/// A position that is the whole of a field or quoted string: 81 cells, or 729 characters.
pub(super) fn parse_position(field: &[u8]) -> Result<Position, Fault> {
    if !candidates::is_nearer(field) {
        return parse_field(field).map(Position::of_givens);
    }
    let record = candidates::parse(field)?;
    match record.comment.is_empty() {
        true => Ok(record.position),
        false => {
            let end = field.trim_ascii_start().len();
            Err(Fault::at(field, field.len() - end + candidates::LENGTH, Expected::EndOfCandidates))
        }
    }
}

/// A puzzle that is the whole of a field, quoted string or attribute.
pub(super) fn parse_field(field: &[u8]) -> Result<Grid, Fault> {
    let (grid, used) = parse(field)?;
    match field[used..].iter().position(|byte| !byte.is_ascii_whitespace()) {
        Some(extra) => Err(Fault::at(field, used + extra, Expected::EndOfCells)),
        None => Ok(grid),
    }
}

/// Whether there is nothing to read in the line.
pub(super) fn is_blank_or_comment(line: &[u8]) -> bool {
    line.iter().find(|byte| !is_blank(**byte)).is_none_or(|byte| *byte == b'#')
}

/// A blank or a tabulator.
#[inline]
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Text for a comment or a field; what is not UTF-8 becomes a replacement character.
pub(super) fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Writes the puzzle and its comment.
pub(super) fn write(record: &Record, out: &mut String) {
    push_grid(record.position.digits(), '.', out);
    let comment = record.comment.trim_ascii();
    if !comment.is_empty() {
        out.push(' ');
        push_in_one_line(comment, out);
    }
    out.push('\n');
}

impl Position {
    /// The position in one line: 81 characters with every digit, or 729 if candidates are part of the puzzle.
    ///
    /// ```
    /// use ninefold::{CandidateSet, Grid, Position};
    ///
    /// assert_eq!(Position::of_givens(Grid::EMPTY).to_line(), ".".repeat(81));
    /// assert_eq!(Position::of_candidates(CandidateSet::FULL).to_line(), "123456789".repeat(81));
    /// ```
    pub fn to_line(&self) -> String {
        let mut line = String::new();
        self.push_line(&mut line);
        line
    }

    /// Appends [`to_line`](Position::to_line).
    pub(crate) fn push_line(&self, out: &mut String) {
        match self.has_candidates() {
            true => candidates::push(self, out),
            false => push_grid(self.digits(), '.', out),
        }
    }

    /// Whether candidates are part of the puzzle.
    pub(super) fn has_candidates(&self) -> bool {
        self.candidates().is_some() && !self.is_players()
    }
}

/// The 81 characters of a grid.
pub(crate) fn push_grid(grid: &Grid, empty: char, out: &mut String) {
    let characters = grid.as_array().map(|digit| digit.map_or(empty as u8, |digit| b'0' + digit.get()));
    // ASCII is UTF-8.
    out.push_str(core::str::from_utf8(&characters).unwrap_or_default());
}

/// Text that must not end the line it stands in.
pub(super) fn push_in_one_line(text: &str, out: &mut String) {
    out.extend(text.chars().map(|character| if matches!(character, '\n' | '\r') { ' ' } else { character }));
}

/// The fault of a line longer than the limit.
pub(super) fn too_long(limit: usize) -> Fault {
    Fault { offset: 0, found: Found::TooLong, expected: Expected::AtMost(limit) }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;
    use crate::text::Format;
    use crate::text::samples::{PUZZLE, items, puzzle, shown};

    #[test]
    fn every_empty_character_reads_the_same() {
        for empty in ['.', '0', '*', '_', '?', 'x', 'X', ' '] {
            let text = PUZZLE.replace('.', &empty.to_string());
            assert_eq!(shown(&text, Format::Line), [PUZZLE], "{empty:?}");
        }
    }

    #[test]
    fn what_follows_the_puzzle_is_its_comment() {
        for (text, comment) in [
            (format!("{PUZZLE}  SE 7.2  "), "SE 7.2"),
            (format!("{PUZZLE}# easy"), "# easy"),
            (format!("{PUZZLE},12,easy"), ",12,easy"),
            (format!("\t  {PUZZLE}\t;é"), ";é"),
            (PUZZLE.to_string(), ""),
        ] {
            let record = items(&text, Format::Line).remove(0).unwrap();
            assert_eq!(record.comment, comment);
            assert_eq!(record.position.digits(), &puzzle());
        }
    }

    #[test]
    fn blanks_may_be_cells_at_the_beginning_and_the_end() {
        let grid = format!("  3{}  ", PUZZLE[3..79].replace('.', " "));
        let expected = format!("..3{}..", &PUZZLE[3..79]);
        assert_eq!(shown(&grid, Format::Line), [expected.as_str()]);
        assert_eq!(shown(format!("{grid} SE 1.2"), Format::Line), [expected.as_str()]);
    }

    #[test]
    fn a_line_too_long_or_too_short_is_an_error_at_its_end() {
        let long = format!("{PUZZLE}5 easy");
        let found = "line 1, column 82: found '5', expected the end of the puzzle after 81 cells";
        assert_eq!(shown(long, Format::Line), [found]);
        let found = "line 1, column 82: found '.', expected the end of the puzzle after 81 cells";
        assert_eq!(shown(format!("{PUZZLE}..."), Format::Line), [found]);
        let found = "line 1, column 81: found the end of the line, expected a digit or an empty cell";
        assert_eq!(shown(&PUZZLE[..80], Format::Line), [found]);
        let found = "line 1, column 5: found ' ', expected a digit or an empty cell";
        assert_eq!(shown("53.. easy", Format::Line), [found]);
    }

    #[test]
    fn one_bad_line_leaves_the_others_alone() {
        let text = format!("# header\n\n{PUZZLE}\r\n53z\r{PUZZLE}\n{}\n{PUZZLE}", "\u{e9}");
        let bad = "line 4, column 3: found 'z', expected a digit or an empty cell";
        let worse = "line 6, column 1: found 'é', expected a digit or an empty cell";
        assert_eq!(shown(&text, Format::Line), [PUZZLE, bad, PUZZLE, worse, PUZZLE]);
        let lines: alloc::vec::Vec<u64> =
            items(&text, Format::Line).into_iter().flatten().map(|r| r.place.line).collect();
        assert_eq!(lines, [3, 5, 7]);
    }

    #[test]
    fn the_fast_road_and_the_careful_one_agree() {
        for index in 0..81 {
            for byte in 0..=255 {
                let mut line: [u8; 81] = PUZZLE.as_bytes().try_into().unwrap();
                line[index] = byte;
                let careful: Option<alloc::vec::Vec<_>> = line.iter().map(|byte| cell(*byte)).collect();
                let careful = careful.map(|cells| Grid::from_fn(|cell| cells[cell.index()]));
                assert_eq!(parse_81(&line).map(|(grid, _)| grid), careful);
                assert_eq!(parse_81(&line).map(|(_, filled)| filled), careful.map(|grid| grid.filled()));
            }
        }
    }

    #[test]
    fn comments_cannot_break_the_line() {
        let mut out = String::new();
        write(&Record { comment: "two\nlines".into(), ..Record::new(puzzle()) }, &mut out);
        assert_eq!(out, format!("{PUZZLE} two lines\n"));
    }
}
