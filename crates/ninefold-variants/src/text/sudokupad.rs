//! The part of a SudokuPad puzzle that has a meaning: size, givens, regions, cages, anti-knight and anti-king, solution.
//!
//! Lines, arrows, dots and texts are drawings there: no rule is attached to them. The reader lists them in
//! [`Notes::drawings`](crate::Notes::drawings) and makes no guess at what they mean.
//!
//! A link ends with `scl` or `ctc` and compressed text, or with `fpuz` and a puzzle of f-puzzles. The compressed text is JSON with
//! short names and without most quotes.

use super::error::{Fault, ReadError};
use super::fpuzzles;
use super::json::{self, Json};
use crate::rule::{Cage, Global};
use crate::{Board, Cell, Variant};

/// The prefixes of what follows the last slash of a link.
const PREFIXES: [&str; 5] = ["fpuzzles", "fpuz", "scl", "ctc", "scf"];

/// Whether a text is a link to SudokuPad, or the last part of one.
pub(crate) fn is_link(text: &str) -> bool {
    let text = text.trim();
    text.contains("sudokupad.")
        || text.contains("crackingthecryptic.com")
        || PREFIXES[2..4].iter().any(|p| text.starts_with(p))
}

/// Reads a link.
pub(crate) fn read_link(text: &str) -> Result<Variant, ReadError> {
    let trimmed = text.trim();
    let mark = trimmed
        .find("puzzleid=")
        .map(|at| at + 9)
        .or_else(|| trimmed.find("sudokupad.").and_then(|at| trimmed[at..].find('/').map(|slash| at + slash + 1)));
    let last = &trimmed[mark.unwrap_or(0)..];
    let last = last.strip_prefix("sudoku/").unwrap_or(last);
    let offset = last.as_ptr() as usize - text.as_ptr() as usize;
    let Some(prefix) = PREFIXES.iter().find(|prefix| last.starts_with(**prefix)) else {
        return Err(
            Fault::unexpected(last, "a link that holds the puzzle: scl, ctc or fpuz and its text").at(text, offset)
        );
    };
    let packed = &last[prefix.len()..];
    // Parameters after the puzzle do not belong to it.
    let packed = packed.split(['?', '&']).next().unwrap_or(packed);
    let json = fpuzzles::unpack(text, packed)?;
    if prefix.starts_with("fpuz") {
        return fpuzzles::read(&json).map_err(|error| error.inside(text));
    }
    read(&json).map_err(|error| error.inside(text))
}

/// A member by its long or its short name.
fn member<'a>(json: &'a Json, names: &[&str]) -> Option<&'a Json> {
    names.iter().find_map(|name| json.get(name))
}

