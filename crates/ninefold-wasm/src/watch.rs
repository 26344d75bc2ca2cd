//! A search, event by event.

use std::ops::ControlFlow;

use ninefold::json::Object;
use ninefold::solve::naive::{self, Observer, Order};
use ninefold::solve::propagation;
use ninefold::{Cell, Digit, Solution};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::parse;

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

/// No more events are returned by [`watch`] at once.
const MAX_EVENTS: u32 = 1 << 20;

/// The events of a search, from the `from`-th on, at most `count`. The mode is `naive` or `propagation`.
///
/// The search starts over each time, and stops at the last event asked for.
#[wasm_bindgen]
pub fn watch(position: &str, mode: &str, from: f64, count: u32) -> Result<Watched, String> {
    let grid = parse(position)?.position.givens();
    let mut watcher = Watcher { skip: from as u64, room: count.min(MAX_EVENTS), ..Watcher::default() };
    let flow = match mode {
        "naive" => naive::search(&grid, Order::Rows, &mut watcher),
        "propagation" => {
            watcher.announced = Some(false);
            propagation::search(&grid, &mut watcher)
        }
        _ => return Err(format!("expected naive or propagation, found {mode}")),
    };
    let mut counters = Object::new();
    counters.raw("placed", watcher.placed);
    counters.raw("takenBack", watcher.taken_back);
    counters.raw("guesses", watcher.guesses);
    counters.raw("solutions", watcher.solutions);
    Ok(Watched { events: watcher.events, done: flow.is_continue(), counters: counters.to_string() })
}

/// Keeps the events that are asked for.
#[derive(Default)]
struct Watcher {
    /// Events before those that are asked for.
    skip: u64,
    /// Events still asked for.
    room: u32,
    events: Vec<u16>,
    /// Whether the next placement was announced as a guess. In a search that announces none, every placement is a guess.
    announced: Option<bool>,
    placed: u64,
    taken_back: u64,
    guesses: u64,
    solutions: u64,
}

impl Watcher {
    /// Stops the search if another event would be more than was asked for.
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
