//! Puzzles with keys, the grids by which they are compared: for commands that find isomorphic puzzles.

use std::sync::Arc;

use ninefold::json::InputError;
use ninefold::symmetry::Class;
use ninefold::text::{Format, Layout};
use ninefold::{Answer, Grid};

use super::canon;
use super::solver::Solver;
use crate::chunk::{Chunk, Chunks};
use crate::pipeline::Output;

/// The criterion by which two puzzles are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sameness {
    /// The same givens in the same cells.
    Givens,
    /// Isomorphic puzzles.
    Class,
    /// Isomorphic solutions.
    Solution,
}

/// The puzzles of a chunk, in order.
#[derive(Default)]
pub(super) struct Keyed {
    /// Each puzzle as it is written, one after the other.
    text: Vec<u8>,
    /// The end of the text of each puzzle, and its key, which is equal for puzzles that are the same.
    keys: Vec<(usize, Grid)>,
}

/// Finds the keys of puzzles.
pub(super) struct KeyFinder {
    sameness: Sameness,
    layout: Arc<Layout>,
    solver: Solver,
    buffer: String,
}

impl KeyFinder {
    pub(super) fn new(sameness: Sameness, layout: Arc<Layout>) -> KeyFinder {
        KeyFinder { sameness, layout, solver: Solver::default(), buffer: String::new() }
    }

    /// Reads a chunk, finds the keys of its puzzles, and reports text that cannot be read.
    pub(super) fn work(&mut self, chunk: &mut Chunk, out: &mut Output<'_>) -> Keyed {
        let counter = out.counter();
        let keyed = self.find(chunk, |error| {
            out.tally.unreadable += 1;
            out.report(error);
        });
        out.tally.read += keyed.keys.len() as u64;
        counter.add(chunk.items().len() as u64);
        keyed
    }

    /// Reads a chunk and finds the keys of its puzzles. Errors are passed to `refuse`.
    pub(super) fn find(&mut self, chunk: &mut Chunk, mut refuse: impl FnMut(InputError<'_>)) -> Keyed {
        let input = Arc::clone(&chunk.input);
        let items = chunk.items();
        let mut keyed = Keyed::default();
        let mut answers = match self.sameness {
            Sameness::Givens => None,
            Sameness::Class | Sameness::Solution => Some(self.solver.answered(items)),
        };
        for item in items.iter() {
            let answer = answers.as_mut().and_then(Iterator::next).and_then(Result::ok).map(|(_, answer)| answer);
            let record = match item {
                Ok(record) => record,
                Err(error) => {
                    refuse(InputError::of(&input, error));
                    continue;
                }
            };
            if record.position.is_sukaku() {
                refuse(canon::no_form(&input, record));
                continue;
            }
            self.buffer.clear();
            self.buffer.push_str(self.layout.separator());
            self.layout.push(record, &mut self.buffer);
            keyed.text.extend_from_slice(self.buffer.as_bytes());
            let givens = record.position.givens();
            let key = match answer {
                None => givens,
                Some(Answer::Unique(solution)) if self.sameness == Sameness::Solution => {
                    *Class::of_solution(&solution).form()
                }
                Some(answer) => *Class::of_answered(&givens, &answer).form(),
            };
            keyed.keys.push((keyed.text.len(), key));
        }
        keyed
    }
}

impl Keyed {
    /// The puzzles with their keys.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u8], &Grid)> {
        let mut begin = 0;
        self.keys.iter().map(move |(end, key)| (&self.text[std::mem::replace(&mut begin, *end)..*end], key))
    }
}

/// Appends the text of a puzzle, without its separator if it is the first.
pub(super) fn push_text(text: &[u8], layout: &Layout, is_first: bool, out: &mut Vec<u8>) {
    let begin = if is_first { layout.separator().len() } else { 0 };
    out.extend_from_slice(&text[begin..]);
}

/// The output of puzzles: in the format of the input, or as JSON.
pub(super) fn layout_of(chunks: &mut Chunks, json: bool) -> Layout {
    match chunks.first() {
        _ if json => Layout::json_lines(),
        Some((first, format, _)) => Layout::as_read(format.unwrap_or(Format::Line), Some(&first)),
        None => Layout::as_read(Format::Line, None),
    }
}
