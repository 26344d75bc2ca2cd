//! How hard is it? Ratings on the scales people compare puzzles by.
//!
//! ```
//! use ninefold::rate::{self, Scale};
//! use ninefold::{Control, Grid, Puzzle};
//!
//! let grid: Grid =
//!     "...58.6......2....974.......16...8...4.9...7.5............6...8.5.4...1...2.9.4..".parse()?;
//! let puzzle = Puzzle::new(grid)?;
//! assert_eq!(rate::se(&puzzle).to_string(), "7.2/1.2/1.2");
//!
//! for scale in Scale::ALL {
//!     let rating = scale.rate(&puzzle, &mut Control::new())?;
//!     println!("{scale}: {rating}");
//! }
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! | scale | measures | type |
//! |---|---|---|
//! | [`Scale::Se`] | the hardest step on the way, as Sudoku Explainer rates steps | [`SeRating`] |
//! | [`Scale::Hodoku`] | the sum of the scores of all steps, as HoDoKu scores them | [`HodokuRating`] |
//! | [`Scale::Guesses`] | how many guesses a simple backtracking makes | [`GuessesRating`] |
//! | [`Scale::Depth`] | how deeply trial and error must be nested | [`DepthRating`] |
//!
//! One file a scale. `docs/rating.md` describes them.

mod depth;
mod guesses;
mod hodoku;
mod rating;
mod scale;
mod se;
mod singles;

pub use depth::DepthRating;
pub use guesses::GuessesRating;
pub use hodoku::HodokuRating;
pub use rating::{ParseRatingError, Rating};
pub use scale::{ParseScaleError, Scale, ScaleRating, UnfinishedError};
pub use se::{Se, SeRating, SeStep, SeTrace, se};
