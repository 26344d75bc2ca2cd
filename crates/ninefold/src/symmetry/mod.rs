//! Symmetry: what stays the same when a Sudoku is written down differently.
//!
//! [`Transform`] is one way to write it down differently: digits renamed, lines exchanged, rows and columns swapped.
//! Among all ways one is the [`Canonical`] form ([`Solution::canonical_form`](crate::Solution::canonical_form),
//! [`Puzzle::canonical_form`](crate::Puzzle::canonical_form)): two puzzles are the same Sudoku exactly when their forms
//! are equal. [`Grid::minlex`](crate::Grid::minlex) is the least way to write down any grid. A [`GridSet`] remembers
//! millions of forms in little memory.
//!
//! [`pattern`] asks of the places alone, whatever digits stand there, which turns and mirrors leave them as they are: the
//! question a setter asks of the givens.

mod canonical;
mod grid_set;
mod minlex;
pub mod pattern;
mod second_row;
mod transform;

pub use canonical::Canonical;
pub use grid_set::GridSet;
pub use pattern::PatternSymmetry;
pub(crate) use transform::transform_fields;
pub use transform::{ParseTransformError, Transform, Transformable};
