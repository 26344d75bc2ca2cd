//! Puzzles as the JSON of f-puzzles.com, and as its links.

use core::fmt::Write as _;
use std::collections::BTreeMap;

use ninefold::json::quoted;

use super::WriteError;
use super::lz;
use crate::rule::{
    Cage, Clue, Count, Diagonal, Global, Index, Kind, Line, Mark, Negative, Outside, Pair, Region, Rule, Side, Sum,
};
use crate::{Board, Cell, Variant};

/// The link of a puzzle.
pub(crate) fn write_link(variant: &Variant) -> Result<String, WriteError> {
    Ok(format!("https://f-puzzles.com/?load={}", lz::compress(&write(variant)?)))
}

fn name(board: &Board, cell: Cell) -> String {
    let (row, column) = board.place(cell).unwrap_or_default();
    format!("\"R{}C{}\"", row + 1, column + 1)
}

fn list(board: &Board, cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| name(board, cell)).collect();
    format!("[{}]", names.join(","))
}

/// The JSON of a puzzle.
///
/// # Errors
/// The first rule, or the property of the board, that the format has no form for.
pub(crate) fn write(variant: &Variant) -> Result<String, WriteError> {
    let board = variant.board();
    let side = board.rows();
    if !board.is_square() || board.first_value() != 1 || board.value_count() != side {
        return Err(WriteError::Board("a square board with values from 1 to its side"));
    }
    if !board.has_lines() || !board.extra().is_empty() {
        return Err(WriteError::Board("rows and columns, and no cells beside the grid"));
    }
    let mut out = format!("{{\"size\":{side}");
    for (key, text) in
        [("title", &variant.notes.title), ("author", &variant.notes.author), ("ruleset", &variant.notes.rules)]
    {
        if !text.is_empty() {
            let _ = write!(out, ",\"{key}\":{}", quoted(text));
        }
    }
    out.push_str(",\"grid\":");
    out.push_str(&grid(variant));
    let mut members: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    let mut negatives = Vec::new();
    for rule in variant.rules() {
        if let Rule::Pair(Pair::Negative(negative)) = rule {
            negatives.push(match negative {
                Negative::Ratio => "\"ratio\"",
                Negative::Difference => "\"difference\"",
                Negative::Xv => "\"xv\"",
                Negative::Kropki => return Err(WriteError::Rule(Kind::NoKropki)),
            });
            continue;
        }
        if let Some(flag) = flag(rule) {
            let _ = write!(out, ",\"{flag}\":true");
            continue;
        }
        let (member, item) = item(board, rule).ok_or(WriteError::Rule(rule.kind()))?;
        members.entry(member).or_default().push(item);
    }
    if !negatives.is_empty() {
        let _ = write!(out, ",\"negative\":[{}]", negatives.join(","));
    }
    for (member, items) in members {
        let _ = write!(out, ",\"{member}\":[{}]", items.join(","));
    }
    if let Some(solution) = &variant.notes.solution {
        let values: Vec<String> = solution.iter().map(u8::to_string).collect();
        let _ = write!(out, ",\"solution\":[{}]", values.join(","));
    }
    out.push('}');
    Ok(out)
}

fn grid(variant: &Variant) -> String {
    let board = variant.board();
    let regions = board.region_of_cells();
    let default = Board::square(board.rows()).is_ok_and(|plain| plain.region_of_cells() == regions);
    let cell = |cell: Cell| {
        let mut fields = Vec::new();
        let given = variant.givens()[cell.index()];
        if let Some(value) = given.single() {
            fields.push(format!("\"value\":{value},\"given\":true"));
        } else if given != board.values() {
            let values: Vec<String> = given.iter().map(|value| value.to_string()).collect();
            fields.push(format!("\"givenPencilMarks\":[{}]", values.join(",")));
        }
        if !default {
            let region = regions[cell.index()].map_or("null".to_owned(), |region| region.to_string());
            fields.push(format!("\"region\":{region}"));
        }
        format!("{{{}}}", fields.join(","))
    };
    let rows: Vec<String> = (0..board.rows())
        .map(|row| format!("[{}]", board.row(row).into_iter().map(cell).collect::<Vec<_>>().join(",")))
        .collect();
    format!("[{}]", rows.join(","))
}

fn flag(rule: &Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::Region(Region::Diagonal(Diagonal::Rising)) => "diagonal+",
        Rule::Region(Region::Diagonal(Diagonal::Falling)) => "diagonal-",
        Rule::Region(Region::DisjointGroups) => "disjointgroups",
        Rule::Global(Global::AntiKnight) => "antiknight",
        Rule::Global(Global::AntiKing) => "antiking",
        Rule::Global(Global::NonConsecutive) => "nonconsecutive",
        _ => return None,
    })
}

