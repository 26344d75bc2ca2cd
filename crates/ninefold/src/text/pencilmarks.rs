//! Pencilmark grids: nine rows of nine candidate lists, as HoDoKu, SudokuWiki and Simple Sudoku print them.
//!
//! ```text
//! .---------------.----------------.---------------.
//! | 5   3   124   | 26   7   2468  | 14  1249 248  |
//! | 6   247 247   | 1    9   5     | 347 234  2478 |
//! :---------------+----------------+---------------:
//! ```
//!
//! Borders may be any that [`drawing`](super::drawing) knows, or missing. A list is the digits of the candidates
//! without anything between them; braces around it are ignored. An empty character such as `.` is a cell with nothing
//! in it, not even a candidate.
//!
//! **A single digit is read as placed**, and as the cell's one candidate: the programs print both alike. Candidates of
//! other cells stay as they are printed, even where the placed digit rules them out.

use alloc::string::String;

use super::drawing::{self, Row, characters, is_vertical};
use super::error::{Expected, Fault, Found, ParseError};
use super::record::Record;
use crate::{CandidateSet, Cell, Digit, DigitSet};

/// Whether a character stands between lists.
fn is_gap(character: char) -> bool {
    is_vertical(character) || matches!(character, ' ' | '\t' | '{' | '}' | '[' | ']' | '(' | ')')
}

/// How many lists a row has, and the most characters one of them has.
pub(super) fn shape(row: &[u8]) -> (usize, usize) {
    let (mut lists, mut longest, mut current) = (0, 0, 0);
    for (_, character) in characters(row) {
        current = if is_gap(character) { 0 } else { current + 1 };
        lists += usize::from(current == 1);
        longest = longest.max(current);
    }
    (lists, longest)
}

fn read_row(row: &[u8]) -> Result<[DigitSet; 9], Fault> {
    let mut lists = [DigitSet::EMPTY; 9];
    let mut count = 0;
    // The list the last character belongs to: none, one of digits, or an empty character that is complete.
    let (mut in_list, mut is_empty) = (false, false);
    let mut tenth = None;
    for (offset, character) in characters(row) {
        if is_gap(character) {
            in_list = false;
            continue;
        }
        let begins = !in_list;
        in_list = true;
        count += usize::from(begins);
        let Some(list) = lists.get_mut(count - 1) else {
            tenth.get_or_insert(offset);
            continue;
        };
        match super::grid::cell(character) {
            Some(None) if begins => is_empty = true,
            Some(Some(digit)) if begins || (!is_empty && !list.contains(digit)) => {
                is_empty = false;
                list.insert(digit);
            }
            _ => return Err(Fault::at(row, offset, Expected::Candidates)),
        }
    }
    if count == 9 {
        return Ok(lists);
    }
    Err(Fault { offset: tenth.unwrap_or(row.len()), found: Found::Cells(count), expected: Expected::NineCells })
}

/// Reads nine rows of candidate lists.
pub(super) fn read(rows: &[Row; 9]) -> Result<Record, ParseError> {
    let mut candidates = CandidateSet::EMPTY;
    for (index, row) in rows.iter().enumerate() {
        let lists = read_row(&row.text).map_err(|fault| fault.in_text(&row.text, row.place))?;
        for (col, digits) in lists.into_iter().enumerate() {
            candidates |= CandidateSet::of_cell(Cell::from_index(index * 9 + col), digits);
        }
    }
    Ok(Record::of_candidates(candidates))
}

/// Writes the placed digits and the candidates of the other cells, each column as wide as its longest list.
pub(super) fn write(record: &Record, out: &mut String) {
    drawing::write_comment(&record.comment, out);
    let shown = record.position.shown_digits();
    let width = |col: usize| (0..9).map(|row| shown[row * 9 + col].len().max(1)).max().unwrap_or(1);
    let widths: [usize; 9] = core::array::from_fn(width);
    for row in 0..9 {
        match row {
            0 => border(".", ".", ".", &widths, out),
            3 | 6 => border(":", "+", ":", &widths, out),
            _ => {}
        }
        for col in 0..9 {
            out.push_str(if col % 3 == 0 { "| " } else { "" });
            let digits = shown[row * 9 + col];
            match digits.is_empty() {
                true => out.push('.'),
                false => out.extend(digits.iter().map(Digit::to_char)),
            }
            out.extend(core::iter::repeat_n(' ', widths[col] + 1 - digits.len().max(1)));
        }
        out.push_str("|\n");
    }
    border("'", "'", "'", &widths, out);
}

