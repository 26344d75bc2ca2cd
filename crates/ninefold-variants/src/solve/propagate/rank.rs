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

/// Whether line `a` can be less than, equal to or greater than line `b`. Values differ within each line.
fn compare(a: &[u16], b: &[u16], space: &Space<'_>) -> Comparison {
    let mut found = Comparison::default();
    // Values that the equal beginning of both lines has used.
    let mut used = 0;
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
    for (&x, &y) in less.iter().zip(greater) {
        let most = high(space.get(y));
        if !space.keep(x, !above(most)) {
            return false;
        }
        let least = low(space.get(x));
        if !space.keep(y, !below(least)) {
            return false;
        }
        let (a, b) = (space.get(x), space.get(y));
        if a != b || !is_single(a) {
            return true;
        }
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
        // Lines that are less for sure, and lines that may be.
        let (mut sure, mut maybe, mut sure_not, mut members) = (0, 0, 0, 0);
        let mut open: Vec<(usize, Comparison, bool)> = Vec::new();
        for (number, other) in self.lines.iter().enumerate() {
            if number == self.number {
                continue;
            }
            let start = space.get(other[0]);
            if start & self.first == 0 {
                continue;
            }
            let member = start == self.first;
            let found = compare(other, line, space);
            if self.strict && member && found == (Comparison { less: false, equal: true, greater: false }) {
                return false;
            }
            let not_less = found.greater || (found.equal && !self.strict);
            let less_for_sure = member && found.less && !not_less;
            let not_less_for_sure = member && !found.less;
            members += usize::from(member);
            sure += usize::from(less_for_sure);
            sure_not += usize::from(not_less_for_sure);
            maybe += usize::from(found.less);
            open.push((number, found, member));
        }
        // Four lines begin with each value, this one included.
        let above_count = 3 - self.below.min(3);
        if sure > self.below || maybe < self.below || sure_not > above_count {
            return false;
        }
        for (number, found, member) in open {
            let other = &self.lines[number];
            let not_less = found.greater || (found.equal && !self.strict);
            if maybe == self.below && found.less && !member {
                // Every line that can be less is needed: this one begins with the value.
                if !space.keep(other[0], self.first) {
                    return false;
                }
            }
            if maybe == self.below && found.less && member && found.greater && self.strict && !order(other, line, space)
            {
                return false;
            }
            if sure == self.below && found.less {
                if !not_less && !member {
                    // It could only be less, and there are enough: it does not begin with the value.
                    if !space.remove(other[0], self.first) {
                        return false;
                    }
                } else if member && found.greater && self.strict && not_less && !order(line, other, space) {
                    return false;
                }
            }
        }
        members <= 3
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
