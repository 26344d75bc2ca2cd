//! Forms that isomorphic puzzles share, and transforms that lead to them.

use super::{Members, Object};
use crate::Puzzle;
use crate::symmetry::{Canonical, Transform};

/// `canonical`, `canonical_solution`, `automorphisms`, `solution_automorphisms` and `transform`.
impl Members for Canonical<Puzzle> {
    fn add_to(&self, object: &mut Object<'_>) {
        let solution = self.form().solution();
        object.string("canonical", self.form());
        object.string("canonical_solution", solution);
        object.raw("automorphisms", self.automorphisms());
        object.raw("solution_automorphisms", solution.canonical().automorphisms());
        if let Some(transform) = self.transforms().first() {
            transform.add_to(object);
        }
    }
}

/// `transform`: where rows and columns go and what digits become.
impl Members for Transform {
    fn add_to(&self, object: &mut Object<'_>) {
        object.string("transform", self);
    }
}
