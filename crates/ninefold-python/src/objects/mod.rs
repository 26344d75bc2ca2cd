//! The classes that Python sees. They print, compare, hash and pickle, and notebooks draw them.

mod grid;
mod puzzle;
mod transform;

pub(crate) use grid::PyGrid;
pub(crate) use puzzle::PyPuzzle;
pub(crate) use transform::PyTransform;
