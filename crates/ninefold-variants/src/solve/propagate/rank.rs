//! Lines compared as numbers.

use std::sync::Arc;

use super::Scratch;
use crate::solve::space::{Space, above, below, high, is_single, low};

/// How two lines can compare, as far as the candidates tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Comparison {
    less: bool,
    equal: bool,
    greater: bool,
}

/// Whether line `a` can be less than, equal to or greater than line `b`. Values differ within each line, and `used` are
/// those of an equal beginning.
fn compare(a: &[u16], b: &[u16], mut used: u32, space: &Space<'_>) -> Comparison {
    let mut found = Comparison::default();
    for (&x, &y) in a.iter().zip(b) {
        let (x, y) = (space.get(x) & !used, space.get(y) & !used);
        if x == 0 || y == 0 {
            return found;
        }
        found.less |= low(x) < high(y);
        found.greater |= high(x) > low(y);
        let common = x & y;
        if common == 0 || (found.less && found.greater) {
            // Whether they can also be equal matters only where ties are allowed; assume they can if they meet.
            found.equal = common != 0 && a.iter().zip(b).all(|(&x, &y)| space.get(x) & space.get(y) != 0);
            return found;
        }
        // Equal so far means this value: with two common values both orders would be possible.
        used |= common;
    }
    found.equal = true;
    found
}

/// The first line is less than the second.
#[derive(Clone, Debug)]
pub(crate) struct OrderedLines {
    pub(crate) less: Box<[u16]>,
    pub(crate) greater: Box<[u16]>,
}

impl OrderedLines {
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        order(&self.less, &self.greater, space)
    }
}

/// Takes candidates that would make the first line greater than or equal to the second.
fn order(less: &[u16], greater: &[u16], space: &mut Space<'_>) -> bool {
    for (place, (&x, &y)) in less.iter().zip(greater).enumerate() {
        let (a, b) = (space.get(x), space.get(y));
        if a == b && is_single(a) {
            continue;
        }
        // Equal values here leave the decision to the rest of the lines.
        let tail = compare(&less[place + 1..], &greater[place + 1..], 0, space).less;
        let apart = u32::from(!tail);
        let Some(most) = high(b).checked_sub(apart) else { return false };
        return space.keep(x, !above(most)) && {
            let least = low(space.get(x));
            space.keep(y, !below(least + apart))
        };
    }
    false
}

/// Exactly `below` of the lines that begin with a value are less than one of them.
#[derive(Clone, Debug)]
pub(crate) struct Rank {
    pub(crate) lines: Arc<Vec<Vec<u16>>>,
    pub(crate) number: usize,
    pub(crate) below: usize,
    /// The first value of the line, as a mask.
    pub(crate) first: u32,
    /// Whether no other line may be equal.
    pub(crate) strict: bool,
}

impl Rank {
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let line = &self.lines[self.number];
        // Lines come as left and right of each row, then top and bottom of each column. One line of each side begins with
        // the value.
        let side_of = |number: usize| 2 * usize::from(2 * number >= self.lines.len()) + number % 2;
        let own = side_of(self.number);
        let can_be_less = |found: Comparison| found.less;
        let can_be_more = |found: Comparison| found.greater || (found.equal && !self.strict);
        // For each side how many of its lines may be the one, the last of them, and whether it can be less or not less.
        let (mut members, mut last, mut less, mut more) = ([0; 4], [0; 4], [false; 4], [false; 4]);
        for (number, other) in self.lines.iter().enumerate() {
            let side = side_of(number);
            if side == own || space.get(other[0]) & self.first == 0 {
                continue;
            }
            let found = compare(&other[1..], &line[1..], self.first, space);
            if !can_be_less(found) && !can_be_more(found) {
                if !space.remove(other[0], self.first) {
                    return false;
                }
                continue;
            }
            members[side] += 1;
            last[side] = number;
            less[side] |= can_be_less(found);
            more[side] |= can_be_more(found);
        }
        let others = || (0..4).filter(|&side| side != own);
        let sure = others().filter(|&side| !more[side]).count();
        let maybe = others().filter(|&side| less[side]).count();
        if others().any(|side| members[side] == 0) || sure > self.below || maybe < self.below {
            return false;
        }
        for side in others() {
            let needs_less = less[side] && maybe == self.below;
            let needs_more = more[side] && sure == self.below;
            if needs_less == needs_more {
                continue;
            }
            for (number, other) in self.lines.iter().enumerate() {
                if side_of(number) != side || space.get(other[0]) & self.first == 0 {
                    continue;
                }
                let found = compare(&other[1..], &line[1..], self.first, space);
                let fits = if needs_less { can_be_less(found) } else { can_be_more(found) };
                if !fits && !space.remove(other[0], self.first) {
                    return false;
                }
            }
            let other = &self.lines[last[side]];
            if members[side] > 1 || space.get(other[0]) != self.first {
                continue;
            }
            // Where ties are allowed, lines that are not less may be equal.
            let ordered = match needs_less {
                true => order(other, line, space),
                false => !self.strict || order(line, other, space),
            };
            if !ordered {
                return false;
            }
        }
        true
    }
}

