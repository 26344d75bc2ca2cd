//! One line for each puzzle: 81 digits, or `! ` and the reason why not.

use ninefold::{Answer, NotAPuzzleError, Position};

const NO_SOLUTION: &[u8] = b"! no solution\n";
const MULTIPLE: &[u8] = b"! more than one solution\n";
/// A solution and its line end. No other answer to a plain puzzle is longer.
const SOLUTION: usize = 82;

/// The answer, without the line end.
pub(crate) fn answer(position: &Position, answer: &Answer) -> String {
    match answer {
        Answer::Unique(solution) => solution.to_string(),
        Answer::Multiple(..) => "! more than one solution".to_owned(),
        Answer::NoSolution => match position.prove_with(*answer) {
            Err(NotAPuzzleError::Mistake(mistake)) => format!("! no solution: {mistake}"),
            _ => "! no solution".to_owned(),
        },
    }
}

/// Answers to a number of plain puzzles, put in any order.
///
/// Every answer gets room for a solution. Shorter ones leave gaps, which are closed at the end. If all puzzles have one
/// solution, which is the usual case, there are none.
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

    /// The answer to the puzzle of this number: how many solutions were found, and the first of them.
    pub(crate) fn put(&mut self, number: usize, found: usize, first: Option<&[u8; 81]>) {
        let slot = &mut self.out[self.begin + number * SOLUTION..][..SOLUTION];
        match first {
            Some(first) if found == 1 => slot[..81].copy_from_slice(first),
            Some(_) => slot[..MULTIPLE.len()].copy_from_slice(MULTIPLE),
            None => slot[..NO_SOLUTION.len()].copy_from_slice(NO_SOLUTION),
        }
        self.gaps |= found != 1;
    }

    /// Closes the gaps, once every puzzle has its answer.
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

    #[test]
    fn plain_and_other_puzzles_get_the_same_words() {
        let broken = Position::of_givens(format!("55{}", ".".repeat(79)).parse().unwrap());
        assert_eq!(answer(&broken, &Answer::NoSolution).as_bytes(), NO_SOLUTION.trim_ascii_end());
        let empty = Position::of_givens(ninefold::Grid::EMPTY);
        assert_eq!(answer(&empty, &empty.solve()).as_bytes(), MULTIPLE.trim_ascii_end());
    }
}
