//! From a photograph of a Sudoku to the puzzle.

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
mod lattice;
mod lines;
mod network;
mod patch;
mod reader;
mod reading;

pub use error::ReadError;
pub use geometry::Point;
pub use network::WeightsError;
pub use reader::Reader;
pub use reading::{CellReading, Content, DOUBTFUL, Reading};

/// The most pixels of an image that is read.
pub const MOST_PIXELS: u64 = 64_000_000;
/// The least width and height of an image that is read.
pub const LEAST_SIDE: u32 = 72;

fn check_size(width: u32, height: u32) -> Result<(), ReadError> {
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(ReadError::TooLarge { width, height });
    }
    if width.min(height) < LEAST_SIDE {
        return Err(ReadError::TooSmall { width, height });
    }
    Ok(())
}

/// dbg
#[doc(hidden)]
#[allow(missing_docs)]
pub mod debug {
    use crate::*;
    pub fn find(bytes: &[u8]) -> (usize, usize, Vec<u8>, Vec<(Vec<Point>, f32, usize)>) {
        let gray = decode::decode(bytes, true).unwrap();
        let (w, h, px) = (gray.width(), gray.height(), gray.pixels().to_vec());
        let photo = gray::Pyramid::new(gray);
        let mut finder = finder::Finder::new(&photo);
        let fits: Vec<(usize, lattice::Fit)> = (0..3).flat_map(|s| finder.stage(s).into_iter().map(move |f| (s, f))).collect();
        let out = fits
            .iter()
            .map(|(s, f)| {
                let pts = (0..100).map(|i| f.lattice.locate((i % 10) as f32, (i / 10) as f32)).collect();
                (pts, f.visible, *s)
            })
            .collect();
        (w, h, px, out)
    }
    /// Patches in raw orientation; corners if known.
    pub fn patches(bytes: &[u8], corners: Option<[Point; 4]>) -> Option<(Vec<u8>, [Point; 4], f32)> {
        let gray = decode::decode(bytes, false).ok()?;
        let photo = gray::Pyramid::new(gray);
        let fit = match corners {
            Some(c) => lattice::fit(&photo, geometry::Homography::from_corners(&c)?)?,
            None => finder::all(&photo).into_iter().next()?,
        };
        let c = fit.lattice.corners();
        let turn = if corners.is_some() {
            0
        } else {
            (0..4).min_by(|&a, &b| (c[a].x + c[a].y).total_cmp(&(c[b].x + c[b].y))).unwrap()
        };
        let lattice = fit.lattice.turned(turn);
        let patches = patch::patches(&photo, &lattice);
        Some((patches.as_flattened().to_vec(), lattice.corners(), fit.visible))
    }
}
