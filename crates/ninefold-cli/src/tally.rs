//! What became of the puzzles: the numbers of the summary and of the exit status.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

use ninefold::Answer;
use ninefold::solve::Stats;

use crate::commands::Outcome;

/// How many puzzles ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) unique: u64,
    pub(crate) none: u64,
    pub(crate) multiple: u64,
    /// Text that is no puzzle.
    pub(crate) unreadable: u64,
    pub(crate) guesses: u64,
    pub(crate) passes: u64,
}

impl Tally {
    /// All of them.
    pub(crate) fn puzzles(&self) -> u64 {
        self.unique + self.none + self.multiple + self.unreadable
    }

    /// Counts an answer.
    pub(crate) fn answer(&mut self, answer: &Answer) {
        match answer {
            Answer::Unique(_) => self.unique += 1,
            Answer::NoSolution => self.none += 1,
            Answer::Multiple(..) => self.multiple += 1,
        }
    }

    /// Counts a puzzle of which so many solutions were found, and more than one would have been.
    pub(crate) fn count(&mut self, solutions: u64) {
        match solutions {
            0 => self.none += 1,
            1 => self.unique += 1,
            _ => self.multiple += 1,
        }
    }

    /// Counts the work of a search.
    pub(crate) fn work(&mut self, stats: Stats) {
        self.guesses += stats.guesses;
        self.passes += stats.passes;
    }

    /// The exit status they ask for.
    pub(crate) fn outcome(&self) -> Outcome {
        if self.unique == self.puzzles() { Outcome::AllUnique } else { Outcome::SomeNot }
    }

    /// The summary: what was found, and how fast. Some of it may be the work of an earlier run.
    pub(crate) fn summary(&self, elapsed: Duration, before: u64) -> String {
        let puzzles = self.puzzles() - before;
        self.to_string() + &pace(puzzles, elapsed)
    }
}

/// How fast it was, where there were enough puzzles to tell.
pub(crate) fn pace(puzzles: u64, elapsed: Duration) -> String {
    let rate = puzzles as f64 / elapsed.as_secs_f64().max(1e-9);
    match puzzles {
        1000.. => format!("; {} s, {} puzzles/s", seconds(elapsed), grouped(rate as u64)),
        _ => String::new(),
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.unique += other.unique;
        self.none += other.none;
        self.multiple += other.multiple;
        self.unreadable += other.unreadable;
        self.guesses += other.guesses;
        self.passes += other.passes;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", counted(self.puzzles(), "puzzle"))?;
        let parts = [
            (self.unique, "with one solution"),
            (self.none, "without solution"),
            (self.multiple, "with more than one solution"),
            (self.unreadable, "unreadable"),
        ];
        let mut first = true;
        for (count, words) in parts.into_iter().filter(|(count, _)| *count > 0) {
            let comma = if std::mem::take(&mut first) { "" } else { ", " };
            write!(f, "{comma}{} {words}", grouped(count))?;
        }
        if first { f.write_str("nothing to do") } else { Ok(()) }
    }
}

/// So many of something: `1 puzzle`, `1,234 puzzles`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A number with commas between groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn seconds(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if seconds < 10.0 { format!("{seconds:.2}") } else { format!("{seconds:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_names_what_there_is_and_nothing_else() {
        let mut tally = Tally { unique: 1, ..Tally::default() };
        assert_eq!(tally.to_string(), "1 puzzle: 1 with one solution");
        assert_eq!(tally.outcome(), Outcome::AllUnique);
        tally += Tally { multiple: 1_234_567, unreadable: 2, ..Tally::default() };
        assert_eq!(
            tally.to_string(),
            "1,234,570 puzzles: 1 with one solution, 1,234,567 with more than one solution, 2 unreadable"
        );
        assert_eq!(tally.outcome(), Outcome::SomeNot);
    }
}
