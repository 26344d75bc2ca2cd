//! What a worker makes of a chunk.

use std::io::Write;

use crate::progress::Counter;
use crate::tally::Tally;

/// Text that is longer is handed over before the chunk is done.
const LONG: usize = 1 << 18;

/// The text of a chunk's results, and the counts.
pub(crate) struct Output<'a> {
    pub(crate) text: &'a mut Vec<u8>,
    pub(crate) tally: &'a mut Tally,
    /// Messages for standard error, printed in the order of the chunks.
    messages: &'a mut Vec<String>,
    counter: &'a Counter,
    hand_over: &'a dyn Fn(&mut Vec<u8>, Turn),
}

impl<'a> Output<'a> {
    pub(crate) fn new(
        text: &'a mut Vec<u8>,
        tally: &'a mut Tally,
        messages: &'a mut Vec<String>,
        counter: &'a Counter,
        hand_over: &'a dyn Fn(&mut Vec<u8>, Turn),
    ) -> Output<'a> {
        Output { text, tally, messages, counter, hand_over }
    }

    /// Appends a line.
    pub(crate) fn line(&mut self, line: impl std::fmt::Display) {
        writeln!(self.text, "{line}").expect("memory takes every byte");
    }

    /// Reports a puzzle that is left out on standard error, in its turn.
    pub(crate) fn report(&mut self, message: impl std::fmt::Display) {
        self.messages.push(format!("! {message}"));
    }

    /// Counts puzzles for the progress bar, before their results are written.
    pub(crate) fn counter(&self) -> &'a Counter {
        self.counter
    }

    /// The text is whole lines. If it is long, it is written now: that waits until the chunks before are done.
    pub(crate) fn end_of_item(&mut self) {
        if self.text.len() >= LONG {
            (self.hand_over)(self.text, Turn::Wait);
        }
    }

    /// The text is whole lines, and is written now if the chunks before are done.
    pub(crate) fn show_now(&mut self) {
        if !self.text.is_empty() {
            (self.hand_over)(self.text, Turn::Now);
        }
    }
}

/// When text is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// After the chunks before are done.
    Wait,
    /// Now or not at all.
    Now,
}
