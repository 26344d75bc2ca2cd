//! From a photograph of a Sudoku to the puzzle.

mod binary;
mod blobs;
mod decode;
mod finder;
mod geometry;
mod gray;
mod lattice;

pub use geometry::Point;

/// dbg
#[doc(hidden)]
#[allow(missing_docs)]
pub mod debug {
    use crate::*;
    pub fn find(bytes: &[u8]) -> (usize, usize, Vec<u8>, Vec<(Vec<Point>, f32, f32)>) {
        let gray = decode::decode(bytes).unwrap();
        let (w, h, px) = (gray.width(), gray.height(), gray.pixels().to_vec());
        let photo = gray::Pyramid::new(gray);
        let fits = finder::candidates(&photo);
        let out = fits
            .iter()
            .map(|f| {
                let pts = (0..100).map(|i| f.lattice.locate((i % 10) as f32, (i / 10) as f32)).collect();
                (pts, f.visible, f.frame)
            })
            .collect();
        (w, h, px, out)
    }
}
