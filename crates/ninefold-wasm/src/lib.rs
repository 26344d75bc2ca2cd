//! The door to the browser: convert, call, convert back.
//!
//! Every function takes a puzzle or position as the JSON object in which the library reads and writes puzzles
//! (`{"puzzle": ..., "givens": ..., "candidates": [...]}`) and answers with JSON text. The shapes are those that the
//! command line prints; `web/src/engine.ts` has them as types.
//!
//! What a function refuses is an `Err` with a sentence, which the browser sees as an exception. Nothing here panics.

mod json;

use std::ops::ControlFlow;

use json::{Object, array};
use ninefold::explain::{Explainer, Language, Level, Mistake, NextStep, Position, Rung, Technique, View};
use ninefold::generate::{FEWEST_GIVENS, Generator, Recipe, Symmetry, Target};
use ninefold::rate::{Se, SeStep};
use ninefold::solve::naive::{self, Observer, Order};
use ninefold::solve::propagation;
use ninefold::svg::{Picture, Theme};
use ninefold::symmetry::PatternSymmetry;
use ninefold::text::{self, Format, Reader, Record};
use ninefold::{Answer, CandidateSet, Cell, CellSet, Digit, Grid, Puzzle, Solution};
use wasm_bindgen::prelude::wasm_bindgen;

/// Puzzles and errors that [`read`] hands over; the others are counted.
const MOST_READ: usize = 1000;

/// Every puzzle in a text of any format, and what could not be read.
#[wasm_bindgen]
pub fn read(text: &str, language: &str) -> Result<String, String> {
    let language = tongue(language)?;
    let mut reader = Reader::new();
    reader.feed(text.as_bytes());
    reader.finish();
    let (mut puzzles, mut errors, mut more) = (Vec::new(), Vec::new(), 0);
    for item in reader.by_ref() {
        match item {
            _ if puzzles.len() + errors.len() == MOST_READ => more += 1,
            Ok(record) => puzzles.push(read_puzzle(&record)),
            Err(error) => errors.push(
                Object::new()
                    .raw("line", error.place.line)
                    .raw("column", error.place.column)
                    .string("found", language.found(&error.found))
                    .string("expected", language.expected(&error.expected))
                    .text(),
            ),
        }
    }
    let object = Object::new().string_or_null("format", reader.format()).raw("puzzles", array(puzzles.into_iter()));
    Ok(object.raw("errors", array(errors.into_iter())).raw("more", more).text())
}

fn read_puzzle(record: &Record) -> String {
    let field = |wanted: &str| record.fields.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    let named = ["name", "title", "id"].into_iter().find_map(field);
    let name = named.map_or(record.comment.as_str(), |(_, value)| value);
    let object = Object::new()
        .raw("line", record.place.line)
        .raw("column", record.place.column)
        .string("name", name)
        .string("givens", record.given_grid())
        .string("placed", record.grid)
        .string_or_null("solution", record.solution);
    match record.candidates {
        Some(candidates) => {
            object.strings("candidates", CellSet::FULL.iter().map(|cell| candidates.digits_in(cell))).text()
        }
        None => object.raw("candidates", "null").text(),
    }
}

/// The solution, or why there is not exactly one.
#[wasm_bindgen]
pub fn solve(position: &str) -> Result<String, String> {
    let puzzle = question(&parse(position)?);
    let mut solutions = solutions(&puzzle);
    let answer = match (solutions.next(), solutions.next()) {
        (None, _) => Answer::NoSolution,
        (Some(only), None) => Answer::Unique(only),
        (Some(first), Some(second)) => Answer::Multiple(first, second),
    };
    let stats = solutions.stats();
    let object = Object::new().string("puzzle", puzzle.grid).answer(&answer).conflicts(&puzzle.grid);
    Ok(object.raw("guesses", stats.guesses).raw("passes", stats.passes).text())
}

