//! Candidates for the grid in a photograph.

use crate::binary::{Components, Mask};
use crate::blobs;
use crate::geometry::{self, Homography, Point};
use crate::gray::{Gray, Integral, Pyramid};
use crate::lattice::{self, Fit};

/// The longer side of the image in which the grid is looked for.
const WORKING_SIDE: usize = 960;

/// The candidates, the best first.
pub(crate) fn candidates(photo: &Pyramid) -> Vec<Fit> {
    let full = photo.full();
    let longer = full.width().max(full.height());
    let scale = if longer > WORKING_SIDE { WORKING_SIDE as f32 / longer as f32 } else { 1.0 };
    let small;
    let working = if scale < 1.0 {
        let size = |side: usize| ((side as f32 * scale).round() as usize).max(1);
        small = full.shrunk(size(full.width()), size(full.height()));
        &small
    } else {
        full
    };
    let shorter = working.width().min(working.height());
    let integral = Integral::new(working);
    let mut fits: Vec<Fit> = Vec::new();
    for (radius, margin) in [(shorter / 24, 0.08), (shorter / 40, 0.04)] {
        let mask = Mask::dark(working, &integral, radius.max(4), margin);
        let mut quads: Vec<[Point; 4]> = Vec::new();
        let dark = Components::of(&mask, true, true);
        let mut large: Vec<_> =
            dark.all.iter().filter(|c| c.width().min(c.height()) * 5 > shorter).copied().collect();
        large.sort_by_key(|c| std::cmp::Reverse(c.width() * c.height()));
        for component in large.iter().take(4) {
            let hull = geometry::convex_hull(dark.outline(component));
            if let Some(quad) = geometry::covering_quad(&hull) {
                quads.push(quad);
            }
        }
        let light = Components::of(&mask, false, false);
        for plane in blobs::lattices(&light, working.width(), working.height()) {
            quads.push(plane.corners());
        }
        for quad in quads {
            let quad = quad.map(|p| Point::new(p.x / scale, p.y / scale));
            if !plausible(&quad, full) || fits.iter().any(|fit| same(&fit.lattice.corners(), &quad)) {
                continue;
            }
            if let Some(fit) = Homography::from_corners(&quad).and_then(|plane| lattice::fit(photo, plane))
                && plausible(&fit.lattice.corners(), full)
                && !fits.iter().any(|other| same(&fit.lattice.corners(), &other.lattice.corners()))
            {
                fits.push(fit);
            }
        }
        fits.sort_by(|a, b| score(b).total_cmp(&score(a)));
        if fits.first().is_some_and(|fit| fit.visible > 0.8) {
            break;
        }
    }
    fits
}

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
