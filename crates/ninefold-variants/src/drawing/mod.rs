//! A puzzle as a drawing: the board, its rules, the givens, and a solution or candidates if asked for.
//!
//! Layers from the lowest: shaded cells, lines and thermometers, thin and thick lines of the board, cages, marks between
//! cells, clues outside the grid, digits. A cell is 60 wide. A [`Drawing`] is a list of [`Shape`]s, which `svg.rs` writes as
//! an SVG picture; other formats take the shapes.

mod rules;
mod shape;
mod svg;

use crate::{Cell, ValueSet, Variant, symbol};

pub use shape::{Anchor, Colour, LineStyle, Path, Point, Shape, Stroke};
use shape::{BLACK, DOT_BLACK, DOT_WHITE, WHITE};

/// The side of a cell.
pub const SIDE: f64 = 60.0;
/// The space around the grid, where clues are.
const MARGIN: f64 = 60.0;
/// Values that are not given.
const FILLED_IN: Colour = Colour(0x1F5FBF);

/// A picture of a puzzle. `to_string` writes it as SVG.
///
/// ```
/// use ninefold_variants::drawing::Picture;
/// use ninefold_variants::text;
///
/// let variant = text::read(".Shape~4x4.Cage~5~R1C1~R1C2")?;
/// let svg = Picture::new(&variant).to_string();
/// assert!(svg.starts_with("<svg") && svg.contains(">5</text>"));
/// # Ok::<(), ninefold_variants::text::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    variant: &'a Variant,
    values: Option<&'a [u8]>,
    candidates: Option<&'a [ValueSet]>,
    digits: bool,
}

impl<'a> Picture<'a> {
    /// The board, the rules and the givens.
    pub fn new(variant: &'a Variant) -> Picture<'a> {
        Picture { variant, values: None, candidates: None, digits: true }
    }

    /// Without givens and without the names of rules that have no shape: for a program that draws the digits itself.
    #[must_use]
    pub fn without_digits(mut self) -> Picture<'a> {
        self.digits = false;
        self
    }

    /// With a value in each cell, such as a solution.
    #[must_use]
    pub fn values(mut self, values: &'a [u8]) -> Picture<'a> {
        self.values = Some(values);
        self
    }

    /// With small candidates in the cells that have several.
    #[must_use]
    pub fn candidates(mut self, candidates: &'a [ValueSet]) -> Picture<'a> {
        self.candidates = Some(candidates);
        self
    }
}

/// The middle of each cell, the same in every picture of a puzzle. A cell is [`SIDE`] wide.
pub fn centres(variant: &Variant) -> Vec<Point> {
    let plan = Plan::new(variant);
    variant.board().cells().map(|cell| plan.centre(cell)).collect()
}

/// Shapes on a white ground, from the lowest to the topmost.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The shapes.
    pub shapes: Vec<Shape>,
}

impl Drawing {
    /// The same drawing for a dark ground of this colour: light and dark change places, hues stay. Dots of Kropki keep their
    /// colours, which are their meaning.
    #[must_use]
    pub fn on_dark(mut self, ground: Colour) -> Drawing {
        for shape in &mut self.shapes {
            match shape {
                Shape::Area { colour, .. } | Shape::Polygon { colour, .. } | Shape::Text { colour, .. } => {
                    *colour = colour.on_dark(ground);
                }
                Shape::Circle { fill, stroke, .. } => {
                    *fill = fill.map(|colour| colour.on_dark(ground));
                    *stroke = stroke.map(|colour| colour.on_dark(ground));
                }
                Shape::Lines(_, stroke) => stroke.colour = stroke.colour.on_dark(ground),
            }
        }
        self
    }