/// Solutions are counted up to here.
const MOST_SOLUTIONS: usize = 1000;

/// What is right and wrong about a puzzle, and about what was placed in it.
#[wasm_bindgen]
pub fn check(position: &str) -> Result<String, String> {
    let record = parse(position)?;
    let puzzle = question(&record);
    let answer = answer(&puzzle);
    let count = match answer {
        Answer::NoSolution => 0,
        Answer::Unique(_) => 1,
        Answer::Multiple(..) => solutions(&puzzle).take(MOST_SOLUTIONS).count(),
    };
    let mut object = Object::new().string("puzzle", puzzle.grid).answer(&answer).raw("count", count);
    object = object.raw("limit", MOST_SOLUTIONS).conflicts(&puzzle.grid);
    if let Ok(proved) = Puzzle::new(puzzle.grid) {
        let redundant = proved.redundant_givens();
        object = object.raw("minimal", redundant.is_empty()).strings("redundant", redundant.iter());
    }
    if let Answer::Unique(solution) = answer {
        let placed = record.grid.placements().filter(|(cell, _)| !record.givens.contains(*cell));
        let wrong = placed.filter(|&(cell, digit)| digit != solution[cell]);
        object = object.strings("wrong", wrong.map(|(cell, _)| cell));
    }
    Ok(object.strings("symmetries", PatternSymmetry::of(record.givens)).text())
}

/// The player's first mistake, or the next step on all five rungs.
#[wasm_bindgen]
pub fn hint(position: &str, language: &str, techniques: &str, uniqueness: bool) -> Result<String, String> {
    let record = parse(position)?;
    let (language, explainer) = (tongue(language)?, explainer(techniques, uniqueness)?);
    let marks = record.pencilmarks();
    let next = match Puzzle::new(record.given_grid()) {
        Ok(puzzle) => explainer.next_step(&puzzle, &marks),
        // The givens alone do not make a puzzle; perhaps the pencilmarks do.
        Err(_) if answer(&question(&record)).is_unique() => explainer.next_step_of_pencilmarks(&marks),
        Err(_) => return Ok(not_a_puzzle(&record)),
    };
    Ok(match next {
        NextStep::Mistake(found) => mistake(&found, language),
        NextStep::Stuck => Object::of_kind("stuck").string("text", language.stuck()).text(),
        NextStep::Solved => Object::of_kind("solved").string("text", language.solved()).text(),
        NextStep::Step(step, marks) => Object::of_kind("step")
            .strings("rungs", Rung::ALL.iter().map(|&rung| language.hint(&step, rung)))
            .strings("focus", step.focus().iter())
            .raw("step", step.to_json(&marks, language))
            .before(&marks)
            .text(),
    })
}

/// Steps that [`steps`] hands over; the others are counted.
const MOST_STEPS: usize = 500;

/// The player's first mistake, or all steps the position allows.
#[wasm_bindgen]
pub fn steps(position: &str, language: &str, techniques: &str, uniqueness: bool) -> Result<String, String> {
    let record = parse(position)?;
    let language = tongue(language)?;
    let all = Technique::all().filter(|technique| !technique.is_only_asked_for());
    let mut explainer = adjusted(Explainer::with_order(all), techniques, uniqueness)?;
    let position = match Puzzle::new(record.given_grid()) {
        Ok(puzzle) => match Position::of_person(&puzzle, &record.pencilmarks()) {
            Ok(position) => position,
            Err(found) => return Ok(mistake(&found, language)),
        },
        Err(_) if answer(&question(&record)).is_unique() => {
            explainer = explainer.without_uniqueness();
            Position::tidied(record.pencilmarks(), record.givens)
        }
        Err(_) => return Ok(not_a_puzzle(&record)),
    };
    let steps = explainer.all_steps(&position);
    let listed = steps.iter().take(MOST_STEPS).map(|step| step.to_json(position.marks(), language));
    let object = Object::of_kind("steps").raw("steps", array(listed));
    Ok(object.raw("more", steps.len().saturating_sub(MOST_STEPS)).before(position.marks()).text())
}

