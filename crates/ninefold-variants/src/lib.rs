//! Sudoku of other sizes and rules: boards from 1x1 to 25x25, and more than seventy rules from killer cages to state machines.
//!
//! ```
//! use ninefold_variants::{Answer, Run, text};
//!
//! let thermo = text::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1")?;
//! let Answer::Unique(solution) = thermo.solve(&Run::default())? else { panic!("not unique") };
//! assert_eq!(solution.to_string(), "1234341221434321");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! [`Board`] is the sides, the values and the houses; [`rule::Rule`] is one rule, whose meaning is the predicate
//! [`Rule::holds`](rule::Rule::holds); [`Variant`] is a board with rules and givens, and answers questions about its
//! solutions. [`text`] reads and writes the usual formats, [`drawing`] draws, [`explain`] gives a path with reasons, [`generate`]
//! makes new puzzles, [`sketch`] makes them from strokes over the board, [`play`] checks the values of a player.

mod board;
pub mod drawing;
pub mod explain;
pub mod generate;
pub mod json;
pub mod play;
pub mod report;
pub mod rule;
mod run;
pub mod sketch;
mod solution;
pub mod solve;
pub mod text;
mod values;
mod variant;

pub use board::{Board, BoardError, Cell, ExtraCells, House, HouseName, MAX_CELLS, MAX_SIDE};
pub use run::{Run, Stopped};
pub use solution::{Answer, Solution};
pub use solve::{Part, Solutions, Stats};
pub use values::{ValueSet, symbol};
pub use variant::{AddError, NotAVariantPuzzle, Notes, Variant, VariantPuzzle};
