//! A puzzle of another size or with other rules: the shapes of its drawing, scaled to a place on the page.

use krilla::paint::LineCap;
use ninefold::Language;
use ninefold_variants::VariantPuzzle;
use ninefold_variants::drawing::{self, Drawing, LineStyle, Path, Picture, Shape};
use ninefold_variants::rule::Kind;

use crate::BookError;
use crate::canvas::{Anchor, Canvas, Ink, Pen, Type};
use crate::fonts::Weight;
use crate::paper::Area;

/// Draws the board with its rules and givens.
pub(crate) fn puzzle(canvas: &mut Canvas<'_, '_>, square: Area, puzzle: &VariantPuzzle) -> Result<(), BookError> {
    draw(canvas, square, &Picture::new(puzzle.variant()).drawing())
}

/// Draws the board with the solution and without the rules.
pub(crate) fn solution(canvas: &mut Canvas<'_, '_>, square: Area, puzzle: &VariantPuzzle) -> Result<(), BookError> {
    let bare = puzzle.variant().with_rules(|_| false);
    draw(canvas, square, &Picture::new(&bare).values(puzzle.solution().values()).drawing())
}

/// The kinds of rules of a puzzle, each once, in order.
pub(crate) fn kinds(puzzle: &VariantPuzzle) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for kind in puzzle.variant().rules().iter().map(|rule| rule.kind()) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// The name of a rule.
pub(crate) fn name(kind: Kind, language: Language) -> &'static str {
    if language == Language::CHINESE { kind.chinese() } else { kind.english() }
}

/// Draws the shapes as large as the square allows.
fn draw(canvas: &mut Canvas<'_, '_>, square: Area, drawing: &Drawing) -> Result<(), BookError> {
    let ((left, top), (right, bottom)) = drawing.bounds();
    let scale = (f64::from(square.width) / (right - left)).min(f64::from(square.height) / (bottom - top));
    let (x, y) = (
        f64::from(square.x) + (f64::from(square.width) - scale * (right - left)) / 2.0,
        f64::from(square.y) + (f64::from(square.height) - scale * (bottom - top)) / 2.0,
    );
    let at = |point: drawing::Point| ((x + scale * (point.0 - left)) as f32, (y + scale * (point.1 - top)) as f32);
    let size = |length: f64| (length * scale) as f32;
    let ink = |colour: drawing::Colour| Ink::Rgb(colour.rgb());
    let outline = |path: &Path| match path {
        Path::Open(points) => (points.iter().copied().map(at).collect(), false),
        Path::Closed(points) => (points.iter().copied().map(at).collect(), true),
    };
    for shape in &drawing.shapes {
        match shape {
            Shape::Area { corner, width, height, colour } => {
                let (x, y) = at(*corner);
                canvas.area(Area { x, y, width: size(*width), height: size(*height) }, ink(*colour));
            }
            Shape::Circle { centre, radius, fill, stroke } => {
                let line = stroke.map(|colour| (size(2.0), ink(colour)));
                canvas.circle(at(*centre), size(*radius), fill.map(ink), line);
            }
            Shape::Polygon { points, colour } => {
                canvas.polygon(points.iter().copied().map(at).collect(), ink(*colour));
            }
            Shape::Lines(paths, stroke) => {
                let (cap, dashes) = match stroke.style {
                    LineStyle::Round => (LineCap::Round, None),
                    LineStyle::Square => (LineCap::Square, None),
                    LineStyle::Dashed => (LineCap::Butt, Some([size(4.0), size(3.0)])),
                    _ => (LineCap::Butt, None),
                };
                let outlines: Vec<_> = paths.iter().map(outline).collect();
                canvas.outlines(&outlines, Pen { width: size(stroke.width), ink: ink(stroke.colour), cap, dashes });
            }
            Shape::Text { baseline, anchor, size: height, colour, words } => {
                let anchor = match anchor {
                    drawing::Anchor::Start => Anchor::Left,
                    drawing::Anchor::Middle => Anchor::Middle,
                };
                let style = Type { size: size(*height), weight: Weight::Regular, ink: ink(*colour) };
                canvas.text(words, at(*baseline), anchor, style)?;
            }
            _ => {}
        }
    }
    Ok(())
}