/// The way from the givens to the solution.
#[wasm_bindgen]
pub fn path(position: &str, language: &str, techniques: &str, uniqueness: bool) -> Result<String, String> {
    let record = parse(position)?;
    let (language, explainer) = (tongue(language)?, explainer(techniques, uniqueness)?);
    let Ok(puzzle) = Puzzle::new(record.given_grid()) else { return Ok(not_a_puzzle(&record)) };
    let path = explainer.path(&puzzle);
    let steps =
        path.positions().map(|(marks, step)| Object::extending(&step.to_json(&marks, language)).before(&marks).text());
    Ok(Object::extending(&path.summary_to_json()).string("kind", "path").raw("steps", array(steps)).text())
}

/// The Sudoku Explainer rating and the steps it rests on.
#[wasm_bindgen]
pub fn rate(position: &str) -> Result<String, String> {
    let puzzle = question(&parse(position)?);
    if !answer(&puzzle).is_unique() {
        return Ok(not_a_puzzle(&puzzle));
    }
    let trace = Se::of_pencilmarks(&puzzle.pencilmarks()).trace();
    let rating = trace.rating.map_err(|unfinished| unfinished.to_string())?;
    let object = Object::of_kind("rated").raw("er", rating.er).raw("ep", rating.ep).raw("ed", rating.ed);
    Ok(object.raw("steps", array(trace.steps.iter().map(rated_step))).text())
}

fn rated_step(step: &SeStep) -> String {
    let object = Object::new()
        .raw("rating", step.rating)
        .string("technique", step.technique)
        .string("text", &step.text)
        .strings("eliminations", step.eliminations.iter());
    match step.placement {
        Some(placement) => object.string("placement", placement).text(),
        None => object.text(),
    }
}

/// The puzzle's canonical form, and in how many ways the puzzle can be transformed into itself.
#[wasm_bindgen]
pub fn canonical(position: &str) -> Result<String, String> {
    let puzzle = Puzzle::new(question(&parse(position)?).grid).map_err(|reason| reason.to_string())?;
    let canonical = puzzle.canonical();
    let object = Object::of_kind("canonical").string("canonical", canonical.form());
    Ok(object.raw("automorphisms", canonical.automorphisms()).text())
}

#[wasm_bindgen]
extern "C" {
    /// Somebody in the browser who is told how the work goes.
    pub type Listener;

    /// So many puzzles were made and were not what was asked for.
    #[wasm_bindgen(method)]
    fn tried(this: &Listener, count: f64);
}

/// A new puzzle. Level and symmetry may be empty: any will do; `givens` is the most there may be.
///
/// A seed makes the same puzzle again. What is hard to meet may take for ever: whoever waits no longer ends the worker.
#[wasm_bindgen]
pub fn generate(seed: u32, level: &str, symmetry: &str, givens: usize, listener: &Listener) -> Result<String, String> {
    generated(seed, level, symmetry, givens, |count| listener.tried(count as f64))
}

fn generated(
    seed: u32,
    level: &str,
    symmetry: &str,
    givens: usize,
    mut tried: impl FnMut(u64),
) -> Result<String, String> {
    let mut target = Target::default();
    if !level.is_empty() {
        let known = Level::ALL.into_iter().find(|known| known.slug() == level);
        target = target.level(known.ok_or_else(|| format!("no such level: {level}"))?);
    }
    let symmetry = match symmetry {
        "" => Symmetry::None,
        name => name.parse().map_err(|_| format!("no such symmetry: {name}"))?,
    };
    let recipe = Recipe::default().target(target).symmetry(symmetry).givens(FEWEST_GIVENS..=givens);
    let generator = Generator::new(recipe).map_err(|reason| reason.to_string())?;
    let mut count = 0;
    let mut made = generator.batch(u64::from(seed), 0..1, &mut || {
        count += 1;
        tried(count);
        false
    });
    let puzzle = made.pop().and_then(Result::ok).ok_or("no puzzle was made")?;
    let path = Explainer::default().path(&puzzle);
    let object = Object::of_kind("generated").string("puzzle", puzzle).string("solution", puzzle.solution());
    Ok(object.string("level", path.level().slug()).raw("score", path.score()).text())
}

