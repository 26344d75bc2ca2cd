//! Sudoku of other sizes and rules.

mod board;
pub mod rule;
mod run;
mod solution;
pub mod solve;
pub mod text;
mod values;
mod variant;

pub use board::{Board, BoardError, Cell, ExtraCells, House, HouseName, MAX_CELLS, MAX_SIDE};
pub use run::{Progress, Run, Stopped};
pub use solution::{Answer, Solution};
pub use solve::{Part, Solutions, Stats};
pub use values::{ValueSet, symbol};
pub use variant::{AddError, NotAVariantPuzzle, Notes, Variant, VariantPuzzle};
