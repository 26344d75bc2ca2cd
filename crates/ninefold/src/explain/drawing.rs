//! A view as an SVG picture.
//!
//! ```text
//!   houses       tinted strips, base and cover
//!   cells        tinted squares
//!   candidates   discs behind the small digits; a false one is struck out, a true one has a ring
//!   links        arrows over everything: solid where strong, dashed where weak
//! ```
//!
//! Colours depend on roles ([`Role`]), not on techniques.

use alloc::string::{String, ToString};
use core::fmt::Write;

use super::{Role, Strength, View, ViewLink};
use crate::svg::{CELL, Picture, Theme, centre, corner};
use crate::{Candidate, CellSet, Pencilmarks};

/// The radius of a candidate's disc.
const DISC: usize = 8;

impl View {
    /// Draws the highlights into a grid of these pencilmarks.
    ///
    /// ```
    /// use ninefold::explain::{Explainer, View};
    /// use ninefold::svg::Theme;
    /// use ninefold::{Grid, Puzzle};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    /// let path = Explainer::default().path(&Puzzle::new(grid).unwrap());
    /// let (marks, step) = path.positions().next().unwrap();
    /// let svg = View::new(step, &marks).to_svg(&marks, path.givens(), Theme::Light);
    /// assert!(svg.starts_with("<svg "));
    /// ```
    pub fn to_svg(&self, marks: &Pencilmarks, givens: CellSet, theme: Theme) -> String {
        let picture = Picture::new(*marks.placed()).givens(givens).candidates(marks.candidates()).theme(theme);
        picture.under(&self.marks(theme)).over(&self.strokes(theme)).to_string()
    }

