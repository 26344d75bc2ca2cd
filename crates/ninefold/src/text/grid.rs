//! Drawn grids: nine rows, with or without borders.
//!
//! ```text
//! +-------+-------+-------+     ┌───────┬───────┬───────┐     53..7....     53. .7. ...
//! | 5 3 . | . 7 . | . . . |     │ 5 3   │   7   │       │     6..195...     6.. 195 ...
//! | 6 . . | 1 9 5 | . . . |     │ 6     │ 1 9 5 │       │     .98....6.     .98 ... .6.
//! ```
//!
//! A row that shows nine cells is read as they stand, whatever is between them. Where empty cells are blank the width of
//! the cells has to come from the drawing: see `blanks`.

use alloc::string::String;
use alloc::vec::Vec;

use super::blanks;
use super::drawing::{self, Row, characters, is_vertical};
use super::error::{Expected, Fault, Found, ParseError};
use super::line;
use super::record::Record;
use crate::{Cell, Digit, Grid};

/// What a character of a row means as a cell.
pub(super) fn cell(character: char) -> Option<Option<Digit>> {
    match u8::try_from(character) {
        Ok(b'\xB7') => Some(None), // the middle dot
        Ok(byte) => line::cell(byte),
        Err(_) => None,
    }
}

/// The cells a row shows, with their byte offsets.
pub(super) fn shown_cells(row: &[u8]) -> Result<Vec<(usize, Option<Digit>)>, Fault> {
    let is_gap = |character| is_vertical(character) || matches!(character, ' ' | '\t');
    characters(row)
        .filter(|(_, character)| !is_gap(*character))
        .map(|(offset, character)| match cell(character) {
            Some(digit) => Ok((offset, digit)),
            None => Err(Fault::at(row, offset, Expected::Cell)),
        })
        .collect()
}

/// The nine cells of a row in which every empty cell is marked.
pub(super) fn marked_row(row: &[u8]) -> Result<[Option<Digit>; 9], Fault> {
    let cells = shown_cells(row)?;
    if cells.len() != 9 {
        let offset = cells.get(9).map_or(row.len(), |(offset, _)| *offset);
        return Err(Fault { offset, found: Found::Cells(cells.len()), expected: Expected::NineCells });
    }
    Ok(core::array::from_fn(|col| cells[col].1))
}

/// Nine rows in which every empty cell is marked.
pub(super) fn read_marked(rows: &[Row; 9]) -> Result<Grid, ParseError> {
    let mut grid = Grid::EMPTY;
    for (index, row) in rows.iter().enumerate() {
        let cells = marked_row(&row.text).map_err(|fault| fault.in_text(&row.text, row.place))?;
        for (col, digit) in cells.into_iter().enumerate() {
            grid[Cell::from_index(index * 9 + col)] = digit;
        }
    }
    Ok(grid)
}

/// Nine rows, empty cells marked or blank.
pub(super) fn read(rows: &[Row; 9]) -> Result<Record, ParseError> {
    let read = read_marked(rows).or_else(|error| match error.found {
        Found::Cells(..9) => blanks::read(rows, error),
        _ => Err(error),
    });
    read.map(Record::new)
}

