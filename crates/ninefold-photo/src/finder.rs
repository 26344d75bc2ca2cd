//! Candidates for the grid in a photograph, in stages from the usual to the difficult.
//!
//! 1. Dark pixels by a local threshold: the hull of a large component is the frame; lattices of light blobs are cells.
//! 2. The same with a lower threshold, for faint and blurred lines.
//! 3. Straight lines, for broken frames and cells.
//!
//! Each candidate is fitted to the photograph. A later stage is only looked at when the earlier ones gave no puzzle.

use crate::binary::{Components, Mask};
use crate::blobs;
use crate::geometry::{self, Homography, Point};
use crate::gray::{Gray, Integral, Pyramid};
use crate::lattice::{self, Fit};
use crate::lines;

/// The longer side of the image in which the grid is looked for.
const WORKING_SIDE: usize = 960;
/// The most large components whose hull is looked at.
const MOST_FRAMES: usize = 4;
/// The most planes of lines that are fitted.
const MOST_LINE_FITS: usize = 3;

/// How many stages there are.
pub(crate) const STAGES: usize = 3;

/// A photograph and the candidates found so far.
pub(crate) struct Finder<'a> {
    photo: &'a Pyramid,
    /// The photograph at working size, and the factor from the photograph to it.
    working: Gray,
    scale: f32,
    integral: Integral,
    /// The corners of all candidates so far.
    seen: Vec<[Point; 4]>,
}

impl Finder<'_> {
    pub(crate) fn new(photo: &Pyramid) -> Finder<'_> {
        let full = photo.full();
        let longer = full.width().max(full.height());
        let scale = (WORKING_SIDE as f32 / longer as f32).min(1.0);
        let size = |side: usize| ((side as f32 * scale).round() as usize).max(1);
        let working = if scale < 1.0 { full.shrunk(size(full.width()), size(full.height())) } else { full.clone() };
        let integral = Integral::new(&working);
        Finder { photo, working, scale, integral, seen: Vec::new() }
    }

    /// The new candidates of a stage, the best first.
    pub(crate) fn stage(&mut self, stage: usize) -> Vec<Fit> {
        let shorter = self.working.width().min(self.working.height());
        let mut fits = match stage {
            0 => self.by_threshold(shorter / 24, 0.08),
            1 => self.by_threshold(shorter / 40, 0.04),
            _ => self.by_lines(),
        };
        fits.sort_by(|a, b| score(b).total_cmp(&score(a)));
        fits
    }

    /// The best candidate of all stages; later ones are looked at only when the first does not show a clear grid.
    #[cfg(feature = "decode")]
    pub(crate) fn best(mut self) -> Option<Fit> {
        let mut fits = self.stage(0);
        if fits.first().is_none_or(|fit| fit.visible <= 0.8) {
            (1..STAGES).for_each(|stage| fits.extend(self.stage(stage)));
        }
        fits.into_iter().max_by(|a, b| score(a).total_cmp(&score(b)))
    }

    fn by_threshold(&mut self, radius: usize, margin: f32) -> Vec<Fit> {
        let (width, height) = (self.working.width(), self.working.height());
        let shorter = width.min(height);
        let mask = Mask::dark(&self.working, &self.integral, radius.max(4), margin);
        let dark = Components::of(&mask, true, true);
        let mut large: Vec<_> = dark.all.iter().filter(|c| c.width().min(c.height()) * 5 > shorter).collect();
        large.sort_by_key(|c| std::cmp::Reverse(c.width() * c.height()));
        let hulls = large.iter().take(MOST_FRAMES).map(|component| geometry::convex_hull(dark.outline(component)));
        let mut quads: Vec<[Point; 4]> = hulls.filter_map(|hull| geometry::covering_quad(&hull)).collect();
        let light = Components::of(&mask, false, false);
        quads.extend(blobs::lattices(&light, width, height).iter().map(Homography::corners));
        let mut fits = Vec::new();
        for quad in quads {
            let quad = quad.map(|p| Point::new(p.x / self.scale, p.y / self.scale));
            if !plausible(&quad, self.photo.full()) || self.knows(&quad) {
                continue;
            }
            let Some(plane) = Homography::from_corners(&quad) else { continue };
            fits.extend(self.fit(&plane));
            if let Some(plane) = lattice::other_in_plane(self.photo, &plane) {
                fits.extend(self.fit(&plane));
            }
        }
        fits
    }

    fn by_lines(&mut self) -> Vec<Fit> {
        let enlarge = 1.0 / f64::from(self.scale);
        let Some(enlarge) = Homography::from_solution([enlarge, 0.0, 0.0, 0.0, enlarge, 0.0, 0.0, 0.0]) else {
            return Vec::new();
        };
        let mut planes: Vec<(f32, Homography)> = lines::planes(&self.working)
            .iter()
            .map(|plane| enlarge.after(plane))
            .filter(|plane| plausible(&plane.corners(), self.photo.full()) && !self.knows(&plane.corners()))
            .map(|plane| (lattice::visible(self.photo, &plane), plane))
            .collect();
        planes.sort_by(|a, b| b.0.total_cmp(&a.0));
        planes.iter().take(MOST_LINE_FITS).filter_map(|(_, plane)| self.fit(plane)).collect()
    }

    /// Fits a plane, unless that leads to a known candidate.
    fn fit(&mut self, plane: &Homography) -> Option<Fit> {
        let fit = lattice::fit(self.photo, *plane)?;
        let corners = fit.lattice.corners();
        if !plausible(&corners, self.photo.full()) || self.knows(&corners) {
            return None;
        }
        self.seen.push(corners);
        Some(fit)
    }

    fn knows(&self, quad: &[Point; 4]) -> bool {
        self.seen.iter().any(|other| same(other, quad))
    }
}

/// Large and visible grids first.
fn score(fit: &Fit) -> f32 {
    fit.visible * fit.visible * geometry::area(&fit.lattice.corners()).sqrt().sqrt()
}

/// Whether a quadrilateral can be a grid: convex, not too small, its sides comparable, most of it in the photograph.
fn plausible(quad: &[Point; 4], photo: &Gray) -> bool {
    if !geometry::is_convex(quad) {
        return false;
    }
    let (width, height) = (photo.width() as f32, photo.height() as f32);
    let sides: [f32; 4] = std::array::from_fn(|i| quad[i].distance(quad[(i + 1) % 4]));
    let longest = sides.iter().copied().fold(0.0, f32::max);
    let shortest = sides.iter().copied().fold(f32::INFINITY, f32::min);
    let slack = 0.15 * longest;
    shortest > 60.0
        && longest < 4.0 * shortest
        && quad.iter().all(|p| p.x > -slack && p.y > -slack && p.x < width + slack && p.y < height + slack)
}

/// Whether two quadrilaterals differ by less than a fraction of a cell, whatever corner is named first.
fn same(a: &[Point; 4], b: &[Point; 4]) -> bool {
    let close = geometry::area(a).sqrt() / 9.0 * 0.3;
    (0..4).any(|turn| (0..4).all(|i| a[i].distance(b[(i + turn) % 4]) < close))
}
