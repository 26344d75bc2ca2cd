//! Sudoku of other sizes and rules in the browser: text in, JSON out.
//!
//! A module of its own, because its solver is only loaded when such a puzzle is opened.
//!
//! ```text
//! const variant = new VariantGame(".Shape~4x4.Cage~5~R1C1~R1C2");
//! const {rows, givens, rules} = JSON.parse(variant.puzzle("en"));
//! const {broken} = JSON.parse(variant.broken("44..............", "en"));
//! ```
//!
//! Values are one character a cell, `.` for an empty one, letters above 9. Ruled out values are one number a cell, bit `v`
//! for the value `v`. `ninefold_variants::json` describes the answers. An `Err` with a sentence becomes an exception.

use ninefold::Language;
use ninefold::json::{Object, array};
use ninefold_variants::generate::{self, Theme};
use ninefold_variants::play::values_of;
use ninefold_variants::report::{Question, reply};
use ninefold_variants::sketch::{Sketch, Stroke, Tool};
use ninefold_variants::text::{self, Format};
use ninefold_variants::{Answer, Cell, Run, ValueSet, Variant, json};
use wasm_bindgen::prelude::wasm_bindgen;

fn language(tag: &str) -> Result<Language, String> {
    tag.parse().map_err(|error| format!("{error}"))
}

fn theme(name: &str) -> Result<Theme, String> {
    Theme::from_name(name).ok_or_else(|| format!("expected the name of a theme, found {name}"))
}

/// Whether a text starts with a puzzle of another size or with rules.
#[wasm_bindgen]
pub fn is_variant(text: &str) -> bool {
    text::is_variant(text)
}

/// The texts of the puzzles in a text.
#[wasm_bindgen]
pub fn split(text: &str) -> Vec<String> {
    text::split(text).into_iter().map(|(_, puzzle)| puzzle.to_owned()).collect()
}

/// A generated puzzle in the string form.
#[wasm_bindgen]
pub fn generate(name: &str, side: usize, seed: u32) -> Result<String, String> {
    let theme = theme(name)?;
    if !generate::SIDES.contains(&side) {
        return Err(format!("expected one of the sides {:?}, found {side}", generate::SIDES));
    }
    let puzzle = generate::generate(theme, side, seed.into(), &Run::single()).map_err(|stopped| stopped.to_string())?;
    text::write(puzzle.variant(), Format::Iss).map_err(|error| error.to_string())
}

/// The themes that can be drawn and generated, with the tools of each, and the sides of their boards.
#[wasm_bindgen]
pub fn themes() -> String {
    let mut object = Object::new();
    object.raw("sides", array(generate::SIDES));
    object.raw(
        "themes",
        array(Theme::ALL.into_iter().map(|theme| {
            let mut object = Object::new();
            object.string("theme", theme.name());
            object.strings("tools", Tool::of_theme(theme).iter().map(|tool| tool.name()));
            object.to_string()
        })),
    );
    object.to_string()
}

/// A puzzle made of strokes, one a line. `error` says why the last stroke draws nothing; the puzzle is then the one before it.
#[wasm_bindgen]
pub fn sketch(name: &str, side: usize, strokes: &str, tag: &str) -> Result<String, String> {
    let language = language(tag)?;
    let mut sketch = Sketch::new(theme(name)?, side).map_err(|error| error.to_string())?;
    let mut error = None;
    for line in strokes.lines() {
        let stroke: Stroke = line.parse().map_err(|error| format!("{error}"))?;
        error = sketch.draw(&stroke).err();
    }
    let mut object = Object::new();
    object.raw("puzzle", json::puzzle(sketch.variant(), language));
    object.strings("on", Tool::ALL.into_iter().filter(|&tool| sketch.is_on(tool)).map(Tool::name));
    if let Some(unfinished) = sketch.unfinished(language) {
        object.string("unfinished", unfinished);
    }
    if let Some(error) = error {
        object.string("error", error.sentence(language));
    }
    Ok(object.to_string())
}

/// The verdict on a puzzle made of strokes.
#[wasm_bindgen]
pub fn check(name: &str, side: usize, strokes: &str, tag: &str) -> Result<String, String> {
    let mut sketch = Sketch::new(theme(name)?, side).map_err(|error| error.to_string())?;
    for line in strokes.lines() {
        let stroke: Stroke = line.parse().map_err(|error| format!("{error}"))?;
        let _ = sketch.draw(&stroke);
    }
    json::verdict(sketch.variant(), language(tag)?, &Run::single()).map_err(|stopped| stopped.to_string())
}

/// A puzzle that is played. It remembers its solution, so only the first hint has to solve it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct VariantGame {
    variant: Variant,
    answer: Option<Answer>,
}

