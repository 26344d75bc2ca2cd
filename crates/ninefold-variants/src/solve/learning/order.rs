//! Which variable is guessed next: one of those with the highest scores.
//!
//! A conflict raises the scores of the variables it follows from, a later one by more than an earlier one.

use super::Variable;

/// The scores, and the open variables in a heap, the one with the highest score on top.
pub(super) struct Order {
    scores: Vec<f64>,
    /// What a conflict adds.
    bump: f64,
    items: Vec<Variable>,
    /// The place of each variable, or [`ABSENT`].
    place: Vec<u16>,
}

const ABSENT: u16 = u16::MAX;

/// What the scores are divided by when they grow too large.
const RESCALE: f64 = 1e100;

impl Order {
    pub(super) fn new(count: usize) -> Order {
        let all = 0..count as u16;
        Order { scores: vec![0.0; count], bump: 1.0, items: all.clone().collect(), place: all.collect() }
    }

    /// What the next conflict adds is larger by a factor.
    pub(super) fn grow(&mut self, factor: f64) {
        self.bump *= factor;
    }

    pub(super) fn raise(&mut self, variable: Variable) {
        let score = &mut self.scores[usize::from(variable)];
        *score += self.bump;
        if *score > RESCALE {
            self.scores.iter_mut().for_each(|score| *score /= RESCALE);
            self.bump /= RESCALE;
        }
        let place = self.place[usize::from(variable)];
        if place != ABSENT {
            self.up(place.into());
        }
    }

    pub(super) fn insert(&mut self, variable: Variable) {
        if self.place[usize::from(variable)] == ABSENT {
            self.items.push(variable);
            self.up(self.items.len() - 1);
        }
    }

    /// Removes and returns the best variable.
    pub(super) fn pop(&mut self) -> Option<Variable> {
        let &top = self.items.first()?;
        self.place[usize::from(top)] = ABSENT;
        if let Some(last) = self.items.pop()
            && last != top
        {
            self.items[0] = last;
            self.down(0);
        }
        Some(top)
    }

    pub(super) fn score(&self, variable: Variable) -> f64 {
        self.scores[usize::from(variable)]
    }

    /// The first variables of the heap, at most so many: among the best, though in no order.
    pub(super) fn top(&self, count: usize) -> &[Variable] {
        &self.items[..count.min(self.items.len())]
    }

    fn put(&mut self, item: Variable, place: usize) {
        self.items[place] = item;
        self.place[usize::from(item)] = place as u16;
    }

    fn up(&mut self, mut place: usize) {
        let item = self.items[place];
        let score = self.scores[usize::from(item)];
        while place > 0 {
            let above = (place - 1) / 2;
            if self.score(self.items[above]) >= score {
                break;
            }
            self.put(self.items[above], place);
            place = above;
        }
        self.put(item, place);
    }

    fn down(&mut self, mut place: usize) {
        let item = self.items[place];
        let score = self.scores[usize::from(item)];
        loop {
            let mut below = 2 * place + 1;
            if below >= self.items.len() {
                break;
            }
            if below + 1 < self.items.len() && self.score(self.items[below + 1]) > self.score(self.items[below]) {
                below += 1;
            }
            if self.score(self.items[below]) <= score {
                break;
            }
            self.put(self.items[below], place);
            place = below;
        }
        self.put(item, place);
    }
}
