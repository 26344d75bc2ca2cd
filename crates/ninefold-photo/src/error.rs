//! Why a photograph could not be read, with the evidence.

use std::fmt;

use ninefold::NotAPuzzleError;

use crate::reading::Reading;

/// Why there is no puzzle.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes are not an image of a known format.
    NotAnImage,
    /// The image is damaged, cut short or uses something that its format rarely has.
    Damaged {
        /// The format, as `JPEG` or `PNG`.
        format: &'static str,
        /// What the decoder says.
        reason: String,
    },
    /// The image has more pixels than are read.
    TooLarge {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// The image is too small to show a grid.
    TooSmall {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// The number of bytes of pixels does not fit the width and height.
    PixelCount {
        /// How many bytes there are.
        found: usize,
        /// How many there should be: four a pixel.
        expected: usize,
    },
    /// The given corners are not those of a convex quadrilateral, clockwise.
    Corners,
    /// No grid is visible.
    NoGrid,
    /// A grid was found, but its printed digits are not a puzzle with exactly one solution.
    NotAPuzzle {
        /// What was read.
        reading: Box<Reading>,
        /// Why it is not a puzzle.
        reason: NotAPuzzleError,
    },
}

impl ReadError {
    /// The reading, if a grid was found.
    pub fn reading(&self) -> Option<&Reading> {
        match self {
            ReadError::NotAPuzzle { reading, .. } => Some(reading),
            _ => None,
        }
    }

    /// A word for the kind of error, as in the JSON form.
    pub fn kind(&self) -> &'static str {
        match self {
            ReadError::NotAnImage => "not-an-image",
            ReadError::Damaged { .. } => "damaged",
            ReadError::TooLarge { .. } => "too-large",
            ReadError::TooSmall { .. } => "too-small",
            ReadError::PixelCount { .. } => "pixel-count",
            ReadError::Corners => "corners",
            ReadError::NoGrid => "no-grid",
            ReadError::NotAPuzzle { .. } => "not-a-puzzle",
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NotAnImage => f.write_str("not an image: expected JPEG, PNG, WebP, GIF or BMP"),
            ReadError::Damaged { format, reason } => write!(f, "the {format} image cannot be decoded: {reason}"),
            ReadError::TooLarge { width, height } => {
                write!(
                    f,
                    "the image is too large: {width} x {height} pixels, at most {} million are read",
                    crate::MOST_PIXELS / 1_000_000
                )
            }
            ReadError::TooSmall { width, height } => {
                write!(
                    f,
                    "the image is too small: {width} x {height} pixels, at least {0} x {0} are needed",
                    crate::LEAST_SIDE
                )
            }
            ReadError::PixelCount { found, expected } => write!(f, "{found} bytes of pixels, expected {expected}"),
            ReadError::Corners => f.write_str("the corners are not those of a convex quadrilateral, clockwise"),
            ReadError::NoGrid => f.write_str("no grid found"),
            ReadError::NotAPuzzle { reading, reason } => {
                let givens = reading.givens().filled().len();
                write!(f, "a grid with {givens} printed digits, but {reason}")
            }
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::NotAPuzzle { reason, .. } => Some(reason),
            _ => None,
        }
    }
}
