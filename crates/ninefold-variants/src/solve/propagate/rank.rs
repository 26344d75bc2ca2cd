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
