//! Lines, areas and text on a page. Coordinates count from the top left corner of the trimmed page; the bleed is outside.

use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;

use crate::BookError;
use crate::fonts::{Fonts, Weight};
use crate::paper::Area;

/// The colours of a book. They are readable when printed in black only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Black,
    Grey,
    Light,
    Accent,
    Shade,
    Tint,
    White,
    /// Red, green and blue.
    Rgb([u8; 3]),
}

impl Ink {
    fn color(self) -> rgb::Color {
        match self {
            Ink::Black => rgb::Color::new(20, 22, 28),
            Ink::Grey => rgb::Color::new(110, 114, 122),
            Ink::Light => rgb::Color::new(176, 180, 188),
            Ink::Accent => rgb::Color::new(30, 64, 110),
            Ink::Shade => rgb::Color::new(62, 98, 148),
            Ink::Tint => rgb::Color::new(226, 233, 243),
            Ink::White => rgb::Color::white(),
            Ink::Rgb([red, green, blue]) => rgb::Color::new(red, green, blue),
        }
    }

    fn fill(self) -> Fill {
        Fill { paint: self.color().into(), opacity: NormalizedF32::ONE, rule: FillRule::NonZero }
    }
}

/// Where a text is relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Left,
    Middle,
    Right,
}

/// The appearance of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type {
    pub(crate) size: f32,
    pub(crate) weight: Weight,
    pub(crate) ink: Ink,
}

/// The appearance of lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pen {
    pub(crate) width: f32,
    pub(crate) ink: Ink,
    pub(crate) cap: LineCap,
    /// The lengths of dashes and gaps.
    pub(crate) dashes: Option<[f32; 2]>,
}

/// Points from one to the next, and whether a line leads back to the first.
pub(crate) type Outline = (Vec<(f32, f32)>, bool);

/// A page that is being drawn.
pub(crate) struct Canvas<'a, 'b> {
    surface: &'a mut Surface<'b>,
    fonts: &'a Fonts,
    bleed: f32,
}

impl<'a, 'b> Canvas<'a, 'b> {
    pub(crate) fn new(surface: &'a mut Surface<'b>, fonts: &'a Fonts, bleed: f32) -> Canvas<'a, 'b> {
        Canvas { surface, fonts, bleed }
    }

    pub(crate) fn fonts(&self) -> &'a Fonts {
        self.fonts
    }

    pub(crate) fn area(&mut self, area: Area, ink: Ink) {
        self.areas(std::iter::once(area), ink);
    }

    /// Areas of one colour as one path.
    pub(crate) fn areas(&mut self, areas: impl Iterator<Item = Area>, ink: Ink) {
        let mut path = PathBuilder::new();
        for area in areas {
            let rect = Rect::from_xywh(area.x + self.bleed, area.y + self.bleed, area.width, area.height);
            path.push_rect(rect.expect("areas of a page have a size"));
        }
        if let Some(path) = path.finish() {
            self.surface.set_stroke(None);
            self.surface.set_fill(Some(ink.fill()));
            self.surface.draw_path(&path);
        }
    }

    /// Lines of one width as one path.
    pub(crate) fn lines(&mut self, lines: impl Iterator<Item = [(f32, f32); 2]>, width: f32, ink: Ink) {
        let mut path = PathBuilder::new();
        for [(from_x, from_y), (to_x, to_y)] in lines {
            path.move_to(from_x + self.bleed, from_y + self.bleed);
            path.line_to(to_x + self.bleed, to_y + self.bleed);
        }
        if let Some(path) = path.finish() {
            self.surface.set_fill(None);
            let paint = ink.color().into();
            self.surface.set_stroke(Some(Stroke { paint, width, line_cap: LineCap::Square, ..Stroke::default() }));
            self.surface.draw_path(&path);
        }
    }

    /// Lines from point to point, as one path.
    pub(crate) fn outlines(&mut self, outlines: &[Outline], pen: Pen) {
        let Some(path) = self.path(outlines) else { return };
        self.surface.set_fill(None);
        let line_join = if pen.cap == LineCap::Round { LineJoin::Round } else { LineJoin::Miter };
        self.surface.set_stroke(Some(Stroke {
            paint: pen.ink.color().into(),
            width: pen.width,
            line_cap: pen.cap,
            line_join,
            dash: pen.dashes.map(|dashes| StrokeDash { array: dashes.to_vec(), offset: 0.0 }),
            ..Stroke::default()
        }));
        self.surface.draw_path(&path);
    }

    /// A filled polygon.
    pub(crate) fn polygon(&mut self, points: Vec<(f32, f32)>, ink: Ink) {
        let Some(path) = self.path(&[(points, true)]) else { return };
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(ink.fill()));
        self.surface.draw_path(&path);
    }

    fn path(&self, outlines: &[Outline]) -> Option<Path> {
        let mut path = PathBuilder::new();
        for (points, closed) in outlines {
            for (index, (x, y)) in points.iter().map(|(x, y)| (x + self.bleed, y + self.bleed)).enumerate() {
                if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
            if *closed {
                path.close();
            }
        }
        path.finish()
    }

    /// A circle, filled or with a line of this width, or both.
    pub(crate) fn circle(&mut self, centre: (f32, f32), radius: f32, fill: Option<Ink>, line: Option<(f32, Ink)>) {
        /// With control points at this part of the radius, four curves are a circle for the eye.
        const CONTROL: f32 = 0.5523;
        let (x, y, c) = (centre.0 + self.bleed, centre.1 + self.bleed, radius * CONTROL);
        let mut path = PathBuilder::new();
        path.move_to(x + radius, y);
        path.cubic_to(x + radius, y + c, x + c, y + radius, x, y + radius);
        path.cubic_to(x - c, y + radius, x - radius, y + c, x - radius, y);
        path.cubic_to(x - radius, y - c, x - c, y - radius, x, y - radius);
        path.cubic_to(x + c, y - radius, x + radius, y - c, x + radius, y);
        path.close();
        let Some(path) = path.finish() else { return };
        self.surface.set_fill(fill.map(Ink::fill));
        self.surface.set_stroke(line.map(|(width, ink)| Stroke {
            paint: ink.color().into(),
            width,
            ..Stroke::default()
        }));
        self.surface.draw_path(&path);
    }

    /// Text on a baseline.
    pub(crate) fn text(&mut self, text: &str, at: (f32, f32), anchor: Anchor, style: Type) -> Result<(), BookError> {
        let runs = self.fonts.shape(text, style.weight)?;
        let width = runs.iter().map(|run| run.width).sum::<f32>() * style.size;
        let mut x = self.bleed
            + match anchor {
                Anchor::Left => at.0,
                Anchor::Middle => at.0 - width / 2.0,
                Anchor::Right => at.0 - width,
            };
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(style.ink.fill()));
        for run in runs {
            let start = Point::from_xy(x, at.1 + self.bleed);
            self.surface.draw_glyphs(start, &run.glyphs, run.font, &run.text, style.size, false);
            x += run.width * style.size;
        }
        Ok(())
    }
}
