//! Drawn grids whose empty cells are blank: finds the columns of the cells.
//!
//! ```text
//! |53 | 7 |   |      three parts of width 3: cells at 0 1 2
//! | 5 3   |   7   |  three parts of width 7: cells at 1 3 5
//! | 5 | 3 |   |      nine parts: one cell each
//! 53  7              no lines at all, nine wide: each character a cell
//! ```
//!
//! The rows of a drawing are aligned, so the vertical lines are at the same columns in each. Every way to lay nine
//! columns of cells between them is tried. The grid is read only if exactly one way agrees with all digits of all rows.

use alloc::vec::Vec;
use core::iter::once;

use super::drawing::{Row, characters, is_vertical};
use super::error::{Expected, Found, ParseError};
use super::grid::cell;
use crate::{Cell, Digit, Grid};

/// The longest row whose blanks are read as cells: wide enough for any drawing.
const MAX_WIDTH: usize = 256;

/// The columns at which each cell may have its digit: several if the cell has a part of its own.
type Layout = [core::ops::Range<usize>; 9];

/// Reads rows with blank cells. `short` is the error to give when no layout agrees: the first row with too few cells.
pub(super) fn read(rows: &[Row; 9], short: ParseError) -> Result<Grid, ParseError> {
    let mut drawing = Vec::with_capacity(9);
    for row in rows {
        let text: Vec<char> = characters(&row.text).map(|(_, character)| character).take(MAX_WIDTH + 1).collect();
        if text.len() > MAX_WIDTH {
            return Err(short);
        }
        drawing.push(text);
    }
    // If some empty cells are marked, a blank is not a cell: the row has too few cells.
    if drawing.iter().flatten().any(|&character| cell(character) == Some(None)) {
        return Err(short);
    }
    let mut read = layouts(&drawing).into_iter().filter_map(|layout| fill(&drawing, &layout));
    match (read.next(), read.next()) {
        (Some(grid), None) => Ok(grid),
        (None, _) => Err(short),
        (Some(_), Some(_)) => Err(ParseError { found: Found::UnclearBlanks, expected: Expected::MarkedCells, ..short }),
    }
}

/// The grid, if each digit of the drawing falls on a column of the layout and no two on the same cell.
fn fill(drawing: &[Vec<char>], layout: &Layout) -> Option<Grid> {
    let mut grid = Grid::EMPTY;
    let mut taken = [false; 81];
    for (index, row) in drawing.iter().enumerate() {
        for (column, &character) in row.iter().enumerate() {
            if is_vertical(character) || matches!(character, ' ' | '\t') {
                continue;
            }
            let place = index * 9 + layout.iter().position(|columns| columns.contains(&column))?;
            if core::mem::replace(&mut taken[place], true) {
                return None;
            }
            let digit: Option<Digit> = cell(character)?;
            grid[Cell::from_index(place)] = digit;
        }
    }
    Some(grid)
}

/// Every layout that fits the vertical lines.
fn layouts(drawing: &[Vec<char>]) -> Vec<Layout> {
    let lines = |row: &Vec<char>| -> Vec<usize> { (0..row.len()).filter(|&column| is_vertical(row[column])).collect() };
    let standing = lines(&drawing[0]);
    if drawing.iter().any(|row| lines(row) != standing) {
        return Vec::new();
    }
    let width = drawing.iter().map(Vec::len).max().unwrap_or(0);
    let parts: Vec<core::ops::Range<usize>> = standing.windows(2).map(|pair| pair[0] + 1..pair[1]).collect();
    match standing.as_slice() {
        [] => unparted(0..width),
        [left, right] if right - left > 9 => unparted(left + 1..*right),
        [left, right] => between_two(*left, *right),
        _ if parts.len() == 3 => in_three(&parts),
        _ if parts.len() == 9 => Vec::from_iter(parts.try_into()),
        // Eight lines between nine cells, without an outer border.
        _ if parts.len() == 7 => {
            let (before, after) = (0..standing[0], standing[7] + 1..MAX_WIDTH);
            let all: Vec<_> = once(before).chain(parts).chain(once(after)).collect();
            Vec::from_iter(all.try_into())
        }
        _ => Vec::new(),
    }
}

/// The layout with cells at these columns.
fn at(columns: [usize; 9]) -> Layout {
    columns.map(|column| column..column + 1)
}

/// Nine cells side by side, or in groups of three, that fill the range or are centred in it.
fn unparted(range: core::ops::Range<usize>) -> Vec<Layout> {
    // The distance from cell to cell, and from the last cell of a group to the first of the next.
    [(1, 1), (2, 2), (1, 2), (2, 3), (2, 4), (1, 3)]
        .into_iter()
        .filter_map(|(step, gap)| {
            let width = 6 * step + 2 * gap + 1;
            let margin = range.len().checked_sub(width).filter(|rest| rest % 2 == 0 && *rest <= 4)? / 2;
            let group = 2 * step + gap;
            Some(at(core::array::from_fn(|col| range.start + margin + col / 3 * group + col % 3 * step)))
        })
        .collect()
}

/// Three parts with three cells each, centred in their part as well as its width allows.
fn in_three(parts: &[core::ops::Range<usize>]) -> Vec<Layout> {
    let mut found = Vec::new();
    for step in 1..=4 {
        let width = 2 * step + 1;
        let margins = |part: &core::ops::Range<usize>| -> Vec<usize> {
            let rest = part.len().checked_sub(width);
            rest.map_or(Vec::new(), |rest| (rest / 2..=rest.div_ceil(2)).map(|margin| part.start + margin).collect())
        };
        for &a in &margins(&parts[0]) {
            for &b in &margins(&parts[1]) {
                for &c in &margins(&parts[2]) {
                    found.push(at(core::array::from_fn(|col| [a, b, c][col / 3] + col % 3 * step)));
                }
            }
        }
    }
    found
}

/// Two lines between the blocks and no outer border: the outer parts mirror the middle one.
fn between_two(left: usize, right: usize) -> Vec<Layout> {
    let middle = left + 1..right;
    let mut found = Vec::new();
    for step in 1..=4 {
        let width = 2 * step + 1;
        let Some(rest) = middle.len().checked_sub(width) else { break };
        let margin = rest / 2;
        let Some(first) = left.checked_sub(rest - margin + width) else { continue };
        let starts = [first, middle.start + margin, right + 1 + margin];
        found.push(at(core::array::from_fn(|col| starts[col / 3] + col % 3 * step)));
    }
    found
}
