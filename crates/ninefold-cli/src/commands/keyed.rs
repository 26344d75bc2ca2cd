//! Puzzles with what they are compared by: for commands that ask which puzzles are the same.

use ninefold::text::{self, Format};
use ninefold::{Answer, Grid, solve_batch};

use super::canon::{givens, no_form};
use crate::chunk::Chunk;
use crate::output;
use crate::output::json::Object;

/// Which puzzles are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// Those with the same givens in the same cells.
    Givens,
    /// Those that are isomorphic.
    Class,
    /// Those with isomorphic solutions.
    Solution,
}

/// The puzzles of a chunk, in order.
#[derive(Default)]
pub(crate) struct Keyed {
    /// A line each, as they are written.
    lines: Vec<u8>,
    /// Where each line ends, and the grid that is equal for puzzles that are the same.
    keys: Vec<(usize, Grid)>,
    /// What could not be read, and why.
    pub(crate) troubles: Vec<String>,
}

impl Keyed {
    /// Reads a chunk and finds the keys of its puzzles.
    pub(crate) fn of(chunk: &mut Chunk, by: By, json: bool) -> Keyed {
        let input = chunk.input.clone();
        let mut keyed = Keyed::default();
        let mut grids = Vec::new();
        for item in chunk.items() {
            let record = match item {
                Ok(record) => record,
                Err(error) => {
                    keyed.troubles.push(output::place(&input, error));
                    continue;
                }
            };
            let Some(grid) = givens(record) else {
                keyed.troubles.push(no_form(&input, record));
                continue;
            };
            if json {
                Object::as_it_is(record).end(&mut keyed.lines);
            } else {
                keyed.lines.extend_from_slice(text::write(record, Format::Line).as_bytes());
            }
            grids.push((keyed.lines.len(), grid));
        }
        keyed.keys = grids;
        if by != By::Givens {
            keyed.find_classes(by);
        }
        keyed
    }

    fn find_classes(&mut self, by: By) {
        let grids: Vec<Grid> = self.keys.iter().map(|&(_, grid)| grid).collect();
        for ((_, key), answer) in self.keys.iter_mut().zip(solve_batch(&grids)) {
            *key = match answer {
                Answer::Unique(solution) if by == By::Solution => solution.canonical_form().into(),
                Answer::Unique(solution) => solution.canonical().form_of(key),
                // Without a single solution nothing but the cells themselves can be compared. No form of a puzzle with
                // one is equal to it: they are not isomorphic.
                Answer::NoSolution | Answer::Multiple(..) => key.minlex(),
            };
        }
    }

    /// The lines with their keys.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[u8], &Grid)> {
        let mut begin = 0;
        self.keys.iter().map(move |(end, key)| (&self.lines[std::mem::replace(&mut begin, *end)..*end], key))
    }
}
