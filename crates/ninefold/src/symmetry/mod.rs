//! Symmetry: what stays the same when a Sudoku is written down differently.
//!
//! [`Transform`] is one way to write it down differently: digits renamed, lines exchanged, rows and columns swapped.
//! [`pattern`] asks of the places alone, whatever digits stand there, which turns and mirrors leave them as they are: the
//! question a setter asks of the givens.

pub mod pattern;
mod transform;

pub use pattern::PatternSymmetry;
pub use transform::{Transform, Transformable};
