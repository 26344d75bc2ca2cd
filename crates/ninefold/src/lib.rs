//! Sudoku: what is the solution of this puzzle, and is it the only one?
//!
//! ```
//! let puzzle: ninefold::Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! assert!(puzzle.solution().to_string().starts_with("534678912"));
//! # Ok::<(), ninefold::ParsePuzzleError>(())
//! ```
//!
//! # Solve
//!
//! A [`Grid`] may have no solution, exactly one, or several. The [`Answer`] contains the evidence:
//!
//! ```
//! use ninefold::{Answer, Grid};
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! match grid.solve() {
//!     Answer::NoSolution => println!("no solution"),
//!     Answer::Unique(solution) => println!("{solution}"),
//!     Answer::Multiple(first, second) => println!("two solutions differ in {}", first.differences(&second)),
//! }
//! # Ok::<(), ninefold::text::ParseError>(())
//! ```
//!
//! [`solve_in_place`] fills a 9x9 board of characters.
//!
//! # Count
//!
//! ```
//! use ninefold::Grid;
//!
//! // Four empty cells in two rows, two columns and two blocks: 6 and 7 can be exchanged.
//! let grid: Grid =
//!     "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179".parse()?;
//! assert_eq!(grid.count(100), 2);
//! assert_eq!(Grid::EMPTY.count(1000), 1000);
//! assert_eq!(Grid::EMPTY.solutions().take(5).count(), 5);
//! # Ok::<(), ninefold::text::ParseError>(())
//! ```
//!
//! # Solve many
//!
//! [`solve_batch`], [`solve_bytes`] and the iterator adaptor [`SolveAll`] solve many grids at once. They run on the
//! best instruction set of the CPU. A [`Backend`](solve::Backend) selects another one, or a GPU:
//!
//! ```
//! use ninefold::Grid;
//! use ninefold::solve::Backend;
//!
//! let backend = Backend::named("portable").unwrap_or_default();
//! assert_eq!(backend.count_batch(&[Grid::EMPTY; 3], 10), [10; 3]);
//! ```
//!
//! # Explain
//!
//! ```
//! use ninefold::explain::Explainer;
//! use ninefold::{Grid, Language, Puzzle};
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
//! The rating on the Sudoku Explainer scale: the hardest step, the hardest step up to the first placement, and the
//! first step.
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
//! # Check
//!
//! A [`Position`] holds what an input states: givens, placed digits and candidates. [`Position::check`] reports
//! conflicts, uniqueness, redundant givens, symmetries and mistakes:
//!
//! ```
//! use ninefold::{Grid, Position};
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let report = Position::of_givens(grid).check(1000);
//! assert!(report.answer.is_unique());
//! assert_eq!(report.is_minimal(), Some(false));
//! # Ok::<(), ninefold::text::ParseError>(())
//! ```
//!
//! # Compare
//!
//! Two puzzles are isomorphic (equal up to relabelling digits and permuting lines) exactly when their canonical forms
//! are equal.
//!
//! ```
//! use ninefold::symmetry::Transform;
//! use ninefold::{Grid, Puzzle, Random};
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let puzzle = Puzzle::new(grid)?;
//! let isomorph = Transform::random(&mut Random::new(1)).apply(&puzzle);
//! assert_ne!(isomorph, puzzle);
//! assert_eq!(isomorph.canonical_form(), puzzle.canonical_form());
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
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
//! # Ok::<(), ninefold::generate::RecipeError>(())
//! ```
//!
//! # Read and write
//!
//! [`text`] reads and writes every text format. [`json`] writes the JSON form of every answer. [`svg`] draws grids.
//!
//! ```
//! use ninefold::{json, text};
//!
//! let record = text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
//! let object = json::Object::of(&record).with(&record.position.solve());
//! assert!(object.to_string().contains("\"answer\": \"unique\""));
//! # Ok::<(), ninefold::text::ParseError>(())
//! ```
//!
//! # Types
//!
//! - A [`Grid`] is 81 cells as given and may be invalid. A [`Puzzle`] is a grid that has been proved to have exactly
//!   one solution, and stores it.
//! - A [`Position`] may be contradictory. [`Position::prove`] returns a [`ProvedPosition`] or the reason why not.
//! - [`Cell`], [`Row`], [`Col`], [`Block`], [`House`] and [`Candidate`] are indices that are always in range. Their
//!   function `all()` iterates over all values. Enums such as [`Digit`] list their values in the constant `ALL`.
//! - [`CellSet`], [`DigitSet`], [`HouseSet`] and [`CandidateSet`] are sets with the operators `| & - ^ !`.
//!
//! Errors contain the evidence:
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
//! - `std` (default): detects the instruction set of the CPU at run time. Without it the crate is `no_std` and needs
//!   `alloc`.
//! - `serde`: `Serialize` and `Deserialize` for the types.
//! - `threads`: [`solve::Threads`](crate::solve), the batch calls on several threads.

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

/// The examples of README.md are tested like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bits;
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
mod language;
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
pub use language::{Language, ParseLanguageError};
pub use mistake::Mistake;
pub use pencilmarks::Pencilmarks;
pub use position::Position;
pub use proved::ProvedPosition;
pub use puzzle::{NotAPuzzleError, ParsePuzzleError, Puzzle};
pub use random::Random;
pub use solution::{NotASolutionError, Solution};
pub use solve::{SolveAll, count_batch, fill_batch, solve_batch, solve_bytes};
