//! A grid as an SVG picture: thick lines round the blocks, givens bold, placed digits lighter, candidates small.
//!
//! The picture is built from layers, lowest first. Elements can be added under the lines or over the digits without
//! changing the rest:
//!
//! ```text
//!   paper       one rectangle in the colour of the theme
//!   shades      coloured cells (conflicts, differences)
//!   under       elements of the caller: marks behind candidates
//!   lines       thin, then thick
//!   candidates  small, each in its ninth of the cell:   1 2 3
//!                                                       4 5 6
//!                                                       7 8 9
//!   digits      placed ones, then givens
//!   over        elements of the caller: arrows
//! ```
//!
//! Everything is a plain attribute: no style sheet, no script, no `dominant-baseline`. Browsers, editors and converters
//! therefore render the same picture. Sizes are in units of the `viewBox`; the picture scales to any size.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::{Candidate, CandidateSet, Cell, CellSet, Digit, Grid};

/// The colours of a picture.
///
/// ```
/// use ninefold::Grid;
/// use ninefold::svg::{Picture, Theme};
///
/// let picture = Picture::new(Grid::EMPTY);
/// assert_ne!(picture.clone().theme(Theme::Dark).to_string(), picture.to_string());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theme {
    /// Dark digits on a white background.
    #[default]
    Light,
    /// Light digits on a dark background.
    Dark,
}

/// The meaning of a shaded cell.
///
/// ```
/// use ninefold::svg::{Picture, Shade};
/// use ninefold::{CellSet, Grid};
///
/// let grid: Grid =
///     "55...............................................................................".parse().unwrap();
/// let cells = grid.conflicts().fold(CellSet::EMPTY, |cells, conflict| cells | conflict.cells);
/// let svg = Picture::new(grid).shade(cells, Shade::Conflict).to_string();
/// assert!(svg.contains("#ffd6d2"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shade {
    /// The cell is part of a conflict.
    Conflict,
    /// Two solutions differ in the cell.
    Difference,
}

struct Colours {
    paper: &'static str,
    thin: &'static str,
    thick: &'static str,
    given: &'static str,
    placed: &'static str,
    candidate: &'static str,
}

impl Theme {
    const fn colours(self) -> Colours {
        match self {
            Theme::Light => Colours {
                paper: "#ffffff",
                thin: "#b4bac4",
                thick: "#20242c",
                given: "#14171c",
                placed: "#3568c0",
                candidate: "#6f7785",
            },
            Theme::Dark => Colours {
                paper: "#15181e",
                thin: "#3d4450",
                thick: "#aab2c0",
                given: "#f2f4f8",
                placed: "#7fb0ff",
                candidate: "#8a93a3",
            },
        }
    }

    const fn shade(self, shade: Shade) -> &'static str {
        match (self, shade) {
            (Theme::Light, Shade::Conflict) => "#ffd6d2",
            (Theme::Dark, Shade::Conflict) => "#5c2526",
            (Theme::Light, Shade::Difference) => "#fff0bd",
            (Theme::Dark, Shade::Difference) => "#4d4220",
        }
    }
}

/// The side of a cell.
pub(crate) const CELL: usize = 60;
/// The margin around the grid; half of a thick line lies in it.
const MARGIN: usize = 12;
const SIDE: usize = 9 * CELL + 2 * MARGIN;
const DIGIT_SIZE: usize = 38;
const CANDIDATE_SIZE: usize = 15;

/// A drawing of a grid. Prints as an SVG document.
///
/// ```
/// use ninefold::Grid;
/// use ninefold::svg::{Picture, Theme};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let svg = Picture::new(grid).theme(Theme::Dark).to_string();
/// assert!(svg.starts_with("<svg "));
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    grid: Grid,
    givens: CellSet,
    candidates: CandidateSet,
    shades: Vec<(CellSet, Shade)>,
    under: String,
    over: String,
    theme: Theme,
}

