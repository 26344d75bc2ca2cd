//! Puzzles with the grids they are compared by: for commands that find isomorphic puzzles.

use std::sync::Arc;

use ninefold::json::InputError;
use ninefold::text::{Format, Layout};
use ninefold::{Answer, Grid};

use super::canon;
use super::solver::Solver;
use crate::chunk::{Chunk, Chunks};
use crate::pipeline::Output;

/// Which puzzles are the same.
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
    /// Where the text of each puzzle ends, and the grid that is equal for puzzles that are the same.
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

    /// Reads a chunk, finds the keys of its puzzles, and reports what cannot be read.
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

    /// Reads a chunk and finds the keys of its puzzles. What cannot be read is refused.
    pub(super) fn find(&mut self, chunk: &mut Chunk, mut refuse: impl FnMut(InputError<'_>)) -> Keyed {
        let input = Arc::clone(&chunk.input);
        let items = chunk.items();
        let mut keyed = Keyed::default();
        let mut answers = match self.sameness {
            Sameness::Givens => Vec::new(),
            Sameness::Class | Sameness::Solution => self.solver.answers(items),
        }
        .into_iter();
        for item in items.iter() {
            let record = match item {
                Ok(record) => record,
                Err(error) => {
                    refuse(InputError::of(&input, error));
                    continue;
                }
            };
            let answer = answers.next();
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
                    solution.canonical_form().into()
                }
                Some(Answer::Unique(solution)) => solution.canonical().form_of(&givens),
                // Without exactly one solution only the givens can be compared. No form of a puzzle with one is equal to
                // theirs: they are not isomorphic.
                Some(Answer::NoSolution | Answer::Multiple(..)) => givens.minlex(),
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

/// How puzzles are written: as they are read, or as JSON.
pub(super) fn layout_of(chunks: &mut Chunks, json: bool) -> Layout {
    match chunks.first() {
        _ if json => Layout::json_lines(),
        Some((first, format, _)) => Layout::as_read(format.unwrap_or(Format::Line), Some(&first)),
        None => Layout::as_read(Format::Line, None),
    }
}
