//! Cells as the network sees them, for the training scripts.
//!
//! The network learns from the same patches that the reader classifies, cut out by the same code.

use crate::decode;
use crate::error::ReadError;
use crate::finder::Finder;
use crate::geometry::{Homography, Point};
use crate::gray::Pyramid;
use crate::lattice;
use crate::patch;

/// The cells of one photograph.
#[derive(Clone, Debug)]
pub struct Patches {
    /// 81 patches of 32 by 32 bytes, row by row.
    pub bytes: Vec<u8>,
    /// The corners of the grid, clockwise from the top left of the pixels as stored.
    pub corners: [Point; 4],
    /// How much of the lines of the grid is visible, from 0 to 1.
    pub visible: f32,
}

/// Cuts out the cells of the grid in an image file. The EXIF orientation is ignored.
///
/// With `corners` the grid near them is taken, otherwise the most visible one.
///
/// # Errors
/// When the file cannot be decoded or shows no grid.
pub fn patches(file: &[u8], corners: Option<[Point; 4]>) -> Result<Patches, ReadError> {
    let photo = Pyramid::new(decode::decode(file, false)?);
    let fit = match corners {
        Some(corners) => Homography::from_corners(&corners).and_then(|plane| lattice::fit(&photo, plane)),
        None => Finder::new(&photo).best(),
    };
    let fit = fit.ok_or(ReadError::NoGrid)?;
    // A found lattice may start with any corner: the top left one is nearest to the top left of the image.
    let found = fit.lattice.corners();
    let nearest = (0..4).min_by(|&a, &b| (found[a].x + found[a].y).total_cmp(&(found[b].x + found[b].y)));
    let lattice = fit.lattice.turned(if corners.is_some() { 0 } else { nearest.unwrap_or(0) });
    let bytes = patch::patches(&photo, &lattice).as_flattened().to_vec();
    Ok(Patches { bytes, corners: lattice.corners(), visible: fit.visible })
}
