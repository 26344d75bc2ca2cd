//! The classes that Python sees. They print, compare, hash and pickle, and notebooks draw them.

mod grid;
mod path;
mod puzzle;
mod step;
mod transform;

pub(crate) use grid::PyGrid;
pub(crate) use path::PyPath;
pub(crate) use puzzle::PyPuzzle;
pub(crate) use step::PyStep;
pub(crate) use transform::PyTransform;
