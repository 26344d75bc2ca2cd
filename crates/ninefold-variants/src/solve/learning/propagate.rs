//! Conclusions from what is true and false: first by the rules of the board and pairs, which cost little, then by the
//! learned clauses.

use super::{Learning, Literal, Reason, Watch};

impl Learning {
    /// Draws conclusions until there are none. Returns false on a contradiction, and `self.conflict` then has literals
    /// that cannot all be false but are.
    pub(super) fn propagate(&mut self) -> bool {
        loop {
            while self.next < self.assigned.trail.len() {
                let literal = self.assigned.trail[self.next];
                self.next += 1;
                let fits = if literal & 1 == 0 { self.exclude(literal) } else { self.remove(literal) };
                if !fits || !self.conclude_pairs(literal ^ 1) {
                    return false;
                }
            }
            let Some(&literal) = self.assigned.trail.get(self.next_watched) else { return true };
            self.next_watched += 1;
            if !self.conclude_clauses(literal ^ 1) {
                return false;
            }
        }
    }

    /// A candidate is true: the others of its groups are false.
    fn exclude(&mut self, literal: Literal) -> bool {
        let Learning { groups, assigned, conflict, .. } = self;
        let rivals = groups.rivals(literal / 2);
        // Which rivals are open is hard to predict: they are gathered without a branch.
        let (start, mut open, mut clash) = (assigned.trail.len(), 0, false);
        assigned.trail.extend_from_slice(rivals);
        let added = &mut assigned.trail[start..];
        for place in 0..added.len() {
            let rival = added[place];
            let truth = assigned.truth[usize::from(rival)];
            added[open] = rival ^ 1;
            open += usize::from(truth == 0);
            clash |= truth == 1;
        }
        if clash {
            assigned.trail.truncate(start);
            let other = rivals.iter().find(|&&rival| assigned.truth(rival) == 1);
            conflict.clear();
            conflict.extend(other.map(|rival| rival ^ 1));
            conflict.push(literal ^ 1);
            return false;
        }
        assigned.trail.truncate(start + open);
        let level = assigned.guesses.len() as u16;
        for &rival in &assigned.trail[start..] {
            assigned.truth[usize::from(rival)] = 1;
            assigned.truth[usize::from(rival ^ 1)] = -1;
            assigned.level[usize::from(rival / 2)] = level;
            assigned.reason[usize::from(rival / 2)] = Reason::Pair(literal ^ 1);
        }
        true
    }

    /// A candidate is false: the last one of a group is true.
    fn remove(&mut self, literal: Literal) -> bool {
        let Learning { groups, assigned, .. } = self;
        let mut failed = None;
        groups.remove(literal / 2, |group, last| match assigned.truth(2 * last) {
            0 => assigned.assign(2 * last, Reason::Group(group)),
            -1 => failed = Some(group),
            _ => {}
        });
        if let Some(group) = failed {
            self.conflict.clear();
            self.conflict.extend(self.groups.members(group));
        }
        failed.is_none()
    }

    /// A literal is false: the other one of each pair is true.
    fn conclude_pairs(&mut self, lost: Literal) -> bool {
        for &other in &self.pairs[usize::from(lost)] {
            match self.assigned.truth(other) {
                0 => self.assigned.assign(other, Reason::Pair(lost)),
                -1 => {
                    self.conflict.clear();
                    self.conflict.extend([lost, other]);
                    return false;
                }
                _ => {}
            }
        }
        true
    }

    /// A literal is false: each clause that watches it watches another one, or its last literal is true.
    fn conclude_clauses(&mut self, lost: Literal) -> bool {
        let Learning { assigned, clauses, watches, conflict, .. } = self;
        let mut list = core::mem::take(&mut watches[usize::from(lost)]);
        let (mut kept, mut place) = (0, 0);
        let mut fits = true;
        while place < list.len() {
            let watch = list[place];
            place += 1;
            list[kept] = watch;
            kept += 1;
            if assigned.truth(watch.other) == 1 {
                continue;
            }
            let (start, literals) = clauses.watched(watch.clause);
            // Of the two watched literals, the one that is not lost.
            let first = literals[0] ^ literals[1] ^ lost;
            let truth = assigned.truth(first);
            if truth == 1 {
                list[kept - 1].other = first;
                continue;
            }
            let from = usize::from(*start);
            let other = (from..literals.len())
                .find(|&place| assigned.truth(literals[place]) != -1)
                .or_else(|| (2..from).find(|&place| assigned.truth(literals[place]) != -1));
            if let Some(other) = other {
                *start = other as u16;
                let found = literals[other];
                if assigned.truth(found) == 1 {
                    list[kept - 1].other = found;
                } else {
                    literals[0] = first;
                    literals[1] = found;
                    literals[other] = lost;
                    watches[usize::from(found)].push(Watch { clause: watch.clause, other: first });
                    kept -= 1;
                }
            } else if truth == -1 {
                conflict.clear();
                conflict.extend_from_slice(literals);
                self.used = Some(watch.clause);
                fits = false;
                break;
            } else {
                assigned.assign(first, Reason::Clause(watch.clause));
            }
        }
        list.copy_within(place.., kept);
        list.truncate(kept + list.len() - place);
        watches[usize::from(lost)] = list;
        fits
    }
}
