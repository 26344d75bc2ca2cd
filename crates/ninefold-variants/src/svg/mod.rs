//! A puzzle as an SVG picture: the board, its rules, the givens, and a solution or candidates if asked for.
//!
//! Layers from the lowest: paper, shaded cells, lines and thermometers, thin and thick lines of the board, cages, marks between
//! cells, clues outside the grid, digits. Sizes are in units of the `viewBox`; a cell is 60 wide. Every attribute is plain: no
//! style sheet, no script.

mod rules;

use core::fmt::{self, Write};

use crate::{Cell, ValueSet, Variant, symbol};

/// The side of a cell.
const SIDE: f64 = 60.0;
/// The space around the grid, where clues are.
const MARGIN: f64 = 60.0;

/// A picture of a puzzle. It is written with `to_string`.
///
/// ```
/// use ninefold_variants::svg::Picture;
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
}

impl<'a> Picture<'a> {
    /// The board, the rules and the givens.
    pub fn new(variant: &'a Variant) -> Picture<'a> {
        Picture { variant, values: None, candidates: None }
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

/// The parts of a picture, collected layer by layer.
#[derive(Default)]
pub(super) struct Layers {
    pub(super) shades: String,
    pub(super) lines: String,
    pub(super) cages: String,
    pub(super) marks: String,
    pub(super) outside: String,
    /// Words for rules of the whole grid, printed under it.
    pub(super) words: Vec<String>,
    /// How many clues each place outside the grid has, to put them side by side.
    pub(super) used: std::collections::HashMap<(i32, i32), u32>,
}

/// Appends formatted text. Writing to a string does not fail.
macro_rules! put {
    ($to:expr, $($arguments:tt)*) => {{ let _ = write!($to, $($arguments)*); }};
}
pub(super) use put;

/// Text with the characters that XML reserves written as entities.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A text centred at a point.
pub(super) fn text(out: &mut String, x: f64, y: f64, size: f64, colour: &str, words: &str) {
    let y = y + size * 0.36;
    put!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"middle\" font-family=\"sans-serif\" \
         fill=\"{colour}\">{}</text>",
        escaped(words)
    );
}

/// Where cells are in the picture.
pub(super) struct Plan<'a> {
    pub(super) variant: &'a Variant,
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
    pub(super) fn corner(&self, cell: Cell) -> (f64, f64) {
        let board = self.variant.board();
        let (row, column) = board.place(cell).unwrap_or_else(|| {
            let number = cell.index().saturating_sub(board.grid_cells());
            self.extra.get(number).copied().unwrap_or_default()
        });
        (MARGIN + SIDE * column as f64, MARGIN + SIDE * row as f64)
    }

    /// The middle of a cell.
    pub(super) fn centre(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.corner(cell);
        (x + SIDE / 2.0, y + SIDE / 2.0)
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plan = Plan::new(self.variant);
        let board = self.variant.board();
        let mut layers = Layers::default();
        for rule in self.variant.rules() {
            rules::draw(&plan, rule, &mut layers);
        }
        layers.words.dedup();
        let width = 2.0 * MARGIN + SIDE * plan.columns as f64;
        let below = MARGIN + SIDE * plan.rows as f64 + MARGIN;
        let height = below + 22.0 * layers.words.len() as f64;
        write!(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">")?;
        write!(f, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>")?;
        f.write_str(&layers.shades)?;
        f.write_str(&layers.lines)?;
        f.write_str(&self.grid(&plan))?;
        f.write_str(&layers.cages)?;
        f.write_str(&layers.marks)?;
        f.write_str(&layers.outside)?;
        let mut digits = String::new();
        for cell in board.cells() {
            let (x, y) = plan.centre(cell);
            if let Some(given) = self.variant.given(cell) {
                text(&mut digits, x, y, 36.0, "#000000", &symbol(given).to_string());
            } else if let Some(values) = self.values.filter(|values| cell.index() < values.len()) {
                text(&mut digits, x, y, 36.0, "#1f5fbf", &symbol(values[cell.index()]).to_string());
            } else {
                let given = self.variant.givens()[cell.index()];
                let shown = self.candidates.and_then(|sets| sets.get(cell.index())).copied().unwrap_or(given);
                if let (Some(value), true) = (shown.single(), self.candidates.is_some()) {
                    text(&mut digits, x, y, 36.0, "#1f5fbf", &symbol(value).to_string());
                } else if shown != board.values() || self.candidates.is_some() {
                    self.small(&plan, cell, shown, &mut digits);
                }
            }
        }
        f.write_str(&digits)?;
        for (number, words) in layers.words.iter().enumerate() {
            let mut line = String::new();
            text(&mut line, width / 2.0, below - 22.0 + 22.0 * number as f64, 17.0, "#444444", words);
            f.write_str(&line)?;
        }
        f.write_str("</svg>\n")
    }
}

impl Picture<'_> {
    /// Candidates in a square grid within the cell.
    fn small(&self, plan: &Plan<'_>, cell: Cell, values: ValueSet, out: &mut String) {
        let board = self.variant.board();
        let across = (2..).find(|across| across * across >= board.value_count()).unwrap_or(5);
        let (x, y) = plan.corner(cell);
        let step = (SIDE - 8.0) / across as f64;
        for value in values.iter() {
            let place = usize::from(value - board.first_value());
            let (column, row) = ((place % across) as f64, (place / across) as f64);
            let centre = (x + 4.0 + step * (column + 0.5), y + 4.0 + step * (row + 0.5));
            text(out, centre.0, centre.1, step * 0.8, "#1f5fbf", &symbol(value).to_string());
        }
    }

    /// Thin lines between all cells, thick ones where regions meet and around the board.
    fn grid(&self, plan: &Plan<'_>) -> String {
        let board = self.variant.board();
        let mut out = String::new();
        for cell in board.cells() {
            let (x, y) = plan.corner(cell);
            put!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#999999\"/>"
            );
        }
        for (number, group) in board.extra().iter().enumerate() {
            let before: usize = board.extra()[..number].iter().map(|group| group.count).sum();
            let (x, y) = plan.corner(Cell::new(board.grid_cells() + before));
            text(
                &mut out,
                x + 20.0,
                y - 10.0,
                15.0,
                "#444444",
                if group.label.is_empty() { &group.prefix } else { &group.label },
            );
        }
        let regions = board.region_of_cells();
        let mut thick = String::new();
        for cell in (0..board.grid_cells()).map(Cell::new) {
            let (x, y) = plan.corner(cell);
            let differs = |down, right| {
                board.step(cell, down, right).is_none_or(|next| regions[next.index()] != regions[cell.index()])
            };
            let (right, bottom) = (x + SIDE, y + SIDE);
            for (far, path) in [
                (board.step(cell, -1, 0).is_none(), format!("M{x} {y}H{right}")),
                (board.step(cell, 0, -1).is_none(), format!("M{x} {y}V{bottom}")),
                (differs(1, 0), format!("M{x} {bottom}H{right}")),
                (differs(0, 1), format!("M{right} {y}V{bottom}")),
            ] {
                if far {
                    thick.push_str(&path);
                }
            }
        }
        put!(
            out,
            "<path d=\"{thick}\" fill=\"none\" stroke=\"#000000\" stroke-width=\"3\" stroke-linecap=\"square\"/>"
        );
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Kind, samples};

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
