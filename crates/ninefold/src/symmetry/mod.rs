//! Symmetry: what stays the same when a grid is turned or mirrored.
//!
//! [`pattern`] asks it of the places alone, whatever digits stand there: the question a setter asks of the givens.

pub mod pattern;

pub use pattern::PatternSymmetry;
