//! Puzzles, broken rules, hints and verdicts as JSON, for programs that show a puzzle and let it be played.
//!
//! Cells are numbers: their places on the board. Values are characters, letters above 9.

use ninefold::Language;
use ninefold::json::{Object, array, quoted};

use crate::drawing::{Colour, Picture, SIDE, centres};
use crate::explain::Hint;
use crate::rule::Kind;
use crate::text::{Format, write};
use crate::{Answer, Cell, Part, Run, Stopped, Variant, symbol};

/// The ground of the dark picture.
const DARK: Colour = Colour(0x1C222E);

fn cells(list: &[Cell]) -> String {
    array(list.iter().map(|cell| cell.index()))
}

/// A puzzle, everything that a program needs to show it: `text` in the string form (or none, and why, in `text_error`), the
/// board, the givens, the rules in words, and the picture of the board and the rules without digits, once for a light and
/// once for a dark ground.
pub fn puzzle(variant: &Variant, language: Language) -> String {
    let board = variant.board();
    let mut object = Object::new();
    match write(variant, Format::Iss) {
        Ok(text) => object.string("text", text),
        Err(error) => object.string("text_error", error),
    }
    object.raw("rows", board.rows());
    object.raw("columns", board.columns());
    object.string("values", board.values());
    object.raw("classic", board.is_classic() && variant.rules().is_empty());
    let givens: String = board.cells().map(|cell| variant.given(cell).map_or('.', symbol)).collect();
    object.string("givens", givens);
    let several = |cell: &Cell| variant.given(*cell).is_none() && variant.givens()[cell.index()] != board.values();
    let limited = board.cells().filter(several).map(|cell| {
        let mut object = Object::new();
        object.raw("cell", cell.index());
        object.string("values", variant.givens()[cell.index()]);
        object.to_string()
    });
    object.raw("limited", array(limited));
    object.strings("names", board.cells().map(|cell| board.name(cell)));
    object.raw("side", SIDE);
    object.raw("places", array(centres(variant).into_iter().map(|(x, y)| format!("[{x},{y}]"))));
    let drawing = Picture::new(variant).without_digits().drawing();
    let ((left, top), (right, bottom)) = drawing.bounds();
    object.raw("box", array([left, top, right - left, bottom - top]));
    object.string("light", drawing.elements());
    object.string("dark", drawing.on_dark(DARK).elements());
    object.raw("rules", rules(variant, language));
    let notes = &variant.notes;
    object.string("title", &notes.title);
    object.string("author", &notes.author);
    object.string("setter", &notes.rules);
    object.strings("drawings", &notes.drawings);
    object.to_string()
}

/// The kinds of rules of a puzzle, in the order in which they first occur, with their meaning and how often they occur.
fn rules(variant: &Variant, language: Language) -> String {
    let mut kinds: Vec<(Kind, usize)> = Vec::new();
    for kind in variant.rules().iter().map(|rule| rule.kind()).filter(|&kind| kind != Kind::SearchPriority) {
        match kinds.iter_mut().find(|entry| entry.0 == kind) {
            Some(entry) => entry.1 += 1,
            None => kinds.push((kind, 1)),
        }
    }
    array(kinds.into_iter().map(|(kind, count)| {
        let mut object = Object::new();
        object.string("rule", kind.slug());
        let (name, meaning) = match language == Language::CHINESE {
            true => (kind.chinese(), kind.meaning_chinese()),
            false => (kind.english(), kind.meaning()),
        };
        object.string("name", name);
        object.string("meaning", meaning);
        object.raw("count", count);
        object.to_string()
    }))
}

/// What values break: `broken`, each with its words and cells; and whether the puzzle is `solved`.
pub fn broken(variant: &Variant, values: &[Option<u8>], language: Language) -> String {
    let found = variant.broken(values);
    let mut object = Object::new();
    let full = values.iter().take(variant.board().grid_cells()).all(Option::is_some);
    object.raw("solved", full && found.is_empty());
    object.raw(
        "broken",
        array(found.iter().map(|broken| {
            let mut object = Object::new();
            object.string("words", variant.broken_words(broken, values, language));
            object.raw("cells", cells(&broken.cells));
            object.to_string()
        })),
    );
    object.to_string()
}