    /// What lies under the digits.
    fn marks(&self, theme: Theme) -> String {
        let mut svg = String::new();
        for house in &self.houses {
            let cells = house.item.cells();
            let corners = || cells.iter().map(corner);
            let (Some(first), Some(last)) = (corners().next(), corners().last()) else { continue };
            let (width, height) = (last.0 - first.0 + CELL, last.1 - first.1 + CELL);
            let _ = writeln!(
                svg,
                r#"<rect x="{}" y="{}" width="{width}" height="{height}" fill="{}" fill-opacity="0.25"/>"#,
                first.0,
                first.1,
                colour(house.role, theme)
            );
        }
        for cell in &self.cells {
            let (x, y) = corner(cell.item);
            let fill = colour(cell.role, theme);
            let _ = writeln!(
                svg,
                r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" fill-opacity="0.45"/>"#
            );
        }
        for candidate in &self.candidates {
            let (x, y) = centre(candidate.item);
            let fill = colour(candidate.role, theme);
            let _ = writeln!(svg, r#"<circle cx="{x}" cy="{y}" r="{DISC}" fill="{fill}"/>"#);
        }
        svg
    }

    /// What lies over the digits.
    fn strokes(&self, theme: Theme) -> String {
        let mut svg = String::new();
        for candidate in &self.candidates {
            let (x, y) = centre(candidate.item);
            let reach = DISC - 2;
            let (left, top, both) = (x - reach, y - reach, 2 * reach);
            let _ = match candidate.role {
                Role::Eliminated => {
                    let stroke = ink(theme).false_;
                    writeln!(svg, r#"<path stroke="{stroke}" stroke-width="2" d="M{left} {top}l{both} {both}"/>"#)
                }
                Role::Placed => {
                    let stroke = ink(theme).true_;
                    writeln!(
                        svg,
                        r#"<circle cx="{x}" cy="{y}" r="{DISC}" fill="none" stroke="{stroke}" stroke-width="2"/>"#
                    )
                }
                _ => Ok(()),
            };
        }
        for link in &self.links {
            arrow(&mut svg, link, ink(theme).link);
        }
        svg
    }
}

/// An arrow between the nearest candidates of two nodes, slightly bent: arrows along a line remain distinguishable.
fn arrow(svg: &mut String, link: &ViewLink, stroke: &str) {
    let signed = |candidate: Candidate| {
        let (x, y) = centre(candidate);
        (x as i32, y as i32)
    };
    let pairs = link.from.candidates().iter().flat_map(|from| link.to.candidates().iter().map(move |to| (from, to)));
    let nearest = pairs.map(|(from, to)| (signed(from), signed(to))).min_by_key(|(a, b)| {
        let (across, down) = (b.0 - a.0, b.1 - a.1);
        across * across + down * down
    });
    let Some(((ax, ay), (bx, by))) = nearest else { return };
    let (across, down) = (bx - ax, by - ay);
    let length = (across * across + down * down).isqrt().max(1);
    // From the edge of the one disc to the edge of the other.
    let gap = (DISC as i32 + 1).min(length / 2);
    let (dx, dy) = (across * gap / length, down * gap / length);
    let (sx, sy, ex, ey) = (ax + dx, ay + dy, bx - dx, by - dy);
    let (mx, my) = ((ax + bx) / 2 - down / 8, (ay + by) / 2 + across / 8);
    // The head points from the bend to the end: two strokes, seven units back and four to each side.
    let (hx, hy) = (ex - mx, ey - my);
    let head = (hx * hx + hy * hy).isqrt().max(1);
    let (ux, uy) = (hx * 7 / head, hy * 7 / head);
    let (vx, vy) = (-hy * 4 / head, hx * 4 / head);
    let dashes = if link.strength == Strength::Weak { r#" stroke-dasharray="4 4""# } else { "" };
    let _ = writeln!(
        svg,
        r#"<path fill="none" stroke="{stroke}" stroke-width="2"{dashes} d="M{sx} {sy}Q{mx} {my} {ex} {ey}"/>"#
    );
    let _ = writeln!(
        svg,
        r#"<path fill="none" stroke="{stroke}" stroke-width="2" d="M{} {}L{ex} {ey}L{} {}"/>"#,
        ex - ux + vx,
        ey - uy + vy,
        ex - ux - vx,
        ey - uy - vy
    );
}

struct Ink {
    link: &'static str,
    true_: &'static str,
    false_: &'static str,
}

const fn ink(theme: Theme) -> Ink {
    match theme {
        Theme::Light => Ink { link: "#8a4fbf", true_: "#1d7a2b", false_: "#c0261c" },
        Theme::Dark => Ink { link: "#c79bf2", true_: "#7fe08a", false_: "#ff8b80" },
    }
}

/// The colour of a role. The roles that a pattern has alone share one colour.
const fn colour(role: Role, theme: Theme) -> &'static str {
    let (light, dark) = match role {
        Role::Cover | Role::ColourA | Role::On => ("#a9dca0", "#2c6434"),
        Role::Fin | Role::ColourC => ("#ffd976", "#6b5614"),
        Role::EndoFin | Role::ColourD => ("#ffb3d7", "#6b2d50"),
        Role::Off | Role::Pivot => ("#ffcba4", "#6b4320"),
        Role::AlmostLockedSet | Role::Deadly => ("#d9c8f7", "#45346b"),
        Role::Placed => ("#8fe08a", "#2f7a35"),
        Role::Eliminated => ("#ffb0a8", "#7d2f2a"),
        _ => ("#b5d3ff", "#2a4a7a"),
    };
    match theme {
        Theme::Light => light,
        Theme::Dark => dark,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::{Explainer, Facts, Technique};
    use crate::{Grid, Puzzle};

    #[test]
    fn every_part_of_a_view_is_drawn_inside_the_paper() {
        let grid: Grid =
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
        let puzzle = Puzzle::new(grid).unwrap();
        let all = Explainer::with_order(Technique::ALL.into_iter().filter(|technique| !technique.is_only_by_name()));
        let path = Explainer::default().path(&puzzle);
        let mut links = 0;
        for (marks, _) in path.positions().step_by(4) {
            for step in &all.all_steps(&Facts::new(marks, path.givens())) {
                let view = View::new(step, &marks);
                let svg = view.to_svg(&marks, path.givens(), Theme::Dark);
                assert_eq!(svg.matches(r#"fill-opacity="0.25""#).count(), view.houses.len());
                assert_eq!(svg.matches(r#"fill-opacity="0.45""#).count(), view.cells.len());
                let dashed = view.links.iter().filter(|link| link.strength == Strength::Weak).count();
                assert_eq!(svg.matches("stroke-dasharray").count(), dashed);
                assert!(!svg.contains("=\"-"), "left of or above the paper");
                links += view.links.len();
            }
        }
        assert!(links > 0, "the sample has no arrows");
    }
}
