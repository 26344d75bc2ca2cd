//! Solves the puzzles of a chunk together.

use ninefold::solve::{Backend, Solved};
use ninefold::text::{ParseError, Record};
use ninefold::{Answer, Position};

use crate::chunk::Item;
use crate::progress::Counter;

/// A puzzle with its answer, or the error of reading it.
pub(super) type AnsweredItem<'a> = Result<(&'a Record, Answer), &'a ParseError>;

/// Solves many puzzles at once. Its buffers are reused.
#[derive(Default)]
pub(super) struct Solver {
    backend: Backend,
    positions: Vec<Position>,
}

impl Solver {
    /// Solves with this backend.
    pub(super) fn new(backend: Backend) -> Solver {
        Solver { backend, positions: Vec::new() }
    }

    /// The items in order, each puzzle with its answer.
    pub(super) fn answered<'a>(&mut self, items: &'a [Item]) -> impl Iterator<Item = AnsweredItem<'a>> + use<'a> {
        self.take(items);
        let mut answers = self.backend.solve_positions(&self.positions).into_iter();
        items.iter().map(move |item| match item {
            Ok(record) => Ok((record, answers.next().expect("every puzzle has an answer"))),
            Err(error) => Err(error),
        })
    }

    /// The same, and counts each puzzle as soon as it is solved.
    pub(super) fn counted_answers(&mut self, items: &[Item], counter: &Counter) -> Vec<Answer> {
        self.take(items);
        let mut answers = vec![Answer::NoSolution; self.positions.len()];
        self.backend.solve_each(&self.positions, |index, answer| {
            answers[index] = answer;
            counter.add(1);
        });
        answers
    }

    /// The answers with the statistics of their search.
    pub(super) fn answers_with_stats(&mut self, items: &[Item], counter: &Counter) -> Vec<Solved> {
        self.take(items);
        let mut answers = Vec::with_capacity(self.positions.len());
        answers.resize_with(self.positions.len(), || None);
        self.backend.solve_each_with_stats(&self.positions, |index, solved| {
            answers[index] = Some(solved);
            counter.add(1);
        });
        answers.into_iter().flatten().collect()
    }

    /// The numbers of solutions, up to a limit.
    pub(super) fn counts(&mut self, items: &[Item], limit: usize, counter: &Counter) -> Vec<usize> {
        self.take(items);
        let mut counts = vec![0; self.positions.len()];
        self.backend.count_each(&self.positions, limit, |index, outcome| {
            counts[index] = outcome.count();
            counter.add(1);
        });
        counts
    }

    /// The backend.
    pub(super) fn backend(&self) -> &Backend {
        &self.backend
    }

    fn take(&mut self, items: &[Item]) {
        self.positions.clear();
        self.positions.extend(items.iter().flatten().map(|record| record.position));
    }
}