/// A part of the events of a search.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Watched {
    /// Each the cell, the digit times 128, and the kind times 2048: guessed, forced, taken back, solved.
    pub events: Vec<u16>,
    /// Whether the search ended with the last of them.
    pub done: bool,
    /// What happened from the start of the search to the last of these events, as JSON.
    pub counters: String,
}

/// Events that [`watch`] hands over at once.
const MOST_EVENTS: u32 = 1 << 20;

/// The events of a search, from the `from`-th on, at most `count`. The mode is `naive` or `propagation`.
///
/// The search starts over each time, and stops at the last event asked for.
#[wasm_bindgen]
pub fn watch(position: &str, mode: &str, from: f64, count: u32) -> Result<Watched, String> {
    let grid = question(&parse(position)?).grid;
    let mut watcher = Watcher { skip: from as u64, room: count.min(MOST_EVENTS), ..Watcher::default() };
    let flow = match mode {
        "naive" => naive::search(&grid, Order::Rows, &mut watcher),
        "propagation" => {
            watcher.announced = Some(false);
            propagation::search(&grid, &mut watcher)
        }
        _ => return Err(format!("expected naive or propagation, found {mode}")),
    };
    let counters = Object::new().raw("placed", watcher.placed).raw("takenBack", watcher.taken_back);
    let counters = counters.raw("guesses", watcher.guesses).raw("solutions", watcher.solutions).text();
    Ok(Watched { events: watcher.events, done: flow.is_continue(), counters })
}

/// Keeps the events it was asked for.
#[derive(Default)]
struct Watcher {
    /// Events to come before those wanted.
    skip: u64,
    /// Events still wanted.
    room: u32,
    events: Vec<u16>,
    /// Whether the next placement was announced as a guess. To a search that announces none, every one is a guess.
    announced: Option<bool>,
    placed: u64,
    taken_back: u64,
    guesses: u64,
    solutions: u64,
}

impl Watcher {
    /// Stops the search where another event would be more than was asked for.
    fn see(&mut self, kind: u16, cell: u16, digit: u16) -> ControlFlow<()> {
        if self.room == 0 {
            return ControlFlow::Break(());
        }
        match self.skip.checked_sub(1) {
            Some(left) => self.skip = left,
            None => {
                self.events.push(kind << 11 | digit << 7 | cell);
                self.room -= 1;
            }
        }
        ControlFlow::Continue(())
    }
}

fn numbers(cell: Cell, digit: Digit) -> (u16, u16) {
    (cell.index() as u16, digit.index() as u16 + 1)
}

impl Observer for Watcher {
    fn guessed(&mut self, _: Cell, _: Digit) -> ControlFlow<()> {
        self.announced = Some(true);
        ControlFlow::Continue(())
    }

    fn placed(&mut self, cell: Cell, digit: Digit) -> ControlFlow<()> {
        let (cell, digit) = numbers(cell, digit);
        let guess = self.announced != Some(false);
        self.see(u16::from(!guess), cell, digit)?;
        self.placed += 1;
        self.guesses += u64::from(guess);
        self.announced = self.announced.map(|_| false);
        ControlFlow::Continue(())
    }

    fn taken_back(&mut self, cell: Cell, digit: Digit) -> ControlFlow<()> {
        let (cell, digit) = numbers(cell, digit);
        self.see(2, cell, digit)?;
        self.taken_back += 1;
        ControlFlow::Continue(())
    }

