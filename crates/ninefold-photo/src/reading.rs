//! What was read: the grid's place in the photograph, each cell, and the puzzle.

use ninefold::{Cell, CellSet, Digit, Grid, Puzzle};

use crate::choose::Choice;
use crate::geometry::Point;
use crate::lattice::Lattice;
use crate::network::{CLASSES, OTHER, Probabilities};

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Nothing, or marks that are no digit.
    Empty,
    /// A printed digit: a given.
    Printed(Digit),
    /// A digit written by hand into an empty cell.
    Written(Digit),
}

impl Content {
    fn of_class(class: usize) -> Content {
        match (class, Digit::new((class % 10) as u8)) {
            (1..OTHER, Some(digit)) => Content::Printed(digit),
            (OTHER.., Some(digit)) => Content::Written(digit),
            _ => Content::Empty,
        }
    }

    /// The digit, printed or written.
    pub fn digit(self) -> Option<Digit> {
        match self {
            Content::Empty => None,
            Content::Printed(digit) | Content::Written(digit) => Some(digit),
        }
    }

    /// The printed digit.
    pub fn given(self) -> Option<Digit> {
        match self {
            Content::Printed(digit) => Some(digit),
            Content::Empty | Content::Written(_) => None,
        }
    }

    /// The digit written by hand.
    pub fn written(self) -> Option<Digit> {
        match self {
            Content::Written(digit) => Some(digit),
            Content::Empty | Content::Printed(_) => None,
        }
    }

    /// `empty`, `printed` or `written`, as in the JSON form.
    pub fn name(self) -> &'static str {
        match self {
            Content::Empty => "empty",
            Content::Printed(_) => "printed",
            Content::Written(_) => "written",
        }
    }
}

/// One cell of a reading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellReading {
    /// What the cell shows.
    pub content: Content,
    /// How probable that is, from 0 to 1.
    pub confidence: f32,
    /// What else it may show.
    pub second: Content,
    /// How probable the second choice is, from 0 to 1.
    pub second_confidence: f32,
}

/// Below this confidence a cell is doubtful.
pub const DOUBTFUL: f32 = 0.9;

/// A grid found in a photograph, and what its cells show.
///
/// Rows, columns and corners are those of the puzzle held upright, however the photograph was taken.
#[derive(Clone, Debug)]
pub struct Reading {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) lattice: Lattice,
    pub(crate) visible: f32,
    pub(crate) cells: Vec<CellReading>,
    pub(crate) puzzle: Option<Puzzle>,
}

impl Reading {
    pub(crate) fn new(
        (width, height): (usize, usize),
        lattice: Lattice,
        visible: f32,
        classes: &[Probabilities],
        choice: &Choice,
    ) -> Reading {
        let cells = Cell::all().map(|cell| cell_reading(&classes[cell.index()], choice, cell)).collect();
        Reading { width, height, lattice, visible, cells, puzzle: choice.puzzle }
    }

    /// The width and height of the photograph held upright as its EXIF orientation says, in pixels.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The outer corners of the grid: top left, top right, bottom right, bottom left of the puzzle held upright.
    pub fn corners(&self) -> [Point; 4] {
        self.lattice.corners()
    }

    /// The corners of a cell in the same order. They follow a page that bends.
    pub fn cell_corners(&self, cell: Cell) -> [Point; 4] {
        let (x, y) = ((cell.index() % 9) as f32, (cell.index() / 9) as f32);
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(dx, dy)| self.lattice.locate(x + dx, y + dy))
    }

    /// How much of the lines of the grid is visible, from 0 to 1.
    pub fn visible(&self) -> f32 {
        self.visible
    }

    /// What a cell shows.
    pub fn cell(&self, cell: Cell) -> &CellReading {
        &self.cells[cell.index()]
    }

    /// The printed digits.
    pub fn givens(&self) -> Grid {
        Grid::from_fn(|cell| self.cell(cell).content.given())
    }

    /// The digits written by hand.
    pub fn written(&self) -> Grid {
        Grid::from_fn(|cell| self.cell(cell).content.written())
    }

    /// The puzzle of the printed digits, if they are one.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.puzzle.as_ref()
    }

    /// The cells to check by eye: those whose confidence is below [`DOUBTFUL`].
    pub fn doubtful(&self) -> CellSet {
        Cell::all().filter(|&cell| self.cell(cell).confidence < DOUBTFUL).collect()
    }
}

/// The two most probable contents of a cell, once the givens are chosen.
fn cell_reading(classes: &Probabilities, choice: &Choice, cell: Cell) -> CellReading {
    // The choice decides between the givens and no given; no given is divided as the network divides it.
    let belief = &choice.beliefs[cell.index()];
    let printed: f32 = classes[1..OTHER].iter().sum();
    let free = (1.0 - printed).max(1e-6);
    let mut contents = [0.0f32; CLASSES];
    contents[0] = belief[0] * (classes[0] + classes[OTHER]) / free;
    for digit in 1..10 {
        contents[digit] = belief[digit];
        contents[OTHER + digit] = belief[0] * classes[OTHER + digit] / free;
    }
    let given = choice.givens[cell].map_or(0, |digit| usize::from(digit.get()));
    let first = if given != 0 {
        given
    } else {
        [0].into_iter().chain(OTHER + 1..CLASSES).max_by(|&a, &b| contents[a].total_cmp(&contents[b])).unwrap_or(0)
    };
    let rest = |class: &usize| *class != first && *class != OTHER;
    // The rule may exclude every other content: then the network's second choice is shown.
    let by = |a: &usize, b: &usize| contents[*a].total_cmp(&contents[*b]).then(classes[*a].total_cmp(&classes[*b]));
    let second = (0..CLASSES).filter(rest).max_by(by).unwrap_or(0);
    CellReading {
        content: Content::of_class(first),
        confidence: contents[first].min(1.0),
        second: Content::of_class(second),
        second_confidence: contents[second].min(1.0),
    }
}

/// How good a whole reading is: the logarithm of its probability, less what looks like something else.
pub(crate) fn quality(classes: &[Probabilities], choice: &Choice) -> f32 {
    let strange: f32 = classes.iter().map(|p| (1.0 - p[OTHER]).max(1e-4).ln()).sum();
    choice.log_probability + strange
}
