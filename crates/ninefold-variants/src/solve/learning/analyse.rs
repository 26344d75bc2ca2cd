//! What a contradiction teaches.
//!
//! The contradiction is traced back, from conclusions to their causes, until one literal of the last level of guesses is
//! left. It and the literals of earlier levels that were met cannot all be as they are: this is the new clause.

use super::board::Groups;
use super::clauses::Clauses;
use super::{Learning, Literal, Reason, Variable};

/// What is known of a variable while a contradiction is analysed.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Mark {
    #[default]
    None,
    /// Met: its literal is in the clause, or was traced back.
    Met,
    /// Follows from the clause.
    Follows,
    /// Does not follow from the clause.
    Free,
    /// One of the literals of a level that are being replaced.
    Block,
}

/// How many causes deep a literal is followed to find that it says nothing new.
const DEPTH: u32 = 100;

/// The literals of what made a literal true. All but the literal itself are false.
#[inline(always)]
fn causes<'a>(reason: &'a Reason, groups: &'a Groups, clauses: &'a Clauses) -> &'a [Literal] {
    match reason {
        Reason::None => &[],
        Reason::Pair(other) => core::slice::from_ref(other),
        Reason::Group(group) => groups.members(*group),
        Reason::Clause(clause) => clauses.literals(*clause),
    }
}

impl Learning {
    /// Makes `self.learned` the clause that the contradiction in `self.conflict` teaches. Its first literal is the only one
    /// of the last level, the second one of the latest level before, which is returned with the number of levels.
    pub(super) fn analyse(&mut self) -> (usize, u16) {
        let now = self.assigned.guesses.len() as u16;
        self.learned.clear();
        self.learned.push(0);
        let mut open = 0;
        let mut place = self.assigned.trail.len();
        let mut reason = Reason::None;
        let mut conflict = core::mem::take(&mut self.conflict);
        if let Some(clause) = self.used.take() {
            self.note_use(clause);
        }
        loop {
            let Learning { groups, clauses, assigned, marks, marked, learned, .. } = self;
            let literals = if conflict.is_empty() { causes(&reason, groups, clauses) } else { &conflict };
            for &literal in literals {
                let variable = literal / 2;
                let level = assigned.level[usize::from(variable)];
                if marks[usize::from(variable)] != Mark::None || level == 0 {
                    continue;
                }
                marks[usize::from(variable)] = Mark::Met;
                marked.push(variable);
                if level == now {
                    open += 1;
                } else {
                    learned.push(literal);
                }
            }
            conflict.clear();
            loop {
                place -= 1;
                if self.marks[usize::from(self.assigned.trail[place] / 2)] != Mark::None {
                    break;
                }
            }
            open -= 1;
            let literal = self.assigned.trail[place];
            if open == 0 {
                self.learned[0] = literal ^ 1;
                break;
            }
            reason = self.assigned.reason[usize::from(literal / 2)];
            if let Reason::Clause(clause) = reason {
                self.note_use(clause);
            }
        }
        self.conflict = conflict;
        for place in 0..self.marked.len() {
            self.order.raise(self.marked[place]);
        }
        self.shrink();
        self.merge();
        let Learning { learned, assigned, .. } = self;
        let mut back = 0;
        if learned.len() > 1 {
            let level = |place: &usize| assigned.level[usize::from(learned[*place] / 2)];
            let latest = (1..learned.len()).max_by_key(level).unwrap_or(1);
            learned.swap(1, latest);
            back = assigned.level[usize::from(learned[1] / 2)].into();
        }
        self.marked.drain(..).for_each(|variable| self.marks[usize::from(variable)] = Mark::None);
        let levels = self.levels.count(&self.learned, &self.assigned);
        (back, levels)
    }

    /// A conflict follows from a clause: it stays for a while, the longer the fewer levels it has.
    fn note_use(&mut self, clause: u32) {
        let mut levels = self.clauses.levels(clause);
        if levels > 2 {
            levels = levels.min(self.levels.count(self.clauses.literals(clause), &self.assigned));
        }
        self.clauses.set(clause, levels, if levels <= super::MIDDLE { 2 } else { 1 });
    }