/// Reads the JSON of a puzzle.
pub(crate) fn read(text: &str) -> Result<Variant, ReadError> {
    let json = json::parse(text, true)?;
    let Some(rows) = member(&json, &["cells", "ce"]).map(Json::list).filter(|rows| !rows.is_empty()) else {
        return Err(Fault::unexpected("", "rows of cells").at(text, json.offset));
    };
    let columns = rows.iter().map(|row| row.list().len()).max().unwrap_or(0);
    let fail = |at: usize, error| Fault::Board(error).at(text, at);
    let mut board =
        Board::new(rows.len(), columns, rows.len().max(columns), 1).map_err(|error| fail(json.offset, error))?;
    if let Some(regions) = member(&json, &["regions", "re"]) {
        let mut pieces = Vec::new();
        for region in regions.list() {
            let cells = cells(text, &board, region)?;
            if cells.len() <= board.value_count() && cells.len() > 1 {
                pieces.push(cells);
            }
        }
        if !pieces.is_empty() {
            let (mut found, mut blocks) = (pieces.clone(), board.block_regions());
            found.iter_mut().for_each(|piece| piece.sort_unstable());
            found.sort();
            blocks.sort();
            if found != blocks {
                board = board.without_blocks().with_pieces(pieces).map_err(|error| fail(regions.offset, error))?;
            }
        }
    }
    let mut variant = Variant::new(board.clone());
    for (row, cells) in rows.iter().enumerate() {
        for (column, json) in cells.list().iter().enumerate() {
            let value =
                member(json, &["value", "v"]).and_then(Json::integer).and_then(|value| u8::try_from(value).ok());
            if let (Some(cell), Some(value)) = (board.cell(row, column), value) {
                if !board.values().contains(value) {
                    return Err(Fault::unexpected(&value.to_string(), "a value of the board").at(text, json.offset));
                }
                variant.give(cell, value);
            }
        }
    }
    let mut properties: Vec<(String, String)> = Vec::new();
    for cage in member(&json, &["cages", "ca"]).map(Json::list).unwrap_or_default() {
        let list = match member(cage, &["cells", "ce"]) {
            Some(list) => cells(text, &board, list)?,
            None => Vec::new(),
        };
        let value = member(cage, &["value", "v"]);
        if list.is_empty() {
            // A cage without cells is a property of the puzzle: "title: ...".
            if let Some((name, content)) = value.and_then(Json::text).and_then(|text| text.split_once(':')) {
                properties.push((name.trim().to_lowercase(), content.trim().to_owned()));
            }
            continue;
        }
        let unique = member(cage, &["unique", "un", "u"]);
        let is_line = member(cage, &["type", "ty"]).and_then(Json::text) == Some("rowcol");
        let sum = value.and_then(Json::integer).and_then(|sum| u32::try_from(sum).ok()).filter(|&sum| sum > 0);
        if is_line || unique.is_some_and(|unique| unique.value == json::Value::Bool(false)) {
            variant.notes.drawings.push(format!("cage {}", named(&board, &list)));
        } else if sum.is_some() || unique.is_some_and(Json::is_true) {
            let rule = Cage::Killer { sum, cells: list };
            variant.add(rule).map_err(|error| Fault::Rule(error).at(text, cage.offset))?;
        } else {
            variant.notes.drawings.push(format!("cage {}", named(&board, &list)));
        }
    }
    if let Some(metadata) = member(&json, &["metadata", "md", "me"]) {
        for (name, value) in metadata.members() {
            properties.push((name.to_lowercase(), value.shown()));
        }
    }
    for (name, content) in properties {
        let yes = matches!(content.as_str(), "true" | "t" | "1");
        let rule = match name.as_str() {
            "antiknight" if yes => Some(Global::AntiKnight),
            "antiking" if yes => Some(Global::AntiKing),
            _ => None,
        };
        if let Some(rule) = rule {
            variant.add(rule).map_err(|error| Fault::Rule(error).at(text, json.offset))?;
        }
        match name.as_str() {
            "title" => variant.notes.title = content,
            "author" => variant.notes.author = content,
            "rules" => variant.notes.rules = content,
            "solution" => {
                let values: Option<Vec<u8>> =
                    content.chars().map(|symbol| symbol.to_digit(36).map(|value| value as u8)).collect();
                variant.notes.solution = values.filter(|values| values.len() == board.grid_cells());
            }
            _ => {}
        }
    }
    for (what, names) in [
        ("line", ["lines", "l"]),
        ("arrow", ["arrows", "a"]),
        ("overlay", ["overlays", "o"]),
        ("underlay", ["underlays", "u"]),
    ] {
        for drawing in member(&json, &names).map(Json::list).unwrap_or_default().iter().take(10_000) {
            variant.notes.drawings.push(describe(what, &board, drawing));
        }
    }
    Ok(variant)
}

fn named(board: &Board, cells: &[Cell]) -> String {
    cells.iter().map(|&cell| board.name(cell)).collect::<Vec<_>>().join(" ")
}

/// A drawing in words: the cells it passes, its colour and its text.
fn describe(what: &str, board: &Board, drawing: &Json) -> String {
    let point = |json: &Json| -> Option<String> {
        let numbers: Vec<f64> = json.list().iter().filter_map(number).collect();
        let [row, column] = numbers[..] else { return None };
        let cell = board.cell(row.max(0.0) as usize, column.max(0.0) as usize)?;
        Some(board.name(cell))
    };
    let mut words = vec![what.to_owned()];
    match member(drawing, &["wayPoints", "wp"]) {
        Some(points) => words.extend(points.list().iter().filter_map(point)),
        None => words.extend(member(drawing, &["center", "ct"]).and_then(point)),
    }
    words.dedup();
    if let Some(colour) = member(drawing, &["color", "c"]).map(Json::shown) {
        words.push(format!("colour {colour}"));
    }
    if let Some(text) = member(drawing, &["text", "te"]).map(Json::shown) {
        words.push(format!("text {text}"));
    }
    words.join(" ")
}

fn number(json: &Json) -> Option<f64> {
    match json.value {
        json::Value::Number(number) => Some(number),
        _ => None,
    }
}

/// Cells as pairs of numbers from 0, or as a text such as `r1c1,r1c2`.
fn cells(text: &str, board: &Board, json: &Json) -> Result<Vec<Cell>, ReadError> {
    if let Some(names) = json.text() {
        let parse = |name: &str| {
            let (row, column) = name.trim().strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
            board.cell(row.parse::<usize>().ok()?.checked_sub(1)?, column.parse::<usize>().ok()?.checked_sub(1)?)
        };
        return names
            .split([',', ' '])
            .filter(|name| !name.trim().is_empty())
            .map(|name| parse(name).ok_or_else(|| Fault::unexpected(name, "a cell of the board").at(text, json.offset)))
            .collect();
    }
    json.list()
        .iter()
        .map(|pair| {
            let place = match pair.list() {
                [row, column] => row.integer().zip(column.integer()),
                _ => None,
            };
            place
                .and_then(|(row, column)| board.cell(usize::try_from(row).ok()?, usize::try_from(column).ok()?))
                .ok_or_else(|| Fault::unexpected(&pair.shown(), "a cell of the board").at(text, pair.offset))
        })
        .collect()
}