    /// The upper left and the lower right corner of what is drawn, with a little space around it: less than the whole where
    /// there are no clues outside the grid. The width of text is estimated.
    pub fn bounds(&self) -> (Point, Point) {
        const SPACE: f64 = 4.0;
        let (mut least, mut most) = ((f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        let mut add = |(x, y): Point, (right, down): Point| {
            least = (least.0.min(x - right), least.1.min(y - down));
            most = (most.0.max(x + right), most.1.max(y + down));
        };
        for shape in &self.shapes {
            match shape {
                Shape::Area { corner, width, height, .. } => {
                    add((corner.0 + width / 2.0, corner.1 + height / 2.0), (width / 2.0, height / 2.0));
                }
                Shape::Circle { centre, radius, .. } => add(*centre, (*radius, *radius)),
                Shape::Polygon { points, .. } => points.iter().for_each(|&point| add(point, (0.0, 0.0))),
                Shape::Lines(paths, _) => {
                    for Path::Open(points) | Path::Closed(points) in paths {
                        points.iter().for_each(|&point| add(point, (0.0, 0.0)));
                    }
                }
                Shape::Text { baseline, anchor, size, words, .. } => {
                    let half = words.chars().count() as f64 * size * 0.3;
                    let middle = if *anchor == Anchor::Start { baseline.0 + half } else { baseline.0 };
                    add((middle, baseline.1 - size * 0.35), (half, size * 0.45));
                }
            }
        }
        ((least.0 - SPACE, least.1 - SPACE), (most.0 + SPACE, most.1 + SPACE))
    }
}

/// The parts of a picture, collected layer by layer.
#[derive(Default)]
struct Layers {
    shades: Vec<Shape>,
    lines: Vec<Shape>,
    cages: Vec<Shape>,
    marks: Vec<Shape>,
    outside: Vec<Shape>,
    /// Words for rules of the whole grid, printed under it.
    words: Vec<String>,
    /// How many clues each place outside the grid has, to put them side by side.
    used: std::collections::HashMap<(i32, i32), u32>,
}

/// A text centred at a point.
fn text(out: &mut Vec<Shape>, x: f64, y: f64, size: f64, colour: Colour, words: &str) {
    if !words.is_empty() {
        let baseline = (x, y + size * 0.36);
        out.push(Shape::Text { baseline, anchor: Anchor::Middle, size, colour, words: words.to_owned() });
    }
}

/// Where cells are in the picture.
struct Plan<'a> {
    variant: &'a Variant,
    rows: usize,
    columns: usize,
    /// For each extra cell its row below the grid and its column.
    extra: Vec<(usize, usize)>,
}

impl<'a> Plan<'a> {
    fn new(variant: &'a Variant) -> Plan<'a> {
        let board = variant.board();
        let mut extra = Vec::new();
        let mut row = board.rows() + 2;
        for group in board.extra() {
            let columns = group.columns.clamp(1, board.columns().max(9));
            for number in 0..group.count {
                extra.push((row + number / columns, number % columns));
            }
            row += group.count.div_ceil(columns) + 1;
        }
        let rows = extra.iter().map(|&(row, _)| row + 1).max().unwrap_or(board.rows());
        let columns = extra.iter().map(|&(_, column)| column + 1).max().unwrap_or(0).max(board.columns());
        Plan { variant, rows, columns, extra }
    }

    /// The upper left corner of a cell.
    fn corner(&self, cell: Cell) -> (f64, f64) {
        let board = self.variant.board();
        let (row, column) = board.place(cell).unwrap_or_else(|| {
            let number = cell.index().saturating_sub(board.grid_cells());
            self.extra.get(number).copied().unwrap_or_default()
        });
        (MARGIN + SIDE * column as f64, MARGIN + SIDE * row as f64)
    }

    /// The middle of a cell.
    fn centre(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.corner(cell);
        (x + SIDE / 2.0, y + SIDE / 2.0)
    }
}

impl Picture<'_> {
    /// The shapes of the picture.
    pub fn drawing(&self) -> Drawing {
        let plan = Plan::new(self.variant);
        let mut layers = Layers::default();
        for rule in self.variant.rules() {
            rules::draw(&plan, rule, &mut layers);
        }
        layers.words.dedup();
        let width = 2.0 * MARGIN + SIDE * plan.columns as f64;
        let below = MARGIN + SIDE * plan.rows as f64 + MARGIN;
        let height = below + 22.0 * layers.words.len() as f64;
        let mut shapes = layers.shades;
        shapes.append(&mut layers.lines);
        self.grid(&plan, &mut shapes);
        shapes.append(&mut layers.cages);
        shapes.append(&mut layers.marks);
        shapes.append(&mut layers.outside);
        if !self.digits {
            return Drawing { width, height, shapes };
        }
        self.digits(&plan, &mut shapes);
        for (number, words) in layers.words.iter().enumerate() {
            let y = below - 22.0 + 22.0 * number as f64;
            text(&mut shapes, width / 2.0, y, 17.0, Colour(0x444444), words);
        }
        Drawing { width, height, shapes }
    }

    /// The givens, and the values or candidates asked for.
    fn digits(&self, plan: &Plan<'_>, out: &mut Vec<Shape>) {
        let board = self.variant.board();
        for cell in board.cells() {
            let (x, y) = plan.centre(cell);
            if let Some(given) = self.variant.given(cell) {
                text(out, x, y, 36.0, BLACK, &symbol(given).to_string());
            } else if let Some(values) = self.values.filter(|values| cell.index() < values.len()) {
                text(out, x, y, 36.0, FILLED_IN, &symbol(values[cell.index()]).to_string());
            } else {
                let given = self.variant.givens()[cell.index()];
                let shown = self.candidates.and_then(|sets| sets.get(cell.index())).copied().unwrap_or(given);
                if let (Some(value), true) = (shown.single(), self.candidates.is_some()) {
                    text(out, x, y, 36.0, FILLED_IN, &symbol(value).to_string());
                } else if shown != board.values() || self.candidates.is_some() {
                    self.small(plan, cell, shown, out);
                }
            }
        }
    }