/// The member of a rule and its item in the list there.
fn item(board: &Board, rule: &Rule) -> Option<(&'static str, String)> {
    let cells = |list_of: &[Cell]| format!("\"cells\":{}", list(board, list_of));
    let line = |list_of: &[Cell]| format!("{{\"lines\":[{}]}}", list(board, list_of));
    let valued_line =
        |list_of: &[Cell], value: u8| format!("{{\"lines\":[{}],\"value\":\"{value}\"}}", list(board, list_of));
    let valued = |list_of: &[Cell], value: &str| format!("{{{},\"value\":\"{value}\"}}", cells(list_of));
    let member = rule.kind().fpuzzles();
    let item = match rule {
        Rule::Line(rule) => match rule.line {
            Line::Whisper(by) | Line::Lockout(by) | Line::Modular(by) => valued_line(&rule.cells, by),
            _ => line(&rule.cells),
        },
        Rule::Sum(Sum::RegionSum(cells) | Sum::DoubleArrow(cells) | Sum::Zipper(cells)) => line(cells),
        Rule::Sum(Sum::Arrow { circle, arrow }) => {
            let path: Vec<Cell> = circle.last().into_iter().chain(arrow).copied().collect();
            format!("{{{},\"lines\":[{}]}}", cells(circle), list(board, &path))
        }
        Rule::Sum(Sum::LittleKiller { sum, cells }) => little_killer(board, *sum, cells)?,
        Rule::Cage(Cage::Killer { sum: Some(sum), cells }) => valued(cells, &sum.to_string()),
        Rule::Cage(Cage::Killer { sum: None, cells: list }) => format!("{{{}}}", cells(list)),
        Rule::Pair(Pair::Difference { cells, by } | Pair::Ratio { cells, by }) => valued(cells, &by.to_string()),
        Rule::Pair(Pair::Xv { cells, sum }) => valued(cells, if *sum == 10 { "X" } else { "V" }),
        Rule::Region(Region::ExtraRegion(list)) => format!("{{{}}}", cells(list)),
        // A region of all-different cells is an extra region here.
        Rule::Region(Region::AllDifferent(list)) => return Some(("extraregion", format!("{{{}}}", cells(list)))),
        Rule::Count(Count::Clone { cells: list_of, copies }) => {
            format!("{{{},\"cloneCells\":{}}}", cells(list_of), list(board, copies))
        }
        Rule::Count(Count::Quadruple { values, cells: list }) => {
            let values: Vec<String> = values.iter().map(u8::to_string).collect();
            format!("{{{},\"values\":[{}]}}", cells(list), values.join(","))
        }
        Rule::Mark(Mark::Odd(cell) | Mark::Even(cell) | Mark::Minimum(cell) | Mark::Maximum(cell)) => {
            format!("{{\"cell\":{}}}", name(board, *cell))
        }
        Rule::Index(Index::Row(list) | Index::Column(list) | Index::Block(list)) => format!("{{{}}}", cells(list)),
        Rule::Outside(Outside::Clue { side, clue: Clue::Sandwich(n) | Clue::XSum(n) | Clue::Skyscraper(n) }) => {
            let (row, column) = match side {
                Side::Left(row) => (row + 1, 0),
                Side::Right(row) => (row + 1, board.columns() + 1),
                Side::Top(column) => (0, column + 1),
                Side::Bottom(column) => (board.rows() + 1, column + 1),
            };
            format!("{{\"cell\":\"R{row}C{column}\",\"value\":\"{n}\"}}")
        }
        _ => return None,
    };
    (!member.is_empty()).then_some((member, item))
}

fn little_killer(board: &Board, sum: u32, cells: &[Cell]) -> Option<String> {
    let (row, column) = board.place(*cells.first()?)?;
    // One cell shows no direction: any that leads onto it from outside does.
    let (next_row, next_column) = match cells.get(1) {
        Some(&cell) => board.place(cell)?,
        None => (row + 1, if column == 0 { column + 1 } else { column - 1 }),
    };
    let (down, right) = (next_row > row, next_column > column);
    let direction = format!("{}{}", if down { 'D' } else { 'U' }, if right { 'R' } else { 'L' });
    let row = if down { row } else { row + 2 };
    let column = if right { column } else { column + 2 };
    Some(format!("{{\"cell\":\"R{row}C{column}\",\"direction\":\"{direction}\",\"value\":\"{sum}\"}}"))
}
