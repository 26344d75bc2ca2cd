//! The JSON of f-puzzles.com, and its links.
//!
//! ```text
//!   {"size": 9,
//!    "grid": [[{"value": 5, "given": true}, {}, ...], ...],     also "region" and "givenPencilMarks" in a cell
//!    "antiknight": true,                                        rules of the whole grid
//!    "thermometer": [{"lines": [["R1C1", "R1C2"]]}],            rules with lines
//!    "killercage": [{"cells": ["R2C1", "R2C2"], "value": "9"}]} rules with cells
//! ```
//!
//! A link is `https://f-puzzles.com/?load=` and the compressed JSON. Drawings without a meaning (`line`, `text`, `cage`, ...)
//! are skipped. Members that no rule is known for are errors when they have content.

use super::error::{Fault, ReadError};
use super::json::{self, Json, Value};
use super::lz;
use crate::rule::{
    Cage, Clue, Count, Diagonal, Global, Index, Line, LineRule, Mark, Negative, Outside, Pair, Region, Rule, Side, Sum,
};
use crate::{Board, Cell, ValueSet, Variant};

/// Members that describe the page or a drawing, not a rule.
const SKIPPED: [&str; 18] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "successMessage",
    "highlightConflicts",
    "negative",
    "line",
    "rectangle",
    "circle",
    "text",
    "cage",
    "truecandidatesoptions",
    "disabledlogic",
    "msgcorrect",
    "fromConstraint",
];

/// The text after the last `load=` of a link, or the text itself.
pub(crate) fn payload(text: &str) -> &str {
    let text = text.trim();
    text.rfind("load=").map_or(text, |at| &text[at + 5..])
}

/// Reads a link or the compressed text of one.
pub(crate) fn read_link(text: &str) -> Result<Variant, ReadError> {
    let json = unpack(text, payload(text))?;
    read(&json).map_err(|error| error.inside(text))
}

/// Decompresses a part of a link. Blanks in it are `+` signs that a browser decoded.
pub(super) fn unpack(text: &str, packed: &str) -> Result<String, ReadError> {
    let offset = packed.as_ptr() as usize - text.as_ptr() as usize;
    let decoded = super::iss::percent_decoded(packed);
    let plain = decoded.trim().replace(' ', "+");
    lz::decompress(&plain).map_err(|error| match error {
        lz::LzError::Character(place) => {
            let found: String = plain.chars().skip(place).take(1).collect();
            Fault::unexpected(&found, "a character of base64").at(text, offset + place)
        }
        lz::LzError::Broken => Fault::unexpected("a link that is cut short", "compressed JSON").at(text, text.len()),
        lz::LzError::TooLong => Fault::TooLarge { what: "characters in a link", limit: lz::MAX_TEXT }.at(text, offset),
    })
}

/// Reads the JSON.
pub(crate) fn read(text: &str) -> Result<Variant, ReadError> {
    let json = json::parse(text, false)?;
    let reader = Reader { text };
    let size = match json.get("size") {
        Some(size) => reader.integer(size, "the side of the board")?,
        None => json.get("grid").map_or(9, |grid| grid.list().len() as i64),
    };
    let side = usize::try_from(size).unwrap_or(0);
    let board =
        Board::square(side).map_err(|error| Fault::Board(error).at(text, json.get("size").map_or(0, |s| s.offset)))?;
    let board = reader.regions(&json, board)?;
    let mut variant = Variant::new(board.clone());
    reader.givens(&json, &mut variant)?;
    for (name, member) in json.members() {
        let rules = reader.rules(&board, name, member)?;
        for (offset, rule) in rules {
            variant.add(rule).map_err(|error| Fault::Rule(error).at(text, offset))?;
        }
    }
    if let Some(list) = json.get("negative") {
        for item in list.list() {
            let negative = match item.text() {
                Some("ratio") => Negative::Ratio,
                Some("difference") => Negative::Difference,
                Some("xv") => Negative::Xv,
                _ => return reader.fail(item, "ratio, difference or xv"),
            };
            variant.add(Pair::Negative(negative)).map_err(|error| Fault::Rule(error).at(text, item.offset))?;
        }
    }
    let words = |name: &str| json.get(name).and_then(Json::text).unwrap_or_default().to_owned();
    (variant.notes.title, variant.notes.author, variant.notes.rules) =
        (words("title"), words("author"), words("ruleset"));
    let solution = json.get("solution").map(Json::list).unwrap_or_default();
    if solution.len() == board.grid_cells() {
        variant.notes.solution =
            solution.iter().map(|value| value.integer().and_then(|value| u8::try_from(value).ok())).collect();
    }
    Ok(variant)
}

struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn fail<T>(&self, json: &Json, expected: &'static str) -> Result<T, ReadError> {
        Err(Fault::unexpected(&json.shown(), expected).at(self.text, json.offset))
    }

    fn integer(&self, json: &Json, expected: &'static str) -> Result<i64, ReadError> {
        json.integer().map_or_else(|| self.fail(json, expected), Ok)
    }

    /// The board with its jigsaw regions, if any cell names one.
    fn regions(&self, json: &Json, board: Board) -> Result<Board, ReadError> {
        let rows = json.get("grid").map(Json::list).unwrap_or_default();
        let cell_of = |row: usize, column: usize| rows.get(row).and_then(|row| row.list().get(column));
        let named = rows.iter().flat_map(Json::list).any(|cell| cell.get("region").is_some());
        if !named {
            return Ok(board);
        }
        let normal = board.region_of_cells();
        let mut pieces: std::collections::BTreeMap<i64, Vec<Cell>> = Default::default();
        for cell in (0..board.grid_cells()).map(Cell::new) {
            let (row, column) = board.place(cell).unwrap_or_default();
            let region = match cell_of(row, column).and_then(|cell| cell.get("region")) {
                None => normal[cell.index()].map(|region| region as i64),
                Some(Json { value: Value::Null, .. }) => None,
                Some(region) => Some(self.integer(region, "the number of a region")?),
            };
            if let Some(region) = region.filter(|&region| region >= 0) {
                pieces.entry(region).or_default().push(cell);
            }
        }
        let mut pieces: Vec<Vec<Cell>> = pieces.into_values().collect();
        pieces.sort();
        let mut blocks = board.block_regions();
        blocks.sort();
        if pieces == blocks {
            return Ok(board);
        }
        let offset = json.get("grid").map_or(0, |grid| grid.offset);
        board.without_blocks().with_pieces(pieces).map_err(|error| Fault::Board(error).at(self.text, offset))
    }

    fn givens(&self, json: &Json, variant: &mut Variant) -> Result<(), ReadError> {
        let board = variant.board().clone();
        let Some(grid) = json.get("grid") else { return Ok(()) };
        if grid.list().len() > board.rows() {
            return self.fail(grid, "as many rows as the size says");
        }
        for (row, cells) in grid.list().iter().enumerate() {
            for (column, json) in cells.list().iter().enumerate() {
                let Some(cell) = board.cell(row, column) else { return self.fail(json, "a cell of the board") };
                if json.get("given").is_some_and(Json::is_true)
                    && let Some(value) = json.get("value")
                {
                    variant.give(cell, self.value(&board, value)?);
                }
                let marks = json.get("givenPencilMarks").map(Json::list).unwrap_or_default();
                if !marks.is_empty() {
                    let values: Result<ValueSet, ReadError> =
                        marks.iter().map(|mark| self.value(&board, mark)).collect();
                    variant.restrict(cell, values?);
                }
            }
        }
        Ok(())
    }

    fn value(&self, board: &Board, json: &Json) -> Result<u8, ReadError> {
        match json.integer().and_then(|value| u8::try_from(value).ok()).filter(|&value| board.values().contains(value))
        {
            Some(value) => Ok(value),
            None => self.fail(json, "a value of the board"),
        }
    }

    /// The row and column of a name such as `R0C10`, counted from 1; the cells around the board have 0 or the side plus 1.
    fn place(&self, json: &Json) -> Result<(i64, i64), ReadError> {
        let parse = |name: &str| {
            let (row, column) = name.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
            let number = |text: &str| text.parse::<i64>().ok().filter(|number| (-1..=100).contains(number));
            Some((number(row)?, number(column)?))
        };
        json.text().and_then(parse).map_or_else(|| self.fail(json, "a cell such as R1C1"), Ok)
    }

    fn cell(&self, board: &Board, json: &Json) -> Result<Cell, ReadError> {
        let (row, column) = self.place(json)?;
        let inside = usize::try_from(row - 1).ok().zip(usize::try_from(column - 1).ok());
        match inside.and_then(|(row, column)| board.cell(row, column)) {
            Some(cell) => Ok(cell),
            None => self.fail(json, "a cell of the board"),
        }
    }

    fn cells(&self, board: &Board, json: Option<&Json>) -> Result<Vec<Cell>, ReadError> {
        json.map(Json::list).unwrap_or_default().iter().map(|cell| self.cell(board, cell)).collect()
    }

    /// The number of a rule: `None` where there is none or an empty text.
    fn number(&self, item: &Json) -> Result<Option<i64>, ReadError> {
        match item.get("value") {
            None | Some(Json { value: Value::Null, .. }) => Ok(None),
            Some(Json { value: Value::Text(text), .. }) if text.trim().is_empty() => Ok(None),
            Some(value) => self.integer(value, "a number").map(Some),
        }
    }

    fn number_or(&self, item: &Json, default: u8) -> Result<u8, ReadError> {
        match self.number(item)? {
            None => Ok(default),
            Some(number) => match u8::try_from(number) {
                Ok(number) => Ok(number),
                Err(_) => self.fail(item.get("value").unwrap_or(item), "a number from 0 to 255"),
            },
        }
    }

    /// The rules of one member, with their places.
    fn rules(&self, board: &Board, name: &str, member: &Json) -> Result<Vec<(usize, Rule)>, ReadError> {
        let flag: Option<Rule> = match name {
            "diagonal+" => Some(Region::Diagonal(Diagonal::Rising).into()),
            "diagonal-" => Some(Region::Diagonal(Diagonal::Falling).into()),
            "antiknight" => Some(Global::AntiKnight.into()),
            "antiking" => Some(Global::AntiKing.into()),
            "nonconsecutive" => Some(Global::NonConsecutive.into()),
            "disjointgroups" => Some(Region::DisjointGroups.into()),
            _ => None,
        };
        if let Some(rule) = flag {
            return Ok(if member.is_true() { vec![(member.offset, rule)] } else { Vec::new() });
        }
        if SKIPPED.contains(&name) || member.list().is_empty() {
            let fog = name.starts_with("fog") && member.is_true();
            return if fog { self.unsupported(name, "fog hides part of the puzzle", member) } else { Ok(Vec::new()) };
        }
        let mut rules = Vec::new();
        for item in member.list() {
            self.item(board, name, item, &mut |rule| rules.push((item.offset, rule)))?;
        }
        Ok(rules)
    }

    fn unsupported<T>(&self, rule: &str, why: &'static str, json: &Json) -> Result<T, ReadError> {
        Err(Fault::Unsupported { rule: rule.into(), why }.at(self.text, json.offset))
    }

    fn item(&self, board: &Board, name: &str, item: &Json, push: &mut dyn FnMut(Rule)) -> Result<(), ReadError> {
        let line = |line: Line, push: &mut dyn FnMut(Rule)| -> Result<(), ReadError> {
            for cells in item.get("lines").map(Json::list).unwrap_or_default() {
                push(LineRule::new(line, self.cells(board, Some(cells))?).into());
            }
            Ok(())
        };
        let sums = |sum: fn(Vec<Cell>) -> Sum, push: &mut dyn FnMut(Rule)| -> Result<(), ReadError> {
            for cells in item.get("lines").map(Json::list).unwrap_or_default() {
                push(sum(self.cells(board, Some(cells))?).into());
            }
            Ok(())
        };
        let cells = || self.cells(board, item.get("cells"));
        let cell = || match item.get("cell").or_else(|| item.get("cells").and_then(|cells| cells.list().first())) {
            Some(cell) => self.cell(board, cell),
            None => self.fail(item, "a cell"),
        };
        let two = || match cells()?[..] {
            [a, b] => Ok([a, b]),
            _ => self.fail(item, "two cells"),
        };
        match name {
            "thermometer" => line(Line::Thermo, push)?,
            "slowthermometer" => line(Line::SlowThermo, push)?,
            "palindrome" => line(Line::Palindrome, push)?,
            "betweenline" => line(Line::Between, push)?,
            "renban" => line(Line::Renban, push)?,
            "entropicline" => line(Line::Entropic, push)?,
            "nabner" => line(Line::Nabner, push)?,
            "whispers" => line(Line::Whisper(self.number_or(item, 5)?), push)?,
            "lockout" => line(Line::Lockout(self.number_or(item, 4)?), push)?,
            "modularline" => line(Line::Modular(self.number_or(item, 3)?), push)?,
            "regionsumline" => sums(Sum::RegionSum, push)?,
            "doublearrow" => sums(Sum::DoubleArrow, push)?,
            "zipperline" => sums(Sum::Zipper, push)?,
            "arrow" => {
                let circle = cells()?;
                for arrow in item.get("lines").map(Json::list).unwrap_or_default() {
                    let mut arrow = self.cells(board, Some(arrow))?;
                    // An arrow starts in its circle.
                    if arrow.first().is_some_and(|first| circle.contains(first)) {
                        arrow.remove(0);
                    }
                    if !arrow.is_empty() {
                        push(Sum::Arrow { circle: circle.clone(), arrow }.into());
                    }
                }
            }
            "killercage" => {
                let sum = match self.number(item)? {
                    None => None,
                    Some(sum) => match u32::try_from(sum) {
                        Ok(sum) => Some(sum).filter(|&sum| sum != 0),
                        Err(_) => return self.fail(item.get("value").unwrap_or(item), "a sum"),
                    },
                };
                push(Cage::Killer { sum, cells: cells()? }.into());
            }
            "difference" => push(Pair::Difference { cells: two()?, by: self.number_or(item, 1)? }.into()),
            "ratio" => push(Pair::Ratio { cells: two()?, by: self.number_or(item, 2)? }.into()),
            "xv" => {
                let mark = item.get("value").and_then(Json::text).unwrap_or_default();
                let sum = match mark {
                    "X" | "x" => 10,
                    "V" | "v" => 5,
                    "" => return Ok(()),
                    _ => return self.fail(item.get("value").unwrap_or(item), "X or V"),
                };
                push(Pair::Xv { cells: two()?, sum }.into());
            }
            "extraregion" => push(Region::ExtraRegion(cells()?).into()),
            "clone" => {
                push(Count::Clone { cells: cells()?, copies: self.cells(board, item.get("cloneCells"))? }.into())
            }
            "quadruple" => {
                let values = item.get("values").map(Json::list).unwrap_or_default().iter();
                let values: Result<Vec<u8>, ReadError> = values.map(|value| self.value(board, value)).collect();
                push(Count::Quadruple { values: values?, cells: cells()? }.into());
            }
            "odd" => push(Mark::Odd(cell()?).into()),
            "even" => push(Mark::Even(cell()?).into()),
            "minimum" => push(Mark::Minimum(cell()?).into()),
            "maximum" => push(Mark::Maximum(cell()?).into()),
            "rowindexer" => push(Index::Row(self.indexers(board, item)?).into()),
            "columnindexer" => push(Index::Column(self.indexers(board, item)?).into()),
            "boxindexer" => push(Index::Block(self.indexers(board, item)?).into()),
            "sandwichsum" | "xsum" | "skyscraper" => {
                let Some(number) = self.number(item)? else { return Ok(()) };
                let Ok(number) = u32::try_from(number) else { return self.fail(item, "a clue that is not negative") };
                let clue = match name {
                    "sandwichsum" => Clue::Sandwich(number),
                    "xsum" => Clue::XSum(number),
                    _ => Clue::Skyscraper(number),
                };
                push(Outside::Clue { side: self.side(board, item)?, clue }.into());
            }
            "littlekillersum" => {
                let Some(sum) = self.number(item)? else { return Ok(()) };
                let Ok(sum) = u32::try_from(sum) else { return self.fail(item, "a sum that is not negative") };
                push(Sum::LittleKiller { sum, cells: self.diagonal(board, item)? }.into());
            }
            name if name.starts_with("fog") => return self.unsupported(name, "fog hides part of the puzzle", item),
            name => return Err(Fault::UnknownRule(name.chars().take(40).collect()).at(self.text, item.offset)),
        }
        Ok(())
    }

    fn indexers(&self, board: &Board, item: &Json) -> Result<Vec<Cell>, ReadError> {
        match item.get("cell") {
            Some(cell) => Ok(vec![self.cell(board, cell)?]),
            None => self.cells(board, item.get("cells")),
        }
    }

    /// The side of a clue whose cell lies just outside the board.
    fn side(&self, board: &Board, item: &Json) -> Result<Side, ReadError> {
        let Some(cell) = item.get("cell") else { return self.fail(item, "the cell of the clue") };
        let (row, column) = self.place(cell)?;
        let (rows, columns) = (board.rows() as i64, board.columns() as i64);
        match (row, column) {
            (0, column) if (1..=columns).contains(&column) => Ok(Side::Top(column as usize - 1)),
            (row, column) if row == rows + 1 && (1..=columns).contains(&column) => {
                Ok(Side::Bottom(column as usize - 1))
            }
            (row, 0) if (1..=rows).contains(&row) => Ok(Side::Left(row as usize - 1)),
            (row, column) if column == columns + 1 && (1..=rows).contains(&row) => Ok(Side::Right(row as usize - 1)),
            _ => self.fail(cell, "a cell just outside the board"),
        }
    }

    fn diagonal(&self, board: &Board, item: &Json) -> Result<Vec<Cell>, ReadError> {
        let Some(cell) = item.get("cell") else { return self.fail(item, "the cell of the clue") };
        let (mut row, mut column) = self.place(cell)?;
        let (down, right) = match item.get("direction").and_then(Json::text) {
            Some("UL") => (-1, -1),
            Some("UR") => (-1, 1),
            Some("DL") => (1, -1),
            Some("DR") => (1, 1),
            _ => return self.fail(item.get("direction").unwrap_or(item), "UL, UR, DL or DR"),
        };
        let mut cells = Vec::new();
        loop {
            (row, column) = (row + down, column + right);
            let place = usize::try_from(row - 1).ok().zip(usize::try_from(column - 1).ok());
            match place.and_then(|(row, column)| board.cell(row, column)) {
                Some(cell) => cells.push(cell),
                None if cells.is_empty() => return self.fail(cell, "the end of a diagonal"),
                None => return Ok(cells),
            }
        }
    }
}