#[wasm_bindgen]
impl VariantGame {
    /// The puzzle of a text in any format.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<VariantGame, String> {
        let variant = text::read(text).map_err(|error| error.to_string())?;
        Ok(VariantGame { variant, answer: None })
    }

    /// Everything that is shown of the puzzle.
    pub fn puzzle(&self, tag: &str) -> Result<String, String> {
        Ok(json::puzzle(&self.variant, language(tag)?))
    }

    /// What values break.
    pub fn broken(&self, values: &str, tag: &str) -> Result<String, String> {
        Ok(json::broken(&self.variant, &self.values(values), language(tag)?))
    }

    /// `answer`, `solution` where there is one, and `second` where there are several.
    pub fn solve(&mut self) -> Result<String, String> {
        Ok(Object::new().with(self.answer()?).to_string())
    }

    /// The next step from a position. Without a unique solution the answer is that of `solve`.
    pub fn hint(&mut self, values: &str, struck: &[u32], tag: &str) -> Result<String, String> {
        let language = language(tag)?;
        let values = self.values(values);
        let mut struck: Vec<ValueSet> = struck.iter().map(|&bits| ValueSet::from_bits(bits)).collect();
        struck.resize(values.len(), ValueSet::EMPTY);
        self.answer()?;
        match &self.answer {
            Some(Answer::Unique(solution)) => {
                Ok(json::hint(&self.variant, &self.variant.hint(solution, &values, &struck), language))
            }
            _ => self.solve(),
        }
    }

    /// The values that occur in some solution with these values, for each cell: `candidates`.
    pub fn candidates(&self, values: &str) -> String {
        reply(&self.position(values), Question::Candidates, &Run::single()).json
    }

    /// The number of solutions with these values, up to a limit: `count`.
    pub fn count(&self, values: &str, limit: u32) -> String {
        reply(&self.position(values), Question::Count(limit.into()), &Run::single()).json
    }

    /// The puzzle in another format: `iss`, `fpuzzles`, `fpuzzles-link` or `line`.
    pub fn write(&self, format: &str) -> Result<String, String> {
        let format =
            Format::from_name(format).ok_or_else(|| format!("expected the name of a format, found {format}"))?;
        text::write(&self.variant, format).map_err(|error| error.to_string())
    }
}

impl VariantGame {
    fn values(&self, text: &str) -> Vec<Option<u8>> {
        values_of(text, self.variant.board().cell_count())
    }

    /// The puzzle with these values given.
    fn position(&self, values: &str) -> Variant {
        let mut position = self.variant.clone();
        for (cell, value) in self.values(values).into_iter().enumerate() {
            if let Some(value) = value {
                position.give(Cell::new(cell), value);
            }
        }
        position
    }

    fn answer(&mut self) -> Result<&Answer, String> {
        if self.answer.is_none() {
            self.answer = Some(self.variant.solve(&Run::single()).map_err(|stopped| stopped.to_string())?);
        }
        self.answer.as_ref().ok_or_else(String::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const PUZZLE: &str = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1";

    fn value(answer: Result<String, String>) -> Value {
        serde_json::from_str(&answer.expect("an answer")).expect("JSON")
    }

    #[test]
    fn a_game_answers_everything_that_the_page_asks() {
        let mut game = VariantGame::new(PUZZLE).expect("a puzzle");
        assert_eq!(value(game.puzzle("zh"))["rules"][0]["name"], "温度计");
        assert_eq!(value(game.broken("1234341221434321", "en")), json!({"solved": true, "broken": []}));
        assert_eq!(value(game.solve())["solution"], "1234341221434321");
        assert_eq!(value(game.hint("....3...2......1", &[], "en"))["placed"], json!([12, "4"]));
        assert_eq!(value(game.hint("4...3...2......1", &[0; 16], "en"))["wrong"], json!([0, "4"]));
        assert_eq!(value(Ok(game.candidates("....3...2......1")))["candidates"][0], "1");
        assert_eq!(value(Ok(game.candidates("4...3...2......1")))["candidates"][0], "");
        assert_eq!(value(Ok(game.count("....3...2......1", 5))), json!({"count": 1, "complete": true}));
        assert_eq!(game.write("iss").expect("the string form"), PUZZLE);
        assert!(game.write("pdf").is_err() && game.puzzle("xx").is_err());
    }

    #[test]
    fn without_a_unique_solution_a_hint_says_so() {
        let mut game = VariantGame::new(".Shape~4x4").expect("a puzzle");
        assert_eq!(value(game.hint("", &[], "en"))["answer"], "multiple");
        assert!(VariantGame::new(".Thermo~R1C1~R1C0").expect_err("no puzzle").contains("column 14"));
    }

    #[test]
    fn strokes_become_a_puzzle_and_the_last_one_says_why_it_draws_nothing() {
        let drawn = value(sketch("killer", 4, "cage 5 0 1\ncage 9 4 5", "en"));
        assert_eq!(drawn["puzzle"]["text"], ".Shape~4x4.Cage~5~R1C1~R1C2");
        assert_eq!(drawn["error"], "The sum of this cage is between 3 and 7.");
        let verdict = value(check("killer", 4, "cage 3 0 1\ncage 4 2 3", "en"));
        assert_eq!(verdict["answer"], "none");
        assert_eq!(verdict["contradiction"][1]["cells"], json!([2, 3]));
        assert!(generate("killer", 4, 1).is_ok() && generate("killer", 5, 1).is_err());
        assert_eq!(value(Ok(themes()))["themes"][1], json!({"theme": "killer", "tools": ["cage"]}));
    }
}
