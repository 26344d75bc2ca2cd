//! The string form of Interactive Sudoku Solver: `.Type~argument~cell~cell.Type~...`
//!
//! ```text
//!   .Shape~6x6~9                   six rows and columns, nine values; absent: 9x9
//!   .~R1C1_8~R2C3_3_6              givens: one value or several
//!   .Cage~12~R1C1~R1C2             a rule: its name, its numbers, its cells
//!   .XSum~R3~15~                   a clue on a line: forward, backward, either may be missing
//!   .Or.Cage~..~...Cage~..~...End  rules inside a rule
//! ```
//!
//! White space does not count. Numbers of rows and columns are one digit of base 17 up to 16 (`Rg` is row 16), and decimal
//! above, which the original does not have. The reader keeps the place of each argument for errors.

use super::base64;
use super::error::{Fault, ReadError};
use crate::rule::{
    Automaton, Cage, Clue, Compound, Count, Diagonal, Global, Index, Line, LineRule, Mark, Negative, Nfa, Outside,
    Pair, PairTable, Regex, Region, Rule, Side, Sum, Ties,
};
use crate::{Board, Cell, ExtraCells, ValueSet, Variant};

/// A name and its groups of cells.
type NamedGroup = (String, Vec<Vec<Cell>>);

/// The most items one text can have.
pub(crate) const MAX_ITEMS: usize = 50_000;

/// How deep items may nest.
const MAX_DEPTH: usize = 16;

/// A piece of the text without white space, with the place where it began.
#[derive(Clone, Debug)]
struct Argument {
    text: String,
    offset: usize,
}

/// One item: its name, its arguments, the items inside it.
#[derive(Clone, Debug)]
struct Item {
    name: Argument,
    arguments: Vec<Argument>,
    children: Vec<Item>,
}

/// Rules that are known and left out.
const UNSUPPORTED: [(&str, &str); 6] = [
    ("ChaosConstruction", "its regions are to be found"),
    ("ChaosArrow", "its regions are to be found"),
    ("ChaosMultiArrow", "its regions are to be found"),
    ("ChaosCount", "its regions are to be found"),
    ("ConnectedValues", "it asks for connected cells"),
    ("Fog", "fog hides part of the puzzle"),
];

fn cut(text: &str) -> Result<Vec<Item>, ReadError> {
    let mut stack: Vec<Vec<Item>> = vec![Vec::new()];
    let mut current: Option<Vec<Argument>> = None;
    let mut count = 0;
    let finish = |current: &mut Option<Vec<Argument>>, stack: &mut Vec<Vec<Item>>| -> Result<(), ReadError> {
        let Some(mut arguments) = current.take() else { return Ok(()) };
        let name = arguments.remove(0);
        if name.text == "End" {
            let Some(children) = stack.pop().filter(|_| !stack.is_empty()) else {
                stack.push(Vec::new());
                return Err(Fault::unexpected("End", "a rule that is open").at(text, name.offset));
            };
            if let Some(owner) = stack.last_mut().and_then(|items| items.last_mut()) {
                owner.children = children;
            }
            return Ok(());
        }
        let opens = matches!(name.text.as_str(), "Or" | "And" | "Replicate");
        if opens && stack.len() > MAX_DEPTH {
            return Err(Fault::TooLarge { what: "rules inside rules", limit: MAX_DEPTH }.at(text, name.offset));
        }
        let last = stack.len() - 1;
        stack[last].push(Item { name, arguments, children: Vec::new() });
        if opens {
            stack.push(Vec::new());
        }
        Ok(())
    };
    for (offset, character) in text.char_indices() {
        if character.is_whitespace() {
            continue;
        }
        match (character, &mut current) {
            ('.', _) => {
                finish(&mut current, &mut stack)?;
                count += 1;
                if count > MAX_ITEMS {
                    return Err(Fault::TooLarge { what: "rules", limit: MAX_ITEMS }.at(text, offset));
                }
                current = Some(vec![Argument { text: String::new(), offset: offset + 1 }]);
            }
            (_, None) => {
                return Err(Fault::unexpected(&character.to_string(), "'.' before the first rule").at(text, offset));
            }
            ('~', Some(arguments)) => arguments.push(Argument { text: String::new(), offset: offset + 1 }),
            (_, Some(arguments)) => {
                if let Some(last) = arguments.last_mut() {
                    if last.text.is_empty() {
                        last.offset = offset;
                    }
                    last.text.push(character);
                }
            }
        }
    }
    finish(&mut current, &mut stack)?;
    if stack.len() > 1 {
        return Err(Fault::unexpected("", "\".End\"").at(text, text.len()));
    }
    Ok(stack.remove(0))
}

/// Reads a puzzle in the string form.
///
/// # Errors
/// Where the text is no puzzle, and why.
pub(crate) fn read(text: &str) -> Result<Variant, ReadError> {
    let items = cut(text)?;
    let reader = Reader { text, board: board(text, &items)?, origin: (0, 0) };
    let mut variant = Variant::new(reader.board.clone());
    reader.items(&items, &mut variant)?;
    Ok(variant)
}

