//! Puzzles in the string form of Interactive Sudoku Solver.

use super::WriteError;
use super::base64;
use crate::rule::{
    Automaton, Cage, Clue, Compound, Count, Diagonal, Global, Index, Kind, Line, Mark, Negative, Outside, Pair,
    PairTable, Region, Rule, Side, Sum, Ties,
};
use crate::{Board, Cell, Variant};

/// Writes a puzzle.
///
/// # Errors
/// A rule or a property of the board that the form has no words for.
pub(crate) fn write(variant: &Variant) -> Result<String, WriteError> {
    let board = variant.board();
    let mut out = shape(board)?;
    for rule in variant.rules() {
        out.push_str(&item(board, rule)?);
    }
    let givens: Vec<String> = board
        .cells()
        .filter(|cell| variant.givens()[cell.index()] != board.values())
        .map(|cell| {
            let values: String = variant.givens()[cell.index()].iter().map(|value| format!("_{value}")).collect();
            format!("~{}{values}", name(board, cell))
        })
        .collect();
    if !givens.is_empty() {
        out.push('.');
        out.push_str(&givens.concat());
    }
    if out.is_empty() {
        out.push_str(".Shape~9x9");
    }
    Ok(out)
}

/// A row or column number: base 17 up to 16, decimal above.
fn number(line: usize) -> String {
    match char::from_digit(line as u32, 17) {
        Some(digit) if line <= 16 => digit.to_string(),
        _ => line.to_string(),
    }
}

fn name(board: &Board, cell: Cell) -> String {
    match board.place(cell) {
        Some((row, column)) => format!("R{}C{}", number(row + 1), number(column + 1)),
        None => board.name(cell),
    }
}

fn cells(board: &Board, list: &[Cell]) -> String {
    list.iter().map(|&cell| format!("~{}", name(board, cell))).collect()
}

fn percent(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// The items of the board: its shape, regions and extra cells.
fn shape(board: &Board) -> Result<String, WriteError> {
    let mut out = String::new();
    let (rows, columns) = (board.rows(), board.columns());
    let (first, last) = (board.first_value(), board.last_value());
    let plain_values = first == 1 && board.value_count() == rows.max(columns);
    if (rows, columns) != (9, 9) || !plain_values || !board.has_lines() {
        out.push_str(&format!(".Shape~{rows}x{columns}"));
        if !plain_values {
            out.push_str(&if first == 1 { format!("~{last}") } else { format!("~{first}-{last}") });
        }
        if !board.has_lines() {
            out.push_str("~Raw");
        }
    }
    if let Some(size) = board.region_size() {
        out.push_str(&format!(".RegionSize~{size}"));
    }
    // Extra cells that a rule makes by itself are not written.
    for group in board.extra().iter().filter(|group| !group.prefix.starts_with("DG")) {
        let size = format!("{}x{}", group.count / group.columns.max(1), group.columns);
        let size = match group.count {
            1 => String::new(),
            count if count % group.columns.max(1) == 0 => size,
            count => count.to_string(),
        };
        let prefix = group.prefix.strip_prefix('V').unwrap_or(&group.prefix);
        out.push_str(&format!(".Var~{prefix}~{}~{size}", percent(&group.label)));
    }
    let made = if board.has_lines() {
        Board::new(rows, columns, board.value_count(), first.into())
    } else {
        Board::raw(rows, columns, board.value_count(), first.into())
    };
    let mut default = made.map_err(|_| WriteError::Board("a board of the string form"))?;
    if let Some(size) = board.region_size() {
        default = default.with_region_size(size).map_err(|_| WriteError::Board("a board of the string form"))?;
    }
    match (board.blocks(), default.blocks()) {
        (None, Some(_)) => out.push_str(".NoBoxes"),
        (found, usual) if found != usual => return Err(WriteError::Board("the usual blocks of its size")),
        _ => {}
    }
    if !board.pieces().is_empty() {
        // Letters for pieces; cells in no piece share one letter more.
        let mut layout = vec![b'0'; board.grid_cells()];
        for (number, piece) in board.pieces().iter().enumerate() {
            let Some(letter) = (b'A'..=b'Z').chain(b'a'..=b'z').nth(number) else {
                return Err(WriteError::Board("at most 52 regions"));
            };
            for cell in piece {
                if layout[cell.index()] != b'0' {
                    return Err(WriteError::Board("regions that do not overlap"));
                }
                layout[cell.index()] = letter;
            }
        }
        let size = board.region_size().unwrap_or(rows.max(columns));
        if board.pieces().iter().any(|piece| piece.len() != size) {
            return Err(WriteError::Board("regions of the same size"));
        }
        out.push_str(&format!(".Jigsaw~{}", String::from_utf8_lossy(&layout)));
    }
    Ok(out)
}

/// The key of a pair table: six bits a character, the lowest first.
fn table(board: &Board, table: &PairTable) -> String {
    let values: Vec<u8> = board.values().iter().collect();
    let bits: Vec<bool> =
        values.iter().flat_map(|&a| values.iter().map(move |&b| (a, b))).map(|(a, b)| table.allows(a, b)).collect();
    let sextets = bits
        .chunks(6)
        .map(|chunk| chunk.iter().enumerate().fold(0, |sextet, (place, &bit)| sextet | u8::from(bit) << place));
    let text: String = sextets.map(base64::character).collect();
    text.trim_end_matches('A').to_owned()
}

fn label(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("~_{}", percent(name)) }
}

