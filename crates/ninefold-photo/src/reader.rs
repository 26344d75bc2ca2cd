//! The whole way from pixels to the reading.
//!
//! Several grids may be found, each may be held four ways, and one may be a table or a crossword. The digit network
//! looks at each, and the first that is a puzzle beyond doubt is taken; otherwise the most probable one.

use ninefold::Puzzle;

use crate::choose;
use crate::error::ReadError;
use crate::finder::{self, Finder};
use crate::geometry::{self, Homography, Point};
use crate::gray::{Gray, Pyramid};
use crate::hand;
use crate::lattice::{self, Fit, Lattice};
use crate::network::{Network, OTHER, Probabilities, WeightsError};
use crate::patch::{self, Patch};
use crate::reading::{self, Reading};

/// Reads photographs.
///
/// ```no_run
/// let reader = ninefold_photo::Reader::new();
/// match reader.read(&std::fs::read("sudoku.jpg")?) {
///     Ok(reading) => println!("{}", reading.givens()),
///     Err(error) => println!("! {error}"),
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct Reader {
    network: Network,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

/// The share of the lines that must be visible to speak of a grid.
const LEAST_VISIBLE: f32 = 0.5;
/// The share of the lines that makes a grid even without digits, and the fewest digits that make one of fainter lines.
const CLEARLY_VISIBLE: f32 = 0.85;
const FEWEST_DIGITS: usize = 8;
/// How much visible lines count beside the logarithm of the probability of a reading: a lattice that is a cell off may have
/// clearer cells, but not all of its lines.
const VISIBLE_WEIGHT: f32 = 100.0;
/// The most candidates that the network looks at.
const MOST_CANDIDATES: usize = 4;
/// The most cells looked at to find the top of the puzzle.
const CELLS_FOR_TURN: usize = 16;

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}

/// A candidate after the network looked at it.
struct Evaluated {
    lattice: Lattice,
    visible: f32,
    classes: Vec<Probabilities>,
    choice: choose::Choice,
    quality: f32,
}

impl Evaluated {
    /// A puzzle, or else a lattice that is clearly visible or has digits. Anything else may be a texture.
    fn is_grid(&self) -> bool {
        let digits = || self.classes.iter().filter(|p| p[0] + p[OTHER] < 0.5).count();
        self.choice.puzzle.is_some() || self.visible >= CLEARLY_VISIBLE || digits() >= FEWEST_DIGITS
    }

    /// A puzzle whose every cell is clear.
    fn is_certain(&self) -> bool {
        self.choice.puzzle.is_some() && self.quality > -30.0
    }
}

impl Reader {
    /// A reader with the network that comes with the crate.
    pub fn new() -> Reader {
        Reader { network: Network::bundled() }
    }

    /// A reader with other weights, as the training script writes them.
    ///
    /// # Errors
    /// When the bytes are not the weights of this network.
    pub fn with_weights(bytes: &[u8]) -> Result<Reader, WeightsError> {
        Ok(Reader { network: Network::new(bytes)? })
    }

    /// Reads the puzzle in an image file: JPEG, PNG, WebP, GIF or BMP.
    ///
    /// The EXIF orientation is applied. Of an animation the first picture is read, and transparent pixels are white.
    ///
    /// # Errors
    /// When the file is no image, is damaged, too large or too small, shows no grid, or its digits are no puzzle.
    #[cfg(feature = "decode")]
    pub fn read(&self, file: &[u8]) -> Result<Reading, ReadError> {
        self.read_gray(crate::decode::decode(file, true)?, None)
    }

    /// Reads the puzzle in an image of four bytes a pixel: red, green, blue, alpha, row by row.
    ///
    /// `corners` are those of the grid if they are known, clockwise from any of them; they need not be exact.
    ///
    /// # Errors
    /// When the sizes do not agree, the image is too large or too small, no grid is visible, or its digits are no
    /// puzzle.
    pub fn read_rgba(
        &self,
        width: u32,
        height: u32,
        pixels: &[u8],
        corners: Option<[Point; 4]>,
    ) -> Result<Reading, ReadError> {
        crate::check_size(width, height)?;
        let expected = width as usize * height as usize * 4;
        if pixels.len() != expected {
            return Err(ReadError::PixelCount { found: pixels.len(), expected });
        }
        let pixels = pixels.chunks_exact(4).map(|p| Gray::of_rgba(p[0], p[1], p[2], p[3])).collect();
        self.read_gray(Gray::new(width as usize, height as usize, pixels), corners)
    }

    pub(crate) fn read_gray(&self, gray: Gray, corners: Option<[Point; 4]>) -> Result<Reading, ReadError> {
        let size = (gray.width(), gray.height());
        let photo = Pyramid::new(gray);
        let mut best = self.best_of(&photo, corners)?;
        if best.as_ref().is_none_or(|best| best.choice.puzzle.is_none()) {
            // Light lines on a dark ground: a screen in dark mode.
            let negative = Pyramid::new(photo.full().inverted());
            let other = self.best_of(&negative, corners)?;
            if other.as_ref().is_some_and(|o| o.choice.puzzle.is_some() || best.is_none()) {
                best = other;
            }
        }
        // Corners that a person gave are those of a grid.
        let Some(best) = best.filter(|best| corners.is_some() || best.is_grid()) else { return Err(ReadError::NoGrid) };
        let reading = Reading::new(size, best.lattice, best.visible, &best.classes, &best.choice);
        match Puzzle::new(best.choice.givens) {
            Ok(_) => Ok(reading),
            Err(reason) => Err(ReadError::NotAPuzzle { reading: Box::new(reading), reason }),
        }
    }