/// The board that the items describe.
fn board(text: &str, items: &[Item]) -> Result<Board, ReadError> {
    let shape = items.iter().find(|item| item.name.text == "Shape");
    let mut board = match shape {
        None => Board::square(9).map_err(|error| Fault::Board(error).at(text, 0))?,
        Some(item) => shape_of(text, item)?,
    };
    for item in items {
        let fail = |fault: Fault| fault.at(text, item.arguments.first().map_or(item.name.offset, |a| a.offset));
        match item.name.text.as_str() {
            "RegionSize" => {
                let size = number(text, item, 0, "the size of a region")?;
                board = board.with_region_size(size as usize).map_err(|error| fail(Fault::Board(error)))?;
            }
            "Var" => {
                let argument = |place: usize| item.arguments.get(place).map_or("", |argument| argument.text.as_str());
                let (count, columns) = match argument(2).split_once('x') {
                    _ if argument(2).is_empty() => (Some(1), board.columns()),
                    Some((rows, columns)) => {
                        let columns: Option<usize> = columns.parse().ok().filter(|&columns| columns > 0);
                        let count = rows.parse().ok().zip(columns).and_then(|(r, c): (usize, _)| r.checked_mul(c));
                        (count, columns.unwrap_or(1))
                    }
                    None => (argument(2).parse().ok(), board.columns()),
                };
                let Some(count) = count else {
                    return Err(Fault::unexpected(argument(2), "a number of cells").at(text, item.name.offset));
                };
                let (prefix, label) = (format!("V{}", argument(0)), percent_decoded(argument(1)));
                let extra = ExtraCells { prefix, label, count, columns };
                board = board.with_extra(extra).map_err(|error| fail(Fault::Board(error)))?;
            }
            _ => {}
        }
    }
    if items.iter().any(|item| item.name.text == "Doppelganger") {
        let blocks = if items.iter().any(|item| item.name.text == "NoBoxes") { 0 } else { board.block_regions().len() };
        let width = board.blocks().map_or(1, |(_, width)| board.columns() / width);
        for (prefix, label, count, columns) in [
            ("DGR", "missing in the column", board.columns(), board.columns()),
            ("DGC", "missing in the row", board.rows(), 1),
            ("DGB", "missing in the box", blocks, width),
        ] {
            if count > 0 {
                let extra = ExtraCells { prefix: prefix.into(), label: label.into(), count, columns };
                board = board.with_extra(extra).map_err(|error| Fault::Board(error).at(text, 0))?;
            }
        }
    }
    if items.iter().any(|item| item.name.text == "NoBoxes") {
        board = board.without_blocks();
    }
    for item in items.iter().filter(|item| item.name.text == "Jigsaw") {
        board = jigsaw(text, item, &board)?;
    }
    Ok(board)
}

fn shape_of(text: &str, item: &Item) -> Result<Board, ReadError> {
    let argument = item
        .arguments
        .first()
        .ok_or_else(|| Fault::unexpected("", "the rows and columns, such as 9x9").at(text, item.name.offset))?;
    let fail = |found: &str, expected| Fault::unexpected(found, expected).at(text, argument.offset);
    let parse =
        |number: &str| number.parse::<usize>().ok().filter(|_| number.bytes().all(|byte| byte.is_ascii_digit()));
    let (rows, columns) = argument
        .text
        .split_once('x')
        .and_then(|(rows, columns)| Some((parse(rows)?, parse(columns)?)))
        .ok_or_else(|| fail(&argument.text, "the rows and columns, such as 9x9"))?;
    let (mut values, mut first) = (rows.max(columns), 1);
    let mut raw = false;
    for argument in &item.arguments[1..] {
        match argument.text.as_str() {
            "Raw" => raw = true,
            "Sudoku" | "" => {}
            range => {
                let bounds = match range.split_once('-') {
                    Some((low, high)) => parse(low).zip(parse(high)),
                    None => parse(range).map(|count| (1, count)),
                };
                let (low, high) = bounds
                    .filter(|(low, high)| low <= high)
                    .ok_or_else(|| Fault::unexpected(range, "values such as 9 or 0-8").at(text, argument.offset))?;
                (first, values) = (low, high - low + 1);
            }
        }
    }
    let made = if raw { Board::raw(rows, columns, values, first) } else { Board::new(rows, columns, values, first) };
    made.map_err(|error| Fault::Board(error).at(text, argument.offset))
}