    /// Replaces all literals of a level by one from which they follow, where there is one, and else drops those that follow
    /// from others.
    fn shrink(&mut self) {
        let assigned = &self.assigned;
        // The latest level first: what replaces a literal may need literals of earlier levels.
        self.learned[1..].sort_unstable_by_key(|&literal| core::cmp::Reverse(assigned.level[usize::from(literal / 2)]));
        let (mut start, mut kept) = (1, 1);
        while start < self.learned.len() {
            let level = self.assigned.level[usize::from(self.learned[start] / 2)];
            let same = |&&literal: &&Literal| self.assigned.level[usize::from(literal / 2)] == level;
            let end = start + self.learned[start..].iter().take_while(same).count();
            if let Some(one) = (end - start > 1).then(|| self.common_cause(level, start, end)).flatten() {
                self.learned[kept] = one;
                kept += 1;
            } else {
                for place in start..end {
                    let literal = self.learned[place];
                    if !self.follows(literal / 2, 0) {
                        self.learned[kept] = literal;
                        kept += 1;
                    }
                }
            }
            start = end;
        }
        self.learned.truncate(kept);
    }

    /// Replaces literals that are false because of the same true literal by the negation of that one.
    fn merge(&mut self) {
        let Learning { assigned, learned, .. } = self;
        let cause = |literal: Literal| match assigned.reason[usize::from(literal / 2)] {
            Reason::Pair(other) => other,
            _ => literal,
        };
        learned[1..].sort_unstable_by_key(|&literal| (cause(literal), literal));
        let (mut start, mut kept) = (1, 1);
        while start < learned.len() {
            let one = cause(learned[start]);
            let same = learned[start..].iter().take_while(|&&literal| cause(literal) == one).count();
            learned[kept] = if same > 1 { one } else { learned[start] };
            kept += 1;
            start += same;
        }
        learned.truncate(kept);
    }

    /// A literal of a level that all literals between two places of the clause follow from, all of this level, together
    /// with those of earlier levels in the clause.
    fn common_cause(&mut self, level: u16, start: usize, end: usize) -> Option<Literal> {
        let Learning { groups, clauses, assigned, marks, marked, learned, block, .. } = self;
        block.clear();
        for &literal in &learned[start..end] {
            marks[usize::from(literal / 2)] = Mark::Block;
            block.push(literal / 2);
        }
        let mut open = end - start;
        let mut place = assigned.guesses.get(usize::from(level)).copied().unwrap_or(assigned.trail.len());
        let found = 'trace: loop {
            let variable = loop {
                place -= 1;
                let variable = assigned.trail[place] / 2;
                if marks[usize::from(variable)] == Mark::Block {
                    break variable;
                }
            };
            open -= 1;
            if open == 0 {
                break Some(assigned.trail[place] ^ 1);
            }
            let reason = assigned.reason[usize::from(variable)];
            for &cause in causes(&reason, groups, clauses) {
                let at = assigned.level[usize::from(cause / 2)];
                let mark = &mut marks[usize::from(cause / 2)];
                if at == 0 || cause / 2 == variable || *mark == Mark::Block {
                    continue;
                }
                if at < level {
                    if matches!(*mark, Mark::Met | Mark::Follows) {
                        continue;
                    }
                    break 'trace None;
                }
                if *mark == Mark::None {
                    marked.push(cause / 2);
                }
                if *mark == Mark::Met {
                    continue;
                }
                *mark = Mark::Block;
                block.push(cause / 2);
                open += 1;
            }
        };
        let given = end - start;
        for (place, &variable) in block.iter().enumerate() {
            marks[usize::from(variable)] = if found.is_some() || place < given { Mark::Met } else { Mark::None };
        }
        found
    }

    /// Whether the causes of a variable all lie in the clause or follow from it.
    fn follows(&mut self, variable: Variable, depth: u32) -> bool {
        let reason = self.assigned.reason[usize::from(variable)];
        if reason == Reason::None || depth > DEPTH {
            return false;
        }
        let count = causes(&reason, &self.groups, &self.clauses).len();
        for place in 0..count {
            let cause = causes(&reason, &self.groups, &self.clauses)[place] / 2;
            if cause == variable || self.assigned.level[usize::from(cause)] == 0 {
                continue;
            }
            match self.marks[usize::from(cause)] {
                Mark::Met | Mark::Follows => {}
                Mark::Free => return false,
                Mark::None | Mark::Block => {
                    let follows = self.follows(cause, depth + 1);
                    self.marks[usize::from(cause)] = if follows { Mark::Follows } else { Mark::Free };
                    self.marked.push(cause);
                    if !follows {
                        return false;
                    }
                }
            }
        }
        true
    }
}