    fn solved(&mut self, _: Solution) -> ControlFlow<()> {
        self.see(3, 0, 0)?;
        self.solutions += 1;
        ControlFlow::Continue(())
    }
}

/// Every technique.
#[wasm_bindgen]
pub fn techniques(language: &str) -> Result<String, String> {
    let language = tongue(language)?;
    Ok(array(Technique::all().map(|technique| {
        Object::new()
            .string("slug", technique.slug())
            .string_or_null("code", technique.code())
            .string("name", language.name(technique))
            .string("idea", language.idea(technique))
            .string("level", technique.level().slug())
            .raw("score", technique.score())
            .raw("default", technique.is_default())
            .raw("uniqueness", technique.relies_on_uniqueness())
            .text()
    })))
}

/// A position in another text format.
#[wasm_bindgen]
pub fn write(position: &str, format: &str) -> Result<String, String> {
    let format: Format = format.parse().map_err(|error: text::ParseFormatError| error.to_string())?;
    Ok(text::write(&parse(position)?, format))
}

/// A picture of a position with its candidates. Where a technique and the notation of a step are named, the step is
/// drawn in.
#[wasm_bindgen]
pub fn svg(position: &str, technique: &str, notation: &str, theme: &str) -> Result<String, String> {
    let record = parse(position)?;
    let theme = match theme {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        _ => return Err(format!("expected light or dark, found {theme}")),
    };
    if technique.is_empty() {
        let candidates = record.candidates.unwrap_or(CandidateSet::EMPTY);
        return Ok(Picture::new(record.grid).givens(record.givens).candidates(candidates).theme(theme).to_string());
    }
    let explainer = Explainer::with_order([named(technique)?]);
    let position = match Puzzle::new(record.given_grid()) {
        Ok(puzzle) => {
            let position = Position::of_person(&puzzle, &record.pencilmarks());
            position.map_err(|found| Language::ENGLISH.mistake(&found))?
        }
        Err(_) => Position::tidied(record.pencilmarks(), record.givens),
    };
    let mut drawn = None;
    let _ = explainer.search(&position, |step| {
        if step.notation() != notation {
            return ControlFlow::Continue(());
        }
        drawn = Some(View::new(&step, position.marks()).to_svg(position.marks(), record.givens, theme));
        ControlFlow::Break(())
    });
    drawn.ok_or_else(|| format!("the position has no such step: {technique}, {notation}"))
}

/// A picture for a printed sheet: the `puzzle`, the puzzle with all `candidates`, or its `solution`.
#[wasm_bindgen]
pub fn print(position: &str, what: &str) -> Result<String, String> {
    let puzzle = question(&parse(position)?);
    let picture = match what {
        "puzzle" => Picture::new(puzzle.grid).candidates(puzzle.candidates.unwrap_or(CandidateSet::EMPTY)),
        "candidates" => Picture::new(puzzle.grid).candidates(puzzle.pencilmarks().candidates()),
        "solution" => {
            let solution = answer(&puzzle).unique().copied();
            Picture::new(solution.map_or(puzzle.grid, Grid::from)).givens(puzzle.givens)
        }
        _ => return Err(format!("expected puzzle, candidates or solution, found {what}")),
    };
    Ok(picture.to_string())
}

fn parse(position: &str) -> Result<Record, String> {
    text::parse_as(position, Format::Json).map_err(|error| error.to_string())
}

/// The puzzle itself: the givens, and the candidates unless a player has placed digits beside them.
fn question(record: &Record) -> Record {
    let untouched = record.grid.filled() == record.givens;
    let candidates = record.candidates.filter(|_| untouched);
    // A player who has filled in some cells only has not said that the others have no candidate.
    let told = candidates.filter(|candidates| (record.givens | candidates.cells()) == CellSet::FULL);
    Record { candidates: told, ..Record::new(record.given_grid()) }
}