impl Picture {
    /// The grid in the light theme, every digit a given, without candidates.
    pub fn new(grid: Grid) -> Picture {
        Picture {
            grid,
            givens: grid.filled(),
            candidates: CandidateSet::EMPTY,
            shades: Vec::new(),
            under: String::new(),
            over: String::new(),
            theme: Theme::Light,
        }
    }

    /// Sets the cells of the givens; other digits are drawn as placed.
    pub fn givens(mut self, givens: CellSet) -> Picture {
        self.givens = givens;
        self
    }

    /// Draws these candidates in the empty cells.
    pub fn candidates(mut self, candidates: CandidateSet) -> Picture {
        self.candidates = candidates;
        self
    }

    /// Shades these cells. Where shades overlap, the last one is visible.
    pub fn shade(mut self, cells: CellSet, shade: Shade) -> Picture {
        self.shades.push((cells, shade));
        self
    }

    /// Adds SVG elements over the shades and under the lines.
    pub(crate) fn under(mut self, elements: &str) -> Picture {
        self.under.push_str(elements);
        self
    }

    /// Adds SVG elements over everything.
    pub(crate) fn over(mut self, elements: &str) -> Picture {
        self.over.push_str(elements);
        self
    }

    /// Draws in this theme.
    pub fn theme(mut self, theme: Theme) -> Picture {
        self.theme = theme;
        self
    }

