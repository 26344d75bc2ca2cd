//! Solving the way people do: named techniques, reasons in words and pictures, every step proved.
//!
//! ```
//! use ninefold::explain::{Explainer, Language};
//! use ninefold::{Grid, Puzzle};
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
//! let puzzle = Puzzle::new(grid).unwrap();
//! let path = Explainer::default().path(&puzzle);
//! assert!(path.is_solved());
//! let step = &path.steps()[0];
//! assert_eq!(step.technique.name(), "Naked Single");
//! assert_eq!(Language::ENGLISH.sentence(step), "r5c5 has no candidate but 5. So r5c5 is 5.");
//! ```
//!
//! # How it fits together
//! - [`Technique`] is a row of the single table in `technique.rs`: its names, level, score and finder.
//! - A finder in `techniques/` looks at a [`Position`] and pushes [`Deduction`]s into a [`Search`](finder::Search).
//! - A [`Deduction`] is a [`Pattern`] with roles, and conclusions. Words ([`Language`]), pictures ([`View`]) and proof
//!   ([`check`]) are made from it and from nothing else.
//! - An [`Explainer`] asks the finders in order: for a [`Path`], for the next step, for all steps.

pub mod check;
mod closure;
mod deduction;
mod drawing;
pub mod finder;
mod links;
mod net;
mod notation;
mod path;
mod pattern;
mod position;
mod rectangles;
mod rookery;
mod sets;
mod side;
mod technique;
mod techniques;
mod transform;
mod view;
mod words;

pub use deduction::Deduction;
pub use path::{Explainer, NextStep, Path};
pub use pattern::{
    AlmostLockedSet, Because, Blossom, Branch, Cases, Chain, Colouring, Deadly, Exclusion, Exocet, Fish, Forcing,
    Grave, Impossible, Inference, Intersection, Kraken, Link, LockedSectors, Node, Pattern, Petal, Reason, Single,
    Statement, Strength, Subset, SueDeCoq, Templates, Wing,
};
pub use position::{Places, Position};
pub use technique::{Level, Technique, TechniqueSet};
pub use view::{Highlight, Role, View, ViewLink};
pub use words::{Language, Rung};
