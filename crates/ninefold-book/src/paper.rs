//! Paper: sizes, margins, and where a number of squares fits on a page.
//!
//! All lengths are in points, 72 to an inch. The origin is the top left corner of the trimmed page.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

const MILLIMETRE: f32 = 72.0 / 25.4;

/// The size of a page after trimming.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Paper {
    /// 210 mm x 297 mm.
    #[default]
    A4,
    /// 148 mm x 210 mm.
    A5,
    /// 8.5 x 11 inches.
    Letter,
    /// 6 x 9 inches, a usual size of paperbacks.
    SixByNine,
}

impl Paper {
    /// All sizes.
    pub const ALL: [Paper; 4] = [Paper::A4, Paper::A5, Paper::Letter, Paper::SixByNine];

    /// Its name on the command line.
    pub const fn slug(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::A5 => "a5",
            Paper::Letter => "letter",
            Paper::SixByNine => "6x9",
        }
    }

    /// Width and height in portrait.
    fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (210.0 * MILLIMETRE, 297.0 * MILLIMETRE),
            Paper::A5 => (148.0 * MILLIMETRE, 210.0 * MILLIMETRE),
            Paper::Letter => (612.0, 792.0),
            Paper::SixByNine => (432.0, 648.0),
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.slug())
    }
}

impl FromStr for Paper {
    type Err = ParsePaperError;

    fn from_str(text: &str) -> Result<Paper, ParsePaperError> {
        Paper::ALL.into_iter().find(|paper| paper.slug().eq_ignore_ascii_case(text)).ok_or(ParsePaperError)
    }
}

/// A name that is no paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePaperError;

impl fmt::Display for ParsePaperError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a4, a5, letter or 6x9")
    }
}

impl Error for ParsePaperError {}

/// The long side up or across.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Orientation {
    /// The long side is up.
    #[default]
    Portrait,
    /// The long side is across.
    Landscape,
}

/// A rectangle on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

impl Area {
    /// The parts of a division into columns and rows, in reading order.
    pub(crate) fn divided(self, columns: usize, rows: usize) -> impl Iterator<Item = Area> {
        let (width, height) = (self.width / columns as f32, self.height / rows as f32);
        (0..rows).flat_map(move |row| {
            (0..columns).map(move |column| Area {
                x: self.x + width * column as f32,
                y: self.y + height * row as f32,
                width,
                height,
            })
        })
    }

    /// The number of columns and rows with the largest squares for so many, each with `extra` height above the square.
    pub(crate) fn best_division(self, count: usize, extra: f32) -> (usize, usize) {
        let side = |columns: usize| {
            let rows = count.div_ceil(columns);
            (self.width / columns as f32).min(self.height / rows as f32 - extra)
        };
        let columns = (1..=count.max(1)).max_by(|&a, &b| side(a).total_cmp(&side(b)).then(b.cmp(&a))).unwrap_or(1);
        (columns, count.div_ceil(columns).max(1))
    }
}

/// The geometry of all pages of a book.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sheet {
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) bleed: f32,
    margin: f32,
    binding: f32,
}

impl Sheet {
    pub(crate) fn new(paper: Paper, orientation: Orientation, binding: f32, bleed: f32) -> Sheet {
        let (short, long) = paper.size();
        let (width, height) = match orientation {
            Orientation::Portrait => (short, long),
            Orientation::Landscape => (long, short),
        };
        // Home printers leave about six millimetres of each edge blank.
        let margin = (short * 0.07).max(12.0 * MILLIMETRE);
        Sheet { width, height, bleed: bleed * MILLIMETRE, margin, binding: binding * MILLIMETRE }
    }

    /// The area inside the margins. Pages are counted from 0; the first is a right-hand page, with its binding on the left.
    pub(crate) fn body(&self, page: usize) -> Area {
        let inner_left = if page.is_multiple_of(2) { self.binding } else { 0.0 };
        Area {
            x: self.margin + inner_left,
            y: self.margin,
            width: self.width - 2.0 * self.margin - self.binding,
            height: self.height - 2.0 * self.margin,
        }
    }

    /// The baseline of the page number, below the body.
    pub(crate) fn foot(&self) -> f32 {
        self.height - self.margin * 0.45
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_arranged_as_large_as_possible() {
        let page = Area { x: 0.0, y: 0.0, width: 500.0, height: 750.0 };
        let divisions = [1, 2, 4, 6, 9, 12, 20].map(|count| page.best_division(count, 20.0));
        assert_eq!(divisions, [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 5)]);
        let across = Area { x: 0.0, y: 0.0, width: 750.0, height: 500.0 };
        assert_eq!([2, 6].map(|count| across.best_division(count, 20.0)), [(2, 1), (3, 2)]);
    }

    #[test]
    fn the_binding_is_on_the_left_of_right_hand_pages_and_on_the_right_of_left_hand_pages() {
        let sheet = Sheet::new(Paper::A5, Orientation::Portrait, 10.0, 0.0);
        let (right_hand, left_hand) = (sheet.body(0), sheet.body(1));
        assert!((right_hand.x - left_hand.x - 10.0 * MILLIMETRE).abs() < 0.01);
        assert!((right_hand.width - left_hand.width).abs() < 0.01);
    }

    #[test]
    fn names_of_paper_are_read_as_they_are_printed() {
        for paper in Paper::ALL {
            assert_eq!(paper.to_string().parse(), Ok(paper));
        }
        assert_eq!("A3".parse::<Paper>(), Err(ParsePaperError));
    }
}