    /// Candidates in a square grid within the cell.
    fn small(&self, plan: &Plan<'_>, cell: Cell, values: ValueSet, out: &mut Vec<Shape>) {
        let board = self.variant.board();
        let across = (2..).find(|across| across * across >= board.value_count()).unwrap_or(5);
        let (x, y) = plan.corner(cell);
        let step = (SIDE - 8.0) / across as f64;
        for value in values.iter() {
            let place = usize::from(value - board.first_value());
            let (column, row) = ((place % across) as f64, (place / across) as f64);
            let centre = (x + 4.0 + step * (column + 0.5), y + 4.0 + step * (row + 0.5));
            text(out, centre.0, centre.1, step * 0.8, FILLED_IN, &symbol(value).to_string());
        }
    }

    /// Thin lines between all cells, thick ones where regions meet and around the board.
    fn grid(&self, plan: &Plan<'_>, out: &mut Vec<Shape>) {
        let board = self.variant.board();
        let frame = |cell| {
            let (x, y) = plan.corner(cell);
            Path::Closed(vec![(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)])
        };
        let thin = board.cells().map(frame).collect();
        out.push(Shape::Lines(thin, Stroke::plain(Colour(0x999999), 1.0)));
        for (number, group) in board.extra().iter().enumerate() {
            let before: usize = board.extra()[..number].iter().map(|group| group.count).sum();
            let (x, y) = plan.corner(Cell::new(board.grid_cells() + before));
            let label = if group.label.is_empty() { &group.prefix } else { &group.label };
            text(out, x + 20.0, y - 10.0, 15.0, Colour(0x444444), label);
        }
        let regions = board.region_of_cells();
        let mut thick = Vec::new();
        for cell in (0..board.grid_cells()).map(Cell::new) {
            let (x, y) = plan.corner(cell);
            let differs = |down, right| {
                board.step(cell, down, right).is_none_or(|next| regions[next.index()] != regions[cell.index()])
            };
            let (right, bottom) = (x + SIDE, y + SIDE);
            for (far, path) in [
                (board.step(cell, -1, 0).is_none(), [(x, y), (right, y)]),
                (board.step(cell, 0, -1).is_none(), [(x, y), (x, bottom)]),
                (differs(1, 0), [(x, bottom), (right, bottom)]),
                (differs(0, 1), [(right, y), (right, bottom)]),
            ] {
                if far {
                    thick.push(Path::Open(path.to_vec()));
                }
            }
        }
        out.push(Shape::Lines(thick, Stroke::square(BLACK, 3.0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Kind, samples};

    #[test]
    fn on_a_dark_ground_ink_is_light_and_dots_keep_their_colours() {
        let ground = Colour(0x1F2633);
        assert_eq!(WHITE.on_dark(ground), ground);
        assert_eq!(BLACK.on_dark(ground), WHITE);
        let variant = crate::text::read(".Shape~4x4.WhiteDot~R1C1~R1C2.BlackDot~R2C1~R2C2.~R4C4_1").unwrap();
        let drawing = Picture::new(&variant).without_digits().drawing().on_dark(ground);
        let dots: Vec<_> = drawing
            .shapes
            .iter()
            .filter_map(
                |shape| if let Shape::Circle { fill, stroke, .. } = shape { Some((*fill, *stroke)) } else { None },
            )
            .collect();
        assert_eq!(dots, [(Some(DOT_WHITE), Some(WHITE)), (Some(DOT_BLACK), Some(WHITE))]);
        assert!(!drawing.shapes.iter().any(|shape| matches!(shape, Shape::Text { .. })), "the given is left out");
    }

    #[test]
    fn every_rule_changes_the_picture() {
        for &kind in Kind::ALL.iter().filter(|&&kind| kind != Kind::SearchPriority) {
            let mut random = ninefold::Random::stream(kind as u64, 5);
            let board = samples::board(kind, &mut random);
            let rule =
                (0..100).map(|_| samples::rule(kind, &board, &mut random)).find(|rule| rule.check(&board).is_ok());
            let mut variant = Variant::new(board);
            let empty = Picture::new(&variant).to_string();
            variant.add(rule.unwrap_or_else(|| panic!("{kind:?}"))).unwrap();
            let drawn = Picture::new(&variant).to_string();
            assert_ne!(drawn, empty, "{kind:?}");
            assert_eq!(drawn.matches("<text").count(), drawn.matches("</text>").count());
        }
    }
}
