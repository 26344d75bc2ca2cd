//! Solving the way people do: named techniques, reasons in words and pictures, every step proved.
//!
//! ```
//! use ninefold::explain::Explainer;
//! use ninefold::{Grid, Language, Puzzle};
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
//! let puzzle = Puzzle::new(grid).unwrap();
//! let path = Explainer::default().path(&puzzle);
//! assert!(path.is_solved());
//! let step = &path.steps()[0];
//! assert_eq!(step.technique.name(), "Hidden Single");
//! assert_eq!(
//!     Language::ENGLISH.sentence(step),
//!     "In box 9, 1 can only go in r9c7: the 1 in r5c9 excludes r7c9, and the 1 in r8c5 excludes r8c78. So r9c7 is 1."
//! );
//! ```
//!
//! # How it fits together
//! - A [`Technique`] is a row of the single table in `technique/table.rs`: its names, level, score and finder.
//! - A finder in `techniques/` reads [`Facts`] and pushes [`Deduction`]s. `finder.rs` has its rules.
//! - A [`Deduction`] is a [`Pattern`] with roles, and conclusions. Words ([`Language`](crate::Language)), pictures
//!   ([`View`]) and proof ([`check`]) are made from it and from nothing else.
//! - An [`Explainer`] runs the finders in order: for a [`Path`], for the next step, for all steps in [`Stages`].

pub mod check;
mod closure;
mod deduction;
mod drawing;
mod explainer;
mod facts;
mod finder;
mod level;
mod lines;
mod links;
mod mistake;
mod net;
mod notation;
mod path;
mod pattern;
mod places;
mod rectangles;
mod rookery;
mod sets;
mod side;
mod size;
mod smallest;
mod stages;
mod technique;
mod techniques;
mod transform;
mod view;
mod words;

pub use deduction::Deduction;
pub use explainer::{Explainer, NextStep};
pub use facts::Facts;
pub use finder::Limits;
pub use level::{Level, ParseLevelError};
pub use lines::Line;
pub use path::{Path, PathEnd};
pub use pattern::{
    AlmostLockedSet, Because, Blossom, Branch, Bug, Cases, Chain, Colouring, Deadly, Direct, Exclusion, Exocet, Fish,
    Forcing, Grave, Impossible, Inference, Intersection, Kraken, Lemma, Link, LockedSectors, Node, Pattern, Petal,
    Reason, Single, Statement, Strength, Subset, SueDeCoq, Templates, Wing,
};
pub use places::Places;
pub use size::ProofSize;
pub use stages::{Stage, Stages, StepGroup};
pub(crate) use technique::each_fish;
pub use technique::{ParseTechniqueError, Technique, TechniqueSet, TechniqueSetIter};
pub use view::{Highlight, Role, View, ViewLink};
pub use words::Rung;