/// Writes the grid with borders, blanks between the cells.
pub(super) fn write(record: &Record, out: &mut String) {
    const BORDER: &str = "+-------+-------+-------+\n";
    drawing::write_comment(&record.comment, out);
    for (index, row) in record.position.digits().as_array().chunks(9).enumerate() {
        if index % 3 == 0 {
            out.push_str(BORDER);
        }
        for block in row.chunks(3) {
            out.push('|');
            for digit in block {
                out.push(' ');
                out.push(digit.map_or('.', Digit::to_char));
            }
            out.push(' ');
        }
        out.push_str("|\n");
    }
    out.push_str(BORDER);
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use crate::text::Format;
    use crate::text::samples::{PUZZLE, items, recognised, shown};

    /// The puzzle with each row drawn by a function, lines between bands and around.
    fn drawn(row: impl Fn(&str) -> String, top: &str, between: &str, bottom: &str) -> String {
        let mut out = String::from(top);
        for (index, cells) in PUZZLE.as_bytes().chunks(9).enumerate() {
            if index == 3 || index == 6 {
                out.push_str(between);
            }
            out.push_str(&row(core::str::from_utf8(cells).unwrap()));
            out.push('\n');
        }
        out + bottom
    }

    fn spaced(cells: &str) -> String {
        cells.chars().map(|c| c.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn thirds(cells: &str, around: [&str; 3], one: fn(&str) -> String) -> String {
        let [left, between, right] = around;
        let parts: Vec<String> = (0..3).map(|part| one(&cells[part * 3..part * 3 + 3])).collect();
        format!("{left}{}{right}", parts.join(between))
    }

    fn check(text: &str) {
        assert_eq!(shown(text, Format::Grid), [PUZZLE], "{text}");
        assert!(matches!(recognised(text), Format::Grid | Format::Ss), "{text}");
        assert_eq!(text.parse::<crate::Grid>().unwrap().to_string(), PUZZLE);
    }

    #[test]
    fn rows_read_with_any_borders_or_none() {
        check(&drawn(str::to_string, "", "", ""));
        check(&drawn(spaced, "", "", ""));
        check(&drawn(spaced, "", "\n", ""));
        check(&drawn(|r| r.replace('.', "0"), "", "", ""));
        check(&drawn(|r| r.replace('.', "*"), "", "---\n", ""));
        check(&drawn(|r| r.replace('.', "·"), "", "", ""));
        check(&drawn(|r| thirds(r, ["", " ", ""], str::to_string), "\n", "\n", "\n"));
        check(&drawn(|r| thirds(r, ["", "  ", ""], spaced), "", "\n", ""));
        check(&drawn(
            |r| thirds(r, ["|", "|", "|"], str::to_string),
            "*-----------*\n",
            "|---+---+---|\n",
            "*-----------*\n",
        ));
        let line = "+-------+-------+-------+\n";
        check(&drawn(|r| thirds(r, ["| ", " | ", " |"], spaced), line, line, line));
        check(&drawn(|r| thirds(r, ["", "|", ""], str::to_string), "", "===+===+===\n", ""));
        let (top, between, bottom) =
            ("╔═══════╦═══════╦═══════╗\n", "╠═══════╬═══════╬═══════╣\n", "╚═══════╩═══════╩═══════╝\n");
        check(&drawn(|r| thirds(r, ["║ ", " ║ ", " ║"], spaced), top, between, bottom));
    }

    #[test]
    fn blank_cells_read_where_the_drawing_is_clear() {
        let blank = |row: &str| row.replace('.', " ");
        let (top, between, bottom) =
            ("┌───────┬───────┬───────┐\n", "├───────┼───────┼───────┤\n", "└───────┴───────┴───────┘\n");
        check(&drawn(|r| thirds(&blank(r), ["│ ", " │ ", " │"], spaced), top, between, bottom));
        check(&drawn(|r| thirds(&blank(r), ["|", "|", "|"], str::to_string), "+---+---+---+\n", "+---+---+---+\n", ""));
        check(&drawn(|r| thirds(&blank(r), ["", "|", ""], str::to_string), "", "---+---+---\n", ""));
        check(&drawn(|r| thirds(&blank(r), ["", " | ", ""], spaced), "", "------+-------+------\n", ""));
        check(&drawn(blank, "", "", ""));
        check(&drawn(|r| spaced(&blank(r)), "", "", ""));
        let each = |row: &str| {
            format!("| {} |", row.chars().map(|c| c.to_string()).collect::<Vec<_>>().join(" | ")).replace('.', " ")
        };
        check(&drawn(each, "", "", ""));
        check(&drawn(each, "", "+---+---+---+\n", ""));
    }

    #[test]
    fn blank_cells_that_could_be_anywhere_are_refused() {
        let mut rows = ["|     |     |     |"; 9];
        rows[4] = "|  5  |     |     |";
        let text = rows.join("\n");
        let found = "line 1, column 20: found blanks that could be empty cells in several ways or in none, \
                     expected nine cells, with '.' for each empty one";
        assert_eq!(shown(text, Format::Grid), [found]);
    }

    #[test]
    fn a_grid_of_eleven_rows_says_so() {
        let eleven = drawn(str::to_string, "", "", "") + "123456789\n.........\n";
        assert_eq!(shown(&eleven, Format::Grid), ["line 10, column 1: found a grid of 11 rows, expected nine rows"]);
        let line = "+---+---+---+\n";
        let framed = drawn(|r| thirds(r, ["|", "|", "|"], str::to_string), line, line, line);
        let framed = framed + "|...|...|...|\n|...|...|...|\n" + line;
        assert_eq!(shown(&framed, Format::Grid), ["line 14, column 1: found a grid of 11 rows, expected nine rows"]);
        assert_eq!(recognised(&eleven), Format::Grid);
    }

    #[test]
    fn a_row_too_long_or_too_short_or_with_a_stranger_says_where() {
        let with_row = |row: &str| drawn(str::to_string, "", "", "").replacen("6..195...", row, 1);
        for (row, found) in [
            ("6..195..", "line 2, column 9: found a row of 8 cells, expected nine cells"),
            ("6..195....", "line 2, column 10: found a row of 10 cells, expected nine cells"),
            ("6..1z5...", "line 2, column 5: found 'z', expected a digit or an empty cell"),
            ("|6..|1é5|...|", "line 2, column 7: found 'é', expected a digit or an empty cell"),
        ] {
            assert_eq!(shown(with_row(row), Format::Grid), [found]);
        }
    }

    #[test]
    fn many_grids_in_a_file_each_with_its_title() {
        let plain = drawn(str::to_string, "", "", "");
        let line = "+---+---+---+\n";
        let framed = drawn(|r| thirds(r, ["|", "|", "|"], str::to_string), line, line, line);
        let banded = drawn(str::to_string, "", "\n", "");
        let six_rows: String = plain.split_inclusive('\n').take(6).collect();
        let text = format!("Grid 01\n{plain}Grid 02\n{plain}\n{framed}{framed}\n{six_rows}\n{banded}\n# last\n{plain}");
        let items = items(&text, Format::Grid);
        let comments: Vec<&str> = items.iter().flatten().map(|record| record.comment.as_str()).collect();
        assert_eq!(comments, ["Grid 01", "Grid 02", "", "", "", "last"]);
        assert_eq!(items.iter().flatten().map(|r| r.position.digits().to_string()).collect::<Vec<_>>(), [PUZZLE; 6]);
        assert_eq!(items[4].clone().unwrap_err().found, crate::text::Found::Rows(6));
    }
}
