//! From a photograph of a Sudoku to the puzzle, offline.
//!
//! ```no_run
//! let reader = ninefold_photo::Reader::new();
//! match reader.read(&std::fs::read("sudoku.jpg")?) {
//!     Ok(reading) => println!("{}", reading.givens()),
//!     Err(error) => println!("! {error}"),
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A photograph is turned into a puzzle in these steps, one module each:
//!
//! ```text
//! decode    an image file into grey pixels, within limits of memory
//! finder    candidates for the grid: dark components, lattices of cells, straight lines
//! lattice   each candidate fitted to the lines that are visible, also on a page that bends
//! patch     the 81 cells as small pictures, upright and with equal contrast
//! network   what each cell shows: empty, a printed digit, a written digit, something else
//! hand      printed or written: ink, height and strokes, compared with the rest of the page
//! choose    the most probable reading that is a puzzle with exactly one solution
//! ```
//!
//! [`Reading`] holds the result: the givens, the place of the grid in the photograph, and for each cell the confidence
//! and the second choice. [`ReadError`] says why there is no puzzle.
//!
//! The weights of the network are trained on rendered pages and on photographs of the Sudoku dataset v2 by Baptiste
//! Wicht and Jean Hennebert, licensed CC BY 4.0.

mod binary;
mod blobs;
mod choose;
#[cfg(feature = "decode")]
mod decode;
mod error;
mod finder;
mod geometry;
mod gray;
mod hand;
mod json;
mod lattice;
mod lines;
mod network;
mod patch;
mod reader;
mod reading;
#[cfg(feature = "decode")]
pub mod training;

pub use error::ReadError;
pub use geometry::Point;
pub use network::WeightsError;
pub use reader::Reader;
pub use reading::{CellReading, Content, DOUBTFUL, Reading};

/// The most pixels of an image that is read.
pub const MOST_PIXELS: u64 = 64_000_000;
/// The least width and height of an image that is read.
pub const LEAST_SIDE: u32 = 72;

/// Refuses images that are too large or too small.
fn check_size(width: u32, height: u32) -> Result<(), ReadError> {
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(ReadError::TooLarge { width, height });
    }
    if width.min(height) < LEAST_SIDE {
        return Err(ReadError::TooSmall { width, height });
    }
    Ok(())
}