    /// The best candidate, if any is a grid.
    fn best_of(&self, photo: &Pyramid, corners: Option<[Point; 4]>) -> Result<Option<Evaluated>, ReadError> {
        let mut best: Option<Evaluated> = None;
        if let Some(corners) = corners {
            self.try_all(photo, from_corners(photo, corners)?, &mut best);
            return Ok(best);
        }
        let mut finder = Finder::new(photo);
        for stage in 0..finder::STAGES {
            let fits = finder.stage(stage).into_iter().filter(|fit| fit.visible >= LEAST_VISIBLE).take(MOST_CANDIDATES);
            if self.try_all(photo, fits, &mut best) {
                break;
            }
        }
        Ok(best)
    }

    /// Reads candidates until one is a puzzle beyond doubt, and keeps the best.
    fn try_all(&self, photo: &Pyramid, fits: impl IntoIterator<Item = Fit>, best: &mut Option<Evaluated>) -> bool {
        let rank = |e: &Evaluated| (e.choice.puzzle.is_some(), e.quality + VISIBLE_WEIGHT * e.visible);
        for fit in fits {
            let evaluated = self.evaluate(photo, fit);
            let certain = evaluated.is_certain();
            if best.as_ref().is_none_or(|best| rank(&evaluated) > rank(best)) {
                *best = Some(evaluated);
            }
            if certain {
                return true;
            }
        }
        false
    }

    /// Reads the cells of a candidate, held the way in which its digits look most like digits.
    fn evaluate(&self, photo: &Pyramid, fit: Fit) -> Evaluated {
        let patches = patch::patches(photo, &fit.lattice);
        let upright: Vec<Probabilities> = patches.iter().map(|patch| self.network.classify(patch)).collect();
        let mut filled: Vec<usize> = (0..81).filter(|&cell| upright[cell][0] < 0.5).collect();
        filled.sort_by(|&a, &b| upright[a][0].total_cmp(&upright[b][0]));
        filled.truncate(CELLS_FOR_TURN);
        let likeness = |classes: &Probabilities| {
            let digit =
                (0..20).filter(|&class| class != 0 && class != OTHER).map(|class| classes[class]).fold(0.0, f32::max);
            digit.max(1e-3).ln()
        };
        let mut turns: Vec<(f32, usize)> = (0..4)
            .map(|turn| {
                let score = filled
                    .iter()
                    .map(|&cell| match turn {
                        0 => likeness(&upright[cell]),
                        _ => likeness(&self.network.classify(&patch::turned(&patches[cell], 4 - turn))),
                    })
                    .sum();
                (score, turn)
            })
            .collect();
        turns.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best = self.evaluate_turned(&fit, &patches, &upright, turns[0].1);
        // Few digits, or digits that read well both ways: the rule decides.
        if best.choice.puzzle.is_none() && turns[0].0 - turns[1].0 < 0.5 * filled.len() as f32 {
            let other = self.evaluate_turned(&fit, &patches, &upright, turns[1].1);
            if other.choice.puzzle.is_some() {
                best = other;
            }
        }
        best
    }

    fn evaluate_turned(&self, fit: &Fit, patches: &[Patch], upright: &[Probabilities], turn: usize) -> Evaluated {
        let (mut classes, mut looks) = (Vec::with_capacity(81), Vec::with_capacity(81));
        for cell in 0..81 {
            let (x, y) = (cell % 9, cell / 9);
            let (x, y) = match turn {
                0 => (x, y),
                1 => (8 - y, x),
                2 => (8 - x, 8 - y),
                _ => (y, 8 - x),
            };
            let source = y * 9 + x;
            let patch = patch::turned(&patches[source], 4 - turn);
            classes.push(if turn == 0 { upright[source] } else { self.network.classify(&patch) });
            looks.push(hand::look(&patch));
        }
        hand::judge(&mut classes, &looks);
        let beliefs: Vec<choose::Belief> = classes.iter().map(choose::belief).collect();
        let choice = choose::choose(&beliefs);
        let quality = reading::quality(&classes, &choice);
        Evaluated { lattice: fit.lattice.turned(turn), visible: fit.visible, classes, choice, quality }
    }
}

/// The fits near corners that a person gave.
fn from_corners(photo: &Pyramid, mut corners: [Point; 4]) -> Result<Vec<Fit>, ReadError> {
    if corners.iter().any(|p| !p.x.is_finite() || !p.y.is_finite()) {
        return Err(ReadError::Corners);
    }
    if geometry::cross(corners[0], corners[1], corners[2]) < 0.0 {
        corners.reverse();
    }
    if !geometry::is_convex(&corners) {
        return Err(ReadError::Corners);
    }
    let plane = Homography::from_corners(&corners).ok_or(ReadError::Corners)?;
    let flat = Fit { lattice: Lattice::flat(plane), visible: 0.0 };
    Ok(lattice::fit(photo, plane).into_iter().chain([flat]).collect())
}
