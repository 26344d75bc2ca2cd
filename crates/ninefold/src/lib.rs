//! Sudoku, from text to answer.
//!
//! # Solve
//!
//! ```
//! use ninefold::{Answer, Grid};
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let Answer::Unique(solution) = grid.solve() else { panic!("not a proper puzzle") };
//! assert_eq!(
//!     solution.to_string(),
//!     "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
//! );
//! # Ok::<(), ninefold::text::ParseError>(())
//! ```
//!
//! A board of characters, filled in place: [`solve_in_place`].
//!
//! # Count
//!
//! ```
//! use ninefold::Grid;
//!
//! // Two rows, two columns, two blocks: where 6 and 7 fill the corners, they can change places.
//! let grid: Grid =
//!     "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179".parse()?;
//! assert_eq!(grid.count(100), 2);
//! assert_eq!(Grid::EMPTY.count(1000), 1000);
//! assert_eq!(Grid::EMPTY.solutions().take(5).count(), 5);
//! # Ok::<(), ninefold::text::ParseError>(())
//! ```
//!
//! Many grids at once: [`solve_batch`], [`solve_bytes`] and the iterator adaptor [`SolveAll`].
//!
//! # Explain
//!
//! ```
//! use ninefold::explain::{Explainer, Language};
//! use ninefold::{Grid, Puzzle};
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let path = Explainer::default().path(&Puzzle::new(grid)?);
//! assert!(path.is_solved());
//! let step = &path.steps()[0];
//! assert_eq!(Language::ENGLISH.sentence(step), "r5c5 has no candidate but 5. So r5c5 is 5.");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Rate
//!
//! ```
//! use ninefold::{Grid, Puzzle, rate};
//!
//! let grid: Grid =
//!     "57..8.4.........3...32..1.5...4.8........5...2.7.....19.1.....4.8.7.9.....2....6.".parse()?;
//! let rating = rate::se(&Puzzle::new(grid)?);
//! assert_eq!(rating.to_string(), "8.8/1.2/1.2");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! On the Sudoku Explainer scale: the hardest step, the hardest one up to the first placement, the first step.
//!
//! # Compare
//!
//! ```
//! use ninefold::symmetry::Transform;
//! use ninefold::{Grid, Puzzle, Random};
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let puzzle = Puzzle::new(grid)?;
//! let disguised = Transform::random(&mut Random::new(1)).apply(&puzzle);
//! assert_ne!(disguised, puzzle);
//! assert_eq!(disguised.canonical_form(), puzzle.canonical_form());
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! Two puzzles are the same but for names and places exactly when their canonical forms are equal.
//!
//! # Generate
//!
//! ```
//! use ninefold::generate::{Generator, Recipe, Symmetry};
//!
//! let generator = Generator::new(Recipe::default().symmetry(Symmetry::HalfTurn))?;
//! let puzzles: Vec<_> = generator.puzzles(42).take(3).collect();
//! assert!(puzzles.iter().all(|puzzle| puzzle.givens().solve().is_unique()));
//! assert_eq!(puzzles, generator.puzzles(42).take(3).collect::<Vec<_>>());
//! # Ok::<(), ninefold::generate::Impossible>(())
//! ```
//!
//! # Two types for trust
//!
//! A [`Grid`] is 81 cells as written down and may be nonsense. A [`Puzzle`] is a grid that was proved to have exactly
//! one solution, and carries it. [`Puzzle::new`] is the door between them, and hands back the evidence when it refuses:
//!
//! ```
//! use ninefold::{Grid, NotAPuzzleError, Puzzle};
//!
//! let grid: Grid =
//!     "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let Err(NotAPuzzleError::Conflict(conflict)) = Puzzle::new(grid) else { unreachable!() };
//! assert_eq!(conflict.to_string(), "two 5s in row 1: r1c1 r1c2");
//! # Ok::<(), ninefold::text::ParseError>(())
//! ```
//!
//! # Features
//!
//! - `std` (default): asks the CPU once what it can do. Without it the crate is `no_std` and needs `alloc`.
//! - `serde`: `Serialize` and `Deserialize` for the types.
//! - `threads`: [`solve::Threads`](crate::solve), the batch calls on several threads.

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

/// The examples of the package's page are tested like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod set;

mod answer;
mod candidate;
mod candidate_set;
mod cell;
mod cell_set;
mod check;
mod classic;
mod control;
mod digit;
mod digit_set;
mod geometry;
mod grid;
mod house;
mod house_set;
mod mistake;
mod pencilmarks;
mod position;
mod proved;
mod puzzle;
mod random;
#[cfg(feature = "serde")]
mod serde;
mod solution;

pub mod explain;
pub mod generate;
pub mod json;
pub mod rate;
pub mod solve;
pub mod svg;
pub mod symmetry;
pub mod text;

pub use answer::Answer;
pub use candidate::{Candidate, ParseCandidateError};
pub use candidate_set::{CandidateSet, CandidateSetIter};
pub use cell::{Cell, ParseCellError};
pub use cell_set::{CellSet, CellSetIter};
pub use check::Report;
pub use classic::{Board, BoardError, solve_in_place};
pub use control::{Control, Progress, StoppedError};
pub use digit::{Digit, NotADigitError, ParseDigitError};
pub use digit_set::{DigitSet, DigitSetIter};
pub use grid::{CellValueError, Conflict, Grid};
pub use house::{Block, Col, House, ParseHouseError, Row};
pub use house_set::{HouseSet, HouseSetIter};
pub use mistake::Mistake;
pub use pencilmarks::Pencilmarks;
pub use position::Position;
pub use proved::ProvedPosition;
pub use puzzle::{NotAPuzzleError, ParsePuzzleError, Puzzle};
pub use random::Random;
pub use solution::{NotASolutionError, Solution};
pub use solve::{SolveAll, count_batch, fill_batch, solve_batch, solve_bytes};