/// No two of the lines are equal.
#[derive(Clone, Debug)]
pub(crate) struct DistinctLines {
    pub(crate) lines: Arc<Vec<Vec<u16>>>,
}

impl DistinctLines {
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let mut filled: Vec<Vec<u32>> = Vec::new();
        for line in self.lines.iter() {
            if line.iter().all(|&cell| is_single(space.get(cell))) {
                filled.push(line.iter().map(|&cell| space.get(cell)).collect());
            }
        }
        filled.sort_unstable();
        filled.windows(2).all(|pair| pair[0] != pair[1])
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::is_sound;
    use super::*;
    use ninefold::Random;

    const SIDE: usize = 4;

    /// All Latin squares with the values 1 to 4, row by row.
    fn squares() -> Vec<Vec<u32>> {
        fn go(square: &mut Vec<u32>, out: &mut Vec<Vec<u32>>) {
            let (row, column) = (square.len() / SIDE, square.len() % SIDE);
            if row == SIDE {
                out.push(square.clone());
                return;
            }
            for value in 1..=SIDE as u32 {
                let in_row = square[row * SIDE..].contains(&value);
                if !in_row && (0..row).all(|above| square[above * SIDE + column] != value) {
                    square.push(value);
                    go(square, out);
                    square.pop();
                }
            }
        }
        let mut out = Vec::new();
        go(&mut Vec::new(), &mut out);
        out
    }

    /// The rows from the left and from the right, then the columns from the top and from the bottom.
    fn lines() -> Vec<Vec<u16>> {
        let side = SIDE as u16;
        let rows = (0..side).map(|row| (0..side).map(|column| row * side + column).collect::<Vec<u16>>());
        let columns = (0..side).map(|column| (0..side).map(|row| row * side + column).collect::<Vec<u16>>());
        rows.chain(columns).flat_map(|line| [line.clone(), line.into_iter().rev().collect()]).collect()
    }

    fn read(square: &[u32], line: &[u16]) -> Vec<u32> {
        line.iter().map(|&cell| square[usize::from(cell)]).collect()
    }

    /// The candidates of a square and others, none in every fourth case.
    fn around(square: &[u32], random: &mut Random) -> Vec<u32> {
        let density = random.below(4);
        let mut more = || (0..4 - density).fold(0x1e, |all, _| all & random.below(32)) * u32::from(density > 0);
        square.iter().map(|value| 1 << value | more()).collect()
    }

    #[test]
    fn ranks_keep_the_squares_in_which_they_hold() {
        let (squares, lines, mut random) = (squares(), Arc::new(lines()), Random::new(15));
        assert_eq!(squares.len(), 576);
        let (mut taken, mut failed) = (0, 0);
        // All squares in which a line has a rank among all lines, by the number of lines that are less.
        for number in 0..lines.len() {
            for strict in [false, true] {
                let mut by_rank = vec![Vec::new(); lines.len()];
                for square in &squares {
                    let line = read(square, &lines[number]);
                    let others =
                        || (0..lines.len()).filter(|&other| other != number).map(|other| read(square, &lines[other]));
                    if !strict || others().all(|other| other != line) {
                        by_rank[others().filter(|other| *other < line).count()].push(square.clone());
                    }
                }
                for _ in 0..120 {
                    let square = &squares[random.below(squares.len() as u32) as usize];
                    let mut masks = around(square, &mut random);
                    let start = usize::from(lines[number][0]);
                    let (first, below) = (square[start], random.below(4) as usize);
                    masks[start] = 1 << first;
                    let lines = Arc::clone(&lines);
                    let rank = Rank { lines, number, below, first: masks[start], strict };
                    match is_sound(&rank.into(), &masks, &by_rank[4 * (first as usize - 1) + below]) {
                        Some(count) => taken += count,
                        None => failed += 1,
                    }
                }
            }
        }
        assert!(taken > 300 && failed > 300, "{taken} {failed}");
    }

    #[test]
    fn ordered_and_distinct_lines_keep_the_squares_in_which_they_hold() {
        let (squares, lines, mut random) = (squares(), Arc::new(lines()), Random::new(16));
        let all_differ = |square: &&Vec<u32>| {
            let mut read: Vec<Vec<u32>> = lines.iter().map(|line| read(square, line)).collect();
            read.sort_unstable();
            read.windows(2).all(|pair| pair[0] != pair[1])
        };
        let distinct: Vec<Vec<u32>> = squares.iter().filter(all_differ).cloned().collect();
        let (mut taken, mut failed) = (0, 0);
        for _ in 0..1000 {
            let masks = around(&squares[random.below(squares.len() as u32) as usize], &mut random);
            let [less, greater] = [0, 1].map(|_| &lines[random.below(lines.len() as u32) as usize]);
            let ordered: Vec<Vec<u32>> =
                squares.iter().filter(|square| read(square, less) < read(square, greater)).cloned().collect();
            let propagator = OrderedLines { less: less.as_slice().into(), greater: greater.as_slice().into() };
            match is_sound(&propagator.into(), &masks, &ordered) {
                Some(count) => taken += count,
                None => failed += 1,
            }
            is_sound(&DistinctLines { lines: Arc::clone(&lines) }.into(), &masks, &distinct);
        }
        assert!(taken > 100 && failed > 100, "{taken} {failed}");
    }
}