    fn draw_shades(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &(cells, shade) in self.shades.iter().filter(|(cells, _)| !cells.is_empty()) {
            let path: String = cells
                .iter()
                .map(|cell| {
                    let (x, y) = corner(cell);
                    format!("M{x} {y}h{CELL}v{CELL}h-{CELL}z")
                })
                .collect();
            writeln!(f, r#"<path fill="{}" d="{path}"/>"#, self.theme.shade(shade))?;
        }
        Ok(())
    }

    fn draw_lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colours = self.theme.colours();
        let end = SIDE - MARGIN;
        let length = 9 * CELL;
        for (thick, colour, width) in [(false, colours.thin, 1), (true, colours.thick, 3)] {
            let mut path = String::new();
            // A closed path gives the frame sharp corners.
            if thick {
                write!(path, "M{MARGIN} {MARGIN}H{end}V{end}H{MARGIN}Z")?;
            }
            for i in (1..9).filter(|i| (i % 3 == 0) == thick) {
                let at = MARGIN + i * CELL;
                write!(path, "M{MARGIN} {at}h{length}M{at} {MARGIN}v{length}")?;
            }
            writeln!(f, r#"<path fill="none" stroke="{colour}" stroke-width="{width}" d="{path}"/>"#)?;
        }
        Ok(())
    }

    fn draw_candidates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.candidates.cells() - self.grid.filled();
        if shown.is_empty() {
            return Ok(());
        }
        writeln!(f, r#"<g font-size="{CANDIDATE_SIZE}" fill="{}">"#, self.theme.colours().candidate)?;
        for cell in shown {
            for digit in self.candidates.digits_in(cell) {
                draw_digit(f, digit, centre(Candidate::new(cell, digit)), CANDIDATE_SIZE)?;
            }
            writeln!(f)?;
        }
        writeln!(f, "</g>")
    }

    fn draw_digits(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colours = self.theme.colours();
        let filled = self.grid.filled();
        for (cells, colour, weight) in
            [(filled - self.givens, colours.placed, "normal"), (filled & self.givens, colours.given, "bold")]
        {
            if cells.is_empty() {
                continue;
            }
            writeln!(f, r#"<g font-size="{DIGIT_SIZE}" font-weight="{weight}" fill="{colour}">"#)?;
            for cell in cells {
                let (x, y) = corner(cell);
                if let Some(digit) = self.grid[cell] {
                    draw_digit(f, digit, (x + CELL / 2, y + CELL / 2), DIGIT_SIZE)?;
                    writeln!(f)?;
                }
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }
}

/// The top left corner of a cell.
pub(crate) const fn corner(cell: Cell) -> (usize, usize) {
    (MARGIN + cell.col().index() * CELL, MARGIN + cell.row().index() * CELL)
}

/// The centre of a candidate: a cell of 60 units has 3x3 places of 18 units and 3 free units on every side.
pub(crate) const fn centre(candidate: Candidate) -> (usize, usize) {
    let (x, y) = corner(candidate.cell());
    (x + 12 + 18 * (candidate.digit().index() % 3), y + 12 + 18 * (candidate.digit().index() / 3))
}

/// Draws a digit around a centre. Digits have no descenders and are about 0.72 of the font size high: the baseline lies
/// 0.36 below the centre.
fn draw_digit(f: &mut fmt::Formatter<'_>, digit: Digit, (x, y): (usize, usize), size: usize) -> fmt::Result {
    let hundredths = 100 * y + 36 * size;
    write!(f, r#"<text x="{x}" y="{}.{:02}">{digit}</text>"#, hundredths / 100, hundredths % 100)
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" width="{SIDE}" height="{SIDE}">"#
        )?;
        writeln!(f, "<title>{}</title>", self.grid)?;
        writeln!(f, r#"<rect width="{SIDE}" height="{SIDE}" fill="{}"/>"#, self.theme.colours().paper)?;
        self.draw_shades(f)?;
        f.write_str(&self.under)?;
        self.draw_lines(f)?;
        writeln!(
            f,
            r#"<g font-family="'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" text-anchor="middle">"#
        )?;
        self.draw_candidates(f)?;
        self.draw_digits(f)?;
        f.write_str("</g>\n")?;
        f.write_str(&self.over)?;
        f.write_str("</svg>\n")
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::Pencilmarks;

    fn sample() -> Grid {
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap()
    }

    fn texts(svg: &str) -> usize {
        svg.matches("<text ").count()
    }

    #[test]
    fn every_digit_is_drawn_once_and_givens_apart_from_placed_ones() {
        let grid = sample();
        let one_placed = grid.filled().without(Cell::from_index(0));
        let svg = Picture::new(grid).givens(one_placed).to_string();
        assert_eq!(texts(&svg), grid.filled().len());
        let (placed, givens) = svg.split_once(r#"font-weight="bold""#).unwrap();
        assert_eq!((texts(placed), texts(givens)), (1, one_placed.len()));
    }

    #[test]
    fn candidates_are_drawn_only_in_empty_cells() {
        let grid = sample();
        let marks = Pencilmarks::from(&grid);
        let svg = Picture::new(grid).candidates(marks.candidates()).to_string();
        assert_eq!(texts(&svg), grid.filled().len() + marks.candidates().len());
        let full = Picture::new(grid).candidates(CandidateSet::FULL).to_string();
        assert_eq!(texts(&full), grid.filled().len() + 9 * (81 - grid.filled().len()));
    }

    #[test]
    fn elements_are_closed_and_inside_the_picture() {
        for theme in [Theme::Light, Theme::Dark] {
            let conflict: CellSet = [0, 80].map(Cell::from_index).into_iter().collect();
            let svg =
                Picture::new(Grid::EMPTY).candidates(CandidateSet::FULL).shade(conflict, Shade::Conflict).theme(theme);
            let svg = svg.to_string();
            assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
            assert_eq!(texts(&svg), svg.matches("</text>").count());
            assert!(svg.contains(theme.shade(Shade::Conflict)));
            for part in svg.split("<text x=\"").skip(1) {
                let x: usize = part.split('"').next().unwrap().parse().unwrap();
                let y: f64 = part.split('"').nth(2).unwrap().parse().unwrap();
                assert!(x > MARGIN && x < SIDE - MARGIN && y > MARGIN as f64 && y < (SIDE - MARGIN) as f64);
            }
        }
    }
}
