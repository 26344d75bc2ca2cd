//! What became of the puzzles: the numbers of the summary and of the exit status.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

use ninefold::Answer;
use ninefold::solve::Stats;

use crate::commands::Outcome;

/// Counts of puzzles, and of the work on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// With exactly one solution.
    pub(crate) unique: u64,
    /// Without solution.
    pub(crate) none: u64,
    /// With more than one solution.
    pub(crate) multiple: u64,
    /// Text that is no puzzle, and puzzles that a command cannot work on.
    pub(crate) unreadable: u64,
    /// Read, where no solution was asked for.
    pub(crate) read: u64,
    /// Among those with one solution: positions with a mistake, and puzzles beside a wrong solution.
    pub(crate) wrong: u64,
    /// Written to each of the results.
    pub(crate) written: [u64; 2],
    /// With something beside the puzzle that the results cannot show.
    pub(crate) incomplete: u64,
    /// Solutions that were listed.
    pub(crate) solutions: u64,
    pub(crate) guesses: u64,
    pub(crate) passes: u64,
}

impl Tally {
    /// All puzzles.
    pub(crate) fn puzzles(&self) -> u64 {
        self.unique + self.none + self.multiple + self.unreadable + self.read
    }

    /// Counts an answer.
    pub(crate) fn answer(&mut self, answer: &Answer) {
        match answer {
            Answer::Unique(_) => self.unique += 1,
            Answer::NoSolution => self.none += 1,
            Answer::Multiple(..) => self.multiple += 1,
        }
    }

    /// Counts a puzzle with so many solutions, where at least two were searched for.
    pub(crate) fn count(&mut self, solutions: usize) {
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

    /// The exit status of a command that asks for solutions.
    pub(crate) fn outcome(&self) -> Outcome {
        if self.unique == self.puzzles() && self.wrong == 0 { Outcome::Success } else { Outcome::SomeNot }
    }

    /// The exit status of a command that only reads puzzles.
    pub(crate) fn outcome_of_reading(&self) -> Outcome {
        if self.unreadable == 0 { Outcome::Success } else { Outcome::SomeNot }
    }

    /// All counts, for the log of a run.
    pub(crate) fn to_numbers(self) -> [u64; 12] {
        let Tally { unique, none, multiple, unreadable, read, wrong, written, incomplete, solutions, guesses, passes } =
            self;
        let [first, second] = written;
        [unique, none, multiple, unreadable, read, wrong, first, second, incomplete, solutions, guesses, passes]
    }

    /// The tally with these counts.
    pub(crate) fn from_numbers(numbers: [u64; 12]) -> Tally {
        let [unique, none, multiple, unreadable, read, wrong, first, second, incomplete, solutions, guesses, passes] =
            numbers;
        let written = [first, second];
        Tally { unique, none, multiple, unreadable, read, wrong, written, incomplete, solutions, guesses, passes }
    }
}

/// How fast it was, if there were enough puzzles to tell.
pub(crate) fn pace(puzzles: u64, elapsed: Duration) -> String {
    let rate = puzzles as f64 / elapsed.as_secs_f64().max(1e-9);
    match puzzles {
        1000.. => format!("; {} s, {} puzzles/s", seconds(elapsed), grouped(rate as u64)),
        _ => String::new(),
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        let mut sum = self.to_numbers();
        sum.iter_mut().zip(other.to_numbers()).for_each(|(sum, number)| *sum += number);
        *self = Tally::from_numbers(sum);
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
            (self.wrong, "with a mistake"),
        ];
        let mut first = true;
        for (count, words) in parts.into_iter().filter(|(count, _)| *count > 0) {
            let comma = if std::mem::take(&mut first) { "" } else { ", " };
            write!(f, "{comma}{} {words}", grouped(count))?;
        }
        if first { f.write_str("nothing to do") } else { Ok(()) }
    }
}

/// A number of things: `1 puzzle`, `1,234 puzzles`.
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
        assert_eq!(tally.outcome(), Outcome::Success);
        tally += Tally { multiple: 1_234_567, unreadable: 2, ..Tally::default() };
        assert_eq!(
            tally.to_string(),
            "1,234,570 puzzles: 1 with one solution, 1,234,567 with more than one solution, 2 unreadable"
        );
        assert_eq!(tally.outcome(), Outcome::SomeNot);
    }

    #[test]
    fn numbers_lose_no_count() {
        let numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        assert_eq!(Tally::from_numbers(numbers).to_numbers(), numbers);
    }
}