/// The board with the pieces that a layout of letters draws. One piece of another size is not a region.
fn jigsaw(text: &str, item: &Item, board: &Board) -> Result<Board, ReadError> {
    let Some(layout) = item.arguments.last() else {
        return Err(Fault::unexpected("", "a letter for each cell").at(text, item.name.offset));
    };
    let letters: Vec<char> = layout.text.chars().collect();
    if letters.len() != board.grid_cells() {
        return Err(Fault::unexpected(&layout.text, "a letter for each cell of the grid").at(text, layout.offset));
    }
    let mut pieces: std::collections::BTreeMap<char, Vec<Cell>> = Default::default();
    for (cell, letter) in letters.into_iter().enumerate() {
        pieces.entry(letter).or_default().push(Cell::new(cell));
    }
    if pieces.len() == 1 {
        return Ok(board.clone());
    }
    let size = board.region_size().unwrap_or(board.rows().max(board.columns()));
    let (fitting, other): (Vec<_>, Vec<_>) = pieces.into_values().partition(|piece| piece.len() == size);
    if other.len() > 1 {
        let found = format!("regions of {} and {} cells", other[0].len(), other[1].len());
        return Err(
            Fault::unexpected(&found, "regions of the same size, and one other at most").at(text, layout.offset)
        );
    }
    let joined = [board.pieces(), &fitting].concat();
    board.with_pieces(joined).map_err(|error| Fault::Board(error).at(text, layout.offset))
}

fn number(text: &str, item: &Item, place: usize, expected: &'static str) -> Result<i64, ReadError> {
    let argument = item.arguments.get(place);
    let found = argument.map_or("", |argument| argument.text.as_str());
    found.parse().ok().filter(|number: &i64| number.abs() <= 10_000_000).ok_or_else(|| {
        Fault::unexpected(found, expected).at(text, argument.map_or(item.name.offset, |argument| argument.offset))
    })
}

/// Text in which `%41` means `A`.
pub(super) fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|hex| core::str::from_utf8(hex).ok()).filter(|_| *byte == b'%');
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(decoded) => {
                bytes.push(decoded);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*byte);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

struct Reader<'a> {
    text: &'a str,
    board: Board,
    /// Rows and columns that cells move by, inside a replicated template.
    origin: (isize, isize),
}