/// A hint: `sentence`, the `pattern` of cells it speaks of, what is `placed` and `removed`, or what is `wrong`.
pub fn hint(variant: &Variant, hint: &Hint, language: Language) -> String {
    let placement = |cell: Cell, value: u8| format!("[{},{}]", cell.index(), quoted(&symbol(value).to_string()));
    let mut object = Object::new();
    object.string("sentence", hint.sentence(variant, language));
    object.raw("pattern", cells(&hint.pattern(variant)));
    match hint {
        Hint::Wrong(cell, value) => object.raw("wrong", placement(*cell, *value)),
        Hint::RuledOut(cell, value) => object.raw("ruled_out", placement(*cell, *value)),
        Hint::Step(step) => match step.placed {
            Some((cell, value)) => object.raw("placed", placement(cell, value)),
            None => object
                .raw("removed", array(step.removed.iter().map(|(cell, set)| format!("[{},\"{set}\"]", cell.index())))),
        },
        Hint::Solved => object.raw("solved", true),
    }
    object.to_string()
}

/// Whether a puzzle has one solution: `answer`; the cells in which two solutions `differ`; for a contradiction the parts that
/// contradict each other, each with its words and cells.
///
/// # Errors
/// When the run is stopped.
pub fn verdict(variant: &Variant, language: Language, run: &Run<'_>) -> Result<String, Stopped> {
    let mut object = Object::new();
    match variant.solve(run)? {
        Answer::Unique(solution) => {
            object.string("answer", "unique");
            object.string("solution", solution.values().iter().map(|&value| symbol(value)).collect::<String>());
        }
        Answer::Multiple(first, second) => {
            object.string("answer", "multiple");
            let differ = |cell: &Cell| first.value(*cell) != second.value(*cell);
            object.raw("differ", cells(&variant.board().cells().filter(differ).collect::<Vec<_>>()));
        }
        Answer::NoSolution => {
            object.string("answer", "none");
            let parts = variant.contradiction(run)?.unwrap_or_default();
            object.raw(
                "contradiction",
                array(parts.into_iter().map(|part: Part| {
                    let mut object = Object::new();
                    object.string("words", variant.part_words(part, language));
                    object.raw("cells", cells(&variant.part_cells(part)));
                    object.to_string()
                })),
            );
        }
    }
    Ok(object.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::values_of;
    use crate::text;

    #[test]
    fn every_answer_is_json_with_its_members() {
        let variant =
            text::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1~R4C1_1_4")
                .unwrap();
        let shown = puzzle(&variant, Language::ENGLISH);
        assert!(text::is_json(&shown), "{shown}");
        for member in [
            "\"rows\": 4",
            "\"values\": \"1234\"",
            "\"givens\": \"....3...2......1\"",
            "\"limited\": [{\"cell\": 12, \"values\": \"14\"}]",
            "\"name\": \"Thermometer\", \"meaning\": \"Values rise from the bulb.\", \"count\": 1}",
        ] {
            assert!(shown.contains(member), "{member} in {shown}");
        }
        let wrong = broken(&variant, &values_of("4", 16), Language::ENGLISH);
        let words = "{\"words\": \"Thermometer r1c1 r1c2 r1c3 r1c4\", \"cells\": [0]}";
        assert_eq!(wrong, format!("{{\"solved\": false, \"broken\": [{words}]}}"));
        let solved = broken(&variant, &values_of("1234341221434321", 16), Language::ENGLISH);
        assert_eq!(solved, "{\"solved\": true, \"broken\": []}");
        let none = text::read(".Shape~4x4.Cage~3~R1C1~R1C2.Cage~4~R1C3~R1C4").unwrap();
        let verdict = verdict(&none, Language::ENGLISH, &Run::single()).unwrap();
        assert!(text::is_json(&verdict) && verdict.contains("\"words\": \"Killer cage r1c3 r1c4\", \"cells\": [2, 3]"));
    }
}
