//! One line for each puzzle: 81 digits, or `! ` and the reason why not.

use std::io::Write;

use ninefold::Answer;
use ninefold::text::ParseError;

use super::place;

const NO_SOLUTION: &[u8] = b"! no solution\n";
const MULTIPLE: &[u8] = b"! more than one solution\n";
/// A solution and its line end. No other answer is longer.
const SOLUTION: usize = 82;

pub(crate) fn answer(answer: &Answer, out: &mut Vec<u8>) {
    match answer {
        Answer::Unique(solution) => {
            out.extend_from_slice(&solution.to_bytes());
            out.push(b'\n');
        }
        Answer::NoSolution => out.extend_from_slice(NO_SOLUTION),
        Answer::Multiple(..) => out.extend_from_slice(MULTIPLE),
    }
}

/// Answers to a number of puzzles, appended in any order.
///
/// Every answer gets room for a solution. Those that are shorter leave gaps, which are closed at the end; where all
/// puzzles have one solution, which is mostly so, there are none.
pub(crate) struct Answers<'a> {
    out: &'a mut Vec<u8>,
    begin: usize,
    gaps: bool,
}

impl<'a> Answers<'a> {
    /// Room for so many answers.
    pub(crate) fn new(count: usize, out: &'a mut Vec<u8>) -> Answers<'a> {
        let begin = out.len();
        out.reserve_exact(count * SOLUTION);
        out.resize(begin + count * SOLUTION, b'\n');
        Answers { out, begin, gaps: false }
    }

    /// The answer for the puzzle of this number: how many solutions were found, and the first of them.
    pub(crate) fn put(&mut self, number: usize, found: usize, first: Option<&[u8; 81]>) {
        let slot = &mut self.out[self.begin + number * SOLUTION..][..SOLUTION];
        match first {
            Some(first) if found == 1 => slot[..81].copy_from_slice(first),
            Some(_) => slot[..MULTIPLE.len()].copy_from_slice(MULTIPLE),
            None => slot[..NO_SOLUTION.len()].copy_from_slice(NO_SOLUTION),
        }
        self.gaps |= found != 1;
    }

    /// Once every puzzle has its answer.
    pub(crate) fn finish(self) {
        let Answers { out, begin, gaps } = self;
        if gaps {
            let mut end = begin;
            for slot in (begin..out.len()).step_by(SOLUTION) {
                let length = out[slot..].iter().position(|&byte| byte == b'\n').map_or(SOLUTION, |at| at + 1);
                out.copy_within(slot..slot + length, end);
                end += length;
            }
            out.truncate(end);
        }
    }
}

pub(crate) fn count(count: u64, out: &mut Vec<u8>) {
    writeln!(out, "{count}").expect("memory takes every byte");
}

pub(crate) fn error(input: &str, error: &ParseError, out: &mut Vec<u8>) {
    writeln!(out, "! {}", place(input, error)).expect("memory takes every byte");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_in_any_order_become_lines_in_order() {
        let mut out = b"before\n".to_vec();
        let mut answers = Answers::new(5, &mut out);
        for (number, found) in [(3, 0), (0, 1), (4, 1), (2, 0), (1, 2)] {
            answers.put(number, found, (found > 0).then_some(&[b'1' + number as u8; 81]));
        }
        answers.finish();
        let solution = |digit: &str| digit.repeat(81);
        let expected = [
            "before",
            &solution("1"),
            "! more than one solution",
            "! no solution",
            "! no solution",
            &solution("5"),
            "",
        ];
        assert_eq!(String::from_utf8(out).unwrap(), expected.join("\n"));
    }
}