impl Reader<'_> {
    fn fail<T>(&self, argument: &Argument, expected: &'static str) -> Result<T, ReadError> {
        Err(Fault::unexpected(&argument.text, expected).at(self.text, argument.offset))
    }

    fn missing<T>(&self, item: &Item, expected: &'static str) -> Result<T, ReadError> {
        Err(Fault::unexpected("", expected).at(self.text, item.name.offset + item.name.text.len()))
    }

    fn argument<'b>(&self, item: &'b Item, place: usize, expected: &'static str) -> Result<&'b Argument, ReadError> {
        match item.arguments.get(place) {
            Some(argument) => Ok(argument),
            None => self.missing(item, expected),
        }
    }

    /// A row or column number: base 17 up to 16, decimal above.
    fn line_number(text: &str) -> Option<usize> {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(digit), None) => digit.to_digit(17).map(|number| number as usize),
            _ if text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok(),
            _ => None,
        }
    }

    /// The numbers in `R3C4`. The letter c is also a digit of base 17, so the place decides.
    fn row_and_column(name: &str) -> Option<(usize, usize)> {
        let rest = name.strip_prefix(['R', 'r'])?;
        (1..=2).find_map(|length| {
            let row = Self::line_number(rest.get(..length)?)?;
            let column = Self::line_number(rest.get(length..)?.strip_prefix(['C', 'c'])?)?;
            Some((row, column))
        })
    }

    fn cell(&self, argument: &Argument) -> Result<Cell, ReadError> {
        let found = self.find(&argument.text);
        found.map_or_else(|| self.fail(argument, "a cell of the board"), Ok)
    }

    fn find(&self, name: &str) -> Option<Cell> {
        if let Some((row, column)) = Self::row_and_column(name) {
            let cell = self.board.cell(row.checked_sub(1)?, column.checked_sub(1)?)?;
            return self.board.step(cell, self.origin.0, self.origin.1);
        }
        let mut start = self.board.grid_cells();
        for group in self.board.extra() {
            if let Some(number) = name.strip_prefix(group.prefix.as_str()) {
                if number.is_empty() && group.count == 1 {
                    return Some(Cell::new(start));
                }
                if let Ok(number) = number.parse::<usize>() {
                    return (1..=group.count).contains(&number).then(|| Cell::new(start + number - 1));
                }
            }
            start += group.count;
        }
        None
    }

    fn cells(&self, arguments: &[Argument]) -> Result<Vec<Cell>, ReadError> {
        arguments.iter().map(|argument| self.cell(argument)).collect()
    }

    /// Lists of cells, cut where `cut` holds.
    fn segments(&self, arguments: &[Argument], cut: impl Fn(&str) -> bool) -> Result<Vec<Vec<Cell>>, ReadError> {
        let lists = arguments.split(|argument| cut(&argument.text)).filter(|list| !list.is_empty());
        lists.map(|list| self.cells(list)).collect()
    }

    fn sum(&self, item: &Item) -> Result<u32, ReadError> {
        let sum = number(self.text, item, 0, "a sum")?;
        u32::try_from(sum).or_else(|_| self.fail(&item.arguments[0], "a sum that is not negative"))
    }

    fn value(&self, argument: &Argument) -> Result<u8, ReadError> {
        match argument.text.parse::<u8>() {
            Ok(value) if self.board.values().contains(value) => Ok(value),
            _ => self.fail(argument, "a value of the board"),
        }
    }

    fn values(&self, argument: &Argument) -> Result<Vec<u8>, ReadError> {
        let parts = argument.text.split('_').map(|part| Argument { text: part.into(), offset: argument.offset });
        parts.map(|part| self.value(&part)).collect()
    }

    /// A number before the cells that may be left out.
    fn leading_number<'b>(&self, item: &'b Item, default: u8) -> Result<(u8, &'b [Argument]), ReadError> {
        match item.arguments.split_first() {
            Some((first, rest)) if first.text.bytes().all(|byte| byte.is_ascii_digit()) && !first.text.is_empty() => {
                match first.text.parse() {
                    Ok(number) => Ok((number, rest)),
                    Err(_) => self.fail(first, "a number up to 255"),
                }
            }
            _ => Ok((default, &item.arguments)),
        }
    }

    fn items(&self, items: &[Item], variant: &mut Variant) -> Result<(), ReadError> {
        for item in items {
            let offset = item.name.offset;
            match item.name.text.as_str() {
                "Shape" | "NoBoxes" | "RegionSize" | "Jigsaw" | "Var" => {}
                "" | "Given" => {
                    for argument in item.arguments.iter().filter(|argument| !argument.text.is_empty()) {
                        let (cell, values) = self.given(argument)?;
                        variant.restrict(cell, values);
                    }
                }
                _ => {
                    for rule in self.rules(item)? {
                        variant.add(rule).map_err(|error| Fault::Rule(error).at(self.text, offset))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn given(&self, argument: &Argument) -> Result<(Cell, ValueSet), ReadError> {
        let (cell, values) = argument.text.split_once('_').unwrap_or((&argument.text, ""));
        let name = Argument { text: cell.into(), offset: argument.offset };
        let cell = self.cell(&name)?;
        if values.is_empty() {
            return Ok((cell, ValueSet::EMPTY));
        }
        let offset = argument.offset + name.text.len() + 1;
        Ok((cell, self.values(&Argument { text: values.into(), offset })?.into_iter().collect()))
    }

    /// The pairs of neighbours in a list of cells, the earlier cell of the list first.
    fn neighbour_pairs(&self, item: &Item) -> Result<Vec<[Cell; 2]>, ReadError> {
        let cells = self.cells(&item.arguments)?;
        let mut pairs = Vec::new();
        for (place, &cell) in cells.iter().enumerate() {
            let near = self.board.neighbours(cell);
            let later = cells[place + 1..].iter().filter(|&&other| other != cell && near.contains(&other));
            pairs.extend(later.map(|&other| [cell, other]));
        }
        if pairs.is_empty() {
            let name = &item.name;
            return Err(Fault::unexpected(&name.text, "cells that share a side").at(self.text, name.offset));
        }
        pairs.sort_unstable();
        pairs.dedup();
        Ok(pairs)
    }

    /// The sides and numbers of a clue on a line: forward, backward.
    fn line_clues(&self, item: &Item) -> Result<Vec<(Side, u32)>, ReadError> {
        let line = self.argument(item, 0, "a row or column, such as R3")?;
        let (forward, backward) = self.line(line)?;
        let mut clues = Vec::new();
        for (place, side) in [(1, forward), (2, backward)] {
            if let Some(argument) = item.arguments.get(place).filter(|argument| !argument.text.is_empty()) {
                match argument.text.parse() {
                    Ok(clue) => clues.push((side, clue)),
                    Err(_) => return self.fail(argument, "a number"),
                }
            }
        }
        Ok(clues)
    }

    fn line(&self, argument: &Argument) -> Result<(Side, Side), ReadError> {
        let text = &argument.text;
        let number = text.get(1..).and_then(|number| number.parse().ok().or_else(|| Self::line_number(number)));
        match (text.chars().next(), number) {
            (Some('R' | 'r'), Some(row)) if (1..=self.board.rows()).contains(&row) => {
                Ok((Side::Left(row - 1), Side::Right(row - 1)))
            }
            (Some('C' | 'c'), Some(column)) if (1..=self.board.columns()).contains(&column) => {
                Ok((Side::Top(column - 1), Side::Bottom(column - 1)))
            }
            _ => self.fail(argument, "a row or column of the board, such as R3"),
        }
    }

    /// Named groups of cells: `_name`, cells, an empty argument between groups; `-` cuts a group into segments.
    fn named_groups(&self, arguments: &[Argument]) -> Result<Vec<NamedGroup>, ReadError> {
        let mut groups = Vec::new();
        let mut name = String::new();
        let mut segments: Vec<Vec<Cell>> = vec![Vec::new()];
        let mut finish = |name: &str, segments: &mut Vec<Vec<Cell>>| {
            segments.retain(|segment| !segment.is_empty());
            if !segments.is_empty() {
                groups.push((name.to_owned(), core::mem::take(segments)));
            }
            segments.push(Vec::new());
        };
        for argument in arguments {
            if argument.text.is_empty() {
                finish(&name, &mut segments);
            } else if let Some(new) = argument.text.strip_prefix('_') {
                finish(&name, &mut segments);
                name = percent_decoded(new);
            } else if argument.text == "-" {
                segments.push(Vec::new());
            } else {
                let cell = self.cell(argument)?;
                if let Some(last) = segments.last_mut() {
                    last.push(cell);
                }
            }
        }
        finish(&name, &mut segments);
        Ok(groups)
    }

    /// The table of a pair key: six bits a character, the lowest first.
    fn table(&self, argument: &Argument, legacy: bool) -> Result<PairTable, ReadError> {
        let swapped = argument.text.chars().map(|character| match character {
            '-' if legacy => '_',
            '_' if legacy => '-',
            other => other,
        });
        let key: String = swapped.collect();
        let Ok(bits) = base64::sextets(&key) else { return self.fail(argument, "a table in base64") };
        let count = self.board.value_count();
        let first = self.board.first_value();
        Ok(PairTable::new(&self.board, |a, b| {
            let place = usize::from(a - first) * count + usize::from(b - first);
            bits.get(place / 6).is_some_and(|bits| bits >> (place % 6) & 1 == 1)
        }))
    }

    /// The rules of one item.
    fn rules(&self, item: &Item) -> Result<Vec<Rule>, ReadError> {
        let all = &item.arguments[..];
        let after = |place: usize| &all[place.min(all.len())..];
        let one = |rule: Rule| Ok(vec![rule]);
        let line = |line: Line, cells: &[Argument]| -> Result<Vec<Rule>, ReadError> {
            Ok(vec![LineRule::new(line, self.cells(cells)?).into()])
        };
        let clues = |clue: fn(u32) -> Clue| -> Result<Vec<Rule>, ReadError> {
            let clues = self.line_clues(item)?.into_iter();
            Ok(clues.map(|(side, number)| Outside::Clue { side, clue: clue(number) }.into()).collect())
        };
        let small_clues = |clue: fn(u8) -> Clue| -> Result<Vec<Rule>, ReadError> {
            let clues = self.line_clues(item)?.into_iter();
            let clues = clues.map(|(side, number)| (side, clue(u8::try_from(number).unwrap_or(u8::MAX))));
            Ok(clues.map(|(side, clue)| Outside::Clue { side, clue }.into()).collect())
        };
        let pairs = |make: fn([Cell; 2]) -> Pair| -> Result<Vec<Rule>, ReadError> {
            Ok(self.neighbour_pairs(item)?.into_iter().map(|cells| make(cells).into()).collect())
        };
        match item.name.text.as_str() {
            "RegionSameValues" => one(Region::SameRegions.into()),
            "Diagonal" => match self.argument(item, 0, "1 or -1")?.text.as_str() {
                "1" => one(Region::Diagonal(Diagonal::Rising).into()),
                "-1" => one(Region::Diagonal(Diagonal::Falling).into()),
                _ => self.fail(&all[0], "1 or -1"),
            },
            "Windoku" => one(Region::Windoku.into()),
            "DisjointSets" => one(Region::DisjointGroups.into()),
            "AllDifferent" => one(Region::AllDifferent(self.cells(all)?).into()),
            "AntiKnight" => one(Global::AntiKnight.into()),
            "AntiKing" => one(Global::AntiKing.into()),
            "AntiConsecutive" => one(Global::NonConsecutive.into()),
            "AntiTaxicab" => one(Global::AntiTaxicab.into()),
            "GlobalEntropy" => one(Global::Entropy.into()),
            "GlobalMod" => one(Global::Modular.into()),
            "DutchFlatmates" => one(Global::DutchFlatmates.into()),
            "Doppelganger" => one(Global::Doppelganger.into()),
            "" | "Given" => all
                .iter()
                .filter(|argument| !argument.text.is_empty())
                .map(|argument| self.given(argument).map(|(cell, values)| Mark::Candidates(cell, values).into()))
                .collect(),
            "Cage" => {
                let sum = Some(self.sum(item)?).filter(|&sum| sum != 0);
                one(Cage::Killer { sum, cells: self.cells(after(1))? }.into())
            }
            "RellikCage" => one(Cage::Rellik { sum: self.sum(item)?, cells: self.cells(after(1))? }.into()),
            "EqualityCage" => one(Cage::Equality(self.cells(all)?).into()),
            "Lunchbox" => one(Cage::Lunchbox { sum: self.sum(item)?, cells: self.cells(after(1))? }.into()),
            "Sum" => one(self.weighted_sum(item)?.into()),
            "EqualSum" => one(Sum::Equal(self.segments(all, |text| text == "-" || text.is_empty())?).into()),
            "LittleKiller" => {
                let clue = self.argument(item, 1, "the first cell of a diagonal")?;
                let cell = self.cell(clue)?;
                let Some(cells) = diagonal(&self.board, cell) else {
                    return self.fail(clue, "the cell that names a diagonal");
                };
                one(Sum::LittleKiller { sum: self.sum(item)?, cells }.into())
            }
            "Arrow" => {
                let cells = self.cells(all)?;
                let Some((circle, arrow)) = cells.split_first() else { return self.missing(item, "cells") };
                one(Sum::Arrow { circle: vec![*circle], arrow: arrow.to_vec() }.into())
            }
            "PillArrow" => {
                let size = number(self.text, item, 0, "2 or 3")?;
                let cells = self.cells(after(1))?;
                if !(2..=3).contains(&size) || cells.len() <= size as usize {
                    return self.fail(&all[0], "2 or 3, and more cells than that");
                }
                let (circle, arrow) = cells.split_at(size as usize);
                one(Sum::Arrow { circle: circle.to_vec(), arrow: arrow.to_vec() }.into())
            }
            "DoubleArrow" => one(Sum::DoubleArrow(self.cells(all)?).into()),
            "Zipper" => one(Sum::Zipper(self.cells(all)?).into()),
            "RegionSumLine" => one(Sum::RegionSum(self.cells(all)?).into()),
            "SumLine" => {
                let is_loop = all.last().is_some_and(|argument| argument.text == "LOOP");
                let cells = &after(1)[..after(1).len() - usize::from(is_loop)];
                one(Sum::SumLine { sum: self.sum(item)?, cells: self.cells(cells)?, is_loop }.into())
            }
            "Thermo" => line(Line::Thermo, all),
            "Palindrome" => line(Line::Palindrome, all),
            "Between" => line(Line::Between, all),
            "Renban" => line(Line::Renban, all),
            "Entropic" => line(Line::Entropic, all),
            "Whisper" => self.leading_number(item, 5).and_then(|(by, cells)| line(Line::Whisper(by), cells)),
            "Lockout" => self.leading_number(item, 4).and_then(|(by, cells)| line(Line::Lockout(by), cells)),
            "Modular" => self.leading_number(item, 3).and_then(|(by, cells)| line(Line::Modular(by), cells)),
            "WhiteDot" => pairs(|cells| Pair::Difference { cells, by: 1 }),
            "BlackDot" => pairs(|cells| Pair::Ratio { cells, by: 2 }),
            "X" => pairs(|cells| Pair::Xv { cells, sum: 10 }),
            "V" => pairs(|cells| Pair::Xv { cells, sum: 5 }),
            "GreaterThan" => pairs(|[greater, smaller]| Pair::Greater { greater, smaller }),
            "StrictKropki" => one(Pair::Negative(Negative::Kropki).into()),
            "StrictXV" => one(Pair::Negative(Negative::Xv).into()),
            "Pair" | "Binary" | "PairX" | "BinaryX" => self.pair_rules(item),
            "Quad" => {
                let first = self.cell(self.argument(item, 0, "the upper left cell")?)?;
                let step = |down, right| self.board.step(first, down, right);
                let square = [step(0, 0), step(0, 1), step(1, 0), step(1, 1)];
                let cells: Option<Vec<Cell>> = square.into_iter().collect();
                let Some(cells) = cells else { return self.fail(&all[0], "the upper left cell of a 2x2 square") };
                let values: Result<Vec<u8>, ReadError> = after(1).iter().map(|argument| self.value(argument)).collect();
                one(Count::Quadruple { values: values?, cells }.into())
            }
            name @ ("ContainAtLeast" | "ContainExact") => {
                let values = self.values(self.argument(item, 0, "values")?)?;
                let cells = self.cells(after(1))?;
                one(Count::Contains { values, cells, exactly: name == "ContainExact" }.into())
            }
            "LookAndSay" => {
                let clue = self.argument(item, 0, "pairs of digits")?;
                let digits: Option<Vec<u8>> =
                    clue.text.chars().map(|digit| digit.to_digit(36).map(|digit| digit as u8)).collect();
                let Some(digits) = digits.filter(|digits| digits.len() % 2 == 0 && !digits.is_empty()) else {
                    return self.fail(clue, "pairs of digits");
                };
                let counts = digits.chunks(2).map(|pair| (pair[0], pair[1])).collect();
                one(Count::LookAndSay { counts, cells: self.cells(after(1))? }.into())
            }
            "CountingCircles" => one(Count::CountingCircles(self.cells(all)?).into()),
            "CountDistinct" => {
                let cells = self.cells(all)?;
                let Some((control, cells)) = cells.split_first() else { return self.missing(item, "cells") };
                one(Count::CountDistinct { control: *control, cells: cells.to_vec() }.into())
            }
            "SameValues" => {
                let sets = number(self.text, item, 0, "the number of sets")?;
                let cells = self.cells(after(1))?;
                let size = usize::try_from(sets).ok().filter(|&sets| sets > 0 && cells.len() % sets == 0);
                match size.map(|sets| cells.len() / sets).filter(|&size| size > 0) {
                    Some(size) => one(Count::SameValues(cells.chunks(size).map(<[Cell]>::to_vec).collect()).into()),
                    None => self.fail(&all[0], "a number that divides the number of cells"),
                }
            }
            "Indexing" => match self.argument(item, 0, "R or C")?.text.as_str() {
                "R" => one(Index::Row(self.cells(after(1))?).into()),
                "C" => one(Index::Column(self.cells(after(1))?).into()),
                _ => self.fail(&all[0], "R or C"),
            },
            "ValueIndexing" => one(Index::Value(self.cells(all)?).into()),
            "NumberedRoom" => small_clues(Clue::NumberedRoom),
            "HiddenSkyscraper" => small_clues(Clue::HiddenSkyscraper),
            "XSum" => clues(Clue::XSum),
            "Skyscraper" => clues(Clue::Skyscraper),
            "FullRank" => clues(Clue::FullRank),
            "Sandwich" => {
                let (side, _) = self.line(self.argument(item, 1, "a row or column, such as R3")?)?;
                one(Outside::Clue { side, clue: Clue::Sandwich(self.sum(item)?) }.into())
            }
            "FullRankTies" => match self.argument(item, 0, "none, only-unclued or any")?.text.as_str() {
                "none" => one(Outside::Ties(Ties::None).into()),
                "only-unclued" => one(Outside::Ties(Ties::OnlyUnclued).into()),
                "any" => one(Outside::Ties(Ties::Any).into()),
                _ => self.fail(&all[0], "none, only-unclued or any"),
            },
            "Regex" => {
                let argument = self.argument(item, 0, "a pattern")?;
                let pattern = self.pattern(argument)?;
                let regex = Regex::new(&pattern).map_err(|error| Fault::Regex(error).at(self.text, argument.offset))?;
                let lines = self.segments(after(1), str::is_empty)?;
                Ok(lines.into_iter().map(|cells| Automaton::Regex { regex: regex.clone(), cells }.into()).collect())
            }
            "NFA" => {
                let argument = self.argument(item, 0, "an automaton")?;
                let nfa =
                    Nfa::decode(&argument.text).map_err(|error| Fault::Nfa(error).at(self.text, argument.offset))?;
                let groups = self.named_groups(after(1))?.into_iter();
                Ok(groups.map(|(name, segments)| Automaton::Nfa { nfa: nfa.clone(), name, segments }.into()).collect())
            }
            "SearchPriority" | "Priority" => {
                let level = number(self.text, item, 0, "a level")? as i32;
                one(Compound::SearchPriority { level, cells: self.cells(after(1))? }.into())
            }
            "Or" => {
                // An item that means several rules is one alternative.
                let alternatives = item.children.iter().map(|child| {
                    let mut rules = self.rules(child)?;
                    Ok(if rules.len() == 1 { rules.remove(0) } else { Compound::AllOf(rules).into() })
                });
                one(Compound::AnyOf(alternatives.collect::<Result<_, ReadError>>()?).into())
            }
            "And" => {
                let rules: Result<Vec<Vec<Rule>>, ReadError> =
                    item.children.iter().map(|child| self.rules(child)).collect();
                one(Compound::AllOf(rules?.concat()).into())
            }
            "Replicate" => self.replicate(item),
            name => {
                let fault = match UNSUPPORTED.iter().find(|(rule, _)| *rule == name) {
                    Some((rule, why)) => Fault::Unsupported { rule: (*rule).into(), why },
                    None => Fault::UnknownRule(name.chars().take(40).collect()),
                };
                Err(fault.at(self.text, item.name.offset))
            }
        }
    }

    fn weighted_sum(&self, item: &Item) -> Result<Sum, ReadError> {
        let argument = self.argument(item, 0, "a sum")?;
        let cells = self.cells(&item.arguments[1..])?;
        let mut parts = argument.text.split('_');
        let sum = parts.next().and_then(|sum| sum.parse().ok());
        let weights: Option<Vec<i32>> = match parts.next() {
            None => Some(vec![1; cells.len()]),
            Some("=") => parts.map(|weight| weight.parse().ok()).collect(),
            Some(_) => None,
        };
        match (sum, weights.filter(|weights| weights.len() == cells.len())) {
            (Some(sum), Some(weights)) => Ok(Sum::Linear { sum, terms: cells.into_iter().zip(weights).collect() }),
            _ => self.fail(argument, "a sum, and a coefficient for each cell if any"),
        }
    }

    fn pattern(&self, argument: &Argument) -> Result<String, ReadError> {
        if argument.text.contains('%') {
            return Ok(percent_decoded(&argument.text));
        }
        match base64::decode_bytes(&argument.text).map(String::from_utf8) {
            Ok(Ok(pattern)) => Ok(pattern),
            _ => self.fail(argument, "a pattern in base64"),
        }
    }

    fn pair_rules(&self, item: &Item) -> Result<Vec<Rule>, ReadError> {
        let name = item.name.text.as_str();
        let table = self.table(self.argument(item, 0, "a table")?, name.starts_with("Binary"))?;
        let groups = self.named_groups(&item.arguments[1..])?;
        let make = |(label, segments): (String, Vec<Vec<Cell>>)| {
            let (table, cells) = (table.clone(), segments.concat());
            if name.ends_with('X') { self.all_pairs(table, label, cells) } else { self.pair(table, label, cells) }
        };
        Ok(groups.into_iter().map(make).collect())
    }

    /// A table that is one of the named rules becomes that rule.
    fn pair(&self, table: PairTable, name: String, cells: Vec<Cell>) -> Rule {
        let is = |relation: &dyn Fn(u8, u8) -> bool| table == PairTable::new(&self.board, relation);
        if is(&|a, b| a < b) {
            return LineRule::new(Line::Thermo, cells).into();
        }
        if is(&|a, b| a <= b) {
            return LineRule::new(Line::SlowThermo, cells).into();
        }
        if let [a, b] = cells[..]
            && self.board.neighbours(a).contains(&b)
        {
            for by in 1..self.board.value_count() as u8 {
                if is(&|a, b| a.abs_diff(b) == by) {
                    return Pair::Difference { cells: [a, b], by }.into();
                }
            }
            for by in 2..=self.board.last_value() {
                if is(&|a, b| {
                    u16::from(a) == u16::from(b) * u16::from(by) || u16::from(b) == u16::from(a) * u16::from(by)
                }) {
                    return Pair::Ratio { cells: [a, b], by }.into();
                }
            }
        }
        Pair::Table { table, name, cells }.into()
    }

    fn all_pairs(&self, table: PairTable, name: String, cells: Vec<Cell>) -> Rule {
        if table == PairTable::new(&self.board, |a, b| a.abs_diff(b) >= 2) {
            return LineRule::new(Line::Nabner, cells).into();
        }
        Pair::AllPairs { table, name, cells }.into()
    }

    /// A template, stamped with its origin on each cell of a set.
    fn replicate(&self, item: &Item) -> Result<Vec<Rule>, ReadError> {
        let argument = self.argument(item, 0, "a set of cells")?;
        let Ok(bits) = base64::sextets(&argument.text) else { return self.fail(argument, "a set of cells in base64") };
        let origin = match item.arguments.get(1).filter(|argument| !argument.text.is_empty()) {
            Some(argument) => self.cell(argument)?,
            None => Cell::new(0),
        };
        let (row, column) = self.board.place(origin).unwrap_or((0, 0));
        let mut rules = Vec::new();
        for place in 0..bits.len() * 6 {
            if bits[place / 6] >> (place % 6) & 1 == 0 {
                continue;
            }
            let Some((down, right)) = self.board.place(Cell::new(place)) else {
                return self.fail(argument, "a set of cells of the grid");
            };
            let origin =
                (self.origin.0 + down as isize - row as isize, self.origin.1 + right as isize - column as isize);
            let stamp = Reader { text: self.text, board: self.board.clone(), origin };
            for child in &item.children {
                rules.extend(stamp.rules(child)?);
                if rules.len() > MAX_ITEMS {
                    return Err(Fault::TooLarge { what: "rules", limit: MAX_ITEMS }.at(self.text, item.name.offset));
                }
            }
        }
        Ok(rules)
    }
}

/// The diagonal that a cell names. Each diagonal of at least two cells is named by one of its ends: falling ones by the
/// left end where it is in the first column, else by the right end, rising ones by the upper end where it is in the first row,
/// else by the lower end.
pub(super) fn diagonal(board: &Board, cell: Cell) -> Option<Vec<Cell>> {
    let (row, column) = board.place(cell)?;
    let (last_row, last_column) = (board.rows() - 1, board.columns() - 1);
    let steps: &[(bool, (isize, isize))] = &[
        (column == 0 && row < last_row, (1, 1)),
        (column == last_column && row > 0 && row < last_row, (-1, -1)),
        (row == 0 && column > 0, (1, -1)),
        (row == last_row && column > 0 && column < last_column, (-1, 1)),
    ];
    let &(_, (down, right)) = steps.iter().find(|step| step.0)?;
    let mut cells = vec![cell];
    while let Some(next) = board.step(cells[cells.len() - 1], down, right) {
        cells.push(next);
    }
    (cells.len() > 1).then_some(cells)
}