fn line_clue(name: &str, side: Side, clue: impl core::fmt::Display) -> String {
    let (line, forward) = match side {
        Side::Left(row) => (format!("R{}", row + 1), true),
        Side::Right(row) => (format!("R{}", row + 1), false),
        Side::Top(column) => (format!("C{}", column + 1), true),
        Side::Bottom(column) => (format!("C{}", column + 1), false),
    };
    if forward { format!(".{name}~{line}~{clue}~") } else { format!(".{name}~{line}~~{clue}") }
}

/// One rule.
fn item(board: &Board, rule: &Rule) -> Result<String, WriteError> {
    let kind = rule.kind();
    let word = kind.string_form();
    let with = |list: &[Cell]| format!(".{word}{}", cells(board, list));
    let numbered = |number: i64, list: &[Cell]| format!(".{word}~{number}{}", cells(board, list));
    let values = |list: &[u8]| list.iter().map(u8::to_string).collect::<Vec<_>>().join("_");
    let relation = |word: &str, list: &[Cell], test: &dyn Fn(u8, u8) -> bool| {
        format!(".{word}~{}{}", table(board, &PairTable::new(board, test)), cells(board, list))
    };
    let given = |cell: Cell, set: crate::ValueSet| {
        let values: String = set.iter().map(|value| format!("_{value}")).collect();
        format!(".~{}{values}", name(board, cell))
    };
    Ok(match rule {
        Rule::Region(region) => match region {
            Region::Diagonal(Diagonal::Rising) => ".Diagonal~1".into(),
            Region::Diagonal(Diagonal::Falling) => ".Diagonal~-1".into(),
            Region::Windoku | Region::DisjointGroups | Region::SameRegions => format!(".{word}"),
            Region::ExtraRegion(list) | Region::AllDifferent(list) => with(list),
        },
        Rule::Global(global) => match global {
            Global::AntiKnight | Global::AntiKing | Global::NonConsecutive | Global::AntiTaxicab => format!(".{word}"),
            _ => format!(".{word}"),
        },
        Rule::Mark(mark @ (Mark::Odd(cell) | Mark::Even(cell) | Mark::Candidates(cell, _))) => {
            given(*cell, mark.allowed(board))
        }
        // A minimum is less than its neighbours, one by one; those that are minimum cells too would need the other rules.
        Rule::Mark(Mark::Minimum(_) | Mark::Maximum(_)) => return Err(WriteError::Rule(kind)),
        Rule::Pair(pair) => match pair {
            Pair::Difference { cells: list, by: 1 } | Pair::Ratio { cells: list, by: 2 } => with(list),
            Pair::Difference { cells: list, by } => relation("Pair", list, &|a, b| a.abs_diff(b) == *by),
            Pair::Ratio { cells: list, by } => relation("Pair", list, &|a, b| {
                let (a, b, by) = (u16::from(a), u16::from(b), u16::from(*by));
                a == by * b || b == by * a
            }),
            Pair::Xv { cells: list, sum } => format!(".{}{}", if *sum == 10 { "X" } else { "V" }, cells(board, list)),
            Pair::Greater { greater, smaller } => with(&[*greater, *smaller]),
            Pair::Negative(Negative::Xv | Negative::Kropki) => format!(".{word}"),
            Pair::Negative(_) => return Err(WriteError::Rule(kind)),
            Pair::Table { table: pairs, name, cells: list } | Pair::AllPairs { table: pairs, name, cells: list } => {
                format!(".{word}~{}{}{}", table(board, pairs), label(name), cells(board, list))
            }
        },
        Rule::Cage(cage) => match cage {
            Cage::Killer { sum, cells } => numbered(sum.unwrap_or(0).into(), cells),
            Cage::Rellik { sum, cells } | Cage::Lunchbox { sum, cells } => numbered((*sum).into(), cells),
            Cage::Equality(list) => with(list),
        },
        Rule::Sum(sum) => match sum {
            Sum::Linear { sum, terms } => {
                let list: Vec<Cell> = terms.iter().map(|term| term.0).collect();
                if terms.iter().all(|term| term.1 == 1) {
                    numbered((*sum).into(), &list)
                } else {
                    let weights: String = terms.iter().map(|term| format!("_{}", term.1)).collect();
                    format!(".Sum~{sum}_={weights}{}", cells(board, &list))
                }
            }
            Sum::Equal(segments) => {
                let parts: Vec<String> = segments.iter().map(|segment| cells(board, segment)).collect();
                format!(".{word}{}", parts.join("~"))
            }
            Sum::LittleKiller { sum, cells: list } => {
                let named = [list.first(), list.last()].into_iter().flatten().find(|&&end| {
                    let mut diagonal = super::iss::diagonal(board, end).unwrap_or_default();
                    let mut wanted = list.clone();
                    diagonal.sort_unstable();
                    wanted.sort_unstable();
                    diagonal == wanted
                });
                match named {
                    Some(&end) => format!(".LittleKiller~{sum}~{}", name(board, end)),
                    None => format!(".Sum~{sum}{}", cells(board, list)),
                }
            }
            Sum::Arrow { circle, arrow } if circle.len() == 1 => with(&[&circle[..], arrow].concat()),
            Sum::Arrow { circle, arrow } if circle.len() <= 3 => {
                format!(".PillArrow~{}{}", circle.len(), cells(board, &[&circle[..], arrow].concat()))
            }
            Sum::Arrow { .. } => return Err(WriteError::Rule(kind)),
            Sum::DoubleArrow(list) | Sum::Zipper(list) | Sum::RegionSum(list) => with(list),
            Sum::SumLine { sum, cells, is_loop } => {
                format!("{}{}", numbered((*sum).into(), cells), if *is_loop { "~LOOP" } else { "" })
            }
        },
        Rule::Line(rule) => match rule.line {
            Line::Whisper(by) | Line::Lockout(by) | Line::Modular(by) => numbered(by.into(), &rule.cells),
            Line::SlowThermo => relation("Pair", &rule.cells, &|a, b| a <= b),
            Line::Nabner => relation("PairX", &rule.cells, &|a, b| a.abs_diff(b) >= 2),
            _ => with(&rule.cells),
        },
        Rule::Count(count) => match count {
            Count::Contains { values: list, cells: of, .. } => format!(".{word}~{}{}", values(list), cells(board, of)),
            Count::Quadruple { values: list, cells: of } => {
                let values: String = list.iter().map(|value| format!("~{value}")).collect();
                format!(".Quad{}{values}", cells(board, &of[..1.min(of.len())]))
            }
            Count::LookAndSay { counts, cells: of } => {
                let digits: String = counts.iter().flat_map(|&(a, b)| [crate::symbol(a), crate::symbol(b)]).collect();
                format!(".LookAndSay~{digits}{}", cells(board, of))
            }
            Count::CountingCircles(list) => with(list),
            Count::CountDistinct { control, cells: of } => with(&[&[*control], &of[..]].concat()),
            Count::SameValues(sets) => numbered(sets.len() as i64, &sets.concat()),
            // Each cell and its copy hold the same value: sets of one cell.
            Count::Clone { cells: list, copies } => {
                let pairs = list.iter().zip(copies).filter(|(cell, copy)| cell != copy);
                pairs.map(|(&cell, &copy)| format!(".SameValues~2{}", cells(board, &[cell, copy]))).collect()
            }
        },
        Rule::Outside(Outside::Clue { side, clue }) => match clue {
            Clue::Sandwich(sum) => match side {
                Side::Left(row) | Side::Right(row) => format!(".Sandwich~{sum}~R{}", row + 1),
                Side::Top(column) | Side::Bottom(column) => format!(".Sandwich~{sum}~C{}", column + 1),
            },
            Clue::XSum(clue) | Clue::Skyscraper(clue) | Clue::FullRank(clue) => line_clue(word, *side, clue),
            Clue::HiddenSkyscraper(clue) | Clue::NumberedRoom(clue) => line_clue(word, *side, clue),
        },
        Rule::Outside(Outside::Ties(ties)) => format!(
            ".FullRankTies~{}",
            match ties {
                Ties::None => "none",
                Ties::OnlyUnclued => "only-unclued",
                Ties::Any => "any",
            }
        ),
        Rule::Index(Index::Row(list)) => format!(".Indexing~R{}", cells(board, list)),
        Rule::Index(Index::Column(list)) => format!(".Indexing~C{}", cells(board, list)),
        Rule::Index(Index::Block(_)) => return Err(WriteError::Rule(Kind::BlockIndexer)),
        Rule::Index(Index::Value(list)) => with(list),
        Rule::Automaton(Automaton::Regex { regex, cells: list }) => {
            format!(".Regex~{}{}", base64::encode_bytes(regex.pattern().as_bytes()), cells(board, list))
        }
        Rule::Automaton(Automaton::Nfa { nfa, name, segments }) => {
            let code = nfa.encode().ok_or(WriteError::Rule(kind))?;
            let parts: Vec<String> = segments.iter().map(|segment| cells(board, segment)).collect();
            format!(".NFA~{code}{}{}", label(name), parts.join("~-"))
        }
        Rule::Compound(Compound::AnyOf(rules) | Compound::AllOf(rules)) => {
            let items: Result<String, WriteError> = rules.iter().map(|rule| item(board, rule)).collect();
            format!(".{word}{}.End", items?)
        }
        Rule::Compound(Compound::SearchPriority { level, cells }) => numbered((*level).into(), cells),
    })
}