fn solutions(puzzle: &Record) -> ninefold::solve::Solutions {
    match puzzle.candidates {
        Some(_) => puzzle.pencilmarks().solutions(),
        None => puzzle.grid.solutions(),
    }
}

fn answer(puzzle: &Record) -> Answer {
    match puzzle.candidates {
        Some(_) => puzzle.pencilmarks().solve(),
        None => puzzle.grid.solve(),
    }
}

fn not_a_puzzle(record: &Record) -> String {
    let puzzle = question(record);
    Object::of_kind("not-a-puzzle").answer(&answer(&puzzle)).conflicts(&puzzle.grid).text()
}

fn mistake(found: &Mistake, language: Language) -> String {
    let (what, cell, digit) = match *found {
        Mistake::Placement { cell, placed } => ("placement", cell, placed),
        Mistake::Elimination { cell, digit } => ("elimination", cell, digit),
    };
    let object = Object::of_kind("mistake").string("text", language.mistake(found)).string("cell", cell);
    object.string("what", what).raw("digit", digit).text()
}

fn tongue(tag: &str) -> Result<Language, String> {
    Language::from_tag(tag).ok_or_else(|| format!("no such language: {tag}"))
}

fn named(slug: &str) -> Result<Technique, String> {
    Technique::from_slug(slug).ok_or_else(|| format!("no such technique: {slug}"))
}

fn explainer(techniques: &str, uniqueness: bool) -> Result<Explainer, String> {
    adjusted(Explainer::default(), techniques, uniqueness)
}

