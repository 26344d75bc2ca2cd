//! Orders of puzzles to print: "20 easy, 10 hard, 12 x-wing".

use ninefold::generate::{Order, OrderKind, OrderSearch, Ordered};
use ninefold::json::{Object, Practised, array};
use ninefold::text::Record;
use ninefold::{Answer, Control, Language};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::generate::Listener;

/// The puzzles of an order, which are generated one at a time.
#[wasm_bindgen]
pub struct OrderedPuzzles {
    order: Order,
    seed: u64,
    search: OrderSearch,
    language: Language,
}

/// Reads an order. The same seed gives the same puzzles as `ninefold book --generate`.
#[wasm_bindgen]
pub fn order(text: &str, seed: u32, language: &str) -> Result<OrderedPuzzles, String> {
    let order: Order = text.parse().map_err(|error| format!("{error}"))?;
    let (seed, language) = (u64::from(seed), crate::language(language)?);
    Ok(OrderedPuzzles { search: order.search(seed), order, seed, language })
}

#[wasm_bindgen]
impl OrderedPuzzles {
    /// An array with an object for each part: `count`, and `level` or the `technique` with its `name`.
    #[wasm_bindgen(getter)]
    pub fn parts(&self) -> String {
        array(self.order.parts().iter().map(|&(count, kind)| {
            let mut object = Object::new();
            object.raw("count", count);
            match kind {
                OrderKind::Level(level) => object.string("level", level),
                OrderKind::Technique(technique) => {
                    object.string("technique", technique.slug());
                    object.string("name", self.language.name(technique));
                }
                _ => {}
            }
            object.to_string()
        }))
    }

    /// The next puzzle with its solution and the number of its `part`; for a technique the step and `before`, the
    /// pencilmarks before it. Nothing after the last one, or if the listener stops the search.
    pub fn next_puzzle(&mut self, listener: &Listener) -> Option<String> {
        self.next_with(|count| listener.tried(count as f64))
    }
}

impl OrderedPuzzles {
    pub(crate) fn next_with(&mut self, mut tried: impl FnMut(u64) -> bool) -> Option<String> {
        let part = self.search.part()?;
        let mut count = 0;
        let mut control = Control::new().stop_when(|| {
            count += 1;
            tried(count)
        });
        let found = self.search.next_with(&mut control)?;
        let (puzzle, exercise) = match &found {
            Ordered::Puzzle(puzzle) => (puzzle, None),
            Ordered::Exercise(exercise) => (&exercise.puzzle, Some(exercise)),
            _ => return None,
        };
        let record = Record::new(*puzzle.givens());
        let mut object = Object::of(&record);
        object = match exercise {
            None => object.with(&Answer::Unique(*puzzle.solution())),
            Some(exercise) => {
                let mut object = object.with(&Practised { exercise, seed: self.seed, language: self.language });
                object.object("before", &exercise.marks);
                object
            }
        };
        object.raw("part", part);
        Some(object.to_string())
    }
}
