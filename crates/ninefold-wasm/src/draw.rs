//! Text and pictures of positions.

use std::ops::ControlFlow;

use ninefold::explain::{Explainer, Facts, View};
use ninefold::svg::{Picture, Theme};
use ninefold::text::{self, Format};
use ninefold::{CandidateSet, Control, Grid, Language, Position};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{parse, technique};

/// A position in another text format.
#[wasm_bindgen]
pub fn write(position: &str, format: &str) -> Result<String, String> {
    let format: Format = format.parse().map_err(|error: text::ParseFormatError| error.to_string())?;
    Ok(text::write(&parse(position)?, format))
}

/// A picture of a position with its candidates. If a technique and the notation of a step are given, the step is drawn in.
#[wasm_bindgen]
pub fn svg(position: &str, technique: &str, notation: &str, theme: &str) -> Result<String, String> {
    let position = parse(position)?.position;
    let theme = match theme {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        _ => return Err(format!("expected light or dark, found {theme}")),
    };
    match technique {
        "" => Ok(picture(&position).theme(theme).to_string()),
        _ => step(&position, technique, notation, theme),
    }
}

/// The picture of a position.
fn picture(position: &Position) -> Picture {
    let candidates = position.candidates().unwrap_or(CandidateSet::EMPTY);
    Picture::new(*position.digits()).givens(position.given_cells()).candidates(candidates)
}

/// The picture of a position with a step.
fn step(position: &Position, name: &str, notation: &str, theme: Theme) -> Result<String, String> {
    let explainer = Explainer::with_order([technique(name)?]);
    let proved = position.prove().map_err(|reason| reason.to_string())?;
    let facts = Facts::of_position(&proved).map_err(|mistake| Language::ENGLISH.mistake(&mistake))?;
    let mut drawn = None;
    let _ = explainer.search(&facts, &mut Control::new(), |step| {
        if step.notation() != notation {
            return ControlFlow::Continue(());
        }
        drawn = Some(View::new(&step, facts.marks()).to_svg(facts.marks(), position.given_cells(), theme));
        ControlFlow::Break(())
    });
    drawn.ok_or_else(|| format!("the position has no such step: {name}, {notation}"))
}

/// A picture for a printed sheet: the `puzzle`, the puzzle with all `candidates`, or its `solution`.
#[wasm_bindgen]
pub fn print(position: &str, what: &str) -> Result<String, String> {
    let position = parse(position)?.position;
    // Without what a player has added.
    let puzzle = if position.is_players() { Position::of_givens(position.givens()) } else { position };
    let picture = match what {
        "puzzle" => picture(&puzzle),
        "candidates" => Picture::new(*puzzle.digits()).candidates(puzzle.pencilmarks().candidates()),
        "solution" => {
            let solution = puzzle.solve().unique().copied();
            Picture::new(solution.map_or(*puzzle.digits(), Grid::from)).givens(puzzle.given_cells())
        }
        _ => return Err(format!("expected puzzle, candidates or solution, found {what}")),
    };
    Ok(picture.to_string())
}
