//! Symmetry: transforms, canonical forms and automorphisms.
//!
//! A [`Transform`] relabels digits, permutes lines and may transpose. Puzzles related by a transform are *isomorphic*.
//! One of all isomorphs is the [`Canonical`] form ([`Solution::canonical_form`](crate::Solution::canonical_form),
//! [`Puzzle::canonical_form`](crate::Puzzle::canonical_form)): two puzzles are isomorphic exactly if their forms are
//! equal. [`Grid::minlex`](crate::Grid::minlex) is the lexicographically least isomorph of any grid. A [`GridSet`]
//! stores millions of forms in little memory.
//!
//! [`pattern`] considers only the cells of the givens, not their digits: which turns and mirrors map the pattern to
//! itself.

mod canonical;
mod grid_set;
mod minlex;
pub mod pattern;
mod second_row;
mod transform;

pub use canonical::Canonical;
pub use grid_set::GridSet;
pub use pattern::{ParsePatternSymmetryError, PatternSymmetry};
pub(crate) use transform::transform_fields;
pub use transform::{ParseTransformError, Transform, Transformable};
