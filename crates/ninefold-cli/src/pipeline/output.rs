//! The output of a worker for a chunk.

use std::io::Write;

use crate::progress::Counter;
use crate::tally::Tally;

/// Text longer than this is passed on before the chunk is finished.
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
        writeln!(self.text, "{line}").expect("writing to memory cannot fail");
    }

    /// Reports on standard error, in the order of the input, that a puzzle is left out.
    pub(crate) fn report(&mut self, message: impl std::fmt::Display) {
        self.messages.push(format!("! {message}"));
    }

    /// Prints a remark about a puzzle on standard error, in its turn.
    #[cfg(feature = "photo")]
    pub(crate) fn note(&mut self, message: impl std::fmt::Display) {
        self.messages.push(message.to_string());
    }

    /// Counts puzzles for the progress bar, before their results are written.
    pub(crate) fn counter(&self) -> &'a Counter {
        self.counter
    }

    /// Marks the end of a line. If the text is long, it is written now, after waiting for the earlier chunks.
    pub(crate) fn end_of_item(&mut self) {
        if self.text.len() >= LONG {
            (self.hand_over)(self.text, Turn::Wait);
        }
    }

    /// Marks the end of a line. The text is written now if the earlier chunks are written.
    pub(crate) fn show_now(&mut self) {
        if !self.text.is_empty() {
            (self.hand_over)(self.text, Turn::Now);
        }
    }
}

/// When text is passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// After waiting for the earlier chunks.
    Wait,
    /// Only if no waiting is needed.
    Now,
}
