//! Ninefold for the browser: convert, call, convert back.
//!
//! Every function takes a puzzle or position as the JSON object in which the library reads and writes puzzles
//! (`{"puzzle": ..., "givens": ..., "candidates": [...]}`) and returns the JSON object that the library writes and the
//! command line prints. `docs/json.md` describes the objects, and `web/src/engine.ts` has them as types.
//!
//! An `Err` with a sentence becomes an exception in the browser. No function panics.

mod draw;
mod generate;
mod order;
mod read;
mod reason;
mod solve;
#[cfg(test)]
mod tests;
mod watch;

use ninefold::Language;
use ninefold::explain::{Explainer, Technique};
use ninefold::text::{self, Format, Record};

pub use draw::{print, svg, write};
pub use generate::{Listener, generate, minimise, orbits, practice};
pub use order::{OrderedPuzzles, order};
pub use read::read;
pub use reason::{StepStages, hint, path, rated_path, step_stages, steps, techniques};
pub use solve::{canonical, check, possible, rate, solve};
pub use watch::{Watched, watch};

fn parse(position: &str) -> Result<Record, String> {
    text::parse_as(position, Format::Json).map_err(|error| error.to_string())
}

fn language(tag: &str) -> Result<Language, String> {
    tag.parse().map_err(|error| format!("{error}"))
}

fn technique(name: &str) -> Result<Technique, String> {
    name.parse().map_err(|error| format!("{error}"))
}

/// The explainer with the techniques prefixed by `+` and without those prefixed by `-`.
fn adjusted(mut explainer: Explainer, techniques: &str, uniqueness: bool) -> Result<Explainer, String> {
    for word in techniques.split_whitespace() {
        explainer = match word.split_at_checked(1) {
            Some(("+", slug)) => explainer.with(technique(slug)?),
            Some(("-", slug)) => explainer.without(technique(slug)?),
            _ => return Err(format!("expected + or - and a technique, found {word}")),
        };
    }
    Ok(if uniqueness { explainer } else { explainer.without_uniqueness() })
}