fn border(left: &str, middle: &str, right: &str, widths: &[usize; 9], out: &mut String) {
    for (block, columns) in widths.chunks(3).enumerate() {
        out.push_str(if block == 0 { left } else { middle });
        // A blank before the first list and one after each.
        out.extend(core::iter::repeat_n('-', columns.iter().sum::<usize>() + 4));
    }
    out.push_str(right);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::Pencilmarks;
    use crate::text::Format;
    use crate::text::samples::{items, puzzle, recognised, shown};

    /// As HoDoKu prints it.
    const HODOKU: &str = "\
.-----------------.---------------.--------------------.
| 5    3     124  | 26   7   2468 | 1489  1249   248   |
| 6    247   247  | 1    9   5    | 3478  234    2478  |
| 12   9     8    | 23   34  24   | 13457 6      247   |
:-----------------+---------------+--------------------:
| 8    125   1259 | 579  6   147  | 4579  2459   3     |
| 4    25    2569 | 8    5   3    | 579   259    1     |
| 7    15    1359 | 59   2   14   | 4589  459    6     |
:-----------------+---------------+--------------------:
| 139  6     13479| 357  35  7    | 2     8      4     |
| 23   278   237  | 4    1   9    | 36    3      5     |
| 123  1245  12345| 2356 8   26   | 1346  7      9     |
'-----------------'---------------'--------------------'
";

    #[test]
    fn grids_of_the_three_programs_read_alike() {
        let record = items(HODOKU, Format::Pencilmarks).remove(0).unwrap();
        assert_eq!(record.position.candidates().unwrap().digits_in("r1c6".parse().unwrap()).to_string(), "2468");
        assert_eq!(record.place.line, 2);
        // A frame of stars and bars, as Simple Sudoku has it; plus signs, as SudokuWiki has it; no frame at all.
        let stars = HODOKU.replace(['.', '\''], "*").replace(':', "|");
        let pluses = HODOKU.replace(['.', ':', '\''], "+");
        let bare: String = HODOKU.lines().filter(|l| l.starts_with('|')).map(|l| l.replace('|', " ") + "\n").collect();
        let braces = bare.replace(" 124 ", "{124}");
        for text in [HODOKU, &stars, &pluses, &bare, &braces] {
            let other = items(text, Format::Pencilmarks).remove(0).unwrap();
            assert_eq!(other.position.candidates(), record.position.candidates(), "{text}");
            assert_eq!(recognised(text), Format::Pencilmarks, "{text}");
        }
    }

    #[test]
    fn a_single_digit_is_placed_and_stays_a_candidate() {
        let record = items(HODOKU, Format::Pencilmarks).remove(0).unwrap();
        let cell: Cell = "r1c1".parse().unwrap();
        assert_eq!(record.position.digit(cell), Some(Digit::D5));
        assert_eq!(record.position.candidates().unwrap().digits_in(cell).single(), Some(Digit::D5));
        // A naked single that nobody has placed cannot be told from a given.
        assert_eq!(record.position.digit("r5c5".parse().unwrap()), Some(Digit::D5));
        // Candidates are as printed, even those a placed digit rules out.
        assert!(record.position.pencilmarks().digits_in("r8c7".parse().unwrap()).contains(Digit::D3));
    }

    #[test]
    fn what_is_written_reads_back() {
        let mut record = Record::new(puzzle());
        record.comment = "a comment\nof two lines".to_string();
        let mut text = String::new();
        write(&record, &mut text);
        let read = items(&text, Format::Pencilmarks).remove(0).unwrap();
        let marks = Pencilmarks::from(&puzzle());
        for cell in Cell::all() {
            let shown = read.position.candidates().unwrap().digits_in(cell);
            assert_eq!(shown, puzzle()[cell].map_or(marks.digits_in(cell), DigitSet::from));
        }
        assert_eq!(read.comment, record.comment);
        assert!(text.contains("\n| 5   3    124    | 26   7  2468 |"), "{text}");
        let mut again = String::new();
        write(&read, &mut again);
        assert_eq!(again, text);
    }

    #[test]
    fn faults_are_named_where_they_are() {
        let with = |from: &str, to: &str| HODOKU.replacen(from, to, 1);
        for (text, found) in [
            (
                with("2468", "24z8"),
                "line 2, column 32: found 'z', expected the different digits of a cell's candidates",
            ),
            (
                with("2468", "2448"),
                "line 2, column 32: found '4', expected the different digits of a cell's candidates",
            ),
            (with("2468", "2 68"), "line 2, column 50: found a row of 10 cells, expected nine cells"),
            (with("2468", "    "), "line 2, column 57: found a row of 8 cells, expected nine cells"),
        ] {
            assert_eq!(shown(text, Format::Pencilmarks), [found]);
        }
    }
}