/// With the techniques that have a `+` before their name, without those that have a `-`.
fn adjusted(mut explainer: Explainer, techniques: &str, uniqueness: bool) -> Result<Explainer, String> {
    for word in techniques.split_whitespace() {
        explainer = match word.split_at_checked(1) {
            Some(("+", slug)) => explainer.with(named(slug)?),
            Some(("-", slug)) => explainer.without(named(slug)?),
            _ => return Err(format!("expected + or - and a technique, found {word}")),
        };
    }
    Ok(if uniqueness { explainer } else { explainer.without_uniqueness() })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const ESCARGOT: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

    fn puzzle(line: &str) -> String {
        format!(r#"{{"puzzle": "{line}"}}"#)
    }

    fn value(answer: Result<String, String>) -> Value {
        serde_json::from_str(&answer.unwrap()).unwrap()
    }

    #[test]
    fn text_becomes_positions_and_errors_with_their_places() {
        let text = format!("{EASY} easy \"one\"\n{}z{}\n", &EASY[..10], &EASY[11..]);
        let read = value(read(&text, "en"));
        assert_eq!(read["format"], "line");
        assert_eq!(read["puzzles"][0]["givens"], EASY);
        assert_eq!(read["puzzles"][0]["name"], "easy \"one\"");
        assert_eq!(read["puzzles"][0]["candidates"], Value::Null);
        let error = &read["errors"][0];
        assert_eq!((&error["line"], &error["column"]), (&2.into(), &11.into()));
        assert_eq!(error["found"], "'z'");
        assert_eq!(error["expected"], "a digit or an empty cell");
    }

    #[test]
    fn what_is_left_out_of_a_long_text_is_counted() {
        let read = value(read(&format!("{EASY}\n").repeat(MOST_READ + 7), "en"));
        assert_eq!(read["puzzles"].as_array().unwrap().len(), MOST_READ);
        assert_eq!(read["more"], 7);
    }

    #[test]
    fn answers_tell_unique_from_none_and_several() {
        let unique = value(solve(&puzzle(EASY)));
        assert_eq!(unique["answer"], "unique");
        assert!(unique["solution"].as_str().unwrap().starts_with("534678912"));
        let none = value(solve(&puzzle(&EASY.replace("53..7", "55..7"))));
        assert_eq!(none["answer"], "none");
        assert_eq!(none["conflicts"][0]["cells"][1], "r1c2");
        let several = value(solve(&puzzle(&EASY.replace("53..7", "....."))));
        assert_eq!(several["answer"], "multiple");
        assert!(!several["differences"].as_array().unwrap().is_empty());
    }

    #[test]
    fn a_check_knows_redundant_givens_wrong_digits_and_symmetry() {
        let checked = value(check(&puzzle(EASY)));
        assert_eq!(checked["minimal"], checked["redundant"].as_array().unwrap().is_empty());
        assert_eq!(checked["symmetries"][0], "half turn");
        let wrong = format!(r#"{{"puzzle": "532{}", "givens": "{EASY}"}}"#, &EASY[3..]);
        assert_eq!(value(check(&wrong))["wrong"], serde_json::json!(["r1c3"]));
    }

    #[test]
    fn hints_have_five_rungs_and_mistakes_come_first() {
        for language in ["en", "zh"] {
            let hint = value(hint(&puzzle(EASY), language, "", true));
            assert_eq!(hint["kind"], "step");
            assert_eq!(hint["rungs"].as_array().unwrap().len(), 5);
            assert_eq!(hint["rungs"][4], hint["step"]["sentence"]);
            let focus = hint["focus"].as_array().unwrap();
            assert!(!focus.is_empty());
            for house in focus {
                let number = &house.as_str().unwrap()[1..];
                assert!(hint["rungs"][0].as_str().unwrap().contains(number), "the first rung names {house}");
            }
            assert_eq!(hint["before"]["candidates"].as_array().unwrap().len(), 81);
        }
        let wrong = format!(r#"{{"puzzle": "532{}", "givens": "{EASY}"}}"#, &EASY[3..]);
        let hint = value(hint(&wrong, "en", "", true));
        assert_eq!((&hint["kind"], &hint["cell"], &hint["digit"]), (&"mistake".into(), &"r1c3".into(), &2.into()));
        assert_eq!(value(steps(&wrong, "en", "", true))["kind"], "mistake");
    }

    #[test]
    fn techniques_that_are_forbidden_are_not_used() {
        let without = value(path(&puzzle(EASY), "en", "-naked-single -full-house", true));
        assert_eq!(without["solved"], true);
        let counts = without["counts"].as_object().unwrap();
        assert!(!counts.contains_key("naked-single") && !counts.contains_key("full-house"));
        assert_eq!(hint(&puzzle(EASY), "en", "-no-such", true), Err("no such technique: no-such".to_owned()));
    }

    #[test]
    fn each_step_of_a_path_comes_with_the_position_before_it_and_can_be_drawn() {
        let path = value(path(&puzzle(EASY), "en", "", true));
        assert_eq!((&path["kind"], &path["solved"]), (&"path".into(), &true.into()));
        for step in path["steps"].as_array().unwrap() {
            let candidates = &step["before"]["candidates"];
            let position = format!(
                r#"{{"puzzle": {}, "givens": "{EASY}", "candidates": {candidates}}}"#,
                step["before"]["placed"]
            );
            let (technique, notation) = (step["technique"].as_str().unwrap(), step["notation"].as_str().unwrap());
            let svg = svg(&position, technique, notation, "dark").unwrap();
            assert!(svg.starts_with("<svg ") && svg.contains("<circle"), "{notation}");
        }
    }

    #[test]
    fn grids_without_a_single_solution_are_told_apart_from_puzzles() {
        let several = puzzle(&EASY.replace("53..7", "....."));
        for answer in [
            hint(&several, "en", "", true),
            steps(&several, "en", "", true),
            path(&several, "en", "", true),
            rate(&several),
        ] {
            let answer = value(answer);
            assert_eq!((&answer["kind"], &answer["answer"]), (&"not-a-puzzle".into(), &"multiple".into()));
        }
    }

    #[test]
    fn ratings_come_with_their_steps() {
        let rated = value(rate(&puzzle(EASY)));
        assert_eq!(rated["kind"], "rated");
        assert_eq!(rated["steps"].as_array().unwrap().len(), 51);
        let hardest = rated["steps"].as_array().unwrap().iter().map(|step| step["rating"].as_f64().unwrap());
        assert_eq!(Some(hardest.fold(0.0, f64::max)), rated["er"].as_f64());
    }

    #[test]
    fn a_puzzle_and_its_mirror_image_have_one_canonical_form() {
        let mirrored: String = EASY.chars().rev().collect();
        let (form, image) = (value(canonical(&puzzle(EASY))), value(canonical(&puzzle(&mirrored))));
        assert_eq!(form, image);
        assert_eq!(form["automorphisms"], 1);
        assert!(canonical(&puzzle(&".".repeat(81))).unwrap_err().contains("more than one solution"));
    }

    #[test]
    fn generated_puzzles_are_what_was_asked_for_and_come_again_from_their_seed() {
        let make = |seed| value(generated(seed, "medium", "half-turn", 30, |_| ()));
        let made = make(1);
        let checked = value(check(&puzzle(made["puzzle"].as_str().unwrap())));
        assert_eq!((&made["level"], &checked["answer"]), (&"medium".into(), &"unique".into()));
        assert_eq!(made["solution"], checked["solution"]);
        assert!(checked["symmetries"].as_array().unwrap().contains(&"half turn".into()));
        assert!(made["puzzle"].as_str().unwrap().bytes().filter(|&byte| byte != b'.').count() <= 30);
        assert_eq!(make(1), made);
        assert_ne!(make(2), made);
        assert!(generated(1, "impossible", "", 81, |_| ()).is_err());
        assert!(generated(1, "", "", 16, |_| ()).is_err());
    }

    #[test]
    fn a_search_watched_in_parts_is_the_search_watched_whole() {
        for mode in ["naive", "propagation"] {
            let whole = watch(&puzzle(EASY), mode, 0.0, u32::MAX).unwrap();
            assert!(whole.done);
            let mut parts = Vec::new();
            while parts.len() < whole.events.len() {
                let part = watch(&puzzle(EASY), mode, parts.len() as f64, 1000).unwrap();
                parts.extend(part.events);
                assert_eq!(part.done, parts.len() == whole.events.len());
                if part.done {
                    assert_eq!(part.counters, whole.counters);
                }
            }
            assert_eq!(parts, whole.events);
            let counters: Value = serde_json::from_str(&whole.counters).unwrap();
            assert_eq!(counters["placed"], counters["takenBack"], "the search ends where it began");
            assert_eq!(counters["solutions"], 1);
        }
        let thought = watch(&puzzle(ESCARGOT), "propagation", 0.0, u32::MAX).unwrap();
        let tried = watch(&puzzle(ESCARGOT), "naive", 0.0, u32::MAX).unwrap();
        assert!(thought.events.len() * 5 < tried.events.len());
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        for nonsense in ["", "{}", "[]", "{\"puzzle\": 7}", "{\"puzzle\": \"123\"}"] {
            assert!(solve(nonsense).unwrap_err().contains("expected"), "{nonsense}");
        }
        assert!(hint(&puzzle(EASY), "xx", "", true).is_err());
        assert!(write(&puzzle(EASY), "pdf").is_err());
        assert!(svg(&puzzle(EASY), "", "", "pink").is_err());
        assert!(print(&puzzle(EASY), "pdf").is_err());
        assert!(watch(&puzzle(EASY), "backwards", 0.0, 1).is_err());
    }

    #[test]
    fn pictures_show_puzzle_candidates_and_solution() {
        let digits = |what: &str| print(&puzzle(EASY), what).unwrap().matches("<text ").count();
        assert_eq!((digits("puzzle"), digits("solution")), (30, 81));
        assert!(digits("candidates") > 81);
        assert_eq!(write(&puzzle(EASY), "line").unwrap().trim_end(), EASY);
    }
}
