//! Sum lines: a line of cells is cut into stretches that all have one sum.
//!
//! What the open stretch has so far is a number below the sum, and a set of such numbers is a word. A cell of value v moves
//! every number v places up; a stretch that is full begins anew at zero, and what lies above is gone:
//!
//! ```text
//!   sum 5, so far {0, 3}    the next cell is 2    2 and 5, so {0, 2}
//! ```
//!
//! One sweep forward and one back keep exactly the values of the lines that fit. A loop may begin in the middle of a stretch:
//! then there is one word for each part of the stretch that lies behind the beginning.

use super::Scratch;
use crate::solve::space::{Space, below, values};

/// A line that is cut into stretches of one sum.
#[derive(Clone, Debug)]
pub(crate) struct SumLine {
    pub(crate) cells: Box<[u16]>,
    pub(crate) sum: u32,
    pub(crate) is_loop: bool,
}

/// The largest sum whose parts fit a word.
pub(crate) const MAX_LINE_SUM: u32 = 63;

impl SumLine {
    pub(crate) fn run(&self, space: &mut Space<'_>, scratch: &mut Scratch) -> bool {
        let sum = self.sum;
        let parts = (1u64 << sum) - 1;
        let starts = if self.is_loop { sum as usize } else { 1 };
        let words = &mut scratch.words;
        let needed = starts * (self.cells.len() + 1);
        if words.len() < needed {
            words.resize(needed, 0);
        }
        let words = &mut words[..needed];
        for (start, word) in words[..starts].iter_mut().enumerate() {
            *word = 1 << start;
        }
        for (place, &cell) in self.cells.iter().enumerate() {
            let (before, after) = words[place * starts..].split_at_mut(starts);
            let after = &mut after[..starts];
            after.fill(0);
            for value in values(space.get(cell) & below(sum + 1)) {
                for (to, from) in after.iter_mut().zip(&*before) {
                    // The part that the value completes, if there is one, and the parts that it leaves open.
                    *to |= (from << value) & parts | from >> (sum - value) & 1;
                }
            }
        }
        // The loop closes where it began.
        for (start, word) in words[needed - starts..].iter_mut().enumerate() {
            *word &= 1 << start;
        }
        for (place, &cell) in self.cells.iter().enumerate().rev() {
            let (before, after) = words[place * starts..].split_at_mut(starts);
            let after = &after[..starts];
            let mut kept = 0;
            let mut alive = [0u64; MAX_LINE_SUM as usize];
            for value in values(space.get(cell) & below(sum + 1)) {
                let mut any = 0;
                for ((to, from), next) in alive.iter_mut().zip(&*before).zip(after) {
                    let used = (next >> value | (next & 1) << (sum - value)) & from;
                    *to |= used;
                    any |= used;
                }
                if any != 0 {
                    kept |= 1 << value;
                }
            }
            if !space.keep(cell, kept) {
                return false;
            }
            before.copy_from_slice(&alive[..starts]);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::is_exact;
    use super::*;

    /// Whether some stretches of this sum are the line.
    fn splits(line: &[u32], sum: u32) -> bool {
        let mut part = 0;
        for value in line {
            part += value;
            if part > sum {
                return false;
            }
            part %= sum;
        }
        part == 0
    }

    #[test]
    fn sum_lines_keep_exactly_the_values_of_their_assignments() {
        let mut random = ninefold::Random::new(12);
        let mut possible = 0;
        for case in 0..3000 {
            let count = 1 + random.below(4) as usize;
            let masks: Vec<u32> = (0..count).map(|_| 1 << (1 + random.below(9)) | random.below(1 << 9) << 1).collect();
            let (sum, is_loop) = (3 + random.below(14), case % 2 == 0);
            let line = SumLine { cells: (0..count as u16).collect(), sum, is_loop };
            possible += usize::from(is_exact(&line.into(), &masks, |values| {
                let mut turned = values.to_vec();
                (0..if is_loop { count } else { 1 }).any(|_| {
                    turned.rotate_left(1);
                    splits(if is_loop { &turned } else { values }, sum)
                })
            }));
        }
        assert!(possible > 1000, "{possible}");
    }
}
